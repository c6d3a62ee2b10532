-- queens: counts the ways to place n queens on an n by n board so that none attacks another.
-- Exercises: recursion with arrays of booleans, backtracking.
-- Result: the number of solutions and of placements tried.

local n, columns, rising, falling, tried

local function place(row)
  if row > n then return 1 end
  local found = 0
  for column = 1, n do
    tried = tried + 1
    local up, down = row + column, row - column + n
    if columns[column] and rising[up] and falling[down] then
      columns[column], rising[up], falling[down] = false, false, false
      found = found + place(row + 1)
      columns[column], rising[up], falling[down] = true, true, true
    end
  end
  return found
end

local function workload(size)
  n, tried = size, 0
  columns, rising, falling = {}, {}, {}
  for i = 1, 2 * n do columns[i], rising[i], falling[i] = true, true, true end
  local found = place(1)
  return string.format("solutions %d tried %d", found, tried)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 7
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
