-- Each metamethod, operands on either side, chains, rawget/rawset, protected metatables.
local log = {}
local function name(v) return type(v) == "table" and (rawget(v, "name") or "?") or tostring(v) end
local mt = {}
for _, event in ipairs({ "add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr", "concat" }) do
  mt["__" .. event] = function(a, b) return event .. "(" .. name(a) .. "," .. name(b) .. ")" end
end
for _, event in ipairs({ "unm", "bnot", "len" }) do
  mt["__" .. event] = function(a, b) return event .. "(" .. name(a) .. ")" .. tostring(rawequal(a, b)) end
end
mt.__eq = function(a, b) log[#log + 1] = "eq " .. name(a) .. name(b); return a.v == b.v end
mt.__lt = function(a, b) return (type(a) == "table" and a.v or a) < (type(b) == "table" and b.v or b) end
mt.__le = function(a, b) return (type(a) == "table" and a.v or a) <= (type(b) == "table" and b.v or b) end
mt.__call = function(self, ...) return "call " .. name(self), select("#", ...), ... end
mt.__tostring = function(self) return "<" .. name(self) .. ">" end
mt.__name = "Thing"
local function new(n, v) return setmetatable({ name = n, v = v }, mt) end
local a, b = new("a", 1), new("b", 2)
print(a + b, a + 1, 1 + a, "s" + a, a - b, a * b, a / b, a % b, a ^ b, a // b)
print(a & b, a | 1, 1 ~ a, a << 2, 2 >> a, ~a, -a, #a, a .. b, "x" .. a, a .. 1, 1 .. a, "p" .. "q" .. a)
print(a == b, a == new("c", 1), a ~= b, a == a, a == 1, rawequal(a, new("a", 1)), table.concat(log, ";"))
print(a < b, a <= b, a > b, a >= b, a < 5, 5 < a, 0 <= a, a <= 1)
print(a(), a(1, nil), tostring(a), #log)
print(select("#", a(1, 2, 3)))
-- __index and __newindex
local base = { x = 1, method = function(self) return "method of " .. self.name end }
local derived = setmetatable({ y = 2 }, { __index = base })
local leaf = setmetatable({ name = "leaf" }, { __index = derived })
print(leaf.x, leaf.y, leaf.z, leaf:method(), rawget(leaf, "x"))
base.z = 26
print(leaf.z)
local calls = {}
local dynamic = setmetatable({}, { __index = function(t, k) calls[#calls + 1] = k; return k .. "!" end })
print(dynamic.foo, dynamic[1], #calls)
local store = {}
local w = setmetatable({ old = 1 }, { __newindex = store })
w.new = 5; w.old = 6
print(rawget(w, "new"), store.new, w.old, store.old)
local f = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v * 2) end })
f.a = 5; f.a = 7
print(f.a)
-- chains that loop
local loop = {}
setmetatable(loop, { __index = loop })
print(pcall(function() return loop.x end))
local la, lb = {}, {}
setmetatable(la, { __index = lb }); setmetatable(lb, { __index = la })
print(pcall(function() return la.x end))
setmetatable(la, { __newindex = lb }); setmetatable(lb, { __newindex = la })
print(pcall(function() la.x = 1 end))
-- __pairs, __close, __metatable, __len used by #
for k, v in pairs(setmetatable({}, { __pairs = function(t) return function(_, k) if not k then return 1, "one" end end, t, nil end })) do print(k, v) end
print(getmetatable(setmetatable({}, { __metatable = "locked" })), pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {}))
print(getmetatable("x").__index == string, getmetatable(1), getmetatable(print))
print(pcall(setmetatable, 1, {}))
print(pcall(setmetatable, {}, 1))
print(pcall(setmetatable, {}))
-- call chain
local inner = setmetatable({}, { __call = function(_, x, y) return "inner", type(x), y end })
local outer = setmetatable({}, { __call = inner })
print(pcall(outer, 5))
print(pcall(function() return setmetatable({}, {})() end))
-- errors inside metamethods
local bad = setmetatable({}, { __add = function() error("add failed") end, __index = function(_, k) error("no " .. k, 0) end, __len = function() error({ code = 7 }) end })
print(pcall(function() return bad + 1 end))
print(pcall(function() return bad.field end))
local ok, e = pcall(function() return #bad end)
print(ok, type(e), e.code)
-- results adjusted to one
local multi = setmetatable({}, { __add = function() return 1, 2, 3 end, __index = function() return 4, 5 end, __lt = function() return nil end, __le = function() return 1 end, __eq = function() return 0 end })
print(multi + 1, multi.x, multi < multi, multi <= multi, multi == setmetatable({}, getmetatable(multi)))
-- arithmetic without handler
print(pcall(function() return {} + {} end))
print(pcall(function() return {} .. "x" end))
print(pcall(function() return -{} end))
print(pcall(function() return ~{} end))
print(pcall(function() return #nil end))
print(pcall(function() return new("q", 1) < {} end))
-- changing a metatable while it is in use
local counter = 0
local shape = { __index = function() counter = counter + 1; return counter end }
local obj = setmetatable({}, shape)
local total = 0
for i = 1, 200 do
  total = total + obj.value
  if i == 100 then shape.__index = function() return 1000 end end
  if i == 150 then obj.value = 5 end
end
print(total, counter)
-- classes with inheritance and super calls
local Animal = {}; Animal.__index = Animal
function Animal.new(n) return setmetatable({ n = n }, Animal) end
function Animal:speak() return self.n .. " makes a sound" end
local Dog = setmetatable({}, { __index = Animal }); Dog.__index = Dog
function Dog.new(n) return setmetatable(Animal.new(n), Dog) end
function Dog:speak() return Animal.speak(self) .. ": woof" end
print(Animal.new("cat"):speak(), Dog.new("rex"):speak(), getmetatable(Dog.new("x")) == Dog)
local s = 0
local V = {}; V.__index = V
V.__add = function(p, q) return setmetatable({ x = p.x + q.x }, V) end
local v = setmetatable({ x = 0 }, V)
local one = setmetatable({ x = 1 }, V)
for _ = 1, 500 do v = v + one end
print(v.x)
print(string.format("%s|%s", tostring(setmetatable({}, { __tostring = function() return "T" end })), pcall(tostring, setmetatable({}, { __tostring = function() return {} end }))))
