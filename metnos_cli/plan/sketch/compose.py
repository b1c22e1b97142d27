"""Composes the steps of a request: a source, what is done with its entries, in what order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import clauses_of, spoken
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.profile import has_phrase, own_verb, profile, verb_classes
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.arguments import Filled, fill
from metnos_cli.plan.sketch.choose import Chooser
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.plan.sketch.entry_arguments import (
    CONDITION_FIELD,
    CONDITION_VALUE,
    computation,
    conditions,
    entry_fields,
    field_argument,
    group_arguments,
    negated,
    order_arguments,
)
from metnos_cli.plan.sketch.kinds import FROM_STEP, argument_kinds, is_target, needs_source
from metnos_cli.plan.sketch.leftover import Leftover
from metnos_cli.plan.sketch.places import joined, looks_like_file
from metnos_cli.plan.sketch.reading import Reading, read
from metnos_cli.plan.sketch.templates import match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import Request

CHANGING = frozenset({"write", "delete", "send"})
ORDERED_KINDS = frozenset({"enum", "number"})


class Composer:
    """Drafts a plan for one request from a pool.

    Args:
        request: What was asked.
        pool: The executors it may use.
        catalog: All executors, whose verbs are known besides the pool's.
    """

    def __init__(self, request: Request, pool: Sequence[Manifest], catalog: Sequence[Manifest] = ()) -> None:
        self._request = request
        self._words = spoken(request)
        self._pool_with_asking = list(pool)
        self._pool = [manifest for manifest in pool if manifest.effect != "ask"] or list(pool)
        self._chooser = Chooser(self._pool, self._words)
        self._verbs = verb_classes((*self._pool, *catalog))
        self.draft = Draft()

    def compose(self) -> Draft | Refusal:
        """The whole draft, or why there is none."""
        whole = match(self._request, self._pool_with_asking, self._words)
        if whole is not None:
            args = dict(whole.args)
            self._ask_missing(whole.manifest, args)
            self.draft.add(whole.manifest, args)
            return self.draft
        for clause in clauses_of(self._request, self._words):
            refusal = self._clause(read(clause, self._request, self._words))
            if refusal is not None:
                return refusal
        return self.draft if self.draft.steps else Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)

    # -- one clause

    def _clause(self, reading: Reading) -> Refusal | None:
        clause = reading.clause
        if cues.said("conditions", clause, self._words):
            return Refusal("condition", ErrorClass.OUT_OF_SCOPE)
        if clause.verbs and not clause.weak and self._verbs.isdisjoint(clause.verbs):
            word = " ".join(clause.words[clause.verb_start : clause.verb_end])
            return Refusal("no_tool", ErrorClass.OUT_OF_SCOPE, {"word": word})
        choice = self._chooser.choose(reading, before=self.draft.source_of(self.draft.entries_step()))
        if choice is None:
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
        if not self._is_evident(choice.manifest, reading):
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
        first = len(self.draft.steps)
        leftover = Leftover(reading, self._words, refers=self.draft.entries_step() is not None)
        self._call(choice.manifest, reading, leftover)
        return leftover.settle(self.draft, first)

    def _is_evident(self, manifest: Manifest, reading: Reading) -> bool:
        """Whether more than a verb speaks for an executor that would run without any argument."""
        if (
            not argument_kinds(manifest)
            or _wanted(manifest, {})
            or fill(manifest, reading, self._words).args
            or manifest.object in reading.objects
        ):
            return True
        own = profile(manifest, self._words.lang)
        places = [place for place in range(len(reading.clause.tokens)) if not own_verb(reading.clause, place)]
        said = {stem(reading.clause.words[place], self._words.lang) for place in places}
        return not said.isdisjoint(own.affinity) or has_phrase(reading.clause, own)

    def _call(self, manifest: Manifest, reading: Reading, leftover: Leftover) -> None:
        """The steps of a clause whose executor is chosen."""
        filled = fill(manifest, reading, self._words)
        if not manifest.takes_entries:
            self._direct(manifest, reading, filled, leftover)
            return
        before = self.draft.entries_step()
        own = self._own_source(manifest, filled)
        if before is not None and (reading.refers_back or not own):
            self._on_entries(manifest, reading, self._narrowed(before, reading, manifest, leftover), leftover)
        elif self._wants_source(manifest, reading) and (not own or self._means_several(manifest, reading, filled)):
            source = self._source(manifest, reading, leftover)
            if source is not None:
                self._on_entries(manifest, reading, source, leftover)
            elif self._takes_more_than_entries(manifest):
                self._direct(manifest, reading, filled, leftover)
            else:
                self._on_entries(manifest, reading, self._asked_source(manifest, reading, leftover), leftover)
        else:
            self._direct(manifest, reading, filled, leftover)

    def _own_source(self, manifest: Manifest, filled: Filled) -> bool:
        """Whether the clause itself names what to work on."""
        kinds = argument_kinds(manifest)
        return any(kinds[name] in {"path", "url", "text"} and not is_target(name) for name in filled.args)

    @staticmethod
    def _wants_source(manifest: Manifest, reading: Reading) -> bool:
        """Whether it works on entries, rather than taking some along if there are any."""
        options = [*manifest.args.get("oneOf", ()), *manifest.args.get("anyOf", ())]
        may = any(FROM_STEP in option.get("required", ()) for option in options)
        places = not {"path", "url"}.isdisjoint(argument_kinds(manifest).values())
        named = reading.has_source or bool(reading.globs)
        return needs_source(manifest) or (may and (named or places or manifest.object == "entries"))

    @staticmethod
    def _takes_more_than_entries(manifest: Manifest) -> bool:
        """Whether a path or an address will do in place of entries."""
        return not {"path", "url"}.isdisjoint(argument_kinds(manifest).values())

    def _asked_source(self, manifest: Manifest, reading: Reading, leftover: Leftover) -> int:
        """A source whose path is asked for: what is summarised or added up is read, anything else is found."""
        verb = "read" if manifest.verb in {"describe", "compute"} else "find"
        producer = self._with(verb, dim="path") or self._with("find", dim="path") or manifest
        args = dict(fill(producer, reading, self._words).args)
        for name, kind in argument_kinds(producer).items():
            if kind == "path" and name not in args:
                args[name] = self.draft.ask(producer, name)
        leftover.use(fill(producer, reading, self._words).used)
        return self.draft.add(producer, args)

    def _means_several(self, manifest: Manifest, reading: Reading, filled: Filled) -> bool:
        """Whether a set of files is meant that has to be found first."""
        kinds = argument_kinds(manifest)
        narrowed = bool(reading.bounds or reading.age or reading.extreme or reading.contents) or any(
            token.slot is not None and token.slot.dim == "time" for token in reading.clause.tokens
        )
        by_name = bool(reading.globs or (reading.named and manifest.verb != "create"))
        if narrowed:
            return True
        if by_name:
            return manifest.effect in CHANGING or "glob" not in kinds.values()
        path = next((value for name, value in filled.args.items() if kinds[name] == "path" and not is_target(name)), "")
        if not path or looks_like_file(str(path)) or ("glob" in kinds.values() and manifest.effect not in CHANGING):
            return False
        named_folder = "dirs" in reading.objects
        return bool(cues.said("set", reading.clause, self._words)) and not named_folder

    # -- calls

    def _direct(self, manifest: Manifest, reading: Reading, filled: Filled, leftover: Leftover) -> None:
        """A call on the clause's own values, then the order and the conditions that it cannot take itself."""
        args = dict(filled.args)
        leftover.use(filled.used)
        self._complete(manifest, reading, args, leftover)
        self._ask_missing(manifest, args)
        self.draft.add(manifest, args)
        self._afterwards(manifest, args, reading, leftover)

    def _on_entries(self, manifest: Manifest, reading: Reading, source: int, leftover: Leftover) -> None:
        """A call on the entries of a step."""
        given = self.draft.source_of(source)
        if CONDITION_FIELD in argument_kinds(manifest):
            self._filter(manifest, reading, source, leftover)
            return
        filled = fill(manifest, reading, self._words)
        kinds = argument_kinds(manifest)
        kept = {
            name: value
            for name, value in filled.args.items()
            if is_target(name) or (kinds[name] not in {"path", "url", "glob"} and name not in {"by", "field"})
        }
        args: dict[str, Any] = {**kept, FROM_STEP: source}
        leftover.use(filled.used)
        args |= self._entry_arguments(manifest, reading, given, leftover)
        self._complete(manifest, reading, args, leftover)
        self._ask_missing(manifest, args)
        self.draft.add(manifest, args)

    def _entry_arguments(
        self, manifest: Manifest, reading: Reading, given: Manifest | None, leftover: Leftover
    ) -> dict[str, Any]:
        """Field, order, period or computation, for executors that have such arguments."""
        if not field_argument(manifest):
            return {}
        if manifest.verb == "compute":
            leftover.use_words_of_values()
            return computation(manifest, reading, given, self._words)
        order = reading.extreme if manifest.verb == "sort" and reading.extreme else reading.sort
        if order is None:
            return {}
        leftover.use(order.used)
        if manifest.verb == "sort":
            return order_arguments(order, manifest, given)
        return group_arguments(order, manifest, given)

    def _complete(self, manifest: Manifest, reading: Reading, args: dict[str, Any], leftover: Leftover) -> None:
        """Values that come from elsewhere: an earlier step's text, the folder just made, a name to be given."""
        kinds = argument_kinds(manifest)
        before = self.draft.entries_step()
        for name in _wanted(manifest, args):
            if kinds[name] == "text" and before is not None and manifest.verb == "write":
                args[name] = self.draft.text_of(before)
                leftover.use(reading.back)
            elif kinds[name] == "text":
                text = leftover.free_text(manifest, name)
                if text:
                    args[name] = text
            elif kinds[name] == "path" and self._made_folder(reading) and (is_target(name) or manifest.verb == "write"):
                args[name] = self._made_folder(reading)
                leftover.use(cues.said("there", reading.clause, self._words))
        if manifest.verb == "create" and reading.named is not None:
            self._named(args, reading, leftover, kinds)

    def _made_folder(self, reading: Reading) -> Any:
        """The folder that an earlier step makes, where the clause says "there" ("spostaci", "into it")."""
        there = cues.said("there", reading.clause, self._words)
        word = reading.clause.words[reading.clause.verb_start] if reading.clause.verbs else ""
        if not there and not (self._words.lang == "it" and "ci" in word[-4:]):
            return None
        made = (
            step.args.get("path")
            for step, own in zip(self.draft.steps, self.draft.made, strict=True)
            if own.verb == "create"
        )
        return next(made, None)

    def _named(self, args: dict[str, Any], reading: Reading, leftover: Leftover, kinds: Any) -> None:
        """A new thing's name inside the folder that was given: "una cartella chiamata prova in ~/lavoro"."""
        name = next((name for name, kind in kinds.items() if kind == "path"), "")
        if name and reading.named is not None:
            args[name] = joined(str(args.get(name, "~")), reading.named.text)
            leftover.use(reading.named.used)

    def _ask_missing(self, manifest: Manifest, args: dict[str, Any]) -> None:
        """Put a question in the place of each required value that is not there."""
        for name in _wanted(manifest, args):
            args[name] = self.draft.ask(manifest, name, target=is_target(name))

    # -- sources and what follows them

    def _source(self, user: Manifest, reading: Reading, leftover: Leftover) -> int | None:
        """Steps that find the entries which ``user`` works on; the number of the last, or None without a source."""
        producer = self._producer(user, reading)
        if producer is None:
            return None
        filled = fill(producer, reading, self._words)
        if not self._is_enough(producer, filled, reading):
            return None
        if user.effect in CHANGING and not filled.args:
            return None  # "delete the mails" alone would mean all of them
        leftover.use(filled.used)
        number = self.draft.add(producer, filled.args)
        number = self._afterwards(producer, filled.args, reading, leftover, user)
        wants_text = user.verb == "describe" and "text" not in producer.fields
        reader = self._with("read", takes_entries=True) if wants_text else None
        return self.draft.add(reader, {FROM_STEP: number}) if reader is not None else number

    def _producer(self, user: Manifest, reading: Reading) -> Manifest | None:
        """The executor that makes the entries: a page, a file's text, files, or what a noun names."""
        if reading.urls:
            return self._with("get", dim="url")
        if reading.paths or reading.globs:
            is_file = bool(reading.paths) and looks_like_file(str(reading.paths[0][1].fields.get("value", "")))
            found = self._with("read" if is_file and not reading.globs else "find", dim="path")
            return found or self._with("list", dim="path")
        for thing in reading.objects:
            for manifest in self._pool:
                if manifest.object == thing and manifest.gives_entries and not manifest.takes_entries:
                    return manifest
        del user
        return None

    def _with(self, verb: str, *, dim: str = "", takes_entries: bool = False) -> Manifest | None:
        """The pool's first executor with this verb that gives entries (and takes such a value, or entries)."""
        for manifest in self._pool:
            kinds = argument_kinds(manifest).values()
            fits = (not dim or dim in kinds) and (not takes_entries or manifest.takes_entries)
            if manifest.verb == verb and manifest.gives_entries and fits:
                return manifest
        return None

    @staticmethod
    def _is_enough(producer: Manifest, filled: Filled, reading: Reading) -> bool:
        """Whether the clause says where the entries are: "the files" alone could be any."""
        if "path" in argument_kinds(producer).values() and not (reading.paths or reading.globs or reading.named):
            return False
        alternatives = producer.args.get("oneOf", ())
        fits = not alternatives or any(all(name in filled.args for name in one["required"]) for one in alternatives)
        return fits and all(name in filled.args for name in producer.args.get("required", ()))

    def _afterwards(
        self, producer: Manifest, args: Any, reading: Reading, leftover: Leftover, user: Manifest | None = None
    ) -> int:
        """Conditions, order and limit that the producer did not take itself, as steps after it."""
        number = len(self.draft.steps)
        if not producer.gives_entries or producer.effect in CHANGING:
            return number
        if user is None or CONDITION_FIELD not in argument_kinds(user):
            number = self._conditions(number, reading, leftover)
        if user is not None and user.verb in {"sort", "group"}:
            return number
        return self._ordered(number, producer, args, reading, leftover)

    def _conditions(self, number: int, reading: Reading, leftover: Leftover) -> int:
        """Filter steps for conditions whose words are not used yet."""
        filterer = next((one for one in self._pool if CONDITION_FIELD in argument_kinds(one)), None)
        given = self.draft.source_of(number)
        for (field, op, value), used in conditions(reading, given, self._words):
            fields = entry_fields(given)
            if leftover.is_used(used) or filterer is None:
                continue
            if self.draft.steps[number - 1].args.get(field) == value:
                leftover.use(used)
                continue
            if field == "text" and "text" not in fields:
                reader = self._with("read", takes_entries=True)
                if reader is None:
                    continue
                number = self.draft.add(reader, {FROM_STEP: number})
            elif field not in fields:
                continue
            leftover.use(used)
            number = self.draft.add(
                filterer, {FROM_STEP: number, CONDITION_FIELD: field, "op": op, CONDITION_VALUE: value}
            )
        return number

    def _ordered(self, number: int, producer: Manifest, args: Any, reading: Reading, leftover: Leftover) -> int:
        """A sorting step, unless the producer orders by itself."""
        order = reading.extreme or (
            reading.sort if not leftover.is_used(reading.sort.used if reading.sort else ()) else None
        )
        if order is None:
            return number
        own = field_argument(producer)
        if own and order.key in producer.args["properties"][own].get("enum", ()):
            self._own_order(number, producer, dict(args), own, order)
            leftover.use(order.used)
            return number
        sorter = self._with("sort")
        if sorter is None or not field_argument(sorter):
            return number
        if reading.extreme and reading.sort and not leftover.is_used(reading.sort.used):
            leftover.use(reading.sort.used)
        leftover.use(order.used)
        given = self.draft.source_of(number)
        return self.draft.add(sorter, {FROM_STEP: number, **order_arguments(order, sorter, given)})

    def _own_order(self, number: int, producer: Manifest, args: dict[str, Any], own: str, order: cues.Order) -> None:
        """Let the producer order by itself: rewrite its step."""
        args[own] = order.key
        if order.limit is not None and "limit" in producer.args["properties"]:
            args["limit"] = order.limit
        self.draft.steps.pop()
        self.draft.made.pop()
        assert number == len(self.draft.steps) + 1  # noqa: S101  the producer is the last step here
        self.draft.add(producer, args)

    def _narrowed(self, number: int, reading: Reading, manifest: Manifest, leftover: Leftover) -> int:
        """Entries of an earlier step, narrowed by what the clause says of them ("delete the 3 oldest")."""
        if CONDITION_FIELD not in argument_kinds(manifest):
            number = self._conditions(number, reading, leftover)
        given = self.draft.source_of(number)
        if manifest.verb in {"sort", "group", "compute"} or reading.extreme is None or given is None:
            return number
        return self._ordered(number, self.draft.made[number - 1], self.draft.steps[number - 1].args, reading, leftover)

    def _filter(self, manifest: Manifest, reading: Reading, source: int, leftover: Leftover) -> None:
        """One filter step for each condition; the opposite where the clause says to leave out."""
        given = self.draft.source_of(source)
        without = cues.said("without", reading.clause, self._words)
        found = list(conditions(reading, given, self._words))
        for (field, op, value), used in found:
            told = negated(op) if without else op
            leftover.use(used)
            leftover.use(without)
            args = {FROM_STEP: source, CONDITION_FIELD: field, "op": told, CONDITION_VALUE: value}
            if told == "equals":
                del args["op"]
            source = self.draft.add(manifest, args)
        if not found:
            args = {FROM_STEP: source}
            self._ask_missing(manifest, args)
            self.draft.add(manifest, args)
        self._ordered(source, manifest, {}, reading, leftover)


def _wanted(manifest: Manifest, args: Mapping[str, Any]) -> list[str]:
    """Required arguments that are not there; of several alternatives, those of the first that is not a step."""
    wanted = [name for name in manifest.args.get("required", ()) if name not in args]
    for choices in (manifest.args.get("oneOf", ()), manifest.args.get("anyOf", ())):
        options = [option.get("required", ()) for option in choices]
        if options and not any(all(name in args for name in option) for option in options):
            plain = [option for option in options if FROM_STEP not in option]
            wanted += [name for name in (plain or [()])[0] if name not in args]
    return wanted
