-- tokens: texts of assignments become lists of tokens, these trees of expressions, and these are evaluated; the last units are kept.
-- Objects: a token of four fields for each word, nodes of five kinds, a text for each token. The last four units live on.

local sub, byte, format = string.sub, string.byte, string.format
local MOD = 1000003
local KEPT = 4

-- A text of `n` assignments.
local function text_of(n, seed)
  local lines = {}
  for i = 1, n do
    seed = (seed * 3877 + 29573) % 139968
    local a, b, c = seed % 97, seed % 89, seed % 83
    lines[i] = format("v%d = (v%d + %d) * max(%d, v%d - %d, v%d) - -v%d;", i % 50, a % 50, b, c, b % 50, a, c % 50, i % 7)
  end
  return table.concat(lines, "\n") .. "\n"
end

local function is_letter(c) return c >= 97 and c <= 122 end
local function is_digit(c) return c >= 48 and c <= 57 end

-- The first of a chain of tokens: a kind, a text, a line, and the next one.
local function tokenize(text)
  local first = { kind = "start", text = "", line = 0, next = nil }
  local last, at, line, length = first, 1, 1, #text
  while at <= length do
    local c = byte(text, at)
    if c == 32 or c == 10 then
      if c == 10 then line = line + 1 end
      at = at + 1
    else
      local start, kind = at, "sign"
      at = at + 1
      if is_letter(c) then
        kind = "name"
        while at <= length and (is_letter(byte(text, at)) or is_digit(byte(text, at))) do at = at + 1 end
      elseif is_digit(c) then
        kind = "number"
        while at <= length and is_digit(byte(text, at)) do at = at + 1 end
      end
      local token = { kind = kind, text = sub(text, start, at - 1), line = line, next = nil }
      last.next = token
      last = token
    end
  end
  last.next = { kind = "end", text = "", line = line, next = nil }
  return first.next
end

local token -- the one that the parser is at

local function accept(text)
  if token.text ~= text then return false end
  token = token.next
  return true
end

local expression

local function primary()
  local here = token
  if accept("(") then
    local inner = expression()
    assert(accept(")"))
    return inner
  end
  if accept("-") then return { kind = "negative", operand = primary(), line = here.line } end
  token = here.next
  if here.kind == "number" then return { kind = "number", value = tonumber(here.text), line = here.line } end
  if not accept("(") then return { kind = "name", name = here.text, line = here.line } end
  local arguments = {}
  repeat arguments[#arguments + 1] = expression() until not accept(",")
  assert(accept(")"))
  return { kind = "call", name = here.text, arguments = arguments, line = here.line }
end

local function product()
  local left = primary()
  while token.text == "*" do
    local line = token.line
    token = token.next
    left = { kind = "binary", sign = "*", left = left, right = primary(), line = line }
  end
  return left
end

function expression()
  local left = product()
  while token.text == "+" or token.text == "-" do
    local sign, line = token.text, token.line
    token = token.next
    left = { kind = "binary", sign = sign, left = left, right = product(), line = line }
  end
  return left
end

-- A chain of assignments.
local function parse(first)
  local chain, last
  token = first
  while token.kind ~= "end" do
    local name = token.text
    token = token.next
    assert(accept("="))
    local statement = { name = name, value = expression(), next = nil }
    assert(accept(";"))
    if last then last.next = statement else chain = statement end
    last = statement
  end
  return chain
end

local function evaluate(node, values)
  local kind = node.kind
  if kind == "number" then return node.value end
  if kind == "name" then return values[node.name] or 1 end
  if kind == "negative" then return -evaluate(node.operand, values) end
  if kind == "call" then
    local most = -MOD
    local arguments = node.arguments
    for i = 1, #arguments do
      local value = evaluate(arguments[i], values)
      if value > most then most = value end
    end
    return most
  end
  local left, right = evaluate(node.left, values), evaluate(node.right, values)
  if node.sign == "+" then return (left + right) % MOD end
  if node.sign == "-" then return (left - right) % MOD end
  return left * right % MOD
end

local function run(chain)
  local values, sum = {}, 0
  while chain do
    local value = evaluate(chain.value, values)
    values[chain.name] = value
    sum = (sum * 31 + value) % MOD
    chain = chain.next
  end
  return sum
end

local function workload(n)
  local lines, kept = {}, {}
  for unit = 1, 30 do
    local tokens = tokenize(text_of(n, unit))
    local last = tokens
    while last.next do last = last.next end
    kept[unit % KEPT + 1] = { tokens = tokens, chain = parse(tokens) }
    local sum = 0
    for i = 1, KEPT do
      if kept[i] then sum = (sum * 7 + run(kept[i].chain)) % MOD end
    end
    lines[unit] = format("%d %d", last.line, sum)
  end
  return table.concat(lines, "\n")
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 25
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
