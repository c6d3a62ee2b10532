-- Helpers of generated programs with loop nests: an object with sizes, functions to call in loops, and printing that shows every bit.
local MESSAGES = @MESSAGES@

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

-- The values of f(first) to f(last).
local function list(first, last, f)
  local all = {}
  for k = first, last do all[#all + 1] = f(k) end
  return all
end

local function show(v)
  if type(v) == "table" then
    local parts = {}
    -- Up to a number that no list reaches, since a length is not defined where something is missing.
    for k = 0, 34 do
      if v[k] ~= nil then parts[#parts + 1] = k .. "=" .. show(v[k]) end
    end
    return "{" .. table.concat(parts, ", ") .. "}"
  end
  if math.type(v) == "float" then return v ~= v and "nan" or string.format("%.17g", v) .. "f" end
  return tostring(v)
end

-- Errors without their line: for a division by zero the reference gives that of an instruction before.
local function attempt(f)
  local ok, e = pcall(f)
  if not ok then print("caught", MESSAGES and tostring(e):gsub("^[^:]*:%d+: ", "") or type(e)) end
end
