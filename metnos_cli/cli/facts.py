"""``metnos facts``: what Metnos remembers about the user: add, search, list, forget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.agreeing import agreed
from metnos_cli.cli.noting import note_change, print_json
from metnos_cli.cli.wiring import World, world
from metnos_cli.errors import DeadEnd, Refused, UsageError
from metnos_cli.safety.terminal_output import clean_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.ports import KnownFact
    from metnos_cli.records import Lang
    from metnos_cli.store.facts import FactRow

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)
JSON = typer.Option(False, "--json")


@app.command("add")
def add(
    words: list[str] = typer.Argument(...),
    as_json: bool = JSON,
) -> None:
    """Remember a fact; a newer one replaces those it contradicts."""
    from metnos_cli.executors.facts.remember import WRITTEN

    here = world()
    text = " ".join(" ".join(words).split())
    if not text:
        raise UsageError("facts_nothing_to_write")
    written = here.facts.remember(text, lang=_lang(here, text), at=here.now())
    older = [fact.id for fact in written.superseded]
    if not written.known:
        note_change(here, WRITTEN, {"id": written.fact.id, "superseded": older, "text": written.fact.text})
    if as_json:
        print_json(here, {"fact": _fact(written.fact), "known": written.known, "superseded": older})
        return
    key = "facts.known" if written.known else "facts.kept"
    _print(here, messages.text(here.lang, key, text=written.fact.text))
    for old in written.superseded:
        _print(here, messages.text(here.lang, "facts.superseded", text=old.text))


@app.command("search")
def search(
    words: list[str] = typer.Argument(...),
    limit: int = typer.Option(5, "--limit", "-n", min=1, max=50),
    as_json: bool = JSON,
) -> None:
    """Find facts that answer a question, the likeliest first."""
    here = world()
    question = " ".join(words)
    answer = here.facts.find(question, lang=_lang(here, question), limit=limit)
    for key, values in answer.notes:
        here.environment.stderr.write(_sentence(here.lang, f"note.{key}", values) + "\n")
    if as_json:
        found = [{**_fact(one.fact), "score": one.score, "cosine": one.cosine} for one in answer.found]
        print_json(here, {"how": answer.how, "sure": answer.sure, "found": found})
        return
    if not answer.found:
        raise DeadEnd("facts_none_found")
    for one in answer.found:
        _print(here, one.fact.text, f"{one.fact.id:>5}  ")


@app.command("list")
def list_facts(
    everything: bool = typer.Option(False, "--all", "-a"),
    as_json: bool = JSON,
) -> None:
    """List what is remembered, the newest first."""
    from metnos_cli.store.facts import listed

    here = world()
    rows = listed(here.database.read(), ended=everything)
    if as_json:
        print_json(here, {"facts": [_row(row) for row in rows]})
        return
    if not rows:
        here.environment.stderr.write(messages.text(here.lang, "facts.empty") + "\n")
    for row in rows:
        state = f"  ({_state(here.lang, row)})" if row.ended else ""
        _print(here, f"{row.fact.text}{state}", f"{row.fact.id:>5}  {row.fact.at[:10]}  ")


@app.command("forget")
def forget(
    numbers: list[int] = typer.Argument(...),
    forever: bool = typer.Option(False, "--forever"),
    yes: bool = typer.Option(False, "--yes", "-y"),
    as_json: bool = JSON,
) -> None:
    """Forget facts by their number; metnos undo brings them back."""
    here = world()
    known = _known(here, numbers, ended=forever)
    if forever:
        _erase(here, known, yes=yes)
    else:
        from metnos_cli.executors.facts.remember import FORGOTTEN

        note_change(here, FORGOTTEN, {"ids": [fact.id for fact in known], "text": known[0].text})
        here.facts.forget([fact.id for fact in known], at=here.now())
    if as_json:
        print_json(here, {"forgotten": [_fact(fact) for fact in known], "forever": forever})
        return
    for fact in known:
        _print(here, messages.text(here.lang, "facts.forgotten", text=fact.text))


def _known(here: World, numbers: Sequence[int], *, ended: bool) -> list[KnownFact]:
    """The facts with these numbers.

    Raises:
        UsageError: One of them is not there.
    """
    from metnos_cli.store.facts import listed

    by_number = {row.fact.id: row.fact for row in listed(here.database.read(), ended=ended)}
    for number in numbers:
        if number not in by_number:
            raise UsageError("facts_no_number", id=number)
    return [by_number[number] for number in dict.fromkeys(numbers)]


def _erase(here: World, known: Sequence[KnownFact], *, yes: bool) -> None:
    """Erase for good, once the user agrees.

    Raises:
        Refused: The user says no, or nobody can be asked.
    """
    from metnos_cli.store.facts import erase

    if not yes:
        for fact in known:
            here.environment.stderr.write(clean_line(f"  {fact.text}") + "\n")
        if not agreed(here, "facts.erase_ask", "facts forget --forever"):
            raise Refused("user_said_no", tool="facts forget --forever")
    with here.database.write() as connection:
        erase(connection, [fact.id for fact in known])


def _lang(here: World, text: str) -> Lang:
    from metnos_cli.text.language import detect

    return here.globals_lang or detect(text, here.lang)


def _fact(fact: KnownFact) -> dict[str, Any]:
    return {"id": fact.id, "text": fact.text, "lang": fact.lang, "said": fact.at}


def _row(row: FactRow) -> dict[str, Any]:
    state = {"ended": row.ended, "ended_at": row.ended_at, "superseded_by": row.superseded_by}
    return {**_fact(row.fact), **state}


def _state(lang: Lang, row: FactRow) -> str:
    if row.ended == "superseded":
        return messages.text(lang, "facts.state_superseded", by=row.superseded_by)
    return messages.text(lang, "facts.state_forgotten")


def _sentence(lang: Lang, key: str, values: Mapping[str, Any]) -> str:
    from metnos_cli.ui.words import told

    return clean_line(told(lang, key, values))


def _print(here: World, line: str, columns: str = "") -> None:
    """One line; ``columns`` stand before it, set as they are."""
    here.environment.stdout.write(f"{columns}{clean_line(line)}\n")
