"""Runs a Python script of a rule, with the object `snakemake` that describes its job.

Usage: python3 python-runner.py SCRIPT PAYLOAD

PAYLOAD is a JSON file, flow's ScriptPayload, version 1. The object is shaped as Snakemake shapes
it, so that scripts written for Snakemake run as they are: as a global of the script, and by
`from snakemake.script import snakemake`. Needs Python 3.9 and nothing but its standard library.
"""

import functools
import importlib.util
import json
import os
import shlex
import string
import subprocess
import sys
import tempfile
import types


class Namedlist(list):
    """A list, some of whose items, or runs of items, also have names."""

    def __init__(self, items=(), names=None):
        super().__init__(items)
        self._names = {} if names is None else names
        for name, value in self._names.items():
            setattr(self, name, value)

    def __getitem__(self, key):
        if isinstance(key, str):
            return self._names[key]
        return super().__getitem__(key)

    def get(self, name, default=None):
        return self._names.get(name, default)

    def keys(self):
        return self._names.keys()

    def items(self):
        return self._names.items()

    def __getattr__(self, name):
        # Only asked for what is not there.
        known = ", ".join(self.__dict__.get("_names", {})) or "none"
        raise AttributeError(f"the job has no {name!r} here; the names are: {known}")

    def __str__(self):
        return " ".join(map(str, self))


class Snakemake:
    """What a script may know of its job."""

    def __init__(self, payload, config):
        self.input = files(payload["input"])
        self.output = files(payload["output"])
        params = payload["params"]
        self.params = Namedlist(
            [*params["positional"], *params["named"].values()], params["named"]
        )
        self.wildcards = from_dict(payload["wildcards"])
        self.threads = payload["threads"]
        self.resources = from_dict(
            {
                "_cores": self.threads,
                "_nodes": 1,
                "cpus_per_task": self.threads,
                **payload["resources"],
                "tmpdir": tempfile.gettempdir(),
            }
        )
        self.log = Namedlist(payload["log"])
        self.config = config
        self.rule = payload["rule"]
        self.bench_iteration = None
        self.scriptdir = payload["scriptDirectory"]

    def log_fmt_shell(self, stdout=True, stderr=True, append=False):
        """How a shell command sends its output to the log; nothing if the rule has no log."""
        if not self.log or not (stdout or stderr):
            return ""
        arrow = ">>" if append else ">"
        if not stdout:
            return f" 2{arrow} {self.log}"
        return f" {arrow} {self.log}" + (" 2>&1" if stderr else "")


def files(groups):
    """All files in order; a group that was written as one path is a string under its name."""
    names = {}
    for group in groups["groups"]:
        if group.get("name") is not None:
            paths = group["paths"]
            names[group["name"]] = Namedlist(paths) if group["isList"] else paths[0]
    return Namedlist(groups["all"], names)


def from_dict(values):
    return Namedlist(values.values(), dict(values))


class ReadLog:
    """Which places of the config were read, as `optics.na`; all of it has the empty name."""

    def __init__(self):
        self.read = set()
        self.handed_out = set()

    def paths(self):
        """Sorted. What was handed out and not looked into counts as read as a whole."""
        looked_into = set()
        for path in self.read | self.handed_out:
            keys = path.split(".")
            looked_into.update(".".join(keys[:end]) for end in range(1, len(keys)))
        return sorted(self.read | (self.handed_out - looked_into))


class Place:
    """Where a dict or list lies in the config."""

    def __init__(self, log, path="", is_exact=True):
        self.log = log
        self.path = path
        self.is_exact = is_exact

    def below(self, key):
        """In a path, dots are between the keys: other keys have the place of what has them."""
        if not self.is_exact or key == "" or "." in key:
            return Place(self.log, self.path, False)
        return Place(self.log, f"{self.path}.{key}" if self.path else key)

    def whole(self):
        self.log.read.add(self.path)

    def look(self, key, value):
        """Notes that the key was asked for, there or not."""
        place = self.below(key)
        is_handed_out = place.is_exact and isinstance(value, (dict, list))
        (self.log.handed_out if is_handed_out else self.log.read).add(place.path)


class LooksPlain(type):
    """Serialisers such as PyYAML choose by the first class of `__mro__`: that of plain values."""

    @property
    def __mro__(cls):
        return cls.__base__.__mro__


def reading_whole(*names):
    """The methods of these names, as the plain class has them, count as reading the whole."""

    def decorate(watched_class):
        for name in names:
            setattr(watched_class, name, reading(getattr(watched_class.__base__, name)))
        return watched_class

    def reading(method):
        @functools.wraps(method)
        def call(self, *args, **named):
            self._place.whole()
            return method(self, *args, **named)

        return call

    return decorate


@reading_whole(
    *"keys values items copy popitem __iter__ __len__ __reversed__ __repr__".split(),
    *"__eq__ __ne__ __or__ __ror__".split(),
)
class WatchedDict(dict, metaclass=LooksPlain):
    """A dict of the config, which knows what is read of it."""

    __slots__ = ("_place",)

    def __init__(self, items, place):
        super().__init__(items)
        self._place = place

    def _look(self, key):
        if isinstance(key, str):
            self._place.look(key, super().get(key))

    def __getitem__(self, key):
        self._look(key)
        return super().__getitem__(key)

    def __contains__(self, key):
        self._look(key)
        return super().__contains__(key)

    def get(self, key, default=None):
        self._look(key)
        return super().get(key, default)

    def setdefault(self, key, default=None):
        self._look(key)
        return super().setdefault(key, default)

    def pop(self, key, *default):
        self._look(key)
        return super().pop(key, *default)

    def __copy__(self):
        return self.copy()

    def __reduce_ex__(self, protocol):
        self._place.whole()
        return dict, (plain(self),)


@reading_whole(
    *"copy count index pop sort __iter__ __len__ __reversed__ __repr__ __contains__".split(),
    *"__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __mul__ __rmul__".split(),
)
class WatchedList(list, metaclass=LooksPlain):
    """A list of the config, which knows what is read of it."""

    __slots__ = ("_place",)

    def __init__(self, items, place):
        super().__init__(items)
        self._place = place

    def __getitem__(self, index):
        if isinstance(index, int) and index >= 0:
            is_there = index < super().__len__()
            self._place.look(str(int(index)), super().__getitem__(index) if is_there else None)
        else:
            self._place.whole()
        return super().__getitem__(index)

    def __radd__(self, other):
        return other + self.copy()

    def __copy__(self):
        return self.copy()

    def __reduce_ex__(self, protocol):
        self._place.whole()
        return list, (plain(self),)


def watched(value, place):
    if isinstance(value, dict):
        return WatchedDict({key: watched(it, place.below(key)) for key, it in value.items()}, place)
    if isinstance(value, list):
        items = [watched(it, place.below(str(at))) for at, it in enumerate(value)]
        return WatchedList(items, place)
    return value


def plain(value):
    """What is in it, without noting that it is read."""
    if isinstance(value, WatchedDict):
        return {key: plain(it) for key, it in dict.items(value)}
    if isinstance(value, WatchedList):
        return [plain(it) for it in list.__iter__(value)]
    return value


def record_reads(log, path):
    """Leaves what was read beside the payload, or ends the script as failed."""
    try:
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            json.dump(log.paths(), file)
        os.replace(f"{path}.new", path)
    except OSError as error:
        sys.exit(f"Error: cannot record what the script read of the config: {error}")


def shell(command, *_, iterable=False, read=False, **values):
    """`snakemake.shell.shell`: runs a bash command in which names of the caller are filled in."""
    caller = sys._getframe(1)
    filled = ShellFormatter().vformat(
        command, (), {**caller.f_globals, **caller.f_locals, **values}
    )
    captured = iterable or read
    done = subprocess.run(
        ["bash", "-c", f"set -euo pipefail; {filled}"],
        check=True,
        stdout=subprocess.PIPE if captured else None,
    )
    if iterable:
        return iter(done.stdout.decode().splitlines())
    return done.stdout if read else None


class ShellFormatter(string.Formatter):
    """`{name:q}` is quoted for the shell, a list item by item; lists are joined by blanks."""

    def format_field(self, value, format_spec):
        if format_spec == "q":
            items = value if isinstance(value, (list, tuple)) else [value]
            return " ".join(shlex.quote(str(item)) for item in items)
        if isinstance(value, (list, tuple)):
            return " ".join(map(str, value))
        return format(value, format_spec)


def provide(snakemake):
    """Makes `snakemake` importable, beside the real package if there is one."""
    script = types.ModuleType("snakemake.script")
    script.snakemake = snakemake
    script.Snakemake = Snakemake
    if importlib.util.find_spec("snakemake") is None:
        package = types.ModuleType("snakemake")
        package.__path__ = []
        package.script = script
        package.shell = types.ModuleType("snakemake.shell")
        package.shell.shell = shell
        sys.modules["snakemake"] = package
        sys.modules["snakemake.shell"] = package.shell
    sys.modules["snakemake.script"] = script


def run(path, snakemake, succeeded):
    """Runs the script as the main program. What it raises is shown from its first line on.

    Calls `succeeded` when the script has come to its end, or ends itself as one that did.
    """
    process = os.getpid()
    # Objects of the classes above are still found by their module when they are pickled.
    own = sys.modules["__main__"]
    for each in (Namedlist, Snakemake):
        each.__module__ = "dagflow_python_runner"
    sys.modules["dagflow_python_runner"] = own

    main = types.ModuleType("__main__")
    main.__file__ = path
    main.snakemake = snakemake
    sys.modules["__main__"] = main
    sys.argv = [path]
    sys.path[0] = os.path.dirname(path)
    provide(snakemake)
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
        exec(code, main.__dict__)
    except SystemExit as end:
        is_success = end.code is None or (isinstance(end.code, int) and end.code == 0)
        # A fork of the script is not the script.
        if is_success and os.getpid() == process:
            succeeded()
        raise
    except KeyboardInterrupt:
        raise
    except BaseException:
        kind, error, trace = sys.exc_info()
        # The first frame is this one.
        error.__traceback__ = trace.tb_next
        sys.excepthook(kind, error, trace.tb_next)
        sys.exit(1)
    if os.getpid() == process:
        succeeded()


def main():
    script, payload_path = map(os.path.abspath, sys.argv[1:3])
    with open(payload_path, encoding="utf-8") as payload_file:
        payload = json.load(payload_file)
    log = ReadLog()
    described = Snakemake(payload, watched(payload["config"], Place(log)))
    run(script, described, lambda: record_reads(log, f"{payload_path}.reads"))


if __name__ == "__main__":
    main()
