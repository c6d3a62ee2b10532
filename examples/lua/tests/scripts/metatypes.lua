-- Metatables of types, by `debug.setmetatable`, and the arithmetic of strings, which is their metatable's.

local set, get = debug.setmetatable, debug.getmetatable
for round = 1, 3 do
  local hot = 0
  set(0, { __index = { double = function(n) return n * 2 end }, __call = function(n, x) return n + x end, __len = function(n) return n end,
    __concat = function(a, b) return "concat" end, __tostring = function(n) return "number " .. string.format("%d", n) end, __name = "NUM" })
  for i = 1, 100 do hot = hot + i:double() + i(1) + #i end
  print(hot, (5):double(), (7)(3), #9, tostring(4), pcall(function() return (1).x.y end))
  print(1 .. 2, pcall(function() return 1 .. {} end))
  set(0, nil)
  print(tostring(4), pcall(function() return (1).x end))
  print(pcall(function() return #5 end), pcall(function() local n = 5 return n() end))
end
set(nil, { __index = function(_, k) return k end, __add = function(a, b) return a == nil and b or a end, __call = function(_, ...) return ... end,
  __newindex = function(_, k, v) print("new", k, v) end, __lt = function(a, b) return true end, __le = function() return false end,
  __unm = function() return "minus" end, __bnot = function() return "not" end, __band = function() return "and" end,
  __idiv = function() return "idiv" end, __close = function() print("close") end, __pairs = function() return next, { a = 1 } end })
local nothing
print(nothing.field, nothing + 1, 2 + nothing, nothing(1, 2), nothing < 1, 1 <= nothing, -nothing, ~nothing, nothing & 1, nothing // 1)
nothing.x = 5
for k, v in pairs(nil) do print(k, v) end
set(nil, nil)
print(pcall(function() return nothing.field end), pcall(function() return nothing + 1 end))
set(true, { __index = { yes = 1 }, __eq = function() return true end, __concat = function() return "joined" end })
print((true).yes, (false).yes, true == false, true .. "x", "x" .. false, get(true).__index.yes, getmetatable(false) == get(true))
set(true, nil)
set(print, { __index = function(f, k) return k end, __add = function(f, g) return "sum" end, __len = function() return 3 end })
print(print.name, (function() end).other, print + 1, #print, pcall(function() print.x = 1 end))
set(print, nil)
set(coroutine.create(print), { __index = coroutine, __shl = function() return "shl" end })
print(coroutine.create(print):status(), coroutine.create(print) << 1)
set(coroutine.create(print), nil)
print(pcall(set, 1, 2), pcall(set, 1), set("x", get("x")))

local m = get("")
print(m.__add("1", 2), m.__sub("0x10", 1), m.__mul("2", "3.5"), m.__div("1", "2"), m.__mod("7", "-3"), m.__pow("2", 3), m.__idiv("7", "2"), m.__unm("4", "4"))
print("10" + 1, "3" * "4", -"2", "7" // 2, "7.0" % 4, 2 ^ "2", pcall(function() return "a" + 1 end), pcall(function() return {} .. "x" end))
print(pcall(function() return "1" + {} end), pcall(function() return {} + "1" end), pcall(function() return -"x" end), pcall(function() return "9" // 0 end), pcall(m.__unm))
print("1" + setmetatable({}, { __add = function(a, b) return "table's" end }))
for round = 1, 2 do
  local add, sub = m.__add, m.__sub
  m.__add = function(a, b) return "own" .. a .. b end
  local last for i = 1, 60 do last = "1" + i end
  print(last, "a" + 1, 1 + "x", "2" * 3)
  m.__add = sub
  for i = 1, 60 do last = "1" + i end
  print(last)
  m.__sub = nil
  print(pcall(function() return "1" - 1 end))
  m.__add, m.__sub = add, sub
  print("1" + 1, "1" - 1)
end
