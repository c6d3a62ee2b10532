-- nbody: the outer planets pull at one another; a symplectic integrator steps them forward.
-- Exercises: float arithmetic on record fields in a short doubly nested loop.
-- Result: the system's energy before and after.

local sqrt = math.sqrt
local PI = 3.141592653589793
local SOLAR_MASS = 4 * PI * PI
local DAYS = 365.24

-- Position, velocity (per day) and mass (in suns) of each body.
local ELEMENTS = {
  { 0, 0, 0, 0, 0, 0, 1 },
  { 4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
    0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023, 0.000954791938424326609 },
  { 8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
    -0.00276742510726411, 0.00499852801234917238, 0.0000230417297573763929, 0.000285885980666130812 },
  { 12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
    0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556, 0.0000436624404335156298 },
  { 15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
    0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870, 0.0000515138902046611451 },
}

local function make_system()
  local bodies = {}
  for i, e in ipairs(ELEMENTS) do
    bodies[i] = {
      x = e[1], y = e[2], z = e[3],
      vx = e[4] * DAYS, vy = e[5] * DAYS, vz = e[6] * DAYS,
      mass = e[7] * SOLAR_MASS,
    }
  end
  -- Let the sun move so that total momentum is zero.
  local px, py, pz = 0, 0, 0
  for _, b in ipairs(bodies) do
    px, py, pz = px + b.vx * b.mass, py + b.vy * b.mass, pz + b.vz * b.mass
  end
  local sun = bodies[1]
  sun.vx, sun.vy, sun.vz = -px / SOLAR_MASS, -py / SOLAR_MASS, -pz / SOLAR_MASS
  return bodies
end

local function advance(bodies, n, dt)
  for i = 1, n do
    local a = bodies[i]
    local ax, ay, az, am = a.x, a.y, a.z, a.mass
    local vx, vy, vz = a.vx, a.vy, a.vz
    for j = i + 1, n do
      local b = bodies[j]
      local dx, dy, dz = ax - b.x, ay - b.y, az - b.z
      local d2 = dx * dx + dy * dy + dz * dz
      local pull = dt / (d2 * sqrt(d2))
      local bm = b.mass * pull
      vx, vy, vz = vx - dx * bm, vy - dy * bm, vz - dz * bm
      local push = am * pull
      b.vx, b.vy, b.vz = b.vx + dx * push, b.vy + dy * push, b.vz + dz * push
    end
    a.vx, a.vy, a.vz = vx, vy, vz
  end
  for i = 1, n do
    local b = bodies[i]
    b.x, b.y, b.z = b.x + dt * b.vx, b.y + dt * b.vy, b.z + dt * b.vz
  end
end

local function energy(bodies, n)
  local total = 0
  for i = 1, n do
    local a = bodies[i]
    total = total + 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
    for j = i + 1, n do
      local b = bodies[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      total = total - a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    end
  end
  return total
end

local function workload(size)
  local bodies = make_system()
  local n = #bodies
  local before = energy(bodies, n)
  for _ = 1, size do advance(bodies, n, 0.01) end
  return string.format("before %.9f after %.9f", before, energy(bodies, n))
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 5000
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
