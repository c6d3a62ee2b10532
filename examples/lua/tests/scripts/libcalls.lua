-- Library functions called with many arguments, and with many results, from hot code.

local unpack, find, format = table.unpack, string.find, string.format

-- Lists of all lengths around the longest that is taken apart in place, with holes and with other element kinds.
local lists = {}
for n = 0, 12 do
  local ints, mixed = {}, {}
  for i = 1, n do ints[i] = i * n; mixed[i] = i % 3 == 0 and tostring(i) or i / 2 end
  lists[#lists + 1] = ints
  lists[#lists + 1] = mixed
end
local holes = { 1, nil, 3, nil, 5 }
local proxied = setmetatable({}, { __index = function(_, i) return i * 100 end, __len = function() return 3 end })
local total = 0
for round = 1, 60 do
  for _, list in ipairs(lists) do
    total = total + select("#", unpack(list))
    local a, b, c = unpack(list)
    if round == 60 then print(#list, a, b, c) end
  end
end
print(total)
for _ = 1, 100 do total = total + select("#", unpack(holes, 1, 5)) + select("#", unpack(proxied)) end
print(total, unpack(proxied))
print(pcall(unpack))
print(pcall(unpack, 5))

-- Plain search, with needles whose first byte is common.
local text = ("a"):rep(40) .. "b" .. ("ab"):rep(30) .. "abc" .. "\0end"
local needles = { "", "a", "b", "ab", "aab", "abc", "abd", "c\0e", "end", "ends", ("a"):rep(40), ("a"):rep(41), text, text .. "x" }
for round = 1, 50 do
  for k, needle in ipairs(needles) do
    local sum = 0
    for init = -5, #text + 2, 7 do
      local from, to = find(text, needle, init, true)
      sum = sum * 31 % 1000003 + (from or -1) + 3 * (to or -2)
    end
    if round == 50 then print(k, sum) end
  end
end

-- Four to seven arguments.
local line
for i = 1, 200 do
  line = format("%d %d %d", i, i + 1, i + 2) .. format("%d %s %d %q", i, "x", i, "y") .. format("%d%d%d%d%d", 1, 2, 3, 4, i)
    .. format("%d%d%d%d%d%d", 1, 2, 3, 4, 5, i) .. math.max(i, 2, 3, 9, 5, 7, 100)
end
print(line)

-- A word that says what to do ends at its first zero byte.
do
  local f = io.tmpfile()
  print(pcall(f.seek, f, "set\0x"), pcall(f.setvbuf, f, "no\0x"), pcall(collectgarbage, "isrunning\0x"))
  print(pcall(f.seek, f, "x\0y"))
  print(pcall(f.setvbuf, f, "x\0y"))
  print(pcall(collectgarbage, "x\0y"))
  print(pcall(os.setlocale, "C", "all\0x"))
  print(pcall(os.setlocale, "C", "a\0x"))
  print(pcall(f.setvbuf, f), pcall(f.seek, f, {}))
end
