-- closures: counters, composition, currying, memoization, and functions of varying arity.
-- Exercises: closure creation, captured mutable variables, varargs, select, unpack.
-- Result: checksums of each part.

local unpack = table.unpack or unpack
local select = select
local MODULUS = 1000003

local function counter(start, step)
  local value = start
  return function() value = (value + step) % MODULUS; return value end, function() return value end
end

local function compose(f, g)
  return function(...) return f(g(...)) end
end

local function curry(f, a)
  return function(b) return f(a, b) end
end

local function sum(...)
  local total = 0
  for i = 1, select("#", ...) do total = total + (select(i, ...)) end
  return total
end

local function rotate(first, ...)
  local t = { ... }
  t[#t + 1] = first
  return unpack(t)
end

local function map(f, list)
  local out = {}
  for i = 1, #list do out[i] = f(list[i]) end
  return out
end

local function fold(f, start, list)
  local acc = start
  for i = 1, #list do acc = f(acc, list[i]) end
  return acc
end

local function memoize(f)
  local cache = {}
  return function(n)
    local known = cache[n]
    if known == nil then
      known = f(n)
      cache[n] = known
    end
    return known
  end
end

local function counting(n)
  local total = 0
  for i = 1, n do
    local bump, read = counter(i, 7)
    for _ = 1, 5 do bump() end
    total = (total + read()) % MODULUS
  end
  return total
end

local function composing(n)
  local add = function(a, b) return a + b end
  local double = function(a) return a * 2 end
  local total = 0
  for i = 1, n do
    local f = compose(double, curry(add, i))
    total = (total + f(i + 1)) % MODULUS
  end
  return total
end

local function varying(n)
  local total = 0
  for i = 1, n do
    local a, b, c = rotate(i, i + 1, i + 2)
    total = (total + sum(a, b * 2, c * 3) + sum() + sum(i)) % MODULUS
  end
  return total
end

local function mapping(n)
  local list = {}
  for i = 1, 20 do list[i] = i end
  local total = 0
  for i = 1, n do
    local shifted = map(function(x) return x + i end, list)
    total = (total + fold(function(a, x) return a + x end, 0, shifted)) % MODULUS
  end
  return total
end

local function remembering(n)
  local fib
  fib = memoize(function(k)
    if k < 2 then return k end
    return (fib(k - 1) + fib(k - 2)) % MODULUS
  end)
  local total = 0
  for i = 1, n do total = (total + fib(i % 90)) % MODULUS end
  return total
end

local function workload(size)
  local n = size
  return string.format("counting %d composing %d varying %d mapping %d remembering %d",
    counting(n), composing(n), varying(n), mapping(math.floor(n / 5)), remembering(n))
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 5000
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  local result = workload(size)
  local seconds = os.clock() - start
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, seconds)) end
  assert(answer == nil or answer == result, "two runs of the same work disagree")
  answer = result
end
print(answer)
