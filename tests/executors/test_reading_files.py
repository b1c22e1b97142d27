"""read_files: texts in any encoding, tables, PDFs, and what cannot be read."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfWriter

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors import pdf_worker
from metnos_cli.executors.files import read
from metnos_cli.executors.textual import decode

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld


def pdf_saying(*pages: str, password: str = "", title: str = "") -> bytes:
    """A real PDF with a line of text per page."""
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for text in pages:
        stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode("latin-1")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R "
        objects.append((page + "/Resources << /Font << /F1 3 0 R >> >> >>").encode())
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    if not password and not title:
        return bytes(out)
    writer = PdfWriter(clone_from=io.BytesIO(bytes(out)))
    if title:
        writer.add_metadata({"/Title": title})
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("perché no\n".encode(), "perché no\n"),
        ("\ufeffperché".encode(), "perché"),
        ("perché".encode("utf-16"), "perché"),
        ("perché".encode("utf-32"), "perché"),
        ("perché €".encode("cp1252"), "perché €"),
        (b"a\r\nb\rc", "a\nb\nc"),
        (b"", ""),
    ],
)
def test_texts_in_any_encoding(small: SmallWorld, data: bytes, text: str) -> None:
    """By their mark, as UTF-8, or as the old code page."""
    small.file("note.txt", data)

    answer = small.call("read_files", path="~/note.txt")

    assert answer["text"] == text
    assert answer["entries"][0]["path"] == "~/note.txt"


def test_several_files_are_told_apart(small: SmallWorld) -> None:
    """Those of an earlier step; one that is gone is counted."""
    small.file("a.txt", "uno")
    small.file("b.md", "due")

    answer = small.call("read_files", entries=[{"path": f"~/{name}"} for name in ("a.txt", "gone.txt", "b.md")])

    assert answer["text"] == "## ~/a.txt\n\nuno\n\n## ~/b.md\n\ndue"
    assert (answer["ok_count"], answer["error_count"]) == (2, 1)
    assert answer["errors"] == [
        {
            "item": "~/gone.txt",
            "error_class": "wrong_args",
            "message": "~/gone.txt non c'è.",
            "key": "path_missing",
            "facts": {"path": "~/gone.txt", "why": "No such file or directory"},
        }
    ]


def test_when_nothing_can_be_read_it_fails(small: SmallWorld) -> None:
    """With the class of the first reason."""
    with pytest.raises(ExecutorError) as raised:
        small.call("read_files", entries=[{"path": "~/a"}, {"path": "~/b"}])

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.WRONG_ARGS, "all_failed")
    assert raised.value.facts["count"] == 2


@pytest.mark.parametrize(
    ("name", "text", "amounts"),
    [
        ("it.csv", "nome;importo\nA;12,5\nB;1.200,00\n", [12.5, 1200.0]),
        ("en.csv", 'nome,importo\nA,12.5\nB,"1,200.00"\n', [12.5, 1200.0]),
        ("tab.tsv", "nome\timporto\nA\t3\nB\t4\n", [3, 4]),
    ],
)
def test_rows_of_tables(small: SmallWorld, name: str, text: str, amounts: list[float]) -> None:
    """A field per column; numbers are numbers, as the table writes them."""
    small.file(name, text)

    answer = small.call("read_files", path=f"~/{name}")

    assert [entry["importo"] for entry in answer["entries"]] == amounts
    assert [entry["nome"] for entry in answer["entries"]] == ["A", "B"]
    assert answer["ok_count"] == 1


def test_codes_stay_text(small: SmallWorld) -> None:
    """A postal code loses no zero, a card number no digit."""
    small.file("t.csv", "cap,carta\n00185,4111111111111111\n")

    entry = small.call("read_files", path="~/t.csv")["entries"][0]

    assert (entry["cap"], entry["carta"]) == ("00185", "4111111111111111")


def test_a_table_without_rows_is_text(small: SmallWorld) -> None:
    """Nothing is lost."""
    small.file("t.csv", "only a heading\n")

    assert small.call("read_files", path="~/t.csv")["text"] == "only a heading\n"


def test_a_pdf(small: SmallWorld) -> None:
    """Its text page by page, its title, how many pages."""
    small.file("c.pdf", pdf_saying("Primo contratto", "Seconda pagina", title="Il contratto"))

    entry = small.call("read_files", path="~/c.pdf")["entries"][0]

    assert entry["text"] == "Primo contratto\n\nSeconda pagina"
    assert (entry["title"], entry["pages"]) == ("Il contratto", 2)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"%PDF-1.4 not really", "pdf_damaged"),
        (pdf_saying("x", password="segreta"), "pdf_encrypted"),
        (pdf_saying(""), "pdf_without_text"),
        (pdf_saying("x")[:200], "pdf_damaged"),
    ],
    ids=["damaged", "encrypted", "empty", "cut"],
)
def test_pdfs_that_cannot_be_read(small: SmallWorld, data: bytes, key: str) -> None:
    """One sentence each; the reader's process dies alone."""
    small.file("c.pdf", data)

    with pytest.raises(ExecutorError) as raised:
        small.call("read_files", path="~/c.pdf")

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.WRONG_ARGS, key)


def test_the_pdf_reader_bounds_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory and processor time, before anything is read."""
    import resource

    asked: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: asked.__setitem__(what, limits))

    pdf_worker._limit()

    assert asked[resource.RLIMIT_AS][0] == pdf_worker.MEMORY_BYTES
    assert asked[resource.RLIMIT_CPU][0] == pdf_worker.CPU_SECONDS


@pytest.mark.parametrize(
    ("name", "key"),
    [("image.png", "file_binary"), ("folder", "path_not_file"), ("pipe", "path_odd"), ("big.txt", "file_too_large")],
)
def test_what_is_no_text(small: SmallWorld, monkeypatch: pytest.MonkeyPatch, name: str, key: str) -> None:
    """Told as what it is; a pipe does not make anybody wait."""
    monkeypatch.setattr(read, "FILE_BYTES", 100)
    small.file("image.png", b"\x89PNG\0\0\0\x01")
    small.file("big.txt", "x" * 101)
    (small.home / "folder").mkdir()
    os.mkfifo(small.home / "pipe")

    with pytest.raises(ExecutorError) as raised:
        read._read(small.home / name, small.context(), [])

    assert raised.value.key == key


def test_a_secret_is_not_read_through_a_link(small: SmallWorld) -> None:
    """Whatever it is called."""
    small.file(".ssh/id_rsa", "key")
    (small.home / "harmless.txt").symlink_to(small.home / ".ssh/id_rsa")

    with pytest.raises(ExecutorError) as raised:
        small.call("read_files", path="~/harmless.txt")

    assert raised.value.error_class is ErrorClass.DENIED


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("è".encode("latin-1"), "iso-8859-1", "è"),
        ("è".encode(), "no-such-charset", "è"),
        ("è".encode(), "ascii", "è"),
        (b"\x00\x01", None, None),
        (b"\x01\x02\x03\xff" * 10, None, None),
    ],
)
def test_charsets_are_believed_where_they_fit(data: bytes, charset: str | None, text: str | None) -> None:
    """Otherwise the bytes themselves are."""
    assert decode(data, charset) == text


def test_of_many_files_those_without_text_are_passed_over(small: SmallWorld) -> None:
    """A search through a folder reads what can be read; where nothing can, every reason is told."""
    small.file("x/a.txt", "ciao")
    (small.home / "x/b.bin").write_bytes(b"\0\1\2")
    found = small.call("find_files", path="~/x")["entries"]

    answer = small.call("read_files", entries=found)
    assert (answer["ok_count"], answer["error_count"], answer["skipped"]) == (1, 0, 1)

    with pytest.raises(ExecutorError):
        small.call("read_files", entries=[entry for entry in found if entry["name"] == "b.bin"])


@pytest.mark.parametrize(
    ("ends", "kept"),
    [
        ({"first_lines": 2}, [1, 2]),
        ({"last_lines": 2}, [4, 5]),
        ({"first_lines": 1, "last_lines": 2}, [1, 4, 5]),
        ({"first_lines": 3, "last_lines": 4}, [1, 2, 3, 4, 5]),
        ({"last_lines": 99}, [1, 2, 3, 4, 5]),
    ],
)
def test_the_first_and_the_last_lines(small: SmallWorld, ends: dict[str, int], kept: list[int]) -> None:
    """Of a text its lines, of a table its rows; each once, in their order."""
    (small.home / "a.txt").write_text("".join(f"line {number}\n" for number in range(1, 6)))
    (small.home / "a.csv").write_text("number,name\n" + "".join(f"{number},x\n" for number in range(1, 6)))

    text, table = (small.call("read_files", path=f"~/{name}", **ends) for name in ("a.txt", "a.csv"))

    assert text["text"] == "\n".join(f"line {number}" for number in kept)
    assert text["entries"][0]["lines"] == len(kept)
    assert [row["number"] for row in table["entries"]] == kept
