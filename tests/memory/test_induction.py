"""What several taught requests teach together, and what they must not be taken for."""

from __future__ import annotations

import pytest

from tests.memory.small import School


def home() -> School:
    """A few requests of a home, in Italian."""
    school = School()
    school.teach("spegni le luci in cucina", "turn_off", domain="light", area="Cucina")
    school.teach("spegni le luci", "turn_off", domain="light")
    school.teach("accendi le luci in cucina", "turn_on", domain="light", area="Cucina")
    school.teach("accendi le luci", "turn_on", domain="light")
    school.teach("accendi le luci in soggiorno", "turn_on", domain="light", area="Soggiorno")
    return school


def test_a_value_known_elsewhere_may_fill_a_hole() -> None:
    """The living room was named to another tool, and so was the kitchen."""
    school = home()
    school.teach("apri le tende in soggiorno", "open_cover", domain="cover", area="Soggiorno")
    school.teach("pulisci in soggiorno", "clean_area", area="Soggiorno")

    assert school.ask("spegni le luci in soggiorno") == ("turn_off", {"domain": "light", "area": "Soggiorno"})


def test_a_free_argument_comes_and_goes() -> None:
    """With and without the room the same was done."""
    assert home().ask("le luci in cucina spegni") == ("turn_off", {"domain": "light", "area": "Cucina"})


def test_a_constant_stays_with_its_words() -> None:
    """The light's domain is not the fan's."""
    assert home().ask("spegni le ventole in cucina") is None


@pytest.mark.parametrize(
    ("taught", "message", "asked", "told"),
    [
        ("annuncia che la cena è pronta", "la cena è pronta", "annuncia che il taxi è arrivato", "il taxi è arrivato"),
        ("annuncia che la cena è pronta", "la cena è pronta", "per favore annuncia che piove", "piove"),
    ],
)
def test_free_text_stands_where_its_opening_leaves_one_reading(
    taught: str, message: str, asked: str, told: str
) -> None:
    """After "che" it may be anything, from one example on."""
    school = School()
    school.teach(taught, "say_message", message=message)

    assert school.ask(asked) == ("say_message", {"message": told})


def test_free_text_without_an_opening_needs_more_than_one_example() -> None:
    """One artist does not make every name one."""
    school = School("en")
    school.teach("play some Nina Simone", "play_music", artist="Nina Simone")
    once = school.ask("play Kind of Blue")
    school.teach("play the album Kind of Blue", "play_music", album="Kind of Blue")

    assert once is None
    assert school.ask("play Abbey Road") is None


def test_free_text_never_swallows_a_time() -> None:
    """Whether "domani" belongs to the reminder or to its date was not taught."""
    school = School()
    school.teach("ricordami di comprare il latte", "set_reminder", todo="comprare il latte")

    assert school.ask("ricordami di chiamare Anna domani") is None
    assert school.ask("ricordami di chiamare Anna") == ("set_reminder", {"todo": "chiamare Anna"})


def test_a_number_takes_its_argument_from_unit_and_place() -> None:
    """Minutes and seconds, and which of two durations."""
    school = School()
    school.teach("aumenta il timer per 5 minuti di 30 secondi", "increase_timer", seconds=30, start_minutes=5)
    school.teach("aumenta il timer di 5 minuti", "increase_timer", minutes=5)

    assert school.ask("aumenta il timer di 10 secondi") == ("increase_timer", {"seconds": 10})
    assert school.ask("aumenta il timer per 1 ora di 2 minuti") == (
        "increase_timer",
        {"minutes": 2, "start_hours": 1},
    )


def test_a_sign_comes_from_the_words() -> None:
    """Down by twenty is minus twenty, and up is not."""
    school = School()
    school.teach("abbassa il volume del 20%", "set_volume", step=-20)
    school.teach("alza il volume del 10%", "set_volume", step=10)

    assert school.ask("abbassa il volume del 5%") == ("set_volume", {"step": -5})
    assert school.ask("alza il volume del 5%") == ("set_volume", {"step": 5})


def test_two_readings_are_none() -> None:
    """The same words for two tools."""
    school = School()
    school.teach("leggi il libro", "read_book", kind="libro")
    school.teach("leggi il giornale", "read_paper", kind="giornale")
    school.teach("leggi il libro rosso", "read_paper", kind="libro")

    assert school.ask("leggi libro") in (None, ("read_book", {"kind": "libro"}))


def test_opposites_are_not_exchanged_however_often_they_were_seen() -> None:
    """Opening one lock locks it, and opening the shutters does not close them."""
    school = School()
    school.teach("apri la serratura", "turn_off", name="serratura")
    school.teach("abbassa la porta", "turn_off", name="porta")
    school.teach("chiudi le tapparelle in cucina", "turn_off", domain="cover", area="Cucina")
    school.teach("abbassa le tapparelle in cucina", "turn_off", domain="cover", area="Cucina")

    assert school.ask("apri le tapparelle in cucina") is None


def test_words_seen_exchanged_are_exchanged() -> None:
    """Two ways to say it with the same outcome teach that they are one."""
    school = School()
    school.teach("mostrami le note di lavoro", "show_notes", topic="lavoro")
    school.teach("elencami le note di lavoro", "show_notes", topic="lavoro")
    school.teach("mostrami le note di casa", "show_notes", topic="casa")

    assert school.ask("elencami le note di casa") == ("show_notes", {"topic": "casa"})


def test_a_list_stays_a_list() -> None:
    """Two words of one argument that stand apart are two values; side by side they are one."""
    school = School()
    school.teach("mostrami tutti i miei appunti", "show_notes", which=["tutti", "miei"])
    school.teach("mostrami i miei appunti", "show_notes", which="miei")

    assert school.ask("per favore mostrami tutti i miei appunti") == ("show_notes", {"which": ["tutti", "miei"]})


def test_a_name_takes_the_one_role_that_names_had_there() -> None:
    """Cities after "a" were places, whichever they were."""
    school = School()
    school.teach("che tempo fa a Londra", "get_weather", place="Londra")
    school.teach("che tempo fa a Parigi", "get_weather", place="Parigi")

    assert school.ask("che tempo fa a Vienna") == ("get_weather", {"place": "Vienna"})


def test_an_elided_article_leaves_the_spelling_unclear() -> None:
    """Whether it belongs to the value was not taught."""
    school = School()
    school.teach("cancella il mio ultimo appunto", "delete_note", which="ultimo")

    assert school.ask("cancella l'ultimo appunto") is None


def test_words_joined_by_a_hyphen_are_one_name() -> None:
    """Also where the argument took two names at once."""
    school = School()
    school.teach("che tempo fa a Lucca", "get_weather", place="Lucca")
    school.teach("che tempo fa a Parma", "get_weather", place="Parma")
    school.teach("che tempo fa a Pisa e a Siena", "get_weather", place=["Pisa", "Siena"])

    assert school.ask("che tempo fa a Massa-Carrara") == ("get_weather", {"place": "Massa-Carrara"})


def test_a_text_of_any_words_stands_where_only_texts_stood() -> None:
    """After four names of lists, the fifth may be anything; a time, or words that lead elsewhere, are no name."""
    school = School("en")
    for name in ("summer party", "old rock", "deep sleep mix", "best of the year"):
        school.teach(f"add this to the playlist {name}", "add_to_list", which=name)

    assert school.ask("add this to the playlist songs for rainy mornings") is None
    assert school.ask("add this to the playlist loud kitchen noise") == ("add_to_list", {"which": "loud kitchen noise"})
