# Refused: each iteration calls a function that calls itself, as deep as the data says.


def depth(left, right, node):
    if node < 0:
        return 0
    a = depth(left, right, left[node])
    b = depth(left, right, right[node])
    return 1 + (a if a > b else b)


def run(left, right, out):
    for i in range(len(out)):  # refused
        out[i] = depth(left, right, i)


n = 500
left = [2 * i + 1 if 2 * i + 1 < n else -1 for i in range(n)]
right = [2 * i + 2 if 2 * i + 2 < n and i % 3 else -1 for i in range(n)]
out = [0] * n
for k in range(3):
    run(left, right, out)
print(out[:10], sum(out))
