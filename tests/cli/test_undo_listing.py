"""``metnos undo`` says all that it will do: by name where that fits a screen, else by the count."""

from __future__ import annotations

from conftest import Metnos


def test_a_long_list_ends_in_how_many_more(metnos: Metnos) -> None:
    """Twenty by name before the question; --dry-run names all of them; all come back."""
    (metnos.home / "a").mkdir()
    for number in range(50):
        (metnos.home / "a" / f"{number}.txt").write_text("x")
    assert metnos("ask", "sposta i file txt di ~/a in ~/b").exit_status == 0

    full = metnos("--lang", "en", "undo", "--dry-run").stderr
    assert full.count(".txt goes back") == 50

    told = metnos("--lang", "en", "undo", "--yes").stderr
    assert told.count(".txt goes back") == 20
    assert "and 31 more" in told or "and 30 more" in told
    assert len(list((metnos.home / "a").iterdir())) == 50


def test_every_reminder_that_comes_back_is_counted(metnos: Metnos) -> None:
    """Not the first alone."""
    for name in ("uno", "due", "tre"):
        metnos("ask", f"ricordami domani alle 9 di fare {name}")
    assert metnos("ask", "--yes", "cancella tutti i promemoria").exit_status == 0

    told = metnos("--lang", "it", "undo", "--dry-run").stderr

    assert "e altri 2" in told
