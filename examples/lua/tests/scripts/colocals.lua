-- Variables of other coroutines, seen and set from outside.
local function show(co)
  local level = 0
  while debug.getinfo(co, level, "l") do
    for _, step in ipairs { 1, -1 } do
      local i = step
      while true do
        local name, value = debug.getlocal(co, level, i)
        if not name then break end
        local shown = type(value) == "number" or type(value) == "string"
        if not name:find("temporary") then print(level, i, name, shown and value or type(value)) end
        i = i + step
      end
    end
    level = level + 1
  end
  print(pcall(debug.getlocal, co, level, 1))
end

local function f(a, b, ...)
  local x, y = a + b, "y"
  local g = function() y = y .. "!" return y end
  local function inner(p) local q = p .. y return coroutine.yield(q, x) end
  local r, s = inner("p")
  return x, y, g(), r, s, b
end
local co = coroutine.create(f)
show(co)
print(coroutine.resume(co, 1, 2, "v1", "v2"))
show(co)
print(pcall(debug.getlocal, co, -1, 1))
print(pcall(debug.setlocal, co, 1, 1))
print(pcall(debug.setlocal, co, 9, 1))
print(pcall(debug.setlocal, co, "x", 1))
print(pcall(debug.getlocal, co, 1, "x"))
print(debug.setlocal(co, 1, 99, 1), debug.setlocal(co, 1, -1, 1), debug.getlocal(co, 1, math.mininteger), debug.getlocal(co, 1, 0))
print(debug.setlocal(co, 2, -2, "V"), debug.setlocal(co, 2, 3, 77), debug.setlocal(co, 2, 4, "Y"), debug.setlocal(co, 2, 2, {} and 5))
show(co)
print(coroutine.resume(co, "r", "s"))
show(co)
print(debug.getlocal(co, f, 1), debug.getlocal(co, print, 1))

-- The running one by name.
local function own(a, b)
  local me = coroutine.running()
  print(debug.getlocal(me, 1, 1))
  print(debug.setlocal(me, 1, 2, "set"), b)
  print(pcall(debug.getlocal, me, 50, 1))
end
own(3, 4)
coroutine.wrap(own)(5, 6)

-- In loops that are compiled, with values of all kinds; what is set is what the loop goes on with.
local function counts(n)
  local sum, text = 0, ""
  for i = 1, n do
    local half = i / 2
    local got = coroutine.yield(i)
    sum = sum + got
    if i % 40 == 0 then text = text .. sum .. ";" end
  end
  return sum, text
end
local co = coroutine.create(counts)
coroutine.resume(co, 200)
for i = 1, 200 do
  if i % 30 == 0 then
    show(co)
    local _, sum = debug.getlocal(co, 1, 2)
    debug.setlocal(co, 1, 2, sum + 1000000)
  end
  local ok, v, text = coroutine.resume(co, i)
  if i == 200 then print(ok, v, text) end
end

-- Recursion, tail calls, and a function in pcall.
local function deep(n, ...)
  local below = n - 1
  if n == 0 then coroutine.yield(n, ...) return below end
  local r = deep(below, n, ...)
  return r + 1
end
local function hop(n) return deep(n) end
local co = coroutine.create(function() local ok, v = pcall(hop, 4) return v end)
for i = 1, 60 do
  local each = coroutine.create(hop)
  coroutine.resume(each, i % 7)
  local name, value = debug.getlocal(each, 1, 2)
  assert(name == "below" and value == -1)
  debug.setlocal(each, 1, 2, i)
  local _, last = coroutine.resume(each)
  assert(last == i + i % 7)
end
coroutine.resume(co)
show(co)
print(coroutine.resume(co))

-- A yield of more than two values, as a statement, as the last expression, with an open list of values.
local function many(a, ...)
  print(a)
  local t = { coroutine.yield(1, 2, 3) }
  local a, b, c = coroutine.yield(t[1], t[2], t[3], ...)
  return coroutine.yield(a, b, c, table.unpack({ ... }))
end
local co = coroutine.create(many)
local passed = table.pack(coroutine.resume(co, 4, 5, 6, 7))
while coroutine.status(co) ~= "dead" do
  print(table.unpack(passed, 1, passed.n))
  print(debug.traceback(co))
  show(co)
  print(debug.getinfo(co, 0, "n").name, debug.getinfo(co, 1, "l").currentline)
  passed = table.pack(coroutine.resume(co, "x", "y", "z"))
end
print(table.unpack(passed, 1, passed.n))
local co = coroutine.wrap(function() local n = 0 while true do n = n + select("#", coroutine.yield(n, n, n)) end end)
for i = 1, 300 do local a, b, c = co(i, i, i, i) if i % 100 == 0 then print(a, b, c) end end

-- Captured variables are shared with who captured them.
local get
local co = coroutine.create(function() local v = 1 get = function() v = v + 1 return v end coroutine.yield() return v end)
coroutine.resume(co)
print(debug.setlocal(co, 1, 1, 10), get(), debug.getlocal(co, 1, 1))
collectgarbage()
print(debug.setlocal(co, 1, 1, 20), coroutine.resume(co))

-- Variables to be closed; a generic loop over a coroutine; a yield that is called by a metamethod or by a loop.
local co = coroutine.create(function()
  local c <close> = setmetatable({}, { __close = function() print("closed") end, __tostring = function() return "c" end })
  local k <const> = "const"
  for x in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) do coroutine.yield(x) end
end)
coroutine.resume(co)
for i = 1, 8 do
  local name, value = debug.getlocal(co, 1, i)
  print(name, type(value) == "number" and value or type(value))
end
print(coroutine.close(co))
