-- The utf8 library.
print(utf8.char(72, 228, 8364, 128512), utf8.char(), utf8.charpattern)
print(utf8.len("häß€"), utf8.len(""), utf8.len("\xff"), utf8.len("abc\xE4"), utf8.len("abc", 4), utf8.len("äö", 3), utf8.len("abc", -1))
print(utf8.codepoint("h€", 1, -1), utf8.codepoint("abc"), utf8.codepoint("abc", 4, 3))
print(pcall(utf8.codepoint, "\xff"))
print(pcall(utf8.codepoint, "abc", 4))
print(pcall(utf8.len, "abc", 5))
print(pcall(utf8.char, -1))
print(pcall(utf8.char, 1 << 31))
for p, c in utf8.codes("aä€😀") do io.write(p, ":", c, " ") end print()
print(pcall(function() for _ in utf8.codes("a\xffb") do end end))
print(pcall(function() for _ in utf8.codes("\u{D800}") do end end))
for p, c in utf8.codes("\u{D800}", true) do print(p, c) end
print(utf8.offset("aä€😀", 3), utf8.offset("aä€😀", -1), utf8.offset("aä€", 5), utf8.offset("aä", 0, 3), utf8.offset("abc", 4), utf8.offset("abc", 1, 4))
print(pcall(utf8.offset, "ä", 1, 2))
print(pcall(utf8.offset, "abc", 1, 5))
for c in ("aä€"):gmatch(utf8.charpattern) do io.write("<", c, ">") end print()
print(utf8.len("\u{7FFFFFFF}"), utf8.len("\u{7FFFFFFF}", 1, -1, true), #utf8.char(0x7FFFFFFF), utf8.len("\xC0\x80"), utf8.len("\xF4\x90\x80\x80"))
local s = ""
for i = 1, 500 do s = s .. utf8.char(i * 7) end
local n, sum = 0, 0
for _, c in utf8.codes(s) do n = n + 1; sum = sum + c end
print(n, sum, utf8.len(s), #s)
