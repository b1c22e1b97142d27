"""Requests about files without a model: how deep, which ones, what they hold, how large folders are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plan.proposer.test_offline import abstention, plan

Args = dict[str, Any]
HERE: Args = {"recursive": False}


def first(text: str) -> Args:
    """Arguments of the first step."""
    return plan(text)[0][1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("elimina tutti i file in ~/x", {"path": "~/x", **HERE}),
        ("cancella i pdf in ~/x", {"path": "~/x", "pattern": "*.pdf", **HERE}),
        ("sposta tutti i file da ~/x a ~/y", {"path": "~/x", **HERE}),
        ("copia i pdf più grandi di 1 MB da ~/x in ~/y", {"path": "~/x", "pattern": "*.pdf", **HERE, "larger_than": 1_000_000}),
        ("delete all the files in ~/x", {"path": "~/x", **HERE}),
        ("copy the pdfs from ~/x to ~/y", {"path": "~/x", "pattern": "*.pdf", **HERE}),
        ("elimina tutti i file in ~/x e sottocartelle", {"path": "~/x"}),
        ("elimina tutti i file in ~/x anche nelle sottocartelle", {"path": "~/x"}),
        ("elimina ricorsivamente i file .tmp in ~/x", {"path": "~/x", "pattern": "*.tmp"}),
        ("copia i pdf in ~/x e nelle sottocartelle in ~/y", {"path": "~/x", "pattern": "*.pdf"}),
        ("delete all the files in ~/x including subfolders", {"path": "~/x"}),
        ("delete all .tmp files in ~/x recursively", {"path": "~/x", "pattern": "*.tmp"}),
        ("move the pdfs from ~/x and its subfolders to ~/y", {"path": "~/x", "pattern": "*.pdf"}),
        ("cerca i file .tmp in ~/x e mettili nel cestino", {"path": "~/x", "pattern": "*.tmp"}),
        ("trova i pdf in ~/x anche nelle sottocartelle", {"path": "~/x", "pattern": "*.pdf"}),
        ("elenca i file di ~/x e delle sottocartelle", {"path": "~/x"}),
        ("trova i pdf in ~/x senza le sottocartelle", {"path": "~/x", "pattern": "*.pdf", **HERE}),
    ],
)  # fmt: skip
def test_what_is_changed_stands_in_the_folder_itself(text: str, found: Args) -> None:
    """Unless its subfolders are spoken of; what is only looked for is looked for below too."""
    assert (plan(text)[0][0], first(text)) == ("find_files", found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("elimina i file vuoti in ~/x", {"path": "~/x", **HERE, "max_size": 0}),
        ("trova i file vuoti in ~/x", {"path": "~/x", "max_size": 0}),
        ("find empty files in ~/x", {"path": "~/x", "max_size": 0}),
        ("delete the empty files in ~/x", {"path": "~/x", **HERE, "max_size": 0}),
        ("elimina il file bolletta in ~/x", {"path": "~/x", **HERE, "pattern": "*bolletta*"}),
        ("trova nota.txt in ~/x", {"path": "~/x", "pattern": "*nota.txt*"}),
        ("find 'final report.pdf' in ~/x", {"path": "~/x", "pattern": "*final report.pdf*"}),
        ("trova i file chiamati foto in ~/x", {"path": "~/x", "pattern": "*foto*"}),
    ],
)
def test_which_files_are_meant(text: str, found: Args) -> None:
    """Empty ones, one with its name; a quotation written like a file is its name."""
    assert first(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "elimina i file inutili in ~/x",
        "delete the useless files in ~/x",
        "delete the old files in ~/x",
        "elimina i file vecchi in ~/x",
        "elimina le cartelle vuote in ~/x",
        "elenca le cartelle vuote in ~/x",
        "find the empty folders in ~/x",
        "rinomina tutti i file .txt in .md in ~/x",
    ],
)
def test_a_word_that_nobody_knows_is_no_name_to_delete_by(text: str) -> None:
    """Which files those would be, only the user knows; so it is for names that each file would need."""
    assert abstention(text).reason in {"unknown_words", "not_understood"}


@pytest.mark.parametrize(
    "text", ["svuota la cartella ~/x", "svuota ~/x", "empty the folder ~/x", "elimina tutto il contenuto di ~/x"]
)
def test_a_folder_is_emptied_of_all_that_stands_in_it(text: str) -> None:
    """Its subfolders whole, which the trash keeps together."""
    assert [name for name, _ in plan(text)] == ["list_dirs", "delete_files"]


@pytest.mark.parametrize(
    "text",
    [
        "cerca 'testo' in ~/y",
        "trova 'testo' nei file di ~/y",
        'search for "testo" in ~/y',
        "find 'testo' in the files of ~/y",
        'grep "testo" in ~/y',
        "cerca la parola testo in ~/y",
    ],
)
def test_a_quotation_is_looked_for_in_what_files_hold(text: str) -> None:
    """As everybody who looks for words in a folder means it."""
    steps = plan(text)

    assert [name for name, _ in steps] == ["find_files", "read_files", "filter_entries"]
    assert steps[0][1] == {"path": "~/y"}
    assert steps[2][1] == {"from_step": 2, "where_field": "text", "op": "contains", "where_value": "testo"}


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("qual è la cartella più grande in ~/x", {"by": "size", "order": "desc", "limit": 1}),
        ("quali sono le 3 cartelle più grandi in ~/x", {"by": "size", "order": "desc", "limit": 3}),
        ("what is the biggest folder in ~/x", {"by": "size", "order": "desc", "limit": 1}),
        ("which folders in ~/x take the most space", {"by": "size", "order": "desc"}),
        ("ordina le cartelle di ~/x per dimensione", {"by": "size"}),
        (
            "mostra le cartelle più grandi di 1 GB in ~/x",
            {"where_field": "size", "op": "greater", "where_value": 10**9},
        ),
    ],
)
def test_a_folder_is_as_large_as_what_it_holds(text: str, then: Args) -> None:
    """So that ordering by size measures contents, not the folder's own entry on the disk."""
    (one, given), (_, after) = plan(text)

    assert (one, given) == ("list_dirs", {"path": "~/x", "kind": "folder", "measure": True})
    assert after == {"from_step": 1, **then}


def test_a_folder_may_be_looked_for_by_name() -> None:
    """Even one whose name is a word for files."""
    assert plan("trova le cartelle chiamate foto in ~/x") == [
        ("list_dirs", {"path": "~/x", "kind": "folder"}),
        ("filter_entries", {"from_step": 1, "where_field": "name", "op": "contains", "where_value": "foto"}),
    ]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("rinomina ~/a/x.txt in y.txt", "~/a/y.txt"),
        ("rename ~/a/x.txt to y.txt", "~/a/y.txt"),
        ("rinomina ~/a/x.txt in ~/b/y.txt", "~/b/y.txt"),
    ],
)
def test_a_new_name_alone_stays_in_its_folder(text: str, target: str) -> None:
    """Wherever Metnos was started."""
    assert plan(text) == [("move_files", {"path": "~/a/x.txt", "dst": target})]


@pytest.mark.parametrize(
    "text",
    [
        "delete the large files in ~/x",
        "sposta i file grandi da ~/x a ~/y",
        "copy the recent files from ~/x to ~/y",
        "elimina i file modificati in ~/x",
        "move the big files from ~/x to ~/y",
        "elimina i file recenti in ~/x",
    ],
)
def test_what_is_said_of_files_is_never_passed_over_before_they_change(text: str) -> None:
    """How large is large, nobody says: all files would be the wrong ones."""
    assert abstention(text).reason in {"unknown_words", "not_understood"}


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("i file grandi in ~/x", {"by": "size", "order": "desc"}),
        ("mostra i file recenti in ~/x", {"by": "modified", "order": "desc"}),
        ("show me the recent files in ~/x", {"by": "modified", "order": "desc"}),
        ("trova le vecchie foto in ~/x", {"by": "modified", "order": "asc"}),
        ("find large files in ~/x", {"by": "size", "order": "desc"}),
    ],
)
def test_what_is_only_looked_at_is_put_in_that_order(text: str, then: Args) -> None:
    """The largest or latest first: where they end, the person sees."""
    (name, _), (_, after) = plan(text)

    assert name == "find_files"
    assert after == {"from_step": 1, **then}


@pytest.mark.parametrize("text", ["quante righe ha ~/a.md", "how many lines are in ~/a.txt"])
def test_lines_of_a_text_are_counted(text: str) -> None:
    """Rather than the texts; the rows of a table are entries."""
    assert plan(text)[1] == ("compute_entries", {"from_step": 1, "op": "sum", "field": "lines"})
    assert plan("quante righe ha ~/a.csv")[1] == ("compute_entries", {"from_step": 1, "op": "count"})


@pytest.mark.parametrize("text", ["trova costs.csv", "dove ho messo il file costs.csv", "find costs.csv"])
def test_a_bare_name_is_looked_for_everywhere(text: str) -> None:
    """It is no path from wherever Metnos was started."""
    assert first(text) == {"pattern": "*costs.csv*"}


@pytest.mark.parametrize(
    "text",
    [
        "find the text files in ~/x but not in subfolders",
        "trova i file txt in ~/x ma non nelle sottocartelle",
        "trova i txt in ~/x senza sottocartelle",
    ],
)
def test_subfolders_may_be_left_out_of_a_search(text: str) -> None:
    """The same words after a "not"."""
    assert first(text) == {"path": "~/x", "pattern": "*.txt", **HERE}


def test_leaving_out_something_else_is_not_leaving_out_subfolders() -> None:
    """What cannot be done is said."""
    assert abstention("trova i file senza estensione in ~/x").reason == "negation"


@pytest.mark.parametrize(
    ("text", "target"),
    [("rinomina la cartella ~/a/x in progetti", "~/a/progetti"), ("rename ~/a/x to archive", "~/a/archive")],
)
def test_a_bare_word_is_a_new_name(text: str, target: str) -> None:
    """At the end, after the word that says so."""
    assert plan(text) == [("move_files", {"path": "~/a/x", "dst": target})]
