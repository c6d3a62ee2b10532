//! Definitions, statements, loops, errors and coroutines.

use super::{Gen, Ty};
use holloway_testing::generator::{Var, BUDGET, MOST_REPEATS};

/// Runtime errors: statements for the inside of a protected call. `I` is an integer expression, `T` a map, `S` a
/// string, `N` a fresh name.
///
/// Lua 5.4.4 reports divisions by zero at the line of the instruction before that could fail; so the two here follow one on their line.
const FAULTS: &[&str] = &[
    "error('plain ' .. I)",
    "error('level two', 2)",
    "error('no position', 0)",
    "error({ code = I })",
    "error(I)",
    "error()",
    "local N; N.field = I",
    "local N; return N.x.y",
    "return T.nothing.deeper",
    "return T.nothing + I",
    "T.nothing(I)",
    "T:nomethod(I)",
    "return I + {}",
    "return I < S",
    "return {} .. S",
    "local N = I .. '' return I // (I - I)",
    "local N = I .. '' return I % 0",
    "return #I",
    "return -T",
    "return S & 1.5",
    "return I | 0.5",
    "T[nil] = I",
    "undefined_global.x = 1",
    "undefined_function(I)",
    "assert(false, 'asserted ' .. S)",
    "assert(nil)",
    "return ('x'):rep(-1):nosuch()",
    "return T.k0.k1.k2",
    "for N = I, 10, 0 do end",
    "return setmetatable(I, {})",
    "string.rep()",
    "return ({}) < ({})",
];

impl Gen {
    /// Classes, pure functions, recursive functions and closure makers, before the main part.
    pub(super) fn definitions(&mut self) {
        for _ in 0..self.rng.range(1, 2) {
            self.class();
        }
        for _ in 0..self.rng.range(1, 3) {
            self.maker();
        }
        for _ in 0..self.rng.range(1, 3) {
            match self.rng.below(4) {
                0 => self.recursive(),
                1 => self.variadic(),
                _ => self.function(),
            }
        }
    }

    fn class(&mut self) {
        let name = self.name("C");
        let (a, b, c) =
            (self.rng.range(2, 9), self.rng.range(1, 99), self.rng.pick(&["+", "-", "*", "~"]).to_string());
        self.line(&format!("local {name} = {{}}"));
        self.line(&format!("function {name}.new(v) return setmetatable({{ v = v, n = 0 }}, {name}) end"));
        if self.rng.one_in(2) {
            let base = self.name("B");
            self.line(&format!("local {base} = {{ absent0 = {b}, absent1 = -{a} }}"));
            self.line(&format!("{base}.__index = function(_, k) return #k * {a} end"));
            self.line(&format!("setmetatable({name}, {base})"));
            self.line(&format!("{name}.__index = {name}"));
        } else {
            self.line(&format!(
                "{name}.__index = function(o, k) local m = rawget({name}, k) if m ~= nil then return m end return #k + {b} end"
            ));
        }
        self.line(&format!("function {name}:get(d) return self.v {c} d end"));
        self.line(&format!(
            "function {name}:bump(d) self.v = self.v + d self.n = self.n + 1 return self end"
        ));
        let value = "(type(x) == 'table' and x.v or x)".to_string();
        let other = value.replace('x', "y").replace("tyye", "type");
        for (event, op) in [("__add", "+"), ("__sub", "-"), ("__mul", "*")] {
            self.line(&format!(
                "{name}.{event} = function(x, y) return {name}.new({value} {op} {other}) end"
            ));
        }
        for (event, op) in [("__lt", "<"), ("__le", "<=")] {
            self.line(&format!("{name}.{event} = function(x, y) return x.v {op} y.v end"));
        }
        self.line(&format!("{name}.__eq = function(x, y) return x.v == y.v end"));
        self.line(&format!("{name}.__unm = function(x) return {name}.new(-x.v) end"));
        self.line(&format!("{name}.__len = function(x) return x.n + {a} end"));
        self.line(&format!("{name}.__call = function(x, d) return x.v * {a} + d end"));
        self.line(&format!(
            "{name}.__concat = function(x, y) return 'o' .. {value} % 1000 .. ',' .. {other} % 1000 end"
        ));
        if self.rng.one_in(2) {
            self.line(&format!("{name}.__newindex = function(o, k, v) rawset(o, 'w_' .. k, v + {b}) end"));
        }
        self.classes.push(name);
    }

    fn maker(&mut self) {
        let name = self.name("make");
        let (op1, op2) = (*self.rng.pick(&["+", "-", "~", "*"]), *self.rng.pick(&["+", "-", "~"]));
        self.open(&format!("local function {name}(x)"));
        let start = self.rng.below(50);
        self.line(&format!("local y = {start}"));
        if self.rng.one_in(3) {
            self.line("local step = function(d) y = y + d end");
            self.line(&format!("return function(d) step(d) x = x {op2} y return y {op1} x end"));
        } else {
            self.line(&format!("return function(d) y = y {op1} d {op2} x return y end"));
        }
        self.close("end");
        self.makers.push(name);
    }

    /// Runs `body` as the body of a function: outer variables are hidden, so that calls have no side effects.
    fn isolated(&mut self, params: &[String], body: impl FnOnce(&mut Gen)) -> u64 {
        let saved: Vec<Var<Ty>> = std::mem::take(&mut self.vars);
        let labels = std::mem::take(&mut self.labels);
        let (repeats, spent) = (self.repeats, self.spent);
        self.repeats = 1;
        self.spent = BUDGET - 400;
        let start = self.spent;
        for p in params {
            self.declare(p, Ty::Int, true);
        }
        self.depth += 1;
        body(self);
        self.depth -= 1;
        let cost = self.spent - start + 2;
        self.vars = saved;
        self.labels = labels;
        self.repeats = repeats;
        self.spent = spent;
        cost
    }

    fn function(&mut self) {
        let name = self.name("fn");
        let params: Vec<String> = (0..self.rng.range(1, 3)).map(|_| self.name("p")).collect();
        self.open(&format!("local function {name}({})", params.join(", ")));
        let cost = self.isolated(&params, |g| {
            for _ in 0..g.rng.range(1, 3) {
                g.statement();
            }
            if g.rng.one_in(3) {
                let (test, early) = (g.boolean(1), g.int(1));
                g.line(&format!("if {test} then return {early} end"));
            }
            let result = g.int(2);
            g.line(&format!("return {result}"));
        });
        self.close("end");
        self.funcs.push(super::Func { name, params: params.len(), cost });
    }

    fn recursive(&mut self) {
        let name = self.name("rec");
        let branching = self.rng.one_in(2);
        let fuel = if branching { self.rng.range(4, 8) } else { self.rng.range(10, 60) };
        let (fuel_name, a) = (self.name("p"), self.name("p"));
        self.open(&format!("local function {name}({a}, {fuel_name})"));
        self.line(&format!("{fuel_name} = {fuel_name} or {fuel}"));
        self.line(&format!("if {fuel_name} <= 0 then return {a} end"));
        self.isolated(std::slice::from_ref(&a), |g| {
            let step = g.int(2);
            let next = format!("{name}({step}, {fuel_name} - 1)");
            match g.rng.below(3) {
                _ if branching => {
                    let test = g.boolean(1);
                    let second = format!("{name}({a} ~ {fuel_name}, {fuel_name} - 2)");
                    g.line(&format!("if {test} then return {next} + {second} end"));
                    g.line(&format!("return {next} - {second} * 3"));
                }
                0 => g.line(&format!("return {next}")),
                1 => g.line(&format!("return {next} + {a}")),
                _ => {
                    g.line(&format!("local r = {next}"));
                    g.line(&format!("return r * 31 ~ {a}"));
                }
            }
        });
        self.close("end");
        let cost = if branching { 150 } else { fuel * 2 };
        self.funcs.push(super::Func { name, params: 1, cost });
    }

    fn variadic(&mut self) {
        let (inner, name) = (self.name("va"), self.name("fn"));
        self.open(&format!("local function {inner}(...)"));
        match self.rng.below(3) {
            0 => {
                self.line("local r, n = 0, select('#', ...)");
                self.line("for k = 1, n do r = r * 7 + (select(k, ...)) end");
                self.line("return r, n, ...");
            }
            1 => {
                self.line("local t = table.pack(...)");
                self.line("local r = t.n");
                self.line("for k = 1, t.n do r = r ~ t[k] << k end");
                self.line("return r, table.unpack(t, 2, t.n)");
            }
            _ => {
                self.line("local a, b = ...");
                self.line("if select('#', ...) > 4 then return a - (b or 1), ... end");
                self.line(&format!("return {inner}(a, ...)"));
            }
        }
        self.close("end");
        self.open(&format!("local function {name}(x, y)"));
        self.line(&format!("local p, q, r = {inner}(x, y, x ~ y)"));
        self.line(&format!("local t = {{ {inner}(p, {inner}(y)) }}"));
        self.line("return p + (q or 3) * (r or 5) - #t");
        self.close("end");
        self.funcs.push(super::Func { name, params: 2, cost: 30 });
    }

    /// Runs `body` in a scope of its own.
    fn scoped(&mut self, body: impl FnOnce(&mut Gen)) {
        let visible = self.vars.len();
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.vars.truncate(visible);
    }

    fn block(&mut self, least: u64, most: u64) {
        self.scoped(|g| {
            for _ in 0..g.rng.range(least, most) {
                g.statement();
            }
        });
    }

    /// One statement, possibly compound.
    pub(super) fn statement(&mut self) {
        self.spent += self.repeats;
        let simple = self.depth >= 4 || !self.affords(20);
        match if simple { self.rng.below(14) } else { self.rng.below(28) } {
            0..=4 => self.assign(),
            5 | 6 => self.table_update(),
            7 => {
                let ty =
                    *self.rng.pick(&[Ty::Int, Ty::Float, Ty::Num, Ty::Str, Ty::Any, Ty::Ints, Ty::Object]);
                // Registers are limited, so deep or long blocks stop declaring.
                if self.vars.len() < 60 {
                    self.local(ty)
                } else {
                    self.assign()
                }
            }
            8 => self.call_closure(),
            9 => self.object_update(),
            10 => self.swap(),
            11 => match self.labels.last().cloned() {
                Some(label) => {
                    let test = self.boolean(1);
                    self.line(&format!("if {test} then goto {label} end"));
                }
                None => self.assign(),
            },
            12 => self.string_building(),
            13 => self.assign(),
            14..=16 => self.conditional(),
            17..=20 => self.loop_statement(),
            21 | 22 => self.protected(),
            23 => self.coroutine(),
            24 => self.captured(),
            25 | 26 => self.callback(),
            _ => {
                self.line("do");
                self.indent += 1;
                self.block(1, 3);
                self.close("end");
            }
        }
    }

    fn assign(&mut self) {
        let ty = *self.rng.pick(&[Ty::Int, Ty::Int, Ty::Float, Ty::Num, Ty::Str, Ty::Any]);
        let Some(target) = self.target(ty) else { return };
        let value = match ty {
            Ty::Any if self.rng.one_in(4) => "nil".to_string(),
            Ty::Str => {
                let value = self.string(2);
                format!("({value}):sub(1, 40)")
            }
            _ => self.value(ty, 2),
        };
        self.line(&format!("{target} = {value}"));
    }

    fn swap(&mut self) {
        let (Some(a), Some(b)) = (self.target(Ty::Int), self.target(Ty::Int)) else { return };
        if a == b {
            return;
        }
        let value = self.int(1);
        self.line(&format!("{a}, {b} = {b}, {value}"));
    }

    fn string_building(&mut self) {
        let Some(s) = self.target(Ty::Str) else { return };
        let piece = self.string(1);
        self.line(&format!("{s} = {s} .. {piece}"));
        self.line(&format!("if #{s} > 60 then {s} = {s}:sub(-20) end"));
    }

    fn call_closure(&mut self) {
        let (Some(c), Some(target)) = (self.var(Ty::Closure), self.target(Ty::Int)) else {
            return self.assign();
        };
        let argument = self.int(1);
        self.line(&format!("{target} = {c}({argument})"));
    }

    fn object_update(&mut self) {
        let Some(o) = self.target(Ty::Object) else { return self.assign() };
        let value = self.int(1);
        let text = match self.rng.below(6) {
            0 => format!("{o} = {o} {} {value}", self.rng.pick(&["+", "-", "*"])),
            1 => format!("{o} = {value} {} {o}", self.rng.pick(&["+", "-", "*"])),
            2 => format!("{o}.v = {value}"),
            3 => format!("{o}.extra{} = {value}", self.rng.below(3)),
            4 => format!("{o}:bump({value}):bump(1)"),
            _ => match self.var(Ty::Object) {
                Some(other) => format!("{o} = -({o} + {other})"),
                None => format!("{o} = -{o}"),
            },
        };
        self.line(&text);
    }

    fn table_update(&mut self) {
        let ty = *self.rng.pick(&[Ty::Ints, Ty::Mixed, Ty::Holes, Ty::Map]);
        let Some(t) = self.var(ty) else { return self.assign() };
        let (index, value) = (self.int(1), self.int(1));
        let text = match (ty, self.rng.below(4)) {
            (Ty::Ints, 0) => format!("{t}[{index} % #{t} + 1] = {value}"),
            (Ty::Ints, 1) => format!("if #{t} > 2 then {t}[#{t}] = nil end"),
            (Ty::Ints, 2) => {
                format!("if #{t} < 40 then table.insert({t}, 1, {value}) else table.remove({t}, 2) end")
            }
            (Ty::Ints, _) => format!("if #{t} < 40 then {t}[#{t} + 1] = {value} end"),
            (Ty::Mixed, 0 | 1) => format!("{t}[{index} % #{t} + 1] = {}", self.scalar(1)),
            (Ty::Mixed, _) => format!("if #{t} < 30 then {t}[#{t} + 1] = {} end", self.scalar(1)),
            (Ty::Holes, 0) => format!("{t}[{index} & 31] = nil"),
            (Ty::Holes, _) => format!("{t}[{index} & 31] = {value}"),
            (_, 0) => format!("{t}.k{} = nil", self.rng.below(8)),
            (_, 1) => format!("{t}['k' .. ({index} & 7)] = {value}"),
            (_, _) => format!("{t}.k{} = {value}", self.rng.below(8)),
        };
        self.line(&text);
    }

    fn conditional(&mut self) {
        let test = self.boolean(2);
        self.open(&format!("if {test} then"));
        self.block(1, 3);
        if self.rng.one_in(3) {
            let test = self.boolean(1);
            self.close(&format!("elseif {test} then"));
            self.indent += 1;
            self.block(1, 2);
        }
        if self.rng.one_in(2) {
            self.close("else");
            self.indent += 1;
            self.block(1, 3);
        }
        self.close("end");
    }

    /// A loop of any kind, hot enough to be compiled when it can be afforded.
    pub(super) fn loop_statement(&mut self) {
        let most = (MOST_REPEATS / self.repeats).min(200);
        if most < 3 {
            return self.assign();
        }
        let trips = if most > 20 { self.rng.range(20, most) } else { self.rng.range(2, most) };
        if self.depth > 0 && !self.affords(trips * 2) {
            return self.assign();
        }
        let visible = self.vars.len();
        let v = self.name("k");
        let mut closing = "end".to_string();
        match self.rng.below(10) {
            0..=2 => {
                let low = self.rng.range(0, 5);
                self.open(&format!("for {v} = {low}, {} do", low + trips - 1));
                self.declare(&v, Ty::Int, true);
            }
            3 => {
                let step = self.rng.range(1, 3);
                self.open(&format!("for {v} = {}, 1, -{step} do", trips * step));
                self.declare(&v, Ty::Int, true);
            }
            4 => {
                self.open(&format!("for {v} = 0.5, {}, 0.5 do", trips as f64 / 2.0));
                self.declare(&v, Ty::Float, true);
            }
            5 | 6 => {
                self.line(&format!("local {v} = 0"));
                self.declare(&v, Ty::Int, false);
                self.open(&format!("while {v} < {trips} do"));
                self.line(&format!("{v} = {v} + 1"));
            }
            7 => {
                self.line(&format!("local {v} = 0"));
                self.declare(&v, Ty::Int, false);
                self.open("repeat");
                self.line(&format!("{v} = {v} + 1"));
                closing = format!("until {v} >= {trips}");
            }
            8 => match self.var(Ty::Ints) {
                Some(array) => {
                    let e = self.name("e");
                    self.open(&format!("for {v}, {e} in ipairs({array}) do"));
                    self.declare(&v, Ty::Int, true);
                    self.declare(&e, Ty::Int, true);
                }
                None => {
                    self.open(&format!("for {v} = 1, {trips} do"));
                    self.declare(&v, Ty::Int, true);
                }
            },
            _ => return self.unordered(trips),
        }
        let outer = self.repeats;
        self.repeats *= trips;
        let label = self.name("continue");
        self.labels.push(label.clone());
        self.open("do");
        self.block(2, 5);
        if self.rng.one_in(6) {
            let test = self.boolean(1);
            self.line(&format!("if {test} then break end"));
        }
        self.close("end");
        self.labels.pop();
        self.line(&format!("::{label}::"));
        self.repeats = outer;
        self.close(&closing);
        self.vars.truncate(visible);
        if self.depth == 0 {
            self.note_some("after loop");
        }
    }

    /// Loops in which order does not matter, and loops over the words of a string.
    fn unordered(&mut self, trips: u64) {
        let Some(sum) = self.target(Ty::Int) else { return self.assign() };
        let source = *self.rng.pick(&[Ty::Map, Ty::Holes, Ty::Str]);
        let Some(t) = self.var(source) else { return self.assign() };
        self.open(&format!("for _ = 1, {} do", (trips / 8).max(1)));
        if source == Ty::Str {
            self.line(&format!("for w in {t}:gmatch('%w+') do {sum} = {sum} * 3 + #w end"));
        } else {
            let update = *self.rng.pick(&["S + v", "S ~ v", "S + (v & 255)", "S - v * 3"]);
            self.line(&format!("for _, v in pairs({t}) do {sum} = {} end", update.replace('S', &sum)));
        }
        self.close("end");
        self.spent += self.repeats * trips;
    }

    /// A protected call whose body may fail.
    fn protected(&mut self) {
        let labels = std::mem::take(&mut self.labels);
        let quiet = self.repeats > 40;
        let (ok, e) = (self.name("ok"), self.name("e"));
        let handler = self.rng.one_in(4);
        let call = if handler { "xpcall" } else { "pcall" };
        self.open(&format!("local {ok}, {e} = {call}(function()"));
        self.block(1, 2);
        let fault = self.fault();
        if self.rng.one_in(3) {
            self.line(&format!("do {fault} end"));
        } else {
            let test = self.boolean(1);
            self.line(&format!("if {test} then {fault} end"));
            let value = self.scalar(1);
            self.line(&format!("return {value}"));
        }
        let tail = if handler {
            "end, function(m) return { handled = MESSAGES and m or type(m) } end)"
        } else {
            "end)"
        };
        self.close(tail);
        self.labels = labels;
        if quiet {
            self.line(&format!(
                "mix({ok} and 'y' or 'n' .. (MESSAGES and type({e}) == 'string' and {e} or type({e})))"
            ));
        } else {
            self.line(&format!("caught('pcall', {ok}, {e})"));
        }
    }

    fn fault(&mut self) -> String {
        let template = *self.rng.pick(FAULTS);
        let map = self.var(Ty::Map).unwrap_or_else(|| "({})".to_string());
        let fresh = self.name("z");
        let mut text = String::new();
        let chars: Vec<char> = template.chars().collect();
        for (at, &c) in chars.iter().enumerate() {
            let alone = |i: Option<usize>| {
                i.and_then(|i| chars.get(i)).is_none_or(|c| !c.is_alphanumeric() && *c != '_')
            };
            if !alone(at.checked_sub(1)) || !alone(Some(at + 1)) {
                text.push(c);
                continue;
            }
            match c {
                'I' => text.push_str(&self.fault_int()),
                'S' => text.push_str(&self.string_atom()),
                'T' => text.push_str(&map),
                'N' => text.push_str(&fresh),
                _ => text.push(c),
            }
        }
        text
    }

    fn fault_int(&mut self) -> String {
        self.var(Ty::Int).unwrap_or_else(|| "(5)".to_string())
    }

    /// A coroutine that exchanges integers with its driver, and may die of an error.
    fn coroutine(&mut self) {
        let Some(sum) = self.target(Ty::Int) else { return self.assign() };
        let trips = (MOST_REPEATS / self.repeats).clamp(2, 40);
        if !self.affords(trips * 4) {
            return self.assign();
        }
        let (inside, outside) = (self.rng.range(2, trips), self.rng.range(2, trips));
        let co = self.name("co");
        let labels = std::mem::take(&mut self.labels);
        let wrap = self.rng.one_in(2);
        let maker = if wrap { "coroutine.wrap" } else { "coroutine.create" };
        let visible = self.vars.len();
        // The body works on variables of its own: what it changes between resumes is its own business.
        let (acc, x) = (self.name("i"), self.name("i"));
        self.open(&format!("local {co} = {maker}(function({x})"));
        self.line(&format!("local {acc} = 1"));
        let saved = std::mem::take(&mut self.vars);
        self.declare(&acc, Ty::Int, true);
        self.declare(&x, Ty::Int, true);
        let outer = self.repeats;
        self.repeats *= inside;
        self.open(&format!("for k = 1, {inside} do"));
        self.block(1, 2);
        let value = self.int(1);
        if self.rng.one_in(3) {
            self.line(&format!("local _, y = pcall(coroutine.yield, {value})"));
            self.line(&format!("{x} = y or k"));
        } else {
            self.line(&format!("{x} = coroutine.yield({value}) or k"));
        }
        if self.rng.one_in(4) && !wrap {
            let at = self.rng.range(1, inside);
            self.line(&format!("if k == {at} then error('in coroutine', 0) end"));
        }
        self.close("end");
        self.line(&format!("return {acc}"));
        self.repeats = outer;
        self.close("end)");
        self.vars = saved;
        self.labels = labels;
        let argument = self.int(1);
        if wrap {
            let fewer = outside.min(inside);
            self.line(&format!("for k = 1, {fewer} do {sum} = {sum} ~ {co}({argument}) + k end"));
        } else {
            self.open(&format!("for k = 1, {outside} do"));
            self.line(&format!("local ok, r = coroutine.resume({co}, {argument})"));
            self.line("if not ok then mix(r) break end");
            self.line(&format!("{sum} = {sum} ~ (r or k)"));
            self.close("end");
            self.line(&format!("mix(coroutine.status({co}))"));
        }
        self.spent += self.repeats * trips * 3;
        self.vars.truncate(visible);
    }

    /// A closure over mutable locals of this scope, called as a statement in a loop.
    fn captured(&mut self) {
        let Some(target) = self.target(Ty::Int) else { return self.assign() };
        let trips = (MOST_REPEATS / self.repeats).clamp(1, 30);
        let (f, list) = (self.name("cap"), self.name("fs"));
        let value = self.int(1);
        self.open("do");
        self.line(&format!("local function {f}(d) {target} = {target} + d return {value} end"));
        self.line(&format!("local {list} = {{}}"));
        self.open(&format!("for k = 1, {trips} do"));
        self.line("local j = k * 2");
        self.line(&format!("{list}[k] = function(d) j = j + d {target} = {target} ~ j return j end"));
        self.line(&format!("{f}(k)"));
        self.close("end");
        self.line(&format!("for k = 1, {trips} do {list}[k](k) {list}[k](1) end"));
        self.close("end");
        self.spent += self.repeats * trips * 5;
    }

    /// Prints some of the visible variables.
    pub(super) fn note_some(&mut self, label: &str) {
        let shown: Vec<String> =
            (0..self.rng.range(1, 4)).filter_map(|_| self.var_where(|v| v.ty != Ty::Closure)).collect();
        if !shown.is_empty() {
            self.line(&format!("note('{label}', {})", shown.join(", ")));
        }
    }

    /// Prints every variable and the checksum.
    pub(super) fn final_state(&mut self) {
        for v in self.vars.clone() {
            self.line(&format!("note('{}', {})", v.name, v.name));
        }
        self.line("print('hash', HASH, LINES)");
    }
}
