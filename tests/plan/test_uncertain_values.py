"""A value with two readings is never acted on."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from metnos_cli.plan.lexicon.tokens import tokenize
from metnos_cli.text.understand import understand

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Europe/Rome"))


@pytest.mark.parametrize(
    "text", ["find the 3 largest files in ~/data", "show the 2 newest pdf in ~/x", "list the 5 biggest folders in ~/x"]
)
def test_a_count_after_an_article_is_no_day(text: str) -> None:
    """ "the 3 largest" asks for three."""
    request = understand(text, now=NOW, lang="en")

    dims = [token.slot.dim for token in tokenize(request) if token.slot is not None]

    assert "number" in dims
    assert "time" not in dims
