-- A least recently used cache, memoised functions, a bank with transactions,
-- and pipelines of coroutines connected by closures that iterate.

local format, floor = string.format, math.floor
local yield, wrap = coroutine.yield, coroutine.wrap
local unpack = table.unpack or unpack

---------------------------------------------------------------------------
-- LRU cache: doubly linked list with a sentinel plus an index by key

local Cache = {}
Cache.__index = Cache

function Cache.new(capacity, onEvict)
  local sentinel = {}
  sentinel.before, sentinel.after = sentinel, sentinel
  return setmetatable({
    capacity = capacity, size = 0, index = {}, list = sentinel,
    onEvict = onEvict, hits = 0, misses = 0,
  }, Cache)
end

local function unlink(entry)
  entry.before.after = entry.after
  entry.after.before = entry.before
end

function Cache:front(entry)
  local list = self.list
  entry.before, entry.after = list, list.after
  list.after.before = entry
  list.after = entry
end

function Cache:get(key)
  local entry = self.index[key]
  if not entry then
    self.misses = self.misses + 1
    return nil
  end
  self.hits = self.hits + 1
  unlink(entry)
  self:front(entry)
  return entry.value
end

function Cache:put(key, value)
  local entry = self.index[key]
  if entry then
    entry.value = value
    unlink(entry)
  else
    if self.size >= self.capacity then self:evict() end
    entry = { key = key, value = value }
    self.index[key] = entry
    self.size = self.size + 1
  end
  self:front(entry)
end

function Cache:evict()
  local oldest = self.list.before
  unlink(oldest)
  self.index[oldest.key] = nil
  self.size = self.size - 1
  if self.onEvict then self.onEvict(oldest.key, oldest.value) end
end

-- iterates from the most to the least recently used entry
function Cache:entries()
  local entry = self.list
  return function()
    entry = entry.after
    if entry ~= self.list then return entry.key, entry.value end
  end
end

---------------------------------------------------------------------------
-- Memoisation

local function memoize(f, capacity)
  local cache = Cache.new(capacity)
  return function(...)
    local key = table.concat({ ... }, ":")
    local value = cache:get(key)
    if value == nil then
      value = f(...)
      cache:put(key, value)
    end
    return value
  end, cache
end

local function newBinomial()
  local binomial, cache
  binomial, cache = memoize(function(n, k)
    if k == 0 or k == n then return 1 end
    return binomial(n - 1, k - 1) + binomial(n - 1, k)
  end, 120)
  return binomial, cache
end

---------------------------------------------------------------------------
-- Bank: nested transactions keep an undo log of closures

local Bank = {}
Bank.__index = Bank

function Bank.new()
  return setmetatable({ balances = {}, log = nil, depth = 0, commits = 0, rollbacks = 0 }, Bank)
end

function Bank:set(account, amount)
  local balances = self.balances
  local old = balances[account]
  balances[account] = amount
  if self.log then
    table.insert(self.log, function() balances[account] = old end)
  end
end

function Bank:open(account, amount)
  if self.balances[account] then error(format("account %s exists", account), 0) end
  self:set(account, amount)
end

function Bank:add(account, amount)
  local balance = self.balances[account]
  if not balance then error(format("account %s unknown", account), 0) end
  if balance + amount < 0 then error({ account = account, short = -(balance + amount) }) end
  self:set(account, balance + amount)
end

function Bank:transaction(body, ...)
  local outer = self.log
  local log = {}
  self.log = log
  self.depth = self.depth + 1
  local result = { pcall(body, self, ...) }
  self.depth = self.depth - 1
  self.log = outer
  if result[1] then
    self.commits = self.commits + 1
    if outer then
      for _, undo in ipairs(log) do outer[#outer + 1] = undo end
    end
  else
    self.rollbacks = self.rollbacks + 1
    for i = #log, 1, -1 do log[i]() end
  end
  return unpack(result)
end

function Bank:total()
  local total, accounts = 0, 0
  for _, balance in pairs(self.balances) do
    total = total + balance
    accounts = accounts + 1
  end
  return total, accounts
end

local function transfer(bank, from, to, amount)
  bank:add(to, amount)
  bank:add(from, -amount)
  return amount
end

---------------------------------------------------------------------------
-- Iterators and pipelines

local function range(first, last, step)
  step = step or 1
  local i = first - step
  return function()
    i = i + step
    if i <= last then return i end
  end
end

local function map(f, iterator)
  return function()
    local value = iterator()
    if value ~= nil then return f(value) end
  end
end

local function filter(predicate, iterator)
  return function()
    while true do
      local value = iterator()
      if value == nil or predicate(value) then return value end
    end
  end
end

local function zip(a, b)
  return function()
    local x, y = a(), b()
    if x ~= nil and y ~= nil then return x, y end
  end
end

-- in-order walk of a binary tree built from numbers
local function treeOf(iterator)
  local root
  for value in iterator do
    local node = { value = value }
    local at, side = root, nil
    while at do
      side = value < at.value and "left" or "right"
      if not at[side] then break end
      at = at[side]
    end
    if at then at[side] = node else root = node end
  end
  return root
end

local function inorder(node)
  if node then
    inorder(node.left)
    yield(node.value)
    inorder(node.right)
  end
end

local function walk(tree)
  return wrap(function() inorder(tree) end)
end

-- scheduler for producers and consumers sharing bounded channels
local function newChannel(limit)
  local items, closed = {}, false
  local channel = {}
  function channel.send(value)
    while #items >= limit do yield("full") end
    items[#items + 1] = value
  end
  function channel.close() closed = true end
  function channel.receive()
    while #items == 0 do
      if closed then return nil end
      yield("empty")
    end
    return table.remove(items, 1)
  end
  return channel
end

local function schedule(tasks)
  local switches, waits = 0, { full = 0, empty = 0 }
  while #tasks > 0 do
    for i = #tasks, 1, -1 do
      local ok, reason = coroutine.resume(tasks[i])
      assert(ok, reason)
      switches = switches + 1
      if coroutine.status(tasks[i]) == "dead" then
        table.remove(tasks, i)
      elseif waits[reason] then
        waits[reason] = waits[reason] + 1
      end
    end
  end
  return switches * 100 + waits.full * 10 + waits.empty
end

---------------------------------------------------------------------------

local seed

local function random(limit)
  seed = seed * 16807 % 2147483647
  return seed % limit
end

local function cacheWork(steps)
  local evicted = 0
  local cache = Cache.new(24, function(key, value) evicted = evicted + #key * value end)
  for i = 1, steps do
    local key = "page" .. floor(random(64) * random(64) / 64)
    if not cache:get(key) then cache:put(key, i) end
  end
  local order = 0
  for key, value in cache:entries() do order = (order * 7 + #key * 100 + value) % 1000003 end
  return order + evicted + cache.hits * 3 + cache.misses
end

local function bankWork(steps)
  local bank = Bank.new()
  for i = 1, 12 do bank:open("a" .. i, 1000) end
  local short = 0
  for _ = 1, steps do
    local from, to = "a" .. random(13) + 1, "a" .. random(12) + 1
    local ok, problem = bank:transaction(function(b, amount)
      transfer(b, from, to, amount)
      local inner = b:transaction(transfer, to, "a" .. random(13) + 1, amount * 2)
      if not inner and amount > 600 then error("too much", 0) end
    end, random(700) + 1)
    if not ok then
      short = short + (type(problem) == "table" and problem.short or #problem)
    end
  end
  local total, accounts = bank:total()
  assert(total == 12000 and accounts == 12 and bank.depth == 0, "money was lost")
  return short + bank.commits * 1000 + bank.rollbacks + bank.balances.a1
end

local function pipelineWork(items)
  local raw, cooked = newChannel(4), newChannel(2)
  local total = 0
  local tasks = {
    coroutine.create(function()
      for value in map(function(x) return x * x % 101 end, range(1, items)) do raw.send(value) end
      raw.close()
    end),
    coroutine.create(function()
      for value in raw.receive do
        if value % 3 ~= 0 then cooked.send(value + 0.5) end
      end
      cooked.close()
    end),
    coroutine.create(function()
      for value in cooked.receive do total = (total * 3 + value * 2) % 1000003 end
    end),
  }
  return schedule(tasks) * 10 + total
end

local function run(n)
  seed = 1618
  local sum = 0
  local function add(value) sum = (sum * 31 + value) % 1000000007 end
  for round = 1, n do
    add(cacheWork(200))
    local binomial, cache = newBinomial()
    add(binomial(14, 6 + round % 3) * 10 + cache.hits)
    add(bankWork(40))
    add(pipelineWork(40))
    local odd = filter(function(x) return x % 2 == 1 end, map(random, range(50, 90)))
    local place = 0
    for i, value in zip(range(1, 1000, 3), walk(treeOf(odd))) do place = place + i * value end
    add(place)
  end
  return format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 145
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
