-- richards: a miniature operating-system kernel. Six tasks pass packets to one another through
-- priority-ordered queues; the scheduler runs whichever runnable task has the highest priority.
-- Exercises: objects with inheritance through metatables, polymorphic calls, linked lists.
-- Result: packets queued and tasks held, both fixed for a given number of idle steps.

local floor = math.floor

local IDLE, WORKER, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = 1, 2, 3, 4, 5, 6
local KIND_DEVICE, KIND_WORK = 0, 1
local PAYLOAD = 4

-- Packets -----------------------------------------------------------------------------------

local Packet = {}
Packet.__index = Packet

function Packet.new(link, owner, kind)
  local data = {}
  for i = 1, PAYLOAD do data[i] = 0 end
  return setmetatable({ link = link, owner = owner, kind = kind, datum = 0, data = data }, Packet)
end

-- Appends this packet to the list that starts at `head`; returns the new head.
function Packet:append_to(head)
  self.link = nil
  if head == nil then return self end
  local last = head
  while last.link do last = last.link end
  last.link = self
  return head
end

-- Tasks -------------------------------------------------------------------------------------

local Task = {}
Task.__index = Task

local function derive(base)
  local class = setmetatable({}, { __index = base })
  class.__index = class
  return class
end

function Task.init(class, kernel, id, priority, queue)
  local task = setmetatable({}, class)
  task.kernel = kernel
  task.id = id
  task.priority = priority
  task.queue = queue
  task.has_packet = queue ~= nil
  task.waiting = false
  task.held = false
  kernel:register(task)
  return task
end

-- A task may run when it is not held and is either ready or waiting with a packet at hand.
function Task:blocked()
  return self.held or (self.waiting and not self.has_packet)
end

function Task:activate()
  local packet
  if self.waiting and self.has_packet then
    packet = self.queue
    self.queue = packet.link
    self.waiting = false
    self.has_packet = self.queue ~= nil
  end
  return self:run(packet)
end

-- Puts `packet` on this task's queue. Answers the task that should run next.
function Task:accept(packet, sender)
  if self.queue == nil then
    self.queue = packet
    self.has_packet = true
    packet.link = nil
    if self.priority > sender.priority then return self end
  else
    self.queue = packet:append_to(self.queue)
  end
  return sender
end

-- Kernel ------------------------------------------------------------------------------------

local Kernel = {}
Kernel.__index = Kernel

function Kernel.new()
  return setmetatable({ tasks = {}, list = nil, current = nil, queued = 0, holds = 0 }, Kernel)
end

function Kernel:register(task)
  task.next = self.list
  self.list = task
  self.tasks[task.id] = task
end

function Kernel:schedule()
  self.current = self.list
  while self.current do
    local task = self.current
    if task:blocked() then
      self.current = task.next
    else
      self.current = task:activate()
    end
  end
end

function Kernel:wait()
  self.current.waiting = true
  return self.current
end

function Kernel:hold()
  self.holds = self.holds + 1
  self.current.held = true
  return self.current.next
end

function Kernel:release(id)
  local task = self.tasks[id]
  task.held = false
  if task.priority > self.current.priority then return task end
  return self.current
end

function Kernel:send(packet)
  local target = self.tasks[packet.owner]
  self.queued = self.queued + 1
  packet.link = nil
  packet.owner = self.current.id
  return target:accept(packet, self.current)
end

-- The four kinds of task --------------------------------------------------------------------

local IdleTask = derive(Task)

-- Flips the bit of weight `w` in `v`.
local function flip(v, w)
  if v % (2 * w) >= w then return v - w end
  return v + w
end

function IdleTask:run(_)
  self.left = self.left - 1
  if self.left == 0 then return self.kernel:hold() end
  local seed = self.seed
  local half = floor(seed / 2)
  if seed % 2 == 0 then
    self.seed = half
    return self.kernel:release(DEVICE_A)
  end
  -- The same as half xor 0xD008, spelled without bit operators.
  self.seed = flip(flip(flip(half + 0x8000, 0x4000), 0x1000), 0x8)
  return self.kernel:release(DEVICE_B)
end

local WorkerTask = derive(Task)

function WorkerTask:run(packet)
  if packet == nil then return self.kernel:wait() end
  self.target = self.target == HANDLER_A and HANDLER_B or HANDLER_A
  packet.owner = self.target
  packet.datum = 0
  local letter = self.letter
  local data = packet.data
  for i = 1, PAYLOAD do
    letter = letter + 1
    if letter > 26 then letter = 1 end
    data[i] = 64 + letter
  end
  self.letter = letter
  return self.kernel:send(packet)
end

local HandlerTask = derive(Task)

function HandlerTask:run(packet)
  if packet then
    if packet.kind == KIND_WORK then
      self.work = packet:append_to(self.work)
    else
      self.devices = packet:append_to(self.devices)
    end
  end
  local work = self.work
  if work then
    local at = work.datum + 1
    if at > PAYLOAD then
      self.work = work.link
      return self.kernel:send(work)
    end
    local device = self.devices
    if device then
      self.devices = device.link
      device.datum = work.data[at]
      work.datum = at
      return self.kernel:send(device)
    end
  end
  return self.kernel:wait()
end

local DeviceTask = derive(Task)

function DeviceTask:run(packet)
  if packet then
    self.pending = packet
    return self.kernel:hold()
  end
  local pending = self.pending
  if pending == nil then return self.kernel:wait() end
  self.pending = nil
  return self.kernel:send(pending)
end

-- Workload ----------------------------------------------------------------------------------

local function boot(steps)
  local kernel = Kernel.new()
  local idle = Task.init(IdleTask, kernel, IDLE, 0, nil)
  idle.left, idle.seed = steps, 1

  local queue = Packet.new(nil, WORKER, KIND_WORK)
  queue = Packet.new(queue, WORKER, KIND_WORK)
  local worker = Task.init(WorkerTask, kernel, WORKER, 1000, queue)
  worker.target, worker.letter, worker.waiting = HANDLER_A, 0, true

  local function handler(id, priority, device)
    local packets
    for _ = 1, 3 do packets = Packet.new(packets, device, KIND_DEVICE) end
    Task.init(HandlerTask, kernel, id, priority, packets).waiting = true
  end
  handler(HANDLER_A, 2000, DEVICE_A)
  handler(HANDLER_B, 3000, DEVICE_B)

  Task.init(DeviceTask, kernel, DEVICE_A, 4000, nil).waiting = true
  Task.init(DeviceTask, kernel, DEVICE_B, 5000, nil).waiting = true
  return kernel
end

local function workload(size)
  local queued, holds = 0, 0
  for _ = 1, size do
    local kernel = boot(1000)
    kernel:schedule()
    queued, holds = queued + kernel.queued, holds + kernel.holds
  end
  return string.format("queued %d held %d", queued, holds)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 8
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  local result = workload(size)
  local seconds = os.clock() - start
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, seconds)) end
  assert(answer == nil or answer == result, "two runs of the same work disagree")
  answer = result
end
print(answer)
