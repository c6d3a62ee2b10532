//! What native code does where a helper would look for an entry of a hash table ([`Inline::Entry`], [`Inline::Key`]), against a search that looks at one place after another.

use super::Runner;
use holloway_compiler::abi::{status, Answer, DirectFn, NativeCtx};
use holloway_compiler::codegen::backend::{Backend, CompileRequest, NoLinks};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{HelperDescr, HelperEffect, Inline, Inst, IrRef, Op, Search, Trace, Ty};
use holloway_compiler::native;
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

/// A search whose arguments are inputs of these types, or these constants.
fn trace(
    live: usize,
    (inline, direct): (Inline, Option<DirectFn>),
    types: [Ty; 3],
    constants: [Option<u64>; 3],
) -> Trace {
    let mut t = Trace::default();
    let (name, effect, inline) = ("entry".into(), HelperEffect::Read, Some(inline));
    let direct = direct.map(|f| f as usize);
    let helper = t.helper(&HelperDescr { name, addr: 1, effect, direct, inline, never_null: false });
    let push = |t: &mut Trace, op, ty, args: &[IrRef]| {
        let mut i = Inst { ty, ..Inst::new(op) };
        i.args[..args.len()].copy_from_slice(args);
        t.push(i)
    };
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
    entries(&mut runner);
    keys(&mut runner);
}

fn entries(runner: &mut Runner<'_>) {
    let draws = &mut Draws::seeded(7);
    let types = [Ty::Ref, Ty::Int, Ty::Int];
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
                let t = trace(
                    live,
                    (Inline::Entry, None),
                    types,
                    [0, 1, 2].map(|k| (constant >> k & 1 != 0).then_some(given[k])),
                );
                let compiled = match compiled {
                    Some(addr) if constant == 0 => addr,
                    _ => {
                        let mut request = CompileRequest::new(&t, &NoLinks);
                        request.check = true;
                        let code = runner.backend.compile(&mut runner.arena, &request);
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

native! {
    /// What a helper answers that is asked near an entry, so that the answer tells of it.
    unsafe fn asked(_ctx: *const NativeCtx, _out: *mut u64, _table: u64, _key: u64, near: u64) -> Answer {
        Answer { status: 0, value: near.wrapping_add(ASKED) }
    }
}

const ASKED: u64 = 1000;
/// The tag of keys, and another one.
const TAGS: [u64; 2] = [5, 6];
/// Where a table has its index, its marks and its entries; a key its hash.
const PLACES: [u32; 3] = [8, 16, 24];
const HASH: u32 = 8;

/// Integers of all sizes, of which those are their own hashes that have at most [`Search::BITS`] bits.
fn integer(draws: &mut Draws) -> u64 {
    let edges = [
        -1i64,
        0,
        1,
        (1 << Search::BITS) - 1,
        1 << Search::BITS,
        -(1 << Search::BITS),
        -(1 << Search::BITS) - 1,
    ];
    match draws.below(3) {
        0 => edges[draws.below(edges.len())] as u64,
        1 => draws.below(20) as u64,
        _ => draws.bits() >> draws.below(64),
    }
}

/// Searches for keys that are objects, and integers.
fn keys(runner: &mut Runner<'_>) {
    let draws = &mut Draws::seeded(8);
    let [index, marks, entries] = PLACES;
    for (hash, live) in [(None, LIVE[0]), (None, LIVE[1]), (Some(HASH), LIVE[0]), (Some(HASH), LIVE[1])] {
        let inline = Inline::Key(Search { index, marks, entries, tag: TAGS[0] as u32, hash });
        let types = [Ty::Ref, if hash.is_some() { Ty::Ref } else { Ty::Int }, Ty::Int];
        let t = trace(live, (inline, Some(asked)), types, [None, None, Some(u64::MAX)]);
        let mut request = CompileRequest::new(&t, &NoLinks);
        request.check = true;
        let code = runner.backend.compile(&mut runner.arena, &request);
        let compiled = code.unwrap_or_else(|e| panic!("{e}\n{t}")).outer;
        let mut met = [0; 4];
        for _ in 0..SEARCHES {
            let mem = ArenaMemory::new();
            // Keys, and their hashes; of objects some are not known.
            let known: Vec<(u64, u64)> = (0..1 + draws.below(10))
                .map(|_| match hash {
                    None => Some(integer(draws)).map(|i| (i, i)).expect("an integer"),
                    Some(_) => {
                        let hash = if draws.chance(10) { 0 } else { integer(draws) };
                        (mem.block(&[1, hash]), hash)
                    }
                })
                .collect();
            let spread = |h: u64| (h ^ h >> 32).wrapping_mul(Search::SPREAD);
            let hashes: Vec<u64> = known.iter().map(|k| spread(k.1)).collect();
            let table = Table::draw(draws, &hashes);
            let (key, h) = known[draws.below(known.len())];
            // Entries with that key, with the tag or not, and others.
            let count = draws.below(12);
            let slots: Vec<[u64; 2]> = (0..2 * count)
                .map(|_| {
                    let other = known[draws.below(known.len())].0;
                    [TAGS[usize::from(draws.chance(20))], if draws.chance(60) { key } else { other }]
                })
                .collect();
            let at = if draws.chance(5) {
                0
            } else {
                mem.block(&[&[1, slots.len() as u64], &slots.concat()[..]].concat())
            };
            let given = mem.block(&[1, table.lay(&mem), table.marks, at]);
            let itself = match hash {
                None => h as i64 >> Search::BITS == h as i64 >> 63 && h != u64::MAX,
                Some(_) => h != 0,
            };
            let (way, want) = match table.find(spread(h)) {
                _ if !itself => (0, ASKED - 1),
                u64::MAX => (1, u64::MAX),
                entry => match slots.get(2 * entry as usize).filter(|_| at != 0) {
                    None => (0, ASKED - 1),
                    Some(slot) if *slot == [TAGS[0], key] => (2, entry),
                    Some(_) => (3, ASKED + entry),
                },
            };
            met[way] += 1;
            let others = (0..live as u64).map(|i| i * i + 1);
            let inputs: Vec<u64> = [given, key, 77].into_iter().chain(others.clone()).collect();
            assert_eq!(runner.enter(compiled, &mem, &inputs), status::RETURN);
            let want = [want, 77, others.sum()];
            assert_eq!(runner.results(3), want, "{live} values, {hash:?}, key {key:x}, {:x?}", table.index);
        }
        assert!(met.iter().all(|&n| n > SEARCHES / 50), "each way is gone: {met:?}");
    }
}
