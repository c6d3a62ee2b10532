-- Library functions that the interpreter does by itself where they need no call.
local function names(v) return type(v) end
local mixed = { 1, 2.5, "a", true, false, {}, print, function() end, coroutine.create(print), io.stdout }
local counts = {}
for i = 1, 2000 do
  local name = names(mixed[i % 11 + 1])
  counts[name] = (counts[name] or 0) + 1
end
for _, name in ipairs { "nil", "boolean", "number", "string", "table", "function", "thread", "userdata" } do
  print(name, counts[name])
end
print(pcall(type))

-- Numbers and their texts.
local sum, texts = 0, {}
for i = 1, 500 do
  sum = sum + tonumber(i) + tonumber(i + 0.5) + (tonumber("0x" .. i) or 0) + (tonumber(mixed[i % 2 * 2 + 1]) or 1)
  texts[#texts + 1] = tostring(i / 8) .. tostring(i) .. tostring("s") .. tostring(i % 2 == 0) .. tostring(-i * 1e20)
end
print(sum, table.concat(texts, " ", 490))
print(pcall(tonumber), pcall(tostring))
print(tostring(-0.0), tostring(0.1), tostring(1e15), tostring(123456.789e3), tostring(1e100), tostring(2^53), tostring(5e-324), tostring(1/3))
print(string.format("%.14g %.3g %g %g %g", 0.1, 1234.5, 1e-5, 100000, 1e6), string.format("%5d|%-5d|%05d|%+d|% d|%.3d", 42, 42, 42, 42, 42, 42))

-- Numbers whose texts a metatable tells, from some time on.
local function text(v) return tostring(v) end
local before = text(5)
for i = 1, 300 do
  if i == 200 then debug.setmetatable(0, { __tostring = function(n) return "<" .. n .. ">" end }) end
  if i == 250 then debug.setmetatable(0, nil) end
  if i % 50 == 49 then print(i, text(i), text(i + 0.5), text("s")) end
end
print(before == text(5))

-- The largest of any number of numbers: of equal ones, and where one is no number, the first.
local nan = 0 / 0
local function most(...) return math.max(...), math.min(...) end
for i = 1, 300 do
  local a, b = most(i, 7, i % 5)
  local c, d = most(i % 3, 2.5, i % 4)
  local e, f = most(0.0, -0.0, 0)
  if i % 100 == 0 then print(a, b, c, d, e, f, most(3), most(nan, 1.0), most(1.0, nan), pcall(most, "10", 9)) end
end
print(pcall(math.max), pcall(math.min, 1, {}), pcall(math.max, 1, 2, "x"))
