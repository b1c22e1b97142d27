"""What the panel tells of a turn, as sections of rows in the user's words; how they look is somebody else's matter."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli import messages
from metnos_cli.pipeline.record import redacted
from metnos_cli.records import Hit
from metnos_cli.ui.words import duration, one_line, score, told, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from metnos_cli.records import Check, Lang, LayerTrace, Miss, PlanTrace, StepResult, Turn
    from metnos_cli.ui.glyphs import Glyphs

Depth = Literal["on", "full"]
Mark = Literal["hit", "miss", "ok", "no", "step", "note", "learnt", ""]
LONGEST_VALUE = 60
"""Characters of a value in the short panel; the full one shows all."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the panel."""

    mark: Mark
    """Name of a glyph; it also gives the tone."""
    label: str
    """Layer, check, step, placeholder ..."""
    text: str
    """What is told of it."""
    level: int = 0
    """1: belongs to the row above."""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a heading."""

    title: str
    """Heading; empty for the first."""
    rows: tuple[Row, ...]
    """Its lines."""


def sections(turn: Turn, lang: Lang, glyphs: Glyphs, depth: Depth = "on") -> tuple[Section, ...]:
    """Everything the panel says, in order; sections with nothing to say are left out.

    Args:
        turn: The finished turn.
        lang: The user's language.
        glyphs: Symbols for ``≥`` and the like.
        depth: ``on`` tells what mattered, ``full`` tells all.
    """
    teller = _Teller(lang, glyphs, depth)
    told_sections = (
        Section("", tuple(teller.cascade(turn))),
        Section(told(lang, "panel.placeholders"), tuple(teller.placeholders(turn))),
        Section(told(lang, "panel.steps"), tuple(row for result in turn.results for row in teller.step(result))),
        Section(told(lang, "panel.model"), tuple(teller.model(turn))),
        Section(told(lang, "panel.notes"), tuple(teller.pairs("note", turn.trace.notes, "note"))),
        Section(told(lang, "panel.learnt"), tuple(teller.pairs("learnt", turn.learnt, "learnt"))),
    )
    return tuple(section for section in told_sections if section.rows)


def heading(turn: Turn, lang: Lang, glyphs: Glyphs) -> str:
    """The panel's title: who answered, how it ended, how long it took."""
    ending = "" if turn.outcome.kind == "answered" else told(lang, f"panel.{turn.outcome.kind}")
    parts = (turn.layer, ending, duration(lang, turn.seconds))
    return f" {glyphs.dot} ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts one turn into rows."""

    lang: Lang
    glyphs: Glyphs
    depth: Depth

    def say(self, key: str, **facts: Any) -> str:
        return told(self.lang, key, facts)

    def joined(self, *parts: str) -> str:
        return f" {self.glyphs.dot} ".join(part for part in parts if part)

    def cascade(self, turn: Turn) -> Iterator[Row]:
        for tried in turn.trace.layers:
            yield self._layer(tried)
            yield from self._checks(tried.verdict.checks, hit=isinstance(tried.verdict, Hit))
        if turn.trace.plan is not None:
            yield from self._engine(turn.trace.plan, planned=turn.framework is not None)

    def _layer(self, tried: LayerTrace) -> Row:
        verdict = tried.verdict
        spent = duration(self.lang, tried.seconds)
        if isinstance(verdict, Hit):
            entry = verdict.entry if self.depth == "full" else ""
            doubt = self.say("panel.confirm") if verdict.confirm else ""
            how = self.say(f"panel.how_{verdict.how}")
            return Row("hit", verdict.layer, self.joined(how, self._score(verdict), entry, doubt, spent))
        why = self.say(f"miss.{verdict.reason}", **verdict.facts)
        return Row("miss", verdict.layer, self.joined(why, self._score(verdict), spent))

    def _score(self, verdict: Hit | Miss) -> str:
        """The score beside what it had to reach, and the next candidate's."""
        if verdict.score is None:
            return ""
        shown = score(verdict.score)
        if verdict.threshold is not None:
            reached = verdict.score >= verdict.threshold
            sign = self.glyphs.at_least if reached else self.glyphs.below
            shown = f"{shown} {sign} {score(verdict.threshold)}"
        second = verdict.runner_up if isinstance(verdict, Hit) else None
        beside = f" ({self.say('panel.runner_up', score=score(second))})" if second is not None else ""
        return f"{self.say('panel.cosine')} {shown}{beside}"

    def _checks(self, checks: tuple[Check, ...], *, hit: bool) -> Iterator[Row]:
        """All checks in the full panel; in the short one those that failed, or that all passed."""
        failed = [check for check in checks if not check.passed]
        if self.depth == "on" and hit and checks and not failed:
            names = ", ".join(self.say(f"check.{check.name}") for check in checks)
            yield Row("ok", self.say("panel.gate"), names, 1)
            return
        for check in checks if self.depth == "full" else failed:
            label = self.say(f"check.{check.name}")
            yield Row("ok" if check.passed else "no", label, self.say(f"gate.{check.reason}", **check.facts), 1)

    def _engine(self, plan: PlanTrace, *, planned: bool) -> Iterator[Row]:
        tries = len(plan.attempts)
        text = self.joined(
            one_line(plan.proposer),
            self.say("panel.proposals", count=tries) if tries > 1 else "",
            duration(self.lang, plan.seconds),
        )
        yield Row("hit" if planned else "miss", "engine", text)
        if self.depth == "full":
            meant = ((name, plan.intent.get(name)) for name in ("verb", "object", "keywords"))
            parts = [f"{name} {value_text(self.lang, value)}" for name, value in meant if value]
            if parts:
                yield Row("", self.say("panel.intent"), self.joined(*parts), 1)
            yield Row("", self.say("panel.pool"), ", ".join(one_line(name) for name in plan.pool), 1)
        for number, attempt in enumerate(plan.attempts, 1):
            yield from self._attempt(number, attempt)

    def _attempt(self, number: int, attempt: Mapping[str, Any]) -> Iterator[Row]:
        errors = [one_line(str(error)) for error in attempt.get("errors") or ()]
        if self.depth == "on" and not errors:
            return
        scored = attempt.get("score")
        value = self.say("panel.score", score=f"{scored:.2f}") if isinstance(scored, int | float) else ""
        mark = one_line(str(attempt.get("fingerprint", "")))[:8] if self.depth == "full" else ""
        shown = errors if self.depth == "full" else errors[:1]
        yield Row(
            "no" if errors else "ok", self.say("panel.proposal", number=number), self.joined(value, mark, *shown), 1
        )

    def placeholders(self, turn: Turn) -> Iterator[Row]:
        for name, value, whom in turn.trace.placeholders:
            source = self._by(whom) if whom else ""
            text = f"{self._cut(one_line(value))} ({source})" if source else self._cut(one_line(value))
            yield Row("", one_line(name), text)

    def _by(self, whom: str) -> str:
        """Where a value came from: the person, the memory, a step's executor ..."""
        key = f"panel.by_{whom}"
        return (
            self.say(key) if messages.has(self.lang, key) else self.say("panel.from", source=whom.removeprefix("tool:"))
        )

    def step(self, result: StepResult) -> Iterator[Row]:
        failed = result.error is not None
        args = self._args(result.args)
        outcome = self._counts(result)
        label = f"{result.index} {one_line(result.tool)}"
        yield Row("no" if failed else "ok", label, self.joined(args, outcome, duration(self.lang, result.seconds)))
        if self.depth == "full":
            for name, whom in result.provenance.items():
                yield Row("", one_line(name), self._by(whom), 1)
        verdict = result.verdict
        if verdict is not None and (self.depth == "full" or verdict.decision != "allow"):
            reason = self.say(f"vaglio.{verdict.reason}", **verdict.facts)
            mark: Mark = "no" if verdict.decision == "deny" else "note" if verdict.decision == "ask" else "ok"
            yield Row(mark, "vaglio", self.joined(self.say(f"panel.{verdict.decision}"), reason), 1)
        if result.error is not None:
            yield Row("no", result.error.error_class.value, self._why(result), 1)

    def _why(self, result: StepResult) -> str:
        error = result.error
        if error is None:
            return ""
        if error.message:
            return self._cut(one_line(error.message))
        key = error.key if error.key.startswith(("vaglio.", "abstain.", "error.")) else f"error.{error.key}"
        return told(self.lang, key, error.facts)

    def _args(self, args: Mapping[str, Any]) -> str:
        shown = (
            f"{one_line(name)}={self._cut(one_line(json.dumps(value, ensure_ascii=False, default=str)))}"
            for name, value in redacted(args).items()
        )
        return " ".join(shown)

    def _counts(self, result: StepResult) -> str:
        counted = result.result or {}
        faults = int(counted.get("error_count", 0) or 0)
        parts = [self.say("panel.count", count=counted["ok_count"])] if "ok_count" in counted else []
        return self.joined(*parts, self.say("panel.faults", count=faults) if faults else "")

    def model(self, turn: Turn) -> Iterator[Row]:
        for use in turn.trace.model:
            read = self.say("panel.tokens_read", count=use.prompt_tokens, cached=use.cached_tokens)
            written = self.say("panel.tokens_written", count=use.completion_tokens)
            purpose = self.say(f"panel.for_{use.purpose}")
            yield Row("", purpose, self.joined(one_line(use.model), read, written, duration(self.lang, use.seconds)))

    def pairs(self, group: str, pairs: tuple[tuple[str, Mapping[str, Any]], ...], mark: Mark) -> Iterator[Row]:
        for key, facts in pairs:
            yield Row(mark, "", told(self.lang, f"{group}.{key}", facts))

    def _cut(self, text: str) -> str:
        if self.depth == "full" or len(text) <= LONGEST_VALUE:
            return text
        return text[: LONGEST_VALUE - 1] + self.glyphs.more
