"""Requests that go on from the one before: on the files that were listed, or refused clearly."""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.cli.conversation import Conversation
from metnos_cli.cli.globals import Globals
from metnos_cli.cli.wiring import World
from metnos_cli.environment import Environment
from metnos_cli.errors import DeadEnd
from metnos_cli.pipeline.following import Before, whole
from metnos_cli.text.understand import understand
from metnos_cli.ui.consent import YesConsent
from metnos_cli.ui.dialog import NoTerminalDialog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from metnos_cli.ports import ConsentAnswer, ConsentQuestion
    from metnos_cli.records import Turn

NOW = datetime.fromisoformat("2026-11-30T09:00:00+01:00")


class Asked(YesConsent):
    """Says yes, and remembers to what."""

    def __init__(self) -> None:
        self.targets: list[tuple[str, ...]] = []

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        self.targets.append(question.targets)
        return super().ask(question)


class Talk:
    """A conversation in a home with a few files."""

    def __init__(self, home: Path) -> None:
        self.home = home
        for name in ("docs/1.pdf", "docs/2.pdf", "docs/1.txt", "other/3.pdf", "other/3.txt", "4.txt"):
            (home / name).parent.mkdir(exist_ok=True)
            (home / name).write_text(name)
        (home / "b").mkdir()
        self.here = World(Environment.real().replace(variables=dict(os.environ), home=home, cwd=home), Globals())
        self.here.flags |= {"engine.proposer": "offline"}
        self.consent = Asked()
        self.session = Conversation(self.here, self._askers)

    def _askers(self) -> tuple[Any, Any]:
        return self.consent, NoTerminalDialog()

    def say(self, text: str) -> Turn:
        """One turn."""
        return self.session.run(text, lambda _event: None)

    @property
    def left(self) -> set[str]:
        """Files that are still where they were."""
        return {str(path.relative_to(self.home)) for path in self.home.glob("*/*.*") if path.parent.name != ".metnos"}


@pytest.fixture
def talk(home: Path) -> Iterator[Talk]:
    """A conversation that nothing was said in."""
    made = Talk(home)
    yield made
    made.here.close()


LISTINGS = {
    "it": ("trova i pdf in ~/docs", "elenca i pdf in ~/docs", "cerca i pdf in ~/docs"),
    "en": ("find the pdfs in ~/docs", "list the pdfs in ~/docs"),
}
DELETING = {
    "it": ("cancellali", "eliminali", "ora cancellali", "e cancellali."),
    "en": ("delete them", "now remove them"),
}
COPYING = {"it": ("copiali in ~/b", "e copiali in ~/b"), "en": ("copy them to ~/b", "and copy them to ~/b")}


def pairs(acts: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Every listing with every act in its language."""
    return [(listing, act) for lang in acts for listing in LISTINGS[lang] for act in acts[lang]]


@pytest.mark.parametrize(("listing", "act"), pairs(DELETING))
def test_a_pronoun_means_the_files_that_were_listed(talk: Talk, listing: str, act: str) -> None:
    """Those and no others; asked about first, by their names; and said how it was taken."""
    talk.say(listing)

    turn = talk.say(act)

    assert turn.outcome.kind == "answered", turn.outcome.message
    assert [{target.rpartition("/")[2] for target in told} for told in talk.consent.targets] == [{"1.pdf", "2.pdf"}]
    assert talk.left >= {"docs/1.txt", "other/3.pdf", "other/3.txt"}
    assert not talk.left & {"docs/1.pdf", "docs/2.pdf"}
    assert turn.trace.notes[0][0] == "taken_as"


@pytest.mark.parametrize(("listing", "act"), pairs(COPYING))
def test_they_can_be_copied(talk: Talk, listing: str, act: str) -> None:
    """To where the request says."""
    talk.say(listing)

    assert talk.say(act).outcome.kind == "answered"
    assert {path.name for path in (talk.home / "b").iterdir()} == {"1.pdf", "2.pdf"}


@pytest.mark.parametrize(
    "before",
    [
        (),
        ("che ora è",),
        ("crea la cartella ~/z",),
        ("trova i pdf in ~/docs", "cancellali"),
        ("quanta memoria è libera",),
    ],
)
@pytest.mark.parametrize("act", ["cancellali", "delete them", "spostali in ~/b"])
def test_a_pronoun_that_means_nothing_is_refused(talk: Talk, before: tuple[str, ...], act: str) -> None:
    """Nothing is planned, nobody is asked, and it is said in the request's language."""
    for text in before:
        talk.say(text)
    talk.consent.targets.clear()

    with pytest.raises(DeadEnd) as refused:
        talk.say(act)

    assert refused.value.key == "what_is_meant"
    assert talk.consent.targets == []
    assert talk.session.spoken == ("en" if act == "delete them" else "it")


@pytest.mark.parametrize(
    ("before", "act"), [("trova i pdf in ~/docs", "delete them"), ("find the pdfs in ~/docs", "cancellali")]
)
def test_a_pronoun_of_the_other_language_is_refused(talk: Talk, before: str, act: str) -> None:
    """Half a request in each language would be read as neither."""
    talk.say(before)

    with pytest.raises(DeadEnd):
        talk.say(act)

    assert talk.consent.targets == []


@pytest.mark.parametrize(
    "text", ["move these files from ~/docs to ~/b", "delete those pdf files in ~/docs", "delete it.log in ~/docs"]
)
def test_a_request_that_names_its_own_files_stands_by_itself(text: str) -> None:
    """ "these" before a noun is no pronoun, nor is the beginning of a name."""
    asked = understand(text, now=NOW, lang="en")

    assert whole(asked, Before()) == text


def test_an_everyday_phrase_between_changes_nothing(talk: Talk) -> None:
    """The time was asked; the files are the same."""
    talk.say("trova i pdf in ~/docs")
    talk.say("che ora è")

    assert talk.say("copiali in ~/b").outcome.kind == "answered"


@pytest.mark.parametrize(
    ("listing", "more", "names"),
    [
        ("trova i pdf in ~/docs", "e i txt?", {"1.txt"}),
        ("trova i pdf in ~/docs", "e in ~/other?", {"3.pdf"}),
        ("find the pdfs in ~/docs", "and the txt?", {"1.txt"}),
        ("find the pdfs in ~/docs", "what about ~/other?", {"3.pdf"}),
    ],
)
def test_what_is_not_said_stays(talk: Talk, listing: str, more: str, names: set[str]) -> None:
    """Another kind in the same folder, the same kind in another."""
    talk.say(listing)

    turn = talk.say(more)

    assert {entry["name"] for entry in turn.outcome.entries} == names
    assert {entry["name"] for entry in talk.say(more).outcome.entries} == names


@pytest.mark.parametrize("text", ["cancella ~/docs/1.pdf", "trova i txt in ~/other", "e poi?", "copia ~/4.txt in ~/b"])
def test_a_request_that_stands_by_itself_is_taken_as_it_is(talk: Talk, text: str) -> None:
    """Whatever was said before."""
    talk.say("trova i pdf in ~/docs")

    assert talk.say(text).request.text == text
