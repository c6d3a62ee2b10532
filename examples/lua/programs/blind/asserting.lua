-- Containers that guard their invariants with assert and error: a matrix,
-- a ring buffer, a sorted list and a set, with tests that provoke failures.

local floor, format = math.floor, string.format

local function integer(value, what)
  assert(type(value) == "number" and value == floor(value), what .. " must be an integer")
  return value
end

---------------------------------------------------------------------------
local Matrix = {}
Matrix.__index = Matrix

function Matrix.new(rows, cols, fill)
  assert(integer(rows, "rows") > 0, "rows must be positive")
  assert(integer(cols, "cols") > 0, "cols must be positive")
  local self = { rows = rows, cols = cols, data = {} }
  for i = 1, rows * cols do
    self.data[i] = fill or 0
  end
  return setmetatable(self, Matrix)
end

function Matrix:index(row, col)
  if row < 1 or row > self.rows then
    error(format("row %d out of range", row), 0)
  end
  if col < 1 or col > self.cols then
    error(format("column %d out of range", col), 0)
  end
  return (row - 1) * self.cols + col
end

function Matrix:get(row, col)
  return self.data[self:index(row, col)]
end

function Matrix:set(row, col, value)
  assert(value ~= nil, "matrix value missing")
  self.data[self:index(row, col)] = value
end

function Matrix:multiply(other)
  assert(self.cols == other.rows, "matrix sizes do not match")
  local result = Matrix.new(self.rows, other.cols)
  for i = 1, self.rows do
    for j = 1, other.cols do
      local total = 0
      for k = 1, self.cols do
        total = total + self:get(i, k) * other:get(k, j)
      end
      result:set(i, j, total % 9973)
    end
  end
  return result
end

function Matrix:check()
  assert(#self.data == self.rows * self.cols, "matrix data lost")
  return self
end

---------------------------------------------------------------------------
local Ring = {}
Ring.__index = Ring

function Ring.new(capacity)
  assert(integer(capacity, "capacity") >= 1, "capacity too small")
  return setmetatable({ capacity = capacity, head = 1, size = 0, slots = {} }, Ring)
end

function Ring:check()
  assert(self.size >= 0 and self.size <= self.capacity, "ring size broken")
  assert(self.head >= 1 and self.head <= self.capacity, "ring head broken")
end

function Ring:push(value)
  assert(value ~= nil, "cannot push nil")
  if self.size == self.capacity then
    error({ code = "full", value = value })
  end
  local at = (self.head + self.size - 1) % self.capacity + 1
  self.slots[at] = value
  self.size = self.size + 1
  self:check()
end

function Ring:pop()
  if self.size == 0 then
    error({ code = "empty" })
  end
  local value = self.slots[self.head]
  self.slots[self.head] = nil
  self.head = self.head % self.capacity + 1
  self.size = self.size - 1
  self:check()
  return value
end

---------------------------------------------------------------------------
local SortedList = {}
SortedList.__index = SortedList

local function ascending(a, b) return a < b end

function SortedList.new(less)
  assert(less == nil or type(less) == "function", "comparison must be a function")
  return setmetatable({ items = {}, less = less or ascending }, SortedList)
end

function SortedList:position(value)
  local low, high = 1, #self.items + 1
  while low < high do
    local middle = floor((low + high) / 2)
    if self.less(self.items[middle], value) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

function SortedList:insert(value)
  local at = self:position(value)
  table.insert(self.items, at, value)
  assert(at == 1 or not self.less(value, self.items[at - 1]), "order broken on the left")
  assert(at == #self.items or not self.less(self.items[at + 1], value), "order broken on the right")
  return at
end

function SortedList:remove(value)
  local at = self:position(value)
  if self.items[at] ~= value then
    error("no such item: " .. tostring(value), 0)
  end
  return table.remove(self.items, at)
end

function SortedList:check()
  for i = 2, #self.items do
    assert(not self.less(self.items[i], self.items[i - 1]), "list is not sorted")
  end
end

---------------------------------------------------------------------------
local Set = {}
Set.__index = Set

function Set.new(list)
  local self = setmetatable({ members = {}, size = 0 }, Set)
  for _, value in ipairs(list or {}) do self:add(value) end
  return self
end

function Set:has(value)
  return self.members[value] == true
end

function Set:add(value)
  assert(value ~= nil, "set member missing")
  if not self.members[value] then
    self.members[value] = true
    self.size = self.size + 1
  end
end

function Set:discard(value)
  if not self.members[value] then return false end
  self.members[value] = nil
  self.size = self.size - 1
  return true
end

function Set:check()
  local count = 0
  for _, present in pairs(self.members) do
    assert(present == true, "set holds a false member")
    count = count + 1
  end
  assert(count == self.size, "set size is wrong")
end

function Set.__add(a, b)
  local result = Set.new()
  for value in pairs(a.members) do result:add(value) end
  for value in pairs(b.members) do result:add(value) end
  return result
end

function Set.__mul(a, b)
  local result = Set.new()
  for value in pairs(a.members) do
    if b:has(value) then result:add(value) end
  end
  return result
end

function Set.__le(a, b)
  for value in pairs(a.members) do
    if not b:has(value) then return false end
  end
  return true
end

---------------------------------------------------------------------------
local seed = 1

local function random(limit)
  seed = seed * 16807 % 2147483647
  return seed % limit
end

local function expectError(pattern, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "call should have failed")
  if type(message) == "table" then message = message.code end
  message = message:gsub("^.-:%d+: ", "") -- without the position
  assert(string.find(message, pattern, 1, true), "unexpected message: " .. message)
  return #message
end

local function testMatrix(size)
  local a, b = Matrix.new(size, size + 1), Matrix.new(size + 1, size, 1)
  for i = 1, size do
    for j = 1, size + 1 do
      a:set(i, j, random(100))
      b:set(j, i, random(50) - 25)
    end
  end
  local product = a:multiply(b):check()
  local total = 0
  for i = 1, size do
    total = total + product:get(i, i) * i
  end
  total = total + expectError("row 0", a.get, a, 0, 1)
  total = total + expectError("out of range", a.set, a, 1, size + 2, 5)
  total = total + expectError("do not match", a.multiply, a, a)
  total = total + expectError("must be an integer", Matrix.new, 2.5, 2)
  return total
end

local function testRing(steps)
  local ring = Ring.new(16)
  local total, full, empty = 0, 0, 0
  for i = 1, steps do
    if random(100) < 52 then
      local ok, err = pcall(ring.push, ring, i)
      if not ok then
        assert(err.code == "full" and err.value == i, "wrong error")
        full = full + 1
      end
    else
      local ok, value = pcall(ring.pop, ring)
      if ok then
        total = total + value
      else
        assert(value.code == "empty", "wrong error")
        empty = empty + 1
      end
    end
  end
  total = total + expectError("cannot push nil", ring.push, ring, nil)
  return total + full * 1000 + empty * 7 + ring.size
end

local function testSorted(steps)
  local list = SortedList.new()
  local reverse = SortedList.new(function(a, b) return a > b end)
  local total, misses = 0, 0
  for _ = 1, steps do
    local value = random(steps)
    total = total + list:insert(value) + reverse:insert(value)
  end
  for _ = 1, steps do
    local value = random(steps)
    local ok, message = pcall(list.remove, list, value)
    if ok then
      assert(reverse:remove(message) == value, "lists differ")
    else
      misses = misses + #message
    end
  end
  list:check()
  reverse:check()
  local count = #list.items
  for i, value in ipairs(list.items) do
    assert(reverse.items[count + 1 - i] == value, "lists are not mirrored")
    total = (total + i * value) % 1000003
  end
  expectError("must be a function", SortedList.new, 12)
  return total + misses
end

local function testSet(steps)
  local a, b = Set.new(), Set.new { 1, 2, 3 }
  local removed = 0
  for _ = 1, steps do
    a:add(random(200))
    b:add("k" .. random(40))
    b:add(random(200))
    if a:discard(random(200)) then removed = removed + 1 end
  end
  local union, common = a + b, a * b
  for _, set in ipairs { a, b, union, common } do set:check() end
  assert(common <= a and common <= b and a <= union and b <= union, "set order wrong")
  assert(union.size == a.size + b.size - common.size, "inclusion and exclusion")
  local damaged = Set.new { "x", "y" }
  damaged.size = 5
  return union.size * 1000 + common.size * 10 + removed + expectError("size is wrong", damaged.check, damaged)
end

local function run(n)
  seed = 4711
  local sum = 0
  for round = 1, n do
    sum = (sum * 31 + testMatrix(6 + round % 3)) % 1000000007
    sum = (sum * 31 + testRing(250)) % 1000000007
    sum = (sum * 31 + testSorted(60)) % 1000000007
    sum = (sum * 31 + testSet(80)) % 1000000007
  end
  return format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 95
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  local result = run(size)
  local seconds = os.clock() - start
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, seconds)) end
  assert(answer == nil or answer == result, "two runs of the same work disagree")
  answer = result
end
print(answer)
