"""Whom a mail goes to: addresses as typed, names through the contacts; what is neither is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli import messages
from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from metnos_cli.ports import ExecutorContext

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@.{{1,253}}$){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
"""A dot-atom at a host name, which is what servers and the standard library take."""


def split_recipients(text: str) -> list[str]:
    """Recipients of one argument: separated by commas, semicolons or line breaks, a comma inside quotes being none."""
    return [part.strip() for part in re.findall(r'(?:"[^"]*"|[^,;\n])+', text) if part.strip()]


def resolve_recipients(text: str, argument: str, context: ExecutorContext) -> str:
    """Every recipient as ``Name <address>`` or an address.

    Args:
        text: As the plan has it: addresses and names.
        argument: Which argument it is, for a question.
        context: Language, contacts.

    Raises:
        ExecutorError: ``wrong_args``: not an address; ``missing_input``: a name that no contact bears.
        InputNeeded: Two contacts bear the name and nobody can be asked.
    """
    return ", ".join(_resolved(part, argument, context) for part in split_recipients(text))


def read_recipients(text: str) -> list[tuple[str, str]]:
    """(name, address) of each recipient in an argument that has been resolved, each address once.

    Raises:
        ExecutorError: ``wrong_args``: one of them is no address.
    """
    found: dict[str, str] = {}
    for part in split_recipients(text):
        name, address = _parts(part)
        found.setdefault(plain_address(address), name)
    return [(name, address) for address, name in found.items()]


def plain_address(address: str) -> str:
    """An address as mail servers want it: a domain in other scripts in its ASCII form.

    Raises:
        ExecutorError: ``wrong_args``: it is no address.
    """
    local, _, domain = address.strip().rpartition("@")
    try:
        ascii_domain = domain.encode("idna").decode() if domain and not domain.isascii() else domain
    except UnicodeError:
        ascii_domain = ""
    plain = f"{local}@{ascii_domain}"
    if not ADDRESS.fullmatch(plain):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_bad_address", address=address)
    return plain


def shown_recipient(name: str, address: str) -> str:
    """As a person reads it, and as ``read_recipients`` reads it again."""
    if not name:
        return address
    return f'"{name}" <{address}>' if re.search(r"[,;<>@]", name) else f"{name} <{address}>"


def _parts(part: str) -> tuple[str, str]:
    """Name and address as written: ``Anna <anna@example.org>`` or the address alone."""
    if part.endswith(">") and "<" in part:
        name, _, address = part[:-1].rpartition("<")
        return name.strip().strip('"').replace('"', "").strip(), address.strip()
    return "", part


def _resolved(part: str, argument: str, context: ExecutorContext) -> str:
    name, address = _parts(part)
    if "@" in address:
        return shown_recipient(name, plain_address(address))
    known = _from_contacts(part, context)
    if known:
        return known
    prompt = messages.text(context.lang, "mail.which_address", name=part)
    raise ExecutorError(ErrorClass.MISSING_INPUT, "mail_unknown_recipient", arg=argument, prompt=prompt, name=part)


def _from_contacts(name: str, context: ExecutorContext) -> str:
    """The one person of that name in the user's contacts, with the address; empty: nobody, or there are no contacts.

    Raises:
        InputNeeded: Two bear the name and nobody can be asked.
    """
    from metnos_cli.executors.contacts.resolve import find_contact

    try:
        contact = find_contact(name, context, need="email")
    except ExecutorError as error:
        if error.error_class is not ErrorClass.UNAVAILABLE:
            raise
        return ""
    return shown_recipient(contact.name, plain_address(contact.emails[0])) if contact is not None else ""
