//! Methods of strings.

use super::misc::format_onto;
use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{attr, bytes, dict, item, iter, ops, str};
use crate::value::{Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

type Text = Gc<crate::value::Str>;

fn this(a: &Args<'_>) -> Result<Text, Raised> {
    match a.this() {
        Val::Str(s) => Ok(s),
        v => {
            let text =
                format!("descriptor requires a 'str' object but received a '{}'", ops::type_name(a.rt, v));
            Err(errors::type_(a.rt, &text))
        }
    }
}

macro_rules! simple {
    ($($f:ident |$s:ident| $e:expr;)*) => {$(
        fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            let t = this(a)?;
            let $s = t.text();
            str::val(a.rt, &$e)
        }
    )*};
}
/// The text with the case of its letters changed, by a function for ASCII and one for all characters.
fn turned(a: &Args<'_>, ascii: fn(&u8) -> u8, any: fn(&str) -> String) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let t = this(a)?;
    match t.is_ascii() {
        true => str::from_ascii(a.rt, t.size(), t.data().iter().map(ascii)).map(Val::Str),
        false => str::val(a.rt, &any(t.text())),
    }
}
fn upper(a: &mut Args<'_>) -> Result<Val, Raised> {
    turned(a, u8::to_ascii_uppercase, str_upper)
}
fn lower(a: &mut Args<'_>) -> Result<Val, Raised> {
    turned(a, u8::to_ascii_lowercase, str_lower)
}
fn str_upper(s: &str) -> String {
    s.to_uppercase()
}
fn str_lower(s: &str) -> String {
    s.to_lowercase()
}

simple! {
    capitalize |s| {
        let mut c = s.chars();
        c.next().map_or(String::new(), |f| f.to_uppercase().chain(c.flat_map(char::to_lowercase)).collect())
    };
    title |s| {
        let mut inside = false;
        let mut out = String::new();
        for c in s.chars() {
            if inside { out.extend(c.to_lowercase()) } else { out.extend(c.to_uppercase()) }
            inside = c.is_alphabetic();
        }
        out
    };
    swapcase |s| {
        let swap = |c: char| if c.is_uppercase() { c.to_lowercase().to_string() } else { c.to_uppercase().to_string() };
        s.chars().map(swap).collect::<String>()
    };
}

macro_rules! tests {
    ($($f:ident |$s:ident| $e:expr;)*) => {$(
        fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            let t = this(a)?;
            let $s = t.text();
            Ok(Val::Bool($e))
        }
    )*};
}
tests! {
    isdigit |s| !s.is_empty() && s.chars().all(|c| c.is_ascii_digit() || !c.is_ascii() && c.is_numeric());
    isalpha |s| !s.is_empty() && s.chars().all(char::is_alphabetic);
    isalnum |s| !s.is_empty() && s.chars().all(char::is_alphanumeric);
    isprintable |s| s.chars().all(|c| {
        // As `repr` sees it.
        matches!(c, ' '..='~') || crate::text::repr::quoted(c.encode_utf8(&mut [0; 4])).chars().count() == 3
    });
    isspace |s| !s.is_empty() && s.chars().all(str::is_space);
    isupper |s| s.chars().any(char::is_uppercase) && !s.chars().any(char::is_lowercase);
    islower |s| s.chars().any(char::is_lowercase) && !s.chars().any(char::is_uppercase);
    isidentifier |s| {
        let mut c = s.chars();
        c.next().is_some_and(|c| c.is_alphabetic() || c == '_') && c.all(|c| c.is_alphanumeric() || c == '_')
    };
    istitle |s| s.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()).all(|w| {
        w.chars().next().is_some_and(char::is_uppercase) && !w.chars().skip(1).any(char::is_uppercase)
    }) && s.chars().any(char::is_alphabetic);
    isascii |s| s.is_ascii();
}

fn strip_by(a: &Args<'_>, left: bool, right: bool) -> Result<Val, Raised> {
    a.method(0, 1)?;
    let t = this(a)?;
    let mut s = t.text();
    let chars: Option<Vec<char>> = match a.val(1) {
        Val::Unbound | Val::None => None,
        _ => Some(a.str(1)?.text().chars().collect()),
    };
    let gone = |c: char| chars.as_ref().map_or(str::is_space(c), |l| l.contains(&c));
    if left {
        s = s.trim_start_matches(gone);
    }
    if right {
        s = s.trim_end_matches(gone);
    }
    str::val(a.rt, s)
}
fn strip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, true, true)
}
fn lstrip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, true, false)
}
fn rstrip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, false, true)
}

fn texts(a: &Args<'_>, parts: &[&str]) -> Result<Val, Raised> {
    let l = crate::objects::list::new(a.rt);
    for p in parts {
        l.push(a.rt, str::val(a.rt, p)?.into())?;
    }
    Ok(Val::List(l))
}

fn split(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let s = t.text();
    let max = match a.opt(2, "maxsplit", Val::Int(-1)) {
        Val::Int(n) if n >= 0 => n as usize,
        _ => usize::MAX,
    };
    match a.opt(1, "sep", Val::None) {
        Val::None => {
            let mut parts = Vec::new();
            let mut rest = s.trim_start_matches(str::is_space);
            while !rest.is_empty() {
                if parts.len() == max {
                    parts.push(rest.trim_end_matches(str::is_space));
                    break;
                }
                let end = rest.find(str::is_space).unwrap_or(rest.len());
                parts.push(&rest[..end]);
                rest = rest[end..].trim_start_matches(str::is_space);
            }
            texts(a, &parts)
        }
        Val::Str(x) if x.size() == 0 => Err(errors::value(a.rt, "empty separator")),
        Val::Str(x) => texts(a, &s.splitn(max.saturating_add(1), x.text()).collect::<Vec<_>>()),
        v => Err(errors::type_(a.rt, &format!("must be str or None, not {}", ops::type_name(a.rt, v)))),
    }
}
fn rsplit(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let max = match a.opt(2, "maxsplit", Val::Int(-1)) {
        Val::Int(n) if n >= 0 => n as usize,
        _ => return split(a),
    };
    let mut parts: Vec<&str> = match a.opt(1, "sep", Val::None) {
        Val::Str(x) if x.size() > 0 => t.text().rsplitn(max + 1, x.text()).collect(),
        _ => {
            let (mut parts, mut rest) = (Vec::new(), t.text().trim_end_matches(str::is_space));
            while !rest.is_empty() {
                if parts.len() == max {
                    parts.push(rest.trim_start_matches(str::is_space));
                    break;
                }
                let start = rest
                    .rfind(str::is_space)
                    .map_or(0, |i| i + rest[i..].chars().next().map_or(1, char::len_utf8));
                parts.push(&rest[start..]);
                rest = rest[..start].trim_end_matches(str::is_space);
            }
            parts
        }
    };
    parts.reverse();
    texts(a, &parts)
}
fn splitlines(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let keep = ops::truth(a.rt, a.opt(1, "keepends", Val::Bool(false)))?;
    let mut parts = Vec::new();
    let mut rest = t.text();
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let len = match rest.as_bytes().get(end..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([_, ..]) => 1,
            _ => 0,
        };
        parts.push(if keep { &rest[..end + len] } else { &rest[..end] });
        rest = &rest[end + len..];
    }
    texts(a, &parts)
}

fn join(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let t = this(a)?;
    let all = match a.val(1) {
        Val::List(l) => match l.with_slots(a.rt, |v| str::joined(a.rt, t, v.len(), |i| v[i].get(&a.rt.heap)))
        {
            None => l.to_vec(a.rt),
            Some(made) => match made? {
                Some(s) => return Ok(Val::Str(s)),
                None => l.to_vec(a.rt),
            },
        },
        v => iter::to_vec(a.rt, v)?,
    };
    if let Some(s) = str::joined(a.rt, t, all.len(), |i| all[i])? {
        return Ok(Val::Str(s));
    }
    let not_text = |v: &RawSlot| !matches!(ops::unwrapped(a.rt, (*v).into()), Val::Str(_));
    let i = all.iter().position(not_text).unwrap_or(0);
    let got = ops::type_name(a.rt, ops::unwrapped(a.rt, all[i].into()));
    Err(errors::type_(a.rt, &format!("sequence item {i}: expected str instance, {got} found")))
}

/// The part of the string that optional bounds from argument `i` on choose: its byte range, and the first character's number.
fn part(a: &Args<'_>, t: Text, i: usize) -> Result<Option<(usize, usize, usize)>, Raised> {
    let n = t.chars;
    let bound = |v: i64| if v < 0 { (v + n).max(0) } else { v };
    let (from, to) = (bound(a.opt_int(i, 0)?), bound(a.opt_int(i + 1, n)?).min(n));
    if from > to {
        return Ok(None);
    }
    Ok(Some((t.offset(a.rt, from as usize), t.offset(a.rt, to as usize), from as usize)))
}

/// How many characters begin in bytes of UTF-8.
fn starts(s: &[u8]) -> usize {
    s.iter().filter(|&&b| b & 0xC0 != 0x80).count()
}

fn find_from(a: &Args<'_>, last: bool) -> Result<i64, Raised> {
    a.method(1, 3)?;
    let (t, x) = (this(a)?, a.str(1)?);
    let Some((from, to, first)) = part(a, t, 2)? else { return Ok(-1) };
    // In the bytes: checking that they are UTF-8 would take as long as the text is.
    let (s, x) = (&t.data()[from..to], x.data());
    let at = if last { bytes::rfind(s, x) } else { bytes::find(s, x) };
    Ok(at.map_or(-1, |b| (if t.is_ascii() { b } else { starts(&s[..b]) } + first) as i64))
}
fn find(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, false).map(Val::Int)
}
fn rfind(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, true).map(Val::Int)
}
fn found(a: &Args<'_>, at: i64) -> Result<Val, Raised> {
    if at < 0 {
        return Err(errors::value(a.rt, "substring not found"));
    }
    Ok(Val::Int(at))
}
fn index(a: &mut Args<'_>) -> Result<Val, Raised> {
    let at = find_from(a, false)?;
    found(a, at)
}
fn rindex(a: &mut Args<'_>) -> Result<Val, Raised> {
    let at = find_from(a, true)?;
    found(a, at)
}
fn count(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 3)?;
    let (t, x) = (this(a)?, a.str(1)?);
    let Some((from, to, _)) = part(a, t, 2)? else { return Ok(Val::Int(0)) };
    let s = &t.data()[from..to];
    let n = match x.data() {
        [] => starts(s) + 1,
        [b] => memchr::memchr_iter(*b, s).count(),
        part => memchr::memmem::find_iter(s, part).count(),
    };
    Ok(Val::Int(n as i64))
}
fn affix(a: &Args<'_>, test: fn(&[u8], &[u8]) -> bool) -> Result<Val, Raised> {
    a.method(1, 3)?;
    let t = this(a)?;
    let Some((from, to, _)) = part(a, t, 2)? else { return Ok(Val::Bool(false)) };
    let s = &t.data()[from..to];
    match a.val(1) {
        Val::Tuple(all) => {
            let of = |v: &RawSlot| matches!(Val::from(*v), Val::Str(x) if test(s, x.data()));
            Ok(Val::Bool(all.items.as_slice().iter().any(of)))
        }
        _ => Ok(Val::Bool(test(s, a.str(1)?.data()))),
    }
}
fn startswith(a: &mut Args<'_>) -> Result<Val, Raised> {
    affix(a, |s, x| s.starts_with(x))
}
fn endswith(a: &mut Args<'_>) -> Result<Val, Raised> {
    affix(a, |s, x| s.ends_with(x))
}
fn removeprefix(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (t, x) = (this(a)?, a.str(1)?);
    str::val(a.rt, t.text().strip_prefix(x.text()).unwrap_or(t.text()))
}
fn removesuffix(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (t, x) = (this(a)?, a.str(1)?);
    str::val(a.rt, t.text().strip_suffix(x.text()).unwrap_or(t.text()))
}
fn replace(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 3)?;
    let (t, x, y) = (this(a)?, a.str(1)?, a.str(2)?);
    let most = usize::try_from(a.opt_int(3, -1)?).unwrap_or(usize::MAX);
    if x.size() == 0 {
        return str::val(a.rt, &t.text().replacen("", y.text(), most));
    }
    str::replaced(a.rt, t, x, y, most).map(Val::Str)
}
fn partition_at(a: &Args<'_>, last: bool) -> Result<Val, Raised> {
    let (t, x) = (this(a)?, a.str(1)?);
    let s = t.text();
    let at = if last { s.rfind(x.text()) } else { s.find(x.text()) };
    let parts = match at {
        Some(i) => [&s[..i], x.text(), &s[i + x.text().len()..]],
        None if last => ["", "", s],
        None => [s, "", ""],
    };
    let made: Result<Vec<RawSlot>, Raised> =
        parts.iter().map(|p| str::val(a.rt, p).map(RawSlot::from)).collect();
    ops::tuple_val(a.rt, &made?)
}
fn partition(a: &mut Args<'_>) -> Result<Val, Raised> {
    partition_at(a, false)
}
fn rpartition(a: &mut Args<'_>) -> Result<Val, Raised> {
    partition_at(a, true)
}

/// Longest text that padding makes.
const LONGEST: i64 = 1 << 32;

/// A width or number of blanks.
fn length(a: &Args<'_>, n: i64) -> Result<usize, Raised> {
    if n > LONGEST {
        return Err(errors::memory(a.rt));
    }
    Ok(n.max(0) as usize)
}

fn justify(a: &Args<'_>, left: fn(usize, usize) -> usize) -> Result<Val, Raised> {
    a.method(1, 2)?;
    let (t, width) = (this(a)?, length(a, a.int(1)?)?);
    let fill = if a.plain().len() > 2 { a.str(2)?.text().to_string() } else { " ".to_string() };
    let n = t.chars as usize;
    let missing = width.saturating_sub(n);
    let before = left(missing, width);
    str::val(a.rt, &format!("{}{}{}", fill.repeat(before), t.text(), fill.repeat(missing - before)))
}
fn ljust(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, |_, _| 0)
}
fn rjust(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, |n, _| n)
}
fn center(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, |n, width| n / 2 + (n & width & 1))
}
fn zfill(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (t, width) = (this(a)?, length(a, a.int(1)?)?);
    let s = t.text();
    let sign = usize::from(s.starts_with(['-', '+']));
    let missing = width.saturating_sub(t.chars as usize);
    str::val(a.rt, &format!("{}{}{}", &s[..sign], "0".repeat(missing), &s[sign..]))
}
fn expandtabs(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (t, size) = (this(a)?, length(a, a.opt_int(1, 8)?)?);
    let (mut out, mut column) = (String::new(), 0);
    for c in t.text().chars() {
        match c {
            '\t' => {
                let n = if size > 0 { size - column % size } else { 0 };
                length(a, (out.len() + n) as i64)?;
                out.push_str(&" ".repeat(n));
                column += n;
            }
            c => {
                out.push(c);
                column = if c == '\n' { 0 } else { column + 1 };
            }
        }
    }
    str::val(a.rt, &out)
}

fn translate(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let mut out = String::new();
    for c in t.text().chars() {
        match item::get(a.rt, a.val(1), Val::Int(c as i64)) {
            Ok(Val::None) => {}
            Ok(Val::Int(n)) => out.extend(u32::try_from(n).ok().and_then(char::from_u32)),
            Ok(v) => out.push_str(&ops::str(a.rt, v)?),
            Err(Raised) if errors::caught(a.rt, a.rt.lang.types().lookup_error).is_some() => out.push(c),
            Err(Raised) => return Err(Raised),
        }
    }
    str::val(a.rt, &out)
}
fn maketrans(a: &mut Args<'_>) -> Result<Val, Raised> {
    let d = dict::new(a.rt);
    let put = |k: char, v: RawSlot| dict::set(a.rt, d.table(), Val::Int(k as i64).into(), v).map(|_| ());
    if let Val::Dict(x) = a.val(0) {
        for (k, v) in x.items(a.rt) {
            match Val::from(k) {
                Val::Str(s) => s.text().chars().try_for_each(|c| put(c, v))?,
                _ => {
                    dict::set(a.rt, d.table(), k, v)?;
                }
            }
        }
        return Ok(Val::Dict(d));
    }
    let (x, y) = (a.str(0)?, a.str(1)?);
    for (k, v) in x.text().chars().zip(y.text().chars()) {
        put(k, Val::Int(v as i64).into())?;
    }
    if a.plain().len() > 2 {
        a.str(2)?.text().chars().try_for_each(|c| put(c, NONE))?;
    }
    Ok(Val::Dict(d))
}

/// `str.format`.
fn format(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let mut next = 1;
    let out = format_text(a, t.text(), &mut next)?;
    str::val(a.rt, &out)
}

fn format_text(a: &Args<'_>, text: &str, next: &mut usize) -> Result<String, Raised> {
    let rt = a.rt;
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let (brace, after) = rest[at..].split_at(1);
        if after.starts_with(brace) {
            out.push_str(brace);
            rest = &after[1..];
            continue;
        }
        if brace == "}" {
            return Err(errors::value(rt, "Single '}' encountered in format string"));
        }
        if after.is_empty() {
            return Err(errors::value(rt, "Single '{' encountered in format string"));
        }
        let mut depth = 1;
        let end = after.bytes().position(|b| {
            depth += i32::from(b == b'{') - i32::from(b == b'}');
            depth == 0
        });
        let Some(end) = end else { return Err(errors::value(rt, "expected '}' before end of string")) };
        let field = &after[..end];
        rest = &after[end + 1..];
        let (head, spec) = field.split_once(':').unwrap_or((field, ""));
        let (name, conv) = head.split_once('!').unwrap_or((head, ""));
        let mut v = field_value(a, name, next)?;
        v = match conv {
            "r" => str::val(rt, &ops::repr(rt, v)?)?,
            "s" => str::val(rt, &ops::str(rt, v)?)?,
            "a" => str::val(rt, &crate::text::repr::ascii(&ops::repr(rt, v)?))?,
            _ => v,
        };
        match spec.contains('{') {
            true => format_onto(rt, v, &format_text(a, spec, next)?, &mut out)?,
            false => format_onto(rt, v, spec, &mut out)?,
        }
    }
    out.push_str(rest);
    Ok(out)
}

fn field_value(a: &Args<'_>, name: &str, next: &mut usize) -> Result<Val, Raised> {
    let rt = a.rt;
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let position = |i: usize| match a.plain().get(i) {
        Some(&v) => Ok(Val::from(v)),
        None => {
            let text = format!("Replacement index {} out of range for positional args tuple", i - 1);
            Err(errors::index(rt, &text))
        }
    };
    let mut v = match first.parse::<usize>() {
        Ok(i) => position(i + 1)?,
        Err(_) if first.is_empty() => {
            *next += 1;
            position(*next - 1)?
        }
        Err(_) => match a.named(first) {
            Some(v) => v,
            None => return Err(errors::key(rt, str::val(rt, first)?)),
        },
    };
    while !rest.is_empty() {
        if let Some(r) = rest.strip_prefix('.') {
            let end = r.find(['.', '[']).unwrap_or(r.len());
            v = attr::get(rt, v, str::intern(rt, &r[..end]))?;
            rest = &r[end..];
        } else {
            let end = rest.find(']').unwrap_or(rest.len());
            let key = &rest[1..end];
            let k = match key.parse::<i64>() {
                Ok(i) => Val::Int(i),
                Err(_) => str::val(rt, key)?,
            };
            v = item::get(rt, v, k)?;
            rest = rest.get(end + 1..).unwrap_or("");
        }
    }
    Ok(v)
}

fn format_map(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let Val::Dict(d) = ops::unwrapped(a.rt, a.val(1)) else {
        return Err(errors::type_(a.rt, "format_map() argument must be a dict"));
    };
    let items = d.items(a.rt);
    let names: Vec<_> =
        items.iter().filter_map(|(k, _)| crate::interp::call::name_of(a.rt, (*k).into())).collect();
    let mut args = vec![RawSlot::from(Val::Str(t))];
    args.extend(items.iter().map(|(_, v)| *v));
    let mut inner = Args { rt: a.rt, args: &args, names: &names, native: a.native };
    format(&mut inner)
}

fn encode(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let word = |i: usize, name: &str, default: &str| match a.opt(i, name, Val::Unbound) {
        Val::Unbound => Ok(default.to_string()),
        Val::Str(s) => Ok(s.text().to_string()),
        v => {
            let got = ops::type_name(a.rt, v);
            Err(errors::type_(a.rt, &format!("encode() argument '{name}' must be str, not {got}")))
        }
    };
    let (encoding, handler) = (word(1, "encoding", "utf-8")?, word(2, "errors", "strict")?);
    let data = crate::text::codec::encode(a.rt, t, &encoding, &handler)?;
    Ok(crate::objects::bytes::val(a.rt, data))
}
fn isdecimal(a: &mut Args<'_>) -> Result<Val, Raised> {
    isdigit(a)
}

const LIST: &[(&str, Body)] = &[
    ("upper", upper),
    ("lower", lower),
    ("casefold", lower),
    ("capitalize", capitalize),
    ("title", title),
    ("swapcase", swapcase),
    ("isdigit", isdigit),
    ("isdecimal", isdecimal),
    ("isnumeric", isdecimal),
    ("isalpha", isalpha),
    ("isalnum", isalnum),
    ("isspace", isspace),
    ("isupper", isupper),
    ("islower", islower),
    ("isidentifier", isidentifier),
    ("istitle", istitle),
    ("isascii", isascii),
    ("isprintable", isprintable),
    ("strip", strip),
    ("lstrip", lstrip),
    ("rstrip", rstrip),
    ("split", split),
    ("rsplit", rsplit),
    ("splitlines", splitlines),
    ("join", join),
    ("find", find),
    ("rfind", rfind),
    ("index", index),
    ("rindex", rindex),
    ("count", count),
    ("startswith", startswith),
    ("endswith", endswith),
    ("removeprefix", removeprefix),
    ("removesuffix", removesuffix),
    ("replace", replace),
    ("partition", partition),
    ("rpartition", rpartition),
    ("ljust", ljust),
    ("rjust", rjust),
    ("center", center),
    ("zfill", zfill),
    ("expandtabs", expandtabs),
    ("translate", translate),
    ("format", format),
    ("format_map", format_map),
    ("encode", encode),
];

/// Fills the class.
pub fn fill(rt: &Rt) {
    Types::fill(rt, rt.lang.types().str, LIST);
    let f = rt.lang.make_native(rt, "maketrans", maketrans, None);
    let m = crate::value::Misc::new(crate::value::misc::STATIC, 0, f.into(), NONE, NONE);
    let name = str::intern(rt, "maketrans");
    rt.lang.types().str.attrs.borrow_mut().set(name, Val::Misc(rt.heap.alloc(m)).into());
}
