-- sieve: Eratosthenes' sieve, several times over.
-- Exercises: arrays of booleans, strided stores.
-- Result: how many primes there are and the largest.

local LIMIT = 50000

local function sieve(limit)
  local composite = {}
  for i = 1, limit do composite[i] = false end
  local primes, largest = 0, 0
  for i = 2, limit do
    if not composite[i] then
      primes, largest = primes + 1, i
      for j = i * i, limit, i do composite[j] = true end
    end
  end
  return primes, largest
end

local function workload(size)
  local primes, largest
  for _ = 1, size do primes, largest = sieve(LIMIT) end
  return string.format("primes %d largest %d", primes, largest)
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
