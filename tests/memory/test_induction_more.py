"""What is read beyond an example, and what is doubted, where arguments look alike, come and go, or are inflected."""

from __future__ import annotations

import pytest

from tests.memory.small import School


def skies() -> School:
    """A tool with two names for nearly the same thing: what the sky does, and how warm it is."""
    school = School("en")
    for word in ("snow", "rain", "storm"):
        school.teach(f"will it {word} today", "find_weather", sky=word, when="today")
    school.teach("will it freeze today", "find_weather", warmth="freeze", when="today")
    return school


def test_a_word_known_once_is_doubted_where_mostly_a_rival_stood() -> None:
    """How "mist" is called was told once, and elsewhere; here what stands is nearly always the sky."""
    school = skies()
    school.teach("tell me about the mist today", "find_weather", warmth="mist", when="today")

    assert school.ask("will it mist today") is None
    assert school.ask("will it rain tomorrow") == ("find_weather", {"sky": "rain", "when": "tomorrow"})


def test_a_guess_is_doubted_when_its_company_speaks_for_a_rival() -> None:
    """Places stand beside the warmth, hardly ever beside the sky."""
    school = skies()
    for word, place in (("chill", "Oslo"), ("warm", "Rome"), ("cool", "Lima")):
        school.teach(f"will it {word} in {place}", "find_weather", warmth=word, where=place)
    school.teach("will it rain in Kyoto", "find_weather", sky="rain", where="Kyoto")

    assert school.ask("will it rain in Quito") is None
    assert school.ask("will it chill in Quito") == ("find_weather", {"warmth": "chill", "where": "Quito"})


def test_a_word_known_well_is_not_doubted() -> None:
    """Told twice is told."""
    school = skies()
    school.teach("tell me about the thaw today", "find_weather", warmth="thaw", when="today")
    school.teach("tell me about the thaw tomorrow", "find_weather", warmth="thaw", when="tomorrow")
    school.teach("will it thaw today", "find_weather", warmth="thaw", when="today")

    assert school.ask("will it thaw tomorrow") == ("find_weather", {"warmth": "thaw", "when": "tomorrow"})


def times_that_come_and_go() -> School:
    """Two tools that were seen with a time and without, with no other effect."""
    school = School("en")
    school.teach("show my reminders", "show_reminders", whose="my")
    school.teach("show my reminders tomorrow", "show_reminders", whose="my", when="tomorrow")
    school.teach("show my alarms", "show_alarms", whose="my")
    school.teach("show my alarms today", "show_alarms", whose="my", when="today")
    return school


@pytest.mark.parametrize("asked", ["remind me to call Bob tomorrow", "remind me to call Bob today"])
def test_a_request_with_its_own_time_follows_an_example_without_its(asked: str) -> None:
    """What the example ends with, however it was told, is left aside."""
    school = times_that_come_and_go()
    school.teach("remind me to water plants after work", "set_reminder", todo="water plants", when="after work")
    when = asked.rsplit(" ", 1)[1]

    assert school.ask(asked) == ("set_reminder", {"todo": "call Bob", "when": when})


def test_a_request_without_a_time_follows_an_example_without_its_own() -> None:
    """Where times were seen to come and go, and not before."""
    lone = School("en")
    lone.teach("remind me to feed cats tomorrow", "set_reminder", todo="feed cats", when="tomorrow")
    school = times_that_come_and_go()
    school.teach("remind me to feed cats tomorrow", "set_reminder", todo="feed cats", when="tomorrow")

    assert lone.ask("remind me to call Bob") is None
    assert school.ask("remind me to call Bob") == ("set_reminder", {"todo": "call Bob"})


def test_the_sign_of_a_genitive_belongs_to_the_time_before_it() -> None:
    """As it did in the example."""
    school = School("en")
    school.teach("cancel today's alarms", "cancel_alarms", when="today's")

    assert school.ask("cancel tomorrow's alarms") == ("cancel_alarms", {"when": "tomorrow's"})


def test_a_value_is_known_in_its_other_forms() -> None:
    """And is copied as it is typed."""
    school = skies()
    school.teach("is it rainy today", "find_weather", sky="rainy", when="today")

    assert school.ask("will it storms today") == ("find_weather", {"sky": "storms", "when": "today"})


def test_another_form_is_no_value_where_values_are_not_the_words() -> None:
    """All the curtains of a room are not the one that bears its name."""
    school = School("en")
    school.teach("open the bedroom curtains", "open_cover", area="Bedroom", kind="curtain")
    school.teach("open the kitchen curtains", "open_cover", area="Kitchen", kind="curtain")
    school.teach("open the kitchen blinds", "open_cover", area="Kitchen", kind="blind")

    assert school.ask("open the bedroom curtain") is None
    assert school.ask("open the bedroom blinds") == ("open_cover", {"area": "Bedroom", "kind": "blind"})


def test_what_stands_before_called_is_a_kind_of_thing() -> None:
    """Wherever it stands, once two kinds are known."""
    school = School("en")
    school.teach("find a novel called Blue Sands", "find_work", kind="novel", name="Blue Sands")
    school.teach("find a poster titled Green Fields", "find_work", kind="poster", name="Green Fields")

    assert school.ask("find a statue called Red Woods") == ("find_work", {"kind": "statue", "name": "Red Woods"})


def test_a_name_may_hold_several_small_words() -> None:
    """ "of the" is inside."""
    school = School("en")
    school.teach("find the novel Lord of Sands", "find_work", kind="novel", name="Lord of Sands")
    school.teach("find the novel Green Fields", "find_work", kind="novel", name="Green Fields")

    assert school.ask("find the novel House of the Rising Moon") == (
        "find_work",
        {"kind": "novel", "name": "House of the Rising Moon"},
    )


def test_a_time_told_by_a_unit_is_not_taken_as_other_times_are() -> None:
    """Whether "per" belongs to the time was only told of a day."""
    school = School()
    school.teach("che tempo fa per lunedì", "find_weather", when="lunedì")
    school.teach("che tempo fa per domenica", "find_weather", when="domenica")

    assert school.ask("che tempo fa per martedì") == ("find_weather", {"when": "martedì"})
    assert school.ask("che tempo fa per la settimana prossima") is None


def test_the_comma_of_a_year_belongs_to_the_date() -> None:
    """Other commas leave the spelling open."""
    school = School("en")
    school.teach("show events on march 3, 2027", "show_events", when="march 3, 2027")

    assert school.ask("show events on april 5, 2028") == ("show_events", {"when": "april 5, 2028"})


def test_a_lone_word_that_others_use_more_carries_no_guess() -> None:
    """ "show" alone does not tell which tool a new name belongs to."""
    school = School("en")
    school.teach("show Green Fields at Odeon", "show_films", film="Green Fields", where="Odeon")
    school.teach("show Blue Sands at Rialto", "show_films", film="Blue Sands", where="Rialto")
    for name in ("Anna", "Bruno", "Carla", "Dario", "Elena"):
        school.teach(f"show the mail of {name}", "show_mail", sender=name)

    assert school.ask("show Red Woods") is None


def test_a_time_with_two_readings_is_copied_in_words() -> None:
    """Its words are what the tool takes: there is nothing to choose."""
    school = School("en")
    school.teach("show alarms for monday morning", "show_alarms", when="monday morning")
    school.teach("show alarms for friday evening", "show_alarms", when="friday evening")

    assert school.ask("show alarms for sunday morning") == ("show_alarms", {"when": "sunday morning"})
