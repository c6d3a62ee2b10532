"""Operations over a thousand items, each many times: `items.py TIMES [NAMES..]` prints for each its name, the nanoseconds of one item the first time, and at best.

Where a mechanism is missing, one of these is many times slower than its neighbours.
"""

import sys, time, functools, operator, collections, itertools, contextlib, dataclasses, enum, re, math, copy, heapq, bisect, string
N=1000
a=list(range(N)); strs=[str(x) for x in a]
class P:
    __slots__=('x','y')
    def __init__(self,x,y): self.x=x; self.y=y
    def __eq__(self,o): return isinstance(o,P) and self.x==o.x and self.y==o.y
    def __hash__(self): return hash((self.x,self.y))
    def __lt__(self,o): return self.x<o.x
    def __add__(self,o): return P(self.x+o.x,self.y+o.y)
    def __getitem__(self,i): return self.x if i==0 else self.y
    def __len__(self): return 2
    def __iter__(self): yield self.x; yield self.y
    def __contains__(self,v): return v==self.x or v==self.y
    def __call__(self,k): return self.x+k
    def __bool__(self): return self.x!=0
    @property
    def norm(self): return self.x*self.x+self.y*self.y
    @classmethod
    def make(cls,v): return cls(v,v)
    @staticmethod
    def st(v): return v+1
    def __enter__(self): return self
    def __exit__(self,*e): return False
    def __repr__(self): return f"P({self.x},{self.y})"
ps=[P(x%50,x%7) for x in a]
@dataclasses.dataclass
class D:
    a:int; b:int=2
@dataclasses.dataclass(frozen=True)
class F:
    a:int; b:int
class E(enum.Enum):
    A=1; B=2; C=3
class IE(enum.IntEnum):
    A=1; B=2
class Fl(enum.Flag):
    A=1; B=2; C=4
NT=collections.namedtuple('NT','p q')
class G:
    def __getattr__(self,n): return len(n)
class SA:
    def __setattr__(self,n,v): object.__setattr__(self,n,v+1)
class Base:
    def f(self,x): return x+1
class Der(Base):
    def f(self,x): return super().f(x)+1
def kw(a,b=2,*args,c=3,**k): return a+b+c+len(args)+len(k)
@functools.lru_cache(maxsize=None)
def fibc(n): return n if n<2 else fibc(n-1)+fibc(n-2)
@functools.lru_cache(maxsize=64)
def sq(n): return n*n
def deco(f):
    @functools.wraps(f)
    def w(*args,**k): return f(*args,**k)
    return w
@deco
def decorated(x): return x+1
@contextlib.contextmanager
def cm(): yield 1
par=functools.partial(kw,1,c=4)
@functools.singledispatch
def sd(x): return 0
@sd.register(int)
def _(x): return 1
def do_instance_eq(): return sum(p==ps[0] for p in ps)
def do_instance_in_list(): return sum(p in ps[:20] for p in ps)
def do_instance_set(): return len(set(ps))
def do_instance_key():
    d={}
    for p in ps: d[p]=d.get(p,0)+1
    return len(d)
def do_instance_sort(): return sorted(ps)[0].x
def do_instance_add():
    t=P(0,0)
    for p in ps: t=t+p
    return t.x
def do_unpack_iter():
    s=0
    for p in ps:
        x,y=p; s+=x
    return s
def do_getitem(): return sum(p[0]+p[1] for p in ps)
def do_contains(): return sum(3 in p for p in ps)
def do_call(): return sum(p(1) for p in ps)
def do_bool(): return sum(1 for p in ps if p)
def do_len(): return sum(len(p) for p in ps)
def do_property_get(): return sum(p.norm for p in ps)
def do_class_method(): return sum(P.make(x).x for x in a)
def do_static_method(): return sum(P.st(x) for x in a)
def do_with():
    s=0
    for p in ps:
        with p as q: s+=q.x
    return s
def do_context_function():
    s=0
    for x in a:
        with cm() as q: s+=q
    return s
def do_suppress():
    for x in a:
        with contextlib.suppress(KeyError): raise KeyError
def do_repr(): return sum(len(repr(p)) for p in ps)
def do_dataclass(): return sum(D(x).b for x in a)
def do_dataclass_eq(): 
    d=D(1); return sum(D(x)==d for x in a)
def do_dataclass_frozen(): return len({F(x%10,1) for x in a})
def do_dataclass_repr(): return sum(len(repr(D(x))) for x in a[:200])
def do_dataclass_replace():
    d=D(1); return sum(dataclasses.replace(d,a=x).a for x in a[:200])
def do_enum_call(): return sum(E(1+x%3) is E.A for x in a)
def do_enum_value(): return sum(E.A.value+len(E.B.name) for x in a)
def do_enum_iter(): return sum(e.value for x in a[:300] for e in E)
def do_intenum(): return sum(IE.A+x for x in a)
def do_flag(): return sum(bool((Fl.A|Fl.B)&Fl.A) for x in a)
def do_namedtuple(): return sum(NT(x,1).p for x in a)
def do_namedtuple_replace(): return sum(NT(x,1)._replace(p=2).p for x in a[:300])
def do_getattr_method(): 
    g=G(); return sum(g.abc for x in a)
def do_getattr_found(): return sum(getattr(p,'x') for p in ps)
def do_getattr_default(): return sum(getattr(p,'zz',1) for p in ps)
def do_hasattr_missing(): return sum(hasattr(p,'zz') for p in ps)
def do_setattr():
    o=SA()
    for x in a: o.v=x
def do_super():
    d=Der(); return sum(d.f(x) for x in a)
def do_keyword(): return sum(kw(x,c=x) for x in a)
def do_star_args(): 
    t=(1,2,3); return sum(kw(*t) for x in a)
def do_star_kwargs():
    d={'z':1,'c':2}; return sum(kw(x,**d) for x in a)
def do_lru_recursion():
    fibc.cache_clear(); return fibc(300)
def do_lru_hits(): return sum(sq(x%50) for x in a)
def do_decorated_call(): return sum(decorated(x) for x in a)
def do_partial(): return sum(par(x) for x in a)
def do_singledispatch(): return sum(sd(x) for x in a)
def do_reduce(): return functools.reduce(lambda x,y:x+y,a)
def do_reduceop(): return functools.reduce(operator.add,a)
def do_attrgetter(): return sorted(ps,key=operator.attrgetter('x','y'))[0].x
def do_itemget(): return max([(x,-x) for x in a],key=operator.itemgetter(1))
def do_try():
    s=0
    for x in a:
        try:
            if x%3==0: raise ValueError(x)
            s+=1
        except ValueError as e: s+=e.args[0]
    return s
def do_tryfin():
    s=0
    for x in a:
        try: s+=1
        finally: s+=2
    return s
def do_int_err():
    s=0
    for x in strs:
        try: s+=int(x+'q')
        except ValueError: s+=1
    return s
def do_keyerr():
    d={}; s=0
    for x in a:
        try: d[x]
        except KeyError: s+=1
    return s
def do_dd():
    d=collections.defaultdict(list)
    for x in a: d[x%10].append(x)
    return len(d)
def do_counter(): return collections.Counter(x%10 for x in a)[3]
def do_counterm(): return collections.Counter(strs).most_common(1)
def do_deque():
    q=collections.deque()
    for x in a: q.append(x)
    s=0
    while q: s+=q.popleft()
    return s
def do_od():
    d=collections.OrderedDict()
    for x in a: d[x]=1
    for x in a[:100]: d.move_to_end(x)
    return len(d)
def do_chainmap():
    c=collections.ChainMap({1:2},{3:4}); return sum(c[3] for x in a)
def do_heap():
    h=[]
    for x in a: heapq.heappush(h,-x)
    s=0
    while h: s+=heapq.heappop(h)
    return s
def do_bisect():
    return sum(bisect.bisect_left(a,x) for x in a)
def do_groupby(): return sum(len(list(g)) for k,g in itertools.groupby(a,lambda x:x//10))
def do_product(): return sum(x*y for x,y in itertools.product(range(30),range(30)))
def do_combs(): return sum(x*y for x,y in itertools.combinations(range(45),2))
def do_accum(): return sum(itertools.accumulate(a))
def do_chain(): return sum(itertools.chain(a,a))
def do_takewhile(): return sum(itertools.takewhile(lambda x:x<900,a))
def do_starmap(): return sum(itertools.starmap(lambda x,y:x*y,zip(a,a)))
def do_ziplong(): return sum(x*y for x,y in itertools.zip_longest(a,a[:900],fillvalue=1))
def do_islice(): return sum(itertools.islice(a,10,900,3))
def do_count(): 
    s=0
    for i,x in zip(itertools.count(),a): s+=i*x
    return s
def do_pairwise(): return sum(x*y for x,y in itertools.pairwise(a)) if hasattr(itertools,'pairwise') else 0
def do_dictcomp(): return len({x:x*2 for x in a})
def do_setops(): 
    s=set(a); return len((s&set(a[:500]))|s-{1,2})
def do_dictitems(): 
    d=dict.fromkeys(a,1); return sum(k*v for k,v in d.items())
def do_dictmerge():
    d={}
    for x in a: d={**{'a':x},'b':1}
    return d['a']
def do_sortkey(): return sorted(strs,key=len)[0]
def do_sorttuple(): return sorted(a,key=lambda x:(x%10,-x))[0]
def do_slice(): 
    s=0
    for x in a: s+=len(a[x:x+3])
    return s
def do_listpop():
    l=list(a); s=0
    while l: s+=l.pop()
    return s
def do_insert0():
    l=[]
    for x in a: l.insert(0,x)
    return len(l)
def do_tupcmp(): return sum((x,1)<(500,0) for x in a)
def do_match():
    s=0
    for x in a:
        t=(x%3,x)
        if t[0]==0: s+=1
        elif t[0]==1: s+=2
    return s
def do_fstr(): return sum(len(f"{x}:{x+1:>5}") for x in a)
def do_fmtf(): return sum(len(f"{x/3:.2f}") for x in a)
def do_pct(): return sum(len("%d-%s"%(x,'a')) for x in a)
def do_join(): return len(','.join(strs))
def do_split(): return sum(len(s.split(',')) for s in ['a,b,c,d']*N)
def do_str_replace(): return sum(len(s.replace('1','22')) for s in strs)
def do_strip(): return sum(len((' '+s+' ').strip()) for s in strs)
def do_upper(): return sum(len(s.upper()) for s in strs)
def do_startsw(): return sum(s.startswith('1') for s in strs)
def do_find(): return sum(s.find('5') for s in strs)
def do_isdig(): return sum(s.isdigit() for s in strs)
def do_int(): return sum(int(s) for s in strs)
def do_float(): return sum(float(s) for s in strs)
def do_str(): return sum(len(str(x)) for x in a)
def do_ord(): return sum(ord(c) for s in strs for c in s)
def do_chr(): return len(''.join(chr(65+x%26) for x in a))
def do_concat():
    s=''
    for x in strs: s+=x
    return len(s)
def do_streq(): return sum(s=='500' for s in strs)
def do_strcmp(): return sum(s<'500' for s in strs)
def do_zfill(): return sum(len(s.zfill(6)+s.rjust(5)) for s in strs)
def do_trans():
    t=str.maketrans('123','abc'); return sum(len(s.translate(t)) for s in strs)
def do_bytes(): return sum(b for b in bytes(a[i]%256 for i in range(N)))
def do_bytearr():
    b=bytearray()
    for x in a: b.append(x&255)
    return len(b)
def do_divmod(): return sum(divmod(x,7)[1] for x in a)
def do_round(): return sum(round(x/3,2) for x in a)
def do_abs(): return sum(abs(-x) for x in a)
def do_minmax(): return sum(min(x,500)+max(x,500) for x in a)
def do_math(): return sum(math.sqrt(x)+math.floor(x/3) for x in a)
def do_gcd(): return sum(math.gcd(x,36) for x in a)
def do_big(): 
    s=1
    for x in range(1,200): s*=x
    return s
def do_mod(): return sum(pow(x,65,1009) for x in a)
def do_isinst(): return sum(isinstance(x,(str,int)) for x in a)
def do_type(): return sum(type(x) is int for x in a)
def do_copy(): return sum(len(copy.copy([x])) for x in a)
def do_deepcopy(): return len(copy.deepcopy([[x] for x in a[:100]]))
def do_closure():
    def mk(k): return lambda x:x+k
    return sum(mk(1)(x) for x in a)
def do_nonlocal():
    c=0
    def inc():
        nonlocal c
        c+=1
    for x in a: inc()
    return c
def do_glob():
    global gg
    gg=0
    for x in a: gg+=x
    return gg
def do_walrus(): return sum(y for x in a if (y:=x*2)>10)
def do_matrix(): return sum(sum(r) for r in [[i*j for j in range(30)] for i in range(30)])
def do_transp(): return len(list(zip(*[[i*j for j in range(30)] for i in range(30)])))
def do_flat(): return sum(x for r in [[1,2,3]]*300 for x in r)
def do_re(): 
    r=re.compile(r'(\d)(\d)'); return sum(bool(r.match(s)) for s in strs)
def do_resub(): return sum(len(re.sub(r'\d','x',s)) for s in strs[:300])
def do_delitem():
    d=dict.fromkeys(a)
    for x in a: del d[x]
    return len(d)
def do_dictpop():
    d=dict.fromkeys(a)
    return sum(d.pop(x,1) is None for x in a)
def do_any(): return any(x>900 for x in a)
def do_reversed(): return sum(reversed(a))
def do_listcmp(): return sum([x,1]==[x,1] for x in a)
def do_listmul(): return sum(len([0]*5) for x in a)
def do_listidx(): return sum(a.index(x) for x in a[:100])
def do_listrem():
    l=list(a[:200])
    for x in a[:200]: l.remove(x)
    return len(l)
def do_iterlen(): return len([x for x in range(N) if x%2 if x%3])
def do_sumfloat(): return sum(x*0.5 for x in a)
def do_complex(): return sum(complex(x,1)*2j for x in a)
keys = ['key:%d' % i for i in a]
def inc(x): return x+1
def rest(x): return x%3
class C:
    def ok(s,x): return x%2==0
    def ok2(s,x): return x%3==0
c=C()
def do_enumerate_map(): return sum(i*x for i,x in enumerate(map(inc,a)))
def do_zip_map_list(): return sum(i*x for i,x in zip(map(inc,a),a))
def do_filter_map(): return len(list(filter(rest,map(inc,a))))
def do_map_filter(): return sum(map(inc,filter(rest,a)))
def do_chain_map(): return sum(itertools.chain(map(inc,a),a))
def do_islice_map(): return sum(itertools.islice(map(inc,a),900))
def do_filter_filter_methods(): 
    s=0
    for x in filter(c.ok,filter(c.ok2,a)): s+=x
    return s
def do_max_map_map(): return max(map(inc,map(rest,a)))
def do_join_map_map(): return ''.join(map(str,map(inc,a)))
def do_dict_zip_maps(): return dict(zip(map(str,a),map(inc,a)))
def do_sorted_map_key(): return sorted(map(inc,a),key=lambda x:-x)[0]
def do_reversed_list_map(): return [x for x in reversed(list(map(inc,a)))]
def do_set_map(): return set(map(rest,a))
def do_list_zip_star(): return list(zip(*[a,a]))
def do_any_map(): return any(map(lambda x:x>998,a))
def do_takewhile_map(): return list(itertools.takewhile(lambda x:x<900,map(inc,a)))
def do_dropwhile(): return sum(1 for _ in itertools.dropwhile(lambda x:x<100,a))
def do_map_zip(): return list(map(lambda p:p[0]*p[1],zip(a,a)))
def do_map_enumerate(): return list(map(lambda p:p[0]*p[1],enumerate(a)))
def do_groupby_map(): return [k for k,v in itertools.groupby(map(rest,a))]
def do_reduce_map(): return functools.reduce(lambda a,b:a+b,map(inc,a))
def do_tuple_map_map(): return tuple(map(int,map(str,a)))
def do_sum_map_filter(): return sum(map(len,filter(None,map(str,a))))
def do_min_generator_filter(): return min((x*x for x in filter(rest,a)),default=0)
def do_starmap_enumerate(): return list(itertools.starmap(lambda a,b:a*b,enumerate(a)))
def do_accumulate_function(): return list(itertools.accumulate(map(inc,a),lambda a,b:a+b))
def do_next_filter_map(): return next(filter(lambda x:x>900,map(inc,a)))
def do_product_map(): return [a+b for a,b in itertools.product(map(inc,range(30)),range(30))]
def do_flatten_map(): return list(itertools.chain.from_iterable(map(lambda x:[x,x],a)))
def do_flatten_generator(): return sum(x for x in itertools.chain.from_iterable([i,i+1] for i in range(500)))
def do_partition(): return sum(len(s.partition(':')[0]) for s in keys)
def do_move_to_end():
    d=collections.OrderedDict((i,i) for i in range(100))
    for i in a: d.move_to_end(i%100)
    return len(d)
def do_ordered_fifo():
    d=collections.OrderedDict()
    for i in a:
        d[i]=i
        if len(d)>50: d.popitem(last=False)
    return len(d)
def do_window_del():
    d={}
    for i in a:
        d[i]=i
        if i>50: del d[i-50]
    return len(d)
def do_key_error():
    d={}; n=0
    for i in a:
        try: d[i]
        except KeyError: n+=1
    return n
def sorted_kwargs(**k): return tuple(sorted(k.items()))
def do_kwargs_key(): return len({sorted_kwargs(x=i%10,y=2) for i in a})
def given(*args,**k): return args
def do_args_kwargs(): return sum(len(given(i,i,b=i)) for i in a)
def do_setdefault_append():
    d={}
    for i in a: d.setdefault(i%10,[]).append(i)
    return len(d)
def do_dict_pop_found():
    d=dict.fromkeys(a,0); s=0
    for i in a: s+=d.pop(i)
    return s
def do_startswith_condition(): return sum(1 for i in a if keys[i].startswith('key:1'))
def do_split_int(): return sum(int(s.split(':')[1]) for s in keys)
def do_split_unpack():
    s=0
    for t in keys:
        k,v=t.split(':'); s+=int(v)
    return s
def do_join_upper(): return len(','.join(s.upper() for s in keys))
def do_strip_lower(): return sum(len(s.strip().lower()) for s in keys)
def do_replace_word(): return sum(len(s.replace('key','k')) for s in keys)
def do_digits_comp(): return len(''.join([c for s in keys for c in s if c.isdigit()]))
def do_fstring_formats(): return sum(len(f'{i:5d}|{i*0.5:.2f}|{s:>10}') for i,s in enumerate(keys))
def do_percent_formats(): return sum(len('%d %s %.2f'%(i,s,i/2)) for i,s in enumerate(keys))
def do_str_format(): return sum(len('{} {}'.format(i,s)) for i,s in enumerate(keys))
def do_sorted_texts(): return sorted(keys)[0]
def do_ord_slices(): return sum(ord(c)-48 for s in keys for c in s[4:])
def do_str_of_int(): return sum(len(str(i)) for i in a)
def do_in_tuple_const(): return sum(x in (1,2,3) for x in a)
def do_in_set_const(): return sum(s in {'key:1','key:2'} for s in keys)
def do_deque_maxlen():
    q=collections.deque(maxlen=20)
    for i in a: q.append(i)
    return sum(q)
def do_deque_ring():
    q=collections.deque([1]); n=0
    while q and n<N:
        x=q.popleft(); n+=1; q.append(x+1); 
        if n%3==0: q.appendleft(x)
    return n
def do_counter_last():
    c=collections.Counter()
    for s in keys: c[s[-1]]+=1
    return c.most_common(1)
def do_tuple_sort():
    l=[]
    for i in a: l.append((i%7,i))
    l.sort()
    return l[0]
def do_zip_pairs(): return [x for x in zip(*[iter(a)]*2)][0]
def do_set_discard():
    s=set()
    for i in a:
        s.add(i%100); s.discard(i%50)
    return len(s)
def do_zip_star_rows(): return [list(r) for r in zip(*[[i,i+1,i+2] for i in a])][0][0]
def do_divmod_rest(): return sum(divmod(i,7)[1] for i in a)
def do_round_one(): return sum(round(i*0.37,1) for i in a)
def do_min_max_abs(): return sum(min(i,500)+max(i,3)+abs(-i) for i in a)
def do_nested_lists(): return [[0]*30 for _ in range(30)][0][0]
def do_sum_rows(): return sum(sum(r) for r in [[1]*30 for _ in range(30)])
def do_reverse_slice(): return [x for x in reversed(a)][0]+a[::-1][0]
def do_not_in_set(): return sum(i for i in a if i not in thirds)
thirds=set(range(0,1000,3))
def do_pop_both_ends():
    x=list(a)
    while len(x)>1: x.pop(0) if len(x)%2 else x.pop()
    return x[0]
def do_chr_join(): return ''.join(chr(97+i%26) for i in a)


def measured(f, turns):
    start = time.perf_counter()
    for _ in range(turns): f()
    return (time.perf_counter() - start) / turns / N * 1e9


def main():
    times = int(sys.argv[1])
    known = {name[3:]: f for name, f in globals().items() if name.startswith('do_')}
    for name in sys.argv[2:] or known:
        first = measured(known[name], 1)
        best = min([measured(known[name], max(times // N // 4, 1)) for _ in range(8)])
        print(name, round(first, 1), round(best, 1), flush=True)


main()
