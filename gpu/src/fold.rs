//! What of a loop cannot be done at once, and is little enough to be done after it, in order: sums, least and greatest elements, where they are, counts.
//!
//! **Problem.** `if x < best: best = x; where = i` needs the iteration before for a comparison only. What it compares does not: items leave `x` and `i` in lists, and the host
//! goes through the lists as the iterations would have done. So results agree to the bit, signs of zeros and `nan` included, and sums of integers fail where they
//! would have overflowed.
//!
//! **How.** What depends on a *folded* parameter of the header is folded: ops, assumptions, branches, and the parameters of blocks where such a branch's ways meet. Items jump over
//! what lies between, where nothing else may be done but computing, and compute it in any case. What folded ops take from the iteration are its *terms*.
//!
//! **Invariants.** Nothing that is folded is read or written in memory, stands in an inner loop, or is needed by what is not folded.
//!
//! **Not promised.** Speed of the host's part, some nanoseconds an op: loops pay that do much more in an iteration.
//!
//! **Example.** Of the above, with `x` computed by two ops: the terms are `x` and `i`; the steps are `float_lt x best`, and `if` it holds, set `best, where` to `x, i`, else to themselves.

use crate::nest::{Nest, Use, END};
use crate::schedule::Role;
use holloway_compiler::ir::{IrRef, Op};
use holloway_compiler::region::{BlockId, Edge, End, Placed, Region, Step};
use std::collections::{BTreeMap, BTreeSet};

/// A fold: what leads from old to new values of parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fold {
    /// What is done for each iteration.
    pub steps: Vec<FoldStep>,
    /// What that takes from the iteration. On ways that the iteration did not come, any value will do.
    pub terms: Vec<IrRef>,
    /// Ops and parameters that items do not compute.
    pub values: BTreeSet<IrRef>,
    /// Assumptions that they do not test.
    pub assumes: BTreeSet<(BlockId, usize)>,
    /// Branches that they jump over.
    pub branches: BTreeMap<BlockId, Branch>,
}

/// See [`Fold`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldStep {
    /// Compute this op.
    Op(IrRef),
    /// Fail unless the step of the block is right.
    Assume(BlockId, usize),
    /// Set the first of each pair to the second, all at once.
    Set(Vec<(IrRef, IrRef)>),
    /// One or the other, by a condition.
    If { cond: IrRef, yes: Vec<FoldStep>, no: Vec<FoldStep> },
}

/// A branch that items jump over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The blocks between, in order: what they compute is computed in any case.
    pub between: Vec<BlockId>,
    /// Where the ways meet; [`END`] if that is the next iteration.
    pub to: BlockId,
}

impl Branch {
    /// An edge to the next iteration from the branch or behind it: what is not folded they all supply alike.
    pub fn way_on<'r>(&self, region: &'r Region, header: BlockId, branch: BlockId) -> Option<&'r Edge> {
        let from = [branch].into_iter().chain(self.between.iter().copied());
        from.flat_map(|b| region.blocks[b as usize].end.edges()).find(|e| e.to == header)
    }
}

/// Finds the fold of a loop. Parameters that turn out to be part of it become so.
///
/// # Errors
/// What cannot be folded.
pub fn find(nest: &Nest, region: &Region, l: usize, roles: &mut [Role]) -> Result<Fold, String> {
    if !roles.contains(&Role::Fold) {
        return Ok(Fold::default());
    }
    let header = nest.cfg.loops[l].header;
    let params = &region.blocks[header as usize].params;
    let joins = nest.joins(region, l);
    loop {
        let mut finder = Finder { nest, region, l, header, joins: &joins, fold: Fold::default() };
        let folded: Vec<IrRef> =
            params.iter().zip(&*roles).filter(|(_, r)| **r == Role::Fold).map(|(p, _)| *p).collect();
        finder.reach(folded.clone())?;
        let mut settled = true;
        for (&p, role) in params.iter().zip(&mut *roles).filter(|(_, r)| **r != Role::Fold) {
            let handed = |some: &BTreeSet<IrRef>| some.iter().any(|r| finder.fold.values.contains(r));
            let by_fold = matches!(role, Role::Last(some) if handed(some))
                || nest.supplied(region, l, p, true).iter().any(|a| finder.fold.values.contains(a))
                || finder.fold.branches.iter().any(|(&b, branch)| finder.decides(b, branch, p));
            if by_fold {
                (*role, settled) = (Role::Fold, false);
            }
        }
        if settled {
            return finder.steps(&folded);
        }
    }
}

struct Finder<'a> {
    nest: &'a Nest,
    region: &'a Region,
    l: usize,
    header: BlockId,
    /// Where the ways from each block meet.
    joins: &'a [BlockId],
    fold: Fold,
}

impl Finder<'_> {
    fn carried<T>(&self, b: BlockId) -> Result<T, String> {
        Err(format!("each iteration needs what the one before has computed ({})", self.region.line_of(b)))
    }

    /// Whether a block is part of the loop and of no loop in it.
    fn directly(&self, b: BlockId) -> bool {
        self.nest.cfg.loop_of[b as usize] == Some(self.l)
    }

    /// Finds all that depends on folded parameters.
    fn reach(&mut self, mut todo: Vec<IrRef>) -> Result<(), String> {
        self.fold.values = todo.iter().copied().collect();
        let (nest, region, l) = (self.nest, self.region, self.l);
        while let Some(r) = todo.pop() {
            for &(b, how) in nest.uses.get(&r).into_iter().flatten().filter(|u| nest.in_loop(l, u.0)) {
                let step = |s: usize| &region.blocks[b as usize].steps[s];
                match how {
                    Use::Arg(to, _) if !nest.in_loop(l, to) || to == self.header => {}
                    _ if !self.directly(b) => return self.carried(b),
                    Use::Op(o) if matches!(region.inst(o).op, Op::CallPure | Op::TableWord) => {
                        return self.carried(b)
                    }
                    Use::Op(o) => self.add(o, &mut todo),
                    Use::Step(s) if matches!(step(s), Step::Assume { .. }) => {
                        self.fold.assumes.insert((b, s));
                    }
                    Use::Arg(to, k) if self.directly(to) => {
                        self.add(region.blocks[to as usize].params[k], &mut todo);
                    }
                    Use::End => self.jump_over(b, &mut todo)?,
                    _ => return self.carried(b),
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, r: IrRef, todo: &mut Vec<IrRef>) {
        if self.fold.values.insert(r) {
            todo.push(r);
        }
    }

    /// A branch depends on the fold.
    fn jump_over(&mut self, b: BlockId, todo: &mut Vec<IrRef>) -> Result<(), String> {
        if self.fold.branches.contains_key(&b) {
            return Ok(());
        }
        let to = self.joins[b as usize];
        let between = self.between(b, to);
        for &x in [b].iter().chain(&between) {
            let leaves = |e: &Edge| !self.nest.in_loop(self.l, e.to);
            if !self.directly(x) || self.region.blocks[x as usize].end.edges().iter().any(leaves) {
                return self.carried(x);
            }
        }
        let met = between.iter().chain(Some(&to).filter(|&&to| to != END));
        for &p in met.flat_map(|&x| &self.region.blocks[x as usize].params) {
            self.add(p, todo);
        }
        self.fold.branches.insert(b, Branch { between, to });
        Ok(())
    }

    /// The blocks on ways from one block to where they meet.
    fn between(&self, b: BlockId, to: BlockId) -> Vec<BlockId> {
        let (mut all, mut todo) = (BTreeSet::new(), vec![b]);
        while let Some(x) = todo.pop() {
            for e in self.region.blocks[x as usize].end.edges() {
                let inside = self.nest.in_loop(self.l, e.to) && e.to != self.header && e.to != to;
                if inside && all.insert(e.to) {
                    todo.push(e.to);
                }
            }
        }
        all.into_iter().collect()
    }

    /// Whether a folded branch decides what a parameter of the header gets.
    fn decides(&self, b: BlockId, branch: &Branch, p: IrRef) -> bool {
        let from = |x: BlockId| x == b || branch.between.binary_search(&x).is_ok();
        let supplied = self.nest.incoming(self.region, self.header, p, from);
        branch.to == END && supplied.windows(2).any(|w| w[0] != w[1])
    }

    /// The steps, if nothing else stands where items jump.
    fn steps(mut self, folded: &[IrRef]) -> Result<Fold, String> {
        for x in self.fold.branches.values().flat_map(|b| &b.between) {
            for (s, step) in self.region.blocks[*x as usize].steps.iter().enumerate() {
                let folded = matches!(step, Step::Assume { .. }) && self.fold.assumes.contains(&(*x, s));
                if !folded {
                    return self.carried(*x);
                }
            }
        }
        let mut steps = Vec::new();
        self.follow(self.header, END, folded, &mut steps)?;
        self.fold.steps = steps;
        match self.fold.terms.is_empty() {
            // A chain of numbers, and nothing that items could do for it.
            true => self.carried(self.header),
            false => Ok(self.fold),
        }
    }

    /// What the ways from a block to where they meet do.
    fn follow(
        &mut self,
        mut b: BlockId,
        until: BlockId,
        folded: &[IrRef],
        out: &mut Vec<FoldStep>,
    ) -> Result<(), String> {
        while b != until && b != END {
            let to = self.joins[b as usize];
            if !self.directly(b) {
                // An inner loop: all of it is the items'.
                if self.matters(b, to) {
                    return self.carried(b);
                }
                b = to;
                continue;
            }
            self.block(b, out);
            let inside = |e: &&Edge| self.nest.in_loop(self.l, e.to);
            match &self.region.blocks[b as usize].end {
                End::If { cond, to: ways } if ways.iter().all(|e| inside(&e)) => {
                    if self.matters(b, to) {
                        let [mut yes, mut no] = [Vec::new(), Vec::new()];
                        self.way(&ways[0], to, folded, &mut yes)?;
                        self.way(&ways[1], to, folded, &mut no)?;
                        self.term(*cond);
                        out.push(FoldStep::If { cond: *cond, yes, no });
                    }
                    b = to;
                }
                end => {
                    let Some(e) = end.edges().iter().find(inside) else { return self.carried(b) };
                    self.way(e, e.to, folded, out)?;
                    b = if e.to == self.header { END } else { e.to };
                }
            }
        }
        Ok(())
    }

    /// What a way does: what its edge supplies, and what the blocks behind it do.
    fn way(
        &mut self,
        e: &Edge,
        until: BlockId,
        folded: &[IrRef],
        out: &mut Vec<FoldStep>,
    ) -> Result<(), String> {
        let params = self.region.blocks[e.to as usize].params.iter().copied().zip(e.args.iter().copied());
        let next = e.to == self.header;
        let pairs: Vec<(IrRef, IrRef)> = params
            .filter(|(p, _)| if next { folded.contains(p) } else { self.fold.values.contains(p) })
            .collect();
        pairs.iter().for_each(|p| self.term(p.1));
        if !pairs.is_empty() {
            out.push(FoldStep::Set(pairs));
        }
        if next {
            return Ok(());
        }
        self.follow(e.to, until, folded, out)
    }

    /// The folded part of a block.
    fn block(&mut self, b: BlockId, out: &mut Vec<FoldStep>) {
        for placed in &self.nest.order[b as usize] {
            match *placed {
                Placed::Pure(r) if self.fold.values.contains(&r) => {
                    self.region.operands(self.region.inst(r)).for_each(|o| self.term(o));
                    out.push(FoldStep::Op(r));
                }
                Placed::Step(s) if self.fold.assumes.contains(&(b, s)) => out.push(FoldStep::Assume(b, s)),
                _ => {}
            }
        }
    }

    /// Whether anything is folded between a block and where its ways meet, or decided there.
    fn matters(&self, b: BlockId, to: BlockId) -> bool {
        let values = &self.fold.values;
        let met = |x: BlockId| self.region.blocks[x as usize].params.iter().any(|p| values.contains(p));
        let done = |x: BlockId| {
            let placed = &self.nest.order[x as usize];
            placed.iter().any(|p| match *p {
                Placed::Pure(r) => values.contains(&r),
                Placed::Step(s) => self.fold.assumes.contains(&(x, s)),
            })
        };
        to == END || met(to) || self.between(b, to).into_iter().any(|x| met(x) || done(x))
    }

    /// Notes what is taken from the iteration.
    fn term(&mut self, r: IrRef) {
        let known = self.fold.values.contains(&r) || self.nest.outside(self.l, r);
        if !known && !self.fold.terms.contains(&r) {
            self.fold.terms.push(r);
        }
    }
}
