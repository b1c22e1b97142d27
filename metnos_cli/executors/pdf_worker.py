"""Reads the text of one PDF, in a process of its own with limits: the PDF on stdin, one JSON object on stdout."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

MEMORY_BYTES = 2_000_000_000
CPU_SECONDS = 60
PAGES = 2_000
CHARACTERS = 5_000_000


def main() -> None:
    """Answer ``{"text", "title", "pages"}``, or ``{"fault": "encrypted" | "damaged", "why"}``."""
    _limit()
    json.dump(read(sys.stdin.buffer.read()), sys.stdout)


def read(data: bytes) -> dict[str, Any]:
    """The text of a PDF, or why there is none."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            return {"fault": "encrypted", "why": ""}
        parts, length = [], 0
        for page in reader.pages[:PAGES]:
            parts.append(page.extract_text())
            length += len(parts[-1])
            if length > CHARACTERS:
                break
        title = (reader.metadata.title if reader.metadata else None) or ""
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OSError) as error:
        # pypdf answers a malformed file with whatever its parts run into.
        return {"fault": "damaged", "why": f"{type(error).__name__}: {error}"[:200]}
    except (MemoryError, NotImplementedError, ImportError) as error:
        return {"fault": "damaged", "why": type(error).__name__}
    return {"text": "\n\n".join(parts).strip(), "title": str(title), "pages": len(reader.pages)}


def _limit() -> None:
    """Bound memory and time, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_CPU, CPU_SECONDS)):
        _, hard = resource.getrlimit(what)
        if hard == resource.RLIM_INFINITY or hard > most:
            resource.setrlimit(what, (most, hard))


if __name__ == "__main__":
    main()
