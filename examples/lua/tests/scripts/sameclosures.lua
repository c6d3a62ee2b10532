-- Closures of one function that differ in their upvalues, called from hot code: those of chunks that run several times, of loops made of
-- goto, and of functions that call themselves. What is known of the first closure must not be taken for the others.

local chunk = load([[
  local step, name = ...
  local count = 0
  local function add(n) count = count + n * step; return count end
  local function down(n) if n == 0 then return name end return down(n - 1) end
  local total = 0
  for i = 1, 200 do total = total + add(i) end
  return total, down(150), add, down
]])

local adders, downs = {}, {}
for k = 1, 5 do
  local total, name, add, down = chunk(k, "chunk " .. k)
  print(k, total, name)
  adders[k], downs[k] = add, down
end

local sum = 0
for i = 1, 500 do
  local k = i % 5 + 1
  sum = sum + adders[k](i)
  if i % 100 == 0 then print(i, sum, downs[k](50)) end
end

-- A loop that only goto makes.
local made, at = {}, 1
::again::
local mine = at * 10
made[at] = function(x) return x + mine end
at = at + 1
if at <= 4 then goto again end
local seen = 0
for i = 1, 400 do seen = seen + made[i % 4 + 1](i) end
print(seen)

-- A function that is replaced by another closure of the same code while its loop is hot.
local function maker(k) return function(x) return x * k end end
local current = maker(2)
local out = 0
for i = 1, 300 do
  if i == 150 then current = maker(3) end
  out = out + current(i)
end
print(out)

-- The same main chunk, with another environment.
local env_chunk = load("local function get() return value end; local n = 0; for i = 1, 100 do n = n + get() end; return n", "env", "t", { value = 1 })
print(env_chunk())
local other = load("local function get() return value end; local n = 0; for i = 1, 100 do n = n + get() end; return n", "env", "t", { value = 7 })
print(other(), env_chunk(), other())
