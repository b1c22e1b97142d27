"""Proposes a plan without a model: the nearest executor of each clause, its values; a question or an end in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import spoken
from metnos_cli.plan.lexicon import lexicon
from metnos_cli.plan.proposer.doubt import which_time
from metnos_cli.plan.sketch.compose import Composer
from metnos_cli.plan.sketch.draft import Draft, Missing, Refusal
from metnos_cli.plan.sketch.expiring import asks_end
from metnos_cli.plan.sketch.repeated import repeated
from metnos_cli.records import LANGS, Abstention, Framework, Proposal, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import Embedder, ProposalRequest
    from metnos_cli.records import Lang, ModelUse, Request

QUESTION_KINDS = {"path": "file_path", "number": "number", "time": "date"}
"""Kind of argument -> kind of question of ``get_inputs``; anything else is asked as text."""
FACTS = "find_facts"
UNCLEAR = frozenset({"not_understood", "unknown_words", "left_over"})
"""Refusals after which the words may still be a question about something the user told."""


class OfflineProposer:
    """Plans by rules over the manifests; abstains rather than guess.

    Args:
        catalog: All executors: a verb that none of them knows is out of scope.
        embedder: Gives the embedder, or None where there is none; the rules do without.
    """

    def __init__(self, catalog: Iterable[Manifest] = (), embedder: Callable[[], Embedder | None] | None = None) -> None:
        self.catalog = tuple(catalog)
        self._embedder = embedder

    @property
    def name(self) -> str:
        """Always ``offline``."""
        return "offline"

    def propose(self, asked: ProposalRequest, used: Callable[[ModelUse], None]) -> Proposal | Abstention:
        """One plan, or a question, or an honest end; no model is called.

        Args:
            asked: The request and the pool.
            used: Not called: nothing is spent.
        """
        del used
        from metnos_cli.plan.fingerprint import fingerprint

        def compose(request: Request) -> Draft | Refusal:
            return Composer(request, asked.pool, self.catalog, asked.prefix).compose()

        found = compose(asked.request)
        if isinstance(found, Refusal) and found.reason == "condition":
            found = repeated(asked.request, spoken(asked.request), compose) or found
        doubt = which_time(asked.request, found, compose)
        if doubt is not None:
            return doubt
        if isinstance(found, Refusal):
            return remembered(asked, found) or Abstention(found.reason, found.error_class, found.facts)
        framework = Framework(steps=tuple(found.steps), final_message=found.final_message(asked.request.lang))
        if found.missing:
            return question(found, framework, asked.request.lang)
        if fingerprint(framework) in asked.excluded:
            return Abstention("excluded", ErrorClass.OUT_OF_SCOPE)
        return Proposal(framework)


def remembered(asked: ProposalRequest, refusal: Refusal) -> Proposal | None:
    """A look into what the user told, when a question means nothing else and something told lies near it.

    Args:
        asked: The request, with the facts that were folded in.
        refusal: Why the rules make no plan of it.
    """
    words = asked.request.normal.split()
    opens = any(lexicon(lang).is_cue("questions", tuple(words[:1])) for lang in LANGS)
    is_question = asked.request.text.rstrip().endswith("?") or opens
    told = asks_end(asked.request, spoken(asked.request))
    if told and any(manifest.name == FACTS for manifest in asked.pool):
        return Proposal(Framework((Step(FACTS, {"query": told}),)))
    if refusal.reason not in UNCLEAR or not asked.memory or not is_question:
        return None
    if all(manifest.name != FACTS for manifest in asked.pool):
        return None
    return Proposal(Framework((Step(FACTS, {"query": asked.request.text}),)))


def question(draft: Draft, framework: Framework, lang: Lang) -> Abstention:
    """What has to be asked before a draft can run."""
    questions = tuple(_question(missing, lang) for missing in draft.missing)
    return Abstention("missing_input", ErrorClass.MISSING_INPUT, {}, questions, framework)


def _question(missing: Missing, lang: Lang) -> dict[str, Any]:
    """One question of ``get_inputs``."""
    keys = (f"ask.{missing.kind}_target" if missing.target else f"ask.named_{missing.argument}", f"ask.{missing.kind}")
    key = next((key for key in keys if messages.has(lang, key)), "ask.other")
    prompt = messages.text(lang, key, name=missing.argument, tool=missing.tool)
    return {"var": missing.var, "prompt": prompt, "schema": {"kind": QUESTION_KINDS.get(missing.kind, "text")}}
