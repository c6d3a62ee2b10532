//! Registers of AArch64: numbers, roles, sets.
//!
//! | register | role |
//! |---|---|
//! | `sp` | bottom of the frame; the outgoing area of calls starts here |
//! | `x29` | frame base |
//! | `x30` | link register |
//! | `x28` | the native context |
//! | `x16`, `v31` | permanent scratch: moves, constants |
//! | `x17` | second scratch: addresses that no encoding holds |
//! | `x18` | the platform's |
//! | the others | allocatable; `x19`-`x27` and the low halves of `v8`-`v15` survive helpers |

use holloway_compiler::abi::DIRECT_ARGS;
use holloway_compiler::codegen::debug::Dwarf;
use holloway_compiler::codegen::machine::{PReg, RegInfo, RegSet};

/// First argument and result register.
pub const X0: PReg = PReg::gpr(0);
/// Where the outer entry gets the inputs' address.
pub const X1: PReg = PReg::gpr(1);
/// Where helpers have arguments after the context and the results' address.
pub const DIRECT: [PReg; DIRECT_ARGS] = [PReg::gpr(2), PReg::gpr(3), PReg::gpr(4)];
/// Where a called trace gets its first input words; `x2` has the address of the results, and `x1` that of all inputs, if there are more.
pub const ARGS: [PReg; 6] =
    [PReg::gpr(3), PReg::gpr(4), PReg::gpr(5), PReg::gpr(6), PReg::gpr(7), PReg::gpr(8)];
/// Where it leaves its first result words; `x0` has the status.
pub const RESULTS: [PReg; 7] =
    [X1, PReg::gpr(2), PReg::gpr(3), PReg::gpr(4), PReg::gpr(5), PReg::gpr(6), PReg::gpr(7)];
/// First float register.
pub const V0: PReg = PReg::fpr(0);
/// Number of the integer scratch register.
pub const TMP: u8 = 16;
/// Number of the scratch register for addresses.
pub const ADDR: u8 = 17;
/// Number of the float scratch register.
pub const FTMP: u8 = 31;
/// Number of `x29`.
pub const FRAME: u8 = 29;
/// Number of the stack pointer where an encoding has one.
pub const STACK: u8 = 31;
/// Number of the zero register where an encoding has one: the same as the stack pointer's, so encodings keep them apart.
pub const ZERO: u8 = 31;
/// Number of the context register.
pub const CTX: u8 = 28;

/// x0-x15 and x19-x27.
const GPRS: u64 = 0xffff | 0x1ff << 19;
/// v0-v30.
const FPRS: u64 = 0x7fff_ffff << 32;
/// x19-x27, v8-v15.
const SAVED: u64 = 0x1ff << 19 | 0xff << (32 + 8);

/// What helpers do not preserve, of the allocatable registers.
pub const CALLER_SAVED: RegSet = RegSet((GPRS | FPRS) & !SAVED);

static NAMES: [&str; 64] = [
    "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
    "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30",
    "sp", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14",
    "d15", "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29",
    "d30", "d31",
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
    inputs: X1,
    results: &RESULTS,
    name,
};

/// By the numbers of the processor's interface for DWARF.
pub const DWARF: Dwarf = Dwarf { machine: 183, stack: 31, frame: 29, returns: 30, pushed: 0, ret: 4 };
