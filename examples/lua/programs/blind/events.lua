-- Discrete event simulation: a binary heap of timed events whose callbacks
-- receive variable arguments. Models a bank counter, a network link with
-- retransmission and a machine shop, all sharing one clock.

local unpack = table.unpack or unpack
local floor = math.floor

---------------------------------------------------------------------------
-- Heap of events ordered by time, then by serial number

local function before(a, b)
  if a.time ~= b.time then
    return a.time < b.time
  end
  return a.serial < b.serial
end

local Heap = {}
Heap.__index = Heap

function Heap.new()
  return setmetatable({ n = 0 }, Heap)
end

function Heap:push(event)
  local i = self.n + 1
  self.n = i
  while i > 1 do
    local parent = floor(i / 2)
    if not before(event, self[parent]) then break end
    self[i] = self[parent]
    i = parent
  end
  self[i] = event
end

function Heap:pop()
  if self.n == 0 then return nil end
  local top = self[1]
  local last = self[self.n]
  self[self.n] = nil
  self.n = self.n - 1
  if self.n > 0 then
    local i = 1
    while true do
      local child = i * 2
      if child > self.n then break end
      if child < self.n and before(self[child + 1], self[child]) then
        child = child + 1
      end
      if not before(self[child], last) then break end
      self[i] = self[child]
      i = child
    end
    self[i] = last
  end
  return top
end

---------------------------------------------------------------------------
-- Scheduler

local function newScheduler()
  local scheduler = { now = 0, executed = 0, cancelled = 0 }
  local heap = Heap.new()
  local serial = 0

  function scheduler.after(delay, callback, ...)
    serial = serial + 1
    local event = {
      time = scheduler.now + delay, serial = serial,
      callback = callback, count = select("#", ...), ...
    }
    heap:push(event)
    return event
  end

  function scheduler.cancel(event)
    if event and event.callback then
      event.callback = nil
      scheduler.cancelled = scheduler.cancelled + 1
      return true
    end
    return false
  end

  function scheduler.every(interval, times, callback, ...)
    local count = select("#", ...)
    local args = { ... }
    local left = times
    local function tick()
      left = left - 1
      callback(times - left, unpack(args, 1, count))
      if left > 0 then
        scheduler.after(interval, tick)
      end
    end
    return scheduler.after(interval, tick)
  end

  function scheduler.run(limit)
    while true do
      local event = heap:pop()
      if not event then break end
      if event.time > limit then
        heap:push(event)
        break
      end
      local callback = event.callback
      if callback then
        scheduler.now = event.time
        event.callback = nil
        scheduler.executed = scheduler.executed + 1
        callback(unpack(event, 1, event.count))
      end
    end
    scheduler.now = limit
    return heap.n
  end

  return scheduler
end

---------------------------------------------------------------------------
-- Signals: lists of listeners called with whatever was emitted

local function newSignal()
  local listeners = {}
  local signal = {}
  function signal.connect(listener)
    listeners[#listeners + 1] = listener
    return function()
      for i, other in ipairs(listeners) do
        if other == listener then
          table.remove(listeners, i)
          return true
        end
      end
      return false
    end
  end
  function signal.emit(...)
    -- listeners may disconnect while being called
    local current = { unpack(listeners) }
    for i = 1, #current do
      current[i](...)
    end
    return #current
  end
  return signal
end

local function newRandom(seed)
  local state = seed
  return function(low, high)
    state = state * 16807 % 2147483647
    return low + state % (high - low + 1)
  end
end

---------------------------------------------------------------------------
-- Bank counter with several clerks and impatient customers

local function bank(scheduler, random, clerks, customers)
  local free, line = clerks, {}
  local served, lost, waited = 0, 0, 0
  local leaving = newSignal()
  leaving.connect(function(_, wait) waited = waited + wait end)

  local function serve()
    while free > 0 and #line > 0 do
      local customer = table.remove(line, 1)
      scheduler.cancel(customer.impatience)
      free = free - 1
      scheduler.after(random(5, 20), function(started)
        free = free + 1
        served = served + 1
        leaving.emit(customer.id, started - customer.arrived)
        serve()
      end, scheduler.now)
    end
  end

  local function arrive(id)
    local customer = { id = id, arrived = scheduler.now }
    customer.impatience = scheduler.after(random(20, 60), function()
      for i, other in ipairs(line) do
        if other == customer then
          table.remove(line, i)
          lost = lost + 1
          return
        end
      end
    end)
    line[#line + 1] = customer
    serve()
    if id < customers then
      scheduler.after(random(1, 7), arrive, id + 1)
    end
  end

  scheduler.after(1, arrive, 1)
  return function() return served * 1000 + lost * 10 + waited end
end

---------------------------------------------------------------------------
-- Link: packets get lost and are sent again when the timer runs out

local function link(scheduler, random, packets)
  local timers, received, copies, order = {}, {}, 0, 0
  local acknowledged = 0
  local send

  local function acknowledge(number)
    if timers[number] then
      scheduler.cancel(timers[number])
      timers[number] = nil
      acknowledged = acknowledged + 1
    end
  end

  local function deliver(number, ...)
    if received[number] then
      copies = copies + 1
    else
      local weight = 0
      for i = 1, select("#", ...) do
        weight = weight + i * (select(i, ...) or 50)
      end
      received[number] = weight
      order = (order * 7 + number + weight) % 1000003
    end
    if random(1, 10) > 2 then
      scheduler.after(random(2, 4), acknowledge, number)
    end
  end

  function send(number, ...)
    if random(1, 10) > 3 then
      scheduler.after(random(3, 8), deliver, number, ...)
    end
    timers[number] = scheduler.after(15, send, number, ...)
  end

  for number = 1, packets do
    if number % 3 == 0 then
      scheduler.after(number * 2, send, number, nil, number % 11)
    else
      scheduler.after(number * 2, send, number, number % 5, number % 7, number)
    end
  end
  return function() return order + copies * 100 + acknowledged end
end

---------------------------------------------------------------------------
-- Shop: jobs walk through a chain of machines

local function shop(scheduler, random, jobs)
  local finished, checksum, busy = 0, 0, {}
  local done = newSignal()
  local disconnect
  disconnect = done.connect(function()
    if finished >= jobs / 2 then disconnect() end
    checksum = checksum + 3
  end)
  done.connect(function(job, ...)
    finished = finished + 1
    checksum = (checksum * 5 + job + select("#", ...)) % 1000003
  end)

  local function step(job, machine, ...)
    if machine > 4 then
      done.emit(job, ...)
    elseif busy[machine] then
      scheduler.after(3, step, job, machine, ...)
    else
      busy[machine] = true
      local length = random(2, 6)
      scheduler.after(length, function(...)
        busy[machine] = false
        step(job, machine + 1, length, ...)
      end, ...)
    end
  end

  scheduler.every(7, jobs, function(count, first)
    step(count, first)
  end, 1)
  return function() return checksum * 10 + finished end
end

---------------------------------------------------------------------------

local function run(n)
  local random = newRandom(90125)
  local sum = 0
  for _ = 1, n do
    local scheduler = newScheduler()
    local reports = {
      bank(scheduler, random, 3, 60),
      link(scheduler, random, 50),
      shop(scheduler, random, 30),
    }
    local pending = scheduler.run(150)
    pending = pending * 100 + scheduler.run(2000)
    for _, report in ipairs(reports) do
      sum = (sum * 31 + report()) % 1000000007
    end
    sum = (sum * 31 + scheduler.executed * 50 + scheduler.cancelled + pending) % 1000000007
  end
  return string.format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 50
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
