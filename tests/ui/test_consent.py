"""Consent: everything is shown, no is the default, Ctrl-C is neither yes nor no."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.config.load import load_settings
from metnos_cli.environment import Environment
from metnos_cli.errors import Interrupted, Refused
from metnos_cli.ports import ConsentAnswer, ConsentQuestion
from metnos_cli.ui.consent import NoTerminalConsent, TerminalConsent, YesConsent, question_lines
from metnos_cli.ui.permits import SettingsPermits, covers, rule_for
from tests.ui.worlds import Terminal, err, world

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

OVERWRITE = ConsentQuestion(
    tool="write_files",
    effect="write",
    args={"path": "~/Documenti/nota.txt", "content": "x" * 5000, "overwrite": True},
    reason="overwrite",
    facts={"path": "~/Documenti/nota.txt"},
    targets=("~/Documenti/nota.txt",),
    provenance={"path": "user", "content": "user", "overwrite": "user"},
)
DELETE = replace(
    OVERWRITE, tool="delete_files", effect="delete", reason="delete", args={"path": "~/a"}, targets=("~/a",)
)


def asked(typed: str, question: ConsentQuestion = OVERWRITE, **permits: Any) -> tuple[ConsentAnswer, str]:
    """The answer to one question at a plain terminal, and what was shown."""
    here = world(typed, METNOS_PLAIN="1")
    return TerminalConsent(here, "it", **permits).ask(question), err(here)


@pytest.mark.parametrize("typed", ["s\n", "sì\n", "Y\n", "yes\n", " s \n"])
def test_a_clear_yes_is_a_yes(typed: str) -> None:
    """Once."""
    assert asked(typed)[0] == ConsentAnswer("once")


@pytest.mark.parametrize(
    ("typed", "unclear"),
    [
        *((said, False) for said in ("\n", "n\n", "no\n", "", "boh\n", "\x1b\n\n")),
        *((said * 3, True) for said in ("boh\n", "sempre\n")),
    ],
)
def test_anything_else_is_a_no(typed: str, unclear: bool) -> None:
    """Enter, the end of input, three unclear answers (told as such), "always" where it was not offered."""
    assert asked(typed)[0] == ConsentAnswer("no", unclear=unclear)


def test_all_of_every_argument_is_shown() -> None:
    """Five thousand letters are shown as five thousand letters; so are effect, reason and targets."""
    shown = asked("\n")[1]

    assert "x" * 5000 in shown
    assert "write_files" in shown
    assert "overwrite = true" in shown
    assert "~/Documenti/nota.txt c'è già" in shown
    assert "Tocca:\n    ~/Documenti/nota.txt\n" in shown


def test_what_a_terminal_would_act_on_is_shown_as_an_escape() -> None:
    """Neither hidden nor acted out: the user sees what would be written."""
    hostile = replace(OVERWRITE, args={"path": "~/a\x1b[2Kb"}, targets=("~/a\n  ~/innocuo\x1b[1A",))

    shown = asked("\n", hostile)[1]

    assert "\x1b" not in shown
    assert '"~/a\\u001b[2Kb"' in shown
    assert "~/a\\n  ~/innocuo" in shown


def test_arguments_can_be_edited() -> None:
    """Each in turn; an empty line keeps it; other types than text are read as JSON."""
    question = replace(OVERWRITE, args={"path": "~/a", "rows": 3, "names": ["x"]})

    answer = asked("m\n~/b\n4\n\n", question)[0]

    assert answer == ConsentAnswer("edit", {"path": "~/b", "rows": 4, "names": ["x"]})


def test_an_edit_that_changes_nothing_is_told() -> None:
    """And stays an edit, which is asked about again."""
    answer, shown = asked("m\n\n", DELETE)

    assert answer == ConsentAnswer("edit", {"path": "~/a"})
    assert "Non hai cambiato nulla." in shown


def test_what_was_edited_is_asked_about_whatever_was_allowed(tmp_path: Path) -> None:
    """A rule was not made for it."""
    asked("sempre\n", permits=permits(tmp_path))

    assert asked("", permits=permits(tmp_path))[0] == ConsentAnswer("once")
    assert asked("", replace(OVERWRITE, again=True), permits=permits(tmp_path))[0] == ConsentAnswer("no")


def test_editing_that_is_broken_off_is_a_no() -> None:
    """Ctrl-D while editing."""
    assert asked("m\n~/b\n")[0] == ConsentAnswer("no")


def test_what_may_not_be_edited_is_not() -> None:
    """The answer is not offered, and not taken."""
    for question in (replace(OVERWRITE, editable=False), replace(DELETE, args={}, targets=("~/a", "~/b"))):
        answer, shown = asked("m\n\n", question)

        assert answer == ConsentAnswer("no")
        assert "[m]odifica" not in shown
        assert "Qui non c'è nulla da modificare" in shown


def test_control_c_ends_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is neither no nor yes."""
    here = world(METNOS_PLAIN="1")

    def interrupted(*_: Any) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(here.stdin, "readline", interrupted)

    with pytest.raises(Interrupted):
        TerminalConsent(here, "it").ask(OVERWRITE)


def test_without_a_terminal_nothing_is_done() -> None:
    """It names the tool, so that ``--yes`` can be added knowingly."""
    with pytest.raises(Refused) as caught:
        NoTerminalConsent().ask(OVERWRITE)

    assert caught.value.exit_status == 4
    assert caught.value.facts["tool"] == "write_files"


def test_yes_given_beforehand() -> None:
    """In this very call."""
    assert YesConsent().ask(DELETE) == ConsentAnswer("once")


def permits(folder: Path, content: str | None = None) -> SettingsPermits:
    """Rules of a runtime.toml in ``folder``."""
    here = Environment((), {}, Terminal(), Terminal(), Terminal(), folder, folder)
    if content is not None:
        here.config_file.parent.mkdir(parents=True, exist_ok=True)
        here.config_file.write_text(content, encoding="utf-8")
    return SettingsPermits(load_settings(here))


def test_always_is_kept_where_the_user_can_take_it_back(tmp_path: Path) -> None:
    """In the configuration file; the next session does not ask, another folder or tool does."""
    assert asked("sempre\n", permits=permits(tmp_path))[0].choice == "always"

    later = permits(tmp_path)
    assert later.allows(replace(OVERWRITE, args={**OVERWRITE.args, "path": "~/Documenti/altra.txt"}))
    assert asked("", permits=later)[0] == ConsentAnswer("once")
    assert not later.allows(replace(OVERWRITE, args={**OVERWRITE.args, "path": "~/Foto/a.txt"}))
    assert not later.allows(replace(OVERWRITE, targets=("~/Foto/a.txt",)))
    assert not later.allows(replace(OVERWRITE, tool="append_files"))


@pytest.mark.parametrize(
    "question",
    [
        DELETE,
        replace(DELETE, effect="send", reason="send"),
        replace(OVERWRITE, reason="tool_value"),
        replace(OVERWRITE, reason="recognised_by_similarity"),
        replace(OVERWRITE, provenance={"path": "tool:read_files"}),
        replace(OVERWRITE, provenance={}),
        replace(OVERWRITE, targets=("~/Documenti/a", "~/Foto/b")),
    ],
    ids=["delete", "send", "tool value", "similar", "from a tool", "origin unknown", "two folders"],
)
def test_always_is_not_offered_where_it_would_be_reckless(tmp_path: Path, question: ConsentQuestion) -> None:
    """Deleting, sending, and values that the user did not type, are asked about every time."""
    answer, shown = asked("sempre\nsempre\nsempre\n", question, permits=permits(tmp_path))

    assert answer.choice == "no"
    assert "[sempre]" not in shown
    assert not (tmp_path / ".config/metnos/runtime.toml").exists()


@pytest.mark.parametrize(
    "path", ["~/Documenti/../.ssh/id", "~/Documentinuovi/a", "~/documenti/a", "/home/anna/Documenti/a", "~/Documenti"]
)
def test_a_rule_covers_its_folder_and_nothing_else(path: str) -> None:
    """No way out by dots, prefixes or case."""
    rule = rule_for(OVERWRITE)

    assert covers(rule, OVERWRITE)
    assert not covers(rule, replace(OVERWRITE, args={**OVERWRITE.args, "path": path}))


def test_a_new_argument_is_not_covered() -> None:
    """What the rule does not name was not agreed to."""
    more: Mapping[str, Any] = {**OVERWRITE.args, "mode": "append"}

    assert not covers(rule_for(OVERWRITE), replace(OVERWRITE, args=more))


@pytest.mark.parametrize("rule", ["", "write_files", "write_files {", "write_files []", "write_files 3", "{}"])
def test_a_rule_that_makes_no_sense_covers_nothing(rule: str) -> None:
    """It was typed by hand."""
    assert not covers(rule, OVERWRITE)


PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=("C",)), min_size=1, max_size=40)


ADDRESSED = st.builds(
    "".join, st.lists(st.sampled_from(("https", "://", "a.org", "/", "[", "]", "*", "?", "x", ":")), max_size=9)
)


@given(st.dictionaries(PLAIN, PLAIN | ADDRESSED | st.integers() | st.booleans(), max_size=4))
def test_a_rule_covers_the_call_it_was_made_from(args: dict[str, Any]) -> None:
    """Whatever letters are in it, also those that mean something in a pattern."""
    question = replace(OVERWRITE, args=args, targets=())
    rule = rule_for(question)

    climbing = any(".." in str(value).split("/") for value in args.values())
    assert not rule or covers(rule, question) or climbing


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=60), max_size=4))
def test_no_question_holds_a_control_character(args: dict[str, str]) -> None:
    """Whatever the arguments are."""
    for row in question_lines(replace(OVERWRITE, args=args), "it"):
        assert not any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in row if letter != "\t")


@pytest.mark.parametrize(
    ("made_from", "asked", "covered"),
    [
        ("https://a.org/x", "https://a.org/y", True),
        ("https://a.org/x", "https://b.org/x", False),
        ("https://a.org", "https://b.org", False),
        ("http://[::1]/x", "http://[::1]/y", True),
        ("http://[::1", "http://[::2", False),
        ("://", "://x", False),
    ],
)
def test_a_rule_for_an_address_reaches_no_other_host(made_from: str, asked: str, covered: bool) -> None:
    """Broken addresses have rules of their own words only."""
    rule = rule_for(replace(OVERWRITE, args={"url": made_from}, targets=()))

    assert covers(rule, replace(OVERWRITE, args={"url": asked}, targets=())) is covered
