"""The golden grammars: one per bundled executor, written by ``python -m metnos_cli.plan.grammar.golden``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from metnos_cli.executors.catalog import load_catalog
from metnos_cli.plan.grammar import generate_framework_grammar
from metnos_cli.plan.grammar.primitives import folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

STEPS = 2
"""Steps of a golden grammar: the first place, and one that looks back on it."""
_COMPANION = "find_files"
"""What may stand before an executor that needs entries, which could not be called alone."""
_HEAD = "# Written by: python -m metnos_cli.plan.grammar.golden\n"


def golden_grammars() -> Mapping[str, str]:
    """Executor -> the text of its grammar, alone, or beside one that gives entries where it takes some."""
    catalog = load_catalog(())
    told = {}
    for manifest in catalog:
        pool = [manifest]
        companion = catalog.get(_COMPANION)
        if manifest.takes_entries and companion is not None:
            pool.append(companion)
        told[manifest.name] = _HEAD + generate_framework_grammar(pool, STEPS)
    return told


def write_golden(target: Path) -> tuple[str, ...]:
    """Write them all and remove what belongs to no executor any more.

    Args:
        target: The folder.

    Returns:
        Names of the files that changed.
    """
    wanted = {f"{name}.gbnf": text for name, text in golden_grammars().items()}
    changed = []
    for path in sorted(target.glob("*.gbnf")):
        if path.name not in wanted and path.read_text(encoding="utf-8").startswith(_HEAD):
            path.unlink()
            changed.append(path.name)
    for name, text in wanted.items():
        path = target / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(name)
    return tuple(changed)


if __name__ == "__main__":
    sys.stdout.write("".join(f"{name}\n" for name in write_golden(folder())))
