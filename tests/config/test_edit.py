"""Writing runtime.toml: comments stay, other keys stay, the file is private and never half written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from metnos_cli.config.edit import document, ensure_file, set_value, toml_value, unset_value
from metnos_cli.config.load import load_settings
from metnos_cli.config.schema import BY_NAME, KEYS
from metnos_cli.errors import ConfigError
from metnos_cli.records import LANGS
from tests.config.test_load import world


def test_the_first_file_changes_nothing_and_documents_everything(tmp_path: Path) -> None:
    """Each key with its default, commented out, in the user's language; for the user's eyes alone."""
    here = world(tmp_path, LANG="it_IT.UTF-8")

    path = ensure_file(here, "it")

    content = path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o777 == 0o600
    assert {load_settings(here).source(key.dotted) for key in KEYS} == {"default"}
    for key in KEYS:
        assert key.doc_it in content
        assert key.kind == "table" or f"\n# {key.name} = {toml_value(key.default)}\n" in content


def test_every_line_of_the_first_file_may_be_uncommented(tmp_path: Path) -> None:
    """What the comments show is right: uncommented, it is what the defaults are."""
    for lang in LANGS:
        shown = document(lang)
        for key in KEYS:
            shown = shown.replace(
                f"# {key.name} = {toml_value(key.default)}\n", f"{key.name} = {toml_value(key.default)}\n"
            )
        told = tomllib.loads(shown)
        for key in KEYS:
            if key.kind != "table":
                default = list(key.default) if isinstance(key.default, tuple) else key.default
                assert told[key.section][key.name] == default


def test_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    """Creating is only for the first use."""
    here = world(tmp_path, "[ui]\nrows = 3 # mio\n")

    assert ensure_file(here, "it").read_text(encoding="utf-8") == "[ui]\nrows = 3 # mio\n"


def test_setting_a_key_uncomments_its_line(tmp_path: Path) -> None:
    """It stands where its documentation stands."""
    here = world(tmp_path)
    path = ensure_file(here, "en")
    before = path.read_text(encoding="utf-8").splitlines()

    set_value(path, BY_NAME["ui.rows"], 7, "en")

    after = path.read_text(encoding="utf-8").splitlines()
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [("# rows = 20", "rows = 7")]
    assert load_settings(here).integer("ui.rows") == 7


def test_comments_and_order_survive_a_change(tmp_path: Path) -> None:
    """Also those behind a value, and keys of other sections."""
    content = "# in testa\n[ui] # la mia\nrows = 3 # righe\nglyphs = 'ascii'\n\n[model]\n# modello\npath = '~/m.gguf'\n"
    here = world(tmp_path, content)

    set_value(here.config_file, BY_NAME["ui.rows"], 9, "it")

    assert here.config_file.read_text(encoding="utf-8") == content.replace("rows = 3", "rows = 9")


def test_a_new_section_is_added(tmp_path: Path) -> None:
    """Nothing else moves."""
    here = world(tmp_path, "[ui]\nrows = 3\n")

    set_value(here.config_file, BY_NAME["safety.roots"], ("~", "/tmp"), "it")

    assert here.config_file.read_text(encoding="utf-8").startswith("[ui]\nrows = 3\n")
    assert load_settings(here).texts("safety.roots") == ("~", "/tmp")


def test_unsetting_gives_the_default_back(tmp_path: Path) -> None:
    """And says whether there was anything to take out."""
    here = world(tmp_path, "[ui]\nrows = 3\n")

    assert unset_value(here.config_file, BY_NAME["ui.rows"])
    assert load_settings(here).source("ui.rows") == "default"
    assert not unset_value(here.config_file, BY_NAME["ui.rows"])


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Settings kept in a folder under version control stay there."""
    here = world(tmp_path)
    real = tmp_path / "dotfiles.toml"
    real.write_text("[ui]\nrows = 3\n")
    here.config_file.parent.mkdir(parents=True)
    here.config_file.symlink_to(real)

    set_value(here.config_file, BY_NAME["ui.rows"], 4, "it")

    assert here.config_file.is_symlink()
    assert real.read_text() == "[ui]\nrows = 4\n"


def test_a_broken_file_is_not_overwritten(tmp_path: Path) -> None:
    """It is told where it is broken."""
    here = world(tmp_path, "[ui]\nrows = = \n")

    with pytest.raises(ConfigError, match="config_syntax"):
        set_value(here.config_file, BY_NAME["ui.rows"], 4, "it")

    assert here.config_file.read_text(encoding="utf-8") == "[ui]\nrows = = \n"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file stands in its way."""
    (tmp_path / ".config").write_text("no folder")

    with pytest.raises(ConfigError, match="config_unwritable"):
        set_value(world(tmp_path).config_file, BY_NAME["ui.rows"], 4, "it")
    assert ensure_file(world(tmp_path), "it") is None


def test_the_example_is_the_document(tmp_path: Path) -> None:
    """The sample configuration documents every key, as the first file does."""
    example = Path(__file__).resolve().parents[2] / ".metnos.example.toml"

    assert example.read_text(encoding="utf-8") == document("en")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(value=st.text(max_size=60), places=st.lists(st.text(max_size=20), max_size=4))
def test_any_text_is_written_and_read_back(tmp_path: Path, value: str, places: list[str]) -> None:
    """Quotes, line breaks, controls, emoji."""
    path = tmp_path / "x.toml"
    path.unlink(missing_ok=True)
    set_value(path, BY_NAME["general.location"], value, "it")
    set_value(path, BY_NAME["safety.private_hosts"], tuple(places), "it")

    told = load_settings(world(tmp_path), file=path)

    assert told.text("general.location") == value
    assert told.texts("safety.private_hosts") == tuple(places)
