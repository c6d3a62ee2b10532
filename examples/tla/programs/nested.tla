# Nested loops: inner loops hot before outer ones, inner bounds that vary, loops inside called functions.
fn triangle(n) {
    let i = 0
    let s = 0
    while i < n {
        let j = 0
        while j < i { s = s + j; j = j + 1 }
        i = i + 1
    }
    return s
}
fn collatz(n) {
    let steps = 0
    while 1 < n {
        if n % 2 == 0 { n = n / 2 } else { n = n * 3 + 1 }
        steps = steps + 1
    }
    return steps
}
print triangle(150)
let i = 1
let best = 0
while i < 400 {
    let c = collatz(i)
    if best < c { best = c; print i * 1000 + c }
    i = i + 1
}
let a = 0
let cells = 0
while a < 12 {
    let b = 0
    while b < 12 {
        let c = 0
        while c < 12 {
            if (a + b + c) % 4 == 1 { cells = cells + a * b - c }
            c = c + 1
        }
        b = b + 1
    }
    a = a + 1
}
print cells
