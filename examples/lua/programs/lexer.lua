-- lexer: a lexer for Lua, written in Lua, run over generated source text.
-- Exercises: byte-wise scanning, string keys, dispatch over character classes.
-- Result: token counts by kind and a checksum of the token stream.

local byte, sub, find, format = string.byte, string.sub, string.find, string.format

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or
  repeat return then true until while]]):gmatch("%a+") do
  KEYWORDS[word] = true
end

-- Operators by their first byte, longest first.
local OPERATORS = {}
for op in ("... .. == ~= <= >= << >> // :: + - * / % ^ # & ~ | < > = ( ) { } [ ] ; : , ."):gmatch("%S+") do
  local first = byte(op)
  OPERATORS[first] = OPERATORS[first] or {}
  table.insert(OPERATORS[first], op)
end

local LETTER, DIGIT, SPACE = {}, {}, {}
for c = byte("a"), byte("z") do LETTER[c] = true end
for c = byte("A"), byte("Z") do LETTER[c] = true end
LETTER[byte("_")] = true
for c = byte("0"), byte("9") do DIGIT[c] = true end
for _, c in ipairs({ 32, 9, 10, 13 }) do SPACE[c] = true end

local NEWLINE, DASH, QUOTE, APOSTROPHE, BACKSLASH, DOT, OPEN = 10, 45, 34, 39, 92, 46, 91

local Lexer = {}
Lexer.__index = Lexer

function Lexer.new(text)
  return setmetatable({ text = text, at = 1, line = 1 }, Lexer)
end

function Lexer:fail(message)
  error(format("line %d: %s", self.line, message))
end

-- At "[": if a long bracket opens here, answers the position after its close and its content.
function Lexer:long_bracket(at)
  local _, last, level = find(self.text, "^%[(=*)%[", at)
  if not last then return nil end
  local close = "]" .. level .. "]"
  local first, stop = find(self.text, close, last + 1, true)
  if not first then self:fail("unfinished long bracket") end
  local content = sub(self.text, last + 1, first - 1)
  for _ in content:gmatch("\n") do self.line = self.line + 1 end
  return stop + 1, content
end

-- Skips white space and comments; answers the byte at which the next token starts.
function Lexer:skip()
  local text, at = self.text, self.at
  while true do
    local c = byte(text, at)
    if c == NEWLINE then
      self.line = self.line + 1
      at = at + 1
    elseif SPACE[c] then
      at = at + 1
    elseif c == DASH and byte(text, at + 1) == DASH then
      local after = byte(text, at + 2) == OPEN and self:long_bracket(at + 2)
      if after then
        at = after
      else
        at = find(text, "\n", at, true) or #text + 1
      end
    else
      self.at = at
      return c
    end
  end
end

function Lexer:quoted(quote)
  local text, start = self.text, self.at
  local at = start + 1
  while true do
    local c = byte(text, at)
    if c == quote then
      self.at = at + 1
      return "string", sub(text, start + 1, at - 1)
    elseif c == BACKSLASH then
      at = at + 2
    elseif c == nil or c == NEWLINE then
      self:fail("unfinished string")
    else
      at = at + 1
    end
  end
end

function Lexer:number()
  local text, start = self.text, self.at
  local _, last = find(text, "^0[xX]%x+", start)
  if not last then
    _, last = find(text, "^%d*%.?%d*", start)
    local _, exponent = find(text, "^[eE][+-]?%d+", last + 1)
    last = exponent or last
  end
  self.at = last + 1
  return "number", tonumber(sub(text, start, last))
end

-- The next token: its kind and its value; nil at the end of the text.
function Lexer:next()
  local c = self:skip()
  if c == nil then return nil end
  local text, start = self.text, self.at
  if LETTER[c] then
    local at = start + 1
    local d = byte(text, at)
    while LETTER[d] or DIGIT[d] do
      at = at + 1
      d = byte(text, at)
    end
    self.at = at
    local word = sub(text, start, at - 1)
    if KEYWORDS[word] then return "keyword", word end
    return "name", word
  end
  if DIGIT[c] or (c == DOT and DIGIT[byte(text, start + 1)]) then return self:number() end
  if c == QUOTE or c == APOSTROPHE then return self:quoted(c) end
  if c == OPEN then
    local after, content = self:long_bracket(start)
    if after then
      self.at = after
      return "string", content
    end
  end
  local candidates = OPERATORS[c] or self:fail("unexpected byte " .. c)
  for i = 1, #candidates do
    local op = candidates[i]
    if sub(text, start, start + #op - 1) == op then
      self.at = start + #op
      return "operator", op
    end
  end
end

-- Workload ----------------------------------------------------------------------------------

local SNIPPETS = {
  "local %s = { 1, 2.5, 0x1F, 3e10, name = 'text', [\"key\"] = [[long\nstring]] }\n",
  "function %s(a, b, ...)\n  -- a short comment\n  return a + b * 2 ^ 3 .. 'tail'\nend\n",
  "for i = 1, #%s do\n  if i %% 2 == 0 and i ~= 4 then print(i) else goto skip end\n  ::skip::\nend\n",
  "--[==[ a long\ncomment ]==]\nwhile not %s.done do %s:step(\"quoted \\\" text\") end\n",
  "repeat local x, y = %s[1], %s[2]; x, y = y, x until x >= y or x <= .5\n",
}

local seed
local function random(n)
  seed = (seed * 16807) % 2147483647
  return seed % n
end

local function generate(count)
  local pieces = {}
  for i = 1, count do
    local name = "v" .. random(100) .. "_" .. i
    pieces[i] = format(SNIPPETS[random(#SNIPPETS) + 1], name, name)
  end
  return table.concat(pieces)
end

local function workload(size)
  seed = 7
  local text = generate(size)
  local counts = { keyword = 0, name = 0, number = 0, string = 0, operator = 0 }
  local checksum = 0
  local lexer = Lexer.new(text)
  while true do
    local kind, value = lexer:next()
    if kind == nil then break end
    counts[kind] = counts[kind] + 1
    local weight = kind == "number" and value % 1000 or #value + byte(value, 1)
    checksum = (checksum * 31 + math.floor(weight)) % 1000003
  end
  return format("lines %d keywords %d names %d numbers %d strings %d operators %d checksum %d",
    lexer.line, counts.keyword, counts.name, counts.number, counts.string, counts.operator, checksum)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 1000
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
