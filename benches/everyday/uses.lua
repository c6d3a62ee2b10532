-- Each use of each kind of table: `uses.lua TIMES [NAMES..]` prints for each pair its name, the nanoseconds of one item the first time, and at best.
--
-- A pair that takes many times what its neighbours take is one that traces, or the library, do not see into. Pairs that make no sense are left out: they raise an error.
local N = 300
local unpack = table.unpack or unpack

local function filled(key, value)
  local t = {}
  for i = 1, N do t[key(i)] = value(i) end
  return t
end
local function same(i) return i end

local containers = {
  { "ints", filled(same, same) }, { "floats", filled(same, function(i) return i + 0.5 end) }, { "texts", filled(same, tostring) },
  { "tables", filled(same, function(i) return { v = i } end) }, { "bools", filled(same, function(i) return i % 3 == 0 end) },
  { "mixed", filled(same, function(i) return i % 2 == 0 and i or "x" .. i end) }, { "from_zero", filled(function(i) return i - 1 end, same) },
  { "by_text", filled(function(i) return "k" .. i end, same) }, { "far", filled(function(i) return i * 1000 end, same) },
  { "by_half", filled(function(i) return i + 0.5 end, same) }, { "by_table", filled(function(i) return { i } end, same) },
  { "few", { x = 1, y = 2, z = 3 } }, { "text", ("abcdefghij"):rep(N / 10) },
}

-- The keys of each, in an order of their own.
local keys = {}
for _, c in ipairs(containers) do
  keys[c[2]] = {}
  if type(c[2]) == "table" then for k in pairs(c[2]) do table.insert(keys[c[2]], k) end else for i = 1, #c[2] do keys[c[2]][i] = i end end
end

local names, uses = {}, {}
local function use(name, f) names[#names + 1] = name uses[name] = f end

use("pairs", function(t) local r = 0 for _ in pairs(t) do r = r + 1 end return r end)
use("ipairs", function(t) local r = 0 for _ in ipairs(t) do r = r + 1 end return assert(r > 0) end)
use("counted", function(t) local r = 0 for i = 1, #t do if t[i] ~= nil then r = r + 1 end end return assert(r > 0) end)
use("next", function(t) local r, k = 0, next(t) while k ~= nil do r = r + 1 k = next(t, k) end return r end)
use("get", function(t, ks) local r = 0 for i = 1, #ks do if t[ks[i]] then r = r + 1 end end return r end)
use("get_absent", function(t, ks) local r = 0 for i = 1, #ks do if t["no"] == nil and t[-i] == nil then r = r + 1 end end return r end)
use("set", function(t, ks) for i = 1, #ks do t[ks[i]] = t[ks[i]] end return 1 end)
use("copy", function(t) local c = {} for k, v in pairs(t) do c[k] = v end return c end)
use("count_in", function(t, ks) local c = {} for i = 1, #ks do local k = ks[i] c[k] = (c[k] or 0) + 1 end return t[ks[1]] and c end)
use("taken_away", function(t, ks) local c = {} for k, v in pairs(t) do c[k] = v end for i = 1, #ks do c[ks[i]] = nil end return c end)
use("stack", function(t) local c = {} for _, v in ipairs(t) do c[#c + 1] = v end for i = #c, 1, -1 do c[i] = nil end return assert(t[1]) end)
use("queue", function(t) local c = {} for i, v in ipairs(t) do c[i] = v end for i = 1, #c do c[i] = nil end return assert(t[1]) end)
use("insert", function(t) local c = {} for _, v in ipairs(t) do table.insert(c, v) end return c[1] end)
use("remove", function(t) local c = {} for i, v in ipairs(t) do c[i] = v end while #c > 0 do table.remove(c) end return assert(t[1]) end)
use("unpack", function(t) return assert((select("#", unpack(t, 1, 60)) > 0) and t[1]) end)
use("concat", function(t) return #table.concat(t, ",") end)
use("sort", function(t) local c = {} for i, v in ipairs(t) do c[i] = v end table.sort(c) return c[1] < c[2] end)
use("sort_by", function(t) local c = {} for i, v in ipairs(t) do c[i] = v end table.sort(c, function(a, b) return a > b end) return c[1] > c[2] end)
use("max", function(t) local m = t[1] for i = 2, #t do m = math.max(m, t[i]) end return m + 1 end)
use("max_of_both", function(t) local m = 0 for i = 1, #t do m = math.max(m, 0, t[i] - 50) end return m end)
use("sum", function(t) local r = 0 for i = 1, #t do r = r + t[i] end return r end)
use("tostring", function(t) local r = 0 for i = 1, #t do r = r + #tostring(t[i]) end return r end)
use("format", function(t) local r = 0 for i = 1, #t do r = r + #string.format("%s:%s", i, t[i]) end return r end)
use("join", function(t) local r = 0 for i = 1, #t do r = r + #(t[i] .. ";") end return r end)
use("less", function(t) local r = 0 for i = 2, #t do if t[i - 1] < t[i] then r = r + 1 end end return r end)
use("equal", function(t) local r = 0 for i = 2, #t do if t[i - 1] == t[i] then r = r + 1 end end return r end)
use("of_type", function(t) local r = 0 for i = 1, #t do if type(t[i]) == "number" then r = r + 1 end end return r end)
use("method", function(t) local r = 0 for i = 1, #t do r = r + t[i]:len() end return r end)
use("bytes", function(t) local r = 0 for i = 1, #t do r = r + t:byte(i) end return r end)
use("subs", function(t) local r = 0 for i = 1, #t do if t:sub(i, i) == "a" then r = r + 1 end end return r end)
use("gmatch", function(t) local r = 0 for c in t:gmatch(".") do r = r + #c end return r end)
use("gsub", function(t) return #t:gsub("[aeiou]", "*") end)

local function measured(f, t, turns)
  local start = os.clock()
  for _ = 1, turns do f(t, keys[t]) end
  return (os.clock() - start) / turns / #keys[t] * 1e9
end

local times, wanted = tonumber(arg[1]), {}
for i = 2, #arg do wanted[arg[i]] = true end
for _, c in ipairs(containers) do
  for _, name in ipairs(names) do
    local pair = c[1] .. "." .. name
    if (#arg < 2 or wanted[pair]) and pcall(uses[name], c[2], keys[c[2]]) then
      local first, best = measured(uses[name], c[2], 1), math.huge
      for _ = 1, 8 do best = math.min(best, measured(uses[name], c[2], math.max(times / N / 4, 20))) end
      print(("%s %.1f %.1f"):format(pair, first, best))
    end
  end
end
