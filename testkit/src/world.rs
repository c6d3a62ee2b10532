//! The world of random traces: classes, helpers and inputs.
//!
//! **Problem.** [`crate::random`] needs a heap whose shape it knows and functions to call; property tests need inputs that fit.
//!
//! **Invariants.**
//! 1. A field or element holds what its row of [`FIELDS`] or [`ELEMS`] says, in every object, always.
//! 2. Every array has at least four elements.
//! 3. The test helpers reach memory only through the checked access of the arena whose context they get.
//!
//! **Not promised.** The same inputs after a change of this module.
//!
//! **Example**: see [`crate::random`].

use holloway_compiler::abi::{Answer, DirectFn, NativeCtx};
use holloway_compiler::ir::arena::{ArenaMemory, HelperFn};
use holloway_compiler::ir::descr::*;
use holloway_compiler::ir::eval::Memory;
use holloway_compiler::ir::op::Ty;
use holloway_compiler::ir::trace::Trace;
use holloway_compiler::native;
use holloway_draws::Draws;
use std::borrow::Cow;

/// What a field or element holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An integer of the field's memory form.
    Int,
    /// A float.
    Float,
    /// Null, or an object of the class of this number.
    To(usize),
}

pub(super) const PAIR: usize = 0;
const CELL: usize = 1;
const INTS: usize = 2;

const CLOSURE: usize = 6;
const RECORD: usize = 7;

/// The classes: name, size, element stride (0: no array), offset of the length. The header word is the class's number plus one. The last two have fields before
/// their elements, behind and before the length.
pub const TYPES: &[(&str, u32, u32, u32)] = &[
    ("Pair", 40, 0, 0),
    ("Cell", 24, 0, 0),
    ("Ints", 16, 8, 8),
    ("Refs", 16, 8, 8),
    ("Bytes", 16, 1, 8),
    ("Slots", 16, 16, 8),
    ("Closure", 40, 16, 8),
    ("Record", 48, 8, 24),
];

/// The fields: class, name, offset, form, immutable, content.
pub const FIELDS: &[(usize, &str, u32, Mem, bool, Kind)] = &[
    (PAIR, "Pair.a", 8, Mem::W64, false, Kind::Int),
    (PAIR, "Pair.b", 16, Mem::W64, false, Kind::Float),
    (PAIR, "Pair.next", 24, Mem::W64, false, Kind::To(PAIR)),
    (PAIR, "Pair.byte", 32, Mem::U8, false, Kind::Int),
    (PAIR, "Pair.half", 34, Mem::U16, false, Kind::Int),
    (PAIR, "Pair.word", 36, Mem::I32, false, Kind::Int),
    (CELL, "Cell.value", 8, Mem::W64, true, Kind::Int),
    (CELL, "Cell.items", 16, Mem::W64, false, Kind::To(INTS)),
    (CLOSURE, "Closure.code", 16, Mem::W64, true, Kind::Int),
    (CLOSURE, "Closure.owner", 24, Mem::W64, false, Kind::To(RECORD)),
    (CLOSURE, "Closure.flag", 32, Mem::U8, false, Kind::Int),
    (CLOSURE, "Closure.count", 36, Mem::I32, false, Kind::Int),
    (RECORD, "Record.map", 8, Mem::W64, true, Kind::To(CELL)),
    (RECORD, "Record.weight", 16, Mem::W64, false, Kind::Float),
    (RECORD, "Record.half", 32, Mem::U16, false, Kind::Int),
    (RECORD, "Record.next", 40, Mem::W64, false, Kind::To(RECORD)),
];

/// The parts of elements: class, name, offset, form, content.
pub const ELEMS: &[(usize, &str, u32, Mem, Kind)] = &[
    (2, "Ints[]", 16, Mem::W64, Kind::Int),
    (3, "Refs[]", 16, Mem::W64, Kind::To(PAIR)),
    (4, "Bytes[]", 16, Mem::U8, Kind::Int),
    (5, "Slots[].tag", 16, Mem::U8, Kind::Int),
    (5, "Slots[].payload", 24, Mem::W64, Kind::Int),
    (CLOSURE, "Closure[].tag", 40, Mem::U8, Kind::Int),
    (CLOSURE, "Closure[].payload", 48, Mem::W64, Kind::To(CLOSURE)),
    (RECORD, "Record[]", 48, Mem::W64, Kind::Float),
];

/// Every array has at least so many elements; a power of two.
pub(super) const MIN_LEN: i64 = 4;

pub(super) fn type_descr(class: usize) -> TypeDescr {
    let (name, size, stride, len_offset) = TYPES[class];
    TypeDescr { name: Cow::Borrowed(name), header: class as u64 + 1, size, stride, len_offset }
}

pub(super) fn field_descr(row: usize) -> FieldDescr {
    let (_, name, offset, mem, immutable, _) = FIELDS[row];
    FieldDescr { name: Cow::Borrowed(name), offset, mem, immutable, length: false, refs: Refs::None }
}

pub(super) fn elem_descr(row: usize) -> ArrayDescr {
    let (class, name, offset, mem, _) = ELEMS[row];
    ArrayDescr {
        name: Cow::Borrowed(name),
        offset,
        stride: TYPES[class].2,
        mem,
        immutable: false,
        refs: Refs::None,
    }
}

/// Object header, which every class has at the same place.
pub(super) fn header_field() -> FieldDescr {
    FieldDescr {
        name: Cow::Borrowed("Object.header"),
        offset: 0,
        mem: Mem::U32,
        immutable: true,
        length: false,
        refs: Refs::None,
    }
}

/// The length of an array of the class.
pub(super) fn len_field(class: usize) -> FieldDescr {
    FieldDescr {
        name: Cow::Borrowed("Array[].len"),
        offset: TYPES[class].3,
        mem: Mem::W64,
        immutable: true,
        length: true,
        refs: Refs::None,
    }
}

// ---- helpers

/// Defines functions with a helper's machine interface.
macro_rules! helper_fns {
    ($(fn $name:ident($arena:ident, $args:ident, $out:ident) $body:block)*) => {
        $(native! { unsafe fn $name(ctx: *const NativeCtx, args: *const u64, out: *mut u64) -> u64 {
            // SAFETY: the context is an arena's, and the caller gives room for at least eight arguments and eight results, which nobody
            // else touches during the call (the contract of `ArenaMemory::allow_helper`).
            let ($arena, $args, $out) = unsafe {
                (ArenaMemory::of_ctx(ctx), &*(args as *const [u64; 2]), &mut *(out as *mut [u64; 2]))
            };
            $body
        } })*

        /// The same with arguments in registers.
        mod direct {
            use super::*;

            $(native! { pub unsafe fn $name(ctx: *const NativeCtx, out: *mut u64, w0: u64, w1: u64, w2: u64) -> Answer {
                let (args, mut words) = ([w0, w1, w2, 0, 0, 0, 0, 0], [0; 8]);
                // SAFETY: the context is the caller's, and there are eight words of each.
                let status = unsafe { super::$name(ctx, args.as_ptr(), words.as_mut_ptr()) };
                // SAFETY: the caller gives room for eight results.
                unsafe { std::slice::from_raw_parts_mut(out, 2) }.copy_from_slice(&words[..2]);
                Answer { status, value: words[0] }
            } })*
        }
    };
}

helper_fns! {
    fn mix(_arena, args, out) {
        out[0] = args[0].wrapping_mul(31).rotate_left(7) ^ args[1];
        0
    }
    fn halve(_arena, args, out) {
        out[0] = (f64::from_bits(args[0]) * 0.5).to_bits();
        0
    }
    fn sum(arena, args, out) {
        let mut arena = arena;
        let mut field = |offset, mem| arena.load(args[0].wrapping_add(offset), mem).unwrap_or(0);
        out[0] = field(8, Mem::W64).wrapping_add(field(36, Mem::I32));
        0
    }
    fn bump(arena, args, out) {
        let mut arena = arena;
        let at = args[0].wrapping_add(8);
        let old = arena.load(at, Mem::W64).unwrap_or(0);
        let new = old.wrapping_add(args[1]);
        out[0] = old;
        out[1] = new;
        match arena.store(at, Mem::W64, new) {
            Ok(()) => (new as i64 % 8 == 7) as u64,
            Err(_) => 2,
        }
    }
    fn fresh(arena, args, out) {
        out[0] = arena.block(&[PAIR as u64 + 1, args[0], 0, 0, 0]);
        0
    }
    fn link(arena, args, out) {
        let mut arena = arena;
        let at = args[0].wrapping_add(24);
        out[0] = arena.load(at, Mem::W64).unwrap_or(0);
        match arena.store(at, Mem::W64, args[1]) {
            Ok(()) => 0,
            Err(_) => 2,
        }
    }
    fn peek(arena, args, out) {
        let mut arena = arena;
        out[0] = arena.load(args[0].wrapping_add(8), Mem::W64).unwrap_or(0);
        out[1] = arena.load(args[0].wrapping_add(24), Mem::W64).unwrap_or(0);
        (out[0] as i64 % 8 == 7) as u64
    }
}

/// One test helper: its arguments and results with what they hold. A pair that is an argument is never null; a result may be.
pub(super) struct TestHelper {
    name: &'static str,
    f: HelperFn,
    direct: DirectFn,
    pub(super) effect: HelperEffect,
    pub(super) args: &'static [Kind],
    pub(super) results: &'static [Kind],
}

const fn helper(
    name: &'static str,
    (f, direct): (HelperFn, DirectFn),
    effect: HelperEffect,
    args: &'static [Kind],
    results: &'static [Kind],
) -> TestHelper {
    TestHelper { name, f, direct, effect, args, results }
}

pub(super) static HELPERS: &[TestHelper] = &[
    helper("mix", (mix, direct::mix), HelperEffect::Pure, &[Kind::Int, Kind::Int], &[Kind::Int]),
    helper("halve", (halve, direct::halve), HelperEffect::Pure, &[Kind::Float], &[Kind::Float]),
    helper("sum", (sum, direct::sum), HelperEffect::Read, &[Kind::To(PAIR)], &[Kind::Int]),
    helper(
        "bump",
        (bump, direct::bump),
        HelperEffect::All,
        &[Kind::To(PAIR), Kind::Int],
        &[Kind::Int, Kind::Int],
    ),
    helper("fresh", (fresh, direct::fresh), HelperEffect::All, &[Kind::Int], &[Kind::To(PAIR)]),
    helper(
        "link",
        (link, direct::link),
        HelperEffect::All,
        &[Kind::To(PAIR), Kind::To(PAIR)],
        &[Kind::To(PAIR)],
    ),
    helper("peek", (peek, direct::peek), HelperEffect::Read, &[Kind::To(PAIR)], &[Kind::Int, Kind::To(PAIR)]),
];

pub(super) fn helper_descr(h: &TestHelper) -> HelperDescr {
    HelperDescr {
        name: Cow::Borrowed(h.name),
        addr: h.f as usize,
        effect: h.effect,
        direct: Some(h.direct as usize),
        inline: None,
        never_null: false,
    }
}

/// Descriptors of the test helpers, to fill in addresses in traces read from text.
pub fn test_helpers() -> Vec<HelperDescr> {
    HELPERS.iter().map(helper_descr).collect()
}

/// Lets traces call the test helpers in an arena, and function traces with any key: these return the sum of their arguments.
pub fn allow_test_helpers(arena: &ArenaMemory) {
    for h in HELPERS {
        // SAFETY: the test helpers read two arguments, write two results and reach memory only through the arena's checked access.
        unsafe { arena.allow_helper(h.f) };
    }
    arena.on_trace_call(|_, _, args, out| {
        out[0] = args.iter().fold(0, |a, &b| a.wrapping_add(b));
        0
    });
}

/// Fills an arena with objects, allows the test helpers in it, sets when it polls, and gives inputs for the trace.
/// All is drawn from the seed, not from the tape of the trace, so that the same inputs can be made again for each memory.
pub fn random_inputs(seed: u64, trace: &Trace, arena: &ArenaMemory) -> Vec<u64> {
    let mut draws = Draws::seeded(seed ^ 0x6c62_272e_07bb_0142);
    let mut mem = arena.clone();
    allow_test_helpers(arena);
    arena.poll_after(draws.below(12) as u64);
    const EACH: usize = 3;
    let mut objects: Vec<[u64; EACH]> = Vec::new();
    for (class, row) in TYPES.iter().enumerate() {
        let ty = type_descr(class);
        objects.push(std::array::from_fn(|_| {
            let len = MIN_LEN as u64 + draws.below(4) as u64;
            let made = if row.2 == 0 { mem.new_object(&ty) } else { mem.new_array(&ty, len) };
            made.expect("the arena has room")
        }));
    }
    let mut fill = |draws: &mut Draws, addr: u64, form: Mem, kind: Kind| {
        let word = match kind {
            Kind::Int => draws.int() as u64,
            Kind::Float => draws.float().to_bits(),
            Kind::To(_) if draws.chance(12) => 0,
            Kind::To(class) => draws.pick(&objects[class]),
        };
        mem.store(addr, form, word).expect("the object has that field");
    };
    for (class, all) in objects.iter().enumerate() {
        for &obj in all {
            for f in FIELDS.iter().filter(|f| f.0 == class) {
                fill(&mut draws, obj + f.2 as u64, f.3, f.5);
            }
            for e in ELEMS.iter().filter(|e| e.0 == class) {
                for i in 0..arena.word(obj + TYPES[class].3 as u64) {
                    fill(&mut draws, obj + e.2 as u64 + i * TYPES[class].2 as u64, e.3, e.4);
                }
            }
        }
    }
    let mut refs = 0;
    let inputs = trace.insts[..trace.inputs()].iter();
    inputs
        .map(|i| match i.ty {
            Ty::Float => draws.float().to_bits(),
            Ty::Ref => {
                refs += 1;
                draws.pick(&objects[(refs - 1) % TYPES.len()])
            }
            _ => draws.int() as u64,
        })
        .collect()
}

/// Constant tables of random traces.
pub const TABLES: &[TableDescr] = &[
    TableDescr { name: "one", words: &[0x0123_4567_89ab_cdef] },
    TableDescr { name: "four", words: &[0, 1, u64::MAX, 1 << 63] },
    TableDescr { name: "eight", words: &[2, 3, 5, 7, 11, 13, 17, 19] },
];
