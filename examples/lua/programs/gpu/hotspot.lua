-- The temperature of a chip: heat from its parts flows to neighbours and into the air. Nothing flows over the borders.

local SIZES = { small = { 50, 70, 20 }, medium = { 700, 700, 160 }, large = { 1500, 1500, 350 } } -- rows, columns, steps
local AMBIENT = 80.0

-- Numbers in (0, 1), the same in every run.
local function generator(state)
  return function()
    state = state * 16807 % 2147483647
    return state / 2147483647
  end
end

-- Prints the sum, some values, and a number in which every bit of every value counts.
local function report(name, values)
  local total, digest = 0.0, 0
  for i = 1, #values do
    total = total + values[i]
    local text = string.format("%.17g", values[i])
    for k = 1, #text do digest = (digest * 31 + text:byte(k)) % 2147483647 end
  end
  local middle = values[math.floor(#values / 2) + 1]
  print(string.format("%s %.17g %.17g %.17g %.17g", name, total, values[1], middle, values[#values]))
  print(name, "digest", digest)
end

-- The rows of a matrix in one.
local function flat(rows)
  local all = {}
  for _, row in ipairs(rows) do
    for _, value in ipairs(row) do all[#all + 1] = value end
  end
  return all
end

local function grid(rows, columns, value)
  local all = {}
  for r = 1, rows do
    local row = {}
    for c = 1, columns do row[c] = value() end
    all[r] = row
  end
  return all
end

-- Sizes and what follows from them: conductances along rows, along columns and into the air, per step.
local function prepare(size)
  local rows, columns, steps = size[1], size[2], size[3]
  local random = generator(11)
  return {
    rows = rows, columns = columns, steps = steps,
    temperature = grid(rows, columns, function() return 320.0 + 10.0 * random() end),
    power = grid(rows, columns, random),
    heat = 0.5, along = 0.1, across = 0.12, up = 0.0001,
  }
end

local function step(chip, old, new)
  local rows, columns, power = chip.rows, chip.columns, chip.power
  for r = 1, rows do
    for c = 1, columns do
      local here = old[r][c]
      local north = r > 1 and old[r - 1][c] or here
      local south = r < rows and old[r + 1][c] or here
      local west = c > 1 and old[r][c - 1] or here
      local east = c < columns and old[r][c + 1] or here
      local change = chip.heat * power[r][c] + chip.along * (east + west - 2.0 * here)
      change = change + (chip.across * (north + south - 2.0 * here) + chip.up * (AMBIENT - here))
      new[r][c] = here + change
    end
  end
end

local function solve(chip)
  local old, new = chip.temperature, grid(chip.rows, chip.columns, function() return 0.0 end)
  for _ = 1, chip.steps do
    step(chip, old, new)
    old, new = new, old
  end
  return old
end

local function show(temperature) report("temperature", flat(temperature)) end

local size = assert(SIZES[arg and arg[1] or "small"], "no such size")
local result
for k = 1, tonumber(arg and arg[2]) or 1 do
  local problem = prepare(size)
  local start = os.clock()
  result = solve(problem)
  io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start))
end
show(result)
