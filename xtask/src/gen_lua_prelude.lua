-- Helpers of generated programs: canonical text of values, a running checksum, bounded printing.
local HASH, LINES = 17, 0
local MESSAGES = @MESSAGES@
local floor, format, mtype = math.floor, string.format, math.type

local function key_order(a, b)
  if type(a) == type(b) and type(a) ~= "boolean" then return a < b end
  return tostring(a) < tostring(b)
end

local function show(v, depth)
  local kind = type(v)
  if kind == "number" then
    if v ~= v then return "nan" end
    if mtype(v) == "integer" then return format("%d", v) end
    return format("%.17g", v) .. "f"
  elseif kind == "string" then
    if #v > 70 then return format("%q", v:sub(1, 50)) .. "#" .. #v end
    return format("%q", v)
  elseif kind == "table" then
    depth = depth or 0
    if depth > 2 then return "{..}" end
    local keys, parts = {}, {}
    for k in next, v do
      if type(k) == "number" or type(k) == "string" then keys[#keys + 1] = k end
    end
    table.sort(keys, key_order)
    for i = 1, #keys do parts[i] = show(keys[i]) .. "=" .. show(rawget(v, keys[i]), depth + 1) end
    return "{" .. table.concat(parts, ",") .. "}"
  elseif kind == "nil" or kind == "boolean" then
    return tostring(v)
  end
  return kind
end

local function mix(text)
  local h = HASH
  for i = 1, #text do h = (h * 31 + text:byte(i)) % 1000000007 end
  HASH = h
end

local function note(label, ...)
  local parts = { label }
  for i = 1, select("#", ...) do parts[i + 1] = show((select(i, ...))) end
  local line = table.concat(parts, " ")
  mix(line)
  LINES = LINES + 1
  if LINES <= 120 then print(line) end
end

local function caught(label, ok, e, ...)
  if ok then return note(label, ok, e, ...) end
  if MESSAGES or type(e) ~= "string" then return note(label, ok, e) end
  return note(label, ok)
end

local function toint(x)
  if x ~= x or x > 1e9 or x < -1e9 then return 7 end
  return floor(x)
end

local function join(a, b)
  local text = a .. b
  return text
end

local function start(seed)
  HASH, LINES = 17, 0
  print("seed", seed)
end
