"""Which paths may be touched: inside the allowed folders, and none of the user's secrets."""

from __future__ import annotations

import fnmatch
import re
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.config.load import Settings
    from metnos_cli.environment import Environment

Reason = Literal["path_outside", "path_secret"]

SECRETS: tuple[str, ...] = (
    # keys and credentials of the system
    ".ssh", ".gnupg", ".pki", ".password-store", ".local/share/keyrings", ".local/share/kwalletd",
    ".kde/share/apps/kwallet", "Library/Keychains", "Library/Application Support/com.apple.TCC", ".config/age",
    ".config/sops", ".config/op", ".config/Bitwarden", ".config/keepassxc", ".config/KeePass", ".vault-token",
    ".authinfo", ".authinfo.gpg",
    # clouds and developers' tools
    ".aws", ".azure", ".kube", ".docker/config.json", ".config/gcloud", ".config/doctl", ".config/hcloud", ".config/gh",
    ".config/glab-cli", ".config/hub", ".netrc", "_netrc", ".git-credentials", ".config/git/credentials", ".pgpass",
    ".my.cnf", ".npmrc", ".pypirc", ".gem/credentials", ".cargo/credentials", ".cargo/credentials.toml",
    ".terraform.d", ".config/rclone", ".s3cfg", ".msmtprc", ".fetchmailrc", ".config/io.datasette.llm/keys.json",
    # what was typed: passwords on command lines stay in histories
    ".bash_history", ".zsh_history", ".local/share/fish/fish_history", ".python_history", ".psql_history",
    ".mysql_history", ".sqlite_history",
    # browsers and mail programs keep cookies, passwords and mail
    ".mozilla", ".thunderbird", ".config/google-chrome", ".config/chromium", ".config/BraveSoftware",
    ".config/microsoft-edge", ".config/vivaldi", ".config/opera", ".var/app/org.mozilla.firefox", "snap/firefox",
    "snap/chromium", "snap/thunderbird", "Library/Application Support/Firefox",
    "Library/Application Support/Google/Chrome", "Library/Cookies", "Library/Safari",
    ".config/Signal", ".local/share/TelegramDesktop",
)  # fmt: skip
"""Below the user's folder; files and whole folders."""
SECRET_NAMES: tuple[str, ...] = (
    ".env", ".env.*", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", "*.kdbx", "*.ppk",
    "*.pem", "*.p12", "*.pfx", "*.jks", "*.keystore", "wallet.dat",
)  # fmt: skip
"""Wherever they stand."""
HARMLESS_NAMES = (
    ".env.example", ".env.sample", ".env.template", "cert.pem", "fullchain.pem", "chain.pem", "ca.pem", "cacert.pem",
)  # fmt: skip
"""Certificates are public: what is secret is their key."""


class PathPolicy:
    """Says of a path whether it may be touched.

    Args:
        roots: Allowed folders; their links are resolved here, once.
        home: The user's folder, below which the secrets stand.
        denied: Further folders and files that are never touched, such as Metnos' own.
    """

    def __init__(self, roots: tuple[Path, ...], home: Path, denied: tuple[Path, ...] = ()) -> None:
        self.home = home
        self.roots = tuple(dict.fromkeys(_resolved(root) for root in roots))
        self._own = denied

    @staticmethod
    def of(settings: Settings, environment: Environment) -> PathPolicy:
        """The policy that the settings (``safety.roots``) and the user's folders make."""
        own = (environment.config_dir, environment.data_dir, environment.cache_dir)
        roots = tuple(environment.expand(root) for root in settings.texts("safety.roots"))
        return PathPolicy(roots, environment.home, own)

    @cached_property
    def denied(self) -> tuple[Path, ...]:
        """Every path that is never touched, under its own name and, where it is a link, under its target's."""
        secret = {base / name for name in SECRETS for base in (self.home, _resolved(self.home))} | set(self._own)
        return tuple(sorted(secret | {_resolved(path) for path in secret}))

    @cached_property
    def _denied_folded(self) -> frozenset[str]:
        """The same without case: some file systems do not tell ``.SSH`` from ``.ssh``."""
        return frozenset(str(path).casefold() for path in self.denied)

    def refusal(self, path: Path) -> Reason | None:
        """Why a resolved, absolute path may not be touched; None when it may."""
        above = (str(part).casefold() for part in (path, *path.parents))
        if is_secret_name(path.name) or not self._denied_folded.isdisjoint(above):
            return "path_secret"
        if not any(path == root or path.is_relative_to(root) for root in self.roots):
            return "path_outside"
        return None

    def admits(self, path: Path) -> bool:
        """Whether something directly inside a folder that may be touched may be touched as well.

        Much cheaper than ``refusal``: a search asks it of every file it sees.
        """
        return not is_secret_name(path.name) and str(path).casefold() not in self._denied_folded

    def holds_secret(self, folder: Path) -> bool:
        """Whether something denied stands inside a folder: such a folder is not moved, copied or trashed whole."""
        return any(path.is_relative_to(folder) and path.exists() for path in self.denied)

    def is_root(self, path: Path) -> bool:
        """Whether it is an allowed folder itself, or one that contains it."""
        return any(root == path or root.is_relative_to(path) for root in self.roots)


def is_secret_name(name: str) -> bool:
    """Whether a file of this name is a secret wherever it stands."""
    folded = name.casefold()
    return _secret_names()(folded) is not None and folded not in HARMLESS_NAMES


@cache
def _secret_names() -> Callable[[str], object]:
    return re.compile("|".join(fnmatch.translate(glob) for glob in SECRET_NAMES)).match


def _resolved(path: Path) -> Path:
    """Absolute, links followed; a loop of links stays as written (and nothing below it can be opened)."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return Path(path).absolute()
