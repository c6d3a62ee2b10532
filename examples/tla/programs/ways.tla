# A loop in which tests go the same way in all iterations, but another way each time that it is entered.
fn count(n, way) {
    let s = 0
    let i = 0
    while i < n {
        if 0 < way { s = s + 1 }
        if 1 < way { s = s + i }
        if 2 < way { s = s - 1 }
        i = i + 1
    }
    return s
}
let k = 0
let t = 0
while k < 2000 { t = t + count(40, k % 4); k = k + 1 }
print t
