# Refused: each iteration makes an object that outlives it.


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


def run(a, out):
    for i in range(len(a)):  # refused
        out[i] = Point(a[i], a[i] * 0.5)


a = [i * 0.1 for i in range(3000)]
out = [None] * len(a)
for k in range(3):
    run(a, out)
print(out[0].x, out[1500].y, sum([p.x + p.y for p in out]), out[1] is out[2])
