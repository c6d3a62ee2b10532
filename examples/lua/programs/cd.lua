-- cd: detects collisions among simulated aircraft. Each frame updates every craft's position in a
-- red-black tree, sorts the motions into the voxels they cross, and tests pairs within a voxel.
-- Exercises: a balanced tree with rotations, vectors as records, float geometry.
-- Result: collisions over all frames and a checksum of where they happened.

local sqrt, floor, cos, sin = math.sqrt, math.floor, math.cos, math.sin

-- A red-black tree ---------------------------------------------------------------------------
-- Keys are compared by the tree's own function: negative, zero or positive.

local Tree = {}
Tree.__index = Tree

function Tree.new(compare)
  return setmetatable({ root = nil, compare = compare }, Tree)
end

function Tree:find(key)
  local compare, node = self.compare, self.root
  while node do
    local order = compare(key, node.key)
    if order == 0 then return node end
    node = order < 0 and node.left or node.right
  end
  return nil
end

function Tree:replace_child(parent, old, new)
  if parent == nil then
    self.root = new
  elseif parent.left == old then
    parent.left = new
  else
    parent.right = new
  end
  if new then new.parent = parent end
end

function Tree:rotate_left(x)
  local y = x.right
  self:replace_child(x.parent, x, y)
  x.right = y.left
  if y.left then y.left.parent = x end
  y.left = x
  x.parent = y
end

function Tree:rotate_right(x)
  local y = x.left
  self:replace_child(x.parent, x, y)
  x.left = y.right
  if y.right then y.right.parent = x end
  y.right = x
  x.parent = y
end

-- Sets the value at `key`; answers the value it replaced, or nil.
function Tree:put(key, value)
  local compare = self.compare
  local parent, node, order = nil, self.root, 0
  while node do
    order = compare(key, node.key)
    if order == 0 then
      local old = node.value
      node.value = value
      return old
    end
    parent = node
    node = order < 0 and node.left or node.right
  end
  node = { key = key, value = value, parent = parent, red = true }
  if parent == nil then
    self.root = node
  elseif order < 0 then
    parent.left = node
  else
    parent.right = node
  end
  self:repair_insert(node)
  return nil
end

function Tree:repair_insert(node)
  while node ~= self.root and node.parent.red do
    local parent = node.parent
    local grand = parent.parent
    if parent == grand.left then
      local uncle = grand.right
      if uncle and uncle.red then
        parent.red, uncle.red, grand.red = false, false, true
        node = grand
      else
        if node == parent.right then
          node = parent
          self:rotate_left(node)
          parent = node.parent
        end
        parent.red, grand.red = false, true
        self:rotate_right(grand)
      end
    else
      local uncle = grand.left
      if uncle and uncle.red then
        parent.red, uncle.red, grand.red = false, false, true
        node = grand
      else
        if node == parent.left then
          node = parent
          self:rotate_right(node)
          parent = node.parent
        end
        parent.red, grand.red = false, true
        self:rotate_left(grand)
      end
    end
  end
  self.root.red = false
end

local function leftmost(node)
  while node.left do node = node.left end
  return node
end

-- Removes `key`; answers its value, or nil when it was absent.
function Tree:remove(key)
  local node = self:find(key)
  if not node then return nil end
  local value = node.value
  if node.left and node.right then
    local next = leftmost(node.right)
    node.key, node.value = next.key, next.value
    node = next
  end
  local child, parent = node.left or node.right, node.parent
  self:replace_child(parent, node, child)
  if not node.red then self:repair_remove(child, parent) end
  return value
end

local function is_black(node) return node == nil or not node.red end

function Tree:repair_remove(node, parent)
  while node ~= self.root and is_black(node) do
    if node == parent.left then
      local sibling = parent.right
      if sibling.red then
        sibling.red, parent.red = false, true
        self:rotate_left(parent)
        sibling = parent.right
      end
      if is_black(sibling.left) and is_black(sibling.right) then
        sibling.red = true
        node, parent = parent, parent.parent
      else
        if is_black(sibling.right) then
          sibling.left.red, sibling.red = false, true
          self:rotate_right(sibling)
          sibling = parent.right
        end
        sibling.red, parent.red, sibling.right.red = parent.red, false, false
        self:rotate_left(parent)
        node = self.root
      end
    else
      local sibling = parent.left
      if sibling.red then
        sibling.red, parent.red = false, true
        self:rotate_right(parent)
        sibling = parent.left
      end
      if is_black(sibling.left) and is_black(sibling.right) then
        sibling.red = true
        node, parent = parent, parent.parent
      else
        if is_black(sibling.left) then
          sibling.right.red, sibling.red = false, true
          self:rotate_left(sibling)
          sibling = parent.left
        end
        sibling.red, parent.red, sibling.left.red = parent.red, false, false
        self:rotate_right(parent)
        node = self.root
      end
    end
  end
  if node then node.red = false end
end

-- Calls visit(key, value) in ascending order of keys.
function Tree:each(visit)
  local node = self.root and leftmost(self.root)
  while node do
    visit(node.key, node.value)
    if node.right then
      node = leftmost(node.right)
    else
      local from = node
      node = node.parent
      while node and node.right == from do from, node = node, node.parent end
    end
  end
end

-- Vectors ------------------------------------------------------------------------------------

local function vector(x, y, z) return { x = x, y = y, z = z } end
local function minus(a, b) return vector(a.x - b.x, a.y - b.y, a.z - b.z) end
local function dot(a, b) return a.x * b.x + a.y * b.y + a.z * b.z end
local function along(a, b, t) return vector(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t) end

-- Detection ----------------------------------------------------------------------------------

local RADIUS = 1.0
local VOXEL = 10.0

local function compare_numbers(a, b) return a - b end
local function compare_voxels(a, b)
  if a.x ~= b.x then return a.x - b.x end
  return a.y - b.y
end

-- Where two craft that move during the frame first come within two radii, or nil.
local function meeting(a, b)
  local offset = minus(a.from, b.from)
  local drift = minus(minus(a.to, a.from), minus(b.to, b.from))
  local c = dot(offset, offset) - 4 * RADIUS * RADIUS
  local t
  if c <= 0 then
    t = 0
  else
    local aa, bb = dot(drift, drift), 2 * dot(offset, drift)
    local discriminant = bb * bb - 4 * aa * c
    if aa == 0 or discriminant < 0 then return nil end
    t = (-bb - sqrt(discriminant)) / (2 * aa)
    if t < 0 or t > 1 then return nil end
  end
  return along(along(a.from, a.to, t), along(b.from, b.to, t), 0.5)
end

-- Adds the motion to every voxel of the flat grid that its bounding box touches.
local function enter_voxels(voxels, motion)
  local a, b = motion.from, motion.to
  local low_x, high_x = a.x < b.x and a.x or b.x, a.x < b.x and b.x or a.x
  local low_y, high_y = a.y < b.y and a.y or b.y, a.y < b.y and b.y or a.y
  for vx = floor((low_x - RADIUS) / VOXEL), floor((high_x + RADIUS) / VOXEL) do
    for vy = floor((low_y - RADIUS) / VOXEL), floor((high_y + RADIUS) / VOXEL) do
      local key = { x = vx, y = vy }
      local node = voxels:find(key)
      if node then
        local list = node.value
        list[#list + 1] = motion
      else
        voxels:put(key, { motion })
      end
    end
  end
end

local Detector = {}
Detector.__index = Detector

function Detector.new()
  return setmetatable({ known = Tree.new(compare_numbers) }, Detector)
end

function Detector:motions_of(frame)
  local motions, seen = {}, Tree.new(compare_numbers)
  for i = 1, #frame do
    local craft = frame[i]
    local before = self.known:put(craft.sign, craft.position)
    seen:put(craft.sign, true)
    motions[i] = { sign = craft.sign, from = before or craft.position, to = craft.position }
  end
  local gone = {}
  self.known:each(function(sign) if not seen:find(sign) then gone[#gone + 1] = sign end end)
  for i = 1, #gone do self.known:remove(gone[i]) end
  return motions
end

function Detector:collisions(frame)
  local motions = self:motions_of(frame)
  local voxels = Tree.new(compare_voxels)
  for i = 1, #motions do enter_voxels(voxels, motions[i]) end
  local found, paired = {}, {}
  voxels:each(function(_, list)
    for i = 1, #list - 1 do
      for j = i + 1, #list do
        local a, b = list[i], list[j]
        local place = meeting(a, b)
        if place then
          local pair = a.sign * 100000 + b.sign
          if not paired[pair] then
            paired[pair] = true
            found[#found + 1] = place
          end
        end
      end
    end
  end)
  return found
end

-- Workload -----------------------------------------------------------------------------------

local CRAFT = 120

-- Pairs of craft weave about a common line; every tenth frame some of them are out of sight.
local function frame_at(time)
  local frame = {}
  for i = 0, CRAFT - 1, 2 do
    if (i + floor(time * 10)) % 22 ~= 0 then
      frame[#frame + 1] = { sign = i, position = vector(time, cos(time) * 2 + i * 3, 10) }
    end
    frame[#frame + 1] = { sign = i + 1, position = vector(time, sin(time) * 2 + i * 3, 10) }
  end
  return frame
end

local function workload(size)
  local detector = Detector.new()
  local count, sum = 0, 0.0
  for f = 0, size - 1 do
    local found = detector:collisions(frame_at(f / 10))
    count = count + #found
    for i = 1, #found do sum = sum + found[i].x + found[i].y end
  end
  return string.format("collisions %d sum %.4f", count, sum)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 30
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
