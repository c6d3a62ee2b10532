-- Basic functions: levels of errors, handlers that fail, readers, yields across `pairs` and `dofile`, options of the collector.

print(pcall(error, "m", 2)) print(pcall(error, "m", 1)) print(pcall(error, "m", 3)) print(pcall(pcall, error, "m", 2)) print(pcall(pcall, error, "m", 3))
local function raise(level) error("x", level) end
for i = 1, 60 do
  local ok, m = pcall(raise, 2)
  local ok2, m2 = pcall(function() raise(2) end)
  local ok3, m3 = pcall(pcall, function() raise(3) end)
  if i % 30 == 0 then print(ok, m, ok2, m2, ok3, m3) end
end
print(select(2, xpcall(error, function(m) return m end, "m", 2)))
print(select(2, xpcall(error, debug.traceback, "m", 2)))
print(pcall(coroutine.wrap(function() print(pcall(error, "m", 2)) error("zz", 2) end)))

-- A handler that fails is called with its own error, until that goes too deep.
local n = 0
print(xpcall(error, function(m) n = n + 1 error("x") end)) print(n)
n = 0
print(xpcall(error, function(m) n = n + 1 if n < 10 then error("x" .. n) end return m end, "s")) print(n)
n = 0
print(xpcall(error, function(m) n = n + 1 local x = nil + 1 end, "s")) print(n > 100)
print(xpcall(error, error, "s"))
local function endless() return endless() + 1 end
print(xpcall(endless, function(m) return "handled: " .. m end))
print(xpcall(endless, function(m) return endless() end))
n = 0
print(xpcall(error, function(m) n = n + 1 return pcall(error, "in") end, "s")) print(n)
print(pcall(xpcall), pcall(xpcall, print), pcall(xpcall, print, 5))
for i = 1, 100 do
  n = 0
  local ok, m = xpcall(error, function(m) n = n + 1 if n < 3 then error(m .. n, 0) end return m end, "e")
  if i % 50 == 0 then print(ok, m, n) end
end

-- Readers.
local function reader(...)
  local parts, i = table.pack(...), 0
  return function() i = i + 1 return parts[i] end
end
print(load(reader("return ", 42))(), load(reader("return ", "42", "", "9"))(), load(reader("return 1", 5, "+", 2.5))(), load(reader())())
for _, part in ipairs { {}, true, print } do print(select("#", load(reader("x", part)))) end
print((select(2, load(reader("return 1 1"), "=name"))))
print(pcall(load, "x", {}), pcall(load, {}, {}), pcall(load, print, nil, {}), pcall(load, 5, "=n"))

-- Yields across `pairs` and `dofile`.
local function yielding(t) local x = coroutine.yield("in") return next, { [x] = 1 }, nil, "dropped" end
for i = 1, 3 do
  local co = coroutine.wrap(function()
    for k, v in pairs(setmetatable({}, { __pairs = yielding })) do print(k, v) end
    return "done"
  end)
  print(co(), co("key" .. i))
end
print(select("#", pairs(setmetatable({}, { __pairs = function() return 1, 2, 3, 4, 5 end }))), pairs(setmetatable({}, { __pairs = function() return end })))
print(pcall(pairs), pcall(pairs, setmetatable({}, { __pairs = 1 })))
local name = os.tmpname()
local function write(text) local f = assert(io.open(name, "w")) f:write(text) f:close() end
write("local a = coroutine.yield(1) return a, select('#', ...), nil")
local co = coroutine.wrap(function() return "end", dofile(name) end)
print(co(), co(7))
write("local x <close> = setmetatable({}, { __close = function() print('closed') end }) error('in file', 0)")
print(pcall(dofile, name))
print(coroutine.wrap(function() return pcall(dofile, name) end)())
os.remove(name)
print(pcall(dofile, "/no/such/file.lua"))
print(select(2, xpcall(function() for k in pairs(setmetatable({}, { __pairs = function() error("E") end })) do end end, debug.traceback)))

-- Options of the collector.
for _, a in ipairs { { "stop" }, { "isrunning" }, { "restart" }, { "isrunning" }, { "setpause", 100 }, { "setpause" }, { "setpause", 200 }, { "setstepmul", 300 },
  { "setstepmul" }, { "setstepmul", 100 }, { "incremental" }, { "incremental", 1, 2, 3 }, { "setpause" }, { "setstepmul" }, { "generational", 1, 2 }, { "setpause" },
  { "step" }, { "step", 10 }, { "incremental" }, { "generational" }, { "collect" }, { "bogus" }, { 1 }, { "setpause", "x" }, { "step", {} } } do
  print(a[1], pcall(collectgarbage, table.unpack(a)))
end
