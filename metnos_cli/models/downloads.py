"""Which GGUF suits a machine, and how it gets here: with progress, resumed where it stopped, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.errors import ModelError, ModelMissing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ROOM = 2.2
"""Memory that a model takes while it works, as a multiple of its file."""
CONNECT_S = 6


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that can be fetched."""

    name: str
    """What people call it."""
    repo: str
    """On the Hugging Face hub."""
    file: str
    """In that repository."""
    size: int
    """Bytes, roughly."""


OFFERS: tuple[Offer, ...] = tuple(
    Offer(
        f"Qwen2.5-Coder {scale}B",
        f"Qwen/Qwen2.5-Coder-{scale}B-Instruct-GGUF",
        f"qwen2.5-coder-{scale.lower()}b-instruct-q4_k_m.gguf",
        size,
    )
    for scale, size in (("7", 4_683_000_000), ("3", 2_105_000_000), ("1.5", 1_117_000_000), ("0.5", 491_000_000))
)
"""The largest first."""


def suiting(memory: int, disk: int, offers: Sequence[Offer] = OFFERS) -> Offer | None:
    """The largest model that fits into memory and disk, or None.

    Args:
        memory: Bytes that programs could still take.
        disk: Free bytes where it would be kept.
        offers: The largest first.
    """
    return next((offer for offer in offers if offer.size * ROOM <= memory and offer.size * 1.1 <= disk), None)


def fetch(offer: Offer, folder: Path) -> Path:
    """Download a model; a broken download is taken up where it stopped.

    Args:
        offer: Which one.
        folder: Where to.

    Raises:
        ModelMissing: The package that downloads is not installed.
        ModelError: The hub cannot be reached, or what came is not what was promised.
    """
    import os

    os.environ.setdefault("HF_HUB_ETAG_TIMEOUT", str(CONNECT_S))
    os.environ.setdefault("HF_HUB_DOWNLOAD_TIMEOUT", str(CONNECT_S))
    try:
        from huggingface_hub import hf_hub_download
        from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError
    except ImportError as error:
        raise ModelMissing("package_missing", package="huggingface_hub") from error
    from pathlib import Path

    try:
        return Path(hf_hub_download(offer.repo, offer.file, local_dir=folder))
    except (LocalEntryNotFoundError, HfHubHTTPError, OSError) as error:
        raise ModelError("hub_unreachable", name=offer.name, why=type(error).__name__) from error
