# Formatting with percent signs: keys, widths and precisions given by values, kinds that there are not, and what is left over; of text and of bytes.
def t(f,a):
    try: print(repr(f),repr(a)[:30],'->',repr(f%a))
    except Exception as e: print(repr(f),repr(a)[:30],type(e).__name__,e)
class G:
    def __getitem__(s,k): return 5
class N(int): pass
class I:
    def __index__(s): return 3
class F:
    def __float__(s): return 3.5
class FI:
    def __float__(s): return 3
for f in ['%%','%5%','%(a','%(a)s','%(a)*d','%*d','%.*f','%','%5','%z','%1000000000000000000000d','%.99999999999d','%c','%i %s','%hhd','%#x','%5.1s|','%b','%a','%()s','%(a)s%s','%G']:
    for a in [(), 5, (5,), (5,6), 'x', {'a':1}, [1], b'x', 1.5, None, 2**70, -3, (2**70,1),(2.5,1),(-4,1),range(3), ('',), 1114112, -1, bytearray(b"k"), {1}]:
        t(f,a)
        try: g=f.encode('latin1'); t(g,a)
        except Exception: pass
