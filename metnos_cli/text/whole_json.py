"""Writes JSON that can be stored, piped and printed whatever is in it, file names that are not UTF-8 too."""

from __future__ import annotations

import json
from typing import Any


def as_json(value: Any) -> str:
    """The value on one line, letters as they are; all in ASCII where it holds bytes that are no UTF-8.

    Python holds such bytes as halves of characters, which no encoding takes; escaped, they come back as they were.
    """
    told = json.dumps(value, ensure_ascii=False, default=str)
    try:
        told.encode()
    except UnicodeEncodeError:
        return json.dumps(value, default=str)
    return told
