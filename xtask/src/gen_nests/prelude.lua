-- Helpers of generated programs with loop nests: an object with sizes, functions to call in loops, and printing that shows every bit.
local MESSAGES = @MESSAGES@
local concat = table.concat

local Box = {}
Box.__index = Box

local function box(n, m) return setmetatable({ n = n, m = m, total = 0.0, count = 0 }, Box) end

function Box:add(x)
  self.total = self.total + x
  self.count = self.count + 1
  return self.total
end

local function blend(x, y) return x * 0.5 + y * 0.25 end

local function clamp(x, low, high)
  if x < low then return low end
  if x > high then return high end
  return x
end

local function bump(a, k)
  a[k] = a[k] + 1
  return a[k]
end

local function floats(n, a, b, c, r)
  local all = {}
  for k = 0, n - 1 do all[k + 1] = ((r or 0) * 13 + k) * a % b * 0.25 - c end
  return all
end

local function integers(n, a, b, c, r)
  local all = {}
  for k = 0, n - 1 do all[k + 1] = ((r or 0) * 13 + k) * a % b - c end
  return all
end

local orders = {
  [0] = function(k, n) return k + 1 end,
  function(k, n) return n - k end,
  function(k, n) return (k * 7 + 2) % n + 1 end,
  function(k, n) return k * k % n + 1 end,
  function(k, n) return k // 2 + 1 end,
  function(k, n) return 1 end,
}

local function indices(n, order)
  local all = {}
  for k = 0, n - 1 do all[k + 1] = orders[order](k, n) end
  return all
end

local function mixed(a)
  for k = 1, #a, 5 do a[k] = 0.5 end
  return a
end

-- A list of rows, the r-th as long as `length` says.
local function rows(make, n, length, a, b, c)
  local all = {}
  for r = 0, n - 1 do all[r + 1] = make(length(r), a, b, c, r) end
  return all
end

local function grid(make, n, m, a, b, c)
  return rows(make, n, function() return m end, a, b, c)
end

local function triangle(make, n, m, a, b, c)
  return rows(make, n, function(r) return r + 1 end, a, b, c)
end

local function last_shorter(make, n, m, a, b, c)
  return rows(make, n, function(r) return r < n - 1 and m or m - 1 end, a, b, c)
end

local function odd_shorter(make, n, m, a, b, c)
  return rows(make, n, function(r) return m - r % 2 end, a, b, c)
end

local function one_row(make, n, m, a, b, c)
  local row = make(m, a, b, c)
  return rows(function() return row end, n, function() return m end, a, b, c)
end

local function show(v)
  if type(v) == "table" then
    local parts = {}
    -- Up to a number that no list reaches, since a length is not defined where something is missing.
    for k = 0, 34 do
      if v[k] ~= nil then parts[#parts + 1] = k .. "=" .. show(v[k]) end
    end
    return "{" .. concat(parts, ", ") .. "}"
  end
  if math.type(v) == "float" then return v ~= v and "nan" or string.format("%.17g", v) .. "f" end
  return tostring(v)
end

-- Errors without their line: for a division by zero the reference gives that of an instruction before.
local function attempt(f)
  local ok, e = pcall(f)
  if not ok then print("caught", MESSAGES and tostring(e):gsub("^[^:]*:%d+: ", "") or type(e)) end
end
