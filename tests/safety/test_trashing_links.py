"""Links in the trash: the link itself goes there and comes back, wherever it leads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.safety import trash as trash_module
from metnos_cli.safety.trash import Trash

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld

TARGETS = {
    "nowhere": "not-there",
    "nowhere, further away": "a/b/../c/not-there",
    "file": "file",
    "folder": "folder",
    "the folder it stands in": ".",
}


@pytest.fixture
def linked(small: SmallWorld) -> SmallWorld:
    """A file and a folder to lead to."""
    small.file("file", "x")
    small.file("folder/inside", "x")
    return small


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_link_goes_and_comes_back(linked: SmallWorld, target: str) -> None:
    """What it leads to stays as it is."""
    link = linked.home / "link é"
    link.symlink_to(target)

    answer = linked.call("delete_files", path="~/link é")

    assert answer["ok_count"] == 1
    assert not os.path.lexists(link)
    assert (linked.home / "file").read_text() == (linked.home / "folder/inside").read_text() == "x"
    _, undone = linked.undo()
    assert undone.stuck == ()
    assert str(link.readlink()) == target
    assert not list(linked.home.glob(".local/share/Trash/*/*"))


def test_links_of_one_name_do_not_meet(linked: SmallWorld) -> None:
    """Each finds a name of its own, also beside a file that has one without a note."""
    found = []
    trash = Trash(linked.home / ".local/share")
    (trash.data_home / "Trash/files").mkdir(parents=True)
    (trash.data_home / "Trash/files/link").symlink_to("an older one")
    for target in ("one", "two"):
        (linked.home / "link").symlink_to(target)
        found.append(trash.put(linked.home / "link"))

    assert [str(Path(one["trashed"]).readlink()) for one in found] == ["one", "two"]
    assert trash.find(linked.home / "link")["trashed"] in [one["trashed"] for one in found]


class Elsewhere(Trash):
    """The trash of a user whose home lies on another file system."""

    def __init__(self, top: Path) -> None:
        super().__init__(Path("/proc"))
        self.top = top

    def _folders(self, path: Path) -> list[Path]:
        return [Path("/proc/none/Trash"), self.top / ".Trash/7", self.top / ".Trash-7"]


@pytest.mark.parametrize(("shared", "used"), [(None, ".Trash-7"), (0o1777, ".Trash/7"), (0o777, ".Trash-7")])
def test_on_another_file_system_its_own_trash_is_used(tmp_path: Path, shared: int | None, used: str) -> None:
    """The shared one where it is safe, otherwise the user's; the note says the path below the top."""
    if shared is not None:
        (tmp_path / ".Trash").mkdir()
        (tmp_path / ".Trash").chmod(shared)
    link = tmp_path / "deep" / "link"
    link.parent.mkdir()
    link.symlink_to("nowhere")
    trash = Elsewhere(tmp_path)

    put = trash.put(link)

    assert Path(put["trashed"]).parent == tmp_path / used / "files"
    assert "Path=deep/link\n" in Path(put["info"]).read_text()
    assert trash.find(link) == put


def test_without_a_trash_nothing_is_deleted(tmp_path: Path) -> None:
    """Where no folder can be made for it."""
    (tmp_path / ".Trash-7").symlink_to("/proc")
    (tmp_path / "link").symlink_to("nowhere")

    with pytest.raises(ExecutorError) as raised:
        Elsewhere(tmp_path).put(tmp_path / "link")

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.UNAVAILABLE, "no_trash")
    assert (tmp_path / "link").is_symlink()


def test_a_system_whose_trash_takes_no_such_link_says_so(linked: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that it is not there."""
    monkeypatch.setattr(trash_module, "has_trash_folders", lambda: False)
    (linked.home / "link").symlink_to("nowhere")

    with pytest.raises(ExecutorError) as raised:
        linked.call("delete_files", path="~/link")

    assert raised.value.key == "link_not_trashed"
    assert (linked.home / "link").is_symlink()
