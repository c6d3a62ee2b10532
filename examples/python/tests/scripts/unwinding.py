# Exceptions that leave functions which are entered by compiled callers, caught some activations further out.
class C(Exception):
    pass

def prop(n, d):
    if d == 0 or n % 3 == 1:
        raise C

def solve(n, d):
    prop(n, d)
    for k in sorted([1, 2, 3]):
        try:
            return solve(n * k + 1, d - 1)
        except C:
            continue
    raise C

t = 0
for i in range(60):
    try:
        t += solve(i, 4)
    except C:
        t += 1
print(t)
