"""From typed text to a Request."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import pytest

from metnos_cli.errors import BinaryInput, EmptyRequest, RequestTooLong
from metnos_cli.text.understand import LONGEST, complete, understand

NOW = datetime(2026, 5, 14, 8, 20, tzinfo=UTC)


def test_request() -> None:
    """Text, normal form, language, values and canonical query of one request."""
    request = understand("  Trova i pdf di ieri ", now=NOW)

    assert (request.text, request.normal, request.lang) == ("Trova i pdf di ieri", "trova i pdf di ieri", "it")
    assert [slot.dim for slot in request.slots] == ["glob", "time"]
    assert request.canonical == "trovare il <glob> di <time>"


def test_canonical_can_wait() -> None:
    """The dictionary of lemmas is spared until somebody completes the request."""
    request = understand("trova i pdf", now=NOW, canonical=False)

    assert request.canonical == ""
    assert complete(request).canonical == "trovare il <glob>"


def test_language_is_told_by_the_words() -> None:
    """What was asked in English is English whatever the user's language."""
    assert understand("show me the largest files", now=NOW).lang == "en"
    assert understand("show me the largest files", now=NOW, lang="it").lang == "it"
    assert understand("xyz", now=NOW, default_lang="en").lang == "en"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", EmptyRequest),
        (" \n\t ", EmptyRequest),
        ("?!", EmptyRequest),
        ("a" * (LONGEST + 1), RequestTooLong),
        ("ciao\0mondo", BinaryInput),
        (b"ciao \xff".decode("utf-8", "surrogateescape"), BinaryInput),
        ("ciao \ufffd", BinaryInput),
    ],
)
def test_unusable(text: str, error: Any) -> None:
    """Nothing, too much, and bytes that are no text are refused."""
    with pytest.raises(error):
        understand(text, now=NOW)


def test_import_is_light() -> None:
    """Reading a request imports no dictionary of lemmas and no other library."""
    code = (
        "import sys; import metnos_cli.text.understand;"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'simplemma', 'numpy', 'typer', 'rich'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
