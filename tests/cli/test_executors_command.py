"""``metnos executors``: list, show, check, and a user's own executor from its folder to its answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Metnos

MANIFEST = """
name = "get_dice"
version = "1.0.0"
effect = "read"
examples = [
  { lang = "it", text = "tira un dado", args = {} },
  { lang = "it", text = "tira un dado a 20 facce", args = { sides = 20 } },
  { lang = "it", text = "lancia il dado", args = {} },
  { lang = "it", text = "fai rotolare un dado", args = {} },
  { lang = "it", text = "un dado da 12, per favore", args = { sides = 12 } },
  { lang = "it", text = "gioca a dadi", args = {} },
  { lang = "en", text = "roll a die", args = {} },
  { lang = "en", text = "roll a 20-sided die", args = { sides = 20 } },
  { lang = "en", text = "throw the dice", args = {} },
  { lang = "en", text = "cast a die for me", args = {} },
  { lang = "en", text = "a die of 12, please", args = { sides = 12 } },
  { lang = "en", text = "let's play dice", args = {} },
]

[description]
it = "Tira un dado."
en = "Roll a die."

[affinity]
it = ["dado", "dadi", "tira", "lancia"]
en = ["die", "dice", "roll", "throw"]

[args.properties.sides]
type = "integer"
minimum = 2
description = "how many sides"
default = 6

[result.properties.face]
type = "integer"

[message]
it = "È uscito ${face}."
en = "It shows ${face}."

[run]
command = ["python3", "dice.py"]
timeout_s = 10
"""
TAGS = """default = 6

[args.properties.tags]
type = "array"
uniqueItems = true
items = { type = "string" }
description = "labels"
"""
PROGRAM = """
import json, sys
args = json.load(sys.stdin)
json.dump({"face": args.get("sides", 6)}, sys.stdout)
"""


@pytest.fixture
def dice(home: Path) -> Path:
    """A user's executor in its folder."""
    folder = home / ".config/metnos/executors/dice"
    folder.mkdir(parents=True)
    (folder / "manifest.toml").write_text(MANIFEST, encoding="utf-8")
    (folder / "dice.py").write_text(PROGRAM, encoding="utf-8")
    return folder


def test_the_list(metnos: Metnos, dice: Path) -> None:
    """One line each, in the user's language, the user's own marked."""
    answer = metnos("executors")

    assert answer.exit_status == 0
    lines = answer.stdout.splitlines()
    assert any(line.startswith("find_files ") and "Cerca file" in line for line in lines)
    assert any(line.startswith("get_dice ") and line.endswith("Tira un dado. (user)") for line in lines)


def test_the_list_as_json(metnos: Metnos, dice: Path) -> None:
    """What was left out is in it too."""
    (dice / "manifest.toml").write_text("name = 3", encoding="utf-8")

    told = metnos("executors", "list", "--json").json

    names = {row["name"]: row["origin"] for row in told["executors"]}
    assert names["get_now"] == "bundled"
    assert told["schema_version"] == 1
    assert [problem["pointer"] for problem in told["problems"]] == ["/name"]


def test_one_from_close_by(metnos: Metnos, dice: Path) -> None:
    """Arguments, results and examples; as JSON, the whole manifest."""
    shown = metnos("executors", "show", "get_dice", "--lang", "en")
    told = metnos("executors", "show", "get_dice", "--json").json["executor"]

    assert "how many sides [6]" in shown.stdout
    assert "roll a 20-sided die" in shown.stdout
    assert told["run"]["command"] == ["python3", "dice.py"]
    assert len(told["examples"]) == 12


@pytest.mark.parametrize(("name", "hint"), [("find_fils", "find_files"), ("zzz", "zzz")])
def test_one_that_is_not_there(metnos: Metnos, name: str, hint: str) -> None:
    """One sentence, the nearest name in it; status 2."""
    answer = metnos("executors", "show", name)

    assert answer.exit_status == 2
    assert hint in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_good_executor_passes_the_check(metnos: Metnos, dice: Path) -> None:
    """By its name or by its folder."""
    for chosen in ("get_dice", str(dice), str(dice / "manifest.toml")):
        answer = metnos("executors", "check", chosen, "--json")

        assert (answer.exit_status, answer.json["errors"], answer.json["checked"]) == (0, 0, 1)
        assert answer.json["findings"] == []


@pytest.mark.parametrize(
    ("old", "new", "level", "pointer", "key"),
    [
        ('{ sides = 20 } },\n  { lang = "it", text = "lancia', '{ side = 20 } },\n  { lang = "it", text = "lancia',
         "error", "/examples/1/args", "example"),
        ('${face}."\nen', '${nose}."\nen', "error", "/message/it", "message_field"),
        ('["python3", "dice.py"]', '["no-such-program"]', "error", "/run/command/0", "no_program"),
        ('command = ["python3", "dice.py"]', 'python = "dice:roll"', "error", "/run/python", "broken_module"),
        ('command = ["python3", "dice.py"]', 'python = "nowhere:roll"', "error", "/run/python", "no_target"),
        ('command = ["python3", "dice.py"]', 'pipeline = { steps = [{ tool = "x_y" }] }', "error",
         "/run/pipeline/steps/0", "no_tool"),
        ('type = "integer"\nminimum', 'type = "whole"\nminimum', "error", "/args/properties/sides/type", "schema"),
        ('description = "how many sides"\n', "", "warning", "/args/properties/sides", "no_description"),
        ('en = ["die", "dice", "roll", "throw"]\n', "", "warning", "/affinity/en", "no_affinity"),
        ('  { lang = "en", text = "throw the dice", args = {} },\n', "", "warning", "/examples", "few_examples"),
        ("throw the dice", "Roll a die", "warning", "/examples", "same_example"),
        ("default = 6", TAGS, "note", "/args/properties/tags", "left_to_validator"),
    ],
)  # fmt: skip
def test_the_check_finds(metnos: Metnos, dice: Path, old: str, new: str, level: str, pointer: str, key: str) -> None:
    """Each fault at its place; only errors fail."""
    assert old in MANIFEST
    (dice / "manifest.toml").write_text(MANIFEST.replace(old, new), encoding="utf-8")

    answer = metnos("executors", "check", str(dice), "--json")

    found = [(row["level"], row["pointer"], row["key"]) for row in answer.json["findings"]]
    assert (level, pointer, key) in found
    assert answer.exit_status == (1 if level == "error" else 0)
    assert all(row["message"] for row in answer.json["findings"])


def test_a_manifest_that_breaks_the_format_fails_the_check(metnos: Metnos, dice: Path) -> None:
    """With file and place; the others are looked over all the same."""
    (dice / "manifest.toml").write_text("nonsense", encoding="utf-8")

    answer = metnos("executors", "check")

    assert answer.exit_status == 1
    assert str(dice / "manifest.toml") in answer.stdout
    assert "errori: 1" in answer.stderr


def test_a_users_executor_answers(metnos: Metnos, dice: Path) -> None:
    """Asked for in words of its examples, without a model."""
    answer = metnos("ask", "--json", "tira un dado a 20 facce")

    assert answer.exit_status == 0, answer.stderr
    told = json.loads(answer.stdout)
    assert told["outcome"]["message"] == "È uscito 20."
