-- Tables filled in many orders, against a model: a table with string keys, which has no array part.
local seed = 12345
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end

local function check(t, model, name)
  local n = 0
  for k, v in pairs(t) do
    n = n + 1
    assert(model[tostring(k)] == v, name)
  end
  for k, v in pairs(model) do
    n = n - 1
    assert(t[math.tointeger(k)] == v, name)
  end
  assert(n == 0, name)
  local border = #t
  assert(border >= 0 and (border == 0 or t[border] ~= nil) and t[border + 1] == nil, name)
end

local function fill(name, n, key, value)
  local t, model = {}, {}
  for i = 1, n do
    local k = key(i)
    local v = value(i)
    t[k] = v
    model[tostring(k)] = v
  end
  check(t, model, name)
  return t, model
end

local values = {
  ints = function(i) return i end,
  floats = function(i) return i + 0.5 end,
  bools = function(i) return i % 2 == 0 end,
  texts = function(i) return "x" .. i end,
  mixed = function(i) return i % 3 == 0 and i or i % 3 == 1 and i / 4 or ({i})[1] > 0 end,
  holes = function(i) if i % 5 ~= 0 then return i end end,
}
local N = 300
local orders = {
  {"from 1", function(i) return i end},
  {"from 0", function(i) return i - 1 end},
  {"from 2", function(i) return i + 1 end},
  {"from -3", function(i) return i - 4 end},
  {"down", function(i) return N + 1 - i end},
  {"down to 0", function(i) return N - i end},
  {"by 2", function(i) return 2 * i end},
  {"by 3 from 1", function(i) return 3 * i - 2 end},
  {"there and back", function(i) return i % 2 == 0 and i or N + 1 - i end},
  {"interleaved", function(i) return i * 7 % 301 end},
  {"powers", function(i) return 1 << (i % 40) end},
  {"random", function(i) return random(400) end},
  {"random and negative", function(i) return random(400) - 200 end},
  {"far", function(i) return i * (1 << 33) + i % 3 end},
}
for _, order in ipairs(orders) do
  for name, value in pairs(values) do fill(order[1] .. " " .. name, N, order[2], value) end
  print(order[1], "ok")
end

-- Removal and refill, appending behind constructors, at random.
for round = 1, 40 do
  local t, model = {10, 20, 30, nil, 50}, {["1"] = 10, ["2"] = 20, ["3"] = 30, ["5"] = 50}
  for step = 1, 200 do
    local k = random(60) - (round % 3 == 0 and 10 or 0)
    local v = random(3) > 1 and step or nil
    if random(8) == 1 then k = #t + 1 end
    t[k], model[tostring(k)] = v, v
    if step % 50 == 0 then check(t, model, "round " .. round) end
  end
  for k in pairs(t) do t[k] = nil end
  assert(next(t) == nil and #t == 0)
  for i = 1, 50 do t[i] = i end
  assert(#t == 50)
end
print("rounds", "ok")

-- Lengths of lists.
for n = 0, 70 do
  local up, down, from0 = {}, {}, {}
  for i = 1, n do up[i] = i end
  for i = n, 1, -1 do down[i] = i end
  for i = 0, n do from0[i] = i end
  assert(#up == n and #down == n and #from0 == n)
  for i = n, 1, -1 do
    up[i], down[i], from0[i] = nil, nil, nil
    assert(#up == i - 1 and #down == i - 1 and #from0 == i - 1)
  end
end
print("lengths", "ok")

-- Memory: only what is used counts.
local function kilobytes(make)
  collectgarbage()
  collectgarbage()
  local before = collectgarbage("count")
  local t = make()
  collectgarbage()
  local after = collectgarbage("count")
  return after - before, t
end
local sizes = {
  {"powers", 200, function() local a = {} for i = 0, 28 do a[1 << i] = true end return a end},
  {"sparse", 2000, function() local a = {} for i = 1, 1000 do a[i * 1000] = i end return a end},
  {"growing gaps", 2000, function() local a = {} for i = 1, 1000 do a[i * i] = i end return a end},
  {"doubling with nils", 400, function()
    local a = {1, 2}
    for i = 2, 26 do a[1 << i] = i end
    return a
  end},
  {"dense", 6000, function() local a = {} for i = 1, 100000 do a[i] = i end return a end},
}
for _, s in ipairs(sizes) do
  local kb, t = kilobytes(s[3])
  print(s[1], kb < s[2] or kb)
end
