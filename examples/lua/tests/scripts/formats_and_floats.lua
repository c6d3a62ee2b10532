-- Formats that traces take apart, floats that are whole numbers, names that traces know: in loops that are compiled.

local function formats(i)
  local t = {}
  t[#t + 1] = string.format("%d", i)
  t[#t + 1] = string.format("%s", i)
  t[#t + 1] = string.format("%s=%d;", "k" .. i, i * 2.0)
  t[#t + 1] = ("%d%% of %s"):format(i, i / 2)
  t[#t + 1] = ("%s%s%s%s"):format(i, "", "x", -i)
  t[#t + 1] = ("[%s]"):format(("long"):rep(20))
  t[#t + 1] = ("%s and %s"):format(nil, true)
  t[#t + 1] = ("%5.1f|%-4d|%s"):format(i / 3, i, "z")
  return table.concat(t, " ")
end
local total = 0
for i = 1, 300 do
  local s = formats(i)
  total = (total * 31 + #s + s:byte(-1)) % 1000003
  if i % 100 == 0 then print(s) end
end
print(total)

for _, f in ipairs { "%d", "x %d", "%s %d" } do
  for _, v in ipairs { 1.5, "a", "7", 2 ^ 63, {} } do
    local ok, e
    for _ = 1, 60 do ok, e = pcall(string.format, f, v, v) end
    print(f, ok, (tostring(e):gsub("0x%x+", "ADDRESS")))
  end
end
for _ = 1, 60 do
  local ok, e = pcall(function() return ("%s %s"):format("one") end)
  total = total + (ok and 1 or #e)
end
print(total)

-- A metatable of strings or numbers may say what their text is.
local function text(v) return ("<%s>"):format(v) end
for i = 1, 200 do
  if i == 150 then getmetatable("").__tostring = function(s) return "other" end end
  local got = text("plain")
  if i == 149 or i == 151 then print(got) end
end
getmetatable("").__tostring = nil
print(text("plain"), text(setmetatable({}, { __tostring = function() return "object" end })))

-- Keys that are whole floats, and those that are not.
local grid, sparse = {}, {}
for i = 1, 200 do
  local half = i / 2
  grid[half] = i
  sparse[half * 1000] = half
end
local sum = 0
for turn = 1, 5 do
  for i = 200, 1, -1 do
    sum = sum + grid[i / 2] + (sparse[i * 500] or 0) + (sparse[i * 500.0] or 0)
    if turn == 4 then grid[i / 2] = nil end
    if turn == 4 then grid[i / 2] = turn end
  end
end
print(sum, #grid, grid[0.5], grid[100], next(sparse) ~= nil)
for _, k in ipairs { 0 / 0, 1e300, -0.0, 2 ^ 53, 2.5, math.huge } do
  local t, ok, e = {}, nil, nil
  for _ = 1, 60 do ok, e = pcall(function() t[k] = k end) end
  print(ok, e and (e:gsub("^.-:%d+: ", "")) or t[k], t[0 / 0])
end

-- Remainders and comparisons of both kinds of numbers.
local m, c = 0, 0
for i = -300, 300 do
  local x = i / 4
  m = m + x % 3 + x % 0.7 + x % -5 + (x % math.huge == math.huge and 1 or 0)
  if i < x then c = c + 1 end
  if x <= 10 then c = c + 1 end
  if 3 >= x then c = c + 1 end
  if i == x then c = c + 100 end
  if x ~= 5 then c = c + 1 end
end
print(("%.9f"):format(m), c, 7.0 % 2, -7.0 % 2, 5.5 // 2, 1e308 % 3, 1 % 0.1)
print(2 ^ 53 == 2 ^ 53 + 1, 9007199254740993 < 2 ^ 53, 9007199254740993 == 2 ^ 53, math.maxinteger < 2 ^ 63, math.mininteger <= -2 ^ 63)

-- Names given to functions that traces contain.
local function get(t, k) return t[k] end
local function set(t, k, v) t[k] = v end
local point = setmetatable({ x = 1, y = 2 }, { __index = function(_, k) return k .. "?" end, __newindex = function(t, k, v) rawset(t, k, v * 2) end })
local seen = {}
for i = 1, 300 do
  set(point, "x", i)
  seen[i % 3] = get(point, "x") .. get(point, "z") .. rawget(point, "y")
  if i == 200 then set(point, "late", i) end
  if i == 250 then rawset(point, "y", nil) set(point, "y", 5) end
end
print(seen[0], seen[1], seen[2], get(point, "late"), get(point, "y"))

-- Keys along a front.
local front = {}
for i = 1, 3000 do
  front[i + i * 7919 % 40] = i
  if i % 3 == 0 then front[i - 1] = nil end
end
local n, s = 0, 0
for k, v in pairs(front) do n, s = n + 1, s + k * v % 97 end
print(n, s, front[3000], front[1])

-- Several results of library functions.
local unpacked, bytes = 0, 0
local list, word = { 1, 2, 3, 4, 5 }, "abcdef"
for i = -1, 300 do
  local k = i % 9 - 1
  unpacked = unpacked + select("#", table.unpack(list, 2)) + select("#", table.unpack(list, k, 3)) + (table.unpack(list, 1, k) or 0) + select("#", table.unpack(list, 6, 5))
  local a, b, c = word:byte(k, k + 2)
  bytes = bytes + (a or 0) + (b or 0) * 2 + (c or 0) * 3 + select("#", word:byte(k, i)) + select("#", word:byte(i % 4 + 1, -1)) + select("#", word:byte(2, 1))
end
print(unpacked, bytes, select("#", word:byte(1, -1)), select("#", table.unpack({}, 1, 12)), pcall(table.unpack, list, 1, 1e8))

-- As far from each other as places can be: their number overflowed, and nothing was taken for all.
for _, between in ipairs { { math.mininteger, math.maxinteger }, { 1, math.maxinteger }, { math.mininteger, -1 }, { math.maxinteger, math.mininteger } } do
  local ok, e
  for _ = 1, 60 do ok, e = pcall(table.unpack, {}, between[1], between[2]) end
  print(ok, e, pcall(string.byte, "abc", between[1], between[2]))
end
print(pcall(table.unpack), pcall(string.byte))

-- Formats of more arguments than a trace hands over at once.
do
  local last, sum = "", 0
  for i = 1, 300 do
    last = string.format("%d|%5s|%-4d|%x|%.2f|%s|%s|%03d|%%|%s|%g", i, "a", i, i, i / 3, true, nil, i, "end", i * 0.5)
    local many = ("%s%d,"):rep(17):format("a", 1, "b", 2, "c", 3, "d", 4, "e", 5, "f", 6, "g", 7, "h", 8, "i", 9, "j", 10, "k", i, "l", i, "m", 1, "n", 2, "o", 3, "p", 4, "q", 5)
    sum = (sum * 31 + #last + #many) % 1000003
    local ok, err = pcall(string.format, "%d%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8.5, 9)
    local few, why = pcall(string.format, "%s%s%s%s%s%s%s%s%s", 1, 2, 3, 4, 5, 6, 7, 8)
    if i == 300 then print(last, many, sum, ok, err, few, why) end
  end
end
