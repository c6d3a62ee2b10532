# A key whose comparison changes the table it is looked up in: the look-up goes on in
# the table as it then is.


class Key:
    def __init__(self, n):
        self.n = n
        self.table = None

    def __hash__(self):
        return 7

    def __eq__(self, other):
        if self.table is not None:
            table, self.table = self.table, None
            table.clear()
            stranger = Key(2)
            if type(table) is dict:
                table[stranger] = "stranger"
            else:
                table.add(stranger)
        return self.n == other.n


def outcome(ask, make):
    key = Key(1)
    old = Key(1)
    table = make(old)
    old.table = table
    try:
        said = ask(table, key)
    except KeyError:
        said = "KeyError"
    return said, len(table)


def put(table, key):
    table[key] = "new"
    return "put"


def remove(table, key):
    del table[key]
    return "removed"


for i in range(3):
    of_dict = lambda old: {old: "old"}
    print(outcome(lambda t, k: t.get(k, "none"), of_dict))
    print(outcome(lambda t, k: k in t, of_dict))
    print(outcome(lambda t, k: t.setdefault(k, "set"), of_dict))
    print(outcome(lambda t, k: t.pop(k, "none"), of_dict))
    print(outcome(lambda t, k: t[k], of_dict))
    print(outcome(put, of_dict))
    print(outcome(remove, of_dict))
    of_set = lambda old: {old}
    print(outcome(lambda t, k: k in t, of_set))
    print(outcome(lambda t, k: t.discard(k), of_set))
