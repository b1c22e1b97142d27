"""What ``metnos doctor`` looks at of a person's own things: mail, calendars, contacts, MCP servers, searching."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from metnos_cli.cli.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from metnos_cli.cli.wiring import World
    from metnos_cli.ports import ExecutorContext

A_DAY = timedelta(days=1)


def _mail(here: World) -> Finding:
    """Every account is opened, and its sending server logged into; nothing is read and nothing sent."""
    if not here.settings.table("mail.accounts"):
        return Finding("mail", "note", "no_mail", {})
    from metnos_cli.executors.mail.accounts import read_accounts
    from metnos_cli.executors.mail.box import open_box
    from metnos_cli.executors.mail.send import check_server

    accounts = read_accounts(here.settings)
    context = _context(here)
    for account in accounts.values():
        if account.maildir or account.imap_host:
            with open_box(account, context) as box:
                box.folders()
        if account.smtp_host:
            check_server(account)
    return Finding("mail", "ok", "is", {"what": ", ".join(accounts)})


def _calendar(here: World) -> Finding:
    """Every account is asked for one day."""
    if not here.settings.table("calendar.accounts"):
        return Finding("calendar", "note", "no_calendar", {})
    from metnos_cli.executors.calendar.accounts import read_accounts
    from metnos_cli.executors.calendar.search import gather

    accounts = read_accounts(here.settings)
    now = here.now()
    failures = gather(list(accounts.values()), now, now + A_DAY, _context(here)).failures
    if failures:
        raise failures[0][1]
    return Finding("calendar", "ok", "is", {"what": ", ".join(accounts)})


def _contacts(here: World) -> Finding:
    """Every card is read."""
    if not here.settings.texts("contacts.folders"):
        return Finding("contacts", "note", "no_contacts", {})
    from metnos_cli.executors.contacts.cards import read_book

    book = read_book(_context(here))
    if book.faults:
        return Finding("contacts", "note", "contacts_unreadable", {"files": ", ".join(sorted(set(book.faults))[:5])})
    return Finding("contacts", "ok", "contacts_count", {"count": len(book.contacts)})


def _mcp(here: World) -> Finding:
    """The servers' tools as they were admitted; what is wrong with one stands among the executors' problems."""
    servers = here.settings.table("mcp.servers")
    if not servers:
        return Finding("mcp", "note", "no_mcp", {})
    tools = sum(bool(manifest.run.mcp) for manifest in here.catalog)
    return Finding("mcp", "ok" if tools else "note", "mcp_tools", {"servers": ", ".join(servers), "count": tools})


def _search(here: World) -> Finding:
    """Whether the web can be searched; the instance is not asked."""
    address = here.settings.text("web.searxng")
    return Finding("search", "ok", "is", {"what": address}) if address else Finding("search", "note", "no_search", {})


def _context(here: World) -> ExecutorContext:
    """What executors get, with nobody to be asked."""
    from metnos_cli.cli.guards import build_context
    from metnos_cli.records import Request
    from metnos_cli.ui.dialog import NoTerminalDialog

    request = Request("doctor", "doctor", here.lang, "doctor", (), here.now())
    return build_context(here, request, NoTerminalDialog(), lambda _event: None, lambda: None)


PERSONAL_LOOKS: Mapping[str, Callable[[World], Finding]] = {
    "mail": _mail,
    "calendar": _calendar,
    "contacts": _contacts,
    "mcp": _mcp,
    "search": _search,
}
