"""Configuration keys of what Metnos talks to: mail, web search, MCP servers; one row each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.config.key import Key

if TYPE_CHECKING:
    from collections.abc import Mapping

SERVICE_SECTIONS: Mapping[str, tuple[str, str]] = {
    "mail": ("La tua posta.", "Your mail."),
    "web": ("Ricerche nel web.", "Web searches."),
    "mcp": ("Server MCP: i loro strumenti diventano esecutori.", "MCP servers: their tools become executors."),
    "classify": ("Come si classificano gli elementi.", "How entries are classified."),
}
"""Sections with their headings (it, en)."""

ACCOUNT = """[mail.accounts.work]
address = "anna@example.org"
name = "Anna Rossi"
imap_host = "imap.example.org"   # or: maildir = "~/Mail/work"
smtp_host = "smtp.example.org"
user = "anna@example.org"
password_command = ["pass", "show", "mail/work"]   # without it: keyring set metnos mail:work"""

SERVERS = """[mcp.servers.clock]
command = ["python", "-m", "mcp_server_time"]   # or: url = "http://localhost:8000/mcp"
timeout_s = 30"""

SERVICE_KEYS: tuple[Key, ...] = (
    Key(
        "memory",
        "busy_timeout_s",
        "number",
        10.0,
        "Secondi di attesa quando un altro processo scrive nel database.",
        "Seconds to wait while another process writes to the database.",
        minimum=0.0,
    ),
    # -- mail
    Key(
        "mail",
        "account",
        "text",
        "",
        "Casella usata quando non si dice quale.",
        "Account used when none is named.",
    ),
    Key(
        "mail",
        "limit",
        "integer",
        100,
        "Mail elencate da una ricerca, al massimo (il conteggio resta completo).",
        "Mails that a search lists, at most (the count stays complete).",
        minimum=1,
        maximum=1000,
    ),
    Key(
        "mail",
        "accounts",
        "table",
        {},
        "Caselle, una tabella ciascuna: [mail.accounts.NOME]. La password non si scrive qui.",
        "Accounts, a table each: [mail.accounts.NAME]. The password is not written here.",
        example=ACCOUNT,
    ),
    # -- web
    Key(
        "web",
        "searxng",
        "text",
        "",
        'Indirizzo di un\'istanza SearXNG, ad esempio "https://searx.example.org"; vuoto: nessuna ricerca.',
        'Address of a SearXNG instance, such as "https://searx.example.org"; empty: no searching.',
    ),
    Key(
        "web",
        "results",
        "integer",
        10,
        "Risultati di una ricerca, al massimo.",
        "Results of a search, at most.",
        minimum=1,
        maximum=100,
    ),
    Key(
        "web",
        "robots",
        "flag",
        True,
        "Rispetta robots.txt: le pagine che un sito nega ai programmi non si leggono.",
        "Heeds robots.txt: pages that a site denies to programs are not read.",
    ),
    # -- mcp
    Key(
        "mcp",
        "servers",
        "table",
        {},
        "Server, una tabella ciascuno: [mcp.servers.NOME]; si aggiungono con: metnos executors add-mcp",
        "Servers, a table each: [mcp.servers.NAME]; add one with: metnos executors add-mcp",
        example=SERVERS,
    ),
    # -- classify
    Key(
        "classify",
        "examples",
        "table",
        {},
        "Esempi tuoi per etichetta, una tabella per dimensione: [classify.examples.spam]",
        "Examples of yours by label, a table per dimension: [classify.examples.spam]",
        example='[classify.examples.spam]\nok = ["Riunione del condominio"]\nspam = ["Hai vinto un buono"]',
    ),
)
"""One row per key, in the order of the file."""
