"""Secrets that stand in a folder: what is refused when they are named is not done with the folder around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from metnos_cli.safety import acts
from metnos_cli.safety.policy import SECRET_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.executors.small_world import SmallWorld

EXAMPLES = sorted({name.replace("*", "x") for name in SECRET_NAMES} | {"ID_RSA", ".Env"})


def inside(folder: Path) -> list[str]:
    """What is below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture
def project(small: SmallWorld) -> SmallWorld:
    """A folder with plain files."""
    small.file("project/readme.txt", "x")
    small.file("project/src/cert.pem", "public")
    return small


@pytest.mark.parametrize("place", ["", "deep/er/"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_copying_leaves_secrets_out_and_says_so(project: SmallWorld, name: str, place: str) -> None:
    """Everything else is copied, the secret is a failure with its reason, and undo takes the copy away."""
    plain = inside(project.home / "project")
    project.file(f"project/{place}{name}", "s3cret")

    answer = project.call("copy_files", path="~/project", dst="~/copy")

    assert set(plain) <= set(inside(project.home / "copy"))
    assert not list((project.home / "copy").rglob(name))
    assert [(row["item"], row["key"]) for row in answer["errors"]] == [(f"~/project/{place}{name}", "path_secret")]
    assert (answer["ok_count"], answer["error_count"]) == (1, 1)
    _, undone = project.undo()
    assert undone.stuck == ()
    assert not (project.home / "copy").exists()


def test_a_folder_of_a_secret_name_is_left_out_whole(project: SmallWorld) -> None:
    """What is in it is not looked at."""
    project.file("project/.env/inside", "s3cret")

    answer = project.call("copy_files", path="~/project", dst="~/copy")

    assert not (project.home / "copy/.env").exists()
    assert [row["item"] for row in answer["errors"]] == ["~/project/.env"]


def test_a_folder_without_secrets_is_copied_whole(project: SmallWorld) -> None:
    """Certificates are public, and nothing fails."""
    answer = project.call("copy_files", path="~/project", dst="~/copy")

    assert (answer["ok_count"], answer["error_count"]) == (1, 0)
    assert inside(project.home / "copy") == inside(project.home / "project")


ACTS: dict[str, Callable[[SmallWorld], object]] = {
    "move": lambda small: small.files.move(small.home / "project", small.home / "moved", overwrite=False),
    "trash": lambda small: small.files.trash(small.home / "project"),
}


@pytest.mark.parametrize("act", ACTS)
def test_within_the_home_a_folder_goes_with_what_is_in_it(project: SmallWorld, act: str) -> None:
    """Nothing is read, nothing is shown to anybody, and undo brings all of it back."""
    project.file("project/.env", "s3cret")
    before = inside(project.home / "project")

    ACTS[act](project)
    project.undo()

    assert inside(project.home / "project") == before


def test_secrets_do_not_leave_the_home_with_their_folder(project: SmallWorld, tmp_path: Path) -> None:
    """Others may read what stands there."""
    (tmp_path / "shared").mkdir()
    project.config = f'[safety]\nroots = ["~", "{tmp_path / "shared"}"]\n'
    project.files.move(project.home / "project", tmp_path / "shared/plain", overwrite=False)
    project.file("project/src/.env", "s3cret")

    with pytest.raises(ExecutorError) as raised:
        project.files.move(project.home / "project", tmp_path / "shared/other", overwrite=False)

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.DENIED, "path_holds_secret")
    assert inside(project.home / "project") == ["src", "src/.env"]


def test_secrets_are_not_carried_to_another_file_system(project: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """There moving is copying."""

    def across(*_: object, **__: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(acts, "place", across)
    project.file("project/src/.env", "s3cret")
    before = inside(project.home / "project")

    with pytest.raises(ExecutorError) as raised:
        project.files.move(project.home / "project", project.home / "disk", overwrite=False)

    assert raised.value.key == "path_holds_secret"
    assert inside(project.home / "project") == before
    assert not (project.home / "disk").exists()


def test_looking_through_a_folder_can_be_stopped(project: SmallWorld) -> None:
    """However large it is; no half of a copy is left."""

    def stop() -> None:
        raise Interrupted

    project.cancelled = stop
    with pytest.raises(Interrupted):
        project.files.copy(project.home / "project", project.home / "copy", overwrite=False)

    assert not (project.home / "copy").exists()
    assert not list(project.home.glob(".metnos-*"))
