"""Ten requests that must come out right in a scratch home: without a model, and planned by a real one."""

from __future__ import annotations

import http.server
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Answer, Metnos

PAGE = """<!doctype html><html lang="it"><head><meta charset="utf-8"><title>Il faro</title></head><body>
<article><h1>Il faro di Capo Nero</h1>
<p>Il faro di Capo Nero fu costruito nel 1884 sulla punta più esposta della costa.</p>
<p>La lanterna originale bruciava petrolio e si vedeva a diciotto miglia di distanza.</p>
<p>Nel 1952 il faro passò all'energia elettrica e il guardiano si trasferì in paese.</p>
<p>Oggi il faro ospita un piccolo museo della navigazione aperto nei mesi estivi.</p>
<p>La torre, alta ventisei metri, si raggiunge con un sentiero che parte dal porto.</p>
</article></body></html>"""


@pytest.fixture
def page() -> Iterator[str]:
    """A page on loopback."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = PAGE.encode() if self.path == "/pagina" else b"User-agent: *\nAllow: /\n"
            self.send_response(200)
            kind = "text/html; charset=utf-8" if self.path == "/pagina" else "text/plain"
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Quiet."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/pagina"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def furnished(home: Path) -> Path:
    """A home with things in it."""
    files = {
        "Documenti/bolletta.pdf": b"%PDF-1.4 one",
        "Documenti/viaggio/biglietto.pdf": b"%PDF-1.4 two",
        "Documenti/lettera.txt": b"cara Anna",
        "Immagini/a.jpg": b"a",
        "Immagini/b.jpg": b"b",
        "Immagini/estate/c.png": b"c",
        "note.txt": b"Comprare il pane.\nTelefonare al dentista.\n",
        "a/uno.log": b"1",
        "a/due.log": b"2",
        "a/resta.txt": b"3",
        "Pictures/x.jpg": b"same bytes",
        "Pictures/y/x-copy.jpg": b"same bytes",
        "Pictures/z.jpg": b"other bytes",
    }
    for size, name in enumerate(("tiny", "small", "medium", "large", "huge")):
        files[f"data/{name}.bin"] = b"x" * 10 ** (size + 1)
    for name, content in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (home / "b").mkdir()
    return home


def engines() -> list[object]:
    """Offline always; the model when ``METNOS_TEST_MODEL`` names one."""
    model = os.environ.get("METNOS_TEST_MODEL", "")
    with_model = [pytest.param("simple", id="simple", marks=pytest.mark.model)] if model else []
    return [pytest.param("offline", id="offline"), *with_model]


@pytest.fixture(params=engines())
def asked(request: pytest.FixtureRequest, metnos: Metnos, furnished: Path) -> Metnos:
    """``metnos`` with one engine."""
    metnos.variables["METNOS_ENGINE"] = request.param
    metnos.variables["METNOS_SAFETY_PRIVATE_HOSTS"] = "127.0.0.1"
    if request.param == "simple":
        metnos.variables["METNOS_MODEL"] = os.environ["METNOS_TEST_MODEL"]
    return metnos


def ask(metnos: Metnos, text: str) -> Answer:
    """One request, whole, as JSON."""
    answer = metnos("ask", "--json", text, timeout=300)
    assert answer.exit_status == 0, (answer.stdout, answer.stderr)
    return answer


def names(answer: Answer) -> set[str]:
    """File names among the rows of an answer."""
    return {Path(entry["path"]).name for entry in answer.json["outcome"]["entries"]}


def test_what_time_it_is(asked: Metnos) -> None:
    """From the table, whatever the engine."""
    answer = ask(asked, "che ora è")

    assert answer.json["layer"] == "table"
    assert ":" in answer.json["outcome"]["message"]


def test_find_pdfs(asked: Metnos) -> None:
    """Both, also the one in a folder below; nothing else."""
    answer = ask(asked, "trova i pdf in ~/Documenti")

    assert names(answer) == {"bolletta.pdf", "biglietto.pdf"}


def test_how_many_files(asked: Metnos) -> None:
    """Three, counted below the folder too."""
    answer = ask(asked, "quanti file ci sono in ~/Immagini?")

    assert "3" in answer.json["outcome"]["message"]


def test_read_a_file(asked: Metnos) -> None:
    """Its text is shown."""
    answer = ask(asked, "leggi ~/note.txt")

    assert "Telefonare al dentista" in str(answer.json["outcome"])


def test_fetch_and_summarise(asked: Metnos, page: str) -> None:
    """A real page, read and shortened to two sentences of it."""
    answer = ask(asked, f"scarica {page} e riassumila in due righe")

    assert [step["tool"] for step in answer.json["steps"]] == ["get_urls", "describe_entries"]
    assert "faro" in answer.json["outcome"]["message"]
    assert len(answer.json["outcome"]["message"]) < 500


def test_move_logs(asked: Metnos, furnished: Path) -> None:
    """The logs go, the rest stays."""
    ask(asked, "sposta i file .log da ~/a in ~/b")

    assert {path.name for path in (furnished / "b").iterdir()} == {"uno.log", "due.log"}
    assert {path.name for path in (furnished / "a").iterdir()} == {"resta.txt"}


def test_three_largest(asked: Metnos) -> None:
    """Exactly three, the largest first."""
    answer = ask(asked, "find the 3 largest files in ~/data")

    shown = [Path(entry["path"]).name for entry in answer.json["outcome"]["entries"]]
    assert shown == ["huge.bin", "large.bin", "medium.bin"]


def test_create_a_folder(asked: Metnos, furnished: Path) -> None:
    """With the folders above it."""
    ask(asked, "crea la cartella ~/progetti/nuovo")

    assert (furnished / "progetti/nuovo").is_dir()


def test_processes_by_memory(asked: Metnos) -> None:
    """Real processes, the hungriest first."""
    answer = ask(asked, "elenca i processi che usano più memoria")

    used = [entry["memory"] for entry in answer.json["outcome"]["entries"]]
    assert used
    assert used == sorted(used, reverse=True)


def test_exact_duplicates(asked: Metnos) -> None:
    """The two that are the same to the byte, and not the third."""
    answer = ask(asked, "show me the exact duplicates in ~/Pictures")

    told = str(answer.json["outcome"])
    assert "x.jpg" in told
    assert "x-copy.jpg" in told
    assert "z.jpg" not in told
