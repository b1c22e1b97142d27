"""Which paths may be touched: roots, links, secrets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.safety.paths import PathGuard
from metnos_cli.safety.policy import PathPolicy, is_secret_name

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld


def refusal(small: SmallWorld, path: str, *, writing: bool = False) -> str | None:
    """Why a path is denied, or None."""
    guard = PathGuard.reading(small.environment, small.settings)
    try:
        guard.writable(path) if writing else guard.readable(path)
    except ExecutorError as error:
        return error.key if error.error_class is ErrorClass.DENIED else f"not denied: {error.key}"
    return None


@pytest.mark.parametrize(
    "secret",
    [
        ".ssh/id_rsa", ".ssh", ".SSH/config", "x/server.pem", "x/Wallet.dat", "x/a.p12", ".gnupg/x", ".aws/credentials", ".netrc", ".config/gcloud/x",
        ".local/share/keyrings/login.keyring", ".mozilla/firefox/p/cookies.sqlite", ".config/google-chrome/Default",
        ".bash_history", "project/.env", "project/.env.production", "anywhere/id_ed25519", "vault.KDBX",
        ".config/metnos/runtime.toml", ".local/share/metnos/metnos.db", ".cache/metnos/x", ".docker/config.json",
    ],
)  # fmt: skip
def test_secrets_are_denied(small: SmallWorld, secret: str) -> None:
    """For reading and for writing, whether they are there or not."""
    small.file(secret, "x") if not secret.endswith(".ssh") else (small.home / ".ssh").mkdir()

    assert refusal(small, f"~/{secret}") == "path_secret"
    assert refusal(small, f"~/{secret}", writing=True) == "path_secret"


@pytest.mark.parametrize(
    "name",
    [".env.example", "environment", ".envrc-notes", "id_rsa.txt", "my.ssh", ".sshrc", "fullchain.pem", "wallet.txt"],
)
def test_harmless_names_pass(name: str) -> None:
    """Only the real thing is a secret."""
    assert not is_secret_name(name)


def test_outside_the_roots(small: SmallWorld, tmp_path: Path) -> None:
    """Plainly, by dots, by a name that only begins like the root."""
    (tmp_path / "home-of-another").mkdir()

    assert refusal(small, "/etc/passwd") == "path_outside"
    assert refusal(small, "~/../home-of-another") == "path_outside"
    assert refusal(small, str(tmp_path / "home-of-another")) == "path_outside"
    assert refusal(small, "~/new/../../x", writing=True) == "path_outside"


def test_links_are_followed_before_judging(small: SmallWorld, tmp_path: Path) -> None:
    """A link out, a link to a secret, a folder that is a link, a link that leads nowhere."""
    small.file(".ssh/id", "x")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/file").write_text("x")
    for name, target in {
        "out": tmp_path / "outside",
        "key": small.home / ".ssh/id",
        "broken": tmp_path / "gone",
    }.items():
        (small.home / name).symlink_to(target)

    assert refusal(small, "~/out/file") == "path_outside"
    assert refusal(small, "~/out/new", writing=True) == "path_outside"
    assert refusal(small, "~/key") == "path_secret"
    assert refusal(small, "~/key", writing=True) == "path_secret"
    assert refusal(small, "~/broken", writing=True) == "path_outside"


def test_a_root_that_is_a_link_is_a_root(small: SmallWorld, tmp_path: Path) -> None:
    """Under both its names."""
    (tmp_path / "disk/data").mkdir(parents=True)
    (tmp_path / "mount").symlink_to(tmp_path / "disk")
    small.config = f'[safety]\nroots = ["{tmp_path / "mount"}"]\n'

    assert refusal(small, str(tmp_path / "mount/data")) is None
    assert refusal(small, str(tmp_path / "disk/data")) is None
    assert refusal(small, "~") == "path_outside"


def test_links_in_a_circle(small: SmallWorld) -> None:
    """Denied rather than followed for ever."""
    (small.home / "a").symlink_to(small.home / "b")
    (small.home / "b").symlink_to(small.home / "a")

    with pytest.raises(ExecutorError):
        PathGuard.reading(small.environment, small.settings).readable("~/a")


def test_a_home_that_is_a_link_hides_no_secret(tmp_path: Path) -> None:
    """The secrets stand below the real folder too."""
    (tmp_path / "real/.ssh").mkdir(parents=True)
    (tmp_path / "home").symlink_to(tmp_path / "real")
    policy = PathPolicy((tmp_path / "home",), tmp_path / "home")

    assert policy.refusal((tmp_path / "home/.ssh").resolve()) == "path_secret"
    assert policy.holds_secret(tmp_path / "real")


def test_paths_are_told_as_people_write_them(small: SmallWorld) -> None:
    """From the home, or whole."""
    files = small.files

    assert files.shown(small.home) == "~"
    assert files.shown(small.home / "a b/c") == "~/a b/c"
    assert files.shown(Path("/etc")) == "/etc"


def test_a_link_at_the_end_is_left_for_moving(small: SmallWorld) -> None:
    """What is to be changed is the link itself."""
    small.file("target")
    (small.home / "link").symlink_to(small.home / "target")

    assert small.files.writable("~/link") == small.home / "link"
    assert small.files.readable("~/link") == small.home / "target"
