"""Takes back what was done to mails: those that are still where Metnos put them go back where they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.mail.move import JOURNAL_KIND
from metnos_cli.safety.undo import Reversal, Unfinished

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
            Unfinished: Some are no longer there, or did not go back this time.
            ExecutorError: ``mail_unreachable``.
        """
        from metnos_cli.executors.mail.accounts import find_account, read_accounts
        from metnos_cli.executors.mail.imap import open_imap

        try:
            account = find_account(read_accounts(self._settings), str(facts["account"]))
            with open_imap(account, _Watch(self._clock)) as box:
                stayed = _never_left(box, facts)
                away = [mail for mail in facts["mails"] if mail not in stayed]
                back, left = _moved_back(box, facts, away) if away else (0, [])
        except ExecutorError as error:
            raise ExecutorError(error.error_class, "mail_unreachable", why=error.key) from error
        if left:
            raise Unfinished("mail_not_yet_back", {**facts, "mails": left})
        if back < len(away):
            raise Unfinished("mail_not_all_back", None)


def _never_left(box: ImapBox, facts: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Mails of which nobody knew whether they would go, and that stand where they stood."""
    unsure = [mail for mail in facts["mails"] if not mail["uid"] and mail.get("from_uid")]
    if not unsure:
        return []
    try:
        validity = box.select(str(facts["source"]), readonly=True)
    except ExecutorError as error:
        if error.error_class is ErrorClass.UNAVAILABLE:
            raise
        return []  # the folder is gone, and with it whatever was in it
    same = [mail for mail in unsure if mail["from_uidvalidity"] == validity]
    present = box.present([str(mail["from_uid"]) for mail in same]) if same else set()
    return [mail for mail in same if mail["from_uid"] in present]


def _moved_back(
    box: ImapBox, facts: Mapping[str, Any], mails: Sequence[Mapping[str, Any]]
) -> tuple[int, list[Mapping[str, Any]]]:
    """Move mails from the target to the source; how many went, and those that may go another time."""
    from metnos_cli.executors.mail.box import Ref

    target = str(facts["target"])
    validity = box.select(target, readonly=True)
    found = _still_there(box, mails, validity)
    waiting = dict(found)
    back = 0
    try:
        refs = [Ref(box.account.key, target, uid, validity) for uid in found]
        for outcome in box.move(refs, str(facts["source"])) if refs else ():
            if outcome.error is None or outcome.error.error_class is not ErrorClass.UNAVAILABLE:
                del waiting[outcome.ref.uid]
            back += outcome.error is None
    except ExecutorError:
        if not back:
            raise
    return back, list(waiting.values())


def _still_there(box: ImapBox, mails: Sequence[Mapping[str, Any]], validity: int) -> dict[str, Mapping[str, Any]]:
    """The mails in the open folder by UID: as the server told when they came, else by their Message-ID."""
    found: dict[str, Mapping[str, Any]] = {}
    known = [str(mail["uid"]) for mail in mails if mail["uid"] and mail["uidvalidity"] == validity]
    present = box.present(known) if known else set()
    for mail in mails:
        if mail["uid"] in present and mail["uidvalidity"] == validity:
            found.setdefault(str(mail["uid"]), mail)
        elif not mail["uid"]:
            same = box.with_id(str(mail["message_id"]))
            if len(same) == 1:
                found.setdefault(same[0], mail)
    return found
