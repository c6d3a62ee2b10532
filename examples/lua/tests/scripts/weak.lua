-- Which objects a collection finds dead, from every kind of place; the same in every mode.
local function count(t) local n = 0 for _ in pairs(t) do n = n + 1 end return n end
-- A word on the native stack may be taken for a reference, so two of many may stay.
local function left(t) local n = count(t) return n <= 2 and "none" or n end
local function weak(mode) return setmetatable({}, {__mode = mode}) end
local N = 30

for _, mode in ipairs{"k", "v", "kv"} do
  local w = weak(mode)
  for i = 1, N do
    if mode == "v" then w[i] = {i} elseif mode == "k" then w[{i}] = i else w[{i}] = {i} end
  end
  collectgarbage()
  print(mode, left(w))
end

-- Objects that a loop has used.
local function used_by_loops()
  local w = weak("k")
  for k = 1, N do
    local t = {n = 0}
    w[t] = true
    for i = 1, 20 do t.n = t.n + i end
  end
  collectgarbage()
  return left(w)
end
print("loops", used_by_loops(), used_by_loops())

-- Closures that were called, some the only one of their code.
local function called()
  local w = weak("k")
  for k = 1, N do
    local sum = 0
    local function f(i) sum = sum + i return sum end
    w[f] = true
    for i = 1, 20 do f(i) end
  end
  collectgarbage()
  return left(w)
end
print("closures", called(), called())
do
  local w = weak("k")
  for i = 1, 10 do
    load([[
      local w = ...
      local sum = 0
      local function f(i) sum = sum + i return sum end
      w[f] = true
      for i = 1, 200 do f(i) end
    ]])(w)
  end
  collectgarbage()
  print("the only closures", left(w))
end

-- Classes and their methods.
local function classes()
  local w = weak("k")
  for k = 1, N do
    local C = {}
    C.__index = C
    function C.add(self, i) self.n = self.n + i end
    local o = setmetatable({n = 0}, C)
    w[o], w[C], w[C.add] = 1, 2, 3
    for i = 1, 20 do o:add(i) end
  end
  collectgarbage()
  return left(w)
end
print("classes", classes(), classes())

-- Deep calls, many results, long strings of arguments.
local function deep(w, n)
  local t = {n}
  w[n] = t
  if n > 0 then return deep(w, n - 1) + #t end
  return 0
end
local function pass(w, ...)
  for i = 1, select("#", ...) do w[i] = (select(i, ...)) end
  return ...
end
do
  local w = weak("v")
  for i = 1, 20 do deep(w, 40) end
  collectgarbage()
  print("deep calls", left(w))
  for k = 1, 20 do
    local list = {}
    for i = 1, 40 do list[i] = {i} end
    pass(w, pass(w, table.unpack(list)))
  end
  collectgarbage()
  print("many results", left(w))
end

-- Variables in scope hold what they refer to, read again or not.
local function holds(k)
  local w = weak("k")
  local a, b = {}, {}
  w[a], w[b] = 1, 2
  if k then w[{}] = 3 end
  collectgarbage()
  local n = count(w)
  collectgarbage("collect")
  return n >= 2 and count(w) >= 2
end
local held = 0
for i = 1, 100 do if holds(i % 2 == 0) then held = held + 1 end end
print("held", held)
do
  local w, kept, n = weak("k"), 0, 0
  for i = 1, 50 do
    local o = {}
    w[o] = i
    collectgarbage()
    n = count(w)
    if n >= 1 and n <= 3 then kept = kept + 1 end
  end
  print("held in a loop", kept)
end

-- Ephemerons.
local function ephemerons()
  local w = weak("k")
  local a = {}
  local o = a
  for i = 1, N do w[o] = {} o = w[o] end
  w[o] = a
  for i = 1, N do local b = {} w[b] = {b} end
  o = nil
  collectgarbage()
  local n = count(w)
  a = nil
  collectgarbage()
  return n >= N and n <= N + 3, left(w)
end
for i = 1, 5 do print("ephemerons", ephemerons()) end

-- Errors and what handlers were given.
do
  local w = weak("k")
  for i = 1, N do
    local ok, e = pcall(error, {i})
    w[e] = ok
    ok, e = pcall(function() local t = {} w[t] = 1 error(t) end)
    w[e] = ok
    xpcall(function() error({}) end, function(e) w[e] = 1 return e end)
  end
  collectgarbage()
  print("errors", left(w))
end

-- Coroutines: finished, abandoned, the running one.
do
  local w = weak("k")
  for i = 1, N do
    local co = coroutine.wrap(function(a)
      local b = {}
      w[b], w[a] = 1, 1
      coroutine.yield(b)
      return a
    end)
    w[co({})] = 2
    if i % 2 == 0 then co() end
  end
  coroutine.wrap(function() coroutine.yield(1) end)()
  collectgarbage()
  print("coroutines", left(w))
end
do
  local w = weak("k")
  local co = coroutine.wrap(function()
    for i = 1, 20 do
      for k = 1, 5 do local b = {} w[b] = 1 end
      collectgarbage()
      coroutine.yield(left(w))
    end
  end)
  local s = 0
  for i = 1, 20 do if co() == "none" then s = s + 1 end end
  print("in a coroutine", s)
end

-- From pcall, metamethods, and a comparison that a library function calls.
do
  local w = weak("k")
  local function drop()
    for k = 1, 5 do local b = {} w[b] = 1 end
    collectgarbage()
    return left(w) == "none" and 1 or 0
  end
  local s = 0
  for i = 1, 20 do
    s = s + select(2, pcall(drop))
    local t = setmetatable({}, {__index = function() return drop() end, __add = function() return drop() end})
    s = s + t.x + (t + t)
  end
  print("pcall and metamethods", s)
  local calls = 0
  table.sort({3, 1, 2}, function(a, b)
    for k = 1, 5 do local c = {} w[c] = 1 end
    collectgarbage()
    calls = calls + 1
    return a < b
  end)
  collectgarbage()
  print("sort", calls > 0, left(w))
end

-- Loops that wait for an entry to go.
do
  local x = setmetatable({{}}, {__mode = "v"})
  while x[1] do local t = {} end
  print("waited", x[1])
  x.name = {}
  while x.name do local t = {} end
  print("waited", x.name)
  local function make_garbage() return {{}} end
  x[1] = {}
  while x[1] do make_garbage() end
  print("waited", x[1])
  x[1.5] = {}
  repeat local s = ("x"):rep(100) until not x[1.5]
  print("waited", x[1.5])
end

print(pcall(collectgarbage))
print((collectgarbage("collect")), #{collectgarbage()}, select("#", collectgarbage()))
local function tail() return collectgarbage() end
print(tail(), pcall(tail))

-- What is dropped is given back: 40 MB of lists.
do
  local function much()
    local list = {}
    for i = 1, 10000 do
      local row = {}
      for k = 1, 40 do row[k] = {k} end
      list[i] = row
      if i % 100 == 0 then list = {} end
    end
    return #list
  end
  collectgarbage()
  local before = collectgarbage("count")
  much()
  collectgarbage()
  collectgarbage()
  print("given back", collectgarbage("count") - before < 20000)
end
