-- list: Takeuchi's function with lists as numbers: "shorter" compares lengths by walking both.
-- Exercises: recursion on linked records, tail calls, pointer chasing.
-- Result: the length of the answer and the number of calls.

local calls

local function build(length)
  local head
  for i = 1, length do head = { value = i, next = head } end
  return head
end

local function length_of(list, so_far)
  if list == nil then return so_far end
  return length_of(list.next, so_far + 1)
end

local function shorter(a, b)
  while b do
    if a == nil then return true end
    a, b = a.next, b.next
  end
  return false
end

local function tail(x, y, z)
  calls = calls + 1
  if shorter(y, x) then
    return tail(tail(x.next, y, z), tail(y.next, z, x), tail(z.next, x, y))
  end
  return z
end

local function workload(size)
  calls = 0
  local length = 0
  for _ = 1, size do
    length = length + length_of(tail(build(15), build(10), build(6)), 0)
  end
  return string.format("length %d calls %d", length, calls)
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
