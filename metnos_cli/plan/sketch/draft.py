"""The plan being drafted: its steps so far, what is missing, and what was left over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.errors import ErrorClass
from metnos_cli.plan.placeholders import of_step
from metnos_cli.plan.sketch.kinds import FROM_STEP, argument_kinds
from metnos_cli.records import EFFECTFUL, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Lang, Request

TEXT_FIELDS = ("text", "summary", "content", "hash", "entries")
"""Result fields that say what a step found, the most readable first."""

LOOKS = frozenset({"read", "network"})
"""Effects of what changes nothing."""
ZONE = "zone"
"""Argument and result field: the time zone of an answer."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A value that the request does not give."""

    var: str
    """Its name in the draft: ``${ARG:var}``."""
    argument: str
    """The argument that needs it."""
    kind: str
    """Kind of the argument: path, url, text ..."""
    tool: str
    """The executor."""
    target: bool = False
    """Whether it says where something goes."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why no plan is drafted: in doubt nothing is guessed."""

    reason: str
    """Message key below ``[abstain]``."""
    error_class: ErrorClass
    """What the terminator tells."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""


def unquoted(request: Request) -> str:
    """A request without what stands between its quotation marks: that says nothing about the rest."""
    rest = request.text
    for slot in sorted(request.slots, key=lambda one: one.start, reverse=True):
        if slot.dim == "quoted":
            rest = rest[: slot.start] + '""' + rest[slot.end :]
    return rest


def left_over(told: str) -> Refusal:
    """The refusal of a plan that leaves words of the request out.

    Args:
        told: The words, as the sentence shows them.
    """
    return Refusal("left_over", ErrorClass.OUT_OF_SCOPE, {"words": told})


def left_at(reading: Reading, places: Iterable[int]) -> Refusal:
    """The refusal of a plan that leaves these words of a clause out.

    Args:
        reading: The clause.
        places: Places of the words in it.
    """
    tokens = [reading.clause.tokens[place] for place in sorted(places)]
    return left_over(" ".join(reading.text[token.start : token.end] for token in tokens))


@dataclass(slots=True)
class Draft:
    """Steps in order, with the manifests they call."""

    steps: list[Step] = field(default_factory=list)
    """The plan so far."""
    made: list[Manifest] = field(default_factory=list)
    """The executor of each step."""
    missing: list[Missing] = field(default_factory=list)
    """What has to be asked."""
    beside: set[int] = field(default_factory=set)
    """Numbers of steps that say something of their own beside the one before: both answers are told."""

    flat: set[int] = field(default_factory=set)
    """Numbers of steps that leave subfolders out though nobody said so: the user is told."""

    endless: set[int] = field(default_factory=set)
    """Numbers of steps that put the largest first and leave open how many are meant."""

    def add(self, manifest: Manifest, args: Mapping[str, Any], *, beside: bool = False) -> int:
        """Append a call; arguments stand in the order of the schema. Its number, from 1."""
        if beside:
            self.beside |= {len(self.steps), len(self.steps) + 1}
        ordered = {name: args[name] for name in argument_kinds(manifest) if name in args}
        self.steps.append(Step(manifest.name, ordered))
        self.made.append(manifest)
        return len(self.steps)

    def tell_all(self) -> None:
        """Where a plan only looks, have the answer of every step told that no later one goes on from."""
        if any(made.effect not in LOOKS for made in self.made):
            return
        ends = self._ends()
        self.beside |= ends if len(ends) > 1 else set()

    def entries_step(self) -> int | None:
        """Number of the latest step whose entries a later step may take."""
        numbers = range(len(self.made), 0, -1)
        return next((number for number in numbers if self._gives(self.made[number - 1])), None)

    @staticmethod
    def _gives(manifest: Manifest) -> bool:
        return manifest.gives_entries and manifest.verb != "create" and manifest.effect != "ask"

    def asking_step(self) -> int | None:
        """Number of the latest step that asks the user."""
        numbers = range(len(self.made), 0, -1)
        return next((number for number in numbers if self.made[number - 1].effect == "ask"), None)

    def final_message(self, lang: Lang) -> str:
        """What is said at the end: nothing of its own, unless several steps answer side by side or leave some out."""
        told = sorted(self.beside | self._acts()) or ([len(self.steps)] if self.flat else [])
        lines = [self._led(number) + of_step(self.made[number - 1].message.get(lang, ""), number) for number in told]
        looked = {
            str(self.steps[number - 1].args.get("path")): number
            for number in sorted(self.flat, reverse=True)
            if "path" in self.made[number - 1].fields
        }  # each folder once
        flat = sorted(looked.values())
        lines += [messages.text(lang, "summary.files_flat", path=f"${{step{number}.path}}") for number in flat]
        return "\n\n".join(lines)

    def _acts(self) -> set[int]:
        """Numbers of the steps that change something, and of what is looked up beside them, where these are several."""
        acts = {number for number, made in enumerate(self.made, start=1) if made.effect in EFFECTFUL}
        told = acts | self._ends() if acts else set()
        return told if len(told) > 1 else set()

    def _ends(self) -> set[int]:
        """Numbers of the steps that no later one goes on from."""
        taken = {step.args.get(FROM_STEP) for step in self.steps}
        texts = [str(value) for step in self.steps for value in step.args.values()]
        numbers = range(1, len(self.steps) + 1)
        return {at for at in numbers if at not in taken and not any(f"${{step{at}." in text for text in texts)}

    def _led(self, number: int) -> str:
        """What an answer beside another is about, where its own words do not tell: the place whose time it is."""
        return f"${{step{number}.{ZONE}}}: " if ZONE in self.steps[number - 1].args and len(self.beside) > 1 else ""

    def source_of(self, number: int | None) -> Manifest | None:
        """The executor whose entries a step hands on: sorting and filtering leave them as they are."""
        while number:
            manifest = self.made[number - 1]
            fields = manifest.result["properties"]["entries"].get("items", {}).get("properties", {})
            step = self.steps[number - 1].args.get(FROM_STEP)
            if fields or not isinstance(step, int):
                return manifest
            number = step
        return None

    def text_of(self, number: int) -> str:
        """The placeholder of what a step found, as text."""
        fields = self.made[number - 1].fields
        name = next((name for name in TEXT_FIELDS if name in fields), "ok_count")
        # A list stands for a text only inside a longer one.
        return f"${{step{number}.{name}}}" + ("\n" if name == "entries" else "")

    def give(self, index: int, name: str, value: str) -> None:
        """Give a step an argument that it had not, or that would have been asked for."""
        step = self.steps[index]
        held = step.args.get(name)
        self.steps[index] = Step(step.tool, {**step.args, name: value})
        self.missing = [one for one in self.missing if f"${{ARG:{one.var}}}" != held]

    def ask(self, manifest: Manifest, argument: str, *, target: bool = False) -> str:
        """Note that a value has to be asked for; the placeholder that stands for it."""
        taken = {one.var for one in self.missing}
        var = argument if argument not in taken else f"{argument}_{len(self.missing) + 1}"
        kind = argument_kinds(manifest)[argument]
        self.missing.append(Missing(var, argument, kind, manifest.name, target))
        return f"${{ARG:{var}}}"
