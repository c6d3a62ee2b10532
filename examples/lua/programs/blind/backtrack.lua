-- Backtracking puzzles (sudoku, knapsack, permutations, queens, word
-- squares) and a little stack machine that runs a looping program.

local insert, remove, concat = table.insert, table.remove, table.concat
local floor, format = math.floor, string.format
local unpack = table.unpack or unpack

local seed

local function random(limit)
  seed = seed * 16807 % 2147483647
  return seed % limit + 1
end

local function copy(list)
  local result = {}
  for i = 1, #list do result[i] = list[i] end
  return result
end

local function shuffle(list)
  for i = #list, 2, -1 do
    local j = random(i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

---------------------------------------------------------------------------
-- Sudoku: always continue with the cell that has the fewest candidates

local PUZZLE = "53467....6..195....98342.6.8...6...34.68.3..17..924..6.6..3.28....419..5...28..79"

local function readSudoku(text, digits)
  local cells = {}
  for c in text:gmatch(".") do
    cells[#cells + 1] = c == "." and 0 or digits[tonumber(c)]
  end
  return cells
end

local function candidates(cells, position)
  local row, column = floor((position - 1) / 9), (position - 1) % 9
  local top, left = row - row % 3, column - column % 3
  local used, free = {}, {}
  for i = 0, 8 do
    used[cells[row * 9 + i + 1]] = true
    used[cells[i * 9 + column + 1]] = true
    used[cells[(top + floor(i / 3)) * 9 + left + i % 3 + 1]] = true
  end
  for digit = 1, 9 do
    if not used[digit] then insert(free, digit) end
  end
  return free
end

local function solveSudoku(cells)
  local best, options
  for position = 1, 81 do
    if cells[position] == 0 then
      local free = candidates(cells, position)
      if #free == 0 then return nil end
      if not best or #free < #options then
        best, options = position, free
        if #free == 1 then break end
      end
    end
  end
  if not best then return cells end
  for _, digit in ipairs(options) do
    local attempt = copy(cells)
    attempt[best] = digit
    local solved = solveSudoku(attempt)
    if solved then return solved end
  end
  return nil
end

---------------------------------------------------------------------------
-- Knapsack with bound by the remaining value

local function knapsack(items, capacity)
  local rest = { [#items + 1] = 0 }
  for i = #items, 1, -1 do rest[i] = rest[i + 1] + items[i].value end
  local best, bestPick, pick = 0, {}, {}
  local function try(index, room, value)
    if value > best then
      best, bestPick = value, { unpack(pick) }
    end
    if index > #items or value + rest[index] <= best then return end
    local item = items[index]
    if item.weight <= room then
      insert(pick, index)
      try(index + 1, room - item.weight, value + item.value)
      remove(pick)
    end
    try(index + 1, room, value)
  end
  try(1, capacity, 0)
  return best, bestPick
end

---------------------------------------------------------------------------
-- Permutations: visit(...) gets each arrangement as arguments

local function permute(visit, ...)
  local count = select("#", ...)
  local items = { ... }
  local function step(k)
    if k > count then
      visit(unpack(items, 1, count))
      return
    end
    for i = k, count do
      items[k], items[i] = items[i], items[k]
      step(k + 1)
      items[k], items[i] = items[i], items[k]
    end
  end
  step(1)
end

local function alternating(...)
  local total = 0
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    total = total + (i % 2 == 0 and -value or value) * i
  end
  return total
end

---------------------------------------------------------------------------
-- Queens, optionally moving like knights too, or on a wrapped board

local attacks = {
  queen = function(a, b, distance) return a == b or math.abs(a - b) == distance end,
  amazon = function(a, b, distance)
    local shift = math.abs(a - b)
    return shift == 0 or shift == distance or (shift + distance == 3 and shift * distance == 2)
  end,
  torus = function(a, b, distance, size)
    return a == b or (a - b) % size == distance or (b - a) % size == distance
  end,
}

local function queens(size, kind)
  local attacked = attacks[kind]
  local board, solutions, weight = {}, 0, 0
  local function place(row)
    if row > size then
      solutions = solutions + 1
      for i, column in ipairs(board) do weight = weight + i * column end
      return
    end
    for column = 1, size do
      local safe = true
      for other = row - 1, 1, -1 do
        if attacked(column, board[other], row - other, size) then
          safe = false
          break
        end
      end
      if safe then
        board[row] = column
        place(row + 1)
        board[row] = nil
      end
    end
  end
  place(1)
  return solutions * 1000 + weight
end

---------------------------------------------------------------------------
-- Word squares: rows and columns read the same words

local WORDS = {}
for word in ([[area ball lead lady wall asia iron noon oven near ever rear lend
  east able lane tree real deal edge gate ends heat ache tone icon cone bath]]):gmatch("%a+") do
  WORDS[#WORDS + 1] = word
end

local function wordSquares(words)
  local byPrefix = {}
  for _, word in ipairs(words) do
    for length = 0, #word do
      local start = word:sub(1, length)
      byPrefix[start] = byPrefix[start] or {}
      insert(byPrefix[start], word)
    end
  end
  local rows, found = {}, {}
  local function extend()
    local at = #rows + 1
    if at > 4 then
      found[#found + 1] = concat(rows, "-")
      return
    end
    local letters = {}
    for i, row in ipairs(rows) do letters[i] = row:sub(at, at) end
    for _, word in ipairs(byPrefix[concat(letters)] or {}) do
      insert(rows, word)
      extend()
      remove(rows)
    end
  end
  extend()
  table.sort(found)
  return found
end

---------------------------------------------------------------------------
-- Stack machine

local operations = {
  push = function(vm, value) insert(vm.stack, value) end,
  load = function(vm, name) insert(vm.stack, vm.vars[name] or 0) end,
  store = function(vm, name) vm.vars[name] = remove(vm.stack) end,
  dup = function(vm) insert(vm.stack, vm.stack[#vm.stack]) end,
  jump = function(vm, label) vm.pc = vm.labels[label] end,
  jzero = function(vm, label)
    if remove(vm.stack) == 0 then vm.pc = vm.labels[label] end
  end,
  call = function(vm, label)
    insert(vm.calls, vm.pc)
    vm.pc = vm.labels[label]
  end,
  ret = function(vm) vm.pc = remove(vm.calls) end,
  print = function(vm) insert(vm.output, remove(vm.stack)) end,
  halt = function(vm) vm.running = false end,
}

local function arithmetic(f)
  return function(vm)
    local b, a = remove(vm.stack), remove(vm.stack)
    insert(vm.stack, f(a, b))
  end
end

operations.add = arithmetic(function(a, b) return a + b end)
operations.sub = arithmetic(function(a, b) return a - b end)
operations.mul = arithmetic(function(a, b) return a * b end)
operations.mod = arithmetic(function(a, b) return a % b end)
operations.less = arithmetic(function(a, b) return a < b and 1 or 0 end)

local function assemble(source)
  local code, labels = {}, {}
  for line in source:gmatch("[^\n]+") do
    local label = line:match("^(%w+):")
    if label then labels[label] = #code + 1 end
    local name, operand = line:match("^%s+(%l+)%s*(%S*)")
    if name then
      code[#code + 1] = { assert(operations[name], name), tonumber(operand) or operand }
    end
  end
  return code, labels
end

local function execute(code, labels, vars)
  local vm = {
    stack = {}, calls = {}, vars = vars, output = {}, labels = labels,
    pc = 1, steps = 0, running = true,
  }
  while vm.running do
    local instruction = code[vm.pc]
    vm.pc = vm.pc + 1
    vm.steps = vm.steps + 1
    instruction[1](vm, instruction[2])
  end
  return vm
end

local PROGRAM = [[
start:
  push 0
  store sum
loop:
  load n
  jzero done
  load n
  call square
  load sum
  add
  push 9973
  mod
  store sum
  load n
  push 1
  sub
  store n
  load sum
  push 500
  less
  jzero loop
  load sum
  print
  jump loop
square:
  dup
  mul
  push 7
  add
  ret
done:
  load sum
  print
  halt
]]

---------------------------------------------------------------------------

local function run(n)
  seed = 8128
  local sum = 0
  local function add(value) sum = (sum * 31 + value) % 1000000007 end
  for round = 1, n do
    local digits = shuffle { 1, 2, 3, 4, 5, 6, 7, 8, 9 }
    for i, digit in ipairs(assert(solveSudoku(readSudoku(PUZZLE, digits)))) do add(i * digit) end

    local items = {}
    for i = 1, 14 do items[i] = { weight = random(20), value = random(30) } end
    local best, picked = knapsack(items, 60)
    add(best * 100 + alternating(unpack(picked)))

    local largest = -1
    permute(function(...)
      local value = alternating(...)
      if value > largest then largest = value end
      sum = sum + value % 7
    end, random(9), random(9), random(9), random(9), round % 5)
    add(largest)

    add(queens(5 + round % 2, "queen"))
    add(queens(6, "amazon"))
    add(queens(5, "torus"))

    local squares = wordSquares(shuffle(copy(WORDS)))
    for _, square in ipairs(squares) do add(#square * square:byte(2) + square:byte(-1)) end
    add(#squares)

    local code, labels = assemble(PROGRAM)
    local vm = execute(code, labels, { n = 40 + random(20) })
    for _, value in ipairs(vm.output) do add(value) end
    add(vm.steps + #vm.stack)
  end
  return format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 48
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
