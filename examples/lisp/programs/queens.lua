local function safe(row, distance, placed)
  while placed do
    local other = placed.car
    if other == row or other == row + distance or other == row - distance then return false end
    distance, placed = distance + 1, placed.cdr
  end
  return true
end
local function place(column, n, placed)
  if column == n then return 1 end
  local found = 0
  for row = 0, n - 1 do
    if safe(row, 1, placed) then found = found + place(column + 1, n, { car = row, cdr = placed }) end
  end
  return found
end
local function workload(n) return place(0, n, nil) end

local size = tonumber(arg and arg[1]) or 6
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
