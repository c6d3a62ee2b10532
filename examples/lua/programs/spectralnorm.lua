-- spectralnorm: the largest singular value of an infinite matrix, cut to n by n, by power iteration.
-- Exercises: float arithmetic over arrays, small hot functions.
-- Result: the norm.

-- Entry (i, j) of the matrix, counting from zero.
local function entry(i, j)
  local d = i + j
  return 1.0 / (d * (d + 1) * 0.5 + i + 1)
end

local function times(n, v, out)
  for i = 1, n do
    local sum = 0.0
    for j = 1, n do sum = sum + entry(i - 1, j - 1) * v[j] end
    out[i] = sum
  end
end

local function times_transposed(n, v, out)
  for i = 1, n do
    local sum = 0.0
    for j = 1, n do sum = sum + entry(j - 1, i - 1) * v[j] end
    out[i] = sum
  end
end

local function workload(size)
  local u, v, scratch = {}, {}, {}
  for i = 1, size do u[i], v[i], scratch[i] = 1.0, 0.0, 0.0 end
  for _ = 1, 10 do
    times(size, u, scratch)
    times_transposed(size, scratch, v)
    times(size, v, scratch)
    times_transposed(size, scratch, u)
  end
  local uv, vv = 0.0, 0.0
  for i = 1, size do
    uv = uv + u[i] * v[i]
    vv = vv + v[i] * v[i]
  end
  return string.format("norm %.9f", math.sqrt(uv / vv))
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 60
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
