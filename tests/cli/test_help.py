"""Help in both languages: every topic, every command, every option; and what Typer refuses, in a sentence."""

from __future__ import annotations

import pytest
from conftest import Metnos

from metnos_cli import messages
from metnos_cli.cli.app import COMMANDS
from metnos_cli.cli.help import TOPICS
from metnos_cli.cli.numbers import numbers_kept
from metnos_cli.cli.outline import FILE, as_typer_has_it, outline, text_of
from metnos_cli.cli.usage import about, asked, command_of, meaning, page, word
from metnos_cli.records import LANGS, Lang

PATHS = list(outline())


def test_the_outline_is_the_command_line_as_it_is() -> None:
    """``python -m metnos_cli.cli.outline`` writes it anew after a change."""
    assert text_of(as_typer_has_it()) == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGS)
def test_every_command_and_option_is_explained(lang: Lang) -> None:
    """And nothing else is: a sentence whose option has gone is found too."""
    told = {path or "metnos": about(path, lang) for path in PATHS} | {"--help": meaning("", "--help", lang)}
    for path, one in outline().items():
        for row in (*one["arguments"], *one["options"]):
            own = f"{path or 'metnos'} {row['name']}"
            told[own if own in messages.section(lang, "usage") else row["name"]] = meaning(path, row["name"], lang)

    assert all(told.values())
    assert set(told) == set(messages.section(lang, "usage"))


@pytest.mark.parametrize("columns", [30, 40, 80])
@pytest.mark.parametrize("lang", LANGS)
def test_a_page_keeps_to_its_width(lang: Lang, columns: int) -> None:
    """Whatever the command; only names that are longer alone stick out."""
    for path in PATHS:
        for line in page(path, lang, columns).splitlines()[1:]:
            assert len(line) <= columns or " " not in line.strip() or line.strip().startswith("-"), line


def test_a_page_is_in_the_language_asked_for(metnos: Metnos) -> None:
    """By ``METNOS_LANG``, by the option on either side, by the settings, else by the locale."""
    assert "Risponde a una richiesta." in metnos("ask", "--help", METNOS_LANG="it").stdout
    assert "Answer one request." in metnos("ask", "--help", METNOS_LANG="en").stdout
    assert "Answer one request." in metnos("ask", "--help", "--lang", "en").stdout
    assert "Answer one request." in metnos("--lang=en", "ask", "-h").stdout
    assert "Uso: metnos" in metnos("--help").stdout
    assert "Usage: metnos" in metnos("--help", LANG="C.UTF-8").stdout
    assert metnos("config", "set", "general.lang", "en").exit_status == 0
    assert "Usage: metnos" in metnos("--help").stdout


def test_help_opens_nothing(metnos: Metnos) -> None:
    """No database, and not even a settings file; settings that are wrong do not stand in the way."""
    assert metnos("paths", "list", "--help").exit_status == 0
    assert list(metnos.home.rglob("metnos*")) == []

    file = metnos.home / "wrong.toml"
    file.write_text("this is no TOML", encoding="utf-8")
    assert "Uso: metnos paths list" in metnos("paths", "list", "--help", METNOS_CONFIG=str(file)).stdout


@pytest.mark.parametrize("lang", LANGS)
def test_every_topic_is_explained(metnos: Metnos, lang: str) -> None:
    """The list shows each topic's first line; an unknown one is a usage error."""
    listed = metnos("help", "--lang", lang).stdout

    assert [line.split()[0] for line in listed.splitlines()[: len(TOPICS)]] == list(TOPICS)
    assert metnos("help", "memory", "--lang", lang).stdout.count("\n") > 3
    assert metnos("help", "nothing").exit_status == 2


def test_a_command_is_a_topic_too(metnos: Metnos) -> None:
    """``metnos help paths`` gives its page, ``help config set`` that of one below, ``help executors`` both."""
    assert metnos("help", "paths").stdout == metnos("paths", "--help").stdout
    assert metnos("help", "config", "set").stdout == metnos("config", "set", "--help").stdout
    assert metnos("executors", "--help").stdout in metnos("help", "executors").stdout
    assert metnos("help", "paths", "nothing").exit_status == 2


def test_help_lists_every_command(metnos: Metnos) -> None:
    """And exits 0; bare ``metnos`` without a terminal does the same."""
    answer = metnos("--help")

    assert answer.exit_status == 0
    assert all(name in answer.stdout for name, command in COMMANDS.items() if not command.hidden)
    assert metnos().stdout == answer.stdout


@pytest.mark.parametrize("name", list(COMMANDS))
def test_each_command_explains_itself(metnos: Metnos, name: str) -> None:
    """``metnos NAME --help``."""
    assert metnos(name, "--help").stdout.startswith(f"Uso: metnos {name}")


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (("--help",), ""),
        (("paths", "--help"), "paths"),
        (("paths", "--json", "list", "-h"), "paths list"),
        (("ask", "list", "-h"), "ask"),
        (("ask", "che ora è"), None),
        (("ask", "--", "--help"), None),
    ],
)
def test_which_page_is_asked_for(words: tuple[str, ...], path: str | None) -> None:
    """The longest command the words name; after ``--`` nothing is an option."""
    assert asked(words) == path


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("paths", "show"), "Manca NOME."),
        (("tsks",), "forse «tasks»?"),
        (("paths", "lst"), "forse «list»?"),
        (("che", "ora", "è"), 'metnos ask "che ora è"'),
        (("ask", "--jsno", "x"), "L'opzione --jsno non esiste: forse --json?"),
        (("ask", "--zzz", "x"), "L'opzione --zzz non esiste."),
        (("feedback", "forse"), "GIUDIZIO: «forse» non va bene; si può dire ok, no, retry."),
        (("setup", "casa"), "PASSO: «casa» non va bene"),
        (("stats", "--days", "0"), "--days: 0 non va bene; si può dire da 1 in su."),
        (("facts", "search", "x", "--limit", "99"), "--limit: 99 non va bene; si può dire da 1 a 50."),
        (("stats", "--days", "tanti"), "--days: «tanti» non è un numero."),
        (("stats", "--days"), "L'opzione --days vuole un valore."),
        (("stats", "--json=3"), "L'opzione --json non vuole un valore."),
        (("config", "set", "a", "b", "c"), "Troppi argomenti: c."),
        (("paths",), "Elenca ciò che la memoria ricorda."),
    ],
)
def test_a_mistake_is_told_in_a_sentence(metnos: Metnos, args: tuple[str, ...], told: str) -> None:
    """On stderr, with the usage line, and nothing in the language of Typer."""
    answer = metnos(*args)

    assert answer.exit_status == 2
    assert told in answer.stderr
    assert "Uso: metnos" in answer.stderr
    assert answer.stdout == ""
    assert not any(english in answer.stderr for english in ("Error", "Usage", "No such", "Invalid", "Missing"))


def test_a_negative_number_is_a_value(metnos: Metnos) -> None:
    """``config set`` takes it, or says which numbers it takes; a request may begin with one."""
    answer = metnos("config", "set", "ui.rows", "-5")

    assert answer.exit_status == 2
    assert "ui.rows" in answer.stderr
    assert "-5" in answer.stderr
    assert metnos("config", "set", "general.location", "-5").exit_status == 0
    assert metnos("config", "show", "general.location").stdout.startswith('general.location = "-5"')
    assert metnos("extract", "-5 gradi", "--json").json["schema_version"] == 1


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["config", "set", "x", "-5"], ["config", "set", "--", "x", "-5"]),
        (["ask", "-5 + 3", "--json"], ["ask", "--json", "--", "-5 + 3"]),
        (["stats", "--days", "-5"], ["stats", "--days", "-5"]),
        (["facts", "forget", "-n", "3"], ["facts", "forget", "-n", "3"]),
        (["ask", "--", "-5"], ["ask", "--", "-5"]),
    ],
)
def test_where_negative_numbers_are_put(words: list[str], kept: list[str]) -> None:
    """Behind ``--``, unless they are an option's value."""
    assert numbers_kept(words) == kept


def test_words_of_the_page(metnos: Metnos) -> None:
    """Names of arguments and kinds of values are translated; a command is found by its words."""
    assert (word("name", "it"), word("name", "en"), word("number", "it")) == ("NOME", "NAME", "N")
    assert (command_of(["paths", "list", "x"]), command_of(["x"])) == ("paths list", "")
