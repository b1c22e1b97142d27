"""``metnos extract``: the values of a text, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

NOW = "2026-05-14T10:20:00+02:00"


def test_table(metnos: Any) -> None:
    """People get one aligned line for each value."""
    r = metnos("extract", "chiama Anna domani alle 14 per 2 ore", "--now", NOW, "--lang", "it")

    assert (r.exit_status, r.stderr) == (0, "")
    assert r.stdout == (
        "time      domani alle 14  2026-05-15T14:00:00+02:00\n"
        "duration  2 ore           PT2H\n"
    )  # fmt: skip


def test_nothing_found(metnos: Any) -> None:
    """A text without values is said to have none, and that is an answer."""
    r = metnos("extract", "ciao a tutti")

    assert (r.exit_status, r.stdout) == (0, "Nessun valore trovato.\n")


def test_uncertain_is_marked(metnos: Any) -> None:
    """A value with another reading is never shown as a certain one."""
    assert metnos("extract", "alle 5", "--now", NOW).stdout.rstrip().endswith("(incerto)")


def test_json(metnos: Any) -> None:
    """Programs get one object with the text, its language, the moment and the slots."""
    r = metnos("extract", "tomorrow", "--now", NOW, "--json")

    assert r.json["schema_version"] == 1
    assert (r.json["text"], r.json["lang"], r.json["now"]) == ("tomorrow", "en", NOW)
    assert r.json["slots"] == [
        {
            "dim": "time", "text": "tomorrow", "start": 0, "end": 8, "kind": "point",
            "value": "2026-05-15T00:00:00+02:00", "grain": "day",
            "argument": "2026-05-15T00:00:00+02:00/2026-05-16T00:00:00+02:00",
        }
    ]  # fmt: skip


def test_text_on_stdin(metnos: Any) -> None:
    """What is piped in is the text."""
    assert metnos("extract", "--json", stdin="leggi note.txt\n").json["slots"][0]["value"] == "note.txt"


def test_stream(metnos: Any) -> None:
    """One object a line, one answer a line, in the same order."""
    lines = [
        {"text": "domani", "lang": "it", "now": "2013-02-12T04:30:00"},
        {"text": "niente", "lang": "it", "now": "2013-02-12T04:30:00"},
        {"text": "tomorrow", "lang": "en", "now": "2013-02-12T04:30:00"},
    ]

    r = metnos("extract", "--jsonl", stdin="".join(json.dumps(line) + "\n" for line in lines))

    answers = [json.loads(line) for line in r.stdout.splitlines()]
    assert r.exit_status == 0
    assert [[slot["value"][:10] for slot in answer["slots"]] for answer in answers] == [
        ["2013-02-13"],
        [],
        ["2013-02-13"],
    ]


def test_bad_lines_of_a_stream(metnos: Any) -> None:
    """A line that cannot be read gets its error in its own place, and the others their answer; the exit status is 2."""
    lines = b'{"text": "domani", "now": "2026-05-14T10:20:00"}\nnon json\n[1]\n{"text": 5}\n\xff\xfe\n{"text": "x", "now": "boh"}\n{"text": "x", "lang": "fr"}\n{"text": "3"}\n'

    r = metnos("extract", "--jsonl", stdin=lines)

    answers = [json.loads(line) for line in r.stdout.splitlines()]
    assert r.exit_status == 2
    assert ["slots" if "slots" in answer else "error" for answer in answers] == ["slots", *["error"] * 6, "slots"]
    assert "Traceback" not in r.stderr


def test_wrong_moment(metnos: Any) -> None:
    """A moment that is none is one sentence and a usage error."""
    r = metnos("extract", "domani", "--now", "ieri")

    assert (r.exit_status, r.stdout) == (2, "")
    assert "ISO 8601" in r.stderr


def test_nothing_to_read(metnos: Any) -> None:
    """No text and nothing piped in is a usage error."""
    assert metnos("extract").exit_status == 2


def test_terminal_control_sequences_are_not_acted_out(metnos: Any) -> None:
    """What a text smuggles in is shown, never obeyed."""
    r = metnos("extract", 'cerca "a\x1b[31mb"')

    assert "\x1b" not in r.stdout
