"""A plan that would do or tell something else than was asked is not made."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "format the disk",
        "format my hard drive",
        "wipe the disk",
        "erase the hard drive",
        "delete everything on my computer",
        "delete all files on my computer",
        "formatta il disco",
        "cancella il disco",
        "svuota la memoria",
        "cancella tutti i file del mio computer",
        "cancella tutto dal computer",
    ],
)
def test_nothing_is_done_to_the_machine(text: str) -> None:
    """What would destroy is neither done nor answered by how full the disk is."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    ["stop", "cancellali", "lascia perdere", "delete the time", "nome del computer", "basta"],
)
def test_no_question_out_of_the_blue(text: str) -> None:
    """Which event or fact, or by which field: of none was spoken."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "quante pagine ha ~/a.pdf",
        "quanti capitoli ha ~/a.epub",
        "how many pages does ~/a.pdf have",
        "how many slides are in ~/a.pptx",
    ],
)
def test_parts_are_not_counted_as_files(text: str) -> None:
    """A document is one file, however many pages it has."""
    assert planned(text) == "end"


def test_pages_of_a_kind_are_files() -> None:
    """ "Le pagine html" are counted."""
    assert planned("quante pagine html ci sono in ~/sito") == [
        ("compute_files", {"path": "~/sito", "pattern": "*.html", "what": "count"})
    ]


@pytest.mark.parametrize(
    "text", ["md5 di ~/a.txt", "calcola lo sha1 di ~/a.txt", "md5 of ~/a.txt", "compute the crc32 of ~/a.txt"]
)
def test_another_digest(text: str) -> None:
    """SHA-256 is the only one there is."""
    assert planned(text) == "end"


@pytest.mark.parametrize("text", ["sha256 di ~/a.txt", "checksum of ~/a.txt"])
def test_the_digest_there_is(text: str) -> None:
    """By its name, or any."""
    assert planned(text) == [("compute_files", {"path": "~/a.txt", "what": "hash"})]
