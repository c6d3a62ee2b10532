-- Levels below a library function that calls what it is given, and below a function whose variable is being closed.
local function where(from)
  local level = from
  while true do
    local i = debug.getinfo(level, "Slnt")
    if not i then break end
    print(level, i.what, i.short_src, i.currentline, i.name, i.namewhat, i.istailcall)
    local n, v = debug.getlocal(level, 1)
    if n and not n:find("temp") then print("", n, type(v) == "number" and v or type(v)) end
    level = level + 1
  end
  print(level)
end
local function sorts(x)
  local y = 2
  table.sort({ 3, 1 }, function(a, b) where(1) print(debug.traceback("sort")) return a < b end)
  return y
end
sorts(1)
local function gsubs(s)
  local t = { "u" }
  print((s:gsub("a", function(c) where(2) local _, v = debug.getlocal(3, 2) print(type(v)) print((debug.setlocal(3, 1, "new"))) return c end)))
  return s, #t
end
print(gsubs("ab"))
print(pcall(gsubs, "ab"))
local function shows() print(tostring(setmetatable({}, { __tostring = function() where(1) return "text" end }))) end
shows()
local function closes(p)
  local a <close> = setmetatable({}, { __close = function() where(1) print(debug.traceback("close")) end })
  p = p + 1
  return p
end
print(closes(5))
do
  local a <close> = setmetatable({}, { __close = function() where(1) end })
end
coroutine.wrap(function(z) sorts(2) closes(3) end)(9)
-- A reader.
local n = 0
load(function() n = n + 1 if n == 1 then where(1) return "return 1" end end)

-- In loops that are compiled, two segments deep; what is set from there is what goes on.
local function loops(times)
  local line, seen = 0, 0
  for i = 1, times do
    local count = i
    table.sort({ 3, 1, 2 }, function(a, b)
      local name, v = debug.getlocal(3, 8)
      assert(name == "count" and v >= i, v)
      debug.setlocal(3, 8, v + 1)
      return a < b
    end)
    seen = seen + count
    local s = ("aa"):gsub("a", function()
      return (tostring(setmetatable({}, { __tostring = function()
        line = debug.getinfo(5, "l").currentline
        local name, v = debug.getlocal(5, 8)
        assert(name == "count" and v == count)
        return "b"
      end })))
    end)
    assert(s == "bb")
  end
  return line, seen
end
print(loops(300))

-- Recursion through a library function, and errors in what it calls.
local function nest(k)
  local here = k * 10
  if k == 0 then where(1) error("deep") end
  return (("x"):gsub("x", function() return nest(k - 1) end))
end
print(pcall(nest, 2))
print(xpcall(nest, function(e) return debug.traceback(e, 1) end, 2))

-- Closing: a block, a loop, a return in each turn, an error in it; levels of the coroutine it is in only.
local function close_all(times)
  local log = {}
  local function closer(name)
    return setmetatable({}, { __close = function()
      local i = debug.getinfo(2, "nl")
      local _, v = debug.getlocal(2, 1)
      log[#log + 1] = name .. i.currentline .. tostring(i.name) .. v
    end })
  end
  for i = 1, times do
    local a <close> = closer("a")
    if i % 2 == 0 then goto continue end
    do local b <close> = closer("b") end
    ::continue::
  end
  local function returns(k) local c <close> = closer("c") return k end
  for i = 1, times do returns(i) end
  return table.concat(log, " ", math.max(1, #log - 6))
end
for _, times in ipairs { 1, 2, 100 } do print(close_all(times)) end
print(coroutine.wrap(function() return pcall(closes, 7) end)())
