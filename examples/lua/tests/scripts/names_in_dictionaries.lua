-- Names that stand in the program, read from tables that were filled by computed keys, while these change.

local function crowd()
  -- Other tables with other first keys, so that the next ones filled by computed keys are dictionaries.
  local all = {}
  for i = 1, 40 do all[i] = { ["k" .. i] = i } end
  return all
end
local others = crowd()

local function enum(names, first)
  local t = {}
  for i, name in ipairs(names) do t[name] = first + i end
  return t
end
local OP = enum({ "push", "pop", "add", "jump", "halt", "nop", "dup", "swap", "call", "ret", "load", "store" }, 0)

local function step(op)
  if op == OP.push then return 1
  elseif op == OP.pop then return 2
  elseif op == OP.add then return 3
  elseif op == OP.halt then return 4
  elseif op == OP.store then return 5
  elseif op == OP.missing then return 6
  end
  return 0
end
local function count(n)
  local sum = 0
  for i = 1, n do sum = sum * 3 % 100003 + step(i % 14) end
  return sum
end
print(count(5000))

-- Values change, keys go and come back, others come, so that the table grows and is put in order anew.
OP.push, OP.pop = OP.pop, OP.push
print(count(5000))
OP.add = nil
print(count(5000))
for i = 1, 200 do OP["extra" .. i] = -i end
print(count(5000))
for i = 1, 200 do OP["extra" .. i] = nil end
collectgarbage()
print(count(5000))
OP.add = 3
OP.missing = 13
for i = 1, 30 do OP["more" .. i] = -i end
print(count(5000))
for _, name in ipairs({ "push", "pop", "add", "halt", "store", "missing" }) do OP[name] = nil end
for i = 1, 300 do OP["fresh" .. i] = -i end
print(count(5000))
for i, name in ipairs({ "store", "halt", "missing", "add" }) do OP[name] = i end
print(count(5000))

-- While it is read.
local function changing(n)
  local t, sum = enum({ "a", "b", "c", "d", "e" }, 10), 0
  for i = 1, n do
    sum = (sum * 7 + (t.c or -1) + (t.e or -2)) % 1000003
    if i % 100 == 50 then t.c = nil end
    if i % 100 == 70 then t["n" .. i] = i end
    if i % 100 == 90 then t.c = i end
    if i % 1000 == 999 then t = enum({ "e", "x", "c" }, i) end
  end
  return sum
end
print(changing(200), changing(20000))

-- Many tables at one place, absent names with and without a metatable, weak tables.
local function field(t) return t.name or "none" end
local tables = {}
for i = 1, 30 do
  local t = enum({ "name", "other" .. i, "third" }, i)
  if i % 5 == 0 then t.name = nil end
  if i % 7 == 0 then t.name = nil; setmetatable(t, { __index = enum({ "name" }, 1000 * i) }) end
  if i % 11 == 0 then setmetatable(t, { __mode = "k" }) end
  if i % 13 == 0 then t.name = nil; setmetatable(t, { __index = function(_, k) return k .. i end }) end
  tables[i] = t
end
local text = {}
for round = 1, 200 do
  for i = 1, #tables do text[i] = tostring(field(tables[i])) end
end
print(table.concat(text, " "))
local one = tables[3]
for i = 1, 3000 do text[1] = field(one) end
print(text[1])
print(#others)
