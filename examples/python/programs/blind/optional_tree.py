"""Binary search trees, expression trees and family records with optional links.

Nodes define equality and hashing, most links may be missing, and the
operations are full of checks for absent children, parents and fields.
"""

import sys
import time
from abc import ABC, abstractmethod
from typing import Dict, List, Optional


class Node(ABC):
    """Common base of all expression nodes."""

    def __init__(self, label=None):
        self.label = label
        self.parent = None

    @abstractmethod
    def children(self):
        ...

    @abstractmethod
    def evaluate(self, env):
        ...

    def adopt(self, child):
        if child is not None:
            child.parent = self
        return child

    def depth(self):
        return 0 if self.parent is None else self.parent.depth() + 1


class Const(Node):
    def __init__(self, value, label=None):
        super().__init__(label)
        self.value = value

    def children(self):
        return ()

    def evaluate(self, env):
        return self.value

    def __eq__(self, other):
        return isinstance(other, Const) and self.value == other.value

    def __hash__(self):
        return hash((1, self.value))

    def __repr__(self):
        return str(self.value)


class Var(Node):
    def __init__(self, name, default=None):
        super().__init__()
        self.name = name
        self.default = default

    def children(self):
        return ()

    def evaluate(self, env):
        value = env.get(self.name)
        return self.default if value is None else value

    def __eq__(self, other):
        return (isinstance(other, Var) and self.name == other.name
                and self.default == other.default)

    def __hash__(self):
        return hash((2, self.name))

    def __repr__(self):
        return self.name if self.default is None else "%s?%d" % (self.name, self.default)


class Operation(Node):
    """An operation with a left operand and maybe a right one."""

    def __init__(self, op, left, right=None, label=None):
        super().__init__(label)
        self.op = op
        self.left = self.adopt(left)
        self.right = self.adopt(right)

    def children(self):
        return (self.left,) if self.right is None else (self.left, self.right)

    def evaluate(self, env):
        left = self.left.evaluate(env)
        if left is None:
            return None
        if self.right is None:
            return -left if self.op == "neg" else left
        right = self.right.evaluate(env)
        if right is None:
            return left if self.op == "or" else None
        if self.op == "or":
            return left
        if self.op == "+":
            return left + right
        if self.op == "-":
            return left - right
        if self.op == "*":
            return (left * right) % 100003
        raise ValueError(self.op)

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Operation):
            return NotImplemented
        return (self.op == other.op and self.left == other.left
                and self.right == other.right)

    def __hash__(self):
        return hash((3, self.op, self.left, self.right))

    def __repr__(self):
        if self.right is None:
            return "%s(%r)" % (self.op, self.left)
        return "(%r %s %r)" % (self.left, self.op, self.right)


def simplify(node: Optional[Node]) -> Optional[Node]:
    if node is None or not isinstance(node, Operation):
        return node
    left = simplify(node.left)
    right = simplify(node.right)
    zero, one = Const(0), Const(1)
    if right is None:
        if node.op == "neg" and isinstance(left, Const):
            return Const(-left.value)
        return Operation(node.op, left, None, node.label)
    if node.op == "+":
        if left == zero:
            return right
        if right == zero:
            return left
    elif node.op == "*":
        if left == zero or right == zero:
            return zero
        if left == one:
            return right
        if right == one:
            return left
    elif node.op == "-" and left == right:
        return zero
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(Operation(node.op, left, right).evaluate({}))
    return Operation(node.op, left, right, node.label)


def count_shared(node, seen: Dict[Node, int]):
    seen[node] = seen.get(node, 0) + 1
    for child in node.children():
        count_shared(child, seen)


class SearchTree:
    """Unbalanced map with parent links and optional values."""

    class Entry:
        __slots__ = ("key", "value", "left", "right", "up")

        def __init__(self, key, value=None, up=None):
            self.key = key
            self.value = value
            self.left = None
            self.right = None
            self.up = up

    def __init__(self):
        self.top: Optional[SearchTree.Entry] = None
        self.size = 0

    def find(self, key):
        entry = self.top
        while entry is not None and entry.key != key:
            entry = entry.left if key < entry.key else entry.right
        return entry

    def insert(self, key, value=None):
        if self.top is None:
            self.top = self.Entry(key, value)
            self.size = 1
            return self.top
        entry = self.top
        while True:
            if key == entry.key:
                if value is not None:
                    entry.value = value
                return entry
            child = entry.left if key < entry.key else entry.right
            if child is None:
                fresh = self.Entry(key, value, entry)
                if key < entry.key:
                    entry.left = fresh
                else:
                    entry.right = fresh
                self.size += 1
                return fresh
            entry = child

    def first(self):
        entry = self.top
        while entry is not None and entry.left is not None:
            entry = entry.left
        return entry

    def successor(self, entry):
        if entry.right is not None:
            entry = entry.right
            while entry.left is not None:
                entry = entry.left
            return entry
        up = entry.up
        while up is not None and up.right is entry:
            entry, up = up, up.up
        return up

    def replace(self, old, new):
        if old.up is None:
            self.top = new
        elif old.up.left is old:
            old.up.left = new
        else:
            old.up.right = new
        if new is not None:
            new.up = old.up

    def delete(self, key):
        entry = self.find(key)
        if entry is None:
            return None
        if entry.left is not None and entry.right is not None:
            heir = self.successor(entry)
            entry.key, heir.key = heir.key, entry.key
            entry.value, heir.value = heir.value, entry.value
            entry = heir
        self.replace(entry, entry.left if entry.left is not None else entry.right)
        self.size -= 1
        return entry

    def __iter__(self):
        entry = self.first()
        while entry is not None:
            yield entry
            entry = self.successor(entry)


class Person:
    def __init__(self, name, born, died=None, mother=None, father=None):
        self.name = name
        self.born = born
        self.died = died
        self.mother = mother
        self.father = father
        self.spouse = None

    def __eq__(self, other):
        return isinstance(other, Person) and (self.name, self.born) == (other.name, other.born)

    def __hash__(self):
        return hash((self.name, self.born))

    def age_at(self, year):
        if year < self.born or (self.died is not None and year > self.died):
            return None
        return year - self.born

    def ancestors(self, found: List["Person"]):
        for parent in (self.mother, self.father):
            if parent is not None and parent not in found:
                found.append(parent)
                parent.ancestors(found)
        return found


def build_expression(seed, depth):
    seed = (seed * 1103515245 + 12345) % 2147483648
    kind = (seed >> 12) % 8
    if depth == 0 or kind == 7:
        pick = (seed >> 16) % 6
        if pick < 3:
            return Const(pick)
        return Var("xyz"[pick - 3], 4 if pick == 5 else None)
    left = build_expression(seed + 1, depth - 1)
    if kind == 6:
        return Operation("neg", left)
    right = build_expression(seed + 17, depth - 1)
    return Operation(("+", "-", "*", "or", "+", "*")[kind], left, right)


def family_score(seed):
    people = [Person("Ada", 1900, 1970), Person("Ben", 1898)]
    people[0].spouse, people[1].spouse = people[1], people[0]
    for i in range(14):
        seed = (seed * 75 + 74) % 65537
        mother = people[seed % len(people)]
        father = mother.spouse
        born = 1925 + i * 5
        child = Person("P%d" % (i % 9), born, born + 60 if seed % 3 == 0 else None, mother, father)
        other = people[(seed // 7) % len(people)]
        if other.spouse is None and other != mother:
            other.spouse, child.spouse = child, other
        people.append(child)
    score = 0
    for person in people:
        age = person.age_at(1985)
        score += (3 if age is None else age) + len(person.ancestors([])) * 10
    return score + len(set(people))


def run(n):
    total = 0
    for i in range(n):
        tree = SearchTree()
        seed = i * 31 + 7
        for step in range(60):
            seed = (seed * 75 + 74) % 65537
            tree.insert(seed % 101, step if step % 3 else None)
        for key in range(0, 101, 4):
            gone = tree.delete(key)
            total += 1 if gone is None or gone.value is None else gone.value
        for entry in tree:
            total += entry.key if entry.value is None else entry.value * 2
        expr = build_expression(i * 7 + 3, 5)
        small = simplify(expr)
        seen: Dict[Node, int] = {}
        count_shared(small, seen)
        for env in ({"x": 3}, {"x": 2, "y": 5}, {"x": 1, "y": 4, "z": 9}):
            before, after = expr.evaluate(env), small.evaluate(env)
            total += 11 if before is None else before % 1009
            total += 13 if after is None or after != before else after % 997
        total += len(seen) * 5 + max(seen.values()) + len(repr(small))
        total += 1 if small == expr else 2
        total += sum(node.depth() for node in seen)
        total = (total + family_score(i + 5)) * 3 % 1000000007
    return total


n = int(sys.argv[1]) if len(sys.argv) > 1 else 180
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
