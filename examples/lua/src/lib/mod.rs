//! The standard library over Lua values: argument checking and wiring; the work on plain data is in [`crate::text`].
//!
//! **Problem.** Every function of the reference manual's chapter 6 but the basic ones, with the reference's checks in the reference's order and the
//! reference's words.
//!
//! **Invariants.** A body that calls Lua keeps what it holds in a Rust collection in a root; bodies that do not call Lua may hold anything, as no
//! collection can come. Functions that keep state between calls (`gmatch`, `wrap`, `lines`) are closures made by `prelude.lua`, which also has
//! the loops that call back often, so that traces can go through them.
//!
//! **Not promised.** Loading of C libraries, and `popen`.
//!
//! **Example.** `lib::open(rt)?` fills the globals; a module's list is `const FUNCTIONS: &[(&str, Body)] = &[("ult", ult), ..]`.

pub mod access;
mod base;
mod chunks;
pub mod coroutine;
mod debug;
mod file;
mod io;
pub mod look;
pub mod math;
mod os;
pub mod out;
pub mod package;
mod prelude;
mod string;
mod string_arith;
pub mod string_search;
mod table;
mod utf8;

/// Loading chunks, for the command line and the interpreter.
pub mod chunk {
    pub use super::base::file_function;
    pub use super::base::{compile_chunk as compile, read_chunk as read};
}

use crate::native::{self, Body, Call, Special};
use crate::table::Table;
use crate::text::random::Random;
use crate::value::{NativeFn, UserData};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::PathBuf;

/// What the library has besides its tables.
pub struct State {
    /// The generator of `math.random`.
    pub random: RefCell<Random>,
    /// Functions of the prelude.
    pub prelude: prelude::Functions,
    /// Files that programs opened.
    pub files: io::OpenFiles,
    /// Whether warnings are shown.
    pub warnings: Cell<bool>,
    /// Environment variables do not count.
    pub no_environment: Cell<bool>,
    /// Chunks loaded lately.
    pub chunks: chunks::Chunks,
    /// What `debug.upvalueid` has given out, by tag, payload and name; each with what keeps the variable.
    pub upvalue_ids: UpvalueIds,
    /// What `collectgarbage` was told.
    pub collector: Collector,
    /// The step of iterators of `gmatch`, kept alive by the registry.
    pub gmatch: Cell<RawSlot>,
    /// The step of `gsub` with a function.
    pub gsub: Cell<RawSlot>,
    /// Patterns made ready.
    pub patterns: crate::text::pattern::Programs,
}

type UpvalueIds = RefCell<HashMap<(u64, u64, Vec<u8>), (RawSlot, Gc<UserData>)>>;

/// Settings of the reference's collector, which programs may ask for.
pub struct Collector {
    /// The mode; the reference's command begins with this one.
    pub generational: Cell<bool>,
    /// Percents of the memory in use at which a collection begins.
    pub pause: Cell<i64>,
    /// Speed of collecting.
    pub step_mul: Cell<i64>,
}

impl Collector {
    /// What the reference keeps of a parameter.
    pub fn kept(n: i64) -> i64 {
        i64::from((n as i32 / 4) as u8) * 4
    }
}

impl Default for Collector {
    fn default() -> Self {
        Collector { generational: Cell::new(true), pause: Cell::new(200), step_mul: Cell::new(100) }
    }
}

impl Default for State {
    fn default() -> Self {
        State {
            random: RefCell::new(Random::seeded(0, 0)),
            prelude: Cell::default(),
            files: io::OpenFiles::default(),
            warnings: Cell::new(false),
            no_environment: Cell::new(false),
            chunks: chunks::Chunks::default(),
            upvalue_ids: RefCell::default(),
            collector: Collector::default(),
            gmatch: Cell::new(crate::value::NIL),
            gsub: Cell::new(crate::value::NIL),
            patterns: Default::default(),
        }
    }
}

/// Makes the libraries and puts them into the globals and `package.loaded`.
///
/// # Errors
/// "not enough memory".
pub fn open(rt: &Rt) -> Result<(), Raised> {
    base::open(rt);
    package::set_loaded(rt, "_G", rt.lang.globals())?;
    for (name, fill) in LIBRARIES {
        let t = crate::table::new(rt);
        rt.lang.globals().set_name(rt, name, crate::value::Val::Table(t))?;
        package::set_loaded(rt, name, t)?;
        rt.lang.opening.set(name);
        fill(rt, t)?;
    }
    rt.lang.opening.set(native::NAMELESS);
    prelude::open(rt)
}

/// Hands everything that was written to the system.
pub fn flush(rt: &Rt) {
    rt.lang.lib.files.flush();
}

/// Puts a library's functions into its table.
type Fill = fn(&Rt, Gc<Table>) -> Result<(), Raised>;

const LIBRARIES: &[(&str, Fill)] = &[
    ("package", package::fill),
    ("coroutine", coroutine::fill),
    ("table", table::fill),
    ("io", io::fill),
    ("os", os::fill),
    ("string", string::fill),
    ("math", math::fill),
    ("utf8", utf8::fill),
    ("debug", debug::fill),
];

/// A library's functions by name.
type Functions = &'static [(&'static str, Body)];

/// Makes a basic function while another library is being opened.
fn make_basic(rt: &Rt, name: &'static str, body: Body) -> Gc<NativeFn> {
    let opening = rt.lang.opening.replace("");
    let f = rt.lang.make_native(rt, name, body, Special::None);
    rt.lang.opening.set(opening);
    f
}

/// Registers functions that no global table has, such as methods.
fn register_nameless(rt: &Rt, t: Gc<Table>, list: Functions) {
    let opening = rt.lang.opening.replace(native::NAMELESS);
    rt.lang.register(rt, t, list);
    rt.lang.opening.set(opening);
}

/// Puts an error raised by a function behind a closure of the prelude where the closure was called.
fn from_closure(rt: &Rt, raised: Raised) -> Raised {
    if rt.lang.level.get() == 1 {
        rt.lang.level.set(2);
    }
    raised
}

/// Argument `i` as one of these words, the first of which stands for nothing if it `may` be left out. Like the reference, which compares C's texts,
/// it reads up to a zero byte.
fn option(c: &Call<'_>, i: usize, may: bool, words: &[&'static str]) -> Result<&'static str, Raised> {
    if may && c.val(i).is_nil() {
        return Ok(words[0]);
    }
    let given = c.check_str(i)?;
    let given = given.bytes().split(|&b| b == 0).next().unwrap_or_default();
    let meant = words.iter().find(|w| w.as_bytes() == given).copied();
    meant.ok_or_else(|| c.arg_error(i, [b"invalid option '", given, b"'"].concat()))
}

/// A variable of the environment.
pub fn variable(name: &str) -> Option<String> {
    holloway::world::ask(format_args!("variable {name}"), || std::env::var(name).ok())
}

/// A path as the system has it.
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(langkit::system::name(bytes).into_owned())
}
