"""Takes back what was done to files: only what still is as Metnos left it, and never over something else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.safety import acts
from metnos_cli.safety.undo import Reversal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.safety.filesystem import GuardedFiles
    from metnos_cli.safety.undo import Reverser
    from metnos_cli.store.journal import Change


class FileReversers:
    """The reversers of ``file.*``.

    Args:
        files: The guard: a path that is denied today is not touched today.
    """

    def __init__(self, files: GuardedFiles) -> None:
        self._files = files
        self._trash = files.trash_can

    def table(self) -> dict[str, Reverser]:
        """Who reverses what."""
        return {
            "file.create": self._create,
            "file.overwrite": self._overwrite,
            "file.move": self._move,
            "file.mkdir": self._mkdir,
            "file.trash": self._trashed,
        }

    def _create(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002  a Reverser's signature
        path = Path(change.facts["path"])
        told = {"path": self._files.shown(path)}
        if not os.path.lexists(path):
            return Reversal(change, "create_back", told, _nothing)
        if not acts.unchanged(path, change.facts["mark"]):
            return Reversal(change, "create_back", told, None, "changed")
        return Reversal(change, "create_back", told, lambda: self._discard(path))

    def _overwrite(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        path = Path(change.facts["path"])
        told = {"path": self._files.shown(path)}
        why = self._spoilt(change.facts)
        if not why and os.path.lexists(path) and not acts.unchanged(path, change.facts["mark"]):
            why = "changed"
        if why:
            return Reversal(change, "overwrite_back", told, None, why)
        return Reversal(change, "overwrite_back", told, lambda: self._restore(Path(change.facts["copy"]), path))

    def _move(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        source, target = Path(change.facts["source"]), Path(change.facts["target"])
        told = {"source": self._files.shown(source), "target": self._files.shown(target)}
        why = self._spoilt(change.facts) if "copy" in change.facts else ""
        if not os.path.lexists(target):
            why = why or ("" if os.path.lexists(source) else "missing")
            return Reversal(change, "move_back", told, None if why else _nothing, why)
        if os.path.lexists(source):
            if not why and not target.is_dir() and os.path.samestat(source.lstat(), target.lstat()):
                # Stopped when the file had both names: it has the old one still.
                return Reversal(change, "move_back", told, lambda: self._unname(target, change.facts))
            why = "taken"
        elif not acts.unchanged(target, change.facts["mark"]):
            why = "changed"
        if why:
            return Reversal(change, "move_back", told, None, why)

        def act() -> None:
            self._bring(target, source)
            if "copy" in change.facts:
                self._restore(Path(change.facts["copy"]), target)

        return Reversal(change, "move_back", told, act)

    def _mkdir(self, change: Change, before: Sequence[Change]) -> Reversal:
        created = [Path(part) for part in change.facts["created"]]  # the deepest first
        told = {"path": self._files.shown(created[0])}
        leaving = {Path(path) for other in before for path in _left_by(other)} | set(created)
        present = [part for part in created if part.is_dir()]
        if any(inside not in leaving for part in present for inside in part.iterdir()):
            return Reversal(change, "mkdir_back", told, None, "not_empty")

        def act() -> None:
            for part in present:
                self._files.allow(part)
                part.rmdir()

        return Reversal(change, "mkdir_back", told, act)

    def _trashed(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        path = Path(change.facts["path"])
        told = {"path": self._files.shown(path)}
        found = self._trash.find(path)
        if os.path.lexists(path):
            # Ctrl-C just before it went, or something else stands there now.
            same = not found and acts.unchanged(path, change.facts["mark"])
            return Reversal(change, "trash_back", told, _nothing if same else None, "" if same else "taken")
        if not found or not os.path.lexists(found["trashed"]):
            return Reversal(change, "trash_back", told, None, "not_in_trash")
        if not acts.unchanged(Path(found["trashed"]), change.facts["mark"]):
            return Reversal(change, "trash_back", told, None, "changed")

        def act() -> None:
            self._bring(Path(found["trashed"]), path, origin_allowed=lambda _path: None)
            Path(found["info"]).unlink(missing_ok=True)

        return Reversal(change, "trash_back", told, act)

    # -- parts of the above

    def _discard(self, path: Path) -> None:
        """What Metnos made goes to the trash, not for good."""
        with acts.opened_folder(path.parent, self._files.allow):
            self._trash.put(path)

    def _bring(self, place: Path, back: Path, origin_allowed: Callable[[Path], None] | None = None) -> None:
        """Move something back to where it stood, never over something else; lost folders are made again."""
        self._files.allow(back)
        back.parent.mkdir(parents=True, exist_ok=True)
        with (
            acts.opened_folder(place.parent, origin_allowed or self._files.allow) as origin,
            acts.opened_folder(back.parent, self._files.allow) as folder,
        ):
            try:
                acts.place(origin, place.name, folder, back.name)
            except OSError as error:
                if not acts.is_other_device(error):
                    raise
                acts.discard(origin, acts.carry(place, origin, back, folder, lambda: None))

    def _unname(self, target: Path, facts: Mapping[str, Any]) -> None:
        """Take the second of a file's two names; what had it before gets it back."""
        if "copy" in facts:
            self._restore(Path(facts["copy"]), target)
            return
        with acts.opened_folder(target.parent, self._files.allow) as folder:
            acts.discard(folder, target.name)

    def _restore(self, copy: Path, path: Path) -> None:
        """What stood there before, put back in its place."""
        self._files.allow(path)
        with acts.opened_folder(path.parent, self._files.allow) as folder:
            aside = acts.copy_aside(copy, path.parent, lambda: None, folder)
            acts.place(folder, aside, folder, path.name, over=True)

    @staticmethod
    def _spoilt(facts: Mapping[str, Any]) -> str:
        """Why the kept copy cannot serve; empty when it can."""
        copy = Path(facts["copy"])
        if not os.path.lexists(copy):
            return "copy_gone"
        return "" if acts.unchanged(copy, facts["kept"]) else "copy_gone"


def _nothing() -> None:
    """It is as it was: nothing is left to do."""


def _left_by(change: Change) -> list[str]:
    """Paths that stand empty once a change has been taken back."""
    facts = change.facts
    if change.kind == "file.create":
        return [str(facts["path"])]
    if change.kind == "file.move" and "copy" not in facts:
        return [str(facts["target"])]
    if change.kind == "file.mkdir":
        return [str(part) for part in facts["created"]]
    return []
