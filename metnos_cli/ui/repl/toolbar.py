"""The line at the bottom: keys, last turn, memory, model and embedder, as many as the width allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.ui.repl.keys import key_label
from metnos_cli.ui.words import duration, one_line, told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang, Turn
    from metnos_cli.ui.glyphs import Glyphs
    from metnos_cli.ui.repl.session import Status


def toolbar(
    status: Status, last: Turn | None, keys: Mapping[str, tuple[str, ...]], glyphs: Glyphs, lang: Lang, width: int
) -> str:
    """The line, at most ``width`` columns; what matters least is left out first.

    Args:
        status: Model, embedder, memory.
        last: The last turn, if there was one.
        keys: Keys of ok, no and retry.
        glyphs: Symbols of the stream.
        lang: The user's language.
        width: Columns there are.
    """
    judged = "  ".join(f"{key_label(names)} {getattr(glyphs, judgement)}" for judgement, names in keys.items())
    served = f"{last.layer} {duration(lang, last.seconds)}" if last else ""
    known = told(lang, "chat.entries", {"count": status.entries}) if status.entries is not None else ""
    model = one_line(status.model) or told(lang, "chat.no_model")
    ranked = [judged, served, known, model, one_line(status.embedder)]
    gap = f" {glyphs.dot} "
    shown: list[str] = []
    for part in ranked:
        if part and len(gap.join([*shown, part])) <= width - 2:
            shown.append(part)
    return f" {gap.join(shown)} "
