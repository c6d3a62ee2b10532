//! Forms that are short for others, and the shapes of those that are not: data to data.
//!
//! **Invariants.** What is rewritten becomes simpler, so rewriting ends. Names made here begin with a blank, which no program's name does.
//!
//! **Not promised.** A program that binds the name of a form to something of its own and then uses a form that is short for it gets its own (there is no hygiene).
//!
//! **Example.** `(when c a b)` becomes `(if c (begin a b))`.

use crate::expand::{wrong, Res};
use crate::read::{Datum, Node};
use std::collections::HashSet;
use std::sync::Arc;

/// The names of forms.
pub const FORMS: &[&str] = &[
    "quote", "if", "or", "begin", "lambda", "set!", "let", "letrec", "guard", "apply", "record", "get",
    "put!", "define", "and", "cond", "case", "when", "unless", "let*", "letrec*", "do",
];

fn sym(line: u32, name: &str) -> Node {
    Node { line, datum: Datum::Symbol(name.into()) }
}

fn form(line: u32, items: Vec<Node>) -> Node {
    Node { line, datum: Datum::List(items) }
}

/// `(head items ...)`.
fn headed(line: u32, head: &str, items: &[Node]) -> Node {
    form(line, [&[sym(line, head)], items].concat())
}

/// The name and value of `(define name value)` or `(define (name . params) body ...)`.
pub fn definition(node: &Node) -> Res<Option<(Arc<str>, Node)>> {
    let Some([head, rest @ ..]) = node.list() else { return Ok(None) };
    if head.symbol().is_none_or(|s| &**s != "define") {
        return Ok(None);
    }
    let line = node.line;
    let procedure = |name: &Node, params: Node, body: &[Node]| match name.symbol() {
        Some(name) => Ok(Some((name.clone(), headed(line, "lambda", &[&[params], body].concat())))),
        None => wrong(line, "`define` needs a name"),
    };
    match rest {
        [target, body @ ..] => match (&target.datum, body) {
            (Datum::Symbol(name), [value]) => Ok(Some((name.clone(), value.clone()))),
            (Datum::List(items), [_, ..]) if !items.is_empty() => {
                procedure(&items[0], form(line, items[1..].to_vec()), body)
            }
            (Datum::Dotted(items, last), [_, ..]) => {
                let params = match items.len() {
                    1 => (**last).clone(),
                    _ => Node { line, datum: Datum::Dotted(items[1..].to_vec(), last.clone()) },
                };
                procedure(&items[0], params, body)
            }
            _ => wrong(line, "`define` needs a name and a value"),
        },
        [] => wrong(line, "`define` needs a name and a value"),
    }
}

/// The names that a procedure's parameters have, and whether the last is a list of the rest.
pub fn parameters(node: &Node) -> Res<(Vec<Arc<str>>, bool)> {
    let (items, last) = match &node.datum {
        Datum::Symbol(name) => return Ok((vec![name.clone()], true)),
        Datum::List(items) => (items, None),
        Datum::Dotted(items, last) => (items, Some(&**last)),
        _ => return wrong(node.line, "parameters are names"),
    };
    let names = items.iter().chain(last).map(|n| n.symbol().cloned()).collect::<Option<Vec<_>>>();
    match names {
        Some(names) if names.iter().enumerate().any(|(i, n)| names[..i].contains(n)) => {
            wrong(node.line, "two parameters of one name")
        }
        Some(names) => Ok((names, last.is_some())),
        None => wrong(node.line, "parameters are names"),
    }
}

/// The pairs of `(name value) ...`, of different names.
pub fn bindings(nodes: &[Node]) -> Res<Vec<(Arc<str>, &Node)>> {
    let one = |n: &'_ Node| match n.list() {
        Some([name, _]) => name.symbol().cloned(),
        _ => None,
    };
    let mut seen = HashSet::new();
    nodes
        .iter()
        .map(|n| match (one(n), n.list()) {
            (Some(name), _) if !seen.insert(name.clone()) => {
                wrong(n.line, format!("two of the name `{name}`"))
            }
            (Some(name), Some([_, value])) => Ok((name, value)),
            _ => wrong(n.line, "expected `(name value)`"),
        })
        .collect()
}

/// `((letrec ((name (lambda (vars) body))) name) values)`: a named `let` that is more than a loop.
pub fn named_let_as_letrec(line: u32, name: &Arc<str>, pairs: &[Node], body: &[Node]) -> Res<Node> {
    let pairs = bindings(pairs)?;
    let params = form(line, pairs.iter().map(|(n, _)| sym(line, n)).collect());
    let lambda = headed(line, "lambda", &[&[params], body].concat());
    let bound = form(line, vec![form(line, vec![sym(line, name), lambda])]);
    let procedure = headed(line, "letrec", &[bound, sym(line, name)]);
    Ok(form(line, [vec![procedure], pairs.into_iter().map(|(_, v)| v.clone()).collect()].concat()))
}

/// The variable of `(guard (e clause ...) body ...)`, and what is done with an error: the clauses, and raising it again if none fits.
pub fn guard_clauses(node: &Node) -> Res<(Arc<str>, Node)> {
    let line = node.line;
    let Some([name, clauses @ ..]) = node.list() else { return wrong(line, "expected `(name clause ...)`") };
    let Some(variable) = name.symbol() else { return wrong(line, "`guard` needs a name for the error") };
    let again = headed(line, "else", &[headed(line, "raise", std::slice::from_ref(name))]);
    let has_else = clauses.last().and_then(|c| c.list()?.first()?.symbol()).is_some_and(|s| &**s == "else");
    let all = if has_else { clauses.to_vec() } else { [clauses, &[again]].concat() };
    Ok((variable.clone(), headed(line, "cond", &all)))
}

/// Most parts of a form that becomes forms in one another.
const MOST_PARTS: usize = 1000;

/// What a form is short for, if it is.
pub fn rewrite(line: u32, word: &str, args: &[Node]) -> Res<Option<Node>> {
    let parts = match word {
        "and" | "or" | "cond" | "case" => args.len(),
        "let*" => args.first().and_then(Node::list).map_or(0, <[Node]>::len),
        _ => 0,
    };
    if parts > MOST_PARTS {
        return wrong(line, format!("too many parts of `{word}`"));
    }
    let truth = |b: bool| Node { line, datum: Datum::Bool(b) };
    Ok(Some(match (word, args) {
        ("and", []) => truth(true),
        ("or", []) => truth(false),
        ("and" | "or", [a]) => a.clone(),
        ("and", [a, rest @ ..]) => headed(line, "if", &[a.clone(), headed(line, "and", rest), truth(false)]),
        ("or", [a, b, rest @ ..]) if !rest.is_empty() => {
            let rest = headed(line, "or", &[std::slice::from_ref(b), rest].concat());
            headed(line, "or", &[a.clone(), rest])
        }
        ("when", [c, body @ ..]) => headed(line, "if", &[c.clone(), headed(line, "begin", body)]),
        ("unless", [c, body @ ..]) => {
            headed(line, "if", &[headed(line, "not", std::slice::from_ref(c)), headed(line, "begin", body)])
        }
        ("letrec*", args) => headed(line, "letrec", args),
        ("let*", [pairs, body @ ..]) => match pairs.list() {
            Some([first, rest @ ..]) if !rest.is_empty() => {
                let inner = headed(line, "let*", &[&[form(line, rest.to_vec())], body].concat());
                headed(line, "let", &[form(line, vec![first.clone()]), inner])
            }
            Some(_) => headed(line, "let", args),
            None => return wrong(line, "`let*` needs bindings"),
        },
        ("cond", []) => headed(line, "begin", &[]),
        ("cond", [clause, rest @ ..]) => {
            let Some([test, body @ ..]) = clause.list() else {
                return wrong(clause.line, "a clause of `cond` is a list");
            };
            let line = clause.line;
            let rest = headed(line, "cond", rest);
            match (test.symbol().is_some_and(|s| &**s == "else"), body) {
                (true, body) => headed(line, "begin", body),
                (false, []) => headed(line, "or", &[test.clone(), rest]),
                (false, body) => headed(line, "if", &[test.clone(), headed(line, "begin", body), rest]),
            }
        }
        ("case", [key, clauses @ ..]) => {
            let tmp = sym(line, " key");
            let mut tests = Vec::new();
            for clause in clauses {
                let Some([data, body @ ..]) = clause.list() else {
                    return wrong(clause.line, "a clause of `case` is a list");
                };
                let line = clause.line;
                let test = match data.list() {
                    None if data.symbol().is_some_and(|s| &**s == "else") => data.clone(),
                    None => return wrong(line, "a clause of `case` begins with a list of data, or `else`"),
                    Some(data) => {
                        let one = |d: &Node| {
                            headed(
                                line,
                                "eq?",
                                &[tmp.clone(), headed(line, "quote", std::slice::from_ref(d))],
                            )
                        };
                        headed(line, "or", &data.iter().map(one).collect::<Vec<_>>())
                    }
                };
                tests.push(form(line, [&[test], body].concat()));
            }
            let bound = form(line, vec![form(line, vec![tmp, key.clone()])]);
            headed(line, "let", &[bound, headed(line, "cond", &tests)])
        }
        ("do", [vars, end, body @ ..]) => {
            let (Some(vars), Some([test, result @ ..])) = (vars.list(), end.list()) else {
                return wrong(line, "expected `(do ((name value step) ...) (test result ...) body ...)`");
            };
            let again = sym(line, " do");
            let (mut pairs, mut steps) = (Vec::new(), vec![again.clone()]);
            for v in vars {
                let Some([name, init, step @ ..]) = v.list() else {
                    return wrong(v.line, "expected `(name value step)`");
                };
                pairs.push(form(v.line, vec![name.clone(), init.clone()]));
                steps.push(step.first().unwrap_or(name).clone());
            }
            let turn = headed(line, "begin", &[body, &[form(line, steps)]].concat());
            let body = headed(line, "if", &[test.clone(), headed(line, "begin", result), turn]);
            headed(line, "let", &[again, form(line, pairs), body])
        }
        _ => return Ok(None),
    }))
}
