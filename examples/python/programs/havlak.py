# Loops of a control-flow graph by Havlak's algorithm: depth-first numbers, union-find over headers, irreducible loops.
import sys
import time


class Block:
    def __init__(self, name):
        self.name = name
        self.into = []
        self.out = []


class Graph:
    def __init__(self):
        self.blocks = {}

    def block(self, name):
        found = self.blocks.get(name)
        if found is None:
            found = self.blocks[name] = Block(name)
        return found

    def connect(self, a, b):
        a, b = self.block(a), self.block(b)
        a.out.append(b)
        b.into.append(a)

    def diamond(self, start):
        for a, b in ((0, 1), (0, 2), (1, 3), (2, 3)):
            self.connect(start + a, start + b)
        return start + 3

    def straight(self, start, n):
        for i in range(n):
            self.connect(start + i, start + i + 1)
        return start + n

    def base_loop(self, start):
        header = self.straight(start, 1)
        first = self.diamond(header)
        middle = self.straight(first, 1)
        second = self.diamond(middle)
        footer = self.straight(second, 1)
        self.connect(second, middle)
        self.connect(first, header)
        self.connect(footer, start)
        return self.straight(footer, 1)


class Node:
    """A block in the union-find forest."""

    def __init__(self, at):
        self.at = at
        self.parent = self
        self.loop = None

    def find(self):
        root = self
        while root.parent is not root:
            root = root.parent
        walk = self
        while walk.parent is not root:
            walk.parent, walk = root, walk.parent
        return root


class Loop:
    def __init__(self, header, reducible):
        self.header = header
        self.reducible = reducible
        self.parent = None
        self.children = []
        self.blocks = 1

    def depth(self):
        return 1 + max((c.depth() for c in self.children), default=0)


NONHEADER, REDUCIBLE, SELF, IRREDUCIBLE = range(4)


class Finder:
    def __init__(self, graph):
        self.number = {}
        self.order = []
        self.last = {}
        self.visit(graph.blocks[1])

    def visit(self, root):
        """Numbers blocks depth first, with a stack of its own: graphs are deeper than a call stack should be."""
        self.number[root] = 0
        self.order.append(root)
        stack = [(root, iter(root.out))]
        while stack:
            block, targets = stack[-1]
            for target in targets:
                if target not in self.number:
                    self.number[target] = len(self.order)
                    self.order.append(target)
                    stack.append((target, iter(target.out)))
                    break
            else:
                self.last[self.number[block]] = len(self.order) - 1
                stack.pop()

    def is_ancestor(self, w, v):
        return w <= v <= self.last[w]

    def loops(self):
        count = len(self.order)
        nodes = [Node(i) for i in range(count)]
        kind = [NONHEADER] * count
        back = [[] for _ in range(count)]
        other = [set() for _ in range(count)]
        for w, block in enumerate(self.order):
            for source in block.into:
                v = self.number.get(source)
                if v is None:
                    continue
                if self.is_ancestor(w, v):
                    back[w].append(v)
                else:
                    other[w].add(v)
        found = []
        for w in range(count - 1, -1, -1):
            pool = []
            for v in back[w]:
                if v == w:
                    kind[w] = SELF
                else:
                    root = nodes[v].find()
                    if root not in pool:
                        pool.append(root)
            if pool:
                kind[w] = REDUCIBLE
            work = list(pool)
            while work:
                x = work.pop()
                for y in sorted(other[x.at]):
                    y = nodes[y].find()
                    if not self.is_ancestor(w, y.at):
                        kind[w] = IRREDUCIBLE
                        other[w].add(y.at)
                    elif y.at != w and y not in pool:
                        pool.append(y)
                        work.append(y)
            if pool or kind[w] == SELF:
                loop = nodes[w].loop = Loop(w, kind[w] != IRREDUCIBLE)
                for node in pool:
                    node.parent = nodes[w]
                    if node.loop:
                        node.loop.parent = loop
                        loop.children.append(node.loop)
                    else:
                        loop.blocks += 1
                found.append(loop)
        return found


def build(width, height):
    graph = Graph()
    graph.straight(1, 1)
    graph.connect(1, 3)
    n = 3
    for _ in range(width):
        graph.connect(2, n + 1)
        n += 1
        for _ in range(height):
            top = n
            n = graph.straight(n, 1)
            for _ in range(4):
                n = graph.base_loop(n)
            bottom = graph.straight(n, 1)
            graph.connect(n, top)
            n = bottom
        graph.connect(n, 1)
        # A second entry into the middle of a region makes its loop irreducible.
        graph.connect(2, n - 6)
    return graph


def main(n):
    graph = build(6, 3)
    for _ in range(n):
        loops = Finder(graph).loops()
    deepest = max(loop.depth() for loop in loops if loop.parent is None)
    irreducible = sum(not loop.reducible for loop in loops)
    return f"blocks {len(graph.blocks)} loops {len(loops)} irreducible {irreducible} depth {deepest}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
