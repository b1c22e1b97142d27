"""Times told by several values together: they have no value of their own, and are never taken for one."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from metnos_cli.memory.induction.reading import value_of
from metnos_cli.text.slots.argument import as_argument
from tests.memory.small import School, request, view

if TYPE_CHECKING:
    from metnos_cli.records import Lang

JOINED: dict[Lang, tuple[str, ...]] = {
    "it": ("domani alle 15 e alle 18", "alle 15 e alle 18", "domani alle 15 o venerdì alle 9", "ogni lunedì e giovedì"),
    "en": (
        "tomorrow at 3 pm and at 6 pm",
        "at 3 pm and at 6 pm",
        "tomorrow at 3 pm or on Friday",
        "every day and on Friday",
    ),
}
REQUESTS: dict[Lang, tuple[tuple[str, str], ...]] = {
    "it": (("ricordami di chiamare Anna {}", "domani alle 15"), ("{} ricordami di chiamare Anna", "domani alle 15")),
    "en": (("remind me to call Anna {}", "tomorrow at 3 pm"), ("{} remind me to call Anna", "tomorrow at 3 pm")),
}
LANGS: tuple[Lang, ...] = ("it", "en")
CASES = [(lang, form, one, time) for lang in LANGS for (form, one), time in product(REQUESTS[lang], JOINED[lang])]


@pytest.mark.parametrize(("lang", "form", "one", "joined"), CASES)
def test_a_joined_time_is_never_rendered_as_an_argument(lang: Lang, form: str, one: str, joined: str) -> None:
    """Taught one time, asked for several: whatever comes of it holds no time that nobody said, and nothing breaks."""
    school = School(lang)
    when = as_argument(next(slot for slot in request(form.format(one), lang).slots if slot.dim == "time"))
    school.teach(form.format(one), "create_tasks", task="chiamare Anna" if lang == "it" else "call Anna", when=when)

    school.ask(form.format(joined))

    seen = view(form.format(joined), lang)
    assert all(
        value_of(seen, span, span.first, "when", "slot") is None for span in seen.times.values() if not span.slot.fields
    )


@pytest.mark.parametrize(
    ("lang", "form", "one", "joined"), [case for case in CASES if " e " in case[3] or " and " in case[3]]
)
def test_one_time_taught_says_nothing_of_two(lang: Lang, form: str, one: str, joined: str) -> None:
    """Two times are not the one: it is a miss, and the planner's matter."""
    school = School(lang)
    when = as_argument(next(slot for slot in request(form.format(one), lang).slots if slot.dim == "time"))
    school.teach(form.format(one), "create_tasks", task="chiamare Anna" if lang == "it" else "call Anna", when=when)

    assert school.ask(form.format(joined)) is None
