"""The arguments of one executor as rules, written once and put into the grammar of any pool."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.errors import ManifestError
from metnos_cli.executors.manifest import digest_of
from metnos_cli.plan.grammar.algebra import intersect
from metnos_cli.plan.grammar.emitter import Dialect, Emitter
from metnos_cli.plan.grammar.gbnf import STATE, TOOL, Rules, literal, names_in, sequence
from metnos_cli.plan.grammar.primitives import primitives
from metnos_cli.plan.grammar.reading import Reader
from metnos_cli.plan.grammar.shapes import NOTHING, Object, Shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest

_KEPT = 512
_WRITTEN: OrderedDict[tuple[str, bool], Tool | ManifestError] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Written:
    """Arguments in one situation; names hold ``TOOL`` and ``STATE`` where they differ by executor or by state."""

    args: str
    """Expression of the arguments."""
    differing: str
    """Rules that differ by state."""
    shared: str
    """Rules that do not."""
    uses: frozenset[str]
    """Primitives that the rules name."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One executor, its arguments written."""

    head: str
    """Its name and what follows up to the arguments."""
    sourced: Written | None
    """Its arguments where an earlier step gave entries; None: there are none that fit."""
    alone: Written | None
    """Its arguments where none did; None: it cannot be called there."""


def digest(manifest: Manifest) -> str:
    """What tells one declaration from another."""
    return manifest.digest or digest_of([manifest.name, manifest.args, manifest.result])


def written_tool(manifest: Manifest, dialect: Dialect) -> Tool:
    """An executor's arguments in a dialect; kept, because each pool asks again.

    Raises:
        ManifestError: The schema is none, refers to something it does not hold, or no arguments fit it.
    """
    key = (digest(manifest), dialect.plan)
    found = _WRITTEN.get(key)
    if found is None:
        try:
            found = _write(manifest, dialect)
        except ManifestError as error:
            found = error
        _WRITTEN[key] = found
        if len(_WRITTEN) > _KEPT:
            _WRITTEN.popitem(last=False)
    if isinstance(found, ManifestError):
        raise found
    return found


def forget_tools() -> None:
    """Forget what was written."""
    _WRITTEN.clear()


def _write(manifest: Manifest, dialect: Dialect) -> Tool:
    name = literal(f"{json.dumps(manifest.name, ensure_ascii=False)},")
    head = sequence([name, "gap", '"\\"args\\":"', "gap"])
    reader = Reader(manifest.args)
    shape = tuple(part for part in reader.read(manifest.args) if isinstance(part, Object))
    if not (dialect.plan and manifest.takes_entries):
        sourced = alone = _arguments(reader, shape, dialect, TOOL, {})
    else:
        sourced = _arguments(reader, shape, dialect, TOOL, {"from_step": f"source{STATE}"})
        without = intersect(shape, (Object({"from_step": NOTHING}),), reader.expand)
        alone = _arguments(reader, without, dialect, f"{TOOL}alone-", {})
    if sourced is None and alone is None:
        raise ManifestError(file=manifest.folder, pointer="/args", why=manifest.name)
    return Tool(head, sourced, alone)


def _arguments(reader: Reader, shape: Shape, dialect: Dialect, prefix: str, given: Mapping[str, str]) -> Written | None:
    rules = Rules(prefix)
    args = Emitter(rules, dialect, reader.expand, reader.note, given).outermost(shape, "args")
    return None if args is None else _collected(rules, args)


def _collected(rules: Rules, args: str) -> Written:
    """The rules that the arguments need, sorted by whether they differ by state."""
    known = primitives()
    differing: list[str] = []
    shared: list[str] = []
    uses = set()
    met = dict.fromkeys(sorted(names_in(args)))
    waiting = list(met)
    for name in waiting:  # grows while it is walked
        if name in known or name not in rules:
            uses.add(name)
            continue
        line = f"{name} ::= {rules[name]}"
        (differing if STATE in name else shared).append(line)
        for needed in sorted(names_in(rules[name])):
            if needed not in met:
                met[needed] = None
                waiting.append(needed)
    return Written(args, "\n".join(differing), "\n".join(shared), frozenset(uses))


def prefixes(names: Sequence[str]) -> list[str]:
    """What stands for ``TOOL`` in the rules of each executor: no two alike, and like the start of no other rule.

    Args:
        names: Safe rule names.
    """
    told: dict[str, None] = {}
    for name in names:
        prefix, number = f"t-{name}-", 1
        while prefix in told:
            number += 1
            prefix = f"t-{name}-{number}-"
        told[prefix] = None
    return list(told)
