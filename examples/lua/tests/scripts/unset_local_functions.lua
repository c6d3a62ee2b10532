-- A chunk that names what looks at variables keeps each alive in its scope: a local function's begins when it is made, so that a way which does not make it
-- reads nothing that was never set. Regression: recording such a call ended in a panic.
local names = { "debug.getlocal", debug.getlocal }

local list = { 1, 2, 3 }
local function one_of(t) return t[#t] end

local function make(kind)
  local k = kind or #names + 20
  if k <= 1 then return nil end
  if k == 2 then
    local function give() return one_of(list) end
    local function fact(n) return n <= 1 and 1 or n * fact(n - 1) end
    return { give, fact }
  end
  if k == 14 then
    local t = {}
    for i = 1, 3 do t[i] = one_of(i % 2 == 1 and list or names) end
    return t
  end
  return k
end

local function arguments(n)
  local args = {}
  if n % 4 == 0 then
    for i = 1, 3 do
      if n % 12 == 0 then args[i] = make() else args[i] = make(n % 17) end
    end
    return args, 3
  end
  for i = 1, n % 5 do args[i] = make() end
  return args, n % 5
end

local total, functions = 0, 0
for i = 1, 3000 do
  local args, n = arguments(i)
  for j = 1, n do
    local v = args[j]
    if type(v) == "number" then total = total + v
    elseif type(v) == "table" and type(v[2]) == "function" and v[1] then functions = functions + (type(v[1]) == "function" and v[2](4) or 1) end
  end
end
print(total, functions)
