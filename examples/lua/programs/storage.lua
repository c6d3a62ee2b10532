-- storage: builds trees of arrays, each node with four children and leaves of varying length.
-- Exercises: allocation of arrays, growth, the collector.
-- Result: the number of arrays built and cells reserved.

local seed, arrays, cells

local function random()
  seed = (seed * 1309 + 13849) % 65536
  return seed
end

local function build(depth)
  arrays = arrays + 1
  if depth == 1 then
    local length = random() % 10 + 1
    local leaf = {}
    for i = 1, length do leaf[i] = 0 end
    cells = cells + length
    return leaf
  end
  local node = {}
  for i = 1, 4 do node[i] = build(depth - 1) end
  cells = cells + 4
  return node
end

local function workload(size)
  seed, arrays, cells = 74755, 0, 0
  local tree
  for _ = 1, size do tree = build(6) end
  return string.format("arrays %d cells %d top %d", arrays, cells, #tree)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 20
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
