-- Functions of the program that the library calls: comparison, replacement, metamethods, readers.
local order, hash = {}, 0
local P = {}
P.__index = function(_, k) return #tostring(k) end
P.__lt = function(a, b) return a.v < b.v end
P.__concat = function(a, b) return (type(a) == "table" and a.v or a) .. "|" .. (type(b) == "table" and b.v or b) end
P.__tostring = function(a) return "P" .. a.v end
P.__close = function(a) order[#order + 1] = a.v end
for k = 1, 200 do
  local t = {}
  for j = 1, k % 9 do t[j] = setmetatable({ v = (j * 7 + k) % 11 }, P) end
  table.sort(t, function(a, b) if k % 2 == 0 then return a < b end return a.v > b.v end)
  local s = string.gsub("a1b22c", "%d+", function(d) if d == "1" then return end return d * k end)
  local n = 0
  local f = load(function() n = n + 1 if n < 4 then return "return " .. (n == 1 and "1 +" or "") end if n == 4 then return "2" end end)
  do local c <close> = setmetatable({ v = k }, P) end
  local ok, e = pcall(table.sort, { 3, 1, 2 }, function(a, b) error({ a + b }) end)
  local r = select("#", string.gsub("abc", "%w", setmetatable({}, P)))
  for _, x in ipairs(t) do hash = (hash * 31 + x.v + #tostring(x) + x.missing) % 1000003 end
  hash = (hash + #s + r + #order + (f and 1 or 0) + (ok and 1 or e[1])) % 1000003
  if k % 50 == 0 then print(k, hash, s, ("x" .. (t[1] or "none"))) end
end
