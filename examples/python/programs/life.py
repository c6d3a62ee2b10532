# Conway's game of life on a torus.
import sys
import time


class World:
    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.cells = [[0] * width for _ in range(height)]

    def set(self, row, text):
        for column, c in enumerate(text):
            self.cells[row][column] = int(c == "#")

    def step(self):
        width, height, cells = self.width, self.height, self.cells
        following = []
        for y in range(height):
            above, here, below = cells[y - 1], cells[y], cells[(y + 1) % height]
            row = [0] * width
            for x in range(width):
                left, right = x - 1, (x + 1) % width
                around = above[left] + above[x] + above[right] + here[left] + here[right] + below[left] + below[x] + below[right]
                row[x] = 1 if around == 3 or around == 2 and here[x] else 0
            following.append(row)
        self.cells = following

    def __str__(self):
        return "\n".join("".join(".#"[c] for c in row) for row in self.cells)


GUN = [
    "........................#",
    "......................#.#",
    "............##......##............##",
    "...........#...#....##............##",
    "##........#.....#...##",
    "##........#...#.##....#.#",
    "..........#.....#.......#",
    "...........#...#",
    "............##",
]


def main(n):
    world = World(40, 24)
    for row, text in enumerate(GUN):
        world.set(row + 1, text)
    for _ in range(n):
        world.step()
    return str(world)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 30
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
