-- coroutines: producer, filter and consumer pipelines, tree walks and generators as iterators.
-- Exercises: creating, resuming and yielding coroutines, values both ways.
-- Result: checksums of each part.

local create, resume, yield, wrap, status =
  coroutine.create, coroutine.resume, coroutine.yield, coroutine.wrap, coroutine.status
local MODULUS = 1000003

local function producer(n)
  return wrap(function()
    for i = 1, n do yield(i) end
  end)
end

local function filter(source, divisor)
  return wrap(function()
    while true do
      local item = source()
      if item == nil then return nil end
      if item % divisor ~= 0 then yield(item) end
    end
  end)
end

local function scaled(source, factor)
  return wrap(function()
    for item in source do yield(item * factor) end
  end)
end

local function pipeline(n)
  local total = 0
  for item in scaled(filter(filter(producer(n), 3), 5), 11) do
    total = (total + item) % MODULUS
  end
  return total
end

local function tree(low, high)
  if low > high then return nil end
  local middle = math.floor((low + high) / 2)
  return { key = middle, left = tree(low, middle - 1), right = tree(middle + 1, high) }
end

local function walk(node)
  if node then
    walk(node.left)
    yield(node.key)
    walk(node.right)
  end
end

local function trees(n)
  local root = tree(1, n)
  local total, position = 0, 0
  for key in wrap(function() walk(root) end) do
    position = position + 1
    total = (total * 3 + key * position) % MODULUS
  end
  return total
end

-- A running average that is fed through resume and answers through yield.
local function averages(n)
  local averager = create(function(first)
    local sum, count, item = 0, 0, first
    while item do
      sum, count = sum + item, count + 1
      item = yield(sum / count)
    end
    return "done"
  end)
  local total = 0.0
  for i = 1, n do
    local _, average = resume(averager, i)
    total = total + average
  end
  local _, last = resume(averager, nil)
  return total, last, status(averager)
end

-- Many short-lived coroutines: each dies after three values.
local function burst(n)
  local total = 0
  for i = 1, n do
    local co = create(function(a)
      local b = yield(a + 1)
      local c = yield(b + 2)
      return a + b + c
    end)
    local _, x = resume(co, i)
    local _, y = resume(co, x)
    local _, z = resume(co, y)
    total = (total + z) % MODULUS
  end
  return total
end

local function workload(size)
  local n = size
  local mean, last, state = averages(n)
  return string.format("pipeline %d trees %d averages %.3f %s %s burst %d",
    pipeline(n), trees(n), mean, last, state, burst(math.floor(n / 4)))
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
