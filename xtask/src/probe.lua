-- Calls one function of the library with random arguments, and prints what comes: `lua probe.lua NAME CALLS SEED`; without a
-- name it prints the names. Both implementations get the same arguments, so their outputs are to be equal.

local name, calls, seed = ...
local tostring, type, select, pcall, print = tostring, type, select, pcall, print
local sort, concat, pack, unpack = table.sort, table.concat, table.pack, table.unpack
local find, gsub, format, sub = string.find, string.gsub, string.format, string.sub
local mathtype, rawget, rawset, next, getmetatable = math.type, rawget, rawset, next, debug.getmetatable
local setmetatable, sethook, co = setmetatable, debug.sethook, coroutine
-- No global is used from here on: the functions that are passed have no environment that a call could show or take away.
local error, assert, rawequal, tonumber, string, math, io, package = error, assert, rawequal, tonumber, string, math, io, package

-- What would end, stop or leave the process, or reads the terminal.
local LEFT_OUT = { ["os.exit"] = true, ["os.execute"] = true, ["io.popen"] = true, ["debug.debug"] = true, ["string.dump"] = true,
  ["os.tmpname"] = true, ["os.rename"] = true, ["os.remove"] = true, ["os.clock"] = true, ["io.output"] = true, ["io.tmpfile"] = true,
  ["io.input"] = true, ["math.random"] = true, ["math.randomseed"] = true, ["io.write"] = true, ["print"] = true, ["warn"] = true,
  ["debug.sethook"] = true, ["debug.setmetatable"] = true, ["debug.getregistry"] = true, ["collectgarbage"] = true,
  ["coroutine.running"] = true, ["debug.gethook"] = true, ["io.close"] = true, ["io.read"] = true, ["io.lines"] = true, ["os.setlocale"] = true }

local functions = {}
for lib, t in next, package.loaded do
  if type(t) == "table" then
    for k, f in next, t do
      local full = lib == "_G" and k or lib .. "." .. k
      if type(f) == "function" and not LEFT_OUT[full] then functions[full] = f end
    end
  end
end
for k, f in next, getmetatable(io.stdout).__index do
  if k ~= "write" and k ~= "read" and k ~= "lines" then functions["file:" .. k] = f end
end

if not name then
  local names = {}
  for k in next, functions do names[#names + 1] = k end
  sort(names)
  print(concat(names, "\n"))
  return
end

-- A generator of our own, as `math.random` is probed, too.
local state = (seed or 1) * 2654435761 + #name
for i = 1, #name do state = state * 31 + name:byte(i) end
local function random(n)
  state = state * 6364136223846793005 + 1442695040888963407
  return ((state >> 33) % n) + 1
end
local function one_of(t) return t[random(#t)] end

local INTS = { 0, 1, 2, 3, -1, -2, 5, 7, 10, 16, 36, 37, 60, 64, 63, 100, 127, 128, 255, 256, -100, 1000, math.maxinteger, math.mininteger,
  math.maxinteger - 1, 1 << 62, -(1 << 62), 0x7fffffff, 0x80000000, -0x80000000, 0xffffffff }
local FLOATS = { 0.0, -0.0, 1.0, 1.5, -1.5, 2.0, 3.0, 0.1, 1e15, 1e16, 1e100, -1e100, 1/0, -1/0, 0/0, 2.0^53, 2.0^63, -2.0^63, 5e-324, 3.7, 1e308 }
local STRINGS = { "", "a", "b", "abc", "hello world", "10", "0x10", " 7 ", "1e2", "-3", "1.5", "nan", "0x", "x\0y", "%d", "%s", "%5.2f", "%q", "%a",
  "%x", "%-5s|", "%i%%", "%c", "%z", "(a)", "(.)(.)", "%w+", "[a-c]", "[^%s]*", "^h", "d$", "%b()", "%f[%w]", "()", "(", "[", "%", "%1", ".-", "a*",
  "<i4", ">I2", "z", "s1", "i17", "!8 i8", "=d", "b", "x", "Xi4", "i0", "\xe4\xb8\xad", "\xff", "h\xc3\xa9llo", "n", "l", "S", "nSl", "f", "L", "u", "t", "r", "x",
  ">l", "*t", "!%c", "%Y-%m-%d", "!%H:%M", "%Ex", "%5", "k", "v", "kv", "__index", "_G", "string", "path", "no.such.module", "?.lua;./?.x",
  "return ...", "return 1 +", "x = ", "b", "t", "bt", "w", "r", "rb", "no", "full", "line", "set", "cur", "end", "collect", "step", "count", "all",
  "stop", "restart", "isrunning", "UTC", ",", "; ", "a,b,,c", ("x"):rep(50), ("ab "):rep(20) }

local function make(kind)
  local k = kind or random(22)
  if k <= 1 then return nil end
  if k == 2 then return random(2) == 1 end
  if k <= 6 then return one_of(INTS) end
  if k <= 8 then return one_of(FLOATS) end
  if k <= 12 then return one_of(STRINGS) end
  if k == 13 then return {} end
  if k == 14 then
    local t = {}
    for i = 1, random(6) do t[i] = one_of(random(2) == 1 and INTS or STRINGS) end
    return t
  end
  if k == 15 then
    return { one_of(INTS), a = 1, b = one_of(STRINGS), year = 2024, month = one_of(INTS), day = 3, hour = one_of { 1, 2, 12.0, "7", "x", 1.5 } }
  end
  if k == 16 then
    local m = {}
    local function give() return one_of(INTS) end
    local all = { "__index", "__newindex", "__len", "__call", "__tostring", "__name", "__metatable", "__pairs", "__eq", "__lt", "__le", "__concat", "__close" }
    for _ = 1, random(4) do
      local e = one_of(all)
      local values = { give, function() error("in " .. e) end, "text", function() return "s" end, function() return nil end, function() error({}) end,
        { 1, 2, 3 }, 5, function(...) return select("#", ...) end }
      m[e] = one_of(values)
    end
    return setmetatable({ 1, 2, "c" }, m)
  end
  if k == 17 then
    return one_of { function(...) return ... end, function() return 1 end, function() error("boom") end, function() error("boom", 2) end,
      function() error { 1 } end, function() return end, function(a, b) return a < b end, function() return "x" end, function() error() end,
      function(x) return x and x + 1 end, function() return 1, 2, 3 end }
  end
  if k == 18 then return one_of { print and tostring, select, next, string.rep, math.floor, pcall, error, string.upper, rawequal, type } end
  if k == 19 then
    local c = co.create(function(a) local b = co.yield(a, 1) error(b) end)
    for _ = 1, random(4) - 1 do co.resume(c, 1) end
    return c
  end
  if k == 20 then
    local f = assert(io.open(random(2) == 1 and "probe.txt" or "probe2.txt", "rb"))
    if random(2) == 1 then f:close() end
    return f
  end
  if k == 21 then return setmetatable({ a = 1 }, { __name = "My.Type" }) end
  return random(2) == 1
end

-- Arguments that make sense: a letter stands for a kind, a capital for one that may be left out.
local HINTS = {
  ["string.byte"] = "sII", ["string.char"] = "bbbB", ["string.find"] = "spIB", ["string.format"] = "fvvv", ["string.gmatch"] = "spI", ["string.gsub"] = "sprI",
  ["string.len"] = "s", ["string.lower"] = "s", ["string.match"] = "spI", ["string.pack"] = "fvvv", ["string.packsize"] = "f", ["string.rep"] = "siS",
  ["string.reverse"] = "s", ["string.sub"] = "sII", ["string.unpack"] = "fsI", ["string.upper"] = "s", ["table.concat"] = "tSII", ["table.insert"] = "tIv",
  ["table.move"] = "tiiiT", ["table.pack"] = "vvv", ["table.remove"] = "tI", ["table.sort"] = "tF", ["table.unpack"] = "tII", ["utf8.char"] = "iI",
  ["utf8.codepoint"] = "sIIB", ["utf8.codes"] = "sB", ["utf8.len"] = "sIIB", ["utf8.offset"] = "siI", ["math.fmod"] = "nn", ["math.ult"] = "ii",
  ["math.max"] = "nnN", ["math.min"] = "nnN", ["tonumber"] = "sI", ["rawset"] = "tvv", ["rawget"] = "tv", ["rawequal"] = "vv", ["rawlen"] = "t", ["next"] = "tv",
  ["select"] = "ivvv", ["setmetatable"] = "tT", ["load"] = "sSSV", ["xpcall"] = "FFv", ["pcall"] = "Fv", ["error"] = "vI", ["os.date"] = "si", ["os.time"] = "t",
  ["os.difftime"] = "nn", ["coroutine.resume"] = "cvv", ["coroutine.close"] = "c", ["coroutine.status"] = "c", ["coroutine.wrap"] = "F",
  ["coroutine.create"] = "F", ["debug.getinfo"] = "FS", ["debug.getlocal"] = "Fi", ["debug.getupvalue"] = "Fi", ["debug.setupvalue"] = "Fiv",
  ["debug.upvalueid"] = "Fi", ["debug.traceback"] = "cSI", ["io.open"] = "sS", ["io.type"] = "o", ["file:seek"] = "oSI", ["file:setvbuf"] = "oSI",
  ["file:close"] = "o", ["file:flush"] = "o", ["package.searchpath"] = "ssSS", ["require"] = "s", ["ipairs"] = "t", ["pairs"] = "t",
  ["debug.setuservalue"] = "ovI", ["debug.getuservalue"] = "oI", ["debug.upvaluejoin"] = "FiFi", ["debug.setlocal"] = "iiv" }
local KINDS = { s = { 9, 10, 5, 8 }, i = { 3, 4, 7, 9 }, n = { 3, 7, 8 }, t = { 13, 14, 15, 16 }, f = { 9, 10 }, p = { 9, 10 }, r = { 9, 14, 17, 15 }, v = {},
  b = { 3, 2, 5 }, c = { 19 }, o = { 20 } }
KINDS.F = { 17, 18 }

local function arguments()
  local args, hint = {}, HINTS[name]
  if hint and random(4) > 1 then
    for i = 1, #hint do
      local letter = sub(hint, i, i)
      if find(letter, "[A-EG-Z]") then
        if random(3) == 1 then return args, i - 1 end
        letter = letter:lower()
      end
      local kinds = KINDS[letter]
      if random(12) == 1 or #kinds == 0 then args[i] = make() else args[i] = make(one_of(kinds)) end
    end
    return args, #hint
  end
  local n = random(6) - 1
  for i = 1, n do args[i] = make() end
  return args, n
end

local function show(v, deep)
  local t = type(v)
  if t == "number" then
    if v ~= v then return "nan" end
    return mathtype(v) == "integer" and format("%d", v) or format("%.17g", v) .. "f"
  end
  if t == "string" then
    return (gsub(format("%q", v), "0x%x%x%x%x%x%x+", "ADDRESS"))
  end
  if t ~= "table" or deep > 2 then return t == "boolean" and tostring(v) or t end
  local parts = {}
  for k, x in next, v do parts[#parts + 1] = "[" .. show(k, deep + 1) .. "]=" .. show(x, deep + 1) end
  sort(parts)
  return "{" .. concat(parts, ",") .. "}"
end

local function show_all(list, n)
  local parts = {}
  for i = 1, n do parts[i] = show(list[i], 0) end
  return concat(parts, " ")
end

-- Too much memory or time: what is repeated, filled or moved a million times.
local function refused(args)
  local function large(i, least)
    local n = math.tointeger(tonumber(args[i]))
    return n and n > least
  end
  if name == "string.rep" then return large(2, 1000) and not large(2, 1 << 61) end
  if name == "table.concat" or name == "table.move" or name == "table.insert" or name == "table.remove" then
    return large(2, 1000) or large(3, 1000) or large(4, 1000) or (math.tointeger(tonumber(args[3])) or 0) < -1000
      or (math.tointeger(tonumber(args[2])) or 0) < -1000
  end
  if name == "table.unpack" then return large(3, 1000) and not large(3, 1 << 61) end
  if name == "load" and type(args[1]) == "function" then
    -- Text without end.
    local ok, piece = pcall(args[1])
    return ok and (type(piece) == "number" or type(piece) == "string" and piece ~= "")
  end
  if name == "dofile" or name == "loadfile" then return args[1] == nil end
  if name == "os.date" or name == "os.time" then return args[name == "os.date" and 2 or 1] == nil end
  for i = 1, 3 do
    -- C ends a name at a zero byte.
    if find(name, "^package") or name == "loadfile" or name == "io.open" or name == "require" or name == "dofile" then
      if type(args[i]) == "string" and find(args[i], "\0", 1, true) then return true end
    end
  end
  if name == "io.open" then return type(args[2]) == "string" and find(args[2], "[wa+]") end
  -- A length of its own may make a list endless.
  if sub(name, 1, 6) == "table." or name == "ipairs" then
    local m = type(args[1]) == "table" and getmetatable(args[1])
    return m and m.__len
  end
end

local f = functions[name]
-- The same for both.
package.path, package.cpath = "./?.lua;./?/init.lua", "./?.so"
for i = 1, calls do
  local args, n = arguments()
  if not refused(args) then
    local shown = show_all(args, n)
    local r = pack(pcall(f, unpack(args, 1, n)))
    local after = show_all(args, n)
    print(i, shown, "->", show_all(r, r.n), after ~= shown and "now " .. after or "")
  end
end
