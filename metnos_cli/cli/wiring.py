"""The only place that builds real objects: one world per command, each part built when it is first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from metnos_cli.cli.globals import Globals
from metnos_cli.environment import Environment
from metnos_cli.errors import ExitStatus, MetnosError, ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from metnos_cli.config.load import Settings
    from metnos_cli.errors import ConfigError
    from metnos_cli.executors.catalog import Catalog
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.facts.service import FactsService
    from metnos_cli.memory.service import MemoryService
    from metnos_cli.ports import (
        Consent,
        Dialog,
        Embedder,
        ExecutorContext,
        LanguageModel,
        Listener,
        Proposer,
        Reranker,
        TurnPorts,
        Vaglio,
    )
    from metnos_cli.records import Lang, Request
    from metnos_cli.store.database import Database
    from metnos_cli.ui.reading import Leaving


class World:
    """Everything one command works with; nothing is built, opened or imported before it is asked for.

    Args:
        environment: Streams, variables, folders.
        globals_: Options given for every command.
    """

    def __init__(self, environment: Environment, globals_: Globals) -> None:
        self.environment = environment
        self.globals = globals_
        self.flags: dict[str, Any] = {"general.lang": globals_.lang or None}
        """Settings given on the command line, by dotted key; a command adds its own before it reads settings."""
        self.warnings: list[tuple[str, Mapping[str, Any]]] = []
        self.warnings_told = 0
        """(message key below ``[note]``, facts) to tell once, on stderr."""
        self._listener: Listener = lambda _event: None
        self.spoken: Lang | None = None
        """Language of the conversation so far, for requests whose own words tell none."""
        self.leaving: Leaving | None = None
        """Which lines are commands of the conversation, even where a command asks for an answer."""
        self.broken_settings: ConfigError | None = None
        """Why the settings could not be read, where a command goes on without them."""

    @cached_property
    def settings(self) -> Settings:
        """The configuration; the file is created on first use.

        Raises:
            ConfigError: A file, key, type or value is wrong.
        """
        from metnos_cli.config.load import load_settings

        file = self.environment.expand(self.globals.config) if self.globals.config else None
        settings = load_settings(self.environment, file=file, flags=self.flags)
        if file is None and not self.environment.config_file.exists():
            from metnos_cli.config.edit import ensure_file

            ensure_file(self.environment, settings.lang)
        return settings

    def do_without_broken_settings(self) -> None:
        """Where the settings cannot be read, take the defaults and keep the reason: somebody has to look further."""
        from metnos_cli.config.load import default_settings
        from metnos_cli.errors import ConfigError

        try:
            self.__dict__["settings"] = self.settings
        except ConfigError as error:
            self.broken_settings = error
            self.__dict__["settings"] = default_settings(self.environment, self.globals_lang)

    @property
    def lang(self) -> Lang:
        """The user's language."""
        return self.settings.lang

    def now(self) -> datetime:
        """The present moment in the user's zone."""
        return self.environment.now(self.settings.text("general.timezone"))

    @cached_property
    def database(self) -> Database:
        """The store; a locked or unusable one is replaced by memory for this run, and that is said once."""
        from metnos_cli.errors import StoreError
        from metnos_cli.store.database import Database

        database = Database(self.environment.database, self.settings.number("memory.busy_timeout_s"))
        try:
            database.read()
        except StoreError as error:
            self.warnings.append(("store_in_memory", {"path": self.environment.database, "why": str(error.key)}))
            database = Database(None)
            database.stands_for = self.environment.database
            return database
        if database.quarantined is not None:
            facts = {"path": self.environment.database, "aside": database.quarantined}
            self.warnings.append(("store_quarantined", facts))
        return database

    def tell_warnings(self) -> None:
        """Write the warnings that were not told yet to stderr."""
        for line in self.news():
            self.environment.stderr.write(f"{line}\n")

    def news(self) -> list[str]:
        """Warnings that were not told yet, in words."""
        fresh = self.warnings[self.warnings_told :]
        self.warnings_told = len(self.warnings)
        if not fresh:
            return []
        from metnos_cli.ui.words import told

        return [told(self.lang, f"note.{key}", facts) for key, facts in fresh]

    @cached_property
    def catalog(self) -> Catalog:
        """The executors."""
        from metnos_cli.executors.catalog import load_catalog

        catalog = load_catalog((self.environment.executors_dir,), cache_dir=self.environment.cache_dir)
        if not self.settings.table("mcp.servers"):
            return catalog
        from metnos_cli.executors.mcp.listing import with_servers

        return with_servers(catalog, self.settings, self.environment.cache_dir, self.now())

    def call_mcp(self, manifest: Manifest, args: Mapping[str, Any], context: ExecutorContext) -> Mapping[str, Any]:
        """Call a tool of an MCP server.

        Raises:
            ExecutorError: By class.
            Interrupted: Ctrl-C.
        """
        from metnos_cli.executors.mcp.caller import McpCaller

        return McpCaller(self.environment.cache_dir)(manifest, args, context)

    @cached_property
    def memory(self) -> MemoryService:
        """Layers, learner, feedback."""
        from metnos_cli.memory.service import MemoryService

        return MemoryService(self.database, self.catalog, self.settings, self.embedder, self)

    def embedder(self) -> Embedder:
        """The configured embedder, built once.

        Raises:
            ModelError: It cannot be had.
        """
        return self._embedder

    @cached_property
    def _embedder(self) -> Embedder:
        from metnos_cli.models.load import load_embedder

        return load_embedder(self.settings, cache_dir=self.environment.cache_dir)

    def embedder_or_none(self) -> Embedder | None:
        """The embedder; None, with a note, when it cannot be had."""
        try:
            return self.embedder()
        except ModelError as error:
            self._warn_once("no_embedder", why=error.key)
            return None

    def model(self) -> LanguageModel | None:
        """The configured language model, or None when none is configured."""
        return self._model

    @cached_property
    def _model(self) -> LanguageModel | None:
        from metnos_cli.models.load import load_model

        model = load_model(self.settings, cache_dir=self.environment.cache_dir)
        if model is None:
            return None
        from metnos_cli.models.watched import WatchedModel
        from metnos_cli.ports import Event

        return WatchedModel(model, lambda tokens: self._listener(Event("model", {"tokens": tokens})))

    def proposer(self) -> Proposer:
        """The configured proposer: ``auto`` is metis with a model and offline without."""
        return self._proposer

    @cached_property
    def _proposer(self) -> Proposer:
        from metnos_cli.cli.proposers import build_proposer

        return build_proposer(self)

    @cached_property
    def vaglio(self) -> Vaglio:
        """The judge of every call."""
        from metnos_cli.cli.guards import build_vaglio

        return build_vaglio(self)

    @cached_property
    def facts(self) -> FactsService:
        """What the user asked to remember."""
        from metnos_cli.facts.service import FactsService

        budget = self.settings.number("facts.rerank_budget_s")
        return FactsService(self.database, self.embedder_or_none, self.reranker, budget)

    def reranker(self) -> Reranker | None:
        """The cross-encoder for facts, or None when none is configured; its weights load at first use."""
        return self._reranker

    @cached_property
    def _reranker(self) -> Reranker | None:
        folder = self.settings.path("facts.reranker")
        if folder is None:
            return None
        from metnos_cli.models.reranker import FlagReranker

        return FlagReranker(folder)

    def folded_facts(self, request: Request) -> tuple[str, ...]:
        """Facts near a request, for the planner's prompt."""
        return self.facts.folded(request) if self.settings.flag("facts.fold") else ()

    def understand(self, text: str) -> Request:
        """Read a request; an everyday phrase of the table costs neither slots nor lemmas.

        Raises:
            EmptyRequest, RequestTooLong, BinaryInput: It cannot be used.
        """
        from metnos_cli.memory.table import look, phrase_lang
        from metnos_cli.records import Hit, Request
        from metnos_cli.text.language import told_by
        from metnos_cli.text.normalise import normal_form, to_nfc
        from metnos_cli.text.understand import check_text

        check_text(text)
        text = to_nfc(text.strip())
        normal = normal_form(text)
        lang: Lang = self.globals_lang or phrase_lang(normal) or told_by(text) or self.spoken or self.lang
        if isinstance(look(normal, lang), Hit):
            return Request(text=text, normal=normal, lang=lang, canonical=normal, slots=(), now=self.now())
        from metnos_cli.text.understand import understand

        return understand(text, now=self.now(), lang=lang, home=self.environment.home, canonical=False)

    @property
    def globals_lang(self) -> Lang | None:
        """The language asked for on the command line."""
        said = self.globals.lang
        return "it" if said == "it" else "en" if said == "en" else None

    def ports(
        self,
        *,
        consent: Consent,
        dialog: Dialog,
        told: Listener,
        learning: bool = True,
        check_cancelled: Callable[[], None] = lambda: None,
    ) -> TurnPorts:
        """What a turn needs from outside."""
        from metnos_cli.cli.guards import build_context
        from metnos_cli.executors.calling import ProcessRunner
        from metnos_cli.ports import TurnPorts
        from metnos_cli.safety.terminal_output import clean

        self._listener = told

        def context(request: Request) -> ExecutorContext:
            return build_context(self, request, dialog, told, check_cancelled)

        return TurnPorts(
            settings=self.settings,
            clock=self,
            catalog=self.catalog,
            memory=self.memory,
            store=self.database,
            runner=ProcessRunner(clean=clean, callers={"mcp": self.call_mcp}),
            vaglio=self.vaglio,
            consent=consent,
            dialog=dialog,
            context=context,
            proposer=self.proposer,
            embedder=self.embedder_or_none,
            model=self.model,
            facts=self.folded_facts,
            told=told,
            learning=learning,
        )

    def use(self, **changed: Any) -> None:
        """Change settings for the rest of this process: ``general_lang``, ``model_path``."""
        self.flags |= {name.replace("_", ".", 1): value for name, value in changed.items()}
        for part in ("settings", "memory", "facts", "_model", "_proposer", "_reranker", "vaglio"):
            self.__dict__.pop(part, None)

    def show_outgoing(self, what: str) -> None:
        """Show what is about to leave the machine, on stderr, before it does."""
        from metnos_cli.safety.terminal_output import clean

        self.environment.stderr.write(clean(what) + "\n")
        self.environment.stderr.flush()

    def close(self) -> None:
        """Let go of what was opened."""
        database = self.__dict__.get("database")
        if database is not None:
            database.close()

    def _warn_once(self, key: str, **facts: Any) -> None:
        if all(told != key for told, _ in self.warnings):
            self.warnings.append((key, facts))


_world: World | None = None


def begin(globals_: Globals, environment: Environment | None = None) -> World:
    """Start a command's world."""
    global _world  # noqa: PLW0603  one command per process; tests begin and end their own
    _world = World(environment or Environment.real(), globals_)
    return _world


def world() -> World:
    """The present command's world."""
    return _world if _world is not None else begin(Globals())


def end() -> None:
    """Close the present command's world, after a word on stderr for each warning that was not told yet."""
    global _world  # noqa: PLW0603
    if _world is not None:
        try:
            _world.tell_warnings()
        finally:
            _world.close()
            _world = None


def tell(error: Exception, globals_: Globals) -> int:
    """Show an error once, in one sentence on stderr, and give its exit status.

    Args:
        error: What was raised.
        globals_: ``debug`` shows the traceback as well.
    """
    from metnos_cli.cli.telling import error_sentences

    environment = Environment.real()
    lang: Lang = "it" if globals_.lang == "it" else "en" if globals_.lang == "en" else environment.lang
    status = error.exit_status if isinstance(error, MetnosError) else ExitStatus.DEAD_END
    for line in error_sentences(lang, error):
        environment.stderr.write(f"{line}\n")
    if globals_.debug:
        import traceback

        environment.stderr.write("".join(traceback.format_exception(error)))
    return int(status)
