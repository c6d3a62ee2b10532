-- `tostring` of objects with `__tostring`, and formats with many conversions: in loops, with errors, yields and nested calls.
local Point = {}
Point.__index = Point
Point.__tostring = function(p) return "(" .. p.x .. "; " .. p.y .. ")" end
local function point(x, y) return setmetatable({ x = x, y = y }, Point) end

-- In a loop that is compiled; what it gives is a text or a number.
local Number = setmetatable({}, { __index = Point })
Number.__tostring = function(n) return n.x end
local total = 0
for i = 1, 300 do
  total = total + #tostring(point(i, i % 7))
  local n = tostring(setmetatable({ x = i }, Number))
  assert(type(n) == "string" and n == i .. "", n)
end
print(total, tostring(point(1, 2.5)), (tostring(setmetatable({ x = 2.0 }, Number))))

-- Nested: one text is made of others.
local List = {}
List.__tostring = function(l)
  local parts = {}
  for i, v in ipairs(l) do parts[i] = tostring(v) end
  return "[" .. table.concat(parts, ", ") .. "]"
end
local function list(...) return setmetatable({ ... }, List) end
for i = 1, 100 do
  local text = tostring(list(i, list(point(i, 1), "x"), true, nil))
  if i % 50 == 0 then print(text) end
end

-- What is no text.
local Bad = {}
local answers = { true, {}, print, "fine", 3, 0.5 }
Bad.__tostring = function(b) return answers[b.n] end
for round = 1, 60 do
  for n = 1, 7 do
    local ok, what = pcall(tostring, setmetatable({ n = n }, Bad))
    if round == 60 then print(n, ok, what) end
    local ok, what = pcall(function() local t = tostring(setmetatable({ n = n }, Bad)) return t end)
    if round == 60 then print(n, ok, what) end
  end
end

-- Errors come through, and what was counted is counted back.
local Raising = setmetatable({}, {})
Raising.__tostring = function(r) if r.n % 3 == 0 then error("at " .. r.n) end return "n" .. r.n end
local raised = 0
for i = 1, 300 do
  local ok, what = pcall(tostring, setmetatable({ n = i }, Raising))
  if not ok then raised = raised + 1 else assert(what == "n" .. i) end
end
print(raised, select(2, pcall(tostring, setmetatable({ n = 3 }, Raising))))
print(select(2, xpcall(function() return tostring(setmetatable({ n = 6 }, Raising)) end, function(e) return "handled " .. e end)))

-- No yield leaves it; one in a coroutine that it runs does.
local Yielding = {}
Yielding.__tostring = function(y)
  if y.inside then
    local c = coroutine.wrap(function() coroutine.yield("inside") end)
    return c()
  end
  coroutine.yield("left")
  return "not reached"
end
for i = 1, 80 do
  local c = coroutine.create(function(inside)
    local text = tostring(setmetatable({ inside = inside }, Yielding))
    coroutine.yield(text)
    return "end"
  end)
  local a, b = coroutine.resume(c, i % 2 == 0)
  if i > 78 then print(a, b, coroutine.isyieldable(), coroutine.status(c)) end
  if a then
    a, b = coroutine.resume(c)
    assert(a and b == "end", b)
  end
end
local c = coroutine.wrap(function()
  pcall(tostring, setmetatable({}, Yielding))
  coroutine.yield("after an error in it")
  return coroutine.isyieldable()
end)
print(c(), c())

-- Too deep.
local Deep = {}
Deep.__tostring = function(d) return tostring(d) end
local ok, what = pcall(tostring, setmetatable({}, Deep))
print(ok, #what > 0, what:find("stack overflow") ~= nil)
print(pcall(tostring, point(1, 2)))
-- It can be called by a tail call, and with more arguments.
local function tail(v) return tostring(v) end
for i = 1, 100 do assert(tail(point(i, i)) == tostring(point(i, i), 1, 2)) end
-- A metamethod that is no function.
local Called = { __tostring = setmetatable({}, { __call = function(self, v) return "called" .. v.k end }) }
for i = 1, 60 do assert(tostring(setmetatable({ k = i }, Called)) == "called" .. i) end
print(pcall(tostring, setmetatable({}, { __tostring = 1 })))
print(pcall(tostring, setmetatable({}, { __tostring = "text" })))
print(pcall(tostring))

-- Formats.
local function rows(from, to)
  local out = {}
  for i = from, to do
    out[#out + 1] = string.format("%s#%d(%d,%d %dx%d)", "w", i, i * 2, -i, i % 5, i // 3)
    out[#out + 1] = ("%-8s|%8s|%05d|%+d|%x"):format("ab", i, i, i, i)
    out[#out + 1] = ("%.2f %8.3f %e %g %i%%"):format(i / 3, i, i * 1e10, i / 7, i)
    out[#out + 1] = ("%s %s %s %10s"):format(nil, true, i > 5, false)
    out[#out + 1] = ("%c%c %o %X %u"):format(65 + i % 26, 97, i, 255 + i, i)
    out[#out + 1] = ("%5.1s|%.3s|%d"):format("xyz", "abcdef", i + 0.0)
    out[#out + 1] = ("%a %s %s %s %s %s %s"):format(0.5, 1, 2, 3, 4, 5, i)
    out[#out + 1] = ("%d %d %d %d %d %d %d %d"):format(1, 2, 3, 4, 5, 6, 7, i)
  end
  return out
end
local all = table.concat(rows(1, 200), "\n")
print(#all)
print(table.concat(rows(198, 200), "\n"))
-- Errors, and texts that a width does not take, after many that were fine.
local function try(f, v, ...)
  local results = {}
  for i = 1, 120 do
    local ok, text = pcall(string.format, f, i < 120 and 3 or v, ...)
    results[i] = text
  end
  print((results[1]:gsub("\0", "0")), (tostring(results[120]):gsub("\0", "0")))
end
try("%5d.", "7")
try("%5d.", "x")
try("%5d.", 2.5)
try("%8s.", "a\0b")
try("%s.", "a\0b")
try("%8.2f", {})
try("%8.2f", "0x10")
try("%8s|", point(1, 2))
try("%8s|", list(1, 2))
try("%x", -1)
try("%x", 2 ^ 53)
try("%x", 2 ^ 70)
try("%6d %6d", 1)
try("%6d %s", 1, setmetatable({ n = 1 }, Bad))
try("%q", "a\nb")
try("%10q", "a")
try("%y", 1)
try("%123d", 1)
-- A metatable of texts or numbers that says what their text is.
local strings = getmetatable("")
for round = 1, 2 do
  for i = 1, 100 do
    local text = ("%6s %s %d"):format("ab", "c", i)
    if i == 100 then print(text, tostring("x")) end
  end
  strings.__tostring = function(s) return "<" .. #s .. ">" end
end
strings.__tostring = nil
print(("%6s"):format("ab"))
