//! The module `_json`: reading and writing JSON of plain values, for `json`, which is written in Python.
//!
//! **Invariants.** What is not plain (text that is wrong, integers beyond 64 bits, instances, circles, surrogates) gets `None` as the answer, and `json` does all
//! of it again by itself: so errors, their places, and everything that calls the program are told in one place. Nothing here runs the program.
//!
//! **Example.** `_json.read('[1, {"a": null}]')` is `([1, {'a': None}],)`; `_json.write([1, x], True, ', ', ': ', None, False)` is `None` if `x` is an instance.

use crate::native::Args;
use crate::objects::{dict, list, ops, str};
use crate::py::Module;
use crate::text::float;
use crate::value::{Dict, Str, Val};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;
use jiter::{Jiter, NumberAny, NumberInt, Peek};
use std::collections::HashMap;

/// Deepest nesting that is not left to `json`.
const DEEPEST: u32 = 500;

/// Why reading or writing ends: what is met is not plain, or an error that has been raised.
enum End {
    NotPlain,
    Raised,
}

impl From<Raised> for End {
    fn from(_: Raised) -> End {
        End::Raised
    }
}

impl From<jiter::JiterError> for End {
    fn from(_: jiter::JiterError) -> End {
        End::NotPlain
    }
}

/// Reads a text.
struct Reader<'a> {
    rt: &'a Rt,
    json: Jiter<'a>,
    /// Keys that have been met: equal ones are one object.
    keys: HashMap<String, Gc<Str>>,
    depth: u32,
}

impl Reader<'_> {
    fn value(&mut self, peek: Peek) -> Result<Val, End> {
        Ok(match peek {
            Peek::Null => {
                self.json.known_null()?;
                Val::None
            }
            Peek::True | Peek::False => Val::bool(self.json.known_bool(peek)?),
            Peek::String => str::val(self.rt, self.json.known_str()?)?,
            Peek::Array => self.nested(Reader::array)?,
            Peek::Object => self.nested(Reader::object)?,
            _ => match self.json.known_number(peek)? {
                NumberAny::Int(NumberInt::Int(n)) => Val::Int(n),
                NumberAny::Float(x) => Val::float(x),
            },
        })
    }
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<Val, End>) -> Result<Val, End> {
        if self.depth == DEEPEST || !errors::has_native_room(self.rt) {
            return Err(End::NotPlain);
        }
        self.depth += 1;
        let v = read(self);
        self.depth -= 1;
        v
    }
    fn array(&mut self) -> Result<Val, End> {
        let out = list::new(self.rt);
        let mut next = self.json.known_array()?;
        while let Some(peek) = next {
            out.push(self.rt, self.value(peek)?.into())?;
            next = self.json.array_step()?;
        }
        Ok(Val::List(out))
    }
    fn object(&mut self) -> Result<Val, End> {
        let out = dict::new(self.rt);
        let mut first = true;
        loop {
            let key = match std::mem::take(&mut first) {
                true => self.json.known_object()?,
                false => self.json.next_key()?,
            };
            let Some(key) = key else { return Ok(Val::Dict(out)) };
            let key = match self.keys.get(key) {
                Some(&known) => known,
                None => {
                    let made = str::make(self.rt, key)?;
                    self.keys.insert(key.to_string(), made);
                    made
                }
            };
            let peek = self.json.peek()?;
            let v = self.value(peek)?;
            dict::set(self.rt, out.table(), Val::Str(key).into(), v.into())?;
        }
    }
}

/// `None` for what is not plain.
fn answer(rt: &Rt, done: Result<Val, End>) -> Result<Val, Raised> {
    match done {
        Ok(v) => ops::tuple_val(rt, &[v.into()]),
        Err(End::NotPlain) => Ok(Val::None),
        Err(End::Raised) => Err(Raised),
    }
}

fn read(a: &mut Args<'_>) -> Result<Val, Raised> {
    let text = a.str(0)?;
    let json = Jiter::new(text.data()).with_allow_inf_nan();
    let mut reader = Reader { rt: a.rt, json, keys: HashMap::new(), depth: 0 };
    let mut whole = || {
        let peek = reader.json.peek()?;
        let v = reader.value(peek)?;
        reader.json.finish()?;
        Ok(v)
    };
    let done = whole();
    answer(a.rt, done)
}

/// Writes a value.
struct Writer<'a> {
    rt: &'a Rt,
    out: String,
    ascii: bool,
    item: &'a str,
    colon: &'a str,
    /// What a level is indented by.
    indent: Option<&'a str>,
    sorted: bool,
    depth: u32,
}

impl Writer<'_> {
    fn value(&mut self, v: Val) -> Result<(), End> {
        match v {
            Val::None => self.out.push_str("null"),
            Val::True => self.out.push_str("true"),
            Val::False => self.out.push_str("false"),
            Val::Int(n) => self.out.push_str(itoa::Buffer::new().format(n)),
            Val::Float(x) if x.get().is_finite() => self.out.push_str(&float::repr(x.get())),
            Val::Str(s) => self.text(s)?,
            Val::List(l) => self.items(&l.to_vec(self.rt), ['[', ']'], |w, v| w.value(v.into()))?,
            Val::Tuple(t) => self.items(t.items.as_slice(), ['[', ']'], |w, v| w.value(v.into()))?,
            Val::Dict(d) => self.dict(d)?,
            _ => return Err(End::NotPlain),
        }
        // Buffers grow by doubling.
        if self.out.capacity() - self.out.len() < 64 {
            errors::room(self.rt, 2 * self.out.capacity())?;
            self.out.reserve(self.out.capacity().max(64));
        }
        Ok(())
    }
    fn dict(&mut self, d: Gc<Dict>) -> Result<(), End> {
        let mut all = Vec::with_capacity(d.len(self.rt));
        for (key, v) in d.items(self.rt) {
            let key = match Val::from(key) {
                Val::Str(s) => s,
                Val::Int(n) if !self.sorted => str::of_int(self.rt, n)?,
                _ => return Err(End::NotPlain),
            };
            all.push((key, v));
        }
        if self.sorted {
            // UTF-8 has the order of its characters.
            all.sort_by(|a, b| a.0.data().cmp(b.0.data()));
        }
        self.items(&all, ['{', '}'], |w, (key, v)| {
            w.text(key)?;
            w.out.push_str(w.colon);
            w.value(v.into())
        })
    }
    fn items<T: Copy>(
        &mut self,
        all: &[T],
        [open, close]: [char; 2],
        mut each: impl FnMut(&mut Self, T) -> Result<(), End>,
    ) -> Result<(), End> {
        if self.depth == DEEPEST || !errors::has_native_room(self.rt) {
            return Err(End::NotPlain);
        }
        self.out.push(open);
        self.depth += 1;
        for (i, &x) in all.iter().enumerate() {
            if i > 0 {
                self.out.push_str(self.item);
            }
            self.line();
            each(self, x)?;
        }
        self.depth -= 1;
        if !all.is_empty() {
            self.line();
        }
        self.out.push(close);
        Ok(())
    }
    /// Begins a line, if there are lines.
    fn line(&mut self) {
        if let Some(indent) = self.indent {
            self.out.push('\n');
            (0..self.depth).for_each(|_| self.out.push_str(indent));
        }
    }
    fn text(&mut self, s: Gc<Str>) -> Result<(), End> {
        let text = s.text();
        errors::room(self.rt, 2 * text.len())?;
        self.out.push('"');
        let mut rest = text;
        let special = |c: char| c < ' ' || c == '"' || c == '\\' || c == '\x7f' || !c.is_ascii();
        while let Some(at) = rest.find(special) {
            self.out.push_str(&rest[..at]);
            let c = rest[at..].chars().next().unwrap_or_default();
            rest = &rest[at + c.len_utf8()..];
            let escape = match c {
                '"' => "\\\"",
                '\\' => "\\\\",
                '\n' => "\\n",
                '\r' => "\\r",
                '\t' => "\\t",
                '\x0c' => "\\f",
                '\x08' => "\\b",
                _ => "",
            };
            self.out.push_str(escape);
            if escape.is_empty() {
                match c >= ' ' && !self.ascii {
                    true => self.out.push(c),
                    false => {
                        c.encode_utf16(&mut [0; 2]).iter().for_each(|n| self.out += &format!("\\u{n:04x}"))
                    }
                }
            }
        }
        self.out.push_str(rest);
        self.out.push('"');
        Ok(())
    }
}

/// `write(value, only ASCII, separator of items, of keys, indent or None, sorted)`.
fn write(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (item, colon) = (a.str(2)?, a.str(3)?);
    let indent = match a.val(4) {
        Val::Str(s) => Some(s),
        _ => None,
    };
    let mut writer = Writer {
        rt: a.rt,
        out: String::new(),
        ascii: ops::truth(a.rt, a.val(1))?,
        item: item.text(),
        colon: colon.text(),
        indent: indent.as_ref().map(|s| s.text()),
        sorted: ops::truth(a.rt, a.val(5))?,
        depth: 0,
    };
    match writer.value(a.val(0)) {
        Ok(()) => str::val(a.rt, &writer.out),
        Err(End::NotPlain) => a.none(),
        Err(End::Raised) => Err(Raised),
    }
}

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, &[("read", read), ("write", write)]);
}
