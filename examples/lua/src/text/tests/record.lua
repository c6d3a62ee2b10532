-- Writes recorded.txt: calls of the reference's library with their results.
--   lua5.4 record.lua [FACTOR [SEED]] > recorded.txt    (FACTOR multiplies the random cases)
-- A line is: kind, arguments, "=>", results, separated by tabs. A field is a letter for the type and the value:
-- n nil, b boolean, i integer, f bits of a float in hex, s string (\xHH escapes), e error message, #N blamed argument.

local factor = tonumber(arg[1]) or 1

local function field(v)
  local kind = math.type(v) or type(v)
  if kind == "nil" then return "n" end
  if kind == "boolean" then return "b" .. tostring(v) end
  if kind == "integer" then return "i" .. v end
  if kind == "float" then return string.format("f%016x", (string.unpack("<i8", string.pack("<d", v)))) end
  return "s" .. v:gsub("[%c\\\128-\255]", function(c) return string.format("\\x%02x", c:byte()) end)
end

local function write(kind, args, results)
  local out = { kind }
  for i = 1, args.n do out[#out + 1] = field(args[i]) end
  out[#out + 1] = "=>"
  if results[1] then
    for i = 2, results.n do out[#out + 1] = field(results[i]) end
  else
    local message = results[2]:gsub("^%S+:%d+: ", "")
    local index, text = message:match("^bad argument #(%d+) to '[^']*' %((.*)%)$")
    out[#out + 1] = "e" .. field(text or message):sub(2)
    if index then out[#out + 1] = "#" .. index end
  end
  io.write(table.concat(out, "\t"), "\n")
end

local function case(kind, f, ...)
  write(kind, table.pack(...), table.pack(pcall(f, ...)))
end

local function codes(s, lax)
  local r = {}
  for p, c in utf8.codes(s, lax) do r[#r + 1] = p; r[#r + 1] = c end
  return table.unpack(r)
end

-- Child process: dates under its own TZ.
if arg[1] == "dates" then
  local function time(y, m, d, H, M, S, dst)
    local t = { year = y, month = m, day = d, hour = H, min = M, sec = S, isdst = dst }
    local at = os.time(t)
    return at, t.year, t.month, t.day, t.hour, t.min, t.sec, t.wday, t.yday, t.isdst
  end
  local tz = arg[2]
  local all = "%a %A %b %B %c %C %d %D %e %F %g %G %H %I %j %m %M %n %p %r %R %S %t %T %u %U %V %w %W %x %X %y %Y %z %Z %% %Ec %Od"
  local moments = { 0, -1, 1234567890, 951782400, 951868799, 1583652600, 1604208600, 1604190600, 1e11 // 1 | 0, -5000000000,
    -62135596800, -62167219200, 253402300799, 67767976000000000, 1 << 60, math.mininteger, math.maxinteger }
  for _ = 1, 15 * (tonumber(arg[3]) or 1) do moments[#moments + 1] = math.random(-1 << 36, 1 << 36) end
  for _, t in ipairs(moments) do
    -- Before 1970 the C library takes a rule from TZ for not yet in force; this module does not.
    -- The same goes for far years.
    if tz:find(",") and t > -1 << 40 then t = math.abs(t) < 1 << 40 and math.abs(t) or 0 end
    case("date", function(_, f, t) return os.date(f, t) end, tz, all, t)
    case("date", function(_, f, t) return os.date(f, t) end, tz, "!" .. all, t)
  end
  for _, f in ipairs { "%Ez", "%Q", "%", "%E", "%O", "%OB", "%s", "%Qab\0c", "", "a\0b%%", "*tx", "%Ed" } do
    case("date", function(_, f, t) return os.date(f, t) end, tz, f, 0)
  end
  local function at(_, ...) return time(...) end
  for _, d in ipairs { { 11, 1, 1 }, { 3, 8, 2 }, { 7, 1, 12 }, { 10, 25, 2 }, { 3, 29, 2 }, { 1, 1, 12 } } do
    for _, dst in ipairs { 0, true, false } do
      if dst == 0 then dst = nil end
      case("time", at, tz, 2020, d[1], d[2], d[3], 30, 0, dst)
    end
  end
  local huge = 2147483647
  for _, t in ipairs { {}, { 2020 }, { 2020, 1 }, { 2020, 14, -3, 100, -5, 1000000 }, { huge + 1900, 1, 1 }, { huge + 1901, 1, 1 },
    { huge + 1900, 12, 31 }, { huge + 1900, 13, 31 }, { -huge - 1 + 1900, 1, 1 }, { -huge - 1 + 1899, 1, 1 }, { 1970, 1, 1, 0, 0, -1 },
    { 2020, 1.5, 1 }, { 2020, "x", 1 }, { 2020, huge + 1, 1 }, { 2020, huge + 2, 1 }, { 2020, 1, huge + 1 }, { 2020, 1, huge },
    { 2020, -huge, -huge, -huge, -huge, -huge }, { 0, 0, 0, 0, 0, 0 }, { 2020, 1, 1, 12, 0, -huge - 2 } } do
    if not (tz:find(",") and math.max(t[2] == "x" and 0 or t[2] or 0, t[3] or 0) > 1000) then case("time", at, tz, t[1], t[2], t[3], t[4], t[5], t[6], nil) end
  end
  return
end

math.randomseed(tonumber(arg[2]) or 1, 2)

local function pick(list) return list[math.random(#list)] end
local function letters(list, max)
  local r = {}
  for i = 1, math.random(0, max) do r[i] = pick(list) end
  return table.concat(r)
end

local ints = { 0, 1, -1, 2, -2, 3, 7, -7, 63, 64, 65, -63, -64, -65, 127, 128, 255, 256, -128, -129, 1 << 53, (1 << 53) + 1,
  -(1 << 53) - 1, math.maxinteger, math.mininteger, math.maxinteger - 1, math.mininteger + 1, 1 << 31, 1 << 32 }
local floats = { 0.0, -0.0, 0.5, 1.5, -1.5, 2.5, 3.0, -3.0, 1e14, 1e15, 123456789012345.0, 99999999999999.9, 1e100, 1e308, 5e-324,
  2.2250738585072014e-308, 0.1, 1 / 3, 1e-5, 0.0001, 2.0 ^ 53, 2.0 ^ 63, -2.0 ^ 63, 2.0 ^ 63 - 1024, 1 / 0, -1 / 0, 0.125, 1e20, 100.0 }

local function randomfloat()
  local f = string.unpack("<d", string.pack("<i8", math.random(0)))
  if f ~= f then return 0.5 end
  return math.random(3) == 1 and f or (math.random() - 0.5) * 10.0 ^ math.random(-8, 22)
end
local function randomnumber()
  local n = math.random(8)
  if n == 1 then return math.random(0) elseif n == 2 then return randomfloat() elseif n < 6 then return pick(ints) end
  return pick(floats)
end

for _, s in ipairs { "", " ", "1", " 1 ", "\t1\n\v\f\r", "1\0", "-1", "+1", "- 1", "--1", "+-1", "0x", "0x1", "-0x10", "0xffffffffffffffff", "0x1ffffffffffffffff",
  "0x1p4", "0x.8", "0x8.", "0x.", "0x.p1", "0x1p", "0x1p+", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.0000000000001p-1075", "0x0.8p-1074", "0x1.fffffffffffff8p0",
  "0x1.fffffffffffff7p0", "0x1.00000000000008p0", "0x1.000000000000080000000000001p0", "0x1p1023", "0x1p1024", "0x1.fffffffffffff8p1023", "0x1p99999999999999999999", "0x1p-99999999999999999999",
  "0x0p99999999999999999999", "0x123456789abcdef01.8", "0x00000000000000000000000000000000.1", "0xa.bP-3", "inf", "nan", "infinity", "-inf", "NaN", "0x1n", "1e", "1e+", "1e5", "1E5", ".5", "5.", ".", "1..2", ".e1", "1e5.5", "1_000",
  "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "00000000000000000000000001", "1e400", "-1e400", "1e-400", "123456789012345678901234567890", "0x8000000000000000", "1 2", "1a", "0b1", "1f", "\u{a0}1", "１", "0x1.p1", "0X1P1", "1e99999999999999999999", "0e99999999999999999999" } do
  case("tonumber", tonumber, s)
end
for _ = 1, 200 * factor do case("tonumber", tonumber, letters({ "0", "1", "9", "f", "x", "0x", ".", "e", "p", "-", "+", " ", "7" }, 8)) end
for _, s in ipairs { "", "z", "Z", "10", "-ff", " +7 ", "8", "7fffffffffffffff", "ffffffffffffffff1", "1.0", "- 1", "1 1", "zz\0" } do
  for _, base in ipairs { 2, 8, 10, 16, 36 } do case("tonumber", tonumber, s, base) end
end
for _, i in ipairs(ints) do case("tostring", tostring, i) end
for _, f in ipairs(floats) do case("tostring", tostring, f) end
case("tostring", tostring, 0 / 0) case("tostring", tostring, -(0 / 0))
for _ = 1, 300 * factor do case("tostring", tostring, randomfloat()) end

local ops = {
  ["//"] = function(a, b) return a // b end, ["%"] = function(a, b) return a % b end, ["^"] = function(a, b) return a ^ b end,
  ["<"] = function(a, b) return a < b end, ["<="] = function(a, b) return a <= b end, ["=="] = function(a, b) return a == b end,
  fmod = math.fmod, floor = function(a) return math.floor(a) end, ceil = function(a) return math.ceil(a) end,
  toint = function(a) return math.tointeger(a) end,
}
local names = {}
for name in pairs(ops) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  for _ = 1, 120 * factor do case(name, ops[name], randomnumber(), randomnumber()) end
end
for _, name in ipairs { "//", "%", "fmod" } do
  for _, b in ipairs { 0, 0.0, -0.0 } do for _, a in ipairs { 0, 1, -1, 1.5, -1.5, math.mininteger } do case(name, ops[name], a, b) end end
  case(name, ops[name], math.mininteger, -1)
end
for _ = 1, 150 * factor do
  case("<<", function(a, b) return a << b end, pick(ints), pick(ints))
  case(">>", function(a, b) return a >> b end, math.random(0), math.random(-70, 70))
end

local function format(f, ...) case("format", string.format, f, ...) end
for _, f in ipairs { "%u", "%F", "%5.2F", "%y", "%", "%10.123f", "%0100d", "%.3c", "%#d", "% d", "%#x", "%+x", "% u", "%020.10d", "%p", "%-20p", "%.3q", "%5q", "%-5i", "%ld", "%.f", "%5.", "%--d",
  "%00000000000000000000d", "%000000000000000000000d", "%0000000000000000000000d", "%1111111111111111111111d", "%05s", "%.20s", "%5%", "%.14a", "%05.d", "%.0d", "%%%d%%", "100%%", "%c%c", "%d %s", "%\xff", "%0.5s", "%-+ 8d|", "%+.3i", "%x", "%#o", "%#X" } do
  format(f, 3) format(f, -3) format(f, 0)
end
format("%d", "3.0") format("%d", 3.5) format("%s") format("%s %s", 1) format("%c", 0) format("%c", 321) format("%5c|%-5c|", 65, 66)
format("%.3s", "a\0b") format("%s", "a\0b") format("%5s", "a\0b") format("%10.2s|%-10s|%.0s|", "hello", "hi", "no")
for _, n in ipairs { 98, 99, 100, 101 } do for _, f in ipairs { "%120s", "%-99s|", "%99s|", "%.99s|", "%99.5s|" } do format(f, ("x"):rep(n)) end end
for _, v in ipairs { 0, -1, math.mininteger, math.maxinteger, 1.5, 0.0, -0.0, 1 / 0, -1 / 0, 0 / 0, true, false, "", "a\0001\r\n\"\\\200\127\0", "\0a", "\0009", 5e-324, 1e308 } do
  format("%q", v) format("%s", v) format("%10.3s|", v)
end
format("%q", nil) format("%s", nil)
local function spec(flags, conversions)
  local precision = ({ "", "", ".", "." .. math.random(0, 30), "." .. math.random(0, 99) })[math.random(5)]
  return "%" .. letters(flags, 3) .. pick { "", "", math.random(1, 30), math.random(1, 99) } .. precision .. pick(conversions)
end
local values = { 0, 1, -1, 8, 255, -255, math.maxinteger, math.mininteger, 123456789 }
for _ = 1, 300 * factor do format(spec({ "-", "+", " ", "0", "#" }, { "d", "i", "u", "o", "x", "X", "c", "s", "p" }), pick(values)) end
for _ = 1, 600 * factor do
  format(spec({ "-", "+", " ", "0", "#" }, { "a", "A", "e", "E", "f", "g", "G" }), math.random(2) == 1 and pick(floats) or randomfloat())
end
for _, f in ipairs { "%.0f", "%.1f", "%.2f", "%.0e", "%.1e", "%.2g", "%.1g", "%.0a", "%.1a" } do -- ties
  for _, v in ipairs { 0.5, 1.5, 2.5, 3.5, 0.25, 0.75, 0.125, 0.375, 1.125, 1.25, 1.75, 12.5, 13.5, 125.0, 135.0, 1.03125, 1.09375 } do format(f, v) end
end

for _, i in ipairs { -7, -6, -5, -2, -1, 0, 1, 2, 5, 6, 7, math.mininteger, math.maxinteger } do
  for _, j in ipairs { -7, -6, -5, -2, -1, 0, 1, 2, 5, 6, 7, math.mininteger, math.maxinteger } do case("sub", string.sub, "abcde", i, j) end
end

local function all(s, p, ...) local r = {} for a, b in s:gmatch(p, ...) do r[#r + 1] = a r[#r + 1] = b end return table.unpack(r) end
local function patterns(s, p, r)
  case("find", string.find, s, p, 1) case("match", string.match, s, p, 1) case("gmatch", all, s, p) case("gsub", string.gsub, s, p, r)
end
for _, p in ipairs { "%", "[", "[a", "[%", "%b", "%bx", "%f", ")", "(", "%1", "(a)%2", "(%1)", "a%0", "[]", "[]]", "[^]", "[^]]", "[a-", "[a-]", "[a-%", "[%a-z]", "[a-%]", "^*", "*", "()", "()a()", "$", "^", "^$", "a$b", "a$", "[%]]+", "[]-a]+",
  "(.)%1", "(()%1)", "%f[%w]%w+", "%f[%w", "%f[%W]", "%bab", "%b()", "%baa", "(%b())", "((a)(b))", "(((a", "x[", "a[", "a-", "a-b", ".-b", "^a", "[^%s]+", "[a-c%d]*", "%z", "%%", "a?b", "a?a?a?aaa", "(a*(.)%w(%s*))", "a.-c", "(a)(b)(c)(d)", "%S+", "%g+", "[%z]", "\0", "%w+%s", "(a+)(b*)(c?)", "a\0" } do
  for _, s in ipairs { "a", "", "abc", "(a(b)c)", "aab]-ca", "the quick 12 fox", "a\0b\0", "hello world from Lua" } do patterns(s, p, "<%0>") end
end
for _, r in ipairs { "%1", "%2", "%x", "%", "%%", "%0%0", "", "x%1y", "%9" } do
  case("gsub", string.gsub, "abc", "b", r) case("gsub", string.gsub, "abc", "(b)", r) case("gsub", string.gsub, "abc", "()", r) case("gsub", string.gsub, "abc", "x", r)
end
for _, n in ipairs { -1, 0, 1, 2, 100 } do case("gsub", string.gsub, "aaa", "a", "b", n) case("gsub", string.gsub, "aaa", "^a", "b", n) end
for _, init in ipairs { 1, 2, 3, 4, 5, 0, -1, -2, -10, 100, math.mininteger, math.maxinteger } do
  for _, p in ipairs { "b", "", "^b", "()", "c$", "[bc]" } do
    case("find", string.find, "abc", p, init) case("match", string.match, "abc", p, init) case("find", string.find, "abc", p, init, true) case("gmatch", all, "abc", p, init)
  end
end
case("find", string.find, ("a"):rep(300), ("a?"):rep(199)) case("find", string.find, ("a"):rep(300), ("a?"):rep(200))
case("find", string.find, ("a"):rep(300), ("a?"):rep(201)) case("find", string.find, ("a"):rep(300), ("(a)"):rep(32)) case("find", string.find, ("a"):rep(300), ("(a)"):rep(33))
case("match", string.match, ("a"):rep(300), ".-b") case("match", string.match, ("a"):rep(60), ("a*"):rep(3) .. "b")
for _ = 1, 500 * factor do
  local p = letters({ "a", "b", ".", "%a", "%d", "[ab]", "[^a]", "[%w_]", "(", ")", "()", "*", "+", "-", "?", "%1", "$", "^", "%b()", "%f[a]", "c", "1", "%s", "%." }, 7)
  local s = letters({ "a", "b", "c", "1", " ", "(", ")", ".", "ab" }, 12)
  patterns(s, p, pick { "x", "%0", "%1", "<%1%%>", "" })
end

local function pack(f, ...) case("pack", string.pack, f, ...) end
for _, f in ipairs { "i17", "i0", "c", "y", "X", "Xc1", "Xz", "!3", "!4i3", "b", "B", "h", "H", "i3", "I3", "i16", "I16", "i9", "<i5", ">i5", "=i5", "j", "J", "T", "l", "L", "f", "d", "n", ">f", ">d", "xxXi4!4i4", "!16", "!17", "X!4", "X ", "i99999999999", "!8 b Xd d", "!2 b i8", " < > = b", "!4 b !8 i8", "Xi", "\xff" } do
  for _, v in ipairs { 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, math.maxinteger, math.mininteger, 1.5, 1e300 } do pack(f, v) end
end
pack("c2", "abc") pack("c5", "abc") pack("c0", "") pack("s1", ("x"):rep(255)) pack("s1", ("x"):rep(256)) pack("z", "a\0") pack("z", "ab") pack("s", "abc") pack(">s2", "abc") pack("!4 b s4 z", 1, "abc", "d") pack("!i16 b s4 i16", 1, "abc", -1) pack(">I3<I3=I3 !8", 1, 2, 3) pack("s16", "x") pack("z i4 z !8 d", "a", 5, "b", 1.5)
for _, f in ipairs { "", "s", "z", "jJTlLhHfdn", "!8bXi8", "!i8bXi8", "c2147483647", "c2147483639", "c2147483639c8", "c2147483639c9", "c2147483639c10", "c99999999999", "c2147483640", "!16 b i16", "bhi", "!bhi", "x x", "c10 Xi !4Xi", "q", "i17" } do case("packsize", string.packsize, f) end
local function unpack(...) case("unpack", string.unpack, ...) end
for _, p in ipairs { 1, 2, 3, 5, 6, 0, -1, -4, -5, -100, math.mininteger, math.maxinteger } do unpack("b", "abcd", p) unpack("<i2", "abcd", p) unpack("!2 <h", "abcd", p) end
unpack("i", "abc") unpack("z", "abc") unpack("zb", "abc\0d") unpack("i16", ("\255"):rep(15) .. "\1") unpack("i9", ("\255"):rep(9)) unpack("I9", ("\255"):rep(9)) unpack(">i9", "\0\255\255\255\255\255\255\255\255") unpack("s1", "\5abc") unpack("s1", "\3abc") unpack("s8", ("\255"):rep(8)) unpack("c3", "ab") unpack("c2 x c1", "abcd") unpack("!4 b Xi i", "\1\0\0\0\2\0\0\0") unpack("f d", ("\1"):rep(12)) unpack("", "") unpack("b y", "a") unpack("<s16", "\1" .. ("\0"):rep(15) .. "z")
for _ = 1, 100 * factor do
  unpack(letters({ "b", "B", "h", "<", ">", "i3", "I5", "!4", "z", "s1", "x", "Xh", "c2", "i10", " ", "j" }, 5), letters({ "\0", "\1", "\255", "a", "\128", "\2" }, 20), math.random(1, 4))
end

case("charpattern", function() return utf8.charpattern end)
case("char", utf8.char) case("char", utf8.char, -1) case("char", utf8.char, 65, 0x80000000) case("char", utf8.char, math.maxinteger)
case("char", utf8.char, 0, 0x7f, 0x80, 0x7ff, 0x800, 0xd800, 0xffff, 0x10000, 0x10ffff, 0x110000, 0x1fffff, 0x200000, 0x3ffffff, 0x4000000, 0x7fffffff)
local texts = { "", "abc", "a\xc3\xa9b", "a\x80", "\x80", "\xed\xa0\x80", "\xc3\xa9\x80", "a\xff", "\xc0\x80", "\xf4\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xfd\xbf\xbf\xbf\xbf\xbf", "\xfe\x80\x80\x80\x80\x80\x80", "日本語", "\xe6\x97", "\xe0\x80\x80", "a日\0b" }
for _, s in ipairs(texts) do
  for _, lax in ipairs { false, true } do
    case("codes", codes, s, lax)
    for i = -5, 5 do
      case("codepoint", utf8.codepoint, s, i, i, lax) case("codepoint", utf8.codepoint, s, i, -1, lax) case("len", utf8.len, s, i, -1, lax) case("len", utf8.len, s, 1, i, lax)
    end
  end
  for n = -4, 4 do
    case("offset", utf8.offset, s, n)
    for i = -4, 5, 3 do case("offset", utf8.offset, s, n, i) end
  end
end
local step = utf8.codes("")
for i = -1, 6 do case("next_code", function(s, i) return step(s, i) end, "a\xc3\xa9\x80b", i) end

for _, seed in ipairs { { 42, 0 }, { 42, 7 }, { -1, math.mininteger }, { 0, 0 } } do
  case("random", function(a, b, ...)
    math.randomseed(a, b)
    local r = {}
    for i = 1, select("#", ...), 2 do
      local low, up = select(i, ...)
      r[#r + 1] = low and math.random(low, up) or math.random()
    end
    r[#r + 1] = math.random(0)
    return table.unpack(r)
  end, seed[1], seed[2], 1, 10, -5, 5, math.mininteger, math.maxinteger, 1, 1, nil, nil, 0, 1 << 40, nil, nil, 3, 1000, 1, 8, 0, math.maxinteger, math.mininteger, 0)
end
case("random", function(a, b, low, up) math.randomseed(a, b) return math.random(low, up) end, 1, 2, 3, 2)

io.stdout:flush()
for _, tz in ipairs { "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "<+0545>-5:45" } do
  os.execute(string.format("TZ='%s' lua5.4 '%s' dates '%s' %d", tz, arg[0], tz, factor))
end
