"""Tells files from folders by how their paths are written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_EXTENSION = re.compile(r"[^/]+\.[A-Za-z0-9]{1,8}$")


def looks_like_file(path: str) -> bool:
    """Whether the last part of a path has an ending, as files have: "~/note.txt" but not "~/note" nor "~/x.d/"."""
    last = path.rsplit("/", 1)[-1]
    return bool(_EXTENSION.fullmatch(last)) and not path.endswith("/")


def joined(folder: str, name: str) -> str:
    """A name inside a folder."""
    return f"{folder.rstrip('/')}/{name}"


def extension_of(glob: str) -> str:
    """The extension that a pattern such as ``*.pdf`` stands for, or an empty string."""
    found = re.fullmatch(r"\*\.([A-Za-z0-9]+)", glob)
    return found[1].lower() if found else ""


def extensions_of(glob: str) -> tuple[str, ...]:
    """The extensions of a pattern such as ``*.pdf`` or ``*.{jpg,png}``; none of any other."""
    several = re.fullmatch(r"\*\.\{([A-Za-z0-9,]+)\}", glob)
    single = extension_of(glob)
    return tuple(several[1].lower().split(",")) if several else (single,) if single else ()


def renamed(args: Mapping[str, Any]) -> dict[str, str]:
    """A new name alone stays in the folder where the file is: "rinomina ~/a/x.txt in y.txt".

    Args:
        args: ``path`` and ``dst`` as they were said.

    Returns:
        The ``dst`` to use instead, if any.
    """
    path, name = str(args.get("path", "")), str(args.get("dst", ""))
    folder, slash, _ = path.rstrip("/").rpartition("/")
    return {"dst": f"{folder}/{name}"} if slash and name and "/" not in name and name[0] not in "~.$" else {}
