# Refused: each iteration draws from one generator of random numbers, whose state goes from iteration to iteration.


class Random:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = self.state * 16807 % 2147483647
        return self.state / 2147483647.0


def run(random, out):
    inside = 0
    for i in range(len(out)):  # refused
        x, y = random.next(), random.next()
        out[i] = x * x + y * y
        if out[i] < 1.0:
            inside += 1
    return inside


random = Random(9)
out = [0.0] * 3000
for k in range(3):
    print(run(random, out), out[0], out[-1])
