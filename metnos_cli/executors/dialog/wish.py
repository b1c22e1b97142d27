"""request_new_executor: the wish for a tool that does not exist is written down, and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass

if TYPE_CHECKING:
    from metnos_cli.ports import ExecutorContext

TOOL = "request_new_executor"


def request_new_executor(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The wish and how often it was had; ``metnos paths gaps`` lists them.

    Raises:
        StoreError: It cannot be written down.
    """
    import contextlib

    from metnos_cli.store import gaps
    from metnos_cli.store.database import Database

    wish = " ".join(str(args["wish"]).split())
    with contextlib.closing(Database(context.database)) as database, database.write() as connection:
        times = gaps.record(
            connection,
            error_class=ErrorClass.OUT_OF_SCOPE.value,
            tool=TOOL,
            canonical=wish.casefold(),
            request=wish,
            cause="wished",
            at=context.clock.now(),
        )
    return {"wish": wish, "times": times, "ok_count": 1}
