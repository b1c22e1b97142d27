"""Configuration keys of a person's own things: facts, tasks, calendar, contacts; one row each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.config.key import Key

if TYPE_CHECKING:
    from collections.abc import Mapping

PERSONAL_SECTIONS: Mapping[str, tuple[str, str]] = {
    "facts": ("Quello che chiedi di ricordare.", "What you ask to be remembered."),
    "tasks": ("Cose da fare e promemoria.", "Things to do and reminders."),
    "calendar": ("I tuoi calendari.", "Your calendars."),
    "contacts": ("La tua rubrica.", "Your address book."),
}
"""Sections with their headings (it, en)."""

ACCOUNTS = """[calendar.accounts.home]
folder = "~/.local/share/calendars"   # a folder per calendar, a file per event (vdirsyncer, khal)
[calendar.accounts.work]
url = "https://cal.example.org/dav/"  # CalDAV
user = "anna"
calendar = "Personal"                 # of several; empty: all for reading, the first for writing
password_command = ["pass", "show", "cal/work"]   # without it: keyring set metnos calendar:work"""

PERSONAL_KEYS: tuple[Key, ...] = (
    # -- facts
    Key(
        "facts",
        "reranker",
        "path",
        "",
        "Cartella di bge-reranker-v2-m3 (extra bge): legge ogni fatto accanto alla domanda; vuoto: senza.",
        "Folder of bge-reranker-v2-m3 (extra bge): reads each fact beside the question; empty: without.",
    ),
    Key(
        "facts",
        "rerank_budget_s",
        "number",
        8.0,
        "Secondi che può leggere per una domanda; poi vale l'ordine dei coseni.",
        "Seconds it may read for one question; after that the order of cosines holds.",
        minimum=0.1,
    ),
    Key(
        "facts",
        "fold",
        "flag",
        True,
        "Mette nel prompt del modello i fatti vicini alla richiesta.",
        "Puts facts near the request into the model's prompt.",
    ),
    # -- tasks
    Key(
        "tasks",
        "at_start",
        "flag",
        True,
        "metnos chat comincia con i promemoria scaduti.",
        "metnos chat begins with the reminders that are due.",
    ),
    # -- calendar
    Key(
        "calendar",
        "account",
        "text",
        "",
        "Dove si scrivono gli appuntamenti, quando non si dice dove; vuoto: l'unico che c'è.",
        "Where appointments are written when no place is named; empty: the only one there is.",
    ),
    Key(
        "calendar",
        "work_from",
        "text",
        "09:00",
        "Inizio dell'orario in cui si cercano orari liberi.",
        "Start of the hours in which free time is looked for.",
    ),
    Key(
        "calendar",
        "work_to",
        "text",
        "18:00",
        "Fine dell'orario in cui si cercano orari liberi.",
        "End of the hours in which free time is looked for.",
    ),
    Key(
        "calendar",
        "work_days",
        "texts",
        ("mon", "tue", "wed", "thu", "fri"),
        "Giorni in cui si cercano orari liberi: mon tue wed thu fri sat sun.",
        "Days on which free time is looked for: mon tue wed thu fri sat sun.",
    ),
    Key(
        "calendar",
        "minutes",
        "integer",
        60,
        "Durata di un appuntamento, quando non si dice.",
        "Length of an appointment when none is said.",
        minimum=5,
        maximum=1440,
    ),
    Key(
        "calendar",
        "accounts",
        "table",
        {},
        "Calendari, una tabella ciascuno: [calendar.accounts.NOME]. La password non si scrive qui.",
        "Calendars, a table each: [calendar.accounts.NAME]. The password is not written here.",
        example=ACCOUNTS,
    ),
    # -- contacts
    Key(
        "contacts",
        "folders",
        "texts",
        (),
        'Cartelle di vCard (.vcf), ad esempio "~/.local/share/contacts".',
        'Folders of vCards (.vcf), for example "~/.local/share/contacts".',
    ),
)
"""One row per key, in the order of the file."""
