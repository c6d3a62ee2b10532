-- bounce: balls bouncing about in a box.
-- Exercises: objects with methods, comparisons and sign changes on fields.
-- Result: bounces seen and a checksum of the final positions.

local seed
local function random()
  seed = (seed * 1309 + 13849) % 65536
  return seed
end

local abs = math.abs
local WIDTH, HEIGHT = 500, 500

local Ball = {}
Ball.__index = Ball

function Ball.new()
  return setmetatable({
    x = random() % WIDTH,
    y = random() % HEIGHT,
    dx = random() % 300 - 150,
    dy = random() % 300 - 150,
  }, Ball)
end

-- Moves one step; answers whether a wall was hit.
function Ball:step()
  local hit = false
  self.x = self.x + self.dx
  self.y = self.y + self.dy
  if self.x > WIDTH then self.x, self.dx, hit = WIDTH, -abs(self.dx), true end
  if self.x < 0 then self.x, self.dx, hit = 0, abs(self.dx), true end
  if self.y > HEIGHT then self.y, self.dy, hit = HEIGHT, -abs(self.dy), true end
  if self.y < 0 then self.y, self.dy, hit = 0, abs(self.dy), true end
  return hit
end

local function workload(size)
  seed = 74755
  local balls = {}
  for i = 1, 100 do balls[i] = Ball.new() end
  local bounces = 0
  for _ = 1, size do
    for i = 1, #balls do
      if balls[i]:step() then bounces = bounces + 1 end
    end
  end
  local sum = 0
  for i = 1, #balls do sum = (sum * 31 + balls[i].x * 7 + balls[i].y) % 1000003 end
  return string.format("bounces %d checksum %d", bounces, sum)
end

-- Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
local size = tonumber(arg and arg[1]) or 2000
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
