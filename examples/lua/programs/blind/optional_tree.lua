-- A document object model: a small class hierarchy of nodes with optional
-- fields, comparison metamethods, searching, cloning and rendering.

local concat, sort = table.concat, table.sort

---------------------------------------------------------------------------
-- Classes

local function class(base)
  local cls = {}
  cls.__index = cls
  if base then
    -- metamethods are not inherited through __index, so copy them
    for _, event in ipairs { "__eq", "__lt", "__le", "__tostring" } do
      cls[event] = rawget(base, event)
    end
  end
  cls.super = base
  return setmetatable(cls, {
    __index = base,
    __call = function(self, ...)
      local object = setmetatable({}, self)
      object:init(...)
      return object
    end,
  })
end

---------------------------------------------------------------------------
-- Node: parent, title and weight are optional

local Node = class()
Node.kind = "node"

function Node:init(id, options)
  options = options or {}
  self.id = id
  self.title = options.title
  self.weight = options.weight
  self.parent = nil
end

function Node:getWeight()
  return self.weight or 1
end

function Node:label()
  return self.title or (self.kind .. "#" .. self.id)
end

function Node:depth()
  local depth, node = 0, self.parent
  while node do
    depth = depth + 1
    node = node.parent
  end
  return depth
end

function Node:root()
  local node = self
  while node.parent ~= nil do
    node = node.parent
  end
  return node
end

function Node:path()
  if self.parent == nil then
    return "/" .. self:label()
  end
  return self.parent:path() .. "/" .. self:label()
end

function Node:each(visit)
  visit(self)
end

function Node:clone()
  local copy = getmetatable(self)(self.id, { title = self.title, weight = self.weight })
  self:copyInto(copy)
  return copy
end

function Node:copyInto() end

function Node.__eq(a, b)
  return a.kind == b.kind and a.id == b.id and a.title == b.title
end

function Node.__lt(a, b)
  local wa, wb = a:getWeight(), b:getWeight()
  if wa ~= wb then return wa < wb end
  return a.id < b.id
end

function Node.__le(a, b)
  return not (b < a)
end

function Node:__tostring()
  local text = self.kind .. ":" .. self.id
  if self.title then text = text .. "(" .. self.title .. ")" end
  return text
end

---------------------------------------------------------------------------
-- Text: content with optional language

local Text = class(Node)
Text.kind = "text"

function Text:init(id, options)
  Node.init(self, id, options)
  self.content = options and options.content
  self.lang = options and options.lang
end

function Text:getWeight()
  return self.weight or (self.content and #self.content) or 0
end

function Text:copyInto(copy)
  copy.content, copy.lang = self.content, self.lang
end

function Text:render(out)
  if not self.content then return end
  out[#out + 1] = self.lang and (self.lang .. "'" .. self.content .. "'") or self.content
end

---------------------------------------------------------------------------
-- Group: first child and sibling links, any of them may be nil

local Group = class(Node)
Group.kind = "group"

function Group:init(id, options)
  Group.super.init(self, id, options)
  self.first, self.last = nil, nil
  self.count = 0
end

function Group:append(child)
  child.parent = self
  child.previous = self.last
  if self.last then
    self.last.next = child
  else
    self.first = child
  end
  self.last = child
  self.count = self.count + 1
  return child
end

function Group:remove(child)
  if child.parent ~= self then return nil end
  if child.previous then child.previous.next = child.next else self.first = child.next end
  if child.next then child.next.previous = child.previous else self.last = child.previous end
  child.parent, child.previous, child.next = nil, nil, nil
  self.count = self.count - 1
  return child
end

function Group:children()
  local current = self.first
  return function()
    local node = current
    if node ~= nil then current = node.next end
    return node
  end
end

function Group:getWeight()
  local total = self.weight or 0
  for child in self:children() do
    total = total + child:getWeight()
  end
  return total
end

function Group:each(visit)
  visit(self)
  for child in self:children() do
    child:each(visit)
  end
end

function Group:copyInto(copy)
  for child in self:children() do
    copy:append(child:clone())
  end
end

function Group:render(out)
  out[#out + 1] = "["
  for child in self:children() do
    child:render(out)
  end
  out[#out + 1] = "]"
end

function Group:find(id)
  for child in self:children() do
    if child.id == id then return child end
    local inner = child.find and child:find(id)
    if inner then return inner end
  end
  return nil
end

---------------------------------------------------------------------------
-- Link: a group with an optional target node and optional note

local Link = class(Group)
Link.kind = "link"

function Link:init(id, options)
  Group.init(self, id, options)
  self.target = options and options.target
  self.note = options and options.note
end

function Link:copyInto(copy)
  Group.copyInto(self, copy)
  copy.target = self.target
  copy.note = self.note
end

function Link:render(out)
  local target = self.target
  out[#out + 1] = "<" .. (target and target:label() or "?")
  Group.render(self, out)
  out[#out + 1] = self.note and (">" .. self.note) or ">"
end

---------------------------------------------------------------------------
-- Building and measuring documents

local WORDS = { "alpha", "beta", "gamma", "delta", "omega", "sigma", "kappa" }
local LANGS = { "en", "de", "fr" }

local function builder(seed)
  local state = seed
  local serial = 0
  local function pick(limit)
    state = state * 16807 % 2147483647
    return state % limit + 1
  end
  local function maybe(list)
    if pick(3) == 1 then return list[pick(#list)] end
    return nil
  end
  local function build(depth, previous)
    serial = serial + 1
    local kind = pick(10)
    if depth == 0 or kind <= 4 then
      return Text(serial, {
        title = maybe(WORDS),
        content = pick(6) > 1 and WORDS[pick(#WORDS)] or nil,
        lang = maybe(LANGS),
      })
    end
    local node
    if kind <= 8 then
      node = Group(serial, { title = maybe(WORDS), weight = pick(4) == 1 and pick(9) or nil })
    else
      node = Link(serial, { target = previous, note = maybe(LANGS) })
    end
    for _ = 1, pick(4) do
      previous = node:append(build(depth - 1, previous))
    end
    return node
  end
  return function(depth)
    local root = Group(0, { title = "root" })
    local previous
    for _ = 1, 5 do
      previous = root:append(build(depth, previous))
    end
    return root, serial
  end
end

local function hash(sum, text)
  for i = 1, #text, 3 do
    sum = (sum * 31 + text:byte(i)) % 1000000007
  end
  return sum
end

local function measure(root, count)
  local sum = 17
  local nodes, kinds = {}, {}
  root:each(function(node)
    nodes[#nodes + 1] = node
    kinds[node.kind] = (kinds[node.kind] or 0) + 1
    sum = (sum * 7 + node:depth()) % 1000000007
  end)
  sort(nodes, function(a, b) return a < b end)
  for i, node in ipairs(nodes) do
    if i > 1 then assert(nodes[i - 1] <= node) end
    if i % 4 == 0 then
      sum = hash(sum, tostring(node))
      sum = hash(sum, node:path())
    end
  end

  local copy = root:clone()
  local same, different = 0, 0
  for id = 1, count, 5 do
    local a, b = root:find(id), copy:find(id)
    if a and b and a == b and not rawequal(a, b) then same = same + 1 end
    if a and b and b.parent ~= root and a:root() == b:root() then different = different + 1 end
  end
  for id = 3, count, 17 do
    local node = copy:find(id)
    if node and node.parent then node.parent:remove(node) end
  end

  local out = {}
  root:render(out)
  copy:render(out)
  sum = hash(sum, concat(out))
  sum = (sum * 31 + root:getWeight() * 3 + copy:getWeight()) % 1000000007
  for _, kind in ipairs { "text", "group", "link" } do
    sum = (sum * 31 + (kinds[kind] or 0)) % 1000000007
  end
  return (sum + same * 101 + different) % 1000000007
end

local function run(n)
  local total = 0
  for round = 1, n do
    local build = builder(round * 7919 + 11)
    local root, count = build(5)
    total = (total * 31 + measure(root, count)) % 1000000007
  end
  return string.format("%d", total)
end

local size = tonumber(arg and arg[1]) or 22
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
