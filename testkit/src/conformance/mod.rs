//! What every backend must do: reusable checks that run a trace on the evaluator and natively and compare.
//!
//! **Problem.** All backends owe the same behaviour, so they share one suite. A backend's own test crate calls [`cases::run_all`] (hand-written
//! cases, named) and [`fuzz`] (random traces) with its [`Backend`].
//!
//! **Method.** Both executions get equal memories ([`ArenaMemory::fork`]). Exits are compared as rebuilt states, so that the
//! representation of addresses and the sign of computed NaNs do not matter.
//!
//! **Not promised.** Speed; anything about the code but its effects.
//!
//! **Example** (in a backend's tests): `cases::run_all(&X86::new())`.

pub mod barriers;
pub mod bodies;
pub mod cases;
pub mod frames;
pub mod fuzz;
pub mod links;
pub mod listing;
pub mod pipeline;
pub mod searches;
pub mod tampering;

use holloway_compiler::abi::{status, MAX_EXIT_VALUES, MAX_OUT};
use holloway_compiler::codegen::Arena;
use holloway_compiler::codegen::{Backend, CodegenError, CompileRequest, CompiledTrace};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{rebuild, same_word, Outcome};
use holloway_compiler::ir::{Op, Trace};

/// Compiles, runs and frees traces.
pub struct Runner<'b> {
    /// The backend under test.
    pub backend: &'b dyn Backend,
    /// Its code.
    pub arena: Arena,
    /// Random register allocation for every random trace, not for half of them.
    pub randomize: bool,
    exit_values: Vec<u64>,
    out: Vec<u64>,
    spill: Option<usize>,
}

/// How many results a trace's `Finish` has; 0 if it ends otherwise.
pub(crate) fn finished(trace: &Trace) -> usize {
    trace.insts.last().filter(|i| i.op == Op::Finish).map_or(0, |i| trace.list(i).len())
}

impl<'b> Runner<'b> {
    /// A runner with an arena of its own.
    pub fn new(backend: &'b dyn Backend) -> Runner<'b> {
        Runner {
            backend,
            arena: Arena::new(64 << 20),
            randomize: false,
            exit_values: vec![0; MAX_EXIT_VALUES],
            out: vec![0; MAX_OUT],
            spill: None,
        }
    }

    /// The entry of functions that are not compiled, made at first use.
    fn spill_entry(&mut self) -> Result<usize, String> {
        if let Some(entry) = self.spill {
            return Ok(entry);
        }
        let entry = self.backend.spill_entry(&mut self.arena).map_err(|e| e.to_string())?;
        self.spill = Some(entry);
        Ok(entry)
    }

    /// Enters compiled code and tells how it ended: the status.
    pub fn enter(&mut self, entry: usize, mem: &ArenaMemory, inputs: &[u64]) -> u64 {
        let ctx = mem.ctx();
        ctx.exit_values.set(self.exit_values.as_mut_ptr());
        // SAFETY: callers pass the outer entry of a live trace and as many inputs as it has, all valid in `mem`; both
        // buffers have the sizes the contract asks for; tests run on an ordinary stack with megabytes to spare.
        unsafe { self.backend.enter(entry, ctx, inputs, self.out.as_mut_ptr()) }
    }

    /// The first `n` result words of the last entry that returned.
    pub fn results(&self, n: usize) -> Vec<u64> {
        self.out[..n].to_vec()
    }

    /// Enters compiled code that is to return, and tells its first `n` results.
    pub fn returned(&mut self, entry: usize, mem: &ArenaMemory, inputs: &[u64], n: usize) -> Vec<u64> {
        assert_eq!(self.enter(entry, mem, inputs), status::RETURN);
        self.results(n)
    }

    /// The values of the last exit.
    pub fn exit_values(&self, n: usize) -> Vec<u64> {
        self.exit_values[..n].to_vec()
    }

    /// Runs a compiled trace (its exits numbered from 0) and tells the outcome in the evaluator's terms.
    pub fn run_compiled(
        &mut self,
        trace: &Trace,
        code: &CompiledTrace,
        inputs: &[u64],
        mem: &ArenaMemory,
    ) -> Outcome {
        match self.enter(code.outer, mem, inputs) {
            status::RETURN => Outcome::Finish(self.results(finished(trace))),
            status::EXIT => {
                let n = mem.ctx().exit.get() as usize;
                match code.exits.get(n) {
                    Some(exit) => Outcome::Exit {
                        inst: exit.inst as usize,
                        snap: exit.snap,
                        values: self.exit_values(code.places(exit).len()),
                    },
                    None => Outcome::Fault { inst: trace.insts.len(), why: format!("exit {n}") },
                }
            }
            other => Outcome::Fault { inst: trace.insts.len(), why: format!("status {other}") },
        }
    }

    /// Compiles and runs a trace.
    pub fn run(
        &mut self,
        request: &CompileRequest<'_>,
        inputs: &[u64],
        mem: &ArenaMemory,
    ) -> Result<Outcome, CodegenError> {
        let code = self.backend.compile(&mut self.arena, request)?;
        let outcome = self.run_compiled(request.trace, &code, inputs, mem);
        self.arena.free(code.code);
        Ok(outcome)
    }
}

/// One execution to compare: outcome, inputs, memory.
pub type Ran<'a> = (&'a Outcome, &'a [u64], &'a ArenaMemory);

/// Whether two executions of a trace ended alike: same exit or results, same reachable heap.
pub fn same_outcome(trace: &Trace, want: Ran<'_>, got: Ran<'_>) -> Result<(), String> {
    let ((a, a_in, a_mem), (b, b_in, b_mem)) = (want, got);
    match (a, b) {
        (Outcome::Exit { inst: i, snap, values: v }, Outcome::Exit { inst: j, values: w, .. }) => {
            if i != j {
                return Err(format!("should leave at v{i} but left at v{j}"));
            }
            let snap = &trace.snaps[snap.0 as usize];
            let x = rebuild(trace, snap, v, &mut a_mem.clone())?;
            let y = rebuild(trace, snap, w, &mut b_mem.clone())?;
            x.compare(&y, a_mem, b_mem)
                .map_err(|e| format!("exit at v{i}: {e}; values {v:x?} and {w:x?}"))?;
        }
        (Outcome::Finish(v), Outcome::Finish(w)) => {
            let types: Vec<_> = match trace.insts.last() {
                Some(i) if i.op == Op::Finish => trace.list(i).iter().map(|r| trace.ty(*r)).collect(),
                _ => Vec::new(),
            };
            if v.len() != w.len() {
                return Err(format!("{} and {} results", v.len(), w.len()));
            }
            for (k, ty) in types.iter().enumerate() {
                if *ty != holloway_compiler::ir::Ty::Ref && !same_word(*ty, v[k], w[k]) {
                    return Err(format!("result {k}: {:#x} and {:#x}", v[k], w[k]));
                }
            }
            a_mem.same_heap(b_mem, v, w).map_err(|e| format!("results: {e}"))?;
        }
        (a, b) => return Err(format!("should end as {a:x?} but ended as {b:x?}")),
    }
    a_mem.same_heap(b_mem, a_in, b_in).map_err(|e| format!("heap: {e}"))
}
