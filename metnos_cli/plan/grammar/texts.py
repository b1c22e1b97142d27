"""Strings as JSON text: given values, lengths, regular languages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.automaton import TooLarge, build
from metnos_cli.plan.grammar.gbnf import MAX_REPEAT, Ranges, char_class, choice, group, literal, repeat, sequence, trie
from metnos_cli.plan.grammar.regex import (
    ANY_TEXT,
    MAX_POINT,
    Both,
    Chars,
    Either,
    Not,
    Regex,
    Then,
    Times,
    both,
    complement,
    negated,
    text,
    then,
    times,
    united,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.plan.grammar.gbnf import Rules
    from metnos_cli.plan.grammar.shapes import Text

_CONTROLS: Ranges = ((0x00, 0x1F),)
_RAW: Ranges = complement(united((*_CONTROLS, (0x22, 0x22), (0x5C, 0x5C), (0xD800, 0xDFFF))))
_HIGH: Ranges = ((0x80, MAX_POINT),)
_ALL: Ranges = ((0, MAX_POINT),)
_NO_OPENING = negated(then(ANY_TEXT, text("${"), ANY_TEXT))
_MAX_COUNTED = 400
"""Longest length that is counted in an automaton; a longer one beside a pattern is left to the validator."""


class Texts:
    """Writes strings.

    Args:
        rules: The grammar in the making.
        use: Makes a primitive part of the grammar and gives its name.
        note: Told the keyword that a text cannot keep.
        guarded: Whether ``${`` may not stand in a string.
    """

    def __init__(
        self, rules: Rules, use: Callable[[str], str], note: Callable[[str, str], None], *, guarded: bool
    ) -> None:
        self._rules = rules
        self._use = use
        self._note = note
        self._guarded = guarded

    def expression(self, part: Text) -> str | None:
        """GBNF of a string in its quotes, or None when there is none."""
        if part.values is not None:
            return self.listed(part.values)
        if part.language == ANY_TEXT:
            return self._by_length(part)
        return self._by_language(part)

    def listed(self, values: tuple[str, ...]) -> str:
        """Exactly these strings, each in its usual spelling."""
        told = [json.dumps(value, ensure_ascii=False) for value in values]
        if len(told) == 1:
            return literal(told[0])
        if len(told) <= 8:
            return choice([literal(value) for value in told])
        return self._rules.add("one-of", trie(told))

    def _by_length(self, part: Text) -> str:
        if part.least == 0 and part.most is None:
            return self._use("plain-text" if self._guarded else "string")
        if part.least > MAX_REPEAT:
            self._note(part.at, "minLength")
        if part.most is not None and part.most > MAX_REPEAT:
            self._note(part.at, "maxLength")
        char = self._use("free" if self._guarded else "char")
        return self._rules.add("text", sequence(['"\\""', repeat(char, part.least, part.most), '"\\""']))

    def _by_language(self, part: Text) -> str | None:
        language = part.language
        if self._guarded and _may_open(language):
            language = both(language, _NO_OPENING)
        if part.least or part.most is not None:
            if max(part.least, part.most or 0) > _MAX_COUNTED:
                self._note(part.at, "maxLength" if part.most is not None else "minLength")
            else:
                language = both(language, times(Chars(_ALL), part.least, part.most))
        if not _needs_automaton(language):
            return self._rules.add("pattern", sequence(['"\\""', self._structure(language), '"\\""']))
        try:
            automaton = build(language)
        except TooLarge:
            self._note(part.at, "pattern")
            return self._use("plain-text" if self._guarded else "string")
        return self.of_automaton(automaton)

    def of_automaton(self, automaton: list[dict[int, Ranges]]) -> str | None:
        """The strings, opening quote to closing quote, that an automaton accepts; None when it accepts none.

        Args:
            automaton: From ``automaton.build``: one row per state, next state -> characters; -1: it may end.
        """
        if not automaton:
            return None
        names = [self._rules.reserve("pattern") for _ in automaton]
        for name, row in zip(names, automaton, strict=True):
            told = []
            for target, ranges in row.items():
                if target < 0:
                    told.append('"\\""')
                else:
                    told += [sequence([char, names[target]]) for char in self.characters(ranges)]
            self._rules.set(name, choice(told))
        return sequence(['"\\""', names[0]])

    def _structure(self, regex: Regex) -> str:
        """A language without intersections, written as it is."""
        match regex:
            case Chars(ranges):
                return group(choice(self.characters(ranges)) or self._use("never"))
            case Then(parts):
                return sequence([self._structure(part) for part in parts])
            case Either(parts):
                return group(choice([self._structure(part) or '""' for part in parts]))
            case Times(part, least, most):
                body = self._structure(part)
                if not isinstance(part, Chars) and (most is None or most > 1):
                    body = self._rules.add("part", body)  # nested repeats written inline would multiply
                return repeat(group(body), least, most)
        raise TypeError(regex)

    def characters(self, ranges: Ranges) -> list[str]:
        """The ways in which one of these characters stands in a JSON string."""
        if ranges == _ALL:
            return [self._use("free" if self._guarded else "char")]
        raw = _meet(ranges, _RAW)
        told = [char_class(raw)] if raw else []
        if _meet(ranges, _CONTROLS) == _CONTROLS:
            told.append(self._use("control-escape"))
        else:
            told += [
                literal(_escape(point)) for low, high in _meet(ranges, _CONTROLS) for point in range(low, high + 1)
            ]
        told += [literal("\\" + chr(point)) for point in (0x22, 0x5C) if _meet(ranges, ((point, point),))]
        if _meet(ranges, ((0x2F, 0x2F),)):
            told.append(literal("\\/"))
        if _meet(ranges, _HIGH) == _HIGH:
            told.append(self._use("high-escape"))
        return told


def _escape(point: int) -> str:
    return json.dumps(chr(point))[1:-1]


def _meet(one: Ranges, other: Ranges) -> Ranges:
    found = []
    for low, high in one:
        found += [(max(low, first), min(high, last)) for first, last in other if first <= high and last >= low]
    return tuple(found)


def _needs_automaton(regex: Regex) -> bool:
    match regex:
        case Both() | Not():
            return True
        case Then(parts) | Either(parts):
            return any(_needs_automaton(part) for part in parts)
        case Times(part, _, _):
            return _needs_automaton(part)
    return False


def _may_open(regex: Regex) -> bool:
    """Whether a dollar may stand in the text."""
    match regex:
        case Chars(ranges):
            return bool(_meet(ranges, ((0x24, 0x24),)))
        case Then(parts) | Either(parts) | Both(parts):
            return any(_may_open(part) for part in parts)
        case Times(part, _, _):
            return _may_open(part)
    return True
