//! Whole functions: what programs compute, what particular code looks like, limits, lines and names.

mod machine;
mod shape;

use super::compile_chunk;

/// Programs with the output of `lua5.4`.
const PROGRAMS: &[(&str, &str, &str)] = &[
    (
        "arithmetic",
        r##"local a, b = 7, 2.5
print(a + b, a - b, a * b, a / 2, a // 2, a % 4, -a, a ^ 2, 2 ^ -1, 1 - a, 3 * a, 100000 + a, a - 100000)
print(a & 3, a | 8, a ~ 1, ~a, a << 2, a >> 1, 1 << a, 255 & a, 3.0 | 0)
local x = (a + 1) * (a - 1) + a * a - (a + (a + (a + 1)))
x = x + x * x; x = x - (x - 1) * 2
print(x, 1 + 2 * 3, "a" .. 1 .. 2.0 .. "b", #"abc" + 1, 7 // 2 * 2 + 7 % 2)
local s = "x" s = s .. s .. (s .. s) print(s, s .. 1 == "xxxx1")"##,
        r##"9.5 4.5 17.5 3.5 3 3 -7 49.0 0.5 -6 21 100007 -99993
3 15 6 -8 28 3 128 7 3
-5698 7 a12.0b 4 7
xxxx true
"##,
    ),
    (
        "logic",
        r##"local function t(...) local r = "" for i = 1, count(...) do r = r .. (rest(0, ...) and 1 or 0) end return r end
local n, f, y = nil, false, true
local a, b, c = 1, 2, 3
print(a and b, n and b, n or b, f or n, a or b, not a, not n, not not a)
print(a < b, a <= b, a > b, a >= b, a == b, a ~= b, 1 < a, 1 >= a, 2 > a, 3 == c, nil == n, n ~= nil, "x" == a, 1.5 < a, 1.5 > a)
print(a < b and c or n, a > b and c or 9, (a > b or n) and 1, a and b and c, n or f or c, (a and n) or (b and c), a == 1 and n == nil)
print(not (a < b), not (a and n), a < b == true, (a < b) == (b < c), a and (b or c), n and (b or c), (n or b) and c, not a == nil)
local x = 5; x = x and x + 1; print(x) x = n and x or x * 2; print(x) x = x > 3 and x; print(x) x = not x; print(x)
x = x or {}; x[1] = x; print(x[1] == x, a == b or x)
x = a x = x == 2 and 3 or x < 5 and x + 10 or x print(x)
if n then print(1) elseif f then print(2) elseif a == 1 and b == 2 then print(3) else print(4) end
if not (a == 1 and (b == 3 or c == 3)) then print("no") else print("yes") end
if a == 1 or b == 7 and c then print("or") end
local z = false or n or (a and f) print(z, z == false)
print(true and a, false or b, nil and a, 1 and 2, nil or false)
local w <const> = 5 print(w + a, w, w == 5, -w)
while true do if a > 3 then break end a = a + 1 end print(a)
print(1 and n, a and a == 4, n and n == 1, f == n, (a == 4) and "s" or "t")"##,
        r##"2 nil 2 nil 1 false true true
true true false false false true false true true true true false false false true
3 9 nil 3 3 3 true
false true true true 2 nil 3 false
6
12
12
false
true table
11
3
yes
or
false true
1 2 nil 2 false
6 5 true -5
4
nil true nil false s
"##,
    ),
    (
        "loops",
        r##"local s = 0
for i = 1, 10 do s = s + i end print(s)
for i = 10, 1, -3 do s = s * 2 + i end print(s)
for i = 1, 0 do print("never") end
for i = 1.0, 2.0, 0.5 do print(i) end
for i = 1, 3 do local j = i; i = i * 2; print(i, j) end
local i = 0 while i < 5 do i = i + 1 if i == 2 then goto continue end if i == 4 then break end print(i) ::continue:: end
repeat local k = i i = i - 1 until k <= 2 print(i)
local function iter(n, i) i = i + 1 if i <= n then return i, i * i end end
for a, b in iter, 3, 0 do print(a, b) end
for a in iter, 3, 0 do if a == 2 then break end print(a) end
do local x = 1 ::top:: x = x * 3 if x < 50 then goto top end print(x) end
for a = 1, 3 do for b = 1, 3 do if b == 2 then goto next end if a == 2 then goto out end print(a, b) ::next:: end end ::out::
print("end")
local function find(t, v) for i = 1, #t do if t[i] == v then return i end end return nil end
print(find({4, 5, 6}, 5), find({}, 1))
while i > -3 do i = i - 1 if i == -2 then do break end end end print(i)
repeat if i > 0 then break end i = i + 1 until false print(i)"##,
        r##"55
997
1.0
1.5
2.0
2 1
4 2
6 3
1
3
1
1 1
2 4
3 9
1
81
1 1
1 3
end
2 nil
-2
1
"##,
    ),
    (
        "closures",
        r##"local fs = {}
for i = 1, 3 do fs[i] = function() i = i + 10 return i end end
print(fs[1](), fs[1](), fs[2](), fs[3]())
local gs = {}
for i = 1, 3 do gs[i] = function() return i end end print(gs[1](), gs[2](), gs[3]())
local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end print(fact(10))
local function counter() local n = 0 return function() n = n + 1 return n end, function() return n end end
local inc, get = counter() inc() inc() print(get())
local a = 1 local function f() local function g() local function h() a = a + 1 return a end return h end return g end
print(f()()(), a)
local odd local function even(n) if n == 0 then return true end return odd(n - 1) end
function odd(n) if n == 0 then return false end return even(n - 1) end print(even(10), odd(7), even(7))
local function rec(n) local function up() return rec end if n == 0 then return up() == rec end return rec(n - 1) end print(rec(3))
local x = 1 local hold = function() return x end x = 2 print(hold())
do local k = 0 local list = {} ::again:: local y = k list[#list + 1] = function() y = y + 1 return y end k = k + 1 if k < 3 then goto again end print(list[1](), list[1](), list[2](), list[3]()) end
local function par(p, q) local function set(v) p = v end set(q) return p end print(par(1, 2))
local n = 0 while n < 2 do n = n + 1 local m = n fs[n] = function() m = m + 1 return m + n end end print(fs[1](), fs[2](), fs[1]())
local function ff() return ff end print(ff() == ff)
local re = 1 local function self() return re end re = self print(re() == self)
local function again() return again end local old = again again = nil print(old())"##,
        r##"11 21 12 13
1 2 3
3628800
2
2 2
true true false
true
2
1 2 2 3
2
4 5 5
true
true
nil
"##,
    ),
    (
        "calls",
        r##"local function v(...) return ... end
local function three() return 1, 2, 3 end
print(v()) print((v(1, 2))) print(v(1, nil, nil)) print(count(v(nil, nil)), count(three(), three()), count((three())))
local a, b, c, d = three() print(a, b, c, d)
local a, b = (three()) print(a, b)
local t = {three(), three()} print(#t, t[4]) t = {three(), (three())} print(#t) t = {[1] = 9, three()} print(t[1], t[3])
local x, y, z = 0, three() print(x, y, z)
x, y = y, x print(x, y) x, y, z = three() print(x, y, z) x, y, z = 9 print(x, y, z)
local function va(a, ...) local b, c = ... local t = {...} return #t, b, c, count(...), ... end print(va(1, 2, 3, 4)) print(va())
local o = {n = 5, sub = {}} function o:get(k) return self.n + k end function o.sub.f(q) return q end function o.sub:g() return self == o.sub end
print(o:get(2), o.sub.f(3), o.sub:g(), #("x"))
local function tail(n, acc) if n == 0 then return acc end return tail(n - 1, acc + n) end print(tail(100, 0))
local i, u = 1, {} i, u[i] = i + 1, 20 print(i, u[1], u[2])
local p = {q = {}} p.q.r, p = 5, {q = {r = 6}} print(p.q.r)
local function swap(a, b) return b, a end print(swap(swap(1, 2))) print((swap(1, 2)))
g1, g2 = 10, three() print(g1, g2) g1 = g1 + 1 print(g1)
print(({f = 1}).f, (three()), #{three()}, #{n = 1, 2, nil})"##,
        r##"
1
1 nil nil
2 4 1
1 2 3 nil
1 nil
4 3
2
1 3
0 1 2
1 0
1 2 3
9 nil nil
3 2 3 3 2 3 4
0 nil nil 0
7 3 true 1
5050
2 20 nil
6
1 2
2
10 1
11
1 1 3 1
"##,
    ),
    (
        "env",
        r##"x = 1 local function f() return x end
do local _ENV = {print = print, x = 2} print(x, f()) y = 3 local function g() y = y + 1 return y end print(g(), y) end
print(y, x)
local function sandbox(_ENV) z = 5 return z end local e = {} print(sandbox(e), e.z, z)
local _ENV = {print = print} k = 7 print(k, x) local function h() _ENV = {k = 8} return k end print(h()) "##,
        r##"2 1
4 4
nil 1
5 5 nil
7 nil
8
"##,
    ),
    (
        "close",
        r##"local function c(n) return closer(function() print("close", n) end) end
do local a <close> = c("a") local b <close> = c("b") print("body") end
local function f() local a <close> = c("f") return 1, 2 end print(f())
local function g(...) local a <close> = c("g") return ... end print(g(1, 2, 3))
for i = 1, 2 do local a <close> = c(i) if i == 2 then break end print("i", i) end
local function it(n, i) if i < n then return i + 1 end end
for i in it, 2, 0, c("loop") do print(i) end
for i in it, 5, 0, c("broken") do if i == 2 then break end end
local function r() for i in it, 5, 0, c("returned") do if i == 2 then return i end end end print(r())
local n = 0 repeat local a <close> = c("rep") n = n + 1 until n == 2
do local n = 0 ::top:: local a <close> = c("goto") n = n + 1 if n < 3 then goto top end end
do local x <close> = nil local y <close> = false print("nothing") end
while true do local a <close> = c("while") do local b <close> = c("inner") break end end print("done")"##,
        r##"body
close b
close a
close f
1 2
close g
1 2 3
i 1
close 1
close 2
1
2
close loop
close broken
close returned
2
close rep
close rep
close goto
close goto
close goto
nothing
close inner
close while
done
"##,
    ),
    (
        "tables",
        r##"local big = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120} print(#big, big[50], big[51], big[120])
local t = {1, 2, x = 3, [10] = 4, ["y z"] = 5, {6, 7}, [2.5] = 8, [true] = 9; 10}
print(t[1], t[2], t.x, t[10], t["y z"], t[3][2], t[2.5], t[true], t[4], t.none)
t.x = t.x + 1 t[1], t[2] = t[2], t[1] t[#t + 1] = "e" print(t.x, t[1], t[2], t[5]) t[70000] = nil t[-1] = "m" print(t[-1], t[70000])
local k = "key" t[k] = k t[k .. 1] = true print(t.key, t.key1) t.a = {b = {c = {}}} t.a.b.c.d = function(s) return s end print(t.a.b.c.d("deep"), t.a.b.c:d() == t.a.b.c)
t.f = function(...) return t, ... end print(t.f(1).f(2) == t, (t.f"s"), t.f{1} == t) local q = {t.f(1, 2)} print(#q, q[3])"##,
        r##"120 50 51 120
1 2 3 4 5 7 8 9 10 nil
4 2 1 e
m nil
key true
deep true
true table true
3 2
"##,
    ),
];

/// Runs with every dead register poisoned, so liveness is tested too.
#[test]
fn programs_compute_what_the_reference_computes() {
    for (name, source, want) in PROGRAMS {
        let proto = compile_chunk(source.as_bytes(), "=p").unwrap_or_else(|e| panic!("{name}: {e}"));
        let (got, _) = machine::run(proto);
        assert_eq!(got, *want, "{name}");
    }
}
