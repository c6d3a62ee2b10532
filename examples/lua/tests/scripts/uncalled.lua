-- What plain execution does without calls, and what must still be seen there.
-- Iterators of gmatch: values, captures, positions, the end, errors.
for w in ("one two"):gmatch("%a+") do print(w) end
for a, b in ("k=v, x=y"):gmatch("(%w)=(%w)") do print(a, b) end
for a, b, c in ("abc def"):gmatch("(%w)(%w)(%w)") do print(a, b, c) end
for p, x in ("hello"):gmatch("()l") do print(p, x) end
for e in ("abc"):gmatch("") do io.write("[", e, "]") end print()
local function where(f, ...)
  local ok, e = pcall(f, ...)
  return ok, (tostring(e):gsub("^.-:(%d+):", "line %1:"))
end
print(where(function() for w in ("a"):gmatch("%") do print(w) end end))
print(where(function() for w in ("ab"):gmatch("(a") do print(w) end end))
print(where(function() for w in ("a"):gmatch("[a") do print(w) end end))
-- The same iterator called in both ways goes on where it was.
local it = ("a b c d e"):gmatch("%a")
print(it())
for w in it do print(w) if w == "c" then break end end
print(it(), it(), it(), it())
-- A loop over a table whose fields go, or get other values, on the way.
local t = {1, 2, 3, x = 1, y = 2, z = 3, [1.5] = 4}
local n = 0
for k, v in pairs(t) do n = n + 1 t[k] = nil end
print(n, next(t))
for k, v in pairs({10, nil, 30}) do print(k, v) end
for k, v in next, {a = 1} do print(k, v) end
print(where(function() for k in next, {}, "no key" do print(k) end end))
print(where(function() for k in next, 1 do print(k) end end))
local real = next
next = function() error("not this one") end
for k, v in pairs({a = 1}) do print(k, v) end
next = real
-- Methods of strings are what the library's table, or another one in its place, says now.
local s = "abc"
for i = 1, 3 do
  if i == 2 then string.shout = function(s) return s:upper() .. "!" end end
  if i == 3 then string.shout = nil end
  print(pcall(function() return s:shout() end) and s:shout())
end
local meta = getmetatable(s)
local index = meta.__index
meta.__index = function(s, k) return function(s) return k .. " of " .. s end end
print(s:len())
meta.__index = {len = function() return "mine" end}
print(s:len(), pcall(function() return s:upper() end))
meta.__index = index
print(s:len())
-- Keys of dictionaries: strings of both lengths, integers, tables, values that go.
local long = ("x"):rep(50)
local d, o = {}, {}
for i = 1, 40 do d["k" .. i] = i d[i * 1000] = -i end
d[long], d[o], d[true], d[2.5] = "long", "table", "true", "float"
print(d.k7, d["k" .. 40], d[7000], d[41000], d[("x"):rep(50)], d[o], d[{}], d[true], d[false], d[2.5], d[3000.0])
d.k7, d[7000], d[o], d[long] = nil, nil, nil, nil
print(d.k7, d[7000], d[o], d[long], d.k8, d[8000])
d.k7, d[7000], d[o] = 1, 2, 3
print(d.k7, d[7000], d[o])
-- Results of library functions of any number, and floats among the arguments.
print(("abc"):byte(1, -1)) print(("abc"):byte(10)) print(math.max(1.5, 2, -0.0)) print(select("#", table.unpack({}, 1, 9)))
print(string.format("%5.1f|%g|%d|%s", 2.25, 1e100, 3, 4.0), ("%d"):format(3.0), tostring(-0.0), 1e15, 2^53, 0/0 ~= 0/0)
print(("AbC"):upper(), ("AbC"):lower(), ("AbC"):reverse(), ("x"):rep(3, ","), (""):upper() == "")
print(rawequal(1, 1.0), rawequal(0.0, -0.0), math.type(2.0), math.tointeger(3.0))
local floats = {3.5, -1.0, 2.25, 0.5} table.sort(floats) print(table.concat(floats, " "))
