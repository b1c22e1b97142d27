"""Finds the folder that a name means: as written, in another case, or by its use ("cestino" is the server's trash)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.mail.box import Folder

NAMES: Mapping[str, tuple[str, ...]] = {
    "inbox": ("inbox", "posta in arrivo", "in arrivo", "posta", "arrivi"),
    "trash": (
        "trash",
        "cestino",
        "bin",
        "deleted",
        "deleted items",
        "deleted messages",
        "posta eliminata",
        "eliminata",
    ),
    "junk": ("junk", "spam", "junk e-mail", "junk mail", "posta indesiderata", "indesiderata", "bulk mail"),
    "sent": ("sent", "sent items", "sent mail", "sent messages", "inviata", "inviati", "posta inviata"),
    "drafts": ("drafts", "draft", "bozze", "bozza"),
    "archive": ("archive", "archives", "archivio", "all mail"),
}
"""What people and servers call the folders that every account has."""
NEAREST = 5


def use_named(name: str) -> str:
    """The use that a name stands for, or empty."""
    folded = name.strip().casefold()
    return next((use for use, names in NAMES.items() if folded in names), "")


def find_folder(wanted: str, folders: Sequence[Folder]) -> Folder:
    """The folder that a name means.

    Args:
        wanted: As the user, the plan or the settings say it.
        folders: Those of the account.

    Raises:
        ExecutorError: ``wrong_args``: there is none; the facts name the nearest ones.
    """
    name = wanted.strip()
    folded = name.casefold()
    exact = [folder for folder in folders if folder.name == name]
    alike = [folder for folder in folders if folder.name.casefold() == folded]
    at_the_end = [folder for folder in folders if folder.leaf.casefold() == folded]
    for found in (exact, alike, at_the_end):
        if len(found) == 1:
            return found[0]
    use = use_named(name)
    by_use = find_use(use, folders) if use else None
    if by_use is None:
        names = ", ".join(_nearest(name, folders))
        raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_no_folder", folder=wanted, names=names)
    return by_use


def find_use(use: str, folders: Sequence[Folder]) -> Folder | None:
    """The folder with a use: the declared one, else one that is called so; None: the account has none."""
    declared = [folder for folder in folders if folder.use == use]
    named = [folder for folder in folders if not folder.use and folder.leaf.casefold() in NAMES[use]]
    return next(iter(declared + named), None)


def _nearest(name: str, folders: Sequence[Folder]) -> list[str]:
    from difflib import get_close_matches

    names = [folder.name for folder in folders]
    return get_close_matches(name, names, n=NEAREST, cutoff=0.4) or names[:NEAREST]
