-- `gsub` with functions: results, errors, captures, within each other.
print(("hello world"):gsub("%a+", function(w) return w:upper() end))
print(("abc"):gsub("", function() return "-" end))
print(("abc"):gsub("(a)(b)", function(a, b) return b .. a end), ("abc"):gsub("(a)(b)(c)", function(a, b, c) return c .. b .. a end), ("abcd"):gsub("(a)(b)(c)(d)", function(a, b, c, d) return d .. c .. b .. a end))
print(pcall(string.gsub, "abc", "%a", function() return {} end))
print(pcall(string.gsub, "abc", "(%a", function() return 1 end))
print(pcall(string.gsub, "abc", "%", function() return 1 end))
print(("abc"):gsub("%a", function(c) if c == "b" then return false end return 7 end, 2))
print(("abc"):gsub("x", function() error("no") end))
print(pcall(function() return ("abc"):gsub("b", function() error("oops") end) end))
print(pcall(function() return ("abc"):gsub("b", function() error("oops", 2) end) end))
print(("x y"):gsub("()%a", function(p) return p end))
print(("^a^a"):gsub("^^a", function(p) return "<" .. p .. ">" end))
local t = ("abc"):gsub("%a", function(c) return (c:gsub("%a", function(d) return d .. d end)) end) print(t)
print(select(2, pcall(string.gsub, "abc", "b", function() return print end)))
local co = coroutine.wrap(function() return ("abc"):gsub("b", function() coroutine.yield(1) end) end)
print(pcall(co))
local total = 0
for i = 1, 400 do
  local text = ("w" .. i .. " x y=" .. i):gsub("(%a)(%d*)", function(a, n) total = total + #n return i % 7 == 0 and {} and a or n end)
  total = total + #text
  local ok, e = pcall(string.gsub, "a b c", "%a", function(c) if i % 50 == 0 and c == "b" then error("at " .. i, 0) end return c .. c end)
  if not ok then print(e) end
end
print(total)
local big = ("a"):rep(1000):gsub("a", function(c) return c .. "b" end) print(#big)
print(("abc"):gsub("b", function() return nil end), ("abc"):gsub("b", function() end))
-- What a metatable calls a value is not said here.
print(select(2, pcall(string.gsub, "a", ".", function() return setmetatable({}, { __name = "Named" }) end)))
