-- graph: graphs of nodes with lists of edges are built, walked, turned round and dropped; parts of each are kept for a while.
-- Objects: nodes of four fields, edges of two, lists of any length. The last four parts live on.

local MOD = 1000003
local KEPT = 4

local function edge_to(node, cost)
  return { to = node, cost = cost }
end

local function new_node(id)
  return { id = id, edges = {}, mark = 0, cost = -1 }
end

local function build(n, seed)
  local nodes = {}
  for i = 1, n do nodes[i] = new_node(i) end
  for i = 1, n do
    local edges = nodes[i].edges
    edges[1] = edge_to(nodes[i % n + 1], 50)
    for _ = 1, i % 4 do
      seed = (seed * 3877 + 29573) % 139968
      edges[#edges + 1] = edge_to(nodes[seed % n + 1], seed % 40)
    end
  end
  return nodes
end

-- Nodes in the order in which a walk from the first one meets them; each gets what the way to it costs.
local function walk(nodes, mark)
  local first = nodes[1]
  local queue, head = { first }, 1
  first.mark, first.cost = mark, 0
  while queue[head] do
    local node = queue[head]
    head = head + 1
    local edges = node.edges
    for i = 1, #edges do
      local edge = edges[i]
      local to = edge.to
      if to.mark ~= mark then
        to.mark, to.cost = mark, node.cost + edge.cost
        queue[#queue + 1] = to
      end
    end
  end
  return queue
end

local function digest(order)
  local sum = 0
  for i = 1, #order do
    local node = order[i]
    sum = (sum * 31 + node.id + node.cost) % MOD
  end
  return sum
end

-- The graph with all edges the other way.
local function turned(nodes)
  local result = {}
  for i = 1, #nodes do result[i] = new_node(nodes[i].id) end
  for i = 1, #nodes do
    local edges = nodes[i].edges
    for k = 1, #edges do
      local edge = edges[k]
      local back = result[edge.to.id].edges
      back[#back + 1] = edge_to(result[i], edge.cost)
    end
  end
  return result
end

-- A graph of the first `n` nodes of an order, and of the edges among them.
local function part(order, n)
  local copies, result = {}, {}
  for i = 1, n do
    local copy = new_node(i)
    copies[order[i].id] = copy
    result[i] = copy
  end
  for i = 1, n do
    local edges, new = order[i].edges, result[i].edges
    for k = 1, #edges do
      local to = copies[edges[k].to.id]
      if to then new[#new + 1] = edge_to(to, edges[k].cost) end
    end
  end
  return result
end

local function workload(n)
  local lines, kept = {}, {}
  for round = 1, 12 do
    local graph = build(n, round)
    local order = walk(graph, 1)
    local back = walk(turned(graph), 1)
    kept[round % KEPT + 1] = part(order, math.floor(#order / 2))
    local sum = 0
    for i = 1, KEPT do
      if kept[i] then sum = (sum * 7 + digest(walk(kept[i], round))) % MOD end
    end
    lines[round] = string.format("%d %d %d", digest(order), digest(back), sum)
  end
  return table.concat(lines, "\n")
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 120
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
