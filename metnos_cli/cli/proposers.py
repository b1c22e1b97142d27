"""Chooses the proposer that the settings ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ModelMissing

if TYPE_CHECKING:
    from metnos_cli.cli.wiring import World
    from metnos_cli.ports import Proposer


def build_proposer(here: World) -> Proposer:
    """``auto`` is metis when a model is configured and offline otherwise.

    Raises:
        ModelMissing: A proposer that needs a model was asked for and none is configured.
    """
    wanted = here.settings.text("engine.proposer")
    if wanted == "frontier":
        return _frontier(here)
    configured = wanted != "offline" and bool(
        here.settings.text("model.path") or here.settings.text("model.endpoint")
    )
    if wanted == "offline" or (wanted == "auto" and not configured):
        from metnos_cli.plan.proposer.offline import OfflineProposer

        return OfflineProposer()
    if not configured:
        raise ModelMissing("model_not_configured", proposer=wanted)
    steps = here.settings.integer("engine.max_steps")
    if wanted == "simple":
        from metnos_cli.plan.proposer.simple import SimpleProposer

        return SimpleProposer(here.needed_model, here.catalog, steps)
    from metnos_cli.plan.proposer.metis import MetisProposer

    return MetisProposer(here.needed_model, here.catalog, steps)


def _frontier(here: World) -> Proposer:
    """A remote endpoint, only when it is configured; what is sent is shown first."""
    from metnos_cli.plan.proposer.frontier import FrontierProposer

    return FrontierProposer.from_settings(here.settings, show_request=here.show_outgoing)
