# Loops alone: sums, branches that alternate, values that change their kind.
let i = 0
let s = 0
while i < 5000 { s = s + i * i % 7; i = i + 1 }
print s
i = 0
let a = 0
let b = 0
while i < 3000 {
    if i % 3 == 0 { a = a + i } else { if i % 5 == 0 { b = b - i } else { a = a * 3 % 1000003 } }
    i = i + 1
}
print a
print b
# A register that is now an integer, now nil, now a list.
i = 0
let x = 0
let n = 0
while i < 900 {
    if i % 300 == 0 { x = nil }
    if i % 300 == 100 { x = list 3 }
    if i % 300 == 200 { x = 7 }
    try { n = n + x } catch e { n = n - e }
    i = i + 1
}
print n
# Numbers wrap.
i = 0
let w = 1
while i < 500 { w = w * 6364136 + 1442695; i = i + 1 }
print w
# Division and remainder round down.
i = 0 - 300
s = 0
while i < 300 {
    let d = i / 7
    let m = i % 7
    if d * 7 + m == i { s = s + m }
    i = i + 1
}
print s
