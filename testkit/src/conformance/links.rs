//! Traces together: bridges, jumps between traces, calls of helpers and function traces, allocation, stack and chaos.

use super::{bodies, Runner};
use holloway_compiler::abi::{status, Bump, NativeCtx};
use holloway_compiler::codegen::backend::*;
use holloway_compiler::codegen::patch::throw_all;
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::Trace;
use holloway_compiler::native;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// Answers from tables.
#[derive(Default)]
pub struct Table {
    /// Starts by trace number.
    pub starts: HashMap<u32, StartInfo>,
    /// Loops by trace number.
    pub bodies: HashMap<u32, StartInfo>,
    /// Entry words by key.
    pub entries: HashMap<u32, Box<Cell<usize>>>,
}

impl Links for Table {
    fn start_of(&self, n: u32) -> Option<StartInfo> {
        self.starts.get(&n).cloned()
    }
    fn body_of(&self, n: u32) -> Option<StartInfo> {
        self.bodies.get(&n).cloned()
    }
    fn entry_slot(&self, key: u32) -> Option<*const usize> {
        self.entries.get(&key).map(|c| c.as_ptr() as *const usize)
    }
}

/// A verified trace.
pub(super) fn parse(text: &str) -> Trace {
    let t: Trace = text.parse().unwrap_or_else(|e| panic!("{e} in\n{text}"));
    assert_eq!(verify(&t), Ok(()), "{text}");
    t
}

/// Compiles with the checker.
pub(super) fn compile(
    runner: &mut Runner<'_>,
    t: &Trace,
    links: &dyn Links,
    entry: Entry<'_>,
    first: u64,
) -> CompiledTrace {
    let request = CompileRequest { check: true, entry, first_exit: first, ..CompileRequest::new(t, links) };
    runner.backend.compile(&mut runner.arena, &request).unwrap_or_else(|e| panic!("{e} compiling\n{t}"))
}

const COUNT: &str = "i0 = input int\ni1 = input int\nf2 = input float\nlabel(i0, f2)\ni4 = phi int\nf5 = phi float\n\
    i6 = int_lt i4 i1\nguard_true i6 [s0]\nf8 = float_add f5 0.5\ni9 = int_and i4 3\ni10 = int_eq i9 3\nguard_false i10 [s1]\n\
    i12 = int_add i4 1\njump loop(i12, f8)\ns0 = snap guard=0 entries=[f5, i4]\ns1 = snap guard=0 entries=[i1, f8, i4]";

/// A bridge takes over at its parent's exit, jumps back to the parent's start, and can be taken off again.
pub fn bridges(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let root = parse(COUNT);
    let mut table = Table::default();
    let code = compile(&mut r, &root, &table, Entry::Function, 100);
    let inputs = [0, 20, 0];
    let leave = |r: &mut Runner<'_>, n: usize| {
        assert_eq!(r.enter(code.outer, &mem, &inputs), status::EXIT);
        (mem.ctx().exit.get(), r.exit_values(n))
    };
    let bits = |f: f64| f.to_bits();
    assert_eq!(leave(&mut r, 3), (101, vec![20, bits(2.0), 3]));
    table.starts.insert(7, code.start.clone());
    // Many values of its own, so its frame outgrows the parent's.
    let mut text = "i0 = input int\nf1 = input float\ni2 = input int\n".to_string();
    for k in 0..30 {
        text += &format!("i_a{k} = int_mul i2 {}\n", k + 3);
    }
    text += "guard_poll [s0]\ni_s0 = int_add i_a0 0\n";
    for k in 1..30 {
        text += &format!("i_s{k} = int_add i_s{} i_a{k}\n", k - 1);
    }
    text += "i_f = int_eq i_s29 -1\nguard_false i_f [s0]\ni_n = int_add i2 1\njump trace 7(i_n, i0, f1)\n";
    text += "s0 = snap guard=0 entries=[i0, i2, f1, ";
    text += &(0..30).map(|k| format!("i_a{k}")).collect::<Vec<_>>().join(", ");
    text += "]";
    let bridge = compile(&mut r, &parse(&text), &table, Entry::Bridge(&code.places(&code.exits[1])), 200);
    assert!(bridge.frame > code.frame);
    code.attach(&mut r.arena, 1, &bridge);
    assert_eq!(leave(&mut r, 2), (100, vec![bits(10.0), 20]));
    mem.ctx().poll.set(1);
    let all = [20, 3, bits(2.0)].into_iter().chain((3..33).map(|k| 3 * k)).collect();
    assert_eq!(leave(&mut r, 33), (200, all), "values in slots below the parent's frame");
    mem.ctx().poll.set(0);
    // A bridge from the bridge.
    let mut text = "i0 = input int\ni1 = input int\nf2 = input float\n".to_string();
    text += &(3..33).map(|k| format!("i{k} = input int\n")).collect::<String>();
    text += "finish(i32, f2, i1)";
    let second = compile(&mut r, &parse(&text), &table, Entry::Bridge(&bridge.places(&bridge.exits[0])), 300);
    bridge.attach(&mut r.arena, 0, &second);
    mem.ctx().poll.set(1);
    assert_eq!(r.returned(code.outer, &mem, &inputs, 3), [96, bits(2.0), 3]);
    mem.ctx().poll.set(0);
    code.detach(&mut r.arena, 1);
    assert_eq!(leave(&mut r, 3), (101, vec![20, bits(2.0), 3]));
}

/// A jump to another trace hands over registers, slots and constants of both classes.
pub fn jumps(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let n = 24;
    let mut text = String::new();
    for k in 0..n {
        text += &format!("i{k} = input int\n");
    }
    for k in n..2 * n {
        text += &format!("f{k} = input float\n");
    }
    text += "exit [s0]\ns0 = snap guard=0 entries=[";
    text += &(0..n)
        .map(|k| format!("i{k}"))
        .chain((n..2 * n).map(|k| format!("f{k}")))
        .collect::<Vec<_>>()
        .join(", ");
    // Used values are in registers at the start, the others in slots: mention some as operands.
    let text = text.replace(
        "exit [s0]",
        "i_x = int_add i3 i5\nf_x = float_add f30 f31\ni_c = float_lt f_x 0.0\n\
        guard_false i_c [s0]\ni_d = int_lt i_x 0\nguard_false i_d [s0]\nexit [s0]",
    );
    let target = parse(&(text + "]"));
    let mut table = Table::default();
    let code = compile(&mut r, &target, &table, Entry::Function, 0);
    table.starts.insert(1, code.start.clone());
    // From: the same values in reverse order, every fifth a constant.
    let mut text = String::new();
    for k in 0..n {
        text += &format!("i{k} = input int\n");
    }
    for k in n..2 * n {
        text += &format!("f{k} = input float\n");
    }
    text += "i_y = int_add i0 i23\nf_y = float_add f24 f47\ni_z = float_to_int f_y\ni_w = int_add i_y i_z\ni_g = int_eq i_w -1\n\
        guard_false i_g [s0]\njump trace 1(";
    let ints = (0..n).rev().map(|k| if k % 5 == 0 { format!("{}", k * 1000) } else { format!("i{k}") });
    let floats = (n..2 * n).rev().map(|k| if k % 5 == 0 { format!("{k}.5") } else { format!("f{k}") });
    text += &ints.chain(floats).collect::<Vec<_>>().join(", ");
    text += ")\ns0 = snap guard=0 entries=[]";
    let from = compile(&mut r, &parse(&text), &table, Entry::Function, 50);
    let inputs: Vec<u64> =
        (0..n as u64).map(|k| k + 1).chain((n..2 * n).map(|k| (k as f64).to_bits())).collect();
    assert_eq!(r.enter(from.outer, &mem, &inputs), status::EXIT);
    let want: Vec<u64> = (0..n as u64)
        .rev()
        .map(|k| if k % 5 == 0 { k * 1000 } else { k + 1 })
        .chain((n..2 * n).rev().map(|k| (k as f64 + if k % 5 == 0 { 0.5 } else { 0.0 }).to_bits()))
        .collect();
    assert_eq!((mem.ctx().exit.get(), r.exit_values(2 * n)), (2, want));
}

const FIB: &str = "key k0 = 1\ni0 = input int\ni1 = int_lt i0 2\nguard_false i1 [s0]\ni3 = int_sub i0 1\n\
    i4 = call_trace k0(1, i3)\ni5 = result i4 #0\nguard_eq i4 0 [s2]\ni7 = int_sub i0 2\ni8 = call_trace k0(1, i7)\n\
    i9 = result i8 #0\nguard_eq i8 0 [s4]\ni11 = int_add i5 i9\nfinish(i11)\ns0 = snap guard=0 entries=[i0]\ns1 = snap guard=0 entries=[i0]\n\
    s2 = snap guard=0 entries=[i0, i4, i5]\ns3 = snap guard=0 entries=[i0, i5]\ns4 = snap guard=0 entries=[i0, i5, i8, i9]";

fn fib(n: u64) -> u64 {
    (0..n).fold((0u64, 1u64), |(a, b), _| (b, a.wrapping_add(b))).0
}

thread_local! {
    /// How often each status came to `finish_fib`, and the depths seen.
    static SEEN: RefCell<HashMap<u64, u64>> = RefCell::default();
}

native! {
    unsafe fn finish_fib(
        ctx: *const NativeCtx,
        end: u64,
        key: u64,
        inputs: *const u64,
        out: *mut u64,
    ) -> u64 {
        SEEN.with_borrow_mut(|s| *s.entry(end).or_default() += 1);
        assert_eq!(key, 1);
        // SAFETY: called by native code with its context, the one argument word of `FIB`'s calls and room for 32 results.
        unsafe {
            assert!(end != status::EXIT || (*ctx).exit.get() != 0 || *(*ctx).exit_values.get() == *inputs);
            *out = fib(*inputs);
        }
        status::RETURN
    }
}

native! {
    unsafe fn unwind(_: *const NativeCtx, _: u64, _: u64, _: *const u64, _: *mut u64) -> u64 {
        status::UNWIND
    }
}

/// Recursion through `call_trace`: base case by the run time, by a bridge, at the depth limit, at the stack limit, unwinding.
pub fn recursion(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let ctx = mem.ctx();
    ctx.finish_call.set(Some(finish_fib));
    let mut table = Table::default();
    let spill = r.backend.spill_entry(&mut r.arena).unwrap_or_else(|e| panic!("{e}"));
    table.entries.insert(1, Box::new(Cell::new(spill)));
    let code = compile(&mut r, &parse(FIB), &table, Entry::Function, 0);
    let seen = || SEEN.with_borrow_mut(std::mem::take);
    // Callee not compiled: both calls spill.
    assert_eq!(r.returned(code.outer, &mem, &[10], 1), [55]);
    assert_eq!(seen(), HashMap::from([(status::SPILL, 2)]));
    // Recursive; the base case leaves through its guard and is finished by the run time.
    table.entries[&1].set(code.outer);
    assert_eq!(r.returned(code.outer, &mem, &[10], 1), [55]);
    assert_eq!(seen(), HashMap::from([(status::EXIT, 89)]));
    // With a bridge for it all stays native.
    let base = compile(
        &mut r,
        &parse("i0 = input int\nfinish(i0)"),
        &table,
        Entry::Bridge(&code.places(&code.exits[0])),
        50,
    );
    code.attach(&mut r.arena, 0, &base);
    assert_eq!(r.returned(code.outer, &mem, &[22], 1), [fib(22)]);
    assert_eq!(seen(), HashMap::new());
    assert_eq!(ctx.depth.get(), 0, "depth is balanced");
    // Depth limit.
    ctx.depth_limit.set(5);
    assert_eq!(r.returned(code.outer, &mem, &[12], 1), [fib(12)]);
    let spills = seen();
    assert!(spills[&status::SPILL] > 1 && spills.len() == 1, "{spills:?}");
    assert_eq!(ctx.depth.get(), 0, "depth is balanced");
    ctx.depth_limit.set(u64::MAX);
    // Stack limit, with a function that recurses once: some tens of frames fit, then the rest spills.
    let linear =
        "key k0 = 1\ni0 = input int\ni1 = int_sub i0 1\ni2 = call_trace k0(1, i1)\ni3 = result i2 #0\n\
        i4 = int_add i3 1\nfinish(i4)\ns0 = snap guard=0 entries=[]";
    let deep = compile(&mut r, &parse(linear), &table, Entry::Function, 80);
    table.entries[&1].set(deep.outer);
    let here = 0u8;
    ctx.stack_limit.set(std::ptr::from_ref(&here) as usize - 16 * 1024);
    let out = r.returned(deep.outer, &mem, &[60_000], 1);
    assert_eq!(seen(), HashMap::from([(status::SPILL, 1)]));
    let frames = (10..200).find(|f| out[0] == fib(60_000 - f).wrapping_add(*f));
    assert!(frames.is_some(), "a spill after so many frames as fit in 16 KiB");
    assert_eq!(ctx.depth.get(), 0, "depth is balanced");
    ctx.stack_limit.set(0);
    table.entries[&1].set(code.outer);
    // A callee that unwinds: the status guard leaves with what is known.
    ctx.finish_call.set(Some(unwind));
    code.detach(&mut r.arena, 0);
    assert_eq!(r.enter(code.outer, &mem, &[2]), status::EXIT);
    assert_eq!((ctx.exit.get(), &r.exit_values(2)[..]), (1, &[2, status::UNWIND][..]));
}

/// Most arguments and results of the callees of [`words_of_calls`].
const MOST: usize = 10;

/// What a callee of [`words_of_calls`] gives as word `k`: a float word is an argument's half, another is one less than an argument.
fn word(args: &[u64], k: usize) -> u64 {
    let arg = args[(3 * k + 1) % args.len()];
    if is_float((3 * k + 1) % args.len()) {
        (f64::from_bits(arg) * 0.5).to_bits()
    } else {
        arg.wrapping_sub(1)
    }
}

fn is_float(k: usize) -> bool {
    k % 3 == 2
}

native! {
    /// Does what the callee would; its key is the numbers of arguments and results.
    unsafe fn finish_words(
        _: *const NativeCtx,
        end: u64,
        key: u64,
        inputs: *const u64,
        out: *mut u64,
    ) -> u64 {
        SEEN.with_borrow_mut(|s| *s.entry(end).or_default() += 1);
        let (n, m) = (key as usize / 100, key as usize % 100);
        // SAFETY: called by native code with as many argument words as its key says, and room for 32 results.
        let (args, out) = unsafe { (std::slice::from_raw_parts(inputs, n), std::slice::from_raw_parts_mut(out, m)) };
        out.iter_mut().enumerate().for_each(|(k, w)| *w = word(args, k));
        status::RETURN
    }
}

/// Calls of traces with every number of arguments and results, of both classes, that return, that are too deep and that are not compiled.
pub fn words_of_calls(backend: &dyn Backend) {
    let name = |k: usize, of: &str| format!("{}_{of}{k}", if is_float(k) { 'f' } else { 'i' });
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    mem.ctx().finish_call.set(Some(finish_words));
    let spill = r.backend.spill_entry(&mut r.arena).unwrap_or_else(|e| panic!("{e}"));
    for (n, m) in (1..=MOST).flat_map(|n| (0..=MOST).map(move |m| (n, m))) {
        let key = (100 * n + m) as u32;
        let inputs: String = (0..n)
            .map(|k| format!("{} = input {}\n", name(k, "a"), if is_float(k) { "float" } else { "int" }))
            .collect();
        let list = |of: &str, n: usize| (0..n).map(|k| name(k, of)).collect::<Vec<_>>().join(", ");
        let mut callee = inputs.clone();
        // The class of a result is its argument's, so it is named by that.
        let from = |k: usize| (3 * k + 1) % n;
        let results: Vec<String> =
            (0..m).map(|k| format!("{}_r{k}", if is_float(from(k)) { 'f' } else { 'i' })).collect();
        for (k, r) in results.iter().enumerate() {
            let (op, by) = if is_float(from(k)) { ("float_mul", "0.5") } else { ("int_sub", "1") };
            callee += &format!("{r} = {op} {} {by}\n", name(from(k), "a"));
        }
        callee += &format!("finish({})", results.join(", "));
        let mut caller = format!("key k0 = {key}\n{inputs}i_c = call_trace k0(1, {})\n", list("a", n));
        for (k, r) in results.iter().enumerate() {
            caller += &format!("{r} = result i_c #{k}\n");
        }
        // All that lives across the call, too, and twice the results.
        let all = [vec!["i_c".to_string()], results.clone(), results.clone()].concat();
        caller += &format!("finish({}, {})", all.join(", "), list("a", n));
        let mut table = Table::default();
        table.entries.insert(key, Box::new(Cell::new(spill)));
        let args: Vec<u64> = (0..n)
            .map(|k| if is_float(k) { (k as f64 + 0.25).to_bits() } else { 1000 + 7 * k as u64 })
            .collect();
        let words: Vec<u64> = (0..m).map(|k| word(&args, k)).collect();
        let want = [vec![0], words.clone(), words, args.clone()].concat();
        let caller = compile(&mut r, &parse(&caller), &table, Entry::Function, 0);
        let callee = compile(&mut r, &parse(&callee), &table, Entry::Function, 0);
        let spilled = Some((status::SPILL, 1));
        for (entry, limit, seen) in
            [(spill, u64::MAX, spilled), (callee.outer, u64::MAX, None), (callee.outer, 0, spilled)]
        {
            table.entries[&key].set(entry);
            mem.ctx().depth_limit.set(limit);
            assert_eq!(r.returned(caller.outer, &mem, &args, want.len()), want, "{n} arguments, {m} results");
            assert_eq!(SEEN.with_borrow_mut(std::mem::take), seen.into_iter().collect());
        }
    }
}

native! {
    unsafe fn divmod(_: *const NativeCtx, args: *const u64, out: *mut u64) -> u64 {
        // SAFETY: called with two argument words and room for eight results.
        unsafe {
            if *args.add(1) == 0 {
                return 9;
            }
            *out = *args / *args.add(1);
            *out.add(1) = *args % *args.add(1);
            *out.add(7) = (*args as f64).to_bits();
        }
        0
    }
}

/// Helpers: several results, a status, values of both classes alive across the call.
pub fn helpers(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let mut text = format!("helper h0 = divmod{{addr={:#x}, effect=all}}\n", divmod as *const () as usize);
    let n = 16;
    for k in 0..n {
        text += &format!("i{k} = input int\n");
    }
    for k in n..2 * n {
        text += &format!("f{k} = input float\n");
    }
    text += "i_c = call h0(i0, i1)\ni_q = result i_c #0\ni_m = result i_c #1\nf_x = result i_c #7\nguard_eq i_c 0 [s0]\n\
        i_t = int_add i_q i_m\n";
    let live: Vec<String> =
        (0..n).map(|k| format!("i{k}")).chain((n..2 * n).map(|k| format!("f{k}"))).collect();
    text += &format!("finish(i_t, f_x, {})\n", live[..28].join(", "));
    text += &format!("s0 = snap guard=0 entries=[i_c, {}]", live.join(", "));
    let code = compile(&mut r, &parse(&text), &NoLinks, Entry::Function, 0);
    let mut inputs: Vec<u64> =
        (0..n as u64).map(|k| k * 10 + 47).chain((n..2 * n).map(|k| (k as f64).to_bits())).collect();
    inputs[1] = 10;
    let out = r.returned(code.outer, &mem, &inputs, 30);
    assert_eq!((out[0], out[1]), (4 + 7, 47f64.to_bits()));
    assert_eq!(out[2..], inputs[..28]);
    inputs[1] = 0;
    assert_eq!(r.enter(code.outer, &mem, &inputs), status::EXIT);
    assert_eq!(r.exit_values(1 + 2 * n)[1..], inputs);
    assert_eq!(r.exit_values(1), [9]);
}

/// Allocation: inline until the region is used up, then the slow path, live values of both classes intact.
pub fn allocation(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let n = 14;
    let mut text = "type t0 = Point{header=0x1234567800000005, size=24, stride=0, len=0}\n\
        type t1 = Ints{header=6, size=16, stride=8, len=8}\ntype t2 = Big{header=7, size=4096, stride=0, len=0}\n\
        field x0 = Point.x@8:w64\n"
        .to_string();
    for k in 0..n {
        text += &format!("i{k} = input int\n");
    }
    for k in n..2 * n {
        text += &format!("f{k} = input float\n");
    }
    text += "r_a = new t0\nstore r_a i3 x0\nr_b = new t0\nr_c = new_array 5 t1\nr_d = new_array i4 t1\nr_e = new t2\n";
    let live: Vec<String> =
        (0..n).map(|k| format!("i{k}")).chain((n..n + 12).map(|k| format!("f{k}"))).collect();
    text += &format!("finish(r_a, r_b, r_c, r_d, r_e, {})", live.join(", "));
    let code = compile(&mut r, &parse(&text), &NoLinks, Entry::Function, 0);
    let inputs: Vec<u64> =
        (0..n as u64).map(|k| k + 1).chain((n..2 * n).map(|k| (k as f64).to_bits())).collect();
    let region = mem.block(&[0; 12]);
    for room in 0..3usize {
        let bump: &Bump = &mem.ctx().bump[1];
        bump.next.set(region as usize);
        bump.end.set(region as usize + 32 * room);
        let out = r.returned(code.outer, &mem, &inputs, 5 + live.len());
        assert_eq!(bump.next.get(), region as usize + 32 * room, "what fits is taken inline");
        let header = |p: u64, at: u64| mem.word(p + at);
        assert_eq!(
            [header(out[0], 0), header(out[0], 8), header(out[1], 0)],
            [0x1234_5678_0000_0005, 4, 0x1234_5678_0000_0005]
        );
        assert_eq!([header(out[2], 0), header(out[2], 8)], [6, 5]);
        assert_eq!([header(out[3], 0), header(out[3], 8), header(out[3], 16 + 8 * 4)], [6, 5, 0]);
        assert_eq!([header(out[4], 0), header(out[4], 4088)], [7, 0]);
        assert_eq!(out[5..5 + n], inputs[..n]);
        assert_eq!(out[5 + n..], inputs[n..n + 12]);
        let mut pointers = out[..5].to_vec();
        pointers.sort_unstable();
        pointers.dedup();
        assert_eq!(pointers.len(), 5, "five objects");
    }
}

/// Forced exits come when the countdown says, are marked, carry the right values, and bypass bridges.
pub fn chaos(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let root = parse(COUNT);
    let mut request = CompileRequest::new(&root, &NoLinks);
    request.chaos = Some(Chaos { seed: 3, period: 1000 });
    let code = r.backend.compile(&mut r.arena, &request).unwrap_or_else(|e| panic!("{e}"));
    let first: Vec<u32> = code.records.iter().map(|r| r.countdown.get()).collect();
    assert!(first.iter().all(|c| (1..=1000).contains(c)));
    let end = compile(
        &mut r,
        &parse("f0 = input float\ni1 = input int\nfinish(i1)"),
        &NoLinks,
        Entry::Bridge(&code.places(&code.exits[0])),
        9,
    );
    code.attach(&mut r.arena, 0, &end);
    for n in 1..=3u64 {
        code.records[0].countdown.set(n as u32);
        code.records[1].countdown.set(1000);
        mem.ctx().forced.set(0);
        assert_eq!(r.enter(code.outer, &mem, &[0, 20, 0]), status::EXIT);
        assert_eq!((mem.ctx().exit.get(), mem.ctx().forced.get()), (0, 1));
        assert_eq!(
            r.exit_values(2),
            [(0.5 * (n - 1) as f64).to_bits(), n - 1],
            "the values as of the {n}th test"
        );
    }
    code.records.iter().for_each(|r| r.countdown.set(1000));
    mem.ctx().forced.set(0);
    assert_eq!(r.returned(code.outer, &mem, &[0, 2, 0], 1), [2], "a real failure takes the bridge");
    assert_eq!(mem.ctx().forced.get(), 0);
}

/// Guards on cells and on constants of every size.
pub fn special_guards(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let cell = mem.block(&[0]);
    let t = parse(&format!(
        "i0 = input int\nf1 = input float\nr2 = input ref\nguard_valid {cell} [s0]\nguard_eq i0 {} [s1]\nguard_eq f1 -0.0 [s2]\n\
         guard_eq r2 ref:{cell:#x} [s3]\nguard_poll [s4]\nguard_count [s4]\nfinish(i0)\ns0 = snap guard=0 entries=[i0]\ns1 = snap guard=0 entries=[i0]\n\
         s2 = snap guard=0 entries=[f1]\ns3 = snap guard=0 entries=[r2]\ns4 = snap guard=0 entries=[]",
        i64::MIN + 5
    ));
    let code = compile(&mut r, &t, &NoLinks, Entry::Function, 0);
    let good = [(i64::MIN + 5) as u64, (-0.0f64).to_bits(), cell];
    assert_eq!(r.returned(code.outer, &mem, &good, 1), [good[0]]);
    let left = |r: &mut Runner<'_>, inputs: [u64; 3]| {
        assert_eq!(r.enter(code.outer, &mem, &inputs), status::EXIT);
        mem.ctx().exit.get()
    };
    assert_eq!(left(&mut r, [5, good[1], good[2]]), 1);
    assert_eq!(left(&mut r, [good[0], 0, good[2]]), 2, "0.0 is another word than -0.0");
    assert_eq!(left(&mut r, [good[0], good[1], cell + 8]), 3);
    mem.ctx().poll.set(1);
    assert_eq!(left(&mut r, good), 4);
    mem.ctx().poll.set(0);
    code.records[5].countdown.set(3);
    let left_by: Vec<u64> = (0..5).map(|_| r.enter(code.outer, &mem, &good)).collect();
    assert_eq!(
        left_by,
        [status::RETURN, status::RETURN, status::EXIT, status::RETURN, status::RETURN],
        "once, at the third time"
    );
    assert_eq!(mem.ctx().exit.get(), 5);
    mem.set_word(cell, 1);
    assert_eq!(left(&mut r, good), 0);
}

/// Assumptions that nothing tests are left once their switches are thrown, for the run time or for a bridge, and cannot be thrown any more when their code is gone.
pub fn assumptions(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let cells = [mem.block(&[0]), mem.block(&[0])];
    // The exit's values are computed before both, and the first is assumed again in the loop.
    let t = parse(&format!(
        "i0 = input int\ni1 = int_mul i0 3\nguard_valid {} [s0]\nguard_valid {} [s1]\nlabel(i0)\ni3 = phi int\nguard_valid {} [s2]\n\
         i5 = int_lt i3 i1\nguard_true i5 [s3]\ni7 = int_add i3 1\njump loop(i7)\n\
         s0 = snap guard=0 entries=[i0]\ns1 = snap guard=0 entries=[i1, i0]\ns2 = snap guard=0 entries=[i3, i1]\n\
         s3 = snap guard=0 entries=[i3]",
        cells[0], cells[1], cells[0],
    ));
    let request = CompileRequest { check: true, switches: true, ..CompileRequest::new(&t, &NoLinks) };
    let mut code = r.backend.compile(&mut r.arena, &request).unwrap_or_else(|e| panic!("{e} compiling\n{t}"));
    let switches = code.patched.take_assumptions();
    assert!(code.patched.take_assumptions().is_empty(), "they are taken once");
    assert!(switches.is_empty() || switches.iter().map(|s| s.0).eq([cells[0], cells[1], cells[0]]));
    let end_assumption = |cell: u64| {
        mem.set_word(cell, 1);
        assert!(switches.iter().all(|(_, switch)| switch.upgrade().is_some()), "the code is there");
        throw_all(switches.iter().filter(|s| s.0 == cell).map(|s| s.1.clone()));
    };
    let left = |r: &mut Runner<'_>, n: usize| {
        assert_eq!(r.enter(code.outer, &mem, &[4]), status::EXIT);
        (mem.ctx().exit.get(), r.exit_values(n))
    };
    assert_eq!(left(&mut r, 1), (3, vec![12]), "what is assumed is so");
    end_assumption(cells[1]);
    assert_eq!(left(&mut r, 2), (1, vec![12, 4]));
    let end = parse("i0 = input int\ni1 = input int\ni2 = int_sub i0 i1\nfinish(i2)");
    let end = compile(&mut r, &end, &NoLinks, Entry::Bridge(&code.places(&code.exits[1])), 9);
    code.attach(&mut r.arena, 1, &end);
    assert_eq!(r.returned(code.outer, &mem, &[4], 1), [8], "a bridge goes on");
    code.detach(&mut r.arena, 1);
    end_assumption(cells[0]);
    assert_eq!(left(&mut r, 1), (0, vec![4]), "the first of them leaves first");
    let gone = code.code;
    r.arena.free(gone);
    assert!(switches.iter().all(|(_, switch)| switch.upgrade().is_none()), "switches go with their code");
}

/// Accesses through constants that lie near each other, with what needs a scratch register in between.
pub fn near_constants(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let (a, b) = (mem.block(&[0, 11, 12, 0]), mem.block(&[0, 21, 22, 0]));
    let far = 0x1234_5678_9abc_def0u64;
    let between = [
        "i4 = int_add i4_ 0\n".to_string(),
        format!("i3 = int_eq i0 {far}\ni4 = int_add i4_ i3\n"),
        format!("i3 = ref_eq r_o ref:{b:#x}\ni4 = int_add i4_ i3\n"),
        format!("guard_eq r_o ref:{b:#x} [s0]\ni4 = int_add i4_ 1\n"),
        "i3 = int_lt i0 i1\ni4 = int_add i4_ i3\n".to_string(),
        "i3 = float_eq f2 1e300\ni4 = int_add i4_ i3\n".to_string(),
        "i3 = int_mul_ovf i0 i1\nguard_false i3 [s0]\ni4 = int_mul i0 i1\n".to_string(),
        "i3 = int_mod_floor i0 10\ni4 = int_add i4_ i3\n".to_string(),
        "i3 = int_div_floor i0 i1\ni4 = int_add i4_ i3\n".to_string(),
        format!("guard_eq i0 {far} [s0]\ni4 = int_add i4_ 1\n"),
        "i3 = float_to_int f2\ni4 = int_add i4_ i3\n".to_string(),
        format!("barrier ref:{b:#x}\ni4 = int_add i4_ 1\n"),
        "guard_poll [s0]\ni4 = int_add i4_ 1\n".to_string(),
    ];
    for between in between {
        let text = format!(
            "field x0 = Cell.x@8:w64\nfield x1 = Cell.y@16:w64\ni0 = input int\ni1 = input int\nf2 = input float\nr_o = input ref\n\
             i4_ = load ref:{a:#x} x0\n{between}i5 = load ref:{a:#x} x1\nstore ref:{b:#x} i4 x0\ni6 = load ref:{b:#x} x1\n\
             {}i9 = load ref:{b:#x} x0\ni10 = load ref:{a:#x} x0\nfinish(i4, i5, i6, i9, i10)\ns0 = snap guard=0 entries=[i0]",
            between.replace("i3", "i7").replace("i4 ", "i8 ").replace("i4_", "i6"),
        );
        let t = parse(&text);
        let code = compile(&mut r, &t, &NoLinks, Entry::Function, 0);
        let inputs = [far, 0, 2.5f64.to_bits(), b];
        let out = r.returned(code.outer, &mem, &inputs, 5);
        assert_eq!((out[1], out[2], out[4]), (12, 22, 11), "{text}");
        assert_eq!(out[3], out[0], "what was stored\n{text}");
        assert_eq!(mem.word(a + 8), 11, "{text}");
    }
}

/// Two guards of one value, the second of which says more: each leaves by its own exit, with its own values.
pub fn guards_of_one(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let values = [i64::MIN, -5, -4, -1, 0, 1, 2, 3, 4, 5, 6, i64::MAX];
    type First = (&'static str, fn(i64) -> bool);
    let firsts: [First; 9] = [
        ("guard_true i0", |x| x != 0),
        ("i2 = int_ne i0 1\nguard_true i2", |x| x != 1),
        ("i2 = int_eq i0 -4\nguard_false i2", |x| x != -4),
        ("i2 = int_lt i0 5\nguard_true i2", |x| x < 5),
        ("i2 = int_lt i0 2\nguard_false i2", |x| x >= 2),
        ("i2 = int_le 2 i0\nguard_true i2", |x| 2 <= x),
        ("i2 = int_lt 1 i0\nguard_true i2", |x| 1 < x),
        ("i2 = uint_lt i0 5\nguard_true i2", |x| (x as u64) < 5),
        ("i2 = uint_le 5 i0\nguard_false i2", |x| (x as u64) < 5),
    ];
    for (first, passes) in firsts {
        for k in values {
            let text = format!(
                "i0 = input int\ni1 = input int\n{first} [s0]\nguard_eq i0 {k} [s1]\nfinish(i1, i0)\n\
                 s0 = snap guard=0 entries=[i1, i0]\ns1 = snap guard=0 entries=[i0, i1]"
            );
            let code = compile(&mut r, &parse(&text), &NoLinks, Entry::Function, 0);
            for x in values {
                let (status, inputs) =
                    (if passes(x) && x == k { status::RETURN } else { status::EXIT }, [x as u64, 77]);
                assert_eq!(r.enter(code.outer, &mem, &inputs), status, "{x}\n{text}");
                if status == status::EXIT {
                    let exit = u64::from(passes(x));
                    assert_eq!(mem.ctx().exit.get(), exit, "{x}\n{text}");
                    let want = if exit == 0 { vec![77, x as u64] } else { vec![x as u64, 77] };
                    assert_eq!(r.exit_values(want.len()), want, "{x}\n{text}");
                }
            }
        }
    }
}

/// What cannot be compiled is an error.
pub fn refusals(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mut refuse = |text: &str| {
        // Not verified: the backend must not rely on that for its own limits.
        let t: Trace = text.parse().unwrap_or_else(|e| panic!("{e} in\n{text}"));
        match r.backend.compile(&mut r.arena, &CompileRequest::new(&t, &NoLinks)) {
            Ok(_) => panic!("compiled:\n{text}"),
            Err(e) => e,
        }
    };
    assert!(matches!(refuse("i0 = input int\njump trace 3(i0)"), CodegenError::Unknown(_)));
    assert!(matches!(refuse("i0 = input int\njump body 3(i0)"), CodegenError::Unknown(_)));
    let call =
        "key k0 = 1\ni0 = input int\ni1 = call_trace k0(1, i0)\nfinish(i1)\ns0 = snap guard=0 entries=[]";
    assert!(matches!(refuse(call), CodegenError::Unknown(_)));
    let many = format!("i0 = input int\nfinish({})", vec!["i0"; 40].join(", "));
    assert!(matches!(refuse(&many), CodegenError::TooLarge(_)));
    let mut huge = String::new();
    for k in 0..9000 {
        huge += &format!("i{k} = input int\n");
    }
    huge += "exit [s0]\ns0 = snap guard=0 entries=[";
    huge += &(0..9000).map(|k| format!("i{k}")).collect::<Vec<_>>().join(", ");
    assert!(matches!(refuse(&(huge + "]")), CodegenError::TooLarge(_)));
}

/// All of this module, and of [`bodies`].
pub fn run_all(backend: &dyn Backend) {
    bridges(backend);
    jumps(backend);
    bodies::run_all(backend);
    recursion(backend);
    words_of_calls(backend);
    helpers(backend);
    allocation(backend);
    chaos(backend);
    special_guards(backend);
    assumptions(backend);
    near_constants(backend);
    guards_of_one(backend);
    refusals(backend);
}
