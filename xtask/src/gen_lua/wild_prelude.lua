-- Helpers of wild programs. Coercions keep values of the kinds that an operation wants, and small; `tick` ends what would go on.
unpack = table.unpack
local mtype, floor, yields = math.type, math.floor, coroutine.isyieldable
local turn_fuel, program_fuel = 0, 0
local log, weak_count, made, finalized, file, file_name = {}, 0, 0, 0, nil, nil
local weak_values, weak_keys

function tick()
  turn_fuel = turn_fuel - 1
  program_fuel = program_fuel - 1
  if turn_fuel < 0 then error("fuel", 0) end
end

function refuel(n)
  turn_fuel = n
  return program_fuel > 0
end

-- An integer.
function I(x)
  local t = mtype(x)
  if t == "integer" then return x end
  if t == "float" then return x > -1e9 and x < 1e9 and floor(x) or 9 end
  t = type(x)
  if t == "string" then return #x end
  if t == "boolean" then return x and 1 or 0 end
  return t == "nil" and 0 or 3
end

-- A float that is not large.
function G(x)
  return mtype(x) == "float" and x > -1e12 and x < 1e12 and x or I(x) % 1000003 * 0.5
end

local function before(a, b)
  local s, t = type(a), type(b)
  if s == t then return a < b end
  return s < t
end

-- Text of any value: no addresses, no metamethods, keys in order.
function R(x, depth)
  local t = type(x)
  if t == "number" then
    if x ~= x then return "nan" end
    return mtype(x) == "integer" and string.format("%d", x) or string.format("%.14gf", x)
  elseif t == "string" then
    x = string.gsub(x, "0x%x+", "0x")  -- an address, or a number of which little is lost
    return #x < 120 and "'" .. x .. "'" or "'" .. string.sub(x, 1, 110) .. "'" .. #x
  elseif t ~= "table" then
    return (t == "nil" or t == "boolean") and tostring(x) or t
  end
  depth = depth or 0
  if depth > 2 then return "{..}" end
  local keys, others, parts = {}, 0, {}
  for k in next, x do
    local kind = type(k)
    if kind == "number" or kind == "string" then keys[#keys + 1] = k else others = others + 1 end
  end
  table.sort(keys, before)
  for k = 1, #keys < 10 and #keys or 10 do
    parts[k] = R(keys[k], 3) .. "=" .. R(rawget(x, keys[k]), depth + 1)
  end
  return "{" .. table.concat(parts, ",") .. "}" .. #keys .. "+" .. others
end

-- A short string.
function S(x)
  return type(x) == "string" and #x < 50 and x or string.sub(R(x), 1, 30)
end

-- A sequence: the table itself where it is one, otherwise its first items.
function L(x)
  if type(x) ~= "table" or rawget(x, "a") ~= nil then return {x} end
  local n = 0
  while n < 25 and rawget(x, n + 1) ~= nil do n = n + 1 end
  for k in next, x do
    if mtype(k) == "integer" and (k < 1 or k > n) then return table.move(x, 1, n, 1, {}) end
  end
  return x
end

-- A table that is no sequence, with few keys. It gets no positive integer keys, so that a list which it is elsewhere stays one.
function D(x)
  if type(x) ~= "table" or rawget(x, "a") == nil then return {a = N(x)} end
  local n = 0
  for _ in next, x do n = n + 1 end
  return n < 16 and x or {a = n}
end

-- An object.
function O(x)
  return type(x) == "table" and type(getmetatable(x)) == "table" and x or new(C0, x)
end

-- A function.
function F(x)
  return type(x) == "function" and x or I
end

-- What is not nil.
function N(x)
  if type(x) == "nil" then return false end
  return x
end

function sorted(list, less)
  list = table.move(list, 1, #list, 1, {})
  table.sort(list, less)
  return list
end

function new_list(k, x)
  local list = {}
  for q = 1, k do list[q] = N(x) end
  return list
end

-- Anything, not too long.
function Z(x)
  if type(x) == "string" and #x > 60 then return string.sub(x, 1, 20) end
  return x
end

-- What `tostring` gives where that is no address.
function T(x)
  local t = type(x)
  if t == "table" then
    local m = getmetatable(x)
    if type(m) ~= "table" or not rawget(m, "__tostring") then return "table" end
  elseif t == "function" or t == "thread" or t == "userdata" or x ~= x then
    return t
  end
  return tostring(x)
end

function new(class, x, ...)
  return setmetatable({x = x, k = select("#", ...)}, class)
end

-- Runs on and on results: k of them.
function spread(k)
  if k <= 0 then return end
  return k, spread(k - 1)
end

function collect(k, ...)
  if k <= 0 then return ... end
  return collect(k - 1, k, ...)
end

function apply(f, ...) return f(...) end

function caught(e, ...)
  if #log < 8 then log[#log + 1] = R(e) end
  return e, ...
end

-- A message handler that adds the stack. Handlers do nothing else that shows: our interpreter calls them after `__close`, the reference before.
function TB(e)
  local text = string.gsub(debug.traceback("", 2), "\n%s*", ";")
  return type(e) == "string" and e .. string.sub(text, 1, 100) or e
end

function yield(...)
  if yields() then return coroutine.yield(...) end
  return ...
end

-- Up to `most` results of a coroutine, which is closed then.
function drive(co, most, ...)
  if type(co) == "function" then co = coroutine.create(co) end
  local results = {}
  for k = 1, most do
    local ok, a, b = coroutine.resume(co, ...)
    results[k] = {ok, N(a), b}
    if coroutine.status(co) == "dead" then break end
  end
  if coroutine.status(co) == "suspended" then
    results[#results + 1] = {"closed", coroutine.close(co)}
  end
  return results, coroutine.status(co)
end

-- Whether `__close` with the error may show. Our interpreter closes what a coroutine leaves when that dies, the reference when `coroutine.close` says so.
function shows(e)
  local _, main = coroutine.running()
  return main or type(e) == "nil"
end

-- A value to be closed; `how` says what its closing does. It tells only whether there was an error: that may or may not have been handled yet.
function closing(x, how)
  return setmetatable({x = x}, {__close = function(v, e)
    if not shows(e) then return end
    caught(type(e) == "nil")
    if how == 1 then error("close" .. I(x)) end
    if how == 2 then yield("closing", x) end
    if how == 3 then error({x = x}, 2) end
    v.x = nil
  end})
end

function watch(x)
  if type(x) == "table" then
    weak_count = weak_count + 1
    weak_values[weak_count % 16] = x
    weak_keys[x] = {x}
  end
  return x
end

function finalizable(x)
  made = made + 1
  return setmetatable({x = x}, {__gc = function(o)
    finalized = finalized + 1
    if o.x == 1 then weak_values[17] = o end
  end})
end

function temporary(mode)
  if not file_name then
    file_name = os.tmpname()
    local f = io.open(file_name, "w")
    f:write("line 1\n22 0x1F -3.5e1 x\n\n  last")
    f:close()
  end
  if file then file:close() end
  file = io.open(file_name, mode or "r+")
  return file
end

local saved = {}
for k, v in next, getmetatable("") do saved[k] = v end

function start(seed)
  turn_fuel, program_fuel = 20, 3000
  log, weak_count, made, finalized = {}, 0, 0, 0
  weak_values, weak_keys = setmetatable({}, {__mode = "v"}), setmetatable({}, {__mode = "k"})
  g1, g2, g3 = 1, "g", nil
  print("seed", seed)
end

function note(i, ...)
  local parts = {}
  for k = 1, select("#", ...) do
    if k > 12 then break end
    parts[k] = R((select(k, ...)))
  end
  print(i, string.sub(table.concat(parts, " "), 1, 250), table.concat(log, ";"))
  log = {}
end

local function restore()
  local m = debug.getmetatable("")
  for k in next, m do m[k] = nil end
  for k, v in next, saved do m[k] = v end
  debug.setmetatable(0, nil)
  debug.setmetatable(nil, nil)
  debug.setmetatable(true, nil)
  debug.setmetatable(print, nil)
end

-- The state of a program at its end.
function state(...)
  restore()
  for k = 1, select("#", ...) do print(k, R((select(k, ...)))) end
  print("globals", R(g1), R(g2), R(g3), program_fuel)
end

local function show_rest()
  restore()
  for _, class in next, {C0, C1, C2} do print("class", R(class)) end
  if file_name then
    print("file", io.type(file))
    if io.type(file) == "file" then
      print(file:seek("cur"))
      file:close()
    end
    local f = io.open(file_name)
    print(f:read("a"))
    f:close()
    os.remove(file_name)
  end
end

local function alive()
  local n = 0
  for _ in next, weak_values do n = n + 1 end
  for _ in next, weak_keys do n = n + 1 end
  return n
end

-- What only weak tables know is gone after a collection, in every mode.
function finish()
  show_rest()
  C0, C1, C2, F0, F1, F2, F3, g1, g2, g3 = nil
  log, file, file_name = {}, nil, nil
  collectgarbage()
  collectgarbage()
  print("weak", weak_count, alive(), made, finalized)
end
