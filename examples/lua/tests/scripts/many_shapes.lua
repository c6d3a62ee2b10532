-- Fields of tables whose fields came in many orders, read, written, absent, inherited and hidden.

local names = { "a", "b", "c", "d", "e" }

-- Every order of a few fields: each is another shape.
local shapes = {}
local function permute(order, left)
  if #left == 0 then
    local t = {}
    for i, name in ipairs(order) do t[name] = i end
    shapes[#shapes + 1] = t
  end
  for i = 1, #left do
    local rest, more = {}, { table.unpack(order) }
    for j = 1, #left do if j ~= i then rest[#rest + 1] = left[j] end end
    more[#more + 1] = left[i]
    permute(more, rest)
  end
end
permute({}, names)
print(#shapes)

local Base = {}
Base.__index = Base
function Base:sum() return self.a + self.b * 2 + self.c * 3 + self.d * 4 + self.e * 5 end
Base.kind = "base"
local Strict = setmetatable({}, { __index = Base })
Strict.__index = function(t, k) return Strict[k] or k .. "?" end
Strict.__newindex = function(t, k, v) rawset(t, k, "new " .. tostring(v)) end
function Strict:sum() return -Base.sum(self) end

for i, t in ipairs(shapes) do setmetatable(t, i % 3 == 0 and Strict or Base) end

local total, texts = 0, {}
for round = 1, 40 do
  for i, t in ipairs(shapes) do
    total = total + t:sum()
    t.a, t.b = t.b, t.a
    if t.missing then texts[t.missing] = (texts[t.missing] or 0) + 1 end
    if round % 10 == 0 then
      t.fresh = round
      texts[tostring(t.fresh)] = (texts[tostring(t.fresh)] or 0) + 1
      t.fresh = nil
      t.c = nil
      texts[tostring(t.c)] = (texts[tostring(t.c)] or 0) + 1
      rawset(t, "c", i % 7)
    end
    total = total + #t.kind
  end
end
print(total)
local keys = {}
for k in pairs(texts) do keys[#keys + 1] = k end
table.sort(keys)
for _, k in ipairs(keys) do print(k, texts[k]) end

-- More names than a shape has room for, and weak tables, among them.
local mixed = {}
for i = 1, 60 do
  local t = setmetatable({}, i % 4 == 0 and { __mode = "v" } or nil)
  for j = 1, i do t["n" .. (j * i) % 97] = j end
  mixed[i] = t
end
local found = 0
for round = 1, 60 do
  for i, t in ipairs(mixed) do
    found = found + (t.n5 or 0) + (t.n12 or 1)
    t.n5 = (t.n5 or 0) % 3
  end
end
print(found)
