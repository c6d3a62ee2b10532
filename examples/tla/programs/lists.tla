# Lists: a sieve, a matrix of lists, sorting in place, lists that do not leave the loop.
fn sieve(n) {
    let marks = list(n)
    let i = 0
    while i < n { marks[i] = 1; i = i + 1 }
    let count = 0
    i = 2
    while i < n {
        if marks[i] == 1 {
            count = count + 1
            let j = i * i
            while j < n { marks[j] = 0; j = j + i }
        }
        i = i + 1
    }
    return count
}
print sieve(3000)
fn product(a, b, n) {
    let c = list(n)
    let i = 0
    while i < n {
        let row = list(n)
        let j = 0
        while j < n {
            let s = 0
            let k = 0
            while k < n { let x = a[i]; let y = b[k]; s = s + x[k] * y[j]; k = k + 1 }
            row[j] = s % 10007
            j = j + 1
        }
        c[i] = row
        i = i + 1
    }
    return c
}
fn matrix(n, seed) {
    let m = list(n)
    let i = 0
    while i < n {
        let row = list(n)
        let j = 0
        while j < n { seed = (seed * 137 + 29) % 1009; row[j] = seed; j = j + 1 }
        m[i] = row
        i = i + 1
    }
    return m
}
let m = product(matrix(10, 1), matrix(10, 2), 10)
let row = m[9]
print row[0] * 100000 + row[9]
# Selection sort.
let n = 60
let v = list(n)
let i = 0
let seed = 11
while i < n { seed = (seed * 75 + 74) % 65537; v[i] = seed; i = i + 1 }
i = 0
while i < n {
    let least = i
    let j = i + 1
    while j < n { if v[j] < v[least] { least = j } j = j + 1 }
    let t = v[i]
    v[i] = v[least]
    v[least] = t
    i = i + 1
}
i = 0
while i < n { print v[i]; i = i + 20 }
# Pairs made and taken apart in the same iteration, and one kept from time to time.
i = 0
let kept = nil
let sum = 0
while i < 2000 {
    let pair = list 2
    pair[0] = i
    pair[1] = pair
    let again = pair[1]
    sum = sum + again[0]
    if i % 500 == 499 { kept = again }
    i = i + 1
}
print sum
print kept[0]
