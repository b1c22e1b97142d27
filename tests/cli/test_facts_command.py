"""``metnos facts`` and ``metnos tasks``: what they print, keep, undo and refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Metnos


def test_facts_are_added_searched_listed_and_forgotten(metnos: Metnos) -> None:
    """A contradiction is told; what is forgotten comes back by undo."""
    metnos("facts", "add", "il codice del cancello è 4711")
    added = metnos("facts", "add", "il", "codice", "del", "cancello", "è", "9922")
    found = metnos("facts", "search", "codice del cancello", "--json")
    metnos("facts", "forget", "2")
    empty = metnos("facts", "list")
    metnos("undo", "--yes")
    listed = metnos("facts", "list", "--all")

    assert added.stdout.splitlines() == [
        "Me lo ricordo: «il codice del cancello è 9922».",
        "Prima ricordavo: «il codice del cancello è 4711». Ora vale il nuovo; il vecchio non lo userò più.",
    ]
    assert [one["text"] for one in found.json["found"]] == ["il codice del cancello è 9922"]
    assert empty.stdout == ""
    assert [line.split("  ")[-1] for line in listed.stdout.splitlines()] == [
        "il codice del cancello è 9922",
        "il codice del cancello è 4711 (superato da 2)",
    ]


def test_undoing_a_fact_brings_back_what_it_replaced(metnos: Metnos) -> None:
    """As if it had not been said."""
    metnos("facts", "add", "il codice del cancello è 4711")
    metnos("facts", "add", "il codice del cancello è 9922")

    metnos("undo", "--yes")

    listed = metnos("facts", "list", "--all", "--json").json
    assert [(fact["text"], fact["ended"]) for fact in listed["facts"]] == [("il codice del cancello è 4711", None)]


def test_erasing_for_good_needs_a_yes(metnos: Metnos) -> None:
    """Without a terminal and without --yes nothing is erased; with it, undo cannot bring it back."""
    metnos("facts", "add", "Marta è celiaca")

    refused = metnos("facts", "forget", "1", "--forever")
    assert refused.exit_status == 4
    assert "Marta" in metnos("facts", "list").stdout

    assert metnos("facts", "forget", "1", "--forever", "--yes").exit_status == 0
    assert metnos("facts", "list", "--all").stdout == ""


def test_what_is_not_known_ends_honestly(metnos: Metnos) -> None:
    """A number that is not there is a usage error, a question without an answer a dead end."""
    assert metnos("facts", "forget", "7").exit_status == 2
    assert metnos("facts", "search", "quanto dista Saturno").exit_status == 1
    assert metnos("tasks", "done", "7").exit_status == 2
    assert metnos("tasks", "list").exit_status == 0


def test_what_cannot_be_kept_is_not_said_to_be_remembered(metnos: Metnos, home: Path) -> None:
    """A database that cannot be opened: one sentence, a status that scripts can see."""
    (home / ".local/share/metnos/metnos.db").mkdir(parents=True)

    added = metnos("facts", "add", "il wifi è pippo")
    asked = metnos("ask", "ricorda che il wifi è pippo")

    for answer in (added, asked):
        assert answer.exit_status == 1
        assert "Non posso usare il database" in answer.stderr
        assert "ricordo" not in answer.stdout


def test_a_damaged_database_is_put_aside_with_a_word(metnos: Metnos, home: Path) -> None:
    """By whatever command meets it first; doctor tells of it later."""
    metnos("facts", "add", "il wifi è pippo")
    (home / ".local/share/metnos/metnos.db").write_bytes(b"\x00broken" * 999)

    listed = metnos("facts", "list")
    looked = metnos("doctor")

    assert "metnos.db.damaged-1" in listed.stderr
    assert "metnos.db.damaged-1" in looked.stdout
