"""What deletes, sends, pays or changes is served only for what was asked: never for what merely sounds like it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.config.load import Settings, load_settings
from metnos_cli.environment import Environment
from tests.memory.acting import Taught, answers

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.records import Lang

Case = tuple["Lang", tuple[Taught, ...], tuple[str, ...]]


@pytest.fixture
def settings(home: Path) -> Settings:
    """As they come."""
    return load_settings(Environment.real().replace(variables={}, home=home))


def taught(text: str, tool: str, **args: Any) -> Taught:
    """One turn."""
    return text, tool, args


def each(cases: dict[str, Case]) -> list[Any]:
    """One parameter a request."""
    return [
        pytest.param(lang, turns, asked, id=f"{kind}: {asked}")
        for kind, (lang, turns, all_asked) in cases.items()
        for asked in all_asked
    ]


RUBBISH = tuple(taught(f"delete {what}", "delete_files", what=what) for what in ("slides", "drafts", "scans", "logs"))
GROCERIES = tuple(
    taught(f"add {what} to the market list", "write_items", what=what) for what in ("milk", "eggs", "tea", "salt")
)
REMINDERS = tuple(
    taught(f"remind me to {what}", "create_tasks", what=what)
    for what in ("feed the cat", "water the ferns", "sweep the porch", "call the bank")
)

NEVER: dict[str, Case] = {
    "one of several": (
        "it",
        (taught("cancella le foto di Rita", "delete_photos", of="Rita"),),
        ("cancella una foto di Rita", "cancella una delle foto di Rita", "cancella la foto di Rita"),
    ),
    "one of several, in English": ("en", (taught("delete the alarm", "delete_alarms"),), ("delete an alarm",)),
    "one by its article alone": (
        "it",
        (taught("cancella i pdf", "delete_files", pattern="*.pdf"),),
        ("cancella il pdf", "cancella un pdf"),
    ),
    "another preposition": (
        "en",
        (taught("delete the letters from Ann Lee", "delete_letters", sender="Ann Lee"),),
        ("delete the letters to Ann Lee", "delete the letters about Ann Lee"),
    ),
    "to for of": (
        "en",
        (
            taught("send the maps to Rita", "send_maps", to="Rita"),
            taught("send the notes to Rita", "send_notes", to="Rita"),
        ),
        ("send me the maps of Rita", "send the maps from Rita", "send the notes of Rita"),
    ),
    "whence and whither": (
        "en",
        (taught("move the sheet to the bin", "delete_sheet"), taught("copy the disk to the stick", "copy_disk")),
        ("move the sheet from the bin", "copy the stick to the disk", "copy the disk from the stick"),
    ),
    "whence and whither, in Italian": (
        "it",
        (taught("sposta il foglio nel cestino", "delete_sheet"), taught("copia il disco sulla penna", "copy_disk")),
        ("sposta il foglio dal cestino", "copia la penna sul disco"),
    ),
    "another person of one stem": (
        "it",
        (
            taught("chiama il nonno", "call_number", number="1"),
            taught("scrivi a Carlo che parto", "send_text", to="c@x.it"),
        ),
        ("chiama la nonna", "chiama i nonni", "scrivi a Carla che parto"),
    ),
    "another thing of one stem": (
        "it",
        (taught("spegni le luci", "switch_off", name="luce"), taught("chiudi la porta", "close_door", name="porta")),
        ("spegni Luca", "chiudi il porto"),
    ),
    "told or asked": (
        "it",
        (taught("paga la bolletta", "pay_bill"), taught("manda le foto a Rita", "send_photos", to="Rita")),
        ("pago la bolletta?", "pagò la bolletta", "mando le foto a Rita?", "paga la bolletta?"),
    ),
    "a question in the same words": ("en", (taught("heating off", "switch_off"),), ("heating off?",)),
    "somebody else's pronoun": (
        "en",
        (taught("call Rita", "call_person", who="Rita"), taught("call Hugh", "call_person", who="Hugh")),
        ("call me Rita", "call me Bob", "call Rita or Hugh", "call Rita and Hugh", "call back", "call nobody"),
    ),
    "courtesy that is meant": (
        "it",
        (taught("rispondi a Rita", "send_reply", to="Rita"),),
        ("rispondi grazie a Rita", "rispondi scusa a Rita"),
    ),
    "a verb left out": ("it", (taught("salta la prossima sveglia", "skip_alarm"),), ("la prossima sveglia",)),
    "what narrowed it left out": (
        "en",
        (
            taught("delete the letters from Ann", "delete_letters", sender="Ann"),
            taught("delete the letters about taxes", "delete_letters", about="taxes"),
            taught("delete the letters from Hugh", "delete_letters", sender="Hugh"),
        ),
        ("delete the letters", "delete the letters from"),
    ),
    "words exchanged where nothing was done": (
        "en",
        (
            taught("is the oven on", "find_state"),
            taught("is the washer on", "find_state"),
            taught("how much does the oven use", "show_energy"),
            taught("how much does the washer use", "show_energy"),
            taught("delete the oven program", "delete_program", number="7"),
        ),
        ("delete the washer program",),
    ),
    "another thing of one class": (
        "it",
        (taught("cancella la pagina", "delete_page"), taught("spegni il termostato", "switch_off")),
        ("cancella il sito", "spegni il climatizzatore"),
    ),
    "names with more in them": (
        "en",
        (
            taught("pay 20 euros to Ann", "pay_person", much=20, to="Ann"),
            taught("pay 35 euros to Hugh", "pay_person", much=35, to="Hugh"),
        ),
        ("pay 20 euros to Ann not Hugh", "pay 20 euros to Ann or Hugh", "pay 20 euros to Ann and Hugh"),
    ),
    "a word that is no thing": ("en", RUBBISH, ("delete nothing", "delete it", "delete later", "delete everything")),
    "a word that is no item": (
        "en",
        GROCERIES,
        ("add nothing to the market list", "add it to the market list", "add no jam to the market list"),
    ),
    "more than what is to be done": (
        "en",
        REMINDERS,
        (
            "remind me to call Rita but not today",
            "remind me to call Rita not tomorrow",
            "remind me to call Rita except on Friday",
            "remind me to call Rita until Friday",
            "remind me to take the pills weekly",
            "remind me to call Rita later",
            "remind me to call Rita no Hugh",
            "remind me to call Rita then switch off the lights",
            "remind me to call Rita. Switch off the lights",
            "remind me to work tomorrow",
            "remind me to mum",
            "remind me to the",
        ),
    ),
    "another stretch of time": (
        "en",
        (taught("switch off the heating at 5 pm", "switch_off", when="@time"),),
        ("switch off the heating until 5 pm", "switch off the heating from 5 pm to 7 pm"),
    ),
    "a thing pointed at": (
        "en",
        (taught("remember that the code is 4711", "write_facts", what="the code is 4711"),),
        ("remember that shop", "remember that song we heard", "remember that and switch off the lights"),
    ),
    "a question told": (
        "it",
        (taught("di' che la cena è pronta", "send_message", what="la cena è pronta"),),
        ("di' che ora è", "di' che tempo fa", "di' che usciamo e spegni le luci"),
    ),
    "a sign of the name": (
        "en",
        (
            taught("delete the file env", "delete_file", name="env"),
            taught("send the file plan to Ann", "send_file", name="plan", to="Ann"),
        ),
        ("delete the file .env", "delete the file [env]", "send the file .plan to Ann"),
    ),
    "everything for one file": (
        "en",
        (taught("delete the file notes.txt", "delete_file", path="@path"),),
        ("delete the file ~", "delete the file ~/*", "delete the file ~/docs/", "delete the file ~/[ab].txt"),
    ),
    "one file for all of a kind": (
        "en",
        (taught("move the pdfs to ~/doc", "move_files", pattern="*.pdf", to="@path"),),
        ("move the pdf to ~/x",),
    ),
    "a call that is a noun": (
        "it",
        (taught("annulla", "delete_last"), taught("inoltra a Rita", "send_on", to="Rita")),
        ("annulla la chiamata", "inoltra la chiamata a Rita"),
    ),
    "courtesy that is sent": (
        "en",
        (taught("answer Ann", "send_reply", to="Ann"), taught("send a message to Ann", "send_message", to="Ann")),
        ("answer Ann: thanks", "answer Ann sorry", "send a message to Ann: hello"),
    ),
    "a noun for an order": (
        "en",
        (taught("order", "send_order"), taught("open gate", "open_gate")),
        ("the order", "the open gate"),
    ),
    "somebody who does it": (
        "it",
        (taught("chiama Sara", "call_person", who="Sara"),),
        ("la chiama Sara", "lo chiama Sara"),
    ),
    "figures that are none": (
        "en",
        (taught("delete note 12", "delete_note", number=12), taught("order 2 pizzas", "send_order", count=2)),
        (
            "delete note 13/2024",
            "delete note -1",
            "delete note half",
            "delete note 0",
            "order 2/3 pizzas",
            "order -2 pizzas",
        ),
    ),
    "a question with more after its mark": (
        "it",
        (taught("chiama Rita", "call_person", who="Rita"), taught("svuota il cestino", "delete_trash")),
        ("chiama Rita?!", "(chiama Rita?)", "svuota il cestino?!", "svuota? il cestino"),
    ),
    "to a day gone by": (
        "en",
        (taught("move the dentist to Tuesday", "change_events", what="dentist", to="@time"),),
        ("move the dentist to last Friday", "move the dentist to yesterday"),
    ),
    "a new thing for the one there is": (
        "en",
        (
            taught("set the alarm to 7 am", "change_alarm", when="@time"),
            taught("open the contact Rita", "open_contact"),
        ),
        ("set a new alarm to 8 am", "create an alarm to 8 am", "add a new contact Rita", "open a new contact Rita"),
    ),
    "una cosa nuova per quella che c'è": (
        "it",
        (taught("imposta la scena cinema", "set_scene", name="cinema"),),
        ("imposta una nuova scena cinema", "crea la scena cinema", "crea una nuova scena cinema"),
    ),
    "a wish to see for a wish": (
        "en",
        (
            taught("I want the photos on Facebook", "post_photos", where="Facebook"),
            taught("I'd like the letters shredded", "delete_letters"),
        ),
        (
            "I want to see the photos on Facebook",
            "let me see the photos on Facebook",
            "I'd like to see the letters shredded",
        ),
    ),
    "a wish that only looks or listens": (
        "en",
        (
            taught("show the bill to Rita", "send_bill", to="Rita"),
            taught("show when Rita arrives", "create_alert"),
            taught("play the lottery", "pay_lottery"),
            taught("make the payment", "pay_bill"),
        ),
        (
            "let me see the bill to Rita",
            "tell me the bill to Rita",
            "let me see when Rita arrives",
            "I'd like to listen to the lottery",
            "make a new payment",
        ),
    ),
    "un desiderio che guarda o ascolta soltanto": (
        "it",
        (
            taught("mostra la posizione a Rita", "send_location", to="Rita"),
            taught("riproduci le chiavi", "copy_keys"),
            taught("crea il pagamento", "pay_bill"),
            taught("vorrei un taxi", "send_taxi"),
        ),
        (
            "dimmi la posizione a Rita",
            "di' a Rita la posizione",
            "vorrei ascoltare le chiavi",
            "crea un nuovo pagamento",
            "vorrebbe avere un taxi",
        ),
    ),
    "words for the name of a folder": (
        "en",
        (
            taught("delete the folder holiday photos", "delete_dirs", name="holiday photos"),
            taught("delete the folder tax papers", "delete_dirs", name="tax papers"),
        ),
        ("delete the folder called temp", "delete the folder named temp", "delete the folder made yesterday"),
    ),
    "the day of something in the text": (
        "it",
        tuple(
            taught(f"ricordami di {what} domani", "create_tasks", what=what, when="@time")
            for what in ("spazzare il portico", "annaffiare le felci", "pagare l'affitto")
        ),
        ("ricordami di disdire la cena di venerdì",),
    ),
}


@pytest.mark.parametrize(("lang", "turns", "asked"), each(NEVER))
def test_what_was_not_asked_is_never_done(
    lang: Lang, turns: tuple[Taught, ...], asked: str, settings: Settings
) -> None:
    """A miss, which costs seconds."""
    assert answers(settings, lang, turns, asked) is None


def test_times_stand_where_they_like(settings: Settings) -> None:
    """At the beginning or at the end."""
    turns = (taught("ricordami di chiamare Rita domani alle 10", "create_tasks", what="chiamare Rita", when="@time"),)

    for asked in ("domani alle 10 ricordami di chiamare Rita", "ricordami di chiamare Rita domani alle 10"):
        told = answers(settings, "it", turns, asked)
        assert told is not None
        assert told[1]["what"] == "chiamare Rita"


def test_a_verb_that_no_dictionary_has_is_asked_for_politely_too(settings: Settings) -> None:
    """In the infinitive; and "tutte le" is what the plural says already."""
    turns = (
        taught("svuota il cestino", "delete_trash"),
        taught("cancella le foto di Rita", "delete_photos", of="Rita"),
    )

    assert answers(settings, "it", turns, "puoi svuotare il cestino?") == ("delete_trash", {})
    assert answers(settings, "it", turns, "cancella tutte le foto di Rita") == ("delete_photos", {"of": "Rita"})


SAME: dict[str, Case] = {
    "politely": (
        "it",
        (taught("cancella le foto di Rita", "delete_photos", of="Rita"),),
        ("per favore cancella le foto di Rita", "puoi cancellare le foto di Rita?", "elimina le foto di Rita"),
    ),
    "politely, in English": (
        "en",
        (taught("delete the photos of Rita", "delete_photos", of="Rita"),),
        (
            "please delete the photos of Rita",
            "could you delete the photos of Rita?",
            "remove the photos of Rita, thanks",
        ),
    ),
}


@pytest.mark.parametrize(("lang", "turns", "asked"), each(SAME))
def test_what_was_asked_in_other_manners_is_done(
    lang: Lang, turns: tuple[Taught, ...], asked: str, settings: Settings
) -> None:
    """Courtesy, another verb of the same sense, the infinitive."""
    assert answers(settings, lang, turns, asked) == ("delete_photos", {"of": "Rita"})


def test_a_name_keeps_its_letters(settings: Settings) -> None:
    """ "photos" may lie beside "Photos"."""
    turns = (taught("delete the folder Photos", "delete_dirs", name="Photos"),)

    assert answers(settings, "en", turns, "Delete the folder Photos!") == ("delete_dirs", {"name": "Photos"})
    assert answers(settings, "en", turns, "delete the folder photos") in (("delete_dirs", {"name": "photos"}), None)


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ("write HELLO WORLD to the board", "HELLO WORLD"),
        ("write hello world to the board", "hello world"),
        ("write hello, world to the board", "hello, world"),
    ],
)
def test_a_text_is_written_as_it_stands_now(asked: str, what: str, settings: Settings) -> None:
    """In its own letters and with its own signs, not in those of an earlier request."""
    turns = (taught("write Hello World to the board", "write_board", what="Hello World"),)

    assert answers(settings, "en", turns, asked) in (("write_board", {"what": what}), None)


@pytest.mark.parametrize(
    ("lang", "turns", "asked"),
    [
        (
            "en",
            (taught("show the letters from my aunt", "find_letters", sender="a@x.it"),),
            "show the letters to my aunt",
        ),
        (
            "en",
            (taught("show the letters from my aunt", "find_letters", sender="a@x.it"),),
            "show the letters about my aunt",
        ),
        ("it", (taught("che tempo fa a Lecce", "find_weather", station="LIBN"),), "che tempo fa a Lecco"),
        ("it", (taught("leggi la posta", "show_mail"),), "leggi il posto"),
        ("it", (taught("la porta è chiusa", "show_door"),), "la porta era chiusa"),
        ("en", (taught("play the song", "show_song"),), "play the song Sorry"),
        ("en", (taught("what's the weather", "show_weather"),), "what's the weather in the US"),
        ("it", (taught("leggi il capitolo", "show_chapter"),), "leggi il capitolo I"),
    ],
)
def test_what_only_reads_is_not_taken_for_another(
    lang: Lang, turns: tuple[Taught, ...], asked: str, settings: Settings
) -> None:
    """Whence and whither, another place, another word, another time, a title, a country, a figure."""
    assert answers(settings, lang, turns, asked) is None


@pytest.mark.parametrize(
    ("lang", "taught_text", "asked"),
    [
        ("en", "find the pdfs of February", "find the pdfs of October"),
        ("en", "find the pdfs before February 1", "find the pdfs before October 1"),
        ("it", "trova i pdf di febbraio", "trova i pdf di ottobre"),
        ("it", "trova i pdf di ieri", "trova i pdf di domani"),
    ],
)
def test_no_file_is_of_a_time_ahead(lang: Lang, taught_text: str, asked: str, settings: Settings) -> None:
    """Nothing would be found, or everything."""
    turns = (taught(taught_text, "find_files", pattern="*.pdf", when="@time"),)

    told = answers(settings, lang, turns, taught_text)
    assert told is None or told[1]["when"] <= "2026-03-10" or told[1]["when"].startswith("../2026-02")
    assert answers(settings, lang, turns, asked) is None


@pytest.mark.parametrize(
    ("lang", "told", "asked"),
    [
        ("it", "cosa mi ha scritto Luca", "cosa gli ha scritto Luca"),
        ("it", "cosa mi ha scritto Luca", "cosa ti ha scritto Luca"),
        ("it", "che mail ha mandato ieri", "che mail ho mandato ieri"),
        ("it", "mostra le foto", "mostra le foto con me"),
        ("it", "mostra le foto", "mostra le foto di te"),
        ("it", "quanto devo ad Anna", "quanto deve ad Anna"),
        ("it", "dove abito", "dove abita"),
        ("it", "cosa devo comprare", "cosa gli devo comprare"),
        ("it", "come mi chiamo", "come si chiama"),
        ("en", "show the photos", "show the photos of me"),
        ("en", "show the mails", "show the mails from us"),
    ],
)
def test_other_people_are_never_passed_over_even_where_things_are_only_looked_at(
    lang: Lang, told: str, asked: str, settings: Settings
) -> None:
    turns = (taught(told, "show_things"),)
    assert answers(settings, lang, turns, told) is not None

    assert answers(settings, lang, turns, asked) is None


@pytest.mark.parametrize(
    ("lang", "told", "asked"),
    [("en", "show the photos", "show the photos for me"), ("it", "cerca le foto", "cercami le foto per favore")],
)
def test_for_me_says_nothing_more(lang: Lang, told: str, asked: str, settings: Settings) -> None:
    assert answers(settings, lang, (taught(told, "show_things"),), asked) is not None
