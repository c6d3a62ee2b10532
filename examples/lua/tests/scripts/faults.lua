-- Faults of every kind, with the lines and names in their messages.
local function mt(k, v) return setmetatable({}, {[k] = v}) end
local i = 1
local tests = {
 function() return mt("__add", 5) + 1 end,
 function() return 1 + mt("__add", 5) end,
 function() return mt("__index", 5).x end,
 function() return mt("__index", true).x.y end,
 function() mt("__newindex", 5).x = 1 end,
 function() return mt("__concat", 5) .. "x" end,
 function() return #mt("__len", 5) end,
 function() return mt("__lt", 5) < 1 end,
 function() return mt("__le", 5) <= 1 end,
 function() return mt("__eq", 5) == mt("__eq", 6) end,
 function() return -mt("__unm", 5) end,
 function() return ~mt("__bnot", 5) end,
 function() return mt("__call", 5)() end,
 function() local t = mt("__call", 5) return t(1) end,
 function() return mt("__pairs", 5) end,
 function() return pairs(mt("__pairs", 5)) end,
 function() return tostring(mt("__tostring", 5)) end,
 function() return tostring(mt("__tostring", function() return 5 end)) end,
 function() return tostring(mt("__name", "foo")):gsub("0x.*", "P") end,
 function() return mt("__name", "foo") + 1 end,
 function() return #mt("__len", function() return "x" end) end,
 function() return table.unpack(mt("__len", function() return "x" end)) end,
 function() return table.concat(mt("__len", function() return 2 end)) end,
 function() for a in mt("__call", 5) do end end,
 function() for a in mt("__call", function() error("x") end) do end end,
 function() local x <close> = mt("__close", function() error("c") end) end,
 function() local x <close> = mt("__close", function(a, b) error("c" .. tostring(b)) end) error("d") end,
 function() local x <close> = mt("__close", function(a, b) error("c" .. tostring(b)) end) local y <close> = mt("__close", function(a, b) error("e" .. tostring(b)) end)  error("d") end,
 function() return setmetatable(mt("__metatable", 5), {}) end,
 function() return getmetatable(mt("__metatable", 5)) end,
 function() i.x.y = 5 end,
 function()
   foo.bar = function()
     return 1
   end
 end,
 function()
   foo.bar,
   a.b = 1,
   2
 end,
 function()
   local t = {
     [nil] = 5,
   }
 end,
 function()
   local t = { 1, 2,
     x = foo.bar,
     [1] = 2 }
 end,
 function()
   function foo.bar()
   end
 end,
 function()
   print(1,
     foo.bar,
     2)
 end,
 function()
   foo
   .bar(1)
 end,
 function()
   string
   .bar(1,
   2)
 end,
 function()
   foo:bar(1,
   2)
 end,
 function()
   local a = 1 +
     foo
     + 2
 end,
 function()
   return not
     foo.bar
 end,
 function() return
   foo.bar end,
 function() if
   foo.bar then
   end
 end,
 function()
   while
     foo < 1
   do
   end
 end,
 function()
   repeat
   until
     foo
     < 1
 end,
 function()
   for i = 1,
    foo,
    2
   do
   end
 end,
 function()
   for k in
     pairs(
      nil)
   do
   end
 end,
 function()
   for k in
     pairs
      (nil)
   do
   end
 end,
 function()
   return "a" ..
    foo ..
    "b" ..
    "c"
 end,
 function()
   return {
     } ..
    foo
 end,
 function() local a <const> = 5 return a.x.y end,
 function() return (5).x.y end,
 function() return ("x").x.y end,
 function() return 2^53 & 1.5 end,
 function() return #nil end, function() return -nil end, function() return -"x" end, function() return -{} end,
 function() return 10 // 0.0, -10 % 0.0, 0/0 end,
 function() return 5 // 0 end,
 function() return math.tointeger("8"), math.tointeger(3.5), math.tointeger({}) end,
 function() return 1 < "2" end, function() return "a" < {} end, function() return {} <= {} end, function() return print < print end,
 function() return nil > 1 end, function() return 1 >= nil end,
 function() return string.format("%d", "3.0"), string.format("%d", 3.0), pcall(string.format, "%d", "3.5") end,
 function() return ("%s"):rep(3, ","), ("x"):rep(0), ("x"):rep(-5) end,
 function() return load("return 1 +")() end, function() return load("x = = 1") end, function() return load("for") end,function() return load("goto x") end,function() return load("break") end,function() return load("::a:: ::a::") end,function() return load("local x <foo> = 1") end,function() return load("local x <const> = 1; x = 2") end,function() return load("x = 'abc") end,function() return load("x = [[abc") end,function() return load("x = '\\q'") end,function() return load("x = '\\300'") end,function() return load("x = '\\u{110000000}'") end,function() return load("x = 0x") end,function() return load("x = 1e") end,function() return load("x = 3x") end,function() return load("--[[ abc") end,function() return load("x = }") end,function() return load("f(") end,function() return load("a.b:c = 1") end,function() return load("(a) = 1") end,function() return load("a() = 1") end,function() return load("return return") end, function() return load("local function f() return ... end") end, function() return load("x = ~") end, function() return load("if x then else elseif y then end") end, function() return load("x=1", "n", "b") end, function() return load("local a <close>, b <close> = 1, 2") end,
}
for n, f in ipairs(tests) do print(n, (table.concat({ tostring(select(1, pcall(f))), tostring((select(2, pcall(f)))) }, " "):gsub("0x%x+", "ADDRESS"))) end
