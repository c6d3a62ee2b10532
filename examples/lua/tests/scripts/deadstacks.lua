-- What is left of a coroutine that died of an error: its levels, until it is closed. One that has not begun or has returned has none.
local function dies(f, ...)
  local co = coroutine.create(f)
  print(coroutine.resume(co, ...))
  return co
end
local function show(co)
  print(debug.traceback(co))
  print(debug.traceback(co, "message", 1))
  print(debug.traceback(co, nil, 50))
  print(debug.traceback(co, {}) ~= nil, debug.traceback(co, 12, 1))
  for level = 0, 20 do
    local info = debug.getinfo(co, level, "Slnt")
    if not info then print(level, info) break end
    print(level, info.what, info.short_src, info.currentline, info.name, info.namewhat, info.istailcall)
  end
end
show(dies(function(a) local b = a + 1 error("raised") end, 1))
show(dies(function(a) return a.x.y end, {}))
local function deep(n) if n == 0 then error("deep") end local r = deep(n - 1) return r end
local function hop(n) return deep(n) end
show(dies(hop, 3))
show(dies(function(...) local ok = pcall(error) hop(...) end, 2))
show(dies(function() local function m() coroutine.yield() end return string.rep() end))
show(coroutine.create(print))

-- Functions in it.
local co = dies(deep, 2)
print(debug.getinfo(co, 1, "f").func == deep, debug.getinfo(co, 0, "f") ~= nil, debug.getinfo(co, 3, "f").func == deep)
print(debug.getinfo(co, 3, "S").what, pcall(debug.getinfo, co, -1, "S"), debug.getinfo(co, 4))
print(pcall(debug.getinfo, co, 1, "?"))
for i = 1, 20 do collectgarbage() end
print(debug.getinfo(co, 1, "S").linedefined)

-- Closing forgets it.
print(coroutine.close(co))
show(co)
local co = coroutine.create(function() return 1 end)
show(co)
coroutine.resume(co)
show(co)

-- Many, compiled.
local last
for i = 1, 300 do
  last = coroutine.create(deep)
  coroutine.resume(last, i % 6)
end
show(last)
local wrapped = coroutine.wrap(function() show(last) end)
wrapped()

-- The running one, by name.
local function here(n) if n == 0 then return (debug.traceback(coroutine.running(), "here")) end local t = here(n - 1) return t end
print(here(2))
print(coroutine.wrap(function() local t = here(1) return t end)())
print(debug.getinfo(coroutine.running(), 1, "l").currentline, debug.getinfo(coroutine.running(), 0, "S").what)

-- A method's own object is to blame.
local t = { m = string.rep, w = io.stdout.write }
print(pcall(function() t:m(1) end))
print(pcall(function() t:w(1) end))
print(pcall(function() local m = t.m m(t, 1) end))
print(pcall(function() ("x"):rep() end))
print(pcall(function() ("x"):rep({}) end))
