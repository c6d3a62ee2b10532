//! Primitives: what instructions do with values, on any machine.
//!
//! **Problem.** A trace sees through what is written here, and not through helpers ([`crate::helpers`]). So what is short and common is here: arithmetic, tests, pairs,
//! fields.
//!
//! **Invariants.** Integers have 64 bits; results that need more are errors, not other numbers. A handler finds errors before it changes anything.
//!
//! **Not promised.** `/` gives floats, of integers too.
//!
//! **Example.** `(+ a b)` of two integers is one op in a trace, with a guard that it does not overflow; their tags are guarded once, where they come from.

use crate::code::{One, Prim, Three, Two, PRIMS};
use crate::containers::{HashTable, Numbers};
use crate::helpers::*;
use crate::lisp::Lisp;
use crate::value::{Pair, Record, Symbol, Tag, Value};
use holloway::containers::{list, list::List, table};
use holloway::heap::{Gc, SlotArray};
use holloway::machine::*;
use std::cell::Cell;

/// A slot of a machine.
pub(crate) type Red<M> = Slot<<M as Machine>::V>;

/// Floats that are smaller fit into an integer.
const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// An error with a value: what was wanted, and what was there.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn wrong<M: Machine<L = Lisp>, T>(m: &M, want: Want, v: Red<M>) -> Result<T, Raised> {
    wrong_value(m, Int::new(want as i64), v)?;
    Err(Raised)
}

/// The number as a float.
fn as_float<M: Machine<L = Lisp>>(m: &M, v: Red<M>) -> Result<Float<M::V>, Raised> {
    match m.unpack(v) {
        Value::Float(x) => Ok(x),
        Value::Int(n) => Ok(n.to_float()),
        _ => wrong(m, Want::Number, v),
    }
}

fn as_int<M: Machine<L = Lisp>>(m: &M, v: Red<M>) -> Result<Int<M::V>, Raised> {
    match m.unpack(v) {
        Value::Int(n) => Ok(n),
        _ => wrong(m, Want::Integer, v),
    }
}

fn as_pair<M: Machine<L = Lisp>>(m: &M, v: Red<M>) -> Result<Ref<M::V, Pair>, Raised> {
    match m.unpack(v) {
        Value::Pair(p) => Ok(p),
        _ => wrong(m, Want::Pair, v),
    }
}

fn as_vector<M: Machine<L = Lisp>>(m: &M, v: Red<M>) -> Result<Ref<M::V, SlotArray>, Raised> {
    match m.unpack(v) {
        Value::Vector(x) => Ok(x),
        _ => wrong(m, Want::Vector, v),
    }
}

fn as_hash_table<M: Machine<L = Lisp>>(m: &M, v: Red<M>) -> Result<Ref<M::V, HashTable>, Raised> {
    match m.unpack(v) {
        Value::HashTable(t) => Ok(t),
        _ => wrong(m, Want::HashTable, v),
    }
}

fn as_flexvector<M: Machine<L = Lisp>>(m: &M, v: Red<M>) -> Result<Ref<M::V, List>, Raised> {
    match m.unpack(v) {
        Value::Flexvector(l) => Ok(l),
        _ => wrong(m, Want::Flexvector, v),
    }
}

/// A red truth as a value: its tag is green, so it is decided here.
fn truth<M: Machine<L = Lisp>>(m: &M, b: Bool<M::V>) -> Red<M> {
    match m.branch(b) {
        true => Value::True.into(),
        false => Value::False.into(),
    }
}

/// A new pair.
#[inline(always)]
pub(crate) fn cons<M: Machine<L = Lisp>>(m: &M, car: Red<M>, cdr: Red<M>) -> Red<M> {
    Value::Pair(make::<M, Pair>(m).init(m, Pair::car, car).init(m, Pair::cdr, cdr)).into()
}

/// A test of one value, still red: whoever branches on it makes one guard of it.
#[inline(always)]
pub(crate) fn test1<M: Machine<L = Lisp>>(m: &M, p: One, v: Red<M>) -> Result<Bool<M::V>, Raised> {
    Ok(match p {
        One::Not => v.has_tag(Tag::False),
        One::IsNull => v.has_tag(Tag::Nil),
        One::IsPair => v.has_tag(Tag::Pair),
        One::IsZero => match m.unpack(v) {
            Value::Int(n) => n.eq_(0),
            Value::Float(x) => x.eq_(0.0),
            _ => return wrong(m, Want::Number, v),
        },
        One::IsInteger => v.has_tag(Tag::Int),
        One::IsNumber => v.has_tag(Tag::Int).or(v.has_tag(Tag::Float)),
        One::IsString => v.has_tag(Tag::Str),
        One::IsSymbol => v.has_tag(Tag::Symbol),
        One::IsVector => v.has_tag(Tag::Vector),
        One::IsRecord => v.has_tag(Tag::Record),
        One::IsHashTable => v.has_tag(Tag::HashTable),
        One::IsFlexvector => v.has_tag(Tag::Flexvector),
        _ => v.has_tag(Tag::Closure).or(v.has_tag(Tag::Builtin)),
    })
}

/// A test of two values, still red.
#[inline(always)]
pub(crate) fn test2<M: Machine<L = Lisp>>(m: &M, p: Two, a: Red<M>, b: Red<M>) -> Result<Bool<M::V>, Raised> {
    if p == Two::Eq {
        return Ok(a.same(b));
    }
    let (x, y) = match (m.unpack(a), m.unpack(b)) {
        (Value::Int(x), Value::Int(y)) => {
            return Ok(match p {
                Two::Less => x.lt(y),
                Two::LessEq => x.le(y),
                Two::More => y.lt(x),
                Two::MoreEq => y.le(x),
                _ => x.eq_(y),
            })
        }
        (Value::Float(x), Value::Float(y)) => (x, y),
        _ => mixed(m, a, b)?,
    };
    Ok(match p {
        Two::Less => x.lt(y),
        Two::LessEq => x.le(y),
        Two::More => y.lt(x),
        Two::MoreEq => y.le(x),
        _ => x.eq_(y),
    })
}

/// A primitive of one value.
#[inline(always)]
pub(crate) fn one<M: Machine<L = Lisp>>(m: &M, p: One, v: Red<M>) -> Result<Red<M>, Raised> {
    Ok(match p {
        One::Car => as_pair(m, v)?.get(m, Pair::car),
        One::Cdr => as_pair(m, v)?.get(m, Pair::cdr),
        One::VectorLength => Value::Int(as_vector(m, v)?.len(m)).into(),
        One::Sqrt => Value::Float(as_float(m, v)?.sqrt()).into(),
        One::Floor => match m.unpack(v) {
            Value::Int(_) => v,
            _ => Value::Float(as_float(m, v)?.floor()).into(),
        },
        One::Exact => match m.unpack(v) {
            Value::Int(_) => v,
            _ => {
                let x = as_float(m, v)?;
                // Not a number compares with nothing.
                match m.branch(x.abs().lt(TWO_TO_63)) {
                    true => Value::Int(x.to_int()).into(),
                    false => return wrong(m, Want::Integer, v),
                }
            }
        },
        One::Inexact => Value::Float(as_float(m, v)?).into(),
        One::Raise => {
            throw(m, v)?;
            v
        }
        One::HashTableSize => Value::Int(table::open::len(m, as_hash_table(m, v)?)).into(),
        One::HashTableClear => {
            table::open::clear(m, as_hash_table(m, v)?);
            Value::Void.into()
        }
        One::FlexvectorLength => Value::Int(list::open::len(m, as_flexvector(m, v)?)).into(),
        One::FlexvectorRemoveBack => match list::open::pop::<M, Numbers>(m, as_flexvector(m, v)?) {
            Some(last) => last,
            None => return wrong(m, Want::Item, v),
        },
        test => {
            let b = test1(m, test, v)?;
            truth(m, b)
        }
    })
}

/// Integers whose result may need more than 64 bits.
#[inline(always)]
fn checked<M: Machine<L = Lisp>>(m: &M, over: Bool<M::V>, n: Int<M::V>) -> Result<Red<M>, Raised> {
    match m.unlikely(over) {
        true => overflow(m).map(|()| Value::Void.into()),
        false => Ok(Value::Int(n).into()),
    }
}

/// A primitive of two values.
#[inline(always)]
pub(crate) fn two<M: Machine<L = Lisp>>(m: &M, p: Two, a: Red<M>, b: Red<M>) -> Result<Red<M>, Raised> {
    match p {
        Two::Add | Two::Sub | Two::Mul => arith(m, p, a, b),
        Two::Cons => Ok(cons(m, a, b)),
        Two::VectorRef => {
            let (v, i) = (as_vector(m, a)?, as_int(m, b)?);
            v.at(m, i).map_or_else(|| wrong(m, Want::Index, b), Ok)
        }
        Two::FlexvectorRef => {
            let (l, i) = (as_flexvector(m, a)?, as_int(m, b)?);
            list::open::get::<M, Numbers>(m, l, i).map_or_else(|| wrong(m, Want::Index, b), Ok)
        }
        Two::FlexvectorAddBack => {
            list::open::push::<M, Numbers>(m, as_flexvector(m, a)?, b)?;
            Ok(Value::Void.into())
        }
        _ => rarer(m, p, a, b),
    }
}

/// Sums, differences and products. What two integers give is decided by their tags, which are guarded once each.
#[inline(always)]
pub(crate) fn arith<M: Machine<L = Lisp>>(m: &M, p: Two, a: Red<M>, b: Red<M>) -> Result<Red<M>, Raised> {
    let (x, y) = match (m.unpack(a), m.unpack(b)) {
        (Value::Int(x), Value::Int(y)) => {
            return match p {
                Two::Add => checked(m, x.add_ovf(y), x + y),
                Two::Sub => checked(m, x.sub_ovf(y), x - y),
                _ => checked(m, x.mul_ovf(y), x * y),
            }
        }
        (Value::Float(x), Value::Float(y)) => (x, y),
        _ => mixed(m, a, b)?,
    };
    Ok(Value::Float(match p {
        Two::Add => x + y,
        Two::Sub => x - y,
        _ => x * y,
    })
    .into())
}

/// Two floats.
type Floats<V> = (Float<V>, Float<V>);

/// Numbers of different kinds as floats.
#[inline(never)]
fn mixed<M: Machine<L = Lisp>>(m: &M, a: Red<M>, b: Red<M>) -> Result<Floats<M::V>, Raised> {
    Ok((as_float(m, a)?, as_float(m, b)?))
}

/// What is not worth being part of the interpreter's one large function.
#[inline(never)]
fn rarer<M: Machine<L = Lisp>>(m: &M, p: Two, a: Red<M>, b: Red<M>) -> Result<Red<M>, Raised> {
    Ok(match p {
        Two::Div => {
            let (x, y) = mixed(m, a, b)?;
            Value::Float(x / y).into()
        }
        Two::Quotient | Two::Remainder | Two::Modulo => {
            let (x, y) = (as_int(m, a)?, as_int(m, b)?);
            if m.unlikely(y.eq_(0)) {
                return wrong(m, Want::Divisor, b);
            }
            match p {
                // Of all quotients one does not fit.
                Two::Quotient => checked(m, x.eq_(i64::MIN).and(y.eq_(-1)), x.div_trunc(y))?,
                Two::Remainder => Value::Int(x.mod_trunc(y)).into(),
                _ => Value::Int(x.mod_floor(y)).into(),
            }
        }
        Two::And => Value::Int(as_int(m, a)? & as_int(m, b)?).into(),
        Two::MakeVector => Value::Vector(make_vector(m, as_int(m, a)?, b)?).into(),
        Two::HashTableContains => {
            let found = table::open::find(m, as_hash_table(m, a)?, b);
            truth(m, found.lt(0).not())
        }
        Two::HashTableDelete => {
            table::open::remove(m, as_hash_table(m, a)?, b);
            Value::Void.into()
        }
        test => {
            let b = test2(m, test, a, b)?;
            truth(m, b)
        }
    })
}

/// A primitive of three values.
#[inline(always)]
pub(crate) fn three<M: Machine<L = Lisp>>(
    m: &M,
    p: Three,
    a: Red<M>,
    b: Red<M>,
    c: Red<M>,
) -> Result<Red<M>, Raised> {
    let done = match p {
        Three::VectorSet => {
            let (v, i) = (as_vector(m, a)?, as_int(m, b)?);
            v.put(m, i, c)
        }
        Three::FlexvectorSet => {
            let (l, i) = (as_flexvector(m, a)?, as_int(m, b)?);
            list::open::set::<M, Numbers>(m, l, i, c)?
        }
        Three::HashTableRefDefault => return Ok(table::open::get(m, as_hash_table(m, a)?, b).unwrap_or(c)),
        Three::HashTableSet => Some(table::open::set(m, as_hash_table(m, a)?, b, c)?),
    };
    done.map_or_else(|| wrong(m, Want::Index, b), |()| Ok(Value::Void.into()))
}

/// Where a map has a name, with a hint of where to look first. Plain Rust on what is green: it leaves nothing in a trace.
fn place(names: &[Gc<Symbol>], name: Gc<Symbol>, hint: &Cell<u8>) -> Option<usize> {
    let first = hint.get() as usize;
    if names.get(first) == Some(&name) {
        return Some(first);
    }
    let found = names.iter().position(|n| *n == name)?;
    hint.set(found as u8);
    Some(found)
}

/// A record, and the number of a field.
type Field<V> = (Ref<V, Record>, Int<V>);

/// The record, and where its map has a name; `None` if there are so many maps at this place that a helper looks.
#[inline(always)]
fn field<M: Machine<L = Lisp>>(
    m: &M,
    v: Red<M>,
    name: Gc<Symbol>,
    hint: &Cell<u8>,
) -> Result<Field<M::V>, Raised> {
    let Value::Record(record) = m.unpack(v) else { return wrong(m, Want::Record, v) };
    // The map, not the record: there are few maps and many records. `promote_few` gives up where a program has many maps after all.
    let Some(map) = m.promote_few(record.get(m, Record::map)) else {
        let at = find_field(m, record, Ref::new(name));
        return match m.unlikely(at.lt(0)) {
            true => no_field(m, Ref::new(name)).map(|()| (record, at)),
            false => Ok((record, at)),
        };
    };
    // A record has as many fields as its map has names: told to the trace, it makes the checks of indices constants.
    m.vouch(record.len(m).eq_(map.names().len() as i64));
    match place(map.names(), name, hint) {
        Some(i) => Ok((record, Int::new(i as i64))),
        None => no_field(m, Ref::new(name)).map(|()| (record, Int::new(0))),
    }
}

/// `(get record name)`.
#[inline(always)]
pub(crate) fn get<M: Machine<L = Lisp>>(
    m: &M,
    v: Red<M>,
    name: Gc<Symbol>,
    hint: &Cell<u8>,
) -> Result<Red<M>, Raised> {
    let (record, i) = field(m, v, name, hint)?;
    record.at(m, i).map_or_else(|| wrong(m, Want::Record, v), Ok)
}

/// `(put! record name x)`.
#[inline(always)]
pub(crate) fn put<M: Machine<L = Lisp>>(
    m: &M,
    v: Red<M>,
    name: Gc<Symbol>,
    x: Red<M>,
    hint: &Cell<u8>,
) -> Result<(), Raised> {
    let (record, i) = field(m, v, name, hint)?;
    record.put(m, i, x).map_or_else(|| wrong(m, Want::Record, v), Ok)
}

/// Calls a native by number.
#[inline(never)]
pub(crate) fn native<M: Machine<L = Lisp>>(m: &M, f: u16, args: &[Red<M>]) -> Result<Red<M>, Raised> {
    let at = |i: usize| args.get(i).copied().unwrap_or(Value::Void.into());
    call_native(m, Int::new(f.into()), Int::new(args.len() as i64), at(0), at(1), at(2))
}

/// Calls what is built in, as a value of the program's: a primitive, or a native.
#[inline(never)]
pub(crate) fn builtin<M: Machine<L = Lisp>>(m: &M, b: usize, args: &[Red<M>]) -> Result<Red<M>, Raised> {
    let Some((_, prim)) = PRIMS.get(b) else { return native(m, (b - PRIMS.len()) as u16, args) };
    match (*prim, args) {
        (Prim::One(p), &[a]) => one(m, p, a),
        (Prim::Two(p), &[a, b]) => two(m, p, a, b),
        (Prim::Three(p), &[a, b, c]) => three(m, p, a, b, c),
        (Prim::Two(p), args) if p.least().is_some_and(|least| args.len() >= least) => {
            let int = |n: i64| Value::Int(Int::new(n)).into();
            match args {
                [] => Ok(int(p.neutral())),
                [a] => two(m, Two::Mul, int(p.sign()), *a),
                [first, rest @ ..] => rest.iter().try_fold(*first, |a, b| two(m, p, a, *b)),
            }
        }
        _ => {
            wrong_primitive_count(m, Int::new(b as i64), Int::new(args.len() as i64))?;
            Err(Raised)
        }
    }
}
