local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end
local workload = fib

local size = tonumber(arg and arg[1]) or 18
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
