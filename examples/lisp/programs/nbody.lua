local sqrt = math.sqrt
local function body(x, y, z, vx, vy, vz, mass)
  return { x = x, y = y, z = z, vx = vx * 365.24, vy = vy * 365.24, vz = vz * 365.24, mass = mass * 39.47841760435743 }
end
local function planets()
  return {
    body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
      0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023, 0.000954791938424326609),
    body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
      -0.00276742510726411021, 0.00499852801234917238, 0.0000230417297573763929, 0.000285885980666130812),
    body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
      0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556, 0.0000436624404335156298),
    body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
      0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870, 0.0000515138902046611451),
  }
end
local function pull(a, b, dt)
  local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
  local d2 = dx * dx + dy * dy + dz * dz
  local mag = dt / (d2 * sqrt(d2))
  local ma, mb = a.mass * mag, b.mass * mag
  a.vx = a.vx - dx * mb
  a.vy = a.vy - dy * mb
  a.vz = a.vz - dz * mb
  b.vx = b.vx + dx * ma
  b.vy = b.vy + dy * ma
  b.vz = b.vz + dz * ma
end
local function advance(all, n, dt)
  for i = 1, n do
    local a = all[i]
    for j = i + 1, n do pull(a, all[j], dt) end
  end
  for i = 1, n do
    local a = all[i]
    a.x = a.x + dt * a.vx
    a.y = a.y + dt * a.vy
    a.z = a.z + dt * a.vz
  end
end
local function energy(all, n)
  local e = 0.0
  for i = 1, n do
    local a = all[i]
    e = e + 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
    for j = i + 1, n do
      local b = all[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      e = e - a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    end
  end
  return e
end
local function workload(steps)
  local all = planets()
  for _ = 1, steps do advance(all, 5, 0.01) end
  return string.format("%.9f", energy(all, 5))
end

local size = tonumber(arg and arg[1]) or 500
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
