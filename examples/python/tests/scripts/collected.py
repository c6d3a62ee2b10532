# Lists of comprehensions, for which room is made before all items have come.


def until(n, bad):
    try:
        return [k if k < bad else 1 // 0 for k in range(n)]
    except ZeroDivisionError:
        return "ended"


for _ in range(60):
    assert until(10**12, 20) == "ended"
    assert until(10**15, 3) == "ended"
    assert until(40, 50) == list(range(40))

# Lists that change while they are gone through.
for _ in range(40):
    growing = [0, 1, 2, 3, 4]
    seen = [growing.append(x + 5) or x for x in growing if x < 20 or growing.clear()]
    assert seen == list(range(20)) and growing == []
    growing = list(range(10))
    seen = [growing.append(x + 10) if len(growing) < 90 else x for x in growing]
    assert len(seen) == 90 and seen[80:] == list(range(80, 90))
    shrinking = list(range(100))
    seen = [shrinking.pop() for x in shrinking]
    assert seen == list(range(99, 49, -1)) and len(shrinking) == 50

# Items of other kinds that come late.
for late in (None, 1.5, "text", 2**80, True):
    for at in (0, 1, 4, 5, 6, 50):
        made = [late if k == at else k for k in range(60)]
        assert [type(x) for x in made] == [type(late) if k == at else int for k in range(60)], (late, at)
        made = [late if k == at else k / 2 for k in tuple(range(60))]
        assert made[at] == late and len(made) == 60

# Nested ones, conditions, other things to go through.
table = [[x * y for x in range(12)] for y in range(12)]
print(sum(map(sum, table)), [row[11] for row in table])
print([x + y for x in range(4) for y in range(5)], [x for x in range(30) if x % 7 == 3])
print([c for c in "letters"], [k for k in {"a": 1, "b": 2}], [x for x in iter((1, 2, 3))])
print([x for x in (k * k for k in range(12))], [a * b for a, b in zip(range(9), range(9))])
print(len([0 for _ in range(200000)]), [[0] * 2 for _ in range(7)], [x for x in range(20, -20, -3)])
made = [len(made) for made in [[1, 2], [3]] for _ in range(6)]
made.append(7)
print(made)
