VALUE = 5
_hidden = 1
def double(x):
    return 2 * x
def triple(x):
    return 3 * x
def get():
    return VALUE
