"""Undo: each kind of change taken back, and honest about what cannot be."""

from __future__ import annotations

import os
import shutil
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import Interrupted
from metnos_cli.safety.undo import Reversal, Undo
from metnos_cli.store import journal
from tests.executors.small_world import NOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.executors.small_world import SmallWorld


def picture(small: SmallWorld) -> dict[str, str]:
    """Everything the user sees in the home: path -> content, link target, or folder."""
    found = {}
    for path in sorted(small.home.rglob("*")):
        name = str(path.relative_to(small.home))
        if name.startswith((".local", ".config")):
            continue
        found[name] = f"-> {path.readlink()}" if path.is_symlink() else "/" if path.is_dir() else path.read_text()
    return found


@pytest.fixture
def furnished(small: SmallWorld) -> SmallWorld:
    """Something of everything."""
    small.file("a/uno.log", "1")
    small.file("a/due.log", "2")
    small.file("a/deep/tre.txt", "3")
    small.file("b/uno.log", "old one")
    small.file("note.txt", "before\n")
    (small.home / "link").symlink_to("note.txt")
    return small


CHANGES: dict[str, Callable[[SmallWorld], Any]] = {
    "write": lambda w: w.call("write_files", path="~/new/file.txt", text="x"),
    "overwrite": lambda w: w.call("write_files", path="~/note.txt", text="after", mode="overwrite"),
    "append": lambda w: w.call("write_files", path="~/note.txt", text="after", mode="append"),
    "move": lambda w: w.call("move_files", path="~/a", pattern="*.log", dst="~/c"),
    "rename": lambda w: w.call("move_files", path="~/note.txt", dst="~/renamed.txt"),
    "move over": lambda w: w.call("move_files", path="~/a/uno.log", dst="~/b", overwrite=True),
    "move folder": lambda w: w.call("move_files", path="~/a", dst="~/b"),
    "move link": lambda w: w.call("move_files", path="~/link", dst="~/b"),
    "copy": lambda w: w.call("copy_files", path="~/note.txt", dst="~/d/e/copy.txt"),
    "copy over": lambda w: w.call("copy_files", path="~/a/uno.log", dst="~/b", overwrite=True),
    "copy folder": lambda w: w.call("copy_files", path="~/a", dst="~/b"),
    "mkdir": lambda w: w.call("create_dirs", path="~/x/y/z"),
    "trash": lambda w: w.call("delete_files", path="~/a", pattern="*.log"),
    "trash folder": lambda w: w.call("delete_files", path="~/a"),
    "trash link": lambda w: w.call("delete_files", path="~/link"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_taken_back(furnished: SmallWorld, name: str) -> None:
    """As if it had never been; what is shown beforehand is what is done."""
    before = picture(furnished)
    CHANGES[name](furnished)
    assert picture(furnished) != before

    plan, undone = furnished.undo()

    assert picture(furnished) == before
    assert undone.stuck == ()
    assert [step.why for step in plan.steps] == [""] * len(plan.steps)
    assert len(undone.done) == len(plan.steps)


def test_all_of_a_turn_is_taken_back_in_reverse(furnished: SmallWorld) -> None:
    """Every kind, one upon the other."""
    before = picture(furnished)
    for name in ("write", "overwrite", "append", "move", "copy", "mkdir", "rename", "trash folder"):
        CHANGES[name](furnished)

    _, undone = furnished.undo()

    assert picture(furnished) == before
    assert undone.stuck == ()


def test_one_turn_at_a_time(furnished: SmallWorld) -> None:
    """The last first; then the one before; then nothing."""
    before = picture(furnished)
    CHANGES["overwrite"](furnished)
    between = picture(furnished)
    furnished.turn = "turn-2"
    CHANGES["move"](furnished)

    furnished.undo()
    assert picture(furnished) == between
    furnished.undo()
    assert picture(furnished) == before
    assert furnished.undoing.plan() is None


def test_a_plan_alone_changes_nothing(furnished: SmallWorld) -> None:
    """It only says what would be done, naming paths as people write them."""
    CHANGES["rename"](furnished)
    before = picture(furnished)

    plan = furnished.undoing.plan()

    assert plan is not None
    assert picture(furnished) == before
    assert [(step.key, dict(step.facts)) for step in plan.steps] == [
        ("move_back", {"source": "~/note.txt", "target": "~/renamed.txt"})
    ]
    assert plan.possible
    assert plan.at == NOW.isoformat()


SPOILS: list[tuple[str, Callable[[SmallWorld], Any], str]] = [
    ("write", lambda w: w.file("new/file.txt", "edited"), "changed"),
    ("overwrite", lambda w: w.file("note.txt", "edited"), "changed"),
    ("overwrite", lambda w: shutil.rmtree(w.environment.data_dir / "undo"), "copy_gone"),
    ("overwrite", lambda w: next((w.environment.data_dir / "undo/turn-1").iterdir()).write_text("x"), "copy_gone"),
    ("rename", lambda w: w.file("renamed.txt", "edited"), "changed"),
    ("rename", lambda w: w.file("note.txt", "another"), "taken"),
    ("rename", lambda w: (w.home / "renamed.txt").unlink(), "missing"),
    ("copy", lambda w: w.file("d/e/copy.txt", "edited"), "changed"),
    ("copy folder", lambda w: w.file("b/a/more", "added"), "changed"),
    ("mkdir", lambda w: w.file("x/y/kept", "mine"), "not_empty"),
    ("trash folder", lambda w: w.file("a/new", "another"), "taken"),
    ("trash folder", lambda w: shutil.rmtree(w.home / ".local/share/Trash"), "not_in_trash"),
    ("trash folder", lambda w: (w.home / ".local/share/Trash/files/a/uno.log").write_text("edited"), "changed"),
]


@pytest.mark.parametrize(("name", "spoil", "why"), SPOILS)
def test_what_changed_since_is_left_alone(
    furnished: SmallWorld, name: str, spoil: Callable[[SmallWorld], Any], why: str
) -> None:
    """Told before and after, with the reason; nothing is lost."""
    CHANGES[name](furnished)
    spoil(furnished)
    before = {path: text for path, text in picture(furnished).items() if text != "/"}

    plan, undone = furnished.undo()

    assert why in [step.why for step in plan.steps]
    assert why in [step.why for step in undone.stuck]
    after = picture(furnished)
    assert before.items() <= after.items()
    assert furnished.undoing.plan() is None


def test_a_change_already_taken_back_by_hand(furnished: SmallWorld) -> None:
    """Nothing is left to do, and that is no failure."""
    CHANGES["rename"](furnished)
    (furnished.home / "renamed.txt").rename(furnished.home / "note.txt")
    furnished.turn = "turn-2"
    CHANGES["mkdir"](furnished)
    (furnished.home / "x/y/z").rmdir()

    for _ in range(2):
        _, undone = furnished.undo()
        assert undone.stuck == ()
    assert not (furnished.home / "x").exists()


def test_lost_folders_are_made_again(furnished: SmallWorld) -> None:
    """When something goes back to where its folder was."""
    CHANGES["move"](furnished)
    shutil.rmtree(furnished.home / "a")

    _, undone = furnished.undo()

    assert undone.stuck == ()
    assert (furnished.home / "a/uno.log").read_text() == "1"


def test_what_is_denied_today_is_not_touched_today(furnished: SmallWorld) -> None:
    """The rules in force are those of now."""
    CHANGES["rename"](furnished)
    (furnished.home / "elsewhere").mkdir()
    del furnished.__dict__["settings"]
    furnished.config = '[safety]\nroots = ["~/elsewhere"]\n'

    _, undone = furnished.undo()

    assert [step.why for step in undone.stuck] == ["path_outside"]
    assert (furnished.home / "renamed.txt").exists()


def test_killed_just_before_the_act(furnished: SmallWorld) -> None:
    """The note stands, the world does not show it: undo finds nothing to do."""
    furnished.journal.begin(
        "file.move",
        {"source": furnished.home / "note.txt", "target": furnished.home / "never", "mark": {"kind": "file"}},
    )

    _, undone = furnished.undo()

    assert undone.stuck == ()
    assert (furnished.home / "note.txt").read_text() == "before\n"


def test_changes_of_other_kinds(furnished: SmallWorld) -> None:
    """Those that nobody knows are told; those that somebody knows are reversed."""
    furnished.journal.note("lamp.on", {"lamp": 3})
    furnished.journal.note("door.open", {"door": 1})
    acted: list[int] = []

    def lamp(change: journal.Change, before: Any) -> Reversal:
        return Reversal(change, "other", {"kind": change.kind}, lambda: acted.append(change.facts["lamp"]))

    undoing = Undo(furnished.store, {"lamp.on": lamp})
    plan = undoing.plan()
    assert plan is not None
    undone = undoing.run(plan)

    assert acted == [3]
    assert [(step.change.kind, step.why) for step in undone.stuck] == [("door.open", "unknown_kind")]


def test_stopped_half_way(furnished: SmallWorld) -> None:
    """What was taken back stays so, the rest can still be."""
    before = picture(furnished)
    CHANGES["move"](furnished)
    plan = furnished.undoing.plan()
    assert plan is not None
    left = iter([None, Interrupted()])

    def check() -> None:
        stop = next(left)
        if stop:
            raise stop

    with pytest.raises(Interrupted):
        furnished.undoing.run(plan, check)
    furnished.undo()

    assert picture(furnished) == before


def test_notes_are_forgotten_after_a_month(furnished: SmallWorld) -> None:
    """When something new is noted, whatever the offset they were written with."""
    with furnished.store.write() as connection:
        journal.add(connection, "old", NOW - timedelta(days=31), "file.mkdir", {})
        journal.add(connection, "young", NOW - timedelta(days=29), "file.mkdir", {})

    CHANGES["mkdir"](furnished)

    connection = furnished.store.read()
    assert journal.of_turn(connection, "old") == []
    assert len(journal.of_turn(connection, "young")) == 1


def test_a_path_trashed_twice_gives_back_the_last(furnished: SmallWorld) -> None:
    """Not the one of another day."""
    furnished.call("delete_files", path="~/note.txt")
    os.utime(next((furnished.home / ".local/share/Trash/info").iterdir()), (0, 0))
    furnished.file("note.txt", "second\n")
    furnished.turn = "turn-2"
    furnished.call("delete_files", path="~/note.txt")

    furnished.undo()

    assert (furnished.home / "note.txt").read_text() == "second\n"
