//! `type` and `super`; making classes (`make`) and the methods of `object` (`object`).

mod make;
mod object;
mod own;

use crate::builtins::descriptors::check_get;
use crate::builtins::funcs::instance_plainly;
use crate::interp::call as calls;
use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{attr, dict, ops, str};
use crate::value::{misc, Misc, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
pub use make::build;
use make::{infos, make_type, metaclass, prepare, Keywords};
use object::{list_names, OBJECT};

/// `super(class, object)`.
///
/// # Errors
/// `TypeError`.
pub fn make_super(rt: &Rt, class: Val, this: Val) -> Result<Val, Raised> {
    let Val::Class(c) = class else {
        return Err(errors::type_(
            rt,
            &format!("super() argument 1 must be a type, not {}", ops::type_name(rt, class)),
        ));
    };
    let c = rt.lang.classes.get(c.id);
    let is_one = |k: Val| matches!(k, Val::Class(k) if rt.lang.classes.get(k.id).is_subclass(c));
    let fits = this.is_none()
        || is_one(this)
        || ops::class_of(rt, this).is_subclass(c)
        || is_one(attr::get(rt, this, str::intern(rt, "__class__"))?);
    if !fits {
        return Err(errors::type_(rt, "super(type, obj): obj must be an instance or subtype of type"));
    }
    Ok(Val::Misc(rt.heap.alloc(Misc::new(misc::SUPER, 0, class.into(), this.into(), NONE))))
}

/// `super.__get__`: what is bound already stays so.
fn super_get(a: &mut Args<'_>) -> Result<Val, Raised> {
    check_get(a)?;
    let of = match a.this() {
        Val::Misc(m) if m.kind == misc::SUPER && Val::from(m.b.get(&a.rt.heap)).is_unbound() => {
            m.a.get(&a.rt.heap)
        }
        _ => return Ok(a.val(0)),
    };
    make_super(a.rt, of.into(), a.val(1))
}

fn new_super(a: &mut Args<'_>) -> Result<Val, Raised> {
    if !a.names.is_empty() {
        return Err(errors::type_(a.rt, "super() takes no keyword arguments"));
    }
    if a.plain().len() > 3 {
        let text = format!("super() expected at most 2 arguments, got {}", a.plain().len() - 1);
        return Err(errors::type_(a.rt, &text));
    }
    if a.plain().len() < 2 {
        return Err(errors::runtime(a.rt, "super(): no arguments"));
    }
    make_super(a.rt, a.val(1), a.opt(2, "", Val::None))
}

fn new_type(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    match a.plain() {
        [_, _] if !a.names.is_empty() => Err(errors::type_(rt, "type() takes no keyword arguments")),
        [_, v] => Ok(Val::Class(ops::class_of(rt, (*v).into()).object)),
        [meta, name, bases, ns] => {
            let kind = |v: &RawSlot| match Val::from(*v) {
                Val::None => "None",
                v => ops::type_name(rt, v),
            };
            if !matches!(ops::unwrapped(rt, (*name).into()), Val::Str(_)) {
                let text = format!("type.__new__() argument 1 must be str, not {}", kind(name));
                return Err(errors::type_(rt, &text));
            }
            if !matches!(Val::from(*bases), Val::Tuple(_)) {
                let text = format!("type.__new__() argument 2 must be tuple, not {}", kind(bases));
                return Err(errors::type_(rt, &text));
            }
            let Val::Dict(d) = ops::unwrapped(rt, (*ns).into()) else {
                let text = format!("type.__new__() argument 3 must be dict, not {}", kind(ns));
                return Err(errors::type_(rt, &text));
            };
            let infos = infos(rt, (*bases).into())?;
            let kw = dict::new(rt);
            kw.set_name(rt, "metaclass", *meta)?;
            let (winner, _) = metaclass(rt, (*bases).into(), Val::Dict(kw))?;
            // A base's class that is more special than the one asked has its own say.
            if let (Val::Class(w), false) = (winner, winner.same((*meta).into())) {
                let own = rt.lang.classes.get(w.id).lookup_name(rt, "__new__");
                if let Some(f @ Val::Func(_)) = own.map(|f| attr::plain_function(rt, f)) {
                    let mut all = a.args.to_vec();
                    all[0] = winner.into();
                    return calls::call_named(rt, f, &all, a.names);
                }
            }
            let meta = match winner {
                Val::Class(c) if c.id != rt.lang.types().type_.id => Some(rt.lang.classes.get(c.id)),
                _ => None,
            };
            let named = &a.args[a.args.len() - a.names.len()..];
            let keywords: Keywords =
                a.names.iter().zip(named).map(|(k, v)| (Val::Str(*k).into(), *v)).collect();
            make_type(rt, &ops::str(rt, (*name).into())?, infos, d, meta, &keywords)
        }
        _ => Err(errors::type_(rt, "type() takes 1 or 3 arguments")),
    }
}

fn type_call(a: &mut Args<'_>) -> Result<Val, Raised> {
    match a.val(0) {
        Val::Class(c) => calls::make_instance(a.rt, a.rt.lang.classes.get(c.id), &a.args[1..], a.names),
        _ => Err(a.wrong_object("type")),
    }
}

fn nothing(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.none()
}

pub(super) fn mro(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    match a.val(0) {
        Val::Class(c) => {
            let all: Vec<RawSlot> =
                a.rt.lang.classes.get(c.id).mro().iter().map(|k| Val::Class(k.object).into()).collect();
            ops::list_val(a.rt, &all)
        }
        _ => a.none(),
    }
}

fn init_subclass(a: &mut Args<'_>) -> Result<Val, Raised> {
    match (a.val(0), a.names) {
        (_, []) => a.none(),
        (Val::Class(c), _) => {
            let name = &a.rt.lang.classes.get(c.id).qualname;
            let text = format!("{name}.__init_subclass__() takes no keyword arguments");
            Err(errors::type_(a.rt, &text))
        }
        _ => a.none(),
    }
}

fn subclass_hook(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(a.rt.lang.not_implemented())
}

fn prepare_plain(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Dict(dict::new(a.rt)))
}

fn subclasses(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let Val::Class(c) = a.val(0) else { return a.none() };
    let all = a.rt.lang.classes.get(c.id).subclasses();
    ops::list_val(a.rt, &all.iter().map(|k| Val::Class(k.object).into()).collect::<Vec<_>>())
}

fn instance_check(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    match a.val(0) {
        Val::Class(c) => instance_plainly(a.rt, a.val(1), a.rt.lang.classes.get(c.id)).map(Val::bool),
        _ => a.none(),
    }
}

fn subclass_check(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    match (a.val(0), a.val(1)) {
        (Val::Class(c), Val::Class(k)) => {
            let all = &a.rt.lang.classes;
            Ok(Val::bool(all.get(k.id).is_subclass(all.get(c.id))))
        }
        _ => Err(errors::type_(a.rt, "issubclass() arg 1 must be a class")),
    }
}

const TYPE: &[(&str, Body)] = &[
    ("__new__", new_type),
    ("__call__", type_call),
    ("mro", mro),
    ("__init__", nothing),
    ("__subclasses__", subclasses),
    ("__instancecheck__", instance_check),
    ("__subclasscheck__", subclass_check),
    ("__dir__", list_names),
];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    let f = rt.lang.make_native(rt, "%prepare", prepare, None);
    rt.lang.builtins_module().set_name(rt, "%prepare", f);
    Types::fill(rt, t.object, OBJECT);
    own::fill(rt);
    let class_methods: [(_, &'static str, Body); 3] = [
        (t.object, "__init_subclass__", init_subclass),
        (t.object, "__subclasshook__", subclass_hook),
        (t.type_, "__prepare__", prepare_plain),
    ];
    for (class, name, body) in class_methods {
        let f = rt.lang.make_native(rt, name, body, None);
        let m = Misc::new(misc::CLASS, 0, f.into(), NONE, NONE);
        class.attrs.borrow_mut().set(str::intern(rt, name), Val::Misc(rt.heap.alloc(m)).into());
    }
    // No attributes.
    let _ = t.object.allowed.set(Vec::new());
    Types::fill(rt, t.type_, TYPE);
    Types::fill(rt, t.super_, &[("__new__", new_super), ("__get__", super_get)]);
}
