# Throw and catch: in a loop, across calls, from handlers, errors of the language itself.
fn risky(n) {
    if n % 3 == 0 { throw n }
    return n
}
fn outer(n) {
    try { return risky(n) + 1 } catch e { if e % 2 == 0 { throw e + 1000 } return 0 - e }
}
let i = 0
let s = 0
while i < 2000 {
    try { s = s + outer(i) } catch e { s = s + e * 2 }
    i = i + 1
}
print s
fn deep(n) { if n == 0 { throw 77 } return deep(n - 1) + 1 }
i = 0
s = 0
while i < 150 {
    try { s = s + deep(i % 40) } catch e { s = s + e }
    i = i + 1
}
print s
# What the language itself throws.
let v = list 4
i = 0
let ranges = 0
let types = 0
let zeros = 0
while i < 1000 {
    try { v[i % 6] = i } catch e { if e == 0 - 3 { ranges = ranges + 1 } }
    try { s = v + 1 } catch e { if e == 0 - 2 { types = types + 1 } }
    try { s = 10 / (i % 4) } catch e { if e == 0 - 2 { zeros = zeros + 1 } }
    i = i + 1
}
print ranges
print types
print zeros
# A value thrown is any value; handlers nest.
i = 0
s = 0
while i < 400 {
    try {
        try { throw list 3 } catch e { e[i % 4] = i; throw e }
    } catch e {
        try { s = s + e[i % 4] } catch f { s = s - f }
    }
    i = i + 1
}
print s
