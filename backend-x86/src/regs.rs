//! Registers of x86-64: numbers, roles, sets.
//!
//! | register | role |
//! |---|---|
//! | `rsp` | bottom of the frame; the outgoing area of calls starts here |
//! | `rbp` | frame base |
//! | `r15` | the native context |
//! | `r11`, `xmm15` | permanent scratch |
//! | the other 12 + 15 | allocatable; `rbx`, `r12`-`r14` survive helpers |

use holloway_compiler::abi::DIRECT_ARGS;
use holloway_compiler::codegen::debug::Dwarf;
use holloway_compiler::codegen::machine::{PReg, RegInfo, RegSet};

/// `rax`.
pub const RAX: PReg = PReg::gpr(0);
/// `rcx`.
pub const RCX: PReg = PReg::gpr(1);
/// `rdx`.
pub const RDX: PReg = PReg::gpr(2);
/// `rbx`.
pub const RBX: PReg = PReg::gpr(3);
/// `rsi`.
pub const RSI: PReg = PReg::gpr(6);
/// `r8`.
pub const R8: PReg = PReg::gpr(8);
/// Where helpers have arguments after the context and the results' address.
pub const DIRECT: [PReg; DIRECT_ARGS] = [RDX, RCX, R8];
/// Where a called trace gets its first input words; `rdx` has the address of the results, and `rsi` that of all inputs, if there are more.
pub const ARGS: [PReg; 6] = [RCX, PReg::gpr(7), R8, PReg::gpr(9), PReg::gpr(10), RBX];
/// Where it leaves its first result words; `rax` has the status.
pub const RESULTS: [PReg; 7] = [RCX, RDX, RSI, PReg::gpr(7), R8, PReg::gpr(9), PReg::gpr(10)];
/// `xmm0`.
pub const XMM0: PReg = PReg::fpr(0);
/// `xmm1`.
pub const XMM1: PReg = PReg::fpr(1);
/// `xmm2`.
pub const XMM2: PReg = PReg::fpr(2);

/// Number of the integer scratch register.
pub const TMP: u8 = 11;
/// Number of the float scratch register.
pub const FTMP: u8 = 15;
/// Number of `rbp`.
pub const FRAME: u8 = 5;
/// Number of `rsp`.
pub const STACK: u8 = 4;
/// Number of the context register.
pub const CTX: u8 = 15;

/// Integer registers the allocator hands out: all but rsp (4), rbp (5), r11 and r15.
const GPRS: u64 = 0xffff & !(1 << 4 | 1 << 5 | 1 << 11 | 1 << 15);
/// Float registers the allocator hands out: all but xmm15.
const FPRS: u64 = 0x7fff << 32;
/// rbx, r12, r13, r14.
const SAVED: u64 = 1 << 3 | 1 << 12 | 1 << 13 | 1 << 14;

/// What helpers (the System V convention) do not preserve, of the allocatable registers.
pub const CALLER_SAVED: RegSet = RegSet((GPRS | FPRS) & !SAVED);

static NAMES: [&str; 64] = [
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
    "r15", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "xmm0", "xmm1",
    "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
    "xmm14", "xmm15", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?",
];

fn name(r: PReg) -> &'static str {
    NAMES[r.0 as usize & 63]
}

/// The register file as the allocator sees it.
pub const INFO: RegInfo = RegInfo {
    allocatable: RegSet(GPRS | FPRS),
    callee_saved: RegSet(SAVED),
    scratch: [PReg::gpr(TMP), PReg::fpr(FTMP)],
    args: &ARGS,
    inputs: RSI,
    results: &RESULTS,
    name,
};

/// By the numbers of the System V interface.
pub const DWARF: Dwarf = Dwarf { machine: 62, stack: 7, frame: 6, returns: 16, pushed: 8, ret: 1 };
