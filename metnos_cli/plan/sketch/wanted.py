"""Tells which required arguments of a call are not there yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.sketch.kinds import FROM_STEP

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.executors.manifest import Manifest


def wanted(manifest: Manifest, args: Mapping[str, Any]) -> list[str]:
    """Required arguments that are not there; of several alternatives, those of the first that is not a step."""
    names = [name for name in manifest.args.get("required", ()) if name not in args]
    for choices in (manifest.args.get("oneOf", ()), manifest.args.get("anyOf", ())):
        options = [option.get("required", ()) for option in choices]
        if options and not any(all(name in args for name in option) for option in options):
            plain = [option for option in options if FROM_STEP not in option]
            names += [name for name in (plain or [()])[0] if name not in args]
    return names
