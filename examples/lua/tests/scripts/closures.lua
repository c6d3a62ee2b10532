-- Closures, upvalues shared and per iteration, recursion through locals.
local function counter()
  local n = 0
  return function() n = n + 1; return n end, function() return n end, function(v) n = v end
end
local inc, get, set = counter()
inc(); inc()
print(get()); set(10); print(inc(), get())
local inc2 = counter()
print(inc2(), inc())
local fs = {}
for i = 1, 3 do fs[i] = function() i = i + 10; return i end end
print(fs[1](), fs[1](), fs[2](), fs[3]())
fs = {}
for k, v in pairs({ a = 1 }) do fs[1] = function() return k, v end end
print(fs[1]())
fs = {}
local j = 0
while j < 3 do j = j + 1; local c = j; fs[j] = function() c = c + 1; return c end end
print(fs[1](), fs[1](), fs[2](), fs[3]())
fs = {}
local n = 0
repeat n = n + 1; local k = n; fs[n] = function() return k end until k >= 3
print(fs[1](), fs[2](), fs[3]())
do
  local i = 1
  ::top::
  local x = i
  fs[i] = function() x = x + 1; return x end
  i = i + 1
  if i <= 3 then goto top end
end
print(fs[1](), fs[1](), fs[2](), fs[3]())
local function shared()
  local v = 0
  local t = {}
  for i = 1, 3 do t[i] = function() v = v + i; return v end end
  return t
end
local sh = shared()
print(sh[1](), sh[2](), sh[3](), sh[1]())
local function fact(k) if k <= 1 then return 1 end return k * fact(k - 1) end
print(fact(20), fact(21))
local even, odd
function even(k) if k == 0 then return true end return odd(k - 1) end
function odd(k) if k == 0 then return false end return even(k - 1) end
print(even(1000), odd(1000))
local function curry(f, ...) local a = { ... } return function(...) local b = { table.unpack(a) } for _, v in ipairs({ ... }) do b[#b + 1] = v end return f(table.unpack(b)) end end
print(curry(function(...) return select("#", ...), ... end, 1, 2)(3, 4))
local function deep(a) return function(b) return function(c) a = a + 1; b = b + 1; return a + b + c end end end
local d = deep(1)(10)
print(d(100), d(100), deep(1)(10)(100))
local x = "outer"
do local x = x .. " inner"; print(x) end
print(x)
local x = x .. " again"
print(x)
local function params(a, b) local f = function() a = a + 1; return a, b end b = b * 2 return f end
local p = params(1, 2)
print(p()); print(p())
-- upvalues written by the enclosing function after capture, in a hot loop
local total = 0
local function add(k) total = total + k end
for i = 1, 300 do add(i); if i % 100 == 0 then total = total * 2 end end
print(total)
-- many upvalues
local u1, u2, u3, u4, u5 = 1, 2, 3, 4, 5
local function all() u1, u2, u3, u4, u5 = u5, u1, u2, u3, u4; return u1 * 10000 + u2 * 1000 + u3 * 100 + u4 * 10 + u5 end
print(all(), all(), all())
-- const locals
local K <const> = 42
print((function() return K + 1 end)())
print(load("local k <const> = 1; k = 2"))
print(load("local k <nope> = 1"))
-- vararg captured through a table only
local function va(...) local t = table.pack(...) return function() return table.unpack(t, 1, t.n) end end
print(va(1, nil, 3)())
-- closures compare by identity, recreated each time
local function mk() return function() end end
print(mk() == mk(), inc == inc)
local gen = {}
for i = 1, 100 do local y = i; gen[i] = function(z) y = y + z; return y end end
local acc = 0
for r = 1, 5 do for i = 1, 100 do acc = acc + gen[i](r) end end
print(acc)
