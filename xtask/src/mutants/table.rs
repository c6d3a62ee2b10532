//! The mutants of invariants 1 to 25, in their order.
//!
//! A row breaks one thing only; its test is the narrowest that holds the invariant. Texts are verbatim, so moving code makes a mutant an
//! error, not a survivor.

/// One breakage.
pub struct Mutant {
    /// What it is called.
    pub name: &'static str,
    /// Number of the invariant it breaks.
    pub invariant: u32,
    /// The file, from the root.
    pub file: &'static str,
    /// The text that occurs exactly once there.
    pub old: &'static str,
    /// What it becomes.
    pub new: &'static str,
    /// The test binary, as arguments of `cargo test`.
    pub test: &'static str,
    /// Which of its tests must fail, as arguments of the binary.
    pub filter: &'static str,
}

const STEPS: &str = "-p holloway --test steps";
const WAYS: &str = "-p holloway --test ways";
const ACTIVATIONS: &str = "-p holloway --test activations";
const SITES: &str = "-p holloway --test sites";
const QUICK: &str = "-p holloway --test quick";
const COROUTINES: &str = "-p holloway --test coroutines";
const COMPILE_FAIL: &str = "-p holloway --test compile_fail";
const FILES: &str = "-p holloway-compiler --test filetests";
const HEAP: &str = "-p holloway-tracer --test heap";
const EVAL: &str = "-p holloway-compiler --test ir_eval";
const UNITS: &str = "-p holloway-compiler --lib";
const BACKEND_UNITS: &str = "-p holloway-backend-x86 --lib";
const CONFORMANCE: &str = "-p holloway-backend-x86 --test conformance";
const CHECKER: &str = "-p holloway-backend-x86 --test checker";

/// A row.
pub const fn mutant(
    invariant: u32,
    name: &'static str,
    (test, filter): (&'static str, &'static str),
    file: &'static str,
    old: &'static str,
    new: &'static str,
) -> Mutant {
    Mutant { name, invariant, file, old, new, test, filter }
}

/// All of them.
pub const TABLE: &[Mutant] = &[
    mutant(
        1,
        "exit-knows-its-fact",
        (FILES, "guards"),
        "compiler/src/opt/guards.rs",
        "        Op::GuardEq => equal(rw, inst),",
        "        Op::GuardEq => {
            let fed = equal(rw, inst)?;
            if let (Fed::Keep, Some(bits)) = (&fed, rw.bits(inst.args[1])) {
                learn_bits(rw, inst.args[0], bits)
            }
            Ok(fed)
        }",
    ),
    mutant(
        1,
        "bridge-trusts-its-guard",
        (STEPS, "i01_a_bridge"),
        "tracer/src/record/tape/mod.rs",
        "Some(r) if n < r.guard_no => {",
        "Some(r) if n <= r.guard_no => {",
    ),
    mutant(
        1,
        "forced-exit-counts",
        (STEPS, "i01_forced"),
        "tracer/src/driver/run.rs",
        "countdown.set(next);
            }
            return false;",
        "countdown.set(next);
            }",
    ),
    mutant(
        1,
        "forced-exit-enters-bridge",
        (CONFORMANCE, "links_and_calls"),
        "backend-x86/src/exits.rs",
        "; jmp QWORD [r11 + offset_of!(ExitRecord, routine) as i32]);",
        "; jmp QWORD [r11 + offset_of!(ExitRecord, target) as i32]);",
    ),
    mutant(
        2,
        "log-loads",
        (STEPS, "i02_the_log"),
        "tracer/src/record/tape/mod.rs",
        "let r = self.value(Inst { ty, args, aux, ..Inst::new(op) });
        self.answer(r);",
        "let r = self.value(Inst { ty, args, aux, ..Inst::new(op) });",
    ),
    mutant(
        2,
        "log-allocations",
        (STEPS, "i02_the_log"),
        "tracer/src/record/tape/mod.rs",
        "self.fresh.insert(r);
        self.answer(r);",
        "self.fresh.insert(r);",
    ),
    mutant(
        2,
        "log-helper-results",
        (STEPS, "i02_the_log"),
        "tracer/src/record/mod.rs",
        "t.answer(v);
                answers.push",
        "answers.push",
    ),
    mutant(
        2,
        "helpers-are-called-again-by-bridges",
        ("-p holloway-python --test traces", "bridges_do_not_call"),
        "tracer/src/record/tape/mod.rs",
        "self.asked = true;",
        "self.asked = false;",
    ),
    mutant(
        2,
        "log-elidables",
        (STEPS, "i02_the_log"),
        "tracer/src/record/mod.rs",
        "let r = t.call(op, aux, ty, args.iter().map(|a| a.r).collect());
                t.answer(r);",
        "let r = t.call(op, aux, ty, args.iter().map(|a| a.r).collect());",
    ),
    mutant(
        2,
        "log-assumptions",
        (STEPS, "i02_the_log"),
        "tracer/src/record/mod.rs",
        "                if !t.suppressed() {
                    t.answer(version.r);
                }
                version",
        "                version",
    ),
    mutant(
        2,
        "log-constness",
        (STEPS, "i02_what_is_asked"),
        "tracer/src/record/mod.rs",
        "                t.effect = true;
                let r = t.konst(Ty::Int, known);",
        "                let r = t.konst(Ty::Int, known);",
    ),
    mutant(
        2,
        "log-guesses",
        ("--test contract", "random"),
        "tracer/src/resume/finish.rs",
        "        self.answer().unwrap_or(now)",
        "        now",
    ),
    mutant(
        2,
        "replay-stores-again",
        (STEPS, "i02_the_log"),
        "tracer/src/resume/finish.rs",
        "        if self.is_live() {
            self.direct.store(obj, a, v)
        }",
        "        self.direct.store(obj, a, v)",
    ),
    mutant(
        3,
        "virtual-fields-forgotten",
        (STEPS, "i03_a_virtual"),
        "compiler/src/opt/snapshots.rs",
        "FIELD => virtuals[at].fields.push((descr, value)),",
        "FIELD => {}",
    ),
    mutant(
        3,
        "virtuals-not-linked",
        (STEPS, "i03_one_object"),
        "tracer/src/resume/rebuild.rs",
        "                let w = word(b, at.src, &objects);",
        "                let blank = Src::Const(Const { ty: Ty::Int, bits: 0 });
                let w = word(b, if matches!(at.src, Src::Object(_)) { blank } else { at.src }, &objects);",
    ),
    mutant(
        3,
        "log-has-its-own-virtuals",
        (STEPS, "i03_slots_and_log"),
        "tracer/src/resume/rebuild.rs",
        "let log = self.log.iter().map(|&src| word(b, src, &objects)).collect();",
        "let again: SmallVec<[B::Word; 4]> = self.objects.iter().enumerate().map(|(k, o)| b.object(k, o)).collect();
        let log = self.log.iter().map(|&src| word(b, src, &again)).collect();",
    ),
    mutant(
        3,
        "cycles-are-not-closed",
        (EVAL, "rebuild_makes_cyclic"),
        "compiler/src/ir/eval.rs",
        "mem.store(base + d.offset as u64, d.mem, word(r).1)?;",
        "mem.store(base + d.offset as u64, d.mem, if snap.is_virtual(r) { 0 } else { word(r).1 })?;",
    ),
    mutant(
        3,
        "snapshot-of-an-older-step",
        (STEPS, "i03_a_virtual"),
        "tracer/src/record/tape/mod.rs",
        "        self.shared = None;
",
        "        if self.steps == 1 {
            self.shared = None;
        }
",
    ),
    mutant(
        4,
        "no-cap-on-logs",
        (STEPS, "i04"),
        "tracer/src/record/tape/mod.rs",
        "if self.log.len() > MAX_LOG {",
        "if self.log.len() > 100 * MAX_LOG {",
    ),
    mutant(
        4,
        "cut-in-mid-step",
        (STEPS, "i04"),
        "tracer/src/record/tape/mod.rs",
        "            trace.insts.truncate(end);
",
        "            let _ = end;
",
    ),
    mutant(
        5,
        "dead-registers-are-inputs",
        (STEPS, "i05"),
        "tracer/src/machine/state.rs",
        "let live = a.frame.live();\n        let (lo, base)",
        "let live = a.frame.live().map(|w| w | 0xff);\n        let (lo, base)",
    ),
    mutant(
        5,
        "stress-leaves-dead-registers",
        (STEPS, "i05_stress"),
        "tracer/src/runtime/poll.rs",
        "        s.poison_dead(self.heap.poison());\n",
        "        let _ = (|| s.poison_dead(self.heap.poison()),);\n",
    ),
    mutant(
        5,
        "dead-registers-keep-their-values",
        ("-p holloway --test audit", "i05"),
        "tracer/src/record/mod.rs",
        "self.clean.set(s.fill_dead(first, clean, fill));",
        "let _ = (first, clean, fill);",
    ),
    mutant(
        5,
        "reads-are-not-looked-at",
        ("-p holloway --test audit", "i05"),
        "tracer/src/audit/mod.rs",
        "if self.mode != Mode::Checking && !what.takes_greens() {",
        "if false {",
    ),
    mutant(
        5,
        "steps-are-not-run-again-later",
        ("-p holloway --test mistakes", "a_cell_"),
        "tracer/src/audit/rerun/later.rs",
        "self.run_again_later((MAX_RUNS / steps).clamp(2, RUNS));",
        "let _ = steps;",
    ),
    mutant(
        5,
        "frames-are-not-disturbed",
        ("-p holloway --test mistakes", "a_field_not_published_before_a_backedge"),
        "tracer/src/audit/rerun/mod.rs",
        "self.check_published(&bare);",
        "",
    ),
    mutant(
        6,
        "immutable-fields-can-be-set",
        (COMPILE_FAIL, "mistakes_do_not_compile trybuild=set_immutable"),
        "tracer/src/heap/field.rs",
        "impl<V: HeapValue> Settable for Mut<V> {}",
        "impl<V: HeapValue> Settable for Mut<V> {}
impl Settable for i64 {}",
    ),
    mutant(
        6,
        "reds-compare-as-green",
        (COMPILE_FAIL, "mistakes_do_not_compile trybuild=red_eq"),
        "tracer/src/machine/values.rs",
        "impl<V: Values> From<i64> for Int<V> {",
        "impl<V: Values> PartialEq for Int<V> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<V: Values> From<i64> for Int<V> {",
    ),
    mutant(
        7,
        "activations-below-are-counted-twice",
        ("-p holloway-python --test traces", "exits_deep_in"),
        "tracer/src/resume/exit.rs",
        "self.ctx.depth.set(depth.1 - first as u64);",
        "self.ctx.depth.set(depth.1);",
    ),
    mutant(
        7,
        "native-calls-are-not-deep",
        (ACTIVATIONS, "i07"),
        "tracer/src/driver/run.rs",
        "self.ctx.depth.set(depth.1 + first as u64);",
        "let _ = first;",
    ),
    mutant(
        7,
        "depth-left-behind",
        (CONFORMANCE, "links_and_calls"),
        "backend-x86/src/lower_call.rs",
        "Ok(k) => asm!(self.e.asm ; sub QWORD [r15 + depth_at], k),",
        "Ok(_) => {}",
    ),
    mutant(
        7,
        "helpers-pass-depth-on",
        (ACTIVATIONS, "i07_what_a_helper_runs"),
        "tracer/src/runtime/segments.rs",
        "self.ctx.depth.replace(0)",
        "self.ctx.depth.get()",
    ),
    mutant(
        8,
        "segment-does-not-grow",
        (ACTIVATIONS, "i08_a_segment"),
        "tracer/src/machine/state.rs",
        "        self.stack.reserve(base)?;
",
        "",
    ),
    mutant(
        8,
        "a-language-may-be-unsafe",
        (ACTIVATIONS, "i08_languages"),
        "examples/tla/src/lib.rs",
        "#![forbid(unsafe_code)]",
        "",
    ),
    mutant(
        9,
        "close-at-other-greens",
        (STEPS, "i09"),
        "tracer/src/record/mod.rs",
        " && f.greens == self.start_greens",
        "",
    ),
    mutant(
        9,
        "enter-at-other-greens",
        (STEPS, "i09"),
        "tracer/src/tables/mod.rs",
        "places[place as usize].loops.iter().filter(|l| l.0 == greens).map(|l| l.1)",
        "places[place as usize].loops.iter().map(|l| l.1)",
    ),
    mutant(
        10,
        "replayed-calls-lose-results",
        (ACTIVATIONS, "i10"),
        "tracer/src/record/mod.rs",
        "answers.extend([Rec::word(slot.tag, Ty::Int), Rec::word(slot.bits, ty)]);",
        "let _ = (slot, ty);",
    ),
    mutant(
        10,
        "result-count-unguarded",
        (ACTIVATIONS, "i10_callers"),
        "tracer/src/record/mod.rs",
        "let n = self.promote_raw(answers[1], Ty::Int) as usize;",
        "let n = answers[1].bits as usize;
        tape::with(|t| t.count_guard());",
    ),
    mutant(
        11,
        "call-status-unguarded",
        (ACTIVATIONS, "i11"),
        "tracer/src/record/mod.rs",
        "if self.promote_raw(answers[0], Ty::Int) != status::RETURN {",
        "tape::with(|t| t.count_guard());
        if answers[0].bits != status::RETURN {",
    ),
    mutant(
        11,
        "panic-becomes-an-error",
        (ACTIVATIONS, "i11"),
        "tracer/src/resume/finish.rs",
        "            rt.resume_panic();
",
        "",
    ),
    mutant(
        11,
        "panic-has-the-status-of-an-error",
        (ACTIVATIONS, "a_panic_of_a_callee_is_not_taken"),
        "tracer/src/driver/run.rs",
        "        status::PANICKED
",
        "        status::UNWIND
",
    ),
    mutant(
        11,
        "spill-becomes-an-error",
        (COROUTINES, "i15_native_stack"),
        "tracer/src/driver/run.rs",
        "self.run_flat(&greens, &reds, 0, counter.as_deref())",
        "{
                    let _ = (greens, reds, counter);
                    Err(status::UNWIND)
                }",
    ),
    mutant(
        11,
        "null-of-a-panic-is-an-object",
        (ACTIVATIONS, "gives_no_reference"),
        "tracer/src/machine/helper.rs",
        "if M::TRACING && R::NEVER_NULL &&",
        "if M::TRACING && R::NEVER_NULL && false &&",
    ),
    mutant(
        12,
        "segments-stay-behind",
        (COROUTINES, "what_a_suspended"),
        "tracer/src/runtime/coroutine/mod.rs",
        "segments: self.segments.replace(side.segments),",
        "segments: self.segments.replace(std::ptr::null()),",
    ),
    mutant(
        12,
        "contents-away-are-not-scanned",
        (COROUTINES, "what_activations_away"),
        "tracer/src/runtime/segments.rs",
        "contents.scan(known, &mut |w| m.mark_conservative(w));",
        "",
    ),
    mutant(
        12,
        "outgrown-memory-is-given-up",
        (COROUTINES, "i12_a_segment"),
        "tracer/src/machine/moved.rs",
        "return Contents { frames, slots, outgrown: true };",
        "return Contents { frames, slots, outgrown: false };",
    ),
    mutant(
        12,
        "the-runners-stack-is-not-put-away",
        (COROUTINES, "i12_those"),
        "tracer/src/runtime/coroutine/mod.rs",
        "notes.detour.set(true);",
        "notes.detour.set(next.is_none());",
    ),
    mutant(
        12,
        "coroutines-share-a-depth",
        (COROUTINES, "i12_a_coroutine"),
        "tracer/src/runtime/coroutine/mod.rs",
        "depth: ctx.depth.replace(side.depth),",
        "depth: side.depth,",
    ),
    mutant(
        13,
        "recursion-is-inlined",
        (ACTIVATIONS, "i13"),
        "tracer/src/policy/header.rs",
        "c.below < MAX_RECURSION && ",
        "",
    ),
    mutant(
        13,
        "loops-by-joins-stay-inlined",
        (WAYS, "goes_round_by_joins"),
        "tracer/src/policy/turns.rs",
        "turns >= PER_ENTRY * entries.max(1)",
        "turns >= u64::MAX - entries",
    ),
    mutant(
        13,
        "entries-are-not-counted",
        (WAYS, "goes_round_by_joins"),
        "tracer/src/record/mod.rs",
        "let entered = depth >= self.fresh.get();",
        "let entered = depth == usize::MAX;",
    ),
    mutant(
        13,
        "roots-never-end-in-other-loops",
        ("-p holloway-tracer --lib", "verdicts_at_headers"),
        "tracer/src/policy/header.rs",
        "                Some(n) => Verdict::Link(n),\n                None if h.bare",
        "                Some(_) => Verdict::Abort(Abort::InnerLoop),\n                None if h.bare",
    ),
    mutant(
        13,
        "callees-of-crowded-trees-are-inlined",
        ("-p holloway-tracer --lib", "verdicts_in_callees"),
        "tracer/src/policy/header.rs",
        " && !c.crowded",
        "",
    ),
    mutant(
        13,
        "places-have-few-values-for-ever",
        ("-p holloway-tracer --lib", "a_place_with_many"),
        "tracer/src/policy/sites.rs",
        "        seen.len() <= most\n",
        "        true\n",
    ),
    mutant(
        13,
        "ways-never-come-together",
        (WAYS, "in_a_row_add_up"),
        "tracer/src/policy/ways.rs",
        "        *all >= MANY && *all >= 2 * *longest\n",
        "        *all >= MANY && *all >= 2 * *longest && false\n",
    ),
    mutant(
        13,
        "no-place-is-given-up",
        (WAYS, "no_hint"),
        "tracer/src/policy/ways.rs",
        "    chain >= most\n",
        "    chain >= most && false\n",
    ),
    mutant(
        13,
        "joins-have-the-top-activation-alone",
        (WAYS, "behind_a_place"),
        "tracer/src/driver/run.rs",
        "self.run_native(s, first, trace, &flat.reds, &mut join)",
        "self.run_native(s, s.depth() - 1, trace, &flat.reds, &mut join)",
    ),
    mutant(
        13,
        "nothing-is-inlined",
        (ACTIVATIONS, "i13"),
        "tracer/src/policy/header.rs",
        "c.depth <= MAX_DEPTH &&",
        "c.depth <= 1 &&",
    ),
    mutant(
        14,
        "bridges-push-a-frame",
        (ACTIVATIONS, "i14"),
        "backend-x86/src/exits.rs",
        "    fn inner_entry(&mut self) {
        let frame = self.frame as i32;
        asm!(self.e.asm ; lea rsp, [rbp - frame]);",
        "    fn inner_entry(&mut self) {
        let frame = self.frame as i32;
        asm!(self.e.asm ; sub rsp, frame);",
    ),
    mutant(
        15,
        "no-stack-check",
        (COROUTINES, "i15_native_stack"),
        "backend-x86/src/exits.rs",
        "self.e.jcc(Cc::Ae, ok);",
        "self.e.jump(ok);",
    ),
    mutant(
        15,
        "bridge-keeps-the-parents-frame",
        (CONFORMANCE, "links_and_calls"),
        "backend-x86/src/exits.rs",
        "        let frame = self.frame as i32;
        asm!(self.e.asm ; lea rsp, [rbp - frame]);
    }",
        "    }",
    ),
    mutant(
        15,
        "stack-limit-of-the-resumer",
        (COROUTINES, "i15_native_stack"),
        "tracer/src/runtime/coroutine/mod.rs",
        "limit: ctx.stack_limit.replace(side.limit),",
        "limit: side.limit,",
    ),
    mutant(
        16,
        "loop-assumptions-unchecked",
        (FILES, "peel"),
        "compiler/src/opt/peel.rs",
        "a == b || (rw.bits(a).is_some() && rw.bits(a) == rw.bits(b))",
        "a == b || rw.bits(a) == rw.bits(b)",
    ),
    mutant(
        17,
        "bridge-starts-with-blank-objects",
        (STEPS, "i17"),
        "tracer/src/resume/rebuild.rs",
        "self.tape.push(inst);",
        "let _ = inst;",
    ),
    mutant(
        17,
        "virtuals-cross-the-jump",
        (FILES, "carry"),
        "compiler/src/opt/carry.rs",
        "            virtuals::force(rw, v)?;
",
        "            let _ = virtuals::force;
            let _ = v;
",
    ),
    mutant(
        17,
        "carried-objects-are-blank",
        (FILES, "carry"),
        "compiler/src/opt/virtuals.rs",
        "        t.contents = contents;
",
        "        let _ = (t, contents);
",
    ),
    mutant(
        18,
        "writing-does-not-invalidate",
        (STEPS, "i18_a_written"),
        "tracer/src/machine/quasi.rs",
        "old.about.end();",
        "let _ = old;",
    ),
    mutant(
        18,
        "invalid-without-switches",
        (STEPS, "i18_a_written"),
        "tracer/src/machine/quasi.rs",
        "patch::throw_all(self.switches.take());",
        "self.switches.take();",
    ),
    mutant(
        18,
        "switches-that-nobody-watches",
        (STEPS, "i18_a_written"),
        "tracer/src/driver/install.rs",
        "code.patched.take_assumptions()",
        "code.patched.take_assumptions().into_iter().take(0)",
    ),
    mutant(
        18,
        "a-test-in-the-scratch-register",
        (CONFORMANCE, "links_and_calls"),
        "backend-x86/src/lower.rs",
        "    fn set(&mut self, test: Test, d: u8) {
        self.held = None;",
        "    fn set(&mut self, test: Test, d: u8) {",
    ),
    mutant(
        18,
        "a-bridge-taken-off-is-still-led-to",
        (CONFORMANCE, "links_and_calls"),
        "compiler/src/codegen/backend.rs",
        "self.patched.lead(arena, self.code, exit, None);",
        "let _ = arena;",
    ),
    mutant(
        18,
        "sites-ignore-validity",
        (SITES, "what_rests_on_a_cell"),
        "tracer/src/machine/site.rs",
        "self.holds.iter().all(|h| h.still())",
        "true",
    ),
    mutant(
        18,
        "derivatives-for-any-kinds",
        (QUICK, "wrong_at_first"),
        "tracer/src/machine/quick.rs",
        "seen.kinds = kinds;",
        "let _ = kinds;",
    ),
    mutant(
        18,
        "derivatives-are-never-given-up",
        (QUICK, "wrong_for_good"),
        "tracer/src/machine/quick.rs",
        "true if seen.misses >= MISSES => op,",
        "true if seen.misses > MISSES => op,",
    ),
    mutant(
        18,
        "fused-instructions-are-never-given-up",
        (QUICK, "given_up_too"),
        "tracer/src/machine/quick.rs",
        ".filter(|_| may(pc))",
        ".filter(|_| true || may(pc))",
    ),
    mutant(
        18,
        "valid-across-calls",
        (FILES, "guards"),
        "compiler/src/opt/rewriter.rs",
        "            self.valid.clear();
",
        "",
    ),
    mutant(
        18,
        "native-code-does-not-look",
        (CONFORMANCE, "links_and_calls"),
        "compiler/src/codegen/lower/guards.rs",
        "let cell = self.base_addr(at, 0)?;
                self.leave_unless_clear(cell, fail);",
        "self.base_addr(at, 0)?;",
    ),
    mutant(
        18,
        "installed-though-written",
        (STEPS, "i18_writing"),
        "tracer/src/record/tape/mod.rs",
        "self.assumed.iter().find(invalid).filter(|_| self.dead.is_none())",
        "self.assumed.iter().find(invalid).filter(|_| self.assumed.len() > MAX_OPS)",
    ),
    mutant(
        18,
        "answer-before-its-guard",
        (STEPS, "i18_a_cell"),
        "tracer/src/record/mod.rs",
        "                let (n, known) = t.count_guard();
                let bits = t.replayed().map_or(version as u64, |w| w.bits);
                let version = RecWord { bits, r: t.konst(Ty::Int, bits) };
                if !known {
                    t.guard_version(version, n);
                }
                if !t.suppressed() {
                    t.answer(version.r);
                }",
        "                let bits = t.replayed().map_or(version as u64, |w| w.bits);
                let version = RecWord { bits, r: t.konst(Ty::Int, bits) };
                if !t.suppressed() {
                    t.answer(version.r);
                }
                let (n, known) = t.count_guard();
                if !known {
                    t.guard_version(version, n);
                }",
    ),
    mutant(
        19,
        "values-are-not-kept",
        (HEAP, "kept_values"),
        "tracer/src/heap/collect.rs",
        "self.mutator.kept.borrow().iter().for_each(|&v| m.mark_slot(v));",
        "",
    ),
    mutant(
        19,
        "trace-constants-are-no-roots",
        (STEPS, "i19_constants"),
        "tracer/src/runtime/collect.rs",
        "                    self.driver.mark_constants(m);
",
        "",
    ),
    mutant(
        19,
        "native-frames-are-no-roots",
        (STEPS, "i19_what_native"),
        "tracer/src/runtime/collect.rs",
        "m.mark_conservative(unsafe { std::ptr::read_volatile(w) });",
        "let _ = unsafe { std::ptr::read_volatile(w) };",
    ),
    mutant(
        19,
        "stale-references-are-not-found",
        (HEAP, "stress_finds"),
        "tracer/src/heap/space.rs",
        "header.set(FREED as u64);",
        "header.set((FREED - FREED) as u64);",
    ),
    mutant(
        19,
        "stress-uses-memory-again",
        (HEAP, "stress_does_not_use"),
        "tracer/src/heap/collect.rs",
        "if self.mutator.config().stress { QUARANTINE } else { 0 }",
        "if self.mutator.config().stress { QUARANTINE & 0 } else { 0 }",
    ),
    mutant(
        19,
        "dead-objects-have-no-fences",
        ("-p holloway --test stale", "a_field_of"),
        "tracer/src/heap/fence.rs",
        "unsafe { platform::forbid(page as *mut u8, PAGE) }",
        "unsafe { platform::allow(page as *mut u8, PAGE) }",
    ),
    mutant(
        19,
        "freed-objects-keep-their-words",
        (HEAP, "stress_leaves_nothing"),
        "tracer/src/heap/space.rs",
        ".fill(POISON);",
        ";",
    ),
    mutant(
        19,
        "verification-believes-references",
        (HEAP, "verification_names"),
        "tracer/src/heap/verify.rs",
        "if word == 0 || mutator.object_at(word) == Some(word) {",
        "if word == 0 || mutator.object_at(word) != Some(1) {",
    ),
    mutant(
        19,
        "owned-values-not-reset",
        (HEAP, "i19_a_stale"),
        "tracer/src/heap/own.rs",
        "if self.state.replace(0) & PRESENT != 0 {",
        "if self.state.get() & PRESENT != 0 {",
    ),
    mutant(
        20,
        "native-code-does-not-poll",
        (ACTIVATIONS, "i20_loops"),
        "compiler/src/codegen/lower/guards.rs",
        "                self.leave_unless_clear(poll, fail);
",
        "                let _ = poll;
",
    ),
    mutant(
        20,
        "no-poll-at-function-entries",
        (ACTIVATIONS, "i20_recursion"),
        "tracer/src/driver/session.rs",
        "tape::with(|t| t.guard(Op::GuardPoll, [IrRef::NONE; 3], 0));",
        "if kind == Kind::Root {
            tape::with(|t| t.guard(Op::GuardPoll, [IrRef::NONE; 3], 0));
        }",
    ),
    mutant(
        20,
        "no-poll-in-loops",
        (ACTIVATIONS, "i20_loops"),
        "tracer/src/driver/session.rs",
        "tape::with(|t| t.guard(Op::GuardPoll, [IrRef::NONE; 3], 0));",
        "if kind != Kind::Root {
            tape::with(|t| t.guard(Op::GuardPoll, [IrRef::NONE; 3], 0));
        }",
    ),
    mutant(
        21,
        "code-freed-while-it-runs",
        (ACTIVATIONS, "i21"),
        "tracer/src/tables/eviction.rs",
        "self.active.get() == 0 && !self.recording.get()",
        "!self.recording.get()",
    ),
    mutant(
        21,
        "bridges-are-not-taken-off",
        (CONFORMANCE, "links_and_calls"),
        "compiler/src/codegen/backend.rs",
        "self.records[exit].target.set(self.exit_routine);",
        "let _ = exit;",
    ),
    mutant(
        22,
        "two-recorders",
        (ACTIVATIONS, "i22"),
        "tracer/src/tables/mod.rs",
        "self.recording.get() || self.over_budget()",
        "self.over_budget()",
    ),
    mutant(
        22,
        "abort-forgets-its-state",
        (STEPS, "i22_an_aborted"),
        "tracer/src/driver/session.rs",
        "let flow = self.write_back(s, first, origin, &mut rs, exit);",
        "let flow = match exit {
            Exit::Stopped if tape::with(|t| t.dead.is_some()) => Flow::Continue,
            exit => self.write_back(s, first, origin, &mut rs, exit),
        };",
    ),
    mutant(
        22,
        "panic-leaves-the-recorder-on",
        (STEPS, "i22_a_panic"),
        "tracer/src/restore.rs",
        "        self.0.set(self.1)
",
        "        if !std::thread::panicking() {
            self.0.set(self.1)
        }
",
    ),
    mutant(
        22,
        "coroutines-share-a-tape",
        (COROUTINES, "loops_that_yield"),
        "tracer/src/runtime/coroutine/mod.rs",
        "core.tape.replace(Some(Box::new(tape::with(std::mem::take))));",
        "core.tape.replace(Some(Box::default()));",
    ),
    mutant(
        23,
        "cycles-lose-a-value",
        (UNITS, "sequences_mean"),
        "compiler/src/codegen/moves.rs",
        "            if p.1 == start {
",
        "            if p.1 == start && p.0 == start {
",
    ),
    mutant(
        23,
        "zero-is-an-exclusive-or",
        (BACKEND_UNITS, "moves_leave_flags_alone"),
        "backend-x86/src/emit.rs",
        "        if u32::try_from(bits).is_ok() {
            asm!(self.asm ; mov Rd(d), bits as i32)",
        "        if bits == 0 {
            asm!(self.asm ; xor Rd(d), Rd(d))
        } else if u32::try_from(bits).is_ok() {
            asm!(self.asm ; mov Rd(d), bits as i32)",
    ),
    mutant(
        23,
        "clobbered-registers-are-kept",
        (CONFORMANCE, "links_and_calls"),
        "compiler/src/codegen/alloc/step.rs",
        "let mut vacant = w.rules.clobbers.and(self.info.allocatable);",
        "let mut vacant = RegSet::EMPTY;",
    ),
    mutant(
        23,
        "checker-believes-exits",
        (CHECKER, "tampering"),
        "compiler/src/codegen/checker.rs",
        "self.holds(self.out.exit_locs[k as usize], self.plan.exit_values[k as usize])?;",
        "let _ = k;",
    ),
    mutant(
        24,
        "bytes-are-stored-as-words",
        (HEAP, "descriptors_say"),
        "tracer/src/heap/field.rs",
        "bool, Int, U8, |v| v as u64;",
        "bool, Int, W64, |v| v as u64;",
    ),
    mutant(
        25,
        "wrapped-sums-are-facts",
        (FILES, "order"),
        "compiler/src/opt/order.rs",
        "            Kind::Sum => self.exact(f),",
        "            Kind::Sum => self.exact(f) || true,",
    ),
    mutant(
        25,
        "huge-numbers-are-not-less",
        (FILES, "order"),
        "compiler/src/opt/order.rs",
        "f.kind != Kind::Sum && s.good(f)",
        "f.kind != Kind::Sum",
    ),
    mutant(
        25,
        "quotients-of-small-numbers-are-limited",
        (FILES, "fold"),
        "compiler/src/opt/rules/floats.rs",
        "f64::from_bits(rw.bits(rw.resolve(d.args[1]))?).abs(),",
        "f64::from_bits(rw.bits(rw.resolve(d.args[1]))?).abs().max(1.0),",
    ),
    mutant(
        11,
        "nobody-wants-answers-that-may-be-null",
        (FILES, "dce"),
        "compiler/src/opt/dce.rs",
        "trace.never_null(def(call)?)",
        "def(call)?.op == Op::CallPure",
    ),
    mutant(
        16,
        "loops-store-single-elements",
        (FILES, "peel"),
        "compiler/src/opt/rewriter.rs",
        "Elements(u64::MAX << lo & u64::MAX >> (Elements::REST - hi))",
        "Elements(1 << lo | 1 << hi)",
    ),
    mutant(
        11,
        "errors-of-shared-calls-are-whose-came-last",
        (ACTIVATIONS, "an_elidable"),
        "tracer/src/machine/helper.rs",
        "        return call::<M, R>(m, raising, args);
    }",
        "        let _ = (raising, args);
        return Err(Raised);
    }",
    ),
];
