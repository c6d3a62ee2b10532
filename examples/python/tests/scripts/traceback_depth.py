# Tracebacks have a link for every call that an exception leaves.
def depth(e):
    n, t = 0, e.__traceback__
    while t:
        n, t = n + 1, t.tb_next
    return n
def deep(i, k):
    if k == 0:
        if i % 3 == 0: raise KeyError(i)
        return 0
    return deep(i, k - 1)
counts = {}
for i in range(600):
    try: deep(i, 3)
    except KeyError as e: counts[depth(e)] = counts.get(depth(e), 0) + 1
print(counts)
