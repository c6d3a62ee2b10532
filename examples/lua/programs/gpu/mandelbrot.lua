-- After how many steps each point of a part of the plane has left the circle of radius two.

local SIZES = { small = 120, medium = 3000, large = 9000 }
local LIMIT = 100

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

-- The rows of a matrix in one.
local function flat(rows)
  local all = {}
  for _, row in ipairs(rows) do
    for _, value in ipairs(row) do all[#all + 1] = value end
  end
  return all
end

local function prepare(n)
  local image = {}
  for r = 1, n do
    local row = {}
    for c = 1, n do row[c] = 0 end
    image[r] = row
  end
  return { image = image, n = n }
end

local function steps(cr, ci)
  local zr, zi = 0.0, 0.0
  for k = 0, LIMIT - 1 do
    if zr * zr + zi * zi > 4.0 then return k end
    zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
  end
  return LIMIT
end

local function solve(problem)
  local image, n = problem.image, problem.n
  for row = 1, n do
    local ci = 2.0 * (row - 1) / n - 1.0
    for column = 1, n do
      image[row][column] = steps(3.0 * (column - 1) / n - 2.0, ci)
    end
  end
  return image
end

local function show(image) report("steps", flat(image)) end

local size = assert(SIZES[arg and arg[1] or "small"], "no such size")
local result
for k = 1, tonumber(arg and arg[2]) or 1 do
  local problem = prepare(size)
  local start = os.clock()
  result = solve(problem)
  io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start))
end
show(result)
