-- trees: small trees are grown, walked and dropped beside a large one, whose branches are replaced now and then.
-- Objects: nodes of one field and of three. The large tree lives throughout.

local MOD = 1000003

local function grow(depth, key)
  if depth == 0 then return { key = key } end
  local below = 2 * key % 65521
  return { key = key, left = grow(depth - 1, below), right = grow(depth - 1, below + 1) }
end

local function total(tree)
  local left = tree.left
  if not left then return tree.key end
  return (tree.key + total(left) + total(tree.right)) % MOD
end

-- A tree of the same inner keys, with other leaves.
local function copied(tree)
  if not tree.left then return { key = tree.key + 1 } end
  return { key = tree.key, left = copied(tree.left), right = copied(tree.right) }
end

-- Replaces what is at `steps` below a node on the way that the bits of `path` say.
local function graft(tree, path, steps, branch)
  while steps > 1 do
    tree = path % 2 == 0 and tree.left or tree.right
    path = math.floor(path / 2)
    steps = steps - 1
  end
  if path % 2 == 0 then tree.left = branch else tree.right = branch end
end

local function workload(depth)
  local lines = {}
  local lasting = grow(depth, 1)
  lines[#lines + 1] = string.format("grown %d", total(lasting))
  local sum = 0
  for round = 1, 40 do
    local small = 2 + round % (depth - 6)
    for i = 1, 2 ^ (depth - 3 - small) do
      local tree = grow(small, i + round)
      sum = (sum + total(tree) * 3 + total(copied(tree))) % MOD
    end
    graft(lasting, round * 37, 5, grow(depth - 5, round))
    if round % 10 == 0 then lines[#lines + 1] = string.format("%d rounds %d %d", round, sum, total(lasting)) end
  end
  return table.concat(lines, "\n")
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 8
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
