"""find_contacts: people by name, firm or any word of their card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.executors.answer import answer
from metnos_cli.executors.contacts.cards import folded, read_book
from metnos_cli.executors.contacts.resolve import named
from metnos_cli.messages import text as sentence
from metnos_cli.text.content import content_words

if TYPE_CHECKING:
    from metnos_cli.executors.contacts.cards import Contact
    from metnos_cli.ports import ExecutorContext
    from metnos_cli.records import Lang

LIMIT = 200
SHOWN = 20
SHORTEST_NUMBER = 5
"""A telephone number has at least so many digits."""
FIELDS = ("email", "phone", "birthday", "address", "organisation")
OWN_NOUNS = {
    "it": frozenset(
        {"contatto", "contatti", "rubrica", "numero", "telefono", "cellulare", "email", "mail", "indirizzo"}
    ),
    "en": frozenset({"contact", "contacts", "book", "number", "phone", "mobile", "email", "mail", "address"}),
}
"""Words that ask for a contact and are in no card."""


def find_contacts(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Find people.

    Args:
        args: ``query`` (a name, or words of the card), ``field`` (what is asked about them), ``limit``.
        context: Settings, guarded files.

    Raises:
        ExecutorError: ``unavailable``: no folder is set, or it is gone; ``denied``.
    """
    query = _called(str(args.get("query", "")), context.request.lang)
    number = _digits(str(args.get("query", "")))
    book = read_book(context, "" if number else query)
    if number:
        found = [contact for contact in book.contacts if any(_is_number(number, phone) for phone in contact.phones)]
    else:
        found = (named(query, book.contacts) or book.contacts) if query else book.contacts
    field = str(args.get("field", ""))
    if field:
        # Of several people of one name, those who have what is asked for.
        found = [contact for contact in found if _field(contact, field)] or found
    limit = int(args.get("limit", LIMIT))
    told = _told(found, field, context.lang)
    if book.faults:
        told += "\n" + sentence(context.lang, "contacts.faults", files=", ".join(sorted(set(book.faults))[:SHOWN]))
    result = answer([entry(contact) for contact in found[:limit]], told=told, total=len(found))
    return {**result, "unreadable": len(book.faults)}


def entry(contact: Contact) -> dict[str, Any]:
    """A contact as executors and JSON show it."""
    return {
        "name": contact.name,
        "email": next(iter(contact.emails), ""),
        "phone": next(iter(contact.phones), ""),
        "emails": list(contact.emails),
        "phones": list(contact.phones),
        "organisation": contact.organisation,
        "birthday": contact.birthday,
        "address": contact.address,
        "note": contact.note,
    }


def _digits(query: str) -> str:
    """The digits of a query that is a telephone number, however it is written; empty when it is none."""
    digits = "".join(sign for sign in query if sign.isdecimal())
    plain = all(sign.isdecimal() or sign in " +-./()" for sign in query.strip())
    return digits if plain and len(digits) >= SHORTEST_NUMBER else ""


def _is_number(digits: str, phone: str) -> bool:
    """Whether a number is this one, with or without the country before it."""
    other = "".join(sign for sign in phone if sign.isdecimal()).removeprefix("00")
    digits = digits.removeprefix("00")
    return len(other) >= SHORTEST_NUMBER and (other.endswith(digits.lstrip("0")) or digits.endswith(other.lstrip("0")))


def _called(query: str, lang: Lang) -> str:
    """The name in a query: without articles, and without the words that ask for a contact."""
    words = [word for word in content_words(query, lang) if word not in OWN_NOUNS[lang]]
    return folded(" ".join(words)) or folded(query)


def _field(contact: Contact, field: str) -> str:
    values = {
        "email": ", ".join(contact.emails),
        "phone": ", ".join(contact.phones),
        "birthday": contact.birthday,
        "address": contact.address,
        "organisation": contact.organisation,
    }
    return values.get(field, "")


def _told(found: list[Contact], field: str, lang: Lang) -> str:
    if not found:
        return sentence(lang, "contacts.none")
    lines = [_line(contact, field, lang) for contact in found[:SHOWN]]
    if len(found) > SHOWN:
        lines.append(sentence(lang, "contacts.more", count=len(found) - SHOWN))
    return "\n".join(lines)


def _line(contact: Contact, field: str, lang: Lang) -> str:
    if field:
        return f"{contact.name}: {_field(contact, field) or sentence(lang, 'contacts.no_field')}"
    about = [*contact.emails, *contact.phones, contact.organisation, contact.birthday, contact.address]
    return ", ".join([contact.name, *(part for part in about if part)])
