"""Says that a name with a space needs quotation marks, where the half of one is left over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.sketch.draft import Refusal

if TYPE_CHECKING:
    from metnos_cli.records import Request


def hinted(refusal: Refusal, request: Request) -> Refusal:
    """The refusal, or the hint: of "~/note casa.txt" the words "casa.txt" were left over.

    Args:
        refusal: Why no plan was drafted.
        request: The request.
    """
    told = str(refusal.facts.get("words", ""))
    place = request.text.find(told) if refusal.reason == "left_over" and {".", "/"} & set(told) else -1
    before = next((slot for slot in request.slots if slot.dim == "path" and slot.end + 1 == place), None)
    if before is None or request.text[before.end] != " " or " " in told:
        return refusal
    return Refusal("spaced", refusal.error_class, {"words": request.text[before.start : place + len(told)]})
