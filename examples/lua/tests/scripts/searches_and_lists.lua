-- Searches, and lists that are changed at their ends and in their middle, in loops that are compiled.
local function show(...)
  local t = table.pack(...)
  for i = 1, t.n do t[i] = string.format("%q", tostring(t[i])):gsub("%c", "?") end
  return table.concat(t, " ")
end

local texts = { "", "a", "abc", "hello, world", "a.b.c", "x=1;y=22;", ("long "):rep(12) .. "end", "((%))", "\1a\1b" }
local patterns = { "", "a", ".", "b", "%d+", "o", "%.", "^a", "%w+$", "end", "lo", "=", "(", ")", "%", "[a", "(%w)", "()", "%f[%w]", "\1", "e.-d", "%bxy" }

local function search(n)
  local seen, sum = {}, 0
  for i = 1, n do
    local s, p = texts[i % #texts + 1], patterns[i % #patterns + 1]
    for init = -2, 3 do
      local ok, a, b, c = pcall(string.find, s, p, init)
      local line = show(ok, a, b, c)
      seen[line] = (seen[line] or 0) + 1
      local x, y = s:find(p, init, true)
      if x then sum = sum + x * 3 + y end
      line = show(pcall(string.match, s, p, init))
      seen[line] = (seen[line] or 0) + 1
    end
    local x, y = s:find(p, nil, true)
    if x then sum = sum + y end
    if s:find("a") then sum = sum + 1 end
    if s:match("%d+") == "22" then sum = sum + 10 end
    if s:match("(%d+);") == "1" then sum = sum + 100 end
    if not s:find("world", 1, true) then sum = sum + 1000 end
    local m = s:match("^%a+")
    sum = sum + (m and #m or 7)
  end
  local lines = {}
  for line, k in pairs(seen) do lines[#lines + 1] = line .. ":" .. k end
  table.sort(lines)
  return sum, #lines, table.concat(lines, "|")
end
print(search(20))
print(search(600))
print(pcall(string.find, "x", nil), pcall(string.match, {}, "x"), pcall(string.find, "x", "x", {}), ("a1"):find(1), pcall(string.rep, 12, 2))

local Stack = {}
Stack.__index = Stack
function Stack:push(v) table.insert(self, v) end
function Stack:pop() return table.remove(self) end
Stack[0] = "of the class"

local Odd = { __index = function(_, k) return "absent " .. tostring(k) end }
local Long = setmetatable({}, { __len = function() return 3 end })
local Logs = { __newindex = function(t, k, v) rawset(t, k, v and v * 2) end }

local function lists(n)
  local sum = 0
  local stack, queue, sorted = setmetatable({}, Stack), {}, {}
  for i = 1, n do
    stack:push(i)
    stack:push(i + 0.5)
    if i % 3 == 0 then sum = sum + stack:pop() + stack:pop() end
    table.insert(queue, 1, i)
    table.insert(queue, #queue, i * 2)
    if #queue > 10 then sum = sum + table.remove(queue, 1) + table.remove(queue, 3) end
    local at = 1
    while sorted[at] and sorted[at] < i * 7 % 31 do at = at + 1 end
    table.insert(sorted, at, i * 7 % 31)
    if #sorted > 20 then sum = sum + table.remove(sorted, i % 20 + 1) end
    local a, b, c = table.unpack(stack, 1, 3)
    sum = sum + a + (b or 0) + (c or 0)
    sum = sum + select("#", table.unpack(queue)) + select("#", table.unpack(setmetatable({ i, 2 }, Stack)))
  end
  return sum, #stack, table.concat(queue, ","), table.concat(sorted, ",")
end
print(lists(5))
print(lists(400))

local function edges(n)
  local out = {}
  for i = 1, n do
    local odd = setmetatable({ 1, 2, nil, 4 }, Odd)
    out[1] = show(table.unpack(odd, 1, 5))
    out[2] = show(table.remove(setmetatable({}, Odd)), table.remove(setmetatable({}, Stack)))
    out[3] = show(table.unpack(Long))
    local logs = setmetatable({ 1 }, Logs)
    table.insert(logs, 5)
    table.insert(logs, 1, 7)
    out[4] = show(logs[1], logs[2], logs[3], #logs)
    local mixed = { 1, 2.5, "x" }
    table.insert(mixed, 2, false)
    table.insert(mixed, 1, nil)
    out[5] = show(mixed[1], mixed[2], mixed[3], mixed[4], mixed[5])
    local ints = { 1, 2, 3 }
    table.insert(ints, 2, "text")
    out[6] = show(table.unpack(ints)) .. show(table.remove(ints, 2), #ints, table.remove(ints, 4), table.remove(ints, 3), #ints)
    out[7] = show(pcall(table.insert, ints, 9, 1)) .. show(pcall(table.remove, ints, 9)) .. show(pcall(table.insert, ints, "x", 1))
    out[8] = show(pcall(table.insert, ints)) .. show(pcall(table.insert, 1, 1)) .. show(pcall(table.unpack, ints, 1, 1e8))
    local one = { "only" }
    out[9] = show(table.remove(one, 1), #one, table.remove(one, 1), table.remove(one, 0), table.remove(one))
    table.insert(one, 1, i)
    out[10] = show(one[1] == i, #one)
  end
  return table.concat(out, "\n")
end
print(edges(1))
print(edges(200) == edges(1))

local function states(n)
  local sum, seen = 0, {}
  for i = 1, n do
    local co
    co = coroutine.create(function(a)
      seen[coroutine.status(co)] = true
      local me, main = coroutine.running()
      sum = sum + (me == co and 1 or 0) + (main and 100 or 0)
      local b = coroutine.yield(a + 1)
      return b * 2
    end)
    seen[coroutine.status(co)] = true
    local got = select(2, coroutine.resume(co, i))
    sum = sum + got + (coroutine.status(co) == "suspended" and 1 or 0)
    sum = sum + select(2, coroutine.resume(co, 3))
    seen[coroutine.status(co)] = true
    local _, main = coroutine.running()
    sum = sum + (main and 1 or 0) + (coroutine.isyieldable() and 1 or 0) + (coroutine.isyieldable(co) and 1 or 0)
  end
  return sum, seen.suspended, seen.running, seen.dead, pcall(coroutine.status, 1)
end
print(states(3))
print(states(300))

-- The first of a queue that is empty, and what is behind the last.
do
  local empty, one, odd = {}, { 5 }, { 1, 2, nil, 4 }
  local got = 0
  for i = 1, 200 do
    if table.remove(empty, 1) == nil and #empty == 0 then got = got + 1 end
    if table.remove(one, 2) == nil and #one == 1 then got = got + 1 end
    if table.remove({}, #empty + 1) == nil then got = got + 1 end
  end
  print(got, select("#", table.remove(empty, 1)), pcall(table.remove, empty, 2), pcall(table.remove, one, 3), table.remove(empty, 0), pcall(table.remove, empty, -1))
  local looked = setmetatable({}, { __index = function(t, k) return "at " .. k end, __newindex = function(t, k, v) rawset(t, "set", k) end })
  for i = 1, 120 do
    local v = table.remove(looked, 1)
    if i == 120 then print(v, rawget(looked, "set")) end
  end
  local queue, sum = {}, 0
  for i = 1, 300 do
    if i % 3 ~= 0 then queue[#queue + 1] = i end
    local v = table.remove(queue, 1)
    sum = sum + (v or -1)
  end
  print(sum, #queue)
end
