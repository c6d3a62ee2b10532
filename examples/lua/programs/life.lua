-- life: Conway's game of life on a torus.
-- Exercises: nested arrays of small integers, neighbour sums with wrap-around.
-- Result: the living after the last generation and a checksum of the board.

local WIDTH, HEIGHT = 64, 48

local function empty()
  local board = {}
  for y = 1, HEIGHT do
    local row = {}
    for x = 1, WIDTH do row[x] = 0 end
    board[y] = row
  end
  return board
end

local function step(board, out)
  for y = 1, HEIGHT do
    local above = board[y == 1 and HEIGHT or y - 1]
    local here = board[y]
    local below = board[y == HEIGHT and 1 or y + 1]
    local row = out[y]
    for x = 1, WIDTH do
      local l = x == 1 and WIDTH or x - 1
      local r = x == WIDTH and 1 or x + 1
      local near = above[l] + above[x] + above[r] + here[l] + here[r] + below[l] + below[x] + below[r]
      if near == 3 or (near == 2 and here[x] == 1) then row[x] = 1 else row[x] = 0 end
    end
  end
end

local PATTERNS = {
  { 2, 2, { ".#.", "..#", "###" } }, -- glider
  { 20, 20, { ".##", "##.", ".#." } }, -- r-pentomino
  { 40, 30, { ".#.....", "...#...", "##..###" } }, -- acorn
}

local function workload(size)
  local board, other = empty(), empty()
  for _, p in ipairs(PATTERNS) do
    for dy, line in ipairs(p[3]) do
      for dx = 1, #line do
        if line:sub(dx, dx) == "#" then board[p[2] + dy][p[1] + dx] = 1 end
      end
    end
  end
  for _ = 1, size do
    step(board, other)
    board, other = other, board
  end
  local alive, checksum = 0, 0
  for y = 1, HEIGHT do
    for x = 1, WIDTH do
      alive = alive + board[y][x]
      checksum = (checksum * 3 + board[y][x]) % 1000003
    end
  end
  return string.format("alive %d checksum %d", alive, checksum)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 80
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
