local function inside(cr, ci)
  local zr, zi = 0.0, 0.0
  for _ = 1, 50 do
    if zr * zr + zi * zi > 4.0 then return 0 end
    zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
  end
  return 1
end
local function workload(n)
  local sum = 0
  for y = 0, n - 1 do
    for x = 0, n - 1 do sum = sum + inside(2.0 * x / n - 1.5, 2.0 * y / n - 1.0) end
  end
  return sum
end

local size = tonumber(arg and arg[1]) or 40
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
