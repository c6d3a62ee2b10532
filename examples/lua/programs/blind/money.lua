-- Exact arithmetic: big integers as arrays of digits, fractions on top of
-- small integers, and a bank ledger that keeps its books with both.

local floor, format = math.floor, string.format

---------------------------------------------------------------------------
-- Big: sign and magnitude, four decimal digits per element, lowest first

local BASE, WIDTH = 10000, 4

local Big = {}
Big.__index = Big

local function trim(digits)
  while #digits > 1 and digits[#digits] == 0 do
    digits[#digits] = nil
  end
  return digits
end

local function make(digits, negative)
  trim(digits)
  if #digits == 1 and digits[1] == 0 then negative = false end
  return setmetatable({ digits = digits, negative = negative or false }, Big)
end

local function big(value)
  if getmetatable(value) == Big then return value end
  if type(value) == "number" then
    if value ~= floor(value) then error("not an integer: " .. value, 2) end
    value = format("%.0f", value)
  end
  local sign, text = tostring(value):match("^(-?)(%d+)$")
  if not text then error("malformed number '" .. tostring(value) .. "'", 2) end
  local digits = {}
  for last = #text, 1, -WIDTH do
    digits[#digits + 1] = tonumber(text:sub(math.max(1, last - WIDTH + 1), last))
  end
  return make(digits, sign == "-")
end

local function compare(a, b)
  if #a ~= #b then return #a < #b and -1 or 1 end
  for i = #a, 1, -1 do
    if a[i] ~= b[i] then return a[i] < b[i] and -1 or 1 end
  end
  return 0
end

local function addDigits(a, b)
  local result, carry = {}, 0
  for i = 1, math.max(#a, #b) do
    local total = (a[i] or 0) + (b[i] or 0) + carry
    if total >= BASE then
      result[i], carry = total - BASE, 1
    else
      result[i], carry = total, 0
    end
  end
  if carry > 0 then result[#result + 1] = carry end
  return result
end

local function subtractDigits(a, b)
  local result, borrow = {}, 0
  for i = 1, #a do
    local rest = a[i] - (b[i] or 0) - borrow
    borrow = rest < 0 and 1 or 0
    result[i] = rest + borrow * BASE
  end
  return result
end

local function divideSmall(a, divisor)
  local result, rest = {}, 0
  for i = #a, 1, -1 do
    local value = rest * BASE + a[i]
    result[i] = floor(value / divisor)
    rest = value % divisor
  end
  return result, rest
end

function Big.__add(a, b)
  a, b = big(a), big(b)
  if a.negative == b.negative then
    return make(addDigits(a.digits, b.digits), a.negative)
  end
  if compare(a.digits, b.digits) >= 0 then
    return make(subtractDigits(a.digits, b.digits), a.negative)
  end
  return make(subtractDigits(b.digits, a.digits), b.negative)
end

function Big.__unm(a)
  local copy = {}
  for i, digit in ipairs(a.digits) do copy[i] = digit end
  return make(copy, not a.negative)
end

function Big.__sub(a, b)
  return big(a) + -big(b)
end

function Big.__mul(a, b)
  a, b = big(a), big(b)
  local x, y, result = a.digits, b.digits, {}
  for i = 1, #x + #y do result[i] = 0 end
  for i = 1, #x do
    local carry, factor = 0, x[i]
    for j = 1, #y do
      local value = result[i + j - 1] + factor * y[j] + carry
      carry = floor(value / BASE)
      result[i + j - 1] = value - carry * BASE
    end
    result[i + #y] = carry
  end
  return make(result, a.negative ~= b.negative)
end

function Big.__mod(a, divisor)
  local _, rest = divideSmall(a.digits, divisor)
  if a.negative and rest > 0 then rest = divisor - rest end
  return rest
end

function Big.__div(a, divisor)
  if divisor == 0 then error("division by zero", 2) end
  return make((divideSmall(a.digits, divisor)), a.negative)
end

function Big.__pow(a, exponent)
  local result, square = big(1), a
  while exponent > 0 do
    if exponent % 2 == 1 then result = result * square end
    exponent = floor(exponent / 2)
    if exponent > 0 then square = square * square end
  end
  return result
end

function Big.__eq(a, b)
  return a.negative == b.negative and compare(a.digits, b.digits) == 0
end

function Big.__lt(a, b)
  a, b = big(a), big(b)
  if a.negative ~= b.negative then return a.negative end
  local order = compare(a.digits, b.digits)
  if a.negative then return order > 0 end
  return order < 0
end

function Big.__le(a, b)
  return not (b < a)
end

function Big:__tostring()
  local parts = { self.negative and "-" or "", format("%d", self.digits[#self.digits]) }
  for i = #self.digits - 1, 1, -1 do
    parts[#parts + 1] = format("%04d", self.digits[i])
  end
  return table.concat(parts)
end

function Big.__concat(a, b)
  return tostring(a) .. tostring(b)
end

---------------------------------------------------------------------------
-- Fraction: always in lowest terms with a positive denominator

local Fraction = {}
Fraction.__index = Fraction

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

local function fraction(num, den)
  if getmetatable(num) == Fraction then return num end
  den = den or 1
  if den == 0 then error("zero denominator", 2) end
  if den < 0 then num, den = -num, -den end
  local divisor = gcd(num < 0 and -num or num, den)
  return setmetatable({ num = floor(num / divisor), den = floor(den / divisor) }, Fraction)
end

function Fraction.__add(a, b)
  a, b = fraction(a), fraction(b)
  return fraction(a.num * b.den + b.num * a.den, a.den * b.den)
end

function Fraction.__sub(a, b)
  a, b = fraction(a), fraction(b)
  return fraction(a.num * b.den - b.num * a.den, a.den * b.den)
end

function Fraction.__mul(a, b)
  a, b = fraction(a), fraction(b)
  return fraction(a.num * b.num, a.den * b.den)
end

function Fraction.__div(a, b)
  a, b = fraction(a), fraction(b)
  return fraction(a.num * b.den, a.den * b.num)
end

function Fraction.__eq(a, b) return a.num == b.num and a.den == b.den end
function Fraction.__lt(a, b) return a.num * b.den < b.num * a.den end
function Fraction.__le(a, b) return a.num * b.den <= b.num * a.den end
function Fraction.__unm(a) return fraction(-a.num, a.den) end

function Fraction:__tostring()
  if self.den == 1 then return format("%d", self.num) end
  return format("%d/%d", self.num, self.den)
end

function Fraction:round()
  return floor((2 * self.num + self.den) / (2 * self.den))
end

---------------------------------------------------------------------------
-- Ledger in cents

local Ledger = {}
Ledger.__index = Ledger

function Ledger.new(names)
  local self = setmetatable({ accounts = {}, names = names, journal = {}, turnover = big(0) }, Ledger)
  for _, name in ipairs(names) do self.accounts[name] = big(0) end
  return self
end

function Ledger:post(from, to, amount)
  amount = big(amount)
  if amount <= big(0) then error({ reason = "amount" }) end
  if from ~= "cash" and self.accounts[from] < amount then
    error({ reason = "funds", account = from })
  end
  self.accounts[from] = self.accounts[from] - amount
  self.accounts[to] = self.accounts[to] + amount
  self.turnover = self.turnover + amount
  self.journal[#self.journal + 1] = from .. ">" .. to .. ":" .. amount
end

function Ledger:interest(name, rate)
  local balance = self.accounts[name]
  local cents = (balance * rate.num / rate.den)
  if cents > big(0) then self:post("cash", name, cents) end
end

function Ledger:balanced()
  local total = big(0)
  for _, name in ipairs(self.names) do total = total + self.accounts[name] end
  return total == big(0)
end

---------------------------------------------------------------------------

local function digest(sum, value)
  for digits in tostring(value):gmatch("%d+") do
    for i = 1, #digits, 6 do
      sum = (sum * 37 + tonumber(digits:sub(i, i + 5))) % 1000000007
    end
  end
  return sum
end

local function series(terms, offset)
  local total, previous = fraction(0), fraction(1, offset)
  for k = 1, terms do
    local term = fraction(k % 2 == 0 and -1 or 1, k + offset)
    total = total + term * fraction(offset, k + 1) - previous / fraction(k + 3)
    if total < fraction(0) or -total <= fraction(-3) then total = total + fraction(1, 2) end
    previous = fraction(term.num, k + 1)
    total = fraction((total * 720):round(), 720)
  end
  return total
end

local function run(n)
  local sum, seed = 0, 777
  local function random(limit)
    seed = seed * 16807 % 2147483647
    return seed % limit
  end
  local names = { "cash", "ada", "bob", "cleo", "dan" }
  for round = 1, n do
    local ledger = Ledger.new(names)
    local failures = 0
    for _ = 1, 30 do
      local from, to = names[random(5) + 1], names[random(4) + 2]
      if random(3) == 0 then from = "cash" end
      local ok, problem = pcall(ledger.post, ledger, from, to, random(900000) * 1000 - 5000000)
      if not ok then failures = failures + #problem.reason + #(problem.account or "") end
    end
    for i = 2, #names do ledger:interest(names[i], fraction(random(9) + 1, 400)) end
    assert(ledger:balanced(), "books do not balance")
    sum = digest(sum, ledger.turnover)
    for _, line in ipairs(ledger.journal) do sum = digest(sum, line) end

    local power = big(random(9000) + 2) ^ 12
    local product = big(1)
    for k = 1, 20 do product = product * (k + round % 7) end
    sum = digest(sum, power - product)
    sum = digest(sum, series(30, 1 + round % 5))
    local ok = pcall(big, "12x")
    sum = (sum * 31 + failures + power % 97 + (ok and 1 or 0)) % 1000000007
  end
  return format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 95
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
