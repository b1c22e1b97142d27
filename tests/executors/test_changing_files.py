"""write_files, move_files, copy_files, create_dirs, delete_files: what is changed, exactly, and what is left alone."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from metnos_cli.executors.textual import added
from tests.executors.busy import busy_after
from tests.executors.small_world import manifest, names

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld


def failing(small: SmallWorld, name: str, **args: object) -> ExecutorError:
    """The error a call ends in."""
    with pytest.raises(ExecutorError) as raised:
        small.call(name, **args)
    return raised.value


def inside(folder: Path) -> list[str]:
    """Names in a folder, in order."""
    return sorted(path.name for path in folder.iterdir())


def test_a_text_is_written_with_its_folders(small: SmallWorld) -> None:
    """Ending in a line break, as text files do, and readable as the user's umask says."""
    answer = small.call("write_files", path="~/a/b/lista.txt", text="comprare il latte")

    path = small.home / "a/b/lista.txt"
    assert path.read_text() == "comprare il latte\n"
    assert answer["path"] == "~/a/b/lista.txt"
    assert answer["entries"][0]["size"] == 18
    assert path.stat().st_mode & 0o077 == 0o066 & ~current_umask()


def test_no_text_makes_an_empty_file(small: SmallWorld) -> None:
    """Not even a line break stands in it."""
    answer = small.call("write_files", path="~/vuoto.txt", text="")

    assert (small.home / "vuoto.txt").read_bytes() == b""
    assert answer["entries"][0]["size"] == 0


def current_umask() -> int:
    """The process's."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_file_that_is_there_is_not_replaced_unasked(small: SmallWorld) -> None:
    """Wrong arguments; nothing changed."""
    small.file("lista.txt", "prima")

    error = failing(small, "write_files", path="~/lista.txt", text="dopo")

    assert (error.error_class, error.key) == (ErrorClass.WRONG_ARGS, "path_exists")
    assert (small.home / "lista.txt").read_text() == "prima"


@pytest.mark.parametrize(
    ("before", "after"), [("pane", "pane\nlatte\n"), ("pane\n", "pane\nlatte\n"), ("", "latte\n"), (None, "latte\n")]
)
def test_a_text_is_added(small: SmallWorld, before: str | None, after: str) -> None:
    """On a line of its own; the file is made when it is not there."""
    if before is not None:
        small.file("spesa.txt", before)

    small.call("write_files", path="~/spesa.txt", text="latte", mode="append")

    assert (small.home / "spesa.txt").read_text() == after


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1"]
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "end"])
def test_what_is_added_is_written_like_the_rest(small: SmallWorld, encoding: str, end: str, last: str) -> None:
    """In its encoding, with its line ends, with no second mark; nothing that stood there changes."""
    marks = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
    told = f"così{end}è{end if last else ''}"
    before = marks.get(encoding, b"") + told.encode(encoding)
    path = small.file("t.txt", before)

    small.call("write_files", path="~/t.txt", text="più\ndi così", mode="append")

    after = path.read_bytes()
    gap = "" if last else end
    assert after.startswith(before)
    assert after.removeprefix(marks.get(encoding, b"")).decode(encoding) == f"{told}{gap}più{end}di così{end}"
    assert small.call("read_files", path="~/t.txt")["text"] == "così\nè\npiù\ndi così\n"


@given(before=st.text(st.characters(exclude_categories=("Cs",)), max_size=20), text=st.text("abcè→\r\n", max_size=10))
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_adding_changes_nothing_that_was_there(encoding: str, before: str, text: str) -> None:
    """Whatever the text and its line ends."""
    data = before.encode(encoding)

    after = added(data, text)

    if after is None:
        assert "\0" in before
    else:
        assert after.startswith(data)
        assert after.decode(encoding).startswith(before)


@pytest.mark.parametrize(
    ("before", "text", "key"),
    [
        (b"\x89PNG\0\0", "latte", "file_binary"),
        (codecs.BOM_UTF16_LE + b"a\0b", "latte", "file_binary"),
        ("più".encode("cp1252"), "latte → casa", "file_charset"),
    ],
)
def test_what_cannot_be_added_to_stays_as_it_is(small: SmallWorld, before: bytes, text: str, key: str) -> None:
    """No text, or a charset without the letters; one sentence, nothing changed."""
    path = small.file("t.txt", before)

    error = failing(small, "write_files", path="~/t.txt", text=text, mode="append")

    assert (error.error_class, error.key) == (ErrorClass.WRONG_ARGS, key)
    assert path.read_bytes() == before


def test_a_file_is_replaced_when_told(small: SmallWorld) -> None:
    """Its rights stay; a link stays a link to the new content."""
    path = small.file("stato.txt", "prima")
    path.chmod(0o640)
    (small.home / "link").symlink_to(path)

    small.call("write_files", path="~/link", text="dopo", mode="overwrite")

    assert path.read_text() == "dopo\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert (small.home / "link").is_symlink()


def test_a_folder_cannot_be_written(small: SmallWorld) -> None:
    """Whatever the mode."""
    (small.home / "d").mkdir()

    assert failing(small, "write_files", path="~/d", text="x", mode="overwrite").key == "path_not_file"


def test_files_of_a_folder_are_moved_by_pattern(small: SmallWorld) -> None:
    """Those that match, into a folder made for them; the others stay."""
    for name in ("uno.log", "due.log", "resta.txt"):
        small.file(f"a/{name}", name)

    answer = small.call("move_files", path="~/a", pattern="*.log", dst="~/b")

    assert inside(small.home / "b") == ["due.log", "uno.log"]
    assert inside(small.home / "a") == ["resta.txt"]
    assert sorted(names(answer)) == ["due.log", "uno.log"]
    assert answer["entries"][0]["path"].startswith("~/b/")
    assert answer["ok_count"] == 2


@pytest.mark.parametrize(
    ("source", "dst", "result"),
    [
        ("a.txt", "~/there", "there/a.txt"),
        ("a.txt", "~/there/", "there/a.txt"),
        ("a.txt", "~/new", "new/a.txt"),
        ("a.txt", "~/new/", "new/a.txt"),
        ("a.txt", "~/b.txt", "b.txt"),
        ("a.txt", "~/deep/er/b.txt", "deep/er/b.txt"),
        ("bare", "~/other", "other"),
        ("folder.d", "~/moved", "moved"),
        ("folder.d", "~/there", "there/folder.d"),
    ],
)
def test_where_a_move_leads(small: SmallWorld, source: str, dst: str, result: str) -> None:
    """Into a folder, or to a new name, as the words say."""
    small.file("a.txt")
    small.file("bare")
    small.file("folder.d/inside")
    (small.home / "there").mkdir()

    small.call("move_files", path=f"~/{source}", dst=dst)

    assert (small.home / result).exists()
    assert not (small.home / source).exists()


def test_a_move_never_replaces_unasked(small: SmallWorld) -> None:
    """One of two is in the way: told exactly, the other is moved."""
    small.file("a/uno", "new")
    small.file("a/due", "new")
    small.file("b/uno", "old")

    answer = small.call("move_files", entries=[{"path": "~/a/uno"}, {"path": "~/a/due"}], dst="~/b")

    assert (answer["ok_count"], answer["error_count"]) == (1, 1)
    assert answer["errors"][0]["item"] == "~/a/uno"
    assert answer["errors"][0]["key"] == "path_exists"
    assert (small.home / "b/uno").read_text() == "old"
    assert (small.home / "a/uno").exists()


def test_a_move_replaces_when_told(small: SmallWorld) -> None:
    """Atomically."""
    small.file("a/uno", "new")
    small.file("b/uno", "old")

    small.call("move_files", path="~/a/uno", dst="~/b", overwrite=True)

    assert (small.home / "b/uno").read_text() == "new"


def test_a_link_is_moved_itself(small: SmallWorld) -> None:
    """What it points to stays."""
    target = small.file("target.txt", "x")
    (small.home / "link.txt").symlink_to(target)

    small.call("move_files", path="~/link.txt", dst="~/b/")

    assert (small.home / "b/link.txt").is_symlink()
    assert target.exists()


@pytest.mark.parametrize(
    ("args", "error_class", "key"),
    [
        ({"path": "~/gone", "dst": "~/b"}, ErrorClass.WRONG_ARGS, "path_missing"),
        ({"path": "~/d", "dst": "~/d/inside"}, ErrorClass.WRONG_ARGS, "path_into_itself"),
        ({"path": "~", "dst": "~/b"}, ErrorClass.DENIED, "path_root"),
        ({"path": "~/a.txt", "dst": "/etc/x"}, ErrorClass.DENIED, "path_outside"),
        ({"path": "~/a.txt", "dst": "~/.ssh/"}, ErrorClass.DENIED, "path_secret"),
        ({"path": "/etc/hostname", "dst": "~/b"}, ErrorClass.DENIED, "path_outside"),
        ({"path": "~/.config", "dst": "~/b"}, ErrorClass.DENIED, "path_holds_secret"),
        ({"path": "~/d", "pattern": "*.zip", "dst": "~/b"}, ErrorClass.WRONG_ARGS, "nothing_matches"),
        ({"path": "~/a.txt", "pattern": "*.zip", "dst": "~/b"}, ErrorClass.WRONG_ARGS, "path_not_folder"),
        ({"entries": [{"name": "x"}], "dst": "~/b"}, ErrorClass.WRONG_ARGS, "entries_without"),
        ({"dst": "~/b"}, ErrorClass.MISSING_INPUT, "path_needed"),
    ],
)
def test_moves_that_are_refused(small: SmallWorld, args: dict[str, object], error_class: ErrorClass, key: str) -> None:
    """Each with its class; nothing moves."""
    small.file("a.txt")
    small.file("d/inside/x")
    small.file(".ssh/id")
    before = sorted(path for path in small.home.rglob("*") if ".local" not in str(path))

    error = failing(small, "move_files", **args)

    assert (error.error_class, error.key) == (error_class, key)
    assert [path for path in before if not path.exists()] == []


def test_nothing_to_move_is_no_failure(small: SmallWorld) -> None:
    """An empty step before."""
    answer = small.call("move_files", entries=[], dst="~/b")

    assert (answer["ok_count"], answer["entries"]) == (0, [])
    assert not (small.home / "b").exists()


def test_folders_are_copied_with_their_times_and_links(small: SmallWorld) -> None:
    """Links inside stay links."""
    path = small.file("d/in/x.txt", "x")
    os.utime(path, (0, 1_700_000_000))
    (small.home / "d/link").symlink_to("in/x.txt")

    small.call("copy_files", path="~/d", dst="~/copy")

    assert (small.home / "copy/in/x.txt").stat().st_mtime == 1_700_000_000
    assert (small.home / "copy/link").is_symlink()
    assert path.exists()


def test_a_folder_with_secrets_is_not_copied(small: SmallWorld) -> None:
    """The whole home among them."""
    small.file(".ssh/id")

    error = failing(small, "copy_files", path="~", dst="~/backup")

    assert error.error_class is ErrorClass.DENIED
    assert not (small.home / "backup/.ssh").exists()


def test_a_copy_that_is_stopped_leaves_nothing_half_done(small: SmallWorld) -> None:
    """Ctrl-C between two files."""
    for number in range(3):
        small.file(f"d/{number}", "x")
    seen: list[int] = []

    def cancelled() -> None:
        seen.append(1)
        if len(seen) > 2:
            raise Interrupted

    small.cancelled = cancelled
    with pytest.raises(Interrupted):
        small.call("copy_files", path="~/d", dst="~/copy")

    assert sorted(path.name for path in small.home.iterdir() if not path.name.startswith(".")) == ["d"]
    assert [path for path in small.home.iterdir() if path.name.startswith(".metnos-")] == []


def test_a_folder_is_made_once(small: SmallWorld) -> None:
    """With those above; a second time nothing happens."""
    first = small.call("create_dirs", path="~/progetti/nuovo")
    second = small.call("create_dirs", path="~/progetti/nuovo")

    assert (first["created"], second["created"]) == (True, False)
    assert (small.home / "progetti/nuovo").is_dir()


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("~/file", "path_exists"),
        ("~/file/below", "path_not_folder"),
        (f"~/{'x' * 300}", "path_too_long"),
        ("/x", "path_outside"),
    ],
)
def test_folders_that_cannot_be_made(small: SmallWorld, path: str, key: str) -> None:
    """One sentence each."""
    small.file("file")

    assert failing(small, "create_dirs", path=path).key == key


def test_files_go_to_the_trash(small: SmallWorld) -> None:
    """By pattern; folders whole."""
    small.file("w/a.tmp")
    small.file("w/b.tmp")
    small.file("w/keep")
    small.file("w/d/inside")

    answer = small.call("delete_files", path="~/w", pattern="*.tmp")
    small.call("delete_files", path="~/w/d")

    assert answer["ok_count"] == 2
    assert inside(small.home / "w") == ["keep"]
    trashed = small.home / ".local/share/Trash/files"
    assert inside(trashed) == ["a.tmp", "b.tmp", "d"]


def test_deleting_duplicates_leaves_one_of_each(small: SmallWorld) -> None:
    """What is shown beforehand is exactly what goes."""
    for name in ("a", "b", "c"):
        small.file(f"p/{name}", "same")
    small.file("p/d", "pair")
    small.file("p/e", "pair")
    found = small.call("compute_files", path="~/p", what="duplicates")["entries"]

    shown = small.vaglio.targets(manifest("delete_files"), {"entries": found})
    answer = small.call("delete_files", entries=found)

    assert inside(small.home / "p") == ["a", "d"]
    assert shown == ("~/p/b", "~/p/c", "~/p/e")
    assert (answer["ok_count"], answer["kept"]) == (3, 2)


def test_one_duplicate_alone_is_deleted(small: SmallWorld) -> None:
    """Chosen by the user among the others."""
    small.file("p/a", "same")
    small.file("p/b", "same")
    found = small.call("compute_files", path="~/p", what="duplicates")["entries"]

    small.call("delete_files", entries=found[:1])

    assert inside(small.home / "p") == ["b"]


def test_without_a_trash_nothing_is_deleted(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unavailable, and the file is still there."""
    import send2trash
    from send2trash.exceptions import TrashPermissionError

    def no_trash(path: str) -> None:
        raise TrashPermissionError(path)

    monkeypatch.setattr(send2trash, "send2trash", no_trash)
    small.file("x")

    error = failing(small, "delete_files", path="~/x")

    assert error.error_class is ErrorClass.UNAVAILABLE
    assert (small.home / "x").exists()


def test_a_full_disk_leaves_what_was_there(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no half-written file beside it."""
    path = small.file("x.txt", "prima")
    small.store.read()
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        if str(Path(f"/proc/self/fd/{descriptor}").readlink()).startswith(str(small.home / ".metnos")):
            raise OSError(28, "No space left on device")
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", full)

    error = failing(small, "write_files", path="~/x.txt", text="dopo", mode="overwrite")

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "no_room")
    assert path.read_text() == "prima"
    assert [found for found in small.home.iterdir() if found.name.startswith(".metnos")] == []


def test_progress_is_told(small: SmallWorld) -> None:
    """File by file."""
    small.file("a/1")
    small.file("a/2")

    small.call("copy_files", entries=[{"path": "~/a/1"}, {"path": "~/a/2"}], dst="~/b")

    assert small.progress == [(1, 2), (2, 2)]


@pytest.mark.parametrize("name", ["copy_files", "move_files"])
def test_files_of_several_folders_keep_their_folders(small: SmallWorld, name: str) -> None:
    """Two of one name never meet, not even where overwriting is allowed."""
    for place in ("x/nota.txt", "x/a/nota.txt", "x/a/b/nota.txt"):
        small.file(place, place)
    found = small.call("find_files", path="~/x")

    answer = small.call(name, entries=found["entries"], dst="~/y", overwrite=True)

    assert answer["ok_count"] == 3
    for place in ("nota.txt", "a/nota.txt", "a/b/nota.txt"):
        assert (small.home / "y" / place).read_text() == f"x/{place}"


def test_files_of_one_folder_stand_side_by_side(small: SmallWorld) -> None:
    """Also when that folder lies deep."""
    for place in ("x/a/1.txt", "x/a/2.txt"):
        small.file(place, place)
    found = small.call("find_files", path="~/x")

    small.call("copy_files", entries=found["entries"], dst="~/y")

    assert inside(small.home / "y") == ["1.txt", "2.txt"]


def test_a_source_that_may_not_be_touched_stops_no_other(small: SmallWorld) -> None:
    """It fails for itself, in its turn."""
    small.file("x/1.txt", "one")
    entries = [{"path": "/etc/passwd"}, {"path": "~/x/1.txt"}, {"path": "~/x/1.txt"}]

    answer = small.call("copy_files", entries=entries, dst="~/y", overwrite=True)

    assert (answer["ok_count"], answer["error_count"]) == (1, 2)
    assert inside(small.home / "y") == ["1.txt"]


def test_what_was_done_is_told_in_words(small: SmallWorld) -> None:
    """A new name is no folder that something was moved into."""
    small.file("a.txt", "a")

    assert small.call("move_files", path="~/a.txt", dst="~/b.txt")["summary"] == "~/a.txt ora è ~/b.txt."
    assert small.call("copy_files", path="~/b.txt", dst="~/c.txt")["summary"] == "~/b.txt è copiato in ~/c.txt."
    assert small.call("copy_files", path="~/b.txt", dst="~/d/")["summary"] == "Copiati in ~/d: 1."


@pytest.mark.parametrize(
    ("name", "more"), [("delete_files", {}), ("move_files", {"dst": "~/b"}), ("copy_files", {"dst": "~/b"})]
)
def test_a_database_busy_half_way_is_told_with_what_was_done(
    small: SmallWorld, monkeypatch: pytest.MonkeyPatch, name: str, more: dict[str, str]
) -> None:
    """What could be noted was done, is counted, and can be taken back; the rest is not done, each with its reason."""
    for number in range(5):
        small.file(f"a/{number}.log", "x")
    small.file("b/there", "x")
    before = inside(small.home / "a"), inside(small.home / "b")
    busy_after(monkeypatch, 2)

    answer = small.call(name, path="~/a", pattern="*.log", **more)

    assert (answer["ok_count"], answer["error_count"]) == (2, 3)
    assert {(told["error_class"], told["key"]) for told in answer["errors"]} == {("unavailable", "store_locked")}
    monkeypatch.undo()
    small.undo()
    assert (inside(small.home / "a"), inside(small.home / "b")) == before


def test_what_was_not_tried_for_want_of_time_is_counted(small: SmallWorld) -> None:
    """Not one failure that stands for all of them."""
    for number in range(5):
        small.file(f"a/{number}.log", "x")
    looks = iter(range(3))

    def late() -> None:
        if next(looks, None) is None:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "timed_out", tool="delete_files", seconds="1")

    small.cancelled = late
    answer = small.call("delete_files", path="~/a", pattern="*.log")

    assert answer["ok_count"] + answer["error_count"] == 5
    assert inside(small.home / "a") == [f"{number}.log" for number in range(answer["ok_count"], 5)]
