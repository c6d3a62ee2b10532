-- math.max and math.min of several numbers of both kinds, with equal ones, zeros of both signs and what is no number.
local function show(...)
  local t = table.pack(...)
  for i = 1, t.n do t[i] = math.type(t[i]) .. ":" .. string.format("%.17g", t[i]) .. (t[i] == 0 and 1 / t[i] < 0 and "-" or "") end
  return table.concat(t, " ")
end

local nan = 0.0 / 0.0
local numbers = { 0, -0.0, 0.0, 1, 1.0, -1, -1.5, 2 ^ 53, 1 << 53, (1 << 53) + 1, math.maxinteger, math.mininteger, 2.0 ^ 63, -(2.0 ^ 63), math.huge, -math.huge }

local lines, sum = {}, 0
for round = 1, 3 do
  for i, a in ipairs(numbers) do
    for j, b in ipairs(numbers) do
      local c = numbers[(i * 5 + j * 3) % #numbers + 1]
      local d = numbers[(i * 7 + j) % #numbers + 1]
      local line = show(math.max(a, b), math.min(a, b), math.max(a, b, c), math.min(a, b, c), math.max(a, b, c, d), math.min(d, c, b, a))
      if round == 1 then lines[#lines + 1] = line else assert(lines[(i - 1) * #numbers + j] == line) end
    end
  end
end
for i = 1, #lines, 7 do print(lines[i]) end

-- Which of two that is no number comes first matters.
print(math.max(1, nan), math.max(nan, 1) ~= math.max(nan, 1), math.min(nan, 2) ~= math.min(nan, 2), math.min(3.5, nan))

-- As in an edit distance: many ways, none of them a branch.
local last, this = {}, {}
for i = 1, 100 do last[i] = i * 7919 % 101 end
for row = 1, 60 do
  this[1] = row
  for i = 2, 100 do
    this[i] = math.min(last[i] + 1, this[i - 1] + 1, last[i - 1] + (i * row % 3))
  end
  last, this = this, last
  sum = sum + math.max(0, last[100] - 20.5) + math.max(0.5, last[50], row)
end
print(sum)

-- Ten arguments, one, and none that is a number.
print(math.max(3, 9, 2, 8.5, 7, 1, 4, 6, 5, 0), math.min(3, 9, 2, 8.5, 7, 1, 4, 6, 5, 0), math.max(7), math.min(-0.0))
for i = 1, 40 do
  local ok, e = pcall(math.max, i, i < 39 and i + 1 or "x")
  if not ok then print(i, e) end
end
print(pcall(math.min))
print(pcall(math.max, 1, 2, {}))
print(pcall(math.max, 1, "10"))
