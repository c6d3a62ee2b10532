# Products of matrices as lists of lists of floats.
import sys
import time


def multiply(a, b):
    columns = [list(c) for c in zip(*b)]
    product = []
    for row in a:
        line = []
        for column in columns:
            total = 0.0
            for x, y in zip(row, column):
                total += x * y
            line.append(total)
        product.append(line)
    return product


def matrix(n, seed):
    scale = seed / n / n
    return [[scale * (i - j) * (i + j) for j in range(n)] for i in range(n)]


def main(n):
    product = multiply(matrix(n, 1.0), matrix(n, 2.0))
    half = n // 2
    return f"{product[half][half]:.9f} {sum(product[0]):.9f}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 24
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
