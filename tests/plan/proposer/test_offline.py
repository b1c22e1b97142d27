"""Without a model: the right plan, a question, or an honest end; never a guess."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.errors import ErrorClass
from metnos_cli.executors.catalog import Catalog
from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.plan.validator import validate_framework
from metnos_cli.records import Abstention, Lang, Proposal
from tests.plan.asking import asked, bundled, calls, manifest, with_user


def plan(text: str, lang: Lang | None = None, catalog: Catalog | None = None) -> list[tuple[str, dict[str, Any]]]:
    """The plan for a request, which must be valid."""
    given = asked(text, lang, catalog)
    answer = OfflineProposer(tuple(catalog or ())).propose(given, lambda _use: None)
    assert isinstance(answer, Proposal), answer
    assert validate_framework(answer.framework, given.pool) == ()
    return calls(answer.framework)


def abstention(text: str, lang: Lang | None = None) -> Abstention:
    answer = OfflineProposer().propose(asked(text, lang), lambda _use: None)
    assert isinstance(answer, Abstention), answer
    return answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("che ora è", [("get_now", {})]),
        ("trova i pdf in ~/Documenti", [("find_files", {"path": "~/Documenti", "pattern": "*.pdf"})]),
        ("quanti file ci sono in ~/Immagini?", [("compute_files", {"path": "~/Immagini", "what": "count"})]),
        ("leggi ~/note.txt", [("read_files", {"path": "~/note.txt"})]),
        (
            "scarica http://127.0.0.1:8000/pagina e riassumila in due righe",
            [
                ("get_urls", {"url": "http://127.0.0.1:8000/pagina"}),
                ("describe_entries", {"from_step": 1, "sentences": 2}),
            ],
        ),
        (
            "sposta i file .log da ~/a in ~/b",
            [
                ("find_files", {"path": "~/a", "pattern": "*.log", "recursive": False}),
                ("move_files", {"from_step": 1, "dst": "~/b"}),
            ],
        ),
        (
            "find the 3 largest files in ~/data",
            [
                ("find_files", {"path": "~/data"}),
                ("sort_entries", {"from_step": 1, "by": "size", "order": "desc", "limit": 3}),
            ],
        ),
        ("crea la cartella ~/progetti/nuovo", [("create_dirs", {"path": "~/progetti/nuovo"})]),
        ("elenca i processi che usano più memoria", [("get_processes", {"sort_by": "memory"})]),
        (
            "show me the exact duplicates in ~/Pictures",
            [("compute_files", {"path": "~/Pictures", "what": "duplicates"})],
        ),
    ],
)
def test_ten_everyday_requests(text: str, expected: list[tuple[str, dict[str, Any]]]) -> None:
    """The requests of the first page of the manual, exactly."""
    assert plan(text) == expected


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("trova i pdf in ~/a, copiali in ~/b e poi dimmi quanti sono", ["find_files", "copy_files", "compute_entries"]),
        ("cancella i 10 file più vecchi in ~/log", ["find_files", "sort_entries", "delete_files"]),
        ("cerca nei file .md di ~/appunti la parola bilancio", ["find_files", "read_files", "filter_entries"]),
        (
            "trova i pdf in ~/a, tieni solo quelli sopra i 10 MB e spostali in ~/b",
            ["find_files", "filter_entries", "move_files"],
        ),
        ("delete all files except the pdfs in ~/x", ["find_files", "filter_entries", "delete_files"]),
        ("write a summary of ~/report.pdf to ~/summary.txt", ["read_files", "describe_entries", "write_files"]),
        ("leggi ~/a.txt e ~/b.txt", ["read_files", "read_files"]),
        ("quante cartelle ci sono in ~/lavoro?", ["list_dirs", "compute_entries"]),
        ("how many files by extension are in ~/x", ["find_files", "group_entries"]),
    ],
)
def test_steps_pipe_into_one_another(text: str, tools: list[str]) -> None:
    """Longer wishes become sequences in the right order."""
    assert [tool for tool, _ in plan(text)] == tools


def test_folder_made_before_is_where_things_go() -> None:
    """ "Spostaci" means the folder of the step before, and the entries of another one."""
    steps = plan("crea la cartella ~/nuova e spostaci i pdf di ~/Scaricati", "it")

    assert steps[2] == ("move_files", {"from_step": 2, "dst": "~/nuova"})


def test_age_is_an_open_interval() -> None:
    """ "Older than 30 days" is counted from the moment of asking."""
    _, args = plan("find files in ~/x older than 30 days", "en")[0]

    assert args["when"] == "../2026-02-02T10:00:00+00:00"


def test_default_limit_does_not_cut_what_is_filtered() -> None:
    """All processes are looked through, not the ten that a list would show."""
    steps = plan("elenca i processi di root", "it")

    assert steps[0][1]["limit"] == 1000
    assert steps[1] == ("filter_entries", {"from_step": 1, "where_field": "user", "where_value": "root"})


def test_answers_side_by_side_are_both_told() -> None:
    """Two files read are two texts shown."""
    answer = OfflineProposer().propose(asked("leggi ~/a.txt e ~/b.txt", "it"), lambda _use: None)

    assert isinstance(answer, Proposal)
    assert answer.framework.final_message == "${step1.text}\n\n${step2.text}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("traduci ~/note.txt in inglese", "no_tool"),
        ("translate ~/note.txt into English", "no_tool"),
        ("se piove cancella ~/x", "condition"),
        ("every day at 8 back up ~/Documents", "condition"),
        ("non cancellare ~/a.txt", "negation"),
        ("don't delete ~/a.txt", "negation"),
        ("trova i doppioni in ~/Musica ed eliminali", "duplicates"),
        ("sposta ~/a.txt in ~/b domani alle 8", "left_over"),
        ("qual è la capitale della Francia", "unknown_words"),
        ("raccontami una barzelletta", "not_understood"),
    ],
)
def test_honest_ends(text: str, reason: str) -> None:
    """What cannot be done, or is not sure to be meant, is not done; the reason is told."""
    told = abstention(text)

    assert (told.reason, told.error_class, told.questions) == (reason, ErrorClass.OUT_OF_SCOPE, ())


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("sposta i file", ["dst", "path"]),
        ("copia ~/a.txt", ["dst"]),
        ("leggi il file", ["path"]),
        ("download the page", ["url"]),
        ("riassumi", ["path"]),
        ("crea una cartella", ["path"]),
        ("delete it", ["path"]),
    ],
)
def test_questions(text: str, asks: list[str]) -> None:
    """What is missing is asked for, and the draft says where the answers go."""
    told = abstention(text)

    assert [question["var"] for question in told.questions] == asks
    assert all(question["prompt"] for question in told.questions)
    assert told.draft is not None
    placed = {value for step in told.draft.steps for value in step.args.values()}
    assert {f"${{ARG:{var}}}" for var in asks} <= placed


def test_excluded_plan_does_not_come_back() -> None:
    """The rules know one plan: when that failed they have no other."""
    from dataclasses import replace

    from metnos_cli.plan.fingerprint import fingerprint

    given = asked("leggi ~/note.txt")
    first = OfflineProposer().propose(given, lambda _use: None)
    assert isinstance(first, Proposal)

    again = OfflineProposer().propose(
        replace(given, excluded=frozenset({fingerprint(first.framework)})), lambda _use: None
    )
    assert isinstance(again, Abstention)


def test_known_steps_are_gone_on_from() -> None:
    """A request's recognised beginning is not planned again: what is left counts on from it."""
    from dataclasses import replace

    from metnos_cli.records import Step

    known = (Step("get_urls", {"url": "https://example.org"}),)
    given = replace(asked("e riassumila in tre righe", "it"), prefix=known)
    answer = OfflineProposer(tuple(bundled())).propose(given, lambda _use: None)

    assert isinstance(answer, Proposal)
    assert calls(answer.framework) == [
        ("get_urls", {"url": "https://example.org"}),
        ("describe_entries", {"from_step": 1, "sentences": 3}),
    ]


TRANSLATE = manifest(
    "translate_entries",
    affinity={"it": ["traduci", "tradurre", "traduzione"], "en": ["translate", "translation"]},
    args={
        "required": ["from_step", "language"],
        "properties": {
            "from_step": {"type": "integer", "minimum": 1},
            "language": {"type": "string", "enum": ["italian", "english", "french"]},
        },
    },
    examples=[
        {"lang": "it", "text": "traducilo in inglese", "args": {"from_step": 1, "language": "english"}},
        {"lang": "it", "text": "traduci in francese", "args": {"from_step": 1, "language": "french"}},
        {"lang": "en", "text": "translate it into French", "args": {"from_step": 1, "language": "french"}},
    ],
)
LIGHTS = manifest(
    "switch_lights",
    effect="write",
    affinity={"it": ["accendi", "spegni", "luce", "luci"], "en": ["turn", "switch", "light", "lights"]},
    args={
        "required": ["room", "state"],
        "properties": {
            "room": {"type": "string", "enum": ["kitchen", "bathroom"]},
            "state": {"type": "string", "enum": ["on", "off"]},
            "level": {"type": "integer"},
        },
    },
    examples=[
        {"lang": "it", "text": "accendi la luce in cucina", "args": {"room": "kitchen", "state": "on"}},
        {"lang": "it", "text": "spegni le luci del bagno", "args": {"room": "bathroom", "state": "off"}},
        {
            "lang": "it",
            "text": "accendi le luci in bagno al 50",
            "args": {"room": "bathroom", "state": "on", "level": 50},
        },
    ],
)
NOTES = manifest(
    "jot_notes",
    effect="write",
    affinity={"it": ["appuntati", "prendi nota"], "en": ["make a note"]},
    args={"required": ["text"], "properties": {"text": {"type": "string"}}},
    examples=[{"lang": "it", "text": "prendi nota che la caldaia perde", "args": {"text": "la caldaia perde"}}],
)


def test_user_executor_joins_a_pipeline() -> None:
    """An executor from a manifest alone takes the entries of a bundled one."""
    steps = plan("leggi ~/note.txt e traducilo in inglese", "it", with_user(TRANSLATE))

    assert steps == [
        ("read_files", {"path": "~/note.txt"}),
        ("translate_entries", {"from_step": 1, "language": "english"}),
    ]


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("accendi la luce del bagno", {"room": "bathroom", "state": "on"}),
        ("per favore spegni le luci in cucina", {"room": "kitchen", "state": "off"}),
        ("accendi le luci in cucina al 30", {"room": "kitchen", "state": "on", "level": 30}),
    ],
)
def test_choices_are_learnt_from_examples(text: str, args: dict[str, Any]) -> None:
    """The words that tell the choices apart are those of the manifest's examples."""
    assert plan(text, "it", with_user(LIGHTS)) == [("switch_lights", args)]


def test_free_text_follows_an_opening_of_the_examples() -> None:
    """What comes after the opening is the text, verbs and conjunctions included."""
    steps = plan("prendi nota che Anna arriva alle 8 e poi riparte", "it", with_user(NOTES))

    assert steps == [("jot_notes", {"text": "Anna arriva alle 8 e poi riparte"})]
