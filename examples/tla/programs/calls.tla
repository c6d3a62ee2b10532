# Calls in loops: inlined ones, ones with loops inside, results that change kind, many arguments.
fn add(a, b) { return a + b }
fn pick(i, a, b, c, d, e, f, g, h) {
    let k = i % 8
    if k == 0 { return a } if k == 1 { return b } if k == 2 { return c } if k == 3 { return d }
    if k == 4 { return e } if k == 5 { return f } if k == 6 { return g } return h
}
fn power(x, n) {
    let r = 1
    while 0 < n { if n % 2 == 1 { r = r * x % 10007 } x = x * x % 10007; n = n / 2 }
    return r
}
fn maybe(n) { if n % 10 == 9 { return nil } if n % 10 == 4 { return list 2 } return n }
fn apply(n) { return add(add(n, 1), add(n, 2)) }
let i = 0
let s = 0
while i < 3000 { s = s + apply(i) - add(i, s % 5); i = i + 1 }
print s
i = 0
s = 0
while i < 2000 { s = s + pick(i, 1, i, 3, i * 2, 5, 0 - i, 7, 8) * (i % 3); i = i + 1 }
print s
i = 0
s = 0
while i < 300 { s = s + power(i, i + 3); i = i + 1 }
print s
i = 0
let bad = 0
while i < 1000 { try { s = s + maybe(i) } catch e { bad = bad + 1 } i = i + 1 }
print s
print bad
