//! Built-in functions and the methods of built-in types.
//!
//! ```text
//! funcs  functions     matching  what `match` asks     make    constructors of built-in types     class  making classes, object, super
//! exec   running source text     exceptions  methods of exceptions
//! operators  operators as methods     descriptors  property, static and class methods
//! str, bytes, list, dict, set, num, complex, misc   methods     pieces  what those of str and bytes do alike
//! ```

mod bytes;
pub mod class;
mod complex;
pub mod descriptors;
mod dict;
pub mod exceptions;
pub mod exec;
mod funcs;
pub mod list;
mod make;
pub mod matching;
pub mod misc;
mod module;
mod num;
mod operators;
mod pieces;
mod set;
pub mod str;

pub use class::make_super;
pub use dict::update_dict;
pub use funcs::is_callable;
pub use misc::{format_value, thrown};
pub use operators::Operator;

use crate::native::{Body, Special};
use crate::objects::str::class as letters;
use crate::py::Module;
use crate::value::{misc as kinds, Val};
use crate::Rt;

/// Fills the module of what the prelude needs.
pub fn open_prelude(rt: &Rt, m: &Module) {
    for (name, body) in [
        ("add_pair", dict::add_pair_of as Body),
        ("sort_by", list::sort_by),
        ("flag", list::flag_of),
        ("init_result", misc::init_result),
        ("text_given", misc::text_given),
        ("len_given", misc::len_given),
        ("hash_given", misc::hash_given),
        ("generated_by", misc::generated_by),
        ("variables", misc::variables),
        ("put_in_order", list::put_in_order),
        ("text_of", num::text_of),
        ("number_of", num::number_of),
        ("parts_of_iterator", misc::parts_of_iterator),
        ("iterator_of", misc::iterator_of),
        ("move_to_end", dict::move_to_end),
        ("pop_end", dict::pop_end),
        ("item_getter", misc::item_getter),
    ] {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, None));
    }
    m.set_name(rt, "rival", rt.lang.make_native(rt, "rival", dict::rival, Some(Special::Rival)));
    let name = "hash_of_name";
    let f = rt.lang.make_native(rt, name, misc::hash_of_name, Some(Special::HashOfName));
    if let Val::Native(n) = f {
        rt.lang.native(n.id).asked.set(true);
    }
    m.set_name(rt, name, f);
    m.set_name(rt, "hash_start", Val::Int(crate::objects::ops::HASH_START));
    for (name, body, known) in [
        ("hash_step", misc::hash_step as Body, Special::HashStep),
        ("hash_end", misc::hash_end, Special::HashEnd),
    ] {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, Some(known)));
    }
    m.set_name(rt, "by_hash", rt.lang.make_native(rt, "by_hash", dict::by_hash, Some(Special::ByHash)));
}

/// Fills the module of built-ins.
pub fn open(rt: &Rt, m: &Module) {
    for c in rt.lang.types().all() {
        let hidden = ["NoneType", "function", "builtin_function_or_method", "method", "generator", "cell"];
        let hidden2 = [
            "ellipsis",
            "NotImplementedType",
            "module",
            "dict_keys",
            "dict_values",
            "dict_items",
            "traceback",
            "code",
            "getset_descriptor",
            "method_descriptor",
            "wrapper_descriptor",
            "method-wrapper",
            "member_descriptor",
        ];
        if !hidden.contains(&c.name.as_str()) && !hidden2.contains(&c.name.as_str()) {
            m.set_name(rt, &c.name, Val::Class(c.object));
        }
    }
    let t = rt.lang.types();
    m.set_name(rt, "EnvironmentError", Val::Class(t.os_error.object));
    m.set_name(rt, "IOError", Val::Class(t.os_error.object));
    m.set_name(rt, "Ellipsis", rt.lang.ellipsis());
    m.set_name(rt, "NotImplemented", rt.lang.not_implemented());
    m.set_name(rt, "__debug__", Val::True);
    if let Ok(name) = crate::objects::str::val(rt, "builtins") {
        m.set_name(rt, "__name__", name);
    }
    for &(name, body) in funcs::LIST {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, special(name)));
    }
    exec::open(rt, m);
    matching::open(rt, m);
    exceptions::open(rt, m);
    class::fill(rt);
    module::fill(rt);
    descriptors::fill(rt);
    make::fill(rt);
    bytes::fill(rt);
    complex::fill(rt);
    str::fill(rt);
    list::fill(rt);
    dict::fill(rt);
    set::fill(rt);
    num::fill(rt);
    misc::fill(rt);
    operators::fill(rt);
    let reading = [
        "capitalize",
        "isdecimal",
        "isidentifier",
        "removeprefix",
        "removesuffix",
        "rpartition",
        "rsplit",
        "splitlines",
        "title",
        "zfill",
    ];
    let conversions = [(t.int, "%new"), (t.float, "%new")];
    for (class, name) in reading.map(|name| (t.str, name)).into_iter().chain(conversions) {
        if let Some(Val::Native(f)) = class.lookup_name(rt, name) {
            rt.lang.set_special(f.id, Special::Reads);
        }
    }
    for (k, (name, ..)) in str::asked::QUESTIONS.iter().enumerate() {
        if let Some(Val::Native(f)) = t.str.lookup_name(rt, name) {
            rt.lang.set_special(f.id, Special::Ask(k as u8));
        }
    }
    for (k, (name, _)) in str::changed::CHANGES.iter().enumerate() {
        if let Some(Val::Native(f)) = t.str.lookup_name(rt, name) {
            rt.lang.set_special(f.id, Special::Change(k as u8));
        }
    }
    for (k, (name, _)) in str::changed::SIDES.iter().enumerate() {
        if let Some(Val::Native(f)) = t.str.lookup_name(rt, name) {
            rt.lang.set_special(f.id, Special::Justify(k as u8));
        }
    }
    for (class, name, special) in [
        (t.object, "__new__", Special::New),
        (t.object, "__setattr__", Special::SetOwn),
        (t.generator, "send", Special::Send),
        (t.generator, "__next__", Special::Next),
        (t.list, "insert", Special::Insert),
        (t.list, "extend", Special::Extend),
        (t.list, "index", Special::ListIndex),
        (t.list, "count", Special::ListCount),
        (t.list, "remove", Special::ListRemove),
        (t.str, "split", Special::Split),
        (t.str, "partition", Special::Partition),
        (t.str, "replace", Special::Replace),
        (t.str, "join", Special::Join),
        (t.dict, "get", Special::DictGet),
        (t.int, "bit_length", Special::BitLength),
        (t.int, "bit_count", Special::BitCount),
        (t.dict, "setdefault", Special::SetDefault),
        (t.dict, "keys", Special::View(kinds::KEYS as u8)),
        (t.dict, "values", Special::View(kinds::VALUES as u8)),
        (t.dict, "items", Special::View(kinds::ITEMS as u8)),
        (t.set, "add", Special::SetAdd),
        (t.str, "isdigit", Special::Is(letters::DIGIT)),
        (t.str, "isalpha", Special::Is(letters::ALPHA)),
        (t.str, "isalnum", Special::Is(letters::ALPHA | letters::DIGIT)),
        (t.str, "isspace", Special::Is(letters::SPACE)),
        (t.str, "isupper", Special::Is(letters::UPPER)),
        (t.str, "islower", Special::Is(letters::LOWER)),
    ] {
        if let Some(Val::Native(f)) = class.lookup_name(rt, name) {
            rt.lang.set_special(f.id, special);
        }
    }
}

fn special(name: &str) -> Option<Special> {
    Some(match name {
        "len" => Special::Len,
        "hash" => Special::Hash,
        "repr" => Special::Repr,
        "reversed" => Special::Reversed,
        "callable" => Special::Callable,
        "abs" => Special::Abs,
        "min" => Special::Min,
        "max" => Special::Max,
        "ord" => Special::Ord,
        "chr" => Special::Chr,
        "divmod" => Special::DivMod,
        "iter" => Special::Iter,
        "getattr" => Special::GetAttr,
        "hasattr" => Special::HasAttr,
        "setattr" => Special::SetAttr,
        "vars" => Special::Vars,
        "isinstance" => Special::IsInstance,
        "issubclass" => Special::IsSubclass,
        "map" => Special::Map,
        "filter" => Special::Filter,
        "enumerate" => Special::Enumerate,
        "zip" => Special::Zip,
        "next" => Special::Next,
        _ => return None,
    })
}
