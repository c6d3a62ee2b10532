-- Hooks, and variables of running functions.

local function f(a, b)
  local c = a + b
  return c
end
local t = {}
debug.sethook(function(e, l) if #t > 0 or e == "line" then t[#t+1] = e .. (l or "") end end, "crl")
local x = f(1, 2)
local y = math.abs(-3)
for i = 1, 3 do
  x = x + i
end
debug.sethook()
print(table.concat(t, " "))
print(debug.gethook())
local h = function() end
debug.sethook(h, "rlc", 100) local a, b, c = debug.gethook() print(a == h, b, c) debug.sethook()
-- a limit by count
print(pcall(function() debug.sethook(function() error("too long", 0) end, "", 1000) while true do end end)) debug.sethook()
print(pcall(function() debug.sethook(function() error("too long") end, "", 1000) for i = 1, 1e9 do local s = {} end end)) debug.sethook()
-- locals
local function g(p, q, ...)
  local r = p
  print(debug.getlocal(1, 1), debug.getlocal(1, 2), debug.getlocal(1, 3)) print(debug.getlocal(1, -1), debug.getlocal(1, -3))
  print(debug.setlocal(1, 1, "set"), p, debug.setlocal(1, 99, 1))
  local up = function() return q end
  print(debug.setlocal(1, 2, "Q"), q, up())
  return r
end
for i = 1, 60 do local p = print if i < 60 then print = function() end end g(i, 2, "v1", "v2") print = p end
print(pcall(debug.getlocal, 100, 1), pcall(debug.setlocal, 100, 1, 1))
local function watched(a) local b = a * 2 b = b + 1
  return b end
local seen = {}
debug.sethook(function(e, l) local i = debug.getinfo(2, "nSl") if i.name == "watched" then local n, v = debug.getlocal(2, 1) seen[#seen+1] = i.name .. ":" .. i.currentline .. n .. tostring(v) if l == 34 then debug.setlocal(2, 2, 100) end end end, "l")
print(watched(5)) debug.sethook() print(table.concat(seen, " "))

-- That `sethook` returns is the first event of its hook, and what a library function is called is known when it returns.
local events = {}
local function note(e) local i = debug.getinfo(2, "nS") events[#events + 1] = e .. ":" .. tostring(i.name) .. ":" .. i.what end
local function show() print(table.concat(events, " ")) events = {} end
debug.sethook(note, "r") debug.sethook() show()
debug.sethook(note, "cr") debug.sethook() show()
local function set() debug.sethook(note, "cr") return 1 end
set() debug.sethook() show()
local hooked = coroutine.create(function() debug.sethook(note, "r") coroutine.yield() local x = math.abs(3) return 5 end)
coroutine.resume(hooked) coroutine.resume(hooked) show()
debug.sethook(note, "r") for i = 1, 2 do math.max(i, i) string.rep("x", i) end debug.sethook() show()

-- A hook that is set through `pcall` begins at once, too.
do
  local seen = {}
  local function hook(event)
    local i = debug.getinfo(2, "nS")
    seen[#seen + 1] = event .. " " .. (i.name or i.what)
  end
  pcall(debug.sethook, hook, "cr")
  local x = math.abs(-1)
  debug.sethook()
  print(x, table.concat(seen, ", "))
end

-- Variables to be closed: the line that makes them one, the handlers, and when their function returns.
do
local seen = {}
local function hook(event, line)
  local i = debug.getinfo(2, "nS")
  seen[#seen + 1] = event .. (line and " " .. line or "") .. " " .. (i.name or i.what)
end
local function show() print(table.concat(seen, ", ")) seen = {} end
pcall(debug.sethook, hook, "cr")
local x = math.abs(-1)
pcall(debug.sethook)
show()
debug.sethook(hook, "cr") pcall(debug.sethook) show()
debug.sethook(hook, "crl")
do
  local a <close> = setmetatable({}, { __close = function()
    local z = 1
    z = z + 1
  end })
  local b <close> = setmetatable({}, { __close = function()
    local z = 1
    z = z + 1
  end })
  x = 2
end
debug.sethook()
show()
local function f()
  local a <close> = setmetatable({}, { __close = function()
    local z = 1
  end })
  x = 2
  return 5
end
debug.sethook(hook, "crl")
f()
debug.sethook() show()
debug.sethook(hook, "crl")
pcall(function()
  local a <close> = setmetatable({}, { __close = function()
    local z = 1
  end })
  error("x")
end)
debug.sethook() show()
debug.sethook(hook, "l")
for i = 1, 2 do
  local a <close> = setmetatable({}, { __close = function()
    local z = 1
  end })
  if i == 2 then break end
  x = 2
end
debug.sethook() show()
end

-- Who calls what, also through library functions; what `pcall` calls.
do
local seen = {}
local function hook(event, line)
  local i = debug.getinfo(2, "nS")
  local j = debug.getinfo(3, "nS")
  seen[#seen + 1] = event .. (line and " " .. line or "") .. " " .. (i.name or i.what) .. "<" .. (j and (j.name or j.what) or "")
end
local function show() print(table.concat(seen, ", ")) seen = {} end
debug.sethook(hook, "cr") pcall(math.abs, -3) debug.sethook() show()
debug.sethook(hook, "cr") pcall(pcall, math.abs, -3) debug.sethook() show()
debug.sethook(hook, "cr") pcall(error, "x") debug.sethook() show()
debug.sethook(hook, "cr") pcall(pcall, error, "x") debug.sethook() show()
debug.sethook(hook, "cr") pcall(pcall) debug.sethook() show()
debug.sethook(hook, "cr") pcall(function() return math.abs(-2) end) debug.sethook() show()
debug.sethook(hook, "cr") pcall(function() local x = nil + 1 end) debug.sethook() show()
debug.sethook(hook, "cr") pcall(function() return tostring({}) end) debug.sethook() show()
debug.sethook(hook, "cr") local x = table.sort({3,1,2}, function(a, b) return a < b end) debug.sethook() show()
debug.sethook(hook, "cr") local x = table.sort({3,1,2}, math.ult) debug.sethook() show()
debug.sethook(hook, "cr") for k in next, {1} do end debug.sethook() show()
debug.sethook(hook, "cr") load("return 1")() debug.sethook() show()
debug.sethook(hook, "cr") string.gsub("a", "a", function() return 1 end) debug.sethook() show()
end

-- A function that a library function calls is watched from its beginning, and its caller is seen.
do
  local seen = {}
  local function hook(event, line)
    local i, j = debug.getinfo(2, "nS"), debug.getinfo(3, "n")
    local name, v = debug.getlocal(2, 1)
    if name ~= "a" and name ~= "b" and name ~= "c" then name = nil end
    if event == "line" and name == "a" then debug.setlocal(2, 1, v) end
    seen[#seen + 1] = event .. " " .. (line or "") .. tostring(i.name) .. tostring(j and j.name) .. tostring(name)
  end
  debug.sethook(hook, "crl")
  table.sort({ 2, 1 }, function(a, b)
    local c = a < b
    return c
  end)
  local s = string.gsub("ab", ".", function(a)
    return a
  end)
  debug.sethook()
  print(s, table.concat(seen, "\n"))
end
