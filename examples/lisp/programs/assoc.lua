local function find(key, all)
  local l = all
  while l do
    if l.car.key == key then return l.car end
    l = l.cdr
  end
end
local function workload(n)
  local counts, x, all = {}, 42, nil
  for _ = 1, n do
    x = (x * 1103515 + 12345) % 2147483648
    local key = math.floor(x / 65536) % 40
    local entry = find(key, all)
    counts[key] = (counts[key] or 0) + 1
    if entry then entry.count = entry.count + 1 else all = { car = { key = key, count = 1 }, cdr = all } end
  end
  local sum, l = 0, all
  while l do
    sum = (sum * 31 + l.car.count + counts[l.car.key]) % 1000003
    l = l.cdr
  end
  return sum
end

local size = tonumber(arg and arg[1]) or 2000
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
