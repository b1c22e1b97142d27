"""Everything said in a turn is in the language of its request; where the words tell none, in the conversation's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.cli.conversation import Conversation
from metnos_cli.cli.globals import Globals
from metnos_cli.cli.wiring import World
from metnos_cli.config.load import load_settings
from metnos_cli.environment import Environment
from metnos_cli.ui.consent import NoTerminalConsent
from metnos_cli.ui.console import Console
from metnos_cli.ui.dialog import NoTerminalDialog
from metnos_cli.ui.show import show_turn
from tests.ui.worlds import err, out, world

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from metnos_cli.records import Lang, Turn

UNSURE = ("trvoa pdf", "pdf 2024", "~/Documenti")
CONTROL = {"it": ("lascia perdere", "fermati", "torna indietro", "annulla"), "en": ("never mind", "undo", "cancel")}


def begun(home: Path, lang: Lang, said: str = "") -> World:
    """The world of a user whose system speaks ``lang``."""
    variables = {**os.environ, "METNOS_LANG": lang}
    here = World(Environment.real().replace(variables=variables, home=home, cwd=home), Globals(lang=said))
    here.flags |= {"engine.proposer": "offline"}
    return here


class Talk:
    """A conversation that nobody can be asked in, and the console it speaks through."""

    def __init__(self, here: World) -> None:
        self.here = here
        self.console = Console(here.environment, here.lang)
        self.spoken: list[Lang] = []
        self.session = Conversation(here, self._askers, self.console.speaking)

    def _askers(self) -> tuple[Any, Any]:
        return NoTerminalConsent(), NoTerminalDialog()

    def say(self, text: str) -> Turn:
        """One turn; the language that the console speaks while it is taken is noted."""
        return self.session.run(text, lambda _event: self.spoken.append(self.console.lang))


@pytest.fixture
def talk(home: Path, request: pytest.FixtureRequest) -> Iterator[Talk]:
    """A conversation with a system in English."""
    made = Talk(begun(home, getattr(request, "param", "en")))
    yield made
    made.here.close()


@pytest.mark.parametrize(
    ("lang", "sure"), [("it", "trova i pdf in ~/Documenti"), ("en", "find the pdfs in ~/Documenti")]
)
@pytest.mark.parametrize("talk", ["it", "en"], indirect=True)
def test_words_of_no_language_go_on_in_the_conversations(talk: Talk, lang: Lang, sure: str) -> None:
    """Whatever the system speaks."""
    talk.say(sure)

    assert {talk.say(text).request.lang for text in UNSURE} == {lang}
    assert set(talk.spoken) == {lang}


@pytest.mark.parametrize("talk", ["it", "en"], indirect=True)
def test_a_conversation_begins_in_the_users_language(talk: Talk) -> None:
    """Before anything was said there is only the system's."""
    assert talk.say("pdf 2024").request.lang == talk.here.lang


def test_the_language_set_in_the_conversation_counts(talk: Talk) -> None:
    """``/lang it``."""
    talk.say("find the pdfs in ~/Documenti")
    talk.session.set_lang("it")

    assert talk.say("pdf 2024").request.lang == "it"


@pytest.mark.parametrize(("lang", "phrase"), [(lang, phrase) for lang in CONTROL for phrase in CONTROL[lang]])
@pytest.mark.parametrize("system", ["it", "en"])
def test_a_control_phrase_is_answered_in_its_own_language(home: Path, system: Lang, lang: str, phrase: str) -> None:
    """By the closed table."""
    turn = Talk(begun(home, system)).say(phrase)

    assert (turn.request.lang, turn.layer) == (lang, "table")


@pytest.mark.parametrize("phrase", [phrase for phrases in CONTROL.values() for phrase in phrases])
@pytest.mark.parametrize("said", ["it", "en"])
def test_with_a_language_on_the_command_line_it_is_understood_in_both(home: Path, said: Lang, phrase: str) -> None:
    """And answered in the one that was asked for."""
    turn = Talk(begun(home, "en", said)).say(phrase)

    assert (turn.request.lang, turn.layer) == (said, "table")
    assert ("nothing" in turn.outcome.message or "last thing" in turn.outcome.message) == (said == "en")


@pytest.mark.parametrize(("lang", "text"), [("it", "sposta ~/nonc.txt in ~/b/"), ("en", "move ~/nonc.txt to ~/b/")])
def test_the_notes_speak_like_the_answer(home: Path, lang: Lang, text: str) -> None:
    """The cause and what is said beside it, on a system that speaks the other language."""
    here = begun(home, "en" if lang == "it" else "it")
    turn = Talk(here).say(text)
    shown = world(terminal=False, METNOS_LANG=here.lang)

    show_turn(shown, load_settings(shown), turn, explain=True)

    told = err(shown) + out(shown)
    assert turn.request.lang == lang
    assert ("no answer" in told) == (lang == "en")
    assert ("senza risposta" in told) == (lang == "it")
