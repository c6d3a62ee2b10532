-- Integer and float arithmetic: wrap-around, division, modulo, powers, bit operators.
local max, min = math.maxinteger, math.mininteger
print(max + 1 == min, min - 1 == max, max * 2, min * -1, -min, min // -1, min % -1)
print(7 // 2, -7 // 2, 7 // -2, -7 // -2, 7 % 3, -7 % 3, 7 % -3, -7 % -3)
print(7.5 // 2, -7.5 // 2, 7.5 % 2, -7.5 % 2, 7.5 % -2, -7.5 % -2)
print(1 / 2, 4 / 2, 1 / 0, -1 / 0, 0 / 0 ~= 0 / 0)
print(1 // 0.0, -1 // 0.0, 5 % math.huge, -5 % math.huge, 5 % -math.huge, -5 % -math.huge)
print(0.0, -0.0, 0.0 == -0.0, 1 / 0.0, 1 / -0.0, 0.0 + -0.0, -0.0 + -0.0)
print(2 ^ 10, 2 ^ 0.5, 2 ^ -1, (-2) ^ 2, -2 ^ 2, (-8) ^ (1 / 3) ~= (-8) ^ (1 / 3))
print(3 | 5, 3 & 5, 3 ~ 5, ~0, ~5, 1 << 4, 256 >> 4, -1 >> 60, -1 << 63)
print(1 << 63, 1 << 64, 1 << 65, 1 >> 64, 1 << -1, 2 >> -1, -1 >> 63, -1 >> -63)
print(3.0 | 4, "3" + 4, "0x10" + 0, "3" * "4", 10 .. 20, "1e1" + 0, " 5 " + 1)
print(pcall(function() return 1 | 1.5 end))
print(pcall(function() return 1 | "a" end))
print(pcall(function() return 1.5 // 0 end))
print(pcall(function() return 1 // 0 end))
print(pcall(function() return 1 % 0 end))
print(pcall(function() return 2 ^ 53 | 0 end))
print(pcall(function() return 2 ^ 64 | 0 end))
print(pcall(function() return "10" | 1 end), pcall(function() return "1.5" | 1 end))
print(max // 1 | 0, max + 0.0, max + 0.0 == max, min + 0.0 == min, max + 0.0 == 2 ^ 63)
print(100000000000000, 1e14, 1e15, 1e16, 1e100, 123456789012345678)
print(0x7fffffffffffffff, 0xffffffffffffffff, 0x1p4, 0x.8, 0xA.8p1, 1e308 * 10)
print(9223372036854775807, 9223372036854775808, -9223372036854775808)
print(5 // 0.3, 5.3 % 0.7 - 0.4 < 1e-9, 1e15 % 7, 2 ^ 53 % 3)
print(1 + 1.0, 2 * 1.5, 3 - 3.0, 10 // 2.5, 2 ^ 2, 7 / 7)
local acc = 1
for i = 1, 100 do acc = acc * 6364136223846793005 + 1442695040888963407 end
print(acc)
local f = 1
for i = 1, 30 do f = f * i end
print(f)
local x = max
for i = 1, 3 do x = x + 1; print(x) x = x - 2 end
print(math.type(1), math.type(1.0), math.type("1"), math.type(2 ^ 31 | 0))
print(math.tointeger(3.0), math.tointeger(3.5), math.tointeger("8"), math.tointeger({}), math.tointeger(2 ^ 63))
print(math.floor(3.7), math.ceil(3.2), math.floor(-3.7), math.ceil(-3.2), math.floor(1e100), math.floor(5))
print(math.abs(-5), math.abs(min), math.abs(-0.0), math.max(1, 2.5, -1), math.min(3, 1, 2), math.max(1, 1.0))
print(math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(7.5, 2), math.fmod(-7.5, 2))
print(pcall(math.fmod, 1, 0), math.fmod(1, 0.0) ~= math.fmod(1, 0.0), math.fmod(min, -1))
print(math.modf(3.7), math.modf(-3.7), math.modf(5), math.modf(math.huge), math.modf(-math.huge))
print(math.sqrt(16), math.exp(0), math.log(8, 2), math.log(100, 10), math.log(1), math.pi)
print(math.ult(1, -1), math.ult(-1, 1), 1 < -1)
print(string.format("%.14g %.14g %.14g", math.sin(1), math.cos(1), math.tan(1)))
print(string.format("%.14g %.14g %.14g", math.asin(1), math.acos(0.5), math.atan(1, 2)))
print(math.sin(0), math.atan(0, -1), math.log(0), math.log(2, 4), math.exp(1) > 2.718)
print(pcall(math.floor, "x"), pcall(math.random, 0) and true, pcall(math.random, 2, 1))
math.randomseed(42)
local a = { math.random(100), math.random(100), math.random() }
math.randomseed(42)
print(a[1] == math.random(100), a[2] == math.random(100), a[3] == math.random())
for _ = 1, 100 do local r = math.random(3, 5); assert(r >= 3 and r <= 5) end
