"""find_files and list_dirs on real folders."""

from __future__ import annotations

import contextlib
import errno
import os
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from metnos_cli.executors.files.entry import matcher
from metnos_cli.executors.when import from_stamp
from tests.executors.small_world import names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.executors.small_world import SmallWorld


@pytest.fixture
def furnished(small: SmallWorld) -> SmallWorld:
    """Two levels, a hidden folder, a link, sizes and times."""
    small.file("docs/a.pdf", "x" * 10)
    small.file("docs/deep/B.PDF", "x" * 2000)
    small.file("docs/deep/note.txt", "hello")
    small.file("docs/.hidden/c.pdf", "x")
    small.file("docs/.profile", "x")
    (small.home / "docs/link.pdf").symlink_to(small.home / "docs/a.pdf")
    os.utime(small.home / "docs/a.pdf", (0, 1_700_000_000))
    return small


def test_files_by_name_in_folders_below(furnished: SmallWorld) -> None:
    """Whatever the case; neither hidden ones nor links; in the order of paths."""
    answer = furnished.call("find_files", path="~/docs", pattern="*.pdf")

    assert [entry["path"] for entry in answer["entries"]] == ["~/docs/a.pdf", "~/docs/deep/B.PDF"]
    assert answer["ok_count"] == 2
    assert answer["total_size"] == 2010
    assert answer["path"] == "~/docs"


def test_what_an_entry_says(furnished: SmallWorld) -> None:
    """Name, size, moment with its zone, kind and extension."""
    entry = furnished.call("find_files", path="~/docs", pattern="a.pdf")["entries"][0]

    assert entry == {
        "path": "~/docs/a.pdf",
        "name": "a.pdf",
        "size": 10,
        "modified": "2023-11-14T23:13:20+01:00",
        "kind": "file",
        "extension": "pdf",
    }


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"recursive": False}, ["a.pdf"]),
        ({"min_size": 10, "max_size": 10}, ["a.pdf"]),
        ({"min_size": 11}, ["B.PDF"]),
        ({"larger_than": 10}, ["B.PDF"]),
        ({"larger_than": 9, "smaller_than": 11}, ["a.pdf"]),
        ({"larger_than": 10, "smaller_than": 11}, []),
        ({"when": "2023-11-14T00:00:00+01:00/2023-11-15T00:00:00+01:00"}, ["a.pdf"]),
        ({"when": "../2023-11-15"}, ["a.pdf"]),
        ({"when": "2024-01-01/.."}, ["B.PDF", "note.txt"]),
        ({"pattern": "note"}, ["note.txt"]),
        ({"pattern": "*.{pdf,txt}"}, ["a.pdf", "B.PDF", "note.txt"]),
        ({"pattern": ".pro*"}, [".profile"]),
        ({"pattern": "nothing*"}, []),
    ],
)
def test_conditions(furnished: SmallWorld, args: dict[str, object], expected: list[str]) -> None:
    """Each alone."""
    assert names(furnished.call("find_files", path="~/docs", **args)) == expected


def test_without_a_folder_the_home_is_searched(furnished: SmallWorld) -> None:
    """Secrets and Metnos' own folders are not entered."""
    furnished.file(".ssh/id_rsa", "key")
    furnished.file("work/.env", "TOKEN=1")

    found = furnished.call("find_files", pattern=".*")["entries"]

    assert [entry["path"] for entry in found] == ["~/docs/.profile"]


def test_a_file_in_place_of_a_folder_is_itself_looked_at(furnished: SmallWorld) -> None:
    """It fits, or it does not."""
    assert names(furnished.call("find_files", path="~/docs/a.pdf")) == ["a.pdf"]
    assert names(furnished.call("find_files", path="~/docs/a.pdf", pattern="*.txt")) == []


@pytest.mark.parametrize(
    ("path", "error_class", "key"),
    [
        ("~/nowhere", ErrorClass.WRONG_ARGS, "path_missing"),
        ("/etc", ErrorClass.DENIED, "path_outside"),
        ("~/.ssh", ErrorClass.DENIED, "path_secret"),
        ("~/a\0b", ErrorClass.WRONG_ARGS, "path_odd"),
        ("  ", ErrorClass.WRONG_ARGS, "path_odd"),
    ],
)
def test_folders_that_cannot_be_searched(furnished: SmallWorld, path: str, error_class: ErrorClass, key: str) -> None:
    """Each with its class."""
    for name in ("find_files", "list_dirs"):
        with pytest.raises(ExecutorError) as raised:
            furnished.call(name, path=path)

        assert (raised.value.error_class, raised.value.key) == (error_class, key)


def test_names_that_are_no_text_are_shown_and_stored(small: SmallWorld) -> None:
    """Their bytes are written out."""
    (small.home / "d").mkdir()
    (small.home / os.fsdecode(b"d/caf\xe9.txt")).write_bytes(b"x")

    entry = small.call("find_files", path="~/d")["entries"][0]

    assert entry["name"] == "caf\\xe9.txt"
    assert entry["path"].encode("utf-8")


def test_a_folder_that_cannot_be_read_is_counted(furnished: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is found all the same."""
    scandir = os.scandir

    def closed(path: object) -> object:
        if str(path).endswith("deep"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", closed)

    answer = furnished.call("find_files", path="~/docs")

    assert names(answer) == ["a.pdf"]
    assert (answer["ok_count"], answer["error_count"]) == (1, 1)
    assert answer["errors"][0]["item"] == "~/docs/deep"
    assert answer["errors"][0]["error_class"] == "unavailable"


def test_a_long_search_can_be_stopped(small: SmallWorld) -> None:
    """And tells how far it is."""
    for number in range(600):
        small.file(f"many/{number}")

    def cancelled() -> None:
        raise Interrupted

    small.cancelled = cancelled

    with pytest.raises(Interrupted):
        small.call("find_files", path="~/many")


def test_a_folder_is_listed_with_folders_first(furnished: SmallWorld) -> None:
    """Only what stands directly in it; counted by kind."""
    answer = furnished.call("list_dirs", path="~/docs")

    assert names(answer) == ["deep", "a.pdf", "link.pdf"]
    assert (answer["folder_count"], answer["file_count"]) == (1, 2)


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"kind": "folder"}, ["deep"]),
        ({"kind": "file"}, ["a.pdf", "link.pdf"]),
        ({"hidden": True}, [".hidden", "deep", ".profile", "a.pdf", "link.pdf"]),
    ],
)
def test_what_is_listed(furnished: SmallWorld, args: dict[str, object], expected: list[str]) -> None:
    """By kind, and hidden ones only when asked for."""
    assert names(furnished.call("list_dirs", path="~/docs", **args)) == expected


def test_a_file_cannot_be_listed(furnished: SmallWorld) -> None:
    """Wrong arguments."""
    with pytest.raises(ExecutorError) as raised:
        furnished.call("list_dirs", path="~/docs/a.pdf")

    assert raised.value.key == "path_not_folder"


def test_relative_paths_stand_in_the_working_folder(furnished: SmallWorld) -> None:
    """Or, where there is no such thing, in the home."""
    furnished.environment.__dict__["cwd"] = furnished.home / "docs"

    assert names(furnished.call("list_dirs", path="deep")) == ["B.PDF", "note.txt"]
    assert names(furnished.call("list_dirs", path="docs/deep")) == ["B.PDF", "note.txt"]


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("*.pdf", "A.PDF", True),
        ("*.pdf", "a.pdfx", False),
        ("**/*.pdf", "a.pdf", True),
        ("relazione", "La Relazione finale.doc", True),
        ("nota.txt", "nota.txt", True),
        ("nota.txt", "la nota.txt", False),
        ("caff\u00e8*", "caffe\u0300.txt", True),
        ("[ab]?.log", "b1.log", True),
        ("[", "x[y", False),
        ("{a,b{c,d}}*", "bd1", True),
    ],
)
def test_patterns(pattern: str, name: str, fits: bool) -> None:
    """Globs, braces, bare words, both ways of writing an accent."""
    assert matcher(pattern)(name) is fits


def test_a_folder_has_a_size_only_when_it_is_measured(furnished: SmallWorld) -> None:
    """That of all it holds, hidden files too; its own entry on the disk says nothing of it."""
    furnished.file("docs/deep/deeper/.secret", "x" * 100)

    plain = furnished.call("list_dirs", path="~/docs", kind="folder")["entries"]
    measured = furnished.call("list_dirs", path="~/docs", kind="folder", measure=True)["entries"]

    assert [entry["name"] for entry in plain] == ["deep"]
    assert "size" not in plain[0]
    assert measured[0]["size"] == 2000 + 5 + 100


class Odd:
    """An entry of a folder that cannot be looked at."""

    def __init__(self, entry: os.DirEntry[str], error: OSError, *, kind: bool) -> None:
        self.name, self.path = entry.name, entry.path
        self.entry, self.error, self.kind = entry, error, kind

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        raise self.error

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        if not self.kind:
            raise self.error
        return self.entry.is_dir(follow_symlinks=follow_symlinks)

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        return self.entry.is_file(follow_symlinks=follow_symlinks)


class Scan(contextlib.AbstractContextManager["Scan"]):
    """A folder in which some entries cannot be looked at; root, who may look at all, sees it so too."""

    scandir = staticmethod(os.scandir)

    def __init__(self, path: object, error: OSError, *, kind: bool) -> None:
        with self.scandir(path) as scan:  # type: ignore[call-overload]
            self.inside = [Odd(entry, error, kind=kind) if "odd" in entry.name else entry for entry in scan]

    def __iter__(self) -> Iterator[object]:
        return iter(self.inside)

    def __exit__(self, *_: object) -> None:
        """Closed already."""


@pytest.fixture(params=[errno.EACCES, errno.EIO, errno.ESTALE, errno.ENAMETOOLONG])
def error(request: pytest.FixtureRequest) -> OSError:
    """What a system says of a file that it does not show."""
    return OSError(request.param, os.strerror(request.param))


@pytest.mark.parametrize("kind", [True, False])
@pytest.mark.parametrize(
    ("name", "args"),
    [("find_files", {}), ("find_files", {"pattern": "*.txt"}), ("compute_files", {"what": "count"}), ("list_dirs", {})],
)
def test_what_cannot_be_looked_at_is_one_failed_item(
    small: SmallWorld, monkeypatch: pytest.MonkeyPatch, error: OSError, name: str, args: dict[str, str], *, kind: bool
) -> None:
    """All the rest is found."""
    small.file("p/a.txt", "1")
    small.file("p/odd.txt", "1")
    small.file("p/z.txt", "1")
    monkeypatch.setattr(os, "scandir", lambda path=".": Scan(path, error, kind=kind))
    monkeypatch.setattr(Path, "lstat", lambda path: _raise(error) if "odd" in path.name else os.lstat(path))

    answer = small.call(name, path="~/p", **args)

    assert (answer["ok_count"], answer["error_count"]) == (2, 1)
    assert answer["errors"][0]["item"] == "~/p/odd.txt"
    assert (answer["errors"][0]["error_class"], answer["errors"][0]["key"]) == ("unavailable", "path_failed")


def _raise(error: OSError) -> os.stat_result:
    raise error


def test_what_is_not_wanted_need_not_be_looked_at(
    small: SmallWorld, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    """A file of another name is no failure."""
    small.file("p/a.txt", "1")
    small.file("p/odd.bin", "1")
    monkeypatch.setattr(os, "scandir", lambda path=".": Scan(path, error, kind=True))

    assert small.call("find_files", path="~/p", pattern="*.txt")["error_count"] == 0


@pytest.mark.parametrize("stamp", [1e12, 253_402_300_800, -1e11, -62_135_596_800, 0])
@pytest.mark.parametrize(
    ("name", "args"), [("find_files", {"when": "../9999-01-01"}), ("find_files", {}), ("list_dirs", {})]
)
def test_no_time_of_change_is_too_odd(small: SmallWorld, name: str, args: dict[str, str], stamp: float) -> None:
    """Years that no calendar has become the first or the last that it has."""
    with contextlib.suppress(OSError, OverflowError):  # what this file system does not keep, it does not give back
        os.utime(small.file("p/far", "x"), (stamp, stamp))
    small.file("p/near", "x")

    answer = small.call(name, path="~/p", **args)

    assert "near" in [entry["name"] for entry in answer["entries"]]
    assert answer["error_count"] == 0


@given(
    seconds=st.floats(allow_nan=False), zone=st.sampled_from([UTC, ZoneInfo("Europe/Rome"), ZoneInfo("Pacific/Apia")])
)
def test_every_stamp_is_a_moment(seconds: float, zone: tzinfo) -> None:
    """That can be told in any zone."""
    assert from_stamp(seconds, zone).astimezone(UTC).isoformat()
