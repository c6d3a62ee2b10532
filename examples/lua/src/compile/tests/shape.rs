//! What the compiler makes of particular code: instruction sequences, liveness, names, lines, limits.

use crate::bytecode::*;
use crate::compile::compile_chunk;
use crate::compile::disasm::listing;
use crate::compile::effects::{effects, fall_writes, jump_writes};
use crate::compile::liveness::{liveness, successors};
use crate::compile::names::{name_of_call, name_of_register};
use langkit::regs::RegSet;
use snapshots::holds;
use std::rc::Rc;

#[path = "../../../../langkit/testing/snapshots.rs"]
mod snapshots;

fn compile(source: &str) -> Rc<Proto> {
    compile_chunk(source.as_bytes(), "=t").unwrap_or_else(|e| panic!("{source}: {e}"))
}

fn all_protos(p: &Rc<Proto>) -> Vec<Rc<Proto>> {
    let mut list = vec![p.clone()];
    p.protos.iter().for_each(|inner| list.extend(all_protos(inner)));
    list
}

/// Small programs, each about one thing that the compiler does.
const LISTED: &[&str] = &[
    "local a; a = a + 1",
    "local a, b; a = b * a + 2",
    "x = y.z",
    "local a, b; if a < b then a = 1 end",
    "local a; while a ~= 10 do a = not a end",
    "local a; while a do if a == 'x' then break end end",
    "for i = 1, 3 do end",
    "return f(...)",
    "local x <const> = 3; return x * 2",
    "local function f() return f end",
    "local n = 0; local function f() n = n + 1 end",
];

#[test]
fn listings() {
    let all = LISTED.iter().map(|source| format!("{source}\n{}\n", listing(&compile(source))));
    holds("listings", &all.collect::<String>());
}

#[test]
fn jumps_go_forward_unless_they_are_back_edges() {
    let sources = [
        "for i = 1, 9 do while i do if i then goto c elseif x then break end ::c:: end end",
        "::a:: if x then goto a end repeat local y = x until y and not x for k in x do if k then goto b end ::b:: end",
        "while true do repeat if x then break end until y; while z do end end",
    ];
    for source in sources {
        let p = compile(source);
        for (pc, op) in p.code.iter().enumerate() {
            if let Some(target) = op.target(pc) {
                assert_eq!(target <= pc, op.is_back_edge(), "{source}: {op:?} at {pc}");
                assert!(target < p.code.len());
            }
        }
    }
}

#[test]
fn liveness_is_exact_on_straight_code() {
    // a (0): read by the addition, dead after it; g (2): a temporary; b (1): until the return.
    let p = compile("local a = f(); local b = a + g; return b");
    let live: Vec<Vec<usize>> = liveness(&p).iter().map(|m| m.iter().collect()).collect();
    let want: Vec<Vec<usize>> = vec![vec![], vec![], vec![0], vec![0], vec![0, 2], vec![1], vec![]];
    assert_eq!(live, want, "{}", listing(&p));
}

#[test]
fn a_variable_to_be_closed_is_live_through_its_scope() {
    let p = compile("do local c <close> = x; while true do y() end end");
    let live = liveness(&p);
    let tbc = p.code.iter().position(|op| matches!(op, Op::Tbc { .. })).unwrap();
    let close = p.code.iter().position(|op| matches!(op, Op::Close { .. })).unwrap();
    assert!((tbc..=close).all(|pc| live[pc].contains(0)), "{}", listing(&p));
    assert!(!live[tbc - 1].contains(0));
}

/// Random paths through real code: whatever a path reads must have been live ever since the path last wrote it.
#[test]
fn every_register_read_on_a_path_was_live_since_its_last_write() {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % n as u64) as usize
    };
    let mut reads = 0;
    for (_, source, _) in super::PROGRAMS {
        for p in all_protos(&compile(source)) {
            let live = liveness(&p);
            for _ in 0..200 {
                let (mut pc, mut since) = (0, vec![0usize; 256]);
                let mut path = Vec::new();
                while path.len() < 100 {
                    path.push(pc);
                    let fx = effects(&p, pc);
                    for reg in fx.reads.iter() {
                        reads += 1;
                        let all = path[since[reg]..].iter().all(|at| live[*at].contains(reg));
                        assert!(all, "register {reg} at {} of\n{}", pc + 1, listing(&p));
                    }
                    let next = successors(&p, pc);
                    if next.is_empty() {
                        break;
                    }
                    let (to, written) = next[random(next.len())];
                    for reg in fx.writes.union(written).iter() {
                        since[reg] = path.len();
                    }
                    pc = to;
                }
            }
        }
    }
    assert!(reads > 10_000, "{reads}");
}

#[test]
fn operands_stay_inside_their_tables() {
    for (_, source, _) in super::PROGRAMS {
        for p in all_protos(&compile(source)) {
            let all = RegSet::range(0, p.registers.into());
            for (pc, op) in p.code.iter().enumerate() {
                let fx = effects(&p, pc);
                let used = fx.reads.union(fx.writes).union(jump_writes(*op)).union(fall_writes(*op));
                assert_eq!(used.minus(all), RegSet::default(), "{op:?} in\n{}", listing(&p));
            }
            assert_eq!(p.code.len(), p.lines.len());
            assert!(usize::from(p.registers) <= MAX_REGISTERS);
        }
    }
}

/// The name of the value that the first instruction picked by `pick` works on.
fn name(source: &str, pick: fn(&Op) -> Option<u8>) -> Option<(&'static str, String)> {
    let p = all_protos(&compile(source)).pop().unwrap();
    let (pc, reg) = p.code.iter().enumerate().find_map(|(pc, op)| pick(op).map(|r| (pc, r))).unwrap();
    name_of_register(&p, pc, reg).map(|(kind, n)| (kind, String::from_utf8(n.to_vec()).unwrap()))
}

#[test]
fn registers_are_named_after_their_variables() {
    let called: fn(&Op) -> Option<u8> = |op| match op {
        Op::Call { a, .. } => Some(*a),
        _ => None,
    };
    let added: fn(&Op) -> Option<u8> = |op| match op {
        Op::Add { b, .. } | Op::AddI { b, .. } => Some(*b),
        _ => None,
    };
    let got: fn(&Op) -> Option<u8> = |op| match op {
        Op::GetField { b, .. } | Op::GetIndex { b, .. } => Some(*b),
        _ => None,
    };
    for (source, pick, want) in [
        ("f()", called, Some(("global", "f"))),
        ("local f; f()", called, Some(("local", "f"))),
        ("local t; t.f()", called, Some(("field", "f"))),
        ("local t; t:f()", called, Some(("method", "f"))),
        ("local t; t['a b']()", called, Some(("field", "a b"))),
        ("local t, k; t[k]()", called, Some(("field", "?"))),
        ("local t; t[1]()", called, Some(("field", "integer index"))),
        ("local _ENV; f()", called, Some(("global", "f"))),
        ("local f; local function g() f() end", called, Some(("upvalue", "f"))),
        ("local f; local function g() f = 1; f() end", called, Some(("upvalue", "f"))),
        ("(a or b)()", called, None),
        ("f()()", called, Some(("global", "f"))),
        ("local a; local b = a + 1", added, Some(("local", "a"))),
        ("local b = a.b.c + 1", added, Some(("field", "c"))),
        ("local a; local b = -a + 1", added, None),
        ("local b = ('x') + y", added, Some(("constant", "x"))),
        ("local t; local x = t.y", got, Some(("local", "t"))),
        ("local x = t.y", got, Some(("global", "t"))),
    ] {
        let want = want.map(|(kind, n)| (kind, n.to_owned()));
        assert_eq!(name(source, pick), want, "{source}");
    }
    let p = compile("local f = 0; local g = function() f = 1 end; f()");
    let pc = p.code.iter().position(|op| matches!(op, Op::Call { .. })).unwrap();
    assert_eq!(name_of_call(&p, pc), Some(("local", Rc::from(&b"f"[..]))));
    assert_eq!(name_of_call(&compile("return a .. b"), 3), Some(("metamethod", Rc::from(&b"concat"[..]))));
}

#[test]
fn lines_are_those_errors_are_reported_at() {
    let p = compile("local a = 1\nlocal b = a\n + x\nf(\n a,\n b\n)\nreturn function()\nend");
    let lines: Vec<(String, u32)> = listing(&p)
        .lines()
        .filter_map(|l| l.split_once(" ["))
        .filter_map(|(_, l)| l.split_once("] "))
        .map(|(n, op)| (op.split(' ').next().unwrap_or("").to_owned(), n.parse().unwrap()))
        .collect();
    let line = |name: &str| lines.iter().find(|(op, _)| op == name).unwrap().1;
    assert_eq!((line("Add"), line("Call"), line("Closure")), (3, 4, 9));
    assert_eq!((p.protos[0].line_defined, p.protos[0].last_line), (8, 9));
}

#[test]
fn limits_are_errors() {
    let many = |n: usize, f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<Vec<_>>();
    let comma = |n: usize| many(n, &|_| "a".into()).join(", ");
    let upvalues = format!(
        "{}\nfunction f()\n{}\nlocal function g() return {} end end",
        many(150, &|i| format!("local a{i}")).join(" "),
        many(150, &|i| format!("local b{i}")).join(" "),
        many(150, &|i| format!("a{i} + b{i}")).join(" + "),
    );
    for (source, want) in [
        (format!("f({})", comma(260)), "t:1: function or expression needs too many registers"),
        (format!("local x = {{{}}}; return {}", comma(260), comma(251)), "too many registers"),
        (format!("{} = f()", comma(300)), "too many registers"),
        (
            many(201, &|i| format!("local a{i} ")).concat(),
            "too many local variables (limit is 200) in main function",
        ),
        (upvalues, "t:4: too many upvalues (limit is 255) in function at line 4 near '"),
        (format!("x = {}1{}", "(".repeat(300), ")".repeat(300)), "C stack overflow"),
        (format!("{}{}", "do ".repeat(300), "end ".repeat(300)), "C stack overflow"),
        (format!("x = {}1", "- ".repeat(300)), "C stack overflow"),
        (format!("x = {}1{}", "{".repeat(300), "}".repeat(300)), "C stack overflow"),
        (format!("{}{}", "function f() ".repeat(300), "end ".repeat(300)), "C stack overflow"),
        (format!("x = {}a", "a .. ".repeat(300)), "C stack overflow"),
        (format!("x = {}a", "a^".repeat(300)), "C stack overflow"),
        ("::a:: ".repeat(300), "C stack overflow"),
    ] {
        let e = compile_chunk(source.as_bytes(), "=t").map(|_| ()).expect_err(want).to_string();
        assert!(e.contains(want), "want {want}, got {e}");
    }
}

/// Length is no limit, only nesting is; neither may exhaust the native stack.
#[test]
fn long_and_nested_chunks_compile() {
    let n = 20_000;
    for source in [
        format!("x = a{}", " + a".repeat(n)),
        format!("x = a{}", " < a".repeat(n)),
        format!("x = a{}", " and a or b".repeat(n)),
        format!("if a{} then end", " and a".repeat(n)),
        format!("x = a{}", ".b".repeat(n)),
        format!("a{}()", "(1):m()[2]".repeat(n)),
        format!("a{} = 1", "[1]".repeat(n)),
        format!("if a then {} end", "elseif b then ".repeat(n)),
        format!("x = {{{}}}", "1, 'a', {}, ".repeat(n)),
        "x = 1 ".repeat(n),
    ] {
        compile(&source);
    }
    let level = "(a or a and a < a | a ~ a & a << a .. a + a * -";
    let deep = 12;
    compile(&format!("x = {}a{}", level.repeat(deep), ")".repeat(deep)));
    compile(&format!("x = {}a{}", "(a or a and a < a + ".repeat(32), ")".repeat(32)));
    compile(&format!("x = {}1{}", "f{".repeat(90), "}".repeat(90)));
    compile(&format!("{}{}", "local function f() ".repeat(180), "end ".repeat(180)));
    compile(&format!("{}{}", "if a then ".repeat(180), "end ".repeat(180)));
}

#[test]
fn more_constants_than_an_operand_can_name() {
    let items: String = (0..70_000).map(|i| format!("'k{i}',")).collect();
    let source = format!("local t = {{{items}}} t.zz = t.yy + 1e9 zz = t:ww(xx) == 'vv'");
    let p = compile(&source);
    assert!(p.consts.len() > 70_000);
    assert!(p.code.iter().any(|op| matches!(op, Op::LoadK { k, .. } if *k > 70_000)));
}
