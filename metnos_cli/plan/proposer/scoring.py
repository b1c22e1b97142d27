"""Scores a plan against its request, without a model: the same plan and request always give the same score.

    score = 3.0 * verbs        share of the clauses whose verb some step answers to, in their order
          + 2.5 * values       share of the request's values that some argument carries
          + 1.0 * fit          how well the tools' own words fit the request, between 0 and 1
          + 1.0 if it has the tools of the rules' draft, in the same order
          - 2.0 * invented     share of literal paths, addresses, numbers and texts that the request does not hold
          - 0.3 * surplus      steps beyond one a clause
          - 6.0 * errors       what the validator finds wrong

So short plans win over long ones, plans that do what the verbs say over others, and what was asked for over the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.intent import clauses_of, spoken
from metnos_cli.plan.profile import profile, rarity, score
from metnos_cli.plan.sketch.entry_arguments import CONDITION_FIELD, CONDITION_VALUE, FIELD_NAMES
from metnos_cli.plan.sketch.kinds import DIMS, argument_kinds
from metnos_cli.plan.sketch.places import extension_of
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.ports import ProposalRequest
    from metnos_cli.records import Framework, Request, Step

VERBS, VALUES, FIT, AGREES = 3.0, 2.5, 1.0, 1.0
INVENTED, SURPLUS, ERROR = 2.0, 0.3, 6.0
FULL_FIT = 10.0
"""A profile score that counts as a perfect fit."""
RELATED = 0.5
"""Fit under which a plan has nothing to do with the request, as far as words tell."""
FIELDS = frozenset({*FIELD_NAMES, CONDITION_FIELD, CONDITION_VALUE})
"""Arguments that name fields: those are the entries', not the request's."""
LITERAL_KINDS = frozenset({"path", "url", "email", "text", "number"})


def plan_score(framework: Framework, asked: ProposalRequest, draft: Sequence[Step] = ()) -> float:
    """The score of a plan; higher is better.

    Args:
        framework: The plan.
        asked: The request and its pool.
        draft: Steps that rules alone came to; empty when they came to none.
    """
    from metnos_cli.plan.validator import validate_framework

    pool = {manifest.name: manifest for manifest in asked.pool}
    clauses = clauses_of(asked.request)
    tools = [step.tool for step in framework.steps]
    total = VERBS * _verbs_answered(clauses, tools, pool, asked.request)
    total += VALUES * _values_carried(framework, asked.request)
    total += FIT * _fit(clauses, tools, asked)
    total += AGREES * bool(draft and tools == [step.tool for step in draft])
    total -= INVENTED * _invented(framework, pool, asked.request, draft)
    total -= SURPLUS * max(0, len(tools) - max(1, len(clauses)))
    return round(total - ERROR * len(validate_framework(framework, asked.pool)), 4)


def is_guess(framework: Framework, asked: ProposalRequest) -> bool:
    """Whether a plan that no rule came to has nothing to do with the request: an honest end is better then."""
    tools = [step.tool for step in framework.steps]
    return _fit(clauses_of(asked.request), tools, asked) < RELATED


def _verbs_answered(
    clauses: Sequence[Clause], tools: Sequence[str], pool: Mapping[str, Manifest], request: Request
) -> float:
    """Share of the clauses with a verb that a step answers to, each after the one before."""
    lang = spoken(request).lang
    strong = [clause for clause in clauses if clause.verbs and not clause.weak]
    if not strong:
        return 1.0
    place, answered = 0, 0
    for clause in strong:
        for at in range(place, len(tools)):
            manifest = pool.get(tools[at])
            if manifest and not {manifest.verb, *profile(manifest, lang).verbs}.isdisjoint(clause.verbs):
                place, answered = at, answered + 1
                break
    return answered / len(strong)


def _values_carried(framework: Framework, request: Request) -> float:
    """Share of the request's values that stand in some argument."""
    if not request.slots:
        return 1.0
    held = list(_literals([dict(step.args) for step in framework.steps]))
    texts = " ".join(str(value) for value in held)
    carried = 0
    for slot in request.slots:
        value = as_argument(slot)
        extension = extension_of(str(value)) if slot.dim == "glob" else ""
        carried += (
            value in held or (isinstance(value, str) and value in texts) or (bool(extension) and extension in held)
        )
    return carried / len(request.slots)


def _fit(clauses: Sequence[Clause], tools: Sequence[str], asked: ProposalRequest) -> float:
    """How well the tools' words fit the clauses: the best tool of each clause, between 0 and 1."""
    words = spoken(asked.request)
    profiles = {manifest.name: profile(manifest, words.lang) for manifest in asked.pool}
    weights = rarity(list(profiles.values()))
    fits = [
        max((score(clause, profiles[tool], weights, words) for tool in tools if tool in profiles), default=0.0)
        for clause in clauses
    ]
    return sum(min(1.0, max(0.0, fit / FULL_FIT)) for fit in fits) / len(fits) if fits else 0.0


def _invented(framework: Framework, pool: Mapping[str, Manifest], request: Request, draft: Sequence[Step]) -> float:
    """Share of the literal values that neither stand in the request nor come from one of its values."""
    given = {as_argument(slot) for slot in request.slots}
    given |= set(_literals([dict(step.args) for step in draft]))
    text = request.text.lower()
    literals, invented = 0, 0
    for step in framework.steps:
        manifest = pool.get(step.tool)
        for name, value in step.args.items():
            kind = argument_kinds(manifest).get(name, "") if manifest else ""
            if kind not in LITERAL_KINDS or name in FIELDS or (isinstance(value, str) and "${" in value):
                continue
            literals += 1
            stands = value in given or str(value).lower().strip("*") in text or not DIMS.get(kind)
            invented += not stands
    return invented / literals if literals else 0.0


def _literals(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for held in value.values():
            yield from _literals(held)
    elif isinstance(value, list | tuple):
        for held in value:
            yield from _literals(held)
    else:
        yield value
