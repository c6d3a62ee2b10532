-- Lists that begin at 0, and lists that are filled from behind: in loops, so that traces meet them, with metatables, weakness, removal while a
-- traversal goes on, and keys that are another number's equal.

local function keys(t)
  local all = {}
  for k, v in pairs(t) do all[#all + 1] = tostring(k) .. "=" .. tostring(v) end
  table.sort(all)
  return table.concat(all, " ")
end

-- Rows of a table for distances, each begun at 0.
local function distance(a, b)
  local row = { [0] = 0 }
  for j = 1, #b do row[j] = j end
  for i = 1, #a do
    local next_row = { [0] = row[0] + 1 }
    for j = 1, #b do
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      local best = next_row[j - 1] + 1
      if row[j] + 1 < best then best = row[j] + 1 end
      if row[j - 1] + cost < best then best = row[j - 1] + cost end
      next_row[j] = best
    end
    row = next_row
  end
  return row[#b]
end
local words = { "kitten", "sitting", "saturday", "sunday", "", "flaw", "lawn" }
local sum = 0
for _ = 1, 40 do
  for _, a in ipairs(words) do
    for _, b in ipairs(words) do sum = sum * 3 % 1000003 + distance(a, b) end
  end
end
print("distances", sum)

-- Loops from 0, and indices that come round.
local ring, total = {}, 0
for i = 0, 9 do ring[i] = i * i end
for i = 0, 3000 do
  local at = i % 10
  ring[at] = ring[at] + 1
  total = total + ring[(at + 3) % 10]
end
print("ring", total, #ring, ring[0], ring[10], ring[-1], keys(ring))

-- The key comes and goes, before and behind names, and under other names for it.
for round = 1, 60 do
  local t = {}
  t[0] = round
  t.x = 1
  t[0.0] = t[0] + 1
  t[-0.0] = t[0] + 1
  assert(t[0] == round + 2 and rawget(t, 0) == t[0.0])
  t[0] = nil
  assert(t[0] == nil and next(t) == "x")
  t[0] = false
  t[1] = "one"
  t["0"] = "text"
  if round == 60 then print("names", keys(t), #t, rawlen(t), select("#", t[0], t["0"])) end
end

-- Any kind of value, one after the other.
local kinds = { 1, 2.5, true, false, "s", print, {}, 7 }
for round = 1, 40 do
  local t = { [0] = nil }
  for _, v in ipairs(kinds) do
    t[0] = v
    assert(t[0] == v)
  end
  t[0] = nil
  assert(next(t) == nil)
end

-- Metatables are asked where it is absent, and only there.
local asked, written = 0, 0
local meta = {
  __index = function(_, k) asked = asked + 1; return k end,
  __newindex = function(t, k, v) written = written + 1; rawset(t, k, v) end,
}
for round = 1, 200 do
  local t = setmetatable({}, meta)
  local zero = t[0]
  t[0] = round
  t[0] = t[0] + zero
  t[0] = nil
  t[0] = 1
end
print("metatables", asked, written)

-- Classes of lists that begin at 0, and proxies.
local base = { [0] = "base" }
local derived = setmetatable({}, { __index = base })
local seen = {}
for i = 1, 100 do
  if i == 50 then derived[0] = "own" end
  seen[derived[0]] = (seen[derived[0]] or 0) + 1
end
print("inherited", keys(seen))

-- As one of many keys: dictionaries, counters, and what becomes one.
local counts = {}
for i = 1, 2000 do
  local k = (i * 7) % 41 - 20
  counts[k] = (counts[k] or 0) + 1
end
local n = 0
for k, v in pairs(counts) do n = n + k * v end
print("counters", n, counts[0], counts[-20], counts[20], counts[21])
local mixed = {}
for i = 1, 100 do
  mixed["name" .. i] = i
  mixed[0] = (mixed[0] or 0) + i
end
print("dictionary", mixed[0], mixed.name77)
local before = { [0] = "kept" }
for i = 1, 60 do before["k" .. i] = i end
print("became", before[0], before.k60)

-- Traversals that remove what they visit, and begin anew from it.
local t = { [0] = "zero", "one", "two", a = 1, b = 2 }
local steps = 0
for k in pairs(t) do t[k] = nil; steps = steps + 1 end
print("removed", steps, next(t))
t = { [0] = "zero" }
print("next", next(t), next(t, 0))
print("bad", pcall(next, { 1, 2 }, 0), pcall(next, {}, 0))

-- Weak tables.
local weak = setmetatable({ [0] = {} , {} }, { __mode = "v" })
weak[0], weak[1] = "text", 5
collectgarbage()
print("weak", weak[0], weak[1], keys(weak))
local turned = { [0] = "was there" }
setmetatable(turned, { __mode = "k" })
turned[0] = turned[0] .. " still"
print("turned weak", turned[0])

-- The library.
local list = { [0] = "z", "a", "b", "c" }
table.insert(list, 1, "first")
print("insert", list[0], table.concat(list, ","), table.concat(list, ",", 0), (table.unpack or unpack)(list, 0, 1))
print("remove", table.remove(list, 1), list[0], #list)
print("empty", table.remove({ [0] = "at 0" }), table.remove({ [0] = "at 0" }, 0))
table.move(list, 0, 2, 5)
print("move", list[5], list[6], list[7])
local big = { [0] = 9, 3, 1, 2 }
table.sort(big)
print("sort", big[0], table.concat(big, ","))
print("length", #{ [0] = 1 }, #{ [0] = 1, 2 }, #{ [0] = nil, 1, 2 })
for i, v in ipairs({ [0] = "no", "yes" }) do print("ipairs", i, v) end

-- Filled from behind: of several lengths, values of all kinds, with what is not there at either end.
for _, size in ipairs { 1, 2, 4, 5, 6, 15, 16, 17, 18, 33, 64, 100, 200, 255, 256, 257, 300, 1000, 5000 } do
  local list = {}
  for i = size, 1, -1 do list[i] = i % 3 == 0 and i + 0.5 or i end
  local sum = 0
  for i = 1, size do sum = sum + list[i] end
  assert(#list == size and list[size + 1] == nil and list[0] == nil)
  list[#list + 1] = "more"
  local count = 0
  for _ in pairs(list) do count = count + 1 end
  print("from behind", size, sum, #list, count)
end

-- Broken off, with holes, down through 0, upwards after all, far up.
local down = {}
for i = 120, 60, -1 do down[i] = i end
print("broken off", down[60], down[59], down[120], down[121], keys(down):sub(1, 20))
down[30] = "hole"
for i = 121, 140 do down[i] = i end
local all = 0
for k, v in pairs(down) do all = all + k end
print("holes", all, down[140], down[31])
local through = {}
for i = 40, -5, -1 do through[i] = i end
print("through", #through, through[0], through[-5], through[1], through[40])
local far = {}
for i = 1000000, 999990, -1 do far[i] = i end
print("far", far[1000000], far[999990], far[1], #far)
local odd = {}
for i = 99, 1, -2 do odd[i] = i end
print("odd", odd[1], odd[2], odd[99])
local named = {}
named.first = "name"
for i = 30, 1, -1 do named[i] = i end
print("named", #named, named.first)

-- Removed from behind again, while it is filled.
local stack = {}
for i = 50, 1, -1 do
  stack[i] = i
  if i % 5 == 0 then stack[i + 5] = nil end
end
local left = {}
for k in pairs(stack) do left[#left + 1] = k end
table.sort(left)
print("left", #left, left[1], left[#left])

-- Numbers of many digits, divided by a small one from the top.
local digits = {}
for i = 1, 40 do digits[i] = (i * 7919) % 10000000 end
for _ = 1, 200 do
  local quotient, rest = {}, 0
  for i = #digits, 1, -1 do
    local s = rest * 10000000 + digits[i]
    quotient[i] = math.floor(s / 97)
    rest = s - quotient[i] * 97
  end
  digits = quotient
  digits[#digits] = digits[#digits] + 5000000
end
local check = 0
for i = 1, #digits do check = (check * 31 + digits[i]) % 1000003 end
print("quotient", #digits, check)
