"""Backtracking searches (sudoku, queens, knapsack, words) and a small stack VM."""

import sys
import time
SUDOKU = (
    "530070000600195000098000060"
    "800060003400803001700020006"
    "060000280000419005000080079"
)

WORDS = """area arid bald ball band bare bead bend card care cart dale dare deal
dear dent earl east edge idea inch ired lady lane lead less near need nest oral
rage read rear reed rest ripe road send side star tear teds tone tree yard""".split()


class Random:
    def __init__(self, seed):
        self.value = seed % 65521

    def pick(self, bound):
        self.value = (self.value * 17364 + 11) % 65521
        return self.value % bound

    def shuffled(self, items):
        items = items[:]
        for i in range(len(items) - 1, 0, -1):
            j = self.pick(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


# --- sudoku -----------------------------------------------------------------

def read_sudoku(text):
    return [[int(ch) for ch in text[i:i + 9]] for i in range(0, 81, 9)]


def candidates(grid, row, col):
    used = set(grid[row])
    used.update(line[col] for line in grid)
    top, left = row - row % 3, col - col % 3
    for line in grid[top:top + 3]:
        used.update(line[left:left + 3])
    return [digit for digit in range(1, 10) if digit not in used]


def solve_sudoku(grid, counter):
    best = None
    for row in range(9):
        for col in range(9):
            if grid[row][col] == 0:
                options = candidates(grid, row, col)
                if best is None or len(options) < len(best[2]):
                    best = row, col, options
                    if len(options) <= 1:
                        break
        if best is not None and len(best[2]) <= 1:
            break
    if best is None:
        return grid
    counter[0] += 1
    row, col, options = best
    for digit in options:
        copy = grid[:]
        copy[row] = grid[row][:col] + [digit] + grid[row][col + 1:]
        solved = solve_sudoku(copy, counter)
        if solved is not None:
            return solved
    return None


def sudoku_round(rand):
    digits = rand.shuffled(list(range(1, 10)))
    grid = [[digits[d - 1] if d else 0 for d in row] for row in read_sudoku(SUDOKU)]
    band = rand.pick(3)
    grid = grid[3 * band:] + grid[:3 * band]
    counter = [0]
    solved = solve_sudoku(grid, counter)
    assert all(sum(row) == 45 for row in solved)
    return sum(solved[i][i] * 10 ** (i % 5) for i in range(9)) + counter[0]


# --- combinatorial searches ---------------------------------------------------

def queens(size, placed=()):
    row = len(placed)
    if row == size:
        return 1
    total = 0
    for col in range(size):
        if all(col != c and abs(col - c) != row - r for r, c in enumerate(placed)):
            total += queens(size, placed + (col,))
    return total


def permutations(items):
    if len(items) <= 1:
        yield items
        return
    first, rest = items[0], items[1:]
    for perm in permutations(rest):
        for i in range(len(items)):
            yield perm[:i] + [first] + perm[i:]


def next_permutation(items):
    i = len(items) - 2
    while i >= 0 and items[i] >= items[i + 1]:
        i -= 1
    if i < 0:
        return None
    j = len(items) - 1
    while items[j] <= items[i]:
        j -= 1
    items = items[:]
    items[i], items[j] = items[j], items[i]
    return items[:i + 1] + items[:i:-1]


def knapsack(goods, room):
    """Branch and bound; goods are (value, weight) pairs."""
    goods = sorted(goods, key=lambda g: g[0] / g[1], reverse=True)
    best_value, best_pack = 0, []

    def search(index, room, value, pack):
        nonlocal best_value, best_pack
        if value > best_value:
            best_value, best_pack = value, pack[:]
        if index == len(goods):
            return
        item_value, weight = goods[index]
        if value + room * item_value / weight <= best_value:
            return
        if weight <= room:
            search(index + 1, room - weight, value + item_value, pack + [index])
        search(index + 1, room, value, pack)

    search(0, room, 0, [])
    return best_value, best_pack


def subset_sum(numbers, target):
    if target == 0:
        return []
    if not numbers or target < 0:
        return None
    head, *tail = numbers
    with_head = subset_sum(tail, target - head)
    if with_head is not None:
        return [head] + with_head
    return subset_sum(tail, target)


def word_squares(words, first, limit):
    size = len(first)
    by_prefix = {}
    for word in words:
        for i in range(size + 1):
            by_prefix.setdefault(word[:i], []).append(word)
    found = []

    def extend(square):
        if len(found) >= limit:
            return
        if len(square) == size:
            found.append(square)
            return
        prefix = "".join(word[len(square)] for word in square)
        for word in by_prefix.get(prefix, []):
            extend(square + [word])

    extend([first])
    return found


def search_round(rand):
    total = queens(5)
    letters = rand.shuffled(list("abcd"))
    for number, perm in enumerate(permutations(letters)):
        total += number * ord(perm[number % 4])
    current, steps = rand.shuffled([1, 2, 2, 3, 4]), 0
    while current is not None and steps < 30:
        *_, before, last = current
        total += before * 10 + last
        current = next_permutation(current)
        steps += 1
    goods = [(5 + rand.pick(40), 2 + rand.pick(12)) for _ in range(11)]
    value, pack = knapsack(goods, 35)
    total += value * 11 + sum(pack) * len(pack)
    numbers = [3 + rand.pick(30) for _ in range(8)]
    chosen = subset_sum(numbers, sum(numbers[1::3]) + rand.pick(2))
    total += -1 if chosen is None else len(chosen) * 100 + chosen[0]
    start = WORDS[rand.pick(len(WORDS))]
    squares = word_squares(WORDS, start, 5)
    for square in squares:
        total += len(square) + ord(square[-1][-1])
    return total


# --- stack machine ------------------------------------------------------------

PROGRAM = """
        push 2
        store p
outer:  load p
        load limit
        lt
        jz done
        push 2
        store d
inner:  load d
        dup
        mul
        load p
        swap
        lt
        jnz prime
        load p
        load d
        mod
        jz next
        load d
        push 1
        add
        store d
        jmp inner
prime:  load p
        call square
        load sum
        add
        store sum
next:   load p
        push 1
        add
        store p
        jmp outer
square: dup
        mul
        push 9973
        mod
        ret
done:   load sum
        print
        halt
"""


class MachineError(Exception):
    pass


def assemble(text):
    labels, code = {}, []
    for line in text.strip().splitlines():
        label, colon, rest = line.partition(":")
        if colon:
            labels[label.strip()] = len(code)
        else:
            rest = line
        op, *operands = rest.split()
        code.append((op, operands[0] if operands else None))
    linked = []
    for op, operand in code:
        if op in ("jmp", "jz", "jnz", "call"):
            operand = labels[operand]
        elif op == "push":
            operand = int(operand)
        linked.append((op, operand))
    return linked


class Machine:
    BINARY = {
        "add": lambda a, b: a + b,
        "mul": lambda a, b: a * b,
        "mod": lambda a, b: a % b,
        "lt": lambda a, b: int(a < b),
    }

    def __init__(self, code, **memory):
        self.code = code
        self.memory = {"sum": 0, **memory}
        self.stack = []
        self.calls = []
        self.output = []

    def run(self):
        pc = steps = 0
        stack, memory = self.stack, self.memory
        while True:
            op, operand = self.code[pc]
            pc += 1
            steps += 1
            if op == "push":
                stack.append(operand)
            elif op == "load":
                stack.append(memory[operand])
            elif op == "store":
                memory[operand] = stack.pop()
            elif op in self.BINARY:
                right = stack.pop()
                stack[-1] = self.BINARY[op](stack[-1], right)
            elif op == "dup":
                stack.append(stack[-1])
            elif op == "swap":
                stack[-1], stack[-2] = stack[-2], stack[-1]
            elif op == "jmp":
                pc = operand
            elif op == "jz" or op == "jnz":
                if (stack.pop() == 0) == (op == "jz"):
                    pc = operand
            elif op == "call":
                self.calls.append(pc)
                pc = operand
            elif op == "ret":
                pc = self.calls.pop()
            elif op == "print":
                self.output.append(stack.pop())
            elif op == "halt":
                return steps
            else:
                raise MachineError("bad instruction " + op)


def run(n):
    checksum = 0
    for i in range(n):
        rand = Random(i + 1)
        value = sudoku_round(rand) + search_round(rand)
        machine = Machine(assemble(PROGRAM), limit=40 + i % 10)
        value += machine.run() + machine.output[0]
        checksum = (checksum * 59 + value) % 1000000007
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 24
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
