"""The golden grammars in ``grammars/`` are those that the generator writes today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.golden import golden_grammars, write_golden
from metnos_cli.plan.grammar.primitives import folder

if TYPE_CHECKING:
    from pathlib import Path

PRIMITIVES = {"json", "plan"}


def test_there_is_one_golden_grammar_for_each_bundled_executor() -> None:
    """None is missing, none is left over, none has changed: write them anew when one should have."""
    written = golden_grammars()
    lying = {path.stem: path.read_text(encoding="utf-8") for path in folder().glob("*.gbnf")}

    assert set(lying) - PRIMITIVES == set(written)
    assert [name for name, text in written.items() if lying[name] != text] == []


def test_writing_them_again_changes_nothing(tmp_path: Path) -> None:
    """The first run writes all, the second finds them as they are, and what belongs to no executor goes."""
    first = write_golden(tmp_path)
    gone = tmp_path / "gone_executor.gbnf"
    gone.write_text((tmp_path / first[0]).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "json.gbnf").write_text('ws ::= " "?\n', encoding="utf-8")

    assert len(first) == len(golden_grammars())
    assert write_golden(tmp_path) == ("gone_executor.gbnf",)
    assert write_golden(tmp_path) == ()
    assert (tmp_path / "json.gbnf").is_file()
