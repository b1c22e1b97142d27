"""robots.txt, find_urls on a SearXNG of the tests' own, and read_urls, all over real HTTP on loopback."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.models.embedder import BuiltinEmbedder
from tests.executors.serving import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.executors.small_world import SmallWorld

PAGE = "<html><head><title>Guida</title></head><body>" + "".join(f"<p>{text}</p>" for text in (
    "Il rimborso si chiede entro trenta giorni dalla data del viaggio, con il modulo che si trova allo sportello.",
    "La tessera annuale costa duecento euro e vale su tutte le linee urbane, anche la notte e nei giorni di festa.",
    "I cani piccoli viaggiano gratis in braccio; quelli grandi pagano mezzo biglietto e portano la museruola.",
    "Il servizio notturno parte dalla stazione centrale ogni mezz'ora, dall'una alle cinque del mattino.",
)) + "</body></html>"  # fmt: skip


@cache
def embedder() -> BuiltinEmbedder:
    """Loaded once."""
    return BuiltinEmbedder()


@pytest.fixture
def server() -> Iterator[Server]:
    """On loopback."""
    with serving() as found:
        yield found


@pytest.fixture
def allowed(small: SmallWorld) -> SmallWorld:
    """Loopback is listed."""
    small.config = '[safety]\nprivate_hosts = ["127.0.0.1"]\n'
    return small


def failing(world: SmallWorld, name: str, **args: Any) -> ExecutorError:
    """How a call fails."""
    with pytest.raises(ExecutorError) as raised:
        world.call(name, **args)
    return raised.value


@pytest.mark.parametrize(
    ("rules", "let_in"),
    [
        ("User-agent: *\nDisallow: /", False),
        ("User-agent: *\nDisallow: /privato\n", True),
        ("User-agent: metnos\nDisallow: /guida", False),
        ("User-agent: altri\nDisallow: /\n\nUser-agent: *\nAllow: /", True),
        ("\ufeffUser-agent: *\nDisallow: /guida", False),
        ("<html>404</html>", True),
        ("User-agent: *\nCrawl-delay: ²\nDisallow: /", True),
        ("User-agent: *\nDisallow: //[\n", True),
        ("", True),
    ],
)
def test_a_site_that_denies_programs_is_not_read(
    allowed: SmallWorld, server: Server, rules: str, *, let_in: bool
) -> None:
    """By its robots.txt, asked before the page."""
    server.says("/robots.txt", rules, "text/plain")
    url = server.says("/guida", PAGE)

    if let_in:
        assert allowed.call("get_urls", url=url)["title"] == "Guida"
    else:
        error = failing(allowed, "get_urls", url=url)
        assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "page_robots")
        assert "robots.txt" in error.facts["why"]
        assert [path for path, _ in server.asked] == ["/robots.txt"]


@pytest.mark.parametrize("status", [404, 403, 500])
def test_without_readable_rules_everything_may_be_read(allowed: SmallWorld, server: Server, status: int) -> None:
    """One page that a person asks for is no crawl."""
    server.says("/robots.txt", "User-agent: *\nDisallow: /", "text/plain", status)

    assert allowed.call("get_urls", url=server.says("/guida", PAGE))["title"] == "Guida"


def test_a_redirect_onto_a_denied_page_is_noticed(allowed: SmallWorld, server: Server) -> None:
    """The page that would be read counts, not the one that was asked for."""
    server.says("/robots.txt", "User-agent: *\nDisallow: /dentro", "text/plain")
    server.says("/dentro", PAGE)
    url = server.says("/fuori", status=302, Location="/dentro")

    assert "robots.txt" in failing(allowed, "get_urls", url=url).facts["why"]


def test_the_user_may_choose_not_to_ask(small: SmallWorld, server: Server) -> None:
    """For a site of one's own."""
    small.config = '[safety]\nprivate_hosts = ["127.0.0.1"]\n[web]\nrobots = false\n'
    server.says("/robots.txt", "User-agent: *\nDisallow: /", "text/plain")

    assert small.call("get_urls", url=server.says("/guida", PAGE))["title"] == "Guida"
    assert [path for path, _ in server.asked] == ["/guida"]


RESULTS = {
    "query": "x",
    "results": [
        {"title": "Zucchine  al forno", "url": "https://a.example/1", "content": "Dieci minuti", "engine": "uno"},
        {"title": "Ancora", "url": "https://a.example/1", "content": "", "engine": "due"},
        {"title": "", "url": "https://b.example/2", "publishedDate": "2026-10-01T00:00:00"},
        {"title": "Trappola", "url": "javascript:alert(1)"},
        {"url": None},
        "niente",
    ],
}


def searching(small: SmallWorld, server: Server, query: str, told: Any, **reply: Any) -> SmallWorld:
    """A world whose instance answers one query; its loopback host needs no further permission."""
    small.config = f'[web]\nsearxng = "{server.url("")}/"\n'
    body = told if isinstance(told, str) else json.dumps(told)
    server.says(f"/search?q={query}&format=json&language=it&safesearch=1", body, "application/json", **reply)
    return small


def test_the_instance_of_the_settings_is_asked(small: SmallWorld, server: Server) -> None:
    """Each address once, only web addresses, with a few words of each."""
    world = searching(small, server, "zucchine+%26+forno", RESULTS)

    answer = world.call("find_urls", query="zucchine &  forno")

    assert answer["entries"] == [
        {"title": "Zucchine al forno", "url": "https://a.example/1", "snippet": "Dieci minuti"},
        {"title": "https://b.example/2", "url": "https://b.example/2", "snippet": "", "date": "2026-10-01T00:00:00"},
    ]
    assert answer["text"].splitlines()[0] == "1. Zucchine al forno — https://a.example/1"


def test_a_search_can_be_kept_to_a_site(small: SmallWorld, server: Server) -> None:
    """However the site is written."""
    world = searching(small, server, "wal+site%3Asqlite.org", RESULTS)

    assert world.call("find_urls", query="wal", site="https://www.sqlite.org/", limit=1)["ok_count"] == 1


@pytest.mark.parametrize("odd", ["http://[::1", "http://[", 5, None, "ftp://x.org/"])
def test_a_result_that_is_no_address_is_left_out(small: SmallWorld, server: Server, odd: Any) -> None:
    """The others are found all the same."""
    told = {"results": [{"title": "a", "url": odd}, {"title": "b", "url": "https://example.org/"}]}

    answer = searching(small, server, "x", told).call("find_urls", query="x")

    assert [entry["title"] for entry in answer["entries"]] == ["b"]


@pytest.mark.parametrize("name", ["get_urls", "read_urls"])
def test_an_address_that_is_none_is_said_to_be_so(allowed: SmallWorld, server: Server, name: str) -> None:
    """Alone it is the answer's error; among others it is one of their rows."""
    entries = [{"url": "http://[::1"}, {"url": server.says("/a", "<p>uno due tre</p>")}]

    answer = allowed.call(name, entries=entries)

    assert failing(allowed, name, url="http://[::1").key == "url_odd"
    assert (answer["ok_count"], [row["key"] for row in answer["errors"]]) == (1, ["url_odd"])


def test_nothing_found_is_an_answer(small: SmallWorld, server: Server) -> None:
    """No failure."""
    assert searching(small, server, "x", {"results": []}).call("find_urls", query="x")["ok_count"] == 0


@pytest.mark.parametrize(
    ("told", "reply", "key"),
    [
        ("<html>", {}, "web_no_json"),
        ({"answers": []}, {}, "web_no_json"),
        ([], {}, "web_no_json"),
        (RESULTS, {"status": 403}, "web_no_json"),
        (RESULTS, {"status": 500}, "server_failed"),
        (RESULTS, {"status": 429}, "server_failed"),
    ],
)
def test_an_instance_that_does_not_play_along_is_unavailable(
    small: SmallWorld, server: Server, told: Any, reply: dict[str, Any], key: str
) -> None:
    """With what to change."""
    error = failing(searching(small, server, "x", told, **reply), "find_urls", query="x")

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, key)


def test_without_an_instance_nobody_is_asked(small: SmallWorld) -> None:
    """Metnos has no search engine of its own."""
    error = failing(small, "find_urls", query="x")

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "web_no_search")


def test_only_the_named_instance_is_let_through_the_guard(small: SmallWorld, server: Server) -> None:
    """Another private host stays denied."""
    small.config = '[web]\nsearxng = "http://127.0.0.1:1"\n'

    assert failing(small, "get_urls", url=server.says("/x", PAGE)).error_class is ErrorClass.DENIED


@pytest.mark.parametrize(
    ("about", "wanted", "unwanted"),
    [
        ("rimborso del biglietto", "entro trenta giorni", "museruola"),
        ("viaggiare con un cane", "museruola", "trenta giorni"),
        ("when does the night bus run", "dall'una alle cinque", "museruola"),
    ],
)
def test_the_passages_that_bear_on_something_are_kept(
    allowed: SmallWorld, server: Server, about: str, wanted: str, unwanted: str
) -> None:
    """By meaning too, also across languages."""
    allowed.embedder = embedder

    answer = allowed.call("read_urls", url=server.says("/guida", PAGE), about=about, passages=1)

    assert wanted in answer["text"]
    assert unwanted not in answer["text"]


def test_without_an_embedder_words_decide(allowed: SmallWorld, server: Server) -> None:
    """Still the right passage."""
    answer = allowed.call("read_urls", url=server.says("/guida", PAGE), about="tessera annuale", passages=1)

    assert "duecento euro" in answer["text"]
    assert "rimborso" not in answer["text"]


def test_without_a_topic_the_beginning_is_read(allowed: SmallWorld, server: Server) -> None:
    """In the order of the page."""
    entries = [{"url": server.says("/guida", PAGE)}, {"url": server.url("/manca")}]

    answer = allowed.call("read_urls", entries=entries, passages=2)

    assert answer["text"].index("rimborso") < answer["text"].index("tessera")
    assert "museruola" not in answer["text"]
    assert (answer["ok_count"], answer["error_count"]) == (1, 1)
