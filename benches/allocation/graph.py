# graph: graphs of nodes with lists of edges are built, walked, turned round and dropped; parts of each are kept for a while.
# Objects: nodes of four attributes, edges of two, lists of any length. The last four parts live on.
import sys
import time

MOD = 1000003
KEPT = 4


class Edge:
    def __init__(self, to, cost):
        self.to = to
        self.cost = cost


class Node:
    def __init__(self, id):
        self.id = id
        self.edges = []
        self.mark = 0
        self.cost = -1


def build(n, seed):
    nodes = [Node(i) for i in range(1, n + 1)]
    for i in range(1, n + 1):
        edges = nodes[i - 1].edges
        edges.append(Edge(nodes[i % n], 50))
        for _ in range(i % 4):
            seed = (seed * 3877 + 29573) % 139968
            edges.append(Edge(nodes[seed % n], seed % 40))
    return nodes


def walk(nodes, mark):
    """Nodes in the order in which a walk from the first one meets them; each gets what the way to it costs."""
    first = nodes[0]
    queue, head = [first], 0
    first.mark, first.cost = mark, 0
    while head < len(queue):
        node = queue[head]
        head += 1
        for edge in node.edges:
            to = edge.to
            if to.mark != mark:
                to.mark, to.cost = mark, node.cost + edge.cost
                queue.append(to)
    return queue


def digest(order):
    sum = 0
    for node in order:
        sum = (sum * 31 + node.id + node.cost) % MOD
    return sum


def turned(nodes):
    """The graph with all edges the other way."""
    result = [Node(node.id) for node in nodes]
    for i, node in enumerate(nodes):
        for edge in node.edges:
            result[edge.to.id - 1].edges.append(Edge(result[i], edge.cost))
    return result


def part(order, n):
    """A graph of the first `n` nodes of an order, and of the edges among them."""
    copies, result = {}, []
    for i in range(n):
        copy = Node(i + 1)
        copies[order[i].id] = copy
        result.append(copy)
    for i in range(n):
        new = result[i].edges
        for edge in order[i].edges:
            to = copies.get(edge.to.id)
            if to is not None:
                new.append(Edge(to, edge.cost))
    return result


def workload(n):
    lines, kept = [], [None] * KEPT
    for round in range(1, 13):
        graph = build(n, round)
        order = walk(graph, 1)
        back = walk(turned(graph), 1)
        kept[round % KEPT] = part(order, len(order) // 2)
        sum = 0
        for graph in kept:
            if graph is not None:
                sum = (sum * 7 + digest(walk(graph, round))) % MOD
        lines.append("%d %d %d" % (digest(order), digest(back), sum))
    return "\n".join(lines)


# Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
size = int(sys.argv[1]) if len(sys.argv) > 1 else 120
repeats = int(sys.argv[2]) if len(sys.argv) > 2 else None
answer = None
for k in range(1, (repeats or 1) + 1):
    start = time.perf_counter()
    result = workload(size)
    seconds = time.perf_counter() - start
    if repeats:
        print("iter %d %.6f" % (k, seconds), file=sys.stderr)
    assert answer is None or answer == result, "two runs of the same work disagree"
    answer = result
print(answer)
