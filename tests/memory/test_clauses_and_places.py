"""What is taken as a whole: what somebody is to do, and the name of a place of several words."""

from __future__ import annotations

import pytest

from tests.memory.small import School

ERRANDS = ("feed the cat", "water the ferns", "sweep the porch", "fix the sink")


def errands() -> School:
    """Two tools that take what is to be done, one of them rarely."""
    school = School("en")
    for errand in ERRANDS:
        school.teach(f"remind me to {errand}", "set_reminder", what=errand)
    school.teach("cancel my reminder about taxes", "cancel_reminder", whose="my", what="taxes")
    school.teach("cancel my reminder", "cancel_reminder", whose="my")
    school.teach("cancel the reminder", "cancel_reminder")
    return school


def test_what_is_to_be_done_is_read_in_a_family_that_was_never_asked_so() -> None:
    assert errands().ask("cancel my reminder to paint the fence") == (
        "cancel_reminder",
        {"whose": "my", "what": "paint the fence"},
    )


def test_the_times_at_the_end_are_no_part_of_it() -> None:
    school = errands()
    school.teach("cancel my reminder about rent on Monday", "cancel_reminder", whose="my", what="rent", when="Monday")
    school.teach("cancel my reminder on Friday", "cancel_reminder", whose="my", when="Friday")

    assert school.ask("cancel my reminder to paint the fence on Tuesday") == (
        "cancel_reminder",
        {"whose": "my", "what": "paint the fence", "when": "Tuesday"},
    )


@pytest.mark.parametrize(
    "asked",
    [
        "cancel my reminder to call on Monday the plumber",
        "cancel my reminder to eat after work",
        "cancel my reminder to Luke",
        "cancel my reminder to cancel the gym",
        "cancel my reminder to paint the fence and empty the bin",
    ],
)
def test_what_may_end_elsewhere_is_left_alone(asked: str) -> None:
    """A time inside, a word that may lead one, a name, a word that means something here, a second wish."""
    assert errands().ask(asked) is None


def test_nothing_is_taken_where_clauses_were_two_arguments() -> None:
    school = errands()
    for wish in ("learn latin", "see the sea", "ride a horse", "buy a kite"):
        school.teach(f"note my wish to {wish}", "add_wish", wish=wish)

    assert school.ask("cancel my reminder to paint the fence") is None


def test_an_italian_infinitive_is_one_too() -> None:
    school = School("it")
    for errand in ("annaffiare le felci", "spazzare il portico", "riparare il lavello", "dare da mangiare al gatto"):
        school.teach(f"ricordami di {errand}", "set_reminder", what=errand)
    school.teach("cancella il promemoria sulle tasse", "cancel_reminder", what="tasse")
    school.teach("cancella il promemoria", "cancel_reminder")
    school.teach("cancella il promemoria sulla palestra", "cancel_reminder", what="palestra")

    assert school.ask("cancella il promemoria di dipingere lo steccato") == (
        "cancel_reminder",
        {"what": "dipingere lo steccato"},
    )
    assert school.ask("cancella il promemoria di Marta") is None


def skies() -> School:
    """Places one by one, and twice two at a time."""
    school = School("en")
    for place in ("Oslo", "Quito", "Kyoto"):
        school.teach(f"what is the weather in {place}", "find_weather", where=place)
    school.teach("what is the weather in Lima Peru", "find_weather", where=["Lima", "Peru"])
    return school


@pytest.mark.parametrize("place", ["San Marino", "Costa Verde", "Bitter Lake", "North Port Bay", "Aix-Les-Bains"])
def test_words_that_are_no_place_alone_make_one_name(place: str) -> None:
    assert skies().ask(f"what is the weather in {place}") == ("find_weather", {"where": place})


@pytest.mark.parametrize("places", ["Turin Italy", "San Jose Uruguay", "Bitter Lake Oregon"])
def test_two_names_side_by_side_may_be_two_places(places: str) -> None:
    assert skies().ask(f"what is the weather in {places}") is None


def test_what_a_hyphen_joins_is_one_name() -> None:
    school = School("en")
    for name in ("Abba", "Queen", "Blur"):
        school.teach(f"play music by {name}", "play_music", artist=name)

    assert school.ask("play music by K-391x") is None
    assert school.ask("play music by T-rex") == ("play_music", {"artist": "T-rex"})


def test_a_new_word_is_not_guessed_for_an_argument_that_shares_words_with_another() -> None:
    """Where "mild" has been two things, what "muggy" is cannot be told from its place."""
    school = School("en")
    for word in ("sunny", "foggy", "windy", "mild"):
        school.teach(f"is it {word} today", "find_weather", sky=word, when="today")
    assert school.ask("is it muggy today") == ("find_weather", {"sky": "muggy", "when": "today"})

    school.teach("is it mild today in Rome", "find_weather", warmth="mild", when="today", place="Rome")
    school.teach("is it cold today", "find_weather", warmth="cold", when="today")
    assert school.ask("is it muggy today") is None
