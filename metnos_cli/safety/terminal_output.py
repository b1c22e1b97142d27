"""Takes out of a text whatever a terminal would act on, so that files and pages can be shown safely."""

from __future__ import annotations

import re
from functools import cache

_INTRODUCERS = "\x1b\x90\x98\x9b-\x9f"
# Each alternative stops at the next introducer, and possessive repeats never go back: linear in the text's length.
_SEQUENCE = (
    # CSI: parameters, intermediates, one final byte (cursor, colours, erasing, device queries)
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]?"
    # OSC, DCS, SOS, PM, APC with their payload: titles, clipboards, links, key definitions
    rf"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07{_INTRODUCERS}]*+(?:\x07|\x1b\\|\x9c)"
    # any other escape: charset, two-byte and unterminated ones
    r"|\x1b[ -/]*+[0-~]?"
)
_BREAKS = "\r\n|[\u2028\u2029]"
_CONTROLS = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and newline, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional marks, embeddings, overrides, isolates
    "\ufff9-\ufffb\ufeff"  # interlinear annotation, byte order mark
    "\U000e0000-\U000e007f]"  # tags: text that nobody sees
)
_SURROGATES = "[\ud800-\udfff]"


def clean(text: str) -> str:
    """The text without escape sequences, control characters and invisible direction changes.

    Line breaks and tabs stay, CR LF becomes a line break, half characters (from file names that are not UTF-8)
    become the replacement character. Linear in the length of the text; never raises.
    """
    if text.replace("\n", "").replace("\t", "").isprintable():
        # Most texts: no control, format, surrogate or unassigned character in them, and no pattern to compile.
        return text
    text = _pattern(_SEQUENCE).sub("", _pattern(_BREAKS).sub("\n", text))
    return _pattern(_SURROGATES).sub("\N{REPLACEMENT CHARACTER}", _pattern(_CONTROLS).sub("", text))


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Compiled when it is first needed: start-up does not pay for it."""
    return re.compile(text)


def clean_line(text: str) -> str:
    """The same on one line: names and titles cannot start another."""
    return " ".join(clean(text).split())
