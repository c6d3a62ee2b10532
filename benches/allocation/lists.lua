-- lists: a large list of objects lives on while its elements are replaced, filtered out, sliced, paired and added.
-- Objects: records of three fields, pairs, short lists. The large list and most of its elements grow old.

local MOD = 1000003
local CHUNK = 250

local function record(id, round)
  return { id = id, round = round, weight = id * 7 % 1009 }
end

-- Puts new records in the place of every `step`th one.
local function replace(list, step, round)
  for i = step, #list, step do
    list[i] = record(list[i].id + 1, round)
  end
end

-- Those whose weight does not end a cycle of three.
local function filtered(list, round)
  local result = {}
  for i = 1, #list do
    local item = list[i]
    if (item.weight + round) % 3 ~= 0 then result[#result + 1] = item end
  end
  return result
end

local function slice(list, first, last)
  local result = {}
  for i = first, last do result[#result + 1] = list[i] end
  return result
end

local function reversed(list)
  local result = {}
  for i = #list, 1, -1 do result[#result + 1] = list[i] end
  return result
end

-- The list in slices, every other one turned round.
local function chunks(list)
  local result = {}
  for first = 1, #list - CHUNK + 1, CHUNK do
    local chunk = slice(list, first, first + CHUNK - 1)
    if #result % 2 == 1 then chunk = reversed(chunk) end
    result[#result + 1] = chunk
  end
  return result
end

-- Neighbours as pairs, those of equal weight left out.
local function pairs_of(list)
  local result = {}
  for i = 2, #list do
    local a, b = list[i - 1], list[i]
    if a.weight ~= b.weight then result[#result + 1] = { a, b } end
  end
  return result
end

local function refill(list, n, round)
  while #list < n do list[#list + 1] = record(#list + round, round) end
end

local function digest(list)
  local sum = 0
  for i = 1, #list do
    local item = list[i]
    sum = (sum * 31 + item.id + item.round * item.weight) % MOD
  end
  return sum
end

local function workload(n)
  local lines, list, sum = {}, {}, 0
  refill(list, n, 0)
  for round = 1, 20 do
    replace(list, 7, round)
    local all = chunks(list)
    for i = 1, #all do sum = (sum + digest(all[i])) % MOD end
    local pairs_now = pairs_of(list)
    for i = 1, #pairs_now, 5 do
      local pair = pairs_now[i]
      sum = (sum + pair[1].weight * pair[2].id) % MOD
    end
    list = filtered(list, round)
    lines[round] = string.format("%d %d %d %d", #all, #pairs_now, #list, sum)
    refill(list, n, round)
  end
  lines[#lines + 1] = string.format("%d", digest(list))
  return table.concat(lines, "\n")
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 500
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
