-- debug.upvaluejoin: an upvalue becomes another variable, for good, also in code that is compiled.
local function counter(n)
  local function inc() n = n + 1 return n end
  local function get() return n end
  return inc, get
end
local inc1, get1 = counter(10)
local inc2, get2 = counter(20)
print(inc1(), get1(), inc2(), get2())
debug.upvaluejoin(get1, 1, inc2, 1)
print(get1(), inc1(), get1(), inc2(), get1())
print(debug.upvalueid(get1, 1) == debug.upvalueid(inc2, 1), debug.upvalueid(get1, 1) == debug.upvalueid(inc1, 1))
debug.upvaluejoin(get1, 1, inc1, 1)
print(get1(), debug.upvalueid(get1, 1) == debug.upvalueid(inc1, 1))

-- Values and setting go with the variable.
print(debug.getupvalue(get1, 1))
print(debug.setupvalue(get1, 1, 100), inc1(), get2())

-- Variables of other names, parameters, nobody assigns to.
local constant, other = "constant", "other"
local function reads() return constant end
local function other_reads() return other end
debug.upvaluejoin(reads, 1, other_reads, 1)
print(reads(), debug.getupvalue(reads, 1))
other = "changed"
print(reads(), constant)

-- Functions inside one get its new variable if they are made later.
local a, b = "a", "b"
local function maker() return function() return a end, function(v) a = v end end
local function has_b() return b end
local before, set_before = maker()
debug.upvaluejoin(maker, 1, has_b, 1)
local after, set_after = maker()
print(before(), after())
set_after("new") set_before("old")
print(a, b, before(), after(), has_b())

-- In a loop that is compiled, swapped again and again.
local x, y = 0, 0
local function bump() x = x + 1 return x end
local function use_x() return x end
local function use_y() y = y + 0 return y end
for i = 1, 1000 do
  if i % 100 == 0 then debug.upvaluejoin(bump, 1, i % 200 == 0 and use_x or use_y, 1) end
  bump()
end
print(x, y)
local list = {}
for i = 1, 300 do
  local v = i
  list[i] = function() v = v + 1 return v end
  if i > 1 and i % 3 == 0 then debug.upvaluejoin(list[i], 1, list[i - 1], 1) end
end
local sum = 0
for r = 1, 3 do for i = 1, 300 do sum = sum + list[i]() end end
print(sum)

-- The environment is an upvalue like others.
local function globals() return name end
local env = { name = "from env" }
local _ENV_holder = (function() local _ENV = env return function() return name end end)()
name = "global"
print(globals())
for i = 1, 3 do
  local n, which = debug.getupvalue(globals, 1)
  if n == "_ENV" then debug.upvaluejoin(globals, 1, _ENV_holder, 1) break end
end
print(globals(), name)
local chunk = load("local function f() return g end return f, function() return debug.upvaluejoin end")
local f = chunk()
g = "old g"
print(f())
debug.upvaluejoin(f, 1, _ENV_holder, 1)
env.g = "new g"
print(f())

-- Recursion through itself.
local function fact(n) if n == 0 then return 1 end return n * fact(n - 1) end
local function twice(n) return n * 2 end
local function holder() return twice end
print(fact(5))
debug.upvaluejoin(fact, 1, holder, 1)
print(fact(5))

-- What is wrong.
print(pcall(debug.upvaluejoin))
print(pcall(debug.upvaluejoin, bump))
print(pcall(debug.upvaluejoin, bump, 1))
print(pcall(debug.upvaluejoin, bump, 1, use_x))
print(pcall(debug.upvaluejoin, bump, 2, use_x, 1))
print(pcall(debug.upvaluejoin, bump, 1, use_x, 0))
print(pcall(debug.upvaluejoin, bump, 1, use_x, -1))
print(pcall(debug.upvaluejoin, print, 1, use_x, 1))
print(pcall(debug.upvaluejoin, bump, 1, print, 1))
print(pcall(debug.upvaluejoin, 5, 1, use_x, 1))
print(pcall(debug.upvaluejoin, bump, 1, "x", 1))
print(pcall(debug.upvaluejoin, bump, "x", use_x, 1))

-- The same parts again and again, with collections in between; parts that look alike and are not.
do
  local counts = {}
  for i = 1, 2000 do
    local key = i % 7 .. "," .. i % 11
    counts[key] = (counts[key] or 0) + 1
    local name = "visit_" .. (i % 2 == 0 and "even" or "odd")
    counts[name] = (counts[name] or 0) + 1
    if i % 400 == 0 then collectgarbage() end
    local made = ("k" .. i % 50):rep(1) .. "x"
    assert(made == "k" .. i % 50 .. "x" and #made == #tostring(i % 50) + 2)
  end
  print(counts["3,4"], counts["0,0"], counts.visit_even, counts.visit_odd)
  local parts, out = { 1, 1.0, -0.0, 0, 0.0, "1", 2 ^ 53, 2 ^ 63, math.mininteger, 1 / 0, -1 / 0 }, {}
  for round = 1, 60 do
    for i, a in ipairs(parts) do
      for j, b in ipairs(parts) do
        out[(i - 1) * #parts + j] = a .. ":" .. b
        assert(a .. "" .. b == a .. b)
      end
    end
  end
  print(table.concat(out, " "))
  local grown = ""
  for i = 1, 500 do
    grown = grown .. string.char(97 + i % 26)
    if #grown > 45 then grown = grown:sub(-3) end
  end
  print(grown)
  local mt = setmetatable({}, { __concat = function(a, b) return type(a) .. type(b) end })
  for i = 1, 100 do assert(mt .. "x" == "tablestring" and 1 .. mt == "numbertable") end
end
