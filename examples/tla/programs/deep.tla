# Recursion 150000 deep: most of it happens after the function was compiled, so native frames wait below it.
fn sum(n) { if n == 0 { return 0 } return n + sum(n - 1) }
fn down(n, l) { if n == 0 { return l[0] } l[0] = l[0] + 1; return down(n - 1, l) }
print sum(100)
let i = 0
while i < 300 { sum(i); i = i + 1 }
print sum(150000)
let l = list 1
l[0] = 0
print down(150000, l)
