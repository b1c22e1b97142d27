"""Clauses that name files of their own, files nobody picked out, and parts that "and" joins in two ways."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Abstention, Proposal
from tests.plan.asking import asked, calls


def answer(text: str) -> Proposal | Abstention:
    return OfflineProposer().propose(asked(text), lambda _use: None)


def planned(text: str) -> list[tuple[str, dict[str, Any]]]:
    told = answer(text)
    assert isinstance(told, Proposal), told
    return calls(told.framework)


def refused(text: str) -> bool:
    told = answer(text)
    return isinstance(told, Abstention) and not told.questions


OTHERS = [
    "sposta i pdf di ~/a in ~/b e cancella i jpg",
    "copia i pdf di ~/a in ~/b, poi cancella i jpg",
    "trova i pdf in ~/a e copia i txt in ~/b",
    "elenca i file in ~/a e cancella i log",
    "trova i 3 file più grandi in ~/a e sposta i pdf in ~/b",
    "trova i pdf in ~/a e cancella i pdf di oggi",
    "trova i file di ieri in ~/a e cancella i file di oggi",
    "trova il pdf più grande in ~/a e cancella tutti i pdf",
    "trova il pdf più grande in ~/a e cancella i pdf",
    "trova i pdf in ~/a e cancella tutti i file",
    "trova i pdf in ~/a e cancella i file più grandi di 3 MB",
    "trova i pdf in ~/a e cancella le cartelle",
    "trova i pdf in ~/a e conta i jpg",
    "riassumi i pdf in ~/a e cancella i txt",
    "raggruppa i file di ~/a per estensione e cancella i pdf",
    "elenca le cartelle in ~/a e cancella i file",
    "list the folders in ~/a and delete the files",
    "move the pdfs of ~/a to ~/b and delete the jpgs",
    "find the pdfs in ~/a and delete the jpgs",
    "find the pdfs in ~/a and copy the txts to ~/b",
    "list the files in ~/a and delete the logs",
    "find the 3 largest files in ~/a and move the pdfs to ~/b",
    "find the pdfs in ~/a and delete the pdfs of today",
    "find the largest pdf in ~/a and delete all the pdfs",
    "find the pdfs in ~/a and delete the files larger than 3 MB",
]


@pytest.mark.parametrize("text", OTHERS)
def test_what_was_found_before_is_not_what_this_clause_names(text: str) -> None:
    """The files of an earlier step are not taken for others, or for more than they are."""
    assert refused(text)


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("trova i pdf in ~/a e cancella i pdf", ("delete_files", {"from_step": 1})),
        ("trova i pdf in ~/a e cancella tutti i pdf", ("delete_files", {"from_step": 1})),
        ("trova i pdf in ~/a e cancellali tutti", ("delete_files", {"from_step": 1})),
        ("trova i pdf in ~/a e sposta i file in ~/b", ("move_files", {"from_step": 1, "dst": "~/b"})),
        ("trova i pdf di ieri in ~/a e cancella i file", ("delete_files", {"from_step": 1})),
        ("trova i file in ~/a e cancella quelli più grandi di 3 MB", ("delete_files", {"from_step": 2})),
        ("trova i file in ~/a e cancella i file più grandi di 3 MB", ("delete_files", {"from_step": 2})),
        ("trova i 3 pdf più grandi in ~/a e cancella i pdf", ("delete_files", {"from_step": 2})),
        ("find the pdfs in ~/a and delete the pdfs", ("delete_files", {"from_step": 1})),
        ("find the largest pdf in ~/a and delete the pdf", ("delete_files", {"from_step": 2})),
        ("find the pdfs in ~/a and move the files to ~/b", ("move_files", {"from_step": 1, "dst": "~/b"})),
        ("find the files in ~/a and delete the ones older than 30 days", ("delete_files", {"from_step": 2})),
    ],
)
def test_a_clause_that_means_what_was_found(text: str, last: tuple[str, dict[str, Any]]) -> None:
    """The same noun again, a wider one, or a pronoun: those are the files of the step before."""
    assert planned(text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "trova i file più grandi in ~/a e cancellali",
        "trova i file più vecchi in ~/a e spostali in ~/b",
        "find the largest files in ~/a and delete them",
        "find the oldest files in ~/a and move them to ~/b",
        "copia i pdf di ~/a in ~/b e poi cancellali",
        "copia i pdf di ~/a in ~/b e poi spostali in ~/c",
        "copia ~/a.txt in ~/b e cancellalo",
        "copy the pdfs from ~/a to ~/b and then delete them",
        "copy ~/a.txt to ~/b and then delete it",
    ],
)
def test_how_many_or_which_of_two_nobody_said(text: str) -> None:
    """The largest are a matter of how many; and of a file and its copy either may be meant."""
    assert refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "cancella tutto in ~/a di oggi",
        "svuota la cartella ~/a di oggi",
        "sposta tutto da ~/a di oggi in ~/b",
        "delete everything in ~/a of today",
        "move everything from ~/a of today to ~/b",
        "cancella la cartella ~/a senza i txt",
        "copia la cartella ~/a in ~/b senza i log",
        "sposta la cartella ~/a in ~/b senza i log",
        "delete the folder ~/a without the txts",
        "copy the folder ~/a to ~/b without the logs",
        "copia la cartella ~/a in ~/b tranne i txt",
        "move the folder ~/a to ~/b except the txts",
        "cancella la cartella ~/a e i pdf in ~/b",
        "cancella i pdf e la cartella ~/a",
        "copy the pdfs in ~/a and ~/c to ~/b",
        "cancella i jpg e sposta i pdf di ~/a in ~/b",
        "delete the jpgs and move the pdfs from ~/a to ~/b",
        "delete the pdfs and the folder ~/a",
    ],
)
def test_what_narrows_a_whole_folder_down_is_not_passed_over(text: str) -> None:
    """Neither the day of what is in a folder, nor what is to stay of it."""
    assert refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "sposta i jpg di ~/a in ~/b e i pdf in ~/c",
        "sposta i jpg di ~/a in ~/b, i pdf in ~/c",
        "copia i pdf da ~/a in ~/b e in ~/c",
        "sposta i file di ieri di ~/a in ~/b e quelli di oggi in ~/c",
        "move the jpgs from ~/a to ~/b and the pdfs to ~/c",
        "copy the pdfs from ~/a to ~/b and to ~/c",
        "sposta i pdf più grandi di 1 MB e i jpg da ~/a in ~/b",
        "cancella i pdf modificati prima del 2026 e i txt in ~/a",
        "cancella i 2 file più vecchi e i pdf in ~/a",
        "cancella i pdf e i file più vecchi di un mese in ~/a",
        "cancella i file più grandi di 4 MB o più piccoli di 1 KB in ~/a",
        "cancella i file più piccoli di 20 KB o più vecchi di una settimana in ~/a",
        "move the pdfs larger than 1 MB and the jpgs from ~/a to ~/b",
        "delete the pdfs older than 30 days and the txts in ~/a",
        "delete the 2 oldest files and the pdfs in ~/a",
        "delete the files larger than 4 MB or smaller than 1 KB in ~/a",
        "delete the files smaller than 20 KB or older than a week in ~/a",
    ],
)
def test_what_and_and_or_join_in_two_ways(text: str) -> None:
    """A second place where things go, another kind's condition, one condition or the other."""
    assert refused(text)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("cancella i pdf e i jpg in ~/a", "*.{pdf,jpg}"),
        ("cancella i pdf o i jpg in ~/a", "*.{pdf,jpg}"),
        ("delete the pdfs and the jpgs in ~/a", "*.{pdf,jpg}"),
    ],
)
def test_two_kinds_are_still_two_kinds(text: str, pattern: str) -> None:
    """Without a condition both are meant."""
    found = {"path": "~/a", "pattern": pattern, "recursive": False}
    assert planned(text) == [("find_files", found), ("delete_files", {"from_step": 1})]


@pytest.mark.parametrize(
    "text",
    [
        "cancella un file in ~/a",
        "cancella un pdf in ~/a",
        "cancella alcuni pdf in ~/a",
        "cancella qualche pdf in ~/a",
        "cancella dei pdf in ~/a",
        "cancella uno dei pdf in ~/a",
        "trova i pdf in ~/a e cancellane uno",
        "sposta un pdf da ~/a in ~/b",
        "copia una foto da ~/a in ~/b",
        "cancella una cartella in ~/a",
        "cancella una mail di Anna",
        "delete a pdf in ~/a",
        "delete some pdfs in ~/a",
        "move a pdf from ~/a to ~/b",
        "copy a photo from ~/a to ~/b",
        "find the pdfs in ~/a and delete one of them",
        "find the pdfs in ~/a and delete some of them",
        "delete a folder in ~/a",
        "cancella il pdf in ~/a",
        "cancella il file in ~/a",
        "sposta la foto da ~/a in ~/b",
        "delete the pdf in ~/a",
    ],
)
def test_one_of_many_that_nobody_picked_is_not_all_of_them(text: str) -> None:
    """An indefinite one, or some, of what is to be changed."""
    assert refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "trova un pdf in ~/a",
        "find a pdf in ~/a",
        "crea una cartella chiamata x in ~/a",
        "copia il file ~/a.txt in una cartella ~/b",
        "create a folder called x in ~/a",
        "cancella i file più vecchi di un mese in ~/a",
        "find the pdfs in ~/a and move the biggest one to ~/b",
        "cancella il file più vecchio in ~/a",
        "cancella il file bolletta in ~/a",
        "elimina il contenuto di ~/a",
        "delete the largest file in ~/a",
        "delete the pdf files in ~/a",
        "sposta la musica da ~/a in ~/b",
    ],
)
def test_one_to_look_for_or_to_make_is_fine(text: str) -> None:
    """To look, to name and to measure, "a" is no matter of which."""
    assert planned(text)


@pytest.mark.parametrize(
    "text",
    [
        "cancella tutto eccetto i pdf in ~/a",
        "svuota ~/a tranne i pdf",
        "svuota la cartella ~/a tranne i pdf",
        "delete everything but pdfs in ~/a",
    ],
)
def test_all_but_a_kind_leaves_the_folders_in_which_that_kind_may_be(text: str) -> None:
    """Only files go: a folder may hold what is to stay."""
    left = {"from_step": 1, "where_field": "extension", "op": "not_equals", "where_value": "pdf"}
    assert planned(text) == [
        ("find_files", {"path": "~/a", "recursive": False}),
        ("filter_entries", left),
        ("delete_files", {"from_step": 2}),
    ]


@pytest.mark.parametrize(
    "text", ["quanti file ci sono in ~/a oltre ai pdf", "how many files are in ~/a besides the pdfs"]
)
def test_besides_a_kind_is_without_it(text: str) -> None:
    """What is counted besides the pdfs are the others."""
    left = {"from_step": 1, "where_field": "extension", "op": "not_equals", "where_value": "pdf"}
    assert ("filter_entries", left) in planned(text)


@pytest.mark.parametrize("text", ["copia i file della cartella ~/a in ~/b", "copy the files of the folder ~/a to ~/b"])
def test_the_files_of_a_folder_are_not_the_folder(text: str) -> None:
    """They are found in it, and it stays."""
    assert planned(text) == [
        ("find_files", {"path": "~/a", "recursive": False}),
        ("copy_files", {"from_step": 1, "dst": "~/b"}),
    ]


@pytest.mark.parametrize("text", ["copia la cartella ~/a in ~/b", "copy the folder ~/a to ~/b"])
def test_a_folder_itself(text: str) -> None:
    """A folder that is named is copied as it is."""
    assert planned(text) == [("copy_files", {"path": "~/a", "dst": "~/b"})]


@pytest.mark.parametrize(
    "text", ["che ore sono e quanti pdf ci sono in ~/a", "what time is it and how many pdfs are in ~/a"]
)
def test_two_questions_have_two_answers(text: str) -> None:
    """The first answer is told, too."""
    told = answer(text)
    assert isinstance(told, Proposal)
    assert all(f"${{step{number}." in told.framework.final_message for number in (1, 2))
