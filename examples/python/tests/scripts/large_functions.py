# Functions with more variables than an instruction can name.
N = 400
lines = ["def f(a, *rest, key=3):"]
lines += [f"    v{i} = a + {i}" for i in range(N)]
lines += ["    total = 0", "    for i in range(50):", "        for v399 in range(3):", f"            total += v{N-2} + v1 + v399", "            v398 = v398 + 1"]
lines += ["    def inner():", "        nonlocal v397", "        v397 += 1", "        return v397 + v5 + v300"]
lines += ["    g = [v396 * x + v2 for x in range(3)]", "    h = list(v396 * x + v2 for x in range(3))"]
lines += ["    del v395", "    try:", "        v395", "    except UnboundLocalError as v394:", "        print('error', v394)"]
lines += ["    try:", "        v394", "    except UnboundLocalError as e:", "        print('error', e)"]
lines += ["    with open(__import__('os').devnull) as v390: pass", "    print(v390.closed)"]
lines += ["    v391, *v392 = [1, 2, 3]", "    print(v391, v392)", "    v388 += 5", "    print(v388)"]
lines += ["    import os as v380", "    print(v380.sep)", "    class v381: y = v300", "    print(v381.y)", "    def v382(x): return x + v300", "    print(v382(1))"]
lines += ["    match [1, 2]:", "        case [v370, v371]: print(v370, v371)"]
lines += ["    if (v372 := 9) > 3: print(v372)"]
lines += ["    d = locals()", "    print(len(d), d['v399'], d['v0'])"]
lines += ["    print([v300, v301, v302, v303, v304, v305, v306, v307, v308, v309, v310][3], max(v300, v301, v302))"]
lines += ["    return total, inner(), inner(), g, h, key, rest"]
exec("\n".join(lines))
print(f(1, 2, 3, key=4))
lines = ["def gen(n):"] + [f"    w{i} = {i}" for i in range(300)] + ["    while w299 < 305:", "        yield w299", "        w299 += 1", "    return w298"]
exec("\n".join(lines))
print(list(gen(1)))
# A long one.
lines = ["def long(x):", "    n = 0"]
for i in range(12000):
    lines.append(f"    if x == {i}: n += {i} * x + (x < {i})")
lines += ["    for i in range(3000):", "        if i % 3 == x: n += 1", "    return n"]
exec("\n".join(lines))
print(long(3), long(11999))
big = "{" + ", ".join(f"'k{i}': ({i}, 'v{i}', [{i}])" for i in range(12000)) + "}"
d = eval(big)
print(len(d), d['k11999'])
