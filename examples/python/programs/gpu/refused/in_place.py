# Refused: a smoothing in place, in which each value needs the new one on its left.


def run(a):
    for i in range(1, len(a) - 1):  # refused
        a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0


a = [float(i * i % 101) for i in range(3000)]
for k in range(4):
    run(a)
print(a[0], a[1], a[1500], a[-2])
