-- load with strings, functions, environments and modes; syntax errors; require beside the script; _ENV.
print(load("return 1 + 1")(), load("x = ")) 
print(load("return x", "c", "t", { x = "env x" })())
local env = {}
load("a = 1; function b() return a + 1 end", "c", "t", env)()
print(env.a, env.b(), a, b)
local parts, i = { "return ", "1", " + 41" }, 0
print(load(function() i = i + 1; return parts[i] end)())
print(load(function() return nil end) ~= nil)
print(pcall(load, function() error("reader", 0) end))
print((select(2, load(function() return {} end)):gsub("\n.*", "")))
print(load("return 1", "c", "b"))
print(load("\27Lua", "c", "t"))
print(load("return ...", "c")(1, 2))
for _, source in ipairs({ "x", "x =", "x = = 1", "if x", "if x then", "for", "for i", "for i = 1", "while true", "function", "function f(", "function f(a,", "local", "local 1", "return return", "x = }", "x = {", "x = (1", "f(", "a.b:c = 1", "x + 1", "'abc", "\"a\nb\"", "[[abc", "--[[abc", "x = 0x", "x = 1e", "x = 3x", "x = '\\q'", "x = '\\300'", "x = '\\xZZ'", "x = '\\u{110000000}'", "goto", "::", "break", "end", "until x", "repeat x = 1", "x = function", "a, b", "a, b = ", "(a) = 1", "f() = 1", "local function", "local x <bad> = 1", "x = ...", "function f() return ... end", "return 1,", "x = a..", "x = not", "x = #", "@", "x = $", "x = 1 .. ", "x = a b", "local x = 5 5", "else", "x = ~", "x ~= 1", "if a then else elseif b then end", "for a, in b do end", "for 1 = 1, 2 do end", "return;;", "x = \"\\u{zz}\"", "::a:: ::a::", "goto x", "local a <const> = 1; a = 2", "x = '\\", "x = [=[ ]]", "[=x", "a.1 = 2", "a:b", "f{", "x = 1 = 2", "for i = 1, 2, 3, 4 do end", "do", "local t = {1, 2, , 3}", "x = {a=}", "x = {[1]}", "return function(", "function a.b:c.d() end" }) do
  print((select(2, load(source, "=s"))))
end
print(load("x = 1 -- comment at the end") ~= nil, load("") ~= nil, load(";;;") ~= nil, load("return 5;")())
print(#tostring(select(2, load(("x = "):rep(1) .. ("("):rep(300) .. "1" .. (")"):rep(300)))) > 0)
-- locals limit, many constants, long chains
local many = {}
for n = 1, 201 do many[n] = "local v" .. n .. " = " .. n end
print(load(table.concat(many, "\n"), "=many"))
many = {}
for n = 1, 1000 do many[n] = "t[" .. n .. "] = 'k" .. n .. "' .. " .. n .. ".5" end
local t = {}
load(table.concat(many, "\n"), "=consts", "t", { t = t })()
print(#t, t[1], t[1000])
local chain = {}
for n = 1, 150 do chain[n] = tostring(n) end
print(load("return " .. table.concat(chain, " + "))(), #load("return " .. table.concat(chain, " .. "))())
local big = {}
for n = 1, 3000 do big[n] = n end
print(#load("return {" .. table.concat(big, ",") .. "}")())
-- _ENV
local function sandbox() local _ENV = { y = 5 }; return y end
print(sandbox())
local _ENV <const> = setmetatable({}, { __index = _ENV })
z = 10
print(z, rawget(_ENV, "z"), _G.z)
-- require
package.path = "./modules/?.lua;" .. package.path
local m = require("sample")
print(m.name, m.double(21), require("sample") == m, package.loaded.sample == m)
print(select(2, require("sample")))
local ok, e = pcall(require, "no.such.module")
print(ok, e:match("^module 'no.such.module' not found:"), e:match("no field package.preload%['no.such.module'%]"))
ok, e = pcall(require, "broken")
print(ok, e)
package.preload.virtual = function(name, extra) return { name = name, extra = extra } end
print(require("virtual").name, require("virtual").extra)
print(require("valueless"), package.loaded.valueless)
print(package.config:sub(1, 1), type(package.searchers), package.searchpath("sample", "./modules/?.lua"), (package.searchpath("none", "./?.x;./?.y")))
print(dofile("modules/sample.lua").name, pcall(dofile, "modules/absent.lua"))
print(loadfile("modules/sample.lua") ~= nil, loadfile("modules/absent.lua"))
print(loadfile("modules/sample.lua", "t", { })  ~= nil)
print(_VERSION, _G._G == _G, type(_G))

-- To the system, the name of a file ends at its first zero byte.
print(pcall(dofile, "no such\0file"))
print(loadfile("no such\0file"))

-- Names and modes end at a zero byte.
print(load("x=", "a\0b"))
print(load("x", "=a\0b"))
print(load("x = =\0b"))
print(load("return 1", "x", "t\0z") ~= nil, load("return 1", "x", "\0t"))
print(debug.getinfo(load("return 1", "=a\0b"), "S").source)
print(loadfile("nofile", "t\0"))
