-- Graph algorithms on adjacency sets: components, topological order,
-- shortest paths, spanning trees, maximum flow, colouring and bridges.

local sort, insert, remove = table.sort, table.insert, table.remove
local min, huge = math.min, math.huge

local MOD = 1000000007

---------------------------------------------------------------------------
-- Graph: edges[from][to] = weight

local Graph = {}
Graph.__index = Graph

function Graph.new(directed)
  return setmetatable({ directed = directed or false, edges = {}, order = 0, size = 0 }, Graph)
end

function Graph:addNode(name)
  if not self.edges[name] then
    self.edges[name] = {}
    self.order = self.order + 1
  end
  return self.edges[name]
end

function Graph:addEdge(from, to, weight)
  local out, back = self:addNode(from), self:addNode(to)
  if out[to] == nil then self.size = self.size + 1 end
  out[to] = weight or 1
  if not self.directed then back[from] = weight or 1 end
end

function Graph:nodes()
  local names = {}
  for name in pairs(self.edges) do names[#names + 1] = name end
  sort(names)
  return names
end

function Graph:neighbours(name)
  local names = {}
  for other in pairs(self.edges[name]) do names[#names + 1] = other end
  sort(names)
  return names
end

function Graph:reversed()
  local result = Graph.new(true)
  for from, targets in pairs(self.edges) do
    result:addNode(from)
    for to, weight in pairs(targets) do result:addEdge(to, from, weight) end
  end
  return result
end

---------------------------------------------------------------------------

local function components(graph)
  local seen, sizes = {}, {}
  for start in pairs(graph.edges) do
    if not seen[start] then
      local stack, count = { start }, 0
      seen[start] = true
      while #stack > 0 do
        local node = remove(stack)
        count = count + 1
        for other in pairs(graph.edges[node]) do
          if not seen[other] then
            seen[other] = true
            stack[#stack + 1] = other
          end
        end
      end
      sizes[#sizes + 1] = count
    end
  end
  sort(sizes)
  return sizes
end

local function topological(graph)
  local degree, ready, result = {}, {}, {}
  for _, targets in pairs(graph.edges) do
    for to in pairs(targets) do degree[to] = (degree[to] or 0) + 1 end
  end
  for _, node in ipairs(graph:nodes()) do
    if not degree[node] then ready[#ready + 1] = node end
  end
  while #ready > 0 do
    local node = remove(ready, 1)
    result[#result + 1] = node
    for _, other in ipairs(graph:neighbours(node)) do
      degree[other] = degree[other] - 1
      if degree[other] == 0 then insert(ready, other) end
    end
  end
  if #result < graph.order then return nil, "graph has a cycle" end
  return result
end

local function dijkstra(graph, source)
  local distance, done = { [source] = 0 }, {}
  while true do
    local best, bestDistance = nil, huge
    for node, d in pairs(distance) do
      if not done[node] and d < bestDistance then
        best, bestDistance = node, d
      end
    end
    if not best then return distance end
    done[best] = true
    for other, weight in pairs(graph.edges[best]) do
      local candidate = bestDistance + weight
      if candidate < (distance[other] or huge) then distance[other] = candidate end
    end
  end
end

local function spanningTree(graph)
  local list, parent = {}, {}
  for from, targets in pairs(graph.edges) do
    parent[from] = from
    for to, weight in pairs(targets) do
      if from < to then list[#list + 1] = { from = from, to = to, weight = weight } end
    end
  end
  sort(list, function(a, b)
    if a.weight ~= b.weight then return a.weight < b.weight end
    if a.from ~= b.from then return a.from < b.from end
    return a.to < b.to
  end)
  local function find(node)
    while parent[node] ~= node do
      parent[node] = parent[parent[node]]
      node = parent[node]
    end
    return node
  end
  local total, used = 0, 0
  for _, edge in ipairs(list) do
    local a, b = find(edge.from), find(edge.to)
    if a ~= b then
      parent[a] = b
      total = total + edge.weight
      used = used + 1
    end
  end
  return total, used
end

local function maxFlow(graph, source, sink)
  local residual = {}
  for node in pairs(graph.edges) do residual[node] = {} end
  for from, targets in pairs(graph.edges) do
    for to, capacity in pairs(targets) do
      residual[from][to] = (residual[from][to] or 0) + capacity
      residual[to][from] = residual[to][from] or 0
    end
  end
  local flow = 0
  while true do
    local previous, queue, head = { [source] = source }, { source }, 1
    while queue[head] and not previous[sink] do
      local node = queue[head]
      head = head + 1
      for other, capacity in pairs(residual[node]) do
        if capacity > 0 and not previous[other] then
          previous[other] = node
          queue[#queue + 1] = other
        end
      end
    end
    if not previous[sink] then return flow end
    local amount, node = huge, sink
    while node ~= source do
      amount = min(amount, residual[previous[node]][node])
      node = previous[node]
    end
    node = sink
    while node ~= source do
      local before = previous[node]
      residual[before][node] = residual[before][node] - amount
      residual[node][before] = residual[node][before] + amount
      node = before
    end
    flow = flow + amount
  end
end

local function colouring(graph)
  local order = graph:nodes()
  local degree = {}
  for _, node in ipairs(order) do
    local count = 0
    for _ in pairs(graph.edges[node]) do count = count + 1 end
    degree[node] = count
  end
  sort(order, function(a, b)
    if degree[a] ~= degree[b] then return degree[a] > degree[b] end
    return a < b
  end)
  local colours, used = {}, 0
  for _, node in ipairs(order) do
    local taken, colour = {}, 1
    for other in pairs(graph.edges[node]) do
      if colours[other] then taken[colours[other]] = true end
    end
    while taken[colour] do colour = colour + 1 end
    colours[node] = colour
    if colour > used then used = colour end
  end
  return colours, used
end

local function bridges(graph)
  local index, low, counter, found = {}, {}, 0, 0
  local function visit(node, from)
    counter = counter + 1
    index[node], low[node] = counter, counter
    for other in pairs(graph.edges[node]) do
      if not index[other] then
        visit(other, node)
        low[node] = min(low[node], low[other])
        if low[other] > index[node] then found = found + 1 end
      elseif other ~= from then
        low[node] = min(low[node], index[other])
      end
    end
  end
  for node in pairs(graph.edges) do
    if not index[node] then visit(node, nil) end
  end
  return found
end

---------------------------------------------------------------------------

local seed

local function random(limit)
  seed = seed * 16807 % 2147483647
  return seed % limit
end

local function name(i)
  return string.format("v%02d", i)
end

local function sparseGraph(nodes, edges)
  local graph = Graph.new(false)
  for i = 1, nodes do graph:addNode(name(i)) end
  for _ = 1, edges do
    local a, b = random(nodes) + 1, random(nodes) + 1
    if a ~= b then graph:addEdge(name(a), name(b), random(20) + 1) end
  end
  return graph
end

local function layeredGraph(nodes, edges)
  local graph = Graph.new(true)
  for i = 1, nodes do graph:addNode(i) end
  for _ = 1, edges do
    local a, b = random(nodes) + 1, random(nodes) + 1
    if a < b then graph:addEdge(a, b, random(30) + 1) end
  end
  for i = 2, nodes, 4 do
    graph:addEdge(1, i, 15)
    graph:addEdge(i, nodes, 12)
  end
  return graph
end

local function weigh(distance)
  local total, count = 0, 0
  for _, d in pairs(distance) do
    total = total + d
    count = count + 1
  end
  return total * 50 + count
end

local function run(n)
  seed = 31337
  local sum = 1
  local function add(value) sum = (sum * 31 + value) % MOD end
  for _ = 1, n do
    local graph = sparseGraph(36, 48)
    local sizes = components(graph)
    for i, size in ipairs(sizes) do add(i * size) end
    add(weigh(dijkstra(graph, name(1))))
    add(bridges(graph))
    local total, used = spanningTree(graph)
    add(total * 100 + used)
    local colours, count = colouring(graph)
    add(count)
    for _, node in ipairs(graph:nodes()) do
      for other in pairs(graph.edges[node]) do
        assert(colours[node] ~= colours[other], "neighbours share a colour")
      end
      add(colours[node])
    end

    local net = layeredGraph(24, 70)
    local order = topological(net)
    local position = {}
    for i, node in ipairs(order) do position[node] = i add(node) end
    for from, targets in pairs(net.edges) do
      for to in pairs(targets) do assert(position[from] < position[to], "wrong order") end
    end
    add(maxFlow(net, 1, 24))
    local back = net:reversed()
    add(weigh(dijkstra(back, 24)))
    add(maxFlow(back, 24, 1))
    net:addEdge(24, 1 + random(3))
    local cyclic, message = topological(net)
    add(cyclic and #cyclic or #message)
    if next(net.edges[24]) then add(net.size) end
  end
  return string.format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 105
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
