"""Every failure Metnos can end in, as one tree of classes.

    MetnosError
    ├── UsageError                  2   the request or the options cannot be used
    │   ├── EmptyRequest            2   nothing was asked
    │   ├── RequestTooLong          2   more text than a request may have
    │   ├── BinaryInput             2   the input is not text
    │   ├── ConfigError             2   a configuration file, key or value is wrong
    │   └── ManifestError           2   an executor's manifest is wrong
    ├── DeadEnd                     1   an honest end: it was tried and did not work
    │   ├── StoreError              1   the database cannot be used
    │   │   ├── StoreLocked         1   another process holds it for too long
    │   │   ├── StoreCorrupt        1   it is not a Metnos database, or it is damaged
    │   │   └── DiskFull            1   there is no room left to write
    │   ├── ModelError              1   a model cannot be used
    │   │   ├── ModelMissing        1   the file or the package is not there
    │   │   ├── ModelCorrupt        1   the file is not a usable model
    │   │   ├── EndpointDown        1   the server does not answer, or answers wrongly
    │   │   └── GrammarRejected     1   the engine does not accept a grammar
    │   └── ExecutorError           1   an executor failed; carries an error class
    ├── InputNeeded                 3   a question has to be answered and nobody can be asked
    ├── Refused                     4   the vaglio, or the user, said no
    └── Interrupted                 130 Ctrl-C

An error carries a message key and facts; the sentence is looked up in the user's language when it is shown, once.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Any, ClassVar


class ExitStatus(IntEnum):
    """What the process returns to the shell."""

    ANSWERED = 0
    DEAD_END = 1
    USAGE = 2
    INPUT_NEEDED = 3
    REFUSED = 4
    INTERRUPTED = 130


class ErrorClass(StrEnum):
    """Why a step failed; recovery and the terminator read this and never the text."""

    WRONG_TOOL = "wrong_tool"
    WRONG_ARGS = "wrong_args"
    MISSING_INPUT = "missing_input"
    OUT_OF_SCOPE = "out_of_scope"
    UNAVAILABLE = "unavailable"
    DENIED = "denied"
    INTERNAL = "internal"


class MetnosError(Exception):
    """Root of the tree.

    Args:
        key: Message key below ``[error]`` in ``messages/*.toml`` (default: the class's own); the optional hint
            stands beside it under the same key in ``[hint]``.
        facts: Values that the sentence and the hint name.
    """

    exit_status: ClassVar[ExitStatus] = ExitStatus.DEAD_END
    default_key: ClassVar[str] = "internal"

    def __init__(self, key: str | None = None, **facts: Any) -> None:
        self.key = key or self.default_key
        self.facts = facts
        super().__init__(self.key, facts)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.key}({told})"


class UsageError(MetnosError):
    """The request or the options cannot be used as given."""

    exit_status = ExitStatus.USAGE
    default_key = "usage"


class EmptyRequest(UsageError):
    """Nothing was asked."""

    default_key = "empty_request"


class RequestTooLong(UsageError):
    """More text than a request may have; facts: ``length``, ``limit``."""

    default_key = "request_too_long"


class BinaryInput(UsageError):
    """The input is not text."""

    default_key = "binary_input"


class ConfigError(UsageError):
    """A configuration file, key or value is wrong; facts: ``file``, ``line``, ``setting``, ``why``."""

    default_key = "config"


class ManifestError(UsageError):
    """An executor's manifest is wrong; facts: ``file``, ``pointer``, ``why``."""

    default_key = "manifest"


class DeadEnd(MetnosError):
    """It was tried and did not work."""


class StoreError(DeadEnd):
    """The database cannot be used."""

    default_key = "store"


class StoreLocked(StoreError):
    """Another process holds the database for longer than the busy timeout."""

    default_key = "store_locked"


class StoreCorrupt(StoreError):
    """The file is not a Metnos database, or it is damaged."""

    default_key = "store_corrupt"


class DiskFull(StoreError):
    """There is no room left to write; facts: ``path``."""

    default_key = "disk_full"


class ModelError(DeadEnd):
    """A model cannot be used."""

    default_key = "model"


class ModelMissing(ModelError):
    """The model's file or package is not there; facts: ``path`` or ``package``."""

    default_key = "model_missing"


class ModelCorrupt(ModelError):
    """The file is not a usable model; facts: ``path``."""

    default_key = "model_corrupt"


class EndpointDown(ModelError):
    """The server does not answer, or answers wrongly; facts: ``url``, ``why``."""

    default_key = "endpoint_down"


class GrammarRejected(ModelError):
    """The engine does not accept a grammar; facts: ``why``."""

    default_key = "grammar_rejected"


class ExecutorError(DeadEnd):
    """An executor failed.

    Args:
        error_class: What recovery and the terminator decide on.
        key: Message key below ``[error]``, or ``None`` for the class's own sentence.
        message: The sentence itself, already in the user's language, where it comes from outside (a user's
            executor, a server); shown as data.
        facts: Values that the sentence names.
    """

    default_key = "executor"

    def __init__(
        self, error_class: ErrorClass, key: str | None = None, *, message: str | None = None, **facts: Any
    ) -> None:
        super().__init__(key or f"class_{error_class.value}", **facts)
        self.error_class = error_class
        self.message = message


def unavailable(error: StoreError) -> ExecutorError:
    """What an executor tells when the database it needs cannot be used: a failure like any other of its kind."""
    return ExecutorError(ErrorClass.UNAVAILABLE, error.key, **error.facts)


class InputNeeded(MetnosError):
    """A question has to be answered and nobody can be asked; facts: ``questions`` (a list of JSON objects)."""

    exit_status = ExitStatus.INPUT_NEEDED
    default_key = "input_needed"


class Refused(MetnosError):
    """The vaglio, or the user, said no; facts: ``tool``, ``why``."""

    exit_status = ExitStatus.REFUSED
    default_key = "refused"


class Interrupted(MetnosError):
    """The user stopped the turn with Ctrl-C."""

    exit_status = ExitStatus.INTERRUPTED
    default_key = "interrupted"
