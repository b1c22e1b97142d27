"""The map of DESIGN: each part imports only what stands above it, and no file grows past its size."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ORDER = (
    "errors", "records", "ports", "environment", "messages", "config", "text", "store", "models", "executors", "safety",
    "memory", "plan", "facts", "pipeline", "bench", "ui", "cli",
)  # fmt: skip
TYPES_ONLY = {("ports", "config.load"), ("ports", "executors.manifest")}
"""Protocols name these types; nothing of them is imported when the program runs."""
LINES = 400
FUNCTION_LINES = 40
CORE = ("pipeline",)
KEPT_OUT_OF_CORE = {"typer", "rich", "sqlite3", "llama_cpp", "prompt_toolkit"}
ONE_HOME = {
    "llama_cpp": {"models"},
    "FlagEmbedding": {"models"},
    "prompt_toolkit": {"ui"},
    "rich": {"ui", "bench", "cli"},
    "typer": {"cli", "__main__"},
    "simplemma": {"text"},
    "tomlkit": {"config"},
}


def part_of(path: Path, root: Path) -> str:
    """First name below the package: ``text`` for ``metnos_cli/text/slots/url.py``."""
    return path.relative_to(root / "metnos_cli").parts[0].removesuffix(".py")


def length_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's signature and body, its docstring not counted."""
    first = node.body[0]
    text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if text else 0
    return (node.end_lineno or 0) - node.lineno + 1 - docstring


def imports_of(tree: ast.AST) -> list[tuple[str, int]]:
    """(dotted name, line) of everything a module imports, wherever the import stands."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(name.name, node.lineno) for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [(f"{node.module}.{name.name}", node.lineno) for name in node.names]
    return found


def faults(root: Path) -> list[str]:
    """Everything in the tree that breaks the map."""
    told: list[str] = []
    for path in sorted((root / "metnos_cli").rglob("*.py")):
        part = part_of(path, root)
        text = path.read_text(encoding="utf-8")
        where = str(path.relative_to(root))
        tree = ast.parse(text)
        if text.count("\n") > LINES:
            told.append(f"{where}: {text.count(chr(10))} lines")
        told += [
            f"{where}:{node.lineno} {node.name}: {length_of(node)} lines"
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and length_of(node) > FUNCTION_LINES
        ]
        for name, line in imports_of(tree):
            top, *rest = name.split(".")
            if top == "metnos_cli" and rest:
                told += _wrong_direction(part, rest, where, line)
            elif part in CORE and top in KEPT_OUT_OF_CORE:
                told.append(f"{where}:{line} imports {top}")
            elif top in ONE_HOME and part not in ONE_HOME[top]:
                told.append(f"{where}:{line} imports {top} outside its home")
    return told


def _wrong_direction(part: str, target: list[str], where: str, line: int) -> list[str]:
    if part not in ORDER or target[0] not in ORDER or target[0] == part:
        return []
    if any(part == source and ".".join(target).startswith(allowed) for source, allowed in TYPES_ONLY):
        return []
    if ORDER.index(target[0]) > ORDER.index(part):
        return [f"{where}:{line} {part} imports {target[0]}"]
    return []


def test_the_tree_keeps_to_the_map() -> None:
    """Direction of imports, homes of libraries, sizes of files and functions."""
    assert faults(ROOT) == []


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        ("metnos_cli/text/bad.py", "from metnos_cli.plan.intent import find_intent\n", "text imports plan"),
        ("metnos_cli/store/bad.py", "def late():\n    import metnos_cli.ui.console\n", "store imports ui"),
        ("metnos_cli/pipeline/bad.py", "import sqlite3\n", "imports sqlite3"),
        ("metnos_cli/plan/bad.py", "import llama_cpp\n", "outside its home"),
        ("metnos_cli/text/bad.py", "x = 1\n" * 401, "401 lines"),
    ],
)
def test_a_planted_violation_is_found(tmp_path: Path, place: str, text: str, told: str) -> None:
    """The test above would notice."""
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")

    assert any(told in fault for fault in faults(tmp_path))
