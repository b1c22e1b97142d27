"""A bound is kept as it was said: "smaller than" leaves out what "at most" takes in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from metnos_cli.plan.lexicon import lexicon
from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.plan.sketch.arguments import fill
from metnos_cli.plan.sketch.clauses import split
from metnos_cli.plan.sketch.reading import read
from metnos_cli.records import Lang, Proposal
from tests.plan.asking import asked, bundled, calls, manifest, request_of

ARGUMENTS = {"greater": "larger_than", "at_least": "min_size", "less": "smaller_than", "at_most": "max_size"}
FORMS: Mapping[Lang, str] = {"it": "trova i file {} 10 kB in ~/x", "en": "find files {} 10 kB in ~/x"}
COMPARISONS = [
    (lang, " ".join(phrase), op)
    for lang in ("it", "en")
    for phrase, op in lexicon(lang).comparators.items()
    if op in ARGUMENTS
]


@pytest.mark.parametrize(("lang", "phrase", "op"), COMPARISONS)
def test_every_comparison_goes_to_its_argument(lang: Lang, phrase: str, op: str) -> None:
    """Each with the size that was said, so that a plan holds for another size too."""
    told = OfflineProposer(tuple(bundled())).propose(asked(FORMS[lang].format(phrase), lang), lambda _use: None)

    assert isinstance(told, Proposal), told
    ((_, args),) = calls(told.framework)
    assert args == {"path": "~/x", ARGUMENTS[op]: 10_000}


def filled(text: str, **properties: Any) -> dict[str, Any]:
    """The arguments that a user's executor takes from a request."""
    words = lexicon("en")
    request = request_of(text, "en")
    from metnos_cli.plan.lexicon.tokens import tokenize

    (clause,) = split(tokenize(request), words)
    own = manifest("find_stamps", args={"properties": properties})
    return fill(own, read(clause, request, words), words).args


WHOLE = {"type": "integer", "minimum": 0}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("find stamps smaller than 10 kB", {"max_bytes": 9_999}),
        ("find stamps larger than 10 kB", {"min_bytes": 10_001}),
        ("find stamps of at most 10 kB", {"max_bytes": 10_000}),
        ("find stamps of at least 10 kB", {"min_bytes": 10_000}),
        ("find stamps larger than 1 kB and smaller than 10 kB", {"min_bytes": 1_001, "max_bytes": 9_999}),
    ],
)
def test_where_only_the_last_value_can_be_told_it_is_the_next_one(text: str, expected: dict[str, Any]) -> None:
    """Of whole numbers."""
    assert filled(text, min_bytes=WHOLE, max_bytes=WHOLE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("find stamps over 10 kB", {"larger_than": 10_000}),
        ("find stamps of at least 10 kB", {"larger_than": 9_999}),
        ("find stamps of at most 10 kB", {"smaller_than": 10_001}),
    ],
)
def test_where_only_what_is_left_out_can_be_told_it_is_the_one_before(text: str, expected: dict[str, Any]) -> None:
    """The other way round."""
    assert filled(text, larger_than=WHOLE, smaller_than=WHOLE) == expected
