"""A meal that is called off, moved or changed is a title, and not all that lies at that time of the day."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned

FRIDAY = "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"
TOMORROW = "2026-03-05T00:00:00+00:00/2026-03-06T00:00:00+00:00"


@pytest.mark.parametrize(
    ("text", "tool", "when", "query"),
    [
        ("annulla il pranzo di venerdì", "delete_events", FRIDAY, "pranzo"),
        ("disdici il pranzo di domani", "delete_events", TOMORROW, "pranzo"),
        ("annulla la cena di venerdì", "delete_events", FRIDAY, "cena"),
        ("rimanda il pranzo di domani di mezz'ora", "change_events", TOMORROW, "pranzo"),
        ("cancel Friday lunch", "delete_events", FRIDAY, "lunch"),
        ("cancel lunch tomorrow", "delete_events", TOMORROW, "lunch"),
        ("cancel my lunch on Friday", "delete_events", FRIDAY, "lunch"),
        ("delay tomorrow's lunch by half an hour", "change_events", TOMORROW, "lunch"),
        ("move lunch tomorrow to Friday", "change_events", TOMORROW, "lunch"),
        ('change the location of Friday\'s lunch to "Da Mario"', "change_events", FRIDAY, "lunch"),
    ],
)
def test_meals_are_titles(text: str, tool: str, when: str, query: str) -> None:
    """What is looked for is the meal, on the whole of its day."""
    (call,) = planned(text)

    assert call[0] == tool  # type: ignore[index]
    assert (call[1]["when"], call[1]["query"]) == (when, query)  # type: ignore[index]


@pytest.mark.parametrize("text", ["annulla il pranzo", "annulla il pranzo di venerdì con Ada", "cancel lunch"])
def test_meals_of_no_day(text: str) -> None:
    """Without a day of its own, or with more that is looked for, it is refused."""
    assert planned(text) in ("end", "question")


def test_part_of_the_day() -> None:
    """Appointments at lunchtime are those of that time."""
    (call,) = planned("annulla gli appuntamenti di venerdì a pranzo")

    assert call[1] == {"when": "2026-03-06T12:00:00+00:00/2026-03-06T14:00:00+00:00"}  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "title"), [("segna in agenda pranzo sabato", "pranzo"), ("add lunch on Saturday to my calendar", "lunch")]
)
def test_new_meals(text: str, title: str) -> None:
    """A meal that is written has its name, at its time of the day."""
    (call,) = planned(text)

    assert call == (
        "create_events",
        {"when": "2026-03-07T12:00:00+00:00/2026-03-07T14:00:00+00:00", "title": title},
    )
