"""What words decide in a plan: where things go, what they are narrowed by, who is meant; each in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Abstention
from tests.plan.asking import asked, bundled

Plan = list[tuple[str, dict[str, Any]]]


def plan(text: str) -> Plan | str:
    """Calls of the plan, or what came of it instead."""
    answer = OfflineProposer(tuple(bundled())).propose(asked(text), lambda _use: None)
    if isinstance(answer, Abstention):
        return "question" if answer.questions else "end"
    return [(step.tool, dict(step.args)) for step in answer.framework.steps]


COPIED = [
    ("find_files", {"path": "~/a", "pattern": "*.pdf", "recursive": False}),
    ("copy_files", {"from_step": 1, "dst": "~/b"}),
]


@pytest.mark.parametrize(
    "text",
    [
        "copia in ~/b i pdf che trovi in ~/a",
        "copia i pdf di ~/a in ~/b",
        "copiami in ~/b tutti i pdf che stanno in ~/a",
        "copy to ~/b the pdfs that are in ~/a",
        "copy the pdfs from ~/a to ~/b",
        "would you mind copying the pdfs in ~/a to ~/b?",
    ],
)
def test_where_things_go(text: str) -> None:
    """Whichever of the two places is named first."""
    assert plan(text) == COPIED


@pytest.mark.parametrize(
    "text", ["copia i pdf", "copy the pdfs in ~/Documents", "manda una mail a Carlo", "che appuntamenti ho da venerdì"]
)
def test_what_is_missing_is_asked_for(text: str) -> None:
    """From where, to where, with what text, or since which day: nothing is guessed or passed over."""
    assert plan(text) == "question"


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("mostra le righe di ~/c.csv dove paese è Spagna", {"where_field": "paese", "where_value": "Spagna"}),
        ("show the rows of ~/c.csv where country is Spain", {"where_field": "country", "where_value": "Spain"}),
        ("show the rows of ~/c.csv whose city is equal to Rome", {"where_field": "city", "where_value": "Rome"}),
        (
            "mostra le righe di ~/c.csv in cui importo è maggiore di 100",
            {"where_field": "importo", "op": "greater", "where_value": 100},
        ),
    ],
)
def test_columns_may_be_called_anything(text: str, condition: dict[str, Any]) -> None:
    """A table is read, then narrowed by the column that the words name."""
    assert plan(text) == [
        ("read_files", {"path": "~/c.csv"}),
        ("filter_entries", {"from_step": 1, **condition}),
    ]


@pytest.mark.parametrize(
    ("text", "field"),
    [("quante righe per reparto ci sono in ~/s.csv?", "reparto"), ("how many rows per team are in ~/s.csv?", "team")],
)
def test_counted_by_a_column(text: str, field: str) -> None:
    """ "How many per ..." is a grouping."""
    assert plan(text) == [("read_files", {"path": "~/s.csv"}), ("group_entries", {"from_step": 1, "by": field})]


@pytest.mark.parametrize(
    ("text", "name"),
    [("quali processi appartengono a www-data?", "www-data"), ("which processes belong to user anna?", "anna")],
)
def test_who_runs_them(text: str, name: str) -> None:
    """A user's name, hyphen included."""
    told = plan(text)
    assert isinstance(told, list)
    assert told[-1] == ("filter_entries", {"from_step": 1, "where_field": "user", "where_value": name})


@pytest.mark.parametrize("text", ["list the java processes", "elenca i processi java"])
def test_a_program_is_no_file_ending(text: str) -> None:
    """Beside "processes" a language is the program."""
    assert plan(text) == [("get_processes", {"name": "java"})]


@pytest.mark.parametrize(
    "text",
    [
        "trova i pdf in ~/x ma non nelle sottocartelle",
        "trova i pdf in ~/x senza sottocartelle",
        "find the pdfs in ~/x but not in subfolders",
    ],
)
def test_only_the_folder_itself(text: str) -> None:
    """No negation of the wish: one of the depth."""
    assert plan(text) == [("find_files", {"path": "~/x", "pattern": "*.pdf", "recursive": False})]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("cosa dice https://example.org/r a proposito degli animali domestici?", "animali domestici"),
        ("read the part about installation on https://example.org/r", "installation"),
    ],
)
def test_what_a_page_says_about_something(text: str, about: str) -> None:
    """The words after "about", without what leads to the address."""
    assert plan(text) == [("read_urls", {"url": "https://example.org/r", "about": about})]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "manda a carlo@example.org gli appuntamenti di domani",
            ["find_events", "send_messages"],
        ),
        ("salva lo stato del computer in ~/s.txt", ["get_system", "write_files"]),
        ("forward the latest email from Tobias to boss@example.com", ["read_messages", "send_messages"]),
    ],
)
def test_one_thing_made_of_another(text: str, expected: list[str]) -> None:
    """What is sent or written is found first."""
    told = plan(text)
    assert isinstance(told, list)
    assert [tool for tool, _ in told] == expected


@pytest.mark.parametrize(
    "text",
    [
        "scrivimi una poesia per l'anniversario dei miei genitori",
        "write me a poem about my garden",
        "posta questo su facebook",
    ],
)
def test_what_nobody_does_stays_undone(text: str) -> None:
    """A poem is neither remembered nor written into a file."""
    assert plan(text) in {"end", "question"}


@pytest.mark.parametrize(
    "text",
    [
        "non spostare i file .log da ~/a in ~/b",
        "sposta i file non .log da ~/a in ~/b",
        "non eliminare ~/a/x.txt",
        "don't move the .log files from ~/a to ~/b",
        "do not copy the pdfs from ~/a to ~/b",
        "never delete the pdfs in ~/a",
        "elimina tutto tranne il più recente in ~/a",
        "delete all but the newest file in ~/a",
    ],
)
def test_what_is_denied_is_not_done(text: str) -> None:
    """A negation or an exception that no step can express stops the request."""
    assert plan(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "sposta tutto da ~/a in ~/b tranne i .log e i .md",
        "move everything from ~/a to ~/b except the .log and .md files",
    ],
)
def test_every_exception_of_a_list_counts(text: str) -> None:
    """The second is left out as the first is, and is no place to go."""
    told = plan(text)
    assert isinstance(told, list)
    assert [args.get("where_value") for _, args in told] == [None, "log", "md", None]
    assert told[-1] == ("move_files", {"from_step": 3, "dst": "~/b"})


@pytest.mark.parametrize(
    "text",
    [
        "come faccio a spostare i pdf da ~/a in ~/b?",
        "posso eliminare ~/a/x.txt?",
        "how to move the pdfs from ~/a to ~/b",
        "should I delete ~/a/x.txt?",
        "can I delete ~/a/x.txt?",
    ],
)
def test_asking_for_advice_changes_nothing(text: str) -> None:
    """Nobody said to do it; "can you move" did."""
    assert plan(text) == "end"
    assert isinstance(plan("can you move the pdfs from ~/a to ~/b?"), list)


@pytest.mark.parametrize(
    "text",
    [
        "trova i pdf fuori da ~/x",
        "find pdfs outside ~/x",
        "find files modified more than 2 days ago in ~/x",
        "trova i pdf di gennaio 2027 in ~/x",
        "che file c'erano ieri in ~/x",
        "what files were in ~/x yesterday",
        "find the second largest file in ~/x",
        "find the 4th largest file in ~/x",
        "trova il quarto file più grande in ~/x",
        "quando è stato modificato ~/x/a.txt",
        "when was ~/x/a.txt modified",
        "find the oldest file in ~/x and ~/y",
        "trova i pdf in ~/x e ~/y e copiali in ~/z",
        "trova i file che iniziano per A in ~/x",
        "zip the folder ~/x",
    ],
)
def test_what_would_be_answered_in_part_is_not_answered(text: str) -> None:
    """Places elsewhere, states of another day, the second of several, two folders of which one would be used."""
    assert plan(text) == "end"


@pytest.mark.parametrize(
    "text", ["trova i file il cui nome contiene foto in ~/x", "find files whose name contains foto in ~/x"]
)
def test_what_a_name_holds(text: str) -> None:
    """It is the name that is looked at, not the text."""
    assert plan(text) == [("find_files", {"path": "~/x", "pattern": "*foto*"})]


@pytest.mark.parametrize(
    "text",
    ["trova i pdf in ~/x e ~/y", "trova i pdf in ~/x e in ~/y", "find the pdfs in ~/x and in ~/y"],
)
def test_two_folders_are_both_looked_into(text: str) -> None:
    """Whether or not the preposition is said again."""
    assert plan(text) == [("find_files", {"path": folder, "pattern": "*.pdf"}) for folder in ("~/x", "~/y")]


def test_the_same_preposition_after_another_is_where_things_go() -> None:
    """The second folder is no second source."""
    assert plan("copia i pdf di ~/x in ~/y") == [
        ("find_files", {"path": "~/x", "pattern": "*.pdf", "recursive": False}),
        ("copy_files", {"from_step": 1, "dst": "~/y"}),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "remove duplicates in ~/x",
        "delete duplicate files from ~/x",
        "elimina i duplicati di ~/x",
        "delete the list in ~/x",
        "elimina il riassunto in ~/x",
        "archivia le mail lette",
        "archive read emails",
        "segna come letta la mail di Anna",
        "mark anna's mail as read",
        "cancella l'appuntamento con il dentista e spostalo a lunedì",
    ],
)
def test_a_word_that_narrows_is_never_passed_over(text: str) -> None:
    """Of a folder only some files were meant, of the mails only some, and what is gone cannot be moved."""
    assert plan(text) == "end"


@pytest.mark.parametrize(
    ("text", "when", "to"),
    [
        ("sposta la riunione di domani alle 15", "2026-03-05T00:00", "2026-03-05T15:00"),
        ("move tomorrow's meeting to 3pm", "2026-03-05T00:00", "2026-03-05T15:00"),
        ("move friday's meeting to 3 pm", "2026-03-06T00:00", "2026-03-06T15:00"),
        ("move the meeting to 3pm", "", "T15:00"),
        ("anticipa la riunione alle 14", "", "T14:00"),
        ("sposta la riunione a venerdì alle 15", "", "2026-03-06T15:00"),
    ],
)
def test_an_hour_alone_is_of_the_day_on_which_it_is(text: str, when: str, to: str) -> None:
    """Tomorrow's meeting is not moved to today because only an hour was said."""
    told = plan(text)
    assert isinstance(told, list)
    ((tool, args),) = told
    assert tool == "change_events"
    assert str(args.get("when", ""))[:16] == when
    assert str(args["to"])[:16] == to


@pytest.mark.parametrize("text", ["delete unread emails", "elimina le mail non lette"])
def test_a_word_that_chose_a_flag_is_no_word_to_look_for(text: str) -> None:
    """It has had its say."""
    assert plan(text) == [
        ("find_messages", {"unread": True, "limit": 1000}),
        ("delete_messages", {"from_step": 1}),
    ]


@pytest.mark.parametrize(
    "text", ["crea una cartella in ~/x per ogni estensione", "create a folder in ~/x for each extension"]
)
def test_what_is_to_be_done_for_each_is_not_done_once(text: str) -> None:
    """One folder is not one per ending."""
    assert plan(text) == "end"
