"""get_urls: pages and PDFs as readable text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer, each
from metnos_cli.executors.textual import decode
from metnos_cli.executors.web.robots import Robots

if TYPE_CHECKING:
    from metnos_cli.ports import ExecutorContext, Fetched

PAGES = 50
"""Addresses of one step."""
MARKUP = frozenset({"text/html", "application/xhtml+xml"})
PLAIN = ("text/", "application/json", "application/xml", "application/javascript")


def get_urls(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """One entry per address with its title and text.

    Raises:
        ExecutorError: By class, when nothing could be fetched.
    """
    urls = _urls(args)
    robots = Robots(context)
    done = 0

    def one(url: str) -> dict[str, Any]:
        nonlocal done
        context.check_cancelled()
        robots.check(url)
        page = context.network.fetch(url)
        if page.url != url:
            robots.check(page.url)
        entry = read_page(page, context)
        done += 1
        context.progress(done, len(urls))
        return entry

    entries, failed = each(urls, one, str, context.lang)
    first = entries[0] if entries else {"title": "", "url": ""}
    text = "\n\n".join(_told(entry, several=len(entries) > 1) for entry in entries)
    return answer(entries, failed, text=text, title=first["title"], url=first["url"])


def _urls(args: dict[str, Any]) -> list[str]:
    """The addresses to fetch, each once.

    Raises:
        ExecutorError: ``wrong_args``: an entry has none; ``missing_input``: none was given.
    """
    if "entries" not in args:
        if not args.get("url"):
            raise ExecutorError(ErrorClass.MISSING_INPUT, "url_needed")
        return [str(args["url"])]
    urls = [entry.get("url") for entry in args["entries"]]
    if any(not isinstance(url, str) for url in urls):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "entries_without", field="url")
    return list(dict.fromkeys(str(url) for url in urls))[:PAGES]


def _told(entry: dict[str, Any], *, several: bool) -> str:
    return f"## {entry['title'] or entry['url']}\n\n{entry['text']}" if several else str(entry["text"])


def read_page(page: Fetched, context: ExecutorContext) -> dict[str, Any]:
    """A fetched page as an entry.

    Raises:
        ExecutorError: ``wrong_args``: it holds no text that can be read.
    """
    from metnos_cli.executors.pdf import MAGIC, read_pdf

    told = {"url": page.url, "size": len(page.body), "content_type": page.content_type}
    if page.body.startswith(MAGIC) or page.content_type == "application/pdf":
        found = read_pdf(page.body, page.url, context)
        if not found.text:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "pdf_without_text", path=page.url)
        return {**told, "title": found.title or page.url, "text": found.text}
    markup = page.content_type in MARKUP or (not page.content_type and page.body.lstrip()[:1] == b"<")
    if not markup and not page.content_type.startswith(PLAIN) and page.content_type:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "page_not_text", url=page.url, content_type=page.content_type)
    if markup:
        from metnos_cli.executors.web.readable import read_markup

        title, text = read_markup(page.body, page.charset, page.url)
    else:
        title, text = "", decode(page.body, page.charset) or ""
    if not text.strip():
        raise ExecutorError(ErrorClass.WRONG_ARGS, "page_without_text", url=page.url)
    return {**told, "title": title or page.url, "text": text.strip()}
