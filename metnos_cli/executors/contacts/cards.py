"""Reads vCards from folders: one a file or many, of every version, a broken one losing none of the others."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.extras import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from metnos_cli.ports import ExecutorContext

LARGEST = 50_000_000
ENCODED = "QUOTED-PRINTABLE"


@dataclass(frozen=True, slots=True)
class Contact:
    """One person, or one firm."""

    name: str
    """Full name."""
    words: frozenset[str] = frozenset()
    """Words of name, nickname and firm, folded: what the contact is called by."""
    emails: tuple[str, ...] = ()
    """Addresses, the preferred one first."""
    phones: tuple[str, ...] = ()
    """Numbers as written, the preferred one first."""
    organisation: str = ""
    """Firm."""
    birthday: str = ""
    """As written, usually ISO 8601."""
    address: str = ""
    """Postal address on one line."""
    note: str = ""
    """Anything else."""
    file: str = ""
    """Where the card stands."""


@dataclass(slots=True)
class Book:
    """What the folders hold."""

    contacts: list[Contact] = field(default_factory=list)
    """By name."""
    faults: list[str] = field(default_factory=list)
    """Files with something that could not be read."""


def read_book(context: ExecutorContext, query: str = "") -> Book:
    """The contacts of every folder in the settings.

    Args:
        context: Settings, guarded files, cancelling.
        query: Cards in whose text one of its words does not stand need not be parsed.

    Raises:
        ExecutorError: ``unavailable``: no folder is set, one is gone, a package is missing; ``denied``: one lies
            outside the allowed folders.
    """
    require("calendar", "vobject")
    folders = context.settings.texts("contacts.folders")
    if not folders:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "contacts_no_folder")
    words = folded(query).split()

    def wanted(card: str) -> bool:
        plain = folded(card)
        return ENCODED in card.upper() or all(word in plain for word in words)

    book = Book()
    seen: set[tuple[Any, ...]] = set()
    for path in (path for folder in folders for path in _files_of(folder, context)):
        context.check_cancelled()
        for contact in _read(path, context, wanted, book):
            # The same card in two folders is one person.
            mark = (contact.name, contact.emails, contact.phones)
            if mark not in seen and _holds(contact, words):
                seen.add(mark)
                book.contacts.append(contact)
    book.contacts.sort(key=lambda contact: folded(contact.name))
    return book


def _holds(contact: Contact, words: Sequence[str]) -> bool:
    """Whether the card, now that it is decoded, holds every word."""
    about = (contact.organisation, contact.address, contact.note, contact.birthday)
    plain = folded(" ".join((contact.name, *contact.words, *contact.emails, *contact.phones, *about)))
    return all(word in plain for word in words)


def folded(text: str) -> str:
    """Words without case, accents or punctuation, one space between them."""
    return " ".join(_word().findall(plain_letters(text).casefold()))


def plain_letters(text: str) -> str:
    """The text without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+")


@cache
def _card() -> re.Pattern[str]:
    return re.compile(
        r"^BEGIN:VCARD\s*$.*?(?:^END:VCARD\s*$|\Z|(?=^BEGIN:VCARD))", re.MULTILINE | re.DOTALL | re.IGNORECASE
    )


def _files_of(folder: str, context: ExecutorContext) -> Iterator[Path]:
    """VCard files of a folder and of the folders in it; a single file may be named too."""
    try:
        root = context.files.readable(folder)
    except ExecutorError as error:
        if error.error_class is ErrorClass.DENIED:
            raise
        raise ExecutorError(ErrorClass.UNAVAILABLE, "contacts_folder_gone", folder=folder) from error
    if root.is_file():
        yield root
        return
    yield from sorted(root.rglob("*.vcf"))


def _read(path: Path, context: ExecutorContext, wanted: Callable[[str], bool], book: Book) -> Iterator[Contact]:
    """Contacts of one file; what cannot be read is noted in the book."""
    try:
        with context.files.open(context.files.readable(str(path))) as stream:
            data = stream.read(LARGEST)
    except ExecutorError:
        book.faults.append(path.name)
        return
    cards = _card().findall(_decoded(data))
    broken = bool(data.strip()) and not cards
    for card in cards:
        if not wanted(_unfolded(card)):
            continue
        contact = _contact(card, path)
        if contact is None:
            broken = True
        else:
            yield contact
    if broken:
        book.faults.append(path.name)


def _contact(card: str, path: Path) -> Contact | None:
    """One card; None when it is broken or nameless."""
    import vobject
    from vobject.base import VObjectError

    try:
        read = next(iter(vobject.readComponents(card, allowQP=True)), None)
    except (VObjectError, ValueError, IndexError, KeyError, AttributeError, UnicodeError):
        return None
    if read is None:
        return None
    lines = read.contents
    organisation = ", ".join(str(part) for part in (_first(lines, "org") or []) if part)
    name = str(_first(lines, "fn") or "").strip() or _spoken(_first(lines, "n")) or organisation
    if not name:
        return None
    called = " ".join([name, str(_first(lines, "nickname") or ""), organisation])
    return Contact(
        name=name,
        words=frozenset(folded(called).split()),
        emails=_values(lines.get("email", ())),
        phones=tuple(phone.removeprefix("tel:") for phone in _values(lines.get("tel", ()))),
        organisation=organisation,
        birthday=str(_first(lines, "bday") or ""),
        address=_one_line(_first(lines, "adr")),
        note=str(_first(lines, "note") or ""),
        file=str(path),
    )


def _first(lines: Any, key: str) -> Any:
    found = lines.get(key)
    return found[0].value if found else None


def _spoken(name: Any) -> str:
    """Given and family name of the structured property."""
    if name is None:
        return ""
    parts = (getattr(name, "given", ""), getattr(name, "family", ""))
    return " ".join(str(part) for part in parts if part).strip()


def _one_line(address: Any) -> str:
    if address is None:
        return ""
    parts = (getattr(address, part, "") for part in ("street", "code", "city", "region", "country"))
    return ", ".join(" ".join(part) if isinstance(part, list) else str(part) for part in parts if part)


def _values(lines: Any) -> tuple[str, ...]:
    """Values in the order of the card, the preferred one first, each once."""
    ordered = sorted(lines, key=lambda line: not _preferred(line))
    return tuple(dict.fromkeys(str(line.value).strip() for line in ordered if str(line.value).strip()))


def _preferred(line: Any) -> bool:
    types = [str(kind).upper() for kind in line.params.get("TYPE", [])]
    return "PREF" in types or bool(line.params.get("PREF")) or "PREF" in line.singletonparams


def _unfolded(card: str) -> str:
    return re.sub(r"\r?\n[ \t]", "", card)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
