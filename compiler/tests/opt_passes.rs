//! What passes do that is no matter of a trace before and after; the rest is in `filetests`.

use holloway_compiler::ir::{IrRef, Op, Trace};
use holloway_compiler::opt::{optimize, optimize_loop, OptConfig, Optimized};

const DESCRS: &str = "
    type t0 = Box{header=5, size=24, stride=0, len=0}
    type t1 = Array{header=6, size=16, stride=8, len=8}
    field x0 = Box.a@8:w64
    field x1 = Box.b@16:w64
    field x2 = Box.tag@16:u8
    field x3 = Box.class@8:w64!
    field x4 = header@0:u32
    field x5 = length@8:w64
    field x6 = Array[].len@8:w64#
    array a0 = Array[]@16/8:w64
    helper h0 = pure{addr=0x1000, effect=pure}
    helper h1 = read{addr=0x1008, effect=read}
    helper h2 = any{addr=0x1010, effect=all}
";

fn parse(text: &str) -> Trace {
    let text = format!("{DESCRS}{text}");
    text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Both traces without the descriptors.
fn body(t: &Trace) -> String {
    t.canonical()
        .to_string()
        .lines()
        .filter(|l| !DESCRS.lines().any(|d| !d.is_empty() && d.trim() == l.trim()))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn virtuals_stop_when_snapshots_grow_too_large() {
    // A list of objects, all alive at the guard; afterwards allocations happen.
    let mut text = String::from("i0 = input int\nr_0 = new t0\n");
    for k in 1..100 {
        text += &format!("r_{k} = new t0\nstore r_{k} r_{} x0\n", k - 1);
    }
    text += "guard_true i0 [s0]\nr_100 = new t0\nstore r_100 i0 x0\nguard_poll [s1]\nfinish()\n\
             s0 = snap guard=0 entries=[r_99]\ns1 = snap guard=1 entries=[r_100]";
    let new = optimize(&parse(&text), &OptConfig::default()).unwrap();
    assert_eq!(new.snaps[0].virtuals.len(), 100);
    assert!(new.snaps[1].virtuals.is_empty() && new.to_string().contains("new t0"), "{new}");
}

#[test]
fn enter_gives_bridges_what_the_body_needs() {
    // The body reads the limit `i5` of the preamble and relies on the class of `r0`; both are checked in the bridge.
    let recorded = parse(
        "r0 = input ref
         i1 = input int
         guard_poll [s0]
         i3 = load r0 x4
         guard_eq i3 5 [s0]
         i5 = load r0 x1
         i6 = int_lt i1 i5
         guard_true i6 [s0]
         i8 = int_add i1 1
         jump start(r0, i8)
         s0 = snap guard=0 entries=[r0, i1]",
    );
    let Optimized { trace: new, entry, .. } = optimize_loop(&recorded, &OptConfig::default(), false).unwrap();
    let at = |op: Op| new.insts.iter().position(|i| i.op == op).unwrap();
    let (limit, phi) = (new.insts[at(Op::IntLt)].args[1], IrRef(at(Op::Phi) as u32));
    let mut bridge = parse(
        "r0 = input ref
         i1 = input int
         guard_true i1 [s0]
         i3 = int_mul i1 2
         store r0 9 x1
         jump trace 3(r0, i3)
         s0 = snap guard=0 entries=[i1]",
    );
    let before = bridge.clone();
    let entry = entry.unwrap();
    let spliced = entry.splice(&mut bridge, &new, 3, &[limit, phi]).expect("everything wanted is there");
    let have = body(&optimize(&bridge, &OptConfig::default()).unwrap());
    spliced.undo(&mut bridge);
    assert_eq!(bridge, before);
    let want = body(&parse(
        "r0 = input ref
         i1 = input int
         guard_true i1 [s0]
         i3 = int_shl i1 1
         store r0 9 x1
         i5 = load r0 x4
         guard_eq i5 5 [s1]
         jump body 3(9, i3)
         s0 = snap guard=0 entries=[i1]
         s1 = snap guard=4294967295 entries=[r0, i3]",
    ));
    assert!(have == want, "---- have\n{have}\n---- want\n{want}");
    assert!(optimize_loop(&recorded, &OptConfig::from_list("-enter").unwrap(), false)
        .unwrap()
        .entry
        .is_none());
}

#[test]
fn slots_that_hold_no_reference_need_no_barrier() {
    let text = |tag: &str| {
        format!(
            "field x0 = Cell.v@8:w64\nfield x1 = Cell.v@16:w64&?\narray a0 = Cells[]@16/16:w64\narray a1 = Cells[]@24/16:w64&?\n\
             r0 = input ref\ni1 = input int\ni2 = input int\nstore r0 {tag} x0\nstore r0 i2 x1\n\
             store_elem r0 i1 {tag} a0\nstore_elem r0 i1 i2 a1\nfinish()\n"
        )
    };
    let mut config = OptConfig::default();
    config.ref_tags = Some(1 << 5);
    // A tag whose payloads are numbers, one whose payloads are references, one that nobody knows.
    for (tag, barriers) in [("3", 0), ("5", 1), ("i2", 1), ("64", 1)] {
        let new = optimize(&text(tag).parse::<Trace>().unwrap(), &config).unwrap();
        assert_eq!(new.insts.iter().filter(|i| i.op == Op::Barrier).count(), barriers, "tag {tag}\n{new}");
    }
}
