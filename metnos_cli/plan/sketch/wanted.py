"""Tells what a call still needs: required arguments, or things to work on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.choose import found_by_time, other_things
from metnos_cli.plan.sketch.kinds import FROM_STEP, argument_kinds, is_target, needs_source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.filled import Filled
    from metnos_cli.plan.sketch.reading import Reading


def wanted(manifest: Manifest, args: Mapping[str, Any]) -> list[str]:
    """Required arguments that are not there; of several alternatives, those of the first that is not a step."""
    names = [name for name in manifest.args.get("required", ()) if name not in args]
    for choices in (manifest.args.get("oneOf", ()), manifest.args.get("anyOf", ())):
        options = [option.get("required", ()) for option in choices]
        if options and not any(all(name in args for name in option) for option in options):
            plain = [option for option in options if FROM_STEP not in option]
            names += [name for name in (plain or [()])[0] if name not in args]
    return names


def own_source(manifest: Manifest, filled: Filled) -> bool:
    """Whether the clause itself names what to work on."""
    kinds = argument_kinds(manifest)
    return any(kinds[name] in {"path", "url", "text"} and not is_target(name) for name in filled.args)


def wants_source(manifest: Manifest, reading: Reading, words: Lexicon) -> bool:
    """Whether it works on entries, rather than taking some along if there are any."""
    if manifest.verb == "send" and cues.said("forwards", reading.clause, words):
        return True  # "inoltra l'ultima mail di Anna a Carlo"
    options = [*manifest.args.get("oneOf", ()), *manifest.args.get("anyOf", ())]
    may = any(FROM_STEP in option.get("required", ()) for option in options)
    if may and found_by_time(manifest, reading, words):
        return True
    places = not {"path", "url"}.isdisjoint(argument_kinds(manifest).values())
    named = reading.has_source or bool(reading.globs)
    if manifest.takes_entries and other_things(manifest, reading):
        return True
    return needs_source(manifest) or (may and (named or places or manifest.object == "entries"))
