"""Numbers as text: whole and decimal ranges, multiples, single values."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.algebra import fits_number
from metnos_cli.plan.grammar.gbnf import char_class, choice, group, literal, sequence

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.plan.grammar.gbnf import Rules
    from metnos_cli.plan.grammar.shapes import Number

_MAX_LISTED = 512
_MAX_STATES = 240


class Numbers:
    """Writes numbers.

    Args:
        rules: The grammar in the making.
        use: Makes a primitive part of the grammar and gives its name.
        note: Told the keyword that a number's text cannot keep.
        lenient: Whether ``1.0`` is a way of writing 1, as JSON Schema says; a plan writes 1.
    """

    def __init__(
        self, rules: Rules, use: Callable[[str], str], note: Callable[[str, str], None], *, lenient: bool
    ) -> None:
        self._rules = rules
        self._use = use
        self._note = note
        self._lenient = lenient

    def expression(self, part: Number) -> str | None:
        """GBNF of a number, or None when there is none."""
        if part.values is not None:
            return choice([self._value(value) for value in part.values])
        if part.multiple is not None:
            return self._multiples(part)
        if part.low is None and part.high is None:
            return self._use(self._plain(part.kind))
        if part.kind == "integer":
            return self._whole_range(part)
        return self._decimal_range(part)

    def _plain(self, kind: str) -> str:
        if kind == "any":
            return "number" if self._lenient else "plain-number"
        if kind == "fraction":
            return "fraction"
        return "integer" if self._lenient else "plain-integer"

    def _value(self, value: Fraction) -> str:
        """One number in its shortest decimal form; further zeros behind the point change nothing."""
        if value.denominator == 1:
            return sequence([literal(str(value.numerator)), self._zeros()])
        text = _decimal(value)
        return sequence([literal(text), '"0"{0,4}']) if self._lenient else literal(text)

    def _zeros(self) -> str:
        return f"{self._use('point-zero')}?" if self._lenient else ""

    def _whole_range(self, part: Number) -> str | None:
        low = None if part.low is None else _ceil(part.low) + (part.low_open and part.low.denominator == 1)
        high = None if part.high is None else _floor(part.high) - (part.high_open and part.high.denominator == 1)
        if low is not None and high is not None and low > high:
            return None
        told = []
        if low is None or low < 0:
            nearest = 1 if high is None or high >= 0 else -high
            told.append(sequence(['"-"', group(whole_between(nearest, None if low is None else -low))]))
        if high is None or high >= 0:
            told.append(whole_between(max(low or 0, 0), high))
        return sequence([group(choice(told)), self._zeros()]) if self._zeros() else choice(told)

    def _decimal_range(self, part: Number) -> str | None:
        told = []
        if part.low is None or part.low < 0:
            near, near_open = (
                (Fraction(0), True) if part.high is None or part.high >= 0 else (-part.high, part.high_open)
            )
            far = None if part.low is None else -part.low
            negative = self._unsigned(part, near, near_open, far, part.low_open)
            if negative is not None:
                told.append(sequence(['"-"', group(negative)]))
        if part.high is None or part.high >= 0:
            low, low_open = (Fraction(0), False) if part.low is None or part.low < 0 else (part.low, part.low_open)
            positive = self._unsigned(part, low, low_open, part.high, part.high_open)
            if positive is not None:
                told.append(positive)
        return choice(told) if told else None

    def _unsigned(
        self, part: Number, low: Fraction, low_open: bool, high: Fraction | None, high_open: bool
    ) -> str | None:
        """Decimal texts, without sign and exponent, between two bounds."""
        broken = part.kind == "fraction"  # something other than zeros behind the point
        low_open = low_open or (broken and low.denominator == 1)
        if high is None and low == 0 and not low_open:
            return self._use("unsigned-number" if self._lenient else "plain-unsigned-number")
        first, last = _floor(low), None if high is None else _floor(high)
        told = []
        if last == first and high is not None:
            tail = self._tail(_digits(low), low_open, _digits(high), high_open)
            return None if tail is None else sequence([literal(str(first)), tail])
        start = self._tail(_digits(low), low_open, None, False)
        if start is not None:
            told.append(sequence([literal(str(first)), start]))
        if last is None or last - first > 1:
            between = whole_between(first + 1, None if last is None else last - 1)
            told.append(
                sequence(
                    [
                        group(between),
                        *(('"."', self._use("nonzero-digits")) if broken else (f"{self._use('decimals')}?",)),
                    ]
                )
            )
        if last is not None and high is not None:
            end = self._tail("" if broken else None, broken, _digits(high), high_open)
            if end is not None:
                told.append(sequence([literal(str(last)), end]))
        return choice(told) if told else None

    def _tail(self, low: str | None, low_open: bool, high: str | None, high_open: bool) -> str | None:
        """What may follow the whole part: nothing, or a point and digits; None: no text at all."""
        if low == "" and not low_open and high is None:
            return self._use("decimals") + "?"
        bounds = _Bounds(low, low_open, high, high_open)
        digits = self._digits_from(bounds, 0, low is not None, high is not None)
        if digits is None:
            return "" if bounds.may_stop(0, low is not None, high is not None) else None
        tail = sequence(['"."', group(digits)])
        return f"({tail})?" if bounds.may_stop(0, low is not None, high is not None) else tail

    def _digits_from(self, bounds: _Bounds, place: int, low_tight: bool, high_tight: bool) -> str | None:
        """Digits behind the point from a place on, at least one."""
        if not low_tight and not high_tight:
            return self._use("digits")
        if place >= bounds.length:
            if high_tight:
                return None if bounds.high_open or (low_tight and bounds.low_open) else '"0"{1,4}'
            return self._use("nonzero-digits") if bounds.low_open else self._use("digits")
        told = []
        for first, last, still_low, still_high in bounds.steps(place, low_tight, high_tight):
            rest = self._digits_from(bounds, place + 1, still_low, still_high)
            if not bounds.may_stop(place + 1, still_low, still_high):
                if rest is not None:
                    told.append(sequence([_digit(first, last), group(rest)]))
            else:
                told.append(_digit(first, last) if rest is None else sequence([_digit(first, last), f"({rest})?"]))
        return choice(told) if told else None

    def _multiples(self, part: Number) -> str | None:
        multiple = part.multiple or Fraction(1)
        if part.low is not None and part.high is not None:
            first = _ceil(part.low / multiple)
            last = _floor(part.high / multiple)
            if last - first < _MAX_LISTED:
                values = [multiple * factor for factor in range(first, last + 1)]
                told = [self._value(value) for value in values if fits_number(part, value)]
                return choice(told) if told else None
        signs = self._signs(part)
        places = _decimal_places(multiple)
        size = int(multiple * 10**places)
        if signs is None or size * (places + 1) > _MAX_STATES:
            self._note(part.at, "multipleOf")
            return self._use(self._plain(part.kind))
        return sequence([signs, self._residues(size, places)])

    def _signs(self, part: Number) -> str | None:
        """The sign that the bounds leave; None when they say more than the sign."""
        if (part.low, part.high) == (None, None):
            return '"-"?'
        if part.low == 0 and part.high is None and not part.low_open:
            return ""
        return '"-"' if part.high == 0 and part.low is None and not part.high_open else None

    def _residues(self, size: int, places: int) -> str:
        """Digits of multiples of ``size`` units of the last of so many decimal places, by the remainder so far."""
        names = {
            (rest, place): self._rules.reserve(f"multiple-{size}-{rest}-{place}")
            for place in range(places + 1)
            for rest in range(size)
        }
        for (rest, place), name in names.items():
            told = _steps(names, rest, place, 0 if place == 0 else place + 1, "")
            if place == 0:
                told += _steps(names, rest, place, 1, ".")
            if rest * 10 ** (places - place) % size == 0:
                told.append(self._end(place, places))
            self._rules.set(name, choice(told) if told else self._use("never"))
        leading = [sequence([literal(str(digit)), names[digit % size, 0]]) for digit in range(1, 10)]
        after_zero = choice([*_steps(names, 0, 0, 1, "."), self._end(0, places)])
        return group(choice([*leading, sequence(['"0"', group(after_zero)])]))

    def _end(self, place: int, places: int) -> str:
        if place == 0:
            return self._zeros() or '""'
        return '"0"{0,4}' if place == places else '""'


def _steps(names: dict[tuple[int, int], str], rest: int, place: int, following: int, before: str) -> list[str]:
    """One more digit, and where it leads."""
    size = 1 + max(known for known, _ in names)
    told = []
    for digit in range(10):
        name = names.get(((rest * 10 + digit) % size, following))
        if name is not None and (following != place or place == 0):
            told.append(sequence([literal(f"{before}{digit}"), name]))
    return told


class _Bounds:
    """Digits behind the point of a lower and an upper bound, padded to one length."""

    def __init__(self, low: str | None, low_open: bool, high: str | None, high_open: bool) -> None:
        self.length = max(len(low or ""), len(high or ""))
        self.low = (low or "").ljust(self.length, "0")
        self.high = (high or "").ljust(self.length, "0")
        self.low_open = low_open
        self.high_open = high_open

    def may_stop(self, place: int, low_tight: bool, high_tight: bool) -> bool:
        """Whether the number may end before the digit at this place."""
        if low_tight and (self.low[place:].strip("0") or self.low_open):
            return False
        return not (high_tight and not self.high[place:].strip("0") and self.high_open)

    def steps(self, place: int, low_tight: bool, high_tight: bool) -> list[tuple[int, int, bool, bool]]:
        """(first digit, last digit, still at the lower bound, still at the upper bound)."""
        least = int(self.low[place]) if low_tight else 0
        most = int(self.high[place]) if high_tight else 9
        if least > most:
            return []
        if least == most and (low_tight or high_tight):
            return [(least, most, low_tight, high_tight)]
        told = []
        if low_tight:
            told.append((least, least, True, False))
            least += 1
        if high_tight:
            told.append((most, most, False, True))
            most -= 1
        if least <= most:
            told.append((least, most, False, False))
        return told


def whole_between(low: int, high: int | None) -> str:
    """Whole numbers between two bounds, both >= 0 and included, without leading zeros."""
    if high is None and low in (0, 1):
        return '"0" | [1-9] [0-9]{0,30}' if low == 0 else "[1-9] [0-9]{0,30}"
    if high is None:
        told = [_same_length(str(low), "9" * len(str(low)))]
        told.append(f"[1-9] [0-9]{{{len(str(low))},30}}")
        return choice(told)
    told = []
    start = low
    while start <= high:
        end = min(high, 10 ** len(str(start)) - 1)
        told.append(_same_length(str(start), str(end)))
        start = end + 1
    return choice(told)


def _same_length(low: str, high: str) -> str:
    """Digits between two texts of one length."""
    if low == high:
        return literal(low)
    place = next(at for at, (one, other) in enumerate(zip(low, high, strict=True)) if one != other)
    prefix, rest = low[:place], len(low) - place - 1
    first, last = int(low[place]), int(high[place])
    told = []
    if low[place + 1 :].strip("0"):
        told.append(sequence([literal(low[place]), group(_same_length(low[place + 1 :], "9" * rest))]))
        first += 1
    tail = None
    if high[place + 1 :].strip("9"):
        tail = sequence([literal(high[place]), group(_same_length("0" * rest, high[place + 1 :]))])
        last -= 1
    if first <= last:
        told.append(sequence([_digit(first, last), _any_digits(rest)]))
    if tail is not None:
        told.append(tail)
    found = choice(told)
    return sequence([literal(prefix), group(found)]) if prefix else found


def _any_digits(count: int) -> str:
    return "" if count == 0 else "[0-9]" if count == 1 else f"[0-9]{{{count}}}"


def _digit(first: int, last: int) -> str:
    return literal(str(first)) if first == last else char_class(((0x30 + first, 0x30 + last),))


def _floor(value: Fraction) -> int:
    return value.numerator // value.denominator


def _ceil(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)


def _digits(value: Fraction) -> str:
    """The digits behind the decimal point, without trailing zeros."""
    return _decimal(value).partition(".")[2]


def _decimal_places(value: Fraction) -> int:
    return len(_digits(value))


def _decimal(value: Fraction) -> str:
    """The shortest decimal text of a decimal fraction."""
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text
