"""The mail executors on a Maildir: the same answers as from a server, by files that are renamed."""

from __future__ import annotations

import mailbox
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.safety.filesystem import GuardedFiles
from metnos_cli.safety.journal import TurnJournal
from metnos_cli.safety.undo import Undo
from metnos_cli.safety.undo_files import FileReversers
from tests.executors.mail.mail_world import NOW, MailWorld, mail

if TYPE_CHECKING:
    from pathlib import Path


def add(box: mailbox.Maildir, raw: bytes, *, minutes_ago: int = 0, flags: str = "") -> str:
    """Deliver as a mail program does; its key."""
    told = mailbox.MaildirMessage(raw)
    if flags:
        told.set_subdir("cur")
        told.set_flags(flags)
    told.set_date(NOW.timestamp() - 60 * minutes_ago)
    return box.add(told)


@pytest.fixture(params=["maildir++", "plain"])
def world(request: pytest.FixtureRequest, home: Path) -> MailWorld:
    """Three mails, a trash and an archive, in either layout."""
    root = home / "Mail"
    root.mkdir()
    plus = request.param == "maildir++"
    inbox = _made(root if plus else root / "Inbox")
    for name in ("Cestino", "Archivio"):
        _made(root / (f".{name}" if plus else name))
    add(inbox, mail("Vecchia", sender="Zoe <zoe@example.net>"), minutes_ago=7 * 24 * 60, flags="S")
    add(inbox, mail("Bolletta luce", text="Totale 42 euro."), minutes_ago=1)
    add(inbox, mail("Cena", text="Porto il vino.", attach={"menu.pdf": b"%PDF"}))
    add(inbox, mail("Cancellata"), flags="ST")
    return MailWorld(home, {"casa": {"address": "io@example.org", "maildir": "~/Mail"}})


def _made(folder: Path) -> mailbox.Maildir:
    for part in ("cur", "new", "tmp"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    return mailbox.Maildir(folder)


def titles(found: Any) -> list[str]:
    """Subjects in order."""
    return [entry["title"] for entry in found["entries"]]


@pytest.mark.parametrize(
    ("args", "subjects"),
    [
        ({}, ["Cena", "Bolletta luce", "Vecchia"]),
        ({"from": "ZOE"}, ["Vecchia"]),
        ({"query": "vino"}, ["Cena"]),
        ({"query": "is:unread"}, ["Cena", "Bolletta luce"]),
        ({"query": "has:attachment"}, ["Cena"]),
        ({"attachments": True}, ["Cena"]),
        ({"attachments": False}, ["Bolletta luce", "Vecchia"]),
        ({"attachments": False, "from": "zoe"}, ["Vecchia"]),
        ({"subject": "luce"}, ["Bolletta luce"]),
        ({"when": "2026-11-30"}, ["Cena", "Bolletta luce"]),
        ({"limit": 1}, ["Cena"]),
    ],
)
def test_conditions_are_the_same_as_on_a_server(world: MailWorld, args: dict[str, Any], subjects: list[str]) -> None:
    """Marked-as-deleted ones do not count."""
    found = world.call("find_messages", **args)

    assert subjects == titles(found)
    if not args:
        assert (found["total"], found["unread"]) == (3, 2)


def test_a_file_behind_a_long_text_hangs_on_the_mail_all_the_same(world: MailWorld) -> None:
    """So a mail is without files only when all of it was read."""
    new = next(path for path in (world.home / "Mail").rglob("new") if any(path.iterdir()))
    (new / "1.long").write_bytes(mail("Lunga", text="parole " * 30_000, attach={"a.pdf": b"%PDF"}))

    assert "Lunga" not in titles(world.call("find_messages", attachments=False))


def test_mails_are_read_and_stay_unread(world: MailWorld) -> None:
    """Reading changes no flag."""
    told = world.call("read_messages", entries=world.call("find_messages", query="vino")["entries"])

    assert told["text"].endswith("Porto il vino.\n") or "Porto il vino." in told["text"]
    assert world.call("find_messages")["unread"] == 2


def test_mails_are_moved_by_renaming_and_come_back(world: MailWorld) -> None:
    """Not copied: the very file; the guarded files undo it."""
    found = world.call("find_messages", **{"from": "anna"})
    inodes = {path.stat().st_ino for path in (world.home / "Mail").rglob("*") if path.is_file()}

    moved = world.call("move_messages", entries=found["entries"], dst_folder="archive")

    assert (moved["ok_count"], moved["folder"]) == (2, "Archivio")
    assert titles(world.call("find_messages", folder="Archivio")) == ["Cena", "Bolletta luce"]
    assert inodes == {path.stat().st_ino for path in (world.home / "Mail").rglob("*") if path.is_file()}
    files = GuardedFiles.of(world.environment, world.settings, TurnJournal(world.database, world.clock, "undo"))
    undoing = Undo(world.database, FileReversers(files).table())
    plan = undoing.plan()
    assert plan is not None
    assert len(undoing.run(plan).done) == 2
    assert titles(world.call("find_messages")) == ["Cena", "Bolletta luce", "Vecchia"]


def test_deleting_puts_into_the_trash_folder(world: MailWorld) -> None:
    """The one that is called so."""
    deleted = world.call("delete_messages", entries=world.call("find_messages", query="vino")["entries"])

    assert deleted["folder"] == "Cestino"
    assert titles(world.call("find_messages", folder="cestino")) == ["Cena"]


def test_a_mail_that_another_program_has_moved_is_told(world: MailWorld) -> None:
    """One row; the others are moved."""
    found = world.call("find_messages")
    gone = next(
        path for path in (world.home / "Mail").rglob("*") if path.is_file() and b"Porto il vino" in path.read_bytes()
    )
    gone.unlink()

    moved = world.call("move_messages", entries=found["entries"], dst_folder="Archivio")

    assert (moved["ok_count"], moved["error_count"]) == (2, 1)
    assert moved["errors"][0]["key"] == "mail_gone"


HOSTILE = (
    b"Subject: =?undefined?q?x?=\nContent-Type: text/plain; charset=undefined\n\nciao",
    b"Subject: x\nContent-Type: text/html\n\n<![foo[ bar]]> <p>ciao",
    b"Subject: x\nContent-Disposition: attachment; filename*=undefined''a%FF\n\nciao",
    b"Subject: x\nContent-Type: multipart/mixed; boundary*0*=idna''x; boundary*=y\n\nciao",
    b"Subject: x\n"
    + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (place, place) for place in range(1200)),
)


@pytest.mark.parametrize("raw", HOSTILE)
def test_one_hostile_mail_does_not_end_the_step(world: MailWorld, raw: bytes) -> None:
    """Found and read like the others, as far as it can be read."""
    new = next(
        path
        for path in (world.home / "Mail").rglob("new")
        if "Bolletta" in str([p.read_bytes() for p in path.iterdir()])
    )
    (new / "1.hostile").write_bytes(raw)

    found = world.call("find_messages", query="")
    read = world.call("read_messages", entries=found["entries"])

    assert len(found["entries"]) == 4
    assert (read["ok_count"], read["error_count"]) == (4, 0)


def test_what_is_no_mail_does_not_end_the_search(world: MailWorld) -> None:
    """A folder where mails are."""
    for new in list((world.home / "Mail").rglob("new")):
        (new / "1.folder").mkdir()

    assert titles(world.call("find_messages", query="")) == ["Cena", "Bolletta luce", "Vecchia"]


def test_changed_flags_do_not_lose_a_mail(world: MailWorld) -> None:
    """A mail read meanwhile by another program is the same mail."""
    found = world.call("find_messages", query="vino")
    path = next(
        path for path in (world.home / "Mail").rglob("*") if path.is_file() and b"Porto il vino" in path.read_bytes()
    )
    path.rename(path.parents[1] / "cur" / f"{path.name.partition(':')[0]}:2,RS")

    assert world.call("read_messages", entries=found["entries"])["ok_count"] == 1


def test_a_maildir_that_is_not_there_is_unavailable(home: Path) -> None:
    """With its path."""
    with pytest.raises(ExecutorError) as raised:
        MailWorld(home, {"casa": {"maildir": "~/Niente"}}).call("find_messages")

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.UNAVAILABLE, "mail_no_maildir")


def test_a_maildir_outside_the_allowed_folders_is_denied(home: Path, tmp_path: Path) -> None:
    """Mail is no way around the guard."""
    mailbox.Maildir(tmp_path / "altrove")

    with pytest.raises(ExecutorError) as raised:
        MailWorld(home, {"casa": {"maildir": str(tmp_path / "altrove")}}).call("find_messages")

    assert raised.value.error_class is ErrorClass.DENIED


def test_a_link_to_a_secret_is_no_mail(world: MailWorld) -> None:
    """A file that leads to a key is not read."""
    secret = world.home / ".ssh" / "id_rsa"
    secret.parent.mkdir()
    secret.write_text("Subject: chiave\n\nsegreto", encoding="utf-8")
    folder = next(path for path in (world.home / "Mail").rglob("new") if path.is_dir() and any(path.iterdir()))
    (folder / "1.evil.host").symlink_to(secret)

    found = world.call("find_messages")

    assert found["total"] == 3
    assert "segreto" not in str(found)
