-- Lists of values whose length nobody knows beforehand: results of calls in every place that takes all of them, from recursive and other functions,
-- through the library, metamethods and coroutines, with 0 to 300 values. Each line is a checksum of many calls.

local select, unpack, pack = select, table.unpack, table.pack

-- i, i - 1, .., 1, by recursion in the last place of a list.
local function down(i) if i > 0 then return i, down(i - 1) end end

-- The elements of a list, likewise; as many calls as values.
local function each(t, i) if t[i] ~= nil then return t[i], each(t, i + 1) end end

-- Through extra arguments, growing from the left and from the right.
local function left(i, ...) if i == 0 then return ... end return left(i - 1, i, ...) end
local function right(i, ...) if i == 0 then return ... end return (select('#', ...)) + 1, right(i - 1, ...) end

-- Recursion through pcall, xpcall, select, an iterator's wrapper and a coroutine.
local function safe(i) if i > 0 then return i, select(2, pcall(safe, i - 1)) end end
local function handled(i) if i > 0 then return i, select(2, xpcall(handled, error, i - 1)) end end
local function chosen(i) if i > 0 then return select(2, nil, i, chosen(i - 1)) end end
local function packed(i) if i > 0 then return i, unpack({ packed(i - 1) }) end end
local function wrapped(i)
  if i > 0 then return i, coroutine.wrap(wrapped)(i - 1) end
end
local function yielded(i)
  if i == 0 then return end
  local co = coroutine.create(function(...) local function go(...) return coroutine.yield(...) end return go(...) end)
  return select(2, coroutine.resume(co, i, yielded(i - 1)))
end

-- Through metamethods: __call takes and gives any number, __index and operators cut to one.
local caller = setmetatable({}, { __call = function(self, i) if i > 0 then return i, self(i - 1) end end })
local cutter = setmetatable({}, {
  __index = function(_, i) return down(i) end,
  __add = function(_, i) return down(i) end,
  __concat = function(_, i) return down(i) end,
  __len = function() return down(5) end,
  __eq = function() return down(4) end,
})

-- Methods, and mutual recursion with two values at a time.
local object = {}
function object:go(i) if i > 0 then return i, self:go(i - 1) end end
local even
local function odd(i) if i > 0 then return i, even(i - 1) end end
function even(i) if i > 0 then return i, odd(i - 1) end end
local function pairsof(i) if i > 1 then return i, i - 1, pairsof(i - 2) elseif i > 0 then return i end end

-- A tree of results: many short lists become one.
local function leaves(n, x)
  if n <= 0 then return x end
  local t = pack(leaves(n - 1, x))
  return x, leaves(n - 2, x + 1), unpack(t, 1, t.n)
end

local function sum(...)
  local s, n = 0, select('#', ...)
  for k = 1, n do s = (s * 31 + (select(k, ...))) % 1000003 end
  return n * 1000003 + s
end
-- The same without extra arguments beyond the call.
local function sumof(t)
  local s = 0
  for k = 1, #t do s = (s * 31 + t[k]) % 1000003 end
  return #t * 1000003 + s
end

local makers = {
  down = down,
  each = function(n) local t = { down(n) } return each(t, 1) end,
  left = function(n) return left(n) end,
  right = function(n) return right(n) end,
  safe = safe, handled = handled, chosen = chosen, packed = packed,
  caller = function(n) return caller(n) end,
  method = function(n) return object:go(n) end,
  mutual = odd, pairs = pairsof,
  wrapped = function(n) return wrapped(n % 12) end,
  yielded = function(n) return yielded(n % 12) end,
  leaves = function(n) return leaves(n % 9, n) end,
  byte = function(n) return string.byte(("abcdefghij"):rep(30), 1, n) end,
  unpack = function(n) local t = {} for k = 1, n do t[k] = k * k end return unpack(t) end,
  find = function(n) return ("x" .. n .. "y"):find("()%d()%d*()y()") end,
}
local names = {}
for name in pairs(makers) do names[#names + 1] = name end
table.sort(names)

-- What takes all values: each use in a function of its own.
local users = {
  argument = function(f, n) return sum(f(n)) end,
  arguments = function(f, n) return sum(7, n, f(n)) end,
  constructor = function(f, n) return sumof({ f(n) }) end,
  fields = function(f, n) return sumof({ 5, 6, a = 1, f(n) }) end,
  results = function(f, n) local function g() return f(n) end return sum(g()) end,
  behind = function(f, n) local function g() return 8, 9, f(n) end return sum(g()) end,
  protected = function(f, n) return sum(select(2, pcall(f, n))) end,
  handled = function(f, n) return sum(select(2, xpcall(f, error, n))) end,
  varargs = function(f, n) local function g(...) local a, b = ... return b or 0, a or 0, ... end return sum(g(f(n))) end,
  selected = function(f, n) return sum(select(-3, 1, 2, 3, f(n))) end,
  counted = function(f, n) return (select('#', f(n))) end,
  cut = function(f, n) local a, b, c = f(n) return sum(a or 1, b or 2, c or 3, (f(n)) or 4) end,
  packed = function(f, n) local t = pack(f(n)) return sum(t.n, unpack(t, 1, t.n)) end,
  coroutine = function(f, n)
    local step = coroutine.wrap(function(...) coroutine.yield(f(n)) return 4, f(n) end)
    return sum(step()) + sum(step())
  end,
  concatenated = function(f, n) return #table.concat({ f(n) }, ",") end,
  minimum = function(f, n) return math.max(0, f(n)) + math.min(1000, f(n)) end,
  closed = function(f, n)
    local closings = 0
    local closer = setmetatable({}, { __close = function() closings = closings + 1 down(6) end })
    local function g() local x <close> = closer return f(n) end
    return sum(g()) + closings
  end,
  loop = function(f, n)
    local s = 0
    for a, b in function(limit, i) if i < limit then return i + 1, f(n) end end, 3, 0 do s = s + a + (b or 0) end
    return s
  end,
  assigned = function(f, n) local t = {} t.a, t.b, t.c = f(n) return sum(t.a or 1, t.b or 2, t.c or 3) end,
}
local uses = {}
for use in pairs(users) do uses[#uses + 1] = use end
table.sort(uses)

-- Short lists, whose lengths change all the time: compiled code meets lengths it has not seen.
for _, use in ipairs(uses) do
  local f, line = users[use], { use }
  for _, name in ipairs(names) do
    local maker, total = makers[name], 0
    for k = 1, 36 do
      local n = k < 16 and k % 3 or k * 7 % 9
      total = (total * 7 + f(maker, n)) % 999999937
    end
    line[#line + 1] = total
  end
  print(table.concat(line, " "))
end

-- Long ones.
for _, use in ipairs(uses) do
  local f, line = users[use], { use }
  for _, name in ipairs(names) do
    if name ~= "wrapped" and name ~= "yielded" and name ~= "find" then
      local maker, total = makers[name], 0
      for _, n in ipairs { 40, 5, 120 } do total = (total * 7 + f(maker, n)) % 999999937 end
      line[#line + 1] = total
    end
  end
  print(table.concat(line, " "))
end

-- The longest, where a frame's registers do not reach.
for _, n in ipairs { 249, 250, 251, 252, 253, 254, 255, 256, 257, 300 } do
  local s = 0
  for k = 1, 2 do
    s = s + sum(down(n)) + sumof { down(n) } + sum((pcall(down, n)) and 1, safe(n % 180)) + #{ object:go(n) }
  end
  print(n, s)
end

-- Metamethods cut to one value.
local s = 0
for k = 1, 300 do
  s = s + cutter[k % 9 + 1] + (cutter + (k % 7 + 1)) + (cutter .. (k % 5 + 1)) + #cutter
  if setmetatable({}, getmetatable(cutter)) == cutter then s = s + 1 end
end
print(s)

-- One function with few and many results by turns, in one loop.
local function some(k) if k % 50 == 0 then return down(20) elseif k % 7 == 0 then return 1, 2, 3, 4 elseif k % 3 == 0 then return 1, 2 end end
local function rec(d, k) if d == 0 then return some(k) end return rec(d - 1, k) end
local function outer(d, k) if d > 0 then return d, outer(d - 1, k) end return (select('#', rec(3, k))), rec(3, k) end
local t = 0
for k = 1, 2000 do t = (t * 3 + sum(some(k)) + sum(rec(2, k)) + sum(outer(k % 4, k))) % 999999937 end
print(t)
