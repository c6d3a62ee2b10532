-- goto, break, nested loops, integer and float for-loops at their edges, repeat scoping.
for i = 1, 3 do for j = 1, 3 do if j == 2 then goto continue end io.write(i, j, " ") ::continue:: end end print()
do local i = 1 ::again:: if i <= 3 then io.write(i, " "); i = i + 1; goto again end print() end
for i = 3, 1 do print("never") end
for i = 3, 1, -1 do io.write(i, " ") end print()
for i = 1, 10, 4 do io.write(i, " ") end print()
for i = 1, 0.5 do print("never") end
for i = 1.0, 2, 0.25 do io.write(i, " ") end print()
for i = 0.1, 0.35, 0.1 do io.write(i, " ") end print()
for i = math.maxinteger - 2, math.maxinteger do io.write(i, " ") end print()
for i = math.mininteger + 2, math.mininteger, -1 do io.write(i, " ") end print()
for i = math.maxinteger - 1, math.huge do io.write(i, " ") end print()
for i = 1, -math.huge do print("never") end
for i = math.mininteger, math.mininteger + 1 do io.write(i, " ") end print()
for i = 1, math.maxinteger, math.maxinteger // 2 do io.write(i, " ") end print()
for i = math.maxinteger, math.mininteger, math.mininteger do io.write(i, " ") end print()
for i = 1, 3 do local k = i; i = i * 10; io.write(k, ":", i, " ") end print()
for i = 1, 0 / 0 do print("never") end
print(pcall(function() for i = 1, 10, 0 do end end))
print(pcall(function() for i = 1.0, 10, 0.0 do end end))
print(pcall(function() for i = "1", 2 do end end))
print(pcall(function() for i = 1, "x" do end end))
print(pcall(function() for i = 1, 2, {} do end end))
print(pcall(function() for i = nil, 2 do end end))
print(pcall(function() for k in 5 do end end))
print(pcall(function() for k in nil do end end))
print(pcall(function() for k, v in pairs(nil) do end end))
print(pcall(function() for k, v in ipairs() do end end))
local i = 0
repeat local done = i >= 2; i = i + 1 until done
print(i)
while true do i = i + 1; if i > 10 then break end end
print(i)
for _, v in ipairs({ 1, 2, 3 }) do if v == 2 then break end io.write(v, " ") end print()
local function find(t, x) for k, v in ipairs(t) do if v == x then return k end end return nil, "absent" end
print(find({ 5, 6, 7 }, 6), find({}, 1))
local function iter(n) local k = 0 return function() k = k + 1; if k <= n then return k, k * k end end end
for a, b in iter(4) do io.write(a, "^2=", b, " ") end print()
local function stateless(limit, c) if c < limit then return c + 1 end end
for v in stateless, 4, 0 do io.write(v, " ") end print()
for a, b, c in function(s, k) if k < 2 then return k + 1 end end, nil, 0 do io.write(a, tostring(b), tostring(c), " ") end print()
print(load("goto nowhere"))
print(load("do local x; goto l; local y; ::l:: print(y) end"))
print(load("::a:: ::a::"))
print(load("break"))
print(load("for i = 1 do end"))
print(load("goto l; do ::l:: end"))
do goto skip; print("never") ::skip:: end
for k = 1, 3 do
  for m = 1, 3 do
    if m == 2 then goto next end
    if k == 2 then goto out end
    io.write(k, ",", m, " ")
    ::next::
  end
  ::out::
end
print()
local nested = 0
for a = 1, 10 do for b = a, 10 do for c = b, 10 do if (a + b + c) % 3 == 0 then nested = nested + 1 end end end end
print(nested)
local s = 0
for a = 10, 1, -3 do s = s * 10 + a end
print(s)
print(1 and 2, nil and 1, false or "x", nil or false, 1 or error("no"), not nil, not 0, nil == false, 1 == 1 and "y" or "n")
print(1 < 2 == true, "a" .. "b" == "ab", 2 ^ 3 ^ 2, -2 ^ 2, not 1 == 2, 1 .. 2 .. 3, 2 + 3 * 4 // 5 % 6, 1 << 2 + 1, (5 & 3) == 1)
