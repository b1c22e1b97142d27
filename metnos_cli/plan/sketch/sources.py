"""Finds the entries that a clause works on, and narrows and orders them: the steps before the one that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon.senders import MAIL
from metnos_cli.plan.sketch import cues, labels
from metnos_cli.plan.sketch.arguments import fill
from metnos_cli.plan.sketch.choose import MAKES_OTHER_THINGS, other_things
from metnos_cli.plan.sketch.entry_arguments import (
    CONDITION_FIELD,
    CONDITION_VALUE,
    SYNONYMS,
    Condition,
    conditions,
    entry_fields,
    field_argument,
    field_name,
    is_table,
    negated,
    order_arguments,
    wants_folders,
)
from metnos_cli.plan.sketch.kinds import FROM_STEP, argument_kinds, needs_source
from metnos_cli.plan.sketch.orders import own_orders, without_limit
from metnos_cli.plan.sketch.places import extension_of, looks_like_file
from metnos_cli.records import EFFECTFUL, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.draft import Draft
    from metnos_cli.plan.sketch.filled import Filled
    from metnos_cli.plan.sketch.leftover import Leftover
    from metnos_cli.plan.sketch.marks import Order
    from metnos_cli.plan.sketch.reading import Reading

ORDERS = ("by", "sort_by", "order_by")
"""Arguments by which an executor orders what it finds."""
ONE = 1
"""A default that says that the last one is meant."""
READ_FIRST = frozenset({"describe", "compute"})
"""Verbs that work on what a file holds rather than on the file."""
RECURSIVE, MEASURE = "recursive", "measure"
"""Flags of what looks into folders: whether subfolders count, whether folders are as large as what they hold."""


class Sources:
    """Adds the steps that lead to the entries of a clause.

    Args:
        pool: The executors.
        words: The request's language.
        draft: The plan being drafted.
    """

    def __init__(self, pool: Sequence[Manifest], words: Lexicon, draft: Draft) -> None:
        self._pool = pool
        self._words = words
        self._draft = draft

    def find(self, user: Manifest, reading: Reading, leftover: Leftover, *, whole: bool = False) -> int | None:
        """Steps that find the entries which ``user`` works on.

        Args:
            user: Takes the entries.
            reading: The clause.
            leftover: What of it is used.
            whole: Whether their texts are wanted, rather than the beginnings that a list has.

        Returns:
            The number of the last, or None when the clause names no source.
        """
        texts = whole or user.verb == "describe"
        producer = self._producer(user, reading, texts=texts)
        if producer is None:
            return None
        targets = _taken(fill(user, reading, self._words), reading)
        filled = fill(producer, reading, self._words, targets)
        leftover.use(targets)
        args = self._not_the_target(user, producer, reading, filled)
        named = leftover.name_for(producer) if not args else None
        if named is not None:
            args = {**args, named[0]: named[1]}
            leftover.use(named[2])
        narrowed = bool(args) or self._names_label(reading)
        if not _is_enough(producer, filled, reading) or (user.effect in EFFECTFUL and not narrowed):
            return None  # "delete the mails" alone would mean all of them
        args = self._depth(user, producer, reading, args, leftover)
        told_when = "came" if producer.object == MAIL else "modified"
        leftover.use(filled.used | (cues.said(told_when, reading.clause, self._words) if "when" in args else set()))
        if user.verb in {"copy", "move"} and argument_kinds(producer).get("path") == "path" and "path" not in args:
            args["path"] = self._draft.ask(producer, "path")  # only where they go was told
        if producer.verb == "read":
            leftover.use(place for place, _ in reading.globs)  # "the csv ~/people.csv" says it twice
        number = self._draft.add(producer, args)
        if args.get(RECURSIVE) is False and RECURSIVE not in filled.args:
            self._draft.flat.add(number)
        self.take_all(number)
        number = self.afterwards(reading, leftover, user)
        return self.with_texts(number, producer) if texts else number

    def _not_the_target(self, user: Manifest, producer: Manifest, reading: Reading, filled: Filled) -> dict[str, Any]:
        """What the producer takes, without the choice by which the clause says where things go ("in the trash")."""
        kinds = argument_kinds(producer)
        goes = fill(user, reading, self._words).args if user.effect in EFFECTFUL else {}
        return {name: value for name, value in filled.args.items() if kinds[name] != "enum" or goes.get(name) != value}

    def _depth(
        self, user: Manifest, producer: Manifest, reading: Reading, args: dict[str, Any], leftover: Leftover
    ) -> dict[str, Any]:
        """What is moved, copied or deleted stands in the folder itself, unless its subfolders are spoken of."""
        if RECURSIVE not in argument_kinds(producer):
            return args
        deep = cues.said_deep(reading.clause, self._words)
        leftover.use(deep)
        if deep or RECURSIVE in args or user.effect not in EFFECTFUL or user.object != producer.object:
            return args
        return {**args, RECURSIVE: False}

    def _names_label(self, reading: Reading) -> bool:
        manifest = labels.labeller(self._pool)
        return manifest is not None and labels.label_in(reading.clause.words, manifest, self._words) is not None

    def asked(self, user: Manifest, reading: Reading, leftover: Leftover) -> int:
        """A source whose path is asked for: what is summarised or added up is read, anything else is found."""
        verb = "read" if user.verb in READ_FIRST else "find"
        producer = self._with(verb, dim="path") or self._with("find", dim="path") or self._of_kind(user) or user
        filled = fill(producer, reading, self._words)
        leftover.use(filled.used)
        args = dict(filled.args)
        kinds = argument_kinds(producer)
        wanted = [name for name, kind in kinds.items() if kind == "path"] or [name for name in kinds if name == "query"]
        for name in wanted:
            if name not in args:
                args[name] = self._draft.ask(producer, name)
        return self._draft.add(producer, args)

    def _of_kind(self, user: Manifest) -> Manifest | None:
        """What finds the things that an executor works on: mails for what moves mails."""
        same = (one for one in self._pool if one.object == user.object and one.gives_entries)
        return next((one for one in same if not one.takes_entries), None)

    def _producer(self, user: Manifest, reading: Reading, *, texts: bool) -> Manifest | None:
        """The executor that makes the entries: a page, a file's text, files, or what a noun names.

        Args:
            user: Takes the entries.
            reading: The clause.
            texts: Whether the whole texts are wanted: what can be read at once is not found first.
        """
        if reading.urls:
            return self._with("get", dim="url")
        goes = fill(user, reading, self._words).used if other_things(user, reading) else set()
        if any(place not in goes for place, _ in reading.paths) or reading.globs:
            is_file = bool(reading.paths) and looks_like_file(str(reading.paths[0][1].fields.get("value", "")))
            whole = cues.said("whole", reading.clause, self._words) and not reading.globs
            whole = whole and not reading.spared and not cues.said_aside("empty", reading.clause, self._words)
            if wants_folders(reading, self._words) or (whole and user.effect in EFFECTFUL):
                return self._with("list", dim="path")
            endings = [extension_of(str(slot.fields["value"])) for _, slot in reading.globs] if is_file else []
            told = str(reading.paths[0][1].fields["value"]).lower() if reading.paths else ""
            is_file = is_file and all(told.endswith(f".{ending}") for ending in endings)  # "the csv ~/people.csv"
            verb = "read" if is_file else "find"
            return self._with(verb, dim="path") or self._with("list", dim="path")
        fits = (
            manifest
            for thing in reading.objects
            for manifest in self._pool
            if manifest.object == thing
            and manifest.gives_entries
            and (not manifest.takes_entries or (texts and not needs_source(manifest)))
            and manifest.effect not in EFFECTFUL
        )
        any_things = user.verb in MAKES_OTHER_THINGS
        same = [one for one in fits if one.name != user.name and (any_things or user.object in {"entries", one.object})]
        if texts:
            same.sort(key=lambda one: "text" not in one.fields)
        # "the memory used by the processes": of two things named, the one whose entries have the field.
        keys = {
            field_name(self._words.sort_keys.get((word,), ""), one) for word in reading.clause.words for one in same
        }
        return next((one for one in same if not keys.isdisjoint(entry_fields(one))), same[0] if same else None)

    def lister(self, manifest: Manifest, reading: Reading) -> Manifest:
        """What lists folders, where they are asked for of what finds files alone; what finds files, for subfolders."""
        if manifest.verb == "list" and cues.said_deep(reading.clause, self._words):
            return self._with("find", dim="path") or manifest
        if manifest.verb != "find" or RECURSIVE not in argument_kinds(manifest):
            return manifest
        return (self._with("list", dim="path") if wants_folders(reading, self._words) else None) or manifest

    def _with(self, verb: str, *, dim: str = "", takes_entries: bool = False, about: str = "") -> Manifest | None:
        """The pool's first executor with this verb that gives entries (and takes such a value, or entries).

        Of several that take entries, one for the things that these are: mails are not read as files are.
        """
        found = []
        for manifest in self._pool:
            kinds = argument_kinds(manifest).values()
            fits = (not dim or dim in kinds) and (not takes_entries or manifest.takes_entries)
            if manifest.verb == verb and manifest.gives_entries and fits:
                found.append(manifest)
        return next((one for one in found if about and one.object == about), found[0] if found else None)

    def afterwards(self, reading: Reading, leftover: Leftover, user: Manifest | None = None) -> int:
        """Conditions, order and limit that the last step did not take itself, as steps after it.

        Args:
            reading: The clause.
            leftover: What of it is used.
            user: The executor that takes the entries, when there is one: it may do some of this itself.

        Returns:
            The number of the last step.
        """
        number = len(self._draft.steps)
        producer = self._draft.made[number - 1]
        if not producer.gives_entries or producer.effect in EFFECTFUL:
            return number
        if user is None or CONDITION_FIELD not in argument_kinds(user):
            self._conditions(number, reading, leftover)
        if user is None or user.verb != labels.VERB:
            self._labelled(len(self._draft.steps), reading, leftover, user)
        if user is None or user.verb not in {"sort", "group", labels.VERB}:
            self._ordered(number, reading, leftover)
        return len(self._draft.steps)

    def narrowed(self, number: int, reading: Reading, user: Manifest, leftover: Leftover) -> int:
        """Entries of an earlier step, narrowed by what the clause says of them ("delete the 3 oldest")."""
        if CONDITION_FIELD not in argument_kinds(user):
            number = self._conditions(number, reading, leftover)
        if user.verb != labels.VERB:
            number = self._labelled(number, reading, leftover, user)
        if user.verb not in {"sort", "group", "compute"} and reading.extreme is not None:
            number = self._sorted(number, reading.extreme, leftover)
        return number

    def take_all(self, number: int) -> None:
        """Lift a producer's default limit: what is counted, filtered or sorted must not be its first ten only."""
        producer, step = self._draft.made[number - 1], self._draft.steps[number - 1]
        limit = producer.args.get("properties", {}).get("limit", {})
        if "limit" not in step.args and "default" in limit and "maximum" in limit:
            args = {**step.args, "limit": limit["maximum"]}
            self._draft.steps[number - 1] = Step(
                step.tool, {name: args[name] for name in argument_kinds(producer) if name in args}
            )

    def _conditions(self, number: int, reading: Reading, leftover: Leftover) -> int:
        """Filter steps for conditions whose words are not used yet; the number of the last step."""
        filterer = next((one for one in self._pool if CONDITION_FIELD in argument_kinds(one)), None)
        given = self._draft.source_of(number)
        first = number
        for condition, used in conditions(reading, given, self._words):
            if leftover.is_used(used) or filterer is None:
                continue
            field, _, value = condition
            fields = entry_fields(given)
            held = self._draft.steps[first - 1].args
            if held.get(field) == value or (field == "text" and value in held.values()):
                leftover.use(used)
                continue
            if field not in fields and not is_table(given):
                about = given.object if given is not None else ""
                reader = self._with("read", takes_entries=True, about=about) if field == "text" else None
                if reader is None:
                    continue
                number = self._draft.add(reader, {FROM_STEP: number})
            leftover.use(used)
            self.take_all(number)
            self.measured(number, field)
            number = self._draft.add(filterer, condition_arguments(number, condition))
        return number

    def with_texts(self, number: int, given: Manifest | None = None) -> int:
        """The entries of a step with their texts: read first, where only their beginnings are there."""
        given = given or self._draft.source_of(number)
        if given is None or "text" in given.fields:
            return number
        reader = self._with("read", takes_entries=True, about=given.object)
        return number if reader is None else self._draft.add(reader, {FROM_STEP: number})

    def _labelled(self, number: int, reading: Reading, leftover: Leftover, user: Manifest | None = None) -> int:
        """Keep the entries of the label that a word names; the number of the last step."""
        manifest = labels.labeller(self._pool)
        found = labels.label_in(reading.clause.words, manifest, self._words) if manifest is not None else None
        if manifest is None or found is None or leftover.is_used({found[0]}):
            return number
        before = reading.clause.words[: found[0]][-1:]
        if user is not None and user.verb == "move" and self._words.is_cue("into", tuple(before)):
            return number  # "move them to spam": where they go
        leftover.use({found[0]})
        self.take_all(number)
        return self._draft.add(manifest, {FROM_STEP: number, labels.ARGUMENT: found[1]})

    def _ordered(self, number: int, reading: Reading, leftover: Leftover) -> None:
        """Order the entries of a producer: by itself where it can, else by a step after it."""
        order = reading.extreme
        if order is None and reading.sort is not None and not leftover.is_used(reading.sort.used):
            order = reading.sort
        if order is None or self._own_order(number, order):
            leftover.use(order.used if order else ())
            return
        if reading.sort is not None:
            leftover.use(reading.sort.used)
        number = self._sorted(len(self._draft.steps), order, leftover)
        if order is reading.extreme and order.limit is None:
            self._draft.endless.add(number)

    def _own_order(self, number: int, order: Order) -> bool:
        """Let the producer order by itself, where one of its choices or its examples says so."""
        producer, step = self._draft.made[number - 1], self._draft.steps[number - 1]
        properties = producer.args.get("properties", {})
        if order.limit is not None and (order.key, order.order) in own_orders(producer, self._words):
            told = {} if order.limit == properties["limit"].get("default") == ONE else {"limit": order.limit}
            self._draft.steps[number - 1] = Step(step.tool, {**without_limit(step.args), **told})
            return True
        own = next((name for name in ORDERS if name in properties), "")
        choices = properties[own].get("enum", ()) if own else ()
        key = next((key for key in (order.key, *SYNONYMS.get(order.key, ())) if key in choices), "")
        if not key:
            return False
        args = {**step.args, own: key}
        if order.limit is not None and "limit" in properties:
            args["limit"] = order.limit
        self._draft.steps[number - 1] = Step(step.tool, args)
        return True

    def _sorted(self, number: int, order: Order, leftover: Leftover) -> int:
        sorter = self._with("sort")
        if sorter is None or not field_argument(sorter):
            return number
        leftover.use(order.used)
        given = self._draft.source_of(number)
        self.measured(number, order_arguments(order, sorter, given)[field_argument(sorter)])
        return self._draft.add(sorter, {FROM_STEP: number, **order_arguments(order, sorter, given)})

    def measured(self, number: int, field: str) -> None:
        """Have folders measured by what they hold, where it is their size that counts."""
        while field == "size" and MEASURE not in argument_kinds(self._draft.made[number - 1]):
            before = self._draft.steps[number - 1].args.get(FROM_STEP)
            if not isinstance(before, int):
                return
            number = before
        if field == "size":
            step = self._draft.steps[number - 1]
            self._draft.steps[number - 1] = Step(step.tool, {**step.args, MEASURE: True})

    def filter(self, manifest: Manifest, reading: Reading, source: int, leftover: Leftover) -> bool:
        """One filter step for each condition; the opposite where the clause says to leave out.

        Returns:
            Whether the clause states any condition.
        """
        without = cues.said("without", reading.clause, self._words)
        found = list(conditions(reading, self._draft.source_of(source), self._words))
        for (field, op, value), used in found:
            if leftover.is_used(used):
                continue  # the source took care of it
            leftover.use(used | without)
            self.measured(source, field)
            told: Condition = (field, negated(op) if without and not op.startswith("not_") else op, value)
            source = self._draft.add(manifest, condition_arguments(source, told))
        if reading.extreme is not None:
            self._sorted(source, reading.extreme, leftover)
        return bool(found or reading.extreme)


def _taken(mine: Filled, reading: Reading) -> set[int]:
    """Places of what belongs to the executor itself, and not to the source of what it works on."""
    tokens = enumerate(reading.clause.tokens)
    people = {place for place, token in tokens if token.slot is not None and token.slot.dim == "email"}
    return mine.targets | (people & mine.used)


def condition_arguments(source: int, condition: Condition) -> Mapping[str, Any]:
    """Arguments of a filter step; equality is what a filter does without being told."""
    field, op, value = condition
    told = {} if op == "equals" else {"op": op}
    return {FROM_STEP: source, CONDITION_FIELD: field, **told, CONDITION_VALUE: value}


def _is_enough(producer: Manifest, filled: Filled, reading: Reading) -> bool:
    """Whether the clause says where the entries are: "the files" alone could be any."""
    if "path" in argument_kinds(producer).values() and not (reading.paths or reading.globs or reading.named):
        return False
    alternatives = producer.args.get("oneOf", ())
    fits = not alternatives or any(all(name in filled.args for name in one["required"]) for one in alternatives)
    return fits and all(name in filled.args for name in producer.args.get("required", ()))
