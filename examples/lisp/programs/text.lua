local function line(k) return "line " .. k .. (k % 2 == 0 and " even\n" or " odd\n") end
local function workload(n)
  local all = {}
  for k = 0, n - 1 do all[#all + 1] = line(k) end
  local s = table.concat(all)
  local sum = 0
  for i = 1, #s do sum = (sum * 31 + s:byte(i)) % 1000003 end
  return #s .. " " .. sum
end

local size = tonumber(arg and arg[1]) or 300
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
