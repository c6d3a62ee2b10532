-- Limits: deep recursion, stack overflow, tail calls, huge strings, deep pcall nesting.
local function down(n) if n == 0 then return 0 end return 1 + down(n - 1) end
print(down(190000))
local function forever(n) return 1 + forever(n + 1) end
local ok, e = pcall(forever, 1)
print(ok, (e:gsub("\n.*", ""):gsub("%(.*", "")))
ok, e = pcall(function() local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }); return t[1] end)
print(ok, e:find("overflow") ~= nil)
local function tail(n, acc) if n == 0 then return acc end return tail(n - 1, acc + 1) end
print(tail(1000000, 0))
local function ping(n) if n == 0 then return "pinged" end return (function(m) return ping(m) end)(n - 1) end
print(ping(190000 // 100))
local even, odd
function even(n) if n == 0 then return true end return odd(n - 1) end
function odd(n) if n == 0 then return false end return even(n - 1) end
print(even(1000001))
print(pcall(string.rep, "ab", math.maxinteger))
print(#string.rep("x", 50000000))
local function nest(n) if n == 0 then return "bottom" end local ok, v = pcall(nest, n - 1); return v end
print(nest(150))
local s = "x"
for _ = 1, 20 do s = s .. s end
print(#s)
local t = {}
for i = 1, 200000 do t[i] = i end
print(#t, select("#", table.unpack(t, 1, 100000)))
print(pcall(table.unpack, t, 1, 10000000))
ok, e = pcall(function() local function r() local ok, e = pcall(r); if not ok then error(e, 0) end return e end return r() end)
print(type(ok))
local co = coroutine.create(forever)
ok, e = coroutine.resume(co, 1)
print(ok, e:find("stack overflow") ~= nil, coroutine.status(co))
print(down(1000), tail(10, 0), collectgarbage("count") > 0)
local function mutual(n) if n <= 0 then return 0 end local a = down(n % 50) return a + mutual(n - 1) end
print(mutual(5000))
ok, e = pcall(load, ("("):rep(100000))
print(ok, e)
print((select(2, load("return " .. ("("):rep(100000), "=p")):gsub("\n.*", "")))
print((select(2, load("return " .. ("{"):rep(100000), "=p")):gsub("\n.*", "")))
print((select(2, load(("do "):rep(100000), "=p")):gsub("\n.*", "")))
local str = ("a"):rep(100000)
print(#(str .. str), (str .. "b") == (str .. "b"), (str):find("b"))
for _ = 1, 3 do print(pcall(error, "again", 0)) end
