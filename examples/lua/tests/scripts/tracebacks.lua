-- Tracebacks and levels from deep inside: plain, compiled, below compiled recursion, in handlers, after tail calls.
local function show(title, s) print("== " .. title); print(s) end

-- Recursion that asks at its bottom, hot enough to be compiled.
local asked
function descend(n)
  if n == 0 then
    asked = debug.traceback("bottom")
    return 0
  end
  return 1 + descend(n - 1)
end
for i = 1, 300 do descend(i % 7) end
descend(5)
show("five deep", asked)
descend(40)
show("forty deep", asked)
for _, n in ipairs { 17, 18, 19, 20, 21, 22, 23 } do
  descend(n)
  show(n .. " deep", asked)
end

-- The same where recursion goes on above: what was compiled before is used again.
local function walk(n, f)
  if n == 0 then return f() end
  local r = walk(n - 1, f)
  return r + 1
end
local function nothing() return 0 end
for i = 1, 500 do walk(i % 9, nothing) end
local total = 0
for i = 1, 60 do
  total = total + walk(6, i % 20 == 0 and function() asked = debug.traceback("walk " .. i, 1) return i end or nothing)
end
print(total)
show("below compiled recursion", asked)

-- Levels of getinfo.
local function levels(n)
  if n == 0 then
    local seen = {}
    local l = 1
    while true do
      local info = debug.getinfo(l, "Slnt")
      if not info then break end
      seen[#seen + 1] = info.what .. ":" .. info.currentline .. ":" .. tostring(info.name) .. ":" .. info.namewhat
        .. ":" .. tostring(info.istailcall)
      l = l + 1
    end
    return seen
  end
  local s = levels(n - 1)
  return s
end
for i = 1, 300 do levels(0) levels(i % 5) end
for _, s in ipairs(levels(4)) do print(s) end
print(debug.getinfo(1, "l").currentline, debug.getinfo(50, "l"))

-- Who called: a level above in compiled recursion.
local function caller(n)
  if n == 0 then return debug.getinfo(3, "l").currentline, debug.getinfo(2, "f").func end
  local a, b = caller(n - 1)
  return a, b
end
for i = 1, 300 do caller(1 + i % 6) end
local line, f = caller(4)
print(line, f == caller)

-- Tail calls leave a mark.
local function leaf() return (debug.traceback("leaf")) end
local function hop(n) if n == 0 then return leaf() end return hop(n - 1) end
for i = 1, 300 do hop(i % 4) end
show("tail calls", hop(10))
local function mixed(n)
  if n == 0 then local t = hop(2) return t end
  if n % 2 == 0 then return mixed(n - 1) end
  local t = mixed(n - 1)
  return t
end
for i = 1, 300 do mixed(i % 6) end
show("mixed", mixed(6))
local o = {}
function o:method(n) if n == 0 then return (debug.traceback("method")) end local t = self:method(n - 1) return t end
function o.field(n) if n == 0 then return (debug.traceback("field")) end local t = o.field(n - 1) return t end
for i = 1, 200 do o:method(i % 4) o.field(i % 4) end
show("methods", o:method(3))
show("fields", o.field(3))

-- Error messages' levels through recursion.
local function blame(n, level)
  if n == 0 then error("blamed", level) end
  local r = blame(n - 1, level)
  return r
end
for i = 1, 300 do pcall(blame, i % 5, 2) end
for level = 0, 6 do print(pcall(blame, 4, level)) end

-- Handlers see the error's way and what is below it.
local function fails(n)
  if n == 0 then error("deep") end
  local r = fails(n - 1)
  return r
end
local function handler(m) return debug.traceback(m) end
local function guarded(n)
  if n == 0 then
    local ok, t = xpcall(fails, handler, 3)
    return t
  end
  local t = guarded(n - 1)
  return t
end
for i = 1, 300 do guarded(i % 4) end
show("handler", guarded(3))
local function direct(n)
  if n == 0 then
    local ok, t = xpcall(fails, debug.traceback, 2)
    return t
  end
  local t = direct(n - 1)
  return t
end
for i = 1, 300 do direct(i % 4) end
show("traceback as handler", direct(2))
show("long way", select(2, xpcall(fails, handler, 60)))
local function counts(m) return m .. " at " .. debug.getinfo(2, "S").what .. " " .. debug.getinfo(3, "l").currentline end
print(select(2, xpcall(fails, counts, 3)))

-- Asking under pcall, and in coroutines, whose tracebacks end with them.
local function protected(n)
  if n == 0 then return select(2, pcall(debug.traceback, "protected")) end
  local t = protected(n - 1)
  return t
end
for i = 1, 200 do protected(i % 4) end
show("pcall", protected(3))
local co = coroutine.wrap(function(n)
  while true do
    descend(n)
    n = coroutine.yield(asked)
  end
end)
for i = 1, 100 do co(i % 5) end
show("coroutine", co(3))
local function nested(n)
  if n == 0 then return co(2) end
  local t = nested(n - 1)
  return t
end
for i = 1, 100 do nested(i % 5) end
show("coroutine below", nested(2))

-- Values survive: locals of all levels are as they were.
local function keeps(n, acc)
  local a, b, c = n * 2, n .. "x", { n }
  if n == 0 then asked = debug.traceback("keeps", 1) return acc end
  local r = keeps(n - 1, acc + 1)
  assert(a == n * 2 and b == n .. "x" and c[1] == n)
  return r + a
end
local sum = 0
for i = 1, 300 do sum = sum + keeps(i % 8, 0) end
print(sum)
local function varied(...)
  local n = select("#", ...)
  if n == 0 then asked = debug.traceback("varied", 1) return 0 end
  local r = varied(select(2, ...))
  return r + select("#", ...) + (...)
end
sum = 0
for i = 1, 200 do sum = sum + varied(1, 2.5, i, 4) end
print(sum)
show("varied", asked)

-- A call of such a function with an open list of arguments begins again with all of them.
local function several(...) return ... end
local function open(n)
  if n == 0 then return (debug.traceback(several("open list", 1))) end
  local t = open(n - 1)
  return t
end
for i = 1, 100 do open(i % 5) end
show("open list", open(2))
for i = 1, 30 do
  local ok, f, m = pcall(load, i % 3 == 0 and "return 1 +" or i)
  if i > 27 then print(ok, f, m) end
end

-- What `__close` handlers see: the function whose variable is closed is what calls, at the line where it is closed.
do
  local function see(tag, _, e)
    local own, caller = debug.getinfo(2, "nSlt"), debug.getinfo(3, "nSlt")
    print(tag, own.currentline, own.name, own.namewhat, own.what, own.istailcall, e and "error")
    if not e then print("", caller.currentline, caller.name, caller.namewhat, caller.what, caller.istailcall) end
  end
  local function closer(tag) return setmetatable({}, { __close = function(v, e) see(tag, v, e) end }) end
  local function leave(how)
    do
      local x <close> = closer("do")
      assert(x)
    end
    for i = 1, 2 do
      local x <close> = closer("for " .. i)
      if how == "break" then
        break
      end
      if how == "goto" then
        goto out
      end
      if how == "return" then
        return 1,
          x
      end
      if how == "call" then
        return select("#", x)
      end
      if how == "error" then
        error("boom")
      end
    end
    ::out::
    while true do
      local x <close> = closer("while")
      do
        local y <close> = closer("inner")
        if how then break end
      end
    end
    repeat
      local x <close> = closer("repeat")
      if how == "goto" then goto again end
      ::again::
    until how or
      x
    for k in next, { 1 }, nil, closer("generic") do
      if k == how then break end
    end
    local z <close> = closer("function")
  end
  for _, how in ipairs { "none", "break", "goto", "return", "call", "error" } do
    print(how, (pcall(leave, how)))
  end
  for _ = 1, 60 do
    local x <close> = setmetatable({}, { __close = function()
      assert(debug.getinfo(2, "n") and debug.getinfo(1, "n").name == "close" and debug.getinfo(2, "l").currentline > 0)
    end })
  end
  -- What such handlers call, or resume, has other callers.
  local function nested(f)
    local x <close> = setmetatable({}, { __close = function()
      local ok, name = pcall(f)
      print(ok, name, debug.getinfo(1, "n").name)
    end })
  end
  nested(function() return coroutine.wrap(function() return tostring(debug.getinfo(2, "l").currentline) end)() end)
  local waiting = coroutine.wrap(function()
    local x <close> = setmetatable({}, { __close = function()
      coroutine.yield(debug.getinfo(1, "n").name)
      print(debug.getinfo(1, "n").name, debug.getinfo(2, "l").currentline)
    end })
  end)
  print(waiting(), debug.getinfo(2, "S").what)
  waiting()
end

-- Errors of `__close` with a level, and what cannot be called.
do
  local function try(h, how)
    print(pcall(function()
      local x <close> = setmetatable({}, { __close = h })
      if how == "vanishes" then getmetatable(x).__close = nil end
      if how then error("body") end
    end))
  end
  for _, how in ipairs { false, true, "vanishes" } do
    try(function() error("one") end, how)
    try(function() error("two", 2) end, how)
    try(function() local function f() error("deep", 2) end f() end, how)
    try(function() return error("tail", 2) end, how)
    try(function() table.sort({ 1, 2, 3 }, function() error("sort", 2) end) end, how)
    try(setmetatable({}, { __call = function() error("call", 2) end }), how)
    try(function() string.rep() end, how)
    try(4, how)
  end
  print(pcall(function()
    local x <close> = setmetatable({}, { __close = string.rep })
  end))
  local function wrapped() return coroutine.wrap(function() error("inside") end)() end
  for _ = 1, 60 do pcall(wrapped) end
  print(pcall(wrapped))
  print(pcall(function() return wrapped() end))
end

-- Variables, seen and set from another chunk, of calls in a chunk that does not name what looks.
do
  local peek = load([[
    local get = debug["get" .. "local"]
    return function(level)
      local out, i = {}, 1
      while true do
        local n, v = get(level + 1, i)
        if not n then break end
        out[#out + 1] = n .. "=" .. tostring(v):gsub("0x%x+", "")
        i = i + 1
      end
      return table.concat(out, " ")
    end
  ]])()
  local poke = load([[ local set = debug["set" .. "local"] return function(level, i, v) return set(level + 1, i, v) end ]])()
  local function f(a, b, n)
    local x = a + b
    local y = x * 2
    local t = { x, y }
    local s = 0
    for i = 1, 100 do s = s + i % 7 end
    local dead = s * 3
    local before = x + y
    local r = n and peek(1)
    local z = before
    return z, r
  end
  local last
  for i = 1, 200 do local _, r = f(i, 2, i % 10 == 0) last = r or last end
  print(last)
  local function deep(n, mark)
    local here = n * 2
    local dead = here + 1
    if n == 0 then return peek(2), peek(3), peek(4) end
    local a, b, c = deep(n - 1, mark)
    return a, b, c
  end
  for i = 1, 100 do deep(4, i) end
  print(deep(4, "m"))
  local function const()
    local k = 5
    local l = k
    local m <const> = 7
    local name = poke(1, 1, 50)
    return k, l, m, name
  end
  for i = 1, 100 do const() end
  print(const())
  local function loop()
    local s = 0
    for i = 1, 100 do
      local sq = i * i
      local dead = sq + 1
      s = s + sq
      if i == 99 then print(peek(1)) end
      if i == 50 then poke(1, 1, 0) end
    end
    return s
  end
  for i = 1, 3 do print(loop()) end
  string.gsub("ab", ".", function(c) local u = c:upper() local z = u .. "!" print(peek(1)) return u end)
end

-- Level 0 is the library function itself; numbers of levels have 32 bits.
print(debug.traceback("zero", 0):match("^[^\n]*\n[^\n]*\n[^\n]*\n[^\n]*"))
print(debug.traceback("none", -1), debug.traceback(coroutine.create(print), nil, -1))
print(debug.getinfo(1 << 32, "S").what, debug.getinfo(-1, "S"), debug.getinfo((1 << 32) + 1, "l").currentline)
