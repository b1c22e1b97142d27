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


NO_CHARSETS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"})
"""Codecs that Python has and no text is written in; some of them take for ever."""


def decode(data: bytes, charset: str | None = None) -> str | None:
    """The text, its line ends made one kind; None when it is no text.

    Args:
        data: A file or a page.
        charset: What a server says it is; believed where it fits.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _lines(data.decode(encoding, "replace"))
    told = by_charset(data, charset) if charset else None
    if told is not None:
        return _lines(told)
    if b"\0" in data:
        return None
    try:
        return _lines(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _lines(data.decode("cp1252", "replace")) if _is_text(data) else None


def encoding_of(data: bytes) -> str | None:
    """What a text is written in, as Python calls it, so that more can be written in the same; None when it is no text.

    Args:
        data: The whole file; its mark, if any, does not belong to what is written after it.
    """
    marked = {"utf-8-sig": "utf-8", "utf-32": "utf-32-le", "utf-16": "utf-16-le"}
    for mark, encoding in MARKS:
        if data.startswith(mark):
            name = marked[encoding] if mark not in (codecs.BOM_UTF32_BE, codecs.BOM_UTF16_BE) else f"{encoding}-be"
            return name if by_charset(data, name) is not None else None
    if b"\0" in data:
        return None
    if by_charset(data, "utf-8") is not None:
        return "utf-8"
    return "cp1252" if _is_text(data) else None


def added(before: bytes, text: str) -> bytes | None:
    """A text with more lines at its end, in its own encoding and with its own line ends; None when it is no text.

    Args:
        before: The file as it is.
        text: The lines to add.

    Raises:
        UnicodeEncodeError: The file's encoding has no such letters.
    """
    encoding = encoding_of(before)
    if encoding is None:
        return None
    told = before.decode(encoding, "replace")
    pairs = told.count("\r\n")
    ends = {"\r\n": pairs, "\n": told.count("\n") - pairs, "\r": told.count("\r") - pairs}
    end = max(ends, key=lambda mark: ends[mark]) if any(ends.values()) else "\n"
    gap = "" if not told.strip("\ufeff") or told.endswith(("\n", "\r")) else end
    lines = _lines(text).removesuffix("\n") + "\n"
    return before + f"{gap}{lines.replace(chr(10), end)}".encode(encoding)


def by_charset(data: bytes, charset: str) -> str | None:
    """The text by the charset that was declared; None when there is no such charset or it is a lie."""
    try:
        name = codecs.lookup(charset).name.replace("-", "_")
        return None if name in NO_CHARSETS else data.decode(charset)
    except (LookupError, ValueError):
        # ValueError: not only bytes that do not fit, but names that cannot be looked up.
        return None


def _is_text(data: bytes) -> bool:
    """Whether hardly any byte is a control code: old texts have none, other files many."""
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in data[:8192])
    return controls * 100 < len(data[:8192])


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
