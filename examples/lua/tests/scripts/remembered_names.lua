-- One place of the program asks for a name in tables of which each has it elsewhere, by turns: what is remembered of one must not be told of another.
local function get(t) return t.name end
local function set(t, v) t.name = v end
local function call(t, ...) return t:name(...) end

local function show(label, ...)
  local parts = {}
  for i = 1, select('#', ...) do parts[i] = tostring((select(i, ...))) end
  print(label, table.concat(parts, ' '))
end

-- Slots, the first and a later one, none, the hash part, an array, a metatable's.
local first = {name = 1}
local later = {a = 1, b = 2, c = 3, d = 4, name = 5}
local none = {other = 1}
local many = {}
for i = 1, 100 do many['k' .. i] = i end
many.name = 'many'
local list = {1, 2, 3}
local class = {name = function(self, x) return self.tag, x end}
class.__index = class
local object = setmetatable({tag = 'object'}, class)
local through = setmetatable({tag = 'through'}, {__index = function(t, k) return k .. '!' end})
local deep = setmetatable({tag = 'deep'}, {__index = setmetatable({}, {__index = {name = 'far'}})})
for round = 1, 3 do
  show('get', get(first), get(later), get(none), get(many), get(list), type(get(object)), get(through), get(deep), get('x') == nil)
end

-- Methods: of an object's class, of the object itself, of a string, of a class that is exchanged, taken away and given back.
local own = setmetatable({tag = 'own', name = function(self, x) return 'own', x end}, class)
for round = 1, 3 do
  show('call', call(object, round))
  show('call', call(own, round))
end
class.name = function(self, x) return 'new ' .. self.tag, x end
show('exchanged', call(object, 1))
class.name = nil
show('taken away', pcall(call, object, 1))
class.name = function(self) return 'back' end
show('given back', call(object))
local other = {name = function() return 'other' end}
class.__index = other
show('other index', call(object), type(get(object)))
class.__index = function() return function() return 'by function' end end
show('function as index', call(object))
class.__index = nil
show('no index', get(object), pcall(call, object))
class.__index = class
setmetatable(object, nil)
show('no metatable', get(object))
setmetatable(object, class)
show('again', call(object))

-- Names that come and go while the place remembers them.
local t = {}
show('absent', get(t))
set(t, 'x')
show('added', get(t))
set(t, nil)
show('removed', get(t))
set(t, 'y')
show('added again', get(t))
for i = 1, 100 do t['k' .. i] = i end
show('in the hash part', get(t))
set(t, 'z')
show('set there', get(t))
t.name = nil
show('removed there', get(t))

-- Setting asks `__newindex` only where the name is absent, also if it was there in the last table with the same names.
local log = {}
local guarded = setmetatable({}, {__newindex = function(t, k, v) log[#log + 1] = k .. '=' .. tostring(v) rawset(t, k, v) end})
local plain = {}
for round = 1, 3 do
  set(plain, round)
  set(guarded, round)
  show('guarded', get(plain), get(guarded), #log)
  set(guarded, nil)
end
show('log', table.concat(log, ' '))

-- A loop of calls over objects of several classes.
local classes = {}
for i = 1, 6 do
  local c = {}
  c.__index = c
  for k = 1, i do c['pad' .. k] = k end
  function c:name(x) return i * 1000 + x end
  classes[i] = c
end
local sum = 0
for i = 1, 3000 do
  local c = classes[i % 6 + 1]
  local o = setmetatable({}, c)
  if i % 7 == 0 then o.name = function(self, x) return x end end
  sum = sum + call(o, i)
end
print(sum)
