"""The grammar of one whole plan: steps unrolled by place, each knowing what the earlier ones give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ManifestError
from metnos_cli.plan.grammar.emitter import CALL, PLAN, Dialect
from metnos_cli.plan.grammar.gbnf import STATE, TOOL, choice, literal, safe_name, sequence
from metnos_cli.plan.grammar.history import History, Kind, State, kind_of
from metnos_cli.plan.grammar.primitives import closure, primitives
from metnos_cli.plan.grammar.tools import Tool, Written, prefixes, written_tool
from metnos_cli.plan.placeholders import RUNTIME_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from metnos_cli.executors.manifest import Manifest

MAX_FILLERS = 8
_CALLS, _MOST_CALLS = 160, 200
"""How many (state, executor) pairs a step should have, and how many it may have so that at least the step before it is
remembered: the size of a grammar, and the time to write and to read it, grow with them."""
_MOST_STATES = 40

_OPENING = '"{" gap "\\"tool\\":" gap'
_FILLER = (
    '"\\"" filler-name "\\":" gap "{" gap "\\"prompt\\":" gap "\\"" free plain-rest '
    '("," gap "\\"default\\":" gap plain-text)? ("," gap "\\"tier\\":" gap "\\"fast\\"")? gap "}"'
)
_END = f'gap (fillers gap)? ("," gap "\\"final_message\\":" gap "\\"" rest{STATE} gap)? "}}"'
_FIXED = {
    "fillers": f'"," gap "\\"fillers\\":" gap "{{" gap (filler ("," gap filler){{0,{MAX_FILLERS - 1}}} gap)? "}}"',
    "filler": _FILLER,
    "runtime-key": choice([literal(key) for key in RUNTIME_KEYS]),
}
_OWN = '"FILLER:" filler-name | "RUNTIME:" runtime-key'
_WANTED = {"bound": "any", "string-bound": "string", "other-bound": "other"}
_ALWAYS = frozenset(("gap", "plain-text", "free", "filler-name", "never"))


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


def _limit(kinds: int, tools: int) -> int:
    """How many states a step may have."""
    usual = max(1, min(_MOST_STATES, _CALLS // tools))
    return max(usual, kinds) if kinds * tools <= _MOST_CALLS else usual


class _Plan:
    """One grammar in the making."""

    def __init__(
        self, pool: Sequence[Manifest], tools: Sequence[Tool], max_steps: int, done: Sequence[Manifest]
    ) -> None:
        self.max_steps = max_steps
        kinds: dict[Kind, int] = {}
        self.tools = tools
        self.prefixes = prefixes([safe_name(manifest.name) for manifest in pool])
        self.kind = [kinds.setdefault(kind_of(manifest), len(kinds)) for manifest in pool]
        past = [kinds.setdefault(kind_of(manifest), len(kinds)) for manifest in done]
        self.giving = sorted({kind.entries for kind in kinds})
        self.history = History(tuple(kinds), _limit(len(kinds), len(tools)))
        self.start = self.history.start(past)
        self.calls = {sourced: self._calls(sourced=sourced) for sourced in (True, False)}
        self.numbers: dict[State, int] = {}
        self.steps: set[State] = set()
        self.ends: set[State] = set()
        self.lines: list[str] = []
        self.uses: frozenset[str] = _ALWAYS
        self._afters: dict[tuple[State | None, State], str] = {}
        self._fields: dict[tuple[int, int, str], str] = {}
        self._field_rules: dict[str, str] = {}

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
        level = [state for state in self.start if self._callable(state)]
        opening = '"{" gap "\\"steps\\":" gap "[" gap'
        if level:
            ways = choice([self._step_name(state) for state in level])
            self.lines.append(f"root ::= {opening} ({ways})" if len(level) > 1 else f"root ::= {opening} {ways}")
        else:  # nothing can begin a plan: only the empty one can be written
            self.lines.append(f'root ::= {opening} "]" {self._end_name(self.start[0])}')
        for place in range(1, self.max_steps + 1):
            level = self._write_steps(level, last=place == self.max_steps)
        self._write_states()
        self._write_shared()
        return "\n".join(self.lines) + "\n"

    def _step_name(self, state: State) -> str:
        self.steps.add(state)
        return f"step{self._suffix(state)}"

    def _end_name(self, state: State) -> str:
        self.ends.add(state)
        return f"end{self._suffix(state)}"

    def _suffix(self, state: State) -> str:
        """What stands for ``STATE`` in names; two dashes, which no other name has."""
        return f"--{self.numbers.setdefault(state, len(self.numbers))}"

    def _callable(self, state: State) -> bool:
        return bool(self.calls[self.history.sourced(state)])

    def _write_steps(self, level: Iterable[State], *, last: bool) -> list[State]:
        """The rules of one step, after each way in which the plan may have begun; the states of the next step."""
        following: dict[State, None] = {}
        templates: dict[tuple[int, ...], str] = {}
        for state in level:
            keeps = {gives: self._keep(state, gives, last, following) for gives in self.giving}
            apart = self.history.told_apart(state) or self.history.exact(len(state) + 1)
            key = state if apart else (*self.history.marks(state), *keeps.values())
            if key not in templates:
                templates[key] = self._calls_then(state, keeps, last, following)
            self.lines.append(f"{self._step_name(state)} ::= {templates[key].replace(STATE, self._suffix(state))}")
        return list(following)

    def _calls_then(self, state: State, keeps: dict[bool, bool], last: bool, following: dict[State, None]) -> str:
        """The calls of one step, each with what may follow; ``STATE`` stands for the state."""
        afters: dict[int, str] = {}
        told = []
        for kind, call in self.calls[self.history.sourced(state)]:
            if kind not in afters:
                taken = self.history.taken(state, kind)
                after = self._after(None if last else taken, self.history.ends(state, kind), following)
                keep = f"keep-{'yes' if self.history.gives(kind) else 'no'}{STATE}"
                afters[kind] = f"({after} | {keep})" if keeps[self.history.gives(kind)] else after
            told.append(f"{call} {afters[kind]}")
        return f"{_OPENING} ({' | '.join(told)})"

    def _after(self, further: State | None, end: State, following: dict[State, None]) -> str:
        """The rule of what may follow a step that is remembered."""
        if further is not None and not self._callable(further):
            further = None
        key = (further, end)
        if key not in self._afters:
            name = self._afters[key] = f"after--{len(self._afters)}"
            told = [] if further is None else [f'"," gap {self._step_name(further)}']
            told.append(f'"]" {self._end_name(end)}')
            self.lines.append(f"{name} ::= gap ({' | '.join(told)})" if len(told) > 1 else f"{name} ::= gap {told[0]}")
        if further is not None:
            following[further] = None
        return self._afters[key]

    def _keep(self, state: State, gives: bool, last: bool, following: dict[State, None]) -> bool:
        """Write the rule of what may follow a step while an earlier one stays remembered; whether there is any."""
        kept = () if last else self.history.kept(state, gives=gives)
        further = [held for held in kept if self._callable(held)]
        following.update(dict.fromkeys(further))
        told = [f'"," gap {self._step_name(held)}' for held in further]
        told += [f'"]" {self._end_name(held)}' for held in self.history.kept_ends(state)]
        if told:
            self.lines.append(f"keep-{'yes' if gives else 'no'}{self._suffix(state)} ::= gap ({' | '.join(told)})")
        return bool(told)

    def _write_states(self) -> None:
        """The rules that differ by state: arguments, texts, what they may refer to."""
        blocks: dict[tuple[bool, bool, bool], tuple[str, list[str]]] = {}
        for state in list(self.numbers):
            key = (self.history.sourced(state), state in self.steps, state in self.ends)
            if key not in blocks:
                blocks[key] = self._block(*key)
            text, needed = blocks[key]
            suffix = self._suffix(state)
            if text:
                self.lines.append(text.replace(STATE, suffix))
            for name in needed:
                self.lines.append(f"{name}{suffix} ::= {self._reference(name, state)}")

    def _block(self, sourced: bool, step: bool, end: bool) -> tuple[str, list[str]]:
        """Rules of a state, with ``STATE`` in their names, and the rules that depend on more than that."""
        lines = [f"end{STATE} ::= {_END}"] if end else []
        uses = frozenset((f"rest{STATE}",)) if end else frozenset()
        for written, prefix in self._written(sourced=sourced) if step else ():
            uses |= written.uses
            if written.differing:
                lines.append(written.differing.replace(TOOL, prefix))
        known = primitives()
        needed = []
        for name in closure(uses):
            if name in known and STATE in name:
                lines.append(f"{name} ::= {known[name][0]}")
            elif name not in known and STATE in name:
                needed.append(name.removesuffix(STATE))
        self.uses |= uses
        return "\n".join(lines), needed

    def _written(self, *, sourced: bool) -> list[tuple[Written, str]]:
        both = [
            (tool.sourced if sourced else tool.alone, prefix)
            for tool, prefix in zip(self.tools, self.prefixes, strict=True)
        ]
        return [(written, prefix) for written, prefix in both if written is not None]

    def _reference(self, name: str, state: State) -> str:
        """The body of a rule that names earlier steps."""
        if name == "source":
            return " | ".join([f'"{place}"' for place, kind in enumerate(state, 1) if self.history.gives(kind)])
        wanted = _WANTED.get(name)
        steps = self._steps_with(state, wanted or name.removesuffix("-of"))
        if wanted is None:
            return f'"\\"${{step" ({steps}) "}}\\""' if steps else "never"
        if wanted == "other":
            return f'"step" ({steps})' if steps else "never"
        return f'"step" ({steps}) | {_OWN}' if steps else _OWN

    def _steps_with(self, state: State, wanted: str) -> str:
        """Earlier steps and their fields of a type."""
        known = self._fields
        told = []
        for key in zip(range(1, len(state) + 1), state, (wanted,) * len(state), strict=True):
            found = known.get(key)
            if found is None:
                found = known[key] = self._step_fields(*key)
            if found:
                told.append(found)
        return " | ".join(told)

    def _step_fields(self, place: int, kind: int, wanted: str) -> str:
        """One earlier step and its fields of a type; empty when there are none."""
        names = [name for name, types in self.history.fields(kind) if _may_be(types, wanted)]
        if not names:
            return ""
        rule = self._field_rules.setdefault(
            choice([literal(name) for name in names]), f"fields-{len(self._field_rules)}"
        )
        return f'"{place}." {rule}'

    def _write_shared(self) -> None:
        """The rules that are the same everywhere."""
        known = primitives()
        self.lines += [f"{name} ::= {body}" for body, name in self._field_rules.items()]
        self.lines += [f"{name} ::= {body}" for name, body in _FIXED.items()]
        shared: dict[str, None] = {}
        for sourced in (True, False):
            for written, prefix in self._written(sourced=sourced):
                if written.shared:
                    shared[written.shared.replace(TOOL, prefix)] = None
        self.lines += shared
        self.lines += [
            f"{name} ::= {known[name][0]}" for name in closure(self.uses) if name in known and STATE not in name
        ]


def _may_be(types: frozenset[str] | None, wanted: str) -> bool:
    """Whether a field may have a type; ``any``: whichever, ``other``: anything but text."""
    if wanted == "any":
        return True
    if types is None:
        return wanted != "other"
    if wanted == "other":
        return "string" not in types
    return wanted in types or (wanted == "number" and "integer" in types)
