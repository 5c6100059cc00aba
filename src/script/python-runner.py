"""Runs a Python script of a rule, with the object `snakemake` that describes its job.

Usage: python3 python-runner.py SCRIPT PAYLOAD

PAYLOAD is a JSON file, flow's ScriptPayload, version 1. The object is shaped as Snakemake shapes
it, so that scripts written for Snakemake run as they are: as a global of the script, and by
`from snakemake.script import snakemake`. Needs Python 3.9 and nothing but its standard library.
"""

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

    def __init__(self, payload):
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
                "tmpdir": tempfile.gettempdir(),
                **payload["resources"],
            }
        )
        self.log = Namedlist(payload["log"])
        self.config = payload["config"]
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


def run(path, snakemake):
    """Runs the script as the main program. What it raises is shown from its first line on."""
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
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException:
        kind, error, trace = sys.exc_info()
        # The first frame is this one.
        error.__traceback__ = trace.tb_next
        sys.excepthook(kind, error, trace.tb_next)
        sys.exit(1)


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as payload_file:
        described = Snakemake(json.load(payload_file))
    run(os.path.abspath(sys.argv[1]), described)
