-- Functions of floats, to the last place: of edges, near multiples of pi/2, huge and tiny ones, called often enough for traces.
local edges = {
  0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 0.7, 1.5, 0.97, -0.99, 1 / 0, -1 / 0, 0 / 0,
  5e-324, -5e-324, 1e-310, 2.2250738585072014e-308, 1.7976931348623157e308, 1e300, -1e300, 1e22, 2.0 ^ 53, 2.0 ^ 53 + 1,
  math.pi, math.pi / 2, math.pi / 4, -math.pi, 11 * math.pi, 105414357.85, 1e9, 709.782712893384, 709.8, -745.13, -745.2, -746.0,
  22.0, 22.5, 0.0625, 1 - 2.0 ^ -53, 1 + 2.0 ^ -52, 0.9375, 1.0647,
}
local unary = { "acos", "asin", "cos", "cosh", "deg", "exp", "log", "log10", "rad", "sin", "sinh", "tan", "tanh", "atan", "sqrt" }
for _, name in ipairs(unary) do
  local f = math[name]
  local line = {}
  for round = 1, 3 do
    for i, x in ipairs(edges) do line[i] = string.format("%.17g", f(x)) end
  end
  print(name, table.concat(line, " "))
end
for _, x in ipairs(edges) do
  local line = {}
  for i, y in ipairs(edges) do
    line[i] = string.format("%.17g/%.17g", x ^ y, math.atan(x, y))
  end
  print(x, table.concat(line, " "))
end
for _, base in ipairs { 2, 10, 3, 2.0, 0.5 } do
  local line = {}
  for i, x in ipairs(edges) do line[i] = string.format("%.17g", math.log(x, base)) end
  print(base, table.concat(line, " "))
end
print(math.sin(2), math.cos(0), math.exp(0), math.log(8, 2), math.atan(1, nil), pcall(math.sin, "x"), math.sin("0.5"), pcall(math.exp))
-- Sums over many arguments: a difference in the last place of one result shows.
local sums = {}
local x = -40.0
for i = 1, 20000 do
  for k, f in ipairs { math.sin, math.cos, math.exp, math.tan, math.atan, math.sinh, math.tanh } do
    sums[k] = (sums[k] or 0) + f(x)
  end
  sums[8] = (sums[8] or 0) + math.log(x * x + 1e-9)
  sums[9] = (sums[9] or 0) + (x * x) ^ 0.3
  sums[10] = (sums[10] or 0) + math.asin(math.sin(x)) + math.acos(math.cos(x))
  sums[11] = (sums[11] or 0) + math.atan(x, 1.5)
  x = x + 0.004
end
for k, s in ipairs(sums) do print(k, string.format("%.17g", s)) end
