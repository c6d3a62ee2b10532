-- Tables: constructors, holes, length, next, deletion during traversal, many key types.
local t = { 10, 20, 30, nil, x = 1, ["y z"] = 2, [100] = 3, [-1] = 4, [1.5] = 5, [true] = 6 }
print(t[1], t[2], t[3], t[4], t.x, t["y z"], t[100], t[-1], t[1.5], t[true], t[false], t.none)
print(#{}, #{ 1 }, #{ 1, 2, 3 }, #{ n = 1 }, #{ nil, nil, 3 } >= 0, select("#", table.unpack({ 1, nil, 3 }, 1, 3)))
local function f() return 1, 2, 3 end
print(#{ f() }, #{ f(), f() }, #{ (f()) }, #{ f(), nil }, #{ 0, f() })
local a = {}
for i = 1, 100 do a[i] = i end
for i = 100, 51, -1 do a[i] = nil end
print(#a, a[50], a[51])
for i = 1, 10 do a[#a + 1] = "n" .. i end
print(#a, a[60])
local r = {}
for i = 10, 1, -1 do r[i] = i end
print(#r)
local h = {}
for i = 1, 1000 do h["k" .. i] = i end
local sum, count = 0, 0
for k, v in pairs(h) do sum, count = sum + v, count + 1; assert(k == "k" .. v) end
print(sum, count)
for k in pairs(h) do if h[k] % 2 == 0 then h[k] = nil end end
count = 0
for _ in pairs(h) do count = count + 1 end
print(count, h.k1, h.k2)
for k in pairs(h) do h[k] = nil end
print(next(h), next({}), next({ 5 }), next({ a = 1 }))
print(pcall(next, {}, "nokey"))
print(pcall(next))
print(rawlen({ 1, 2 }), rawlen("abc"), rawequal("a", "a"), rawequal({}, {}), rawget({ 7 }, 1), rawset({}, 1, 2)[1])
local keys = {}
for k, v in pairs({ 1, 2, 3, a = 4, b = 5, [2.5] = 6 }) do keys[#keys + 1] = tostring(k) .. "=" .. v end
table.sort(keys)
print(table.concat(keys, " "))
for i, v in ipairs({ 1, 2, nil, 4 }) do io.write(i, "=", v, " ") end print()
local order = {}
for k in pairs({ 5, 6, 7 }) do order[#order + 1] = k end
print(table.concat(order, ","))
local f1, f2 = function() end, function() end
local m = { [f1] = "f1", [f2] = "f2", [print] = "print", [t] = "t" }
print(m[f1], m[f2], m[print], m[t], m[{}])
t = { { { { 1 } } } }
print(t[1][1][1][1])
local nested = {}
local cur = nested
for i = 1, 1000 do cur.next = { depth = i }; cur = cur.next end
cur = nested
local d = 0
while cur.next do cur = cur.next; d = d + 1 end
print(d, cur.depth)
local mixed = { 1, 2.5, "three", true, {}, print }
print(#mixed, type(mixed[5]), type(mixed[6]))
for i = 1, 3 do mixed[i] = mixed[i] .. "" end
print(mixed[1], mixed[2], mixed[3])
local sparse = { [1] = 1, [2] = 2, [4] = 4, [1000000] = 5 }
local n = 0
for _ in pairs(sparse) do n = n + 1 end
print(n, sparse[3], sparse[1000000])
sparse[3] = 3
for i = 5, 20 do sparse[i] = i end
print(sparse[20], #sparse == 20 or #sparse == 1000000)
local neg = {}
for i = -5, 5 do neg[i] = i * i end
print(#neg, neg[-5], neg[0])
t = {}
t[math.maxinteger] = "max"; t[math.mininteger] = "min"; t[2 ^ 63] = "big"
print(t[math.maxinteger], t[math.mininteger], t[2 ^ 63], #t)
-- integer keys given as floats, numeric strings stay strings
t = {}
for i = 1.0, 5.0 do t[i] = i end
t["1"] = "string"
print(#t, t[1], t["1"], math.type(next(t)))
-- array of one type changing to another
local ints = { 1, 2, 3 }
ints[2] = 2.5
ints[3] = "s"
ints[4] = false
print(ints[1], ints[2], ints[3], ints[4], #ints)
ints[2] = nil
print(ints[1], ints[2], ints[3])
-- assignment to existing fields while traversing
t = { a = 1, b = 2, c = 3 }
for k, v in pairs(t) do t[k] = v * 10 end
print(t.a, t.b, t.c)
print(#"", #{ [1] = 1, [2] = 2 }, { 1, 2 } == { 1, 2 })
-- stack and queue
local q, first, last = {}, 1, 0
for i = 1, 1000 do last = last + 1; q[last] = i; if i % 3 == 0 then q[first] = nil; first = first + 1 end end
print(first, last, q[first], q[last], q[first - 1])
-- multiple trailing values
local function none() end
print(#{ none() }, #{ none(), 1 }, #{ ... }, (none()))
