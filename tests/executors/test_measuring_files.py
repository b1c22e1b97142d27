"""compute_files: counts, sizes, checksums, exact duplicates."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld


@pytest.fixture
def pictures(small: SmallWorld) -> SmallWorld:
    """Duplicates of two kinds, a hard link, empty files, one that differs late."""
    big = b"a" * 5000
    small.file("p/one.jpg", big)
    small.file("p/deep/copy.jpg", big)
    small.file("p/near.jpg", big[:-1] + b"b")
    small.file("p/s1.txt", "same")
    small.file("p/s2.txt", "same")
    small.file("p/deep/s3.txt", "same")
    small.file("p/e1", "")
    small.file("p/e2", "")
    os.link(small.home / "p/near.jpg", small.home / "p/near-link.jpg")
    return small


def test_exact_duplicates(pictures: SmallWorld) -> None:
    """Byte for byte; what wastes most comes first; neither empty files nor two names of one."""
    answer = pictures.call("compute_files", path="~/p", what="duplicates")

    groups: dict[int, list[str]] = {}
    for entry in answer["entries"]:
        groups.setdefault(entry["group"], []).append(entry["name"])
    assert groups == {1: ["one.jpg", "copy.jpg"], 2: ["s1.txt", "s2.txt", "s3.txt"]}
    assert (answer["groups"], answer["wasted"], answer["ok_count"]) == (2, 5008, 5)
    assert answer["summary"].startswith("Gruppi di file identici in ~/p: 2; spazio sprecato: 5 kB")


def test_no_duplicates(small: SmallWorld) -> None:
    """Said so, in the user's language."""
    small.lang = "en"
    small.file("d/a", "1")
    small.file("d/b", "2")

    answer = small.call("compute_files", path="~/d", what="duplicates")

    assert (answer["groups"], answer["entries"]) == (0, [])
    assert answer["summary"] == "No duplicate files in ~/d (files looked at: 2)."


@pytest.mark.parametrize(
    ("args", "count", "size"),
    [
        ({"path": "~/p"}, 9, 20012),
        ({"path": "~/p", "pattern": "*.txt"}, 3, 12),
        ({"path": "~/p/one.jpg"}, 1, 5000),
        ({"entries": [{"path": "~/p/s1.txt"}, {"path": "~/p/deep"}]}, 3, 5008),
        ({"entries": []}, 0, 0),
    ],
)
@pytest.mark.parametrize("what", ["count", "size"])
def test_counts_and_sizes(pictures: SmallWorld, what: str, args: dict[str, object], count: int, size: int) -> None:
    """Both are given, whichever was asked for."""
    answer = pictures.call("compute_files", what=what, **args)

    assert (answer["count"], answer["size"], answer["ok_count"]) == (count, size, count)
    assert answer["error_count"] == 0


def test_what_is_told(pictures: SmallWorld) -> None:
    """In words, with the numbers as the language writes them."""
    assert pictures.call("compute_files", path="~/p", what="count")["summary"] == "File in ~/p: 9 (20 kB in tutto)."
    assert pictures.call("compute_files", path="~/p", what="size")["summary"] == "~/p occupa 20 kB (file: 9)."


def test_a_checksum(pictures: SmallWorld) -> None:
    """The known one."""
    answer = pictures.call("compute_files", path="~/p/s1.txt", what="hash")

    expected = hashlib.sha256(b"same").hexdigest()
    assert answer["hash"] == expected
    assert answer["entries"][0]["hash"] == expected


def test_checksums_of_many(pictures: SmallWorld) -> None:
    """One row each; a folder's files are all meant."""
    answer = pictures.call("compute_files", path="~/p", pattern="s?.txt", what="hash")

    assert len({entry["hash"] for entry in answer["entries"]}) == 1
    assert answer["ok_count"] == 3


def test_a_file_that_went_is_counted(pictures: SmallWorld) -> None:
    """The others are measured all the same."""
    answer = pictures.call("compute_files", entries=[{"path": "~/gone"}, {"path": "~/p/s1.txt"}], what="size")

    assert (answer["ok_count"], answer["error_count"], answer["size"]) == (1, 1, 4)


def test_a_folder_that_is_not_there(small: SmallWorld) -> None:
    """Wrong arguments."""
    with pytest.raises(ExecutorError) as raised:
        small.call("compute_files", path="~/gone", what="count")

    assert raised.value.error_class is ErrorClass.WRONG_ARGS
