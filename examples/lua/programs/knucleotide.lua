-- knucleotide: generates a DNA sequence, counts its k-letter words and builds its complement.
-- Exercises: substrings as table keys, string building, sorting, gsub.
-- Result: frequencies of the short words, counts of some longer ones, a complement checksum.

local sub, byte, format = string.sub, string.byte, string.format
local concat, sort = table.concat, table.sort
local floor = math.floor

local seed
local function random()
  seed = (seed * 3877 + 29573) % 139968
  return seed / 139968
end

local LETTERS = { "A", "C", "G", "T" }
local LIMITS = { 0.3029549426680, 0.5009432431601, 0.6984905497992, 1.0 }

local function generate(length)
  local pieces = {}
  for i = 1, length do
    local r, k = random(), 1
    while r >= LIMITS[k] do k = k + 1 end
    pieces[i] = LETTERS[k]
  end
  return concat(pieces)
end

local function count_words(text, k)
  local counts = {}
  for i = 1, #text - k + 1 do
    local word = sub(text, i, i + k - 1)
    counts[word] = (counts[word] or 0) + 1
  end
  return counts
end

local function frequencies(text, k, lines)
  local counts = count_words(text, k)
  local words, total = {}, 0
  for word, n in pairs(counts) do
    words[#words + 1] = word
    total = total + n
  end
  sort(words, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  for i = 1, #words do
    lines[#lines + 1] = format("%s %.3f", words[i], counts[words[i]] * 100 / total)
  end
end

local COMPLEMENT = { A = "T", C = "G", G = "C", T = "A" }

local function complement_checksum(text)
  local other = text:reverse():gsub("%a", COMPLEMENT)
  local sum = 0
  for i = 1, #other do sum = (sum * 31 + byte(other, i)) % 1000003 end
  return sum
end

local function workload(size)
  seed = 42
  local text = generate(size)
  local lines = {}
  frequencies(text, 1, lines)
  frequencies(text, 2, lines)
  for _, word in ipairs({ "GGT", "GGTA", "GGTATT", "GGTATTTTAATT" }) do
    lines[#lines + 1] = format("%s %d", word, count_words(text, #word)[word] or 0)
  end
  lines[#lines + 1] = format("complement %d of %d", complement_checksum(text), floor(#text))
  return concat(lines, "\n")
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 20000
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  local result = workload(size)
  local seconds = os.clock() - start
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, seconds)) end
  assert(answer == nil or answer == result, "two runs of the same work disagree")
  answer = result
end
print(answer)
