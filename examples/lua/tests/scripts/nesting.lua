-- How deep protected calls, message handlers, coroutines, closing and calls by library functions are nested before they are refused.

local depth

local function measure(name, f)
  depth = 0
  print(name, pcall(f))
  print(name, "depth", depth)
end

local function nested() depth = depth + 1 pcall(nested) end
measure("pcall", nested)

local function asserted() depth = depth + 1 assert(pcall(asserted)) end
depth = 0
local _, message = pcall(asserted)
print("assert", #message, message:sub(-40), depth)

local function last()
  depth = depth + 1
  local ok, e = pcall(last)
  if not ok then print("last", depth, e) end
end
measure("last", last)

local function handled() depth = depth + 1 xpcall(handled, print) end
measure("xpcall", handled)

local function in_handler() depth = depth + 1 xpcall(error, in_handler) end
measure("handler", in_handler)

local function both() depth = depth + 1 xpcall(both, both) end
measure("both", both)

local function failing() depth = depth + 1 xpcall(failing, string.rep) end
measure("failing handler", failing)

local function twice() depth = depth + 1 pcall(pcall, pcall, twice) end
measure("pcall of pcall", twice)

local t
t = setmetatable({}, {
  __pairs = function() depth = depth + 1 return pairs(t) end,
  __tostring = function(x) depth = depth + 1 return tostring(x) end,
})
measure("pairs", function() pairs(t) end)
measure("tostring", function() tostring(t) end)

local function sorted() depth = depth + 1 table.sort({ 1, 2 }, sorted) end
measure("sort", sorted)

local function replaced() depth = depth + 1 string.gsub("a", "a", replaced) end
measure("gsub", replaced)

local function read() depth = depth + 1 load(function() read() end) end
measure("load", read)

local function closed()
  depth = depth + 1
  local x <close> = setmetatable({}, { __close = closed })
end
measure("close", closed)

local function resumed()
  depth = depth + 1
  return select("#", coroutine.resume(coroutine.create(resumed)))
end
measure("resume", resumed)

local function wrapped()
  depth = depth + 1
  local x = coroutine.wrap(wrapped)()
  return x
end
depth = 0
_, message = pcall(wrapped)
print("wrap", select(2, message:gsub("nesting.lua", "")), message:sub(-16), depth)

-- What was counted is taken back, however a call ends.
local function all_ways(n)
  pcall(error)
  xpcall(error, function() end)
  xpcall(error, error)
  xpcall(nested, print)
  pcall(string.rep)
  coroutine.wrap(function() pcall(pcall, coroutine.yield) end)()
  local co = coroutine.wrap(function(...) return pcall(coroutine.yield, ...) end)
  co(n)
  co(n)
  local killed = coroutine.create(function()
    local x <close> = setmetatable({}, { __close = function() pcall(pcall, error) end })
    pcall(xpcall, coroutine.yield, print)
  end)
  coroutine.resume(killed)
  coroutine.close(killed)
  for _ in pairs(setmetatable({}, { __pairs = function() return next, {} end })) do end
  pcall(function()
    for _ in pairs(setmetatable({}, { __pairs = function() error() end })) do end
  end)
end
for i = 1, 300 do all_ways(i) end
measure("afterwards", nested)

-- Within a coroutine that has yielded inside protected calls, more of them nest on top.
local co = coroutine.wrap(function()
  pcall(pcall, pcall, function()
    coroutine.yield()
    depth = 0
    nested()
    print(depth > 180 and depth <= 197)
  end)
end)
co()
co()

-- In loops.
local function add(a) return a + 1 end
local n, ok = 0, true
for _ = 1, 3000 do
  local o, m = pcall(add, n)
  ok, n = ok and o, m
end
print(ok, n)
local failed = 0
for i = 1, 3000 do
  if not pcall(add, i % 3 > 0 and i or nil) then failed = failed + 1 end
end
print(failed)
local function tree(k)
  if k == 0 then return 1 end
  local _, a = pcall(tree, k - 1)
  local _, b = xpcall(tree, print, k - 1)
  return a + b
end
print(tree(12))
measure("at last", nested)
