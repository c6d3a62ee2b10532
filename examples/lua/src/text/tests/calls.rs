//! The recorded kinds of calls, made to this module: argument handling as a library over real values would do
//! it.

use std::cmp::Ordering;

use super::{Results, Value};
use crate::text::format::{FormatArgs, Literal};
use crate::text::number::{self, Number};
use crate::text::pack::{PackArgs, Unpacked};
use crate::text::pattern::{self, Capture, Cursor, Matcher, Program};
use crate::text::{date, format, pack, random, utf8, TextError};

/// Makes one call.
pub fn call(kind: &str, args: &[Value]) -> Results {
    match kind {
        "tonumber" => tonumber(args),
        "tostring" => Ok(vec![Value::Str(tostring(&args[0]))]),
        "format" => {
            let mut out = Vec::new();
            format::format(bytes(args, 0), &mut Args(args), &mut out)?;
            Ok(vec![Value::Str(out)])
        }
        "sub" => {
            let text = bytes(args, 0);
            let from = crate::text::start_offset(int(args, 1).unwrap(), text.len());
            let to = crate::text::end_offset(int(args, 2).unwrap(), text.len());
            Ok(vec![Value::Str(text.get(from..to).unwrap_or_default().to_vec())])
        }
        "find" => find(args),
        "match" => find_captures(args),
        "gmatch" => gmatch(args),
        "gsub" => gsub(args),
        "pack" => {
            let mut out = Vec::new();
            pack::pack(bytes(args, 0), &mut Args(args), &mut out)?;
            Ok(vec![Value::Str(out)])
        }
        "packsize" => Ok(vec![Value::Int(pack::packed_size(bytes(args, 0))? as i64)]),
        "unpack" => unpack(args),
        "charpattern" => Ok(vec![Value::Str(utf8::CHAR_PATTERN.to_vec())]),
        "char" | "codes" | "next_code" | "codepoint" | "len" | "offset" => unicode(kind, args),
        "random" => random(args),
        "date" => {
            let mut out = Vec::new();
            let zone = langkit::zone::Zone::from_posix(std::str::from_utf8(bytes(args, 0)).unwrap());
            let fields = date::date(bytes(args, 1), int(args, 2).unwrap(), &zone, &mut out)?;
            assert!(fields.is_none());
            Ok(vec![Value::Str(out)])
        }
        "time" => time(args),
        _ => arithmetic(kind, args),
    }
}

fn bytes(args: &[Value], at: usize) -> &[u8] {
    match &args[at] {
        Value::Str(bytes) => bytes,
        other => panic!("not a string: {other:?}"),
    }
}

fn int(args: &[Value], at: usize) -> Option<i64> {
    match args.get(at)? {
        Value::Int(i) => Some(*i),
        _ => None,
    }
}

fn flag(args: &[Value], at: usize) -> bool {
    matches!(args.get(at), Some(Value::Bool(true)))
}

fn from_number(value: Number) -> Value {
    match value {
        Number::Int(i) => Value::Int(i),
        Number::Float(f) => Value::Float(f.to_bits()),
    }
}

fn to_number(value: &Value) -> Option<Number> {
    match value {
        Value::Int(i) => Some(Number::Int(*i)),
        Value::Float(bits) => Some(Number::Float(f64::from_bits(*bits))),
        Value::Str(text) => number::parse(text),
        _ => None,
    }
}

fn as_float(value: Number) -> f64 {
    match value {
        Number::Int(i) => i as f64,
        Number::Float(f) => f,
    }
}

fn as_int(value: Number) -> Option<i64> {
    match value {
        Number::Int(i) => Some(i),
        Number::Float(f) => number::float_to_int(f),
    }
}

fn tostring(value: &Value) -> Vec<u8> {
    match value {
        Value::Nil => b"nil".to_vec(),
        Value::Bool(b) => b.to_string().into_bytes(),
        Value::Str(text) => text.clone(),
        other => {
            let mut out = Vec::new();
            number::write_number(&mut out, to_number(other).unwrap());
            out
        }
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nil",
        Value::Bool(_) => "boolean",
        Value::Str(_) => "string",
        _ => "number",
    }
}

/// A call's arguments; Lua's argument 1 is the first.
struct Args<'a>(&'a [Value]);

impl Args<'_> {
    fn checked(&self, index: usize) -> Result<Number, TextError> {
        let value = self.0.get(index - 1);
        // The reference's `pack` sees nil behind the last argument.
        let name = value.map_or("nil", type_name);
        let fail = || TextError::argument(index, format!("number expected, got {name}"));
        value.and_then(to_number).ok_or_else(fail)
    }

    fn checked_int(&self, index: usize) -> Result<i64, TextError> {
        let fail = || TextError::argument(index, "number has no integer representation");
        as_int(self.checked(index)?).ok_or_else(fail)
    }
}

impl FormatArgs for Args<'_> {
    type Error = TextError;

    fn exists(&self, index: usize) -> bool {
        index <= self.0.len()
    }

    fn integer(&mut self, index: usize) -> Result<i64, TextError> {
        self.checked_int(index)
    }

    fn number(&mut self, index: usize) -> Result<f64, TextError> {
        self.checked(index).map(as_float)
    }

    fn text(&mut self, index: usize, out: &mut Vec<u8>) -> Result<(), TextError> {
        out.extend(tostring(&self.0[index - 1]));
        Ok(())
    }

    fn literal(&mut self, index: usize) -> Literal<'_> {
        match &self.0[index - 1] {
            Value::Nil => Literal::Nil,
            Value::Bool(b) => Literal::Boolean(*b),
            Value::Int(i) => Literal::Int(*i),
            Value::Float(bits) => Literal::Float(f64::from_bits(*bits)),
            Value::Str(text) => Literal::Bytes(text),
        }
    }

    fn pointer(&mut self, _: usize) -> Option<usize> {
        None
    }
}

/// Arguments that are all the same object.
pub struct Object;

impl FormatArgs for Object {
    type Error = TextError;

    fn exists(&self, _: usize) -> bool {
        true
    }

    fn integer(&mut self, index: usize) -> Result<i64, TextError> {
        Err(TextError::argument(index, "number expected, got table"))
    }

    fn number(&mut self, index: usize) -> Result<f64, TextError> {
        Err(TextError::argument(index, "number expected, got table"))
    }

    fn text(&mut self, _: usize, out: &mut Vec<u8>) -> Result<(), TextError> {
        out.extend_from_slice(b"object");
        Ok(())
    }

    fn literal(&mut self, _: usize) -> Literal<'_> {
        Literal::Other
    }

    fn pointer(&mut self, _: usize) -> Option<usize> {
        Some(0x7f00_1234)
    }
}

impl PackArgs for Args<'_> {
    type Error = TextError;

    fn integer(&mut self, index: usize) -> Result<i64, TextError> {
        self.checked_int(index)
    }

    fn number(&mut self, index: usize) -> Result<f64, TextError> {
        self.checked(index).map(as_float)
    }

    fn bytes(&mut self, index: usize) -> Result<&[u8], TextError> {
        match self.0.get(index - 1) {
            Some(Value::Str(text)) => Ok(text),
            other => {
                let name = other.map_or("nil", type_name);
                Err(TextError::argument(index, format!("string expected, got {name}")))
            }
        }
    }

    fn room(&mut self, _: usize) -> Result<(), TextError> {
        Ok(())
    }
}

fn tonumber(args: &[Value]) -> Results {
    let value = match int(args, 1) {
        Some(base) => number::parse_in_base(bytes(args, 0), base as u32).map(Value::Int),
        None => number::parse(bytes(args, 0)).map(from_number),
    };
    Ok(vec![value.unwrap_or(Value::Nil)])
}

fn arithmetic(kind: &str, args: &[Value]) -> Results {
    let (a, b) = (to_number(&args[0]).unwrap(), to_number(&args[1]).unwrap());
    let float = |f: f64| Value::Float(f.to_bits());
    let (fa, fb) = (as_float(a), as_float(b));
    let ints = if let (Number::Int(a), Number::Int(b)) = (a, b) { Some((a, b)) } else { None };
    let order = number::compare(a, b);
    Ok(vec![match (kind, ints) {
        ("//", Some((a, b))) => Value::Int(number::int_floor_div(a, b)?),
        ("//", None) => float(number::float_floor_div(fa, fb)),
        ("%", Some((a, b))) => Value::Int(number::int_mod(a, b)?),
        ("%", None) => float(number::float_mod(fa, fb)),
        ("fmod", Some((a, b))) => Value::Int(number::int_fmod(a, b)?),
        ("fmod", None) => float(number::float_fmod(fa, fb)),
        ("^", _) => float(number::pow(fa, fb)),
        ("<<", Some((a, b))) => Value::Int(number::shift_left(a, b)),
        (">>", Some((a, b))) => Value::Int(number::shift_right(a, b)),
        ("<", _) => Value::Bool(order == Some(Ordering::Less)),
        ("<=", _) => Value::Bool(matches!(order, Some(Ordering::Less | Ordering::Equal))),
        ("==", _) => Value::Bool(order == Some(Ordering::Equal)),
        ("floor", _) => from_number(if let Number::Float(f) = a { number::floor(f) } else { a }),
        ("ceil", _) => from_number(if let Number::Float(f) = a { number::ceil(f) } else { a }),
        ("toint", _) => as_int(a).map_or(Value::Nil, Value::Int),
        _ => panic!("unknown kind {kind}"),
    }])
}

fn values(m: &Matcher<'_>, count: usize, start: usize, end: usize) -> Results {
    let mut out = Vec::new();
    for index in 0..count {
        out.push(match m.capture(index, start, end)? {
            Capture::Span(from, to) => Value::Str(m.subject()[from..to].to_vec()),
            Capture::Position(position) => Value::Int(position),
        });
    }
    Ok(out)
}

fn start(args: &[Value], at: usize) -> usize {
    crate::text::start_offset(int(args, at).unwrap_or(1), bytes(args, 0).len())
}

fn find(args: &[Value]) -> Results {
    let (src, pat, init) = (bytes(args, 0), bytes(args, 1), start(args, 2));
    if init > src.len() {
        return Ok(vec![Value::Nil]);
    }
    if flag(args, 3) || pattern::is_plain(pat) {
        return Ok(match pattern::find_plain(src, pat, init) {
            Some(at) => vec![Value::Int(at as i64 + 1), Value::Int((at + pat.len()) as i64)],
            None => vec![Value::Nil],
        });
    }
    let program = Program::new(pat, true);
    let mut m = Matcher::new(src, &program);
    let Some((from, to)) = m.find(init)? else { return Ok(vec![Value::Nil]) };
    let mut out = vec![Value::Int(from as i64 + 1), Value::Int(to as i64)];
    out.extend(values(&m, m.captures(), from, to)?);
    Ok(out)
}

fn find_captures(args: &[Value]) -> Results {
    let (src, init) = (bytes(args, 0), start(args, 2));
    if init > src.len() {
        return Ok(vec![Value::Nil]);
    }
    let program = Program::new(bytes(args, 1), true);
    let mut m = Matcher::new(src, &program);
    let Some((from, to)) = m.find(init)? else { return Ok(vec![Value::Nil]) };
    values(&m, m.values(), from, to)
}

fn gmatch(args: &[Value]) -> Results {
    let mut cursor = Cursor { at: start(args, 2), last_end: None };
    let mut out = Vec::new();
    let program = Program::new(bytes(args, 1), false);
    let mut m = Matcher::new(bytes(args, 0), &program);
    while let Some((from, to)) = cursor.advance(&mut m)? {
        let mut both = values(&m, m.values(), from, to)?;
        both.truncate(2); // the recorder keeps two of each match
        out.extend(both);
    }
    Ok(out)
}

fn gsub(args: &[Value]) -> Results {
    let mut out = Vec::new();
    let max = int(args, 3).map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(0));
    let mut append = |piece: &[u8]| -> Result<(), TextError> {
        out.extend_from_slice(piece);
        Ok(())
    };
    let program = Program::new(bytes(args, 1), true);
    let (count, rest) = pattern::gsub(bytes(args, 0), &program, max, |m, before, from, to| {
        append(before)?;
        pattern::expand(m, bytes(args, 2), from, to, &mut append)
    })?;
    append(&bytes(args, 0)[rest..])?;
    Ok(vec![Value::Str(out), Value::Int(count as i64)])
}

fn unpack(args: &[Value]) -> Results {
    let mut out = Vec::new();
    let next = pack::unpack(bytes(args, 0), bytes(args, 1), int(args, 2).unwrap_or(1), |value| {
        out.push(match value {
            Unpacked::Int(i) => Value::Int(i),
            Unpacked::Float(f) => Value::Float(f.to_bits()),
            Unpacked::Bytes(bytes) => Value::Str(bytes.to_vec()),
        });
        Ok::<(), TextError>(())
    })?;
    out.push(Value::Int(next as i64));
    Ok(out)
}

fn unicode(kind: &str, args: &[Value]) -> Results {
    let mut out = Vec::new();
    match kind {
        "char" => {
            let mut text = Vec::new();
            for at in 0..args.len() {
                utf8::encode(&mut text, int(args, at).unwrap(), at + 1)?;
            }
            out.push(Value::Str(text));
        }
        "codes" => {
            let mut last = 0;
            while let Some((at, code)) = utf8::next_code(bytes(args, 0), last, flag(args, 1))? {
                out.extend([Value::Int(at), Value::Int(i64::from(code))]);
                last = at;
            }
        }
        "next_code" => {
            if let Some((at, code)) = utf8::next_code(bytes(args, 0), int(args, 1).unwrap(), false)? {
                out.extend([Value::Int(at), Value::Int(i64::from(code))]);
            }
        }
        "codepoint" => {
            let (first, last) = (int(args, 1).unwrap(), int(args, 2).unwrap());
            utf8::codepoints(bytes(args, 0), first, last, flag(args, 3), |code| {
                out.push(Value::Int(i64::from(code)));
            })?;
        }
        "len" => {
            let (first, last) = (int(args, 1).unwrap(), int(args, 2).unwrap());
            match utf8::length(bytes(args, 0), first, last, flag(args, 3))? {
                Ok(count) => out.push(Value::Int(count as i64)),
                Err(at) => out.extend([Value::Nil, Value::Int(at)]),
            }
        }
        _ => {
            let at = utf8::offset(bytes(args, 0), int(args, 1).unwrap(), int(args, 2))?;
            out.push(at.map_or(Value::Nil, Value::Int));
        }
    }
    Ok(out)
}

fn random(args: &[Value]) -> Results {
    let mut random = random::Random::seeded(int(args, 0).unwrap(), int(args, 1).unwrap());
    let mut out = Vec::new();
    for at in (2..args.len()).step_by(2) {
        out.push(match (int(args, at), int(args, at + 1)) {
            (Some(low), Some(up)) => {
                let bits = random.next_u64();
                Value::Int(random.checked(bits, low, up)?)
            }
            _ => Value::Float(random.next_float().to_bits()),
        });
    }
    out.push(Value::Int(random.next_u64() as i64));
    Ok(out)
}

fn time(args: &[Value]) -> Results {
    let zone = langkit::zone::Zone::from_posix(std::str::from_utf8(bytes(args, 0)).unwrap());
    let names = ["year", "month", "day", "hour", "min", "sec"];
    let mut request = date::Request::read(|name| {
        let at = names.iter().position(|n| *n == name).unwrap() + 1;
        Ok::<_, TextError>(match &args[at] {
            Value::Nil => date::Field::Missing,
            value => to_number(value).and_then(as_int).map_or(date::Field::Other, date::Field::Integer),
        })
    })?;
    request.isdst = match &args[7] {
        Value::Bool(isdst) => Some(*isdst),
        _ => None,
    };
    let (time, f) = date::time_from(&request, &zone)?;
    let ints = [time, f.year, f.month, f.day, f.hour, f.min, f.sec, f.wday, f.yday];
    Ok(ints.map(Value::Int).into_iter().chain([Value::Bool(f.isdst)]).collect())
}
