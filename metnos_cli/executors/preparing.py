"""Works out what a call will really do before anybody is asked: the consent question then shows exactly that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.loading import load_target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import ExecutorContext


def prepare(manifest: Manifest, args: Mapping[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The arguments as they will be passed: addresses for names, text for entries; nothing is changed in the world.

    Args:
        manifest: With ``run.prepare``.
        args: Resolved, ``entries`` among them where the executor takes some.
        context: What the executor itself would get.

    Raises:
        ExecutorError: It cannot be done as asked.
        InputNeeded: A question has to be answered and nobody can be asked.
    """
    target = load_target(replace(manifest, run=replace(manifest.run, python=manifest.run.prepare)))
    told: dict[str, Any] = dict(target(dict(args), context))
    return told


def prepared_provenance(
    before: Mapping[str, Any], after: Mapping[str, Any], provenance: Mapping[str, str]
) -> dict[str, str]:
    """Where the prepared arguments come from: as before, and what was made of entries from the step that gave them."""
    made_of = provenance.get("entries", "user")
    return {name: provenance.get(name, "user") if name in before else made_of for name in after}
