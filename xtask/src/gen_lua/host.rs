//! Statements in which the library calls functions of the program: comparison, replacement, readers, metamethods, iterators, handlers of errors.
//!
//! In a template `@I` is a variable that is an integer, `@E` an integer, `@A` a dense array, and `@K` a small number.

use super::{Gen, Ty};

const CALLBACKS: &[&str] = &[
    "table.sort(@A, function(a, b) if a % 7 ~= b % 7 then return a % 7 < b % 7 end return a < b end)",
    "do local g, n = ('a1b22c'):gsub('%d+', function(d) @I = @I ~ (#d + @E) if #d > 1 then return d .. d end end) mix(g) end",
    "do local g = ('k1 k2 k9'):gsub('%w+', setmetatable({ k1 = 'one' }, { __index = function(_, k) @I = @I + #k return k == 'k2' and 'two' end })) mix(g) end",
    "do local t = setmetatable({}, { __index = function(_, k) @I = @I + k return k * 2 end, __newindex = function(_, k, v) @I = @I ~ (k + v) end, \
     __len = function() return @K end, __unm = function() return @E end, __call = function(_, ...) return select('#', ...) end, \
     __eq = function() return true end, __concat = function(a, b) return 'cat' end }) \
     for j = 1, @K do t[j] = t[j + 1] end @I = @I + #t + -t + t(1, nil, nil) mix((t .. 1) .. tostring(t == setmetatable({}, getmetatable(t)))) end",
    "for a, b in function(_, k) if k < @K then return k + 1, k * k end end, nil, 0 do @I = @I ~ (a + b) end",
    "for k, v in setmetatable({}, { __call = function(_, s, k) if k < s then return k + 1, k end end }), @K, 0 do @I = @I + k * v end",
    "for k, v in pairs(setmetatable({}, { __pairs = function(t) return function(_, k) if not k then return 1, @E end end, t, nil end })) do @I = @I ~ v end",
    "do local ok, e = xpcall(function(a) if @I % 2 == 0 then error({ v = a }) end return a end, function(e) return e.v + 1 end, @E) @I = @I ~ e end",
    "do local n = 0 local f = load(function() n = n + 1 if n < 3 then return n == 1 and 'return ' or '@K' end end) @I = @I + f() end",
    "do local c = setmetatable({}, { __close = function(_, e) @I = @I + 1 end }) for j = 1, @K do local x <close> = c @I = @I ~ j if j > 3 then break end end end",
    "do local w = setmetatable({}, { __lt = function(a, b) return rawlen(a) < rawlen(b) end, __le = function(a, b) return true end }) \
     if w < setmetatable({ 1 }, getmetatable(w)) and w <= w then @I = @I + @K end end",
    "do local t = {} for j = 1, @K do t[j] = (j * 5 + @E) % 11 end \
     mix(tostring(pcall(table.sort, t, function(a, b) if a == b then error('same', 0) end return a > b end))) end",
];

impl Gen {
    /// One of them; nothing if it needs a variable there is none of.
    pub(super) fn callback(&mut self) {
        let Some(i) = self.target(Ty::Int) else { return };
        let Some(a) = self.target(Ty::Ints) else { return };
        let template = *self.rng.pick(CALLBACKS);
        let e = self.int(1);
        let k = self.rng.range(1, 6).to_string();
        let text =
            template.replace("@I", &i).replace("@A", &a).replace("@E", &format!("({e})")).replace("@K", &k);
        self.line(&text);
    }
}
