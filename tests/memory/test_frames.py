"""What is read because all the rest of a request is as in taught examples, and what is not."""

from __future__ import annotations

import pytest

from tests.memory.small import School

SKIES = ("foggy", "windy", "cloudy")


def skies() -> School:
    """Requests that differ in one word, and some in their time."""
    school = School("en")
    for sky, when in zip(SKIES, ("today", "tomorrow", "today"), strict=True):
        school.teach(f"is it {sky} {when}", "find_weather", sky=sky, when=when)
    return school


@pytest.mark.parametrize(
    ("asked", "sky", "when"),
    [
        ("will it be muggy tomorrow", "muggy", "tomorrow"),
        ("is it going to be drizzly today?", "drizzly", "today"),
        ("is it sleety on Saturday", "sleety", "Saturday"),
    ],
)
def test_a_new_word_is_what_stood_in_its_place_in_the_same_frame(asked: str, sky: str, when: str) -> None:
    school = skies()
    school.teach("is it foggy on Monday", "find_weather", sky="foggy", when="Monday")
    school.teach("is it windy on Friday", "find_weather", sky="windy", when="Friday")

    assert school.ask(asked) == ("find_weather", {"sky": sky, "when": when})


@pytest.mark.parametrize(
    "asked",
    [
        "is it muggy in here today",  # another small word follows
        "is it muggy and sticky today",
        "is it trash day today",  # more words than one value
        "it is muggy today",  # told, not asked
        "is there muggy today",
        "is it Muggy today",  # a name, where none stood
        "is it muggy later",  # points to another time
        "is the kettle muggy today",  # more than the frame holds
        "is it not muggy today",
    ],
)
def test_nothing_is_read_where_anything_else_differs(asked: str) -> None:
    assert skies().ask(asked) is None


def test_two_arguments_in_one_place_leave_a_new_word_unread() -> None:
    school = skies()
    school.teach("is it cold today", "find_weather", warmth="cold", when="today")

    assert school.ask("is it muggy today") is None


def test_one_value_in_a_frame_is_enough_of_an_argument_that_takes_many() -> None:
    school = School("it")
    for number, colour in enumerate(("rosso", "verde", "giallo", "viola", "marrone", "grigio")):
        school.teach(
            f"dipingi {('la porta', 'il cancello', 'il muro')[number % 3]} di {colour}", "paint", colour=colour
        )
    assert school.ask("colora il vaso di turchese") is None

    school.teach("colora il vaso di rosso", "paint", colour="rosso")
    assert school.ask("colora il vaso di turchese") == ("paint", {"colour": "turchese"})


@pytest.mark.parametrize(("belongs", "read"), [(False, "umidità"), (True, None)])
def test_an_elided_article_is_left_out_only_where_articles_always_were(belongs: bool, read: str | None) -> None:
    school = School("it")
    for article, noun in (("la", "temperatura"), ("la", "pressione"), ("il", "vento")):
        school.teach(f"quale sarà {article} {noun} oggi", "find_weather", what=noun, when="oggi")
    if belongs:
        school.teach("quale sarà la neve oggi", "find_weather", what="la neve", when="oggi")

    told = school.ask("quale sarà l'umidità oggi")
    assert told == (None if read is None else ("find_weather", {"what": read, "when": "oggi"}))


def test_a_name_may_hold_small_words_where_names_stood_in_its_frame() -> None:
    school = School("en")
    for title in ("Silent Harbour", "Paper Moons", "A Letter to Nobody"):
        school.teach(f"rate the novel {title} with 4 stars", "rate", title=title, stars=4)

    assert school.ask("rate the novel Walking to the Sea with 2 stars") == (
        "rate",
        {"title": "Walking to the Sea", "stars": 2},
    )


@pytest.mark.parametrize(
    ("lang", "taught", "asked"),
    [
        ("en", "send the report to {}", "send the report to Anna and Marco"),
        ("en", "send the report to {}", "send the report to Anna on WhatsApp"),
        ("en", "show flights from {}", "show flights from Oslo to Berlin"),
        ("en", "delete the mails from {}", "delete the mails from Anna in the Trash"),
        ("it", "scrivi un messaggio a {}", "scrivi un messaggio a Anna che Arrivo"),
        ("it", "scrivi un messaggio a {}", "scrivi un messaggio ad Anna e Marco"),
    ],
)
def test_a_name_holds_no_small_word_that_names_never_held(lang: str, taught: str, asked: str) -> None:
    school = School("it" if lang == "it" else "en")
    for name in ("Sara", "Tom", "Elena Rossi"):
        school.teach(taught.format(name), "do_it", who=name)

    assert school.ask(asked) is None


@pytest.mark.parametrize(
    ("lang", "taught", "asked"),
    [
        ("en", "I want the mails from Anna deleted", "I want to see the mails from Anna deleted"),
        ("en", "I want the photos on Facebook", "I'd like to see the photos on Facebook"),
        ("it", "vorrei un taxi", "vorrei vedere un taxi"),
        ("it", "vorrei la porta chiusa", "mi piacerebbe vedere la porta chiusa"),
        ("en", "play the radio", "play music radio"),
        ("en", "play", "play something"),
        ("it", "imposta la scena cinema", "imposta una nuova scena cinema"),
        ("en", "set the scene movie", "create the scene movie"),
        ("en", "create the branch dev", "set the branch dev"),
        ("it", "suona il campanello", "vorrei sentire il campanello"),
        ("it", "riproduci la nonna", "fammi sentire la nonna"),
        ("en", "show the last message", "show the last messages"),
        ("en", "show the messages", "show that message"),
        ("en", "play by Nina", "play Something by Nina"),
        ("en", "who is Anna", "who is like Anna"),
        ("en", "tell me when Anna arrives", "show me when Anna arrives"),
        ("it", "cosa mostra Anna", "cosa dice Anna"),
        ("it", "riproduci il brano", "fanno ascoltare il brano"),
        ("it", "imposta una sveglia adesso", "creò una sveglia adesso"),
        ("en", "search for my phone", "look up from my phone"),
        ("it", "quanto tempo manca a Natale", "quanto manca a Milano"),
    ],
)
def test_words_that_only_look_alike_are_not_taken_for_each_other(lang: str, taught: str, asked: str) -> None:
    school = School("it" if lang == "it" else "en")
    school.teach(taught, "do_it")
    assert school.ask(taught) == ("do_it", {})

    assert school.ask(asked) is None


@pytest.mark.parametrize(
    ("lang", "taught", "asked"),
    [
        ("en", "set an alarm again", "create a new alarm again"),
        ("en", "search for my phone", "look for my phone"),
        ("it", "riproduci Mina", "vorrei ascoltare Mina"),
        ("it", "riproduci della musica di Mina", "fammi sentire qualcosa di Mina"),
        ("en", "play music by Nina", "I'd like to listen to something by Nina"),
        ("it", "qual è il tempo domani", "che tempo farà domani"),
    ],
)
def test_idioms_of_one_meaning_are_read_alike(lang: str, taught: str, asked: str) -> None:
    school = School("it" if lang == "it" else "en")
    school.teach(taught, "do_it")

    assert school.ask(asked) == ("do_it", {})


def test_an_argument_that_comes_or_goes_costs_nothing_where_words_never_decided_more_than_the_tool() -> None:
    school = School("en")
    for where, when, guest, host in (("Rome", "Friday", "Ada", "Bea"), ("Lucca", "Monday", "Carl", "Dan")):
        told = {"where": where, "when": when, "guest": guest, "host": host}
        school.teach(f"book a table in {where} on {when} with {guest} from {host}", "book_table", **told)
    for text in ("my usual table again please", "that quiet table", "some corner table"):
        school.teach(text, "book_table")

    assert school.ask("book a table") == ("book_table", {})


@pytest.mark.parametrize(("off", "on"), [("off", "on"), ("on", "off")])
def test_scattered_words_never_make_a_thing_its_opposite(off: str, on: str) -> None:
    """Each word of what undoes a thing may stand in some request that does it ("ON the second floor")."""
    school = School("en")
    for place in ("attic", "cellar", "garage"):
        school.teach(f"turn {off} the {place} fans", "turn_fans", place=place)
        school.teach(f"turn all the {place} fans {off}", "turn_fans", place=place)
        school.teach(f"turn the {place} fans {off} {on} Monday", "turn_fans", place=place)
        school.teach(f"{off} with all the fans {on} the side of the {place}", "turn_fans", place=place)
        school.teach(f"all fans {off} in the {place}", "turn_fans", place=place)
        school.teach(f"please turn {off} every fan in the {place}", "turn_fans", place=place)

    assert school.ask(f"turn all attic fans {on}") is None


def test_a_question_is_no_order_without_its_verb() -> None:
    school = School("en")
    for text in (
        "are all the fans in the attic on",
        "are the attic fans on",
        "is the attic fan on",
        "are all the lights in the attic on",
        "are any of the fans in the attic on",
        "are the fans in the attic all on now",
    ):
        school.teach(text, "get_state", where="attic", state="on")

    assert school.ask("all attic fans on") is None


def test_all_is_no_argument_by_one_example() -> None:
    """In a family hardly known one "all" may have been chance; what was taught itself is served."""
    school = School("en")
    school.teach("show all chores for tomorrow", "show_chores", which="all", when="tomorrow")
    assert school.ask("show all chores for Sunday") is None
    assert school.ask("please show all chores for tomorrow") == ("show_chores", {"which": "all", "when": "tomorrow"})

    school.teach("show all chores for Monday", "show_chores", which="all", when="Monday")
    assert school.ask("show all chores for Sunday") == ("show_chores", {"which": "all", "when": "Sunday"})


@pytest.mark.parametrize(("lang", "word"), [("en", "only"), ("en", "just"), ("it", "solo"), ("it", "soltanto")])
def test_a_word_that_only_restricts_is_no_argument(lang: str, word: str) -> None:
    school = School("it" if lang == "it" else "en")
    texts = ("mostra {} sveglie", "cancella {} sveglie") if lang == "it" else ("show {} alarms", "cancel {} alarms")
    for tool, text in zip(("show_alarms", "cancel_alarms"), texts, strict=True):
        for which in ("mie", "queste", "prossime") if lang == "it" else ("my", "these", "next"):
            school.teach(text.format(which), tool, which=which)

    assert school.ask(texts[0].format(word)) is None


def test_asking_leaves_what_is_known_as_it_was() -> None:
    """A word known from other tools is asked for twice: the first time taught nothing, the second fails no more."""
    school = School("en")
    for tool, text in (("show_alarms", "show {} alarms"), ("cancel_alarms", "cancel {} alarms")):
        for which in ("all", "my", "these"):
            school.teach(text.format(which), tool, which=which)
    for which in ("my", "these"):
        school.teach(f"delete {which} chores", "delete_chores", which=which)
    for age in ("old", "stale", "recent"):
        school.teach(f"delete {age} chores", "delete_chores", age=age)
    first = school.ask("delete all chores")

    assert [school.ask("delete all chores") for _ in range(3)] == [first] * 3


@pytest.mark.parametrize(
    ("lang", "named", "others", "asked"),
    [
        (
            "en",
            "activate the {} lamps upstairs",
            ("activate {} upstairs", "activate upstairs"),
            "activate the lamps upstairs",
        ),
        ("it", "accendi {} lampade sopra", ("accendi {} sopra", "accendi sopra"), "accendi lampade sopra"),
        ("it", "accendi le lampade di {} sopra", ("accendi {} sopra", "accendi sopra"), "accendi le lampade sopra"),
    ],
)
def test_a_noun_that_a_name_always_stood_before_is_not_passed_over_without_it(
    lang: str, named: str, others: tuple[str, str], asked: str
) -> None:
    """ "The porch lamps" says nothing of "the lamps": there the word alone tells what is meant."""
    school = School("it" if lang == "it" else "en")
    for name in ("porch", "attic", "cellar"):
        floor = "upstairs" if lang == "en" else "sopra"
        school.teach(named.format(name), "turn_on", name=name, floor=floor)
        school.teach(others[0].format(name), "turn_on", name=name, floor=floor)
        school.teach(others[1], "turn_on", floor=floor)

    assert school.ask(asked) is None


@pytest.mark.parametrize(
    ("lang", "taught", "asked"),
    [
        ("it", ("mostra mail di Anna", "leggi mail di Anna", "conta mail di Anna"), "mostra mail a Anna"),
        ("en", ("show mails of Anna", "read mails of Anna", "count mails of Anna"), "show mails to Anna"),
        ("en", ("show mails of Anna", "read mails of Anna", "count mails of Anna"), "show mails about Anna"),
    ],
)
def test_a_known_name_is_not_taken_where_a_direction_leads_to_it(
    lang: str, taught: tuple[str, ...], asked: str
) -> None:
    school = School("it" if lang == "it" else "en")
    for text in taught:
        school.teach(text, "find_mails", sender="Anna")

    assert school.ask(asked) is None


@pytest.mark.parametrize(("unclear", "read"), [(0, True), (2, True), (4, False)])
def test_a_few_unclear_values_say_nothing_against_many_clear_ones(unclear: int, read: bool) -> None:
    """ "For 5 am wakeup" tells a time only in part: against more than twice as many that are times it is chance."""
    school = School("en")
    for when in ("7 am", "8:30 pm", "10 am", "9:15 tomorrow evening", "4:30 tomorrow morning"):
        school.teach(f"set an alarm for {when}", "set_alarm", when=when)
    for hour in range(unclear):
        school.teach(f"set an alarm for {hour + 1} am wakeup", "set_alarm", when=f"{hour + 1} am wakeup")

    told = school.ask("create a new alarm for 8:45 tomorrow morning")
    assert told == (("set_alarm", {"when": "8:45 tomorrow morning"}) if read else None)
