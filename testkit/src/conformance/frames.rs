//! What debuggers are told of a backend's frames: that it follows the code, and that backtraces get through by it.

use super::links::parse;
use super::listing::FixedLinks;
use super::Runner;
use holloway_compiler::abi::NativeCtx;
use holloway_compiler::codegen::backend::*;
use holloway_compiler::codegen::debug::{Framing, Piece, Tools, Wanted};
use holloway_compiler::codegen::Arena;
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::native;
use std::cell::RefCell;

/// An instruction that makes or takes down a part of the frame, by how its text begins, and how far the frame is made behind it.
pub type Makes<'a> = (&'a str, Framing);

/// The framing that a trace comes with is what its instructions do.
pub fn framing(backend: &dyn Backend, makes: &[Makes<'_>]) {
    let trace = parse(
        "i0 = input int\ni1 = input int\ni2 = int_add i0 i1\ni3 = int_lt i2 9\nguard_true i3 [s0]\nfinish(i2)\n\
         s0 = snap guard=0 entries=[i2]",
    );
    let mut arena = Arena::new(1 << 20);
    let request = CompileRequest { listed: true, ..CompileRequest::new(&trace, &FixedLinks) };
    let code = backend.compile(&mut arena, &request).expect("it compiles");
    let text = backend.disassemble(&arena.bytes(code.code), 0);
    let mut wanted = vec![(0, Framing::Called)];
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let (_, inst) = line.split_once("  ").expect("an address and an instruction");
        let Some((_, framing)) = makes.iter().find(|(word, _)| inst.starts_with(word)) else { continue };
        let next = lines.peek().and_then(|l| l.split("  ").next()).expect("stubs follow");
        wanted.push((u32::from_str_radix(next, 16).expect("a distance"), *framing));
    }
    assert_eq!(code.framing, wanted, "{text}");
    assert!(wanted.len() > 4, "{text}");
}

thread_local! {
    static SEEN: RefCell<String> = const { RefCell::new(String::new()) };
}

native! {
    unsafe fn look_back(_: *const NativeCtx, _: *const u64, _: *mut u64) -> u64 {
        SEEN.set(std::backtrace::Backtrace::force_capture().to_string());
        0
    }
}

#[inline(never)]
fn the_caller_of_native_code(r: &mut Runner<'_>, code: &CompiledTrace) -> bool {
    let back = r.returned(code.outer, &ArenaMemory::new(), &[7], 1);
    assert_eq!(back, [7]);
    SEEN.take().contains("the_caller_of_native_code")
}

/// A helper's backtrace reaches the caller of native code if its frames are told of, and only as long.
pub fn backtraces(backend: &dyn Backend) {
    let trace = parse(&format!(
        "helper h0 = look_back{{addr={:#x}, effect=all}}\ni0 = input int\ni1 = call h0(i0)\nfinish(i0)\n",
        look_back as *const () as usize
    ));
    let mut r = Runner::new(backend);
    let request = CompileRequest { listed: true, ..CompileRequest::new(&trace, &FixedLinks) };
    let code = backend.compile(&mut r.arena, &request).expect("it compiles");
    assert!(!the_caller_of_native_code(&mut r, &code), "who would know of the frame?");
    let tools = Tools::new(Wanted { perf: None, gdb: true }, backend.dwarf()).expect("tools").expect("one");
    let piece = Piece { name: "f [loop-0]", code: code.code, framing: &code.framing, lines: &[] };
    tools.tell(&mut r.arena, &piece).expect("it is told");
    assert!(the_caller_of_native_code(&mut r, &code), "the backtrace ends at native code");
    let length = code.code.len;
    r.arena.free(code.code);
    let again = backend.compile(&mut r.arena, &request).expect("it compiles");
    assert_eq!((again.code.addr, again.code.len), (code.code.addr, length), "the same range");
    assert!(!the_caller_of_native_code(&mut r, &again), "what was told of freed code is taken back");
}
