"""Which job runs on which worker, and when.

Dask hands tasks to workers at once, and those with resources are not taken back from a busy one when
another is idle. So jobs wait here, and Dask only gets what can start. Knows nothing of Dask.
"""

import collections


class Placement:
    def __init__(self):
        self.workers = {}
        """By address: `nthreads`, `resources`, `local_directory` …, as the scheduler tells."""
        self.names = {}
        """Of all resources that some worker counts, as it spells them, by lower case."""
        self.shares = {}
        """What is taken of each worker, by its address and by token: threads, and resources."""
        self.queues = {}
        """Jobs that wait, in their order; one queue for all that ask for the same."""
        self.places = {}

    def set_workers(self, workers):
        """Answers the addresses of those that are gone, or are others than they were."""
        gone = [
            address
            for address, worker in self.workers.items()
            if workers.get(address, {}).get("local_directory") != worker.get("local_directory")
        ]
        for address in gone:
            self.shares.pop(address, None)
        self.workers = workers
        self.names = {
            name.lower(): name for worker in workers.values() for name in worker["resources"]
        }
        return gone

    def add(self, job):
        self.queues.setdefault(shape_of(job), collections.OrderedDict())[job["token"]] = job

    def drop(self, job):
        """It waits no longer."""
        queue = self.queues.get(shape_of(job), {})
        queue.pop(job["token"], None)
        if not queue:
            self.queues.pop(shape_of(job), None)

    def waiting(self):
        """The first of each kind of job: if it can never run, none of its kind can."""
        return [next(iter(queue.values())) for queue in self.queues.values()]

    def take(self):
        """Jobs that can start now, each with its worker, which is charged with them."""
        for shape in list(self.queues):
            queue = self.queues[shape]
            while queue:
                job = next(iter(queue.values()))
                address = self.best_worker(job)
                if address is None:
                    break
                self.drop(job)
                self.charge(job, address)
                yield job, address

    def charge(self, job, address):
        worker = self.workers.get(address)
        if worker is None:
            return
        self.places[job["token"]] = address
        share = (self.threads_on(job, worker), self.asked(job))
        self.shares.setdefault(address, {})[job["token"]] = share

    def release(self, job):
        address = self.places.pop(job["token"], None)
        self.shares.get(address, {}).pop(job["token"], None)

    def best_worker(self, job):
        """Cards are kept for those that ask for them; then the idlest."""
        best = None
        asked = self.asked(job)
        for address, worker in self.workers.items():
            threads, resources = self.free(address)
            if threads < self.threads_on(job, worker):
                continue
            if any(resources.get(name, 0) < amount for name, amount in asked.items()):
                continue
            rank = (job["gpus"] == 0 and self.cards_of(worker) > 0, -threads)
            if best is None or rank < best[0]:
                best = (rank, address)
        return None if best is None else best[1]

    def free(self, address):
        worker = self.workers[address]
        threads = worker["nthreads"]
        resources = dict(worker["resources"])
        for taken, asked in self.shares.get(address, {}).values():
            threads -= taken
            for name, amount in asked.items():
                resources[name] = resources.get(name, 0) - amount
        return threads, resources

    def threads_on(self, job, worker):
        """Of the worker's threads. Where it counts `cores`, those say what a job takes."""
        if any(name.lower() == "cores" for name in worker["resources"]):
            return 1
        return min(job["threads"], worker["nthreads"])

    def cards_of(self, worker):
        return worker["resources"].get(self.names.get("gpu"), 0)

    def asked(self, job):
        """Of what a job asks, what workers count; and GPUs, counted or not."""
        wanted = dict(job["resources"])
        if "cores" in self.names:
            wanted["cores"] = job["threads"]
        known = {self.names[it.lower()]: wanted[it] for it in wanted if it.lower() in self.names}
        if job["gpus"] > 0:
            known[self.names.get("gpu", "GPU")] = job["gpus"]
        return known

    def lack(self, job):
        """A sentence, if no worker can ever run it; the best worker is the one that lacks least."""
        if not self.workers:
            return "the scheduler has no workers"
        asked = self.asked(job)
        best = None
        for address, worker in self.workers.items():
            short = {
                name: amount - worker["resources"].get(name, 0)
                for name, amount in asked.items()
                if worker["resources"].get(name, 0) < amount
            }
            if not short:
                return None
            if best is None or sum(short.values()) < sum(best[1].values()):
                best = (address, short)
        address, short = best
        has = self.workers[address]["resources"]
        parts = [f"{asked[name]:g} {name} (it has {has.get(name, 0):g})" for name in short]
        return f"no worker has what it asks for; the best, {address}, is short of {', '.join(parts)}"


def shape_of(job):
    return (job["threads"], job["gpus"], tuple(sorted(job["resources"].items())))
