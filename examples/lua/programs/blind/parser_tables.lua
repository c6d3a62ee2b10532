-- A small expression language: tokenizer, operator precedence parser driven
-- by tables of binding powers, constant folding and a table-driven evaluator.

local format = string.format
local unpack = table.unpack or unpack

---------------------------------------------------------------------------
-- Errors are tables, so that they survive pcall with their details

local function fail(kind, position, message, ...)
  error({ kind = kind, position = position, message = format(message, ...) }, 0)
end

---------------------------------------------------------------------------
-- Tokenizer

local PATTERNS = {
  { "space", "^%s+" },
  { "number", "^%d+%.?%d*" },
  { "name", "^[%a_][%w_]*" },
  { "string", '^"([^"\n]*)"' },
  { "operator", "^[<>=~]=" },
  { "operator", "^%.%." },
  { "operator", "^[-+*/%%^<>=?:,;(){}]" },
}

local KEYWORDS = {
  ["and"] = true, ["or"] = true, ["not"] = true, ["true"] = true, ["false"] = true,
  ["while"] = true, ["do"] = true, let = true, fn = true,
}

local function tokenize(source)
  local tokens, position = {}, 1
  while position <= #source do
    local matched = false
    for _, rule in ipairs(PATTERNS) do
      local first, last, capture = source:find(rule[2], position)
      if first then
        if rule[1] ~= "space" then
          local text = capture or source:sub(first, last)
          local kind = rule[1]
          if kind == "name" and KEYWORDS[text] then kind = "operator" end
          tokens[#tokens + 1] = { kind = kind, text = text, position = first }
        end
        position = last + 1
        matched = true
        break
      end
    end
    if not matched then
      fail("lexical", position, "unexpected character '%s'", source:sub(position, position))
    end
  end
  tokens[#tokens + 1] = { kind = "end", text = "<end>", position = #source + 1 }
  return tokens
end

---------------------------------------------------------------------------
-- Parser: prefix[text] and infix[text] hold the handlers

local Parser = {}
Parser.__index = Parser

local prefix, infix = {}, {}

function Parser:peek()
  return self.tokens[self.index]
end

function Parser:advance()
  local token = self.tokens[self.index]
  self.index = self.index + 1
  return token
end

function Parser:accept(text)
  local token = self:peek()
  if token.kind == "operator" and token.text == text then return self:advance() end
  return nil
end

function Parser:expect(text)
  local token = self:accept(text)
  if not token then
    local found = self:peek()
    fail("syntax", found.position, "expected '%s' but found '%s'", text, found.text)
  end
  return token
end

function Parser:name()
  local token = self:advance()
  if token.kind ~= "name" then fail("syntax", token.position, "name expected near '%s'", token.text) end
  return token.text
end

function Parser:expression(power)
  local token = self:advance()
  local left
  if token.kind == "number" then
    left = { op = "const", value = tonumber(token.text) }
  elseif token.kind == "string" then
    left = { op = "const", value = token.text }
  elseif token.kind == "name" then
    left = { op = "var", name = token.text, position = token.position }
  else
    local handler = token.kind == "operator" and prefix[token.text]
    if not handler then fail("syntax", token.position, "unexpected '%s'", token.text) end
    left = handler(self, token)
  end
  while true do
    local operator = self:peek()
    local rule = operator.kind == "operator" and infix[operator.text]
    if not rule or rule.power <= (power or 0) then return left end
    self:advance()
    left = rule.parse(self, left, operator, rule)
  end
end

function Parser:list(close)
  local items = {}
  if self:accept(close) then return items end
  repeat
    items[#items + 1] = self:expression(1)
  until not self:accept(",")
  self:expect(close)
  return items
end

local function binary(power, ...)
  local function parse(parser, left, token, rule)
    local right = parser:expression(rule.right and rule.power - 1 or rule.power)
    return { op = token.text, left, right, position = token.position }
  end
  for _, text in ipairs { ... } do
    infix[text] = { power = power, parse = parse }
  end
end

binary(1, ";")
binary(20, "or")
binary(25, "and")
binary(30, "==", "~=", "<", ">", "<=", ">=")
binary(40, "..")
binary(50, "+", "-")
binary(60, "*", "/", "%")
binary(80, "^")
infix["^"].right = true

infix["="] = { power = 10, parse = function(parser, left, token)
  if left.op ~= "var" then fail("syntax", token.position, "cannot assign to '%s'", left.op) end
  return { op = "=", name = left.name, parser:expression(9), position = token.position }
end }

infix["?"] = { power = 15, parse = function(parser, left)
  local yes = parser:expression(1)
  parser:expect(":")
  return { op = "?", left, yes, parser:expression(14) }
end }

infix["("] = { power = 90, parse = function(parser, left, token)
  return { op = "call", left, args = parser:list(")"), position = token.position }
end }

prefix["-"] = function(parser, token)
  return { op = "neg", parser:expression(70), position = token.position }
end

prefix["not"] = function(parser) return { op = "not", parser:expression(70) } end
prefix["true"] = function() return { op = "const", value = true } end
prefix["false"] = function() return { op = "const", value = false } end

prefix["("] = function(parser)
  local inner = parser:expression()
  parser:expect(")")
  return inner
end

prefix["let"] = function(parser)
  local name = parser:name()
  parser:expect("=")
  return { op = "let", name = name, parser:expression(9) }
end

prefix["fn"] = function(parser)
  local params = {}
  parser:expect("(")
  while not parser:accept(")") do
    params[#params + 1] = parser:name()
    parser:accept(",")
  end
  return { op = "fn", params = params, parser:expression(9) }
end

prefix["while"] = function(parser)
  local condition = parser:expression(9)
  parser:expect("do")
  parser:expect("{")
  local body = parser:expression()
  parser:expect("}")
  return { op = "while", condition, body }
end

local function parse(source)
  local parser = setmetatable({ tokens = tokenize(source), index = 1 }, Parser)
  local tree = parser:expression()
  if parser:peek().kind ~= "end" then parser:expect(";") end
  return tree
end

---------------------------------------------------------------------------
-- Evaluator

local arithmetic = {
  ["+"] = function(a, b) return a + b end,
  ["-"] = function(a, b) return a - b end,
  ["*"] = function(a, b) return a * b end,
  ["/"] = function(a, b) return b == 0 and fail("runtime", 0, "division by zero") or a / b end,
  ["%"] = function(a, b) return b == 0 and fail("runtime", 0, "modulo by zero") or a % b end,
  ["^"] = function(a, b) return a ^ b end,
  ["<"] = function(a, b) return a < b end,
  [">"] = function(a, b) return a > b end,
  ["<="] = function(a, b) return a <= b end,
  [">="] = function(a, b) return a >= b end,
}

local function show(value)
  if type(value) == "number" then return format("%.6g", value) end
  return tostring(value)
end

local evaluate
local handlers = {}

for text, operation in pairs(arithmetic) do
  handlers[text] = function(node, env)
    local a, b = evaluate(node[1], env), evaluate(node[2], env)
    if type(a) ~= "number" or type(b) ~= "number" then
      fail("type", node.position, "'%s' on %s and %s", text, type(a), type(b))
    end
    return operation(a, b)
  end
end

handlers["=="] = function(node, env) return evaluate(node[1], env) == evaluate(node[2], env) end
handlers["~="] = function(node, env) return evaluate(node[1], env) ~= evaluate(node[2], env) end
handlers["and"] = function(node, env) return evaluate(node[1], env) and evaluate(node[2], env) end
handlers["or"] = function(node, env) return evaluate(node[1], env) or evaluate(node[2], env) end
handlers["not"] = function(node, env) return not evaluate(node[1], env) end
handlers["neg"] = function(node, env) return -evaluate(node[1], env) end
handlers[".."] = function(node, env) return show(evaluate(node[1], env)) .. show(evaluate(node[2], env)) end
handlers["const"] = function(node) return node.value end

handlers["?"] = function(node, env)
  if evaluate(node[1], env) then return evaluate(node[2], env) end
  return evaluate(node[3], env)
end

handlers[";"] = function(node, env)
  evaluate(node[1], env)
  return evaluate(node[2], env)
end

handlers["var"] = function(node, env)
  local value = env[node.name]
  if value == nil then fail("name", node.position, "unknown name '%s'", node.name) end
  return value
end

handlers["let"] = function(node, env)
  local value = evaluate(node[1], env)
  rawset(env, node.name, value)
  return value
end

handlers["="] = function(node, env)
  local scope = env
  while scope and rawget(scope, node.name) == nil do
    local meta = getmetatable(scope)
    scope = meta and meta.__index
  end
  if not scope then fail("name", node.position, "unknown name '%s'", node.name) end
  scope[node.name] = evaluate(node[1], env)
  return scope[node.name]
end

handlers["while"] = function(node, env)
  local last = 0
  while evaluate(node[1], env) do last = evaluate(node[2], env) end
  return last
end

handlers["fn"] = function(node, env)
  return function(...)
    local scope = setmetatable({}, { __index = env })
    for i, name in ipairs(node.params) do scope[name] = (select(i, ...)) end
    return evaluate(node[1], scope)
  end
end

handlers["call"] = function(node, env)
  local callee = evaluate(node[1], env)
  if type(callee) ~= "function" then fail("type", node.position, "not a function") end
  local args = {}
  for i, arg in ipairs(node.args) do args[i] = evaluate(arg, env) end
  return callee(unpack(args, 1, #node.args))
end

function evaluate(node, env)
  return handlers[node.op](node, env)
end

-- replace operators on constants by their result
local function fold(node)
  for i = 1, #node do node[i] = fold(node[i]) end
  for i = 1, #(node.args or "") do node.args[i] = fold(node.args[i]) end
  local operation = arithmetic[node.op]
  if operation and node[1].op == "const" and node[2].op == "const"
    and type(node[1].value) == "number" and type(node[2].value) == "number" and node[2].value ~= 0 then
    return { op = "const", value = operation(node[1].value, node[2].value) }
  end
  return node
end

local PROGRAMS = {
  "let a = 3 * (n + 4) - 2 ^ 3 ^ 0.5; let b = -a / 7; a * b + a % 5",
  "let fact = fn(k) k < 2 ? 1 : k * fact(k - 1); fact(n % 12) / fact(5) + (2 + 3 * 4)",
  "let s = \"\"; let i = 0; while i < 8 do { s = s .. i .. \",\"; i = i + 1 + n % 2 }; s",
  "let fib = fn(k) k < 2 and k or fib(k - 1) + fib(k - 2); fib(6 + n % 3)",
  "let g = fn(a, b) b == 0 ? a : g(b, a % b); g(n * 12, 90) .. \" \" .. max(n, 7, 60 / 4)",
  "let add = fn(x) fn(y) x + y; add(n)(2 * 8) >= 20 and not (n == 5) or \"small\"",
  "let t = 0; let k = n; while k > 0 and true do { t = t + k * k; k = k - 2 }; t / (n % 4)",
  "1 + (2 * n", "n $ 2", "missing + n", "\"a\" * n", "n(1)", "3 = n", "let 5 = n",
}

local function run(n)
  local sum = 0
  for round = 1, n do
    local globals = { n = round % 13 + 1, max = math.max }
    for index, source in ipairs(PROGRAMS) do
      local env = setmetatable({}, { __index = globals })
      local ok, result = pcall(function() return evaluate(fold(parse(source)), env) end)
      local text = ok and show(result) or (result.kind .. result.position .. result.message)
      for i = 1, #text do sum = (sum * 31 + text:byte(i) + index) % 1000000007 end
    end
  end
  return format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 90
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  local result = run(size)
  local seconds = os.clock() - start
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, seconds)) end
  assert(answer == nil or answer == result, "two runs of the same work disagree")
  answer = result
end
print(answer)
