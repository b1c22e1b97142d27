"""Looks up ``$ref``, ``$anchor``, ``$dynamicRef`` and ``$id`` inside one schema, never outside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urljoin

from metnos_cli.errors import ManifestError
from metnos_cli.plan.placeholders import escape_pointer

_DATA = ("enum", "const", "default", "examples", "example")


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference leads to."""

    schema: Any
    """The schema."""
    at: str
    """Its JSON pointer."""


@dataclass(slots=True)
class References:
    """All places of one schema document that a reference may name."""

    root: Any
    """The document."""
    _bases: dict[int, str] = field(default_factory=dict)
    """Identity of a schema -> address of the resource that it belongs to."""
    _resources: dict[str, Target] = field(default_factory=dict)
    """Address -> resource."""
    _anchors: dict[tuple[str, str], Target] = field(default_factory=dict)
    """(address, anchor) -> schema."""
    _dynamic: dict[str, Target] = field(default_factory=dict)
    """Dynamic anchor -> its outermost schema."""
    _repeated: set[str] = field(default_factory=set)
    """Dynamic anchors of several schemas: which one counts depends on the way that led there."""

    def find(self, reference: Any, schema: Any, at: str, *, dynamic: bool = False) -> Target:
        """What a reference names.

        Args:
            reference: Its text.
            schema: The schema that it stands in.
            at: JSON pointer of that schema, for messages.
            dynamic: ``$dynamicRef``: the outermost schema with that dynamic anchor wins.

        Raises:
            ManifestError: It leads nowhere inside the document.
        """
        if not self._resources:
            self._index()
        if not isinstance(reference, str):
            raise ManifestError(file="", pointer=f"{at}/$ref", why=str(reference))
        address, _, fragment = urljoin(self._bases.get(id(schema), ""), reference).partition("#")
        if reference.startswith("#"):
            address, fragment = self._bases.get(id(schema), ""), reference[1:]
        fragment = unquote(fragment)
        found = self._within(address, fragment)
        if found is None:
            raise ManifestError(file="", pointer=f"{at}/$ref", why=reference)
        if dynamic and isinstance(found.schema, Mapping) and found.schema.get("$dynamicAnchor") == fragment:
            return self._dynamic[fragment]
        return found

    def doubtful(self, reference: Any) -> bool:
        """Whether which schema a ``$dynamicRef`` names depends on the way that led to it.

        The outermost one counts, so that one of the root's own resource counts always.
        """
        anchor = str(reference).partition("#")[2]
        return anchor in self._repeated and (self._bases[id(self.root)], anchor) not in self._anchors

    def _within(self, address: str, fragment: str) -> Target | None:
        resource = self._resources.get(address)
        if resource is None or not fragment:
            return resource
        if not fragment.startswith("/"):
            return self._anchors.get((address, fragment))
        schema, at = resource.schema, resource.at
        for token in fragment[1:].split("/"):
            key = token.replace("~1", "/").replace("~0", "~")
            if isinstance(schema, Mapping) and key in schema:
                schema = schema[key]
            elif isinstance(schema, list) and key.isdecimal() and int(key) < len(schema):
                schema = schema[int(key)]
            else:
                return None
            at = f"{at}/{token}"
        return Target(schema, at)

    def _index(self) -> None:
        waiting: list[tuple[Any, str, str]] = [(self.root, "", "")]
        while waiting:
            schema, base, at = waiting.pop()
            if isinstance(schema, Mapping):
                base = self._named(schema, base, at)
                names_anything = at.endswith(("/properties", "/$defs", "/definitions"))
                held = [
                    (value, base, f"{at}/{escape_pointer(str(key))}")
                    for key, value in schema.items()
                    if key not in _DATA or names_anything
                ]
            elif isinstance(schema, list):
                held = [(value, base, f"{at}/{place}") for place, value in enumerate(schema)]
            else:
                continue
            waiting += reversed(held)

    def _named(self, schema: Mapping[str, Any], base: str, at: str) -> str:
        """Note the names that a schema gives itself; the address that references inside it start from."""
        identity = schema.get("$id")
        if isinstance(identity, str):
            base = urljoin(base, identity).rstrip("#")
        here = Target(schema, at)
        self._bases[id(schema)] = base
        if isinstance(identity, str) or not at:
            self._resources.setdefault(base, here)
        for key in ("$anchor", "$dynamicAnchor"):
            if isinstance(schema.get(key), str):
                self._anchors.setdefault((base, schema[key]), here)
        anchor = schema.get("$dynamicAnchor")
        if isinstance(anchor, str) and self._dynamic.setdefault(anchor, here) is not here:
            self._repeated.add(anchor)
        return base
