"""Every bundled manifest: enough examples in both languages, all of them right, everything it names there."""

from __future__ import annotations

import pytest

from metnos_cli.cli.lint import lint
from metnos_cli.executors.catalog import load_catalog

CATALOG = load_catalog()
PROMISED = {
    "get_now", "get_location", "find_files", "list_dirs", "read_files", "write_files", "move_files", "copy_files",
    "create_dirs", "delete_files", "compute_files", "get_urls", "describe_entries", "filter_entries", "sort_entries",
    "group_entries", "compute_entries", "get_processes", "get_system", "get_inputs", "request_new_executor",
}  # fmt: skip


def test_the_catalog_holds_what_is_promised() -> None:
    """And reads without a problem."""
    assert CATALOG.problems == ()
    assert {manifest.name for manifest in CATALOG} >= PROMISED


@pytest.mark.parametrize("manifest", CATALOG, ids=lambda manifest: manifest.name)
def test_the_linter_has_nothing_to_say(manifest) -> None:
    """Neither errors nor warnings."""
    found = [finding for finding in lint(manifest, CATALOG) if finding.level != "note"]

    assert found == []


@pytest.mark.parametrize("manifest", CATALOG, ids=lambda manifest: manifest.name)
def test_entries_are_declared_with_a_name(manifest) -> None:
    """What gives entries says by which field people know them, unless it passes others' entries on."""
    entries = manifest.result["properties"].get("entries", {})
    fields = entries.get("items", {}).get("properties")

    if fields is not None:
        assert {"path", "url", "name", "text", "title"} & set(fields)


def test_examples_are_nowhere_the_same() -> None:
    """One request cannot teach two executors."""
    seen: dict[str, str] = {}
    for manifest in CATALOG:
        for example in manifest.examples:
            other = seen.setdefault(f"{example.lang} {example.text.casefold()}", manifest.name)
            assert other == manifest.name, example.text
