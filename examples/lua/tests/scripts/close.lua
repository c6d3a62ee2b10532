-- <close> variables: order, errors, breaks, returns, nil and false, generic-for closing values.
local function closer(name) return setmetatable({}, { __close = function(_, e) print("close " .. name, e) end }) end
do local a <close> = closer("a"); local b <close> = closer("b"); print("body") end
local function f() local a <close> = closer("f"); return "result", 2 end
print(f())
for i = 1, 3 do local c <close> = closer("loop" .. i); if i == 2 then break end end
print(pcall(function() local a <close> = closer("err"); error("boom", 0) end))
print(pcall(function() local a <close> = nil; local b <close> = false; return "ok" end))
print(pcall(function() local a <close> = 5 end))
print(pcall(function() local x <close> = {} end))
print(pcall(function()
  local a <close> = setmetatable({}, { __close = function(_, e) print("outer saw", e); error("second", 0) end })
  local b <close> = setmetatable({}, { __close = function(_, e) print("inner saw", e); error("first", 0) end })
  error("original", 0)
end))
local function iter() return function(_, k) if k < 3 then return k + 1 end end, nil, 0, closer("iterator") end
for k in iter() do io.write(k, " ") end
for k in iter() do if k == 2 then break end end
print(pcall(function() for k in iter() do error("in body", 0) end end))
local function g() for k in iter() do if k == 2 then return "returned", k end end end
print(g())
do
  local n = 0
  goto enter
  ::again:: n = n + 1
  ::enter::
  if n < 2 then local c <close> = closer("goto" .. n); goto again end
end
local function tail() local c <close> = closer("tail"); return f() end
print(tail())
print(load("local a <close> = 1; a = 2"))
print(load("local a <close>, b <close> = 1, 2"))
local log = {}
for i = 1, 200 do local c <close> = setmetatable({}, { __close = function() log[#log + 1] = i end }); if i % 2 == 0 then goto continue end ::continue:: end
print(#log, log[1], log[200])
local co = coroutine.wrap(function() local c <close> = closer("in coroutine"); coroutine.yield("yielded"); return "finished" end)
print(co()); print(co())
co = coroutine.wrap(function() local c <close> = setmetatable({}, { __close = function() coroutine.yield("from close") end }); return "value" end)
print(co()); print(co())
local function deep(n) local c <close> = setmetatable({}, { __close = function() log[#log + 1] = n end }); if n > 0 then return (deep(n - 1)) end return "bottom" end
log = {}
print(deep(10), table.concat(log, ","))
