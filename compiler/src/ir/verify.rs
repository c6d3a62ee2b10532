//! Checks a trace against every invariant of the IR.
//!
//! **Problem.** Recorder, optimizer passes, parser and generators all build traces; a slip in one shows as a crash in another. The verifier
//! stands between them (after each step in tests and debug builds) and names the instruction that breaks a rule.
//!
//! **Rules.**
//! 1. Inputs come first; at most one label; phis directly follow it, as many as its list has values, of the same types.
//! 2. Every operand and list value is a constant of the trace or an earlier instruction's result, of the type the op table wants; unused
//!    operand positions are `NONE`; results have the table's type, or one that fits the memory form.
//! 3. Descriptor indices are in range; ops with a list have one, others none. A pure call names a pure helper, a reading call one
//!    that writes nothing. The length of a table is a power of two, at most [`MAX_TABLE`].
//! 4. Guards and `Exit` have a snapshot, other ops none. It mentions only values defined before the guard, and its virtuals.
//!    These have distinct numbers, and their contents lie within the object.
//! 5. `Result` directly follows its call or another result of it. The second operand of `GuardEq` and the operand of `GuardValid` are constants.
//! 6. The only terminator is the last instruction; a jump supplies its target's phis or inputs, type by type.
//!
//! **Not promised.** That addresses in constants mean something, that indices are in bounds, that objects are of the type that a
//! descriptor assumes: the recorder's guards have to see to that.
//!
//! **Example.** `verify(&"i0 = input int\ni1 = int_add i0 1".parse()?)` fails with
//! ``instruction 1 (`i1 = int_add i0 1`): the trace does not end in a terminator``.

use super::descr::{HelperEffect, Mem, MAX_TABLE};
use super::op::{Arg, ExitKind, Op, Shape, Ty};
use super::snapshot::*;
use super::trace::*;
use crate::abi::{HELPER_RESULTS, TRACE_RESULTS};

/// The first rule a trace breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The instruction, if one is to blame.
    pub inst: Option<usize>,
    /// The message, with the instruction's text.
    pub text: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for VerifyError {}

type Res = Result<(), String>;

/// Fails with the message unless the condition holds.
macro_rules! ensure {
    ($cond:expr, $($msg:tt)*) => { if !$cond { return Err(format!($($msg)*)); } };
}

/// Checks all rules of the module header.
pub fn verify(trace: &Trace) -> Result<(), VerifyError> {
    let whole = |text: String| VerifyError { inst: None, text };
    for (i, c) in trace.consts.iter().enumerate() {
        if c.ty == Ty::Void {
            return Err(whole(format!("constant {i} has no type")));
        }
    }
    let mut at = Position::default();
    for (i, inst) in trace.insts.iter().enumerate() {
        check_inst(trace, i, inst, &mut at).map_err(|e| VerifyError {
            inst: Some(i),
            text: format!("instruction {i} (`{}`): {e}", trace.inst_text(i)),
        })?;
    }
    for (i, s) in trace.snaps.iter().enumerate() {
        let check = check_snapshot(trace, s);
        check.map_err(|e| whole(format!("snapshot s{i} (`{}`): {e}", trace.snap_text(s))))?;
    }
    match trace.insts.last() {
        None => Err(whole("the trace is empty".into())),
        Some(l) if l.op != Op::Jump && trace.target != JumpTarget::None => {
            Err(whole("the trace has a jump target but no jump".into()))
        }
        Some(_) => Ok(()),
    }
}

/// What the instructions so far say about the structure.
#[derive(Default)]
struct Position {
    /// The label, once seen.
    label: Option<usize>,
    /// Whether something else than an input was seen.
    body: bool,
}

fn check_inst(t: &Trace, i: usize, inst: &Inst, at: &mut Position) -> Res {
    let info = inst.op.info();
    check_operands(t, i, inst)?;
    check_result_type(t, inst)?;
    check_aux(t, inst)?;
    ensure!(inst.list == u32::MAX || info.shape.has_list(), "`{}` takes no list", info.name);
    if info.shape.has_list() {
        ensure!((inst.list as usize) < t.lists.len(), "the list index {} is out of range", inst.list);
        for &r in t.list(inst) {
            check_use(t, i, r)?;
        }
    }
    check_guard(t, i, inst)?;
    check_structure(t, i, inst, at)?;
    let place_ok = inst.place == 0 || (inst.place as usize) < t.places.len();
    ensure!(place_ok, "the place index {} is out of range", inst.place);
    Ok(())
}

/// A use of `r` by instruction `i`.
fn check_use(t: &Trace, i: usize, r: IrRef) -> Res {
    ensure!(!r.is_none(), "a value is missing");
    if r.is_const() {
        ensure!(r.index() < t.consts.len(), "the constant index {} is out of range", r.index());
        return Ok(());
    }
    ensure!(r.index() < i, "`{}` is not defined before its use", t.value_text(r));
    ensure!(t.ty(r) != Ty::Void, "instruction {} gives no value to use", r.index());
    Ok(())
}

fn check_operands(t: &Trace, i: usize, inst: &Inst) -> Res {
    let want = inst.op.info().args;
    for (k, &r) in inst.args.iter().enumerate() {
        let Some(arg) = want.get(k) else {
            ensure!(r.is_none(), "operand {k} stands where the op takes none");
            continue;
        };
        check_use(t, i, r).map_err(|e| format!("operand {k}: {e}"))?;
        let ty = t.ty(r);
        let ok = match arg {
            Arg::I => ty == Ty::Int,
            Arg::F => ty == Ty::Float,
            Arg::R => ty == Ty::Ref,
            Arg::W => true,
        };
        ensure!(ok, "operand {k} (`{}`) is of type {ty:?}, the op wants {arg:?}", t.value_text(r));
    }
    Ok(())
}

fn check_result_type(t: &Trace, inst: &Inst) -> Res {
    match inst.op.info().result {
        Some(ty) => ensure!(inst.ty == ty, "the result is of type {:?}, the op gives {ty:?}", inst.ty),
        None => ensure!(inst.ty != Ty::Void, "the result has no type"),
    }
    let (mem, moved) = match inst.op {
        Op::Load => (t.fields.get(inst.aux as usize).map(|d| d.mem), inst.ty),
        Op::Store => (t.fields.get(inst.aux as usize).map(|d| d.mem), t.ty(inst.args[1])),
        Op::LoadElem => (t.arrays.get(inst.aux as usize).map(|d| d.mem), inst.ty),
        Op::StoreElem => (t.arrays.get(inst.aux as usize).map(|d| d.mem), t.ty(inst.args[2])),
        _ => return Ok(()),
    };
    if let Some(mem) = mem {
        ensure!(mem == Mem::W64 || moved == Ty::Int, "a value of type {moved:?} does not fit {mem:?}");
    }
    Ok(())
}

fn check_aux(t: &Trace, inst: &Inst) -> Res {
    let aux = inst.aux as usize;
    let (what, len) = match inst.op.info().shape {
        Shape::Plain | Shape::List | Shape::Jump => return Ok(()),
        Shape::Field => ("field", t.fields.len()),
        Shape::Array => ("array", t.arrays.len()),
        Shape::Type => ("type", t.types.len()),
        Shape::Helper => ("helper", t.helpers.len()),
        Shape::Key => ("key", t.keys.len()),
        Shape::Table => ("table", t.tables.len()),
        Shape::Result => {
            let call = inst.args[0];
            let trace_call = !call.is_const() && t.insts[call.index()].op == Op::CallTrace;
            ("result", if trace_call { TRACE_RESULTS } else { HELPER_RESULTS } as usize)
        }
    };
    ensure!(aux < len, "the {what} index {aux} is out of range");
    match inst.op {
        Op::CallPure => {
            ensure!(t.helpers[aux].effect == HelperEffect::Pure, "the helper is not pure")
        }
        Op::CallRead => ensure!(t.helpers[aux].effect != HelperEffect::All, "the helper may write"),
        Op::TableWord => {
            let len = t.tables[aux].words.len();
            ensure!(len.is_power_of_two() && len <= MAX_TABLE, "a table of {len} words")
        }
        Op::New => ensure!(t.types[aux].stride == 0, "`new` of an array type"),
        Op::NewArray => ensure!(t.types[aux].stride != 0, "`new_array` of a type that is none"),
        _ => {}
    }
    Ok(())
}

fn check_guard(t: &Trace, i: usize, inst: &Inst) -> Res {
    let needs = inst.op.is_guard();
    ensure!(needs == (inst.snap != SnapId::NONE), "{}", if needs { "no snapshot" } else { "a snapshot" });
    if needs {
        let Some(snap) = t.snaps.get(inst.snap.0 as usize) else {
            return Err(format!("the snapshot index {} is out of range", inst.snap.0));
        };
        ensure!(ExitKind::of(inst.op, inst.aux).is_some(), "no kind of exit has the number {}", inst.aux);
        for r in mentioned(snap) {
            check_use(t, i, r).map_err(|e| format!("its snapshot: {e}"))?;
        }
    }
    if inst.op == Op::GuardEq {
        ensure!(inst.args[1].is_const(), "the second operand is not constant");
        ensure!(t.ty(inst.args[0]) == t.ty(inst.args[1]), "the operands are of different types");
    }
    if inst.op == Op::GuardValid {
        ensure!(inst.args[0].is_const(), "the address of the cell is not constant");
    }
    Ok(())
}

fn check_structure(t: &Trace, i: usize, inst: &Inst, at: &mut Position) -> Res {
    let last = i + 1 == t.insts.len();
    ensure!(!inst.op.is_terminator() || last, "a terminator before the end");
    ensure!(inst.op.is_terminator() || !last, "the trace does not end in a terminator");
    match inst.op {
        Op::Input => ensure!(!at.body, "an input after other instructions"),
        Op::Label => {
            ensure!(at.label.is_none(), "a second label");
            at.label = Some(i);
            let phis = phis(t, i);
            check_types(t, t.list(inst), phis, "the label", "phis")?;
        }
        Op::Phi => {
            let prev = i.checked_sub(1).map(|p| t.insts[p].op);
            ensure!(matches!(prev, Some(Op::Label | Op::Phi)), "a phi that follows no label");
        }
        Op::Result => {
            let call = inst.args[0];
            ensure!(!call.is_const(), "the operand is no call");
            let is_call = matches!(t.insts[call.index()].op, Op::Call | Op::CallTrace);
            ensure!(is_call, "the operand is no call");
            let between = &t.insts[call.index() + 1..i];
            let adjacent = between.iter().all(|b| b.op == Op::Result && b.args[0] == call);
            ensure!(adjacent, "does not follow its call");
            ensure!(between.iter().all(|b| b.aux != inst.aux), "the call's word is asked for already");
        }
        Op::Jump => match t.target {
            JumpTarget::None => return Err("the jump has no target".into()),
            JumpTarget::Loop => {
                let label = at.label.ok_or("a jump to the loop without a label")?;
                check_types(t, t.list(inst), phis(t, label), "the jump", "phis")?;
            }
            JumpTarget::Start => check_types(t, t.list(inst), &t.insts[..t.inputs()], "the jump", "inputs")?,
            JumpTarget::Trace(_) | JumpTarget::Body(_) => {}
        },
        Op::Finish => {
            ensure!(t.list(inst).len() <= TRACE_RESULTS as usize, "more than {TRACE_RESULTS} results")
        }
        _ => {}
    }
    at.body |= inst.op != Op::Input;
    Ok(())
}

/// The phis of the label at `label`.
pub fn phis(t: &Trace, label: usize) -> &[Inst] {
    let rest = &t.insts[label + 1..];
    let n = rest.iter().take_while(|i| i.op == Op::Phi).count();
    &rest[..n]
}

fn check_types(t: &Trace, given: &[IrRef], want: &[Inst], who: &str, what: &str) -> Res {
    ensure!(given.len() == want.len(), "{who} gives {} values for {} {what}", given.len(), want.len());
    for (k, (&g, w)) in given.iter().zip(want).enumerate() {
        ensure!(t.ty(g) == w.ty, "value {k} of {who} is of type {:?}, the {what} want {:?}", t.ty(g), w.ty);
    }
    Ok(())
}

/// What a snapshot mentions that must be a value of the trace.
fn mentioned(s: &Snapshot) -> Vec<IrRef> {
    let mut all = Vec::new();
    s.visit(|r| all.push(r));
    all.retain(|&r| !r.is_none() && !r.is_const() && !s.is_virtual(r));
    all
}

/// The rules of a snapshot that do not depend on the guard.
fn check_snapshot(t: &Trace, s: &Snapshot) -> Res {
    let mut ids = std::collections::HashSet::new();
    for v in &s.virtuals {
        ensure!(!v.id.is_const() && !v.id.is_none(), "the name of a virtual is a constant or missing");
        ensure!(ids.insert(v.id), "two virtuals are called v{}", v.id.0);
    }
    for r in mentioned(s) {
        check_use(t, t.insts.len(), r)?;
    }
    let mut wrong = None;
    s.visit(|r| {
        if r.is_const() && r.index() >= t.consts.len() {
            wrong = Some(r.index());
        }
    });
    if let Some(i) = wrong {
        return Err(format!("the constant index {i} is out of range"));
    }
    s.virtuals
        .iter()
        .try_for_each(|v| check_virtual(t, s, v).map_err(|e| format!("virtual v{}: {e}", v.id.0)))
}

fn check_virtual(t: &Trace, s: &Snapshot, v: &Virtual) -> Res {
    let (index, len) = match v.kind {
        VirtualKind::Object(index) => (index, None),
        VirtualKind::Array(index, len) => (index, Some(len)),
    };
    let Some(ty) = t.types.get(index as usize) else {
        return Err(format!("the type index {index} is out of range"));
    };
    ensure!(len.is_some() == (ty.stride != 0), "object and array are mixed up");
    ensure!(len.is_some() || v.elems.is_empty(), "an object has no elements");
    let value_ok = |mem: Mem, r: IrRef| {
        ensure!(!r.is_none(), "a value is missing");
        let ty = if s.is_virtual(r) { Ty::Ref } else { t.ty(r) };
        ensure!(mem == Mem::W64 || ty == Ty::Int, "a value of type {ty:?} does not fit {mem:?}");
        Ok(())
    };
    let mut seen = std::collections::HashSet::new();
    for &(x, r) in &v.fields {
        let Some(d) = t.fields.get(x as usize) else {
            return Err(format!("the field index {x} is out of range"));
        };
        let inside = d.offset >= 8 && d.offset as u64 + d.mem.bytes() as u64 <= ty.size as u64;
        ensure!(inside, "field {} lies outside", d.name);
        let apart =
            len.is_none() || d.offset + d.mem.bytes() <= ty.len_offset || ty.len_offset + 8 <= d.offset;
        ensure!(apart, "field {} lies on the length", d.name);
        ensure!(seen.insert((u32::MAX, x)), "field {} has two values", d.name);
        value_ok(d.mem, r)?;
    }
    for &(a, i, r) in &v.elems {
        let Some(d) = t.arrays.get(a as usize) else {
            return Err(format!("the array index {a} is out of range"));
        };
        let end = d.offset as u64 + d.mem.bytes() as u64;
        let inside = d.offset >= ty.size && end <= ty.size as u64 + ty.stride as u64;
        ensure!(inside && d.stride == ty.stride, "{} does not fit the type", d.name);
        ensure!(Some(i) < len, "element {i} of {}", len.unwrap_or(0));
        ensure!(seen.insert((a, i)), "element {i} of {} has two values", d.name);
        value_ok(d.mem, r)?;
    }
    Ok(())
}
