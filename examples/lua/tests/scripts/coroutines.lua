-- Coroutines: values both ways, status, wrap, errors, yields across pcall, metamethods and iterators, close.
local co = coroutine.create(function(a, b)
  print("start", a, b)
  local c = coroutine.yield(a + b)
  print("got", c)
  local d, e = coroutine.yield(c * 2)
  print("got", d, e)
  return "end", d + e
end)
print(coroutine.status(co), coroutine.resume(co, 1, 2))
print(coroutine.status(co), coroutine.resume(co, 10))
print(coroutine.resume(co, 3, 4))
print(coroutine.status(co), coroutine.resume(co))
print(coroutine.resume(co, 1))
local w = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end return "done" end)
print(w(), w(), w(), w())
print(pcall(w))
print(coroutine.isyieldable(), select(2, coroutine.running()), type(coroutine.running()))
print(coroutine.wrap(function() return coroutine.isyieldable(), select(2, coroutine.running()) end)())
co = coroutine.create(function() error("oops") end)
print(coroutine.resume(co))
print(coroutine.status(co))
co = coroutine.create(function() error({ code = 5 }) end)
local ok, e = coroutine.resume(co)
print(ok, type(e), e.code)
co = coroutine.create(function()
  local ok, v = pcall(function() local x = coroutine.yield("in pcall"); error("after " .. x, 0) end)
  coroutine.yield(tostring(ok) .. " " .. v)
  local ok2, v2 = xpcall(function() return coroutine.yield("in xpcall") end, function(m) return "handled " .. m end)
  return ok2, v2
end)
print(coroutine.resume(co)); print(coroutine.resume(co, "A")); print(coroutine.resume(co)); print(coroutine.resume(co, "B"))
-- resume of itself, of the running, of a normal one
co = coroutine.create(function() return coroutine.resume(co) end)
print(coroutine.resume(co))
local outer
outer = coroutine.create(function()
  local inner = coroutine.create(function() return coroutine.status(outer), coroutine.resume(outer) end)
  return coroutine.resume(inner)
end)
print(coroutine.resume(outer))
print(pcall(coroutine.yield, 1))
print(pcall(coroutine.resume, 5))
print(pcall(coroutine.create, 5))
print(pcall(coroutine.wrap))
print(pcall(coroutine.status, nil))
-- yield through metamethods, iterators and sort comparators
local mt = { __add = function(a, b) return coroutine.yield("add") end, __index = function(_, k) return coroutine.yield("index " .. k) end,
  __eq = function() return coroutine.yield("eq") end, __lt = function() return coroutine.yield("lt") end, __concat = function() return coroutine.yield("concat") end,
  __call = function(_, x) return coroutine.yield("call " .. x) end, __newindex = function(_, k, v) coroutine.yield("newindex " .. k) end, __len = function() return coroutine.yield("len") end }
co = coroutine.wrap(function()
  local o, p = setmetatable({}, mt), setmetatable({}, mt)
  local r = { o + 1, o.foo, o == p, o < p, o .. "x", o(5), #o }
  o.bar = 1
  for k in function(_, c) return coroutine.yield("iter") end do r[#r + 1] = k end
  return table.concat({ tostring(r[1]), tostring(r[2]), tostring(r[3]), tostring(r[4]), tostring(r[5]), tostring(r[6]), tostring(r[7]), tostring(r[8]) }, "|")
end)
print(co(), co(1), co(2), co(3), co(nil), co(5), co(6), co(7))
print(co(8), co("k"), co(nil))
co = coroutine.create(function() table.sort({ 3, 2, 1 }, function(a, b) coroutine.yield() end) end)
print(coroutine.resume(co))
-- generators
local function range(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i) end end) end
local s = 0
for v in range(1000) do s = s + v end
print(s)
local function permgen(a, n)
  if n <= 1 then coroutine.yield(a) else
    for i = 1, n do a[n], a[i] = a[i], a[n]; permgen(a, n - 1); a[n], a[i] = a[i], a[n] end
  end
end
local lines = {}
for p in coroutine.wrap(function() permgen({ 1, 2, 3 }, 3) end) do lines[#lines + 1] = table.concat(p) end
print(table.concat(lines, " "))
-- close
co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function(_, e) print("closed", e) end }); coroutine.yield(1) end)
coroutine.resume(co)
print(coroutine.close(co), coroutine.status(co))
print(coroutine.close(coroutine.create(print)))
co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() error("in close", 0) end }); coroutine.yield(1) end)
coroutine.resume(co)
print(coroutine.close(co))
co = coroutine.create(function() error("dead", 0) end)
coroutine.resume(co)
print(coroutine.close(co), coroutine.close(co))
print(pcall(coroutine.close, coroutine.running()))
-- many and deep
local list = {}
for i = 1, 500 do list[i] = coroutine.wrap(function() local k = i while true do k = k + coroutine.yield(k) end end) end
s = 0
for r = 1, 3 do for i = 1, 500 do s = s + list[i](r) end end
print(s)
local function nest(n) if n == 0 then return 0 end return 1 + coroutine.wrap(nest)(n - 1) end
print(nest(100))
print(coroutine.wrap(function() local function d(n) if n == 0 then return coroutine.yield("deep") end return 1 + d(n - 1) end return d(10000) end)())
print(select("#", coroutine.resume(coroutine.create(function() coroutine.yield() end))), coroutine.resume(coroutine.create(function(...) return select("#", ...), ... end), nil, nil))
print(pcall(coroutine.wrap(function() error("wrapped") end)))
co = coroutine.wrap(function() return pcall(pcall, error, "x") end)
print(co())
print(coroutine.resume(coroutine.create(function() return coroutine.yield(coroutine.yield(1)) end)))
local function producer() return coroutine.create(function() for i = 1, 3 do coroutine.yield("item" .. i) end end) end
local p = producer()
while true do local _, v = coroutine.resume(p); if not v then break end io.write(v, " ") end
print(coroutine.status(p))
-- A step called last leaves its caller in place, whose position an error gets.
local function last(f, ...) return coroutine.wrap(f)(...) end
for i = 1, 30 do
  local ok, e = pcall(last, function() error("called last") end)
  local ok2, e2 = pcall(last, function(x) return x .. {} end, i)
  if i > 28 then print(ok, e, ok2, e2, last(select, 2, 1, i)) end
end
-- While a coroutine is closed it cannot yield, and says so.
for i = 1, 10 do
  local co = coroutine.create(function()
    local v <close> = setmetatable({}, {__close = function() local y = coroutine.isyieldable() if i > 9 then print("closing", y) end end})
    coroutine.yield(coroutine.isyieldable())
  end)
  local ok, y = coroutine.resume(co)
  local closed = coroutine.close(co)
  if i > 9 then print(ok, y, closed) end
end
