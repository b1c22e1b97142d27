"""Whether a site lets programs read a page: its robots.txt, asked once per site and run."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from metnos_cli.ports import ExecutorContext

AGENT = "metnos"
MAX_BYTES = 500_000
"""What RFC 9309 asks a reader to take at least."""
SECONDS = 5.0


class Robots:
    """The rules of the sites that one call reads.

    Args:
        context: Guarded network, settings.
    """

    def __init__(self, context: ExecutorContext) -> None:
        self._context = context
        self._heeded = context.settings.flag("web.robots")
        self._sites: dict[str, RobotFileParser | None] = {}

    def check(self, url: str) -> None:
        """Let a page through, or not.

        Args:
            url: Of the page.

        Raises:
            ExecutorError: ``unavailable``: the site denies it to programs.
            Interrupted: Ctrl-C.
        """
        try:
            parts = urlsplit(url)
        except ValueError:
            return  # no address at all: fetching it says so
        if not self._heeded or parts.scheme not in ("http", "https") or not parts.netloc:
            return
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._sites:
            self._sites[site] = self._rules(site)
        rules = self._sites[site]
        if rules is not None and not rules.can_fetch(AGENT, url):
            raise ExecutorError(ErrorClass.UNAVAILABLE, "page_robots", url=url)

    def _rules(self, site: str) -> RobotFileParser | None:
        """The site's rules; None where there are none.

        A robots.txt that cannot be had denies nothing: here a person asks for one page, nothing is crawled.
        """
        try:
            found = self._context.network.fetch(f"{site}/robots.txt", max_bytes=MAX_BYTES, timeout_s=SECONDS)
        except ExecutorError:
            return None
        rules = RobotFileParser()
        try:
            rules.parse(found.body.decode("utf-8", "replace").lstrip("\ufeff").splitlines())
        except ValueError:
            # Figures that are none, addresses that are none: no rules that a program could follow.
            return None
        return rules
