"""Proposes one plan with a model outside the machine: only when configured and chosen, and shown before it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from metnos_cli.errors import ErrorClass, ModelMissing
from metnos_cli.plan.prompt import plan_prompt
from metnos_cli.plan.proposer.scope import in_scope
from metnos_cli.plan.proposer.writer import Writer
from metnos_cli.records import Abstention, Proposal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from metnos_cli.config.load import Settings
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.models.endpoint import EndpointModel
    from metnos_cli.ports import LanguageModel, ProposalRequest
    from metnos_cli.records import ModelUse


class FrontierProposer:
    """One call of a remote model, one plan.

    Args:
        model: The remote model.
        catalog: All executors, for the fixed part of the prompt; empty describes the pool with each request.
        show_request: Called with everything that is about to be sent, before anything leaves the machine; raises to
            keep it from leaving.
        max_steps: Steps of a plan, at most.
    """

    def __init__(
        self,
        model: EndpointModel,
        *,
        show_request: Callable[[str], None],
        catalog: Sequence[Manifest] = (),
        max_steps: int = 6,
    ) -> None:
        self._model = model
        self._catalog = tuple(catalog)
        self._show_request = show_request
        self._writer = Writer(cast("LanguageModel", model), self._catalog, max_steps)

    @classmethod
    def from_settings(
        cls, settings: Settings, *, show_request: Callable[[str], None], catalog: Sequence[Manifest] = ()
    ) -> FrontierProposer:
        """The proposer that section ``[frontier]`` configures.

        Raises:
            ModelMissing: No endpoint is configured, or its key's variable is not set.
        """
        from metnos_cli.models.endpoint import EndpointModel
        from metnos_cli.models.load import secret

        url = settings.text("frontier.endpoint")
        if not url:
            raise ModelMissing("frontier_not_configured", setting="frontier.endpoint")
        model = EndpointModel(url, settings.text("frontier.model"), secret(settings, "frontier.key_env"))
        steps = settings.integer("engine.max_steps")
        return cls(model, show_request=show_request, catalog=catalog, max_steps=steps)

    @property
    def name(self) -> str:
        """Always ``frontier``."""
        return "frontier"

    def propose(self, asked: ProposalRequest, used: Callable[[ModelUse], None]) -> Proposal | Abstention:
        """One plan; the prompt is shown first.

        Raises:
            ModelError: The server cannot be used.
            Interrupted: Ctrl-C.
        """
        scope = in_scope(asked, self._catalog)
        prompt = plan_prompt(asked, self._catalog, scope.draft)
        self._show_request(f"POST {self._model.address} ({self._model.name})\n{prompt.prefix}\n{prompt.suffix}")
        framework = self._writer.write(asked, scope.draft, used)
        if framework is None:
            return Abstention("no_valid_plan", ErrorClass.OUT_OF_SCOPE)
        return Proposal(scope.told(framework))
