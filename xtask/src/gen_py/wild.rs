//! Wild programs: anything may flow anywhere.
//!
//! **Problem.** Programs whose variables keep their types exercise what an interpreter does right, not the ways out of it. Here functions take and return
//! whatever turns up, recursively and through starred results, classes have special methods, and hot loops call all of it with arguments that change
//! from one kind to another; what raises is caught and noted, with the lines of the traceback.
//!
//! **Invariants.** A program ends: functions and loops that might not take fuel (`tick`), and numbers, texts and lists are cut back when they are
//! assigned. Its output is defined by the language: only types of exceptions are printed, sets stay among themselves.
//!
//! The text comes from the grammar in `wild.grammar`; this file adds what a grammar cannot say: which functions and classes there are,
//! with which parameters.

use holloway_testing::grammar::{Grammar, Scope, State};
use std::fmt::Write as _;
use std::sync::OnceLock;

const PRELUDE: &str = include_str!("wild_prelude.py");
/// Rules that the scope knows.
const SPECIALS: &[&str] = &["func", "class", "call", "gencall", "calmcall", "init"];
/// How deep statements nest in a function.
const DEPTH: u32 = 5;

fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| {
        let text = concat!(include_str!("wild.grammar"), include_str!("wild_classes.grammar"));
        Grammar::parse(text, SPECIALS, ":=").unwrap_or_else(|e| panic!("the grammar of wild programs: {e}"))
    })
}

/// A function of the program.
struct Func {
    name: String,
    /// Parameters behind the first, each with its default if it has one.
    plain: Vec<(String, Option<String>)>,
    positional_only: usize,
    rest: bool,
    keywords: Vec<(String, Option<String>)>,
    others: bool,
    generator: bool,
    /// Whether closing it does something: who calls it keeps what it gives.
    finalizes: bool,
}

struct Wild {
    funcs: Vec<Func>,
    classes: Vec<String>,
    /// How deep the recursion is where the text goes: the expression for the first argument.
    deeper: &'static str,
}

impl Wild {
    /// A call of a function, most often one that fits its parameters.
    fn call(&mut self, g: &Grammar, s: &mut State, fits: impl Fn(&Func) -> bool) -> Option<String> {
        let fits: Vec<usize> = (0..self.funcs.len()).filter(|&k| fits(&self.funcs[k])).collect();
        if fits.is_empty() {
            return None;
        }
        let at = *s.rng.pick(&fits);
        let fuel = s.fuel;
        s.fuel = fuel.min(3);
        let (name, positional, wanted, rest, keywords, others) = {
            let f = &self.funcs[at];
            let keywords: Vec<(String, bool)> =
                f.keywords.iter().map(|(k, d)| (k.clone(), d.is_none())).collect();
            let plain: Vec<(String, bool)> = f.plain.iter().map(|(k, d)| (k.clone(), d.is_none())).collect();
            (f.name.clone(), f.positional_only, plain, f.rest, keywords, f.others)
        };
        let mut arguments = vec![self.deeper.to_string()];
        let mut named = false;
        for (k, (param, needed)) in wanted.iter().enumerate() {
            if !needed && s.rng.one_in(3) {
                named = true;
                continue;
            }
            let value = g.expand("any", s, self);
            named |= k >= positional && s.rng.one_in(4);
            arguments.push(if named && k >= positional { format!("{param}={value}") } else { value });
            if named && k < positional {
                arguments.pop();
            }
        }
        if rest && !named && s.rng.one_in(2) {
            arguments.push(format!("*{}[:{}]", g.expand("list", s, self), s.rng.range(1, 4)));
        }
        for (param, needed) in keywords {
            if needed || s.rng.one_in(2) {
                let value = g.expand("any", s, self);
                arguments.push(format!("{param}={value}"));
            }
        }
        if others && s.rng.one_in(3) {
            let value = g.expand("any", s, self);
            arguments.push(match s.rng.below(2) {
                0 => format!("e2={value}"),
                _ => format!("**{{'z': {value}, 'e{}': 1}}", s.rng.below(3)),
            });
        }
        if s.rng.one_in(25) {
            arguments.pop();
        }
        s.fuel = fuel;
        let call = format!("{name}({})", arguments.join(", "));
        Some(if self.funcs[at].finalizes { format!("keep({call})") } else { call })
    }

    fn signature(&mut self, g: &Grammar, s: &mut State, name: String, generator: bool) -> Func {
        let mut count = s.rng.below(4);
        if s.rng.one_in(12) {
            count = s.rng.range(20, 30);
        }
        let first_default = if s.rng.one_in(3) { s.rng.below(count + 2) } else { 0 };
        let default =
            |k: u64, s: &mut State, this: &mut Wild| (k >= first_default).then(|| g.expand("const", s, this));
        let plain: Vec<_> = (0..count).map(|k| (format!("p{k}"), default(k, s, self))).collect();
        let keywords = match s.rng.one_in(3) {
            true => s.rng.range(1, 3),
            false => 0,
        };
        let keywords =
            (0..keywords).map(|k| (format!("k{k}"), (!s.rng.one_in(4)).then(|| g.expand("const", s, self))));
        let keywords: Vec<_> = keywords.collect();
        Func {
            name,
            positional_only: if s.rng.one_in(5) { s.rng.below(count + 1) as usize } else { 0 },
            plain,
            rest: s.rng.one_in(3),
            keywords,
            others: s.rng.one_in(4),
            generator,
            finalizes: generator && s.rng.one_in(3),
        }
    }

    /// The definition of a function.
    fn define(&mut self, g: &Grammar, s: &mut State, at: usize) -> String {
        let f = &self.funcs[at];
        let mut params = vec!["n".to_string()];
        let written = |(name, default): &(String, Option<String>)| match default {
            Some(d) => format!("{name}={d}"),
            None => name.clone(),
        };
        for (k, p) in f.plain.iter().enumerate() {
            if f.positional_only > 0 && k == f.positional_only {
                params.push("/".into());
            }
            params.push(written(p));
        }
        match (f.rest, f.keywords.is_empty()) {
            (true, _) => params.push("*ar".into()),
            (false, false) => params.push("*".into()),
            _ => {}
        }
        params.extend(f.keywords.iter().map(written));
        let mut names: Vec<String> = f.plain.iter().chain(&f.keywords).map(|p| p.0.clone()).collect();
        if f.rest {
            names.push("ar".into());
        }
        if f.others {
            params.push("**kw".into());
            names.push("kw".into());
        }
        names.push("n".into());
        let (name, generator) = (f.name.clone(), f.generator);
        let body = if f.finalizes { "genfinal" } else { "genbody" };
        let mut out = format!("def {name}({}):\n    tick()\n    ", params.join(", "));
        let init = self.init(g, s, &names);
        out.push_str(&init.replace('\n', "\n    "));
        self.deeper = "n - 1";
        if generator {
            out += "\n";
            out += &g.lines("    ", body, DEPTH, s, self);
        } else {
            let early = g.text("safe", 2, s, self);
            let _ = write!(out, "\n    if n <= 0: return {early}\n");
            for _ in 0..s.rng.range(1, 4) {
                out += &g.lines("    ", "block", DEPTH, s, self);
            }
            let result = g.text("ret", 3, s, self);
            let _ = writeln!(out, "    return {result}");
        }
        out
    }

    /// The variables that every body has; `names` are parameters to begin them with.
    fn init(&mut self, g: &Grammar, s: &mut State, names: &[String]) -> String {
        let fuel = std::mem::replace(&mut s.fuel, 1);
        let from = |s: &mut State| s.rng.pick(names).clone();
        let (p, q, r) = (from(s), from(s), from(s));
        let text = g.expand("variables", s, self);
        s.fuel = fuel;
        text.replace("PARAM1", &p).replace("PARAM2", &q).replace("PARAM3", &r)
    }

    fn program(&mut self, g: &Grammar, s: &mut State, seed: u64) -> String {
        let mut out = format!("start({seed})\n");
        for k in 0..s.rng.range(1, 3) {
            let mut bases = g.text("bases", 2, s, self);
            // What derives from Mix twice over has no order of bases.
            if bases.contains("Mix") && out.contains("(Mix")
                || bases.contains(", Mix")
                || bases.contains("Mix,") && k > 0 && out.contains("Mix")
            {
                bases = self.classes.last().cloned().unwrap_or("Base".into());
            }
            let _ = write!(out, "class C{k}({bases}):\n    pass\n");
            for _ in 0..s.rng.range(2, 7) {
                out += &g.lines("    ", "member", 2, s, self);
            }
            self.classes.push(format!("C{k}"));
        }
        for k in 0..s.rng.range(2, 4) {
            let generator = k > 0 && s.rng.one_in(3);
            let f = self.signature(g, s, format!("F{k}"), generator);
            self.funcs.push(f);
        }
        for k in 0..self.funcs.len() {
            out.push_str(&self.define(g, s, k));
        }
        self.deeper = "i % 6";
        let _ = writeln!(
            out,
            "n = 2\n{}",
            self.init(g, s, &["n".to_string(), "[1, 2]".to_string(), "'s'".to_string()])
        );
        for _ in 0..s.rng.range(1, 2) {
            let turns = *s.rng.pick(&[40, 150, 400, 900]);
            let fuel = *s.rng.pick(&[6, 12, 30]);
            let list: Vec<String> = (0..s.rng.range(1, 4)).map(|_| g.text("phase", 3, s, self)).collect();
            let values = list.join(", ");
            let _ = write!(
                out,
                "for i in range({turns}):\n    if FU[1] < 0: break\n    FU[0] = {fuel}\n    A = [{values}]\n    \
                 a1 = A[i // {} % len(A)]\n    i1 = i\n    try:\n",
                s.rng.pick(&[1, 7, 40, 130])
            );
            out += &g.lines("        ", "turn", 2, s, self);
            out.push_str(
                "    except Exception as e:\n        caught(e)\n        r = 'caught'\n    note(i, r)\n",
            );
        }
        let _ =
            writeln!(out, "finish(globals(), {})", if seed.is_multiple_of(10) { "True" } else { "False" });
        out
    }
}

impl Scope for Wild {
    fn special(&mut self, g: &Grammar, s: &mut State, name: &str) -> Option<String> {
        match name {
            "func" => {
                let calm: Vec<&Func> = self.funcs.iter().filter(|f| !f.finalizes).collect();
                Some(s.rng.pick(&calm).name.clone())
            }
            "class" if self.classes.is_empty() => Some("Base".into()),
            "class" => Some(s.rng.pick(&self.classes).clone()),
            "call" => self.call(g, s, |f| !f.generator),
            "gencall" => self.call(g, s, |f| f.generator).or_else(|| Some("gen0(l1)".into())),
            "calmcall" => {
                let calm = |f: &Func| f.generator && !f.finalizes;
                self.call(g, s, calm).or_else(|| Some("gen0(l1)".into()))
            }
            "init" => Some(self.init(g, s, &["p".to_string(), "q".to_string(), "5".to_string()])),
            _ => None,
        }
    }
}

/// The programs for the seeds, one after the other.
pub fn generate(seeds: &[u64]) -> String {
    grammar().programs(PRELUDE, seeds, |g, s, seed| {
        Wild { funcs: Vec::new(), classes: Vec::new(), deeper: "2" }.program(g, s, seed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_there_and_used() {
        let all = generate(&(0..150).collect::<Vec<_>>());
        for feature in [
            "finally:",
            ":=",
            "super().",
            "yield from",
            "**",
            "__setattr__",
            "match ",
            ".send(",
            "throw(",
            "b1[",
            "nonlocal",
            // Assigning expressions: in conditions, subscripts, arguments, defaults, f-strings, comprehensions.
            "elif (a1 := ",
            "[(i2 := ",
            "(I, a2 := ",
            "q=(i3 := ",
            "f'{(i1 := ",
            "if (y := ",
            "while (v",
            // Calls and results.
            "p20",
            "*, k0",
            "/, ",
            "*L(",
            "return (",
            "yield from L",
            "**K(",
            // Objects.
            "Tight(",
            "__slots__",
            "metaclass=Meta",
            "Desc(",
            "NonData(",
            "o1.__class__ = ",
            "k1.__class__ = ",
            ".__code__",
            ".__defaults__ = ",
            ".__kwdefaults__ = ",
            ".m0 = lambda",
            // Kinds of values and what is done to them in loops.
            "bytearray(",
            "complex(",
            "[::2]",
            "::-1",
            "l1.remove(a1)",
            "case {",
            "case Base(",
            "case [a1, *a2]",
            "except* ",
            "continue",
            // Called by the library.
            "re.sub(",
            "key=functools.cmp_to_key(",
            "functools.reduce(",
            "sorted(",
        ] {
            assert!(all.contains(feature), "no program uses {feature}");
        }
        assert!(!all.contains('$'));
        assert_eq!(generate(&[3]), generate(&[3]));
    }
}
