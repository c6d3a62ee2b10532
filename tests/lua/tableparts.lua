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
