-- To-be-closed variables, errors in them, and coroutines.
local log = {}
local function note(...) log[#log + 1] = table.concat({ ... }, " ") end
local function flush() print(table.concat(log, "; ")) log = {} end
local function res(name, fails)
  return setmetatable({}, { __close = function(_, e) note("close", name, tostring(e)) if fails then error(fails, 0) end end })
end
do local a <close> = res "a" local b <close> = res "b" note "body" end flush()
do local a <close> = nil local b <close> = false note "none" end flush()
for i = 1, 3 do local a <close> = res("i" .. i) if i == 2 then break end end flush()
for i = 1, 3 do local a <close> = res("g" .. i) if i < 3 then goto continue end note "last" ::continue:: end flush()
local i = 0
while true do i = i + 1 local a <close> = res("w" .. i) if i == 2 then break end end flush()
repeat local a <close> = res "r" until true flush()
repeat local n <close> = res "cond" local done = true until done flush()
local function early(x) local a <close> = res "ret" if x then return "x", note "value" end return "y" end
print(early(true)) print(early(false)) flush()
local function values() local a <close> = res "v" return 1, 2, 3 end
print(values()) print((values())) flush()
local function tail() local a <close> = res "tail" return values() end
print(tail()) flush()
print(pcall(function() local a <close> = res "a" local b <close> = res "b" error("boom", 0) end)) flush()
print(pcall(function() local a <close> = res("a", "from a") local b <close> = res("b", "from b") error("boom", 0) end)) flush()
print(pcall(function() local a <close> = res("a", "from a") local b <close> = res("b", "from b") return 1 end)) flush()
print(pcall(function() local a <close> = 5 end))
print(pcall(function() local a <close> = {} end))
print(pcall(function() local a <close> = "x" end))
print(pcall(function() local a <close> = setmetatable({}, { __close = true }) end))
print(pcall(function() local a <close> = res "kept" local b <close> = 1 end)) flush()
print(select(2, load "local a <close> = nil a = 1"))
print(select(2, load "local a <const> = 1 a = 2"))
print(select(2, load "local a <const> = 1 local function f() a = 2 end"))
print(select(2, load "local a <close>, b <close> = nil, nil"))
print(select(2, load "local a <bad> = 1"))
-- the fourth value of a generic loop
local function iter(n, close) return function(s, i) if i < n then return i + 1 end end, nil, 0, close end
for i in iter(3, res "it") do note("step", i) end flush()
for i in iter(3, res "broken") do if i == 2 then break end end flush()
print(pcall(function() for i in iter(3, res "failed") do if i == 2 then error("in loop", 0) end end end)) flush()
print((function() for i in iter(3, res "returned") do if i == 2 then return i end end end)()) flush()
print(pcall(function() for i in iter(3, 7) do end end))
-- coroutines
local co = coroutine.create(function() local a <close> = res "co" coroutine.yield(1) note "resumed" return 2 end)
print(coroutine.resume(co)) print(coroutine.resume(co)) print(coroutine.resume(co)) flush()
co = coroutine.create(function() local a <close> = res "outer" local b <close> = res "inner" coroutine.yield(1) end)
print(coroutine.resume(co)) print(coroutine.close(co), coroutine.status(co)) print(coroutine.close(co)) flush()
co = coroutine.create(function() local a <close> = res("outer", "outer failed") local b <close> = res("inner", "inner failed") coroutine.yield(1) end)
print(coroutine.resume(co)) print(coroutine.close(co)) print(coroutine.status(co)) flush()
co = coroutine.create(function() local a <close> = res "err" error("dies", 0) end)
print(coroutine.resume(co)) print(coroutine.status(co))
log = {} -- when the handlers of a dead coroutine run is not the same everywhere
co = coroutine.create(function() pcall(function() local a <close> = res "protected" coroutine.yield(1) end) note "not reached" end)
print(coroutine.resume(co)) print(coroutine.close(co)) flush()
local wrapped = coroutine.wrap(function() local a <close> = res "wrap" coroutine.yield(1) error("w", 0) end)
print(wrapped()) print(pcall(wrapped)) print(pcall(wrapped)) flush()
co = coroutine.create(function() local a <close> = setmetatable({}, { __close = function() note "yields" coroutine.yield("in close") note "closed" end }) return "result" end)
print(coroutine.resume(co)) print(coroutine.resume(co)) flush()
print(coroutine.close(coroutine.create(print)))
print(pcall(coroutine.close, coroutine.running()))
co = coroutine.wrap(function() return pcall(coroutine.close, coroutine.running()) end)
print(co())
co = coroutine.create(function(x) return coroutine.resume(x) end)
print(coroutine.resume(co, co))
-- library functions as bodies
co = coroutine.wrap(pcall)
print(co(function(a) error("x" .. coroutine.yield(a + 1), 0) end, 1)) print(co(7))
co = coroutine.create(xpcall)
print(coroutine.resume(co, function(a) error("x" .. coroutine.yield(a + 1), 0) end, function(m) return "handled " .. m end, 1))
print(coroutine.resume(co, 8)) print(coroutine.status(co))
co = coroutine.create(coroutine.yield)
print(coroutine.resume(co, 1, 2)) print(coroutine.resume(co, 3)) print(coroutine.status(co))
print(coroutine.resume(coroutine.create(string.rep), "ab", 3))
print(coroutine.resume(coroutine.create(error), "e", 0))
co = coroutine.create(coroutine.wrap(function() coroutine.yield(5) return 6 end))
print(coroutine.resume(co)) print(coroutine.status(co))
print(select("#", coroutine.resume(coroutine.create(function(...) return ... end), nil, nil)))
co = coroutine.create(load "return ...") print(coroutine.resume(co, 1, 2))
print(pcall(coroutine.create, 1)) print(pcall(coroutine.wrap, {}))
print(coroutine.isyieldable(), coroutine.wrap(coroutine.isyieldable)())
print(pcall(coroutine.yield, 1))
-- metamethods that yield
local m = setmetatable({}, { __index = function(_, k) return coroutine.yield("index " .. k) end, __newindex = function(_, k, v) coroutine.yield("new " .. k) end,
  __add = function(a, b) return coroutine.yield "add" end, __concat = function() return coroutine.yield "concat" end, __eq = function() return coroutine.yield "eq" end,
  __lt = function() return coroutine.yield "lt" end, __le = function() return coroutine.yield "le" end, __len = function() return coroutine.yield "len" end,
  __call = function(_, ...) return coroutine.yield("call " .. select("#", ...)) end, __unm = function() return coroutine.yield "unm" end })
local n = setmetatable({}, getmetatable(m))
local function drive(f)
  local c, out, v = coroutine.wrap(f), {}, nil
  repeat v = c(#out + 1) out[#out + 1] = tostring(v) until #out > 11 or v == "end"
  return table.concat(out, ",")
end
print(drive(function() local r = m.x m.y = 1 r = m + 1 r = 1 + m r = m .. "a" .. "b" r = m == n r = m < n r = m <= n r = #m r = m(1, 2) r = -m return "end" end))
print(drive(function() for k in m do if k == 3 then return "end" end end return "end" end))
-- hot loops with closes
local total = 0
local counter = setmetatable({}, { __close = function() total = total + 1 end })
for k = 1, 300 do local c <close> = counter if k % 3 == 0 then goto next end total = total + 1000 ::next:: end
print(total)
local function guarded(k) local c <close> = counter if k % 7 == 0 then error("seven", 0) end return k end
local failed = 0
for k = 1, 300 do if not pcall(guarded, k) then failed = failed + 1 end end
print(total, failed)

-- The callers of a library function that looked at them are not kept.
local seen = setmetatable({}, { __mode = "v" })
local function look()
  local object = {}
  for i, f in ipairs({ debug.getinfo, debug.traceback, debug.getlocal, load, function() error("x", 2) end, error }) do
    local g = function(...) seen[i] = object return f(...) end
    pcall(g, f == debug.getlocal and 1 or "return 1", f == error and 2 or "S")
    pcall(function() g("return 1", 2) end)
  end
end
look()
collectgarbage()
collectgarbage()
print(next(seen))
