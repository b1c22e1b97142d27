"""Settings: what wins, where each value comes from, and one exact sentence for what is wrong."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli import messages
from metnos_cli.config.load import load_settings
from metnos_cli.config.schema import BY_NAME, KEYS, SECTIONS
from metnos_cli.environment import Environment
from metnos_cli.errors import ConfigError
from metnos_cli.records import LANGS


def world(folder: Path, content: str | None = None, **variables: str) -> Environment:
    """A world whose home is ``folder``, with or without a runtime.toml."""
    here = Environment((), variables, io.StringIO(), io.StringIO(), io.StringIO(), folder, folder)
    if content is not None:
        here.config_file.parent.mkdir(parents=True, exist_ok=True)
        here.config_file.write_text(content, encoding="utf-8")
    return here


def sentence(error: ConfigError, lang: str = "it") -> str:
    """What the user reads."""
    return messages.text("it" if lang == "it" else "en", f"error.{error.key}", **error.facts)


def test_without_a_file_everything_is_a_default(tmp_path: Path) -> None:
    """And the contract's defaults are the contract's."""
    settings = load_settings(world(tmp_path))

    assert {settings.source(key.dotted) for key in KEYS} == {"default"}
    assert settings.flag("fast_path.canonical_query_enabled")
    assert settings.integer("fast_path.canonical_query_min_uses") == 3
    assert settings.number("fast_path.canonical_query_threshold") == 0.95
    assert not settings.flag("fast_path.canonical_query_args_llm")
    assert not settings.flag("multi_tool_fast_path.enabled")
    assert not settings.flag("multi_tool_fast_path.chain_to_planner")
    assert settings.number("multi_tool_fast_path.threshold") == 0.88
    assert settings.integer("multi_tool_fast_path.min_uses") == 3
    assert settings.integer("multi_tool_fast_path.ttl_active_days") == 30
    assert settings.integer("multi_tool_fast_path.k_synth") == 50


def test_flag_over_variable_over_file_over_default(tmp_path: Path) -> None:
    """Each level hides the one below, and says that it is the source."""
    content = "[engine]\nmax_steps = 2\npool_size = 2\nproposer = 'simple'\n"
    here = world(tmp_path, content, METNOS_ENGINE_MAX_STEPS="3", METNOS_ENGINE="metis")

    settings = load_settings(here, flags={"engine.max_steps": 4, "ui.rows": None})

    assert (settings.integer("engine.max_steps"), settings.source("engine.max_steps")) == (4, "flag")
    assert (settings.text("engine.proposer"), settings.source("engine.proposer")) == ("metis", "METNOS_ENGINE")
    assert settings.integer("engine.pool_size") == 2
    assert settings.source("engine.pool_size") == f"{here.config_file}:3"
    assert settings.source("ui.rows") == "default"


@pytest.mark.parametrize(
    ("content", "key", "line", "named"),
    [
        ("[ui]\nrows = 'dieci'\n", "config_type_integer", 2, "dieci"),
        ("[ui]\nrows = true\n", "config_type_integer", 2, "ui.rows"),
        ("[ui]\n\n# rows = 3\nrows = 0\n", "config_range", 4, "1 .."),
        ("[ui]\nglyphs = 'belli'\n", "config_choice", 2, "auto | unicode | ascii"),
        ("[safety]\nroots = '~'\n", "config_type_texts", 2, "safety.roots"),
        ("[safety]\nroots = ['~', 3]\n", "config_type_texts", 2, "safety.roots"),
        ("[safety]\nroots = ['~', 'dati']\n", "config_folder", 2, "dati"),
        ("[safety]\nroots = ['./dati']\n", "config_folder", 2, "./dati"),
        ("[safety]\nroots = ['']\n", "config_folder", 2, '""'),
        ("[safety]\nroots = ['~anna']\n", "config_folder", 2, "~anna"),
        ("[memory]\nenabled = 1\n", "config_type_flag", 2, "true o false"),
        ("[general]\ntimezone = 'Europa/Roma'\n", "config_zone", 2, "Europa/Roma"),
        ("[fast_path]\ncanonical_query_threshold = nan\n", "config_range", 2, "0 .. 1"),
        ("[ui]\nrow = 3\n", "config_unknown_near", 2, "ui.rows"),
        ("[ui]\n[zzzzqqqq]\nx = 1\n", "config_unknown", 2, "zzzzqqqq"),
        ("ui = 3\n", "config_type_table", 1, "ui"),
        ("ui.rows = 'x'\n", "config_type_integer", 1, "ui.rows"),
        ("[ui]\nrows = = 3\n", "config_syntax", 2, "TOML"),
        ("[ui]\nrows = 3\n[ui]\n", "config_syntax", 3, "TOML"),
        ("[ui\n", "config_syntax", 1, "TOML"),
        ('x = """never closed\n\n', "config_syntax", 3, "TOML"),
    ],
)
def test_what_is_wrong_is_told_with_file_line_and_key(
    tmp_path: Path, content: str, key: str, line: int, named: str
) -> None:
    """One sentence in either language; exit status 2."""
    here = world(tmp_path, content)

    with pytest.raises(ConfigError) as caught:
        load_settings(here)

    assert caught.value.key == key
    assert caught.value.exit_status == 2
    assert f"{here.config_file}:{line}: " in sentence(caught.value)
    assert named in sentence(caught.value)
    assert f"{here.config_file}:{line}: " in sentence(caught.value, "en")


def test_a_wrong_variable_is_named_itself(tmp_path: Path) -> None:
    """There is no line to tell."""
    with pytest.raises(ConfigError) as caught:
        load_settings(world(tmp_path, METNOS_UI_ROWS="molte"))

    assert sentence(caught.value) == "METNOS_UI_ROWS: ui.rows vuole un numero intero, non molte."


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    """The usual one need not."""
    with pytest.raises(ConfigError, match="config_missing"):
        load_settings(world(tmp_path), file=tmp_path / "no.toml")
    with pytest.raises(ConfigError, match="config_missing"):
        load_settings(world(tmp_path, METNOS_CONFIG="/no/such.toml"))


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    """Bytes that are not UTF-8."""
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(ConfigError, match="config_encoding"):
        load_settings(world(tmp_path), file=path)


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    """The system's reason is told."""
    with pytest.raises(ConfigError, match="config_unreadable"):
        load_settings(world(tmp_path), file=tmp_path)


@pytest.mark.parametrize(
    ("told", "values"),
    [("~, /tmp", ("~", "/tmp")), ('["~", "/con,virgola"]', ("~", "/con,virgola")), ("/una", ("/una",))],
)
def test_lists_in_variables(tmp_path: Path, told: str, values: tuple[str, ...]) -> None:
    """Comma-separated, or a JSON array where a comma belongs to a value."""
    assert load_settings(world(tmp_path, METNOS_SAFETY_ROOTS=told)).texts("safety.roots") == values


@pytest.mark.parametrize(("told", "value"), [("1", True), ("sì", True), ("OFF", False), ("no", False)])
def test_flags_in_variables(tmp_path: Path, told: str, value: bool) -> None:
    """The usual words in both languages."""
    assert load_settings(world(tmp_path, METNOS_MEMORY_ENABLED=told)).flag("memory.enabled") is value


def test_an_empty_variable_says_nothing(tmp_path: Path) -> None:
    """As if it were not set."""
    assert load_settings(world(tmp_path, METNOS_ENGINE="")).source("engine.proposer") == "default"


def test_foreign_variables_are_left_alone(tmp_path: Path) -> None:
    """METNOS_PLAIN and whatever else is not a key."""
    load_settings(world(tmp_path, METNOS_PLAIN="1", METNOS_SOMETHING="x"))


def test_paths_know_the_home(tmp_path: Path) -> None:
    """``~`` is expanded, an empty path is none."""
    settings = load_settings(world(tmp_path, "[model]\npath = '~/m.gguf'\n"))

    assert settings.path("model.path") == tmp_path / "m.gguf"
    assert load_settings(world(tmp_path / "b")).path("model.path") is None


def test_tables_are_taken_as_they_are(tmp_path: Path) -> None:
    """Free keys, checked by whoever uses them; the source names the table's own line."""
    here = world(tmp_path, '[engine]\nmax_steps = 3\n\n[engine.fillers]\ncestino = "Trash"\n')
    settings = load_settings(here)

    assert settings.table("engine.fillers") == {"cestino": "Trash"}
    assert settings.source("engine.fillers") == f"{here.config_file}:4"


def test_a_key_that_does_not_exist_is_a_programming_error(tmp_path: Path) -> None:
    """Not a sentence for the user."""
    with pytest.raises(KeyError):
        load_settings(world(tmp_path)).text("ui.nothing")


def test_the_language_is_resolved(tmp_path: Path) -> None:
    """``auto`` follows the system."""
    assert load_settings(world(tmp_path, LANG="it_IT.UTF-8")).lang == "it"
    assert load_settings(world(tmp_path, "[general]\nlang = 'en'\n", LANG="it_IT.UTF-8")).lang == "en"


def test_every_key_is_whole() -> None:
    """Documented in both languages, in a known section, named once, its default of its own kind."""
    from metnos_cli.config.check import checked

    assert len(BY_NAME) == len(KEYS)
    for key in KEYS:
        assert key.section in SECTIONS
        assert all(key.doc(lang).strip() for lang in LANGS)
        assert checked(key, list(key.default) if key.kind == "texts" else key.default, file="") == key.default
        assert key.example or key.kind != "table"


@given(st.text(max_size=300))
def test_any_text_loads_or_is_told(content: str) -> None:
    """Never anything but a ConfigError whose facts fill its sentences."""
    from metnos_cli.config.load import _from_file

    told: list[ConfigError] = []
    try:
        _from_file(content, Path("/x/runtime.toml"))
    except ConfigError as error:
        told.append(error)

    assert all(sentence(error, lang) for error in told for lang in LANGS)
