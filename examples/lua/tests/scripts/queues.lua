-- Queues whose indices go up: what has left must not take memory, and lists that lose and regain elements stay right.
local function through(n, most, from)
  local q, first, last, sum = {}, from, from - 1, 0
  for i = 1, n do
    last = last + 1
    q[last] = i % 5 == 0 and "s" or i
    if last - first >= most then
      local x = q[first]
      sum = sum + (x == "s" and 1 or x)
      q[first] = nil
      first = first + 1
    end
  end
  local left, seen = 0, 0
  for k, v in pairs(q) do left = left + k; seen = seen + 1 end
  return sum, first, last, q[first], q[last], q[last + 1], q[first - 1], left, seen
end
for _, most in ipairs { 1, 3, 8, 20, 70, 300 } do
  print(most, through(5000, most, 1))
end
print(through(3000, 9, 2))
-- Emptied from the front, then filled again from the first.
local t = {}
for i = 1, 128 do t[i] = i end
for i = 1, 120 do t[i] = nil end
t[129] = 129
local n = 0
for k in pairs(t) do n = n + k end
print(n, t[121], t[128], t[129], t[1])
for i = 1, 120 do t[i] = -i end
n = 0
for i, v in ipairs(t) do n = n + v end
print(n, #t, t[129], t[130])
t[130] = "x"
print(#t, t[130])
local before = collectgarbage("count")
local kept = {}
local q, first = {}, 1
for i = 1, 200000 do q[i] = {}; if i > 4 then q[first] = nil; first = first + 1 end end
collectgarbage()
print(collectgarbage("count") - before < 1000)
