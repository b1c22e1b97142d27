"""Appointments on a CalDAV server."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urljoin, urlsplit

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.calendar.shelf import Fault, Resource
from metnos_cli.executors.password import fetch_password

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from metnos_cli.executors.calendar.accounts import Account
    from metnos_cli.ports import ExecutorContext

CONTENT = "text/calendar; charset=utf-8"
LOCAL_HOSTS = ("localhost", "127.", "[::1]", "::1", "10.", "192.168.")
GONE = (404, 410)
CONFLICT = (409, 412)
FULL = 507
LOST = frozenset({"calendar_down", "calendar_timeout"})
"""Failures after which a change may have been made all the same."""


class ServerShelf:
    """Fulfils ``Shelf`` over CalDAV; connects with the first call.

    The address is the user's own word in the settings, so it may be private; a password goes over plain HTTP only
    to this machine or its own network. Nothing is taken from the environment: no proxy, no ``.netrc``.

    Args:
        account: Address, user, where the password is.
        context: Cancelling, settings.
    """

    def __init__(self, account: Account, context: ExecutorContext) -> None:
        self.account = account
        self._context = context
        self._client: Any = None
        self._known: list[tuple[Any, str]] | None = None

    def resources(self, start: datetime, end: datetime) -> Iterator[Resource | Fault]:
        """What the server says touches a stretch of time; repetitions are expanded here, not there.

        Raises:
            ExecutorError: ``unavailable``: down, login refused, certificate, no such calendar.
        """
        for calendar, name in self._calendars():
            self._context.check_cancelled()
            found = self._told(partial(calendar.search, start=start, end=end, event=True))
            for one in found:
                text = one.data
                if not isinstance(text, str) or not text.strip():
                    yield Fault(str(one.url), "unreadable")
                    continue
                yield Resource(self.account.key, name, str(one.url), str(one.etag or ""), text)

    def fetch(self, href: str) -> Resource:
        """One object as it is now.

        Raises:
            ExecutorError: ``unavailable``: it is gone, or as above.
        """
        self._same_server(href)
        response = self._told(lambda: self._open().request(href, "GET"))
        if response.status in GONE:
            raise self._gone(href)
        self._check(response, href)
        raw = response.raw
        text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)
        return Resource(self.account.key, "", href, str(response.headers.get("ETag") or ""), text)

    def place_for(self, uid: str) -> str:
        """An object of that name in the calendar that is written to.

        Raises:
            ExecutorError: ``unavailable``: down, or there is no calendar.
        """
        calendar, _ = self._calendars()[0]
        return urljoin(str(calendar.url).rstrip("/") + "/", f"{quote(uid, safe='@.-_')}.ics")

    def create(self, href: str, text: str) -> Resource:
        """Put a new object; one of the same name is never replaced.

        Raises:
            ExecutorError: ``unavailable`` (down, full, the name is taken), ``denied`` (another server).
        """
        self._same_server(href)
        headers = {"Content-Type": CONTENT, "If-None-Match": "*"}
        etag = self._written(lambda: self._open().put(href, text, headers), href, lambda now: now is not None)
        return Resource(self.account.key, "", href, etag, text)

    def replace(self, resource: Resource, text: str) -> Resource:
        """Put another text in its place; the server refuses when it has another version by now.

        Raises:
            ExecutorError: ``unavailable``: changed or removed meanwhile, or as above.
        """
        self._same_server(resource.href)
        headers = {"Content-Type": CONTENT, **_if_match(resource)}
        etag = self._written(
            lambda: self._open().put(resource.href, text, headers),
            resource.href,
            lambda now: now is not None and now.etag != resource.etag,
        )
        etag = etag or self.fetch(resource.href).etag
        return Resource(resource.account, resource.calendar, resource.href, etag, text)

    def remove(self, resource: Resource) -> None:
        """Delete it; the server refuses when it has another version by now.

        Raises:
            ExecutorError: ``unavailable``: changed or removed meanwhile, or as above.
        """
        self._same_server(resource.href)
        headers = _if_match(resource)
        self._written(lambda: self._open().delete(resource.href, headers), resource.href, lambda now: now is None)

    def _written(self, act: Callable[[], Any], href: str, done: Callable[[Resource | None], bool]) -> str:
        """Change an object, once: when the answer is lost, what the server has now tells whether it was done.

        Args:
            act: Sends the change.
            href: The object.
            done: Whether the object as it is now (None: gone) shows that the change was made.

        Returns:
            The new version's mark; empty when the server does not tell.

        Raises:
            ExecutorError: ``unavailable``: refused, or not done; with key ``calendar_unsure`` nobody can tell.
        """
        try:
            response = self._told(act)
        except ExecutorError as lost:
            if lost.key not in LOST:
                raise
            now = self._look(href)
            if not done(now):
                raise
            return now.etag if now is not None else ""
        self._check(response, href)
        return str(response.headers.get("ETag") or "")

    def _look(self, href: str) -> Resource | None:
        """An object as it is after an answer was lost; None when there is none.

        Raises:
            ExecutorError: ``unavailable``: the server does not answer any more.
        """
        self.close()
        try:
            return self.fetch(href)
        except ExecutorError as error:
            if error.key == "calendar_event_gone":
                return None
            raise self._failure("calendar_unsure") from error

    def close(self) -> None:
        """Let go of the connection."""
        if self._client is not None:
            with contextlib.suppress(OSError):
                self._client.close()
            self._client = None

    def _calendars(self) -> list[tuple[Any, str]]:
        """Calendars with their names: the one that is named, the one at the address, or all.

        Raises:
            ExecutorError: ``unavailable``: there is none.
        """
        if self._known is None:
            self._known = self._told(self._discover)
        named = self._known
        wanted = self.account.calendar.casefold()
        if wanted:
            named = [
                (calendar, name)
                for calendar, name in named
                if wanted in (name.casefold(), str(calendar.url).rstrip("/").rpartition("/")[2].casefold())
            ]
        if not named:
            raise ExecutorError(
                ErrorClass.UNAVAILABLE,
                "calendar_gone",
                account=self.account.key,
                calendar=self.account.calendar or self.account.url,
            )
        return named

    def _discover(self) -> list[tuple[Any, str]]:
        """Every calendar of the user, named; when the address is one calendar, that one alone."""
        client = self._open()
        found = list(client.principal().get_calendars())
        here = _path(self.account.url)
        exact = [calendar for calendar in found if _path(str(calendar.url)) == here]
        return [(calendar, _name_of(calendar)) for calendar in exact or found]

    def _open(self) -> Any:
        if self._client is None:
            self._client = self._connect()
        return self._client

    def _connect(self) -> Any:
        """The library's client.

        Raises:
            ExecutorError: ``unavailable``: there is no password; ``denied``: plain HTTP.
        """
        account = self.account
        self._protected()
        import logging

        from caldav.davclient import DAVClient

        # The library tells what it wonders about to the log, and without one to the terminal.
        logging.getLogger("caldav").setLevel(logging.CRITICAL)
        password = fetch_password(f"calendar:{account.key}", account.password_command) if account.user else None
        ca_file = str(self._context.files.readable(account.ca_file)) if account.ca_file else ""
        client: Any = DAVClient(
            account.url,
            username=account.user or None,
            password=password,
            timeout=max(1, round(account.timeout_s)),
            ssl_verify_cert=ca_file or True,
            enable_rfc6764=False,
        )
        client.session.trust_env = False
        return client

    def _protected(self) -> None:
        """Refuse to send a password in the open.

        Raises:
            ExecutorError: ``denied``.
        """
        parts = urlsplit(self.account.url)
        host = (parts.hostname or "").lower()
        listed = self._context.settings.texts("safety.private_hosts")
        near = host.startswith(LOCAL_HOSTS) or any(host == one.partition(":")[0].lower() for one in listed)
        if parts.scheme != "https" and self.account.user and not near:
            raise ExecutorError(ErrorClass.DENIED, "calendar_plain_http", account=self.account.key, host=host)

    def _same_server(self, href: str) -> None:
        """An object's address comes from an earlier step: the password goes to the account's own server alone.

        Raises:
            ExecutorError: ``denied``.
        """
        own, other = urlsplit(self.account.url), urlsplit(href)
        if (own.scheme, own.netloc) != (other.scheme, other.netloc):
            raise ExecutorError(ErrorClass.DENIED, "calendar_other_server", account=self.account.key, host=other.netloc)

    def _told(self, act: Callable[[], Any]) -> Any:
        """Do something on the server; the library's failures become classes.

        Raises:
            ExecutorError: ``unavailable`` or ``denied``.
        """
        from caldav.lib import error as library

        try:
            return act()
        except library.DAVError as error:
            raise self._by_class(error) from error
        except OSError as error:
            # The HTTP library's exceptions are all OSErrors: refused, timed out, no such host, certificate.
            raise self._down(error) from error
        except (ValueError, SyntaxError, AttributeError, LookupError, TypeError) as error:
            # What comes of an answer that is no CalDAV at all.
            raise self._failure("calendar_odd_answer", why=_first_line(error)) from error

    def _by_class(self, error: Exception) -> ExecutorError:
        from caldav.lib import error as library

        if isinstance(error, library.AuthorizationError):
            refused = getattr(error, "status", None) == 403
            return self._failure("calendar_forbidden" if refused else "calendar_login")
        if isinstance(error, library.NotFoundError):
            return self._failure("calendar_gone", calendar=self.account.calendar or self.account.url)
        return self._failure("calendar_odd_answer", why=_first_line(error))

    def _down(self, error: OSError) -> ExecutorError:
        names = {kind.__name__ for kind in type(error).__mro__}
        told = str(error)
        if "SSLError" in names or "certificate" in told.lower():
            return self._failure("calendar_certificate", why=_first_line(error))
        if "Timeout" in names:
            return self._failure("calendar_timeout", seconds=f"{self.account.timeout_s:g}")
        return self._failure("calendar_down", why=_first_line(error))

    def _check(self, response: Any, href: str) -> None:
        """What a refused write means.

        Raises:
            ExecutorError: By the server's status.
        """
        status = int(response.status)
        if status < 300:
            return
        if status in CONFLICT:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "calendar_changed", name=href.rpartition("/")[2])
        if status in GONE:
            raise self._gone(href)
        if status == FULL:
            raise self._failure("calendar_full")
        raise self._failure("calendar_odd_answer", why=f"HTTP {status}")

    def _gone(self, href: str) -> ExecutorError:
        return ExecutorError(ErrorClass.UNAVAILABLE, "calendar_event_gone", name=href.rpartition("/")[2])

    def _failure(self, key: str, **facts: Any) -> ExecutorError:
        host = urlsplit(self.account.url).netloc.rpartition("@")[2]
        return ExecutorError(ErrorClass.UNAVAILABLE, key, account=self.account.key, host=host, **facts)


def _if_match(resource: Resource) -> dict[str, str]:
    return {"If-Match": resource.etag} if resource.etag else {}


def _name_of(calendar: Any) -> str:
    """The name that people gave it, else the last part of its address."""
    return str(calendar.get_display_name() or str(calendar.url).rstrip("/").rpartition("/")[2])


def _path(url: str) -> str:
    return urlsplit(url).path.rstrip("/")


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__
