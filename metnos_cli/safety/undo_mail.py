"""Takes back what was done to mails: those that are still where Metnos put them go back where they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.mail.move import JOURNAL_KIND
from metnos_cli.safety.undo import Reversal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.config.load import Settings
    from metnos_cli.executors.mail.imap import ImapBox
    from metnos_cli.ports import Clock
    from metnos_cli.safety.undo import Reverser
    from metnos_cli.store.journal import Change


@dataclass(frozen=True, slots=True)
class _Watch:
    """What an open account needs while it works."""

    clock: Clock
    check_cancelled: Callable[[], None] = lambda: None
    progress: Callable[[int, int | None], None] = lambda _done, _total: None


class MailReversers:
    """The reversers of ``mail.*``.

    Args:
        settings: The accounts.
        clock: The time.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock

    def table(self) -> dict[str, Reverser]:
        """Who reverses what."""
        return {JOURNAL_KIND: self._moved}

    def _moved(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002  a Reverser's signature
        """Nothing is looked up beforehand: a server that is down must not keep the rest from being taken back."""
        facts = change.facts
        told = {"count": len(facts["mails"]), "source": facts["source"], "target": facts["target"]}
        return Reversal(change, "mail_back", told, lambda: self._bring_back(facts))

    def _bring_back(self, facts: Mapping[str, Any]) -> None:
        """Move the mails back.

        Raises:
            ExecutorError: ``mail_not_all_back`` when some are no longer there; ``mail_unreachable``.
        """
        from metnos_cli.executors.mail.accounts import find_account, read_accounts
        from metnos_cli.executors.mail.box import Ref
        from metnos_cli.executors.mail.imap import open_imap

        try:
            account = find_account(read_accounts(self._settings), str(facts["account"]))
            with open_imap(account, _Watch(self._clock)) as box:
                validity = box.select(str(facts["target"]), readonly=True)
                uids = _still_there(box, facts["mails"], validity)
                refs = [Ref(account.key, str(facts["target"]), uid, validity) for uid in uids]
                outcomes = list(box.move(refs, str(facts["source"]))) if refs else []
        except ExecutorError as error:
            raise ExecutorError(error.error_class, "mail_unreachable", why=error.key) from error
        if sum(moved.error is None for moved in outcomes) < len(facts["mails"]):
            raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_not_all_back")


def _still_there(box: ImapBox, mails: Sequence[Mapping[str, Any]], validity: int) -> list[str]:
    """UIDs of the mails in the open folder: as the server told when they came, else by their Message-ID."""
    found: list[str] = []
    known = [str(mail["uid"]) for mail in mails if mail["uid"] and mail["uidvalidity"] == validity]
    present = box.present(known) if known else set()
    for mail in mails:
        if mail["uid"] in present and mail["uidvalidity"] == validity:
            found.append(str(mail["uid"]))
        elif not mail["uid"]:
            same = box.with_id(str(mail["message_id"]))
            found += same if len(same) == 1 else []
    return list(dict.fromkeys(found))
