# Refused: the list grows in the loop, and where a value goes depends on how many went before it.


def run(a, limit):
    found = []
    for i in range(len(a)):  # refused
        if a[i] > limit:
            found.append(a[i] * 2.0)
    return found


a = [(i * 37 % 1000) / 10.0 for i in range(4000)]
for k in range(4):
    found = run(a, 20.0 * k)
    print(len(found), found[0], found[-1])
