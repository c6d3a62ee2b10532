-- Varargs, select, multiple results and their adjustment, evaluation order.
local function count(...) return select("#", ...) end
local function pass(...) return ... end
print(count(), count(nil), count(nil, nil), count(1, nil, 3), count(pass()), count(pass(), pass()), count((pass())))
print(pass(1, 2), pass(1, 2), (pass(1, 2)))
print(select(1, "a", "b"), select(2, "a", "b"), select(-1, "a", "b"), select(3, "a", "b"), select("#"))
print(pcall(select, 0, 1))
print(pcall(select, -3, 1))
print(pcall(select, "x"))
print(select(2.0, 1, 2), select("2", 1, 2))
local function first(a, ...) return a, count(...) end
print(first(), first(1), first(1, 2, 3))
local function sum(...) local s = 0 for _, v in ipairs({ ... }) do s = s + v end return s end
print(sum(), sum(1), sum(1, 2, 3), sum(table.unpack({ 1, 2, 3, 4 })))
local function tail(n, ...) if n == 0 then return ... end return tail(n - 1, n, ...) end
print(tail(5), count(tail(100)))
local a, b, c = pass(1, 2)
print(a, b, c)
a, b, c = (pass(1, 2))
print(a, b, c)
a, b, c = 0, pass(1, 2, 3)
print(a, b, c)
a, b = 1
print(a, b)
a, b = 1, 2, 3
print(a, b)
a, b = b, a
print(a, b)
local t = { 1, 2 }
local i = 1
i, t[i] = i + 1, 20
print(i, t[1], t[2])
t = { 1, 2, 3 }
t[1], t[2], t[3] = t[3], t[1], t[2]
print(t[1], t[2], t[3])
local order = {}
local function mark(k, v) order[#order + 1] = k; return v end
local tt = {}
tt[mark("k1", 1)], tt[mark("k2", 2)] = mark("v1", "a"), mark("v2", "b")
print(table.concat(order, " "), tt[1], tt[2])
order = {}
local _ = mark("a", 1) + mark("b", 2) * mark("c", 3)
print(table.concat(order, " "))
order = {}
pass(mark("x", 1), mark("y", 2), { mark("z", 3), [mark("k", 1)] = mark("w", 4) })
print(table.concat(order, " "))
order = {}
print(mark("p", false) and mark("q", 1), mark("r", nil) or mark("s", 2), table.concat(order, " "))
print((function(...) local x, y = ... return x, y, ... end)(1))
print((function(...) return select("#", ...), (...) end)(nil, nil))
print(#{ pass(1, 2, 3) }, #{ pass(1, 2, 3), 10 }, table.pack(pass(nil, nil)).n)
print(string.format("%s %s", pass("a", "b", "c")))
print(pcall(pass, 1, 2, nil))
print(math.max(table.unpack({ 5, 9, 2 })))
local function many(n) local r = {} for k = 1, n do r[k] = k end return table.unpack(r) end
print(count(many(200)), select(200, many(200)), count(many(5000)))
local function opt(x, y) y = y or "default"; return x, y end
print(opt(1), opt(1, false), opt(1, 2, 3))
local s = 0
for k = 1, 200 do s = s + count(pass(many(k % 5))) + select("#", k, k) end
print(s)
print((...) == nil, select("#", ...))
local function rot(x, ...) local p = table.pack(...) p[p.n + 1] = x return table.unpack(p, 1, p.n + 1) end
print(rot(1, 2, 3), rot(1), rot(nil, nil))
print(load("return ...", "chunk")(7, 8))
print(load("function f() return ... end"))
