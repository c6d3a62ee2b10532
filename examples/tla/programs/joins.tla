# An outer loop with many ways through it, most of which pass no inner loop: its paths must not be compiled one after the other.
let seed = 42
let i = 0
let s = 0
while i < 30000 {
    seed = (seed * 16807 + 12345) % 1048573
    let r = seed / 13
    if r % 2 == 0 { s = s + 1 } else { s = s + 3 }
    if r % 3 == 0 { s = s + r % 7 }
    if r % 5 < 2 {
        let j = 0
        let n = r % 4
        while j < n { s = s + j; j = j + 1 }
    }
    if r % 7 == 0 { s = s - 2 } else { if r % 11 == 0 { s = s - 5 } }
    if r % 13 < 4 {
        let j = 0
        let n = r % 3 + 1
        while j < n { s = s + j * j; j = j + 1 }
    }
    i = i + 1
}
print s
