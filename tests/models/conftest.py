"""Tests of real weights are collected where the package that reads them is installed."""

from __future__ import annotations

from importlib.util import find_spec

NEEDED = {
    "test_reranker_weights.py": "FlagEmbedding",
    "test_llama.py": "llama_cpp",
    "test_llama_interrupt.py": "llama_cpp",
}
collect_ignore = [file for file, package in NEEDED.items() if find_spec(package) is None]
