-- The cheapest ways up a wall: from each stone to the one above it or a neighbour of that. The wall's pattern repeats.

-- Stones in a row, rows of the pattern, rows.
local SIZES = { small = { 1000, 10, 200 }, medium = { 100000, 20, 1200 }, large = { 200000, 20, 6000 } }

-- Numbers in (0, 1), the same in every run.
local function generator(state)
  return function()
    state = state * 16807 % 2147483647
    return state / 2147483647
  end
end

-- Prints the sum, some values, and a number in which every value and its place counts.
local function report(name, values)
  local total, digest = 0, 0
  for i = 1, #values do
    total = total + values[i]
    digest = (digest * 31 + values[i]) % 2147483647
  end
  print(name, total, values[1], values[math.floor(#values / 2) + 1], values[#values])
  print(name, "digest", digest)
end

local function prepare(size)
  local columns, period, rows = size[1], size[2], size[3]
  local random = generator(3)
  local pattern = {}
  for r = 1, period do
    local row = {}
    for c = 1, columns do row[c] = math.floor(random() * 10.0) end
    pattern[r] = row
  end
  return { pattern = pattern, columns = columns, rows = rows }
end

local function solve(problem)
  local pattern, columns = problem.pattern, problem.columns
  local best, after = {}, {}
  for c = 1, columns do best[c], after[c] = pattern[1][c], 0 end
  for r = 1, problem.rows - 1 do
    local row = pattern[r % #pattern + 1]
    for c = 1, columns do
      local least = best[c]
      if c > 1 and best[c - 1] < least then least = best[c - 1] end
      if c < columns and best[c + 1] < least then least = best[c + 1] end
      after[c] = row[c] + least
    end
    best, after = after, best
  end
  return best
end

local function show(best)
  report("cost", best)
  local least, most = best[1], best[1]
  for _, cost in ipairs(best) do least, most = math.min(least, cost), math.max(most, cost) end
  print("least", least, "most", most)
end

local size = assert(SIZES[arg and arg[1] or "small"], "no such size")
local result
for k = 1, tonumber(arg and arg[2]) or 1 do
  local problem = prepare(size)
  local start = os.clock()
  result = solve(problem)
  io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start))
end
show(result)
