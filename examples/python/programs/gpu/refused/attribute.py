# Refused: a field of an object changes in each iteration and is read in the next.


class Smoother:
    def __init__(self):
        self.level = 0.0
        self.most = 0.0

    def feed(self, value):
        self.level = self.level * 0.9 + value
        if self.level > self.most:
            self.most = self.level
        return self.level


def run(smoother, a, out):
    for i in range(len(a)):  # refused
        out[i] = smoother.feed(a[i])


a = [(i * 13 % 29) * 0.5 for i in range(3000)]
out = [0.0] * len(a)
smoother = Smoother()
for k in range(3):
    run(smoother, a, out)
print(out[0], out[1500], out[-1], smoother.level, smoother.most)
