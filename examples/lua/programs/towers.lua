-- towers: the towers of Hanoi, with the discs as linked records on three piles.
-- Exercises: recursion, linked stacks of records, checks on every move.
-- Result: moves made and the order of discs on the last pile.

local piles, moves

local function push(pile, disc)
  local top = piles[pile]
  if top and disc.size >= top.size then error("a disc may not lie on a smaller one") end
  disc.below = top
  piles[pile] = disc
end

local function pop(pile)
  local top = piles[pile]
  if top == nil then error("no disc on that pile") end
  piles[pile] = top.below
  top.below = nil
  return top
end

local function move(count, from, to, spare)
  if count == 0 then return end
  move(count - 1, from, spare, to)
  push(to, pop(from))
  moves = moves + 1
  move(count - 1, spare, to, from)
end

local function workload(size)
  piles, moves = {}, 0
  for i = size, 1, -1 do push(1, { size = i }) end
  move(size, 1, 2, 3)
  local order, disc = {}, piles[2]
  while disc do
    order[#order + 1] = disc.size
    disc = disc.below
  end
  return string.format("moves %d order %s", moves, table.concat(order, ","))
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 12
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
