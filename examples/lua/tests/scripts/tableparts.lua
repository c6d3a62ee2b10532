-- Random keys and values against every way of reading them: index, next, length.
local seed = tonumber(arg and arg[1]) or 1
local function rnd(n) seed = (seed * 1103515245 + 12345) % 2147483648 return (seed // 65536) % n end
local vals = { 1, 2.5, "x", true, nil, nil }
for round = 1, 3000 do
  local t, log = {}, {}
  if rnd(3) == 0 then t = { 1, 2, 3 } log[1] = "{1,2,3}" elseif rnd(2) == 0 then t = { [1] = 5, [3] = 4 } log[1] = "{[1]=5,[3]=4}" end
  for i = 1, 12 do
    local k, v = rnd(7) + 0, vals[rnd(6) + 1]
    if rnd(8) == 0 then k = k + 0.0 end
    t[k] = v
    log[#log + 1] = string.format("t[%s]=%s", tostring(k), tostring(v))
    local n, cnt, ks = 0, 0, {}
    for kk, vv in next, t do cnt = cnt + 1 ks[#ks + 1] = tostring(kk) if cnt > 50 then print("LOOP", table.concat(log, " "), table.concat(ks, ",", 1, 6)) os.exit(1) end end
    for q = 0, 7 do if t[q] ~= nil then n = n + 1 end end
    if n ~= cnt then print("COUNT", n, cnt, table.concat(log, " ")) os.exit(1) end
    local b = #t
    if not ((b == 0 or t[b] ~= nil) and t[b + 1] == nil) then print("BORDER", b, table.concat(log, " ")) os.exit(1) end
  end
end
print("fine")

-- Inserting and removing in the middle, in arrays of one kind and of several, and beside keys in the hash part.
do
  local t = {} t[3] = 'c' t[4] = 'd' t[1] = 'a' t[2] = 'b' table.insert(t, 1, 'z') print(#t, table.concat(t, ','))
  local r = {1, 2, 3} r[5] = 'e' table.insert(r, 1, 0.5)
  for i = 1, 6 do io.write(tostring(r[i]), ' ') end print()
  print(table.remove(r, 1), #r) for i = 1, 6 do io.write(tostring(r[i]), ' ') end print()
  local b = {true, false, true} table.insert(b, 2, 'x') print(b[1], b[2], b[3], b[4])
  print(table.remove(b, 2), b[2], b[3], b[4], #b)
  local e = {} table.insert(e, 1, 'only') print(e[1], #e, table.remove(e, 1), #e, table.remove(e), table.remove(e, #e + 1))
  local h = {} h[1.5] = 1 for i = 1, 10 do h[#h + 1] = i end print(#h, h[1.5])
  for i = 20, 11, -1 do h[i] = i end print(#h) h[{}] = 1 table.insert(h, 1, 0) print(#h, h[1], h[2], h[21])
  local o = {} for i = 2, 9 do o[i] = i end print(#o == 0 or #o == 9) o[1] = 1 print(#o)
  local w = setmetatable({}, {__mode = 'k'}) for i = 1, 10 do w[i] = i end print(#w) table.insert(w, 1, 0) print(#w, w[1], w[11])
end
