"""What the turn needs from outside itself, as protocols; ``cli/wiring.py`` chooses who fulfils them.

Records that are never compared go without generated comparison: building it costs every start-up.
"""

from metnos_cli.ports.asking import Consent, ConsentAnswer, ConsentQuestion, Dialog
from metnos_cli.ports.execution import Catalog, ExecutorContext, Runner, Vaglio
from metnos_cli.ports.facts import FactAnswer, Facts, FactWritten, FoundFact, KnownFact
from metnos_cli.ports.models import Cutoffs, Embedder, LanguageModel, Reranker
from metnos_cli.ports.turn import Event, Judgement, Listener, Memory, ProposalRequest, Proposer, TurnPorts
from metnos_cli.ports.world import Clock, Fetched, Files, Network, Store

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
