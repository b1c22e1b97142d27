"""The dimensions by which entries are classified: those Metnos has examples for, and those that the user makes up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.ports import ExecutorContext
    from metnos_cli.records import Lang


@dataclass(frozen=True, slots=True)
class Label:
    """One value that an entry can have."""

    name: str
    """In the user's language: what the entry gets."""
    key: str
    """The same in every language."""
    examples: tuple[str, ...]
    """Texts that have it; never empty."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """What entries are classified by."""

    name: str
    """Field that the entries get."""
    labels: tuple[Label, ...]
    """At least two."""
    cautious: str = ""
    """The label to give when unsure; empty: the likeliest."""
    mark: str = ""
    """Field of an entry that, when true, settles it: the label ``yes``."""
    question: str = ""
    """A yes-or-no question for a model; empty: it is asked for the label."""
    yes: str = ""
    """Label that yes means."""
    no: str = ""
    """Label that no means."""

    def label_named(self, told: str) -> str:
        """The label that a name means, in either language.

        Raises:
            ExecutorError: ``wrong_args``: the dimension has no such label.
        """
        folded = told.strip().casefold()
        for label in self.labels:
            if folded in (label.name.casefold(), label.key.casefold()):
                return label.name
        names = ", ".join(label.name for label in self.labels)
        raise ExecutorError(ErrorClass.WRONG_ARGS, "classify_no_such_label", label=told, names=names)


def find_dimension(told: str, wanted: Sequence[str], context: ExecutorContext) -> Dimension:
    """The dimension that a name means.

    Args:
        told: As the plan or the user names it, such as ``spam``, ``urgenza``, ``argomento``.
        wanted: Labels, where the call gives them.
        context: Language, and the user's own examples (``classify.examples``).

    Raises:
        ExecutorError: ``wrong_args``: it is unknown and no labels are given; the facts name those there are.
    """
    own = _own_examples(context)
    slug = slug_of(told)
    name, table = _known(told, slug)
    mine = own.get(name) or own.get(slug) or {}
    labels = [_label(key, row, mine, context.lang) for key, row in table.get("labels", {}).items()]
    labels += [
        Label(key, key, tuple(texts)) for key, texts in mine.items() if key not in table.get("labels", {}) and texts
    ]
    if wanted:
        labels = [_chosen(label, labels) for label in dict.fromkeys(label.strip() for label in wanted) if label]
    if len(labels) < 2:
        known = ", ".join(dict.fromkeys([*_bundled(), *own]))
        raise ExecutorError(ErrorClass.WRONG_ARGS, "classify_no_labels", dimension=told, known=known)
    names = {label.name for label in labels}
    said = {part: _name(table, part, context.lang) for part in ("cautious", "yes", "no")}
    asks = {said["yes"], said["no"]} == names
    return Dimension(
        name=name,
        labels=tuple(labels),
        cautious=said["cautious"] if said["cautious"] in names else "",
        mark=str(table.get("mark", "")) if said["yes"] in names else "",
        question=table["question"][context.lang] if asks and "question" in table else "",
        yes=said["yes"],
        no=said["no"],
    )


def dimension_of(label: str) -> str:
    """The bundled dimension that a label belongs to; the label itself where there is none."""
    return next((name for name, table in _bundled().items() if label in table["labels"]), label)


def slug_of(told: str) -> str:
    """A name as a field is called: letters, digits and underscores."""
    return re.sub(r"\W+", "_", told.strip().casefold()).strip("_") or "label"


@cache
def _bundled() -> Mapping[str, Any]:
    import tomllib

    path = resources.files("metnos_cli.executors.entries") / "dimensions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _known(told: str, slug: str) -> tuple[str, Mapping[str, Any]]:
    """A bundled dimension by its name or alias; otherwise the name itself and nothing known of it."""
    folded = told.strip().casefold()
    for name, table in _bundled().items():
        if folded == name or folded in table["aliases"]:
            return name, table
    return slug, {}


def _label(key: str, row: Mapping[str, Any], mine: Mapping[str, Sequence[str]], lang: Lang) -> Label:
    name = str(row["names"][lang])
    return Label(name, key, (*row["examples"], *mine.get(key, ()), *(mine.get(name, ()) if name != key else ())))


def _chosen(told: str, labels: Sequence[Label]) -> Label:
    """The known label of that name, or one that only its name explains."""
    return next((label for label in labels if label.name.casefold() == told.casefold()), Label(told, told, (told,)))


def _name(table: Mapping[str, Any], part: str, lang: Lang) -> str:
    key = table.get(part)
    return str(table["labels"][key]["names"][lang]) if key else ""


def _own_examples(context: ExecutorContext) -> dict[str, dict[str, list[str]]]:
    """The user's examples by dimension and label.

    Raises:
        ExecutorError: ``wrong_args``: the table has another shape.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for dimension, labels in context.settings.table("classify.examples").items():
        if not isinstance(labels, dict):
            raise ExecutorError(ErrorClass.WRONG_ARGS, "classify_bad_examples", setting=dimension)
        for label, texts in labels.items():
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise ExecutorError(ErrorClass.WRONG_ARGS, "classify_bad_examples", setting=f"{dimension}.{label}")
        found[slug_of(dimension)] = labels
    return found
