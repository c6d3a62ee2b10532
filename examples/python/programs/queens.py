# Eight queens, and more, by backtracking over lists of free rows and diagonals.
import sys
import time


class Queens:
    def __init__(self, n):
        self.n = n
        self.rows = [True] * n
        self.rising = [True] * (2 * n)
        self.falling = [True] * (2 * n)
        self.at = [0] * n
        self.found = 0
        self.first = None

    def place(self, column):
        if column == self.n:
            self.found += 1
            if self.first is None:
                self.first = list(self.at)
            return
        for row in range(self.n):
            if self.rows[row] and self.rising[column + row] and self.falling[column - row + self.n]:
                self.rows[row] = self.rising[column + row] = self.falling[column - row + self.n] = False
                self.at[column] = row
                self.place(column + 1)
                self.rows[row] = self.rising[column + row] = self.falling[column - row + self.n] = True


def main(n):
    q = Queens(n)
    q.place(0)
    return f"{q.found} {q.first}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 6
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
