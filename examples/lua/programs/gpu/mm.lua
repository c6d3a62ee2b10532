-- The product of two square matrices, by the three loops of its definition.

local SIZES = { small = 96, medium = 700, large = 1100 }

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

local function matrix(n, value)
  local rows = {}
  for i = 1, n do
    local row = {}
    for j = 1, n do row[j] = value() end
    rows[i] = row
  end
  return rows
end

local function prepare(n)
  local random = generator(42)
  local value = function() return random() - 0.5 end
  return { n = n, a = matrix(n, value), b = matrix(n, value), c = matrix(n, function() return 0.0 end) }
end

local function solve(problem)
  local n, a, b, c = problem.n, problem.a, problem.b, problem.c
  for i = 1, n do
    for j = 1, n do
      local total = 0.0
      for k = 1, n do total = total + a[i][k] * b[k][j] end
      c[i][j] = total
    end
  end
  return c
end

local function show(c) report("product", flat(c)) end

local size = assert(SIZES[arg and arg[1] or "small"], "no such size")
local result
for k = 1, tonumber(arg and arg[2]) or 1 do
  local problem = prepare(size)
  local start = os.clock()
  result = solve(problem)
  io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start))
end
show(result)
