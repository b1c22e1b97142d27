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
    from metnos_cli.plan.proposer.offline import OfflineProposer

    wanted = here.settings.text("engine.proposer")
    if wanted == "frontier":
        return _frontier(here)
    model = None if wanted == "offline" else here.model()
    offline = OfflineProposer(here.catalog, embedder=here.embedder_or_none)
    if wanted == "offline" or (wanted == "auto" and model is None):
        return offline
    if model is None:
        raise ModelMissing("model_not_configured", proposer=wanted)
    steps = here.settings.integer("engine.max_steps")
    if wanted == "simple":
        from metnos_cli.plan.proposer.simple import SimpleProposer

        return SimpleProposer(model, max_steps=steps, offline=offline)
    from metnos_cli.plan.proposer.metis import MetisProposer

    return MetisProposer(model, max_steps=steps, offline=offline)


def _frontier(here: World) -> Proposer:
    """A remote endpoint, only when it is configured; what is sent is shown first."""
    from metnos_cli.plan.proposer.frontier import FrontierProposer

    return FrontierProposer.from_settings(here.settings, show_request=here.show_outgoing)
