"""Composes the plan of a request clause by clause: the executor of each, its arguments, the steps that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import clauses_of, spoken
from metnos_cli.plan.lexicon import DO
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.profile import has_phrase, own_verb, profile, verb_classes
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.arguments import fill
from metnos_cli.plan.sketch.asking import ask_arguments
from metnos_cli.plan.sketch.checks import CHECKS
from metnos_cli.plan.sketch.choose import Chooser, asks_for_next, other_things
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.plan.sketch.entry_arguments import (
    CONDITION_FIELD,
    computation,
    field_argument,
    group_arguments,
    order_arguments,
)
from metnos_cli.plan.sketch.kept import times_kept
from metnos_cli.plan.sketch.kinds import FROM_STEP, argument_kinds, instead_of_step, is_target
from metnos_cli.plan.sketch.leftover import Leftover
from metnos_cli.plan.sketch.moving import is_half_moved
from metnos_cli.plan.sketch.overwriting import overwritten, without_tail
from metnos_cli.plan.sketch.places import joined, looks_like_file, renamed
from metnos_cli.plan.sketch.reading import Reading, read
from metnos_cli.plan.sketch.reminder_days import dated
from metnos_cli.plan.sketch.renaming import is_renaming, rename_there
from metnos_cli.plan.sketch.several import other_values
from metnos_cli.plan.sketch.sought import bare_name, folder_named
from metnos_cli.plan.sketch.sources import RECURSIVE, Sources
from metnos_cli.plan.sketch.spaced import hinted
from metnos_cli.plan.sketch.templates import match
from metnos_cli.plan.sketch.wanted import own_source, wanted, wants_source
from metnos_cli.records import EFFECTFUL, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.sketch.filled import Filled
    from metnos_cli.records import Request

DUPLICATES, ABOUT, TEXT = "duplicates", "about", "text"
"""A computation; the argument that narrows a text down to what it says of something; what is sent."""


class Composer:
    """Drafts a plan for one request from a pool.

    Args:
        request: What was asked.
        pool: The executors it may use.
        catalog: All executors, whose verbs are known besides the pool's.
        known: Steps that are decided already, which the draft goes on from.
    """

    def __init__(
        self,
        request: Request,
        pool: Sequence[Manifest],
        catalog: Sequence[Manifest] = (),
        known: Sequence[Step] = (),
    ) -> None:
        self._request = request
        self._words = spoken(request)
        self._whole_pool = list(pool)
        self._pool = [manifest for manifest in pool if manifest.effect != "ask"] or list(pool)
        self._chooser = Chooser(self._pool, self._words)
        self._verbs = verb_classes(manifest for manifest in (*self._pool, *catalog) if manifest.effect != "ask")
        self.draft = Draft()
        by_name = {manifest.name: manifest for manifest in (*catalog, *pool)}
        if all(step.tool in by_name for step in known):
            for step in known:
                self.draft.steps.append(step)
                self.draft.made.append(by_name[step.tool])
        self._sources = Sources(self._pool, self._words, self.draft)

    def compose(self) -> Draft | Refusal:
        """The whole draft, or why there is none."""
        self._request = dated(self._request, self._words)
        plain = without_tail(self._request)
        if plain is None or match(self._request, self._whole_pool, self._words) is not None:
            return self._checked()
        self._request = plain
        drafted = self._checked()
        return overwritten(drafted) if isinstance(drafted, Draft) else drafted

    def _checked(self) -> Draft | Refusal:
        """The draft, looked at as a whole."""
        drafted = self._drafted()
        if isinstance(drafted, Refusal):
            return hinted(drafted, self._request)
        told = (check(drafted, self._request, self._words) for check in CHECKS)
        return next((one for one in told if one is not None), drafted)

    def _drafted(self) -> Draft | Refusal:
        """The draft before it is looked at as a whole."""
        whole = match(self._request, self._whole_pool, self._words)
        if whole is not None and not is_half_moved(whole.manifest, whole.args):
            refusal = times_kept(whole, self._request, self._words)
            if refusal is not None:
                return refusal
            args = dict(whole.args)
            self._ask_missing(whole.manifest, args)
            self.draft.add(whole.manifest, args)
            return self.draft
        for clause in clauses_of(self._request, self._words):
            refusal = self._clause(read(clause, self._request, self._words))
            if refusal is not None:
                return refusal
        self.draft.tell_all()
        return self.draft if self.draft.steps else Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)

    # -- one clause

    def _clause(self, reading: Reading) -> Refusal | None:
        clause = reading.clause
        asking = ask_arguments(reading, self._whole_pool, self._words)
        if asking is not None:
            self.draft.add(*asking)
            return None
        waits = cues.said("conditions", clause, self._words) - cues.said("courtesy", clause, self._words)
        if waits and not cues.asks_when(clause, self._words):
            return Refusal("condition", ErrorClass.OUT_OF_SCOPE)
        if clause.verbs and not clause.weak and self._verbs.isdisjoint(clause.verbs):
            said = clause.words[clause.verb_start : clause.verb_end]
            word = " ".join(one for one in said if not self._words.is_cue("articles", (one,)))
            return Refusal("no_tool", ErrorClass.OUT_OF_SCOPE, {"word": word})
        if clause.verbs == (DO,):
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)  # "fai una foto": nothing says what to do
        if is_renaming(self.draft, reading, self._words):
            return rename_there(self.draft, reading, self._words)
        choice = self._chooser.choose(reading, before=self.draft.source_of(self.draft.entries_step()))
        if choice is None or not self._is_evident(choice.manifest, reading):
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
        manifest = self._sources.lister(choice.manifest, reading)
        first = len(self.draft.steps)
        leftover = Leftover(reading, self._words, refers=self.draft.entries_step() is not None)
        self._call(manifest, reading, leftover)
        if cues.said("renames", clause, self._words) and FROM_STEP in self.draft.steps[-1].args:
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)  # each would need a name of its own
        if self._deletes_duplicates(reading):
            return Refusal(DUPLICATES, ErrorClass.OUT_OF_SCOPE)
        refusal = leftover.settle(self.draft, first)
        if refusal is None:
            self._ask_what_to_send(first)
        return refusal

    def _ask_what_to_send(self, first: int) -> None:
        """Ask for the text of what a clause sends, where nothing at all would be sent."""
        for index in range(first, len(self.draft.steps)):
            manifest, step = self.draft.made[index], self.draft.steps[index]
            kinds = argument_kinds(manifest)
            said = any(name == FROM_STEP or kinds[name] in {"text", "path"} for name in step.args)
            if manifest.effect == "send" and TEXT in kinds and not said:
                args = {**step.args, TEXT: self.draft.ask(manifest, TEXT)}
                self.draft.steps[index] = Step(step.tool, args)

    def _is_evident(self, manifest: Manifest, reading: Reading) -> bool:
        """Whether more than a verb speaks for an executor that would run without any argument."""
        given = fill(manifest, reading, self._words).args
        if "path" in argument_kinds(manifest).values() and not given and not wanted(manifest, {}):
            return False  # all files there are: nobody asks for that
        if not argument_kinds(manifest) or wanted(manifest, {}) or given or manifest.object in reading.objects:
            return True
        own = profile(manifest, self._words.lang)
        places = [place for place in range(len(reading.clause.tokens)) if not own_verb(reading.clause, place)]
        said = {stem(reading.clause.words[place], self._words.lang) for place in places}
        asked = has_phrase(reading.clause, own) or asks_for_next(reading, manifest, self._words)
        return asked or not said.isdisjoint(own.affinity)

    def _deletes_duplicates(self, reading: Reading) -> bool:
        """Whether the last step would delete all copies of a file: which one stays is for the user to say."""
        if self.draft.made[-1].effect != "delete":
            return False
        if any(DUPLICATES in self._words.values.get((text,), ()) for text in reading.clause.words):
            return True
        *_, last = self.draft.steps
        step = last.args.get(FROM_STEP)
        source = self.draft.steps[step - 1] if isinstance(step, int) else None
        return source is not None and DUPLICATES in source.args.values()

    def _call(self, manifest: Manifest, reading: Reading, leftover: Leftover) -> None:
        """The steps of a clause whose executor is chosen."""
        filled = fill(manifest, reading, self._words)
        if not manifest.takes_entries:
            self._direct(manifest, reading, filled, leftover)
            return
        before = self.draft.entries_step()
        own = own_source(manifest, filled)
        made = self._made_first(manifest, reading, leftover)
        if made is not None:
            self._on_entries(manifest, reading, made, leftover)
        elif before is not None and (reading.refers_back or not own):
            number = self._sources.narrowed(before, reading, manifest, leftover)
            self._on_entries(manifest, reading, number, leftover)
        elif wants_source(manifest, reading, self._words) and (
            not own or self._means_several(manifest, reading, filled)
        ):
            source = self._sources.find(manifest, reading, leftover)
            if source is None and not {"path", "url"}.isdisjoint(argument_kinds(manifest).values()):
                self._direct(manifest, reading, filled, leftover)
            else:
                number = source or self._sources.asked(manifest, reading, leftover)
                self._on_entries(manifest, reading, number, leftover)
        else:
            self._direct(manifest, reading, filled, leftover)

    def _made_first(self, manifest: Manifest, reading: Reading, leftover: Leftover) -> int | None:
        """The step that makes what a noun says is to be sent: "il riassunto di ~/x", "the last mail" (forwarded)."""
        clause = reading.clause
        if manifest.verb == "send" and "messages" in reading.objects and cues.said("forwards", clause, self._words):
            return self._sources.find(manifest, reading, leftover, whole=True)
        maker = next((one for one in self._pool if one.verb == "describe" and one.takes_entries), None)
        aside = cues.said("about_text", clause, self._words).union(range(clause.verb_start, clause.verb_end))
        said = cues.said_verb("describe", clause, self._words) - aside
        if maker is None or manifest.verb != "send" or not said:
            return None
        before = None if reading.has_source else self.draft.entries_step()
        source = self._sources.find(maker, reading, leftover) if before is None else self._sources.with_texts(before)
        if source is None or self.draft.made[source - 1] is maker:
            return None
        leftover.use(said)
        return self.draft.add(maker, {FROM_STEP: source})

    def _means_several(self, manifest: Manifest, reading: Reading, filled: Filled) -> bool:
        """Whether a set of files is meant that has to be found first."""
        kinds = argument_kinds(manifest)
        path = next((value for name, value in filled.args.items() if kinds[name] == "path" and not is_target(name)), "")
        if manifest.verb == "read" and looks_like_file(str(path)):
            return False  # "the rows of ~/c.csv where ...": the conditions are those of its rows
        timed = any(token.slot is not None and token.slot.dim == "time" for token in reading.clause.tokens)
        if reading.spared or reading.bounds or reading.age or reading.extreme or reading.contents or timed:
            return True
        patterned = "glob" in kinds.values()
        if reading.globs or (reading.named and manifest.verb != "create"):
            return manifest.effect in EFFECTFUL or not patterned
        if not path or looks_like_file(str(path)) or (patterned and manifest.effect not in EFFECTFUL):
            return False
        named = cues.said("folder", reading.clause, self._words) - cues.said_deep(reading.clause, self._words)
        several = [at for at, text in enumerate(reading.clause.words) if self._words.objects.get(text) == "files"]
        inside = bool(several and named) and several[0] < min(named)  # "the files of the folder ~/x"
        return bool(cues.said("whole", reading.clause, self._words)) or (
            bool(cues.said("set", reading.clause, self._words)) and (inside or not named)
        )

    # -- calls

    def _direct(self, manifest: Manifest, reading: Reading, filled: Filled, leftover: Leftover) -> None:
        """A call on the clause's own values, then the order and the conditions that it cannot take itself."""
        args = dict(filled.args)
        leftover.use(filled.used, apart=filled.apart)
        if manifest.verb == "write":
            leftover.use(cues.said("saying", reading.clause, self._words))
        if RECURSIVE in argument_kinds(manifest):
            leftover.use(cues.said_deep(reading.clause, self._words))
        self._complete(manifest, reading, args, leftover)
        self._ask_missing(manifest, args)
        self.draft.add(manifest, args)
        for name, value, places in other_values(manifest, reading, filled, self._words):
            leftover.use(places)
            self.draft.add(manifest, {**args, name: value}, beside=True)
        self._sources.afterwards(reading, leftover)

    def _on_entries(self, manifest: Manifest, reading: Reading, source: int, leftover: Leftover) -> None:
        """A call on the entries of a step."""
        kinds = argument_kinds(manifest)
        if self._has_it_already(manifest, reading, source):
            return
        if manifest.effect in EFFECTFUL and self.draft.made[source - 1].verb == "find":
            self._sources.take_all(source)  # what is looked for first and then changed is not the first hundred
        if manifest.verb == "describe" and self.draft.made[source - 1] is manifest and not reading.has_source:
            filled = fill(manifest, reading, self._words)  # "di cosa parla ~/x? dimmelo in due frasi" asks once
            leftover.use(filled.used, apart=filled.apart)
            step = self.draft.steps[source - 1]
            self.draft.steps[source - 1] = Step(step.tool, {**step.args, **filled.args})
            return
        filtered = CONDITION_FIELD in kinds and self._sources.filter(manifest, reading, source, leftover)
        if filtered:
            return
        filled = fill(manifest, reading, self._words)
        leftover.use(filled.used, apart=filled.apart)
        args: dict[str, Any] = {
            name: value
            for name, value in filled.args.items()
            if is_target(name) or (kinds[name] not in {"path", "url", "glob"} and name not in {"by", "field"})
        }
        args = {name: value for name, value in args.items() if name not in instead_of_step(manifest)}
        args[FROM_STEP] = source
        args |= self._entry_arguments(manifest, reading, source, leftover)
        self._complete(manifest, reading, args, leftover)
        self._ask_missing(manifest, args)
        self.draft.add(manifest, args)

    def _has_it_already(self, manifest: Manifest, reading: Reading, source: int) -> bool:
        """Whether the text that is to be read is there: "open the page and show me its text" is one step."""
        reads = manifest.verb in {"read", "get"} and manifest.effect not in EFFECTFUL
        made = self.draft.made[source - 1]  # what a search gives are addresses: the pages are yet to be fetched
        return reads and not reading.has_source and made.verb != "find" and "text" in made.fields

    def _entry_arguments(self, manifest: Manifest, reading: Reading, source: int, leftover: Leftover) -> dict[str, Any]:
        """Field, order, period or computation, for executors that have such arguments."""
        given = self.draft.source_of(source)
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
            told = order_arguments(order, manifest, given)
            self._sources.measured(source, told[field_argument(manifest)])
            return told
        return group_arguments(order, manifest, given)

    def _complete(self, manifest: Manifest, reading: Reading, args: dict[str, Any], leftover: Leftover) -> None:
        """Values that come from elsewhere: an earlier step's text, the folder just made, a name to be given."""
        kinds = argument_kinds(manifest)
        if cues.said("renames", reading.clause, self._words):
            called = bare_name(reading.clause, reading.text, self._words)
            if called is not None and "path" in args and "dst" in kinds and "dst" not in args:
                leftover.use(called.used)
                args["dst"] = called.text
            args |= renamed(args)
        empty = cues.said_empty(manifest, reading.clause, self._words)
        leftover.use(empty)
        for name in wanted(manifest, args):
            if kinds[name] == "text":
                text = "" if empty else self._text(name, manifest, reading, leftover)
                args |= {name: text} if text or empty else {}  # "crea un file vuoto ~/x.txt"
            elif kinds[name] == "path" and (is_target(name) or manifest.verb == "write"):
                folder = self._made_folder(reading)
                args |= {name: folder} if folder else {}
                leftover.use(cues.said("there", reading.clause, self._words) if folder else ())
        if kinds.get(ABOUT) == "text" and ABOUT not in args:
            about = leftover.text_after("about_text")
            args |= {ABOUT: about} if about else {}
        if manifest.verb == "create":
            self._named(args, manifest, reading, leftover)

    def _text(self, name: str, manifest: Manifest, reading: Reading, leftover: Leftover) -> str:
        """What is written or told: what another step finds, or words of the clause; empty for none."""
        before = self.draft.entries_step()
        if manifest.verb == "write" and (reading.urls or other_things(manifest, reading)):
            source = self._sources.find(manifest, reading, leftover)
            return self.draft.text_of(source) if source else ""
        if before is not None and manifest.verb == "write":
            leftover.use(reading.back)
            return self.draft.text_of(before)
        return leftover.free_text(manifest, name)

    def _made_folder(self, reading: Reading) -> Any:
        """The folder that an earlier step makes, where the clause says "there" ("spostaci", "into it")."""
        there = cues.said("there", reading.clause, self._words)
        word = reading.clause.words[reading.clause.verb_start] if reading.clause.verbs else ""
        if not there and not (self._words.lang == "it" and "ci" in word[-4:]):
            return None
        pairs = zip(self.draft.steps, self.draft.made, strict=True)
        return next((step.args.get("path") for step, own in pairs if own.verb == "create"), None)

    def _named(self, args: dict[str, Any], manifest: Manifest, reading: Reading, leftover: Leftover) -> None:
        """A new thing's name inside the folder that was given: "una cartella chiamata prova in ~/lavoro"."""
        name = next((name for name, kind in argument_kinds(manifest).items() if kind == "path"), "")
        named = reading.named
        if named is None and manifest.object == "dirs":
            named = folder_named(reading.clause, reading.text, self._words)
        if name and named is not None:
            args[name] = joined(str(args.get(name, "~")), named.text)
            leftover.use(named.used)

    def _ask_missing(self, manifest: Manifest, args: dict[str, Any]) -> None:
        """Put a question in the place of each required value that is not there; an answer already asked for is used."""
        asked = self.draft.asking_step()
        for name in wanted(manifest, args):
            if asked is not None and argument_kinds(manifest)[name] in {"path", "text", "url"}:
                args[name] = f"${{step{asked}.text}}"
            else:
                args[name] = self.draft.ask(manifest, name, target=is_target(name))
