"""Bytes as text: by their mark, as UTF-8, or as the old Western code page; never a binary file as text."""

from __future__ import annotations

import codecs

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, charset: str | None = None) -> str | None:
    """The text, its line ends made one kind; None when it is no text.

    Args:
        data: A file or a page.
        charset: What a server says it is; believed where it fits.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _lines(data.decode(encoding, "replace"))
    if charset:
        try:
            return _lines(data.decode(charset))
        except (LookupError, UnicodeDecodeError):
            # An unknown or wrong charset: what the bytes themselves say is better.
            charset = None
    if b"\0" in data:
        return None
    try:
        return _lines(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _lines(data.decode("cp1252", "replace")) if _is_text(data) else None


def _is_text(data: bytes) -> bool:
    """Whether hardly any byte is a control code: old texts have none, other files many."""
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in data[:8192])
    return controls * 100 < len(data[:8192])


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
