"""What the turn needs from outside itself, as protocols; ``cli/wiring.py`` chooses who fulfils them.

Records that are never compared go without generated comparison, and a module is imported when one of its names is
first asked for: building what nobody uses would cost every start-up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from metnos_cli.ports.asking import Consent, ConsentAnswer, ConsentQuestion, Dialog
    from metnos_cli.ports.execution import Catalog, ExecutorContext, Runner, Vaglio
    from metnos_cli.ports.facts import FactAnswer, Facts, FactWritten, FoundFact, KnownFact
    from metnos_cli.ports.models import Cutoffs, Embedder, LanguageModel, Reranker
    from metnos_cli.ports.turn import Event, Judgement, Listener, Memory, ProposalRequest, Proposer, TurnPorts
    from metnos_cli.ports.world import Clock, Fetched, Files, Network, Store

_HOMES = {
    "asking": ("Consent", "ConsentAnswer", "ConsentQuestion", "Dialog"),
    "execution": ("Catalog", "ExecutorContext", "Runner", "Vaglio"),
    "facts": ("FactAnswer", "FactWritten", "Facts", "FoundFact", "KnownFact"),
    "models": ("Cutoffs", "Embedder", "LanguageModel", "Reranker"),
    "turn": ("Event", "Judgement", "Listener", "Memory", "ProposalRequest", "Proposer", "TurnPorts"),
    "world": ("Clock", "Fetched", "Files", "Network", "Store"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Catalog",
    "Clock",
    "Consent",
    "ConsentAnswer",
    "ConsentQuestion",
    "Cutoffs",
    "Dialog",
    "Embedder",
    "Event",
    "ExecutorContext",
    "FactAnswer",
    "FactWritten",
    "Facts",
    "Fetched",
    "Files",
    "FoundFact",
    "Judgement",
    "KnownFact",
    "LanguageModel",
    "Listener",
    "Memory",
    "Network",
    "ProposalRequest",
    "Proposer",
    "Reranker",
    "Runner",
    "Store",
    "TurnPorts",
    "Vaglio",
]


def __getattr__(name: str) -> Any:
    """A protocol or record, from its module."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(name)
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = found
    return found
