-- Tail calls of functions with extra arguments: the activation stays where it is, however many there are.

local function count(n, ...)
  if n == 0 then return select("#", ...), ... end
  return count(n - 1, ...)
end
print(count(1000000, 1, nil, "x"))
print(count(1000))
print(count(1000, nil))

-- More and fewer in turn, and functions of both kinds.
local grow, shrink, plain
function grow(n, a, ...)
  if n == 0 then return a, ... end
  if n % 3 == 0 then return plain(n - 1, a, ...) end
  if n % 7 == 1 then return shrink(n - 1, a, ...) end
  return grow(n - 1, n, a, ...)
end
function shrink(n, ...)
  if n == 0 then return "shrunk", select("#", ...) end
  return grow(n - 1, select(3, ...))
end
function plain(n, a, b, c)
  if n == 0 then return "plain", a, b, c end
  return grow(n - 1, a, b, c)
end
for n = 0, 60 do print(n, grow(n, "first")) end
print(grow(300000, "a", "b", "c", "d"))

-- Fewer arguments than parameters.
local function few(n, a, b, c, ...)
  if n == 0 then return a, b, c, select("#", ...) end
  if n % 2 == 0 then return few(n - 1) end
  return few(n - 1, n, n + 1, n + 2, n + 3, n + 4)
end
for n = 0, 5 do print(few(n)) end
print(few(200001))
print(few(200000))

-- Wrappers around wrappers, as in a chain of filters.
local calls = 0
local function chain(filters, last)
  local function through(i, ...)
    local f = filters[i]
    if f then return f(function(...) return through(i + 1, ...) end, ...) end
    return last(...)
  end
  return function(...) return through(1, ...) end
end
local run = chain({
  function(go, x, ...) calls = calls + 1; return go(x + 1, ...) end,
  function(go, ...) return go(...) end,
  function(go, x, y, ...)
    if y == nil then return go(x, "none", ...) end
    return go(x, y, ...)
  end,
}, function(...) return select("#", ...), ... end)
local sum = 0
for i = 1, 20000 do
  local n, x
  if i % 3 == 0 then n, x = run(i) elseif i % 3 == 1 then n, x = run(i, 1) else n, x = run(i, nil, 3, 4, 5) end
  sum = sum + n * 7 + x
end
print(sum, calls, run(5), (run(6, nil, nil)))

-- Captured parameters, and errors below a tail call.
local function keep(n, a, ...)
  local get = function() return a end
  if n == 0 then return get, ... end
  return keep(n - 1, a + 1, ...)
end
local get, x, y = keep(5000, 1, "x", "y")
print(get(), x, y)
local function fails(n, ...)
  if n == 0 then error({ select("#", ...), ... }) end
  return fails(n - 1, ...)
end
local ok, e = pcall(fails, 100000, 7, 8)
print(ok, e[1], e[2], e[3])
local co = coroutine.wrap(function(...)
  local function pass(n, ...)
    if n == 0 then return "done", ... end
    if n % 100 == 0 then return pass(n - 1, coroutine.yield(n, ...)) end
    return pass(n - 1, ...)
  end
  return pass(1000, ...)
end)
print(co("p", "q"))
for i = 1, 10 do print(co(i, i * 2)) end
