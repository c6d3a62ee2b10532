//! Machine code as text: what a backend makes of small traces ([`crate::filetest`]), for people to read and for changes to show.
//!
//! Code is disassembled as if it stood at address 0; constants that may be addresses of this process are shown as `ADDR`; what follows the
//! first exit stub is left out.

use holloway_compiler::codegen::backend::{Backend, CompileRequest, Links, StartInfo};
use holloway_compiler::codegen::machine::{Loc, PReg};
use holloway_compiler::codegen::Arena;
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::Trace;

/// Links whose addresses are the same in every run; the code is not entered.
pub(crate) struct FixedLinks;

impl Links for FixedLinks {
    fn start_of(&self, _: u32) -> Option<StartInfo> {
        Some(StartInfo { inner: 0x2000, inputs: vec![Some(Loc::Reg(PReg::gpr(3)))] })
    }
    fn entry_slot(&self, _: u32) -> Option<*const usize> {
        Some(0x3000 as *const usize)
    }
}

/// The machine code of a trace as text, up to the first line that contains `end`, which is in the last line of an exit stub.
///
/// # Errors
/// Why there is none.
pub fn listing(backend: &dyn Backend, t: &Trace, end: &str) -> Result<String, String> {
    verify(t).map_err(|e| e.to_string())?;
    let mut arena = Arena::new(1 << 20);
    let code =
        backend.compile(&mut arena, &CompileRequest::new(t, &FixedLinks)).map_err(|e| e.to_string())?;
    let mut out = String::new();
    for line in backend.disassemble(&arena.bytes(code.code), 0).lines() {
        let (_, inst) = line.split_once("  ").unwrap_or(("", line));
        for (k, part) in inst.split("0x").enumerate() {
            let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
            match (k, digits) {
                (0, _) => out.push_str(part),
                (_, 9..) => out.push_str(&format!("ADDR{}", &part[digits..])),
                _ => out.push_str(&format!("0x{part}")),
            }
        }
        out.push('\n');
        if inst.contains(end) {
            break;
        }
    }
    Ok(out)
}
