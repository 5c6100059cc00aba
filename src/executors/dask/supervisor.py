"""Runs the script of one attempt on a worker's host, and sees it to its end.

Started by a Dask worker, one process an attempt; the standard library is all it needs. Standard
input: the attempt as one line of JSON, then `gently` or `at-once` to end it. The end of standard
input means that the worker is dead, and ends the attempt as well. Standard output: one line of JSON
when it starts, and one when nothing of it runs any more.

What others must know is in files beside the script, which outlive the worker:

- `TOKEN.attempt`: made by whoever comes first, and only once. Dask starts a task again when its
  worker dies; the second start finds this file, and runs nothing. Its time is a heartbeat.
- `TOKEN.cancel`: somebody wants the attempt to end. The word in it says how.
- `TOKEN.end`: how it ended. It is there only once no process of it is alive.
"""

import ctypes
import fcntl
import json
import os
import re
import select
import signal
import socket
import sys
import time

HEARTBEAT_S = 5
LOOK_S = 0.5
SAMPLE_S = 1
PR_SET_CHILD_SUBREAPER = 36


class Supervisor:
    def __init__(self, job):
        self.job = job
        self.stop = None
        self.stop_at = None
        self.is_urgent = False
        self.exit_status = None
        self.peak_rss_kib = 0
        self.leases = []
        self.has_input = True

    def run(self):
        if not self.claim():
            tell({"event": "fenced"})
            return
        become_reaper()
        try:
            cards = self.lease_cards()
        except LookupError as error:
            self.end({"reason": "not-started", "detail": str(error)})
            return
        started = time.time()
        self.child = self.start(cards)
        tell({"event": "started", **self.place(), "gpus": cards, "at": started})
        self.watch()
        usage = os.times()
        self.end(
            {
                **(self.stop or {"reason": "exited"}),
                **exit_of(self.exit_status),
                "startedAt": started,
                "endedAt": time.time(),
                "gpus": cards,
                "cpuS": round(usage.children_user + usage.children_system, 3),
                "peakRssMib": round(self.peak_rss_kib / 1024, 1),
            }
        )

    def path(self, kind):
        return os.path.join(self.job["folder"], f"{self.job['token']}.{kind}")

    def place(self):
        return {"host": socket.gethostname(), "pid": os.getpid(), "worker": self.job["worker"]}

    def claim(self):
        try:
            descriptor = os.open(self.path("attempt"), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        except FileExistsError:
            return False
        with os.fdopen(descriptor, "w") as file:
            json.dump(self.place(), file)
        return True

    def end(self, how):
        """Nothing of the attempt runs any more: says so in the file, and then to the worker."""
        end = {**how, **self.place()}
        staged = self.path(f"end.{os.getpid()}")
        with open(staged, "w") as file:
            json.dump(end, file)
        os.rename(staged, self.path("end"))
        tell({"event": "ended", **end})

    def start(self, cards):
        environment = dict(os.environ)
        environment["CUDA_VISIBLE_DEVICES"] = ",".join(cards)
        if cards:
            environment["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"
        child = os.fork()
        if child != 0:
            return child
        try:
            os.setsid()
            nothing = os.open(os.devnull, os.O_RDONLY)
            said = os.open(self.path("out"), os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o666)
            for descriptor, place in ((nothing, 0), (said, 1), (said, 2)):
                os.dup2(descriptor, place)
            os.closerange(3, 1024)
            for number in (signal.SIGPIPE, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(self.job["workingDirectory"])
            os.execve("/bin/sh", ["sh", self.job["script"]], environment)
        except OSError as error:
            os.write(2, f"{error}\n".encode())
        os._exit(127)

    def watch(self):
        """Until neither the script nor anything that it started is alive."""
        wake, woken = os.pipe()
        os.set_blocking(woken, False)
        signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        beat = sample = 0.0
        while True:
            self.reap()
            is_ending = self.exit_status is not None or self.stop is not None
            living = descendants() if is_ending else []
            if self.exit_status is not None:
                if not living:
                    return
                # What the script has left behind ends with it.
                self.ask({"reason": "exited"})
            now = time.monotonic()
            if now >= sample:
                rss = sum(map(rss_kib, offspring(os.getpid())))
                self.peak_rss_kib = max(self.peak_rss_kib, rss)
                sample = now + SAMPLE_S
            if now >= beat:
                self.beat()
                beat = now + HEARTBEAT_S
            self.look_for_cancel()
            if is_ending and self.stop is not None:
                self.press(living)
            self.wait(wake)

    def wait(self, wake):
        sources = [wake, 0] if self.has_input else [wake]
        ready, _, _ = select.select(sources, [], [], 0.02 if self.stop else LOOK_S)
        if wake in ready:
            os.read(wake, 4096)
        if 0 in ready:
            words = os.read(0, 4096).decode()
            if words == "":
                self.has_input = False
                self.ask({"reason": "worker-died"})
            for word in words.split():
                self.ask({"reason": "cancelled"}, word == "at-once")

    def ask(self, stop, is_urgent=False):
        self.is_urgent = self.is_urgent or is_urgent
        if self.stop is None:
            self.stop = stop
            self.stop_at = time.monotonic()
            self.asked = set()

    def press(self, living):
        """
        TERM, once a process, and first to the script alone, which ends what it started and puts
        things in order; KILL to all when the time of grace is over.
        """
        is_over = time.monotonic() >= self.stop_at + self.job["graceS"]
        for pid in living:
            if self.is_urgent or is_over:
                send(pid, signal.SIGKILL)
            elif pid not in self.asked and (pid == self.child or self.exit_status is not None):
                self.asked.add(pid)
                send(pid, signal.SIGTERM)
                send(pid, signal.SIGCONT)

    def reap(self):
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.child:
                self.exit_status = status

    def beat(self):
        try:
            os.utime(self.path("attempt"))
        except OSError:
            pass

    def look_for_cancel(self):
        try:
            with open(self.path("cancel")) as file:
                word = file.read().strip()
        except OSError:
            return
        if word != "":
            self.ask({"reason": "cancelled"}, word == "at-once")

    def lease_cards(self):
        """Identities of the cards that are this attempt's alone, or its share of one."""
        asked = self.job["gpus"]
        if asked == 0:
            return []
        inherited = os.environ.get("CUDA_VISIBLE_DEVICES")
        if inherited:
            cards = [card.strip() for card in inherited.split(",")]
            scope = re.sub(r"\W+", "-", self.job["worker"])
        else:
            cards = [str(index) for index in range(cards_of_host() or 256)]
            scope = "host"
        if asked % 1 != 0:
            if inherited and len(cards) == 1:
                return cards
            raise LookupError(
                f"a share of a GPU ({asked}) needs workers that have one card each:"
                " start one worker a card, each with its own CUDA_VISIBLE_DEVICES"
            )
        shares = max(1, -(-int(self.job["workerGpus"]) // len(cards))) if inherited else 1
        leased = []
        for share in range(shares):
            for card in cards:
                if len(leased) < asked and card not in leased and self.lock(scope, card, share):
                    leased.append(card)
        if len(leased) < asked:
            raise LookupError(f"{int(asked)} GPUs are asked for, and only {len(leased)} are free here")
        return leased

    def lock(self, scope, card, share):
        """Held as long as this process lives, so that nothing has to be tidied up after a kill."""
        folder = f"/tmp/dagflow-gpus-{os.getuid()}"
        os.makedirs(folder, mode=0o700, exist_ok=True)
        name = re.sub(r"[^\w.-]", "-", f"{scope}.{card}.{share}")
        descriptor = os.open(os.path.join(folder, name), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return False
        self.leases.append(descriptor)
        return True


def tell(message):
    try:
        os.write(1, (json.dumps(message) + "\n").encode())
    except OSError:
        pass  # The worker is dead. What counts is in the files.


def become_reaper():
    """Processes that lose their parent become ours, so that none gets out of sight."""
    try:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (AttributeError, OSError):
        pass


def cards_of_host():
    try:
        return len(os.listdir("/proc/driver/nvidia/gpus"))
    except OSError:
        return 0


def descendants():
    """All living processes below this one; zombies are dead."""
    parents = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        parents.setdefault(int(parent), []).append((int(name), state))
    found = []
    open_ends = [os.getpid()]
    while open_ends:
        for pid, state in parents.get(open_ends.pop(), []):
            open_ends.append(pid)
            if state not in b"ZX":
                found.append(pid)
    return found


def offspring(pid):
    """The same at little cost; one that starts or ends meanwhile may hide others."""
    found = []
    open_ends = [pid]
    while open_ends:
        parent = open_ends.pop()
        try:
            with open(f"/proc/{parent}/task/{parent}/children") as file:
                children = [int(word) for word in file.read().split()]
        except OSError:
            continue
        found += children
        open_ends += children
    return found


def rss_kib(pid):
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    except (OSError, IndexError):
        return 0


def send(pid, number):
    try:
        os.kill(pid, number)
    except OSError:
        pass


def exit_of(status):
    if os.WIFSIGNALED(status):
        return {"signal": signal.Signals(os.WTERMSIG(status)).name}
    return {"code": os.WEXITSTATUS(status)}


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Supervisor(json.loads(sys.stdin.buffer.raw.readline())).run()
