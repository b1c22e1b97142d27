"""The conversation in a real pseudo-terminal: each key, each slash command, the three meanings of Ctrl-C."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ui.screen import Screen

PROMPT = "metnos ›"
Opener = Callable[..., Screen]


@pytest.fixture
def chat(home: Path) -> Iterator[Opener]:
    """Opens conversations with a scripted session; panels are off unless a test turns them on."""
    opened: list[Screen] = []

    def opener(*args: str, columns: int = 80, rows: int = 40, **variables: str) -> Screen:
        variables.setdefault("METNOS_UI_EXPLAIN", "off")
        screen = Screen("-m", "tests.ui.scripted", *args, columns=columns, rows=rows, **variables)
        opened.append(screen)
        return screen

    yield opener
    for screen in opened:
        screen.child.close(force=True)


def test_a_request_is_answered(chat: Opener) -> None:
    """Greeting, prompt, answer, prompt; Ctrl-D leaves with status 0."""
    screen = chat().ready().enter("ciao").wait("Risposta 1 a 1 righe: ciao").ready()

    assert screen.text.startswith("Benvenuta.\nmetnos › ciao\nRisposta 1")
    assert screen.send("\x04").end() == 0


def test_the_toolbar_shows_keys_last_turn_memory_and_models(chat: Opener) -> None:
    """The last turn once there is one."""
    screen = chat().ready()
    assert screen.lines[-1].strip() == "^G ✓  ^X ✗  ^T ↺ · 12 ricordi · qwen-0.5b · usem3"

    screen.enter("ciao").wait("Risposta").ready()
    assert screen.lines[-1].strip() == "^G ✓  ^X ✗  ^T ↺ · canonical 40 ms · 13 ricordi · qwen-0.5b · usem3"


@pytest.mark.parametrize(("columns", "shown"), [(40, "^G ✓  ^X ✗  ^T ↺ · canonical 40 ms"), (24, "^G ✓  ^X ✗  ^T ↺")])
def test_a_narrow_toolbar_keeps_the_keys(chat: Opener, columns: int, shown: str) -> None:
    """What matters least is left out first."""
    screen = chat(columns=columns).ready().enter("ciao").wait("Risposta").ready()

    assert screen.lines[-1].strip() == shown


@pytest.mark.parametrize(
    ("key", "told"),
    [("\x07", "<ok 20261130-080000001"), ("\x18", "<no 20261130-080000001"), ("\x14", "<retry 2026113")],
)
def test_the_feedback_keys_act_on_an_empty_line(chat: Opener, key: str, told: str) -> None:
    """Ctrl-G, Ctrl-X, Ctrl-T: no AltGr, no Esc."""
    screen = chat(METNOS_UI_ASK_WANTED="0").ready().enter("ciao").wait("Risposta 1").ready()

    screen.send(key).wait(told).ready()


@pytest.mark.parametrize("key", ["\x07", "\x18", "\x14"])
def test_the_feedback_keys_do_nothing_while_there_is_text(chat: Opener, key: str) -> None:
    """Ctrl-G, Ctrl-X and Ctrl-T edit the line as they always did, or do nothing."""
    screen = chat().ready().enter("ciao").wait("Risposta 1").ready()

    screen.send("ab").wait(f"{PROMPT} ab").send(key).send("\x07z").wait("z")
    assert "<" not in screen.text


def test_feedback_without_a_turn(chat: Opener) -> None:
    """There is nothing to judge."""
    chat().ready().send("\x07").wait("Ancora nessuna richiesta").ready()


def test_retry_runs_the_turn_again(chat: Opener) -> None:
    """Excluded for this time, and asked anew."""
    chat().ready().enter("ciao").wait("Risposta 1").ready().send("\x14").wait("<retry", "Risposta 2 a 1 righe: ciao")


def test_what_changed_something_is_not_repeated_unasked(chat: Opener) -> None:
    """↺ after an effect asks, and Enter is no."""
    screen = chat().ready().enter("sposta").wait("Spostato.").ready()

    screen.send("\x14").wait("[s/N]").enter().ready()
    assert screen.text.count("Spostato.") == 1
    screen.enter("/again").count("[s/N]", 2).enter("s").count("Spostato.", 2).ready()


def test_no_may_say_what_was_wanted(chat: Opener) -> None:
    """In one optional line, or behind the slash command."""
    screen = chat().ready().enter("ciao").wait("Risposta 1").ready()

    screen.send("\x18").wait("Che cosa volevi?").enter("salutami in inglese").wait("salutami in inglese>").ready()
    screen.enter("/no altro saluto").wait("altro saluto>").ready()


def test_keys_can_be_bound_elsewhere(chat: Opener) -> None:
    """Two keys in a row, or a function key; the toolbar says so."""
    screen = chat(METNOS_UI_KEY_OK="f2", METNOS_UI_KEY_NO="c-x c-k").wait("F2 ✓  ^X ^K ✗")

    screen.enter("ciao").wait("Risposta 1").wait("F2 ✓").send("\x1bOQ").wait("<ok")


@pytest.mark.parametrize("key", ["escape", "enter", "c-c", "a", "/", "c-x nonsense", "c-t", "escape x"])
def test_a_key_that_cannot_be_used_is_told(chat: Opener, key: str) -> None:
    """Esc alone, keys that are needed, letters, nonsense, one key for two things."""
    screen = chat(METNOS_UI_KEY_OK=key)
    screen.end()

    assert "config_key" in screen.raw


def test_control_c_on_text_clears_it_one_up_away(chat: Opener) -> None:
    """The text comes back with Up."""
    screen = chat().ready().send("mezza richiesta").wait(f"{PROMPT} mezza richiesta")

    screen.send("\x03").wait(gone="mezza richiesta").ready()
    screen.send("\x1b[A").wait(f"{PROMPT} mezza richiesta")


def test_control_c_on_an_empty_line_says_how_to_leave(chat: Opener) -> None:
    """And leaves nothing."""
    screen = chat().ready().send("\x03").wait("Ctrl-D o /quit per uscire").ready()

    screen.enter("ciao").wait("Risposta 1")


@pytest.mark.parametrize(("request_", "shown"), [("lento", "passo 1: find_files"), ("pensa", "cerco un piano")])
def test_control_c_during_a_turn_ends_the_turn(chat: Opener, request_: str, shown: str) -> None:
    """During a step and while the model writes; recorded as cancelled; the conversation goes on."""
    screen = chat().ready().enter(request_).wait(shown)

    screen.send("\x03").wait("Fermato qui.").ready()
    screen.enter("ciao").wait("Risposta 2")
    assert shown not in screen.text


def test_control_c_at_a_question_ends_the_turn(chat: Opener) -> None:
    """It is neither yes nor no."""
    screen = chat().ready().enter("cancella tutto").wait("[N]o ›").send("\x03").wait("Fermato qui.").ready()

    assert "Rifiutato" not in screen.text
    assert "Scritto" not in screen.text


def test_consent_shows_everything_and_is_no_by_default(chat: Opener) -> None:
    """All arguments, what is touched; Enter is no."""
    screen = chat().ready().enter("cancella tutto").wait("[N]o ›")

    assert "x" * 200 in screen.text.replace("\n", "")
    assert "/home/anna/Documenti/nota.txt" in screen.text
    screen.enter().wait("Rifiutato.").ready()


def test_what_was_typed_too_early_answers_no_question(chat: Opener) -> None:
    """A "yes" typed while the turn was still running is forgotten."""
    screen = chat().ready().send("cancella tutto\rs\r").wait(f"{PROMPT} cancella tutto", "· s")

    assert "Scritto" not in screen.text


def test_consent_arguments_are_edited_in_place(chat: Opener) -> None:
    """The value stands on the line to be changed."""
    screen = chat(columns=120).ready().enter("cancella tutto").wait("[N]o ›").enter("m")
    screen.count("path = ~/Documenti/nota.txt", 2)

    screen.send("\x7f\x7f\x7fmd\r").wait("content =").enter().wait("Scritto (edit)")
    assert '"path": "~/Documenti/nota.md"' in screen.text


def test_always_is_remembered(chat: Opener) -> None:
    """The second call is not asked about."""
    screen = (
        chat().ready().enter("cancella tutto").wait("Sempre varrebbe per", "[N]o ›").enter("sempre").wait("(always)")
    )

    screen.ready().enter("cancella altro").wait("(once)")


def test_questions_of_a_plan_are_asked(chat: Opener) -> None:
    """With the path completer where a file is wanted, and unseen where a password is."""
    asked = [
        {"var": "nome", "prompt": "Nome?", "schema": {"kind": "text"}},
        {"var": "chi", "prompt": "Accesso", "schema": {"kind": "credentials"}},
        {"var": "dove", "prompt": "File?", "schema": {"kind": "file_path"}},
    ]
    screen = (
        chat().ready().enter(f"chiedi {json.dumps(asked)}").wait("Nome? ›").enter("Anna").wait("Utente:").enter("anna")
    )
    screen.wait("Password:").enter("s3greto").wait("File? ›")
    assert "s3greto" not in screen.text
    (Path(os.environ["HOME"]) / "unico-file.txt").write_text("x")

    screen.send("~/unic\t").wait("unico-file.txt").enter().wait("Risposte:", "s3greto")


def test_a_bracketed_paste_runs_nothing(chat: Opener) -> None:
    """Three lines are one request, and only after Enter."""
    screen = chat().ready().send("\x1b[200~uno\rdue\rtre\r\x1b[201~").wait("tre")
    assert "Risposta" not in screen.text

    screen.enter().wait("Risposta 1 a 3 righe").ready()


def test_a_paste_without_brackets_runs_one_request_at_most(chat: Opener) -> None:
    """A terminal without bracketed paste sends lines as keys."""
    screen = chat().ready().send("uno\rdue\rtre\r").wait("tre")
    assert "Risposta" not in screen.text

    screen.enter().wait("Risposta 1 a 3 righe: tre").ready()
    assert screen.text.count("Risposta") == 1


@pytest.mark.parametrize("new_line", ["\n", "\x1b\r", "\\\r"], ids=["Ctrl-J", "Alt-Enter", "backslash"])
def test_more_than_one_line(chat: Opener, new_line: str) -> None:
    """Three ways to a new line; Enter sends all of it."""
    screen = chat().ready().send("uno").wait("uno").send(new_line).wait("\n       ·").send("due").wait("due")

    screen.enter().wait("Risposta 1 a 2 righe: due").ready()


def test_slash_commands_complete_while_typing(chat: Opener) -> None:
    """With what each does."""
    chat().ready().send("/ex").wait("/explain", "/executors", "/export", "quanto mostra il pannello")


def test_enter_on_a_completion_takes_it_and_a_second_one_runs_it(chat: Opener) -> None:
    """Choosing is not yet doing; Tab goes from one to the next."""
    screen = chat().ready().send("/ex").wait("/explain", "/executors").send("\t").wait(f"{PROMPT} /explain")
    screen.enter().wait(gone="/executors")
    assert "Pannello:" not in screen.text

    screen.enter().wait("Pannello: off")


def test_arguments_of_commands_complete(chat: Opener) -> None:
    """From the same table; what is certain is put in at once, however fast Tab comes."""
    chat().ready().send("/expl\t").wait(f"{PROMPT} /explain").send(" f\t").wait(f"{PROMPT} /explain full")


def test_paths_complete(chat: Opener, home: Path) -> None:
    """Anywhere in a request."""
    (home / "Documenti").mkdir()
    chat().ready().send("conta i file in ~/Docu\t").wait("~/Documenti")


def test_executor_names_complete(chat: Opener) -> None:
    """From the catalog."""
    chat().ready().send("usa find_\t").wait("usa find_files")


def test_past_requests_complete(chat: Opener) -> None:
    """Whole ones that begin alike."""
    screen = chat().ready().enter("trova le fatture di marzo").wait("Risposta 1").ready()

    screen.send("trova le\t").count(f"{PROMPT} trova le fatture di marzo", 2)
    assert screen.text.count("Risposta") == 1
    screen.enter().wait("Risposta 2")


def test_reverse_search_edits_first(chat: Opener) -> None:
    """Enter takes the line found, a second Enter runs it."""
    screen = (
        chat().ready().enter("prima richiesta").wait("Risposta 1").ready().enter("altra").wait("Risposta 2").ready()
    )

    screen.send("\x12prim").wait("I-search", "prima richiesta").enter().wait(gone="I-search").ready()
    assert screen.text.count("Risposta") == 2
    screen.enter().wait("Risposta 3 a 1 righe: prima richiesta")


def test_past_requests_are_there_in_the_next_session(chat: Opener, home: Path) -> None:
    """In a file for the user alone."""
    chat().ready().enter("ricordami").wait("Risposta 1").ready().send("\x04").end()

    history = home / ".local/share/metnos/history"
    assert stat.S_IMODE(history.stat().st_mode) == 0o600
    chat().ready().send("\x1b[A").wait(f"{PROMPT} ricordami")


def test_a_history_that_cannot_be_written_is_told_once(chat: Opener, home: Path) -> None:
    """And the conversation goes on."""
    (home / ".local/share/metnos").mkdir(parents=True)
    (home / ".local/share/metnos/history").mkdir()

    screen = chat().wait("non restano nella cronologia").ready().enter("ciao").wait("Risposta 1").ready()
    screen.send("\x1b[A").wait(f"{PROMPT} ciao\n")


def test_vi_keys(chat: Opener) -> None:
    """Esc, b, then the text goes in before the last word."""
    screen = chat(METNOS_UI_EDIT_MODE="vi").ready().send("uno tre").wait("uno tre")

    screen.send("\x1b").send("b").send("i").send("due ").wait("uno due tre").enter().wait("righe: uno due tre")


def test_emacs_keys(chat: Opener) -> None:
    """Ctrl-A, Ctrl-K, Ctrl-Y."""
    screen = (
        chat().ready().send("due").wait("due").send("\x01uno ").wait("uno due").send("\x0b\x19\x19").wait("uno duedue")
    )
    screen.enter().wait("righe: uno duedue")


def test_help_is_the_table(chat: Opener) -> None:
    """Every command with what it does, and the keys."""
    from metnos_cli.ui.repl.commands import TABLE

    screen = chat(rows=60).ready().enter("/help").wait("Ctrl-R cerca").ready()
    for row in TABLE:
        assert f"/{row.name}" in screen.text

    screen.enter("/help export").count("/export", 2)


@pytest.mark.parametrize(
    ("line", "argv"),
    [
        ("/undo", "undo"),
        ("/paths", "paths list"),
        ("/paths show 3", "paths show 3"),
        ("/stats", "stats"),
        ("/facts add 'il codice è 4711'", "facts add il codice è 4711"),
        ("/tasks", "tasks list"),
        ("/executors", "executors list"),
        ("/config", "config show"),
        ("/config path", "config path"),
    ],
)
def test_commands_of_the_command_line(chat: Opener, line: str, argv: str) -> None:
    """The same command, in this session."""
    chat().ready().enter(line).wait(f"<comando {argv}>").ready()


@pytest.mark.parametrize("line", ["/quit", "/exit", "/q"])
def test_leaving(chat: Opener, line: str) -> None:
    """Status 0."""
    assert chat().ready().enter(line).end() == 0


@pytest.mark.parametrize(("line", "told"), [("/ok", "<ok"), ("/yes", "<ok"), ("/retry", "<retry"), ("/no", "volevi")])
def test_slash_twins_of_the_keys(chat: Opener, line: str, told: str) -> None:
    """Each key has one."""
    chat().ready().enter("ciao").wait("Risposta 1").ready().enter(line).wait(told)


def test_the_panel_by_levels(chat: Opener) -> None:
    """off, on, full, and asking which."""
    screen = chat(rows=60).ready().enter("/explain").wait("Pannello: off").ready()
    screen.enter("/explain on").wait("Pannello: on").ready().enter("ciao").wait("0.968 ≥ 0.95").ready()
    assert "tool:" not in screen.text
    screen.enter("/explain full").wait("Pannello: full").ready().enter("ciao").wait("canonical:12").ready()
    screen.enter("/explain tutto").wait("Scegli: off | on | full").ready()


def test_the_last_turn_in_full(chat: Opener) -> None:
    """Request, answer, rows, the whole panel."""
    screen = chat(rows=60).ready().enter("/last").wait("Ancora nessuna richiesta").ready()

    screen.enter("file").wait("b.pdf").ready().enter("/last").wait("canonical:12").ready()
    assert screen.text.count("b.pdf") == 2


def test_another_language(chat: Opener) -> None:
    """For the session."""
    screen = chat().ready().enter("/lang en").wait("Answers are in English").ready()

    screen.enter("/lang xx").wait("Choose: it | en").ready().send("\x03").wait("Ctrl-D or /quit to leave")


def test_another_model(chat: Opener) -> None:
    """The toolbar follows."""
    screen = chat().ready().enter("/model").wait("Modello: qwen-0.5b. Confronto per significato: usem3.").ready()

    screen.enter("/model nessuno").wait("senza modello · usem3")


@pytest.mark.parametrize(
    ("name", "begins"), [("a.md", "> ciao"), ("a.jsonl", '{"schema_version": 1'), ("a.svg", "<svg")]
)
def test_the_conversation_in_a_file(chat: Opener, home: Path, name: str, begins: str) -> None:
    """Three forms; nothing is overwritten."""
    screen = chat(columns=120).ready().enter("ciao").wait("Risposta 1").ready()

    screen.enter(f"/export ~/{name}").wait("1 turni scritti in").ready()
    assert (home / name).read_text(encoding="utf-8").startswith(begins)
    screen.enter(f"/export ~/{name}").wait("esiste già").ready()
    screen.enter("/export ~/a.exe").wait("dev'essere una di").ready()


def test_an_unknown_command_is_told_with_the_nearest(chat: Opener) -> None:
    """A path that exists is a request all the same."""
    screen = chat().ready().enter("/hepl").wait("/hepl non esiste: forse /help?").ready()

    screen.enter("/zzzz").wait("/help li elenca").ready()
    screen.enter("/tmp quanti file ha?").wait("righe: /tmp quanti file ha?").ready()
    screen.enter("/etc/hosts leggilo").wait("righe: /etc/hosts leggilo")


def test_unbalanced_quotes_are_told(chat: Opener) -> None:
    """And nothing is run."""
    chat().ready().enter("/paths 'show").wait("Manca una virgoletta.").ready()


def test_an_error_is_a_sentence_and_the_conversation_goes_on(chat: Opener) -> None:
    """With its hint."""
    screen = chat().ready().enter("errore").wait("Non c'è più spazio per scrivere /dati/metnos.db.", "Libera").ready()

    screen.enter("ciao").wait("Risposta 2")


def test_what_went_wrong_meanwhile_is_told(chat: Opener) -> None:
    """Above the answer of the turn in which it was noticed."""
    screen = chat().ready()
    for number in (1, 2, 3):
        screen.enter("ciao").wait(f"Risposta {number}").ready()

    assert screen.text.count("Una novità.") == 1


def test_hostile_text_is_text(chat: Opener) -> None:
    """No title is set, no colour taken, no direction turned; Rich's marks stay marks."""
    screen = chat(METNOS_UI_EXPLAIN="full", rows=60).ready().enter("ostile").wait("[red]rosso[/] :smile: fine").ready()

    assert "preso" not in screen.raw
    assert "\u202e" not in screen.raw


def test_nothing_is_asked_for_an_empty_line(chat: Opener) -> None:
    """Enter, spaces."""
    screen = chat().ready().enter().count(PROMPT, 2).enter("   ").count(PROMPT, 3).enter("ciao").wait("Risposta 1")

    assert screen.text.count("Risposta") == 1


def test_what_is_typed_ahead_runs_when_its_turn_comes(chat: Opener, home: Path) -> None:
    """A line with its Enter, typed while the turn before still runs."""
    screen = chat().ready().enter("aspetta").wait("passo 1").send("ciao\r")
    (home / "via").touch()

    screen.wait("Via libera.", "Risposta 2 a 1 righe: ciao")


def test_enter_counts_while_the_terminal_tells_where_its_cursor_is(chat: Opener) -> None:
    """What a terminal answers right behind the line, as after a resize, is no second line of a paste."""
    chat().ready().send("ciao\r\x1b[5;1R").wait("Risposta 1 a 1 righe")


def test_a_window_that_changes_its_size(chat: Opener) -> None:
    """At the prompt and while a turn runs."""
    screen = chat(columns=100).ready().enter("ciao").wait("Risposta 1").ready().resize(50, 30)
    screen.wait("^T ↺ · canonical 40 ms · 13 ricordi", gone="qwen").enter("lento").wait("passo 1")

    screen.resize(40, 30).send("\x03").wait("Fermato qui.").ready().enter("ciao").wait("Risposta 3")


def test_forty_columns(chat: Opener) -> None:
    """Answer, entries and panel, none wider than the screen."""
    screen = chat(columns=40, rows=60, METNOS_UI_EXPLAIN="full").ready().enter("file").wait("scritti").ready()

    assert "relazione" in screen.text
    assert max(len(line) for line in screen.lines) <= 40
    assert "0.968 ≥ 0.95" in " ".join(screen.text.split())


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"METNOS_PLAIN": "1"}], ids=str)
def test_plain_terminals(chat: Opener, variables: dict[str, str]) -> None:
    """Lines in, lines out: not one escape sequence, no toolbar, no animation; Ctrl-C and Ctrl-D as ever."""
    screen = chat(**variables).wait(PROMPT).send("ciao\n").wait("Risposta 1").count(PROMPT, 2)
    screen.send("uno\\\n").wait("      ›").send("due\n").wait("a 2 righe: due").count(PROMPT, 3)
    screen.send("\x03").wait("Ctrl-D o /quit per uscire").count(PROMPT, 4)
    screen.send("lento\n").wait("passo 1: find_files").send("\x03").wait("Fermato qui.").count(PROMPT, 5)
    screen.send("/ok\n").wait("<ok").count(PROMPT, 6)

    assert screen.send("\x04").end() == 0
    assert "\x1b" not in screen.raw


def test_no_color_still_edits(chat: Opener) -> None:
    """Everything but colours."""
    screen = (
        chat(NO_COLOR="1", METNOS_UI_EXPLAIN="full", columns=120)
        .ready()
        .enter("file")
        .wait("b.pdf", "canonical:12")
        .ready()
    )

    assert not any(f"\x1b[{code}m" in screen.raw for code in ("31", "32", "0;31", "0;32"))
    screen.send("/hel\t").wait(f"{PROMPT} /help")


def test_ascii_terminals(chat: Opener) -> None:
    """Twins for every symbol."""
    screen = chat(METNOS_UI_GLYPHS="ascii", METNOS_UI_EXPLAIN="full", rows=60).wait("metnos >", "^G ok  ^X no  ^T re")

    screen.enter("file").wait("0.968 >= 0.95").wait("^G ok")
    assert not set("✓✗↺●○≥·…›─│╭") & set(screen.text)
