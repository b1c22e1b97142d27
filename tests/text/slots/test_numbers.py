"""Numbers, ordinals, quantities, sums and durations."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("lang", "text", "value"),
    [
        ("it", "0", 0), ("it", "0033", 33), ("it", "1.200.000", 1_200_000), ("it", "1.000,50", 1000.5), ("it", ",77", 0.77),
        ("it", "6 700,54", 6700.54), ("it", "-1200K", -1_200_000), ("it", "meno 1.200", -1200), ("it", "- 5", -5),
        ("it", "3M", 3_000_000), ("it", "un", 1), ("it", "sei", 6), ("it", "ventuno", 21), ("it", "ventitré", 23),
        ("it", "ottantotto", 88), ("it", "centouno", 101), ("it", "duecentocinquanta", 250), ("it", "mille", 1000),
        ("it", "duemilatredici", 2013), ("it", "centomila", 100_000), ("it", "due milioni trecentomila", 2_300_000),
        ("it", "un miliardo", 1_000_000_000), ("it", "due e mezzo", 2.5), ("it", "tre virgola due", 3.2), ("it", "20%", 20),
        ("it", "venti per cento", 20), ("it", "1.1", 1.1), ("it", "mezzo", 0.5), ("it", "due dozzine", 24),
        ("en", "100,000.5", 100_000.5), ("en", "20/100", 0.2), ("en", ".77", 0.77), ("en", "1.2M", 1_200_000), ("en", "minus five", -5),
        ("en", "thirty three", 33), ("en", "one hundred and five", 105), ("en", "two and a half", 2.5),
        ("en", "twenty-one thousand eleven", 21_011), ("en", "three million two hundred", 3_000_200),
        ("en", "a dozen", 12), ("en", "two dozen", 24), ("en", "1 point 5", 1.5), ("en", "a couple", 2),
        ("en", "seven billion", 7_000_000_000), ("en", "5 percent", 5),
    ],
)  # fmt: skip
def test_number(find: Any, lang: str, text: str, value: float) -> None:
    """Figures with the language's signs, and words to billions."""
    (slot,) = find(text, lang)

    assert (slot.dim, slot.fields["value"]) == ("number", pytest.approx(value))


@pytest.mark.parametrize(
    ("lang", "text", "value"),
    [
        ("it", "primo", 1), ("it", "seconda", 2), ("it", "8°", 8), ("it", "5ª", 5), ("it", "undicesima", 11),
        ("it", "ventunesimo", 21), ("en", "first", 1), ("en", "25th", 25), ("en", "twenty-fifth", 25),
        ("en", "forty second", 42), ("en", "hundredth", 100),
    ],
)  # fmt: skip
def test_ordinal(find: Any, lang: str, text: str, value: int) -> None:
    """Ordinals in figures and in words."""
    (slot,) = find(text, lang)

    assert (slot.dim, slot.fields["value"]) == ("ordinal", value)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("it", "tu sei bravo"), ("it", "chi sei"), ("it", "leggile tutti e due"), ("it", "uno alla volta"),
        ("it", "crea un file"), ("it", "la v2 di mp3x"), ("it", "192.168.1.1"), ("it", "python3"), ("it", "covid-19"),
        ("it", "musica degli anni ottanta"), ("it", "prima mangio"), ("en", "one by one"), ("en", "make a file"),
        ("en", "version 2.0"), ("en", "to be or not to be"), ("en", "the 3-way merge"),
    ],
)  # fmt: skip
def test_no_number(find: Any, lang: str, text: str) -> None:
    """Words that are also numbers, and figures inside names, are none."""
    assert find(text, lang) == ()


def test_an_everyday_word_is_a_number_after_an_article(told: Any) -> None:
    """ "sei" counts after "i" and is a verb after "tu"."""
    assert told("apri i sei file") == [("number", "sei", 6)]


@pytest.mark.parametrize(
    ("lang", "text", "dim", "value", "unit"),
    [
        ("it", "10 MB", "quantity", 10, "megabyte"), ("it", "due giga", "quantity", 2, "gigabyte"),
        ("it", "5,5 km", "quantity", 5.5, "km"), ("it", "un litro e mezzo", "quantity", 1.5, "l"),
        ("it", "37°C", "quantity", 37, "°C"), ("it", "mezzo chilo", "quantity", 0.5, "kg"),
        ("it", "20 euro", "amount-of-money", 20, "EUR"), ("it", "€ 3,50", "amount-of-money", 3.5, "EUR"),
        ("it", "5 euro e 20 centesimi", "amount-of-money", 5.2, "EUR"),
        ("it", "3 milioni di euro", "amount-of-money", 3_000_000, "EUR"),
        ("en", "$5.50", "amount-of-money", 5.5, "USD"), ("en", "a cup", "quantity", 1, "cup"),
        ("en", "70 degrees fahrenheit", "quantity", 70, "°F"), ("en", "half a mile", "quantity", 0.5, "mi"),
        ("it", "due ore", "duration", 2, "hour"), ("it", "un'ora e venti", "duration", 80, "minute"),
        ("it", "mezz'ora", "duration", 30, "minute"), ("it", "tre quarti d'ora", "duration", 45, "minute"),
        ("en", "2 and a half hours", "duration", 150, "minute"), ("en", "a fortnight", "duration", 2, "week"),
        ("en", "1h 30m", "duration", 90, "minute"),
    ],
)  # fmt: skip
def test_unit(find: Any, lang: str, text: str, dim: str, value: float, unit: str) -> None:
    """A count and its unit are one value."""
    (slot,) = find(text, lang)

    assert (slot.dim, slot.fields["value"], slot.fields["unit"]) == (dim, pytest.approx(value), unit)


def test_sizes_have_bytes(find: Any) -> None:
    """A size of data is told in bytes too: a megabyte has a million, a mebibyte 2 ** 20."""
    assert [find(text)[0].fields["bytes"] for text in ("2 MB", "2 MiB", "1,5 GB")] == [
        2_000_000,
        2_097_152,
        1_500_000_000,
    ]


def test_pounds_may_be_money(find: Any) -> None:
    """ "5 pounds" weigh or cost: not certain."""
    (slot,) = find("5 pounds", "en")

    assert (slot.dim, slot.certain) == ("quantity", False)
    assert slot.alternatives == ({"dim": "amount-of-money", "value": 5, "unit": "GBP"},)


def test_few_is_vague(find: Any) -> None:
    """ "qualche ora" has a value by convention, never a certain one."""
    (slot,) = find("qualche ora")

    assert (slot.fields["value"], slot.certain) == (3, False)
