//! What the operations do that touch the heap, call helpers, or end the step.

use super::exec::{t, wrong, Step, Temps};
use super::host::{self, error, Node};
use super::lang::{Greens, Lang, Value};
use super::program::*;
use holloway::heap::SlotArray;
use holloway::machine::*;

/// Arguments or results: so many temporaries, then the open results if they are wanted.
fn values<V: Values>(s: &mut State<Lang, V>, x: &Temps<V>, n: u8, open: Option<u8>) -> Vec<Slot<V>> {
    let base = s.top().base;
    let mut values: Vec<Slot<V>> = (0..n as usize).map(|k| x.s[k % x.s.len()]).collect();
    values.extend((0..open.unwrap_or(0) as usize).map(|k| s.stack.get(base + OPEN_AT + k)));
    values.truncate(OPEN_MAX);
    values
}

impl Lang {
    /// See [`Lang::exec`].
    pub fn exec_heap<M: Machine<L = Lang>>(
        &self,
        m: &M,
        s: &mut State<Lang, M::V>,
        x: &mut Temps<M::V>,
        g: &mut Greens,
        op: &Op,
        micro: Micro,
    ) -> Result<Step<M::V>, Raised> {
        let w = self.world();
        let (words, bytes, floats) = (Ref::new(w.words), Ref::new(w.bytes), Ref::new(w.floats));
        match &micro {
            Micro::IsConstant { i } => {
                // Both ways find out the same.
                let v = t!(x.i[i]);
                t!(x.i[i]) = if m.is_constant(v) {
                    Int::new(m.promote(v).wrapping_mul(3))
                } else {
                    let _ = (m.branch(v.lt(1)), m.branch((v & 1).eq_(0)));
                    v * 3
                }
            }
            Micro::Guess { i } => {
                // Whether a number is among the words, which is looked for first where one of them says.
                let v = t!(x.i[i]);
                let first = m.guess(w.words.get(&m.runtime().heap, 0).unwrap_or(0) & 7);
                let is_at = |k: i64| words.at(m, Int::new(k)).is_some_and(|word| m.branch(word.eq_(v)));
                t!(x.i[i]) = Int::new((is_at(first) || (0..8).any(is_at)).into());
            }
            Micro::IsVirtual { i, n } => {
                let p = t!(x.n[n]);
                t!(x.i[i]) = if m.is_virtual(p) { p.get(m, Node::n) } else { host::peek(m, p) }
            }
            Micro::New { n, i, s } => {
                let kind = Ref::new(w.kinds[(*i & 3) as usize]);
                let made = make::<M, Node>(m).init(m, Node::kind, kind).init(m, Node::id, t!(x.i[i]));
                t!(x.n[n]) = made.init(m, Node::val, t!(x.s[s])).init(m, Node::n, t!(x.i[i]))
            }
            Micro::GetN { i, n } => t!(x.i[i]) = t!(x.n[n]).get(m, Node::n),
            Micro::SetN { n, i } => t!(x.n[n]).set(m, Node::n, t!(x.i[i])),
            Micro::GetF { f, n } => t!(x.f[f]) = t!(x.n[n]).get(m, Node::f),
            Micro::SetF { n, f } => t!(x.n[n]).set(m, Node::f, t!(x.f[f])),
            Micro::GetVal { s, n } => t!(x.s[s]) = t!(x.n[n]).get(m, Node::val),
            Micro::SetVal { n, s } => t!(x.n[n]).set(m, Node::val, t!(x.s[s])),
            Micro::GetNext { n, of, or } => {
                let next = t!(x.n[of]).get(m, Node::next);
                t!(x.n[n]) = match m.non_null(next) {
                    Some(p) => p,
                    None => wrong(m, *or, error::INDEX, t!(x.n[n]))?,
                }
            }
            Micro::SetNext { n, to } => t!(x.n[n]).set(m, Node::next, t!(x.n[to]).opt()),
            Micro::ClearNext { n } => t!(x.n[n]).set(m, Node::next, OptRef::null()),
            Micro::GetSmall { i, n } => t!(x.i[i]) = t!(x.n[n]).get(m, Node::small),
            Micro::SetSmall { n, i } => t!(x.n[n]).set(m, Node::small, t!(x.i[i])),
            Micro::GetByte { i, n } => t!(x.i[i]) = t!(x.n[n]).get(m, Node::byte),
            Micro::SetByte { n, i } => t!(x.n[n]).set(m, Node::byte, t!(x.i[i])),
            Micro::GetFlag { b, n } => t!(x.b[b]) = t!(x.n[n]).get(m, Node::flag),
            Micro::SetFlag { n, b } => t!(x.n[n]).set(m, Node::flag, t!(x.b[b])),
            Micro::GetId { i, n } => t!(x.i[i]) = t!(x.n[n]).get(m, Node::id),
            Micro::SameNode { b, n, with } => t!(x.b[b]) = t!(x.n[n]).is(t!(x.n[with])),
            Micro::NewArray { a, i } => {
                let len = t!(x.i[i]) & 7;
                t!(x.a[a]) = make_array::<M, SlotArray>(m, len)
            }
            Micro::NewFilled { a, s, t } => {
                let items = [t!(x.s[s]), t!(x.s[t]), t!(x.s[s])];
                t!(x.a[a]) = make_filled::<M, SlotArray>(m, &items)
            }
            Micro::At { s, a, i, or } => {
                t!(x.s[s]) = match t!(x.a[a]).at(m, t!(x.i[i])) {
                    Some(v) => v,
                    None => wrong(m, *or, error::INDEX, Value::Nil.into())?,
                }
            }
            Micro::PutAt { a, i, s, or } => {
                if t!(x.a[a]).put(m, t!(x.i[i]), t!(x.s[s])).is_none() {
                    wrong(m, *or, error::INDEX, ())?
                }
            }
            Micro::Len { i, a } => t!(x.i[i]) = t!(x.a[a]).len(m),
            Micro::WordAt { i, j } => {
                if let Some(v) = words.at(m, t!(x.i[j]) & 7) {
                    t!(x.i[i]) = v
                }
            }
            Micro::WordPut { j, i } => {
                let _ = words.put(m, t!(x.i[j]) & 7, t!(x.i[i]));
            }
            Micro::ByteAt { i, j } => {
                if let Some(v) = bytes.at(m, t!(x.i[j])) {
                    t!(x.i[i]) = v
                }
            }
            Micro::BytePut { j, i } => {
                let _ = bytes.put(m, t!(x.i[j]) & 7, t!(x.i[i]));
            }
            Micro::FloatAt { f, j } => {
                if let Some(v) = floats.at(m, t!(x.i[j]) & 3) {
                    t!(x.f[f]) = v
                }
            }
            Micro::FloatPut { j, f } => {
                let _ = floats.put(m, t!(x.i[j]), t!(x.f[f]));
            }
            Micro::Global { s, g } => {
                if let Some(v) = Ref::new(w.globals).at(m, Int::new((*g).into())) {
                    t!(x.s[s]) = v
                }
            }
            Micro::SetGlobal { g, s } => {
                let _ = Ref::new(w.globals).put(m, Int::new((*g).into()), t!(x.s[s]));
            }
            _ => return self.exec_calls(m, s, x, g, op, micro),
        }
        Ok(Step::Go)
    }

    fn exec_calls<M: Machine<L = Lang>>(
        &self,
        m: &M,
        s: &mut State<Lang, M::V>,
        x: &mut Temps<M::V>,
        g: &mut Greens,
        op: &Op,
        micro: Micro,
    ) -> Result<Step<M::V>, Raised> {
        let callee = || Int::new(op.callee.into());
        match &micro {
            Micro::Emit { s } => host::emit(m, t!(x.s[s])),
            Micro::EmitInt { i } => host::emit_int(m, t!(x.i[i])),
            Micro::EmitFloat { f } => host::emit_float(m, t!(x.f[f])),
            Micro::Bump { n, i } => host::bump(m, t!(x.n[n]), t!(x.i[i])),
            Micro::Peek { i, n } => t!(x.i[i]) = host::peek(m, t!(x.n[n])),
            Micro::Check { d, i } => t!(x.i[d]) = host::check(m, t!(x.i[i]))?,
            Micro::PairOf { i, s } => (t!(x.i[i]), t!(x.s[s])) = host::pair_of(m, t!(x.i[i]), t!(x.s[s])),
            Micro::ThreeOf { b, s, t } => {
                (t!(x.b[b]), t!(x.s[s]), t!(x.s[t])) = host::three_of(m, t!(x.s[s]), t!(x.s[t]))?
            }
            Micro::OptNext { n, of } => {
                let next = host::opt_next(m, t!(x.n[of]));
                if let Some(p) = m.non_null(next) {
                    t!(x.n[n]) = p
                }
            }
            Micro::NewNode { n, i, s } => t!(x.n[n]) = host::new_node(m, t!(x.i[i]), t!(x.s[s])),
            Micro::Mix { d, i, j } => t!(x.i[d]) = host::mix(m, t!(x.i[i]), t!(x.i[j])),
            Micro::FloatMix { d, f } => t!(x.f[d]) = host::float_mix(m, t!(x.f[f])),
            Micro::KindNumbered { d, i } => {
                let kind = host::kind_numbered(m, t!(x.i[i]));
                t!(x.i[d]) = kind.get(m, host::Kind::number)
            }
            Micro::Fresh { d, i } => {
                let made = host::fresh(m, t!(x.i[i]));
                t!(x.i[d]) = made.get(m, Node::id)
            }
            Micro::Reads { d, n } => t!(x.i[d]) = host::reads(m, t!(x.n[n])),
            Micro::Many { i } => {
                let [p, q, r, s] = x.s;
                t!(x.i[i]) = host::many(m, p, q, r, s, t!(x.i[i]), x.f[0], x.n[0], x.b[0])
            }
            Micro::SetCell { cell, i } => host::set_cell(m, Int::new((*cell).into()), t!(x.i[i])),
            Micro::Assume { i, cell } => {
                let v = assume(m, &self.cells[*cell as usize], |v| *v);
                t!(x.i[i]) = Int::new(v)
            }
            Micro::Collect => host::collect(m),
            Micro::Reenter { s: d, t } => {
                let depth = s.top().frame.depth - 1;
                if !m.branch(depth.lt(0)) {
                    t!(x.s[d]) = host::reenter(m, callee(), depth, t!(x.s[t]))?
                }
            }
            Micro::Spawn { s: d, t } => {
                let depth = s.top().frame.depth - 1;
                if !m.branch(depth.lt(0)) {
                    let made = host::spawn(m, callee(), depth, t!(x.s[t]))?;
                    t!(x.s[d]) = Value::Thread(made).into()
                }
            }
            Micro::Resume { s, t } => t!(x.s[s]) = host::resume(m, t!(x.s[s]), t!(x.s[t]))?,
            Micro::Yield { s, t } => t!(x.s[s]) = host::yield_now(m, t!(x.s[t]))?,
            Micro::PanicIf { i } => host::panic_if(m, t!(x.i[i])),
            Micro::WholeState => {
                m.stitch();
                if m.is_cut_off() {
                    let mut before = *g;
                    (before.pc, before.op) = (g.op, g.op);
                    self.publish(&mut s.top().frame, &before);
                    return Ok(Step::Stop);
                }
                s.top().frame.op = g.op;
                let depth = m.runtime().depth_below() + s.depth() as u64;
                host::emit_int(m, Int::new(depth as i64));
                for k in 0..s.depth() {
                    let f = &s.at(k).frame;
                    let place = f.whole();
                    host::emit_int(m, Int::new(place));
                }
            }
            Micro::Throw { s } => {
                host::raise(m, t!(x.s[s]))?;
                return Err(Raised);
            }
            Micro::Jump => return Ok(Step::Jump),
            Micro::Back => {
                if self.program.back_uses_fuel {
                    self.spend(m)?;
                }
                return Ok(Step::Back);
            }
            Micro::Call { args, open, dynamic, want } => {
                if m.branch(s.top().frame.depth.lt(1)) {
                    // As deep as it may go: as if the callee had returned nothing.
                    self.spend(m)?;
                    return Ok(Step::Return { values: Vec::new() });
                }
                self.spend(m)?;
                let args = values(s, x, *args, open.then_some(g.open));
                let n = self.program.codes.len() as i64;
                let callee =
                    if *dynamic { m.promote(x.i[0] & 1) + op.callee as i64 } else { op.callee.into() };
                return Ok(Step::Call { callee: (callee % n) as u8, args, want: *want });
            }
            Micro::TailCall { args, open } => {
                self.spend(m)?;
                let args = values(s, x, *args, open.then_some(g.open));
                return Ok(Step::TailCall { callee: op.callee, args });
            }
            Micro::Return { count, how } => {
                let count = match how {
                    2 => m.promote(x.i[0] & 3) as u8 + count,
                    3 => count * 5,
                    _ => *count,
                };
                let values = values(s, x, count, (*how == 1).then_some(g.open));
                return Ok(Step::Return { values });
            }
            _ => unreachable!("{micro:?}"),
        }
        Ok(Step::Go)
    }
}
