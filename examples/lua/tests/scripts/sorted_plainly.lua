-- Lists sorted without a function: of one kind of values, of several, with what cannot be compared, and through metatables.
local function show(t)
  local out = {}
  for i = 1, #t do
    local v = t[i]
    out[i] = math.type(v) == "float" and string.format("%.17g", v) .. "f" or tostring(v)
  end
  return table.concat(out, " ")
end

local function sorted(t)
  local ok, why = pcall(table.sort, t)
  return ok and show(t) or (why:gsub("^.-:%d+: ", ""))
end

local seed = 7
local function random(n)
  seed = seed * 16807 % 2147483647
  return seed % n
end

local function list(n, f)
  local t = {}
  for i = 1, n do t[i] = f(i) end
  return t
end

print(sorted {})
print(sorted { 3 })
print(sorted { 3, 1, 2 })
print(sorted { math.maxinteger, math.mininteger, 0, -1 })
print(sorted { 2.5, -1.5, 1e300, -1e300, 0.0 })
print(sorted { 1 / 0, -1 / 0, 0.5 })
print(sorted { 2, 1.5, 1, 2.5 })
print(sorted { "b", "a", "", "B", "a\0b", "a\0a", "ab", "\xff", "\x7f" })
print(sorted { "10", "9", "1" })
print(sorted(list(40, function() return random(50) end)))
print(sorted(list(40, function() return random(50) / 4 end)))
print(sorted(list(40, function(i) return string.rep(string.char(97 + random(5)), 1 + random(60)) end)))
-- What has no order.
print(sorted { 1, "a" })
print(sorted { "a", 1, "b" })
print(sorted { 3, 2, {} })
print(sorted { true, false })
print(sorted { {}, {} })
print((pcall(table.sort, { 1, nil, 3 })))
-- Zeros of either sign keep the places that comparing gives them, numbers that are none do no harm.
print(#sorted { 0.0, -0.0, 1.0 } > 0, pcall(table.sort, { 0 / 0, 1.0, 2.0 }))

-- In loops, where the kind of what is sorted changes.
local kinds = {
  function() return random(100) end,
  function() return random(100) / 8 end,
  function() return "k" .. random(100) end,
  function(i) return i % 2 == 0 and random(100) or random(100) + 0.5 end,
}
local sum = 0
for round = 1, 300 do
  local t = list(1 + round % 30, kinds[1 + round % 4])
  table.sort(t)
  for i = 2, #t do assert(not (t[i] < t[i - 1])) end
  sum = (sum * 31 + #tostring(t[1])) % 1000003
end
print(sum)

-- Objects, and tables that only act as lists.
local Box = {}
Box.__index = Box
Box.__lt = function(a, b) return a.n < b.n end
local boxes = list(12, function() return setmetatable({ n = random(100) }, Box) end)
table.sort(boxes)
local ns = {}
for i, b in ipairs(boxes) do ns[i] = b.n end
print(show(ns))
local writes = 0
local proxy = { 3, 1, 2 }
local acting = setmetatable({}, {
  __len = function() return 3 end,
  __index = function(_, k) return proxy[k] end,
  __newindex = function(_, k, v) writes = writes + 1; proxy[k] = v end,
})
table.sort(acting)
print(show(proxy), writes)
local guarded = setmetatable({ 5, 4, 9, 1 }, {})
table.sort(guarded)
print(show(guarded))
print(sorted(table.pack(9, 8, 7)))
