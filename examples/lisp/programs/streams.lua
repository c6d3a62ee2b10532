local from
function from(n) return { n, function() return from(n + 1) end } end
local function rest(s) return s[2]() end
local keep
function keep(s, test)
  if test(s[1]) then return { s[1], function() return keep(rest(s), test) end } end
  return keep(rest(s), test)
end
local sieve
function sieve(s)
  local p = s[1]
  return { p, function() return sieve(keep(rest(s), function(n) return n % p ~= 0 end)) end }
end
local nth
function nth(s, n)
  if n == 0 then return s[1] end
  return nth(rest(s), n - 1)
end
local function workload(n) return nth(sieve(from(2)), n) end

local size = tonumber(arg and arg[1]) or 40
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
