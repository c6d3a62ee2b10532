-- Linear algebra: Vector, Matrix and Polynomial classes written with
-- operator metamethods; LU decomposition, least squares and root finding.

local abs, floor, format = math.abs, math.floor, string.format

---------------------------------------------------------------------------
-- Vector: v[i] are the components, v.x v.y v.z are aliases for the first

local Vector = {}
local ALIAS = { x = 1, y = 2, z = 3 }

local function vector(...)
  return setmetatable({ ... }, Vector)
end

function Vector.__index(v, key)
  local position = ALIAS[key]
  if position then return rawget(v, position) end
  return Vector[key]
end

function Vector.__newindex(v, key, value)
  rawset(v, ALIAS[key] or key, value)
end

function Vector.zero(size)
  local v = vector()
  for i = 1, size do rawset(v, i, 0) end
  return v
end

function Vector.__add(a, b)
  local result = vector()
  for i = 1, #a do result[i] = a[i] + b[i] end
  return result
end

function Vector.__sub(a, b)
  local result = vector()
  for i = 1, #a do result[i] = a[i] - b[i] end
  return result
end

function Vector.__unm(a)
  return a * -1
end

-- vector * vector is the dot product, otherwise scaling
function Vector.__mul(a, b)
  if type(a) == "number" then a, b = b, a end
  if type(b) == "number" then
    local result = vector()
    for i = 1, #a do result[i] = a[i] * b end
    return result
  end
  local total = 0
  for i = 1, #a do total = total + a[i] * b[i] end
  return total
end

-- cross product of spatial vectors
function Vector.__pow(a, b)
  return vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
end

function Vector:length()
  return math.sqrt(self * self)
end

-- a .. b joins the components
function Vector.__concat(a, b)
  local result = vector()
  for _, part in ipairs { a, b } do
    if type(part) == "number" then
      result[#result + 1] = part
    else
      for i = 1, #part do result[#result + 1] = part[i] end
    end
  end
  return result
end

function Vector.__call(v, first, last)
  local result = vector()
  for i = first, last or #v do result[#result + 1] = v[i] end
  return result
end

function Vector:__tostring()
  local parts = {}
  for i = 1, #self do parts[i] = format("%.4f", self[i]) end
  return "(" .. table.concat(parts, ", ") .. ")"
end

---------------------------------------------------------------------------
-- Matrix: rows of vectors; m(i, j) reads an element, a .. b augments

local Matrix = {}
Matrix.__index = Matrix

local function matrix(rows, cols, f)
  local m = { rows = rows, cols = cols }
  for i = 1, rows do
    local row = vector()
    for j = 1, cols do row[j] = f and f(i, j) or 0 end
    m[i] = row
  end
  return setmetatable(m, Matrix)
end

function Matrix.identity(size)
  return matrix(size, size, function(i, j) return i == j and 1 or 0 end)
end

function Matrix.__newindex(_, key)
  error("matrix has no row " .. tostring(key), 0)
end

function Matrix.__call(m, i, j)
  return m[i][j]
end

function Matrix.__add(a, b)
  return matrix(a.rows, a.cols, function(i, j) return a[i][j] + b[i][j] end)
end

function Matrix.__sub(a, b)
  return matrix(a.rows, a.cols, function(i, j) return a[i][j] - b[i][j] end)
end

function Matrix.__unm(a)
  return matrix(a.rows, a.cols, function(i, j) return -a[i][j] end)
end

function Matrix.__mul(a, b)
  if type(a) == "number" then a, b = b, a end
  if type(b) == "number" then
    return matrix(a.rows, a.cols, function(i, j) return a[i][j] * b end)
  elseif getmetatable(b) == Vector then
    local result = vector()
    for i = 1, a.rows do result[i] = a[i] * b end
    return result
  end
  local turned = b:transpose()
  return matrix(a.rows, b.cols, function(i, j) return a[i] * turned[j] end)
end

function Matrix.__concat(a, b)
  local result = matrix(a.rows, 0)
  result.cols = a.cols + b.cols
  for i = 1, a.rows do result[i] = a[i] .. b[i] end
  return result
end

function Matrix:transpose()
  return matrix(self.cols, self.rows, function(i, j) return self[j][i] end)
end

function Matrix:trace()
  local total = 0
  for i = 1, self.rows do total = total + self(i, i) end
  return total
end

-- LU decomposition with partial pivoting, both factors in one matrix
function Matrix:decompose()
  local size = self.rows
  local lu = matrix(size, size, function(i, j) return self[i][j] end)
  local order, sign = {}, 1
  for i = 1, size do order[i] = i end
  for k = 1, size do
    local pivot = k
    for i = k + 1, size do
      if abs(lu[i][k]) > abs(lu[pivot][k]) then pivot = i end
    end
    if abs(lu[pivot][k]) < 1e-9 then error("matrix is singular", 0) end
    if pivot ~= k then
      lu[k], lu[pivot] = lu[pivot], lu[k]
      order[k], order[pivot] = order[pivot], order[k]
      sign = -sign
    end
    local top = lu[k]
    for i = k + 1, size do
      local row = lu[i]
      local factor = row[k] / top[k]
      row[k] = factor
      for j = k + 1, size do row[j] = row[j] - factor * top[j] end
    end
  end
  return lu, order, sign
end

local function solve(lu, order, b)
  local size = lu.rows
  local x = vector()
  for i = 1, size do
    local total = b[order[i]]
    for j = 1, i - 1 do total = total - lu[i][j] * x[j] end
    x[i] = total
  end
  for i = size, 1, -1 do
    local total = x[i]
    for j = i + 1, size do total = total - lu[i][j] * x[j] end
    x[i] = total / lu[i][i]
  end
  return x
end

function Matrix:determinant()
  local ok, lu, _, sign = pcall(self.decompose, self)
  if not ok then return 0 end
  for i = 1, lu.rows do sign = sign * lu(i, i) end
  return sign
end

---------------------------------------------------------------------------
-- Polynomial: p[i] is the coefficient of x^i; missing ones read as zero

local Polynomial = {}

local methods = {}

function Polynomial.__index(_, key)
  if type(key) == "number" then return 0 end
  return methods[key]
end

local function polynomial(coefficients)
  local degree = 0
  for i, c in pairs(coefficients) do
    if i > degree and c ~= 0 then degree = i end
  end
  coefficients.degree = degree
  return setmetatable(coefficients, Polynomial)
end

function Polynomial.__call(p, x)
  local value = 0
  for i = p.degree, 0, -1 do value = value * x + p[i] end
  return value
end

function Polynomial.__add(a, b)
  local sum = {}
  for i = 0, math.max(a.degree, b.degree) do sum[i] = a[i] + b[i] end
  return polynomial(sum)
end

function Polynomial.__mul(a, b)
  local product = {}
  for i = 0, a.degree do
    for j = 0, b.degree do
      product[i + j] = (product[i + j] or 0) + a[i] * b[j]
    end
  end
  return polynomial(product)
end

function methods:derive()
  local result = { [0] = self[1] }
  for i = 2, self.degree do result[i - 1] = i * self[i] end
  return polynomial(result)
end

function methods:root(start)
  local slope, x = self:derive(), start
  for step = 1, 60 do
    local value = self(x)
    if abs(value) < 1e-9 then return x, step end
    x = x - value / slope(x)
  end
  return nil, "no convergence"
end

-- least squares fit through the normal equations
local function fit(xs, ys, degree)
  local design = matrix(#xs, degree + 1, function(i, j) return xs[i] ^ (j - 1) end)
  local turned = design:transpose()
  local lu, order = (turned * design):decompose()
  local c = solve(lu, order, turned * ys)
  local coefficients = {}
  for i = 1, #c do coefficients[i - 1] = c[i] end
  return polynomial(coefficients)
end

---------------------------------------------------------------------------

local function run(n)
  local sum, seed = 0, 2718
  local function random(limit)
    seed = seed * 16807 % 2147483647
    return seed % limit
  end
  local function add(value)
    sum = (sum * 31 + floor(value * 1000 + 0.5)) % 1000000007
  end
  for round = 1, n do
    local size = 4 + round % 4
    local a = matrix(size, size, function(i, j) return random(19) - 9 + (i == j and 40 or 0) end)
    local b = matrix(size, size, function() return random(7) - 3 end)
    local rhs = Vector.zero(size)
    for i = 1, size do rhs[i] = random(100) end
    local lu, order = a:decompose()
    local x = solve(lu, order, rhs)
    assert((a * x - rhs):length() < 1e-6, "bad solution")
    add(x * x)
    local c = 2 * (a * b - b * a) + -(b - Matrix.identity(size)):transpose()
    add(c:trace())
    local wide = a .. b
    add(wide.cols * 10 + wide[1](2, size + 1) * rhs(1, size))
    b[2] = b[1] * 2
    add(b:determinant())
    add(a:determinant() / 40 ^ (size - 1))
    local ok, message = pcall(function() a.extra = 1 end)
    add(ok and 1 or #message)

    local u, v = vector(random(9), random(9), random(9) + 1), vector(1, 2, 3)
    u.y = u.y - 4
    local w = u ^ v
    assert(w * u == 0 and w * v == 0, "not perpendicular")
    add(#tostring(w .. u) + (-w).x + w:length())

    local p = polynomial { [0] = -random(20) - 1, [1] = 2, [3] = 1 }
    local q = p * p + polynomial { [0] = random(5), [2] = 3 }
    local root, steps = p:root(3)
    assert(abs(p(root)) < 1e-6)
    add(root * 10 + steps + q(root) + q:derive()(2))
    local xs, ys = vector(), vector()
    for i = 1, 10 do
      xs[i] = i / 4
      ys[i] = q(xs[i] / 4) + random(3) - 1
    end
    local curve = fit(xs, ys, 3)
    add(curve(1) + curve(2))
  end
  return format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 230
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
