"""Words that name a label ("le mail spam", "the urgent ones"): entries have to be told apart before they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon

VERB, ARGUMENT = "classify", "only"
"""Verb of what tells entries apart, and its argument for the one label to keep."""
TELLING = frozenset(
    {"spam", "urgent", "positive", "negative", "neutral", "trash", "junk", "inbox", "archive", "sent", "drafts"}
)
"""Values whose words say which entries are meant: never to be passed over as if they said nothing."""


def labeller(manifests: Iterable[Manifest]) -> Manifest | None:
    """The executor that tells entries apart and keeps those of one label; None: there is none."""
    return next((one for one in manifests if one.verb == VERB and one.gives_entries and _choices(one)), None)


def label_in(texts: Sequence[str], manifest: Manifest, words: Lexicon) -> tuple[int, str] | None:
    """Where a word names a label that an executor knows, and which; None where none does.

    Args:
        texts: Words of a clause.
        manifest: From ``labeller``.
        words: The language.
    """
    choices = _choices(manifest)
    for place, word in enumerate(texts):
        named = [name for name in words.values.get((word,), ()) if name in choices]
        if len(named) == 1:
            return place, named[0]
    return None


def _choices(manifest: Manifest) -> Sequence[str]:
    found: Sequence[str] = manifest.args.get("properties", {}).get(ARGUMENT, {}).get("enum", ())
    return found
