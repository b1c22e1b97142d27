"""A plan that would do or tell something else than was asked is not made."""

from __future__ import annotations

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Proposal
from tests.plan.asking import asked, bundled, calls, planned


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


@pytest.mark.parametrize(
    "text",
    [
        "che file ho scaricato oggi?",
        "trova i pdf scaricati ieri",
        "che file ho aperto oggi",
        "quali file ho cancellato ieri",
        "file ricevuti oggi in ~/a",
        "files downloaded today",
        "which files did I download today?",
        "which files did I open today",
        "files deleted yesterday in ~/a",
    ],
)
def test_what_the_disk_does_not_tell(text: str) -> None:
    """When a file was opened or deleted, or whether it was downloaded, is not when it was changed."""
    assert planned(text) == "end"


@pytest.mark.parametrize("text", ["i file scaricati ieri in ~/a", "files downloaded yesterday in ~/a"])
def test_downloads_of_a_folder(text: str) -> None:
    """Where the folder is told, its files of that day are those."""
    steps = planned(text)

    assert [(tool, set(args)) for tool, args in steps] == [("find_files", {"path", "when"})]


@pytest.mark.parametrize("text", ["zip ~/a/b", "zip ~/a.txt", "tar ~/a/b", "zippa ~/a/b"])
def test_packing_finds_nothing(text: str) -> None:
    """What is to be packed is not looked for among archives."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "crea una cartella ~/Nuova Cartella",
        "crea la cartella ~/nuova cartella",
        "create a folder ~/New Folder",
        "find in ~/Progetto Casa",
        "trova i pdf in ~/Progetto Casa",
        "cosa c'è in ~/Progetto Casa",
        "leggi ~/Lettera Anna.txt",
        "delete ~/My Files",
        "list ~/My Photos",
    ],
)
def test_a_name_torn_by_a_space(text: str) -> None:
    """Half a name is another file or folder."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("cosa c'è in '~/Progetto Casa'", "~/Progetto Casa"),
        ("cosa c'è in ~/a Grazie", "~/a"),
        ("list ~/a please", "~/a"),
    ],
)
def test_a_name_held_together(text: str, path: str) -> None:
    """By quotation marks; and courtesy is no part of one."""
    assert planned(text) == [("list_dirs", {"path": path})]


@pytest.mark.parametrize(
    "text",
    [
        "the largest and the smallest file in ~/a",
        "delete the oldest and the newest file in ~/a",
        "il file più grande e il più piccolo in ~/a",
        "mostrami il file più vecchio e il più recente in ~/a",
    ],
)
def test_two_extremes(text: str) -> None:
    """One order has only one of them first."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "di chi è il file ~/a.txt",
        "chi ha scritto ~/a.txt",
        "who owns ~/a.txt",
        "who created ~/a.txt",
        "che ora era a Tokyo ieri",
        "what time was it in Tokyo yesterday",
    ],
)
def test_questions_without_an_answer(text: str) -> None:
    """Whose a file is, what time it was on another day, how long it is until then."""
    assert planned(text) == "end"


def test_days_have_an_answer() -> None:
    """Which day another day was is known."""
    assert [tool for tool, _ in planned("che giorno era ieri")] == ["get_now"]


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("che ore sono a Roma e Tokyo", ["Europe/Rome", "Asia/Tokyo"]),
        ("che ora è a Roma, Tokyo e New York", ["Europe/Rome", "Asia/Tokyo", "America/New_York"]),
        ("what time is it in Sydney and London", ["Australia/Sydney", "Europe/London"]),
    ],
)
def test_the_time_of_several_places(text: str, zones: list[str]) -> None:
    """Each is told, with its name."""
    answer = OfflineProposer(tuple(bundled())).propose(asked(text), lambda _use: None)

    assert isinstance(answer, Proposal)
    assert calls(answer.framework) == [("get_now", {"zone": zone}) for zone in zones]
    assert all(f"${{step{number}.zone}}: " in answer.framework.final_message for number in range(1, len(zones) + 1))


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("quante righe di ~/c.csv hanno importo maggiore di 100", "importo"),
        ("how many rows of ~/c.csv have amount greater than 100", "amount"),
    ],
)
def test_rows_that_have(text: str, column: str) -> None:
    """The column before the bound is meant."""
    assert planned(text) == [
        ("read_files", {"path": "~/c.csv"}),
        ("filter_entries", {"from_step": 1, "where_field": column, "op": "greater", "where_value": 100}),
        ("compute_entries", {"from_step": 2, "op": "count"}),
    ]


@pytest.mark.parametrize("text", ["mostra i file in ~/a in ordine decrescente", "svuota il cestino"])
def test_half_of_what_was_asked(text: str) -> None:
    """A list in no order, or a folder deleted in the place of the trash."""
    assert planned(text) == "end"


def test_no_label_is_guessed() -> None:
    """Rows are shown by their column, and not told apart by their tone."""
    assert planned("mostra le righe di ~/c.csv che hanno importo maggiore di 100") == [
        ("read_files", {"path": "~/c.csv"}),
        ("filter_entries", {"from_step": 1, "where_field": "importo", "op": "greater", "where_value": 100}),
    ]


def test_mails_are_no_files() -> None:
    """What finds mails is not followed by what reads files."""
    assert planned("find the mails mentioning warranty, read them and give me a two-sentence digest") == "end"


@pytest.mark.parametrize(
    "text",
    [
        "sposta le foto in ~/a e i pdf in ~/b",
        "cancella i log in ~/a e i pdf in ~/b",
        "move the photos to ~/a and the pdfs to ~/b",
        "cerca Rossi e Bianchi nei file di ~/a",
        "find Rossi and Bianchi in the files of ~/a",
    ],
)
def test_two_wishes_in_one(text: str) -> None:
    """Each kind has its own place, or each word its own files: no one plan does both."""
    assert planned(text) == "end"
