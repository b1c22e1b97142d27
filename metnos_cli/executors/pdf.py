"""The text of a PDF, read in another process: a malicious or enormous one takes down nothing but that."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.process import run_program

if TYPE_CHECKING:
    from metnos_cli.ports import ExecutorContext

WORKER = Path(__file__).with_name("pdf_worker.py")
SECONDS = 60.0
MAGIC = b"%PDF-"


@dataclass(frozen=True, slots=True)
class PdfText:
    """What a PDF says."""

    text: str
    """Its text; empty when it holds only pictures."""
    title: str
    """Title from its metadata, or empty."""
    pages: int
    """How many pages it has."""


def read_pdf(data: bytes, name: str, context: ExecutorContext) -> PdfText:
    """Read a PDF.

    Args:
        data: The file.
        name: What errors call it.
        context: Ctrl-C and the clock.

    Raises:
        ExecutorError: ``wrong_args``: it is encrypted, damaged, or takes too much.
        Interrupted: Ctrl-C.
    """
    ended = run_program(
        [sys.executable, "-I", str(WORKER)],
        data,
        folder=None,
        variables=os.environ,
        seconds=SECONDS,
        check=context.check_cancelled,
        tool="pdf",
    )
    if ended.status != 0:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "pdf_damaged", path=name, why=f"{ended.status}")
    told = json.loads(ended.stdout)
    if "fault" in told:
        raise ExecutorError(ErrorClass.WRONG_ARGS, f"pdf_{told['fault']}", path=name, why=told["why"])
    return PdfText(str(told["text"]), str(told["title"]), int(told["pages"]))
