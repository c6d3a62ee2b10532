# A puzzle on a hexagonal board: tiles say how many neighbours they have; a search with sets of candidates places them.
import sys
import time

EMPTY = 7


class Board:
    """The places of a hexagon, and which of them are neighbours."""

    def __init__(self, size):
        self.places = [(q, r) for r in range(1 - size, size) for q in range(1 - size, size) if abs(q + r) < size]
        index = {p: i for i, p in enumerate(self.places)}
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
        self.near = [[index[q + dq, r + dr] for dq, dr in steps if (q + dq, r + dr) in index] for q, r in self.places]
        self.size = size

    def show(self, tiles):
        lines = []
        for r in range(1 - self.size, self.size):
            row = [tiles[i] for i, p in enumerate(self.places) if p[1] == r]
            lines.append(" " * abs(r) + " ".join("." if t == EMPTY else str(t) for t in row))
        return "\n".join(lines)


class Contradiction(Exception):
    pass


class GaveUp(Exception):
    pass


MOST = 400


class State:
    def __init__(self, candidates, left):
        self.candidates = candidates
        self.left = left

    def copy(self):
        return State([set(c) for c in self.candidates], dict(self.left))


class Solver:
    def __init__(self, board, counts):
        self.board = board
        self.counts = counts
        self.nodes = 0

    def start(self):
        kinds = {k for k, n in self.counts.items() if n > 0}
        candidates = []
        for near in self.board.near:
            candidates.append({k for k in kinds if k == EMPTY or k <= len(near)})
        return State(candidates, dict(self.counts))

    def fix(self, state, place, kind):
        if state.left[kind] == 0:
            raise Contradiction
        state.left[kind] -= 1
        state.candidates[place] = {kind}

    def propagate(self, state, fixed):
        """Takes away what the tiles next to each place do not allow, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for place, candidates in enumerate(state.candidates):
                sure = possible = 0
                for n in self.board.near[place]:
                    others = state.candidates[n]
                    if EMPTY not in others:
                        sure += 1
                        possible += 1
                    elif len(others) > 1:
                        possible += 1
                keep = {k for k in candidates if k == EMPTY or sure <= k <= possible}
                if place not in fixed:
                    keep = {k for k in keep if state.left[k] > 0}
                if not keep:
                    raise Contradiction
                if len(keep) < len(candidates):
                    state.candidates[place] = keep
                    changed = True
                if len(keep) == 1 and place not in fixed:
                    (kind,) = keep
                    self.fix(state, place, kind)
                    fixed.add(place)
                    changed = True

    def solve(self, state, fixed):
        self.nodes += 1
        if self.nodes > MOST:
            raise GaveUp
        self.propagate(state, fixed)
        if len(fixed) == len(state.candidates):
            return [next(iter(c)) for c in state.candidates]
        place = min((p for p in range(len(state.candidates)) if p not in fixed), key=lambda p: (len(state.candidates[p]), p))
        for kind in sorted(state.candidates[place], reverse=True):
            following, done = state.copy(), set(fixed)
            try:
                self.fix(following, place, kind)
                done.add(place)
                return self.solve(following, done)
            except Contradiction:
                continue
        raise Contradiction


def puzzle(board, seed):
    """Counts of tiles of a board filled by chance, so that there is a solution."""
    filled = []
    for _ in board.places:
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        filled.append((seed >> 16) % 5 < 2)
    counts = {k: 0 for k in range(EMPTY + 1)}
    for i, near in enumerate(board.near):
        counts[sum(filled[n] for n in near) if filled[i] else EMPTY] += 1
    return counts


def main(n):
    board = Board(3)
    lines = []
    nodes = solved = 0
    for seed in range(n):
        solver = Solver(board, puzzle(board, seed * 7 + 3))
        try:
            lines = [board.show(solver.solve(solver.start(), set()))]
            solved += 1
        except GaveUp:
            pass
        nodes += solver.nodes
    lines.append(f"{solved} of {n} solved, {nodes} places tried")
    return "\n".join(lines)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 3
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
