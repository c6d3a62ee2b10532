//! Grammars of random programs: a text file of rules, and what expands a rule to text.
//!
//! **Notation.** `== name` begins a rule, whose productions are the lines up to the next rule; `==* name` begins one whose productions are several
//! lines each, parted by lines `--`; `==( name` one of expressions, which get parentheses where they need them. `3: ` before a production makes it
//! three times as likely. `#` begins a line of comment; an empty line is a production of nothing. In a production `$name` stands for an expansion of that rule, `$name.1` for one that is the same each
//! time it occurs in the production, and `$!name` for one without what the grammar restricts (no production with that text: `:=` in Python, `...` in
//! Lua). Where an expansion of several lines stands, all are indented as the first. Rules that every grammar has are `$num`, a small number, `$new`, a name not used yet, and
//! `$seed`, the program's; what the [`Scope`] knows are rules too.
//!
//! **Variables.** `$:kind.1` writes nothing: from there to the end of the production, in all that stands for its pieces, `$new.1` is a variable of this kind. `$@kind` stands for one of
//! those that there are; a production with one is taken only where there is one, or where it declares one before. Kinds are words of the grammar's own, such as `int`.
//! What is declared between `${` and `$}` is visible to there only.
//!
//! **Invariants.** An expansion ends: from some depth on only the productions that end soonest are taken. Equal seeds give equal texts.
//!
//! **Not promised.** That what comes out is a program: of a language's rules a grammar knows only what its names arrange.
//!
//! **Example.**
//! ```
//! use holloway_testing::grammar::{Grammar, NoScope, State};
//! let text = "== program\n(let (($new.1 $int)) $:int.1$int)\n== int\n$num\n3: $@int\n(+ $int $int)\n";
//! let grammar = Grammar::parse(text, &[], "")?;
//! let program = grammar.text("program", 5, &mut State::new(7), &mut NoScope);
//! assert!(program.starts_with("(let ((v1 "));
//! # Ok::<(), String>(())
//! ```

mod production;

use crate::generator::Rng;
use production::{production, Piece, Production};
use std::collections::{HashMap, HashSet};

/// Rules by name.
#[derive(Debug)]
pub struct Grammar {
    rules: HashMap<String, Vec<Production>>,
    /// Rules of expressions.
    expressions: HashSet<String>,
    /// Rules of several lines.
    blocks: HashSet<String>,
}

/// What a program knows beyond its grammar: rules whose expansions depend on what was generated before.
pub trait Scope {
    /// The expansion of a rule that the grammar lacks.
    fn special(&mut self, grammar: &Grammar, state: &mut State, name: &str) -> Option<String>;
}

/// The scope of a grammar that says all itself.
#[derive(Clone, Copy, Debug)]
pub struct NoScope;

impl Scope for NoScope {
    fn special(&mut self, _: &Grammar, _: &mut State, _: &str) -> Option<String> {
        None
    }
}

/// How far an expansion has come.
#[derive(Debug)]
pub struct State {
    /// Decides everything.
    pub rng: Rng,
    /// How deep rules of several lines may still nest.
    pub blocks: u32,
    /// How deep expansions within lines go.
    pub lines: u32,
    /// How deep they may still go here.
    pub fuel: u32,
    /// Whether productions with restricted text are forbidden.
    pub restricted: bool,
    fresh: u32,
    seed: u64,
    /// Variables that are visible: their kinds and names.
    visible: Vec<(String, String)>,
}

impl State {
    /// The beginning of the program of a seed.
    #[must_use]
    pub fn new(seed: u64) -> State {
        let visible = Vec::new();
        State {
            rng: Rng::new(seed ^ 0x5eed),
            blocks: 0,
            lines: 4,
            fuel: 0,
            restricted: false,
            fresh: 0,
            seed,
            visible,
        }
    }

    /// A visible variable of a kind.
    fn variable(&mut self, kind: &str) -> Option<String> {
        let names =
            |s: &State| s.visible.iter().filter(|v| v.0 == kind).map(|v| v.1.clone()).collect::<Vec<_>>();
        let names = names(self);
        (!names.is_empty()).then(|| self.rng.pick(&names).clone())
    }

    /// A name not used yet.
    pub fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("v{}", self.fresh)
    }
}

/// The depth given to rules that are not in the grammar.
const SPECIAL_DEPTH: u32 = 1;

impl Grammar {
    /// Reads a grammar; `specials` are the rules that a scope knows, `restricted` is the text that productions below `$!` must not have, if any.
    ///
    /// # Errors
    /// The rule with a production that cannot be read, names a rule that there is not, or never ends.
    pub fn parse(text: &str, specials: &[&str], restricted: &str) -> Result<Grammar, String> {
        let mut rules: HashMap<String, Vec<Production>> = HashMap::new();
        let (mut expressions, mut blocks) = (HashSet::new(), HashSet::new());
        let (mut name, mut lines, mut several) = (String::new(), Vec::new(), false);
        for line in text.lines().chain(["== "]) {
            let header =
                line.strip_prefix("==").map(|h| h.strip_prefix('*').map_or((h, false), |h| (h, true)));
            if line.starts_with('#') {
                continue;
            }
            let Some((next, next_several)) = header else {
                lines.push(line);
                continue;
            };
            let texts: Vec<String> = match several {
                true => lines.split(|l| *l == "--").map(|l| l.join("\n")).collect(),
                false => lines.iter().map(|l| l.to_string()).collect(),
            };
            if !name.is_empty() {
                let found: Result<_, String> = texts.iter().map(|t| production(t, restricted)).collect();
                rules.insert(std::mem::take(&mut name), found.map_err(|e| format!("{name}: {e}"))?);
            }
            let inner = next.strip_prefix('(');
            name = inner.unwrap_or(next).trim().to_string();
            several = next_several;
            blocks.extend(several.then(|| name.clone()));
            expressions.extend(inner.map(|_| name.clone()));
            lines.clear();
        }
        let mut grammar = Grammar { rules, expressions, blocks };
        grammar.check_kinds()?;
        grammar.measure(specials)?;
        Ok(grammar)
    }

    /// Fails on a kind of variables of which none is ever there.
    fn check_kinds(&self) -> Result<(), String> {
        let pieces = || self.rules.values().flatten().flat_map(|p| &p.pieces);
        let declared = |kind: &str| pieces().any(|p| matches!(p, Piece::Declared(k, _) if k == kind));
        let missing = pieces().find_map(|p| match p {
            Piece::Variable(kind) if !declared(kind) => Some(kind),
            _ => None,
        });
        missing.map_or(Ok(()), |kind| Err(format!("nothing declares a variable of the kind '{kind}'")))
    }

    /// Finds the depth of each production. Those that need a variable do not make their rule's less: there may be none.
    fn measure(&mut self, specials: &[&str]) -> Result<(), String> {
        let mut depths: HashMap<String, u32> = HashMap::new();
        for special in specials.iter().chain(&["num", "new", "seed"]) {
            depths.insert(special.to_string(), SPECIAL_DEPTH);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (name, productions) in &mut self.rules {
                let block = self.blocks.contains(name);
                for p in productions.iter_mut() {
                    let parts = p.pieces.iter().map(|piece| match piece {
                        Piece::Text(_) | Piece::Declared(..) | Piece::Opened | Piece::Closed => Some(0),
                        Piece::Variable(_) => Some(SPECIAL_DEPTH),
                        // Lines begin with a depth of their own.
                        Piece::Rule { name, .. } if block && !self.blocks.contains(name) => {
                            depths.get(name).map(|_| 0)
                        }
                        Piece::Rule { name, .. } => depths.get(name).copied(),
                    });
                    let deepest = parts.collect::<Option<Vec<u32>>>();
                    p.depth = deepest.map_or(u32::MAX, |d| d.into_iter().max().unwrap_or(0) + 1);
                }
                let sure = productions.iter().filter(|p| p.needs.is_empty());
                let best = sure.map(|p| p.depth).min().unwrap_or(u32::MAX);
                if best < depths.get(name).copied().unwrap_or(u32::MAX) {
                    depths.insert(name.clone(), best);
                    changed = true;
                }
            }
        }
        let stuck = self.rules.iter().find(|(_, ps)| ps.iter().any(|p| p.depth == u32::MAX));
        match stuck {
            Some((name, productions)) => {
                let named = productions.iter().flat_map(|p| &p.pieces).filter_map(|p| match p {
                    Piece::Rule { name, .. } => Some(name),
                    _ => None,
                });
                let known = |name: &String| self.rules.contains_key(name) || depths.contains_key(name);
                Err(match named.into_iter().find(|name| !known(name)) {
                    Some(missing) => format!("a production of '{name}' names '{missing}', which is no rule"),
                    None => format!("a production of '{name}' never ends"),
                })
            }
            None => match self.rules.keys().find(|name| !depths.contains_key(*name)) {
                Some(name) => {
                    Err(format!("each production of '{name}' needs a variable, and there may be none"))
                }
                None => Ok(()),
            },
        }
    }

    /// A random text of a rule.
    pub fn expand(&self, name: &str, state: &mut State, scope: &mut dyn Scope) -> String {
        match name {
            "num" => return state.rng.below(8).to_string(),
            "new" => return state.fresh(),
            "seed" => return state.seed.to_string(),
            _ => {}
        }
        let Some(productions) = self.rules.get(name) else {
            return scope.special(self, state, name).unwrap_or_else(|| format!("<{name}>"));
        };
        let seen = |kind: &String| state.visible.iter().any(|v| v.0 == *kind);
        let allowed = |p: &&Production| !(p.restricted && state.restricted) && p.needs.iter().all(seen);
        let least = productions.iter().filter(allowed).map(|p| p.depth).min().unwrap_or(0);
        let block = self.blocks.contains(name);
        let limit = if block { state.blocks } else { state.fuel }.max(least);
        let fits = |p: &&Production| allowed(p) && p.depth <= limit;
        let fitting: Vec<&Production> = productions.iter().filter(fits).collect();
        let total: u64 = fitting.iter().map(|p| p.weight).sum();
        let mut at = state.rng.below(total.max(1));
        let mut chosen = None;
        for p in fitting {
            chosen = Some(p);
            if at < p.weight {
                break;
            }
            at -= p.weight;
        }
        chosen.map_or(String::new(), |p| self.fill(p, block, state, scope))
    }

    /// The prelude, and behind it the program of each seed, which `program` makes with the choices of that seed.
    pub fn programs(
        &self,
        prelude: &str,
        seeds: &[u64],
        program: impl Fn(&Grammar, &mut State, u64) -> String,
    ) -> String {
        let programs = seeds.iter().map(|&seed| program(self, &mut State::new(seed), seed));
        std::iter::once(prelude.to_string()).chain(programs).collect()
    }

    /// A random text of a rule with so much depth left, of lines and within them.
    pub fn text(&self, name: &str, depth: u32, state: &mut State, scope: &mut dyn Scope) -> String {
        (state.fuel, state.blocks) = (depth, depth);
        self.expand(name, state, scope)
    }

    /// The same as lines, each indented.
    pub fn lines(
        &self,
        indent: &str,
        name: &str,
        depth: u32,
        s: &mut State,
        scope: &mut dyn Scope,
    ) -> String {
        self.text(name, depth, s, scope).lines().map(|line| format!("{indent}{line}\n")).collect()
    }

    fn fill(&self, p: &Production, block: bool, state: &mut State, scope: &mut dyn Scope) -> String {
        let mut bound: Vec<(&str, char, String)> = Vec::new();
        let mut out = String::new();
        let (fuel, blocks, restricted) = (state.fuel, state.blocks, state.restricted);
        let mut visible = vec![state.visible.len()];
        if block {
            (state.blocks, state.fuel) = (blocks.saturating_sub(1), state.lines);
        } else {
            state.fuel = fuel.saturating_sub(1);
        }
        for (at, piece) in p.pieces.iter().enumerate() {
            let (name, binding, free) = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Declared(kind, binding) => {
                    let name = bound.iter().find(|k| k.0 == "new" && k.1 == *binding);
                    state.visible.extend(name.map(|name| (kind.clone(), name.2.clone())));
                    continue;
                }
                Piece::Opened => {
                    visible.push(state.visible.len());
                    continue;
                }
                Piece::Closed => {
                    state.visible.truncate(visible.pop().unwrap_or_default());
                    continue;
                }
                Piece::Variable(kind) => {
                    out.push_str(&state.variable(kind).unwrap_or_default());
                    continue;
                }
                Piece::Rule { name, binding, free } => (name, binding, free),
            };
            let known = binding.and_then(|b| bound.iter().find(|k| k.0 == name && k.1 == b));
            let text = match known {
                Some((.., text)) => text.clone(),
                None => {
                    state.restricted = restricted || *free;
                    let text = self.expand(name, state, scope);
                    bound.extend(binding.map(|b| (name.as_str(), b, text.clone())));
                    text
                }
            };
            let text = match self.expressions.contains(name)
                && !alone(&out, p.pieces.get(at + 1))
                && !is_atom(&text)
            {
                true => format!("({text})"),
                false => text,
            };
            let line = out.rfind('\n').map_or(0, |at| at + 1);
            let blanks: String = out[line..].chars().take_while(|c| *c == ' ').collect();
            out.push_str(&text.replace('\n', &format!("\n{blanks}")));
        }
        (state.fuel, state.blocks, state.restricted) = (fuel, blocks, restricted);
        state.visible.truncate(visible[0]);
        out
    }
}

/// Whether an expression between these stands alone, so that it needs no parentheses.
fn alone(before: &str, after: Option<&Piece>) -> bool {
    let before = before.trim_end_matches(' ');
    let opened = before.ends_with(['(', '[', '{', ',', '\n'])
        || (before.ends_with('=')
            && !["==", ":=", "<=", ">=", "!=", "~="].iter().any(|o| before.ends_with(o)))
        || before.is_empty();
    opened
        && match after {
            None => true,
            Some(Piece::Text(text)) => text.starts_with([')', ']', '}', ',', '\n', ';']),
            Some(_) => false,
        }
}

/// Whether a text binds as closely as a name does.
fn is_atom(text: &str) -> bool {
    let (mut depth, mut quote) = (0, None);
    for (at, c) in text.char_indices() {
        match (c, quote) {
            (_, Some(q)) => quote = (c != q).then_some(q),
            ('\'' | '"', None) => quote = Some(c),
            ('(' | '[' | '{', None) => depth += 1,
            (')' | ']' | '}', None) => depth -= 1,
            ('0'..='9', None) if at == 0 => return false,
            (c, None) if depth == 0 && !(c.is_alphanumeric() || c == '_' || c == '.') => return false,
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(grammar: &str, name: &str) -> Vec<String> {
        let grammar = Grammar::parse(grammar, &[], ":=").unwrap();
        let one = |seed| {
            let mut state = State::new(seed);
            (state.fuel, state.blocks) = (5, 5);
            grammar.expand(name, &mut state, &mut NoScope)
        };
        (0..50).map(one).collect()
    }

    #[test]
    fn expansions_end_and_vary() {
        let all = texts("== a\nx\n$a + $a", "a");
        assert!(all.iter().all(|t| t.split(" + ").all(|x| x == "x")));
        assert!(all.iter().any(|t| t.contains('+')) && all.iter().any(|t| t == "x"));
    }

    #[test]
    fn bound_names_are_the_same_and_fresh() {
        let all = texts("== a\n$new.1 = $new.1 + $new.2", "a");
        assert_eq!(all[0], "v1 = v1 + v2");
    }

    #[test]
    fn lines_are_indented_as_the_first() {
        let all = texts("==* a\nif x:\n    $b\n==* b\none\ntwo", "a");
        assert_eq!(all[0], "if x:\n    one\n    two");
    }

    #[test]
    fn nothing_is_assigned_where_that_is_forbidden() {
        let all = texts("== a\n[$!b]\n== b\n1\n(x := $b)\n$b + $b", "a");
        assert!(!all.concat().contains(":="));
    }

    #[test]
    fn expressions_get_parentheses_where_they_need_them() {
        let all = texts("== a\nf($b) * $b\n==( b\nx + y", "a");
        assert_eq!(all[0], "f(x + y) * (x + y)");
        assert!(is_atom("f(1, 2)[3].x") && !is_atom("1") && !is_atom("-x"));
    }

    #[test]
    fn variables_are_taken_where_they_are_visible() {
        let all = texts("== a\n[$b] $b\n== b\n(let $new.1 $c $:int.1$c)\n== c\n9: $@int\n1", "a");
        let name = |text: &str| {
            text.split(|c: char| !c.is_alphanumeric()).find(|w| w.starts_with('v')).map(str::to_string)
        };
        for text in &all {
            let (left, right) = text.split_once("] ").unwrap();
            for side in [left, right] {
                let (head, body) = side.trim_matches(['[', '(', ')']).rsplit_once(' ').unwrap();
                assert!(head.ends_with('1') && [name(head), None].contains(&name(body)), "{text}");
            }
        }
        assert!(all.iter().any(|t| t.ends_with("v2)")) && all.iter().any(|t| t.ends_with("1)")));
    }

    #[test]
    fn what_is_declared_in_brackets_is_visible_there_only() {
        let all = texts("== a\n$new.1${$:x.1($b$)$}$b\n== b\n9: $@x\n-".replace("$)", ")").as_str(), "a");
        assert!(all.iter().all(|t| t.ends_with('-')) && all.contains(&"v1(v1)-".to_string()), "{all:?}");
        assert!(texts("== a\n$b\n1\n== b\n$new.1${$:x.1$@x$}$@x\n-", "b").iter().all(|t| t == "-"));
        for wrong in ["== a\n${x", "== a\nx$}", "== a\n$}x${"] {
            assert!(Grammar::parse(wrong, &[], "").is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_rule_without_variables_ends_all_the_same() {
        // The short ways need a variable, and there is none.
        let all = texts("== a\n$b\n== b\n$@x\n$c\n== c\n$@x\n$b$b\nend$d\n== d\n.\n== e\n$new.1$:x.1", "a");
        assert!(all.iter().all(|t| t.starts_with("end.")), "{all:?}");
        assert!(Grammar::parse("== a\n$@x\n== e\n$new.1$:x.1", &[], "").is_err(), "nothing sure");
        assert!(Grammar::parse("== a\n$@x\n1", &[], "").is_err(), "nothing declares it");
        assert!(Grammar::parse("== a\n$:x.1", &[], "").is_err(), "no name");
    }

    #[test]
    fn a_rule_that_is_missing_is_an_error() {
        let wrong = |text: &str| Grammar::parse(text, &[], ":=").unwrap_err();
        assert_eq!(wrong("== a\n$nope"), "a production of 'a' names 'nope', which is no rule");
        assert_eq!(wrong("== a\n$a"), "a production of 'a' never ends");
    }
}
