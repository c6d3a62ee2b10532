-- Texts that loops make again, for nobody, or from what does not change: what a trace shares, leaves out and takes out of the loop is what was asked for, and
-- errors that a program waits for come.

-- The same key made twice, and a neighbour's.
local grid = {}
for round = 1, 40 do
  for x = 1, 8 do
    for y = 1, 8 do
      grid[x .. "," .. y] = (grid[x .. "," .. y] or 0) + (grid[x - 1 .. "," .. y] or 1) % 7
    end
  end
end
local sum = 0
for x = 1, 8 do for y = 1, 8 do sum = (sum * 31 + grid[x .. "," .. y]) % 1000003 end end
print("grid", sum)

-- Values of each kind, written over and over, and what is left.
local kept
for i = 1, 500 do
  kept = tostring(i)
  kept = tostring(i + 0.5)
  kept = tostring(true) .. tostring(nil) .. tostring(false) .. tostring(-0.0) .. tostring(1 / 0)
  if i % 100 == 0 then kept = kept .. i end
  if i == 300 then print("kept", kept) end
end
print("last", kept)

-- What changes in the loop is made anew; what does not is the same.
local name, out = "a", {}
for i = 1, 300 do
  local upper = name:upper()
  if i % 50 == 0 then
    out[#out + 1] = upper .. name:rep(3) .. name:reverse() .. ("Xy" .. name):lower()
    name = name .. string.char(97 + i // 50)
  end
end
print(table.concat(out, " "))

-- Repetitions: none, one, few, many, of nothing, with something between.
local lengths = 0
for i = -2, 300 do
  lengths = lengths + #("ab"):rep(i) + #(""):rep(i) + #("x"):rep(i, ", ") + #("y"):rep(i % 3 * 1.0)
end
print("lengths", lengths, #("z"):rep(5000), #("longer"):rep(4095), #(("k"):rep(4095)):rep(2))

-- Errors that are waited for, though nobody wants the text.
local failed = { 0, 0, 0, 0, 0 }
local function fails(k, f, ...) if not pcall(f, ...) then failed[k] = failed[k] + 1 end end
for i = 1, 200 do
  fails(1, string.rep, "x", 1 << 40)
  fails(2, string.upper, i % 2 == 0 and {} or nil)
  fails(3, string.sub, "abc", "x")
  fails(4, function() local s = "a" .. (i % 4 == 0 and {} or i) end)
  fails(5, function() local s = ("abc"):reverse():lower():sub(i % 5 == 0 and "q" or 1) end)
end
print("failed", table.unpack(failed))

-- Numbers in texts: integers, floats, neither, and the least integer.
local texts = { "12", "0x1F", " 7 ", "1e3", "-0", "-0.0", "nan", "inf", "", "1x", "0x", "9223372036854775807", "9223372036854775808",
  "-9223372036854775808", "0x8000000000000000", "0x1p4", "1e400", "-1e400", ".5", "5." }
for round = 1, 60 do
  for k, s in ipairs(texts) do
    local n = tonumber(s)
    if round == 60 then print(k, n, math.type(n)) end
  end
end
local total = 0
for i = 1, 400 do total = total + tonumber("" .. i) + tonumber(i .. ".5") + (tonumber("no" .. i) or 1) end
print("total", total)

-- The text of an object whose metatable says what it is, and changes its mind.
local P = {}
P.__tostring = function(p) return "P(" .. p.x .. "," .. p.y .. ")" end
local p, seen = setmetatable({ x = 3, y = 4 }, P), {}
for i = 1, 300 do
  local s = tostring(p)
  if i % 60 == 0 then
    seen[#seen + 1] = s
    p.x = p.x + i
    if i == 180 then P.__tostring = function(q) return "Q" .. q.y end end
    if i == 240 then P.__tostring = nil end
  end
end
seen[#seen] = seen[#seen]:match("^table: ") or seen[#seen]
print(table.concat(seen, " "), #seen)
for _, wrong in ipairs({ true, 12, 1.5 }) do
  local q = setmetatable({}, { __tostring = function() return wrong end })
  local good, bad = 0, 0
  for _ = 1, 100 do if pcall(tostring, q) then good = good + 1 else bad = bad + 1 end end
  print("of", wrong, good, bad)
end

-- Pieces of texts, long ones too, which are equal without being one object.
local long, same, different = ("0123456789"):rep(30), 0, 0
for i = 1, 250 do
  local a, b = long:sub(i, i + 45), long:sub(i, i + 45)
  if a == b then same = same + 1 end
  if a ~= long:sub(i + 1, i + 46) then different = different + 1 end
end
print("pieces", same, different)

-- A loop that writes elements of the arrays that it reads: each reads what was written last.
local record = { a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7 }
local other = { a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7 }
local list, trail = { "x", 2, {}, 4.5, "z", 6, 7, 8 }, 0
for i = 1, 600 do
  local r = i % 97 == 0 and other or record
  other.d = other.d + record.e
  list[i % 8 + 1] = i % 3 == 0 and "t" or i
  trail = (trail * 3 + r.d + record.f + other.d + (tonumber(list[6]) or 1)) % 1000003
  if i % 150 == 0 then record, other = other, record end
  record.f = record.f + 1
end
print("trail", trail, record.d, other.d, record.f, other.f)

-- Objects with more names than a table has slots in itself, at each step of growth; names taken away and given again, and a metatable that wants new ones.
local C = {}
C.__index = C
local function wide(n, upto)
  local t = setmetatable({}, C)
  for k = 1, upto do t["f" .. k] = n + k end
  return t
end
local function seventeen(n)
  local t = setmetatable({}, C)
  t.a = n t.b = n + 1 t.c = n + 2 t.d = n + 3 t.e = n + 4 t.f = n + 5 t.g = n + 6 t.h = n + 7
  t.i = n t.j = n + 1 t.k = n + 2 t.l = n + 3 t.m = n + 4 t.n = n + 5 t.o = n + 6 t.p = n + 7 t.q = { n }
  return t
end
local fields, kept = 0, {}
for i = 1, 600 do
  local t = seventeen(i)
  fields = (fields * 7 + t.a + t.h + t.i + t.p + t.q[1]) % 1000003
  if i % 60 == 0 then
    t.e, t.q = nil, nil
    t.e, t.r, t.q = "again", i, "q"
    local names = 0
    for _ in pairs(t) do names = names + 1 end
    kept[#kept + 1] = names .. t.e .. t.r .. t.q .. t.p
    local w = wide(i, i // 60 * 3)
    kept[#kept + 1] = tostring(w.f1) .. tostring(w.f4) .. tostring(w["f" .. i // 60 * 3]) .. tostring(w.f31)
  end
end
print("fields", fields, table.concat(kept, " "))
local asked = 0
local strict = { __newindex = function(t, k, v) asked = asked + 1 rawset(t, k, v) end }
for i = 1, 200 do
  local t = setmetatable({}, strict)
  t.a, t.b, t.c, t.d, t.e = 1, 2, 3, 4, 5
  t.e = t.a + t.d
  fields = fields + t.e
end
print("asked", asked, fields)
