"""``metnos doctor`` opens what the settings name, on real servers, and says what is wrong and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.cli.doctor import LOOKS, line, look_at
from tests.executors.mail.conftest import Mailbox, dovecot, mailbox  # noqa: F401  fixtures
from tests.people import Person, living

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Metnos

pytestmark = pytest.mark.dovecot
PARTS = ("mail", "calendar", "contacts")


@pytest.fixture
def person(home: Path, mailbox: Mailbox, tmp_path: Path) -> Iterator[Person]:  # noqa: F811  the fixture above
    """Somebody whose accounts all work."""
    with living(home, mailbox, tmp_path / "radicale") as somebody:
        yield somebody


def told(person: Person) -> dict[str, tuple[str, str]]:
    """(state, line) of each part."""
    found = {part: look_at(person.world, part, LOOKS[part]) for part in PARTS}
    return {part: (one.state, line(person.world, one)) for part, one in found.items()}


def test_accounts_that_work(person: Person) -> None:
    """Opened and logged into, for reading and for sending; nothing is sent."""
    found = told(person)

    assert {part: state for part, (state, _) in found.items()} == dict.fromkeys(PARTS, "ok")
    assert found["contacts"][1].endswith("2 persone")
    assert (person.sink.tried != [], person.sink.envelopes) == (True, [])


def test_a_wrong_password_and_a_server_that_is_down(person: Person) -> None:
    """Each is told with what to do, and the password is not shown."""
    config = person.home / ".config/metnos/runtime.toml"
    wrong = config.read_text(encoding="utf-8").replace("segreta-4711", "sbagliatissima-99")
    config.write_text(wrong, encoding="utf-8")
    person.world.use()
    person.calendar.close()

    found = told(person)

    assert [found[part][0] for part in PARTS] == ["fault", "fault", "ok"]
    assert "non accetta utente" in found["mail"][1]
    assert "non risponde" in found["calendar"][1]
    assert "[calendar.accounts.casa]" in found["calendar"][1]
    assert "sbagliatissima" not in str(found)


def test_what_is_not_set_up_is_no_fault(metnos: Metnos) -> None:
    """A note each, with the way to it."""
    answer = metnos("doctor")

    assert answer.exit_status == 0
    for way in ("[mail.accounts.NOME]", "[calendar.accounts.NOME]", "[contacts]", "add-mcp", "searxng"):
        assert way in answer.stdout
