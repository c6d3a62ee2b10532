# Refused: late iterations put floats into a list that had integers alone.


def run(a, late):
    for i in range(len(a)):  # refused
        if i < late:
            a[i] = a[i] * 3 + 1
        else:
            a[i] = a[i] / 2


a = [i for i in range(3000)]
for late in 3000, 2990, 3000, 5:
    run(a, late)
    print(a[0], a[6], a[2989], a[2990], a[-1])
