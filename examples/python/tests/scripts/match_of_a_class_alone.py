# A program whose first and only pattern is that of a built-in class: nothing else has named what is asked of it.
match "10":
    case str(v):
        print(v)
for x in (1, 2.5, "s", None, [1]):
    match x:
        case int(n):
            print("int", n)
        case float(f) | str(f):
            print("float or str", f)
        case list(items):
            print(items)
        case _:
            print("other")
