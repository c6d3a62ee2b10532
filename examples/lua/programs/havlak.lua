-- havlak: finds the loops of a control-flow graph by Havlak's algorithm (depth-first numbering,
-- union-find over loop headers, classification into reducible and irreducible).
-- Exercises: graph building, sets and worklists, union-find with path compression.
-- Result: the number of basic blocks, loops found, irreducible loops and the deepest nesting.

-- Control-flow graphs ------------------------------------------------------------------------

local Graph = {}
Graph.__index = Graph

function Graph.new()
  return setmetatable({ blocks = {}, count = 0 }, Graph)
end

function Graph:block(id)
  local b = self.blocks[id]
  if not b then
    b = { id = id, into = {}, out = {} }
    self.blocks[id] = b
    self.count = self.count + 1
  end
  return b
end

function Graph:connect(from, to)
  local a, b = self:block(from), self:block(to)
  a.out[#a.out + 1] = b
  b.into[#b.into + 1] = a
end

-- start -> (start+1 | start+2) -> start+3; answers the join block.
local function diamond(graph, start)
  graph:connect(start, start + 1)
  graph:connect(start, start + 2)
  graph:connect(start + 1, start + 3)
  graph:connect(start + 2, start + 3)
  return start + 3
end

local function straight(graph, start, n)
  for i = 0, n - 1 do graph:connect(start + i, start + i + 1) end
  return start + n
end

-- A loop whose body holds two nested loops, the inner of them over a diamond.
local function base_loop(graph, from)
  local header = straight(graph, from, 1)
  local d1 = diamond(graph, header)
  local d11 = straight(graph, d1, 1)
  local d2 = diamond(graph, d11)
  local footer = straight(graph, d2, 1)
  graph:connect(d2, d11)
  graph:connect(d1, header)
  graph:connect(footer, from)
  return straight(graph, footer, 1)
end

-- Union-find nodes --------------------------------------------------------------------------

local Node = {}
Node.__index = Node

function Node:find()
  local root = self
  while root.parent ~= root do root = root.parent end
  local walk = self
  while walk.parent ~= root do
    walk.parent, walk = root, walk.parent
  end
  return root
end

-- The loop finder ----------------------------------------------------------------------------

local NONHEADER, REDUCIBLE, SELF, IRREDUCIBLE, DEAD = 1, 2, 3, 4, 5

local Finder = {}
Finder.__index = Finder

-- Numbers blocks depth first; fills `order` (number -> block) and `last` (number of the last
-- descendant). Uses an explicit stack: graphs are deeper than a call stack should be.
function Finder:number(root)
  local number, order, last = {}, {}, {}
  local count = 1
  number[root], order[1] = 1, root
  local stack, cursor = { root }, { 1 }
  local depth = 1
  while depth > 0 do
    local b, i = stack[depth], cursor[depth]
    local target = b.out[i]
    if target then
      cursor[depth] = i + 1
      if not number[target] then
        count = count + 1
        number[target], order[count] = count, target
        depth = depth + 1
        stack[depth], cursor[depth] = target, 1
      end
    else
      last[number[b]] = count
      depth = depth - 1
    end
  end
  self.number_of, self.order, self.last, self.count = number, order, last, count
end

function Finder:is_ancestor(w, v)
  return w <= v and v <= self.last[w]
end

function Finder:find_loops(graph)
  self:number(graph.blocks[1])
  local count, number = self.count, self.number_of
  local nodes, header, kind = {}, {}, {}
  local back, other = {}, {}
  for w = 1, count do
    local node = setmetatable({ at = w, loop = nil }, Node)
    node.parent = node
    nodes[w], header[w], kind[w] = node, 1, NONHEADER
    back[w], other[w] = {}, {}
    local into = self.order[w].into
    for i = 1, #into do
      local v = number[into[i]]
      if v then
        local list = self:is_ancestor(w, v) and back[w] or other[w]
        list[#list + 1] = v
      else
        kind[w] = DEAD
      end
    end
  end

  local loops = {}
  for w = count, 1, -1 do
    local pool, in_pool = {}, {}
    for i = 1, #back[w] do
      local v = back[w][i]
      if v ~= w then
        local root = nodes[v]:find()
        if not in_pool[root] then
          in_pool[root] = true
          pool[#pool + 1] = root
        end
      else
        kind[w] = SELF
      end
    end
    if #pool > 0 then kind[w] = REDUCIBLE end
    local next = 1
    while next <= #pool do
      local x = pool[next]
      next = next + 1
      local entries = other[x.at]
      for i = 1, #entries do
        local y = nodes[entries[i]]:find()
        if not self:is_ancestor(w, y.at) then
          kind[w] = IRREDUCIBLE
          local mine = other[w]
          mine[#mine + 1] = y.at
        elseif y.at ~= w and not in_pool[y] then
          in_pool[y] = true
          pool[#pool + 1] = y
        end
      end
    end
    if #pool > 0 or kind[w] == SELF then
      local loop = { header = w, blocks = 1, children = {}, reducible = kind[w] ~= IRREDUCIBLE }
      nodes[w].loop = loop
      for i = 1, #pool do
        local node = pool[i]
        header[node.at] = w
        node.parent = nodes[w]
        if node.loop then
          loop.children[#loop.children + 1] = node.loop
          node.loop.parent = loop
        else
          loop.blocks = loop.blocks + 1
        end
      end
      loops[#loops + 1] = loop
    end
  end
  return loops
end

local function depth_of(loop)
  local depth = 0
  local children = loop.children
  for i = 1, #children do
    local d = depth_of(children[i])
    if d > depth then depth = d end
  end
  return depth + 1
end

-- Workload ----------------------------------------------------------------------------------

local function build(width, height)
  local graph = Graph.new()
  local n = 1
  straight(graph, 1, 1)
  graph:connect(1, 3)
  n = 3
  for _ = 1, width do
    graph:connect(2, n + 1)
    n = n + 1
    for _ = 1, height do
      local top = n
      n = straight(graph, n, 1)
      for _ = 1, 4 do n = base_loop(graph, n) end
      local bottom = straight(graph, n, 1)
      graph:connect(n, top)
      n = bottom
    end
    graph:connect(n, 1)
    -- A second entry into the middle of a region makes its loop irreducible.
    graph:connect(2, n - 6)
  end
  return graph
end

local function workload(size)
  local graph = build(10, 4)
  local found, irreducible, deepest = 0, 0, 0
  for _ = 1, size do
    local loops = setmetatable({}, Finder):find_loops(graph)
    found = #loops
    irreducible, deepest = 0, 0
    for i = 1, #loops do
      local loop = loops[i]
      if not loop.reducible then irreducible = irreducible + 1 end
      if not loop.parent then
        local d = depth_of(loop)
        if d > deepest then deepest = d end
      end
    end
  end
  return string.format("blocks %d loops %d irreducible %d depth %d", graph.count, found, irreducible, deepest)
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
