-- Operations over a thousand items, each many times: `items.lua TIMES [NAMES..]` prints for each its name, the nanoseconds of one item the first time, and at best.
--
-- Where a mechanism is missing, one of these is many times slower than its neighbours.
local operations, names = {}, {}
local function bench(name, f) operations[name] = f names[#names + 1] = name end
local unpack = table.unpack or unpack
local N=1000
local a={} for i=1,N do a[i]=i end
local strs={} for i=1,N do strs[i]=tostring(i) end
local fl={} for i=1,N do fl[i]=i/2 end
local P={} P.__index=P
P.__eq=function(p,q) return p.x==q.x and p.y==q.y end
P.__lt=function(p,q) return p.x<q.x end
P.__le=function(p,q) return p.x<=q.x end
P.__add=function(p,q) return setmetatable({x=p.x+q.x,y=p.y+q.y},P) end
P.__concat=function(p,q) return 1 end
P.__call=function(p,k) return p.x+k end
P.__len=function(p) return 2 end
P.__unm=function(p) return setmetatable({x=-p.x,y=-p.y},P) end
P.__tostring=function(p) return "P("..p.x..","..p.y..")" end
function P.new(x,y) return setmetatable({x=x,y=y},P) end
function P:get() return self.x end
function P:set(v) self.x=v end
local ps={} for i=1,N do ps[i]=P.new(i%50,i%7) end
local Q=setmetatable({},{__index=P}) Q.__index=Q
function Q.new(x,y) return setmetatable({x=x,y=y},Q) end
local qs={} for i=1,N do qs[i]=Q.new(i%50,i%7) end
local FI=setmetatable({},{__index=function(t,k) return k end})
local NI=setmetatable({},{__newindex=function(t,k,v) rawset(t,'last',v) end})
local function va(...) return select('#',...) end
local function va2(...) local s=0 for i=1,select('#',...) do s=s+(select(i,...)) end return s end
local function va3(...) local t={...} return #t end
local function pass(...) return ... end
local function mem() local c={} return function(n) local v=c[n] if v==nil then v=n*n c[n]=v end return v end end
local sq=mem()
local text="the quick brown fox jumps over the lazy dog and runs away"
local csv="a,b,c,d,e,f"
local words={} for w in text:gmatch("%a+") do words[#words+1]=w end
local d={} for i=1,N do d[strs[i]]=i end
bench("empty_loop",function() local s=0 for i=1,N do s=s+i end return s end)
bench("ipairs",function() local s=0 for i,v in ipairs(a) do s=s+v end return s end)
bench("pairs_array",function() local s=0 for k,v in pairs(a) do s=s+v end return s end)
bench("pairs_hash",function() local s=0 for k,v in pairs(d) do s=s+v end return s end)
bench("next_loop",function() local s=0 local k,v=next(d) while k do s=s+v k,v=next(d,k) end return s end)
bench("key",function() local s=0 for i=1,N do s=s+d[strs[i]] end return s end)
bench("key_missing",function() local s=0 for i=1,N do if d[words[i%5+1]]==nil then s=s+1 end end return s end)
bench("count_words",function() local c={} for i=1,N do local w=words[i%8+1] c[w]=(c[w] or 0)+1 end return c.the or 0 end)
bench("field",function() local s=0 for i=1,N do s=s+ps[i].x end return s end)
bench("p_get",function() local s=0 for i=1,N do s=s+ps[i]:get() end return s end)
bench("q_get_inh",function() local s=0 for i=1,N do s=s+qs[i]:get() end return s end)
bench("p_set",function() for i=1,N do ps[i]:set(i%50) end return ps[1].x end)
bench("p_new",function() local s=0 for i=1,N do s=s+P.new(i,i).x end return s end)
bench("keep_new",function() local t={} for i=1,N do t[i]=P.new(i,i) end return t[N].x end)
bench("meta_add",function() local s=0 for i=1,N do s=s+(ps[i]+ps[i]).x end return s end)
bench("meta_eq",function() local s=0 for i=2,N do if ps[i]==ps[i-1] then s=s+1 end end return s end)
bench("meta_lt",function() local s=0 for i=2,N do if ps[i]<ps[i-1] then s=s+1 end end return s end)
bench("meta_le",function() local s=0 for i=2,N do if ps[i]<=ps[i-1] then s=s+1 end end return s end)
bench("meta_call",function() local s=0 for i=1,N do s=s+ps[i](i) end return s end)
bench("meta_len",function() local s=0 for i=1,N do s=s+#ps[i]+0 end return s end)
bench("meta_unm",function() local s=0 for i=1,N do s=s+(-ps[i]).x end return s end)
bench("meta_concat",function() local s=0 for i=1,N do s=s+(ps[i]..ps[i]) end return s end)
bench("tostring_p",function() local s=0 for i=1,N do s=s+#tostring(ps[i]) end return s end)
bench("index_fn",function() local s=0 for i=1,N do s=s+FI[i] end return s end)
bench("newindex_fn",function() for i=1,N do NI[i]=i end return NI.last end)
bench("setmetatable",function() local s=0 for i=1,N do local t=setmetatable({},P) if getmetatable(t)==P then s=s+1 end end return s end)
bench("rawget_rawset",function() local s=0 local t={} for i=1,N do rawset(t,i,i) s=s+rawget(t,i) end return s end)
bench("rawequal",function() local s=0 for i=1,N do if rawequal(ps[i],ps[i]) then s=s+1 end end return s end)
bench("type_of",function() local s=0 for i=1,N do if type(ps[i])=="table" then s=s+1 end end return s end)
bench("select_count",function() local s=0 for i=1,N do s=s+va(i,i,i) end return s end)
bench("select_loop",function() local s=0 for i=1,N do s=s+va2(i,i,i) end return s end)
bench("vararg_table",function() local s=0 for i=1,N do s=s+va3(i,i,i) end return s end)
bench("pass_varargs",function() local s=0 for i=1,N do local x,y=pass(i,i,i) s=s+x+y end return s end)
bench("unpack",function() local s=0 local t={1,2,3} for i=1,N do local x,y,z=unpack(t) s=s+z end return s end)
bench("pcall_ok",function() local s=0 local f=function(x) return x end for i=1,N do local ok,v=pcall(f,i) s=s+v end return s end)
bench("pcall_error",function() local s=0 local f=function(x) error({v=x}) end for i=1,N do local ok,v=pcall(f,i) s=s+v.v end return s end)
bench("pcall_error_str",function() local s=0 local f=function(x) error("bad") end for i=1,N do local ok,v=pcall(f,i) s=s+#v end return s end)
bench("closure_create",function() local s=0 for i=1,N do local f=function() return i end s=s+f() end return s end)
bench("counter_closure",function() local n=0 local function inc() n=n+1 return n end local s=0 for i=1,N do s=s+inc() end return s end)
bench("memo",function() local s=0 for i=1,N do s=s+sq(i) end return s end)
bench("coroutine",function() local s=0 local co=coroutine.wrap(function() for i=1,N do coroutine.yield(i) end end) for i=1,N do s=s+co() end return s end)
bench("coroutine_create",function() local s=0 for i=1,N/10 do local co=coroutine.create(function(x) local y=coroutine.yield(x) return y end) local _,v=coroutine.resume(co,i) coroutine.resume(co,v) s=s+v end return s end)
bench("append",function() local t={} for i=1,N do t[#t+1]=i end return #t end)
bench("insert",function() local t={} for i=1,N do table.insert(t,i) end return #t end)
bench("insert_remove",function() local t={} for i=1,N do table.insert(t,i) end local s=0 while #t>0 do s=s+table.remove(t) end return s end)
bench("insert_front",function() local t={} for i=1,100 do table.insert(t,1,i) end return t[1] end)
bench("remove_front",function() local t={} for i=1,100 do t[i]=i end local s=0 for i=1,100 do s=s+table.remove(t,1) end return s end)
bench("queue",function() local q={first=1,last=0} for i=1,N do q.last=q.last+1 q[q.last]=i end local s=0 while q.first<=q.last do local v=q[q.first] q[q.first]=nil q.first=q.first+1 s=s+v end return s end)
bench("concat_table",function() local t={} for i=1,N do t[i]="x" end return #table.concat(t,",") end)
bench("concat_texts",function() local s=0 for i=1,N do s=s+#("a"..strs[i].."b") end return s end)
bench("concat_number",function() local s=0 for i=1,N do s=s+#("k"..i) end return s end)
bench("key_concat",function() local t={} for y=1,30 do for x=1,30 do t[x..","..y]=true end end return t["3,4"] and 1 or 0 end)
bench("tostring_n",function() local s=0 for i=1,N do s=s+#tostring(i) end return s end)
bench("tonumber",function() local s=0 for i=1,N do s=s+tonumber(strs[i]) end return s end)
bench("s_sub",function() local s=0 for i=1,#text do if text:sub(i,i)=="o" then s=s+1 end end return s end)
bench("s_byte",function() local s=0 for i=1,#text do s=s+text:byte(i) end return s end)
bench("s_char",function() local s=0 for i=1,N do s=s+#string.char(65+i%26) end return s end)
bench("text_len",function() local s=0 for i=1,N do s=s+#strs[i] end return s end)
bench("s_upper",function() local s=0 for i=1,N do s=s+#strs[i]:upper() end return s end)
bench("s_rep",function() local s=0 for i=1,N do s=s+#("ab"):rep(5) end return s end)
bench("s_reverse",function() local s=0 for i=1,N do s=s+#strs[i]:reverse() end return s end)
bench("s_find_plain",function() local s=0 for i=1,N do s=s+text:find("lazy",1,true) end return s end)
bench("s_find_pat",function() local s=0 for i=1,N do s=s+text:find("l%a+y") end return s end)
bench("s_match",function() local s=0 for i=1,N do s=s+#strs[i]:match("^(%d)") end return s end)
bench("s_match_2",function() local s=0 for i=1,N do local k,v=("key=val"):match("^(%w+)=(%w+)$") s=s+#k end return s end)
bench("gmatch",function() local s=0 for i=1,20 do for w in text:gmatch("%a+") do s=s+#w end end return s end)
bench("gsub_str",function() local s=0 for i=1,50 do s=s+#(text:gsub("o","00")) end return s end)
bench("gsub_fn",function() local s=0 for i=1,50 do s=s+#(text:gsub("%a+",function(w) return w.."!" end)) end return s end)
bench("gsub_tab",function() local s=0 local t={the="a"} for i=1,50 do s=s+#(text:gsub("%a+",t)) end return s end)
bench("split_gmatch",function() local s=0 for i=1,50 do for f in csv:gmatch("[^,]+") do s=s+#f end end return s end)
bench("split_find",function() local s=0 for i=1,50 do local p=1 while true do local q=csv:find(",",p,true) if not q then break end s=s+#csv:sub(p,q-1) p=q+1 end end return s end)
bench("format_d",function() local s=0 for i=1,N do s=s+#string.format("%d",i) end return s end)
bench("format_mix",function() local s=0 for i=1,N do s=s+#string.format("%s=%d",strs[i],i) end return s end)
bench("format_2f",function() local s=0 for i=1,N do s=s+#string.format("%.2f",fl[i]) end return s end)
bench("text_eq",function() local s=0 for i=1,N do if strs[i]=="500" then s=s+1 end end return s end)
bench("text_lt",function() local s=0 for i=2,N do if strs[i]<strs[i-1] then s=s+1 end end return s end)
bench("math_floor",function() local s=0 for i=1,N do s=s+math.floor(fl[i]) end return s end)
bench("math_max",function() local s=0 for i=1,N do s=s+math.max(i,500) end return s end)
bench("math_sqrt",function() local s=0 for i=1,N do s=s+math.sqrt(fl[i]) end return s end)
bench("math_sin",function() local s=0 for i=1,N do s=s+math.sin(fl[i]) end return s end)
bench("math_random",function() local s=0 for i=1,N do s=s+math.random(10) end return 0 end)
bench("math_abs",function() local s=0 for i=1,N do s=s+math.abs(-i) end return s end)
bench("modulo",function() local s=0 for i=1,N do s=s+i%7 end return s end)
bench("square",function() local s=0 for i=1,N do s=s+fl[i]^2 end return s end)
bench("floor_div",function() local s=0 for i=1,N do s=s+math.floor(i/3) end return s end)
bench("sort",function() local t={} for i=1,N do t[i]=(i*7919)%1000 end table.sort(t) return t[1] end)
bench("sort_cmp",function() local t={} for i=1,N do t[i]=(i*7919)%1000 end table.sort(t,function(x,y) return x>y end) return t[1] end)
bench("sort_objs",function() local t={} for i=1,N do t[i]=ps[i] end table.sort(t,function(x,y) return x.x<y.x end) return t[1].x end)
bench("sort_strs",function() local t={} for i=1,N do t[i]=strs[i] end table.sort(t) return #t[1] end)
bench("2d_grid",function() local g={} for y=1,30 do g[y]={} for x=1,30 do g[y][x]=x*y end end return g[30][30] end)
bench("2d_sum",(function() local g={} for y=1,30 do g[y]={} for x=1,30 do g[y][x]=x*y end end return function() local s=0 for y=1,30 do for x=1,30 do s=s+g[y][x] end end return s end end)())
bench("set_of_str",function() local t={} for i=1,N do t[strs[i]]=true end local s=0 for k in pairs(t) do s=s+1 end return s end)
bench("and_or",function() local s=0 for i=1,N do s=s+(i>500 and 1 or 2) end return s end)
bench("dispatch_tbl",(function() local h={add=function(x) return x+1 end,sub=function(x) return x-1 end,mul=function(x) return x*2 end} local ks={"add","sub","mul"} return function() local s=0 for i=1,N do s=s+h[ks[i%3+1]](i) end return s end end)())
bench("if_chain",(function() local ks={"add","sub","mul","div"} return function() local s=0 for i=1,N do local k=ks[i%4+1] if k=="add" then s=s+1 elseif k=="sub" then s=s-1 elseif k=="mul" then s=s+2 else s=s+3 end end return s end end)())
bench("linked_list",function() local l for i=1,N do l={v=i,n=l} end local s=0 while l do s=s+l.v l=l.n end return s end)
bench("nested_tbl",function() local s=0 for i=1,N do local t={a={b=i},c={i,i}} s=s+t.a.b+t.c[2] end return s end)
bench("tree_rec",function() local function mk(d) if d==0 then return nil end return {l=mk(d-1),r=mk(d-1)} end local function ct(t) if not t then return 0 end return 1+ct(t.l)+ct(t.r) end return ct(mk(9)) end)
bench("fib_15",function() local function fib(n) if n<2 then return n end return fib(n-1)+fib(n-2) end return fib(15) end)
bench("swap",function() local t={} for i=1,N do t[i]=i end for i=1,N/2 do t[i],t[N+1-i]=t[N+1-i],t[i] end return t[1] end)
bench("table_remove_mid",function() local t={} for i=1,100 do t[i]=i end while #t>0 do table.remove(t,#t>2 and 2 or 1) end return 0 end)
bench("map_filter",function() local function map(t,f) local r={} for i=1,#t do r[i]=f(t[i]) end return r end local function filter(t,f) local r={} for _,v in ipairs(t) do if f(v) then r[#r+1]=v end end return r end return #filter(map(a,function(x) return x*2 end),function(x) return x%3==0 end) end)
bench("iter_closure",function() local function range(n) local i=0 return function() i=i+1 if i<=n then return i end end end local s=0 for v in range(N) do s=s+v end return s end)
bench("multi_ret",function() local function f(x) return x,x+1,x+2 end local s=0 for i=1,N do local x,y,z=f(i) s=s+z end return s end)
bench("key_removed",function() local t={} for i=1,N do t[strs[i]]=i end for i=1,N do t[strs[i]]=nil end return next(t)==nil and 1 or 0 end)
bench("concat_grow",function() local s="" for i=1,100 do s=s..strs[i] end return #s end)
bench("assert",function() local s=0 for i=1,N do s=s+assert(i,"x") end return s end)
bench("tostring_cmp",function() local s=0 for i=1,N do if tostring(i)==strs[i] then s=s+1 end end return s end)
bench("os_clock",function() local s=0 for i=1,N do if os.clock()>=0 then s=s+1 end end return s end)
bench("string_key_num",function() local t={} for i=1,N do t[i*1000]=i end local s=0 for i=1,N do s=s+t[i*1000] end return s end)
bench("float_key",function() local t={} for i=1,N do t[i+.5]=i end local s=0 for i=1,N do s=s+t[i+.5] end return s end)
bench("object_key",function() local t={} for i=1,N do t[ps[i]]=i end local s=0 for i=1,N do s=s+t[ps[i]] end return s end)

local function measured(f, turns)
  local start = os.clock()
  for _ = 1, turns do KEPT = f() end
  return (os.clock() - start) / turns / N * 1e9
end

local times, wanted = tonumber(arg[1]), {}
for i = 2, #arg do wanted[#wanted + 1] = arg[i] end
for _, name in ipairs(#wanted > 0 and wanted or names) do
  local f = operations[name]
  local first, best = measured(f, 1), math.huge
  for _ = 1, 8 do best = math.min(best, measured(f, math.max(math.floor(times / N / 4), 1))) end
  io.write(string.format("%s %.1f %.1f\n", name, first, best))
  io.flush()
end
