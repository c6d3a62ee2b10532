"""Graph algorithms over dictionaries of sets and dictionaries of dictionaries."""

import sys
import time
import heapq
from collections import defaultdict, deque
from itertools import combinations
from typing import Dict, FrozenSet, Hashable, Iterable, List, Set, Tuple

Graph = Dict[Hashable, Set[Hashable]]
Edge = FrozenSet[Hashable]


class CycleError(Exception):
    def __init__(self, remaining):
        super().__init__("cycle among %d vertices" % len(remaining))
        self.remaining = remaining


class Random:
    def __init__(self, seed):
        self.seed = seed % 2147483647 or 1

    def __call__(self, bound):
        self.seed = self.seed * 16807 % 2147483647
        return self.seed % bound


def random_graph(rand, size, edges) -> Tuple[Graph, Dict[Edge, int]]:
    graph: Graph = {v: set() for v in range(size)}
    weights: Dict[Edge, int] = {}
    while len(weights) < edges:
        a, b = rand(size), rand(size)
        if a == b:
            continue
        key = frozenset((a, b))
        if key in weights:
            continue
        weights[key] = 1 + rand(30)
        graph[a].add(b)
        graph[b].add(a)
    return graph, weights


def connected_components(graph: Graph) -> List[FrozenSet]:
    unseen = set(graph)
    components = []
    for start in graph:
        if start not in unseen:
            continue
        unseen.discard(start)
        group = {start}
        stack = [start]
        while stack:
            vertex = stack.pop()
            for neighbour in graph[vertex] & unseen:
                unseen.discard(neighbour)
                group.add(neighbour)
                stack.append(neighbour)
        components.append(frozenset(group))
    return components


def breadth_first(graph: Graph, start) -> Dict[Hashable, int]:
    distance = {start: 0}
    queue = deque([start])
    while queue:
        vertex = queue.popleft()
        for neighbour in sorted(graph[vertex]):
            if neighbour not in distance:
                distance[neighbour] = distance[vertex] + 1
                queue.append(neighbour)
    return distance


def topological_order(successors: Graph) -> List:
    indegree = dict.fromkeys(successors, 0)
    for targets in successors.values():
        for target in targets:
            indegree[target] += 1
    ready = [v for v, d in indegree.items() if d == 0]
    heapq.heapify(ready)
    order = []
    while ready:
        vertex = heapq.heappop(ready)
        order.append(vertex)
        for target in successors[vertex]:
            indegree[target] -= 1
            if indegree[target] == 0:
                heapq.heappush(ready, target)
    if len(order) != len(successors):
        raise CycleError(set(successors) - set(order))
    return order


def strong_components(successors: Graph) -> List[List]:
    index: Dict[Hashable, int] = {}
    low: Dict[Hashable, int] = {}
    on_stack: Set[Hashable] = set()
    stack: List = []
    result: List[List] = []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on_stack.add(v)
        for w in sorted(successors[v]):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on_stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            component = []
            while True:
                w = stack.pop()
                on_stack.remove(w)
                component.append(w)
                if w == v:
                    break
            result.append(sorted(component))

    for vertex in successors:
        if vertex not in index:
            visit(vertex)
    return result


def dijkstra(graph: Graph, weights: Dict[Edge, int], source):
    best = {source: 0}
    previous: Dict[Hashable, Hashable] = {}
    heap = [(0, source)]
    done = set()
    while heap:
        cost, vertex = heapq.heappop(heap)
        if vertex in done:
            continue
        done.add(vertex)
        for neighbour in sorted(graph[vertex] - done):
            candidate = cost + weights[frozenset((vertex, neighbour))]
            if candidate < best.get(neighbour, float("inf")):
                best[neighbour] = candidate
                previous[neighbour] = vertex
                heapq.heappush(heap, (candidate, neighbour))
    return best, previous


def path_to(previous, target) -> List:
    path = [target]
    while path[-1] in previous:
        path.append(previous[path[-1]])
    return path[::-1]


class DisjointSets:
    def __init__(self, members: Iterable):
        self.leader = {m: m for m in members}
        self.rank = defaultdict(int)

    def find(self, x):
        while self.leader[x] != x:
            self.leader[x] = self.leader[self.leader[x]]
            x = self.leader[x]
        return x

    def union(self, a, b) -> bool:
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.leader[b] = a
        if self.rank[a] == self.rank[b]:
            self.rank[a] += 1
        return True


def spanning_tree(graph: Graph, weights: Dict[Edge, int]):
    sets = DisjointSets(graph)
    tree = []
    for edge in sorted(weights, key=lambda e: (weights[e], sorted(e))):
        a, b = edge
        if sets.union(a, b):
            tree.append(edge)
    return tree


def max_flow(capacity: Dict[Hashable, Dict[Hashable, int]], source, sink) -> int:
    residual: Dict[Hashable, Dict[Hashable, int]] = defaultdict(dict)
    for u, row in capacity.items():
        for v, amount in row.items():
            residual[u][v] = residual[u].get(v, 0) + amount
            residual[v].setdefault(u, 0)
    total = 0
    while True:
        parent = {source: None}
        queue = deque([source])
        while queue and sink not in parent:
            u = queue.popleft()
            for v, left in residual[u].items():
                if left > 0 and v not in parent:
                    parent[v] = u
                    queue.append(v)
        if sink not in parent:
            return total
        bottleneck, v = None, sink
        while parent[v] is not None:
            left = residual[parent[v]][v]
            bottleneck = left if bottleneck is None else min(bottleneck, left)
            v = parent[v]
        v = sink
        while parent[v] is not None:
            u = parent[v]
            residual[u][v] -= bottleneck
            residual[v][u] += bottleneck
            v = u
        total += bottleneck


def greedy_colouring(graph: Graph) -> Dict[Hashable, int]:
    colours: Dict[Hashable, int] = {}
    for vertex in sorted(graph, key=lambda v: (-len(graph[v]), v)):
        taken = {colours[w] for w in graph[vertex] if w in colours}
        colour = 0
        while colour in taken:
            colour += 1
        colours[vertex] = colour
    return colours


def triangles(graph: Graph) -> Set[FrozenSet]:
    found = set()
    for vertex, neighbours in graph.items():
        for a, b in combinations(sorted(neighbours), 2):
            if b in graph[a]:
                found.add(frozenset({vertex, a, b}))
    return found


def maximal_cliques(graph: Graph) -> List[FrozenSet]:
    cliques = []

    def extend(clique, candidates, excluded):
        if not candidates and not excluded:
            cliques.append(clique)
            return
        pivot = max(sorted(candidates | excluded), key=lambda v: len(graph[v] & candidates))
        for vertex in sorted(candidates - graph[pivot]):
            extend(clique | {vertex}, candidates & graph[vertex], excluded & graph[vertex])
            candidates = candidates - {vertex}
            excluded = excluded | {vertex}

    extend(frozenset(), set(graph), set())
    return cliques


def task_graph(rand) -> Graph:
    names = ["task%02d" % i for i in range(18)]
    successors: Graph = {name: set() for name in names}
    for _ in range(36):
        a, b = rand(18), rand(18)
        if a != b:
            low, high = (a, b) if a < b else (b, a)
            successors[names[low]].add(names[high])
    if rand(3) == 0:
        successors[names[17]].add(names[rand(17)])
    return successors


def schedule_value(successors: Graph) -> int:
    try:
        order = topological_order(successors)
    except CycleError as error:
        return 1000 + len(error.remaining) * 10 + len(str(error))
    finish: Dict[Hashable, int] = defaultdict(int)
    for name in order:
        end = finish[name] + int(name[4:]) % 5 + 1
        for target in successors[name]:
            finish[target] = max(finish[target], end)
    return max(finish.values())


def one_round(seed) -> int:
    rand = Random(seed)
    graph, weights = random_graph(rand, 22, 36)
    components = connected_components(graph)
    total = sum(len(c) * max(c) for c in components)
    total += sum(breadth_first(graph, 0).values())
    best, previous = dijkstra(graph, weights, 0)
    for target in sorted(best):
        path = path_to(previous, target)
        total += best[target] * len(path) + path[len(path) // 2]
    tree = spanning_tree(graph, weights)
    total += sum(weights[e] for e in tree) + len(tree) + len(components)
    colours = greedy_colouring(graph)
    total += sum(v * c for v, c in colours.items())
    total += 17 * len(triangles(graph))
    total += sum(sum(c) * len(c) for c in maximal_cliques(graph))

    tasks = task_graph(rand)
    total += schedule_value(tasks)
    for component in strong_components(tasks):
        total += len(component) ** 2 * int(component[0][-2:])

    network: Dict[Hashable, Dict[Hashable, int]] = {"s": {}, "t": {}}
    for v in range(4):
        network["s"][("in", v)] = 5 + rand(10)
        network[("in", v)] = {("out", rand(4)): 3 + rand(9) for _ in range(3)}
        network[("out", v)] = {"t": 4 + rand(12)}
    return total + max_flow(network, "s", "t") * 13


def run(n):
    checksum = 0
    for i in range(n):
        checksum = (checksum * 29 + one_round(i * 1009 + 3)) % 1000000007
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 80
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
