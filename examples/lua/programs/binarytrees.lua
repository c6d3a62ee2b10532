-- binarytrees: builds and walks many short-lived complete binary trees beside one long-lived tree.
-- Exercises: allocation, recursion, the collector.
-- Result: node counts per depth.

local function grow(depth)
  if depth == 0 then return {} end
  return { grow(depth - 1), grow(depth - 1) }
end

local function count(tree)
  local left = tree[1]
  if left then return 1 + count(left) + count(tree[2]) end
  return 1
end

local function workload(size)
  local lines = {}
  local deepest = size < 6 and 6 or size
  lines[1] = string.format("stretch depth %d nodes %d", deepest + 1, count(grow(deepest + 1)))
  local lasting = grow(deepest)
  for depth = 4, deepest, 2 do
    local trees = 2 ^ (deepest - depth + 4)
    local nodes = 0
    for _ = 1, trees do nodes = nodes + count(grow(depth)) end
    lines[#lines + 1] = string.format("%d trees of depth %d nodes %d", trees, depth, nodes)
  end
  lines[#lines + 1] = string.format("lasting depth %d nodes %d", deepest, count(lasting))
  return table.concat(lines, "\n")
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 10
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
