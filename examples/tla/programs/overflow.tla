# Recursion without end is an error that can be caught, again and again, and everything works afterwards.
fn forever(n) { return forever(n + 1) + 1 }
fn guarded(n) { try { return forever(n) } catch e { return e } }
fn count(n, l) { l[0] = n; return count(n + 1, l) + 1 }
print guarded(0)
print guarded(5)
let l = list 1
let first = 0 - 1
let same = 0
let i = 0
while i < 4 {
    try { count(0, l) } catch e { print e }
    if first < 0 { first = l[0] }
    if l[0] == first { same = same + 1 }
    i = i + 1
}
print same
fn fib(n) { if n < 2 { return n } return fib(n - 1) + fib(n - 2) }
print fib(15)
