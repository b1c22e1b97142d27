"""find_contacts, and whom a name in another executor's argument means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, InputNeeded
from metnos_cli.executors.contacts.find import find_contacts
from metnos_cli.executors.contacts.resolve import resolve_contact
from metnos_cli.executors.mail.recipients import resolve_recipients
from tests.executors.personal import Answers, PersonalWorld

if TYPE_CHECKING:
    from pathlib import Path

ROSSI = """BEGIN:VCARD
VERSION:3.0
FN:Anna Rossi
N:Rossi;Anna;;;
NICKNAME:Annina
EMAIL;TYPE=HOME:anna@example.org
EMAIL;TYPE=WORK,PREF:a.rossi@example.com
TEL;TYPE=CELL:+39 333 1122334
ORG:Studio Verdi
BDAY:1980-05-03
ADR;TYPE=HOME:;;via Emilia 12;Bologna;BO;40100;Italia
NOTE:amica\\, di sc
 uola
END:VCARD
"""
OTHERS = """BEGIN:VCARD
VERSION:4.0
FN:Anna Bianchi
EMAIL:bianchi@example.org
TEL;VALUE=uri:tel:+39-051-333
END:VCARD
BEGIN:VCARD
VERSION:3.0
THIS IS BROKEN
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Verdi;Niccol=C3=B2
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Niccol=C3=B2 Verdi
TEL;CELL:333 9
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:Annalisa Neri
EMAIL:annalisa@example.org
END:VCARD
"""
SETTINGS = '[contacts]\nfolders = ["~/contacts"]\n'


@pytest.fixture
def world(tmp_path: Path) -> PersonalWorld:
    """Two files of cards, one of them with a broken card in it."""
    folder = tmp_path / "contacts" / "family"
    folder.mkdir(parents=True)
    (folder / "anna.vcf").write_text(ROSSI, encoding="utf-8")
    (folder / "others.vcf").write_text(OTHERS, encoding="utf-8")
    return PersonalWorld(tmp_path, SETTINGS)


def test_a_person_is_found_with_what_is_asked(world: PersonalWorld) -> None:
    """One line that answers."""
    found = find_contacts({"query": "Anna Rossi", "field": "phone"}, world.context())

    assert found["told"] == "Anna Rossi: +39 333 1122334"
    assert found["entries"][0]["birthday"] == "1980-05-03"
    assert found["entries"][0]["address"] == "via Emilia 12, 40100, Bologna, BO, Italia"


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("Anna", ["Anna Bianchi", "Anna Rossi"]),
        ("il contatto di ANNA ROSSI", ["Anna Rossi"]),
        ("annina", ["Anna Rossi"]),
        ("niccolo", ["Niccolò Verdi"]),
        ("Studio Verdi", ["Anna Rossi"]),
        ("amica di scuola", ["Anna Rossi"]),
        ("Giuseppe", []),
    ],
)
def test_people_are_found_by_name_nickname_firm_or_note(world: PersonalWorld, query: str, names: list[str]) -> None:
    """Whatever the case, the accents, the version of the card and how it is folded."""
    assert [entry["name"] for entry in find_contacts({"query": query}, world.context())["entries"]] == names


def test_everybody_is_listed_and_a_broken_card_is_told(world: PersonalWorld) -> None:
    """It loses none of the others."""
    found = find_contacts({}, world.context())

    assert [entry["name"] for entry in found["entries"]] == [
        "Anna Bianchi",
        "Anna Rossi",
        "Annalisa Neri",
        "Niccolò Verdi",
    ]
    assert found["unreadable"] == 1
    assert "others.vcf" in found["told"]


def test_a_name_means_the_only_one_who_bears_it(world: PersonalWorld) -> None:
    """With the preferred address first."""
    contact = resolve_contact("Anna Rossi", world.context())

    assert contact.name == "Anna Rossi"
    assert contact.emails[0] == "a.rossi@example.com"


def test_of_two_the_user_says_which(world: PersonalWorld) -> None:
    """Told apart by what differs; Annalisa is not Anna."""
    world.dialog = Answers({"contact": 1})

    contact = resolve_contact("Anna", world.context())

    assert contact.name == "Anna Rossi"
    assert [choice["label"] for choice in world.dialog.asked[0]["schema"]["choices"]] == [
        "Anna Bianchi (bianchi@example.org)",
        "Anna Rossi (a.rossi@example.com, Studio Verdi)",
    ]


def test_of_two_with_nobody_to_ask_none_is_taken(world: PersonalWorld) -> None:
    """It does not guess."""
    with pytest.raises(InputNeeded):
        resolve_contact("Anna", world.context())


def test_only_those_who_have_what_is_needed_count(world: PersonalWorld) -> None:
    """Niccolò has a number and no address."""
    assert resolve_contact("Niccolò", world.context(), need="phone").phones == ("333 9",)

    with pytest.raises(ExecutorError) as told:
        resolve_contact("Niccolò", world.context(), argument="to")

    assert told.value.error_class is ErrorClass.MISSING_INPUT
    assert told.value.facts["arg"] == "to"
    assert told.value.facts["prompt"] == "Qual è l'indirizzo email di Niccolò?"


@pytest.mark.parametrize(
    ("settings", "key", "error_class"),
    [
        ("", "contacts_no_folder", ErrorClass.UNAVAILABLE),
        ('[contacts]\nfolders = ["~/gone"]\n', "contacts_folder_gone", ErrorClass.UNAVAILABLE),
        ('[contacts]\nfolders = ["/etc"]\n', "path_outside", ErrorClass.DENIED),
    ],
)
def test_without_a_usable_folder_the_end_is_told_by_class(
    tmp_path: Path, settings: str, key: str, error_class: ErrorClass
) -> None:
    """Not set, gone, not allowed."""
    with pytest.raises(ExecutorError) as told:
        find_contacts({"query": "Anna"}, PersonalWorld(tmp_path, settings).context())

    assert (told.value.key, told.value.error_class) == (key, error_class)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"BEGIN:VCARD\n", b"hello", b"BEGIN:VCARD\nEND:VCARD\n"])
def test_files_that_are_no_cards_end_honestly(tmp_path: Path, content: bytes) -> None:
    """No traceback, and what is there and unreadable is told."""
    folder = tmp_path / "contacts"
    folder.mkdir()
    (folder / "odd.vcf").write_bytes(content)

    found = find_contacts({}, PersonalWorld(tmp_path, SETTINGS).context())

    assert found["entries"] == []
    assert found["unreadable"] == bool(content)


def test_a_mail_to_a_name_goes_to_the_contact_who_bears_it(world: PersonalWorld) -> None:
    """An address stays an address; a name that nobody bears is asked for."""
    to = resolve_recipients("Anna Rossi, luca@example.org", "to", world.context())

    assert to == "Anna Rossi <a.rossi@example.com>, luca@example.org"
    with pytest.raises(ExecutorError) as told:
        resolve_recipients("Giuseppe", "to", world.context())
    assert told.value.error_class is ErrorClass.MISSING_INPUT


def test_without_the_extra_the_way_to_it_is_named(world: PersonalWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package that reads vCards is not part of the core."""
    monkeypatch.setattr("metnos_cli.executors.extras.find_spec", lambda _name: None)

    with pytest.raises(ExecutorError) as told:
        find_contacts({"query": "Anna"}, world.context())

    assert told.value.error_class is ErrorClass.UNAVAILABLE
    assert told.value.facts == {"package": "vobject", "extra": "calendar"}
