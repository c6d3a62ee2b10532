//! The standard library over Lua values: argument checking and wiring; the work on plain data is in [`crate::text`].
//!
//! **Problem.** Every function of the reference manual's chapter 6 but the basic ones, with the reference's checks in the reference's order and the
//! reference's words.
//!
//! **Invariants.** A body that calls Lua keeps what it holds in a Rust collection in a root; bodies that do not call Lua may hold anything, as no
//! collection can come. Functions that keep state between calls (`gmatch`, `wrap`, `lines`) are closures made by `prelude.lua`, which also has
//! the loops that call back often, so that traces can go through them.
//!
//! **Not promised.** Loading of C libraries, `popen`, hooks, and access to the local variables of running functions.
//!
//! **Example.** `lib::open(rt)?` fills the globals; a module's list is `const FUNCTIONS: &[(&str, Body)] = &[("ult", ult), ..]`.

pub mod access;
mod base;
mod math;
mod prelude;
mod string;
mod table;

/// Loading chunks, for the command line.
pub mod chunk {
    pub use super::base::{compile_chunk as compile, read_chunk as read};
}

use crate::native::Body;
use crate::table::Table;
use crate::text::random::Random;
use crate::Rt;
use holloway::heap::Gc;
use holloway::machine::Raised;
use std::cell::{Cell, RefCell};

/// What the library has besides its tables.
pub struct State {
    /// The generator of `math.random`.
    pub random: RefCell<Random>,
    /// Functions of the prelude.
    pub prelude: prelude::Functions,
}

impl Default for State {
    fn default() -> Self {
        State { random: RefCell::new(Random::seeded(0, 0)), prelude: Cell::new(Default::default()) }
    }
}

/// Makes the libraries and puts them into the globals and `package.loaded`.
///
/// # Errors
/// "not enough memory".
pub fn open(rt: &Rt) -> Result<(), Raised> {
    base::open(rt);
    for (name, fill) in LIBRARIES {
        let t = crate::table::new(rt);
        rt.lang.globals().set_name(rt, name, crate::value::Val::Table(t))?;
        fill(rt, t)?;
    }
    prelude::open(rt)
}

/// Puts a library's functions into its table.
type Fill = fn(&Rt, Gc<Table>) -> Result<(), Raised>;

const LIBRARIES: &[(&str, Fill)] = &[("string", string::fill), ("table", table::fill), ("math", math::fill)];

/// A library's functions by name.
type Functions = &'static [(&'static str, Body)];
