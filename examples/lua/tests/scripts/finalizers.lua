-- Finalizers: what a collection does not reach is finalized, once, and may come back; what is left is finalized at the end, newest
-- first. Which of many dead objects a register still holds is not certain, so counts have room.

local function make(n, f) return setmetatable({ n = n }, { __gc = f }) end
local function enough(n, most) return n >= most * 9 // 10 and n <= most end

-- Each is finalized once.
local seen, twice = 0, 0
local done = {}
for i = 1, 100 do
  make(i, function(o)
    if done[o.n] then twice = twice + 1 end
    done[o.n] = true
    seen = seen + 1
  end)
end
collectgarbage()
collectgarbage()
print(enough(seen, 100), twice)

-- One that comes back is finalized again if it gets its metatable again.
local back, again = {}, 0
local meta = {}
meta.__gc = function(o)
  o.times = o.times + 1
  again = again + 1
  if o.times == 1 then setmetatable(o, meta) end
  if o.times == 2 then back[#back + 1] = o end
end
for i = 1, 50 do setmetatable({ times = 0 }, meta) end
for i = 1, 4 do collectgarbage() end
print(enough(again, 100), enough(#back, 50), back[1].times, getmetatable(back[1]) == meta)

-- A finalizer that the metatable gets later does not count.
local late = {}
for i = 1, 20 do setmetatable({}, late) end
late.__gc = function() print("never") end
collectgarbage()

-- Weak values lose an object before it is finalized, weak keys keep it until then.
local values, keys = setmetatable({}, { __mode = "v" }), setmetatable({}, { __mode = "k" })
local lost, kept = 0, 0
for i = 1, 50 do
  local o = make(i, function(o)
    if values[o.n] == nil then lost = lost + 1 end
    if keys[o] == "kept" then kept = kept + 1 end
  end)
  values[i], keys[o] = o, "kept"
end
collectgarbage()
print(enough(lost, 50), lost == kept)
collectgarbage()
local left = 0
for _ in pairs(keys) do left = left + 1 end
print(left <= 5)

-- Errors are warnings, which are off here, and change nothing else.
warn("@off")
for i = 1, 10 do make(i, function() error("unseen") end) setmetatable({}, { __gc = 5 }) end
print(pcall(collectgarbage))
print(pcall(function()
  for i = 1, 10 do make(i, function() pcall(error, "inner") end) end
  local x <close> = setmetatable({}, { __close = function() collectgarbage() end })
  error("outer", 0)
end))

-- Within one, the collector does not answer.
local answers = {}
for i = 1, 10 do make(i, function() answers = table.pack(collectgarbage(), collectgarbage("count"), collectgarbage("step")) end) end
collectgarbage()
print(answers.n, answers[1], answers[2], answers[3])

-- Collections of the run time's own run them, too, in loops that are compiled.
local alone = false
for i = 1, 10 do make(i, function() alone = true end) end
local rounds, keep = 0, {}
repeat
  keep[rounds % 100] = { rounds }
  rounds = rounds + 1
until alone or rounds > 2e7
print(alone)

-- A stopped collector does not.
collectgarbage("stop")
alone = false
for i = 1, 10 do make(i, function() alone = true end) end
for i = 1, 2e5 do local t = { i } end
print(alone, collectgarbage("isrunning"))
collectgarbage("restart")
collectgarbage()
print(alone, collectgarbage("isrunning"))

-- Files are userdata with a finalizer, which programs may change.
local file = getmetatable(io.stdout)
local old, files = file.__gc, 0
file.__gc = function(f) if io.type(f) == "file" then files = files + 1 end return old(f) end
for i = 1, 20 do io.open("finalizers.lua") end
collectgarbage()
file.__gc = old
print(enough(files, 20))

-- What a coroutine gave last is garbage like anything else.
local given = 0
local function give() return setmetatable({}, {__gc = function() given = given + 1 end}), 1, 2, 3 end
local function take(n, f) for i = 1, n do f(coroutine.create(give)) end end
for _, count in ipairs({1, 30}) do
  given = 0
  take(count, coroutine.resume)
  collectgarbage()
  print(given == count)
end

-- At the end of the program, newest first; what comes up then is not noted.
for i = 1, 3 do _G["last" .. i] = make(i, function(o) print("closed", o.n) end) end
_G.last4 = make(4, function()
  local x <close> = setmetatable({}, { __close = function() print("close") end })
  setmetatable({}, { __gc = function() print("never") end })
  print(pcall(error, "caught"))
  error("at the end")
end)
