-- table.insert, remove, concat, unpack, pack, move, sort.
local t = { 1, 2, 3 }
table.insert(t, 4); table.insert(t, 1, 0); table.insert(t, 6, 5)
print(table.concat(t, ","))
print(table.remove(t), table.remove(t, 1), table.concat(t, ","), table.remove({}), table.remove(t, #t + 1))
print(pcall(table.insert, t, 10, 1))
print(pcall(table.insert, t, 0, 1))
print(pcall(table.insert, t))
print(pcall(table.insert, t, 1, 2, 3))
print(pcall(table.insert, nil, 1))
print(pcall(table.remove, t, 7))
print(pcall(table.remove, t, -1))
print(table.remove({}, 0), table.remove({ [0] = "z" }, 0))
print(table.concat({}), table.concat({ 1, 2.5, "x" }, "-"), table.concat({ 1, 2, 3 }, ",", 2), table.concat({ 1, 2, 3 }, ",", 2, 2), table.concat({ 1 }, ",", 3))
print(pcall(table.concat, { 1, {}, 3 }))
print(pcall(table.concat, { 1, nil, 3 }, ",", 1, 3))
print(pcall(table.concat, 5))
print(table.unpack({ 1, 2, 3 }), (table.unpack({ 1, 2, 3 })), table.unpack({ 1, 2, 3 }, 2), table.unpack({ 1, 2, 3 }, 2, 3))
print(table.unpack({}, 1, 3), select("#", table.unpack({}, 1, 0)), table.unpack({ 1, 2 }, -1, 1))
print(pcall(table.unpack, {}, 1, 1e8))
print(pcall(table.unpack, {}, math.mininteger, math.maxinteger))
local p = table.pack(1, nil, 3, nil)
print(p.n, p[1], p[2], p[3], p[4], table.pack().n)
print(table.concat(table.move({ 1, 2, 3, 4, 5 }, 2, 4, 1), ","), table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ","), table.concat(table.move({ 1, 2, 3 }, 1, 3, 3, { 9, 9 }), ","), #table.move({ 1 }, 1, 0, 5))
print(pcall(table.move, { 1 }, 1, math.maxinteger, 2))
print(pcall(table.move, { 1 }, math.mininteger, 0, 2))
local s = { 5, 2, 8, 1, 9, 3 }
table.sort(s); print(table.concat(s, " "))
table.sort(s, function(a, b) return a > b end); print(table.concat(s, " "))
s = { "banana", "apple", "Cherry", "date" }
table.sort(s); print(table.concat(s, " "))
table.sort(s, function(a, b) return a:lower() < b:lower() end); print(table.concat(s, " "))
s = {}
for i = 1, 1000 do s[i] = (i * 7919) % 1009 end
table.sort(s)
local ok = true
for i = 2, #s do if s[i - 1] > s[i] then ok = false end end
print(ok, s[1], s[1000])
s = {}
for i = 1, 100 do s[i] = 1 end
table.sort(s); print(s[1], s[100])
local okay, message = pcall(table.sort, { 1, "x", 2 })
print(okay, message:find("attempt to compare") ~= nil)
print(pcall(table.sort, { 1, 2, 3 }, 5))
print(pcall(table.sort, { {}, {} }))
okay, message = pcall(table.sort, { 3, 1, 2, 5, 4, 9, 8, 7, 6, 10 }, function() return true end)
print(type(okay), message == nil or message:find("invalid order function") ~= nil)
print(pcall(table.sort, { 3, 1, 2 }, function() error("in the comparator", 0) end))
local values = { 3.5, 1, 2.25, -1, 1e10, 0 }
table.sort(values); print(table.concat(values, " "))
local records = {}
for i = 1, 50 do records[i] = { key = (i * 37) % 50, tag = i } end
table.sort(records, function(a, b) return a.key < b.key end)
local line = {}
for i = 1, 50 do line[i] = records[i].tag end
print(table.concat(line, " "))
-- table functions honour metamethods
local log = {}
local proxy = setmetatable({}, {
  __index = function(_, k) if k <= 3 then return k * 10 end end,
  __newindex = function(_, k, v) log[#log + 1] = k .. "=" .. tostring(v) end,
  __len = function() return 3 end,
})
print(table.concat(proxy, ","), table.unpack(proxy))
table.insert(proxy, "new")
print(table.concat(log, " "))
print(table.remove(proxy), table.concat(log, " "))
print(pcall(table.insert, setmetatable({}, { __len = function() return "x" end }), 1))
-- sort with a coroutine-free error and state left usable
local broken = { 5, 4, 3, 2, 1 }
print(pcall(table.sort, broken, function(a, b) return a.x < b.x end))
print(#broken)

-- Whether two tables are one decides from which end `table.move` copies; their `__eq` is asked, only where it matters.
do
  local log = {}
  local function shared()
    local store = {1, 2, 3, 4, 5, 6}
    return setmetatable({}, {
      __index = function(_, k) return store[k] end,
      __newindex = function(_, k, v) store[k] = v; log[#log + 1] = k end,
      __eq = function() log[#log + 1] = "eq"; return true end,
    })
  end
  for _, at in ipairs {2, 1, 9} do
    log = {}
    table.move(shared(), 1, 3, at, shared())
    print(at, table.concat(log, " "))
  end
end
