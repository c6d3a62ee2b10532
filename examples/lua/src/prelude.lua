-- The parts of the library that call functions of the program in loops, so that traces go through those calls, and
-- the closures that keep state between calls. It uses no globals.

local function ascending(a, b) return a < b end

-- Elements of a range from which on the pivot may be chosen away from the middle.
local LARGE = 100

-- Sorts t[1..n]; answers false if `less` contradicts itself in a way that leads out of the range. It compares and swaps in the
-- order of the reference's quicksort, whose recursion is here a list of ranges still to be sorted.
local function sort(t, n, less)
  less = less or ascending
  local lo, up, shift = 1, n, 0
  local waiting, count
  while true do
    while lo < up do
      local low, high = t[lo], t[up]
      if less(high, low) then t[lo], t[up] = high, low end
      if up - lo == 1 then break end
      local p = (lo + up) // 2
      if up - lo >= LARGE and shift > 0 then
        local quarter = (up - lo) // 4
        p = shift % (quarter * 2) + lo + quarter
      end
      local pivot = t[p]
      low = t[lo]
      if less(pivot, low) then
        t[p], t[lo] = low, pivot
      else
        high = t[up]
        if less(high, pivot) then t[p], t[up] = high, pivot end
      end
      if up - lo == 2 then break end
      pivot = t[p]
      t[p], t[up - 1] = t[up - 1], pivot
      local i, j = lo, up - 1
      while true do
        i = i + 1
        local left = t[i]
        while less(left, pivot) do
          if i == up - 1 then return false end
          i = i + 1
          left = t[i]
        end
        j = j - 1
        local right = t[j]
        while less(pivot, right) do
          if j < i then return false end
          j = j - 1
          right = t[j]
        end
        if j < i then break end
        t[i], t[j] = right, left
      end
      t[up - 1], t[i] = t[i], t[up - 1]
      -- The smaller part comes first, the larger one waits, if it has more than one element.
      local lo1, up1, lo2, up2 = lo, i - 1, i + 1, up
      if i - lo >= up - i then lo1, up1, lo2, up2 = i + 1, up, lo, i - 1 end
      local later = shift
      if (up2 - lo2) // 128 > up1 - lo1 + 1 then later = shift * 31 + 17 end
      if lo1 < up1 then
        if lo2 < up2 then
          if not waiting then waiting, count = {}, 0 end
          waiting[count + 1], waiting[count + 2], waiting[count + 3] = lo2, up2, later
          count = count + 3
        end
        lo, up = lo1, up1
      else
        lo, up, shift = lo2, up2, later
      end
    end
    if not waiting or count == 0 then return true end
    lo, up, shift = waiting[count - 2], waiting[count - 1], waiting[count]
    count = count - 3
  end
end

local function bind(f, a, b)
  return function(...) return f(a, b, ...) end
end

local function bind_one(f, a)
  return function(...) return f(a, ...) end
end

local function start(f, ...) return f(...) end

-- Calls f with each match, which has n values; what f gives goes with the next step.
local function gsub(step, state, f, n)
  if n == 1 then
    local a = step(state)
    while a ~= nil do a = step(state, (f(a))) end
  elseif n == 2 then
    local a, b = step(state)
    while a ~= nil do a, b = step(state, (f(a, b))) end
  else
    local a, b, c = step(state)
    while a ~= nil do a, b, c = step(state, (f(a, b, c))) end
  end
end

-- Of the closures that keep state there are models, of which the library makes copies with other things captured.
return { sort = sort, bind = bind(), bind_one = bind_one(), start = start, gsub = gsub }
