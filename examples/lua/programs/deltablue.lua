-- deltablue: an incremental solver for a hierarchy of one-way constraints. Constraints have
-- strengths; when one is added or removed, the planner re-satisfies as few others as it can and
-- extracts a plan (an ordered list of constraints to execute).
-- Exercises: polymorphic method calls, many small objects, growing and shrinking arrays.
-- Result: a checksum of variable values along a chain and over a set of projections.

local insert, remove = table.insert, table.remove

-- Strengths: smaller numbers are stronger.
local REQUIRED, STRONG_PREFERRED, PREFERRED, STRONG_DEFAULT, NORMAL, WEAK_DEFAULT, WEAKEST =
  0, 1, 2, 3, 4, 5, 6

local function weaker_of(a, b)
  if a > b then return a end
  return b
end

local function class(base)
  local c = {}
  c.__index = c
  if base then setmetatable(c, { __index = base }) end
  return c
end

-- Variables ---------------------------------------------------------------------------------

local Variable = class()

function Variable.new(name, value)
  return setmetatable({
    name = name,
    value = value,
    users = {},
    source = nil, -- the constraint that currently determines this variable
    mark = 0,
    walk = WEAKEST, -- walkabout strength
    stay = true,
  }, Variable)
end

function Variable:forget(constraint)
  local users = self.users
  for i = 1, #users do
    if users[i] == constraint then
      remove(users, i)
      break
    end
  end
  if self.source == constraint then self.source = nil end
end

-- Planner -----------------------------------------------------------------------------------

local Planner = class()

function Planner.new()
  return setmetatable({ stamp = 0 }, Planner)
end

function Planner:next_mark()
  self.stamp = self.stamp + 1
  return self.stamp
end

-- Tries to satisfy `constraint`, then whatever constraint it displaced, and so on.
function Planner:add(constraint)
  local mark = self:next_mark()
  local displaced = constraint:satisfy(mark, self)
  while displaced do displaced = displaced:satisfy(mark, self) end
end

function Planner:remove(constraint)
  local out = constraint:output()
  constraint:mark_unsatisfied()
  constraint:detach()
  local orphans = self:downstream_unsatisfied(out)
  for strength = REQUIRED, WEAKEST do
    for i = 1, #orphans do
      local c = orphans[i]
      if c.strength == strength then self:add(c) end
    end
  end
end

-- Spreads walkabout strengths from `constraint`; answers false when it closed a cycle.
function Planner:propagate_from(constraint, mark)
  local todo = { constraint }
  while #todo > 0 do
    local c = remove(todo)
    local out = c:output()
    if out.mark == mark then
      self:remove(constraint)
      return false
    end
    c:recalculate()
    self:consumers_of(out, todo)
  end
  return true
end

function Planner:consumers_of(variable, into)
  local source = variable.source
  local users = variable.users
  for i = 1, #users do
    local c = users[i]
    if c ~= source and c:satisfied() then insert(into, c) end
  end
end

function Planner:downstream_unsatisfied(out)
  out.source = nil
  out.walk = WEAKEST
  out.stay = true
  local orphans, todo = {}, { out }
  while #todo > 0 do
    local v = remove(todo)
    local users = v.users
    for i = 1, #users do
      if not users[i]:satisfied() then insert(orphans, users[i]) end
    end
    local source = v.source
    for i = 1, #users do
      local c = users[i]
      if c ~= source and c:satisfied() then
        c:recalculate()
        insert(todo, c:output())
      end
    end
  end
  return orphans
end

-- Orders the constraints reachable from `sources` so that each runs after its inputs.
function Planner:extract_plan(sources)
  local mark = self:next_mark()
  local plan, todo = {}, {}
  for i = 1, #sources do
    local c = sources[i]
    if c:is_input() and c:satisfied() then insert(todo, c) end
  end
  while #todo > 0 do
    local c = remove(todo)
    local out = c:output()
    if out.mark ~= mark and c:inputs_known(mark) then
      insert(plan, c)
      out.mark = mark
      self:consumers_of(out, todo)
    end
  end
  return plan
end

local function run_plan(plan)
  for i = 1, #plan do plan[i]:execute() end
end

-- Constraints -------------------------------------------------------------------------------

local Constraint = class()

function Constraint:is_input() return false end

function Constraint:attach(planner)
  self:register()
  planner:add(self)
end

function Constraint:satisfy(mark, planner)
  self:choose_method(mark)
  if not self:satisfied() then
    if self.strength == REQUIRED then error("could not satisfy a required constraint") end
    return nil
  end
  self:mark_inputs(mark)
  local out = self:output()
  local displaced = out.source
  if displaced then displaced:mark_unsatisfied() end
  out.source = self
  if not planner:propagate_from(self, mark) then error("cycle encountered") end
  out.mark = mark
  return displaced
end

-- Constraints on one variable: stay and edit.
local Unary = class(Constraint)

function Unary.init(c, variable, strength)
  local self = setmetatable({ variable = variable, strength = strength, active = false }, c)
  return self
end

function Unary:register() insert(self.variable.users, self) end
function Unary:detach() self.variable:forget(self); self.active = false end
function Unary:satisfied() return self.active end
function Unary:mark_unsatisfied() self.active = false end
function Unary:mark_inputs(_) end
function Unary:inputs_known(_) return true end
function Unary:output() return self.variable end
function Unary:execute() end

function Unary:choose_method(mark)
  local v = self.variable
  self.active = v.mark ~= mark and self.strength < v.walk
end

function Unary:recalculate()
  local v = self.variable
  v.walk = self.strength
  v.stay = not self:is_input()
  if v.stay then self:execute() end
end

local Stay = class(Unary)
local Edit = class(Unary)
function Edit:is_input() return true end

-- Constraints between two variables. `direction` is 0 when unsatisfied, 1 when the second
-- variable is computed from the first, and -1 the other way about.
local Binary = class(Constraint)

function Binary.init(c, first, second, strength)
  return setmetatable({ first = first, second = second, strength = strength, direction = 0 }, c)
end

function Binary:register()
  insert(self.first.users, self)
  insert(self.second.users, self)
end

function Binary:detach()
  self.first:forget(self)
  self.second:forget(self)
  self.direction = 0
end

function Binary:satisfied() return self.direction ~= 0 end
function Binary:mark_unsatisfied() self.direction = 0 end

function Binary:output()
  if self.direction > 0 then return self.second end
  return self.first
end

function Binary:input()
  if self.direction > 0 then return self.first end
  return self.second
end

function Binary:mark_inputs(mark) self:input().mark = mark end

function Binary:inputs_known(mark)
  local v = self:input()
  return v.mark == mark or v.stay or v.source == nil
end

function Binary:choose_method(mark)
  local first, second, strength = self.first, self.second, self.strength
  if first.mark == mark then
    self.direction = (second.mark ~= mark and strength < second.walk) and 1 or 0
  elseif second.mark == mark then
    self.direction = strength < first.walk and -1 or 0
  elseif first.walk > second.walk then
    self.direction = strength < first.walk and -1 or 0
  else
    self.direction = strength < second.walk and 1 or 0
  end
end

function Binary:recalculate()
  local from, to = self:input(), self:output()
  to.walk = weaker_of(self.strength, from.walk)
  to.stay = from.stay
  if to.stay then self:execute() end
end

local Equal = class(Binary)
function Equal:execute() self:output().value = self:input().value end

-- second = first * scale + offset
local Scale = class(Binary)

function Scale.new(first, scale, offset, second, strength)
  local self = Binary.init(Scale, first, second, strength)
  self.scale, self.offset = scale, offset
  return self
end

function Scale:register()
  Binary.register(self)
  insert(self.scale.users, self)
  insert(self.offset.users, self)
end

function Scale:detach()
  Binary.detach(self)
  self.scale:forget(self)
  self.offset:forget(self)
end

function Scale:mark_inputs(mark)
  Binary.mark_inputs(self, mark)
  self.scale.mark = mark
  self.offset.mark = mark
end

function Scale:execute()
  if self.direction > 0 then
    self.second.value = self.first.value * self.scale.value + self.offset.value
  else
    self.first.value = (self.second.value - self.offset.value) / self.scale.value
  end
end

function Scale:recalculate()
  local from, to = self:input(), self:output()
  to.walk = weaker_of(self.strength, from.walk)
  to.stay = from.stay and self.scale.stay and self.offset.stay
  if to.stay then self:execute() end
end

-- Workload ----------------------------------------------------------------------------------

local function change(planner, variable, value)
  local edit = Unary.init(Edit, variable, PREFERRED)
  edit:attach(planner)
  local plan = planner:extract_plan({ edit })
  for _ = 1, 10 do
    variable.value = value
    run_plan(plan)
  end
  planner:remove(edit)
end

-- A chain of equalities: editing one end must reach the other.
local function chain(n)
  local planner = Planner.new()
  local first, previous, last
  for i = 0, n do
    local v = Variable.new("v" .. i, 0)
    if previous then Binary.init(Equal, previous, v, REQUIRED):attach(planner) end
    if i == 0 then first = v end
    previous = v
  end
  last = previous
  Unary.init(Stay, last, STRONG_DEFAULT):attach(planner)
  local edit = Unary.init(Edit, first, PREFERRED)
  edit:attach(planner)
  local plan = planner:extract_plan({ edit })
  local sum = 0
  for i = 0, 99 do
    first.value = i
    run_plan(plan)
    if last.value ~= i then error("chain: expected " .. i .. ", got " .. last.value) end
    sum = sum + last.value
  end
  planner:remove(edit)
  return sum
end

-- Many independent scalings that share one factor and one offset.
local function projection(n)
  local planner = Planner.new()
  local scale, offset = Variable.new("scale", 10), Variable.new("offset", 1000)
  local targets, from, to = {}, nil, nil
  for i = 0, n - 1 do
    from, to = Variable.new("from" .. i, i), Variable.new("to" .. i, i)
    targets[#targets + 1] = to
    Unary.init(Stay, from, NORMAL):attach(planner)
    Scale.new(from, scale, offset, to, REQUIRED):attach(planner)
  end
  change(planner, from, 17)
  assert(to.value == 1170, "projection forwards")
  change(planner, to, 1050)
  assert(from.value == 5, "projection backwards")
  change(planner, scale, 5)
  for i = 1, n - 1 do assert(targets[i].value == (i - 1) * 5 + 1000, "projection scale") end
  change(planner, offset, 2000)
  local sum = 0
  for i = 1, n - 1 do
    assert(targets[i].value == (i - 1) * 5 + 2000, "projection offset")
    sum = sum + targets[i].value
  end
  return sum
end

local function workload(size)
  local chained, projected = 0, 0
  for _ = 1, size do
    chained = chained + chain(100)
    projected = projected + projection(100)
  end
  return string.format("chain %d projection %d", chained, projected)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 5
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
