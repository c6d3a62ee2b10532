-- Small integers as keys, in any order, against a model under other keys: array parts that lack elements, and what they become.
local seed = 7
local function random(n)
  seed = (seed * 16807) % 2147483647
  return seed % n + 1
end

-- What the table holds is what the model holds; every length is a border; a traversal meets each entry once.
local function check(t, model, most)
  local n = 0
  for k = 0, most do
    assert(t[k] == model["k" .. k], k)
    if t[k] ~= nil then n = n + 1 end
  end
  local length = #t
  assert(length == 0 or t[length] ~= nil)
  assert(t[length + 1] == nil)
  for k, v in pairs(t) do
    assert(v == model["k" .. k])
    n = n - 1
  end
  assert(n == 0)
  local i = 0
  for k in ipairs(t) do i = k end
  assert(t[i + 1] == nil)
  return length
end

local values = { true, false, 1, 2.5, "text", {}, print }
local function run(most, steps, one, removals)
  local t, model = {}, {}
  for step = 1, steps do
    local k = random(most + 1) - 1
    local v = values[one or random(#values)]
    if random(10) <= removals then v = nil end
    t[k], model["k" .. k] = v, v
    if random(12) == 1 and removals < 9 then
      local n = #t + 1
      local w = values[random(#values)]
      table.insert(t, w)
      model["k" .. n] = w
    elseif random(12) == 1 then
      local n = #t
      assert(table.remove(t) == model["k" .. n])
      model["k" .. n] = nil
    end
    if step % 7 == 0 then check(t, model, most + steps) end
  end
  check(t, model, most + steps)
end
for round = 1, 30 do
  for _, most in ipairs({ 3, 9, 16, 17, 40, 100 }) do
    run(most, 30, round % 3 == 0 and round % 7 + 1 or nil, round % 5 * 2)
  end
end

-- Elements that are cleared during a traversal.
for most = 1, 40 do
  local t = {}
  for i = most, 1, -2 do t[i] = i end
  local sum = 0
  for k, v in pairs(t) do
    sum = sum + v
    t[k] = nil
  end
  local n = (most + 1) // 2
  assert(next(t) == nil and #t == 0 and sum == n * (most - n + 1))
end

-- Metamethods see keys without a value, and those alone.
local log = {}
local seen = setmetatable({}, {
  __newindex = function(t, k, v) log[#log + 1] = k rawset(t, k, v) end,
  __index = function(t, k) return -k end,
})
for _, k in ipairs({ 5, 3, 5, 16, 17, 3, 1, 2, 4 }) do seen[k] = k end
seen[5] = nil
seen[9] = nil
print(table.concat(log, " "), seen[5], seen[6], seen[16], seen[17], seen[18], #seen)

-- Lists that begin at another place, or are filled from behind, and then are lists like all others.
for first = 0, 20 do
  local t, sum = {}, 0
  for i = first, first + 40 do t[i] = i end
  for i = first, first + 40 do sum = sum + t[i] end
  assert(sum == 41 * first + 820 and t[first + 41] == nil and (first == 0 or t[first - 1] == nil))
  local b = {}
  for i = first + 1, 1, -1 do b[i] = i end
  for i = 1, 50 do b[#b + 1] = -i end
  assert(#b == first + 51)
  table.insert(b, 1, "first")
  assert(#b == first + 52 and b[2] == 1 and table.remove(b, 1) == "first" and b[1] == 1)
end

-- Sets of few digits, as puzzles have them.
local free = 0
for round = 1, 300 do
  local used = {}
  for i = 1, 12 do used[random(9)] = true end
  for digit = 1, 9 do
    if not used[digit] then free = free + digit end
  end
end
print(free)

-- Copies and lists of what lacks elements.
local t = {}
t[7], t[2], t[4] = "g", "b", "d"
print(#t, select("#", table.unpack(t, 1, 7)), table.concat({ t[2], t[4], t[7] }))
t[1], t[3], t[5], t[6] = "a", "c", "e", "f"
print(#t, table.concat(t))
table.move(t, 1, 7, 3)
print(#t, table.concat(t, ""))
table.sort(t, function(a, b) return a > b end)
print(table.concat(t, ""))
