"""The files that say of an attempt whether it has started and how it ended: see `supervisor.py`."""

import json
import os


def path_of(job, kind):
    return os.path.join(job["folder"], f"{job['token']}.{kind}")


def claim(job, why):
    """Makes sure that an attempt which has not started never does. False: it has."""
    try:
        descriptor = os.open(path_of(job, "attempt"), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w") as file:
        json.dump({"claimed": why}, file)
    return True


def ask_to_end(job, how):
    path = path_of(job, "cancel")
    staged = f"{path}.{os.getpid()}"
    with open(staged, "w") as file:
        file.write(how)
    os.rename(staged, path)


def read_place(job):
    """Where it was started: `host` and `worker`; None if nobody said so."""
    place = read_json(path_of(job, "attempt"))
    return place if place is not None and "worker" in place else None


def read_end(job):
    return read_json(path_of(job, "end"))


def heartbeat(job):
    try:
        return os.stat(path_of(job, "attempt")).st_mtime_ns
    except OSError:
        return None


def read_json(path):
    try:
        with open(path) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None
