"""Fields of entries as people call them: what an answer says instead of a field's own name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.messages import has, text

if TYPE_CHECKING:
    from metnos_cli.records import Lang


def field_label(field: str, lang: Lang) -> str:
    """The field in the user's language; a column of the user's own keeps its name.

    Args:
        field: As the entries have it.
        lang: The user's language.
    """
    key = f"field.{field}"
    if has(lang, key):
        return text(lang, key)
    column = f"column.{field}"
    return text(lang, column).lower() if has(lang, column) and field.islower() else field
