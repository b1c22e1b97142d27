"""A model is offered by what the machine can hold."""

from __future__ import annotations

import pytest

from metnos_cli.models.downloads import OFFERS, suiting

GB = 1_000_000_000


@pytest.mark.parametrize(
    ("memory", "disk", "name"),
    [
        (64 * GB, 100 * GB, "Qwen2.5-Coder 7B"),
        (6 * GB, 100 * GB, "Qwen2.5-Coder 3B"),
        (64 * GB, 2 * GB, "Qwen2.5-Coder 1.5B"),
        (GB + GB // 4, 100 * GB, "Qwen2.5-Coder 0.5B"),
    ],
)
def test_the_largest_that_fits(memory: int, disk: int, name: str) -> None:
    """Memory and disk both count."""
    offer = suiting(memory, disk)

    assert offer is not None
    assert offer.name == name


@pytest.mark.parametrize(("memory", "disk"), [(GB // 4, 100 * GB), (64 * GB, GB // 10)])
def test_nothing_is_offered_where_nothing_fits(memory: int, disk: int) -> None:
    """Better no model than one that swaps."""
    assert suiting(memory, disk) is None


def test_offers_go_from_large_to_small() -> None:
    """The search relies on it."""
    assert [offer.size for offer in OFFERS] == sorted((offer.size for offer in OFFERS), reverse=True)
