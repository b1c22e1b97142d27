"""Reads a grammar back and writes random texts by it."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*")|(?P<set>\[(?:[^\]\\]|\\.)*\])|(?P<name>[a-z][a-z0-9-]*)|(?P<mark>[()|*+?])|'
    r"(?P<count>\{\d+(?:,\d*)?\})|\s+"
)
ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
NAMED = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass
class Node:
    """A piece of a rule: ``string``, ``set``, ``name``, ``sequence``, ``choice`` or ``repeat``."""

    kind: str
    text: str = ""
    parts: list[Node] = field(default_factory=list)
    least: int = 1
    most: int | None = 1
    cost: float = math.inf


def unescaped(text: str) -> str:
    """What the notation's escapes stand for."""

    def one(found: re.Match[str]) -> str:
        digits = found[1] or found[2] or found[3]
        return chr(int(digits, 16)) if digits else NAMED.get(found[4], found[4])

    return ESCAPE.sub(one, text)


class Walker:
    """A grammar that writes texts."""

    def __init__(self, grammar: str) -> None:
        self.rules: dict[str, Node] = {}
        for line in grammar.splitlines():
            name, _, body = line.partition(" ::= ")
            assert re.fullmatch("[a-z][a-z0-9-]*", name), name
            self.tokens = [found for found in TOKEN.finditer(body) if found.lastgroup]
            assert sum(len(found[0]) for found in TOKEN.finditer(body)) == len(body), body
            self.place = 0
            self.rules[name] = self.choice()
            assert self.place == len(self.tokens), body
        self.settle()

    def peek(self) -> str:
        return self.tokens[self.place][0] if self.place < len(self.tokens) else ""

    def choice(self) -> Node:
        parts = [self.sequence()]
        while self.peek() == "|":
            self.place += 1
            parts.append(self.sequence())
        return Node("choice", parts=parts) if len(parts) > 1 else parts[0]

    def sequence(self) -> Node:
        parts = []
        while self.peek() and self.peek() not in "|)":
            found = self.tokens[self.place]
            self.place += 1
            if found[0] == "(":
                node = self.choice()
                assert self.peek() == ")"
                self.place += 1
            else:
                node = Node(str(found.lastgroup), found[0])
            parts.append(self.repeated(node))
        return Node("sequence", parts=parts)

    def repeated(self, node: Node) -> Node:
        mark = self.peek()
        bounds = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(mark)
        if mark.startswith("{"):
            least, comma, most = mark[1:-1].partition(",")
            bounds = (int(least), int(most) if most else None if comma else int(least))
        if bounds is None:
            return node
        self.place += 1
        return Node("repeat", parts=[node], least=bounds[0], most=bounds[1])

    def settle(self) -> None:
        """How far each piece is from being a text: dead ends stay infinitely far."""
        waiting = list(reversed(self.rules.values()))
        while waiting:
            left = [node for node in waiting if not self.reach(node)]
            if len(left) == len(waiting):
                return
            waiting = left

    def reach(self, node: Node) -> bool:
        """Whether a text can be written from here, as far as is known by now."""
        if node.cost < math.inf:
            return True
        for part in node.parts:
            self.reach(part)
        if node.kind == "string":
            node.cost = 0.0
        elif node.kind == "set":
            node.cost = math.inf if node.text == r"[^\x00-\U0010FFFF]" else 0.0
        elif node.kind == "name":
            node.cost = self.rules[node.text].cost + 1
        elif node.kind == "choice":
            node.cost = min(part.cost for part in node.parts)
        elif node.kind == "repeat":
            node.cost = node.parts[0].cost * node.least if node.least else 0.0
        else:
            node.cost = sum(part.cost for part in node.parts)
        return node.cost < math.inf

    def write(self, source: random.Random, budget: int = 400) -> str:
        """A random text; after so many pieces the shortest way to the end is taken."""
        self.left = budget
        told: list[str] = []
        self.visit(self.rules["root"], source, told)
        return "".join(told)

    def visit(self, node: Node, source: random.Random, told: list[str]) -> None:
        self.left -= 1
        if node.kind == "string":
            told.append(unescaped(node.text[1:-1]))
        elif node.kind == "set":
            told.append(self.character(node.text[1:-1], source))
        elif node.kind == "name":
            self.visit(self.rules[node.text], source, told)
        elif node.kind == "sequence":
            for part in node.parts:
                self.visit(part, source, told)
        elif node.kind == "choice":
            ways = [part for part in node.parts if part.cost < math.inf]
            nearest = min(part.cost for part in ways)
            self.visit(
                source.choice(ways if self.left > 0 else [part for part in ways if part.cost == nearest]), source, told
            )
        else:
            most = node.least + 3 if node.most is None else min(node.most, node.least + 3)
            possible = node.parts[0].cost < math.inf
            count = source.randint(node.least, most) if self.left > 0 and possible else node.least
            for _ in range(count):
                self.visit(node.parts[0], source, told)

    def character(self, body: str, source: random.Random) -> str:
        negated = body.startswith("^")
        points: list[int] = []
        ranges = []
        for found in re.finditer(
            r"(\\(?:x..|u....|U........|.)|[^\\])(?:-(\\(?:x..|u....|U........|.)|[^\\]))?", body[negated:], re.DOTALL
        ):
            low = ord(unescaped(found[1]))
            ranges.append((low, ord(unescaped(found[2])) if found[2] else low))
        for low, high in ranges:
            points += range(low, min(high, low + 300) + 1)
        if not negated:
            return chr(source.choice(points))
        return source.choice(
            [char for char in "ab z0${}:è🍋'|-]" if not any(low <= ord(char) <= high for low, high in ranges)]
        )
