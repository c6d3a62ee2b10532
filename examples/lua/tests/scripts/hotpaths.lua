-- Loops that get compiled and then meet something new: other types, overflow, nil, new shapes, errors.
local function run(f, ...) local r = {} for i = 1, select("#", ...) do r[i] = tostring(f((select(i, ...)))) end print(table.concat(r, " ")) end
local function sumto(n) local s = 0 for i = 1, n do s = s + i end return s end
run(sumto, 10, 100, 1000, 10.0, 1000.0, 0)
local function poly(list) local s = 0 for i = 1, #list do s = s + list[i] end return s end
local ints, floats, mixed = {}, {}, {}
for i = 1, 300 do ints[i] = i; floats[i] = i / 2; mixed[i] = i % 2 == 0 and i or i / 4; end
mixed[299] = 17.25
run(poly, ints, floats, mixed, ints)
local x = math.maxinteger - 150
for i = 1, 300 do x = x + 1 end
print(x, math.type(x))
local p = 1
for i = 1, 200 do p = p * 3 end
print(p)
local f = 1
for i = 1, 400 do f = f * 1.5; if i == 200 then f = 1 end end
print(f)
local t = {}
for i = 1, 300 do t[i] = i; if i == 150 then t[i] = "s" end; if i == 250 then t[i] = nil; t[i] = 1.5 end end
local kinds = {}
for i = 1, 300 do local k = math.type(t[i]) or type(t[i]); kinds[k] = (kinds[k] or 0) + 1 end
print(kinds.integer, kinds.float, kinds.string)
local function field(o) return o.v end
local shapes = { { v = 1 }, { a = 0, v = 2 }, setmetatable({}, { __index = { v = 3 } }), setmetatable({}, { __index = function() return 4 end }), { b = 1, c = 2, v = 5 } }
local total = 0
for i = 1, 500 do total = total * 3 % 1000003 + field(shapes[i % #shapes + 1]) end
print(total)
local methods = { function(a) return a + 1 end, function(a) return a * 2 end, function(a) return a - 3 end, math.abs }
total = 0
for i = 1, 500 do total = methods[i % 4 + 1](total) % 65536 end
print(total)
local s = ""
for i = 1, 300 do s = s .. (i % 10) if #s > 50 then s = s:sub(20) end end
print(s)
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(20), fib(5.0))
local function ack(m, n) if m == 0 then return n + 1 elseif n == 0 then return ack(m - 1, 1) end return ack(m - 1, ack(m, n - 1)) end
print(ack(2, 6))
local count = 0
for i = 1, 20 do for j = 1, 20 do for k = 1, 5 do if i * j % k == 0 then count = count + 1 end end end end
print(count)
local w, steps = 27, 0
while w ~= 1 do if w % 2 == 0 then w = w // 2 else w = 3 * w + 1 end steps = steps + 1 end
print(steps)
local results = {}
for i = 1, 300 do
  local ok, v = pcall(function() if i == 100 then error("hundred", 0) end if i == 200 then return nil + 1 end return i end)
  if not ok then results[#results + 1] = v end
end
print(table.concat(results, " | "))
local obj = setmetatable({ n = 0 }, { __index = { bump = function(self, d) self.n = self.n + d; return self end } })
for i = 1, 300 do obj:bump(i):bump(-1) if i == 200 then obj.bump = function(self) self.n = self.n * 2 % 1000; return self end end end
print(obj.n)
local g = 0
for i = 1, 300 do glob = (glob or 0) + i; g = g + glob end
print(g, glob)
local keys = {}
for i = 1, 300 do keys["k" .. i % 37] = (keys["k" .. i % 37] or 0) + i end
local sorted = {}
for k, v in pairs(keys) do sorted[#sorted + 1] = k .. "=" .. v end
table.sort(sorted)
print(#sorted, sorted[1], sorted[37])
local m = {}
for i = 1, 20 do m[i] = {} for j = 1, 20 do m[i][j] = i * j end end
local trace = 0
for r = 1, 20 do for i = 1, 20 do trace = trace + m[i][i] - m[i][21 - i] end end
print(trace)
local a, b = 0, 1
for i = 1, 200 do a, b = b, a + b end
print(a, b)
local bits = 0
for i = 1, 300 do bits = (bits << 3 ~ bits >> 2 ~ i) & 0xFFFFFFFFFF | i end
print(bits)
local cmp = 0
for i = 1, 300 do local v = i % 3 == 0 and i or i + 0.5; if v < 150 then cmp = cmp + 1 elseif v == 200 then cmp = cmp + 100 elseif v >= 299.5 then cmp = cmp + 1000 end end
print(cmp)
local str = 0
for i = 1, 300 do local c = string.format("%d", i); if c < "2" then str = str + 1 elseif c == "42" then str = str + 1000 end end
print(str)
local neg = 0
for i = 300, -300, -7 do neg = neg + i // 4 + i % 4 + (-i) // 3 + (-i) % -3 end
print(neg)
local fl = 0.0
for i = 0.5, 100, 0.5 do fl = fl + i // 0.75 + i % 0.75 end
print(string.format("%.6f", fl))
