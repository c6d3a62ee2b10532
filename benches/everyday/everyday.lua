-- Everyday operations, each many times: `everyday.lua TIMES [NAMES..]` prints for each its name, the nanoseconds of one in the first thousand, and at best.
--
-- A loop does what its name says once or a few times in each turn; some turns are as many operations, and are counted so. What comes of it is kept in a global,
-- or compilers would leave it out.
local unpack = table.unpack or unpack
local operations, names = {}, {}
local function bench(name, f) operations[name] = f; names[#names + 1] = name end
local insert, remove, concat, sort = table.insert, table.remove, table.concat, table.sort
local P = {}; P.__index = P
local function newP(x, y) return setmetatable({ x = x, y = y }, P) end
function P:sum() return self.x + self.y end
P.__add = function(a, b) return newP(a.x + b.x, a.y + b.y) end
P.__eq = function(a, b) return a.x == b.x and a.y == b.y end
P.__lt = function(a, b) return a.x < b.x end
P.__le = function(a, b) return a.x <= b.x end
P.__unm = function(a) return newP(-a.x, -a.y) end
P.__tostring = function(a) return "P(" .. a.x .. "," .. a.y .. ")" end
P.__concat = function(a, b) return tostring(a) .. tostring(b) end
P.__call = function(self, k) return self.x * k end
P.__len = function() return 2 end
local D = setmetatable({}, { __index = P }); D.__index = D
function D:sum() return P.sum(self) + 1 end
bench("object_make", function(n) for i = 1, n do KEPT = newP(i, 2):sum() end end)
bench("object_methods", function(n) local p = newP(1, 2) for i = 1, n do KEPT = p:sum() p.x = p.y end end)
bench("inherit", function(n) local d = setmetatable({ x = 1, y = 2 }, D) for i = 1, n do KEPT = d:sum() end end)
bench("meta_add", function(n) local p, q = newP(0, 0), newP(1, 2) for i = 1, n do p = p + q end end)
bench("meta_cmp", function(n) local p, q, t = newP(0, 0), newP(1, 2), 0 for i = 1, n do if p == q or p < q or p <= q then t = t + 1 end end end)
bench("meta_misc", function(n) local p = newP(3, 4) for i = 1, n do KEPT = -p KEPT = p(2) end end)
bench("meta_tostring", function(n) local p = newP(3, 4) for i = 1, n do KEPT = tostring(p) end end)
bench("meta_index_f", function(n) local t = setmetatable({}, { __index = function(t, k) return k end }) local s = 0 for i = 1, n do s = s + t[i] end end)
bench("meta_newindex", function(n) local log = {} local t = setmetatable({}, { __newindex = function(t, k, v) rawset(log, k, v) end }) for i = 1, n do t[i % 9] = i end end)
bench("proxy", function(n) local real = { a = 1 } local t = setmetatable({}, { __index = real, __newindex = real }) for i = 1, n do t.a = t.a + 1 end end)
bench("closures", function(n) local function mk(k) return function(x) return x + k end end for i = 1, n do KEPT = mk(i)(2) end end)
bench("counter", function(n) local function mk() local c = 0 return function() c = c + 1 return c end end local f = mk() for i = 1, n do KEPT = f() end end)
bench("varargs", function(n) local function f(...) return select("#", ...) + select(2, ...) end for i = 1, n do KEPT = f(i, 2, 3) end end)
bench("vararg_table", function(n) local function f(...) local t = { ... } return #t end for i = 1, n do KEPT = f(i, 2, 3) end end)
bench("pack_unpack", function(n) local t = { 1, 2, 3 } for i = 1, n do local a, b, c = unpack(t) KEPT = b end end)
bench("multi_return", function(n) local function f(a) return a, a + 1, a + 2 end local s = 0 for i = 1, n do local a, b, c = f(i) s = s + c end end)
bench("pcall_ok", function(n) local function f(x) return x end for i = 1, n do KEPT = pcall(f, i) end end)
bench("pcall_error", function(n) local function f(x) error("bad") end for i = 1, n / 4 do pcall(f, i) end end)
bench("error_table", function(n) local function f(x) error({ code = x }) end for i = 1, n / 4 do local ok, e = pcall(f, i) local c = e.code end end)
bench("error_nil", function(n) local function f(x) return x.y.z end local t = {} for i = 1, n / 4 do pcall(f, t) end end)
bench("coroutine_gen", function(n) local co = coroutine.wrap(function() local i = 0 while true do i = i + 1 coroutine.yield(i) end end) for i = 1, n do KEPT = co() end end)
bench("coroutine_make", function(n) for i = 1, n / 10 do local co = coroutine.create(function(a) local b = coroutine.yield(a) return b end) coroutine.resume(co, 1) coroutine.resume(co, 2) end end)
bench("array_fill", function(n) for i = 1, n / 20 do local t = {} for j = 1, 20 do t[j] = j end end end)
bench("array_insert", function(n) local t = {} for i = 1, n do insert(t, i) if #t > 50 then t = {} end end end)
bench("array_remove", function(n) local t = {} for i = 1, n do t[#t + 1] = i if #t > 20 then remove(t) remove(t, 1) end end end)
bench("queue", function(n) local q, h, t = {}, 1, 0 for i = 1, n do t = t + 1 q[t] = i if t - h > 8 then q[h] = nil h = h + 1 end end end)
bench("ipairs", function(n) local t = { 1, 2, 3, 4, 5 } local s = 0 for i = 1, n / 5 do for _, v in ipairs(t) do s = s + v end end end)
bench("pairs_array", function(n) local t = { 1, 2, 3, 4, 5 } local s = 0 for i = 1, n / 5 do for k, v in pairs(t) do s = s + v end end end)
bench("pairs_record", function(n) local t = { a = 1, b = 2, c = 3 } local s = 0 for i = 1, n / 3 do for k, v in pairs(t) do s = s + v end end end)
bench("pairs_dict", function(n) local t = {} for i = 1, 40 do t["k" .. i] = i end local s = 0 for i = 1, n / 40 do for k, v in pairs(t) do s = s + v end end end)
bench("next_empty", function(n) local t, u = {}, { a = 1 } local c = 0 for i = 1, n do if next(t) == nil and next(u) then c = c + 1 end end end)
bench("dict_str", function(n) local t, ks = {}, {} for i = 1, 50 do ks[i] = "k" .. i end for i = 1, n do local k = ks[i % 50 + 1] t[k] = (t[k] or 0) + 1 end end)
bench("dict_int", function(n) local t = {} for i = 1, n do local k = i * 7919 % 1000 + 100000 t[k] = (t[k] or 0) + 1 end end)
bench("dict_float", function(n) local t = {} for i = 1, n do local k = (i % 100) + 0.5 t[k] = (t[k] or 0) + 1 end end)
bench("dict_obj", function(n) local o, t = {}, {} for i = 1, 20 do o[i] = {} end for i = 1, n do local k = o[i % 20 + 1] t[k] = (t[k] or 0) + 1 end end)
bench("dict_bool", function(n) local t = {} for i = 1, n do t[i % 2 == 0] = i end end)
bench("set_clear", function(n) for i = 1, n / 10 do local s = {} for j = 1, 10 do s[j * 3 % 7] = true end end end)
bench("nested", function(n) local g = {} for y = 1, 10 do g[y] = {} for x = 1, 10 do g[y][x] = x * y end end local s = 0 for i = 1, n / 100 do for y = 1, 10 do for x = 1, 10 do s = s + g[y][x] end end end end)
bench("record_copy", function(n) local r = { a = 1, b = 2, c = 3 } for i = 1, n / 4 do local t = {} for k, v in pairs(r) do t[k] = v end end end)
bench("table_concat", function(n) local t = { "a", "b", "c", "d" } for i = 1, n do KEPT = concat(t, ",") end end)
bench("sort_num", function(n) for i = 1, n / 20 do local t = { 5, 3, 8, 1, 9, 2 } sort(t) end end)
bench("sort_cmp", function(n) local f = function(a, b) return a > b end for i = 1, n / 20 do local t = { 5, 3, 8, 1, 9, 2 } sort(t, f) end end)
bench("sort_obj", function(n) local o = {} for i = 1, 8 do o[i] = { k = i * 5 % 8 } end local f = function(a, b) return a.k < b.k end for i = 1, n / 20 do sort(o, f) o[1], o[8] = o[8], o[1] end end)
bench("str_concat", function(n) for i = 1, n do KEPT = "a" .. i .. "b" end end)
bench("str_build", function(n) local t = {} for i = 1, n do t[#t + 1] = "x" if #t == 50 then concat(t) t = {} end end end)
bench("str_append", function(n) for i = 1, n / 50 do local s = "" for j = 1, 50 do s = s .. "x" end end end)
bench("str_sub", function(n) local s = "hello world" local c = 0 for i = 1, n do if s:sub(i % 11 + 1, i % 11 + 1) == "o" then c = c + 1 end end end)
bench("str_byte", function(n) local s = "hello world" local c = 0 for i = 1, n do c = c + s:byte(i % 11 + 1) end end)
bench("str_find", function(n) local s = "hello world" for i = 1, n do KEPT = s:find("wor", 1, true) KEPT = s:find("o w") end end)
bench("str_match", function(n) local s = "key = value" for i = 1, n / 2 do KEPT = s:match("(%w+)%s*=%s*(%w+)") end end)
bench("str_gmatch", function(n) local s = "one two three" for i = 1, n / 5 do for w in s:gmatch("%a+") do end end end)
bench("str_gsub", function(n) local s = "one two three" for i = 1, n / 5 do s:gsub("t", "T") s:gsub("%a+", string.upper) end end)
bench("str_format", function(n) for i = 1, n / 2 do KEPT = ("%d %s %5.2f %x"):format(i, "a", i / 3, i) end end)
bench("str_rep_rev", function(n) for i = 1, n do local s = ("ab"):rep(3) KEPT = s:reverse() KEPT = s:upper() KEPT = s:lower() end end)
bench("str_cmp", function(n) local a, b, c = "abc", "abd", 0 for i = 1, n do if a < b and a ~= b then c = c + 1 end end end)
bench("str_char", function(n) for i = 1, n do KEPT = string.char(65 + i % 26) end end)
bench("split", function(n) local s = "a,b,c,d" for i = 1, n / 5 do local t = {} for p in s:gmatch("[^,]+") do t[#t + 1] = p end end end)
bench("tonumber", function(n) for i = 1, n do KEPT = tonumber("123") + tonumber("1.5") end end)
bench("tostring", function(n) for i = 1, n do KEPT = tostring(i) KEPT = tostring(1.5) KEPT = tostring(true) end end)
bench("math", function(n) local s = 0 for i = 1, n do s = s + math.floor(i / 3) + math.max(i, 5) + math.abs(-i) + math.sqrt(i) + math.min(1, i) end end)
bench("math_trig", function(n) local s = 0 for i = 1, n do s = s + math.sin(i) + math.cos(i) + math.exp(1) end end)
bench("random", function(n) local s = 0 for i = 1, n do s = s + math.random(1, 10) end end)
bench("mod_div", function(n) local s = 0 for i = 1, n do s = s + i % 7 + (i - i % 2) / 2 + i ^ 2 end end)
bench("globals", function(n) G = 0 for i = 1, n do G = G + 1 end end)
bench("upvalues", function(n) local c = 0 local function inc() c = c + 1 end for i = 1, n do inc() end end)
bench("recursion", function(n) local function fib(k) if k < 2 then return k end return fib(k - 1) + fib(k - 2) end for i = 1, n / 200 do fib(10) end end)
bench("tail_call", function(n) local function loop(k) if k == 0 then return 0 end return loop(k - 1) end loop(n) end)
bench("while_repeat", function(n) local i = 0 while i < n do i = i + 1 end repeat i = i - 1 until i == 0 end)
bench("if_chain", function(n) local c = 0 for i = 1, n do local k = i % 5 if k == 0 then c = c + 1 elseif k == 1 then c = c + 2 elseif k == 2 then c = c + 3 else c = c + 4 end end end)
bench("type_checks", function(n) local c, t = 0, { 1, "a", {}, true } for i = 1, n do local v = t[i % 4 + 1] if type(v) == "number" then c = c + 1 elseif type(v) == "string" then c = c + 2 end end end)
bench("dispatch", function(n) local h = { a = function(x) return x + 1 end, b = function(x) return x + 2 end, c = function(x) return x end } local ks, s = { "a", "b", "c" }, 0 for i = 1, n do s = h[ks[i % 3 + 1]](s) end end)
bench("linked", function(n) local l for i = 1, n do l = { v = i, next = l } if i % 100 == 0 then local c = 0 while l do c = c + l.v l = l.next end end end end)
bench("tree", function(n) local function mk(d) if d == 0 then return { v = 1 } end return { v = d, l = mk(d - 1), r = mk(d - 1) } end local function sum(t) return t.v + (t.l and sum(t.l) + sum(t.r) or 0) end for i = 1, n / 500 do sum(mk(6)) end end)
bench("string_keys_fmt", function(n) local t = {} for i = 1, n do t["k" .. i % 30] = i end end)
bench("memo", function(n) local m = {} local function f(k) local v = m[k] if v == nil then v = k * 2 m[k] = v end return v end for i = 1, n do f(i % 60) end end)

local function measured(f, times)
  local start = os.clock()
  f(times)
  return (os.clock() - start) / times * 1e9
end

local times, wanted = tonumber(arg[1]), {}
for i = 2, #arg do wanted[#wanted + 1] = arg[i] end
for _, name in ipairs(#wanted > 0 and wanted or names) do
  local f = operations[name]
  local first, best = measured(f, 1000), math.huge
  for _ = 1, 4 do best = math.min(best, measured(f, times)) end
  io.write(string.format("%s %.1f %.1f\n", name, first, best))
  io.flush()
end
