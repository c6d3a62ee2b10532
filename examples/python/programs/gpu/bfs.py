# How many edges each node of a graph is away from the first: level by level, as long as a level has nodes.
import sys
import time

SIZES = {"small": (3000, 50), "medium": (400000, 250), "large": (1000000, 150)}  # nodes, how far edges reach


class Random:
    """Numbers in (0, 1), the same in every run."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = self.state * 16807 % 2147483647
        return self.state / 2147483647.0


def report(name, values):
    """Prints the sum, some values, and a number in which every value and its place counts."""
    total = 0
    digest = 0
    for value in values:
        total += value
        digest = (digest * 31 + value) % 2147483647
    print(name, total, values[0], values[len(values) // 2], values[-1])
    print(name, "digest", digest)


class Graph:
    """Nodes on a ring with two to six edges each, to nodes not far away: those of node i are edges[first[i] .. first[i] + count[i] - 1]."""

    def __init__(self, n, reach):
        random = Random(43)
        self.n = n
        self.first, self.count, self.edges = [], [], []
        for i in range(n):
            count = 2 + int(random.next() * 5.0)
            self.first.append(len(self.edges))
            self.count.append(count)
            for k in range(count):
                self.edges.append((i + int((2.0 * random.next() - 1.0) * reach) + n) % n)
        self.active, self.reached, self.seen, self.cost = [False] * n, [False] * n, [False] * n, [-1] * n
        self.active[0] = self.seen[0] = True
        self.cost[0] = 0


def prepare(size):
    n, reach = size
    return Graph(n, reach)


def expand(g):
    """Reaches the nodes behind the edges of active ones."""
    for i in range(g.n):
        if g.active[i]:
            g.active[i] = False
            for e in range(g.first[i], g.first[i] + g.count[i]):
                node = g.edges[e]
                if not g.seen[node]:
                    g.cost[node] = g.cost[i] + 1
                    g.reached[node] = True


def settle(g):
    """Makes the nodes reached the active ones; says whether there are any."""
    more = False
    for i in range(g.n):
        if g.reached[i]:
            g.active[i] = True
            g.seen[i] = True
            g.reached[i] = False
            more = True
    return more


def solve(g):
    while True:
        expand(g)
        if not settle(g):
            return g.cost


def show(cost):
    report("cost", cost)
    print("most", max(cost))


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
