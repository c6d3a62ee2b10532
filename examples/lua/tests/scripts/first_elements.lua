-- The first element of a list, of each kind, and what stands in its way: elements in the hash part, metamethods, weakness, nil.
local function show(t) 
  local parts = {}
  for i = 1, #t do parts[i] = math.type(t[i]) and math.type(t[i]) .. " " .. t[i] or tostring(t[i]) end
  return #t .. ": " .. table.concat(parts, ", ")
end

local firsts = { 7, 2.5, true, false, "text", 1 << 62, -0.0 }
local nexts = { 8, 3.5, false, "more", 9.0 }

local function fill(first, second, times)
  local last
  for i = 1, times do
    local t = {}
    t[1] = first
    if i % 3 == 0 then t[2] = second end
    if i % 5 == 0 then t[#t + 1] = first end
    if i % 7 == 0 then for k = 1, 9 do t[#t + 1] = k % 2 == 0 and first or second end end
    last = t
  end
  return last
end

for _, first in ipairs(firsts) do
  for _, second in ipairs(nexts) do
    print(show(fill(first, second, 60)), show(fill(first, second, 63)), show(fill(first, second, 105)))
  end
end

-- What came earlier is in the hash part, and joins.
local function behind(times)
  local sum = 0
  for i = 1, times do
    local t = { x = i }
    t[3], t[2] = i, i + 1
    t[1] = i + 2
    sum = sum + #t + t[1] + t[2] + t[3]
    t[1] = nil
    sum = sum + (t[2] or 0)
  end
  return sum
end
print(behind(50), behind(200))

-- Metamethods and weak tables.
local count = 0
local guarded = { __newindex = function(t, k, v) count = count + 1; rawset(t, k, v) end }
for i = 1, 100 do
  local t = setmetatable({}, guarded)
  t[1] = i
  t[2] = i
  rawset(t, 3, i)
end
print(count)
local held = {}
for i = 1, 100 do
  local t = setmetatable({}, { __mode = "v" })
  t[1] = held
  t[2] = "x"
  assert(t[1] == held and #t == 2)
end

-- Not the first.
for i = 1, 100 do
  local t = {}
  t[1] = nil
  t[0] = i
  t[2] = i
  assert(#t == 0 or #t == 2)
  t[1.0] = i
  assert(#t == 2 and t[1] == i)
  local u = {}
  u["1"] = i
  assert(#u == 0 and u[1] == nil)
end

-- Removed and added again, kept and given away.
local kept = {}
for i = 1, 200 do
  local t = {}
  t[#t + 1] = i
  t[#t] = nil
  t[#t + 1] = i + 0.5
  table.insert(t, 1, "front")
  kept[i % 8 + 1] = t
end
for _, t in ipairs(kept) do print(show(t)) end

-- A list that is used within the loop alone, and one that leaves it now and then.
local total, left = 0, nil
for i = 1, 300 do
  local t = {}
  t[#t + 1] = i
  t[#t + 1] = i * 2
  total = total + t[1] + t[2] + #t
  if i % 100 == 0 then left = t end
end
print(total, show(left))
