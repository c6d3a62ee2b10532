-- Error values and messages: positions, levels, names of the offending variable, handlers.
local function try(f, ...) print(pcall(f, ...)) end
local up = nil
local t = { a = {}, s = "str", n = 5 }
try(function() error("msg") end)
try(function() error("msg", 0) end)
try(function() error("msg", 1) end)
try(function() local function inner() error("blame the caller", 2) end inner() end)
try(function() error() end)
try(function() error(nil) end)
try(function() error(42) end)
try(function() error(true) end)
print(select(2, pcall(error, t)) == t)
try(function() local x; x.y = 1 end)
try(function() local x; return x.y end)
try(function() return up.y end)
try(function() up.y.z = 1 end)
try(function() return t.b.c end)
try(function() return t.a.b.c end)
try(function() return t.a.b.c.d end)
try(function() return undefined.x end)
try(function() undefined.x = 1 end)
try(function() return t[nil].x end)
try(function() return t["odd key"].x end)
try(function() return t[1].x end)
try(function() local k = "key"; return t[k].x end)
try(function() return (t.a or nil).b.c end)
try(function() return ("x").y.z end)
try(function() return (5).x end)
try(function() local n = 5; n.x = 1 end)
try(function() t.n.x = 1 end)
try(function() t.n.x.y = 1 end)
try(function() undefined() end)
try(function() local f; f() end)
try(function() up() end)
try(function() t.nomethod() end)
try(function() t:nomethod() end)
try(function() t.a:m() end)
try(function() t.s:nomethod() end)
try(function() t.n() end)
try(function() t[1]() end)
try(function() (1)() end)
try(function() return 1 + nil end)
try(function() return up + 1 end)
try(function() local l; return l * 2 end)
try(function() return t.x - 1 end)
try(function() return undefined / 2 end)
try(function() return t.a + 1 end)
try(function() return 1 + t.a end)
try(function() return "abc" * 2 end)
try(function() return t.s + 1 end)
try(function() return {} % 2 end)
try(function() return -up end)
try(function() return -t.zz end)
try(function() return #up end)
try(function() return #t.n end)
try(function() return ~1.5 end)
try(function() return 1 & 1.5 end)
try(function() return t.s | 1 end)
try(function() return t.a | 1 end)
try(function() return 1 << {} end)
try(function() return t.a .. "x" end)
try(function() return "x" .. up end)
try(function() return "a" .. "b" .. undefined end)
try(function() return 1 < "x" end)
try(function() return {} < {} end)
try(function() return {} <= 1 end)
try(function() return nil > 1 end)
try(function() return t < t end)
try(function() return print < print end)
try(function() return 2 ^ {} end)
try(function() t[nil] = 1 end)
try(function() t[0 / 0] = 1 end)
try(function() return math.floor({}) end)
try(function() return ("x"):rep({}) end)
try(function() return string.rep() end)
try(function() return setmetatable(1, 2) end)
try(function() return ipairs() end)
try(function() return tostring() end)
try(function() return ("x"):bad() end)
try(function() string.nothing() end)
try(function() return math.tointeger() end)
try(function() return io.open() end)
try(function() for i = 1, 10, 0 do end end)
try(string.char, "x")
try(rawset, 1, 2, 3)
try(rawlen, 5)
try(assert, false)
try(assert, nil, "assert message")
try(assert, false, { 1 } and 7)
try(assert)
print(assert(1, 2, 3))
-- error objects
local E = setmetatable({}, { __tostring = function(e) return "E object" end })
local ok, e = pcall(error, E)
print(ok, e == E, tostring(e))
-- nested pcall and rethrow
print(pcall(pcall, error, "x"))
print(pcall(function() local ok, e = pcall(error, "inner", 0); error("outer:" .. e, 0) end))
print(select("#", pcall(function() return 1, nil, nil end)))
print(pcall(function(...) return ... end, 1, 2, nil))
local depth = 0
local function nest(n) if n == 0 then error("bottom", 0) end local ok, e = pcall(nest, n - 1); error(e .. "+", 0) end
print(select(2, pcall(nest, 20)))
-- xpcall
print(xpcall(function() error("E", 0) end, function(m) return "handled " .. m end))
print(xpcall(function(a, b) return a + b end, print, 3, 4))
print(xpcall(function() local x = nil; return x.y end, function(m) return (m:gsub("^.-:%d+: ", "")) end))
print(xpcall(error, function(m) return m, "second" end, "first"))
print(pcall(xpcall, print))
print(xpcall(function() error() end, function(m) return type(m) end))
-- positions inside several lines and chunks
local chunk = load("local a\nlocal b = a.x\n", "=named")
print(pcall(chunk))
chunk = load("\n\nerror('here')", "@file.lua")
print(pcall(chunk))
chunk = load("error('in a string chunk')")
print(pcall(chunk))
chunk = load("-- a long first line that will be cut off because it is much longer than allowed for a source name\nerror('x')")
print(pcall(chunk))
chunk = load("x = \n\n 1 + nil")
print(pcall(chunk))
-- errors in a hot loop
local caught = 0
for i = 1, 300 do
  local ok, m = pcall(function() if i % 3 == 0 then error("e" .. i, 0) elseif i % 5 == 0 then return nil + i end return i end)
  if not ok then caught = caught + #m end
end
print(caught)
local function risky(i) if i > 250 then local z; return z.field end return i end
local sum, message = 0, nil
for i = 1, 260 do local ok, r = pcall(risky, i); if ok then sum = sum + r else message = message or r end end
print(sum, message)
-- error through metamethod and iterator
print(pcall(function() for k in function() error("in iterator", 0) end do end end))
print(pcall(function() return setmetatable({}, { __index = function(_, k) return k.x.y end }).f end))
-- methods and upvalues by name
local obj = { inner = { } }
function obj.method(self) return self.inner.missing.deep end
try(obj.method, obj)
try(function() obj.inner.fn() end)
try(function() local a = { b = { c = {} } }; a.b.c.d.e = 1 end)
try(function() local s = "s"; local v = s.x.y end)
try(function() return #5 end)
try(function() return _ENV.missing.x end)
try(function() local a <const> = nil; return a.b end)
try(function() return obj.inner.x.y end)
try(function() local i = 3; return t[i].z end)
try(function() return t[up] + 1 end)
try(function() return t[2.5].q end)
try(function() return 10 // 0 end)
try(function() return 1 < nil end)
try(function() string.format("%d", "1.5") end)
try(function() ("x").y() end)
try(function() local tt = setmetatable({}, { __call = 5 }); tt() end)
try(load, 5)
try(next, {}, 1)
try(string.rep, "x", -1)
try(select, 0)
try(table.concat, {}, 1, 2, 3)
try(tostring)
try(type)
try(getmetatable)
try(rawequal, 1)
try(coroutine.resume)
-- Lines of expressions over several lines: a comparison is where its right operand ends, a method is looked for where its name is.
local function at(f, ...) print(select(2, pcall(f, ...))) end
at(function(a)
  return a
    <
    1
end, {})
at(function(a)
  if 1 >
    a then
  end
end, "x")
at(function(a)
  while a
    <=
    a
  do
  end
end, {})
at(function(a)
  return 1 <
    2
    <
    a
end, 1)
at(function(a)
  local x = a
    ("x")
    :b()
end, type)
at(function(a)
  return a
    :
    b(
    1
    )
end, nil)
at(function(a)
  return a:
    b(
    1
    )
end, {})

-- An expression whose separator is on the next line.
print(pcall(function()
local t = {
  1,
  a.b.c
  ,
  2 }
end))
print(pcall(function()
f(a.b
  ,
  2)
end))
print(pcall(function()
local x = 1 + {}
  ,
  2
end))
print(pcall(function()
local x, y = nil .. "x"
  ,
  2
end))
print(pcall(function()
local x, y = g()
  ,
  2
end))
print(pcall(function()
return nil + 1
  ,
  2
end))
print(pcall(function()
local t = { x = nil + 1
  ,
  2 }
end))
print(pcall(function()
print(1, a.b
  ,
  2)
end))
print(pcall(function()
print(1, nil + 2
  ,
  2)
end))
print(pcall(function()
local a, b
a, b = nil + 2
  ,
  2
end))
print(pcall(function()
for i = nil + 2
  ,
  2
  do end
end))
print(pcall(function()
for i = 1
  ,
  {}
  do end
end))
