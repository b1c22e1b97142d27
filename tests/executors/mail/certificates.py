"""Certificates for loopback servers: good ones and expired ones, by an authority of the test's own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import trustme

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Authority:
    """Files in PEM."""

    ca_file: Path
    good: tuple[Path, Path]
    """(certificate, key)."""
    expired: tuple[Path, Path]
    """(certificate, key); ended yesterday."""


def authority(folder: Path) -> Authority:
    """An authority with one certificate of each kind for localhost and 127.0.0.1."""
    folder.mkdir(parents=True, exist_ok=True)
    root = trustme.CA()
    root.cert_pem.write_to_path(folder / "ca.pem")
    yesterday = datetime.now(UTC) - timedelta(days=1)
    good = root.issue_cert("localhost", "127.0.0.1")
    old = root.issue_cert("localhost", "127.0.0.1", not_before=yesterday - timedelta(days=30), not_after=yesterday)
    return Authority(folder / "ca.pem", _written(good, folder / "good"), _written(old, folder / "old"))


def _written(certificate: trustme.LeafCert, stem: Path) -> tuple[Path, Path]:
    chain, key = stem.with_suffix(".pem"), stem.with_suffix(".key")
    chain.write_bytes(b"".join(blob.bytes() for blob in certificate.cert_chain_pems))
    certificate.private_key_pem.write_to_path(key)
    return chain, key
