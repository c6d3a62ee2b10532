"""How the drivers are run: `DRIVER [TIMES [ITERATIONS]]` prints the result, and the seconds of each iteration on standard error."""

import sys
import time


def run(main):
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for k in range(iterations):
        start = time.perf_counter()
        for _ in range(times):
            result = main()
        print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
    print(result)
