"""The grammar of one whole plan: steps unrolled by place, each knowing what the earlier ones give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ManifestError
from metnos_cli.plan.grammar.emitter import CALL, PLAN, Dialect
from metnos_cli.plan.grammar.gbnf import STATE, TOOL, choice, literal, safe_name, sequence
from metnos_cli.plan.grammar.history import GIVING, OTHER, History, State, fields_of_type, kind_of, shared_fields
from metnos_cli.plan.grammar.primitives import closure, primitives
from metnos_cli.plan.grammar.skeleton import skeleton
from metnos_cli.plan.grammar.tools import Tool, Written, prefixes, written_tool
from metnos_cli.plan.placeholders import RUNTIME_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.executors.manifest import Manifest

MAX_FILLERS = 8
_CALLS, _MOST_CALLS = 120, 240
"""How many (state, executor) pairs a step should have, and how many it may have so that at least the step before it is
remembered: the size of a grammar, and the time to write and to read it, grow with them."""
_MOST_STATES = 40
_SIZE, _TEXTS = 400_000, 1_500
"""About how many characters the rules that differ by state may have in all, and those of a state without arguments."""

_OPENING = '"{" gap "\\"tool\\":" gap'
_FILLER = (
    '"\\"" filler-name "\\":" gap "{" gap "\\"prompt\\":" gap "\\"" visible plain-rest '
    '("," gap "\\"default\\":" gap plain-text)? ("," gap "\\"tier\\":" gap "\\"fast\\"")? gap "}"'
)
_END = f'gap (fillers gap)? ("," gap "\\"final_message\\":" gap "\\"" rest{STATE} gap)? "}}"'
_FIXED = {
    "fillers": f'"," gap "\\"fillers\\":" gap "{{" gap (filler ("," gap filler){{0,{MAX_FILLERS - 1}}} gap)? "}}"',
    "filler": _FILLER,
    "runtime-key": choice([literal(key) for key in RUNTIME_KEYS]),
}
_OWN = '"FILLER:" filler-name | "RUNTIME:" runtime-key'
_WANTED = ("source", "string-bound", "other-bound")
_SOURCE, _STRING, _OTHER = 0, 1, 2
_ALWAYS = frozenset(("gap", "plain-text", "visible", "filler-name", "never"))


def framework_grammar(pool: Sequence[Manifest], max_steps: int, done: Sequence[Manifest] = ()) -> str:
    """The text of the grammar.

    Args:
        pool: Executors that may be called.
        max_steps: At most so many steps.
        done: Executors of steps that have already run; the plan's own steps are counted on from there.

    Raises:
        ManifestError: No executor of the pool has arguments that can be written.
    """
    tools = _tools(pool, PLAN)
    return _Plan([manifest for manifest, _ in tools], [tool for _, tool in tools], max_steps, done).text()


def tool_grammar(pool: Sequence[Manifest]) -> str:
    """The text of the grammar of one call, its arguments being plain values.

    Raises:
        ManifestError: No executor of the pool has arguments that can be written.
    """
    tools = _tools(pool, CALL)
    calls, rules = [], []
    uses = frozenset(("gap",))
    for (_, tool), prefix in zip(tools, _prefixes(tools), strict=True):
        if tool.sourced is not None:
            calls.append(sequence([tool.head, tool.sourced.args]).replace(TOOL, prefix))
            rules.append(tool.sourced.shared.replace(TOOL, prefix))
            uses |= tool.sourced.uses
    lines = [f'root ::= {_OPENING} ({choice(calls)}) gap "}}"', *filter(None, rules)]
    known = primitives()
    lines += [f"{name} ::= {known[name][0]}" for name in closure(uses)]
    return "\n".join(lines) + "\n"


def _tools(pool: Sequence[Manifest], dialect: Dialect) -> list[tuple[Manifest, Tool]]:
    """The executors whose arguments can be written; one that cannot does not spoil the others."""
    found, problem = [], None
    for manifest in pool:
        try:
            found.append((manifest, written_tool(manifest, dialect)))
        except ManifestError as error:
            problem = error
    if not found:
        raise problem or ManifestError(file="", pointer="/args", why="no executor")
    return found


def _prefixes(tools: Sequence[tuple[Manifest, Tool]]) -> list[str]:
    return prefixes([safe_name(manifest.name) for manifest, _ in tools])


def _limit(kinds: int, tools: Sequence[Tool], max_steps: int) -> int:
    """How many states a step may have.

    Args:
        kinds: How many the last step alone makes.
        tools: Executors that each state can call.
        max_steps: At most so many steps.
    """
    usual = max(1, min(_MOST_STATES, _CALLS // len(tools)))
    wanted = max(usual, kinds) if kinds * len(tools) <= _MOST_CALLS else usual
    one = sum(len(written.differing) for tool in tools if (written := tool.sourced or tool.alone) is not None)
    return max(2, min(wanted, _SIZE // (max_steps * (one + _TEXTS))))


class _Plan:
    """One grammar in the making: calls, arguments and references put on a skeleton."""

    def __init__(
        self, pool: Sequence[Manifest], tools: Sequence[Tool], max_steps: int, done: Sequence[Manifest]
    ) -> None:
        self.tools = tools
        self.prefixes = prefixes([safe_name(manifest.name) for manifest in pool])
        own = [kind_of(manifest) for manifest in pool]
        kinds = sorted(dict.fromkeys(own), key=lambda kind: not kind.entries)  # so that pools have one skeleton
        called, mixed = len(kinds), len({kind.entries for kind in kinds})
        past = [kind_of(manifest) for manifest in done]
        kinds += [kind for kind in dict.fromkeys(past) if kind not in kinds]
        self.kind = [kinds.index(kind) for kind in own]
        start = tuple([kinds.index(kind) for kind in past])
        limit = _limit(called * mixed, tools, max_steps)
        self.history = History(tuple([kind.entries for kind in kinds]), called, start, limit)
        self.fields = {place: kind.fields for place, kind in enumerate(kinds)}
        self.fields[GIVING] = shared_fields([kind for kind in kinds[:called] if kind.entries])
        self.fields[OTHER] = shared_fields(kinds[:called])
        self.calls = {sourced: self._calls(sourced=sourced) for sourced in (True, False)}
        self.skeleton = skeleton(self.history, max_steps, sourced=bool(self.calls[True]), alone=bool(self.calls[False]))
        self.lines: list[str] = []
        self.wanted = self._wanted()
        self.uses: frozenset[str] = _ALWAYS
        self._pieces: dict[tuple[int, int], tuple[str, ...]] = {}
        self._told: dict[State, tuple[str, ...]] = {(): ("",) * len(self.wanted)}
        self._field_rules: dict[str, str] = {}

    def _wanted(self) -> tuple[str, ...]:
        """Rules that name earlier steps: the usual ones, and those for the types of the pool's arguments."""
        written = [held for tool in self.tools for held in (tool.sourced, tool.alone) if held is not None]
        uses = frozenset().union(*(held.uses for held in written))
        typed = {name.removesuffix(STATE) for name in uses if name.endswith(f"-of{STATE}")}
        return (*_WANTED, *sorted(typed))

    def _calls(self, *, sourced: bool) -> list[tuple[int, str]]:
        """(kind, call up to its end) of each executor that can be called."""
        told = []
        for tool, kind, prefix in zip(self.tools, self.kind, self.prefixes, strict=True):
            written = tool.sourced if sourced else tool.alone
            if written is not None:
                told.append((kind, sequence([tool.head, written.args, "gap", '"}"']).replace(TOOL, prefix)))
        return told

    def text(self) -> str:
        """The whole grammar."""
        self.lines += [self.skeleton.root, self.skeleton.lines]
        for steps in self.skeleton.steps:
            calls = " | ".join([f"{call} {steps.after[kind]}" for kind, call in self.calls[steps.sourced]])
            rule = f"step{STATE} ::= {_OPENING} ({calls})"
            self.lines += [rule.replace(STATE, suffix) for suffix in steps.suffixes]
        self._write_places()
        self._write_shared()
        return "\n".join(filter(None, self.lines)) + "\n"

    def _write_places(self) -> None:
        """The rules that differ by state: arguments, texts, what they may refer to."""
        blocks: dict[tuple[bool, bool, bool], tuple[str, list[int]]] = {}
        for place in self.skeleton.places:
            key = (place.sourced, place.step, place.end)
            if key not in blocks:
                blocks[key] = self._block(*key)
            text, needed = blocks[key]
            if text:
                self.lines.append(text.replace(STATE, place.suffix))
            if needed:
                told = self._earlier(place.state)
                for name in needed:
                    self.lines.append(f"{self.wanted[name]}{place.suffix} ::= {_reference(name, told[name])}")

    def _block(self, sourced: bool, step: bool, end: bool) -> tuple[str, list[int]]:
        """Rules of a state, with ``STATE`` in their names, and the rules that depend on more than that."""
        lines = [f"end{STATE} ::= {_END}"] if end else []
        uses = frozenset((f"rest{STATE}",)) if end else frozenset()
        for written, prefix in self._written(sourced=sourced) if step else ():
            uses |= written.uses
            if written.differing:
                lines.append(written.differing.replace(TOOL, prefix))
        known = primitives()
        needed: list[int] = []
        for name in closure(uses):
            if name in known and STATE in name:
                lines.append(f"{name} ::= {known[name][0]}")
            elif name not in known and STATE in name:
                needed.append(self.wanted.index(name.removesuffix(STATE)))
        self.uses |= uses
        return "\n".join(lines), needed

    def _written(self, *, sourced: bool) -> list[tuple[Written, str]]:
        tools = [tool.sourced if sourced else tool.alone for tool in self.tools]
        pairs = zip(tools, self.prefixes, strict=True)
        return [(written, prefix) for written, prefix in pairs if written is not None]

    def _earlier(self, state: State) -> tuple[str, ...]:
        """For each of ``wanted`` the earlier steps, and their fields, that may be named."""
        found = self._told.get(state)
        if found is None:
            before, last = self._earlier(state[:-1]), self._last(len(state), state[-1])
            pairs = zip(before, last, strict=True)
            found = tuple([f"{one} | {two}" if one and two else one or two for one, two in pairs])
            self._told[state] = found
        return found

    def _last(self, place: int, kind: int) -> tuple[str, ...]:
        """The same of one step alone."""
        key = (place, kind)
        if key not in self._pieces:
            rules = [self._field_rule(kind, wanted) for wanted in self.wanted[1:]]
            source = f'"{place}"' if self.history.gives(kind) else ""
            self._pieces[key] = (source, *[f'"{place}." {rule}' if rule else "" for rule in rules])
        return self._pieces[key]

    def _field_rule(self, kind: int, wanted: str) -> str:
        """The rule of the fields that a kind declares of a type; empty when there are none."""
        body = fields_of_type(self.fields[kind], wanted)
        return self._field_rules.setdefault(body, f"fields-{len(self._field_rules)}") if body else ""

    def _write_shared(self) -> None:
        """The rules that are the same everywhere."""
        known = primitives()
        self.lines += [f"{name} ::= {body}" for body, name in self._field_rules.items()]
        self.lines += [f"{name} ::= {body}" for name, body in _FIXED.items()]
        shared: dict[str, None] = {}
        for sourced in (True, False):
            for written, prefix in self._written(sourced=sourced):
                shared[written.shared.replace(TOOL, prefix)] = None
        self.lines += shared
        self.lines += [
            f"{name} ::= {known[name][0]}" for name in closure(self.uses) if name in known and STATE not in name
        ]


def _reference(wanted: int, steps: str) -> str:
    """The body of a rule that names earlier steps."""
    if wanted == _SOURCE:
        return steps
    if wanted == _STRING:
        return f'"step" ({steps}) | {_OWN}' if steps else _OWN
    if not steps:
        return "never"
    return f'"step" ({steps})' if wanted == _OTHER else f'"\\"${{step" ({steps}) "}}\\""'
