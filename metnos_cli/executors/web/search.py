"""find_urls: asks the SearXNG instance of the settings, and only that one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus, urlsplit

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from metnos_cli.ports import ExecutorContext

MAX_BYTES = 5_000_000
SNIPPET = 300


def find_urls(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Search the web.

    Args:
        args: ``query``, ``site``, ``limit``.
        context: Settings, guarded network, language.

    Raises:
        ExecutorError: ``unavailable``: no instance is named, it is down, or it does not give JSON; ``wrong_args``:
            there is nothing to look for.
    """
    instance = context.settings.text("web.searxng").strip().rstrip("/")
    if not instance:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "web_no_search")
    query = " ".join(str(args["query"]).split())
    if not query:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "web_empty_query")
    if args.get("site"):
        query += f" site:{_host(str(args['site']))}"
    url = f"{instance}/search?q={quote_plus(query)}&format=json&language={context.request.lang}&safesearch=1"
    limit = int(args.get("limit") or context.settings.integer("web.results"))
    entries = list(_entries(_asked(url, instance, context)))[:limit]
    listed = "\n".join(f"{place}. {entry['title']} — {entry['url']}" for place, entry in enumerate(entries, 1))
    return answer(entries, query=query, text=listed)


def _host(site: str) -> str:
    """The site's host, however it was written."""
    try:
        host = urlsplit(site if "//" in site else f"//{site}").hostname
    except ValueError:
        host = None
    return (host or site).removeprefix("www.")


def _asked(url: str, instance: str, context: ExecutorContext) -> Mapping[str, Any]:
    """The instance's answer.

    Raises:
        ExecutorError: ``unavailable``.
    """
    try:
        found = context.network.fetch(url, max_bytes=MAX_BYTES)
        told = json.loads(found.body)
    except ExecutorError as error:
        if error.key == "page_forbidden":
            # What SearXNG answers when its settings do not list the format.
            raise ExecutorError(ErrorClass.UNAVAILABLE, "web_no_json", instance=instance) from error
        raise
    except (ValueError, RecursionError) as error:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "web_no_json", instance=instance) from error
    if not isinstance(told, dict) or not isinstance(told.get("results"), list):
        raise ExecutorError(ErrorClass.UNAVAILABLE, "web_no_json", instance=instance)
    return told


def _entries(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One entry per address; several engines find the same ones."""
    seen: set[str] = set()
    for row in told["results"]:
        url = row.get("url") if isinstance(row, dict) else None
        if not isinstance(url, str) or not _is_page(url) or url in seen:
            continue
        seen.add(url)
        entry = {
            "title": " ".join(str(row.get("title") or url).split()),
            "url": url,
            "snippet": " ".join(str(row.get("content") or "").split())[:SNIPPET],
        }
        if row.get("publishedDate"):
            entry["date"] = str(row["publishedDate"])
        yield entry


def _is_page(url: str) -> bool:
    """Whether it is an address that can be fetched."""
    try:
        return urlsplit(url).scheme in ("http", "https")
    except ValueError:
        return False
