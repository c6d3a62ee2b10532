//! Library functions: how Rust is called by Python.
//!
//! **Example.**
//! ```ignore
//! fn upper(a: &mut Args<'_>) -> Result<Val, Raised> {
//!     a.count(1, 1)?;
//!     str::val(a.rt, &a.str(0)?.text().to_uppercase())
//! }
//! ```
//! and `("upper", upper)` in a list of methods. Arguments are safe from the collector; values kept in a Rust collection while the program runs are not.

use crate::builtins::Operator;
use crate::objects::ops;
use crate::value::{Function, Native, Str, Val, NONE, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use std::cell::Cell;

/// A library function.
pub type Body = fn(&mut Args<'_>) -> Result<Val, Raised>;

/// What the interpreter does by itself instead of calling the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Special {
    Len,
    Append,
    Pop,
    Insert,
    Reversed,
    Callable,
    Replace,
    Join,
    Abs,
    Min,
    Max,
    Sqrt,
    Ord,
    IsInstance,
    Enumerate,
    Zip,
    Next,
    Send,
    DictGet,
    SetDefault,
    SetAdd,
    Chr,
    DivMod,
    Iter,
    /// Keys, values or items of a dictionary: the kind of the view.
    View(u8),
    /// Whether a string is of characters of one of these classes: see `objects::str::class`.
    Is(u8),
    /// The string with the letters of this class changed to those of the other case.
    Turn(u8),
    GetAttr,
    HasAttr,
    SetAttr,
    /// It only reads, and runs no program, if its arguments are strings, numbers, `None`, classes, or lists and tuples that it takes strings from.
    Reads,
    /// Function of the module `math` that traces call without looking.
    Math(u8),
}

/// An entry of the list of library functions. There is one for the whole run, so that a call copies nothing.
pub struct NativeInfo {
    /// Its name.
    pub name: &'static str,
    /// The function.
    pub body: Body,
    /// Whether the interpreter knows it.
    pub special: Cell<Option<Special>>,
    /// The same in Python, for an argument that is a generator or the like, or a function given as `key`.
    pub guest: Cell<Option<Gc<Function>>>,
    /// What it does as an operator of a built-in class.
    pub operator: Cell<Option<Operator>>,
    /// The object.
    pub object: Gc<Native>,
}

/// The arguments of a call.
pub struct Args<'a> {
    /// The run time.
    pub rt: &'a Rt,
    /// All of them; the last ones may be named.
    pub args: &'a [RawSlot],
    /// Names of the last ones.
    pub names: &'a [Gc<Str>],
    /// What is called.
    pub native: &'static NativeInfo,
}

impl<'a> Args<'a> {
    /// The arguments without names.
    pub fn plain(&self) -> &'a [RawSlot] {
        &self.args[..self.args.len() - self.names.len()]
    }
    /// Argument `i` without name; unbound if absent.
    pub fn val(&self, i: usize) -> Val {
        self.plain().get(i).copied().unwrap_or(UNBOUND).into()
    }
    /// Argument `i`, or a value of this name, or a default.
    pub fn opt(&self, i: usize, name: &str, default: Val) -> Val {
        match self.plain().get(i) {
            Some(&v) => v.into(),
            None => self.named(name).unwrap_or(default),
        }
    }
    /// The argument of a name.
    pub fn named(&self, name: &str) -> Option<Val> {
        let i = self.names.iter().position(|n| n.text() == name)?;
        Some(self.args[self.args.len() - self.names.len() + i].into())
    }
    /// Requires between `min` and `max` arguments without names.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn count(&self, min: usize, max: usize) -> Result<(), Raised> {
        let n = self.plain().len();
        if (min..=max).contains(&n) {
            return Ok(());
        }
        let name = self.native.name;
        let bound = if n < min { min } else { max };
        let s = if bound == 1 { "" } else { "s" };
        let how = match (min == max, n < min) {
            (true, _) => "exactly",
            (_, true) => "at least",
            _ => "at most",
        };
        Err(errors::type_(self.rt, &format!("{name} expected {how} {bound} argument{s}, got {n}")))
    }
    /// The same for a method, whose object is argument 0.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn method(&self, min: usize, max: usize) -> Result<(), Raised> {
        let n = self.plain().len();
        if n > min && n <= max + 1 {
            return Ok(());
        }
        let name = self.native.name;
        let text = match (min, max) {
            (0, 0) => format!("{name}() takes no arguments ({} given)", n.saturating_sub(1)),
            (1, 1) => format!("{name}() takes exactly one argument ({} given)", n.saturating_sub(1)),
            _ => format!("{name} expected {min} to {max} arguments, got {}", n.saturating_sub(1)),
        };
        Err(errors::type_(self.rt, &text))
    }
    /// Argument `i` as a string.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn str(&self, i: usize) -> Result<Gc<Str>, Raised> {
        match ops::unwrapped(self.rt, self.val(i)) {
            Val::Str(s) => Ok(s),
            v => {
                let got = ops::type_name(self.rt, v);
                let text = format!("{}() argument {i} must be str, not {got}", self.native.name);
                Err(errors::type_(self.rt, &text))
            }
        }
    }
    /// Argument `i` as an integer.
    ///
    /// # Errors
    /// `TypeError`, `OverflowError`.
    pub fn int(&self, i: usize) -> Result<i64, Raised> {
        ops::index_small(self.rt, self.val(i))
    }
    /// As [`Args::int`], with a value for none.
    ///
    /// # Errors
    /// As there.
    pub fn opt_int(&self, i: usize, default: i64) -> Result<i64, Raised> {
        match self.val(i) {
            Val::Unbound | Val::None => Ok(default),
            _ => self.int(i),
        }
    }
    /// As [`Args::opt_int`] for a position: one out of range is the nearest in range.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn bound(&self, i: usize, default: i64) -> Result<i64, Raised> {
        match self.val(i) {
            Val::Unbound | Val::None => Ok(default),
            v => match ops::index(self.rt, v)? {
                Val::Int(i) => Ok(i),
                n => {
                    let below = crate::objects::number::big(self.rt, n).is_some_and(|n| n < 0.into());
                    Ok(if below { i64::MIN / 2 } else { i64::MAX / 2 })
                }
            },
        }
    }
    /// Argument `i` as a float.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn float(&self, i: usize) -> Result<f64, Raised> {
        to_float(self.rt, self.val(i))
    }
    /// `None` as a result.
    ///
    /// # Errors
    /// None: for the end of a body.
    pub fn none(&self) -> Result<Val, Raised> {
        Ok(NONE.into())
    }
    /// The object of a method, as a value of a built-in type.
    pub fn this(&self) -> Val {
        ops::unwrapped(self.rt, self.val(0))
    }
}

/// A number, or what `__float__` gives, as a float.
///
/// # Errors
/// `TypeError`, `OverflowError`.
pub fn to_float(rt: &Rt, v: Val) -> Result<f64, Raised> {
    if let Some(x) = crate::objects::number::float(rt, ops::unwrapped(rt, v)) {
        return x;
    }
    for name in ["__float__", "__index__"] {
        if let Some(r) = ops::call_special(rt, v, name, &[]) {
            if let Some(x) = crate::objects::number::float(rt, r?) {
                return x;
            }
        }
    }
    Err(errors::type_(rt, &format!("must be real number, not {}", ops::type_name(rt, v))))
}
