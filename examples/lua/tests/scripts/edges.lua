-- Corners of numbers, loops and conversions.
local huge, maxi, mini = math.huge, math.maxinteger, math.mininteger
local function show(...)
  local t = table.pack(...)
  for i = 1, t.n do
    local v = t[i]
    if v ~= v then v = "nan" elseif math.type(v) == "float" then v = ("%.17g"):format(v) .. "f" end
    t[i] = tostring(v)
  end
  print(table.concat(t, " "))
end
local function count(a, b, c)
  local n, first, last = 0, nil, nil
  for i = a, b, c or 1 do
    n = n + 1
    first, last = first or i, i
    if n >= 100 then break end
  end
  return n, first, last
end

-- integer loops at the limits do not wrap
for _, l in ipairs {
  { maxi - 2, maxi }, { mini + 2, mini, -1 }, { maxi, mini, -maxi }, { mini, maxi, maxi }, { 1, 0 }, { 0, 1, -1 },
  { 1, huge }, { 1, -huge }, { -1, -huge, -1 }, { 1, huge, -1 }, { 3, 5.9 }, { 3, 5.9, 1 }, { 5, 2.1, -1 }, { mini, mini + 0.0 },
  { maxi, maxi + 0.0 }, { 1, 0 / 0 }, { 1.0, 3 }, { 1, 3, 0.5 }, { 1, 3.5 }, { 0.1, 0.35, 0.1 }, { 1, 0, 0.25 }, { maxi, maxi + 1.0, 1 },
  { -3, 3, 3 }, { 3, -3, -4 }, { mini, maxi, mini }, { maxi, mini, mini }, { 1, 1e300 }, { 1, -1e300, -1 },
} do
  show(count(table.unpack(l, 1, 3)))
end
for _, l in ipairs { { 1, 10, 0 }, { 1.5, 10, 0 }, { 1, 10, 0.0 }, { "1", 2 }, { 1, "2" }, { 1, 2, "1" }, { nil, 1 }, { 1, {} }, { {}, 1 }, { 1, 2, false } } do
  show(pcall(count, table.unpack(l, 1, 3)))
end
-- the loop variable is a copy
for i = 1, 3 do local j = i i = i * 10 show(i, j) end
-- with a hot loop in front of the end of the range
do
  local s = 0
  for i = maxi - 300, maxi do s = s ~ i end
  for i = mini + 300, mini, -1 do s = s ~ i end
  show(s)
  local f = 0
  for x = 0, 1, 0.001 do f = f + x end
  show(f)
end

-- division and remainder
for _, a in ipairs { 7, -7, 7.5, -7.5, 0, -0.0, maxi, mini, huge, -huge } do
  for _, b in ipairs { 2, -2, 2.5, -2.5, -1, 1, huge, -huge, mini, 0.0 } do
    show(a, b, a // b, a % b)
  end
end
show(pcall(function(a) return a // 0 end, 1), pcall(function(a) return a % 0 end, 1))
show(mini // -1, mini % -1, -mini, mini * -1, math.abs(mini), maxi + 1 == mini, maxi * 2)
show(5 // 0.0, -5 // 0.0, 0 / 0, 5 % huge, -5 % huge, 5 % -huge, -5 % -huge, 0.0 // 0)
show(math.fmod(7, -3), math.fmod(-7, 3), math.fmod(7.5, -2), math.fmod(mini, -1), pcall(math.fmod, 1, 0))
show(math.fmod(1, 0.0), math.fmod(huge, 1), math.fmod(1, huge))
show(2 ^ 63, 2 ^ -1, (-8) ^ (1 / 3), 0 ^ 0, -2 ^ 2, 2 ^ 3 ^ 2, huge ^ 0, (-huge) ^ 3)

-- bits
for _, s in ipairs { 0, 1, 63, 64, 65, -1, -63, -64, -65, maxi, mini } do show(1 << s, -1 >> s, mini >> s, -1 << s) end
show(3.0 | 4, 2 ^ 53 | 1, ~0, ~0.0, pcall(function() return "7" & 3 end), pcall(function() return ~"5" end))
for _, f in ipairs { function() return 1.5 | 1 end, function() return 2 ^ 64 & 1 end, function() return "a" | 1 end, function() return "1.5" | 1 end, function() return {} | 1 end, function() return huge | 0 end, function() return ~(0 / 0) end } do
  show(pcall(f))
end

-- strings as numbers
for _, s in ipairs {
  "10", " 10 ", "10x", "0x", "0x1p4", "0x.8", "1e1", "1e", ".5", "5.", ".", "", " ", "1 2", "+1", "- 1", "-0x10", "1e+2", "1e400", "-1e400", "0x1p-2000",
  "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "0xffffffffffffffff", "0x1ffffffffffffffff",
  "inf", "nan", "1_000", "\t1\n", "1\0", "0b1", "1e5", "1E5", "0X1A", "١", "0x1.8p1", "0x1P", "1..2", "--1",
} do
  show(("%q"):format(s), tonumber(s), math.type(tonumber(s)))
end
show("10" + 1, "10" * "2", "0x10" + 0, "1e1" + 0, -"2", -"2.0", "10" / 2, "7" // 2, "7.0" // 2, "2" ^ 2, 10 .. 20, 1.5 .. "|", -0.0 .. "|", 2 ^ 63 .. "|")
show(10 == "10", "10" == 10.0, 1 == 1.0, maxi == maxi + 0.0, maxi + 1.0 == 2 ^ 63, 2 ^ 53 == 2 ^ 53 + 1, mini == -2 ^ 63)
show(1 < 1.5, maxi < maxi + 0.0, maxi + 0.0 <= maxi, mini <= -2 ^ 63, maxi < huge, mini > -huge, 1 < 0 / 0, 1 >= 0 / 0, 0 / 0 == 0 / 0, "a" < "b", "a" < "B", "" < "a", "a\0b" < "a\0c", "Z" < "a", "10" < "9")
for base = 2, 36, 7 do show(tonumber("10", base), tonumber("zz", base), tonumber("-11", base), tonumber(" 1 ", base), tonumber("1.0", base)) end
show(tonumber("7fffffffffffffff", 16), tonumber("ffffffffffffffff", 16), tonumber("8", 8), tonumber("", 10), pcall(tonumber, "1", 1), pcall(tonumber, "1", 37), pcall(tonumber, 1, 10))
show(tonumber(nil), pcall(tonumber))
show(math.tointeger(3.0), math.tointeger(3.5), math.tointeger("8"), math.tointeger(2 ^ 63), math.tointeger(-2 ^ 63), math.tointeger({}), math.tointeger(huge), math.tointeger(0 / 0))
show(math.floor(3.7), math.floor(-3.7), math.ceil(3.2), math.ceil(-3.2), math.floor(2 ^ 70), math.ceil(-0.5), math.floor(huge), math.floor(-0.0))
show(math.ult(1, -1), math.ult(-1, 1), math.ult(0, 0), math.type(1), math.type(1.0), math.type("1"), pcall(math.type))
show(math.max(1, 2.5), math.max(2, 2.0), math.min(2.0, 2), math.max(-0.0, 0.0), math.min(0.0, -0.0), math.max(0 / 0, 1), math.max(1, 0 / 0), pcall(math.max))
show(tostring(-0.0), tostring(0.0), tostring(1e15), tostring(1e16), tostring(1e100), tostring(0.1), tostring(1 / 3), tostring(123456789012345.0), tostring(2 ^ 53), tostring(-1e-5), tostring(huge), tostring(-huge))
show((tostring(0 / 0):gsub("-", "")), 1e308 * 10, -1e308 * 10, 5e-324, 5e-324 / 2, 2.2250738585072014e-308)
show(0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffffff, 0x1p4, 0x.1p4, 0xA.8, 1e2, 3e-2, 0xep1, 9223372036854775807, 9223372036854775808)
show(math.modf(3.7), math.modf(-3.7), math.modf(5), math.modf(huge), math.modf(-huge), math.modf(0 / 0))
show(8 // 3 * 3 + 8 % 3, -8 // 3 * 3 + -8 % 3, 1 .. 2 == "12", not nil == true, not 1 == 2, -3 ^ 2, 2 + 3 .. "", 1 << 2 + 1, 5 & 3 == 1 and 1, "a" .. 1 + 2)
