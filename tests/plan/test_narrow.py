"""Executors narrowed to a request hold its values and no others."""

from __future__ import annotations

from typing import Any

from metnos_cli.plan.narrow import narrowed
from metnos_cli.records import Step
from tests.plan.asking import asked, bundled


def properties(text: str, tool: str, draft: tuple[Step, ...] = ()) -> dict[str, Any]:
    given = asked(text)
    manifest = bundled().get(tool)
    assert manifest is not None
    (one,) = narrowed([manifest], given.request, draft)
    return dict(one.args["properties"])


def test_paths_are_those_of_the_request() -> None:
    """No other path can be written."""
    assert properties("copia ~/a.txt in ~/b", "copy_files")["path"] == {"enum": ["~/a.txt", "~/b"]}


def test_optional_arguments_without_a_value_go() -> None:
    """No time and no size was said: neither can be invented."""
    left = properties("trova i pdf in ~/Documenti", "find_files")

    assert {"when", "min_size", "max_size", "larger_than", "smaller_than"}.isdisjoint(left)
    assert {"path", "pattern", "recursive"} <= set(left)


def test_required_ones_stay() -> None:
    """What must be there is left to the model where the request says nothing."""
    assert properties("copia i pdf", "copy_files")["dst"]["type"] == "string"


def test_quantities_are_bytes() -> None:
    """A size stands in the grammar as the executor takes it."""
    assert properties("trova i file più grandi di 10 MB in ~/x", "find_files")["larger_than"] == {"enum": [10_000_000]}


def test_what_is_moved_by_some_time_may_move_either_way() -> None:
    """The request tells how far, and its verb which way."""
    assert properties("anticipa la riunione con Anna di un'ora", "change_events")["shift"] == {
        "enum": ["PT1H", "-PT1H"]
    }


def test_standard_folders_and_new_names_count_as_paths() -> None:
    """What the rules read as a path may be written too."""
    assert "~/Documenti" in properties("trova i pdf nei Documenti", "find_files")["path"]["enum"]
    assert "~/x/prova" in properties("crea una cartella chiamata prova in ~/x", "create_dirs")["path"]["enum"]


def test_values_of_the_draft_count_as_given() -> None:
    """A value that the rules worked out may be written too."""
    draft = (Step("find_files", {"when": "../2026-02-02T10:00:00+00:00"}),)

    assert properties("trova i file vecchi in ~/x", "find_files", draft)["when"] == {
        "enum": ["../2026-02-02T10:00:00+00:00"]
    }


def test_narrowed_executors_are_others_than_those_of_another_request() -> None:
    """Grammars are kept by digest: two requests never share one."""
    digests = {
        narrowed([one], asked(text).request)[0].digest
        for text in ("leggi ~/a.txt", "leggi ~/b.txt")
        for one in [bundled().get("read_files")]
        if one is not None
    }

    assert len(digests) == 2
