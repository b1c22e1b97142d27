"""The guard when it acts: checked again after opening, atomic, noted before it is done."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.safety import acts
from metnos_cli.safety.filesystem import forget_copies
from metnos_cli.store import journal
from tests.executors.busy import busy_after

if TYPE_CHECKING:
    from pathlib import Path

    from tests.executors.small_world import SmallWorld


def test_a_link_put_in_the_way_after_the_check_is_not_followed(small: SmallWorld, tmp_path: Path) -> None:
    """The file itself, and a folder above it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/file").write_text("secret")
    small.file("d/file", "mine")
    files = small.files
    checked = files.readable("~/d/file")
    shutil.rmtree(small.home / "d")
    (small.home / "d").symlink_to(tmp_path / "outside")

    with pytest.raises(ExecutorError) as through_folder:
        files.open(checked)
    (small.home / "d").unlink()
    (small.home / "d").mkdir()
    checked.symlink_to(tmp_path / "outside/file")
    with pytest.raises(ExecutorError) as through_file:
        files.open(checked)

    assert through_folder.value.error_class is ErrorClass.DENIED
    assert (through_file.value.error_class, through_file.value.key) == (ErrorClass.DENIED, "path_link")


@pytest.mark.parametrize("act", ["write", "move", "copy", "make_dir", "trash"])
def test_no_act_goes_through_a_swapped_folder(small: SmallWorld, tmp_path: Path, act: str) -> None:
    """Whatever is done, it is not done outside; nothing is left noted as done."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/there").write_text("theirs")
    small.file("d/there", "mine")
    small.file("a", "x")
    files = small.files
    place = files.writable("~/d/new")
    there = files.writable("~/d/there")
    shutil.rmtree(small.home / "d")
    (small.home / "d").symlink_to(tmp_path / "outside")

    acting = {
        "write": lambda: files.write(place, b"x", overwrite=False),
        "move": lambda: files.move(small.home / "a", place, overwrite=False),
        "copy": lambda: files.copy(small.home / "a", place, overwrite=False),
        "make_dir": lambda: files.make_dir(place),
        "trash": lambda: files.trash(there),
    }
    with pytest.raises(ExecutorError) as raised:
        acting[act]()

    assert raised.value.error_class is ErrorClass.DENIED
    assert sorted(path.name for path in (tmp_path / "outside").iterdir()) == ["there"]
    assert (small.home / "a").read_text() == "x"
    assert journal.standing(small.store.read(), "turn-1") == []


def test_swapping_folders_all_the_time_leads_nowhere(small: SmallWorld, tmp_path: Path) -> None:
    """Thirty writes and copies against a thread that turns the folder into a link and back."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (small.home / "real").mkdir()
    small.file("a", "mine")
    swap = small.home / "swap"
    swap.symlink_to("real")
    done = threading.Event()

    def turn() -> None:
        while not done.is_set():
            for target in ("real", str(outside)):
                (small.home / "next").symlink_to(target)
                (small.home / "next").replace(swap)

    thread = threading.Thread(target=turn)
    thread.start()
    try:
        for number in range(30):
            with contextlib.suppress(ExecutorError):
                small.files.write(small.files.writable(f"~/swap/{number}"), b"x", overwrite=False)
            with contextlib.suppress(ExecutorError):
                small.files.copy(small.home / "a", small.files.writable(f"~/swap/c{number}"), overwrite=False)
    finally:
        done.set()
        thread.join()

    assert list(outside.iterdir()) == []


def test_readers_never_see_half_a_file(small: SmallWorld) -> None:
    """Before or after, nothing in between."""
    path = small.file("x", "a" * 100_000)
    seen: set[str] = set()
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.add(path.read_text()[:1] + str(len(path.read_text())))

    thread = threading.Thread(target=read)
    thread.start()
    for letter in "bcdefgh":
        small.files.write(path, letter.encode() * 100_000, overwrite=True)
    done.set()
    thread.join()

    assert {one[1:] for one in seen} == {"100000"}


def test_what_cannot_be_noted_is_not_done(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """A locked database stops the change, not only its note."""
    path = small.file("x", "before")

    busy_after(monkeypatch, 0)
    for act in (
        lambda: small.files.write(path, b"after", overwrite=True),
        lambda: small.files.move(path, small.home / "y", overwrite=False),
        lambda: small.files.trash(path),
        lambda: small.files.make_dir(small.home / "d"),
    ):
        with pytest.raises(ExecutorError) as raised:
            act()
        assert (raised.value.error_class, raised.value.key) == (ErrorClass.UNAVAILABLE, "store_locked")

    assert path.read_text() == "before"
    assert not (small.home / "d").exists()


def test_what_did_not_happen_is_not_noted_as_done(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note is taken back."""
    path = small.file("x", "1")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(acts, "place", full)
    with pytest.raises(ExecutorError) as raised:
        small.files.move(path, small.home / "y", overwrite=False)

    assert raised.value.key == "no_room"
    assert [change.state for change in journal.of_turn(small.store.read(), "turn-1")] == ["failed"]


def test_another_file_system(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move becomes a copy and a removal, whole folders too."""
    small.file("d/in/x", "1")
    place = acts.place

    def apart(source_folder: int, source: str, target_folder: int, target: str, *, over: bool = False) -> None:
        if not source.startswith(".metnos-"):
            raise OSError(18, "Invalid cross-device link")
        place(source_folder, source, target_folder, target, over=over)

    monkeypatch.setattr(acts, "place", apart)
    small.files.move(small.home / "d", small.home / "moved", overwrite=False)

    assert (small.home / "moved/in/x").read_text() == "1"
    assert not (small.home / "d").exists()


def test_without_hard_links_nothing_is_replaced_either(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some file systems have none."""

    def no_links(*_: object, **__: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", no_links)
    small.file("a", "new")
    small.file("b", "old")

    with pytest.raises(ExecutorError) as raised:
        small.files.move(small.home / "a", small.home / "b", overwrite=False)
    small.files.move(small.home / "a", small.home / "c", overwrite=False)
    small.files.write(small.home / "b", b"newer", overwrite=True)

    assert raised.value.key == "path_exists"
    assert (small.home / "c").read_text() == "new"
    assert (small.home / "b").read_text() == "newer"


def test_a_device_is_not_opened(small: SmallWorld) -> None:
    """Only regular files are."""
    small.config = '[safety]\nroots = ["/dev"]\n'

    with pytest.raises(ExecutorError) as raised:
        small.files.open(small.files.readable("/dev/zero"))

    assert raised.value.error_class is ErrorClass.WRONG_ARGS


def test_copies_are_private_and_forgotten_in_time(small: SmallWorld) -> None:
    """Nobody else reads them; after a month they go."""
    path = small.file("x", "before")
    small.files.write(path, b"after", overwrite=True)
    undo = small.environment.data_dir / "undo"
    old = undo / "turn-0"
    (old / "sub").mkdir(parents=True)
    os.utime(old, (0, 0))

    forget_copies(undo)

    assert (undo / "turn-1").stat().st_mode & 0o077 == 0
    assert [copy.read_text() for copy in (undo / "turn-1").iterdir()] == ["before"]
    assert not old.exists()
