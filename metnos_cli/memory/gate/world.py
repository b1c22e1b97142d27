"""Check 5: the world is the same: the executors are those that the entry was learnt with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.records import Check

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate

NAME = "world"


def world(candidate: Candidate) -> Check:
    """Compare the signatures of the manifests."""
    if candidate.same_world:
        return Check(NAME, True, "same_catalog")
    return Check(NAME, False, "catalog_changed")
