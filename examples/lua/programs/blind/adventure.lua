-- A text adventure engine. A world of rooms and items is played by a
-- scripted list of commands; the transcript is condensed to a checksum.

local format = string.format

---------------------------------------------------------------------------
-- World definition; instantiated anew for every game

local ROOMS = {
  hall = {
    title = "Great Hall",
    text = "Dust covers a long table. Doors lead %s.",
    exits = { north = "library", east = "kitchen", down = "cellar" },
  },
  library = {
    title = "Library",
    text = "Shelves reach the ceiling. You can go %s.",
    exits = { south = "hall", up = "tower" },
  },
  kitchen = {
    title = "Kitchen",
    text = "It smells of old soup. You can leave %s.",
    exits = { west = "hall", south = "garden" },
  },
  garden = {
    title = "Overgrown Garden",
    text = "Weeds everywhere. Paths lead %s.",
    exits = { north = "kitchen", west = "well" },
  },
  well = {
    title = "Old Well",
    text = "Cold air rises from below. Exits: %s.",
    exits = { east = "garden", down = "cellar" },
  },
  cellar = {
    title = "Cellar",
    text = "Barrels, cobwebs and a heavy chest. Exits: %s.",
    exits = { up = "hall" },
    dark = true,
  },
  tower = {
    title = "Tower Room",
    text = "The wind howls. Only way out: %s.",
    exits = { down = "library" },
    locked = true,
  },
}

local ITEMS = {
  { id = "lamp", adjective = "brass", at = "kitchen", weight = 3, lightable = true },
  { id = "key", adjective = "rusty", at = "well", weight = 1, opens = "tower" },
  { id = "book", adjective = "heavy", at = "library", weight = 4, reading = "Beware of the cellar." },
  { id = "letter", at = "hall", weight = 1, reading = "The crown is below the hall." },
  { id = "crown", adjective = "golden", at = "cellar", weight = 5, points = 50 },
  { id = "jewel", adjective = "red", at = "tower", weight = 2, points = 30 },
  { id = "bucket", at = "garden", weight = 2 },
  { id = "bread", adjective = "stale", at = "kitchen", weight = 1, food = true },
}

local DIRECTIONS = {
  n = "north", s = "south", e = "east", w = "west", u = "up", d = "down",
}
for _, name in pairs { "north", "south", "east", "west", "up", "down" } do
  DIRECTIONS[name] = name
end

local SYNONYMS = {
  get = "take", grab = "take", l = "look", i = "inventory", x = "examine",
  walk = "go", throw = "drop", unlock = "open",
}

local FILLER = { the = true, a = true, an = true, to = true, at = true, with = true, please = true }

---------------------------------------------------------------------------
-- Game state

local Game = {}
Game.__index = Game

function Game.new(name)
  local game = setmetatable({
    player = name, here = "hall", items = {}, visited = {}, unlocked = {},
    score = 0, moves = 0, hunger = 0, over = false, lines = {}, limit = 9,
  }, Game)
  for _, item in ipairs(ITEMS) do
    local copy = {}
    for key, value in pairs(item) do copy[key] = value end
    game.items[#game.items + 1] = copy
  end
  return game
end

function Game:say(text, ...)
  if select("#", ...) > 0 then text = format(text, ...) end
  self.lines[#self.lines + 1] = text
end

local function describe(item)
  if item.adjective then
    return item.adjective .. " " .. item.id
  end
  return item.id
end

local function listing(names)
  if #names == 0 then return "nowhere" end
  if #names == 1 then return names[1] end
  return table.concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
end

function Game:at(place)
  local found = {}
  for _, item in ipairs(self.items) do
    if item.at == place then found[#found + 1] = item end
  end
  return found
end

function Game:carried()
  local weight = 0
  for _, item in ipairs(self:at("player")) do
    weight = weight + item.weight
  end
  return weight
end

function Game:hasLight()
  for _, item in ipairs(self.items) do
    if item.lit and (item.at == "player" or item.at == self.here) then return true end
  end
  return not ROOMS[self.here].dark
end

function Game:find(words, place)
  local noun, adjective = words[#words], words[#words - 1]
  for _, item in ipairs(self.items) do
    if item.id == noun and (not place or item.at == place) then
      if #words < 3 or adjective == item.adjective then return item end
    end
  end
  return nil
end

---------------------------------------------------------------------------
-- Commands

local commands = {}

function commands.look(game)
  local room = ROOMS[game.here]
  if not game:hasLight() then
    game:say("It is pitch dark.")
    return
  end
  local exits = {}
  for direction in pairs(room.exits) do exits[#exits + 1] = direction end
  table.sort(exits)
  game:say("== " .. room.title:upper() .. " ==")
  game:say(room.text, listing(exits))
  for _, item in ipairs(game:at(game.here)) do
    game:say("There is a %s here%s.", describe(item), item.lit and " (shining)" or "")
  end
end

function commands.go(game, words)
  local direction = DIRECTIONS[words[2] or ""]
  if not direction then
    game:say("Go where?")
    return
  end
  local target = ROOMS[game.here].exits[direction]
  if not target then
    game:say("You cannot go %s.", direction)
  elseif ROOMS[target].locked and not game.unlocked[target] then
    game:say("The door is locked.")
  else
    game.here = target
    if not game.visited[target] then
      game.visited[target] = true
      game.score = game.score + 5
      commands.look(game)
    else
      game:say(ROOMS[target].title)
    end
  end
end

function commands.take(game, words)
  if words[2] == "all" then
    for _, item in ipairs(game:at(game.here)) do
      commands.take(game, { "take", item.id })
    end
    return
  end
  local item = game:find(words, game.here)
  if not item then
    game:say("There is no %s here.", words[#words])
  elseif not game:hasLight() then
    game:say("You fumble in the dark.")
  elseif game:carried() + item.weight > game.limit then
    game:say("The %s is too heavy now.", describe(item))
  else
    item.at = "player"
    if item.points then
      game.score = game.score + item.points
      item.points = nil
      if item.id == "crown" then game:say("%s, you found the crown!", game.player) end
    end
    game:say("Taken: %s.", describe(item))
  end
end

function commands.drop(game, words)
  local item = game:find(words, "player")
  if not item then
    game:say("You do not have that.")
    return
  end
  item.at = game.here
  game:say("Dropped: %s.", describe(item))
end

function commands.inventory(game)
  local names = {}
  for _, item in ipairs(game:at("player")) do names[#names + 1] = describe(item) end
  game:say("You carry %s (%d).", #names > 0 and listing(names) or "nothing", game:carried())
end

function commands.light(game, words)
  local item = game:find(words, "player")
  if item and item.lightable then
    item.lit = not item.lit
    game:say("The %s is %s.", item.id, item.lit and "on" or "off")
  else
    game:say("You cannot light that.")
  end
end

function commands.open(game)
  for _, item in ipairs(game:at("player")) do
    local target = item.opens
    if target and not game.unlocked[target] then
      for _, neighbour in pairs(ROOMS[game.here].exits) do
        if neighbour == target then
          game.unlocked[target] = true
          game:say("The %s turns.", describe(item))
          return
        end
      end
    end
  end
  game:say("Nothing to open.")
end

function commands.examine(game, words)
  local item = game:find(words)
  if item and (item.at == "player" or item.at == game.here) then
    game:say(item.reading and ("It says: '%s'"):format(item.reading) or "Nothing special.")
  else
    game:say("You see no such thing.")
  end
end

function commands.eat(game, words)
  local item = game:find(words, "player")
  if not (item and item.food) then error({ message = "That is not edible." }) end
  item.at = "gone"
  game.hunger = 0
  game:say("Not too bad.")
end

function commands.quit(game)
  game.over = true
  game:say("Final score: %d in %d moves.", game.score, game.moves)
end

---------------------------------------------------------------------------

function Game:perform(line)
  local words = {}
  for word in line:lower():gmatch("%a+") do
    if not FILLER[word] then words[#words + 1] = SYNONYMS[word] or word end
  end
  if #words == 0 then return end
  if DIRECTIONS[words[1]] then table.insert(words, 1, "go") end
  local command = commands[words[1]]
  if not command then
    self:say("I do not know how to '%s'.", words[1])
    return
  end
  self.moves = self.moves + 1
  self.hunger = self.hunger + 1
  local ok, problem = pcall(command, self, words)
  if not ok then self:say(problem.message or "?") end
  if self.hunger == 25 then self:say("You are hungry.") end
end

local SCRIPT = [[
look; take letter; read letter; x the letter; go north; take the heavy book; x book
s; e; take brass lamp; get bread; i; drop the heavy book; south; take bucket; w; take rusty key; drop bucket; get key
dance; light lamp; down; look; take golden crown; drop book; eat bread; drop letter; take the crown
i; up; n; up; unlock tower; u; grab all; look; throw key; d; d; examine jewel; eat lamp
eat bread; eat bread; go sideways; west; xyzzy; drop the golden crown; light the brass lamp; d; take all; quit
]]

local function play(player, skip)
  local game = Game.new(player)
  local number = 0
  for line in SCRIPT:gmatch("[^;\n]+") do
    number = number + 1
    if number % skip ~= 0 then game:perform(line) end
    if game.over then break end
  end
  return game
end

local function run(n)
  local sum = 0
  for round = 1, n do
    local game = play("Player" .. round % 10, 3 + round % 9)
    for index, line in ipairs(game.lines) do
      sum = (sum * 31 + #line * index + line:byte(-2)) % 1000000007
    end
    sum = (sum * 31 + game.score * 100 + game.moves) % 1000000007
  end
  return format("%d", sum)
end

local size = tonumber(arg and arg[1]) or 500
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
