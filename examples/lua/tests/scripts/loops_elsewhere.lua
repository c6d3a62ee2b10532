-- A random program, shortened: in its while loop the variable is 1, then 2, before it is known to be any number. Those are also numbers of tags that carry
-- nothing, and an exploration took the loop's test for decided.
Box={}
Box.__index=Box
function box()return setmetatable({total=.00},Box)end
function Box:add()
return self.total
end
function clamp()
end
function list(first,last,f)
local all={}
for k=first,last do all[#all+1]=f(k)end
return all
end
function show()
if type then
k=34 do
end
end
end
function attempt(f)
locale=pcall(f)
end
do
function nest_4426(o,n,m,r0,r0w,a1,a1w,a2,a2w,r3,a5w)
h=n
for i=1,n do
if(math.min(.001,o.total))<0 then
end
local j=1
while j<3 do
if(r0w[j+j-1][j]<o:add())then
if(math.abs(6)<a2w[n-i])then break end
end
for k=1,1 do
if(a2w==0)then
end
end
j=j+1
end
end
do
do
if(r3>0)then
end
end
end
end
function program_4426()
n,m=19,6
o=box()
r=list 
r0w=list(0,n-1,function(r)return list(0,1,function()return(r)%6925-3 end)end)
a1=list
  local a2w = list(0, n - 1, function(k) return k * 19 % 58 - 0 end)
  local r3w = list(0, n - 1, function(r) return list(0, m - 1, function(k) return ((r * 13 + k) * 23 % 11) * 0.25 - 0 end) end)
  local r4 = list(0, n - 1, function(r) return list(0, m - 1, function(k) return (r * 13 + k) * 2 % 18 - 6 end) end)
  local a5 = list(0, n - 1, function(k) return k + 1 end)
  local a5w = list(0, n - 1, function(k) return n - k end)
  attempt(function()
    for z = 1, 5 do
      g, h = nest_4426(o, n, m, r0, r0w, a1, a1w, a2, a2w, r0w, r3w, r4, r4w, a5, a5w)
    end
    for z = 1, 1 do
    end
  end)
end
program_4426()
end
print("done")
