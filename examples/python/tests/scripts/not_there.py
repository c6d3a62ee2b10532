# Items that are not there, in loops that are compiled; first entries taken out; displays that are only looked into.
import collections


def misses(get, wrong, of):
    log = {}
    for i in range(300):
        try:
            got = get(i)
        except wrong as e:
            got = (type(e).__name__, e.args)
        log[repr(got)] = log.get(repr(got), 0) + of
    return sorted(log.items())[:6], len(log)


d = {1: "one", "k": 2, (1, 2): 3}
l, t, s = [1, 2, 3], (4, 5), "xyz"
print(misses(lambda i: d[i % 3], KeyError, 1))
print(misses(lambda i: d["k" if i % 2 else "no"], KeyError, 1))
print(misses(lambda i: d[(1, i % 4)], LookupError, 1))
print(misses(lambda i: l[i % 9 - 4], IndexError, 1))
print(misses(lambda i: t[i % 5 - 2], LookupError, 1))
print(misses(lambda i: s[i % 9 - 4], Exception, 1))
print(misses(lambda i: [][0], IndexError, 1))
print(misses(lambda i: d[[]], (KeyError, TypeError), 1))


class Default(dict):
    def __missing__(self, key):
        return -key


print(misses(lambda i: Default(d)[i % 3], KeyError, 1))


# What was in a variable stays there, and the place is in the traceback.
def kept():
    x = "before"
    for i in range(200):
        try:
            x = d[i + 10]
        except KeyError as e:
            if x != "before" or e.args != (i + 10,) or e.__traceback__.tb_lineno != 41:
                return i, x, e.args, e.__traceback__.tb_lineno
        finally:
            x = "before"
    return x


print(kept())


def nested():
    causes = 0
    for i in range(200):
        try:
            try:
                d[-i - 1]
            except KeyError:
                l[i + 3]
        except IndexError as e:
            causes += e.__context__.args[0]
    return causes


print(nested())


def uncaught():
    n = 0
    for i in range(100):
        n += l[i % 3]
    return n + l[7]


for _ in range(3):
    try:
        uncaught()
    except IndexError as e:
        print(e)


# The oldest entry of a dictionary, again and again.
def oldest(n):
    order, seen = collections.OrderedDict(), []
    plain = {}
    for i in range(n):
        order[i] = plain[i] = i
        if i % 3 == 0:
            order.move_to_end(i // 2, last=i % 2 == 0) if i // 2 in order else None
        if len(order) > 20:
            seen.append(order.popitem(last=False)[0])
        if len(plain) > 20:
            first = next(iter(plain))
            seen.append(plain.pop(first))
            if i % 5 == 0:
                del plain[next(iter(plain))]
                plain[first] = first
        if i % 97 == 0:
            plain.clear()
    return sum(k * v for k, v in enumerate(seen)) % 100003, list(order)[:5], list(plain)[:5], list(reversed(plain))[:3], plain == dict(plain.items()), plain.copy()


print(oldest(50), oldest(900)[:4])


def looked_into(values):
    n = 0
    for v in values:
        n += v in {1, 2, "a", None, (1, 2)}
        n += 2 * (v not in [3, 4.0, "b"])
        if v in {"x"}:
            n += 4
        if v in []:
            n += 8
        n += 16 * (1 in {v, 1})
    return n


print([looked_into([v] * 60) for v in (1, 2.0, "a", None, (1, 2), 4, True, "x", frozenset())])
for bad in ([], {}, {1}):
    try:
        print(bad in {1, 2})
    except TypeError as e:
        print(e)

# Parts of texts.
for text in ("key:value", "key:", ":value", "nothing", "a::b:c", "", "k\u00e9y:\u00fcber", "\u00e9"):
    for sep in (":", "::", "y:", "\u00fc"):
        print(text.partition(sep), text.rpartition(sep))
print(sum(len(f"name{i}:{i}".partition(":")[2]) for i in range(400)))
