-- json: a JSON printer and parser. A generated document is printed, parsed back, and printed
-- again; the two texts must be equal.
-- Exercises: byte-wise scanning, string building, tables of mixed shape, recursion.
-- Result: the length and a checksum of the text, and the number of values in it.

local byte, sub, char, find, format = string.byte, string.sub, string.char, string.find, string.format
local concat = table.concat

-- Printer -----------------------------------------------------------------------------------

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r" }

local function quote(text)
  return '"' .. text:gsub('[%c"\\]', function(c)
    return ESCAPES[c] or format("\\u%04x", byte(c))
  end) .. '"'
end

-- Arrays carry `n`; objects carry their keys in order under `keys`. `null` is its own value.
local null = {}

local function print_value(value, out)
  local kind = type(value)
  if kind == "number" then
    out[#out + 1] = value % 1 == 0 and format("%d", value) or format("%.12g", value)
  elseif kind == "string" then
    out[#out + 1] = quote(value)
  elseif kind == "boolean" then
    out[#out + 1] = value and "true" or "false"
  elseif value == null then
    out[#out + 1] = "null"
  elseif value.keys then
    local keys, fields = value.keys, value.fields
    out[#out + 1] = "{"
    for i = 1, #keys do
      if i > 1 then out[#out + 1] = "," end
      out[#out + 1] = quote(keys[i])
      out[#out + 1] = ":"
      print_value(fields[keys[i]], out)
    end
    out[#out + 1] = "}"
  else
    out[#out + 1] = "["
    for i = 1, value.n do
      if i > 1 then out[#out + 1] = "," end
      print_value(value[i], out)
    end
    out[#out + 1] = "]"
  end
end

local function to_text(value)
  local out = {}
  print_value(value, out)
  return concat(out)
end

-- Parser ------------------------------------------------------------------------------------

local QUOTE, BACKSLASH, COMMA, COLON = byte('"'), byte("\\"), byte(","), byte(":")
local OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET = byte("{"), byte("}"), byte("["), byte("]")
local UNESCAPE = { n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", ["/"] = "/", ["\\"] = "\\", ['"'] = '"' }

local function fail(text, at, wanted)
  error(format("json: %s expected at byte %d, found '%s'", wanted, at, sub(text, at, at)))
end

local function skip_space(text, at)
  while true do
    local c = byte(text, at)
    if c == 32 or c == 10 or c == 13 or c == 9 then at = at + 1 else return at, c end
  end
end

local function parse_string(text, at)
  local start = at + 1
  local pieces
  local i = start
  while true do
    local c = byte(text, i)
    if c == QUOTE then
      local tail = sub(text, start, i - 1)
      if not pieces then return tail, i + 1 end
      pieces[#pieces + 1] = tail
      return concat(pieces), i + 1
    elseif c == BACKSLASH then
      pieces = pieces or {}
      pieces[#pieces + 1] = sub(text, start, i - 1)
      local escape = sub(text, i + 1, i + 1)
      if escape == "u" then
        pieces[#pieces + 1] = char(tonumber(sub(text, i + 2, i + 5), 16) % 256)
        i = i + 6
      else
        pieces[#pieces + 1] = UNESCAPE[escape] or fail(text, i, "an escape")
        i = i + 2
      end
      start = i
    elseif c == nil then
      fail(text, i, "a closing quote")
    else
      i = i + 1
    end
  end
end

local parse_value

local function parse_object(text, at)
  local keys, fields = {}, {}
  local c
  at, c = skip_space(text, at + 1)
  if c == CLOSE_BRACE then return { keys = keys, fields = fields }, at + 1 end
  while true do
    local key
    if c ~= QUOTE then fail(text, at, "a key") end
    key, at = parse_string(text, at)
    at, c = skip_space(text, at)
    if c ~= COLON then fail(text, at, "':'") end
    keys[#keys + 1] = key
    fields[key], at = parse_value(text, at + 1)
    at, c = skip_space(text, at)
    if c == CLOSE_BRACE then return { keys = keys, fields = fields }, at + 1 end
    if c ~= COMMA then fail(text, at, "',' or '}'") end
    at, c = skip_space(text, at + 1)
  end
end

local function parse_array(text, at)
  local array, n = {}, 0
  local c
  at, c = skip_space(text, at + 1)
  if c == CLOSE_BRACKET then
    array.n = 0
    return array, at + 1
  end
  while true do
    n = n + 1
    array[n], at = parse_value(text, at)
    at, c = skip_space(text, at)
    if c == CLOSE_BRACKET then
      array.n = n
      return array, at + 1
    end
    if c ~= COMMA then fail(text, at, "',' or ']'") end
    at = at + 1
  end
end

local WORDS = { t = { "true", true }, f = { "false", false }, n = { "null", null } }

function parse_value(text, at)
  local c
  at, c = skip_space(text, at)
  if c == OPEN_BRACE then return parse_object(text, at) end
  if c == OPEN_BRACKET then return parse_array(text, at) end
  if c == QUOTE then return parse_string(text, at) end
  local word = WORDS[sub(text, at, at)]
  if word and sub(text, at, at + #word[1] - 1) == word[1] then return word[2], at + #word[1] end
  local first, last = find(text, "^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  if not first then fail(text, at, "a value") end
  return tonumber(sub(text, first, last)), last + 1
end

-- Workload ----------------------------------------------------------------------------------

local seed
local function random(n)
  seed = (seed * 16807) % 2147483647
  return seed % n
end

local NAMES = { "name", "age", "tags", "address", "score", "parent", "notes", "id", "flags", "x\ty" }
local TEXTS = { "plain", "with \"quotes\"", "line\nbreak", "back\\slash", "", "longer text that goes on for a while" }

local function make(depth)
  local kind = depth == 0 and random(4) or random(6)
  if kind == 0 then return random(100000) - 50000 end
  if kind == 1 then return (random(100000) - 50000) / 64 end
  if kind == 2 then return TEXTS[random(#TEXTS) + 1] .. random(10) end
  if kind == 3 then
    local which = random(3)
    if which == 0 then return null end
    return which == 1
  end
  if kind == 4 then
    local n = 2 + random(4)
    local array = { n = n }
    for i = 1, n do array[i] = make(depth - 1) end
    return array
  end
  local keys, fields = {}, {}
  local first = random(#NAMES)
  for i = 1, 3 + random(4) do
    local key = NAMES[(first + i) % #NAMES + 1]
    keys[i] = key
    fields[key] = make(depth - 1)
  end
  return { keys = keys, fields = fields }
end

local function count(value)
  if type(value) ~= "table" or value == null then return 1 end
  local n = 1
  if value.keys then
    for _, key in ipairs(value.keys) do n = n + count(value.fields[key]) end
  else
    for i = 1, value.n do n = n + count(value[i]) end
  end
  return n
end

local function workload(size)
  seed = 42
  local roots = { n = 60 }
  for i = 1, 60 do roots[i] = make(5) end
  local text = to_text(roots)
  local values = count(roots)
  for _ = 1, size do
    local back = parse_value(text, 1)
    local again = to_text(back)
    if again ~= text then error("the document changed on its way through the parser") end
  end
  local sum = 0
  for i = 1, #text do sum = (sum * 31 + byte(text, i)) % 1000003 end
  return format("bytes %d values %d checksum %d", #text, values, sum)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 10
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  local result = workload(size)
  local seconds = os.clock() - start
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, seconds)) end
  assert(answer == nil or answer == result, "two runs of the same work disagree")
  answer = result
end
print(answer)
