"""Manifests: what an executor is called, takes, returns and does, read from TOML and checked."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast, get_args

from metnos_cli.errors import ManifestError
from metnos_cli.records import LANGS, Effect, Lang

if TYPE_CHECKING:
    from pathlib import Path

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+")
TARGET = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
EFFECTS: tuple[str, ...] = get_args(Effect)


@dataclass(frozen=True, slots=True)
class Example:
    """A request and the arguments it stands for."""

    lang: Lang
    """Its language."""
    text: str
    """The request."""
    args: Mapping[str, Any]
    """Arguments of this executor (one step)."""


@dataclass(frozen=True, slots=True)
class RunSpec:
    """How an executor is called: exactly one of the three."""

    python: str = ""
    """``module:function`` taking ``(args, context)`` and returning a mapping."""
    command: tuple[str, ...] = ()
    """Program and arguments; JSON on stdin, JSON on stdout."""
    mcp: Mapping[str, str] = field(default_factory=dict)
    """``server`` and ``tool`` of an MCP server named in the settings."""
    pipeline: Mapping[str, Any] = field(default_factory=dict)
    """A framework as JSON: a composite executor, its slots being ``${ARG:name}``."""
    timeout_s: float = 30.0
    """Time limit in seconds."""
    prepare: str = ""
    """``module:function`` of Metnos' own, taking ``(args, context)``: turns the arguments into what will really be done
    (names into addresses, entries into text) before the vaglio judges and the user is asked."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """One executor, as declared."""

    name: str
    """``verb_object[_qualifier]``."""
    version: str
    """Its own version."""
    effect: Effect
    """What it does to the world."""
    description: Mapping[str, str]
    """By language."""
    affinity: Mapping[str, tuple[str, ...]]
    """Words that call for it, by language."""
    examples: tuple[Example, ...]
    """Requests it answers alone."""
    args: Mapping[str, Any]
    """JSON Schema (2020-12) of the arguments: an object; a property ``from_step`` means it takes entries."""
    result: Mapping[str, Any]
    """JSON Schema of the result: an object; its properties are what ``${stepN.field}`` may name."""
    message: Mapping[str, str]
    """Final message by language, over its own fields: ``${ok_count}``."""
    run: RunSpec
    """How it is called."""
    folder: str = ""
    """Where the manifest stands (a user's executor imports and runs beside it)."""
    digest: str = ""
    """SHA-256 of the declaration, canonical JSON."""

    @property
    def verb(self) -> str:
        """First word of the name."""
        return self.name.split("_")[0]

    @property
    def object(self) -> str:
        """Second word of the name."""
        return self.name.split("_")[1]

    @property
    def qualifier(self) -> str:
        """What follows verb and object, or empty."""
        return "_".join(self.name.split("_")[2:])

    @property
    def fields(self) -> tuple[str, ...]:
        """Result fields that ``${stepN.field}`` may name."""
        return tuple(self.result.get("properties", {}))

    @property
    def takes_entries(self) -> bool:
        """Whether it works on the entries of an earlier step."""
        return "from_step" in self.args.get("properties", {})

    @property
    def gives_entries(self) -> bool:
        """Whether a later step may work on its entries."""
        return "entries" in self.result.get("properties", {})


def read_manifest(path: Path) -> Manifest:
    """Read and check one manifest file.

    Raises:
        ManifestError: It cannot be read, is not TOML, or breaks the format; the facts name file, pointer and why.
    """
    import tomllib

    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ManifestError(file=str(path), pointer="/", why=str(error)) from error
    return parse_manifest(told, str(path))


def parse_manifest(told: Mapping[str, Any], source: str, digest: str = "") -> Manifest:
    """Check a manifest given as data.

    Args:
        told: The TOML document.
        source: Where it stands, for messages.
        digest: Its digest, when it is known already; otherwise it is worked out.

    Raises:
        ManifestError: It breaks the format.
    """
    reader = _Reader(told, source)
    name = reader.text("name")
    if not NAME.fullmatch(name):
        reader.fail("/name", "verb_object[_qualifier]")
    effect = reader.text("effect")
    if effect not in EFFECTS:
        reader.fail("/effect", " | ".join(EFFECTS))
    return Manifest(
        name=name,
        version=reader.text("version"),
        effect=cast("Effect", effect),
        description=reader.by_language("description"),
        affinity=reader.affinity(),
        examples=reader.examples(),
        args=reader.schema("args"),
        result=_with_counts(reader.schema("result")),
        message=reader.by_language("message"),
        run=reader.run(),
        folder=str(source).rpartition("/")[0],
        digest=digest or digest_of(told),
    )


def digest_of(told: Any) -> str:
    """SHA-256 of a JSON value in canonical form (sorted keys, no white space)."""
    canonical = json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _with_counts(schema: dict[str, Any]) -> dict[str, Any]:
    """Every executor counts what went well and what did not."""
    counts = {"ok_count": {"type": "integer"}, "error_count": {"type": "integer"}}
    return {**schema, "properties": {**schema.get("properties", {}), **counts}}


class _Reader:
    """Takes a manifest apart and says where it is wrong."""

    def __init__(self, told: Mapping[str, Any], source: str) -> None:
        self.told = told
        self.source = source

    def fail(self, pointer: str, why: str) -> None:
        raise ManifestError(file=self.source, pointer=pointer, why=why)

    def text(self, key: str) -> str:
        value = self.told.get(key)
        if not isinstance(value, str) or not value.strip():
            self.fail(f"/{key}", "text")
        return cast("str", value)

    def table(self, key: str) -> Mapping[str, Any]:
        value = self.told.get(key, {})
        if not isinstance(value, Mapping):
            self.fail(f"/{key}", "table")
        return cast("Mapping[str, Any]", value)

    def by_language(self, key: str) -> Mapping[str, str]:
        texts = self.table(key)
        for lang in LANGS:
            if not isinstance(texts.get(lang), str):
                self.fail(f"/{key}/{lang}", "text")
        return texts

    def texts(self, value: Any, pointer: str) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(part, str) and part for part in value):
            self.fail(pointer, "list of texts")
        return tuple(value)

    def affinity(self) -> dict[str, tuple[str, ...]]:
        return {lang: self.texts(words, f"/affinity/{lang}") for lang, words in self.table("affinity").items()}

    def schema(self, key: str) -> dict[str, Any]:
        schema = dict(self.table(key))
        schema.setdefault("type", "object")
        if schema["type"] != "object":
            self.fail(f"/{key}/type", "object")
        if not isinstance(schema.get("properties", {}), Mapping):
            self.fail(f"/{key}/properties", "table")
        schema.setdefault("properties", {})
        if key == "args":
            schema.setdefault("additionalProperties", False)
        return schema

    def examples(self) -> tuple[Example, ...]:
        read = []
        listed = self.told.get("examples", [])
        if not isinstance(listed, list | tuple):
            self.fail("/examples", "list of tables")
        for place, told in enumerate(listed):
            if not isinstance(told, Mapping) or told.get("lang") not in LANGS or not isinstance(told.get("text"), str):
                self.fail(f"/examples/{place}", "lang, text, args")
            args = told.get("args", {})
            if not isinstance(args, Mapping):
                self.fail(f"/examples/{place}/args", "table")
            read.append(Example(told["lang"], told["text"], dict(args)))
        return tuple(read)

    def run(self) -> RunSpec:
        told = self.table("run")
        ways = [way for way in ("python", "command", "mcp", "pipeline") if told.get(way)]
        if len(ways) != 1:
            self.fail("/run", "python | command | mcp | pipeline")
        timeout = told.get("timeout_s", 30.0)
        if not isinstance(timeout, int | float) or isinstance(timeout, bool) or timeout <= 0:
            self.fail("/run/timeout_s", "> 0")
        python = told.get("python", "")
        if not isinstance(python, str) or (python and not TARGET.fullmatch(python)):
            self.fail("/run/python", "module:function")
        prepare = told.get("prepare", "")
        if not isinstance(prepare, str) or (prepare and not prepare.startswith("metnos_cli.")):
            self.fail("/run/prepare", "metnos_cli.module:function")
        for way in ("mcp", "pipeline"):
            if not isinstance(told.get(way, {}), Mapping):
                self.fail(f"/run/{way}", "table")
        return RunSpec(
            python=python,
            command=self.texts(told.get("command", ()), "/run/command"),
            mcp=dict(told.get("mcp", {})),
            pipeline=dict(told.get("pipeline", {})),
            timeout_s=float(timeout),
            prepare=prepare,
        )
