# Tuples within tuples, compared in loops that are compiled.
import heapq
out=[]
for r in range(4):
    h=[]; x=1
    for i in range(400):
        x=x*48271%2147483647
        heapq.heappush(h,(x%7,(x%5,str(x%3)),i))
        if i%3==0: out.append(heapq.heappop(h))
    while h: out.append(heapq.heappop(h))
n=float('nan'); t=(1,(n,2))
res=[]
for i in range(200):
    a=(i%3,(i%2,'a'),[1]); b=(1,(1,'b'),[1])
    res.append((a<b,a==b,a>=b,(1,(2,(i%2,)))<(1,(2,(1,))),t==t,(1,(n,2))==(1,(n,2)),((1,2),3)<((1,2.0),i%5),(1,())<(1,(1,))))
    try: (1,(2,'a'))<(1,(2,i))
    except TypeError as e: res.append(str(e))
print(len(out),hash(tuple(out))%1 if 0 else out[::97],res[:6],len(set(map(str,res))))
