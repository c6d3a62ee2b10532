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
