-- Message handlers run where the error is raised, before variables are closed because of it.
local function closer(name, e)
  return setmetatable({}, { __close = function(_, err)
    print("close " .. name, err)
    if e then error(e, 0) end
  end })
end
local function handler(e) print("handler", e) return "<" .. tostring(e) .. ">" end
local function show(...) print(...) return ... end

-- One variable, several, in several functions.
print(xpcall(function() local a <close> = closer("a") error("one", 0) end, handler))
print(xpcall(function() local a <close> = closer("a") local b <close> = closer("b") error("two", 0) end, handler))
local function outer()
  local a <close> = closer("outer")
  local function inner()
    local b <close> = closer("inner")
    local t = nil
    return t.x
  end
  local r = inner()
  return r
end
print(xpcall(outer, handler))

-- A plain pcall between: no handler; around: the handler is called with what comes through.
print(xpcall(function()
  local a <close> = closer("a")
  print(pcall(function() local b <close> = closer("b") error("caught", 0) end))
  error("later", 0)
end, handler))
print(pcall(function()
  local a <close> = closer("a")
  print(xpcall(function() local b <close> = closer("b") error("inner", 0) end, handler))
  error("outer", 0)
end))
print(xpcall(function()
  local a <close> = closer("a")
  print(xpcall(function() local b <close> = closer("b") error("inner", 0) end, function(e) return "first " .. e end))
  error("outer", 0)
end, function(e) return "second " .. e end))

-- Errors of __close call the handler again.
print(xpcall(function() local a <close> = closer("a", "ea") error("zero", 0) end, handler))
print(xpcall(function()
  local a <close> = closer("a", "ea")
  local b <close> = closer("b", "eb")
  local c <close> = closer("c")
  error("zero", 0)
end, handler))
print(xpcall(function() local a <close> = closer("a", "ea") local b <close> = closer("b", "eb") return 1 end, handler))

-- Handlers that fail.
local tries = 0
print(xpcall(function() local a <close> = closer("a") error("zero", 0) end, function(e)
  tries = tries + 1
  if tries < 3 then error("again " .. tries, 0) end
  return e
end))
tries = 0
print(xpcall(function() local a <close> = closer("a") error("zero", 0) end, function(e)
  local x <close> = closer("in handler " .. tostring(e))
  tries = tries + 1
  if tries < 3 then error("again " .. tries, 0) end
  return e
end))
print(xpcall(function() local a <close> = closer("a") error("zero", 0) end, function(e)
  local ok, m = pcall(error, "inside", 0)
  return e .. m
end))
print(xpcall(function() local a <close> = closer("a") error("zero", 0) end, function(e)
  print(xpcall(function() local b <close> = closer("b") error("nested", 0) end, function(e) return "inner " .. e end))
  return e
end))
print((xpcall(function() local a <close> = closer("a") error("zero", 0) end, function(e) error(e, 0) end)))
print(xpcall(function() local a <close> = closer("a") error("zero", 0) end, function(e) end))

-- Through library functions: those that call, those that catch.
print(xpcall(function()
  local a <close> = closer("a")
  return (string.gsub("xy", ".", function(c) local b <close> = closer("b" .. c) if c == "y" then error("in gsub", 0) end end))
end, handler))
print(xpcall(function()
  return table.sort({ 3, 2, 1 }, function(x, y) local b <close> = closer("order") error("in sort", 0) end)
end, handler))
print(xpcall(function() local a <close> = closer("a") return string.gsub("x", ".", function() error("in gsub", 0) end) end, handler))
print(xpcall(function()
  return string.gsub("x", ".", function() print(pcall(function() local b <close> = closer("b") error("in", 0) end)) end)
end, handler))
print(xpcall(function()
  local a <close> = closer("a")
  local t = setmetatable({}, { __index = function() local b <close> = closer("b") error("index", 0) end })
  return t.x
end, handler))
print(xpcall(function()
  local a <close> = closer("a")
  for k in pairs(setmetatable({}, { __pairs = function() local b <close> = closer("b") error("pairs", 0) end })) do end
end, handler))
print(xpcall(load, handler, function() error("reader", 0) end))
print(xpcall(load, handler, function() local b <close> = closer("b") error("reader", 0) end))
print(xpcall(string.gsub, handler, "x", ".", function() print(pcall(pcall, error, "plain")) error("gsub", 0) end))
print(xpcall(pcall, handler, error, "plain"))
print(xpcall(pcall, handler, function() local b <close> = closer("b") error("plain", 0) end))

-- Coroutines have handlers of their own.
local function body()
  local a <close> = closer("a")
  error("in coroutine", 0)
end
print(xpcall(function() local r <close> = closer("r") return coroutine.wrap(body)() end, handler))
local co = coroutine.wrap(function()
  print(xpcall(function()
    local a <close> = closer("a")
    coroutine.yield(1)
    error("after yield", 0)
  end, handler))
  return 2
end)
print(co())
print(xpcall(function() local m <close> = closer("m") print(co()) error("main", 0) end, function(e) return "main handler " .. e end))
local co = coroutine.create(function()
  xpcall(function() local a <close> = closer("a") coroutine.yield() end, handler)
end)
coroutine.resume(co)
print(xpcall(function() local m <close> = closer("m") print(coroutine.close(co)) error("main", 0) end, handler))

-- Positions are in the message before the handler sees it.
print(xpcall(function() local a <close> = closer("a") error("here") end, handler))
print(xpcall(function() local a <close> = closer("a") local function f() error("level 2", 2) end f() end, handler))
print(xpcall(function() local a <close> = closer("a") string.rep() end, handler))
print(xpcall(function() local a <close> = closer("a") local x = {} + 1 end, handler))

-- What a traceback shows then.
local function fails() local a <close> = closer("a") error("deep") end
local function way() fails() return 1 end
print(select(2, xpcall(way, debug.traceback)))
print(select(2, xpcall(way, function(e) return debug.traceback(e, 1) end)))
local function refails() local a <close> = closer("a", "from close") error("deep") end
print(select(2, xpcall(refails, debug.traceback)))
print(select(2, xpcall(function() refails() return 1 end, function(e) return debug.traceback(e, 1) end)))
print(select(2, xpcall(function() local z <close> = closer("z") refails() return 1 end, function(e) return debug.traceback(e, 1) end)))
print(select(2, xpcall(function() local z <close> = closer("z") refails() return 1 end, function(e) return debug.getinfo(2, "l").currentline end)))

-- Hot, compiled: the order stays.
local log = {}
local quiet = setmetatable({}, { __close = function() log[#log + 1] = "c" end })
local function hot(i)
  local a <close> = quiet
  if i % 3 == 0 then error("e" .. i % 7, 0) end
  return i
end
local function keeps(e) log[#log + 1] = e return e end
for i = 1, 300 do xpcall(hot, keeps, i) end
print(table.concat(log, " ", 1, 40), #log)
local function deep(n, i) if n == 0 then return hot(i) end local r = deep(n - 1, i) return r end
log = {}
for i = 1, 300 do xpcall(deep, keeps, i % 5, i) pcall(deep, i % 4, i) end
print(table.concat(log, " ", 1, 40), #log)
log = {}
for i = 1, 200 do xpcall(function() for j = 1, 3 do pcall(hot, j + i) end hot(i) end, keeps) end
print(table.concat(log, " ", 1, 60), #log)
