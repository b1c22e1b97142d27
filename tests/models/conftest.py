"""Tests of real weights are collected where the package that reads them is installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("FlagEmbedding") else ["test_reranker_weights.py"]
