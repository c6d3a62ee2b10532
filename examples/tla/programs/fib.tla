# Recursion that branches: function traces calling each other.
fn fib(n) { if n < 2 { return n } return fib(n - 1) + fib(n - 2) }
fn ack(m, n) {
    if m == 0 { return n + 1 }
    if n == 0 { return ack(m - 1, 1) }
    return ack(m - 1, ack(m, n - 1))
}
fn even(n) { if n == 0 { return 1 } return odd(n - 1) }
fn odd(n) { if n == 0 { return 0 } return even(n - 1) }
let i = 0
while i < 22 { print fib(i); i = i + 1 }
print ack(2, 30)
let k = 0
let s = 0
while k < 200 { s = s + even(k); k = k + 1 }
print s
