-- mandelbrot: escape times over a square of the complex plane.
-- Exercises: float arithmetic in registers, an inner loop of varying length.
-- Result: how many points stay inside and a checksum of escape times.

local LIMIT = 50

local function workload(size)
  local inside, checksum = 0, 0
  for row = 0, size - 1 do
    local ci = 2.0 * row / size - 1.0
    for column = 0, size - 1 do
      local cr = 2.0 * column / size - 1.5
      local zr, zi, zr2, zi2 = 0.0, 0.0, 0.0, 0.0
      local steps = 0
      while steps < LIMIT and zr2 + zi2 <= 4.0 do
        zi = 2.0 * zr * zi + ci
        zr = zr2 - zi2 + cr
        zr2, zi2 = zr * zr, zi * zi
        steps = steps + 1
      end
      if steps == LIMIT then inside = inside + 1 end
      checksum = (checksum * 7 + steps) % 1000003
    end
  end
  return string.format("inside %d checksum %d", inside, checksum)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 100
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
