"""What one configuration key is: its name, kind, default, limits and documentation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from metnos_cli.records import Lang

Kind = Literal["text", "path", "zone", "integer", "number", "flag", "texts", "folders", "table"]


@dataclass(frozen=True, slots=True)
class Key:
    """One setting."""

    section: str
    """TOML table."""
    name: str
    """Key in it."""
    kind: Kind
    """text, path (text with ``~``), zone (IANA name), integer, number, flag, texts (list), folders (list of ``~`` or
    absolute paths), table (free keys)."""
    default: Any
    """Value when nobody says otherwise; empty text or 0 where that means "not set" or "automatic"."""
    doc_it: str
    """What it does, in Italian."""
    doc_en: str
    """What it does, in English."""
    choices: tuple[str, ...] = ()
    """Allowed texts; empty: any."""
    minimum: float | None = None
    """Smallest allowed number."""
    maximum: float | None = None
    """Largest allowed number."""
    alias: str = ""
    """A second, shorter name of its environment variable."""
    example: str = ""
    """TOML lines that show a table (kind table)."""

    @property
    def dotted(self) -> str:
        """``section.name``."""
        return f"{self.section}.{self.name}"

    @property
    def variables(self) -> tuple[str, ...]:
        """Environment variables that set it, the stronger one first."""
        own = f"METNOS_{self.section}_{self.name}".upper()
        return (own, self.alias) if self.alias else (own,)

    def doc(self, lang: Lang) -> str:
        """What it does, in ``lang``."""
        return self.doc_it if lang == "it" else self.doc_en
