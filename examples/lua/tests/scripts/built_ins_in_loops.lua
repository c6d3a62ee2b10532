-- Built-in functions in hot loops: those that interpreter code does by itself, and those that are known only to read.

local function report(name, ...) print(name, ...) end

-- assert gives its arguments back, and raises what it is told.
do
  local total = 0
  for i = 1, 300 do
    local a, b, c = assert(i, "never", i + 1)
    total = total + a + c + #b
    total = total + select("#", assert(true))
  end
  report("assert", total)
  local function check(i) return assert(i < 250 and i, "too large: " .. i) end
  local sum, failed = 0, {}
  for i = 1, 260 do
    local ok, e = pcall(check, i)
    if ok then sum = sum + e else failed[#failed + 1] = e end
  end
  report("assert fails", sum, #failed, failed[1], failed[#failed])
  report("assert without message", pcall(assert, nil))
  report("assert of nothing", pcall(assert))
  report("assert of a table", select(2, pcall(assert, false, setmetatable({}, { __tostring = function() return "T" end }))) ~= nil)
end

-- pairs and ipairs give what a loop wants, of anything.
do
  local n = 0
  for i = 1, 200 do
    local f, t, k = pairs({ i, x = i })
    if f == next and k == nil then n = n + t.x end
    local g, l, z = ipairs({ i, i })
    if z == 0 then n = n + #l end
  end
  report("pairs", n)
  report("pairs of nil", pcall(function() for _ in pairs(nil) do end end))
  report("ipairs of nothing", pcall(ipairs))
  local seen = {}
  local proxy = setmetatable({}, { __pairs = function(t) return function(_, k) if not k then return 1, "one" end end, t, nil end })
  for i = 1, 100 do
    local t = i % 3 == 0 and proxy or { i, i + 1 }
    for k, v in pairs(t) do seen[#seen + 1] = tostring(k) .. tostring(v) end
  end
  report("__pairs", #seen, seen[1], seen[5], table.concat(seen, " ", #seen - 3))
  local lazy = setmetatable({}, { __index = function(_, i) if i < 5 then return i * i end end })
  local sum = 0
  for _ = 1, 100 do for _, v in ipairs(lazy) do sum = sum + v end end
  report("ipairs with __index", sum)
end

-- A traversal that clears what it visits, or whose keys are of many kinds.
do
  local left, visited = 0, 0
  for round = 1, 60 do
    local t = {}
    for i = 1, 12 do
      t["k" .. (i * round) % 37] = i
      t[{}] = i
      t[i * 1.5] = i
      t[-i] = i
    end
    for k in pairs(t) do t[k] = nil; visited = visited + 1 end
    left = left + (next(t) == nil and 0 or 1)
  end
  report("cleared", left, visited > 60 * 30)
  local t = { a = 1, b = 2, c = 3 }
  local outer = 0
  for k1 in pairs(t) do for k2 in pairs(t) do if k1 ~= k2 then outer = outer + 1 end end end
  report("nested", outer)
  report("no such key", pcall(next, t, "missing"))
end

-- rawset and rawlen with and without metatables.
do
  local log = 0
  local meta = { __newindex = function() log = log + 1 end, __len = function() return 99 end }
  local total = 0
  for i = 1, 200 do
    local t = setmetatable({}, meta)
    rawset(t, "name", i)
    rawset(t, 1, i)
    rawset(t, t, i)
    t.other = 1
    total = total + t.name + t[1] + t[t] + rawlen(t) + #t + rawlen("abc")
  end
  report("raw", total, log)
  report("rawset of nil", pcall(rawset, {}, nil, 1))
  report("rawset of NaN", pcall(rawset, {}, 0 / 0, 1))
  report("rawlen of a number", pcall(rawlen, 1))
end

-- Records copied key by key, and dictionaries of few keys that differ.
do
  local function copy(o)
    local t = {}
    for k, v in pairs(o) do t[k] = v end
    return t
  end
  local sum = 0
  for i = 1, 300 do
    local r = copy({ x = i, y = i + 1, name = "r" .. i })
    r.x = r.x + 1
    sum = sum + r.x + r.y + #r.name
  end
  report("copies", sum)
  local found = 0
  for i = 1, 300 do
    local d = {}
    for j = 1, 6 do d["w" .. (i * j) % 41] = j end
    d.fixed = 1
    d["w3"] = nil
    for j = 0, 40 do if d["w" .. j] then found = found + 1 end end
    found = found + d.fixed
  end
  report("dictionaries", found)
end

-- Texts of strings and numbers that a metatable makes another thing, from some turn on: it may change what the loop has read.
do
  local state = { n = 0 }
  local meta = getmetatable("")
  local out = {}
  for i = 1, 200 do
    local before = state.n
    local text = tostring("x") .. string.format("%s|%d", "y", i) .. tostring(i)
    out[#out + 1] = text .. (state.n - before)
    if i == 150 then meta.__tostring = function(s) state.n = state.n + 1; return "<" .. #s .. ">" end end
  end
  meta.__tostring = nil
  report("texts", out[1], out[150], out[151], out[200], state.n)
end

-- What only reads leaves alone what the loop knows, also where it raises.
do
  local o = { n = 0, list = { "a", "b", "c" } }
  local errors = 0
  for i = 1, 300 do
    o.n = o.n + 1
    local s = table.concat(o.list, ",") .. ("%d"):rep(2) .. ("abc"):upper() .. #("x"):rep(o.n % 7)
    if s:find("B", 1, true) then o.n = o.n + 1 end
    if i % 50 == 0 then
      o.list[2] = o.list[2] .. i
      if not pcall(string.rep) then errors = errors + 1 end
      if not pcall(table.concat, { {} }) then errors = errors + 1 end
    end
    o.last = s
  end
  report("reading", o.n, o.last, errors)
  local words = {}
  for i = 1, 60 do
    for w in ("one two  three" .. i):gmatch("%w+") do words[w] = (words[w] or 0) + i end
  end
  report("gmatch", words.one, words.two, words.three60)
end
