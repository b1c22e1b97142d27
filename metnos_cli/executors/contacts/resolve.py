"""Finds the person that a name in another executor's argument means; of two that bear it, the user says which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.contacts.cards import folded, read_book
from metnos_cli.messages import text as sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.executors.contacts.cards import Contact
    from metnos_cli.ports import ExecutorContext

Need = Literal["email", "phone", ""]


def named(name: str, contacts: Sequence[Contact]) -> list[Contact]:
    """Contacts that a name means: those who bear exactly it, else those whose name holds all of its words.

    "Anna" means Anna Rossi and Anna Bianchi, not Annalisa; "Anna Rossi" means her alone, even beside an Anna Rossi
    Verdi.
    """
    asked = folded(name)
    words = set(asked.split())
    if not words:
        return []
    holding = [contact for contact in contacts if words <= contact.words]
    exact = [contact for contact in holding if folded(contact.name) == asked]
    return exact or holding


def find_contact(name: str, context: ExecutorContext, *, need: Need = "email") -> Contact | None:
    """The one person whom a name means; None when nobody of that name has what is needed.

    Args:
        name: As the user said it.
        context: Settings, files, dialog.
        need: What the contact must have.

    Raises:
        ExecutorError: ``unavailable``: no folder of contacts is set, or it is gone.
        InputNeeded: Several bear the name and nobody can be asked which.
        Interrupted: Ctrl-C at the question.
    """
    usable = [contact for contact in named(name, read_book(context, name).contacts) if _has(contact, need)]
    if len(usable) <= 1:
        return usable[0] if usable else None
    choices = [{"value": place, "label": _label(contact, need)} for place, contact in enumerate(usable)]
    question = {
        "var": "contact",
        "prompt": sentence(context.lang, "contacts.which", name=name),
        "schema": {"kind": "choice", "choices": choices},
    }
    picked = context.dialog.ask([question]).get("contact")
    return usable[int(picked)] if picked is not None and str(picked).isdecimal() and int(picked) < len(usable) else None


def resolve_contact(name: str, context: ExecutorContext, *, need: Need = "email", argument: str = "to") -> Contact:
    """The one person whom a name means.

    Args:
        name: As the user said it.
        context: Settings, files, dialog.
        need: What the contact must have.
        argument: Which argument the name stands in, for the question when nobody is found.

    Raises:
        ExecutorError: ``missing_input``: nobody of that name has what is needed; ``unavailable`` as above.
        InputNeeded, Interrupted: As above.
    """
    found = find_contact(name, context, need=need)
    if found is None:
        prompt = sentence(context.lang, f"contacts.ask_{need or 'email'}", name=name)
        raise ExecutorError(ErrorClass.MISSING_INPUT, "contacts_unknown", arg=argument, prompt=prompt, name=name)
    return found


def _has(contact: Contact, need: Need) -> bool:
    return bool({"email": contact.emails, "phone": contact.phones, "": (contact.name,)}[need])


def _label(contact: Contact, need: Need) -> str:
    """What tells two people of one name apart."""
    about = contact.phones[0] if need == "phone" else next(iter((*contact.emails, *contact.phones)), "")
    parts = [part for part in (about, contact.organisation) if part]
    return f"{contact.name} ({', '.join(parts)})" if parts else contact.name
