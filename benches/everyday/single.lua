-- Single operations, one by one: `single.lua TIMES [PARTS..]` prints for each, whose text has one of the parts if there are any, the nanoseconds of one in the
-- first thousand, and at best. Blanks of an operation's text are shown as `_`.

local unpack = table.unpack or unpack
local compile = loadstring or load

-- What the operations name.
local SETUP = [==[
local unpack = table.unpack or unpack
local S, SP, L, M, T3, W = "Hello, World", "the quick brown fox", {1, 2, 3, 4}, {3, 1, 2, 5, 4, 6, 7, 8}, {1, 2, 3}, {"a", "b", "c"}
local D, K, DI, H, S2, WORDS = {a = 1, b = 2, c = 3}, {"a", "b", "c"}, {}, {}, {}, {the = "THE"}
local MT = {__index = function(t, k) return k end}
local P = {} P.__index = P
function P.new(x) return setmetatable({x = x, y = 2}, P) end
function P:m(k) return self.x + k end
local O = P.new(1)
local VM = {__add = function(a, b) return setmetatable({x = a.x + b.x}, getmetatable(a)) end, __eq = function(a, b) return a.x == b.x end}
local V1, V2 = setmetatable({x = 1}, VM), setmetatable({x = 2}, VM)
local function f3(a, b, c) return a end
local function fv(...) return select('#', ...) end
local function fails(i) error({i}) end
local SRT, G = {3, 1, 2, 5, 4}, {}
for i = 1, 4 do G[i] = {1, 2, 3, 4} end
local function less(a, b) return a < b end
local function gen() coroutine.yield(1) end
local step = coroutine.wrap(function() while true do coroutine.yield(1) end end)
local x
]==]

-- What is measured; `i` counts.
local OPERATIONS = [==[
x = {}
x = {i, 2, 3}
x = {a = 1, b = i}
x = {} x[1] = i
x = {} for j = 1, 4 do x[#x + 1] = j end
L[#L + 1] = i L[#L] = nil
table.insert(L, i) table.remove(L)
table.insert(L, 1, i) table.remove(L, 1)
x = table.concat(W, ",")
x = table.concat(M)
local a, b, c = unpack(T3) x = a
x = select(2, 1, 2, i)
for k, v in pairs(D) do x = v end
for k, v in ipairs(M) do x = v end
x = next(D)
D.zz = i D.zz = nil
x = D[K[i % 3 + 1]]
D[K[i % 3 + 1]] = i
DI[i % 64] = i
H[i * 7919 % 512] = i
S2[S .. (i % 8)] = i
x = S:lower()
x = S:sub(2, 4)
x = S:byte(1, 3)
x = S:rep(3)
x = S:find("o", 1, true)
x = S:find("%d+")
x = S:match("%a+")
x = SP:match("(%a+) (%a+)")
x = S:gsub("l", "L")
x = SP:gsub("%a+", "x")
x = SP:gsub("%a+", function(w) return w end)
x = SP:gsub("%a+", WORDS)
for w in SP:gmatch("%a+") do x = w end
x = S:reverse()
x = S .. i
x = tostring(i)
x = tostring(1.5)
x = tonumber("12")
x = string.format("%d", i)
x = string.format("%5d %s", i, S)
x = string.format("%.2f", i * 0.5)
x = string.char(65 + i % 26)
x = S < SP
x = math.floor(i * 0.5)
x = math.max(i, 5, 7)
x = math.random(10)
x = type(i)
O.x = i
x = O:m(i)
x = P.new(i):m(1)
x = setmetatable({}, MT).y
x = V1 + V2
x = V1 == V2
x = f3(i)
x = fv(1, 2, i)
x = (function(y) return y + i end)(3)
x = pcall(f3, i)
x = pcall(fails, i)
table.sort(SRT)
table.sort(SRT, less)
local co = coroutine.wrap(gen) x = co() x = co()
x = step()
G[i % 4 + 1][i % 4 + 1] = i
]==]

local function measured(f, times)
  local start = os.clock()
  f(times)
  return (os.clock() - start) / times * 1e9
end

local times, parts = tonumber(arg[1]), {unpack(arg, 2)}
local function wanted(operation)
  for _, part in ipairs(parts) do
    if operation:find(part, 1, true) then return true end
  end
  return #parts == 0
end

for operation in OPERATIONS:gmatch("[^\n]+") do
  if wanted(operation) then
    local f = assert(compile(SETUP .. "return function(n) for i = 1, n do " .. operation .. " end return x end"))()
    local first, best = measured(f, 1000), math.huge
    for _ = 1, 4 do best = math.min(best, measured(f, times)) end
    print((operation:gsub(" ", "_")), string.format("%.1f", first), string.format("%.1f", best))
  end
end
