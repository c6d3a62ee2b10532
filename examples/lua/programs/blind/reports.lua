-- Text reports from raw records: CSV reading, sorted tables with totals,
-- templates, word statistics, wrapped paragraphs, histograms and encodings.

local format, rep, concat = string.format, string.rep, table.concat
local insert, sort = table.insert, table.sort

---------------------------------------------------------------------------
-- Raw data

local FIRST = { "anna", "boris", "carla", "dmitri", "elena", "frank", "greta", "hugo" }
local LAST = { "o'neil", "smith", "van dyke", "weber", "jones", "larsen" }
local REGIONS = { "north", "south", "east", "west" }
local GOODS = { "nails, short", "paint", "rope", 'board 1" thick', "glue" }

local function quote(field)
  if field:find('[,"]') then
    return '"' .. field:gsub('"', '""') .. '"'
  end
  return field
end

local function rawData(random, rows)
  local lines = { "name,region,article,count,price" }
  for i = 1, rows do
    local name = FIRST[random(#FIRST)] .. " " .. LAST[random(#LAST)]
    lines[#lines + 1] = concat({
      quote(name), REGIONS[random(#REGIONS)], quote(GOODS[random(#GOODS)]),
      format("%d", random(40)), format("%.2f", random(9000) / 100),
    }, i % 7 == 0 and "," or ", ")
  end
  return concat(lines, "\n") .. "\n"
end

---------------------------------------------------------------------------
-- CSV

local function splitLine(line)
  local fields, position = {}, 1
  while position <= #line + 1 do
    local field
    local start = line:find("%S", position) or position
    if line:sub(start, start) == '"' then
      local text, stop = "", start
      repeat
        local first, last, part, again = line:find('^"([^"]*)"("?)', stop)
        text = text .. part .. again
        stop = again == "" and last + 1 or last
      until again == "" or not first
      field = text
      position = stop + 1
    else
      local comma = line:find(",", start, true) or #line + 1
      field = line:sub(start, comma - 1)
      position = comma + 1
    end
    insert(fields, field)
  end
  return fields
end

local function readRecords(text)
  local header
  local records = {}
  for line in text:gmatch("[^\n]+") do
    local fields = splitLine(line)
    if not header then
      header = fields
    else
      local record = { line = #records + 1 }
      for i, key in ipairs(header) do
        record[key] = tonumber(fields[i]) or fields[i]
      end
      record.amount = record.count * record.price
      insert(records, record)
    end
  end
  return records
end

---------------------------------------------------------------------------
-- Formatting helpers

local function capitalize(text)
  return (text:gsub("(%a)([%w']*)", function(first, rest)
    return first:upper() .. rest
  end))
end

local function left(text, width)
  if #text > width then return text:sub(1, width - 2) .. ".." end
  return text .. rep(" ", width - #text)
end

local function right(text, width)
  return rep(" ", width - #text) .. text
end

local function centre(text, width)
  local space = width - #text
  local half = math.floor(space / 2)
  return rep(" ", half) .. text .. rep(" ", space - half)
end

local function thousands(value)
  local whole, decimals = format("%.2f", value):match("^(%-?%d+)(%.%d+)$")
  local grouped = whole:reverse():gsub("(%d%d%d)", "%1,"):reverse()
  return (grouped:gsub("^(%-?),", "%1")) .. decimals
end

local function wrap(text, width)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    if #line > 0 and #line + #word + 1 > width then
      insert(lines, line)
      line = word
    else
      line = #line > 0 and (line .. " " .. word) or word
    end
  end
  if #line > 0 then insert(lines, line) end
  return lines
end

local function fill(template, values)
  return (template:gsub("%$(%b{})", function(name)
    local key, mode = name:match("^{(%w+):?(%a*)}$")
    local value = values[key]
    if value == nil then return "<" .. key .. "?>" end
    if mode == "upper" then return tostring(value):upper() end
    if mode == "money" then return thousands(value) end
    if type(value) == "number" then return format("%d", value) end
    return value
  end))
end

---------------------------------------------------------------------------
-- The reports

local function salesTable(records)
  sort(records, function(a, b)
    if a.region ~= b.region then return a.region < b.region end
    if a.amount ~= b.amount then return a.amount > b.amount end
    return a.line < b.line
  end)
  local out = {}
  local rule = "+" .. rep("-", 20) .. "+" .. rep("-", 16) .. "+" .. rep("-", 14) .. "+"
  local region, subtotal, total = nil, 0, 0
  local function finish()
    if region then
      insert(out, "| " .. left("sum " .. region:upper(), 35) .. "|" .. right(thousands(subtotal), 13) .. " |")
      insert(out, rule)
    end
    total, subtotal = total + subtotal, 0
  end
  for _, record in ipairs(records) do
    if record.region ~= region then
      finish()
      region = record.region
      insert(out, "|" .. centre(capitalize(region), 52) .. "|")
    end
    subtotal = subtotal + record.amount
    insert(out, concat {
      "|", left(capitalize(record.name), 20), "|", left(record.article, 16), "|",
      right(format("%dx%.2f", record.count, record.price), 14), "|",
    })
  end
  finish()
  insert(out, fill("Total of ${n} sales: ${sum:money} (${who:upper}, ${missing})",
    { n = #records, sum = total, who = "head office" }))
  return concat(out, "\n")
end

local function histogram(records)
  local buckets = {}
  for _, record in ipairs(records) do
    local key = math.floor(record.amount / 400)
    buckets[key] = (buckets[key] or 0) + 1
  end
  local keys = {}
  for key in pairs(buckets) do keys[#keys + 1] = key end
  sort(keys)
  local out = {}
  for _, key in ipairs(keys) do
    out[#out + 1] = format("%5d %-12s|%3d", key * 400, rep("#", math.min(buckets[key], 12)), buckets[key])
  end
  return concat(out, "\n")
end

local function wordStatistics(text)
  local counts, list = {}, {}
  for word in text:lower():gmatch("%a[%a']+") do
    if counts[word] then
      counts[word] = counts[word] + 1
    else
      counts[word] = 1
      insert(list, word)
    end
  end
  sort(list, function(a, b)
    if counts[a] == counts[b] then return a < b end
    return counts[a] > counts[b]
  end)
  local out = {}
  for rank = 1, math.min(8, #list) do
    out[rank] = format("%2d. %-10s %4d", rank, list[rank], counts[list[rank]])
  end
  return concat(out, "\n")
end

local function letter(record)
  local text = fill("Dear ${name:upper}, we thank you for your order of ${count} pieces of ${article} "
    .. "and ask you to pay the amount of ${amount:money} within ${days} days to our office ${region}.",
    { name = record.name, count = record.count, article = record.article,
      amount = record.amount, days = 14, region = record.region })
  local lines = wrap(text, 40)
  for i, line in ipairs(lines) do
    lines[i] = "> " .. left(line, 40) .. " <"
  end
  return concat(lines, "\n")
end

---------------------------------------------------------------------------
-- Encodings

local function caesar(text, shift)
  return (text:gsub("%l", function(c)
    return string.char((c:byte() - 97 + shift) % 26 + 97)
  end))
end

local function hex(text)
  return (text:gsub(".", function(c) return format("%02x", c:byte()) end))
end

local function unhex(text)
  return (text:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

local function runLength(text)
  local out, i = {}, 1
  while i <= #text do
    local c = text:sub(i, i)
    local j = i
    while text:sub(j + 1, j + 1) == c do j = j + 1 end
    out[#out + 1] = (j > i) and (j - i + 1) .. c or c
    i = j + 1
  end
  return concat(out)
end

local function checksum(sum, text)
  local position = 1
  sum = (sum * 31 + #text) % 1000000007
  while position <= #text do
    local a, b, c, d = text:byte(position, position + 3)
    sum = (sum * 31 + a + (b or 0) * 3 + (c or 0) * 5 + (d or 0) * 7) % 1000000007
    position = position + 11
  end
  return sum
end

local function run(n)
  local seed = 60606
  local function random(limit)
    seed = seed * 16807 % 2147483647
    return seed % limit + 1
  end
  local sum = 0
  for round = 1, n do
    local text = rawData(random, 24)
    local records = readRecords(text)
    sum = checksum(sum, salesTable(records))
    sum = checksum(sum, histogram(records))
    sum = checksum(sum, wordStatistics(text))
    local mail = letter(records[round % #records + 1])
    local secret = caesar(mail, round % 25 + 1)
    assert(caesar(secret, 26 - (round % 25 + 1)) == mail, "cipher is broken")
    assert(unhex(hex(secret)) == secret, "hex is broken")
    sum = checksum(sum, runLength(secret:sub(1, 88)))
    sum = checksum(sum, secret:sub(-60))
  end
  return format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 115
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  local result = run(size)
  local seconds = os.clock() - start
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, seconds)) end
  assert(answer == nil or answer == result, "two runs of the same work disagree")
  answer = result
end
print(answer)
