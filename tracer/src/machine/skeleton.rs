//! The skeleton of an interpreter's loop: merge point, back-edges, what follows a change of depth, errors.
//!
//! Each language's [`interp`](super::Language::interp) has the same shape: one loop over activations, in it one over instructions, which an error
//! leaves. [`interpreter_loop!`](crate::interpreter_loop) is that shape, with the language's own parts as clauses; [`merge_point!`](crate::merge_point) and [`backedge!`](crate::backedge) are
//! two of its pieces for a loop of another shape.
//!
//! **Invariant.** What a clause names is evaluated where it stands in the expansion, so a local variable is what it would be in a loop written by hand;
//! nothing is kept anywhere else. **Not promised**: that a loop of this shape suits every language.

/// The loop of an interpreter whose instructions a program counter names.
///
/// The clauses, in this order:
/// - `machine m, state s, labels 'frame 'run;`: the arguments of `interp`, and names for the two loops: `continue 'frame` takes up whatever activation runs
///   now, `break 'run` raises the error that is with the run time.
/// - `activation { .. }`: statements run when an activation is taken up: its code, program counter, window of registers.
/// - `merge when { .. }` (may be left out): the condition for a merge point before an instruction. It must be green.
/// - `publish { .. }`: writes what local variables know (the program counter) to the running frame.
/// - `refetch { .. }`: reads again what a machine that records may have changed since the last instruction.
/// - `at_header { .. }`: makes a loop's header, which `pc` names, the place of an error that is raised there (by an interrupt, or in compiled code).
/// - `unwind { .. }`: an expression, run after `publish`, that goes to the nearest handler or closes activations: [`Flow::Leave`](crate::machine::Flow::Leave) if none is left, else any other.
/// - `step { .. }`: fetches and executes one instruction.
///
/// In `step` there are these macros:
/// - `t!(result)`: the value, or the error is raised.
/// - `act!(flow)`: acts on a [`Flow`](crate::machine::Flow); goes on behind it only with [`Flow::Raised`](crate::machine::Flow::Raised).
/// - `go!(flow)`: acts on a flow, and raises the error if there is one.
/// - `count!(cell)`: counts a back-edge whose target `pc` names already.
///
/// ```text
/// interpreter_loop! {
///     machine m, state s, labels 'frame 'run;
///     activation { let code = ..; let mut pc = s.top().frame.pc as usize; let mut r = s.stack.window(s.top().base); }
///     publish { s.top().frame.pc = pc as u32; }
///     refetch { r = s.stack.window(s.top().base); }
///     at_header { pc += 1; }
///     unwind { self.unwind(m, s) }
///     step { let op = code.ops[pc]; pc += 1; match op { Op::Loop(to) => { pc = to; count!(&code.loops[pc]) } .. } }
/// }
/// ```
#[macro_export]
macro_rules! interpreter_loop {
    ($($clauses:tt)*) => { $crate::__interpreter_loop! { ($) $($clauses)* } };
}

/// The expansion of [`interpreter_loop!`], which needs a dollar sign of its own for the macros that it makes.
#[doc(hidden)]
#[macro_export]
macro_rules! __interpreter_loop {
    (
        ($d:tt)
        machine $m:ident, state $s:ident, labels $frame:lifetime $run:lifetime;
        activation { $($activation:tt)* }
        $(merge when { $($when:tt)* })?
        publish { $($publish:tt)* }
        refetch { $($refetch:tt)* }
        at_header { $($at_header:tt)* }
        unwind { $($unwind:tt)* }
        step { $($step:tt)* }
    ) => {
        $frame: loop {
            $($activation)*
            #[allow(unused_macros)]
            macro_rules! act {
                ($d flow:expr) => {
                    match $d flow {
                        $crate::machine::Flow::Continue => continue $frame,
                        $crate::machine::Flow::Raised => ::std::hint::cold_path(),
                        $crate::machine::Flow::Unwound => match { $($unwind)* } {
                            $crate::machine::Flow::Leave(exit) => return exit,
                            _ => continue $frame,
                        },
                        $crate::machine::Flow::Leave(exit) => return exit,
                    }
                };
            }
            $run: loop {
                if M::TRACING {
                    $(if $($when)*)? {
                        $crate::merge_point!($m, $s, publish { $($publish)* }, refetch {});
                    }
                    $($refetch)*
                }
                // These are defined in the loop whose label they use.
                #[allow(unused_macros)]
                macro_rules! t {
                    ($d result:expr) => {
                        match $d result {
                            Ok(x) => x,
                            Err($crate::machine::Raised) => {
                                ::std::hint::cold_path();
                                break $run
                            }
                        }
                    };
                }
                #[allow(unused_macros)]
                macro_rules! go {
                    ($d flow:expr) => {{
                        act!($d flow);
                        break $run;
                    }};
                }
                #[allow(unused_macros)]
                macro_rules! count {
                    ($d cell:expr) => {
                        $crate::backedge!($m, $s, $d cell, publish { $($publish)* }, |flow| {
                            act!(flow);
                            $($at_header)*
                            break $run;
                        })
                    };
                }
                $($step)*
            }
            $($publish)*
            match { $($unwind)* } {
                $crate::machine::Flow::Leave(exit) => return exit,
                _ => continue $frame,
            }
        }
    };
}

/// Declares a merge point: publishes the places, lets the machine act, and refetches.
///
/// `merge_point!(m, s, publish { s.top().frame.pc = pc as u32; }, refetch { regs = s.stack.window(base); })`. Costs nothing in plain
/// execution. Returns from the enclosing function with [`Exit::Stopped`](crate::machine::Exit::Stopped) when the machine wants out.
#[macro_export]
macro_rules! merge_point {
    ($m:expr, $s:expr, publish { $($p:tt)* }, refetch { $($r:tt)* }) => {
        if M::TRACING {
            $($p)*
            if $crate::machine::Machine::merge($m, $s) {
                return $crate::machine::Exit::Stopped;
            }
            $($r)*
        }
    };
}

/// Counts a back-edge; on a hot one (or when somebody wants attention) publishes, calls the machine, and continues with `flow`.
///
/// `backedge!(m, s, cell, publish { .. }, |flow| { .. })`: `flow` is a [`Flow`](crate::machine::Flow) to act on.
#[macro_export]
macro_rules! backedge {
    ($m:expr, $s:expr, $cell:expr, publish { $($p:tt)* }, |$flow:ident| $body:block) => {
        if $crate::machine::Machine::ticks($m, $cell) {
            ::std::hint::cold_path();
            $($p)*
            let $flow = $crate::machine::Machine::hot($m, $s, $cell);
            $body
        }
    };
}
