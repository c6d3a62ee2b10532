-- Every way out of a block with variables to be closed: what comes out is what was there before the handlers ran, in the reference's order.

local log = {}
local function note(...) log[#log + 1] = table.concat({ ... }, "") end
local function closer(name, act)
  return setmetatable({ name = name }, { __close = function(self, e)
    if type(e) == "table" then e = e.name end
    note("<", self.name, e and "!" .. tostring(e) or "", ">")
    if act then act(self, e) end
  end })
end
local function show(...)
  local t = table.pack(...)
  for k = 1, t.n do t[k] = type(t[k]) == "table" and t[k].name or tostring(t[k]) end
  print(table.concat(t, " "), table.concat(log))
  log = {}
end

-- The variable itself, which was returned as nil, alone and with others, directly and through calls.
local function one() local x <close> = closer("x") return x end
local function two() local x <close> = closer("x") local y <close> = closer("y") return y, x end
local function mixed(...) local x <close> = closer("x") return 1, x, ... end
local function called(f, ...) local x <close> = closer("x") return f(...) end
local function varargs(...) local x <close> = closer("x") return ... end
local function cut(f) local x <close> = closer("x") return (f()) end
local function nested() local x <close> = closer("x") do local y <close> = closer("y") return x, y end end
local function captured() local x <close> = closer("x") local f = function() return x end return f, f() end
local function many(n, ...) if n == 0 then local x <close> = closer("m") return x, ... end return many(n - 1, n, ...) end
local function recursive(n) local x <close> = closer("r" .. n) if n == 0 then return x end return x, recursive(n - 1) end
for k = 1, 70 do
  log = {}
  one() two() mixed(1) called(one) varargs(1, 2) cut(one) nested() captured() many(3) recursive(4)
end
log = {}
show(one())
show(two())
show(mixed())
show(mixed(1, 2, 3))
show(called(one))
show(called(two))
show(called(varargs, 1, nil, 3))
show(varargs())
show(varargs(nil, nil))
show(cut(two))
show(nested())
show(select("#", captured()))
show(many(10))
show(select("#", many(200)))
show(recursive(5))
show((recursive(2)))
show(pcall(one))
show(pcall(called, two))
show(select(2, xpcall(nested, print)))

-- Leaving loops: break, goto out, goto on, return; numeric, generic, while and repeat.
local function leave(how)
  local got
  for i = 1, 3 do
    local x <close> = closer("x" .. i)
    got = x
    if how == "break" and i == 2 then break end
    if how == "goto" and i == 2 then goto out end
    if how == "return" and i == 2 then return x, got, i end
    if how == "error" and i == 2 then error(x) end
    if how == "continue" and i == 2 then goto on end
    note(i)
    ::on::
  end
  ::out::
  return got
end
for _, how in ipairs { "break", "goto", "return", "error", "continue", "none" } do
  for _ = 1, 40 do pcall(leave, how) end
  log = {}
  show(pcall(leave, how))
end
local function whiles(n)
  local i = 0
  while true do
    local x <close> = closer("w" .. i)
    i = i + 1
    if i == n then break end
  end
  repeat
    local y <close> = closer("y" .. i)
    i = i - 1
    if i == 1 then goto done end
  until i <= 0 or y == nil
  ::done::
  return i
end
show(whiles(3))
local function generic(n)
  for k, v in function(_, k) if k < 3 then return k + 1, "v" .. k end end, nil, 0, closer("iterator") do
    local x <close> = closer("x" .. k)
    if k == n then return x, v end
  end
  return "end"
end
for k = 0, 3 do show(generic(k)) end

-- Errors on the way: in the body, in handlers, in the middle of several, and in one that was caught before.
local function failing(name, e) return closer(name, function() error(e, 0) end) end
show(pcall(function() local a <close> = closer("a") local b <close> = failing("b", "eb") local c <close> = closer("c") return 1, 2 end))
show(pcall(function() local a <close> = failing("a", "ea") local b <close> = failing("b", "eb") return a end))
show(pcall(function() local a <close> = failing("a", "ea") local b <close> = failing("b", "eb") error("body", 0) end))
show(pcall(function() local a <close> = closer("a") do local b <close> = failing("b", "eb") end note("never") end))
show(pcall(function() local a <close> = closer("a") for i = 1, 2 do local b <close> = failing("b" .. i, "eb") if i == 1 then goto on end ::on:: end end))
show(pcall(function()
  local a <close> = closer("a")
  local ok, e = pcall(function() local b <close> = failing("b", "inner") return 1 end)
  return ok, e, a
end))
show(xpcall(function() local a <close> = failing("a", "ea") return a end, function(e) return "handled " .. tostring(e) end))
show(pcall(function() local a <close> = closer("a") local b <close> = 3 end))
show(pcall(function() local a <close> = nil local b <close> = false local c <close> = closer("c") return a, b, c end))

-- Handlers that call, return and are compiled themselves; results in the thousands of registers above stay.
local total = 0
local function busy(n) local x <close> = closer("b", function() local t = { n, n + 1, n + 2 } total = total + #t + select("#", table.unpack(t)) end) return x, n, n + 1, n + 2 end
for k = 1, 200 do
  local x, a, b, c = busy(k)
  assert(x.name == "b" and a == k and b == k + 1 and c == k + 2)
end
log = {}
show(total)

-- Coroutines: handlers that yield, closing a suspended one, at every depth; what waits keeps its values.
local function yielding(name) return closer(name, function(_, e) note("(", name, " got ", tostring(coroutine.yield(name, e)), ")") end) end
local function drive(f, ...)
  local co, out = coroutine.create(f), {}
  local r = table.pack(coroutine.resume(co, ...))
  while true do
    for k = 1, r.n do out[#out + 1] = type(r[k]) == "table" and r[k].name or tostring(r[k]) end
    out[#out + 1] = coroutine.status(co) .. ";"
    if coroutine.status(co) == "dead" then break end
    r = table.pack(coroutine.resume(co, #out))
  end
  show(table.concat(out, " "))
end
drive(function() local x <close> = yielding("x") return x end)
drive(function(...) local x <close> = yielding("x") local y <close> = yielding("y") return y, x, ... end, 1, 2)
drive(function() return pcall(function() local x <close> = yielding("x") error("e", 0) end) end)
drive(function() for i = 1, 2 do local x <close> = yielding("x" .. i) if i == 2 then break end end return "out" end)
drive(function() for i = 1, 3 do local x <close> = yielding("x" .. i) if i == 2 then return x end end end)
local function suspended(how)
  local co = coroutine.create(function()
    local a <close> = closer("a")
    local function inner() local b <close> = how == "error" and failing("b", "eb") or closer("b") coroutine.yield(1) return b end
    if how == "pcall" then return pcall(inner) end
    return (inner())
  end)
  coroutine.resume(co)
  show(how, coroutine.status(co), coroutine.close(co))
  show(coroutine.status(co), coroutine.resume(co))
end
suspended("plain")
suspended("error")
suspended("pcall")
local wrapped = coroutine.wrap(function() local x <close> = closer("x") coroutine.yield(x) return x end)
show(wrapped())
show(wrapped())
