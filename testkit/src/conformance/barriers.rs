//! The write barrier: an object whose header asks for it is entered in the log, others are not, and nothing else changes.

use super::Runner;
use holloway_compiler::abi::{status, LOGGING, POLL_LOG};
use holloway_compiler::codegen::backend::{Backend, CompileRequest, NoLinks};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate, Outcome};
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Inst, IrRef, Op, Trace, Ty};

/// Values alive across the barrier: few, and more than any target has registers of a class.
const LIVE: [usize; 2] = [3, 36];
/// The type number of the object.
const TYPE: u64 = 7;

/// `Some(address)`: the object is a constant.
fn trace(live: usize, constant: Option<u64>) -> Trace {
    let mut t = Trace::default();
    let constant = constant.map(|bits| t.konst(Ty::Ref, bits));
    let mut push = |op, ty, args: &[IrRef]| {
        let mut i = Inst { ty, ..Inst::new(op) };
        i.args[..args.len()].copy_from_slice(args);
        t.push(i)
    };
    let input = push(Op::Input, Ty::Ref, &[]);
    let ints: Vec<IrRef> = (0..live).map(|_| push(Op::Input, Ty::Int, &[])).collect();
    let floats: Vec<IrRef> = (0..live).map(|_| push(Op::Input, Ty::Float, &[])).collect();
    push(Op::Barrier, Ty::Void, &[constant.unwrap_or(input)]);
    // All of them together, and as many by themselves as a trace may have results.
    let mut results = vec![input];
    for (op, ty, values) in [(Op::IntAdd, Ty::Int, &ints), (Op::FloatAdd, Ty::Float, &floats)] {
        let sum = values.iter().copied().reduce(|a, b| push(op, ty, &[a, b]));
        results.extend(sum.into_iter().chain(values.iter().copied().take(12)));
    }
    let mut end = Inst::new(Op::Finish);
    end.list = t.add_list(results);
    t.push(end);
    assert_eq!(verify(&t), Ok(()), "{t}");
    t
}

/// The whole suite.
pub fn run_all(backend: &dyn Backend) {
    let mut runner = Runner::new(backend);
    for live in LIVE {
        for case in 0..8 {
            let (constant, logging, full) = (case & 1 != 0, case & 2 != 0, case & 4 != 0);
            let mem = ArenaMemory::new();
            let object = mem.block(&[if logging { TYPE | LOGGING } else { TYPE }, 0, 0]);
            let log = mem.block(&[0, 0, 0]);
            let ctx = mem.ctx();
            ctx.log_next.set(log as usize + 8);
            ctx.log_end.set(log as usize + if full { 16 } else { 24 });
            let t = trace(live, constant.then_some(object));
            let ints = (0..live as u64).map(|i| i * i + 1);
            let floats = (0..live).map(|i| (i as f64 / 3.0).to_bits());
            let inputs: Vec<u64> = [object].into_iter().chain(ints).chain(floats).collect();
            let Outcome::Finish(want) = evaluate(&t, &inputs, &mut mem.clone(), 1_000) else {
                panic!("the evaluator does not finish\n{t}")
            };
            let mut request = CompileRequest::new(&t, &NoLinks);
            request.check = true;
            let code = backend.compile(&mut runner.arena, &request).unwrap_or_else(|e| panic!("{e}\n{t}"));
            assert_eq!(runner.enter(code.outer, &mem, &inputs), status::RETURN);
            let about = format!("{live} values, constant {constant}, logging {logging}, full {full}");
            assert_eq!(runner.results(want.len()), want, "{about}");
            assert_eq!(mem.word(object), TYPE, "{about}");
            assert_eq!(mem.word(log + 8), if logging { object } else { 0 }, "{about}");
            assert_eq!(ctx.log_next.get() as u64, log + if logging { 16 } else { 8 }, "{about}");
            assert_eq!(ctx.poll.get(), if logging && full { POLL_LOG } else { 0 }, "{about}");
            runner.arena.free(code.code);
        }
    }
}
