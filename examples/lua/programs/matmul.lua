-- matmul: multiplies two square matrices of floats held as tables of rows.
-- Exercises: triple loop, float arrays, a transposed right operand.
-- Result: the trace and a corner of the product.

local function generate(n, scale)
  local m = {}
  for i = 1, n do
    local row = {}
    for j = 1, n do row[j] = scale * (i - j) * (i + j - 2) end
    m[i] = row
  end
  return m
end

local function transpose(m, n)
  local t = {}
  for i = 1, n do
    local row = {}
    for j = 1, n do row[j] = m[j][i] end
    t[i] = row
  end
  return t
end

local function multiply(a, b, n)
  local columns = transpose(b, n)
  local product = {}
  for i = 1, n do
    local row, out = a[i], {}
    for j = 1, n do
      local column = columns[j]
      local sum = 0.0
      for k = 1, n do sum = sum + row[k] * column[k] end
      out[j] = sum
    end
    product[i] = out
  end
  return product
end

local function workload(size)
  local n = size
  local a, b = generate(n, 1.0 / n / n), generate(n, 2.0 / n / n)
  local c = multiply(a, b, n)
  local trace = 0.0
  for i = 1, n do trace = trace + c[i][i] end
  return string.format("trace %.6f corner %.6f", trace, c[1][n])
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
