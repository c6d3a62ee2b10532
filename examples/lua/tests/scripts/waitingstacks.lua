-- Levels of a coroutine that waits in a yield, seen from outside; it goes on as if nobody had looked.
local function show(co)
  print(debug.traceback(co))
  print(debug.traceback(co, "message", 1))
  for level = 0, 20 do
    local info = debug.getinfo(co, level, "Slnt")
    if not info then print(level, info) break end
    print(level, info.what, info.short_src, info.currentline, info.name, info.namewhat, info.istailcall)
  end
  print(coroutine.status(co))
end
local function deep(n, ...)
  if n == 0 then return coroutine.yield(...) end
  local a, b = deep(n - 1, ...)
  return a, b
end
local co = coroutine.create(deep)
print(coroutine.resume(co, 3, "a", "b"))
show(co)
show(co)
print(coroutine.resume(co, "x", "y"))
show(co)

-- From one line to another, in a loop that is compiled.
local function counts(n)
  for i = 1, n do
    local got = coroutine.yield(i)
    if got == "twice" then
      coroutine.yield(-i)
    end
  end
  return "end"
end
local co = coroutine.create(counts)
local sum = 0
for i = 1, 300 do
  local _, v = coroutine.resume(co, 1000)
  sum = sum + v
  if i % 50 == 0 then
    print(debug.traceback(co))
    print(debug.getinfo(co, 1, "l").currentline, debug.getinfo(co, 1, "f").func == counts, debug.getinfo(co, 2))
  end
end
print(sum)
print(coroutine.resume(co, "twice"))
show(co)
print(coroutine.resume(co))

-- Many that wait at several depths, looked at often.
local all = {}
for i = 1, 60 do
  all[i] = coroutine.create(deep)
  coroutine.resume(all[i], i % 5, i)
end
local lines = 0
for r = 1, 5 do
  for i = 1, 60 do
    for _ in debug.traceback(all[i]):gmatch("\n") do lines = lines + 1 end
  end
end
print(lines)
for i = 1, 60 do assert(coroutine.resume(all[i], i)) end
print(coroutine.status(all[1]), debug.traceback(all[60]))

-- In pcall, in nested coroutines, after tail calls, across an error caught.
local function hop() return deep(1) end
local co = coroutine.create(function()
  print(pcall(deep, 1, "in pcall"))
  local t = hop()
  local inner = coroutine.wrap(function() deep(1, "inner") return "done" end)
  inner()
  coroutine.yield("between")
  return inner()
end)
for i = 1, 3 do
  print(coroutine.resume(co))
  show(co)
end
print(coroutine.resume(co))

-- A waiting one can be closed after it was looked at.
local co = coroutine.create(function()
  local x <close> = setmetatable({}, { __close = function(_, e) print("closed", e) end })
  coroutine.yield(1)
end)
coroutine.resume(co)
print(debug.traceback(co))
print(coroutine.close(co), coroutine.status(co))
print(debug.traceback(co))

-- One looks at who resumed it no more than at itself.
local co
co = coroutine.wrap(function() return debug.traceback("inside") end)
print(co())
