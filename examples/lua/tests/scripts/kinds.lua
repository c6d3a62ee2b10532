-- Instructions that have seen operands of one kind, and then get others: each operator and comparison is a function of its own,
-- which is called many times with one kind before it is given all of them. What plain execution made of it must do as before.

local function num(x)
  return type(x) == "table" and tonumber(x.n) or tonumber(x)
end

local meta = {}
for name, symbol in pairs({ add = "+", sub = "-", mul = "*", div = "/", mod = "%", pow = "^", idiv = "//",
    band = "&", bor = "|", bxor = "~", shl = "<<", shr = ">>" }) do
  meta["__" .. name] = function(a, b)
    return "(" .. tostring(num(a)) .. symbol .. tostring(num(b)) .. ")"
  end
end
meta.__lt = function(a, b) return num(a) < num(b) end
meta.__le = function(a, b) return num(a) <= num(b) end
meta.__eq = function(a, b) return a.n == b.n end
meta.__index = function(_, k) return "no " .. tostring(k) end
local function object(n)
  return setmetatable({ n = n }, meta)
end

local values = {
  0, 1, -1, 7, 2 ^ 53, math.maxinteger, math.mininteger, 0.0, -0.0, 1.5, -7.25, 1e308, 1 / 0, -1 / 0, 0 / 0,
  "10", "0x10", "1.5", "text", "", nil, true, false, object(3), object(-2),
}
local COUNT = 25

local shown = {}
local function show(v)
  if type(v) == "table" then return "object " .. tostring(rawget(v, "n")) end
  if v ~= v then return "nan" end
  if v == 0 and math.type(v) == "float" then return 1 / v < 0 and "-0.0" or "0.0" end
  return tostring(v)
end
local function result(ok, v)
  if ok then return show(v) end
  return (tostring(v):gsub("^[^:]*:%d+: ", "error: "))
end

local binary = {
  { "add", function(a, b) return a + b end }, { "sub", function(a, b) return a - b end },
  { "mul", function(a, b) return a * b end }, { "div", function(a, b) return a / b end },
  { "mod", function(a, b) return a % b end }, { "idiv", function(a, b) return a // b end },
  { "pow", function(a, b) return a ^ b end }, { "band", function(a, b) return a & b end },
  { "shl", function(a, b) return a << b end },
  { "lt", function(a, b) return a < b end }, { "le", function(a, b) return a <= b end },
  { "gt", function(a, b) return a > b end }, { "ge", function(a, b) return a >= b end },
  { "eq", function(a, b) return a == b end }, { "ne", function(a, b) return a ~= b end },
  { "iflt", function(a, b) if a < b then return 1 end return 2 end },
  { "ifnotle", function(a, b) if not (a <= b) then return 1 end return 2 end },
  { "ifeq", function(a, b) if a == b then return 1 end return 2 end },
}
local unary = {
  { "addi", function(a) return a + 5 end }, { "iadd", function(a) return 5 + a end },
  { "subi", function(a) return a - 5 end }, { "sub0", function(a) return a - 0 end },
  { "subk", function(a) return a - 0.5 end }, { "addk", function(a) return a + 0.5 end },
  { "kadd", function(a) return 70000 + a end }, { "mulk", function(a) return a * 3 end },
  { "kmul", function(a) return 2.5 * a end }, { "divk", function(a) return a / 2 end },
  { "modk", function(a) return a % 7 end }, { "modkf", function(a) return a % 2.5 end },
  { "idivk", function(a) return a // 3 end },
  { "lti", function(a) return a < 1 end }, { "lei", function(a) return a <= 1 end },
  { "gti", function(a) return a > 1 end }, { "gei", function(a) return a >= 1 end },
  { "notlti", function(a) return not (a < 1) end }, { "notlei", function(a) return not (a <= 1) end },
  { "notgti", function(a) return not (a > 1) end }, { "notgei", function(a) return not (a >= 1) end },
  { "ltk", function(a) return a < 1.5 end }, { "lek", function(a) return a <= 1.5 end },
  { "gtk", function(a) return a > 1.5 end }, { "gek", function(a) return a >= 1.5 end },
  { "notltk", function(a) return not (a < 1.5) end }, { "notlek", function(a) return not (a <= 1.5) end },
  { "notgtk", function(a) return not (a > 1.5) end }, { "notgek", function(a) return not (a >= 1.5) end },
  { "eqi", function(a) return a == 7 end }, { "nei", function(a) return a ~= 7 end },
  { "eqk", function(a) return a == "text" end }, { "nek", function(a) return a ~= "text" end },
  { "eqf", function(a) return a == 1.5 end }, { "eqnil", function(a) return a == nil end },
}

-- Calls a function with one kind until it is used to it, and then with everything.
local function try(name, f, used, ...)
  for _ = 1, 12 do
    pcall(f, ...)
  end
  local parts = {}
  for i = 1, COUNT do
    if used == 1 then
      parts[#parts + 1] = result(pcall(f, values[i]))
    else
      for j = 1, COUNT, 2 do
        parts[#parts + 1] = result(pcall(f, values[i], values[j]))
      end
    end
  end
  -- And with what it was used to once more, as often as it takes to be given up and beyond.
  for _ = 1, 300 do
    pcall(f, "10", 2.5)
  end
  parts[#parts + 1] = result(pcall(f, ...))
  local text = table.concat(parts, " ")
  shown[#shown + 1] = name .. ": " .. text
end

for _, b in ipairs(binary) do try(b[1] .. " of integers", b[2], 2, 3, 4) end
for _, u in ipairs(unary) do try(u[1] .. " of integers", u[2], 1, 3) end
for _, b in ipairs(binary) do try(b[1] .. " of floats", b[2], 2, 3.5, 4.5) end
for _, u in ipairs(unary) do try(u[1] .. " of floats", u[2], 1, 3.5) end
for _, u in ipairs(unary) do try(u[1] .. " of texts", u[2], 1, "text") end

-- Each line is long: what tells is a sum of it, and the line itself for a few.
local function sum(text)
  local s = 7
  for i = 1, #text do
    s = (s * 31 + text:byte(i)) % 1000000007
  end
  return s
end
for i, line in ipairs(shown) do
  if i % 9 == 1 then print(line) else print(line:match("^[^:]*"), sum(line)) end
end

-- Elements.
local function get(t, k) return t[k] end
local function set(t, k, v) t[k] = v return t[k] end
local list, names = { 10, 20, 30 }, { a = 1, b = 2 }
for i = 1, 20 do get(list, i % 3 + 1) end
print(get(list, 4), get(list, 2.0), get(list, "a"), get(names, "a"), get(object(1), 3), get("text", "len") == string.len)
print(result(pcall(get, nil, 1)), result(pcall(get, 5, 1)))
for _ = 1, 20 do get(names, "b") end
print(get(names, "c"), get(names, 1), get(list, 3), get(setmetatable({}, { __index = names }), "b"))
for i = 1, 20 do set(list, i % 3 + 1, i) end
print(set(list, 4, 4), #list, set(list, 2, nil), set(list, 2.0, "two"), list[2], set(names, "d", 1.5), set(list, 1, "one"))
print(result(pcall(set, nil, 1, 1)), result(pcall(set, list, nil, 1)), result(pcall(set, list, 0 / 0, 1)))
local log = {}
local guarded = setmetatable({}, { __newindex = function(_, k, v) log[#log + 1] = tostring(k) .. "=" .. tostring(v) end })
for i = 1, 20 do set(guarded, i, i) end
print(#log, log[20], #guarded)

-- Sums that change their kind, in a loop that has been quickened.
local function total(n, from)
  local s = 0
  for i = 1, n do
    s = s + (i >= from and 0.5 or 1)
  end
  return s
end
print(total(50, 100), total(50, 25), total(50, 1), total(1000, 900), total(1000, 2))

-- Captured variables.
local function counter()
  local n, step = 0, 2
  local function self(depth)
    n = n + step
    if depth > 0 then return self(depth - 1) end
    return n
  end
  return self
end
local c = counter()
for _ = 1, 30 do c(3) end
print(c(0), counter()(5))
