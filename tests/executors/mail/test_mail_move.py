"""move_messages, delete_messages and their undo against a real IMAP server: once, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from metnos_cli.executors.mail import imap
from metnos_cli.executors.mail.box import Moved
from metnos_cli.safety.journal import TurnJournal
from metnos_cli.safety.undo import Undo
from metnos_cli.safety.undo_mail import MailReversers
from tests.executors.busy import busy_after
from tests.executors.mail.conftest import Mailbox
from tests.executors.mail.dovecot import Dovecot, serve
from tests.executors.mail.mail_world import mail
from tests.executors.mail.proxy import breaking_wire

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from metnos_cli.executors.mail.box import Ref
    from tests.executors.mail.mail_world import MailWorld

pytestmark = pytest.mark.dovecot


def undo(world: MailWorld) -> tuple[int, list[str]]:
    """Take the turn back: how many changes, and why the others not."""
    undoing = Undo(world.database, MailReversers(world.settings, world.clock).table())
    plan = undoing.plan()
    assert plan is not None
    undone = undoing.run(plan)
    return len(undone.done), [step.why for step in undone.stuck]


def test_mails_are_moved_on_the_server_and_come_back(filled: Mailbox) -> None:
    """The entries say where they are now; undo brings exactly them back."""
    world = filled.world()
    found = world.call("find_messages", **{"from": "anna"})

    moved = world.call("move_messages", entries=found["entries"], dst_folder="cestino")

    assert (moved["ok_count"], moved["folder"]) == (2, "Cestino")
    assert {"Cena", "Bolletta luce"} == set(filled.subjects("Cestino"))
    assert filled.subjects() == ["Vecchia"]
    assert all(entry["folder"] == "Cestino" and entry["uid"] for entry in moved["entries"])
    assert undo(world) == (1, [])
    assert {"Vecchia", "Cena", "Bolletta luce"} == set(filled.subjects())
    assert filled.subjects("Cestino") == []


def test_moved_mails_can_be_worked_on_again(filled: Mailbox) -> None:
    """A later step finds them where they are now."""
    world = filled.world()
    moved = world.call("move_messages", entries=world.call("find_messages")["entries"], dst_folder="Spam")

    again = world.call("move_messages", entries=moved["entries"], dst_folder="INBOX")

    assert again["ok_count"] == 3
    assert len(filled.subjects()) == 3


def test_deleting_puts_into_the_trash_that_the_server_declares(filled: Mailbox) -> None:
    """Nothing is deleted for good, and what lies in the trash already is left alone."""
    world = filled.world()
    world.call("delete_messages", entries=world.call("find_messages", subject="cena")["entries"])

    with pytest.raises(ExecutorError) as raised:
        world.call("delete_messages", entries=world.call("find_messages", folder="Cestino")["entries"])

    assert filled.subjects("Cestino") == ["Cena"]
    assert raised.value.error_class is ErrorClass.WRONG_ARGS


@pytest.mark.parametrize(("place", "folder"), [("trash", "Cestino"), ("junk", "Spam"), ("sent", "Sent")])
def test_a_place_is_the_servers_own_folder(filled: Mailbox, place: str, folder: str) -> None:
    """Whatever it is called."""
    world = filled.world()

    moved = world.call("move_messages", entries=world.call("find_messages")["entries"], place=place)

    assert (moved["ok_count"], moved["folder"]) == (3, folder)


def test_without_a_trash_nothing_is_deleted(filled: Mailbox) -> None:
    """An account whose trash is not there says so."""
    filled.accounts["casa"] = {"trash_folder": "Bidone"}
    world = filled.world()
    found = world.call("find_messages")

    with pytest.raises(ExecutorError) as raised:
        world.call("delete_messages", entries=found["entries"])

    assert raised.value.key == "mail_no_folder"
    assert len(filled.subjects()) == 3


def test_a_mail_that_has_gone_is_told_and_the_others_are_moved(filled: Mailbox) -> None:
    """UID gone between the search and the move."""
    world = filled.world()
    found = world.call("find_messages")
    with filled.connect() as box:
        box.folder.set("INBOX")
        box.delete(box.uids('SUBJECT "Cena"'))

    moved = world.call("move_messages", entries=found["entries"], dst_folder="Spam")

    assert (moved["ok_count"], moved["error_count"]) == (2, 1)
    assert [(row["item"], row["key"]) for row in moved["errors"]] == [("Cena", "mail_gone")]
    assert sorted(filled.subjects("Spam")) == ["Bolletta luce", "Vecchia"]


def test_a_rebuilt_folder_is_not_touched(filled: Mailbox) -> None:
    """Its UIDs belong to other mails now: UIDVALIDITY tells, and nothing is moved."""
    world = filled.world()
    found = world.call("find_messages")
    with filled.connect() as box:
        box.folder.create("Altra")
        box.folder.set("INBOX")
        box.move(box.uids(), "Altra")
    (filled.server.folder(filled.user) / "dovecot-uidlist").unlink()
    for index in filled.server.folder(filled.user).glob("dovecot.index*"):
        index.unlink()
    filled.deliver(mail("Innocente"), mail("Innocente 2"), mail("Innocente 3"))

    with pytest.raises(ExecutorError) as raised:
        world.call("move_messages", entries=found["entries"], dst_folder="Cestino")

    assert raised.value.error_class is ErrorClass.WRONG_ARGS
    assert len(filled.subjects()) == 3
    assert filled.subjects("Cestino") == []


def test_a_target_folder_that_is_not_there_moves_nothing(filled: Mailbox) -> None:
    """Wrong arguments, with the folders there are."""
    world = filled.world()
    found = world.call("find_messages")

    with pytest.raises(ExecutorError) as raised:
        world.call("move_messages", entries=found["entries"], dst_folder="Inesistente")

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.WRONG_ARGS, "mail_no_folder")
    assert len(filled.subjects()) == 3


def test_a_folder_that_has_gone_since_the_search_is_wrong_arguments(mailbox: Mailbox) -> None:
    """Another program deleted it: nothing is moved, reading says the same."""
    with mailbox.connect() as box:
        box.folder.create("Lavoro")
    mailbox.deliver(mail("Verbale"), folder="Lavoro")
    world = mailbox.world()
    found = world.call("find_messages", folder="Lavoro")
    with mailbox.connect() as box:
        box.folder.delete("Lavoro")

    for tool, args in (("move_messages", {"place": "trash"}), ("read_messages", {})):
        with pytest.raises(ExecutorError) as raised:
            world.call(tool, entries=found["entries"], **args)
        assert raised.value.error_class is ErrorClass.WRONG_ARGS
    assert mailbox.subjects("Cestino") == []


def test_nothing_to_move_is_an_answer(filled: Mailbox) -> None:
    """No mail was found before: nothing is connected to, nothing fails."""
    moved = filled.world().call("move_messages", entries=[], place="trash")

    assert (moved["ok_count"], moved["summary"]) == (0, "Nessuna mail da spostare.")


def test_entries_that_are_no_mails_are_wrong_arguments(filled: Mailbox) -> None:
    """Files cannot be moved into a mail folder."""
    with pytest.raises(ExecutorError) as raised:
        filled.world().call("move_messages", entries=[{"path": "/x", "name": "x"}], dst_folder="Cestino")

    assert raised.value.key == "mail_not_a_message"


def test_an_answer_lost_while_moving_is_looked_into(filled: Mailbox) -> None:
    """The server has acted and cannot say so: what left the folder counts as moved, and is not moved again."""
    found = filled.world().call("find_messages")
    with breaking_wire(filled.server.port, b" MOVE ", deliver=True) as wire:
        filled.accounts["casa"] = {"imap_port": wire.port}
        world = filled.world()
        moved = world.call("move_messages", entries=found["entries"], dst_folder="Cestino")

    assert moved["ok_count"] == 3
    assert sorted(filled.subjects("Cestino")) == ["Bolletta luce", "Cena", "Vecchia"]
    assert filled.subjects() == []
    filled.accounts.clear()
    assert undo(filled.world()) == (1, [])
    assert sorted(filled.subjects()) == ["Bolletta luce", "Cena", "Vecchia"]


def test_a_command_lost_while_moving_moves_nothing(filled: Mailbox) -> None:
    """What stayed is told as not moved; nothing is tried again."""
    found = filled.world().call("find_messages")
    with breaking_wire(filled.server.port, b" MOVE ", deliver=False) as wire:
        filled.accounts["casa"] = {"imap_port": wire.port}
        with pytest.raises(ExecutorError) as raised:
            filled.world().call("move_messages", entries=found["entries"], dst_folder="Cestino")

    assert raised.value.error_class is ErrorClass.UNAVAILABLE
    assert (len(filled.subjects()), len(filled.subjects("Cestino"))) == (3, 0)


def test_a_server_that_stays_away_leaves_it_unsure(filled: Mailbox) -> None:
    """The connection breaks and cannot be made again: said so, not tried again."""
    found = filled.world().call("find_messages", subject="cena")
    with breaking_wire(filled.server.port, b" MOVE ", deliver=True, closing=True) as wire:
        filled.accounts["casa"] = {"imap_port": wire.port}
        with pytest.raises(ExecutorError) as raised:
            filled.world(lang="en").call("move_messages", entries=found["entries"], dst_folder="Cestino")

    assert raised.value.error_class is ErrorClass.UNAVAILABLE
    assert "not known" in raised.value.facts["why"]
    assert filled.subjects("Cestino") == ["Cena"]


def test_ctrl_c_half_way_keeps_what_undo_needs(mailbox: Mailbox) -> None:
    """What was moved before Ctrl-C is noted, and comes back."""
    mailbox.deliver(*(mail(f"Mail {number}") for number in range(150)))
    world = mailbox.world(more="[mail]\nlimit = 200")
    found = world.call("find_messages")
    world.cancel_after = world.looks + 2

    with pytest.raises(Interrupted):
        world.call("move_messages", entries=found["entries"], dst_folder="Spam")

    assert (len(mailbox.subjects("Spam")), len(mailbox.subjects())) == (100, 50)
    assert undo(world) == (1, [])
    assert len(mailbox.subjects()) == 150


@pytest.mark.parametrize(("notes", "moved"), [(0, 0), (1, 100)])
def test_mails_that_cannot_be_noted_are_not_moved(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, notes: int, moved: int
) -> None:
    """Each command's mails are noted before it is given; what was moved before is told, and comes back."""
    mailbox.deliver(*(mail(f"Mail {number}") for number in range(150)))
    world = mailbox.world(more="[mail]\nlimit = 200")
    found = world.call("find_messages")
    busy_after(monkeypatch, notes)

    try:
        told = world.call("move_messages", entries=found["entries"], dst_folder="Spam")
        counts = told["ok_count"], told["error_count"], told["errors"][0]["key"]
    except ExecutorError as error:
        counts = 0, 150, error.key

    assert counts == (moved, 150 - moved, "store_locked")
    assert (len(mailbox.subjects("Spam")), len(mailbox.subjects())) == (moved, 150 - moved)
    if moved:
        assert undo(world) == (1, [])
    assert len(mailbox.subjects()) == 150


def test_killed_while_moving_leaves_a_note_that_serves(filled: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never told what the command came to, undo brings back what went and leaves what stayed."""
    world = filled.world()
    entries = world.call("find_messages")["entries"]
    before = sorted(filled.subjects())
    monkeypatch.setattr(TurnJournal, "amend", lambda *_: None)
    world.call("move_messages", entries=entries, dst_folder="Spam")
    with filled.connect() as box:
        box.folder.set("Spam")
        box.move(box.uids('SUBJECT "Cena"'), "INBOX")

    undone = undo(world)

    assert sorted(filled.subjects()) == before
    assert undone[0] + len(undone[1]) == 1


def test_undo_tells_what_is_no_longer_there(filled: Mailbox) -> None:
    """A mail deleted meanwhile stays deleted; the others come back."""
    world = filled.world()
    world.call("move_messages", entries=world.call("find_messages")["entries"], dst_folder="Spam")
    with filled.connect() as box:
        box.folder.set("Spam")
        box.delete(box.uids('SUBJECT "Cena"'))

    assert undo(world) == (0, ["mail_not_all_back"])
    assert sorted(filled.subjects()) == ["Bolletta luce", "Vecchia"]


def test_undo_waits_for_a_server_that_is_down(filled: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is given up; the same undo works when it answers again."""
    world = filled.world()
    before = sorted(filled.subjects())
    world.call("move_messages", entries=world.call("find_messages")["entries"], dst_folder="Spam")

    def down(*_: object) -> None:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_down")

    monkeypatch.setattr(imap, "open_imap", down)
    told = undo(world)
    monkeypatch.undo()

    assert told == (0, ["mail_unreachable"])
    assert undo(world) == (1, [])
    assert sorted(filled.subjects()) == before


def test_mails_that_did_not_go_back_can_go_another_time(filled: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of three refused by the server: two are back, the third is still to be had."""
    world = filled.world()
    before = sorted(filled.subjects())
    world.call("move_messages", entries=world.call("find_messages")["entries"], dst_folder="Spam")
    move = imap.ImapBox.move

    def reluctant(box: imap.ImapBox, refs: Sequence[Ref], folder: str) -> Iterator[Moved]:
        yield Moved(refs[0], None, ExecutorError(ErrorClass.UNAVAILABLE, "mail_quota"))
        yield from move(box, refs[1:], folder)

    monkeypatch.setattr(imap.ImapBox, "move", reluctant)
    told = undo(world)
    monkeypatch.undo()

    assert told == (0, ["mail_not_yet_back"])
    assert len(filled.subjects()) == len(before) - 1
    assert undo(world) == (1, [])
    assert sorted(filled.subjects()) == before


SMALL = """
namespace small {
  prefix = Piccola/
  separator = /
  location = maildir:~/small
}
"""


@pytest.fixture(scope="module")
def small_dovecot() -> Iterator[Dovecot]:
    """Little room in one folder: moving within one quota always fits."""
    yield from serve(quota="quota = maildir:small:ns=Piccola/\n  quota_rule = *:storage=10K", more=SMALL)


def test_a_full_mailbox_is_unavailable_and_nothing_is_lost(small_dovecot: Dovecot, home: Path) -> None:
    """Copying into a full account: the server says quota, the mails stay."""
    other = Mailbox(small_dovecot, "pieno", home)
    other.deliver(*(mail(f"Mail {number}", text="x" * 9000) for number in range(3)))
    with other.connect() as box:
        box.folder.create("Piccola/Deposito")
    world = other.world()
    found = world.call("find_messages")

    with pytest.raises(ExecutorError) as raised:
        world.call("move_messages", entries=found["entries"], dst_folder="Deposito")

    assert raised.value.error_class is ErrorClass.UNAVAILABLE
    assert "spazio" in raised.value.facts["why"]
    assert (len(other.subjects()), len(other.subjects("Piccola/Deposito"))) == (3, 0)


@pytest.fixture(scope="module")
def old_dovecot() -> Iterator[Dovecot]:
    """Knows UIDPLUS but not MOVE."""
    yield from serve(capability="IMAP4rev1 UIDPLUS SPECIAL-USE")


@pytest.fixture(scope="module")
def ancient_dovecot() -> Iterator[Dovecot]:
    """Knows neither."""
    yield from serve(capability="IMAP4rev1")


def test_a_server_without_move_copies_and_removes_exactly_these(old_dovecot: Dovecot, home: Path) -> None:
    """What another program has marked as deleted stays."""
    other = Mailbox(old_dovecot, "vecchio", home)
    other.deliver(mail("Marcata"), mail("Da spostare"))
    with other.connect() as box:
        box.folder.set("INBOX")
        box.client.uid("STORE", box.uids('SUBJECT "Marcata"')[0], "+FLAGS", r"(\Deleted)")
    world = other.world()

    moved = world.call("move_messages", entries=world.call("find_messages")["entries"], dst_folder="Cestino")

    assert moved["ok_count"] == 1
    assert other.subjects("Cestino") == ["Da spostare"]
    assert other.subjects() == ["Marcata"]
    assert undo(world) == (1, [])


def test_a_server_that_cannot_move_single_mails_is_left_alone(ancient_dovecot: Dovecot, home: Path) -> None:
    """Better not at all than with the wrong ones."""
    other = Mailbox(ancient_dovecot, "antico", home)
    other.deliver(mail("Resta"))
    world = other.world()

    with pytest.raises(ExecutorError) as raised:
        world.call("move_messages", entries=world.call("find_messages")["entries"], dst_folder="Cestino")

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.UNAVAILABLE, "mail_no_move")
    assert other.subjects() == ["Resta"]
