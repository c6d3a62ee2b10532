//! Folds, carried out: the host goes through the lists that items have left.
//!
//! **Problem.** A list has as many rows as there are items. Looking up values, constants and operands for each is slower than what is computed.
//!
//! **How.** The fold becomes a list of instructions on numbered slots, once; constants and what comes from outside the loop are in theirs from the beginning, terms are put into
//! theirs for each row.
//!
//! **Invariant.** Operands are slots that exist: all are made by [`Code::slot`].
//!
//! **Example.** A sum is `slot 2 = float_add slot 0, slot 1; slot 0 = slot 2`, with the row's term in slot 1.

use crate::fold::{Fold, FoldStep};
use crate::host::{Host, Stop};
use holloway_compiler::ir::scalar::eval_pure;
use holloway_compiler::ir::{IrRef, Op};
use holloway_compiler::region::{BlockId, Step};
use std::collections::HashMap;

/// An instruction.
enum Do {
    Op {
        op: Op,
        args: [usize; 3],
        count: usize,
        to: usize,
    },
    Copy {
        from: usize,
        to: usize,
    },
    Check {
        cond: usize,
        holds: bool,
        block: BlockId,
        step: usize,
    },
    /// On behind so many instructions if the condition does not hold.
    Unless {
        cond: usize,
        skip: usize,
    },
    Skip(usize),
}

struct Code<'a, 'r> {
    host: &'a Host<'r>,
    slots: HashMap<IrRef, usize>,
    values: Vec<u64>,
    code: Vec<Do>,
}

impl Code<'_, '_> {
    fn slot(&mut self, r: IrRef) -> usize {
        *self.slots.entry(r).or_insert_with(|| {
            self.values.push(self.host.get(r));
            self.values.len() - 1
        })
    }

    fn steps(&mut self, steps: &[FoldStep]) {
        for step in steps {
            match step {
                FoldStep::Op(r) => {
                    let inst = *self.host.region.inst(*r);
                    let mut args = [0; 3];
                    let operands = inst.operands();
                    operands.iter().zip(&mut args).for_each(|(&o, at)| *at = self.slot(o));
                    let to = self.slot(*r);
                    self.code.push(Do::Op { op: inst.op, args, count: operands.len(), to });
                }
                FoldStep::Assume(block, step) => {
                    let of = &self.host.region.blocks[*block as usize].steps[*step];
                    if let Step::Assume { cond, holds, .. } = of {
                        let cond = self.slot(*cond);
                        self.code.push(Do::Check { cond, holds: *holds, block: *block, step: *step });
                    }
                }
                FoldStep::Set(pairs) => {
                    // One may be another's old value.
                    let moved: Vec<(usize, usize)> =
                        pairs.iter().map(|&(to, from)| (self.slot(to), self.slot(from))).collect();
                    let at_once = self.values.len();
                    self.values.resize(at_once + moved.len(), 0);
                    let there =
                        moved.iter().enumerate().map(|(k, m)| Do::Copy { from: m.1, to: at_once + k });
                    let back = moved.iter().enumerate().map(|(k, m)| Do::Copy { from: at_once + k, to: m.0 });
                    self.code.extend(there.chain(back));
                }
                FoldStep::If { cond, yes, no } => {
                    let cond = self.slot(*cond);
                    let at = self.code.len();
                    self.code.push(Do::Unless { cond, skip: 0 });
                    self.steps(yes);
                    let end = self.code.len();
                    self.code.push(Do::Skip(0));
                    self.steps(no);
                    self.code[at] = Do::Unless { cond, skip: end - at };
                    self.code[end] = Do::Skip(self.code.len() - end - 1);
                }
            }
        }
    }
}

/// Goes through the lists of terms, which have so many rows, and sets the folded parameters to what they are then.
///
/// # Errors
/// An assumption does not hold.
pub fn run(
    host: &mut Host<'_>,
    fold: &Fold,
    params: &[IrRef],
    lists: &[u64],
    rows: usize,
) -> Result<(), Stop> {
    let mut code = Code { host, slots: HashMap::new(), values: Vec::new(), code: Vec::new() };
    code.steps(&fold.steps);
    let terms: Vec<usize> = fold.terms.iter().map(|&t| code.slot(t)).collect();
    let results: Vec<usize> = params.iter().map(|&p| code.slot(p)).collect();
    let Code { mut values, code, .. } = code;
    for row in 0..rows {
        for (k, &slot) in terms.iter().enumerate() {
            values[slot] = lists[k * rows + row];
        }
        let mut at = 0;
        while let Some(step) = code.get(at) {
            at += 1;
            match *step {
                Do::Op { op, args, count, to } => {
                    let args = args.map(|a| values[a]);
                    values[to] = eval_pure(op, &args[..count])
                        .ok_or_else(|| Stop::Fault(format!("no computation {op:?}")))?;
                }
                Do::Copy { from, to } => values[to] = values[from],
                Do::Check { cond, holds, block, step } if (values[cond] != 0) != holds => {
                    return Err(Stop::Failed(block, step));
                }
                Do::Check { .. } => {}
                Do::Unless { cond, skip } if values[cond] == 0 => at += skip,
                Do::Unless { .. } => {}
                Do::Skip(n) => at += n,
            }
        }
    }
    for (&p, slot) in params.iter().zip(results) {
        host.env[p.index()] = values[slot];
    }
    Ok(())
}
