local function make(depth)
  if depth == 0 then return { left = false, right = false } end
  return { left = make(depth - 1), right = make(depth - 1) }
end
local function check(tree)
  if tree.left then return 1 + check(tree.left) + check(tree.right) end
  return 1
end
local function workload(depth)
  local long, sum = make(depth), 0
  for d = 4, depth, 2 do
    for _ = 1, math.floor(2 ^ (depth - d)) do sum = sum + check(make(d)) end
  end
  return sum + check(long)
end

local size = tonumber(arg and arg[1]) or 8
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
