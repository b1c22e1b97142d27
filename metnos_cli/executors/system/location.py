"""get_location: where the user is, as the settings say or as the user answers; Metnos does not guess it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.messages import text

if TYPE_CHECKING:
    from metnos_cli.ports import ExecutorContext


def get_location(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:  # noqa: ARG001  takes none
    """The place.

    Raises:
        InputNeeded: The settings do not say and nobody can be asked.
    """
    place = context.settings.text("general.location").strip()
    if place:
        return {"location": place, "source": "settings", "ok_count": 1}
    question = {
        "var": "location",
        "prompt": text(context.lang, "question.location"),
        "schema": {"kind": "location"},
    }
    answer = context.dialog.ask([question])
    return {"location": str(answer["location"]), "source": "user", "ok_count": 1}
