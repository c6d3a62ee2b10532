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
use crate::objects::class::ClassInfo;
use crate::objects::ops;
use crate::value::{Function, Native, Str, Val, NONE, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use std::borrow::Cow;
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
    IsSubclass,
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
    /// `_prelude.hash_of_name`, which operators ask as [`Special::Reads`].
    HashOfName,
    /// The item with this number of the tuple inside an instance.
    Item(u8),
    /// What a string is asked about another one: see `builtins::str::asked`. Else as [`Special::Reads`].
    Ask(u8),
    /// What a string alone is changed to: see `builtins::str::changed`. Else as [`Special::Reads`].
    Change(u8),
    GetAttr,
    HasAttr,
    SetAttr,
    /// `vars`.
    Vars,
    /// `list.extend`.
    Extend,
    /// `list.index`, `list.count` and `list.remove`, where the program is not asked what is equal.
    ListIndex,
    ListCount,
    ListRemove,
    /// `str.split`: in two. Else as [`Special::Reads`].
    Split,
    /// `str.partition`. Else as [`Special::Reads`].
    Partition,
    /// `ljust` and its kin, of numbers in `builtins::str::changed`. Else as [`Special::Reads`].
    Justify(u8),
    /// It only reads, and runs no program, if its arguments are strings, numbers, `None`, classes, or lists and tuples that it takes strings from; as what
    /// operators ask, whatever they are. What it writes, no trace loads.
    Reads,
    /// Function of the module `math` that traces call without looking.
    Math(holloway::math::Unary),
    BitLength,
    BitCount,
    /// `math.hypot`.
    Hypot,
    /// `math.atan2`.
    Atan2,
    /// `_weak.collect`, which looks at the whole state.
    Collect,
    /// `_prelude.by_hash`.
    ByHash,
    Map,
    Filter,
    /// `_prelude.rival`.
    Rival,
    /// `_prelude.hash_step`.
    HashStep,
    /// `_prelude.hash_end`.
    HashEnd,
    /// `object.__setattr__`.
    SetOwn,
    Hash,
    Gcd,
    Repr,
    /// `object.__new__`.
    New,
    /// See `builtins::matching`.
    MatchSequence,
    MatchMapping,
    MatchClass,
    /// A method of patterns or matches.
    Re(crate::modules::re::Known),
}

impl Special {
    /// Whether the library function, too, does it as [`Special::Reads`] says.
    pub fn only_reads(self) -> bool {
        use Special::*;
        matches!(self, Reads | Ask(_) | Is(_) | Change(_) | Split | Partition | Justify(_))
    }
}

/// For which arguments a function of the prelude does a library function's work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suits {
    /// The last one runs the program when it is gone through, or a function is given as `key`.
    Lazy,
    /// Also for a built-in collection that begins with an instance, whose methods compare, add or hash it.
    Instances,
    /// As for [`Suits::Instances`], of the first one; a second one is nothing that `sum` refuses to begin with. The second one may be left out.
    Sum,
    /// The last one is a generator, or a built-in iterator that runs the program; the first one (if that is another) is a built-in container itself.
    Generator,
    /// The last one runs the program when it is gone through; the first one is a built-in container itself.
    Items,
    /// One of them is a generator, which is at its end after an error. Other iterators of the program's may go on, so a generator around them will not do.
    Generators,
    /// A list, and what only the program can find in it.
    Sought,
    /// Of `print`: the file is an instance, and what else is given by name cannot be wrong.
    Printed,
}

impl Suits {
    /// What a function of the prelude is for.
    pub fn of(name: &str) -> Suits {
        match name {
            "sorted" | "list_sort" | "min" | "max" | "any" | "all" | "set" => Suits::Instances,
            "sum" => Suits::Sum,
            "list_extend" | "set_update" => Suits::Items,
            "dict_update" | "dict" => Suits::Generator,
            "enumerate" | "zip" => Suits::Generators,
            "list_index" | "list_count" | "list_remove" => Suits::Sought,
            "print" => Suits::Printed,
            _ => Suits::Lazy,
        }
    }
}

/// Functions of the prelude that the interpreter enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guest {
    /// See `interp::keyed`.
    Keyed,
    /// See `interp::keyed`.
    KeyedOrMissing,
    /// See `interp::construct`.
    Make,
    /// See `interp::construct`.
    MakeInit,
    /// See `interp::text`.
    TextBy,
    /// See `interp::text`.
    FormatBy,
    /// See `interp::library`.
    LenBy,
    /// See `interp::library`.
    HashBy,
    /// See `interp::keyed`.
    HashOfTuple,
    /// See `interp::library`.
    CheckBy,
    /// See `interp::iterate`.
    ByIndex,
    /// See `interp::compare`.
    HasBy,
    /// See `interp::compare`.
    UnequalBy,
    /// See `interp::compare`.
    TuplesBy,
    /// See `interp::iterate`.
    ListExtend,
    /// See `interp::iterate`.
    SetUpdate,
    /// See `interp::item`.
    UnpackBy,
    /// See `interp::iterate`.
    Tuple,
    /// See `objects::relays`.
    Steps,
    /// See `interp::library`.
    NextOf,
    /// See `interp::library`.
    NextOr,
    /// `min` of what is in a list or tuple: see `interp::library`.
    Min,
    /// `max` of the same.
    Max,
    /// Calls a function for its effects: see `interp::descriptors`.
    Forget,
    /// `getattr` with a default: see `interp::descriptors`.
    GetAttrOr,
    /// See `interp::construct`.
    TruthBy,
    /// See `interp::attr`.
    GetterOrGetattr,
    DescribedOrGetattr,
    /// See `interp::compare`.
    FoundIn,
}

impl Guest {
    /// Their names, in order.
    pub const NAMES: [&'static str; 29] = [
        "keyed",
        "keyed_or_missing",
        "make",
        "make_init",
        "text_by",
        "format_by",
        "len_by",
        "hash_by",
        "hash_of_tuple",
        "check_by",
        "by_index",
        "has_by",
        "unequal_by",
        "tuples_by",
        "list_extend",
        "set_update",
        "unpack_by",
        "tuple",
        "steps",
        "next_of",
        "next_or",
        "min",
        "max",
        "forget",
        "getattr_or",
        "truth_by",
        "getter_or_getattr",
        "described_or_getattr",
        "found_in",
    ];
}

/// Operations on a dictionary or set with a key whose hash the program computes: the prelude's `keyed` is given their numbers.
pub mod keyed {
    /// The value, or `KeyError`.
    pub const ITEM: i64 = 0;
    /// The value, or another one.
    pub const GET: i64 = 1;
    /// Sets the value.
    pub const SET: i64 = 2;
    /// The value, which is first set if there is none.
    pub const DEFAULT: i64 = 3;
    /// Whether it is there.
    pub const HAS: i64 = 4;
    /// Adds it to a set.
    pub const ADD: i64 = 5;
}

/// An entry of the list of library functions. There is one for the whole run, so that a call copies nothing.
pub struct NativeInfo {
    /// Its name.
    pub name: &'static str,
    /// The function.
    pub body: Body,
    /// Whether the interpreter knows it.
    pub special: Cell<Option<Special>>,
    /// The same in Python, and for which arguments.
    pub guest: Cell<Option<(Gc<Function>, Suits)>>,
    /// What it does as an operator of a built-in class.
    pub operator: Cell<Option<Operator>>,
    /// The built-in class whose method it is, if it is no function.
    pub class: Cell<Option<&'static ClassInfo>>,
    /// Whether operators and built-in functions ask it of instances in whose class it stands, as they ask functions of the program's. It runs none itself that a
    /// trace would have to see.
    pub asked: Cell<bool>,
    /// The module whose function it is, where messages say it.
    pub module: Cell<Option<&'static str>>,
    /// The object.
    pub object: Gc<Native>,
}

/// Names with underscores that stand for no operation of a type.
const METHODS: &[&str] = &[
    "__ceil__",
    "__floor__",
    "__trunc__",
    "__round__",
    "__format__",
    "__complex__",
    "__copy__",
    "__deepcopy__",
    "__bytes__",
    "__set_name__",
    "__reversed__",
    "__sizeof__",
    "__dir__",
    "__reduce__",
    "__reduce_ex__",
    "__getstate__",
    "__setstate__",
    "__length_hint__",
    "__instancecheck__",
    "__subclasscheck__",
    "__subclasses__",
    "__enter__",
    "__exit__",
    "__missing__",
    "__getnewargs__",
    "__class_getitem__",
];

impl NativeInfo {
    /// Whether it is a function and no method.
    pub fn is_free(&self) -> bool {
        self.class.get().is_none() && !self.asked.get()
    }
    /// Whether it is a method that stands for an operation of the type, as `__repr__` does.
    pub fn is_slot(&self) -> bool {
        let Some(class) = self.class.get() else { return false };
        match self.name {
            "__contains__" => !["dict", "set", "frozenset"].contains(&class.name.as_str()),
            "__getitem__" => !["dict", "list"].contains(&class.name.as_str()),
            name => name.starts_with("__") && !METHODS.contains(&name),
        }
    }
}

/// What is given as a small integer, as flags are.
///
/// # Errors
/// `TypeError`, `OverflowError`.
pub fn c_int(rt: &Rt, v: Val) -> Result<i64, Raised> {
    match ops::index(rt, v)? {
        Val::Int(n) if i32::try_from(n).is_ok() => Ok(n),
        _ => Err(errors::overflow(rt, "Python int too large to convert to C int")),
    }
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
    /// Requires between `min` and `max` arguments, and none with a name.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn count(&self, min: usize, max: usize) -> Result<(), Raised> {
        let n = self.args.len();
        if (min..=max).contains(&n) && self.names.is_empty() {
            return Ok(());
        }
        self.wrong_count(self.native.name, n, min, max)
    }
    /// The same for a method, whose object is argument 0.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn method(&self, min: usize, max: usize) -> Result<(), Raised> {
        let n = self.args.len();
        self.object()?;
        if n > min && n <= max + 1 && self.names.is_empty() {
            return Ok(());
        }
        let name = self.native.name;
        if self.native.is_slot() {
            return self.slot(min, max);
        }
        if max <= 1 && min == max || !self.names.is_empty() {
            return self.wrong_count(&self.qualified(), n - 1, min, max);
        }
        self.wrong_count(name, n - 1, min, max)
    }
    /// The same for a method that stands for an operation of the type, as `__repr__` does.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn slot(&self, min: usize, max: usize) -> Result<(), Raised> {
        let n = self.args.len();
        self.object()?;
        if n > min && n <= max + 1 && self.names.is_empty() {
            return Ok(());
        }
        if !self.names.is_empty() {
            let text = format!("wrapper {}() takes no keyword arguments", self.native.name);
            return Err(errors::type_(self.rt, &text));
        }
        let bound = if n - 1 < min { min } else { max };
        // The reference counts these in two ways, of which one leaves a blank where a name could be.
        let blank = if max == 2 { " " } else { "" };
        let how = match (min == max, n - 1 < min) {
            (true, _) => "",
            (_, true) => "at least ",
            _ => "at most ",
        };
        let text = format!("{blank}expected {how}{bound} argument{}, got {}", plural(bound), n - 1);
        Err(errors::type_(self.rt, &text))
    }
    /// An optional argument that is a small integer, as flags are.
    ///
    /// # Errors
    /// `TypeError`, `OverflowError`.
    pub fn opt_c_int(&self, i: usize, name: &str, default: i64) -> Result<i64, Raised> {
        c_int(self.rt, self.opt(i, name, Val::Int(default)))
    }
    /// The same where the message has another form: `name() takes at least ..`.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn parsed(&self, min: usize, max: usize) -> Result<(), Raised> {
        let n = self.args.len();
        if n > min && n <= max + 1 && self.names.is_empty() {
            return Ok(());
        }
        self.object()?;
        if !self.names.is_empty() {
            return self.wrong_count(&self.qualified(), n - 1, min, max);
        }
        let (how, bound) = if n - 1 < min { ("at least", min) } else { ("at most", max) };
        let text =
            format!("{}() takes {how} {bound} argument{} ({} given)", self.native.name, plural(bound), n - 1);
        Err(errors::type_(self.rt, &text))
    }
    /// Requires that what follows argument 0 (the object, or the class) is at least `min` values, and at most one for each parameter: the first ones by
    /// position, all but those with an empty name by name.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn takes(&self, min: usize, positional: usize, parameters: &[&str]) -> Result<(), Raised> {
        self.object()?;
        self.takes_as(self.native.name, 1, min, positional, parameters)
    }
    /// The same, from an argument on, with the name to be blamed.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn takes_as(
        &self,
        name: &str,
        first: usize,
        min: usize,
        positional: usize,
        parameters: &[&str],
    ) -> Result<(), Raised> {
        let (plain, all) = (self.plain().len() - first, self.args.len() - first);
        if self.names.is_empty() && (min..=positional).contains(&plain) {
            return Ok(());
        }
        let wrong = |text: String| Err(errors::type_(self.rt, &text));
        if all > parameters.len() {
            let how = if min == parameters.len() { "exactly" } else { "at most" };
            let kind = if self.names.len() == all { "keyword " } else { "" };
            let n = parameters.len();
            return wrong(format!("{name}() takes {how} {n} {kind}argument{} ({all} given)", plural(n)));
        }
        if plain > positional {
            let how = if min == positional { "exactly" } else { "at most" };
            let kind = if positional < parameters.len() { "positional " } else { "" };
            let n = plural(positional);
            return wrong(format!("{name}() takes {how} {positional} {kind}argument{n} ({plain} given)"));
        }
        // What is missing is told before names are looked at.
        if parameters.iter().take(min).skip(plain).any(|p| p.is_empty()) {
            let (how, n) = (if min < positional { "at least" } else { "exactly" }, plural(min));
            return wrong(format!("{name}() takes {how} {min} positional argument{n} ({plain} given)"));
        }
        for (i, p) in parameters.iter().enumerate().take(min).skip(plain) {
            if self.named(p).is_none() {
                return wrong(format!("{name}() missing required argument '{p}' (pos {})", i + 1));
            }
        }
        for (i, p) in parameters.iter().enumerate().take(min).skip(plain) {
            if self.named(p).is_none() {
                return wrong(format!("{name}() missing required argument '{p}' (pos {})", i + 1));
            }
        }
        for n in self.names {
            match parameters.iter().position(|p| *p == n.text()) {
                None => return wrong(format!("'{}' is an invalid keyword argument for {name}()", n.text())),
                Some(i) if i < plain => {
                    let i = i + 1;
                    let what =
                        format!("argument for {name}() given by name ('{}') and position ({i})", n.text());
                    return wrong(what);
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
    /// For a constructor, whose argument 0 is the class: between `min` and `max` more, and none with a name, unless the class is one that the program derived.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn making(&self, name: &str, min: usize, max: usize) -> Result<(), Raised> {
        let n = self.plain().len() - 1;
        if (min..=max).contains(&n) && (self.derived(name) || self.names.is_empty()) {
            return Ok(());
        }
        self.wrong_count(name, n, min, max)
    }
    /// For a constructor: whether the class is none of this name, but derives from it.
    pub fn derived(&self, name: &str) -> bool {
        match self.val(0) {
            Val::Class(c) => self.rt.lang.classes.get(c.id).name != name,
            _ => true,
        }
    }
    fn wrong_count(&self, name: &str, n: usize, min: usize, max: usize) -> Result<(), Raised> {
        let full = self.native.module.get().map_or_else(|| name.to_string(), |m| format!("{m}.{name}"));
        let text = match (min, max) {
            _ if !self.names.is_empty() => format!("{full}() takes no keyword arguments"),
            (0, 0) => format!("{full}() takes no arguments ({n} given)"),
            (1, 1) => format!("{full}() takes exactly one argument ({n} given)"),
            _ => {
                let bound = if n < min { min } else { max };
                let how = match (min == max, n < min) {
                    (true, _) => "",
                    (_, true) => "at least ",
                    _ => "at most ",
                };
                format!("{name} expected {how}{bound} argument{}, got {n}", plural(bound))
            }
        };
        Err(errors::type_(self.rt, &text))
    }
    /// Requires the object of a method, of the method's class.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn object(&self) -> Result<(), Raised> {
        let name = self.native.name;
        match (self.plain(), self.native.class.get()) {
            ([], Some(class)) if self.native.is_slot() => {
                let text = format!("descriptor '{name}' of '{}' object needs an argument", class.name);
                Err(errors::type_(self.rt, &text))
            }
            ([], _) => {
                let text = format!("unbound method {}() needs an argument", self.qualified());
                Err(errors::type_(self.rt, &text))
            }
            (_, Some(class)) => {
                let of = ops::class_of(self.rt, self.val(0));
                match of.id == class.id || of.is_subclass(class) {
                    true => Ok(()),
                    false => Err(self.wrong_object(&class.name)),
                }
            }
            _ => Ok(()),
        }
    }
    /// The method's name after that of the built-in class whose it is.
    fn qualified(&self) -> String {
        let name = self.native.name;
        // A class method has the class as its object.
        let class = self.native.class.get().or_else(|| match self.val(0) {
            Val::Class(c) => Some(self.rt.lang.classes.get(c.id)),
            _ => None,
        });
        class.map_or_else(|| name.to_string(), |c| format!("{}.{name}", c.own_name()))
    }
    /// The error of a method that was given an object of another type.
    pub fn wrong_object(&self, wanted: &str) -> Raised {
        if self.plain().is_empty() {
            return self.object().err().unwrap_or(Raised);
        }
        let (name, got) = (self.native.name, ops::type_name(self.rt, self.val(0)));
        let wanted = self.native.class.get().map_or(wanted, |c| &c.name);
        let text = match self.native.is_slot() {
            true => format!("descriptor '{name}' requires a '{wanted}' object but received a '{got}'"),
            false => format!("descriptor '{name}' for '{wanted}' objects doesn't apply to a '{got}' object"),
        };
        errors::type_(self.rt, &text)
    }
    /// An optional argument that is a string.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn opt_str(&self, i: usize, name: &str, default: &str) -> Result<String, Raised> {
        let v = self.opt(i, name, Val::Unbound);
        match ops::unwrapped(self.rt, v) {
            Val::Unbound => Ok(default.to_string()),
            Val::Str(s) => Ok(s.text().to_string()),
            _ => {
                let got = if v.is_none() { "None" } else { ops::type_name(self.rt, v) };
                // A constructor has the name of its class.
                let of = match (self.native.name, self.val(0)) {
                    ("%new", Val::Class(c)) => &self.rt.lang.classes.get(c.id).name,
                    (name, _) => name,
                };
                let text = format!("{of}() argument '{name}' must be str, not {got}");
                Err(errors::type_(self.rt, &text))
            }
        }
    }
    /// The same for the name of an encoding or the like.
    ///
    /// # Errors
    /// `TypeError`, `ValueError`.
    pub fn opt_word<'d>(&self, i: usize, name: &str, default: &'d str) -> Result<Cow<'d, str>, Raised> {
        if self.opt(i, name, Val::Unbound).is_unbound() {
            return Ok(default.into());
        }
        let text = self.opt_str(i, name, default)?;
        match text.contains('\0') {
            true => Err(errors::value(self.rt, "embedded null character")),
            false => Ok(text.into()),
        }
    }
    /// Argument `i` as a string.
    ///
    /// # Errors
    /// `TypeError`.
    pub fn str(&self, i: usize) -> Result<Gc<Str>, Raised> {
        let v = self.val(i);
        match ops::unwrapped(self.rt, v) {
            Val::Str(s) => Ok(s),
            _ => {
                let got = if v.is_none() { "None" } else { ops::type_name(self.rt, v) };
                let text = match self.args.len() {
                    2 => format!("{}() argument must be str, not {got}", self.native.name),
                    _ => format!("{}() argument {i} must be str, not {got}", self.native.name),
                };
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
            Val::Unbound => Ok(default),
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
            v if !ops::is_index(self.rt, v) => {
                let text = "slice indices must be integers or None or have an __index__ method";
                Err(errors::type_(self.rt, text))
            }
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

/// What a noun of so many ends with.
pub fn plural(n: usize) -> &'static str {
    if n == 1 {
        ""
    } else {
        "s"
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
    if let Some(r) = ops::call_special(rt, v, "__float__", &[]) {
        let r = r?;
        return match ops::unwrapped(rt, r) {
            Val::Float(x) => Ok(x.get()),
            _ => {
                let (name, got) = (ops::type_name(rt, v), ops::type_name(rt, r));
                Err(errors::type_(rt, &format!("{name}.__float__ returned non-float (type {got})")))
            }
        };
    }
    if ops::special(rt, v, "__index__").is_some() {
        if let Some(x) = crate::objects::number::float(rt, ops::index(rt, v)?) {
            return x;
        }
    }
    Err(errors::type_(rt, &format!("must be real number, not {}", ops::type_name(rt, v))))
}
