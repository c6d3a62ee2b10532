# A StopIteration that a function raises which an iterator calls ends the iterator, whoever goes through it; in a generator it is an error.
from itertools import *
def stopper(n):
    k=0
    def f(*a):
        nonlocal k
        k+=1
        if k>n: raise StopIteration
        return k
    return f
def tries(name,f):
    try: print(name,f())
    except BaseException as e: print(name,type(e).__name__,e)
def yf(it):
    yield from it
    yield 'end'
def inner(it):
    for x in it: yield x
    yield 'end'
D = [1, 2, 3, 4, 5, 6]
make={
'map':lambda:map(stopper(3),D),
'map2':lambda:map(stopper(3),D,D),
'mapnext':lambda:map(next,[iter([1]),iter([]),iter([2])]),
'filter':lambda:filter(stopper(3),D),
'filterfalse':lambda:filterfalse(lambda x,f=stopper(3): not f(x),D),
'takewhile':lambda:takewhile(stopper(3),D),
'dropwhile':lambda:dropwhile(lambda x,f=stopper(3): f(x) and x<5,D),
'starmap':lambda:starmap(stopper(3),zip(D,D)),
'accumulate':lambda:accumulate(D,stopper(3)),
'zip':lambda:zip(D,map(stopper(3),D)),
'enumerate':lambda:enumerate(map(stopper(3),D)),
'chain':lambda:chain(map(stopper(2),D),map(stopper(2),D)),
'chainfrom':lambda:chain.from_iterable(map(lambda f:map(f,D),[stopper(2),stopper(1)])),
'islice':lambda:islice(map(stopper(3),D),5),
'compress':lambda:compress(D,map(stopper(3),D)),
'cycle':lambda:islice(cycle(map(stopper(2),D)),5),
'pairwise':lambda:pairwise(map(stopper(3),D)),
'zip_longest':lambda:zip_longest(D,map(stopper(3),D)),
'groupby':lambda:((k,list(g)) for k,g in groupby(D,stopper(3))),
'groupby2':lambda:((k,list(g)) for k,g in groupby(map(stopper(4),D),lambda x:x//2)),
'callable':lambda:iter(stopper(3),99),
'tee':lambda:tee(map(stopper(3),D))[1],
'reversed':lambda:reversed(D),
'getitem':lambda:iter(type('G',(),{'__getitem__':lambda s,i,f=stopper(3):f()})()),
'genexp':lambda:(stopper(0)() for x in D),
'product':lambda:product(map(stopper(2),D),repeat=2),
'nested':lambda:map(lambda x:x,map(stopper(3),D)),
'class':lambda:type('N',(),{'__iter__':lambda s:s,'__next__':lambda s,f=stopper(3):f()})(),
}
for name,f in make.items():
    tries(name+' list',lambda:list(f()))
    tries(name+' for',lambda:[x for x in f()])
    tries(name+' yf',lambda:list(yf(f())))
    tries(name+' in',lambda:list(inner(f())))
    tries(name+' next',lambda:(lambda i:[next(i,'none') for _ in range(6)])(f()))
    tries(name+' tuple',lambda:(*f(),))
    tries(name+' sum',lambda:sum([1 for x in f()]))
    tries(name+' unpack',lambda:(lambda *a:a)(*f()))
    tries(name+' sorted',lambda:sorted(f(),key=str))
    tries(name+' max',lambda:max(f(),key=str))
    tries(name+' dict',lambda:dict.fromkeys(f()).keys())
    tries(name+' any',lambda:any(x==99 for x in f()))
    tries(name+' in2',lambda:99 in f())
    tries(name+' join',lambda:','.join(map(str,f())))
    tries(name+' again',lambda:(lambda i:(list(i),list(i)))(f()))
