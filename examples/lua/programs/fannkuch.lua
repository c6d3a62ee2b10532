-- fannkuch: over all permutations of 1..n, the most prefix reversals needed to bring 1 to the front.
-- Exercises: integer arrays, short data-dependent loops.
-- Result: the maximum number of flips and an alternating checksum.

local function count_flips(perm, scratch, n)
  for i = 1, n do scratch[i] = perm[i] end
  local flips = 0
  local first = scratch[1]
  while first ~= 1 do
    local lo, hi = 1, first
    while lo < hi do
      scratch[lo], scratch[hi] = scratch[hi], scratch[lo]
      lo, hi = lo + 1, hi - 1
    end
    flips = flips + 1
    first = scratch[1]
  end
  return flips
end

local function workload(size)
  local n = size
  local perm, scratch, turns = {}, {}, {}
  for i = 1, n do perm[i], turns[i] = i, 0 end
  local best, checksum, sign = 0, 0, 1
  while true do
    if perm[1] ~= 1 then
      local flips = count_flips(perm, scratch, n)
      if flips > best then best = flips end
      checksum = checksum + sign * flips
    end
    sign = -sign
    -- Next permutation: rotate the shortest prefix that has turns left.
    local r = 2
    while true do
      if r > n then return string.format("flips %d checksum %d", best, checksum) end
      local first = perm[1]
      for i = 1, r - 1 do perm[i] = perm[i + 1] end
      perm[r] = first
      turns[r] = turns[r] + 1
      if turns[r] < r then break end
      turns[r] = 0
      r = r + 1
    end
  end
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
