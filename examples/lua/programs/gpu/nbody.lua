-- Bodies that pull at one another: every pair at every step, softened so that none come too near.

local SIZES = { small = { 100, 8 }, medium = { 3000, 20 }, large = { 8000, 25 } } -- bodies, steps
local SOFTENING = 0.01
local DT = 0.001

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

local function prepare(size)
  local n, steps = size[1], size[2]
  local random = generator(7)
  local b = { n = n, steps = steps, x = {}, y = {}, z = {}, vx = {}, vy = {}, vz = {}, mass = {} }
  for i = 1, n do
    b.x[i] = random() * 2.0 - 1.0
    b.y[i] = random() * 2.0 - 1.0
    b.z[i] = random() * 2.0 - 1.0
    b.mass[i] = random() / n
    b.vx[i], b.vy[i], b.vz[i] = 0.0, 0.0, 0.0
  end
  return b
end

local function pull(b)
  local n, x, y, z, mass = b.n, b.x, b.y, b.z, b.mass
  for i = 1, n do
    local ax, ay, az = 0.0, 0.0, 0.0
    for j = 1, n do
      local dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
      local square = dx * dx + dy * dy + dz * dz + SOFTENING
      local strength = mass[j] / (square * math.sqrt(square))
      ax = ax + dx * strength
      ay = ay + dy * strength
      az = az + dz * strength
    end
    b.vx[i] = b.vx[i] + ax * DT
    b.vy[i] = b.vy[i] + ay * DT
    b.vz[i] = b.vz[i] + az * DT
  end
end

local function move(b)
  for i = 1, b.n do
    b.x[i] = b.x[i] + b.vx[i] * DT
    b.y[i] = b.y[i] + b.vy[i] * DT
    b.z[i] = b.z[i] + b.vz[i] * DT
  end
end

local function solve(b)
  for _ = 1, b.steps do
    pull(b)
    move(b)
  end
  return b
end

local function show(b)
  for _, name in ipairs { "x", "y", "z", "vx" } do report(name, b[name]) end
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
