# Balls that bounce in a box.
import sys
import time


class Random:
    def __init__(self):
        self.seed = 74755

    def next(self):
        self.seed = (self.seed * 1309 + 13849) & 65535
        return self.seed


class Ball:
    def __init__(self, random):
        self.x = random.next() % 500
        self.y = random.next() % 500
        self.dx = random.next() % 300 - 150
        self.dy = random.next() % 300 - 150

    def bounce(self):
        limit = 500
        hit = False
        self.x += self.dx
        self.y += self.dy
        if self.x > limit:
            self.x = limit
            self.dx = -abs(self.dx)
            hit = True
        if self.x < 0:
            self.x = 0
            self.dx = abs(self.dx)
            hit = True
        if self.y > limit:
            self.y = limit
            self.dy = -abs(self.dy)
            hit = True
        if self.y < 0:
            self.y = 0
            self.dy = abs(self.dy)
            hit = True
        return hit


def main(n):
    random = Random()
    balls = [Ball(random) for _ in range(100)]
    hits = 0
    for _ in range(n):
        for ball in balls:
            if ball.bounce():
                hits += 1
    return hits


n = int(sys.argv[1]) if len(sys.argv) > 1 else 500
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
