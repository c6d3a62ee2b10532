# Go on a small board: a Monte-Carlo player grows a tree of positions by random games.
import math
import sys
import time

SIZE = 9
KOMI = 7.5
EMPTY, BLACK, WHITE = 0, 1, 2


class Random:
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


random = Random(1)


def neighbours(at):
    row, column = divmod(at, SIZE)
    found = []
    if row > 0:
        found.append(at - SIZE)
    if row < SIZE - 1:
        found.append(at + SIZE)
    if column > 0:
        found.append(at - 1)
    if column < SIZE - 1:
        found.append(at + 1)
    return found


class Square:
    """A point of the board. Stones of a group are joined by `leader`; the leader counts stones and liberties (a liberty once for each stone it touches)."""

    def __init__(self, board, at):
        self.board = board
        self.at = at
        self.color = EMPTY
        self.leader = self
        self.liberties = 0
        self.members = []
        self.near = []

    def find(self):
        leader = self
        while leader.leader is not leader:
            leader = leader.leader
        if self.leader is not leader:
            self.leader = leader
        return leader

    def place(self, color):
        self.color = color
        self.leader = self
        self.members = [self]
        self.liberties = 0
        for n in self.near:
            if n.color == EMPTY:
                self.liberties += 1
            else:
                n.find().liberties -= 1
        for n in self.near:
            if n.color == color:
                self.join(n)

    def join(self, other):
        a, b = self.find(), other.find()
        if a is b:
            return
        if len(a.members) < len(b.members):
            a, b = b, a
        b.leader = a
        a.members.extend(b.members)
        a.liberties += b.liberties

    def capture(self):
        """Takes the group off the board."""
        stones = self.find().members
        for s in stones:
            s.color = EMPTY
            s.leader = s
        for s in stones:
            self.board.empty.append(s)
            for n in s.near:
                if n.color != EMPTY:
                    n.find().liberties += 1
        return len(stones)


class Board:
    def __init__(self):
        self.squares = [Square(self, i) for i in range(SIZE * SIZE)]
        for s in self.squares:
            s.near = [self.squares[i] for i in neighbours(s.at)]
        self.empty = list(self.squares)
        self.turn = BLACK
        self.ko = None
        self.captured = [0, 0, 0]
        self.passes = 0
        self.moves = []

    def is_useful(self, s, color):
        """Neither filling an eye of one's own nor suicide."""
        if s.color != EMPTY or s is self.ko:
            return False
        own_eye = True
        lives = False
        for n in s.near:
            if n.color == EMPTY:
                return True
            liberties = n.find().liberties
            if n.color == color:
                if liberties > 1:
                    lives = True
                else:
                    own_eye = False
            else:
                own_eye = False
                if liberties == 1:
                    lives = True
        return lives and not own_eye

    def play(self, at):
        color = self.turn
        self.turn = BLACK + WHITE - color
        self.moves.append(at)
        self.ko = None
        if at < 0:
            self.passes += 1
            return
        self.passes = 0
        s = self.squares[at]
        self.empty.remove(s)
        s.place(color)
        taken = 0
        last = None
        for n in s.near:
            if n.color == self.turn and n.find().liberties == 0:
                taken += n.capture()
                last = n
        self.captured[color] += taken
        if taken == 1 and s.find().liberties == 1 and len(s.find().members) == 1:
            self.ko = last

    def random_move(self):
        count = len(self.empty)
        if count == 0:
            return -1
        start = random.below(count)
        for i in range(count):
            s = self.empty[(start + i) % count]
            if self.is_useful(s, self.turn):
                return s.at
        return -1

    def playout(self):
        for _ in range(SIZE * SIZE * 3):
            if self.passes >= 2:
                break
            self.play(self.random_move())

    def score(self):
        """Black's points less White's."""
        points = -KOMI
        for s in self.squares:
            color = s.color
            if color == EMPTY:
                colors = {n.color for n in s.near}
                color = BLACK if BLACK in colors and WHITE not in colors else WHITE if WHITE in colors and BLACK not in colors else EMPTY
            points += (color == BLACK) - (color == WHITE)
        return points


class Node:
    def __init__(self):
        self.wins = 0
        self.losses = 0
        self.children = {}
        self.untried = None

    def value(self, total):
        games = self.wins + self.losses
        return self.wins / games + math.sqrt(0.4 * math.log(total) / games)

    def best(self):
        total = max(self.wins + self.losses, 1)
        chosen = None
        most = -1.0
        for at, child in self.children.items():
            v = child.value(total)
            if v > most:
                most = v
                chosen = at
        return chosen

    def descend(self, board, path):
        """Down the tree to a position not seen yet."""
        node = self
        path.append(node)
        while board.passes < 2:
            if node.untried is None:
                node.untried = [s.at for s in board.empty if board.is_useful(s, board.turn)]
            if node.untried:
                at = node.untried.pop(random.below(len(node.untried)))
                child = node.children[at] = Node()
                board.play(at)
                path.append(child)
                return
            if not node.children:
                return
            at = node.best()
            board.play(at)
            node = node.children[at]
            path.append(node)


def replay(moves):
    board = Board()
    for at in moves:
        board.play(at)
    return board


def think(moves, games):
    root = Node()
    for _ in range(games):
        board = replay(moves)
        path = []
        first = board.turn
        root.descend(board, path)
        board.playout()
        black_won = board.score() > 0
        color = BLACK + WHITE - first
        for node in path:
            if black_won == (color == BLACK):
                node.wins += 1
            else:
                node.losses += 1
            color = BLACK + WHITE - color
    best = max(root.children, key=lambda at: root.children[at].wins + root.children[at].losses)
    return best, root.children[best].wins


def main(games):
    random.state = 1
    moves = []
    wins = 0
    for _ in range(4):
        at, w = think(moves, games)
        moves.append(at)
        wins += w
    board = replay(moves)
    board.playout()
    return f"{moves} {wins} {board.captured} {board.score()}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 20
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
