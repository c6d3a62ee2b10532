-- Hash parts of few entries, which have no index, and of more.
local function shown(t)
  local keys = {}
  for k, v in pairs(t) do keys[#keys + 1] = tostring(k) .. "=" .. tostring(v) end
  table.sort(keys)
  return table.concat(keys, " ")
end
local long = ("long "):rep(20)
local out = {}
for round = 1, 60 do
  local t = {}
  for i = 1, round % 14 do t[-i] = i; t[i * 0.5 + 0.25] = -i end
  t[long .. "a"], t[("long "):rep(20) .. "b"] = 1, 2
  t[true], t[false] = "yes", "no"
  local key = {}
  t[key] = round
  assert(t[key] == round and t[long .. "b"] == 2 and t[("long "):rep(20) .. "a"] == 1 and t[nil] == nil)
  for k in pairs(t) do if type(k) == "number" and k < 0 then t[k] = nil end end
  t[key] = nil
  t[-100], t[-3] = "far", "again"
  local first, second = next(t)
  assert(t[first] == second)
  out[#out + 1] = shown(t) .. " " .. #t
  for i = 1, 12 do t[-200 - i] = i; t[-200 - i] = nil end
  t[long .. "a"] = nil
  out[#out + 1] = shown(t)
end
for i = 1, #out do print(out[i]) end
-- In any order; what is in the list moves there.
for n = 1, 20 do
  local t = {}
  for i = n, 1, -1 do t[i] = i * i end
  t[1.5], t.name = "half", "named"
  local sum = 0
  for i, v in ipairs(t) do sum = sum + v end
  for k in pairs(t) do if k ~= 1.5 then t[k] = nil end end
  print(n, sum, #t, next(t) == 1.5, next(t, 1.5))
end
local weak = setmetatable({}, { __mode = "k" })
for i = 1, 5 do weak[{}] = i end
local kept = {}
weak[kept] = "kept"
collectgarbage()
print(weak[kept], next(weak) == kept, shown(weak):match("=(.*)"))
