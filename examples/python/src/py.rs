//! The language object: what a Python program has besides its heap. Interpreter code reads it as green, so everything here that changes is reached by helpers
//! only, or is a memo of facts.

use crate::code::{self, Code, Global};
use crate::native::{Body, Guest, NativeInfo, Special, Suits};
use crate::objects::class::Classes;
use crate::objects::str::{self as text, Strings};
use crate::objects::types::Types;
use crate::traceback::Source;
use crate::value::{misc, Function, Misc, Native, Str, Val, NONE, UNBOUND};
use crate::Rt;
use holloway::heap::{Changed, Gc, Marker, RawSlot};
use holloway::machine::Quasi;
use langkit::codes::{Codes, Lasting};
use langkit::hash::AddressMap;
use langkit::maps::Maps;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;

/// A module.
pub struct Module {
    /// Its name.
    pub name: String,
    /// The object.
    pub object: Gc<Misc>,
    globals: RefCell<Vec<&'static Global>>,
    at: RefCell<AddressMap<usize>>,
}

impl Module {
    /// The variable of a name, made if need be.
    pub fn global(&self, rt: &Rt, name: Gc<Str>) -> &'static Global {
        if let Some(g) = self.existing(name) {
            return g;
        }
        let g = Global::new(rt, name);
        self.at.borrow_mut().insert(name.to_bits(), self.globals.borrow().len());
        self.globals.borrow_mut().push(g);
        rt.lang.changed_globals.note();
        g
    }
    /// The variable of a name, if there is one.
    pub fn existing(&self, name: Gc<Str>) -> Option<&'static Global> {
        let i = self.at.borrow().get(&name.to_bits()).copied()?;
        Some(self.globals.borrow()[i])
    }
    /// The value of a name.
    pub fn get(&self, rt: &Rt, name: Gc<Str>) -> Option<Val> {
        self.existing(name)?.get(rt)
    }
    /// Sets a name.
    pub fn set(&self, rt: &Rt, name: Gc<Str>, v: Val) {
        self.global(rt, name).set(rt, v);
    }
    /// Sets a name given as text.
    pub fn set_name(&self, rt: &Rt, name: &str, v: Val) {
        self.set(rt, text::intern(rt, name), v);
    }
    /// Removes a name; whether there was one.
    pub fn remove(&self, rt: &Rt, name: Gc<Str>) -> bool {
        let known = self.existing(name).filter(|g| g.get(rt).is_some());
        known.iter().for_each(|g| g.set(rt, Val::Unbound));
        known.is_some()
    }
    /// Names and values.
    pub fn all(&self, rt: &Rt) -> Vec<(Gc<Str>, Val)> {
        self.globals.borrow().iter().filter_map(|g| Some((g.name, g.get(rt)?))).collect()
    }
}

/// See the module header.
pub struct Py {
    /// Interned names.
    pub strings: Strings,
    /// Classes.
    pub classes: Classes,
    types: OnceCell<Types>,
    /// Compiled functions.
    pub codes: Codes<Code>,
    /// Code objects of functions, by the number of the code.
    pub code_objects: RefCell<HashMap<u32, Gc<Misc>>>,
    /// Whether a function's code has ever been replaced.
    pub codes_replaced: Quasi<bool>,
    /// What is switched off for measurement.
    pub without: crate::without::Without,
    /// Makes and knows the maps of instances.
    pub maps: Maps,
    /// How many collections there have been: what is not marked is not to be used beyond one.
    pub collections: Cell<u32>,
    natives: Lasting<NativeInfo>,
    changed_natives: Changed,
    /// Of variables made and of constants that they have become.
    pub(crate) changed_globals: Changed,
    modules: RefCell<Vec<&'static Module>>,
    builtins: OnceCell<&'static Module>,
    /// By class: see [`Py::maker`].
    pub makers: RefCell<Vec<(u32, Gc<Function>, Suits)>>,
    guests: [Cell<Option<Gc<Function>>>; Guest::NAMES.len()],
    /// Local time.
    pub zone: RefCell<langkit::zone::Zone>,
    /// Arguments of the next call.
    pub args: RefCell<Vec<RawSlot>>,
    /// What `sys.getrecursionlimit` answers.
    pub recursion_limit: Cell<i64>,
    /// How many decimal digits text of an integer may have, 0 for any number: `sys.get_int_max_str_digits`.
    pub digit_limit: Cell<i64>,
    /// Calls of the program by library functions in progress.
    pub nested: Cell<u32>,
    /// `sys.argv`.
    pub argv: RefCell<Vec<String>>,
    /// Where modules are looked for.
    pub path: RefCell<Vec<std::path::PathBuf>>,
    /// Whether what is compiled of modules is kept in files.
    pub keeps_code: Cell<bool>,
    /// Modules by full name.
    pub imported: RefCell<HashMap<String, RawSlot>>,
    sources: RefCell<HashMap<String, Source>>,
    /// The exception being handled, as far as handlers whose bodies call something say (see `compile::handler`).
    handled: OnceCell<Gc<crate::value::Cell>>,
    /// `Ellipsis` and `NotImplemented`: one of each, as programs ask by `is`.
    singles: OnceCell<[Gc<Misc>; 2]>,
    /// Source text run by programs.
    pub snippets: crate::builtins::exec::Snippets,
    /// Classes and contexts of decimal numbers.
    pub decimals: crate::modules::decimals::Decimals,
    /// Weak references.
    pub weak: crate::modules::weak::WeakTable,
    /// Values being shown by `repr`, so that circles end.
    pub showing: RefCell<Vec<u64>>,
    /// Compiled regular expressions.
    pub re: crate::modules::re::Re,
    /// Open files.
    pub files: RefCell<Vec<Option<crate::modules::files::Open>>>,
    /// Standard output.
    pub out: RefCell<std::io::BufWriter<std::io::Stdout>>,
}

impl Default for Py {
    fn default() -> Self {
        Py {
            strings: Strings::default(),
            classes: Classes::default(),
            types: OnceCell::new(),
            codes: Codes::default(),
            code_objects: RefCell::default(),
            codes_replaced: Quasi::new(false),
            without: Default::default(),
            maps: Maps::default(),
            collections: Cell::new(0),
            natives: Lasting::default(),
            changed_natives: Changed::default(),
            changed_globals: Changed::default(),
            modules: RefCell::default(),
            builtins: OnceCell::new(),
            makers: RefCell::default(),
            guests: Default::default(),
            zone: RefCell::new(langkit::zone::Zone::utc()),
            args: RefCell::default(),
            recursion_limit: Cell::new(1000),
            digit_limit: Cell::new(crate::text::number::FIRST_DIGIT_LIMIT),
            nested: Cell::new(0),
            argv: RefCell::default(),
            path: RefCell::default(),
            keeps_code: Cell::default(),
            imported: RefCell::default(),
            sources: RefCell::default(),
            handled: OnceCell::new(),
            singles: OnceCell::new(),
            snippets: Default::default(),
            decimals: Default::default(),
            weak: Default::default(),
            showing: RefCell::default(),
            re: Default::default(),
            files: RefCell::default(),
            out: RefCell::new(std::io::BufWriter::with_capacity(1 << 16, std::io::stdout())),
        }
    }
}

/// Names of special methods, and the empty text, interned at the start.
const SPECIAL: &[&str] = &[
    "",
    "__add__",
    "__radd__",
    "__iadd__",
    "__sub__",
    "__rsub__",
    "__isub__",
    "__mul__",
    "__rmul__",
    "__imul__",
    "__truediv__",
    "__rtruediv__",
    "__itruediv__",
    "__floordiv__",
    "__rfloordiv__",
    "__ifloordiv__",
    "__mod__",
    "__rmod__",
    "__imod__",
    "__pow__",
    "__rpow__",
    "__ipow__",
    "__lshift__",
    "__rlshift__",
    "__ilshift__",
    "__rshift__",
    "__rrshift__",
    "__irshift__",
    "__and__",
    "__rand__",
    "__iand__",
    "__or__",
    "__ror__",
    "__ior__",
    "__xor__",
    "__rxor__",
    "__ixor__",
    "__matmul__",
    "__rmatmul__",
    "__imatmul__",
    "__neg__",
    "__pos__",
    "__invert__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__eq__",
    "__ne__",
    "__abs__",
    "__bool__",
    "__len__",
    "__contains__",
    "__getattr__",
    "__str__",
    "__repr__",
    "__format__",
    "__get__",
    "__set__",
    "__delete__",
    "__dict__",
    "__getitem__",
    "__missing__",
    "__instancecheck__",
    "__subclasscheck__",
    // What is said of items that are not there.
    "list index out of range",
    "tuple index out of range",
    "string index out of range",
    "__hash__",
    "__setitem__",
    "__delitem__",
    "__iter__",
    "__next__",
    "__call__",
    "__new__",
    "__init__",
    "%new",
    "__setattr__",
    "__match_args__",
    "_name_",
    // Of `functools.partial`.
    "func",
    "args",
    "keywords",
];

impl Py {
    /// Makes what needs a heap. The first thing done with a run time.
    pub fn start(&self, rt: &Rt) {
        self.strings.start(rt);
        SPECIAL.iter().for_each(|n| {
            text::intern(rt, n);
        });
        rt.set_max_depth(crate::modules::sys::FIRST_LIMIT);
        let b = self.add_module(rt, "builtins");
        let _ = self.builtins.set(b);
        let single = |kind| rt.heap.alloc(Misc::new(kind, 0, NONE, NONE, NONE));
        let _ = self.singles.set([single(misc::ELLIPSIS), single(misc::NOT_IMPLEMENTED)]);
        let _ = self.handled.set(rt.heap.alloc(crate::value::Cell::new(NONE)));
        self.imported.borrow_mut().insert("builtins".to_string(), Val::Misc(b.object).into());
        let types = Types::new(rt);
        let _ = self.types.set(types);
        crate::builtins::open(rt, b);
    }
    /// The built-in classes.
    #[inline]
    pub fn types(&self) -> &Types {
        self.types.get().expect("Py::start comes first")
    }
    /// The name of a special method.
    #[inline]
    pub fn name(&self, s: &'static str) -> Gc<Str> {
        self.strings.literal(s)
    }
    /// The interned string equal to a string value.
    pub fn interned(&self, s: RawSlot) -> Option<Gc<Str>> {
        match Val::from(s) {
            Val::Str(s) => Some(self.strings.known(s.text())),
            _ => None,
        }
    }
    /// The variable that has the exception being handled.
    #[inline]
    pub fn handled(&self) -> Gc<crate::value::Cell> {
        *self.handled.get().expect("Py::start comes first")
    }
    /// The module of built-ins.
    pub fn builtins_module(&self) -> &'static Module {
        self.builtins.get().expect("Py::start comes first")
    }
    /// A built-in.
    pub fn builtin(&self, name: Gc<Str>) -> Option<Val> {
        let g = self.builtins.get()?.existing(name)?;
        g.state.peek(|s| match s {
            code::GlobalState::Constant(v) => Some((*v).into()),
            _ => None,
        })
    }
    /// Compiled function number `id`.
    #[inline(always)]
    pub fn code(&self, id: u32) -> &'static Code {
        self.codes.get(id)
    }
    /// Library function number `id`.
    #[inline]
    pub fn native(&self, id: u32) -> &'static NativeInfo {
        self.natives.get(id)
    }
    /// Makes a library function.
    pub fn make_native(&self, rt: &Rt, name: &'static str, body: Body, special: Option<Special>) -> Val {
        let object = rt.heap.alloc(Native::new(self.natives.len() as u32));
        let (special, guest, operator) = (special.into(), None.into(), None.into());
        let (class, asked, module) = (None.into(), false.into(), None.into());
        let made = NativeInfo { name, body, special, object, guest, operator, class, asked, module };
        self.natives.push(Box::leak(Box::new(made)));
        self.changed_natives.note();
        Val::Native(object)
    }
    /// Says whose function a library function is.
    pub fn set_module(&self, f: Val, module: &'static str) {
        if let Val::Native(n) = f {
            self.native(n.id).module.set(Some(module));
        }
    }
    /// Says that the interpreter knows a library function.
    pub fn set_special(&self, id: u32, special: Special) {
        self.native(id).special.set(Some(special));
    }
    /// Says that a function of the prelude does a library function's work for generators.
    pub fn set_guest(&self, id: u32, f: Gc<Function>, suits: Suits) {
        self.native(id).guest.set(Some((f, suits)));
        self.changed_natives.note();
    }
    /// A function of the prelude that makes a value of a built-in class from a generator.
    pub fn maker(&self, class: u32) -> Option<(Gc<Function>, Suits)> {
        self.makers.borrow().iter().find(|m| m.0 == class).map(|m| (m.1, m.2))
    }
    /// A function of the prelude, once that has run.
    pub fn guest(&self, g: Guest) -> Option<Gc<Function>> {
        self.guests[g as usize].get()
    }
    /// Says which function of the prelude has a name of [`Guest::NAMES`].
    pub fn note_guest(&self, name: &str, f: Gc<Function>) {
        let found = Guest::NAMES.iter().position(|n| *n == name);
        found.into_iter().for_each(|g| self.guests[g].set(Some(f)));
    }
    /// `Ellipsis`.
    pub fn ellipsis(&self) -> Val {
        Val::Misc(self.singles.get().expect("Py::start comes first")[0])
    }
    /// `NotImplemented`.
    pub fn not_implemented(&self) -> Val {
        Val::Misc(self.singles.get().expect("Py::start comes first")[1])
    }
    /// Module number `id`.
    #[inline]
    pub fn module(&self, id: u32) -> &'static Module {
        self.modules.borrow()[id as usize]
    }
    /// Makes a module.
    pub fn add_module(&self, rt: &Rt, name: &str) -> &'static Module {
        let id = self.modules.borrow().len() as u32;
        let object = rt.heap.alloc(Misc::new(misc::MODULE, id, NONE, UNBOUND, UNBOUND));
        let m: &'static Module = Box::leak(Box::new(Module {
            name: name.to_string(),
            object,
            globals: RefCell::default(),
            at: RefCell::default(),
        }));
        self.modules.borrow_mut().push(m);
        self.changed_globals.note();
        m
    }
    /// Keeps a file's text for tracebacks.
    pub fn keep_source(&self, file: &str, text: &str) {
        self.sources.borrow_mut().insert(file.to_string(), Source::new(text));
    }
    /// A file's text, if it is kept.
    pub fn with_source<T>(&self, file: &str, f: impl FnOnce(&Source) -> T) -> Option<T> {
        self.sources.borrow().get(file).map(f)
    }
    /// Marks what the language holds.
    pub fn mark(&self, m: &mut Marker<'_>) {
        self.collections.set(self.collections.get().wrapping_add(1));
        self.strings.mark(m);
        self.classes.mark(m);
        self.codes.mark(m);
        if self.changed_natives.is_due(m) {
            self.natives.iter().for_each(|n| m.mark_gc(n.object));
            self.natives.iter().filter_map(|n| n.guest.get()).for_each(|(f, _)| m.mark_gc(f));
        }
        self.makers.borrow().iter().for_each(|(_, f, _)| m.mark_gc(*f));
        self.guests.iter().filter_map(Cell::get).for_each(|f| m.mark_gc(f));
        if self.changed_globals.is_due(m) {
            for module in self.modules.borrow().iter() {
                m.mark_gc(module.object);
                module.globals.borrow().iter().for_each(|g| g.mark(m));
            }
        }
        self.handled.get().into_iter().for_each(|c| m.mark_gc(*c));
        self.singles.get().into_iter().flatten().for_each(|c| m.mark_gc(*c));
        self.code_objects.borrow().values().for_each(|c| m.mark_gc(*c));
        self.snippets.mark(m);
        self.decimals.mark(m);
        self.weak.mark(m);
        self.re.mark(m);
        self.args.borrow().iter().for_each(|&s| m.mark_slot(s));
        self.imported.borrow().values().for_each(|&s| m.mark_slot(s));
    }
}

#[cfg(test)]
mod tests {
    use super::SPECIAL;

    /// What interpreter code asks for by name is there before a program has named it: a `case int(n):` asked for `__match_args__`, and ended small programs.
    #[test]
    fn names_that_the_interpreter_asks_for_are_interned_at_the_start() {
        let mut asked = 0;
        for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/interp")).unwrap() {
            let path = file.unwrap().path();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            for name in text.split("self.name(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                asked += 1;
                assert!(SPECIAL.contains(&name), "{name}, in {}", path.display());
            }
        }
        assert!(asked > 30, "{asked}");
    }
}
