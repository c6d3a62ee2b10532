local function tak(x, y, z)
  if y < x then
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))
  end
  return z
end
local function workload(n) return tak(n, math.floor(n * 2 / 3), math.floor(n / 3)) end

local size = tonumber(arg and arg[1]) or 12
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
