"""Ends every turn readably: the answer, the question, or the cause and one thing the user can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.errors import ErrorClass, ExitStatus, StoreError
from metnos_cli.plan.placeholders import Kind, Placeholder, in_text, resolve
from metnos_cli.records import Outcome, StepError

if TYPE_CHECKING:
    from metnos_cli.pipeline.state import TurnState
    from metnos_cli.ports import TurnPorts
    from metnos_cli.records import Lang, StepResult

FAULTS_TOLD = 5
"""Failed items that the message names; the panel has them all."""


_NOTHING_DONE = frozenset({"user_said_no", "not_understood", "no_terminal"})
"""Errors whose sentence says that nothing was done: said so only where it is so."""


def finish(state: TurnState, ports: TurnPorts) -> TurnState:
    """Set the outcome."""
    if state.questions:
        return replace(state, outcome=_question(state, ports))
    if state.error is not None:
        return replace(state, outcome=_dead_end(state, ports))
    return replace(state, outcome=_answer(state, ports))


def cancelled(state: TurnState, ports: TurnPorts) -> TurnState:  # noqa: ARG001  same shape as the other ends
    """The user pressed Ctrl-C: what was done stays done, and is told."""
    done = sum(result.changed for result in state.results)
    key = "outcome.cancelled_after_effect" if done else "outcome.cancelled"
    text = messages.text(state.request.lang, key)
    return replace(state, outcome=Outcome("cancelled", ExitStatus.INTERRUPTED, text))


def _answer(state: TurnState, ports: TurnPorts) -> Outcome:
    last = state.results[-1] if state.results else None
    result = dict(last.result or {}) if last else {}
    text = _final_message(state, ports)
    faults = [told for step in state.results for told in (step.result or {}).get("errors", ())]
    if faults:
        earlier = done_before(state, ports, state.results[:-1])
        changed = last is not None and last.changed
        back = messages.text(state.request.lang, "outcome.take_back") if changed and not earlier else ""
        text = "\n".join(part for part in (text, _partial(state, faults), earlier, back) if part)
    told = [step.result or {} for step in _told_side_by_side(state)] or [result]
    entries = tuple(entry for one in told for entry in one.get("entries", ()) if isinstance(entry, Mapping))
    nothing_done = bool(faults) and last is not None and not result.get("ok_count")
    return Outcome(
        "dead_end" if nothing_done else "answered",
        ExitStatus.DEAD_END if nothing_done else ExitStatus.ANSWERED,
        text,
        entries,
    )


def _told_side_by_side(state: TurnState) -> list[StepResult]:
    """The steps whose answers the plan's message tells beside the last one's: the entries of each are shown."""
    assert state.framework is not None  # noqa: S101  an answer has a framework
    places = {one.number for one in in_text(state.framework.final_message) if one.kind is Kind.STEP}
    told = [state.results[place - 1] for place in sorted(places) if 1 <= place <= len(state.results)]
    return [step for step in told if step.tool == state.results[-1].tool]


def _final_message(state: TurnState, ports: TurnPorts) -> str:
    """The plan's message over its steps, or the last executor's own over its result."""
    assert state.framework is not None  # noqa: S101  an answer has a framework
    if state.framework.final_message:

        def by_step(placeholder: Placeholder) -> Any:
            if placeholder.kind is Kind.STEP and 1 <= placeholder.number <= len(state.results):
                return (state.results[placeholder.number - 1].result or {}).get(placeholder.name, "")
            return ""

        return str(resolve(state.framework.final_message, by_step)).strip()
    if not state.results:
        return ""
    last = state.results[-1]
    manifest = ports.catalog.get(last.tool)
    return own_message(manifest.message[state.request.lang], last.result or {}) if manifest else ""


def done_before(state: TurnState, ports: TurnPorts, results: Sequence[StepResult]) -> str:
    """What a turn that did not come to its good end has changed all the same, and how to take it back; else empty."""
    lang = state.request.lang
    told = []
    for result in results:
        manifest = ports.catalog.get(result.tool) if result.changed else None
        if result.changed and result.result is None:
            told.append(messages.text(lang, "outcome.perhaps_done", tool=result.tool))
        elif manifest is not None:
            told.append(own_message(manifest.message[lang], result.result or {}))
    return messages.text(lang, "outcome.done_before", done=" ".join(told)) if told else ""


def own_message(template: str, result: Mapping[str, Any]) -> str:
    """An executor's ``${field}`` message over its own result; a field that is not there leaves nothing."""
    import re

    return re.sub(r"\$\{([A-Za-z0-9_]+)\}", lambda found: _told(result.get(found[1], "")), template).strip()


def _told(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)


def _partial(state: TurnState, faults: list[Mapping[str, Any]]) -> str:
    """Exactly what was not done, and why; only the first failures are in the rows, all are in the counts."""
    lang = state.request.lang
    done = int((state.results[-1].result or {}).get("ok_count", 0))
    failed = sum(_failed(step.result or {}) for step in state.results)
    head = messages.text(lang, "outcome.partial", done=done, total=done + failed, failed=failed)
    rows = [f"  {told.get('item', '?')}: {_why(lang, told)}" for told in faults[:FAULTS_TOLD]]
    if failed > FAULTS_TOLD:
        rows.append(messages.text(lang, "outcome.and_more", count=failed - len(rows)))
    return "\n".join([head, *rows])


def _failed(result: Mapping[str, Any]) -> int:
    return max(int(result.get("error_count") or 0), len(result.get("errors", ())))


def _why(lang: Lang, told: Mapping[str, Any]) -> str:
    if told.get("message"):
        return str(told["message"])
    return sentence(lang, f"error.class_{told.get('error_class', 'internal')}", {}) or "?"


def _question(state: TurnState, ports: TurnPorts) -> Outcome:
    prompts = "\n".join(str(question.get("prompt", question.get("var", ""))) for question in state.questions)
    asked = messages.text(state.request.lang, "outcome.input_needed", questions=prompts)
    text = "\n".join(part for part in (done_before(state, ports, state.results), asked) if part)
    return Outcome("input_needed", ExitStatus.INPUT_NEEDED, text, questions=state.questions)


def _dead_end(state: TurnState, ports: TurnPorts) -> Outcome:
    """Cause and action in the user's language; the gap is counted."""
    error = state.error
    assert error is not None  # noqa: S101  finish() checked
    lang = state.request.lang
    done = done_before(state, ports, state.results)
    cause = told_error(lang, replace(error, key=f"{error.key}_now") if done and error.key in _NOTHING_DONE else error)
    action = sentence(lang, f"hint.{_plain(error.key)}", error.facts) or messages.text(
        lang, f"terminator.{error.error_class.value}"
    )
    times = _count(state, ports, error)
    refused = error.error_class is ErrorClass.DENIED
    again = messages.text(lang, "terminator.again", times=times) if times > 1 and not refused else ""
    return Outcome(
        "refused" if refused else "dead_end",
        ExitStatus.REFUSED if refused else ExitStatus.DEAD_END,
        "\n".join(part for part in (" ".join(part for part in (cause, action, again) if part), done) if part),
        error=error,
    )


def told_error(lang: Lang, error: StepError) -> str:
    """The cause: the error's own sentence, or its class's."""
    if error.message:
        return error.message
    for key in (_key(error.key), f"error.class_{error.error_class.value}"):
        told = sentence(lang, key, error.facts)
        if told:
            return told
    return messages.text(lang, "error.internal")


def sentence(lang: Lang, key: str, facts: Mapping[str, Any]) -> str:
    """A sentence if there is one; a fact it names and does not get is shown as a dash."""
    if not messages.has(lang, key):
        return ""

    class _Facts(dict[str, Any]):
        def __missing__(self, name: str) -> str:
            return "–"

    return messages.raw(lang, key).format_map(_Facts({name: _told(value) for name, value in facts.items()}))


def _key(key: str) -> str:
    return key if key.startswith(("vaglio.", "abstain.", "error.")) else f"error.{key}"


def _plain(key: str) -> str:
    return key.rpartition(".")[2]


def _count(state: TurnState, ports: TurnPorts, error: StepError) -> int:
    """How often this gap has been met, this time included; 1 when that cannot be counted."""
    from metnos_cli.store import gaps

    if not ports.learning:
        return 1
    try:
        with ports.store.write() as connection:
            return gaps.record(
                connection,
                error_class=error.error_class.value,
                tool=state.failed_tool,
                canonical=state.request.normal,  # the very words: "again" is said of what was asked, not of its like
                request=state.request.text,
                cause=error.key,
                at=state.request.now,
            )
    except StoreError:
        # The cause is worth more than its count; that nothing could be written is told when the turn is recorded.
        return 1
