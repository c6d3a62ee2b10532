-- Elements of lists set to nil: the last one, one in the middle, one that is nil already, with and without metamethods.
local function pop(t) local n = #t local v = t[n] t[n] = nil return v end

-- Stacks of every kind of element.
local kinds = { function(i) return i end, function(i) return i + 0.5 end, function(i) return i % 3 == 0 end, function(i) return "s" .. i end,
  function(i) return i % 2 == 0 and i or {} end }
for k, make in ipairs(kinds) do
  local t, sum = {}, 0
  for round = 1, 60 do
    for i = 1, round % 7 + 3 do t[#t + 1] = make(i) end
    for i = 1, round % 5 + 2 do
      local v = pop(t)
      sum = sum + (type(v) == "number" and v or type(v) == "string" and #v or v and 1 or 0)
    end
  end
  print(k, #t, sum)
  while #t > 0 do pop(t) end
  print(#t, t[0], t[1], next(t))
end

-- A queue: from the front.
local q, first, last, sum = {}, 1, 0, 0
for i = 1, 500 do
  last = last + 1
  q[last] = i
  if i % 3 ~= 0 then sum = sum + q[first]; q[first] = nil; first = first + 1 end
end
print(first, last, sum, q[first], q[first - 1], q[last])
while first <= last do sum = sum + q[first]; q[first] = nil; first = first + 1 end
print(sum, next(q), #q)

-- Holes, and the end of the list behind them.
for round = 1, 50 do
  local t = { "a", "b", "c", "d", "e", "f" }
  t[5] = nil
  t[4] = nil
  t[6] = nil
  if round == 50 then print(#t, t[3], t[4], t[5], t[6]) end
  t[4] = "again"
  t[2] = nil
  t[2] = nil
  t[4] = nil
  t[3] = nil
  if round == 50 then
    local n = 0
    for _ in pairs(t) do n = n + 1 end
    print(n, t[1], t[2])
  end
end

-- Metamethods: asked for what is not there.
local asked = 0
local meta = { __newindex = function(t, k, v) asked = asked + 1; rawset(t, k, v) end, __index = function(_, k) return -k end }
for round = 1, 50 do
  local t = setmetatable({ "a", "b", "c", "d" }, meta)
  t[2] = nil
  t[2] = nil
  t[4] = nil
  t[4] = nil
  t[2] = "b"
  t[4] = "d"
  if round == 50 then print(asked, #t, t[1], t[2], t[3], t[4], t[5]) end
end

-- table.remove, and what follows the array part elsewhere.
local far = {}
for i = 10, 1, -1 do far[i] = i end
for i = 1, 30 do
  far[#far + 1] = i
  if i % 2 == 0 then table.remove(far) end
end
while #far > 3 do far[#far] = nil end
print(#far, far[1], far[3], far[4])

-- While it is gone through.
local t = {}
for i = 1, 40 do t[i] = i end
local seen = 0
for k, v in pairs(t) do
  seen = seen + v
  t[k] = nil
end
print(seen, next(t), #t)
for i = 1, 40 do t[i] = i end
for i = #t, 1, -1 do if i % 3 ~= 0 then t[i] = nil end end
local left = 0
for _, v in pairs(t) do left = left + v end
print(left)
