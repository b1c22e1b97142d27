"""Rows of a table kept as text (CSV, TSV): what divides its columns, what they are called, which cells are numbers."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from metnos_cli.records import Lang

ROWS = 200_000
"""Rows of a table that become entries; each takes half a kilobyte."""
CHECK_EVERY = 4096
"""Rows between two looks at Ctrl-C and the clock."""
SAMPLE = 65_536
"""Characters that tell what divides the columns."""
LONGEST_NUMBER = 15
"""Signs of a number; longer runs of figures are codes, and a float does not hold them."""
_HINT = re.compile(r"sep=(.)\n", re.IGNORECASE)
_SIGN = re.compile(r"^[€$£¥]\s?|\s?[€$£¥%]$")
"""What an amount is of: only the table tells whether its comma or its dot is the decimal one, so it is read here."""
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)(?:[.,][0-9]+)?")
_GROUPED = re.compile(r"-?[1-9][0-9]{0,2}(?:([.,'’\u00a0\u202f])[0-9]{3})(?:\1[0-9]{3})?(?:(?!\1)[.,][0-9]+)?")


@dataclass(frozen=True, slots=True)
class Table:
    """A table, read."""

    rows: tuple[dict[str, Any], ...]
    """A field per column, and ``text``: the whole row in words."""
    total: int
    """Rows that the file has; more than ``rows`` where it was cut."""


def read_table(text: str, dividers: str, lang: Lang, check: Callable[[], None]) -> Table | None:
    """Read a table; None: there is none in this text.

    Args:
        text: The file, line ends made one kind.
        dividers: What may divide the columns; of two that fit equally the first.
        lang: Decides what a lone ``1.234`` is, where the divider does not.
        check: Raises when the user pressed Ctrl-C or time is up.
    """
    hint = _HINT.match(text)
    body = text[hint.end() :] if hint else text
    divider = hint[1] if hint else divider_of(body, dividers)
    # A table divided by semicolons has decimal commas; one divided by commas has decimal points.
    decimals: Lang = "it" if divider == ";" else "en" if divider == "," else lang
    rows: list[dict[str, Any]] = []
    total = 0
    try:
        lines = _lines(body, divider)
        names = ColumnNames(next(lines, []))
        for total, cells in enumerate(lines, start=1):
            if total % CHECK_EVERY == 0:
                check()
            if total <= ROWS:
                names.reach(len(cells))
                rows.append(_row(names.told, cells, decimals))
    except csv.Error:
        return None
    return Table(tuple(rows), total) if rows else None


def divider_of(text: str, dividers: str) -> str:
    """What divides the columns: what gives all lines the same number of them, and the most.

    Args:
        text: The table, or its beginning.
        dividers: The candidates; of two that fit equally the first.
    """
    sample = text[:SAMPLE]
    if len(text) > SAMPLE and "\n" in sample:
        sample = sample[: sample.rindex("\n")]
    best, chosen = (0.0, 0), dividers[-1]
    for divider in dividers:
        try:
            widths = Counter(len(cells) for cells in _lines(sample, divider))
        except csv.Error:
            continue
        wide, lines = max(((width, lines) for width, lines in widths.items() if width > 1), default=(0, 0), key=_often)
        fit = (lines / widths.total() if wide else 0.0, wide)
        if fit > best:
            best, chosen = fit, divider
    return chosen


def _often(width: tuple[int, int]) -> tuple[int, int]:
    return width[1], width[0]


def _lines(text: str, divider: str) -> Iterator[list[str]]:
    """The cells of each line that has some; quotes inside quotes are doubled, as everybody writes them."""
    reader = csv.reader(io.StringIO(text), delimiter=divider, doublequote=True, skipinitialspace=divider != "\t")
    return (cells for cells in reader if cells)


class ColumnNames:
    """A name of its own for each column: a repeated one gets a number, one without gets its place.

    Args:
        header: The cells of the first line.
    """

    def __init__(self, header: Sequence[str]) -> None:
        self.told: list[str] = []
        self._taken: set[str] = set()
        self._given = {name.strip() for name in header}
        self._counts: Counter[str] = Counter()
        for name in header:
            self._add(name.strip())

    def reach(self, width: int) -> None:
        """Name what goes beyond the header, up to ``width`` columns."""
        while len(self.told) < width:
            self._add("")

    def _add(self, told: str) -> None:
        name = told or f"column_{len(self.told) + 1}"
        unique = name
        while unique in self._taken or (unique != name and unique in self._given):
            self._counts[name] += 1
            unique = f"{name}_{self._counts[name] + 1}"
        self._taken.add(unique)
        self.told.append(unique)


def _row(names: Sequence[str], cells: Iterable[str], lang: Lang) -> dict[str, Any]:
    told = [(name, cell.strip()) for name, cell in zip(names, cells, strict=False)]
    line = ", ".join(f"{name}: {cell}" for name, cell in told if cell)
    return {"text": line} | {name: value_of(cell, lang) for name, cell in told}


def value_of(cell: str, lang: Lang) -> int | float | str:
    """The cell's number when it is written plainly, otherwise its text.

    Telephone numbers, addresses of machines, codes with an ``E`` in them and figures with a zero before them are no
    amounts: making numbers of them loses what they say.
    """
    bare = _SIGN.sub("", cell)
    if not bare or len(bare) > LONGEST_NUMBER or not (_PLAIN.fullmatch(bare) or _GROUPED.fullmatch(bare)):
        return cell
    from metnos_cli.executors.amounts import as_number

    number = as_number(bare, lang)
    return cell if number is None else number
