"""The memory over real turns: what it recognises, what it must not, how it forgets and who becomes champion."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from metnos_cli.bench.probe import catalog_of, taught_turn
from metnos_cli.config.load import Settings, load_settings
from metnos_cli.environment import Environment
from metnos_cli.memory import ageing
from metnos_cli.memory.contest import wilson_lower
from metnos_cli.memory.service import MemoryService
from metnos_cli.models.embedder import BuiltinEmbedder
from metnos_cli.records import Framework, Hit, Lang, Step
from metnos_cli.store import active_days, entries, turns
from metnos_cli.store.database import Database
from metnos_cli.text.understand import understand

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=ZoneInfo("Europe/Rome"))
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("light_on", {"name": "x", "area": "x"}),
    ("light_off", {"name": "x", "area": "x"}),
    ("timer_start", {"minutes": "x"}),
    ("say_message", {"message": "x"}),
    ("read_news", {"topic": "x"}),
]
EMBEDDER = BuiltinEmbedder()


class At:
    """A clock that stands where it is put."""

    def __init__(self, moment: datetime = NOW) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment


class Life:
    """A memory with a small world of tools."""

    def __init__(self, path: Path | None, settings: Settings) -> None:
        self.database = Database(path)
        self.settings = settings
        self.clock = At()
        self.count = 0
        self.restart()

    def restart(self) -> None:
        """As a new process would open it."""
        self.memory = MemoryService(self.database, catalog_of(CALLS), self.settings, lambda: EMBEDDER, self.clock)

    def request(self, text: str, lang: Lang = "it") -> Any:
        return understand(text, now=self.clock.moment, lang=lang)

    def teach(self, text: str, tool: str, args: dict[str, Any], lang: Lang = "it", **changed: Any) -> str:
        """One good turn; its id."""
        self.count += 1
        turn = replace(taught_turn(f"{os.getpid()}-{self.count:06d}", self.request(text, lang), tool, args), **changed)
        with self.database.write() as connection:
            self.memory.learn(turn, connection)
            turns.save(connection, turn, {})
        return turn.id

    def ask(self, text: str, lang: Lang = "it") -> Hit | None:
        """The first layer that hits."""
        request = self.request(text, lang)
        return next((found for layer in self.memory.layers() if isinstance(found := layer(request), Hit)), None)

    def does(self, text: str, lang: Lang = "it") -> tuple[str, dict[str, Any]] | None:
        """What would be called."""
        hit = self.ask(text, lang)
        return None if hit is None else (hit.framework.steps[0].tool, dict(hit.framework.steps[0].args))


@pytest.fixture
def settings(home: Path) -> Settings:
    """Defaults."""
    return load_settings(Environment.real().replace(variables={}, home=home))


@pytest.fixture
def life(settings: Settings) -> Iterator[Life]:
    """In memory."""
    made = Life(None, settings)
    yield made
    made.database.close()


def test_the_same_words_need_no_embedder(settings: Settings) -> None:
    """Exact recognition works where no embedder can be had."""
    life = Life(None, settings)
    life.teach("accendi la lampada in cucina", "light_on", {"name": "lampada", "area": "cucina"})

    def none() -> Any:
        raise AssertionError("the embedder was asked for")

    life.memory = MemoryService(life.database, catalog_of(CALLS), settings, none, life.clock)

    assert life.does("Accendi la lampada in cucina!") == ("light_on", {"name": "lampada", "area": "cucina"})


def test_a_template_takes_the_new_words(life: Life) -> None:
    """What stood in the argument's place is replaced, free text too."""
    life.teach("annuncia che la cena è pronta", "say_message", {"message": "la cena è pronta"})

    assert life.does("annuncia che il taxi è arrivato") == ("say_message", {"message": "il taxi è arrivato"})


@pytest.mark.parametrize(
    "text",
    [
        "non accendere la lampada in cucina",
        "spegni la lampada in cucina",
        "accendi la lampada in cucina domani",
        "hai acceso la lampada in cucina?",
        "accendi la lampada in cucina e chiudi la porta",
        "accendi la lampada",
        "accendi la lampada in cucina solo se piove",
        "vorrei non accendere la lampada in cucina",
        "ieri ho acceso la lampada in cucina",
    ],
)
def test_what_means_something_else_is_never_served(life: Life, text: str) -> None:
    """Negated, opposite, deferred, asked, more, less, conditional, wished away, told of the past."""
    for _ in range(3):
        life.teach("accendi la lampada in cucina", "light_on", {"name": "lampada", "area": "cucina"})

    assert life.does(text) is None


@pytest.mark.parametrize(("minutes", "words"), [("5", "5 minuti"), ("20", "20 minuti")])
def test_a_number_is_the_new_requests(life: Life, minutes: str, words: str) -> None:
    """Never the one that was taught."""
    life.teach("imposta un timer di 10 minuti", "timer_start", {"minutes": "10"})

    told = life.does(f"imposta un timer di {words}")

    assert told is None or told == ("timer_start", {"minutes": minutes})


def test_another_catalog_is_another_world(life: Life, settings: Settings) -> None:
    """An executor that changed is planned anew."""
    life.teach("accendi la lampada in cucina", "light_on", {"name": "lampada", "area": "cucina"})
    changed = catalog_of([*CALLS, ("light_on", {"level": "x"})])
    life.memory = MemoryService(life.database, changed, settings, lambda: EMBEDDER, life.clock)

    assert life.does("accendi la lampada in cucina") is None


def test_a_rejected_answer_is_gone_and_three_ban_it(life: Life) -> None:
    """✗ removes what served at once; the third keeps the plan away from planning too."""
    told: list[str] = []
    for _ in range(3):
        turn = life.teach("accendi la lampada in cucina", "light_on", {"name": "lampada", "area": "cucina"})
        told += [key for key, _ in life.memory.feedback(turn, "no")]
        assert life.does("accendi la lampada in cucina") is None

    assert "banned" in told
    assert life.memory.excluded(life.request("accendi la lampada in cucina"))


def test_retry_keeps_a_plan_out_for_one_turn(life: Life) -> None:
    """↺, then the next good turn readmits it."""
    turn = life.teach("accendi la lampada in cucina", "light_on", {"name": "lampada", "area": "cucina"})
    life.memory.feedback(turn, "retry")
    assert life.does("accendi la lampada in cucina") is None

    life.teach("accendi la lampada in cucina", "light_on", {"name": "lampada", "area": "cucina"})

    assert life.does("accendi la lampada in cucina") is not None


def test_the_champion_falls_only_on_evidence(life: Life) -> None:
    """A challenger that is liked once does not replace it; one that is liked again and again does."""
    words, args = "accendi la lampada in cucina", {"name": "lampada", "area": "cucina"}
    first = life.teach(words, "light_on", args)
    for _ in range(4):
        life.memory.feedback(life.teach(words, "light_on", args), "no")

    def champions() -> set[str]:
        every = entries.every(life.database.read(), "autopaths")
        return {entry.tools[0] for entry in every if entry.more["champion"]}

    life.memory.feedback(life.teach(words, "light_off", args), "ok")
    once = champions()
    for _ in range(12):
        life.memory.feedback(life.teach(words, "light_off", args), "ok")

    assert first
    assert once == {"light_on"} or len(entries.every(life.database.read(), "autopaths")) > 1
    assert "light_off" in champions()


@pytest.mark.parametrize(("good", "bad"), [(1, 0), (5, 5), (0, 3), (100, 1)])
def test_the_bound_is_below_the_rate_and_grows_with_evidence(good: int, bad: int) -> None:
    """Wilson's lower bound."""
    rate = good / (good + bad)

    assert 0 <= wilson_lower(good, bad) <= rate
    assert wilson_lower(good * 10, bad * 10) >= wilson_lower(good, bad)


def test_absence_ages_nothing_and_active_days_do(life: Life) -> None:
    """Two months away: all there. Thirty-one days of use without it: gone."""
    life.teach("accendi la lampada in cucina", "light_on", {"name": "lampada", "area": "cucina"})
    life.clock.moment += timedelta(days=60)
    assert life.does("accendi la lampada in cucina") is not None

    for _ in range(32):
        life.clock.moment += timedelta(days=1)
        with life.database.write() as connection:
            active_days.mark(connection, life.clock.moment.date())
    with life.database.write() as connection:
        ageing.prune(connection, life.settings)
    life.restart()

    assert life.does("accendi la lampada in cucina") is None


def test_two_steps_are_kept_as_a_sequence(life: Life) -> None:
    """And seen three times they are useful to the pipeline layer."""
    steps = (Step("read_news", {"topic": "sport"}), Step("say_message", {"message": "fatto"}))
    (first,) = taught_turn("x", life.request("x y"), "read_news", {"topic": "sport"}).results
    results = (first, replace(first, index=2, tool="say_message", args={"message": "fatto"}))
    for _ in range(3):
        words = "leggi le notizie di sport e poi annuncia fatto"
        life.teach(words, "read_news", {}, framework=Framework(steps), results=results)

    known = entries.every(life.database.read(), "multi_tool_paths")

    assert [(entry.tools, entry.uses) for entry in known] == [(("read_news", "say_message"), 3)]


@pytest.mark.parametrize("text", ["alza il volume 20", "alza il volume di 20", "alza il volume fino a 20"])
def test_what_leads_to_a_figure_counts_also_where_no_argument_takes_it(life: Life, text: str) -> None:
    """To 20 is not by 20, whatever the executor takes."""
    for _ in range(3):
        life.teach("alza il volume a 20", "light_on", {})

    assert life.does("alza il volume a 20") is not None
    assert life.does(text) is None


def _teach_many(path: Path, home: Path, times: int) -> None:
    life = Life(path, load_settings(Environment.real().replace(variables={}, home=home)))
    for number in range(times):
        life.teach(f"imposta un timer di {number + 1} minuti", "timer_start", {"minutes": str(number + 1)})
    life.database.close()


def test_processes_learning_at_once_lose_nothing(tmp_path: Path, settings: Settings) -> None:
    """Each observation of each process is there, and each request once."""
    path = tmp_path / "m.db"
    Database(path).read()
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_teach_many, args=(path, tmp_path, 5)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    connection = Database(path).read()

    assert [worker.exitcode for worker in workers] == [0] * 4
    assert connection.execute("SELECT count(*) FROM turns").fetchone()[0] == 20
    assert connection.execute("SELECT count(*) FROM autopath_observations").fetchone()[0] == 20
    assert len(entries.every(connection, "shortcuts")) == 5


def _die_learning(path: Path, home: Path) -> None:
    life = Life(path, load_settings(Environment.real().replace(variables={}, home=home)))
    turn = taught_turn("t", life.request("imposta un timer di 3 minuti"), "timer_start", {"minutes": "3"})
    with life.database.write() as connection:
        life.memory.learn(turn, connection)
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_kill_while_learning_leaves_none_of_the_turn(tmp_path: Path, settings: Settings) -> None:
    """kill -9 before the commit."""
    path = tmp_path / "m.db"
    Database(path).read()
    worker = multiprocessing.get_context("spawn").Process(target=_die_learning, args=(path, tmp_path))
    worker.start()
    worker.join()
    connection = Database(path).read()

    tables = ("turns", "shortcuts", "canonical_query_log", "autopaths", "autopath_observations", "embedded_texts")
    assert {connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables} == {0}
