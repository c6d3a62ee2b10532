-- Random numbers and numbers in texts, in loops that are compiled.
local function attempt(f, ...)
  local r = table.pack(pcall(f, ...))
  for i = 1, r.n do r[i] = tostring(r[i]) end
  return table.concat(r, " ")
end

local function between(n, low, up)
  local sum, least, most = 0, math.maxinteger, math.mininteger
  for _ = 1, n do
    local x = math.random(low, up)
    sum, least, most = sum + x % 1000, math.min(least, x), math.max(most, x)
  end
  return sum, least, most
end

local function upto(n, up)
  local sum = 0
  for _ = 1, n do sum = sum + math.random(up) end
  return sum
end

local function floats(n)
  local sum, least, most = 0.0, 2, -1
  for _ = 1, n do
    local x = math.random()
    sum, least, most = sum + x, math.min(least, x), math.max(most, x)
  end
  return sum, least, most
end

local function any(n)
  local bits = 0
  for _ = 1, n do bits = bits ~ math.random(0) end
  return bits
end

local texts = { "12", " 7 ", "-3", "0x10", "1e2", "4.5", "", "x", "9007199254740993", "99999999999999999999", "1_0", "inf", "0x", "- 1", "5\0" }
local function numbers(n)
  local sum, none, floats = 0, 0, 0
  for i = 1, n do
    local x = tonumber(texts[i % #texts + 1])
    if x == nil then none = none + 1
    else
      if math.type(x) == "float" then floats = floats + 1 end
      sum = sum + x % 1000
    end
  end
  return sum, none, floats
end

local function always(n)
  local sum = 0
  for i = 1, n do sum = sum + tonumber("42") + tonumber(i) + (tonumber("z") or 1) + tonumber("11", 2) end
  return sum
end

for turn = 1, 3 do
  math.randomseed(42, turn)
  print(between(3000, 1, 6))
  print(between(3000, -5, 5))
  print(between(300, math.mininteger, math.maxinteger))
  print(between(300, 7, 7))
  print(between(300, 2.0, 9))
  print(upto(3000, 100), upto(300, 1), upto(300, math.maxinteger) ~= 0)
  print(floats(3000))
  print(any(3000))
  print(attempt(between, 300, 5, 4), attempt(upto, 300, -1), attempt(upto, 3, 1.5), attempt(math.random, 1, 2, 3), attempt(upto, 300, "9"))
  -- What failed took a number as well.
  print(math.random(1000), math.random(1000))
  print(numbers(3000))
  print(always(3000))
end
