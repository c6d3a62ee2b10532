//! Text form and verifier: what reads back, and what is refused with which words.

use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Inst, IrRef, JumpTarget, Op, SnapId, Trace, Ty};

/// One of everything, as the printer writes it.
const FULL: &str = r#"type t0 = Point{header=1, size=24, stride=0, len=0}
type t1 = "Arr of x"{header=2, size=16, stride=8, len=8}
field x0 = Point.x@8:w64!
field x1 = Point.next@16:w64
array a0 = Arr[]@16/8:w64
helper h0 = add{addr=0x1000, effect=pure}
helper h1 = "a \"b\"\n"{addr=0x0, effect=all}
helper h2 = seek{addr=0x1, effect=read, inline=entry}
helper h3 = texts{addr=0x2, effect=read, direct=0x3, inline=key[8, 16, 24, 5, 8]}
helper h4 = numbers{addr=0x4, effect=read, direct=0x5, inline=key[8, 16, 24, 2]}
key k0 = 7
i0 = input int
r1 = input ref
i2 = int_add i0 -5 @ "add.lua:3"
f3 = load r1 x0
store r1 -0.0 x0 @ "add.lua:3"
label(i0, f3)
i6 = phi int
f7 = phi float
f8 = float_add f7 nan:0x7ff8000000000001
f9 = float_mul f8 1e300
i10 = call h1(i2, 1, null, ref:0x7f00)
i11 = result i10 #0
f12 = call_pure h0(f9, inf)
i13 = call_trace k0()
guard_eq f12 -inf [s0]
guard_true i11 [s1] @ "x \"y\" ; z"
jump loop(i11, f9)
s0 = snap guard=2 replay greens=[1, 18446744073709551615] entries=[i0, _, v70] log=[f3] virtuals=[v70: object t0 {x0: f3, x1: v71}, v71: array t1 4 {a0[2]: v70}]
s1 = snap guard=0 entries=[]
"#;

fn parse(text: &str) -> Trace {
    text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn full_text_reads_back() {
    let t = parse(FULL);
    assert_eq!(verify(&t), Ok(()));
    assert_eq!(t.to_string(), FULL);
    assert_eq!(t.canonical(), t);
    assert_eq!(t.target, JumpTarget::Loop);
    assert_eq!(t.places, ["unknown", "add.lua:3", "x \"y\" ; z"]);
}

#[test]
fn names_comments_and_order_are_free() {
    let t = parse(
        "; a comment
        s0 = snap guard=0 entries=[i_sum] ; before its trace

        i_a = input int
        i_sum = int_add i_a 0x ; no hex here"
            .replace("0x ;", "7 ;")
            .as_str(),
    );
    assert_eq!(t.inst_text(1), "i1 = int_add i0 7");
    assert_eq!(t.snap_text(&t.snaps[0]), "snap guard=0 entries=[i1]");
}

#[test]
fn wrong_texts_name_line_and_reason() {
    for (text, line, part) in [
        ("i0 = input int\nfinish(i1)", 2, "`i1` is not defined before its use"),
        ("i0 = input int\ni0 = input int", 2, "defined twice"),
        ("helper h0 = f{addr=0x1, effect=read, inline=key[8, 16]}", 1, "four or five places"),
        ("helper h0 = f{addr=0x1, effect=read, inline=none}", 1, "expected `key`"),
        ("i0 = frobnicate 1", 1, "no op is called `frobnicate`"),
        ("f0 = int_add 1 2", 1, "`int_add` gives int"),
        ("int_add 1 2", 1, "`int_add` gives int"),
        ("i0 = guard_true 1 [s0]", 1, "has no result"),
        ("x0 = int_add 1 2", 1, "no value name"),
        ("inf = float_neg 1.0", 1, "no value name"),
        ("i0 = input float", 1, "the name says int"),
        ("i0 = int_add 1", 1, "expected a value, found the end of the line"),
        ("i0 = int_add 1 2 3", 1, "did not expect `3`"),
        ("i0 = int_add 1 99999999999999999999", 1, "no 64-bit integer"),
        ("i0 = int_add 1 1.2.3", 1, "no float"),
        ("i0 = int_add 1 nan:0", 1, "not the bits of a NaN"),
        ("i0 = int_add 1 bla", 1, "`bla` is no value"),
        ("finish(1 2)", 1, "expected `,`, found `2)`"),
        ("finish(1,", 1, "expected a value"),
        ("jump home()", 1, "not `home`"),
        ("r0 = input ref\n\ni1 = load r0 x0", 3, "`x0` is not declared"),
        ("type t1 = A{header=1, size=8, stride=0, len=0}", 1, "`t1` stands where `t0` must"),
        ("type t0 = A{header=1, size=4294967296, stride=0, len=0}", 1, "does not fit 32 bits"),
        ("field x0 = A@8:w65", 1, "`w65` is none of u8, u16, u32, i32, w64"),
        ("field x0 = \"A@8:w64", 1, "no end"),
        ("field x0 = \"A\\q\"@8:w64", 1, "unknown escape"),
        ("helper h0 = a{addr=zz, effect=pure}", 1, "no number"),
        ("exit [s0]", 1, "snapshot s0 is not declared"),
        ("exit [s0]\ns1 = snap guard=0 entries=[]", 2, "`s1` stands where `s0` must"),
        ("exit [s0]\ns0 = snap guard=0 entries=[v3]", 2, "v3 is not among the virtuals"),
        ("exit [s0]\ns0 = snap guard=0 entries=[] virtuals=[v3: thing t0 {}]", 2, "not `thing`"),
        ("finish() @ home", 1, "expected `\"`"),
        ("ä", 1, "expected an instruction"),
    ] {
        let e = text.parse::<Trace>().expect_err(text);
        assert!(e.line == line && e.text.contains(part), "{text}: {e}");
    }
    let clash = format!("{FULL}s2 = snap guard=0 entries=[i6, v6] virtuals=[v6: object t0 {{}}]");
    assert!(clash.parse::<Trace>().unwrap_err().text.contains("has the number of instruction 6"));
}

/// Part of the message, the instruction to blame, the damage.
type Case<'a> = (&'a str, Option<usize>, &'a dyn Fn(&mut Trace));

/// Each change to the full trace is found, and the message says what it is.
#[test]
fn verifier_finds_every_kind_of_damage() {
    let whole = parse(FULL);
    let last = whole.insts.len() - 1;
    let damage = |f: &dyn Fn(&mut Trace)| {
        let mut t = whole.clone();
        f(&mut t);
        let _ = t.to_string(); // printing survives whatever it is
        verify(&t)
    };
    let v = IrRef;
    let cases: &[Case] = &[
        ("not defined before its use", Some(2), &|t| t.insts[2].args[0] = v(6)),
        ("not defined before its use", Some(2), &|t| t.insts[2].args[0] = v(2)),
        ("not defined before its use", Some(2), &|t| t.insts[2].args[0] = v(999)),
        ("gives no value", Some(9), &|t| t.insts[9].args[0] = v(4)),
        ("value is missing", Some(2), &|t| t.insts[2].args[0] = IrRef::NONE),
        ("constant index", Some(2), &|t| t.insts[2].args[1] = IrRef::konst(99)),
        ("op takes none", Some(2), &|t| t.insts[2].args[2] = v(0)),
        ("the op wants I", Some(2), &|t| t.insts[2].args[0] = v(1)),
        ("the op wants F", Some(8), &|t| t.insts[8].args[0] = v(6)),
        ("the op wants R", Some(3), &|t| t.insts[3].args[0] = v(0)),
        ("the op gives Int", Some(2), &|t| t.insts[2].ty = Ty::Float),
        ("has no type", Some(0), &|t| t.insts[0].ty = Ty::Void),
        ("does not fit U8", Some(3), &|t| t.fields[0].mem = holloway_compiler::ir::Mem::U8),
        ("field index", Some(3), &|t| t.insts[3].aux = 9),
        ("helper index", Some(10), &|t| t.insts[10].aux = 9),
        ("key index", Some(13), &|t| t.insts[13].aux = 9),
        ("result index", Some(11), &|t| t.insts[11].aux = 8),
        ("not pure", Some(12), &|t| t.insts[12].aux = 1),
        ("takes no list", Some(2), &|t| t.insts[2].list = 0),
        ("list index", Some(10), &|t| t.insts[10].list = u32::MAX),
        ("list index", Some(10), &|t| t.insts[10].list = 99),
        ("no snapshot", Some(14), &|t| t.insts[14].snap = SnapId::NONE),
        ("a snapshot", Some(2), &|t| t.insts[2].snap = SnapId(0)),
        ("snapshot index", Some(14), &|t| t.insts[14].snap = SnapId(7)),
        ("its snapshot", Some(14), &|t| std::sync::Arc::make_mut(&mut t.snaps[0].entries)[0] = v(15)),
        ("not constant", Some(14), &|t| t.insts[14].args[1] = v(9)),
        ("different types", Some(14), &|t| t.insts[14].args[1] = t.konst(Ty::Int, 0)),
        ("is no call", Some(11), &|t| t.insts[11].args[0] = v(2)),
        ("is no call", Some(11), &|t| t.insts[11].args[0] = t.konst(Ty::Int, 0)),
        ("does not follow its call", Some(12), &|t| t.insts.swap(11, 12)),
        ("terminator before the end", Some(last), &|t| t.insts.push(Inst::new(Op::GuardPoll))),
        ("does not end in a terminator", Some(last - 1), &|t| t.insts.truncate(last)),
        ("no target", Some(last), &|t| t.target = JumpTarget::None),
        ("the inputs want Ref", Some(last), &|t| t.target = JumpTarget::Start),
        ("gives 1 values for 2 phis", Some(last), &|t| t.lists.last_mut().unwrap().truncate(1)),
        ("the phis want Float", Some(5), &|t| t.lists[0][1] = v(0)),
        ("follows no label", Some(9), &|t| t.insts[9] = Inst { ty: Ty::Float, ..Inst::new(Op::Phi) }),
        ("an input after", Some(9), &|t| t.insts[9] = Inst { ty: Ty::Float, ..Inst::new(Op::Input) }),
        ("second label", Some(13), &|t| {
            let list = t.add_list(vec![]);
            t.insts[13] = Inst { list, ..Inst::new(Op::Label) };
        }),
        ("place index", Some(2), &|t| t.insts[2].place = 99),
        ("has no type", None, &|t| t.consts[0].ty = Ty::Void),
        ("two virtuals", None, &|t| {
            let again = t.snaps[0].virtuals[0].clone();
            t.snaps[0].virtuals.push(again);
        }),
        ("two values", None, &|t| t.snaps[0].virtuals[0].fields[1].0 = 0),
        ("lies outside", None, &|t| t.types[0].size = 16),
        ("element 4 of 4", None, &|t| t.snaps[0].virtuals[1].elems[0].1 = 4),
        ("mixed up", None, &|t| t.types[1].stride = 0),
        ("does not fit the type", None, &|t| t.arrays[0].stride = 16),
        ("type index", None, &|t| t.types.truncate(1)),
        ("a value is missing", None, &|t| t.snaps[0].virtuals[0].fields[0].1 = IrRef::NONE),
    ];
    for (part, inst, f) in cases {
        let e = damage(f).expect_err(part);
        assert!(e.text.contains(part), "wanted {part}: {e}");
        if inst.is_some() {
            assert_eq!(e.inst, *inst, "{e}");
            assert!(e.text.starts_with(&format!("instruction {} (`", inst.unwrap())), "{e}");
        }
    }
    assert!(verify(&Trace::default()).is_err());
    assert!(verify(&parse("finish()")).is_ok());
}
