-- Chains of metamethods, orders that are none, tables changed while in use.
local function meta(t) return setmetatable({}, t) end
local a = meta { __index = meta { __index = meta { __index = function(t, k) return "deep " .. tostring(k) end } } }
print(a.x, a[1], rawget(a, "x"))
local store = {}
local w = meta { __newindex = meta { __newindex = store } }
w.k = 1 w[2] = 3 print(store.k, store[2], rawget(w, "k"))
local count = 0
local ro = setmetatable({ known = 1 }, { __newindex = function(t, k, v) count = count + 1 rawset(t, k, v * 2) end })
ro.known = 5 ro.fresh = 5 ro.fresh = 7 print(ro.known, ro.fresh, count)
local loop = {} setmetatable(loop, { __index = loop }) print(pcall(function() return loop.x end))
local p, q = {}, {} setmetatable(p, { __index = q }) setmetatable(q, { __index = p }) print(pcall(function() return p.x end))
setmetatable(p, { __newindex = q }) setmetatable(q, { __newindex = p }) print(pcall(function() p.x = 1 end))
local c1 = meta { __call = function(self, ...) return "c1", ... end }
local c2 = meta { __call = c1 }
local c3 = meta { __call = c2 }
print(select("#", c3(1, 2)), (c3(1, 2)), select("#", c1()))
print(pcall(meta { __call = 5 })) print(pcall(function() local bad = meta { __call = {} } bad() end))
print(c3(nil, nil) == "c1", pcall(c3, 1) == true)
-- concat and arithmetic pick the right operand's handler
local l = setmetatable({}, { __concat = function(x, y) return (type(x) == "table" and "L" or x) .. "|" .. (type(y) == "table" and "L" or y) end, __add = function(x, y) return "add" .. type(x) .. type(y) end })
print(l .. "a", "a" .. l, 1 .. l, l .. l, "a" .. "b" .. l .. "c" .. "d", l + 1, 1 + l, l + l, pcall(function() return l + nil end))
print(pcall(function() return l - 1 end)) print(pcall(function() return l .. nil end))
local e1, e2 = setmetatable({}, { __eq = function() return 1 end }), setmetatable({}, { __eq = function() return nil end })
print(e1 == e2, e2 == e1, e1 ~= e2, e1 == e1, e1 == 1, rawequal(e1, e2))
local lt = setmetatable({}, { __lt = function(x, y) return type(x) == "number" end, __le = function() return false end })
print(lt < 1, 1 < lt, lt > 1, 1 > lt, lt <= 1, lt >= 1, pcall(function() return lt < "x" end))
print(pcall(function() return lt < {} end), pcall(function() return {} < {} end))
print(#setmetatable({ 1, 2 }, { __len = function() return "len" end }), rawlen({ 1, 2 }), rawlen("abc"))
print(tostring(setmetatable({}, { __tostring = function() return "custom" end })), pcall(tostring, setmetatable({}, { __tostring = function() return 1 end })))
print((tostring(setmetatable({}, { __name = "Kind" })):gsub("0x%x+", "ADDR")), pcall(function() return setmetatable({}, { __name = "Kind" }) + 1 end))
print(getmetatable(setmetatable({}, { __metatable = "locked" })), pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {}))
print(getmetatable("x").__index == string, ("x"):upper(), #"abc", pcall(function() return ("x").y.z end), ("x").rep == string.rep)
for k, v in pairs(setmetatable({}, { __pairs = function(t) return function(_, k) if not k then return 1, "one" end end, t, nil end })) do print("pairs", k, v) end
for i, v in ipairs(setmetatable({}, { __index = function(_, i) if i <= 3 then return i * i end end })) do io.write(i, "=", v, " ") end print()
print(table.unpack(setmetatable({}, { __index = function(_, i) return i end, __len = function() return 4 end })))
print(table.concat(setmetatable({}, { __index = function(_, i) return "i" .. i end, __len = function() return 3 end }), ","))
local writes = 0
local proxy = setmetatable({}, { __index = function(_, i) return rawget(store, i) end, __newindex = function(_, i, v) writes = writes + 1 rawset(store, i, v) end, __len = function() return #store end })
store = { 3, 1, 2 } table.insert(proxy, 9) table.insert(proxy, 1, 8) print(table.remove(proxy, 1), #store, writes) table.sort(proxy) print(table.concat(store, ","))
print(pcall(table.insert, {}, 3, 1), pcall(table.insert, {}, 1, 2, 3), pcall(table.insert, {}), pcall(table.remove, {}, 5), table.remove({}, 0), table.remove({}), #{ n = 1 })
-- sort with orders that are none
local function try(f, n) local t = {} for i = 1, n or 50 do t[i] = (i * 7919) % 101 end return pcall(table.sort, t, f) end
for _, f in ipairs { function() return true end, function(x, y) return x ~= y end, function() error("in order", 0) end, function(x, y) return nil end } do local ok, m = try(f) print(ok, ok or m) end
print(pcall(table.sort, { 1, "x", 2 }), pcall(table.sort, { {}, {} }), pcall(table.sort, { 3, 2, nil, 1 }), pcall(table.sort, { 1, 2 }, 5))
local s = { 5, 2, 8, 1 } table.sort(s, function(x, y) return x > y end) print(table.concat(s, " "))
-- moves that overlap
local function mv(f, e, t, n) local x = { 1, 2, 3, 4, 5 } return table.concat(table.move(x, f, e, t, n), ",") end
print(mv(1, 3, 2), mv(2, 5, 1), mv(1, 5, 1), mv(1, 0, 9), mv(1, 5, 6), mv(3, 5, 1), mv(1, 2, 3, {}) == "", table.concat(table.move({ 1, 2, 3 }, 2, 3, 1, {}), ","))
print(pcall(table.move, {}, 1, math.maxinteger, 2), pcall(table.move, {}, -1, math.maxinteger, 2), pcall(table.move, 1, 1, 1, 1))
print(select(-1, 1, 2, 3), select(-3, 1, 2, 3), select(2, "a", "b", "c"), select("#"), select("#", nil, nil), pcall(select, 0), pcall(select, -4, 1, 2, 3), select(5, 1))
print(pcall(table.unpack, {}, 1, 1e7), table.unpack({ 1, 2, 3 }, -1, 1), table.unpack({ 1, 2 }, 2), table.unpack({}, 1, 0), pcall(table.unpack, {}, math.mininteger, math.maxinteger))
print(table.concat({}, ","), table.concat({ 1, 2.5, "x" }, "-"), table.concat({ 1, 2, 3 }, ",", 2, 3), table.concat({ 1 }, ",", 2), pcall(table.concat, { 1, {}, 3 }), pcall(table.concat, { 1 }, ",", 1, 2))
local packed = table.pack(nil, 1, nil) print(packed.n, packed[1], packed[2], packed[3])
-- changed while traversed
local t = {} for i = 1, 20 do t[i] = i t["k" .. i] = i end
local seen = 0 for k in pairs(t) do t[k] = nil seen = seen + 1 end print(seen, next(t))
t = { 1, 2, 3, x = 1, y = 2 } for k, v in pairs(t) do t[k] = v * 2 end print(t[1], t[3], t.x, t.y)
print(pcall(next, {}, "absent"), next({}), next({ 5 }), next({ 5 }, 1), rawequal(next, next))
print(pcall(rawset, {}, nil, 1), pcall(function() local z = {} z[0 / 0] = 1 end), ({})[nil], ({})[0 / 0], pcall(rawlen, 5), pcall(rawget, 1, 2))
local f = {} f[1.0] = "a" f[2 ^ 53] = "b" print(f[1], f[2 ^ 53 | 0], next(f) == 1, #f) f["1"] = "s" print(f["1"], f[1])
local nested = { { 1, { 2, { 3 } } }, f = { g = { h = 5 } } } print(nested[1][2][2][1], nested.f.g.h, #nested, nested["f"]["g"].h)
print(#"\0\0", ("a\0b"):len(), ("a\0b"):byte(1, -1))
-- goto
do local i = 1 ::top:: if i <= 3 then io.write(i, " ") i = i + 1 goto top end print() end
for i = 1, 3 do for j = 1, 3 do if j == 2 then goto next_i end io.write(i, ":", j, " ") end ::next_i:: end print()
do local k = 0 ::a:: do local x = k k = k + 1 if x < 3 then goto a end end print(k) end
local fs = {} do local i = 1 ::again:: local x = i fs[i] = function() x = x + 1 return x end i = i + 1 if i <= 3 then goto again end end print(fs[1](), fs[1](), fs[2](), fs[3]())
for _, src in ipairs { "goto x", "do ::x:: end goto x", "goto x local a ::x:: print(a)", "::x:: ::x::", "break", "for i = 1, 2 do goto c local z ::c:: end", "goto x do ::x:: end", "repeat goto c local z ::c:: until z", "::a:: do ::a:: end" } do print(select(2, load(src)) or "fine") end

-- Methods of classes derived once, twice and three times, by plain calls in a loop: found, replaced, taken away, put in between, and given by functions.
do
  local Base = { name = function(o) return "base" .. o.n end, other = function(o) return "other" end }
  Base.__index = Base
  local function derive(base, index)
    local class = setmetatable({}, { __index = index or base })
    class.__index = class
    return class
  end
  local One = derive(Base)
  local Two = derive(One)
  local Three = derive(Two)
  local Asked = derive(Base, function(t, k) return k ~= "none" and function(o) return "asked " .. k end or nil end)
  local trail = {}
  for i = 1, 60 do
    local line = {}
    for _, class in ipairs { Base, One, Two, Three, Asked } do
      local o = setmetatable({ n = i }, class)
      line[#line + 1] = o:name() .. o:other() .. tostring(o.none ~= nil) .. tostring(pcall(function() return o:none() end))
    end
    if i == 10 then One.name = function(o) return "one" end end
    if i == 25 then Base.none = function() return "late" end end
    if i == 30 then One.name = nil Base.other = function() return "changed" end end
    if i == 40 then getmetatable(Two).__index = Base end
    if i == 50 then setmetatable(One, nil) One.name, One.other = Base.name, Base.other end
    if i % 7 == 0 then trail[#trail + 1] = table.concat(line, " ") end
    if i == 20 then
      Two.other = false
      trail[#trail + 1] = tostring(pcall(function() return setmetatable({}, Three):other() end))
      Two.other = nil
    end
  end
  print(table.concat(trail, "\n"))
end
