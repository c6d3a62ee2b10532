-- Each operator in a function of its own, called with operands of one kind often enough that plain execution takes its derivative for it, then of each other kind.
local meta = {}
for _, name in ipairs { 'add', 'sub', 'mul', 'div', 'mod', 'pow', 'unm', 'idiv', 'band', 'bor', 'bxor', 'shl', 'shr', 'bnot' } do
  meta['__' .. name] = function(x, y) return name .. (type(x) == 'table' and 'L' or 'R') end
end
local object = setmetatable({}, meta)
local kinds = {
  { 7, -3, math.maxinteger, 0 },
  { 2.5, -0.0, 1e300, math.huge },
  { 3.0, 63, -1, 64 },
  { '10', '0x10', '1e1', ' 5 ' },
  { object, object, object, object },
  { nil, true, 'x', {} },
}
local function show(ok, v)
  if not ok then return (tostring(v):gsub('^.-:%d+: ', ''):gsub('table: 0x%x+', 'T')) end
  if math.type(v) == 'float' then return string.format('%.17g', v) end
  return tostring(v)
end
local function try(name, f)
  -- First what it is to be a derivative for, then all others, then that again.
  for first = 1, #kinds do
    local f = f()
    local line = {}
    local function call(k, i, j) return show(pcall(f, kinds[k][i], kinds[k][j])) end
    for _ = 1, 6 do call(first, 1, 2) end
    for k = 1, #kinds do
      for i = 1, 4 do line[#line + 1] = call(k, i, i % 4 + 1) end
    end
    for k = 1, #kinds do line[#line + 1] = show(pcall(f, kinds[first][2], kinds[k][1])) end
    local text, sum = table.concat(line, ' '), 0
    for n = 1, #text do sum = (sum * 31 + text:byte(n)) % 1000000007 end
    print(name, first, sum, first == 1 and not name:find('%d') and text or '')
  end
end
local function maker(text) return function() return assert(load('return function(x, y) ' .. text .. ' end'))() end end
for _, op in ipairs { '+', '-', '*', '/', '%', '^', '//', '&', '|', '~', '<<', '>>' } do
  try('x ' .. op .. ' y', maker('return x ' .. op .. ' y'))
  for _, k in ipairs { '3', '2.0', '0.5', '-1', '100000', '1e10' } do
    try('x ' .. op .. ' ' .. k, maker('return x ' .. op .. ' ' .. k))
    try(k .. ' ' .. op .. ' x', maker('return ' .. k .. ' ' .. op .. ' x'))
  end
end
try('-x', maker('return -x'))
try('~x', maker('return ~x'))

-- Elements by position and by name, of tables of all kinds.
local function tables()
  return {
    { 1, 2, 3, 4 }, { 1.5, 2.5, 3.5 }, { true, false, true }, { 'a', 'b', 'c' }, { 1, 'b', false, 2.5 }, {}, { [3] = 'x', [100] = 'y' },
    setmetatable({ 1 }, { __index = function(_, k) return k end, __newindex = function(t, k, v) rawset(t, k, v and 'set' or v) end }),
    setmetatable({}, { __index = { 9, 8, 7, x = 1 }, __newindex = kinds }), { x = 1, y = 2 }, 'text', 5,
  }
end
local function index(name, text)
  for first, _ in ipairs(tables()) do
    local f, line = maker(text)(), {}
    local all = tables()
    for turn = 1, 6 do pcall(f, all[first], 2, turn) end
    for n, t in ipairs(all) do
      for _, key in ipairs { 2, 1, 3, 4, 5, 0, -1, 2.0, 2.5, 'x', '2', true } do
        for _, v in ipairs { 7, 'v', 2.5, false } do
          local ok, got = pcall(f, t, key, v)
          local now = type(t) == 'table' and t[key] or nil
          line[#line + 1] = (ok and tostring(got) or 'E') .. tostring(now) .. (type(t) == 'table' and #t or '')
        end
      end
      pcall(f, t, 2, nil)
    end
    local text, sum = table.concat(line, ' '):gsub('table: 0x%x+', 'T'), 0
    for n = 1, #text do sum = (sum * 31 + text:byte(n)) % 1000000007 end
    print(name, first, sum)
  end
end
index('get', 'return x[y]')
index('get 2', 'return x[2]')
maker = function(text) return function() return assert(load('return function(x, y, v) ' .. text .. ' end'))() end end
index('set', 'x[y] = v')
index('set 2', 'x[2] = v')
index('set k', 'x[y] = 5')
index('set text', 'x[y] = "k"')
index('set nil', 'x[y] = nil')
index('append', 'x[#x + 1] = v return #x')

-- Globals, through what holds them.
local env = setmetatable({ g = 1 }, { __index = function(_, k) return 'no ' .. k end })
local read = assert(load('return function(n) for i = 1, n do h = g end return g, h, missing end', 'c', 't', env))()
print(read(5), read(5))
env.g = 'changed'
print(read(5))
