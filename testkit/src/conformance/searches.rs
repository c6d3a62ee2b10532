//! What takes the place of a call of a helper that looks for an entry of a hash table ([`Inline::Entry`]), against a search that looks at one place after another.

use super::Runner;
use holloway_compiler::abi::status;
use holloway_compiler::codegen::backend::{Backend, CompileRequest, NoLinks};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{HelperDescr, HelperEffect, Inline, Inst, IrRef, Op, Trace, Ty};
use holloway_draws::Draws;

/// Values alive across the search: few, and more than any target has registers of a class.
const LIVE: [usize; 2] = [2, 36];
/// Searches of each kind.
const SEARCHES: usize = 3000;

/// A table: the words of its index, or none, and its marks.
struct Table {
    index: Option<Vec<u64>>,
    marks: u64,
}

impl Table {
    /// With hashes that are often alike, and entries that are gone.
    fn draw(draws: &mut Draws, hashes: &[u64]) -> Table {
        let hash = |draws: &mut Draws| hashes[draws.below(hashes.len())];
        if draws.chance(50) {
            let marks = (0..draws.below(9)).fold(0, |marks, i| marks | (hash(draws) >> 57 | 128) << (8 * i));
            return Table { index: None, marks };
        }
        let mut index = vec![0; (1 << draws.below(7)) / 2];
        for entry in 0..draws.below(index.len().max(1)) as u64 {
            let hash = hash(draws);
            let places = (0..index.len()).map(|i| ((hash >> 32) as usize + i) % index.len());
            let free = places.into_iter().find(|&at| index[at] == 0).expect("fewer entries than places");
            index[free] = if draws.chance(20) { 1 } else { hash >> 32 << 32 | (entry + 2) };
        }
        // A table with an index has no need of marks.
        Table { index: Some(index), marks: draws.bits() }
    }
    /// What a search answers.
    fn find(&self, hash: u64) -> u64 {
        let Some(index) = &self.index else {
            let marks = self.marks.to_le_bytes();
            return marks
                .iter()
                .position(|&m| u64::from(m) == (hash >> 57 | 128))
                .map_or(u64::MAX, |i| i as u64);
        };
        let way = (0..index.len()).map(|i| index[((hash >> 32) as usize + i) % index.len()]);
        let mut seen = way.take_while(|&place| place != 0);
        seen.find(|&place| place >> 32 == hash >> 32 && place as u32 > 1)
            .map_or(u64::MAX, |place| u64::from(place as u32 - 2))
    }
    /// Its index in memory; null if it has none.
    fn lay(&self, mem: &ArenaMemory) -> u64 {
        let Some(index) = &self.index else { return 0 };
        assert_eq!((Inline::LENGTH, Inline::WORDS), (8, 16));
        mem.block(&[&[1, index.len() as u64], &index[..]].concat())
    }
}

/// A search whose arguments are inputs, or these constants.
fn trace(live: usize, constants: [Option<u64>; 3]) -> Trace {
    let mut t = Trace::default();
    let (name, effect, inline) = ("entry".into(), HelperEffect::Read, Some(Inline::Entry));
    let helper = t.helper(&HelperDescr { name, addr: 1, effect, direct: None, inline });
    let push = |t: &mut Trace, op, ty, args: &[IrRef]| {
        let mut i = Inst { ty, ..Inst::new(op) };
        i.args[..args.len()].copy_from_slice(args);
        t.push(i)
    };
    let types = [Ty::Ref, Ty::Int, Ty::Int];
    let inputs = types.map(|ty| push(&mut t, Op::Input, ty, &[]));
    let ints: Vec<IrRef> = (0..live).map(|_| push(&mut t, Op::Input, Ty::Int, &[])).collect();
    let args: Vec<IrRef> =
        (0..3).map(|k| constants[k].map_or(inputs[k], |bits| t.konst(types[k], bits))).collect();
    let mut search = Inst { ty: Ty::Int, aux: helper, ..Inst::new(Op::CallRead) };
    search.list = t.add_list(args);
    let found = t.push(search);
    // The arguments are asked for once more, or not, and so are the other values.
    let mut results = vec![found, inputs[2]];
    results.extend(ints.iter().copied().reduce(|a, b| push(&mut t, Op::IntAdd, Ty::Int, &[a, b])));
    let mut end = Inst::new(Op::Finish);
    end.list = t.add_list(results);
    t.push(end);
    assert_eq!(verify(&t), Ok(()), "{t}");
    t
}

/// The whole suite.
pub fn run_all(backend: &dyn Backend) {
    let mut runner = Runner::new(backend);
    let draws = &mut Draws::seeded(7);
    for live in LIVE {
        for constant in 0..8 {
            // What is compiled for one search serves all whose arguments are no constants.
            let times = if constant == 0 { SEARCHES } else { SEARCHES / 30 };
            let mut compiled = None;
            for _ in 0..times {
                let mem = ArenaMemory::new();
                // What stands for a removed entry has an upper half of zeros.
                let hash = |draws: &mut Draws| draws.bits() >> if draws.chance(20) { 32 } else { 0 };
                let hashes: Vec<u64> = (0..1 + draws.below(12)).map(|_| hash(draws)).collect();
                let table = Table::draw(draws, &hashes);
                let mut hash = hashes[draws.below(hashes.len())];
                if draws.chance(30) {
                    hash ^= 1 << draws.below(64);
                }
                let given = [table.lay(&mem), table.marks, hash];
                let t = trace(live, [0, 1, 2].map(|k| (constant >> k & 1 != 0).then_some(given[k])));
                let compiled = match compiled {
                    Some(addr) if constant == 0 => addr,
                    _ => {
                        let mut request = CompileRequest::new(&t, &NoLinks);
                        request.check = true;
                        let code = backend.compile(&mut runner.arena, &request);
                        *compiled.insert(code.unwrap_or_else(|e| panic!("{e}\n{t}")).outer)
                    }
                };
                let others = (0..live as u64).map(|i| i * i + 1);
                let inputs: Vec<u64> = given.into_iter().chain(others.clone()).collect();
                assert_eq!(runner.enter(compiled, &mem, &inputs), status::RETURN);
                let want = [table.find(hash), hash, others.sum()];
                assert_eq!(
                    runner.results(3),
                    want,
                    "{live} values, constants {constant:b}, {given:x?} {:x?}",
                    table.index
                );
            }
        }
    }
}
