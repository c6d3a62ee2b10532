# What strings are asked about others, in loops that are compiled, against answers by looking at one place after another.


def find_slowly(s, x, start=0):
    for i in range(start, len(s) - len(x) + 1):
        if s[i : i + len(x)] == x:
            return i
    return -1


def rfind_slowly(s, x, start=0):
    for i in range(len(s) - len(x), start - 1, -1):
        if s[i : i + len(x)] == x:
            return i
    return -1


def count_slowly(s, x, start=0):
    if start > len(s):
        return 0
    if not x:
        return len(s) - start + 1
    n, i = 0, start
    while (i := find_slowly(s, x, i)) >= 0:
        n, i = n + 1, i + len(x)
    return n


def index_or(s, *rest):
    try:
        return s.index(*rest)
    except ValueError as e:
        return str(e)


def rindex_or(s, *rest):
    try:
        return s.rindex(*rest)
    except ValueError as e:
        return str(e)


joined = "".join(["long text of many pieces "] * 50)
texts = ["", "a", "abcabc", "aaa", "été a été", "日本語日本", "a\0b\0", "x" * 40 + "y", joined]
grown = ""
for piece in range(60):
    grown += "grown piece "
texts.append(grown)
parts = ["", "a", "b", "abc", "bc", "aa", "é", "本", "日本", "\0", "y", "pieces l", "piece "]

for turn in range(3):
    for s in texts:
        for x in parts:
            assert s.startswith(x) == (s[: len(x)] == x)
            assert s.endswith(x) == (s[len(s) - len(x) :] == x and len(x) <= len(s))
            at, last = find_slowly(s, x), rfind_slowly(s, x)
            assert (s.find(x), s.rfind(x), s.count(x)) == (at, last, count_slowly(s, x)), (s, x)
            assert index_or(s, x) == (at if at >= 0 else "substring not found")
            assert rindex_or(s, x) == (last if last >= 0 else "substring not found")
            for start in (0, 1, 2, 3, 5, 9, 41, 2000):
                inside = start <= len(s)
                at, last = find_slowly(s, x, start), rfind_slowly(s, x, start)
                assert s.startswith(x, start) == (inside and s[start : start + len(x)] == x)
                assert s.endswith(x, start) == (inside and s[start:].endswith(x))
                assert (s.find(x, start), s.rfind(x, start)) == (at, last), (s, x, start)
                assert s.count(x, start) == count_slowly(s, x, start)
                assert index_or(s, x, start) == (at if at >= 0 else "substring not found")
                assert rindex_or(s, x, start) == (last if last >= 0 else "substring not found")


class Name(str):
    pass


class Own(str):
    def startswith(self, x, *rest):
        return "own"


def ask(s, x, *rest):
    try:
        return [getattr(s, name)(x, *rest) for name in ("startswith", "endswith", "find", "rfind", "count")]
    except TypeError as e:
        return str(e)


for turn in range(30):
    all = [ask(*a) for a in (
        ("abcab", "ab", -3), ("abcab", "ab", None), ("abcab", "ab", 1, 4), ("abcab", "ab", True), (Name("abcab"), "ab"),
        ("abcab", Name("ab")), (Own("abcab"), "ab"), ("abcab", ("x", "ab")), ("abcab", 5), ("abcab", None), ("abcab", "ab", "1"),
        ("abcab", "ab", 2**70), ("abcab", "ab", -(2**70)), ("abcab", "b", 1.0), (b"abcab", b"ab"), (b"abcab", "ab"),
    )]
print(*all, sep="\n")
