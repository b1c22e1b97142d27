"""The first and the last lines of a file: so many as are told, or the request is refused."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("mostra le ultime 5 righe di ~/registro.log", {"last_lines": 5}),
        ("leggimi la prima riga di ~/registro.log", {"first_lines": 1}),
        ("le prime dieci righe di ~/registro.log", {"first_lines": 10}),
        ("dammi le 3 righe finali di ~/registro.log", {"last_lines": 3}),
        ("show the last 5 lines of ~/registro.log", {"last_lines": 5}),
        ("read me the first line of ~/registro.log", {"first_lines": 1}),
        ("what are the top 3 rows of ~/registro.log", {"first_lines": 3}),
        ("tail ~/registro.log", {"last_lines": 10}),
        ("head ~/registro.log", {"first_lines": 10}),
    ],
)
def test_as_many_lines_as_are_told(text: str, args: dict[str, int]) -> None:
    """From the end that is told."""
    assert planned(text) == [("read_files", {"path": "~/registro.log", **args})]


@pytest.mark.parametrize(
    "text",
    [
        "mostra le ultime righe di ~/registro.log",
        "leggi la fine di ~/registro.log",
        "leggi la seconda riga di ~/registro.log",
        "cancella la prima riga di ~/registro.log",
        "copia le prime 3 righe di ~/registro.log in ~/altro.log",
        "le prime tre righe del file più recente in ~/x",
        "show the last lines of ~/registro.log",
        "read the end of ~/registro.log",
        "delete the last line of ~/registro.log",
        "read 3 lines of ~/registro.log",
    ],
)
def test_what_no_step_takes(text: str) -> None:
    """Never the whole file instead, nor another file, nor as many files as lines were told."""
    assert planned(text) == "end"
