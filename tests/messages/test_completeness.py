"""Every sentence a user reads exists in both languages, with the same facts; every key the code uses exists."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from metnos_cli import errors, messages
from metnos_cli.records import LANGS

PACKAGE = Path(messages.__file__).resolve().parents[1]
ITALIAN = messages.sentences("it")
ENGLISH = messages.sentences("en")
SECTIONS = frozenset(ITALIAN)


def flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """(dotted key, sentence) of a language."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def facts(sentence: str) -> set[str]:
    """The values that a sentence names."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


KEYS = sorted({key for language in (ITALIAN, ENGLISH) for key, _ in flat(language)})


def test_both_languages_have_the_same_keys() -> None:
    """None is missing on either side."""
    assert {key for key, _ in flat(ITALIAN)} ^ {key for key, _ in flat(ENGLISH)} == set()


@pytest.mark.parametrize("key", KEYS)
def test_a_sentence_tells_the_same_in_both_languages(key: str) -> None:
    """A text, not empty, naming the same facts, free of stray blanks."""
    for lang in LANGS:
        told = messages.raw(lang, key)
        assert told.strip()
        assert told == told.strip() or told.startswith("  "), told
    assert facts(messages.raw("it", key)) == facts(messages.raw("en", key))


def test_a_section_alone_is_what_it_is_among_the_others() -> None:
    """So no sentence may hold a line that looks like a heading."""
    for lang in LANGS:
        for name, table in messages.sentences(lang).items():
            assert messages.section(lang, name) == table
    assert messages.section("it", "no_such_section") == {}


def error_classes() -> list[type[errors.MetnosError]]:
    """The whole tree."""
    found = [errors.MetnosError]
    for parent in found:
        found += parent.__subclasses__()
    return [kind for kind in found if kind.__module__ == errors.__name__]


@pytest.mark.parametrize("kind", error_classes(), ids=lambda kind: kind.__name__)
def test_every_class_of_error_has_a_sentence(kind: type[errors.MetnosError]) -> None:
    """Under its own key."""
    assert messages.has("it", f"error.{kind.default_key}")


@pytest.mark.parametrize("kind", list(errors.ErrorClass))
def test_every_error_class_has_a_cause_and_an_action(kind: errors.ErrorClass) -> None:
    """The terminator needs both."""
    assert messages.has("it", f"error.class_{kind.value}")
    assert messages.has("it", f"terminator.{kind.value}")


RAISERS = frozenset(kind.__name__ for kind in error_classes())
"""Their first argument is a key below [error] (of an ExecutorError, the second)."""
REASONS = {"Miss": (1, "miss"), "Check": (2, "gate"), "Verdict": (1, "vaglio"), "Abstention": (0, "abstain")}
"""Records whose argument at that place is a key below that section."""
CALLS = {"noting": (0, "note"), "_warn_once": (0, "note"), "config_error": (0, "error")}


TELLERS = frozenset({"text", "told", "raw", "has", "sentence", "say"})
"""Functions that look a sentence up by its dotted key."""


def used_keys(path: Path) -> Iterator[tuple[int, str]]:
    """(line, dotted key) of every key that stands in a module as it is; a beginning of keys ends in ``*``."""
    section = "learnt" if path.parent.name == "memory" else "note"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Tuple) and path.parent.name in ("memory", "pipeline", "cli"):
            yield from ((node.lineno, f"{section}.{key}") for key in paired(node))
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        found = key_of_call(name, node)
        if found is not None:
            yield node.lineno, found
        for argument in node.args if name in TELLERS else ():
            yield from ((node.lineno, key) for key in written(argument))


def paired(node: ast.Tuple) -> Iterator[str]:
    """The key of a (key, facts) pair: what was learnt, or a note."""
    if len(node.elts) == 2 and isinstance(node.elts[1], ast.Dict) and isinstance(node.elts[0], ast.Constant):
        yield str(node.elts[0].value)


def written(node: ast.expr) -> Iterator[str]:
    """Keys in an argument: a text, either side of a condition, or the beginning of a text put together."""
    if isinstance(node, ast.IfExp):
        yield from (*written(node.body), *written(node.orelse))
    told = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
    text = told.value if isinstance(told, ast.Constant) and isinstance(told.value, str) else ""
    if "." in text and text.partition(".")[0] in SECTIONS:
        yield text if told is node else f"{text}*"


def exists(key: str) -> bool:
    """Whether there is such a sentence, or one that begins so; a setting's name is no sentence."""
    from metnos_cli.config.schema import BY_NAME

    if key in BY_NAME:
        return True
    return any(known.startswith(key[:-1]) for known in KEYS) if key.endswith("*") else messages.has("it", key)


def key_of_call(name: str, call: ast.Call) -> str | None:
    """The key that a call of this name takes, when it is written out."""
    place, section = CALLS.get(name) or REASONS.get(name) or ((1 if name == "ExecutorError" else 0), "error")
    if name not in RAISERS | set(CALLS) | set(REASONS) or len(call.args) <= place:
        return None
    argument = call.args[place]
    if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str) or not argument.value:
        return None
    whole = "." in argument.value and argument.value.partition(".")[0] in SECTIONS
    return argument.value if whole else f"{section}.{argument.value}"


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE / "bench")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_key_the_code_uses_exists(path: Path) -> None:
    """Raised errors, reasons of layers, gate, vaglio and proposers, notes, and keys written out."""
    undone = path.name.startswith("undo")  # what cannot be taken back has its own sentences
    missing = [
        f"{line} {key}"
        for line, key in used_keys(path)
        if not exists(key) and not (undone and exists(key.replace("error.", "undo.")))
    ]

    assert missing == []


def test_every_setting_the_code_reads_exists() -> None:
    """``settings.integer("ui.rows")`` with a key of that kind."""
    from metnos_cli.config.schema import BY_NAME

    readers = {
        "text": ("text", "path", "zone"),
        "integer": ("integer",),
        "number": ("number", "integer"),
        "flag": ("flag",),
        "texts": ("texts", "folders"),
        "table": ("table",),
        "path": ("path", "text"),
    }
    pattern = re.compile(r"settings\.(text|integer|number|flag|texts|table|path)\(\s*\"([a-z_]+\.[a-z_]+)\"\s*\)")
    wrong = [
        f"{path.relative_to(PACKAGE)} {reader}({key})"
        for path in PACKAGE.rglob("*.py")
        for reader, key in pattern.findall(path.read_text(encoding="utf-8"))
        if key not in BY_NAME or BY_NAME[key].kind not in readers[reader]
    ]

    assert wrong == []


@pytest.mark.parametrize("name", ["explain", "help", "quit"])
def test_slash_commands_have_sentences(name: str) -> None:
    """Each row of the table, in both languages."""
    from metnos_cli.ui.repl.commands import TABLE

    assert {row.name for row in TABLE} == set(ITALIAN["slash"])
    assert name in ENGLISH["slash"]
