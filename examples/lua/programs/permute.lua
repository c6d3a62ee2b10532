-- permute: visits every permutation of an array by recursive swapping (Heap's method).
-- Exercises: deep-ish recursion with loops inside, swaps through an upvalue array.
-- Result: permutations visited and a checksum over them.

local items, visited, checksum

local function visit(n)
  visited = visited + 1
  checksum = (checksum * 3 + items[1] * 7 + items[n]) % 1000003
end

local function permute(k, n)
  if k == 1 then
    visit(n)
    return
  end
  for i = 1, k do
    permute(k - 1, n)
    local other = k % 2 == 0 and i or 1
    items[other], items[k] = items[k], items[other]
  end
end

local function workload(size)
  items, visited, checksum = {}, 0, 0
  for i = 1, size do items[i] = i end
  permute(size, size)
  return string.format("visited %d checksum %d", visited, checksum)
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
