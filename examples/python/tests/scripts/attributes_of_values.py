# Attributes of values of built-in types, found and not, again and again.
import sys
out=[]
for x in (b'a',bytearray(b'a'),10**30,range(3),slice(1,2),1j,b'a',bytearray(b'q')):
    for k in range(60):
        r=[]
        for n in ('append','upper','bit_length','start','real','conjugate','indices','nope','__class__','hex','__len__'):
            v=getattr(x,n,None)
            r.append(type(v).__name__ if v is not None else None)
        try: x.append(1)
        except AttributeError as e: r.append(str(e))
        try: x.zz=1
        except AttributeError as e: r.append(str(e))
        try: r.append(x.real)
        except AttributeError as e: r.append(str(e))
        try: r.append(x.start)
        except AttributeError as e: r.append(str(e))
    out.append(r)
for r in out: print(r)
