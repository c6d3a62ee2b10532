-- Fields by computed names: few at a place, many at a place, long ones, absent ones, and tables of several shapes.
local function point(x, y, z) return { x = x, y = y, z = z } end
local function named(z, y, x) local p = { name = "p" } p.z = z p.y = y p.x = x return p end
local axes = { "x", "y", "z" }
local points = {}
for i = 1, 60 do
  points[i] = i % 3 == 0 and named(i, i + 1, i + 2) or i % 7 == 0 and setmetatable({ x = i }, { __index = function(_, k) return #k end }) or point(i, i * 2, i * 3)
end

local function extent(axis)
  local low, high = points[1][axis], points[1][axis]
  for _, p in ipairs(points) do
    local v = p[axis]
    if v < low then low = v elseif v > high then high = v end
  end
  return high - low
end
for round = 1, 30 do
  local sum = 0
  for _, axis in ipairs(axes) do sum = sum + extent(axis) end
  if round % 10 == 0 then print(round, sum) end
end

-- Swapped and set by name.
for i, p in ipairs(points) do
  local a, b = axes[i % 3 + 1], axes[(i + 1) % 3 + 1]
  p[a], p[b] = p[b], p[a]
end
print(extent("x"), extent("y"), extent("z"))

-- Many keys at the place where there were few.
local wide = {}
for i = 1, 26 do wide[string.char(96 + i)] = i end
local function read(t, k) return t[k] end
local total = 0
for round = 1, 40 do
  for i = 1, 26 do total = total + (read(wide, string.char(96 + i)) or 0) end
  total = total + read(points[1], axes[round % 3 + 1])
  if read(wide, "none" .. round) ~= nil then print("there is none") end
end
print(total)

-- Long ones, which are equal and not the same.
local long = ("k"):rep(50)
local t = { [long] = 1, k = 2 }
local sum = 0
for i = 1, 100 do
  local key = i % 2 == 0 and ("k"):rep(50) or ("k"):rep(i % 3)
  sum = sum + (t[key] or 10)
end
print(sum)

-- What is absent at first is there later.
local late, found = { a = 1 }, 0
for i = 1, 120 do
  local key = i % 2 == 0 and "a" or "b"
  if i == 81 then late.b = 5 end
  if i == 101 then late.a = nil end
  found = found + (late[key] or 0)
end
print(found)
