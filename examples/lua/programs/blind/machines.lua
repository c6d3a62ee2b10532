-- State machine simulations: a traffic crossing, an elevator bank and a
-- vending machine, each driven by a small deterministic random source.

local floor = math.floor

---------------------------------------------------------------------------
-- Random source and checksum

local Random = {}
Random.__index = Random

function Random.new(seed)
  return setmetatable({ state = seed % 2147483646 + 1 }, Random)
end

function Random:next(limit)
  self.state = self.state * 16807 % 2147483647
  return self.state % limit
end

function Random:chance(percent)
  return self:next(100) < percent
end

local function mix(sum, value)
  return (sum * 131 + value) % 1000000007
end

---------------------------------------------------------------------------
-- Traffic crossing: the enum members are strings

local Light = {
  RED = "red",
  RED_YELLOW = "red-yellow",
  GREEN = "green",
  YELLOW = "yellow",
}

local DURATION = {
  [Light.RED] = 4,
  [Light.RED_YELLOW] = 1,
  [Light.GREEN] = 6,
  [Light.YELLOW] = 2,
}

local NEXT_LIGHT = {
  [Light.RED] = Light.RED_YELLOW,
  [Light.RED_YELLOW] = Light.GREEN,
  [Light.GREEN] = Light.YELLOW,
  [Light.YELLOW] = Light.RED,
}

local function newSignal(name, light)
  return { name = name, light = light, timer = DURATION[light], queue = 0, passed = 0, waited = 0 }
end

local function stepSignal(signal, other)
  signal.timer = signal.timer - 1
  if signal.timer <= 0 then
    local following = NEXT_LIGHT[signal.light]
    if signal.light == Light.RED and other.light ~= Light.RED then
      signal.timer = 1 -- the crossing is still occupied
      return
    end
    signal.light = following
    signal.timer = DURATION[following]
  end
end

local function simulateCrossing(rng, ticks)
  local north = newSignal("north", Light.GREEN)
  local east = newSignal("east", Light.RED)
  local signals = { north, east }
  local changes = 0
  for _ = 1, ticks do
    for i, signal in ipairs(signals) do
      local before = signal.light
      stepSignal(signal, signals[3 - i])
      if signal.light ~= before then
        changes = changes + 1
      end
      if rng:chance(40) then
        signal.queue = signal.queue + 1
      end
      if signal.light == Light.GREEN and signal.queue > 0 then
        signal.queue = signal.queue - 1
        signal.passed = signal.passed + 1
      elseif signal.light == Light.YELLOW and signal.queue > 3 then
        signal.queue = signal.queue - 1
        signal.passed = signal.passed + 1
      end
      signal.waited = signal.waited + signal.queue
    end
    assert(not (north.light == Light.GREEN and east.light == Light.GREEN), "both directions green")
  end
  local sum = changes
  for _, signal in ipairs(signals) do
    sum = mix(sum, signal.passed)
    sum = mix(sum, signal.waited)
    sum = mix(sum, #signal.light)
  end
  return sum
end

---------------------------------------------------------------------------
-- Elevators: the enum members are tables, compared by identity

local State = {
  IDLE = { name = "idle", code = 1 },
  UP = { name = "up", code = 2, delta = 1 },
  DOWN = { name = "down", code = 3, delta = -1 },
  DOORS = { name = "doors", code = 4 },
}

local Elevator = {}
Elevator.__index = Elevator

function Elevator.new(id, floors)
  return setmetatable({
    id = id, floors = floors, level = 1, state = State.IDLE, resume = nil,
    stops = {}, pending = 0, wait = 0, travelled = 0, served = 0,
  }, Elevator)
end

function Elevator:request(level)
  if not self.stops[level] then
    self.stops[level] = true
    self.pending = self.pending + 1
  end
end

function Elevator:hasStopBeyond(delta)
  local level = self.level + delta
  while level >= 1 and level <= self.floors do
    if self.stops[level] then return true end
    level = level + delta
  end
  return false
end

function Elevator:cost(level)
  local distance = math.abs(self.level - level)
  if self.state == State.IDLE then return distance end
  if self.state.delta and (level - self.level) * self.state.delta < 0 then
    return distance + self.floors
  end
  return distance + self.pending
end

local function move(elevator)
  local state = elevator.state
  elevator.level = elevator.level + state.delta
  elevator.travelled = elevator.travelled + 1
  if elevator.stops[elevator.level] then
    elevator.resume = state
    elevator.wait = 2
    return State.DOORS
  elseif not elevator:hasStopBeyond(state.delta) then
    return State.IDLE
  end
  return state
end

local elevatorStep = {
  [State.IDLE] = function(elevator)
    if elevator.pending == 0 then return State.IDLE end
    if elevator.stops[elevator.level] then
      elevator.wait = 2
      return State.DOORS
    elseif elevator:hasStopBeyond(1) then
      return State.UP
    end
    return State.DOWN
  end,
  [State.UP] = move,
  [State.DOWN] = move,
  [State.DOORS] = function(elevator)
    elevator.wait = elevator.wait - 1
    if elevator.wait > 0 then return State.DOORS end
    if elevator.stops[elevator.level] then
      elevator.stops[elevator.level] = nil
      elevator.pending = elevator.pending - 1
      elevator.served = elevator.served + 1
    end
    local resume = elevator.resume
    elevator.resume = nil
    if resume and elevator:hasStopBeyond(resume.delta) then
      return resume
    end
    return State.IDLE
  end,
}

local function simulateElevators(rng, ticks)
  local floors = 12
  local bank = {}
  for id = 1, 3 do
    bank[id] = Elevator.new(id, floors)
  end
  local codes = 0
  for _ = 1, ticks do
    if rng:chance(30) then
      local level = rng:next(floors) + 1
      local best, bestCost
      for _, elevator in ipairs(bank) do
        local cost = elevator:cost(level)
        if not best or cost < bestCost then
          best, bestCost = elevator, cost
        end
      end
      best:request(level)
    end
    for _, elevator in ipairs(bank) do
      elevator.state = elevatorStep[elevator.state](elevator)
      codes = codes + elevator.state.code
    end
  end
  local sum = codes
  for _, elevator in ipairs(bank) do
    sum = mix(sum, elevator.travelled)
    sum = mix(sum, elevator.served * 10 + elevator.pending)
    sum = mix(sum, elevator.level + #elevator.state.name)
  end
  return sum
end

---------------------------------------------------------------------------
-- Vending machine: transitions[state][event] -> handler

local PRODUCTS = {
  { name = "water", price = 80 },
  { name = "cola", price = 150 },
  { name = "chips", price = 120 },
  { name = "candy", price = 60 },
}
local COINS = { 100, 50, 20, 10 }

local function payChange(machine)
  local rest, coins = machine.credit, 0
  for _, coin in ipairs(COINS) do
    local count = floor(rest / coin)
    coins = coins + count
    rest = rest - count * coin
  end
  machine.credit = rest
  machine.coinsReturned = machine.coinsReturned + coins
end

local function insertCoin(machine, coin)
  machine.credit = machine.credit + coin
  machine.coinsTaken = machine.coinsTaken + 1
  return "collecting"
end

local transitions = {
  waiting = {
    coin = insertCoin,
    service = function(machine)
      for index in ipairs(PRODUCTS) do machine.stock[index] = 8 end
      machine.services = machine.services + 1
      return "waiting"
    end,
  },
  collecting = {
    coin = insertCoin,
    select = function(machine, index)
      local product = PRODUCTS[index]
      if machine.stock[index] == 0 then
        payChange(machine)
        return "soldout"
      elseif machine.credit < product.price then
        return "collecting"
      end
      machine.credit = machine.credit - product.price
      machine.stock[index] = machine.stock[index] - 1
      machine.sold[product.name] = (machine.sold[product.name] or 0) + 1
      return "dispensing"
    end,
    cancel = function(machine)
      payChange(machine)
      return "waiting"
    end,
  },
  dispensing = {
    tick = function(machine)
      if machine.credit > 0 then payChange(machine) end
      return "waiting"
    end,
  },
  soldout = {
    tick = function() return "waiting" end,
  },
}

-- a sold out machine may be refilled as well
transitions.soldout.service = transitions.waiting.service

local EVENTS = { "coin", "coin", "coin", "select", "select", "tick", "cancel", "service" }

local function simulateVending(rng, count)
  local machine = {
    state = "waiting", credit = 0, stock = { 8, 8, 8, 8 }, sold = {},
    coinsTaken = 0, coinsReturned = 0, services = 0, ignored = 0,
  }
  for _ = 1, count do
    local event = EVENTS[rng:next(#EVENTS) + 1]
    local handler = transitions[machine.state][event]
    if not handler then
      machine.ignored = machine.ignored + 1
    elseif event == "coin" then
      machine.state = handler(machine, COINS[rng:next(#COINS) + 1])
    elseif event == "select" then
      machine.state = handler(machine, rng:next(#PRODUCTS) + 1)
    else
      machine.state = handler(machine)
    end
  end
  local sum = mix(machine.coinsTaken, machine.coinsReturned)
  sum = mix(sum, machine.services * 100 + machine.credit)
  sum = mix(sum, machine.ignored + #machine.state)
  for index, product in ipairs(PRODUCTS) do
    sum = mix(sum, (machine.sold[product.name] or 0) * 10 + machine.stock[index])
  end
  return sum
end

---------------------------------------------------------------------------

local function run(n)
  local rng = Random.new(2024)
  local sum = 7
  for round = 1, n do
    sum = mix(sum, simulateCrossing(rng, 300))
    sum = mix(sum, simulateElevators(rng, 300))
    sum = mix(sum, simulateVending(rng, 600))
    sum = mix(sum, round)
  end
  return string.format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 100
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
