"""Calling executors: functions and programs, within their time, whatever they do."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from metnos_cli.executors.calling import ProcessRunner
from metnos_cli.executors.manifest import Manifest, parse_manifest

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld


def declared(folder: Path, timeout_s: float = 20.0, **run: Any) -> Manifest:
    """A manifest beside whose file the code stands."""
    told = {
        "name": "toss_coin",
        "version": "1",
        "effect": run.pop("effect", "read"),
        "description": {"it": "x", "en": "x"},
        "message": {"it": "x", "en": "x"},
        "result": {"properties": {"side": {"type": "string"}, "entries": {"type": "array"}}},
        "run": {**run, "timeout_s": timeout_s},
    }
    return parse_manifest(told, str(folder / "manifest.toml"))


def code(folder: Path, text: str, name: str = "tool.py") -> Path:
    """A file of code in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def program(folder: Path, text: str, timeout_s: float = 20.0) -> Manifest:
    """A command executor in Python."""
    code(folder, text)
    return declared(folder, timeout_s, command=[sys.executable, "tool.py"])


def test_a_function_beside_the_manifest_is_called(small: SmallWorld, tmp_path: Path) -> None:
    """With the arguments and the context; counts are filled in."""
    code(tmp_path / "u", "def toss(args, context):\n    return {'side': args['bet'] + context.lang}\n")

    answer = small.run(declared(tmp_path / "u", python="tool:toss"), bet="testa ")

    assert answer == {"side": "testa it", "ok_count": 1, "error_count": 0, "errors": []}


def test_a_changed_file_is_loaded_again(small: SmallWorld, tmp_path: Path) -> None:
    """Without a new process."""
    manifest = declared(tmp_path, python="tool:toss")
    path = code(tmp_path, "def toss(args, context):\n    return {'side': 'a'}\n")
    first = small.run(manifest)

    path.write_text("def toss(args, context):\n    return {'side': 'b'}\n")
    os.utime(path, ns=(10**18, 10**18))
    second = small.run(manifest)

    assert (first["side"], second["side"]) == ("a", "b")


def test_a_function_may_import_its_neighbours(small: SmallWorld, tmp_path: Path) -> None:
    """Files beside the manifest are found."""
    code(tmp_path, "SIDE = 'edge'\n", "neighbour_of_toss.py")
    code(tmp_path, "from neighbour_of_toss import SIDE\ndef toss(args, context):\n    return {'side': SIDE}\n")

    assert small.run(declared(tmp_path, python="tool:toss"))["side"] == "edge"
    assert str(tmp_path) not in sys.path


def test_neighbours_of_two_executors_are_not_mixed_up(small: SmallWorld, tmp_path: Path) -> None:
    """Both have a file of the same name."""
    for side in ("head", "tail"):
        code(tmp_path / side, f"SIDE = {side!r}\n", "helper_of_toss.py")
        code(tmp_path / side, "import helper_of_toss as it\ndef toss(args, context):\n    return {'side': it.SIDE}\n")

    said = [small.run(declared(tmp_path / side, python="tool:toss"))["side"] for side in ("head", "tail")]

    assert said == ["head", "tail"]


@pytest.mark.parametrize(
    ("body", "error_class", "key"),
    [
        ("raise ValueError('no')", ErrorClass.INTERNAL, "executor_fault"),
        ("raise SystemExit(3)", ErrorClass.INTERNAL, "executor_fault"),
        ("return 3", ErrorClass.INTERNAL, "bad_answer"),
        ("return {'side': 3}", ErrorClass.INTERNAL, "bad_answer"),
        ("return {'entries': ['x']}", ErrorClass.INTERNAL, "bad_answer"),
        ("import no_such_library", ErrorClass.INTERNAL, "executor_fault"),
        ("from metnos_cli.errors import ErrorClass, ExecutorError\n    raise ExecutorError(ErrorClass.OUT_OF_SCOPE)",
         ErrorClass.OUT_OF_SCOPE, "class_out_of_scope"),
    ],
)  # fmt: skip
def test_whatever_a_function_does_has_a_class(
    small: SmallWorld, tmp_path: Path, body: str, error_class: ErrorClass, key: str
) -> None:
    """It never takes the turn down with it."""
    code(tmp_path, f"def toss(args, context):\n    {body}\n")

    with pytest.raises(ExecutorError) as raised:
        small.run(declared(tmp_path, python="tool:toss"))

    assert (raised.value.error_class, raised.value.key) == (error_class, key)


@pytest.mark.parametrize(
    ("text", "key"),
    [("import no_such_library\n", "package_missing"), ("x = 1\n", "no_target"), (None, "no_target")],
)
def test_a_function_that_is_not_there(small: SmallWorld, tmp_path: Path, text: str | None, key: str) -> None:
    """A missing library is not the same as a missing function."""
    if text is not None:
        code(tmp_path, text)

    with pytest.raises(ExecutorError) as raised:
        small.run(declared(tmp_path, python="tool:toss"))

    assert raised.value.key == key


def test_a_function_that_does_not_end_is_left_behind(small: SmallWorld, tmp_path: Path) -> None:
    """In time; and afterwards it can touch no file any more."""
    code(
        tmp_path,
        "import threading\n"
        "GO, ENDED = threading.Event(), threading.Event()\n"
        "SAID = []\n"
        "def toss(args, context):\n"
        "    GO.wait(30)\n"
        "    try:\n"
        "        context.files.write(context.files.writable('~/late.txt'), b'x', overwrite=True)\n"
        "    except BaseException as error:\n"
        "        SAID.append(type(error).__name__)\n"
        "    ENDED.set()\n",
    )
    with pytest.raises(ExecutorError) as raised:
        small.run(declared(tmp_path, 0.2, python="tool:toss"))

    module = next(
        loaded for name, loaded in sys.modules.items() if getattr(loaded, "__file__", "") == str(tmp_path / "tool.py")
    )
    module.GO.set()
    assert module.ENDED.wait(30)
    assert (raised.value.error_class, raised.value.key) == (ErrorClass.UNAVAILABLE, "timed_out")
    assert module.SAID == ["Interrupted"]
    assert not (small.home / "late.txt").exists()


def test_the_users_limit_is_the_lower_one(small: SmallWorld, tmp_path: Path) -> None:
    """``engine.step_timeout_s`` bounds every manifest."""
    small.config = "[engine]\nstep_timeout_s = 0.2\n"

    with pytest.raises(ExecutorError) as raised:
        small.run(program(tmp_path, "import signal\nsignal.pause()\n"))

    assert raised.value.facts["seconds"] == "0.2"


def test_a_program_reads_and_writes_json(small: SmallWorld, tmp_path: Path) -> None:
    """Arguments on stdin, the answer on stdout, language and moment in the environment, its folder as its place."""
    text = (
        "import json, os, sys\n"
        "args = json.load(sys.stdin)\n"
        "json.dump({'side': args['bet'], 'entries': [{'name': os.environ['METNOS_LANG']}, "
        "{'name': os.environ['METNOS_NOW']}, {'name': os.getcwd()}]}, sys.stdout)\n"
    )

    answer = small.run(program(tmp_path, text), bet="perché 🎲")

    assert answer["side"] == "perché 🎲"
    assert [entry["name"] for entry in answer["entries"]] == ["it", "2026-11-30T09:05:00+01:00", str(tmp_path)]
    assert answer["ok_count"] == 3


def test_a_program_beside_the_manifest_comes_first(small: SmallWorld, tmp_path: Path) -> None:
    """Named without a path, found in its folder."""
    path = code(tmp_path, '#!/bin/sh\ncat >/dev/null\necho \'{"side": "mine"}\'\n', "toss")
    path.chmod(0o700)

    assert small.run(declared(tmp_path, command=["toss"]))["side"] == "mine"


@pytest.mark.parametrize(
    ("text", "error_class", "told"),
    [
        ("import sys\nprint('\\x1b[31mno \\x9b2Jluck', file=sys.stderr)\nsys.exit(3)", ErrorClass.INTERNAL, "no luck"),
        ('import sys\nprint(\'{"error": {"class": "unavailable", "message": "closed\\\\u001b[2J"}}\')\nsys.exit(1)',
         ErrorClass.UNAVAILABLE, "closed"),
        ("import sys\nprint('[]')\nsys.exit(1)", ErrorClass.INTERNAL, None),
        ('import sys\nprint(\'{"error": {"class": "odd"}}\')\nsys.exit(1)', ErrorClass.INTERNAL, None),
    ],
)  # fmt: skip
def test_a_program_reports_its_failure(
    small: SmallWorld, tmp_path: Path, text: str, error_class: ErrorClass, told: str | None
) -> None:
    """By its status, its last line on stderr or its own report; clean of control sequences."""
    with pytest.raises(ExecutorError) as raised:
        small.run(program(tmp_path, text))

    assert raised.value.error_class is error_class
    assert raised.value.message == (f"toss_coin: {told}" if told else None)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("print('hello')", "answer_not_json"),
        ("print('[1]')", "bad_answer"),
        ("import sys\nsys.stdout.buffer.write(b'\\xff')", "answer_not_json"),
        ("print('x' * 21_000_000)", "answer_too_long"),
    ],
)
def test_an_answer_that_cannot_be_used(small: SmallWorld, tmp_path: Path, text: str, key: str) -> None:
    """Class internal, whatever it was."""
    with pytest.raises(ExecutorError) as raised:
        small.run(program(tmp_path, text))

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.INTERNAL, key)


def test_a_program_need_not_read_its_input(small: SmallWorld, tmp_path: Path) -> None:
    """A megabyte of arguments that nobody takes does not block."""
    text = 'import os, sys\nos.close(0)\nprint(\'{"side": "deaf"}\')\n'

    assert small.run(program(tmp_path, text), bet="x" * 1_000_000)["side"] == "deaf"


def test_a_program_that_is_not_there(small: SmallWorld, tmp_path: Path) -> None:
    """Class unavailable."""
    with pytest.raises(ExecutorError) as raised:
        small.run(declared(tmp_path, command=["no-such-program-anywhere"]))

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.UNAVAILABLE, "command_missing")


FAMILY = (
    "import os, subprocess, sys, signal\n"
    "child = subprocess.Popen([sys.executable, '-c', 'import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "print(1, flush=True); signal.pause()'], stdout=subprocess.PIPE)\n"
    "child.stdout.read(1)\n"
    "open('child', 'w').write(str(child.pid))\n"
    "signal.pause()\n"
)


def gone(pid: int) -> bool:
    """Whether a process has ended (a zombie that nobody has fetched yet has)."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True


def test_out_of_time_a_program_goes_with_its_children(small: SmallWorld, tmp_path: Path) -> None:
    """Also those that ignore the request to end."""
    with pytest.raises(ExecutorError) as raised:
        small.run(program(tmp_path, FAMILY, timeout_s=5.0))

    assert raised.value.key == "timed_out"
    child = int((tmp_path / "child").read_text())
    for _ in range(100_000):
        if gone(child):
            break
    else:
        os.kill(child, signal.SIGKILL)
        raise AssertionError("the child lives on")


def test_ctrl_c_ends_a_program(small: SmallWorld, tmp_path: Path) -> None:
    """As soon as the check says so."""

    def cancelled() -> None:
        if (tmp_path / "child").exists():
            raise Interrupted

    small.cancelled = cancelled

    with pytest.raises(Interrupted):
        small.run(program(tmp_path, FAMILY))


def test_closed_pipes_do_not_mean_the_end(small: SmallWorld, tmp_path: Path) -> None:
    """A program that closes its output and stays is still bounded by its time."""
    text = "import os, signal\nos.close(1)\nos.close(2)\nos.close(0)\nsignal.pause()\n"

    with pytest.raises(ExecutorError) as raised:
        small.run(program(tmp_path, text, timeout_s=1.0))

    assert raised.value.key == "timed_out"


def test_a_grandchild_holding_the_pipe_does_not_hold_the_turn(small: SmallWorld, tmp_path: Path) -> None:
    """The program's own end is what counts."""
    text = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import signal; signal.alarm(20); signal.pause()'])\n"
        "open('child', 'w').write(str(child.pid))\n"
        'print(\'{"side": "done"}\', flush=True)\n'
    )

    answer = small.run(program(tmp_path, text))

    os.kill(int((tmp_path / "child").read_text()), signal.SIGKILL)
    assert answer["side"] == "done"


def test_other_ways_are_asked_of_who_knows_them(small: SmallWorld, tmp_path: Path) -> None:
    """And are unavailable where nobody does."""
    manifest = declared(tmp_path, mcp={"server": "s", "tool": "t"})
    caller = ProcessRunner(callers={"mcp": lambda found, args, context: {"side": found.run.mcp["tool"], **args}})

    assert caller.call(manifest, {}, small.context())["side"] == "t"
    with pytest.raises(ExecutorError) as raised:
        small.run(manifest)
    assert raised.value.error_class is ErrorClass.UNAVAILABLE


def test_asking_executors_may_take_their_time(small: SmallWorld, tmp_path: Path) -> None:
    """A person is not bounded by the step's limit, and is asked in the thread that called."""
    small.config = "[engine]\nstep_timeout_s = 0.1\n"
    code(
        tmp_path,
        "import threading\n"
        "def toss(args, context):\n"
        "    threading.Event().wait(0.2)\n"
        "    context.check_cancelled()\n"
        "    return {'side': threading.current_thread().name}\n",
    )
    manifest = replace(declared(tmp_path, python="tool:toss"), effect="ask")

    assert small.run(manifest)["side"] == "MainThread"
