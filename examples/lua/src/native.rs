//! Library functions: how Rust is called by Lua, and calls Lua.
//!
//! A [`Body`] reads its arguments from a [`Call`], pushes results and returns; it raises by `Err(call.error(..))`. Everything a body holds is safe
//! from the collector as long as it is on the native stack (arguments are, however many); values kept in a Rust collection across
//! [`Call::call`] are not, see [`holloway::heap::RootVec`].
//!
//! **Example.**
//! ```ignore
//! fn floor(c: &mut Call<'_>) -> Result<(), Raised> {
//!     let v = match c.val(1) { Val::Int(n) => Val::Int(n), _ => number::floor(c.check_float(1)?).into() };
//!     c.push(v);
//!     Ok(())
//! }
//! ```

use crate::string::{Change, Str};
use crate::table::Table;
use crate::text::number::{self, Number};
use crate::text::TextError;
use crate::value::{Val, NIL};
use crate::{error, string, Lua, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::{Cx, Raised};
use holloway::residual;

/// A library function.
pub type Body = fn(&mut Call<'_>) -> Result<(), Raised>;

/// What the interpreter does by itself instead of calling the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Special {
    None,
    Pcall,
    Xpcall,
    Pairs,
    Ipairs,
    Assert,
    Dofile,
    /// `debug.getlocal`, or `debug.setlocal`.
    Local(bool),
    /// `debug.sethook`.
    SetHook,
    /// `error`, which wants to know where it is called from if its level is not 1.
    Error,
    Type,
    ToNumber,
    /// `tostring`, which calls back.
    ToString,
    /// See `interp::format`.
    Format,
    RawGet,
    RawSet,
    RawLen,
    RawEqual,
    Select,
    GetMetatable,
    SetMetatable,
    Next,
    IpairsStep,
    /// The step of a repeated search, which the prelude calls.
    Step,
    Floor,
    Ceil,
    Abs,
    Sqrt,
    Fmod,
    /// A function of one float that the framework has.
    Math(holloway::math::Unary),
    Degrees,
    Radians,
    Atan,
    Max,
    Min,
    Random,
    ToInteger,
    /// Called as usual, but it wants to know from where.
    Located,
    /// Called as usual; it may call what it is given.
    CallsBack,
    Byte,
    /// See `interp::search`.
    Find,
    Match,
    Sub,
    /// `lower` and its kin.
    Changed(Change),
    Rep,
    Len,
    Char,
    Insert,
    Unpack,
    Remove,
    Resume,
    WrapStep,
    Yield,
    /// `collectgarbage`, which looks at the whole state.
    Collect,
}

impl Special {
    /// Whether it may call what it is given.
    pub fn calls_back(self) -> bool {
        matches!(self, Special::CallsBack | Special::ToString | Special::Format)
    }
}

/// When a library function, which may do anything, is known to write nothing that the program could see in the heap: then a trace keeps what it knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// Never known.
    Never,
    /// If no argument has fields or can be called.
    Plain,
    /// The same, if besides no metatable says what the text of such a value is.
    Texts,
    /// If the first argument is a table without metatable, and the others are as for `Plain`.
    List,
}

/// Which library functions only read, by library and name. What writes to files or has a state of its own may be among them.
const READING: &[(&str, &[&str], Reads)] = &[
    ("", &["tonumber"], Reads::Plain),
    ("", &["tostring", "print"], Reads::Texts),
    (
        "string",
        &["find", "gmatch", "gsub", "lower", "match", "pack", "packsize", "rep", "reverse"],
        Reads::Plain,
    ),
    ("string", &["byte", "char", "len", "sub", "unpack", "upper", "for iterator"], Reads::Plain),
    ("string", &["format"], Reads::Texts),
    ("table", &["concat"], Reads::List),
    ("coroutine", &["isyieldable", "running", "status"], Reads::Plain),
    (
        "math",
        &["random", "max", "min", "floor", "ceil", "fmod", "modf", "tointeger", "type", "ult"],
        Reads::Plain,
    ),
    ("os", &["clock", "date", "difftime", "getenv", "time"], Reads::Plain),
    ("io", &["write"], Reads::Plain),
    ("utf8", &["char", "codepoint", "len", "offset"], Reads::Plain),
];

/// When the library function of that name only reads.
pub fn reads(library: &str, name: &str) -> Reads {
    let found = READING.iter().find(|(l, names, _)| *l == library && names.contains(&name));
    found.map_or(Reads::Never, |f| f.2)
}

/// An entry of the language's list of library functions.
#[derive(Clone, Copy)]
pub struct Native {
    /// Name for messages, without the library's.
    pub name: &'static str,
    /// Name of the library: empty for basic functions, [`NAMELESS`] for functions that are in no global table.
    pub library: &'static str,
    /// The function.
    pub body: Body,
    /// Whether the interpreter knows it.
    pub special: Special,
    /// When it only reads.
    pub reads: Reads,
}

/// What calls that no function of the library makes are of.
pub static NOBODY: Native =
    Native { name: NAMELESS, library: "", body: |_| Ok(()), special: Special::None, reads: Reads::Never };

/// The library of functions that are in none.
pub const NAMELESS: &str = "?";

/// An argument that an error blames. Where the call is known, the message gets the name that the function has there.
pub struct Blame {
    /// Its number, from 1.
    pub index: usize,
    /// What is wrong with it.
    pub message: Vec<u8>,
}

/// A call in progress. Arguments count from 1, as in messages.
pub struct Call<'a> {
    /// The run time.
    pub rt: &'a Rt,
    /// The function.
    pub of: &'static Native,
    args: &'a [RawSlot],
    results: usize,
    few: [RawSlot; 2],
    more: Vec<RawSlot>,
}

impl<'a> Call<'a> {
    /// A call of a library function with these arguments.
    #[inline(always)]
    pub fn of(rt: &'a Rt, of: &'static Native, args: &'a [RawSlot]) -> Call<'a> {
        Call { rt, of, args, results: 0, few: [NIL; 2], more: Vec::new() }
    }
    /// A call of the same function with other arguments.
    pub fn over<'b>(&self, args: &'b [RawSlot]) -> Call<'b>
    where
        'a: 'b,
    {
        Call::of(self.rt, self.of, args)
    }
    /// The results pushed: their number, the first two, and all if they are more.
    #[inline(always)]
    pub fn results(&mut self) -> (usize, [RawSlot; 2], &mut Vec<RawSlot>) {
        (self.results, [self.few[0].in_words(), self.few[1].in_words()], &mut self.more)
    }
    /// Number of arguments.
    pub fn len(&self) -> usize {
        self.args.len()
    }
    /// All arguments.
    pub fn args(&self) -> &'a [RawSlot] {
        self.args
    }
    /// Argument `i` as a slot; nil if absent.
    pub fn arg(&self, i: usize) -> RawSlot {
        self.args.get(i - 1).copied().unwrap_or(NIL)
    }
    /// Argument `i`; nil if absent.
    pub fn val(&self, i: usize) -> Val {
        self.arg(i).into()
    }
    /// Argument `i`, unless absent.
    pub fn given(&self, i: usize) -> Option<Val> {
        self.args.get(i - 1).map(|&s| s.into())
    }
    /// Adds a result.
    #[inline]
    pub fn push(&mut self, v: impl Into<RawSlot>) {
        match self.few.get_mut(self.results) {
            Some(place) => *place = v.into(),
            None => self.push_more(v.into()),
        }
        self.results += 1;
    }
    #[inline(never)]
    fn push_more(&mut self, v: RawSlot) {
        if self.results == self.few.len() {
            self.more.extend_from_slice(&self.few);
        }
        self.more.push(v);
    }
    /// Adds a string result.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn push_str(&mut self, s: impl AsRef<[u8]>) -> Result<(), Raised> {
        let s = self.str(s)?;
        self.push(Val::Str(s));
        Ok(())
    }
    /// An empty buffer for [`Call::push_text`].
    pub fn buffer(&self) -> Vec<u8> {
        self.rt.lang.scratch.take()
    }
    /// Adds a text made in a [`Call::buffer`] as a string result.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn push_text(&mut self, text: Vec<u8>) -> Result<(), Raised> {
        let made = self.push_str(&text);
        self.rt.lang.scratch.give(text);
        made
    }
    /// A new string.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn str(&self, s: impl AsRef<[u8]>) -> Result<Gc<Str>, Raised> {
        string::make(self.rt, s.as_ref())
    }
    /// A message with the position of the call.
    pub fn error(&self, message: impl AsRef<[u8]>) -> Raised {
        error::error(self.rt, message)
    }
    /// "bad argument #i to 'name' (message)".
    pub fn arg_error(&self, i: usize, message: impl AsRef<[u8]>) -> Raised {
        let name = match self.of.library {
            "" => self.of.name.to_string(),
            NAMELESS => NAMELESS.to_string(),
            library => format!("{library}.{}", self.of.name),
        };
        let raised = self.error(bad_argument(i, name.as_bytes(), message.as_ref()));
        let blame = Blame { index: i, message: message.as_ref().to_vec() };
        self.rt.lang.blame.replace(Some(blame));
        raised
    }
    /// A failure of the text library as an error.
    pub fn text_error(&self, e: TextError) -> Raised {
        match e {
            TextError::Message(m) => self.error(m),
            TextError::Argument { index, message } => self.arg_error(index, message),
        }
    }
    /// "X expected, got Y".
    pub fn type_error(&self, i: usize, expected: &str) -> Raised {
        let got = match self.given(i) {
            None => "no value".to_string(),
            Some(v) => type_name(self.rt, v),
        };
        self.arg_error(i, format!("{expected} expected, got {got}"))
    }
    /// Requires an argument of any kind.
    ///
    /// # Errors
    /// "value expected".
    pub fn check_any(&self, i: usize) -> Result<RawSlot, Raised> {
        self.args.get(i - 1).copied().ok_or_else(|| self.arg_error(i, "value expected"))
    }
    /// Requires a table.
    ///
    /// # Errors
    /// "table expected, got ...".
    pub fn check_table(&self, i: usize) -> Result<Gc<Table>, Raised> {
        match self.val(i) {
            Val::Table(t) => Ok(t),
            _ => Err(self.type_error(i, "table")),
        }
    }
    /// An integer, from a number or numeric string that is one.
    ///
    /// # Errors
    /// "number expected, got ...", "number has no integer representation".
    pub fn check_int(&self, i: usize) -> Result<i64, Raised> {
        if let Val::Int(n) = self.val(i) {
            return Ok(n);
        }
        match to_number(self.val(i)) {
            Some(Number::Int(n)) => Ok(n),
            Some(Number::Float(x)) => number::float_to_int(x)
                .ok_or_else(|| self.arg_error(i, "number has no integer representation")),
            None => Err(self.type_error(i, "number")),
        }
    }
    /// As [`Call::check_int`], with a value for nil or nothing.
    ///
    /// # Errors
    /// As there.
    pub fn opt_int(&self, i: usize, default: i64) -> Result<i64, Raised> {
        if self.val(i).is_nil() {
            Ok(default)
        } else {
            self.check_int(i)
        }
    }
    /// A number, from one or from a numeric string.
    ///
    /// # Errors
    /// "number expected, got ...".
    pub fn check_number(&self, i: usize) -> Result<Number, Raised> {
        to_number(self.val(i)).ok_or_else(|| self.type_error(i, "number"))
    }
    /// As [`Call::check_number`], as a float.
    ///
    /// # Errors
    /// As there.
    pub fn check_float(&self, i: usize) -> Result<f64, Raised> {
        self.check_number(i).map(|n| match n {
            Number::Int(n) => n as f64,
            Number::Float(x) => x,
        })
    }
    /// A string, or a number as one.
    ///
    /// # Errors
    /// "string expected, got ...".
    pub fn check_str(&self, i: usize) -> Result<Gc<Str>, Raised> {
        match self.val(i) {
            Val::Str(s) => Ok(s),
            v @ (Val::Int(_) | Val::Float(_)) => text_of(self.rt, v),
            _ => Err(self.type_error(i, "string")),
        }
    }
    /// As [`Call::check_str`], `None` for nil or nothing.
    ///
    /// # Errors
    /// As there.
    pub fn opt_str(&self, i: usize) -> Result<Option<Gc<Str>>, Raised> {
        if self.val(i).is_nil() {
            Ok(None)
        } else {
            self.check_str(i).map(Some)
        }
    }
    /// Calls a Lua value. The results are not rooted: push them, or look at them, before the next call.
    ///
    /// # Errors
    /// Whatever the callee raises.
    pub fn call(&self, f: impl Into<RawSlot>, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
        self.rt.lang.bar(self.rt, 1);
        let results = crate::interp::call_value(self.rt, f.into(), args);
        self.rt.lang.bar(self.rt, -1);
        results
    }
    /// What `tostring` gives.
    ///
    /// # Errors
    /// "'__tostring' must return a string", or what a metamethod raises.
    pub fn to_text(&self, v: impl Into<RawSlot>) -> Result<Gc<Str>, Raised> {
        let v = Val::from(v.into());
        let event = self.rt.lang.events().tostring;
        let made = metatable(self.rt, v).map_or(NIL, |m| m.get_str(self.rt, event));
        if made != NIL {
            let r = self.call(made, &[v.into()])?.first().copied().unwrap_or(NIL);
            return match Val::from(r) {
                Val::Str(s) => Ok(s),
                n @ (Val::Int(_) | Val::Float(_)) => self.str(plain_text(self.rt, n)),
                _ => Err(self.error("'__tostring' must return a string")),
            };
        }
        match (v, v.number()) {
            (Val::Str(s), _) => Ok(s),
            (_, Some(_)) => text_of(self.rt, v),
            _ => self.str(plain_text(self.rt, v)),
        }
    }
}

/// Appends the text of a value that is no object, or a string.
pub fn write_text(out: &mut Vec<u8>, v: Val) {
    match v {
        Val::Nil => out.extend_from_slice(b"nil"),
        Val::False => out.extend_from_slice(b"false"),
        Val::True => out.extend_from_slice(b"true"),
        Val::Str(s) => out.extend_from_slice(s.bytes()),
        v => v.number().into_iter().for_each(|n| number::write_number(out, n)),
    }
}

/// The text of what is no object.
///
/// # Errors
/// "not enough memory".
pub fn text_of(rt: &Rt, v: Val) -> Result<Gc<Str>, Raised> {
    let mut text = rt.lang.scratch.take();
    write_text(&mut text, v);
    let made = string::make(rt, &text);
    rt.lang.scratch.give(text);
    made
}

/// "bad argument #i to 'name' (message)".
pub fn bad_argument(index: usize, name: &[u8], message: &[u8]) -> Vec<u8> {
    let start = format!("bad argument #{index} to '");
    [start.as_bytes(), name, b"' (", message, b")"].concat()
}

/// A value as a number, looking into strings.
pub fn to_number(v: Val) -> Option<Number> {
    match v {
        Val::Str(s) => number::parse(s.bytes()),
        v => v.number(),
    }
}

/// The metatable of any value.
pub fn metatable(rt: &Rt, v: Val) -> Option<Gc<Table>> {
    match v {
        Val::Table(t) => t.metatable(rt),
        Val::UserData(u) => u.meta.get(&rt.heap).get(),
        v => rt.lang.type_meta(v),
    }
}

/// A field of a value's metatable, or nil.
pub fn metamethod(rt: &Rt, v: Val, event: &str) -> Val {
    metatable(rt, v).map_or(Val::Nil, |m| m.get_name(rt, event))
}

/// Whether a value is a function or has `__call`.
pub fn is_callable(rt: &Rt, v: Val) -> bool {
    matches!(v, Val::Function(_) | Val::Native(_)) || !metamethod(rt, v, "__call").is_nil()
}

/// The name of a value's type for messages: `__name` of its metatable, if there is one.
pub fn type_name(rt: &Rt, v: Val) -> String {
    match (v, metamethod(rt, v, "__name")) {
        (Val::Table(_) | Val::UserData(_), Val::Str(s)) => s.text(),
        _ => v.type_name().to_string(),
    }
}

/// What `tostring` gives for a value without `__tostring`.
pub fn plain_text(rt: &Rt, v: Val) -> Vec<u8> {
    let address = |bits: u64| format!("{}: 0x{bits:x}", type_name(rt, v)).into_bytes();
    match v {
        Val::Nil => b"nil".to_vec(),
        b @ (Val::False | Val::True) => b.is_true().to_string().into_bytes(),
        Val::Str(s) => s.bytes().to_vec(),
        Val::Int(_) | Val::Float(_) => {
            let mut out = Vec::new();
            if let Some(n) = v.number() {
                number::write_number(&mut out, n);
            }
            out
        }
        v => address(holloway::world::ask("address", || RawSlot::from(v).bits)),
    }
}

/// What a call of a library function gives interpreter code: the number of results and the first two. More than two are all kept for [`result`].
pub type Came = (i64, RawSlot, RawSlot);

/// Runs library function `id`.
#[inline(always)]
pub fn run(rt: &Rt, id: u32, args: &[RawSlot]) -> Result<Came, Raised> {
    let native = rt.lang.native(id);
    let mut call = Call::of(rt, native, args);
    let outcome = (native.body)(&mut call).inspect_err(|_| rt.lang.trace.through_native(id));
    if matches!(native.special, Special::Located | Special::Local(_) | Special::SetHook | Special::Error) {
        // The list of its callers was made for this call, and keeps functions alive.
        rt.lang.stack.clear();
    }
    outcome?;
    let (n, [a, b], more) = call.results();
    if n > 2 {
        rt.lang.results.replace(std::mem::take(more));
    }
    Ok((n as i64, a, b))
}

/// Calls a library function with up to three arguments.
#[residual]
pub fn call3(cx: &Cx<Lua>, id: i64, n: i64, a: RawSlot, b: RawSlot, c: RawSlot) -> Result<Came, Raised> {
    run(cx.rt, id as u32, &[a, b, c][..n as usize])
}

/// As [`call3`], where it only reads.
#[residual(reads)]
pub fn read3(cx: &Cx<Lua>, id: i64, n: i64, a: RawSlot, b: RawSlot, c: RawSlot) -> Result<Came, Raised> {
    run(cx.rt, id as u32, &[a, b, c][..n as usize])
}

/// Whether no metatable says what the text of a string, number, boolean or nil is.
#[residual(reads)]
pub fn texts_are_plain(cx: &Cx<Lua>) -> bool {
    let event = cx.rt.lang.events().tostring;
    let metas = [Val::Nil, Val::False, Val::Int(0), Val::Str(event)].map(|v| cx.rt.lang.type_meta(v));
    let all = metas.into_iter().flatten();
    all.map(|meta| meta.get_str(cx.rt, event)).all(|v| v == NIL)
}

/// As [`call3`], with up to six arguments.
#[residual]
#[allow(clippy::too_many_arguments)] // each is a word or two in registers' stead; a buffer is what this saves
pub fn call6(
    cx: &Cx<Lua>,
    id: i64,
    n: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    e: RawSlot,
    f: RawSlot,
) -> Result<Came, Raised> {
    run(cx.rt, id as u32, &[a, b, c, d, e, f][..n as usize])
}

/// As [`call6`], where it only reads.
#[residual(reads)]
#[allow(clippy::too_many_arguments)] // as there
pub fn read6(
    cx: &Cx<Lua>,
    id: i64,
    n: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    e: RawSlot,
    f: RawSlot,
) -> Result<Came, Raised> {
    run(cx.rt, id as u32, &[a, b, c, d, e, f][..n as usize])
}

/// Collects arguments for [`call_many`]: `n` of these.
#[residual(reads)]
pub fn push_args(cx: &Cx<Lua>, n: i64, a: RawSlot, b: RawSlot, c: RawSlot, d: RawSlot) {
    cx.rt.lang.args.borrow_mut().extend_from_slice(&[a, b, c, d][..n as usize]);
}

/// Calls a library function with the arguments collected.
#[residual]
pub fn call_many(cx: &Cx<Lua>, id: i64) -> Result<Came, Raised> {
    let args = cx.rt.heap.root(cx.rt.lang.args.take());
    args.with(&cx.rt.heap, |args| run(cx.rt, id as u32, args))
}

/// Result number `i` of the library function called last, which had more than two.
#[residual(reads)]
pub fn result(cx: &Cx<Lua>, i: i64) -> RawSlot {
    cx.rt.lang.results.borrow().get(i as usize).copied().unwrap_or(NIL)
}
