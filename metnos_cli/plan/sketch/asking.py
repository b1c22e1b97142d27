"""Makes a clause that tells Metnos to ask ("chiedimi quale cartella usare") into a call of the executor that asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon.senders import MAIL
from metnos_cli.plan.sketch.learned import choose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading

ASK = "ask"
OTHERS: Mapping[str, tuple[str, ...]] = {"it": ("gli", "le", "glielo", "gliela"), "en": ()}
"""Endings of an Italian verb that asks somebody else: "chiedigli", "chiedile"."""
PROMPTS = ("prompt", "question")


def ask_arguments(reading: Reading, pool: Sequence[Manifest], words: Lexicon) -> tuple[Manifest, dict[str, Any]] | None:
    """The executor that asks and its arguments; None when the clause asks for something else.

    The question is what follows the verb, as it stands: "quale cartella usare" becomes "Quale cartella usare?".
    """
    clause = reading.clause
    if ASK not in clause.verbs or _asks_another(reading, words):
        return None
    fits = (one for one in pool if one.effect == ASK and any(name in one.args["properties"] for name in PROMPTS))
    manifest = next(fits, None)
    rest = clause.tokens[clause.verb_end :]
    while rest and (rest[0].mark or words.is_cue("leads", (rest[0].text,))):
        rest = rest[1:]
    if manifest is None or not rest:
        return None
    text = reading.text[rest[0].start : rest[-1].end].rstrip(" ?.!,;:")
    properties = manifest.args["properties"]
    prompt = next(name for name in PROMPTS if name in properties)
    args: dict[str, Any] = {prompt: f"{text[:1].upper()}{text[1:]}?"}
    if "enum" in properties.get("kind", {}):
        args["kind"] = choose(manifest, "kind", [token.text for token in rest], words) or "text"
    return manifest, args


def _asks_another(reading: Reading, words: Lexicon) -> bool:
    """Whether somebody else is to be asked: "chiedi a Elena ...", "ask Helen ..."; nobody here can."""
    clause = reading.clause
    verb = clause.words[clause.verb_start : clause.verb_end]
    rest = [*clause.words[clause.verb_end :], "", ""]
    other = words.is_cue("asked_one", (rest[0],)) or any(text.endswith(OTHERS[words.lang]) for text in verb)
    named = words.lang == "en" and clause.tokens[clause.verb_end : clause.verb_end + 1]
    mine = words.is_cue("asked_me", (rest[0],)) or words.is_cue("asked_me", (rest[0], rest[1]))
    return not mine and (other or bool(named and named[0].capital) or MAIL in reading.objects)
