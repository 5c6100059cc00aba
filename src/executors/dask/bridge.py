"""Between flow and a Dask scheduler: requests and events are lines of JSON.

Dask speaks pickled Python, so this is the one part of flow that needs `distributed`. Requests on
standard input: `submit`, `cancel` and `watch`, each with a list `jobs`. Events on standard output:
`ready` or `failed` first; then, of each job, `refused`, or `accepted`, perhaps `started`, and `ended`
(exactly once), and `scheduler-lost` when that is so. The end of standard input ends the bridge, and leaves running jobs
to their supervisors: what counts is in the files that those write (see `supervisor.py`).
"""

import argparse
import asyncio
import concurrent.futures
import json
import logging
import os
import select
import subprocess
import sys
import time
import traceback
import warnings

from attempt_files import ask_to_end, claim, heartbeat, read_end, read_place
from placement import Placement

try:
    import distributed
except ImportError:
    distributed = None

CONNECT_S = 10
CLOSE_S = 8
NOBODY_S = 30
LOOK_S = 0.25
LOOK_AT_WORKERS_S = 1
SILENCE_S = 60


def run_job(job):
    """A task: starts a supervisor, and lasts as long as it. Runs in a thread of the worker."""
    worker = distributed.get_worker()
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", job["supervisor"]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    supervisors = worker.__dict__.setdefault("_dagflow_supervisors", {})
    supervisors[job["token"]] = process
    try:
        process.stdin.write(json.dumps({**job, "worker": worker.address}).encode() + b"\n")
        process.stdin.flush()
        if json.loads(process.stdout.readline() or b"{}").get("event") == "started":
            worker.log_event(job["topic"], job["token"])
        while not select.select([process.stdout], [], [], 0.5)[0]:
            if worker.status.name in ("closing", "closed", "failed"):
                process.stdin.close()
                break
        process.wait()
    finally:
        del supervisors[job["token"]]


def press_supervisors(words, dask_worker):
    """Ends attempts of a worker: `gently` or `at-once`, by token."""
    supervisors = getattr(dask_worker, "_dagflow_supervisors", {})
    for token, word in words.items():
        process = supervisors.get(token)
        if process is not None and not process.stdin.closed:
            process.stdin.write(word.encode() + b"\n")
            process.stdin.flush()


class Bridge:
    def __init__(self, client, tell):
        self.client = client
        self.tell = tell
        self.topic = f"dagflow-{os.getpid()}-{time.time_ns()}"
        self.placement = Placement()
        self.jobs = {}
        self.count = 0
        self.is_lost = False
        self.tasks = set()

    async def open(self, patience):
        deadline = time.monotonic() + patience
        while not await self.look_at_workers():
            if time.monotonic() > deadline:
                raise Refusal("no-workers", "no workers")
            await asyncio.sleep(0.2)
        await self.check_versions()
        self.client.subscribe_topic(self.topic, self.on_started)
        self.spawn(self.keep_watch())

    async def look_at_workers(self):
        """Jobs on workers that are gone either started, and have files, or go back to the queue."""
        workers = (await self.client.scheduler.identity())["workers"]
        gone = set(self.placement.set_workers(workers))
        for job in list(self.jobs.values()) if gone else []:
            if self.placement.places.get(job["token"]) not in gone:
                continue
            self.placement.release(job)
            if heartbeat(job) is None:
                self.spawn(release(job.pop("future", None)))
                self.placement.add(job)
            else:
                self.spawn(self.settle(job))
        return workers

    async def check_versions(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            versions = await self.client.get_versions(check=False)
        own = python_of(versions["client"])
        for name, version in {"the scheduler": versions["scheduler"], **versions["workers"]}.items():
            if version and python_of(version) != own:
                theirs = ".".join(python_of(version))
                raise Refusal(
                    "versions", f"{name} runs Python {theirs}, and the bridge Python {'.'.join(own)}"
                )

    def summary(self):
        return {
            "event": "ready",
            "address": self.client.scheduler.address,
            "distributed": distributed.__version__,
            "workers": [
                {
                    "address": address,
                    "host": worker["host"],
                    "threads": worker["nthreads"],
                    "resources": worker["resources"],
                }
                for address, worker in self.placement.workers.items()
            ],
        }

    async def on_started(self, event):
        job = self.jobs.get(event[1])
        place = job and read_place(job)
        if place:
            self.report_start(job, place)

    def report_start(self, job, place):
        if not job["isStarted"]:
            job["isStarted"] = True
            self.tell({"event": "started", "token": job["token"], **place})

    async def submit(self, jobs):
        await self.look_at_workers()
        for job in jobs:
            lack = self.placement.lack(job)
            if lack is not None:
                self.tell({"event": "refused", "token": job["token"], "detail": lack})
                continue
            self.tell({"event": "accepted", "token": job["token"]})
            self.jobs[job["token"]] = job = {**job, "isStarted": False}
            self.placement.add(job)
        self.place()

    def place(self):
        if self.is_lost:
            return
        for job, address in self.placement.take():
            self.count += 1
            worker = self.placement.workers[address]
            frozen = {name: it for name, it in job.items() if name not in ("future", "lackSince")}
            job["future"] = self.client.submit(
                run_job,
                {**frozen, "topic": self.topic, "workerGpus": self.placement.cards_of(worker)},
                key=f"dagflow-{job['token']}-{self.count}",
                workers=[address],
                resources=self.placement.asked(job),
                pure=False,
                retries=0,
            )
            self.spawn(self.follow(job, job["future"]))

    def watch(self, jobs):
        """Jobs of an earlier bridge. What it had in the queue went with it, and never starts now."""
        for job in jobs:
            # What it takes of its worker is known to Dask alone, which goes by that.
            job = {"threads": 1, "gpus": 0, "resources": {}, **job, "isStarted": False}
            self.jobs[job["token"]] = job
            self.spawn(self.settle(job))

    def cancel(self, jobs):
        words = {}
        for job in jobs:
            known = self.jobs.get(job["token"])
            if known is None:
                continue
            if claim(known, "cancelled"):
                self.end(known, {"reason": "cancelled"})
                continue
            ask_to_end(known, job["how"])
            place = read_place(known)
            if place is not None and place["worker"] in self.placement.workers:
                words.setdefault(place["worker"], {})[job["token"]] = job["how"]
        for worker, theirs in words.items():
            self.spawn(self.press(worker, theirs))

    async def press(self, worker, words):
        try:
            await self.client.run(press_supervisors, words, workers=[worker])
        except FAILURES:
            pass  # Then the supervisors see the files, or their worker's death.

    async def follow(self, job, future):
        """The task's end only wakes us: how the attempt ended is in its files."""
        try:
            await future.result()
        except FAILURES:
            pass
        if job.get("future") is future:
            await self.settle(job)

    async def settle(self, job):
        if claim(job, "never started"):
            self.end(job, {"reason": "never-started"})
            return
        beat = None
        since = time.monotonic()
        while job["token"] in self.jobs:
            end = read_end(job)
            if end is not None:
                self.end(job, end)
                return
            place = read_place(job)
            if place is not None:
                self.report_start(job, place)
                self.placement.charge(job, place["worker"])
            if heartbeat(job) != beat:
                beat, since = heartbeat(job), time.monotonic()
            elif time.monotonic() > since + SILENCE_S:
                self.end(job, {"reason": "silent", **(place or {})})
                return
            await asyncio.sleep(LOOK_S)

    def end(self, job, end):
        if self.jobs.pop(job["token"], None) is None:
            return
        self.placement.drop(job)
        self.placement.release(job)
        self.spawn(release(job.get("future")))
        self.tell({**end, "event": "ended", "token": job["token"]})
        self.place()

    def spawn(self, coroutine):
        task = asyncio.ensure_future(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.forget)

    def forget(self, task):
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            # A mistake of ours: another bridge takes over what this one cannot go on with.
            traceback.print_exception(type(error), error, error.__traceback__)
            os._exit(1)

    async def keep_watch(self):
        """Sees workers come and go; tells when the scheduler is gone."""
        while True:
            await asyncio.sleep(LOOK_AT_WORKERS_S)
            if self.client.status != "running":
                self.lose_scheduler()
                return
            try:
                await self.look_at_workers()
            except FAILURES:
                continue
            self.refuse_hopeless()
            self.place()

    def lose_scheduler(self):
        self.is_lost = True
        self.tell({"event": "scheduler-lost"})
        for job in list(self.jobs.values()):
            self.spawn(self.settle(job))

    def refuse_hopeless(self):
        """Jobs that no worker can run any more, and none comes that could."""
        for first in self.placement.waiting():
            lack = self.placement.lack(first)
            if lack is None:
                first.pop("lackSince", None)
            elif time.monotonic() > first.setdefault("lackSince", time.monotonic()) + NOBODY_S:
                if claim(first, "refused"):
                    self.end(first, {"reason": "refused", "detail": lack})


def python_of(version):
    return version["host"]["python"].split(".")[:2]


FAILURES = (Exception, concurrent.futures.CancelledError)


class Refusal(Exception):
    def __init__(self, kind, detail):
        super().__init__(detail)
        self.kind = kind


async def release(future):
    try:
        if future is not None:
            await future.cancel()
    except FAILURES:
        pass


async def connect(options):
    """The client; and the cluster, where it is ours."""
    if options.local is None:
        client = distributed.Client(
            options.address,
            asynchronous=True,
            timeout=min(CONNECT_S, options.patience),
            set_as_default=False,
            name="dagflow",
        )
        return await client, None
    cluster = await distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=options.local,
        resources={"cores": options.local, **({"GPU": options.gpus} if options.gpus else {})},
        memory_limit=0,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
        asynchronous=True,
    )
    return await distributed.Client(cluster, asynchronous=True, set_as_default=False), cluster


async def lines():
    reader = asyncio.StreamReader(limit=2**26)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while True:
        line = await reader.readline()
        if line == b"":
            return
        yield json.loads(line)


async def main(options, tell):
    if distributed is None:
        raise Refusal("no-distributed", f"{sys.executable} has no package `distributed`")
    try:
        client, cluster = await connect(options)
    except (OSError, TimeoutError, asyncio.TimeoutError, ValueError) as error:
        raise Refusal("unreachable", str(error)) from error
    bridge = Bridge(client, tell)
    await bridge.open(options.patience)
    tell(bridge.summary())
    async for request in lines():
        jobs = request["jobs"]
        if request["op"] == "submit":
            await bridge.submit(jobs)
        elif request["op"] == "cancel":
            bridge.cancel(jobs)
        else:
            bridge.watch(jobs)
    if cluster is not None:
        await asyncio.wait([asyncio.ensure_future(cluster.close())], timeout=CLOSE_S)
    os._exit(0)  # Without waiting for what would connect again.


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("address", nargs="?")
    parser.add_argument("--local", type=int)
    parser.add_argument("--gpus", type=int, default=0)
    parser.add_argument("--patience", type=float, default=20)
    return parser.parse_args()


if __name__ == "__main__":
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    # Whatever prints, prints to standard error; the way to flow is ours alone.
    events = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)

    def tell(event):
        try:
            events.write(json.dumps(event) + "\n")
        except OSError:
            os._exit(0)

    try:
        asyncio.run(main(parse(), tell))
    except Refusal as refusal:
        tell({"event": "failed", "kind": refusal.kind, "detail": str(refusal)})
    os._exit(0)
