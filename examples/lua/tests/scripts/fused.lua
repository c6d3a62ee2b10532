-- Instructions that follow each other and are one in plain execution: each part with what it does not expect, errors in either, and jumps between them.

local function report(name, f, ...)
  local ok, e = pcall(f, ...)
  print(name, ok, ok and e or (e:gsub("^.-:", "", 1)))
end

-- Each function is warm before it meets something else.
local function warm(f, ...)
  local last
  for _ = 1, 40 do last = f(...) end
  return last
end

-- Moves, and a call of something else than a function.
local function three(a, b, c) return tostring(a) .. tostring(b) .. tostring(c) end
local callable = setmetatable({}, {__call = function(_, a, b) return "called " .. tostring(a) .. tostring(b) end})
local function moves(f, a, b) local x = f(a, b) return x end
local function one(f, a) local x = f(a) return x end
local function sum(f, a) local x = f(a + 1) return x end
print(warm(moves, three, 1, 2), warm(one, tostring, 3), warm(sum, tostring, 4))
print(moves(callable, 5, 6), one(callable, 7), sum(callable, 8))
print(moves(math.max, 5, 6), one(type, nil), sum(math.type, 0.5))
report("moves", moves, 12, 1, 2)
report("one", one, nil, 1)
report("sum", sum, tostring, {})
report("sum of text", sum, tostring, "10")
report("call in sum", sum, nil, 1)

-- Fields of fields, and what is tested of them.
local function path(o) return o.a.b end
local function yes(o) if o.flag then return "yes" end return "no" end
local function no(o) if not o.flag then return "no" end return "yes" end
local plain = {a = {b = 1}, flag = true}
print(warm(path, plain), warm(yes, plain), warm(no, plain))
local class = {a = {b = "class"}, flag = 0}
local child = setmetatable({}, {__index = class})
local asked = setmetatable({}, {__index = function(_, k) return k == "a" and {b = "asked"} or nil end})
print(path(child), yes(child), no(child))
print(path(asked), yes(asked), no(asked))
print(path({a = asked}), path({a = "text"}), yes({flag = false}), no({}))
report("path", path, {})
report("path of nil", path, nil)
report("path of number", path, {a = 5})
report("yes", yes, 5)
for i = 1, 600 do
  local o = i % 2 == 0 and child or asked
  if path(o) ~= (i % 2 == 0 and "class" or nil) and i % 2 == 0 then print("wrong", i) end
end
print(path(plain), path(child))

-- Methods that are found, inherited, or asked for; and what is no function.
local point = {} point.__index = point
function point:x() return self.value end
local function method(o) return (o:x()) end
print(warm(method, setmetatable({value = 1}, point)))
print(method({x = function() return "own" end}), method(setmetatable({}, {__index = function() return function() return "asked" end end})))
local function upper(s) local t = s:upper() return t end
print(warm(upper, "a"), upper("b"))
report("method", method, {})
report("method of number", method, 5)
report("upper", upper, {})

-- Elements that are tested, elements of elements.
local function element(t, i) if t[i] then return "there" end return "absent" end
local function lacks(t, i) if not t[i] then return "absent" end return "there" end
local function matrix(m, i, j) return m[i][j] end
local m = {{1, 2}, {3, 4}}
print(warm(element, m, 1), warm(lacks, m, 1), warm(matrix, m, 2, 1))
print(element(m, 3), lacks(m, 3), element(m, "x"), lacks({x = false}, "x"), element(m, 1.0))
print(matrix({x = {y = "z"}}, "x", "y"), matrix({[1] = setmetatable({}, {__index = {"deep"}})}, 1, 1))
report("element", element, nil, 1)
report("matrix", matrix, m, 3, 1)
report("matrix of number", matrix, {1}, 1, 1)

-- What a closure holds: counters, tables, limits, itself.
local count, limit, list = 0, 10, {10, 20, 30}
local function tick() count = count + 1 return count end
local function below(i) if i < limit then return true end return false end
local function is_limit(i) if i == limit then return true end return false end
local function nth(i) return list[i] end
local function fact(n) if n < 2 then return 1 end return n * fact(n - 1) end
print(warm(tick), warm(below, 3), warm(is_limit, 10), warm(nth, 2), warm(fact, 5))
count = 0.5 print(tick()) count = math.maxinteger print(tick()) count = "7" print(tick())
limit = 3.5 print(below(3), is_limit(3), below(4.0))
limit = "x" print(is_limit("x"), is_limit(1)) report("below", below, 1)
list = {x = "y"} print(nth("x"), nth(1))
list = setmetatable({}, {__index = function(_, k) return k * 2 end}) print(nth(21))
count = {} report("tick", tick)
list = nil report("nth", nth, 1)
count = setmetatable({}, {__add = function(_, n) return n + 100 end}) print(tick())

-- Fields that are added to.
local function bump(o) o.n = o.n + 1 return o.n end
print(warm(bump, {n = 1}), bump({n = 1.5}), bump({n = "2"}), bump({n = math.maxinteger}))
local log = {}
print(bump(setmetatable({}, {__index = function() return 41 end, __newindex = function(t, k, v) log[#log + 1] = k .. v rawset(t, k, v) end})), log[1])
print(bump({n = setmetatable({}, {__add = function() return "added" end})}))
report("bump", bump, {})
report("bump of text", bump, {n = "x"})

-- Products that are summed, and numbers that are none.
local function dot(a, b, c, d) return a * b + c * d end
local function plus(s, a, b) return s + a * b end
print(warm(dot, 1.5, 2.0, 3.0, 4.5), warm(plus, 0.5, 2.0, 3.0))
print(dot(1, 2, 3, 4), dot(1.5, 2, 3, 4.5), dot(1, 2.0, 3, 4), plus(1, 2, 3), plus(0.5, 2, 3), plus(1, 2.0, 3))
print(dot(0.0, -1.0, -0.0, 1.0), dot(1e308, 10.0, 1.0, 1.0), plus(-0.0, 0.0, -1.0), dot("2", 3.0, 1.0, 1.0))
local vector = setmetatable({}, {__mul = function() return 10 end, __add = function() return "sum" end})
print(dot(vector, 1.0, 1.0, 1.0), dot(1.0, 1.0, vector, 1.0), plus(vector, 1.0, 2.0), plus(1.0, vector, 1.0))
report("dot", dot, {}, 1.0, 1.0, 1.0)
report("dot, second", dot, 1.0, 1.0, 1.0, {})
report("plus", plus, nil, 1.0, 1.0)

-- Ends of loops.
local function total(t) local s = 0 for i = 1, #t do s = s + t[i] end return s end
local function summed(t) local s = 0.0 for i = 1, #t do local x = t[i] s = s + x end return s end
local function filled(n, v) local t = {} for i = 1, n do t[i] = v end return #t, t[n] end
local function cleared(n) local t = {} for i = 1, n do t[i] = 0 end return #t, t[n] end
local function last(t) local x for i = 1, #t do x = t[i] end return x end
local function steps(n) local i = 0 while i < n do i = i + 2 end return i end
local function chain(o) local n = 0 while o do n = n + 1 o = o.next end return n end
print(warm(total, {1, 2, 3}), warm(summed, {1.5, 2.5}), warm(filled, 3, 9), warm(cleared, 4), warm(last, {1, 2}), warm(steps, 9), warm(chain, {next = {next = {}}}))
print(total({1, 2.5, 3}), total({"1", 2}), summed({1, 2.5}), filled(3, nil), filled(2, "x"), last({"a", {}, "c"}), steps(7.5), steps(1.0))
report("total", total, {1, {}, 3})
report("summed", summed, {1.5, true})
report("steps", steps, "x")
report("chain", chain, 5)

-- Traversals.
local function keys(f, t) local n = 0 for k, v in f(t) do n = n + 1 end return n end
print(warm(keys, pairs, {1, 2, a = 3}), keys(ipairs, {1, 2, nil, 4}), keys(function() local i = 0 return function() i = i + 1 if i < 5 then return i end end end))
report("keys", keys, function() return 5 end)
report("keys of failing", keys, function() return function() error("stop") end end)

-- A jump to the second of two.
local function either(a, x, y) local r if a then r = x else r = y end local s = r + 1 return s, r end
print(either(true, 1, 2), either(false, 1, 2), warm(either, true, 1, 2), either(false, 1.5, 2.5), either(nil, "1", "2"))
