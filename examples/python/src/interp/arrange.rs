//! Arguments to parameters.

use super::call::Names;
use super::enter::Passed;
use super::{build, helpers, S};
use crate::bytecode::MOST_PAIRS;
use crate::code::Code;
use crate::objects::attr::function_name;
use crate::objects::{dict, ops};
use crate::value::{Function, Str, Tuple, Val, Value, UNBOUND};
use crate::{errors, Py, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;

/// Functions with at most so many parameters need no memory for their arguments.
const FEW: usize = 12;

/// A parameter that takes a named argument.
pub fn parameter(code: &Code, name: Gc<Str>) -> Option<usize> {
    let p = &code.proto;
    let named = p.npos as usize + p.nkwonly as usize;
    (p.nposonly as usize..named).find(|&i| code.params[i] == name)
}

impl Py {
    /// Puts arguments where a function's parameters are. Which argument goes where is known while compiling.
    #[inline(never)]
    pub fn arrange<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        f: Ref<M::V, Function>,
        p: &Passed<'_>,
    ) -> Result<(), Raised> {
        let proto = &*code.proto;
        let (npos, named) = (proto.npos as usize, proto.npos as usize + proto.nkwonly as usize);
        let plain = p.unnamed();
        if named == proto.nparams() && self.arrange_known(m, s, code, f, p)? {
            return Ok(());
        }
        let (mut few, mut many) = ([None; FEW], Vec::new());
        let values: &mut [Option<Slot<M::V>>] = match few.get_mut(..proto.nparams()) {
            Some(values) => values,
            None => {
                many.resize(proto.nparams(), None);
                &mut many
            }
        };
        for (i, v) in values.iter_mut().enumerate().take(plain.min(npos)) {
            *v = Some(s.stack.get(p.first + i));
        }
        let mut fits = plain <= npos || proto.varargs;
        // Names and values, in turn.
        let mut others: Vec<Slot<M::V>> = Vec::new();
        for (i, &name) in p.names.iter().enumerate() {
            let v = s.stack.get(p.first + plain + i);
            match parameter(code, name) {
                Some(k) if values[k].is_none() => values[k] = Some(v),
                None if proto.varkw => others.extend([Value::Str(Ref::new(name)).into(), v]),
                _ => fits = false,
            }
        }
        for (i, v) in values.iter_mut().enumerate().take(named) {
            if v.is_some() || !fits {
                continue;
            }
            *v = self.default(m, code, f, i)?;
            fits = v.is_some();
        }
        if !fits {
            let kw = self.names_value(m, p.names);
            helpers::bad_arguments(m, Value::Func(f).into(), Int::new(p.n as i64), kw)?;
            return Err(Raised);
        }
        if proto.varargs {
            let rest = s.stack.slots().get(p.first + npos..p.first + plain);
            values[named] = Some(build::tuple(m, rest.unwrap_or(&[])));
        }
        if proto.varkw {
            let few = 2 * MOST_PAIRS.min(others.len() / 2);
            let d = build::dict_of(m, &others[..few]);
            for pair in others[few..].chunks_exact(2) {
                helpers::dict_set(m, d, pair[0], pair[1])?;
            }
            values[named + proto.varargs as usize] = Some(Value::Dict(d).into());
        }
        if s.stack.reserve(p.first + values.len()).is_err() {
            helpers::too_deep(m)?;
        }
        for (i, v) in values.iter().enumerate() {
            s.stack.slots()[p.first + i] = v.unwrap_or(Value::Unbound.into());
        }
        Ok(())
    }

    /// The same for a function without a tuple or dictionary of other arguments, if all are its parameters': each goes to its place at once. Whether that was so;
    /// otherwise the call is an error.
    fn arrange_known<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        f: Ref<M::V, Function>,
        p: &Passed<'_>,
    ) -> Result<bool, Raised> {
        let (plain, named) = (p.unnamed(), code.proto.nparams());
        if plain > code.proto.npos as usize || p.n > named || named > FEW {
            return Ok(false);
        }
        if s.stack.reserve(p.first + named).is_err() {
            helpers::too_deep(m)?;
        }
        // A bit for each parameter that has a value.
        let mut have = (1u32 << plain) - 1;
        if !p.names.is_empty() {
            let mut given: [Slot<M::V>; FEW] = [Value::Unbound.into(); FEW];
            for (i, v) in given.iter_mut().enumerate().take(p.names.len()) {
                *v = s.stack.get(p.first + plain + i);
            }
            for (&name, v) in p.names.iter().zip(given) {
                match parameter(code, name) {
                    Some(k) if have >> k & 1 == 0 => {
                        s.stack.slots()[p.first + k] = v;
                        have |= 1 << k;
                    }
                    _ => return Ok(false),
                }
            }
        }
        for i in (plain..named).filter(|i| have >> i & 1 == 0) {
            match self.default(m, code, f, i)? {
                Some(v) => s.stack.slots()[p.first + i] = v,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The default of parameter `i`.
    fn default<M: Machine<L = Py>>(
        &self,
        m: &M,
        code: &'static Code,
        f: Ref<M::V, Function>,
        i: usize,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let npos = code.proto.npos as usize;
        if i < npos {
            let Some(d) = m.non_null(f.get(m, Function::defaults)) else { return Ok(None) };
            let have = m.promote(<Ref<M::V, Tuple>>::len(d, m)) as usize;
            return Ok((i + have).checked_sub(npos).and_then(|k| d.at(m, Int::new(k as i64))));
        }
        let Some(d) = m.non_null(f.get(m, Function::kwdefaults)) else { return Ok(None) };
        let name = Value::Str(Ref::new(code.params[i])).into();
        // Where each has a default they are in order, unless the program has changed them.
        match self.entry_at(m, d, Int::new((i - npos) as i64), name) {
            Some(v) => Ok(Some(v)),
            None => self.dict_get(m, d, name),
        }
    }
}

/// Values for a function's parameters, in order.
///
/// # Errors
/// `TypeError` if the arguments do not fit.
pub fn bind(
    rt: &Rt,
    code: &'static Code,
    f: Gc<Function>,
    args: &[RawSlot],
    names: &Names,
) -> Result<Vec<RawSlot>, Raised> {
    let p = &*code.proto;
    let (npos, named) = (p.npos as usize, p.npos as usize + p.nkwonly as usize);
    let plain = args.len() - names.len();
    check_as_built_in(rt, code, args, names)?;
    let mut values = vec![UNBOUND; p.nparams()];
    let given = plain.min(npos);
    values[..given].copy_from_slice(&args[..given]);
    let extra = if p.varkw { Some(dict::new(rt)) } else { None };
    for (i, &name) in names.iter().enumerate() {
        let v = args[plain + i];
        match (parameter(code, name), extra) {
            (Some(k), _) if values[k] == UNBOUND => values[k] = v,
            (None, Some(d)) => {
                dict::set(rt, d.table(), Val::Str(name).into(), v)?;
            }
            (Some(_), _) => {
                let called = function_name(rt, f)?;
                let text = format!("{called}() got multiple values for argument '{}'", name.text());
                return Err(errors::type_(rt, &text));
            }
            (None, None) => {
                let called = function_name(rt, f)?;
                let only = (0..p.nposonly as usize).find(|&i| code.params[i] == name);
                let text = match only {
                    Some(_) => format!(
                        "{called}() got some positional-only arguments passed as keyword arguments: '{}'",
                        name.text()
                    ),
                    None => format!("{called}() got an unexpected keyword argument '{}'", name.text()),
                };
                return Err(errors::type_(rt, &text));
            }
        }
    }
    let kwonly = (npos..named).filter(|&i| values[i] != UNBOUND).count();
    let tuple = f.defaults.get(&rt.heap).get();
    let defaults: &[RawSlot] = tuple.as_ref().map_or(&[], |d| d.items.as_slice());
    for (i, v) in values.iter_mut().enumerate().take(named).skip(given) {
        if *v != UNBOUND {
            continue;
        }
        if i < npos {
            if let Some(k) = (i + defaults.len()).checked_sub(npos) {
                *v = defaults[k];
            }
        } else if let Some(d) = f.kwdefaults.get(&rt.heap).get() {
            *v = dict::get(rt, d.table(), Val::Str(code.params[i]).into())?.unwrap_or(UNBOUND);
        }
    }
    if plain > npos && !p.varargs {
        return Err(too_many(rt, &function_name(rt, f)?, npos, defaults.len(), plain, kwonly));
    }
    let missing = |from: usize, to: usize| -> Vec<&str> {
        (from..to).filter(|&i| values[i] == UNBOUND).map(|i| code.params[i].text()).collect()
    };
    for (list, what) in [(missing(0, npos), "positional"), (missing(npos, named), "keyword-only")] {
        if !list.is_empty() {
            return Err(lacking(rt, &function_name(rt, f)?, &list, what));
        }
    }
    if p.varargs {
        values[named] = ops::tuple_val(rt, args[..plain].get(npos..).unwrap_or(&[]))?.into();
    }
    if let Some(d) = extra {
        values[named + p.varargs as usize] = Val::Dict(d).into();
    }
    Ok(values)
}

/// Functions of `cmath` with one argument say what is wrong with it as those of `math`.
fn check_as_built_in(rt: &Rt, code: &'static Code, args: &[RawSlot], names: &Names) -> Result<(), Raised> {
    let p = &*code.proto;
    if &*p.file != "<library>/cmath.py"
        || p.nposonly != p.npos
        || p.npos != 1
        || p.varargs
        || p.nkwonly > 0
        || p.varkw
    {
        return Ok(());
    }
    if p.name.starts_with('_') || args.len() == 1 && names.is_empty() {
        return Ok(());
    }
    let (name, n) = (&p.name, args.len());
    let text = match names {
        [] => format!("cmath.{name}() takes exactly one argument ({n} given)"),
        _ => format!("cmath.{name}() takes no keyword arguments"),
    };
    Err(errors::type_(rt, &text))
}

fn too_many(rt: &Rt, name: &str, npos: usize, defaults: usize, given: usize, kwonly: usize) -> Raised {
    let takes = match defaults {
        0 => npos.to_string(),
        d => format!("from {} to {npos}", npos as i64 - d as i64),
    };
    let s = if npos == 1 && defaults == 0 { "" } else { "s" };
    let were = if given == 1 && kwonly == 0 { "was" } else { "were" };
    let also = match kwonly {
        0 => String::new(),
        k => {
            let (a, b) = (if given == 1 { "" } else { "s" }, if k == 1 { "" } else { "s" });
            format!(" positional argument{a} (and {k} keyword-only argument{b})")
        }
    };
    let text = format!("{name}() takes {takes} positional argument{s} but {given}{also} {were} given");
    errors::type_(rt, &text)
}

fn lacking(rt: &Rt, name: &str, list: &[&str], what: &str) -> Raised {
    let quoted: Vec<String> = list.iter().map(|n| format!("'{n}'")).collect();
    let names = match &quoted[..] {
        [one] => one.clone(),
        [a, b] => format!("{a} and {b}"),
        [most @ .., last] => format!("{}, and {last}", most.join(", ")),
        [] => String::new(),
    };
    let s = if list.len() == 1 { "" } else { "s" };
    errors::type_(rt, &format!("{name}() missing {} required {what} argument{s}: {names}", list.len()))
}
