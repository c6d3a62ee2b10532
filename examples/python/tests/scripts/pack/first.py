ONE = 1
def up(): return __package__, __name__
