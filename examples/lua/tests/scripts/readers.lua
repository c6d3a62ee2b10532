-- `load` with a reader: how far it is read before an error ends it, and what its errors come to.
local function pieces(list)
  local i = 0
  return function()
    i = i + 1
    io.write("[", tostring(i), "]")
    local p = list[i]
    if p == "raise" then error("reader raised", 0) end
    return p
  end
end
local function try(list, ...)
  local _, f, e = pcall(load, pieces(list), ...)
  print(f and "loaded" or "refused", e)
  if f then print(pcall(f)) end
end

try { "return 1" }
try { "ret", "urn ", "1", "2" }
try { "x = = 1", " y = 2" }
try { "x = = ", "raise" }
try { "x", " = ", "1 ", "raise" }
try { ") ", "raise" }
try { "x = 'abc\n", "raise" }
try { "goto nowhere ", "raise" }
try { "break ", "x = 1 " }
try { "return 'unfinished", "raise" }
try { "-- a comment ", " still", "\nreturn 5" }
try { "return ", 4, 2 }
try { "return 1 ", {} }
try { "return 1 ", "", "raise" }
try { "local x <foo> = 1 ", "raise" }
try { "x = 3x ", "raise" }
try { "for i = 1 do ", "raise" }
try { "::a:: ::a:: ", "raise" }
try { "", "raise" }
try { "return 1 ", "raise" }
try({ "return 1 ", "raise" }, "=name", "b")
try({ "return x ", "" }, "=name", "t", { x = "env" })
try { "x = ", "= 1" }
try { "x = 1 ", "y = 2 ", "z = = ", "raise" }
print(select(2, xpcall(load, function(e) return "handled " .. e end, pieces { "raise" })))
print(xpcall(load, function(e) return "handled " .. e end, pieces { "x = ", "raise" }))
print(xpcall(load, function(e) return "handled " .. e end, pieces { "x = = ", "raise" }))
