//! The language object: what a Lua program has besides its heap. Interpreter code reads it as green, so everything here that changes is reached by
//! helpers only, or is a memo of facts.

use crate::code::Code;
use crate::native::{Blame, Body, Native, Special};
use crate::string::{Str, Strings};
use crate::table::Table;
use crate::value::{NativeFn, Nesting, Val, Value};
use crate::Rt;
use holloway::heap::{Gc, Marker, RawSlot, Root};
use holloway::machine::helper::value;
use holloway::machine::{assume, Machine, Quasi, Values};
use langkit::codes::Codes;
use langkit::maps::{Map, Maps};
use std::cell::{Cell, OnceCell, RefCell};

/// See the module header.
pub struct Lua {
    heap: OnceCell<OnHeap>,
    /// Compiled functions.
    pub codes: Codes<Code>,
    maps: Maps,
    natives: RefCell<Vec<&'static Native>>,
    /// The wanted level of position of the error being raised; see [`crate::error`].
    pub level: Cell<u32>,
    /// Results of the last library function that had more than one.
    pub results: RefCell<Vec<RawSlot>>,
    /// Where texts are put together.
    pub scratch: crate::string::Scratch,
    /// Arguments of the next call.
    pub args: RefCell<Vec<RawSlot>>,
    /// How many calls were in progress where the running coroutine was resumed.
    pub resumed_at: Cell<i64>,
    /// What a coroutine is asked for while it waits.
    pub look: crate::lib::look::Look,
    /// The error being raised closes a coroutine: nobody catches it.
    pub killing: Cell<bool>,
    /// Where the error being raised came through.
    pub trace: crate::traceback::Traceback,
    /// Where the library function being called was called from, if it wants to know.
    pub stack: crate::traceback::Traceback,
    /// The argument that the error being raised blames.
    pub blame: RefCell<Option<Blame>>,
    /// Why segments wait.
    pub waits: crate::levels::Waits,
    /// Hooks of coroutines.
    pub hooks: crate::hook::Hooks,
    /// Objects with finalizers.
    pub finalizers: crate::finalize::Finalizers,
    /// The library being opened.
    pub opening: Cell<&'static str>,
    /// Metatables of the other types, by number of the type.
    type_metas: [Quasi<Option<Gc<Table>>>; TYPES],
    /// Number of the first of the library functions that are the arithmetic metamethods of strings.
    pub string_arith: Cell<u32>,
    /// What `pairs` and `ipairs` answer first: `next`, and the step of lists.
    walkers: OnceCell<[Gc<NativeFn>; 2]>,
    /// The library's own.
    pub lib: crate::lib::State,
}

/// Types whose values have one metatable for all.
const TYPES: usize = 6;

fn type_number<V: Values>(v: Value<V>) -> usize {
    match v {
        Value::Nil => 0,
        Value::False | Value::True => 1,
        Value::Int(_) | Value::Float(_) => 2,
        Value::Function(_) | Value::Native(_) => 3,
        Value::Thread(_) => 4,
        // Tables and userdata have their own, other things none; nobody asks.
        _ => 5,
    }
}

/// What is made once there is a heap.
struct OnHeap {
    strings: Strings,
    root_map: Root<Map>,
    dict_map: Root<Map>,
    globals: OnceCell<Root<Table>>,
    registry: OnceCell<Root<Table>>,
    events: Events,
    types: TypeNames,
    nesting: Root<Nesting>,
}

macro_rules! names {
    ($(#[$about:meta])* $of:ident $($id:ident $text:literal)*) => {
        $(#[$about])*
        #[allow(missing_docs)]
        #[derive(Clone, Copy)]
        pub struct $of { $(pub $id: Gc<Str>,)* }
        impl $of {
            fn new(s: &Strings, cx: &holloway::heap::Mutator) -> $of {
                $of { $($id: s.intern(cx, $text.as_bytes()),)* }
            }
            fn mark(&self, m: &mut Marker<'_>) {
                $(m.mark_gc(self.$id);)*
            }
        }
    };
}
names! {
    /// What `type` says.
    TypeNames
    nil "nil" boolean "boolean" number "number" string "string" table "table" function "function" userdata "userdata" thread "thread"
}
names! {
    /// The names of metamethods.
    Events
    index "__index" newindex "__newindex" call "__call" eq "__eq" lt "__lt" le "__le" len "__len" concat "__concat" unm "__unm" bnot "__bnot"
    add "__add" sub "__sub" mul "__mul" div "__div" modulo "__mod" pow "__pow" idiv "__idiv" band "__band" bor "__bor" bxor "__bxor"
    shl "__shl" shr "__shr" close "__close" tostring "__tostring" metatable "__metatable" pairs "__pairs" mode "__mode" gc "__gc" hash "#"
}

impl Default for Lua {
    fn default() -> Self {
        Lua {
            heap: OnceCell::new(),
            codes: Codes::default(),
            maps: Maps::default(),
            natives: RefCell::default(),
            level: Cell::new(0),
            results: RefCell::default(),
            scratch: crate::string::Scratch::default(),
            args: RefCell::default(),
            resumed_at: Cell::new(0),
            look: crate::lib::look::Look::default(),
            killing: Cell::new(false),
            trace: crate::traceback::Traceback::default(),
            stack: crate::traceback::Traceback::default(),
            blame: RefCell::default(),
            waits: crate::levels::Waits::default(),
            hooks: crate::hook::Hooks::default(),
            finalizers: crate::finalize::Finalizers::default(),
            opening: Cell::new(""),
            type_metas: std::array::from_fn(|_| Quasi::new(None)),
            string_arith: Cell::new(u32::MAX),
            walkers: OnceCell::new(),
            lib: crate::lib::State::default(),
        }
    }
}

impl Lua {
    /// Makes what needs a heap. The first thing done with a run time.
    pub fn start(&self, rt: &Rt) {
        let cx = &rt.heap;
        let strings = Strings::new(cx);
        let map = |group| Root::new(cx, self.maps.root(cx, group));
        let (events, types) = (Events::new(&strings, cx), TypeNames::new(&strings, cx));
        let made = OnHeap {
            strings,
            root_map: map(crate::table::NAMES),
            dict_map: map(crate::table::DICT),
            globals: OnceCell::new(),
            registry: OnceCell::new(),
            events,
            types,
            nesting: Root::new(cx, cx.alloc(Nesting::default())),
        };
        let _ = self.heap.set(made);
        let on = self.on_heap();
        let _ = on.globals.set(Root::new(cx, crate::table::new(rt)));
        let _ = on.registry.set(Root::new(cx, crate::table::new(rt)));
    }
    #[inline(always)]
    fn on_heap(&self) -> &OnHeap {
        self.heap.get().expect("Lua::start comes first")
    }
    /// The interned strings.
    #[inline(always)]
    pub fn strings(&self) -> &Strings {
        &self.on_heap().strings
    }
    /// The maps.
    #[inline(always)]
    pub fn maps(&self) -> &Maps {
        &self.maps
    }
    /// The map without keys.
    #[inline(always)]
    pub fn root_map(&self) -> Gc<Map> {
        *self.on_heap().root_map
    }
    /// The map of tables that keep string keys in their hash part.
    #[inline(always)]
    pub fn dict_map(&self) -> Gc<Map> {
        *self.on_heap().dict_map
    }
    /// Names of metamethods.
    #[inline(always)]
    pub fn events(&self) -> &Events {
        &self.on_heap().events
    }
    /// Names of types.
    #[inline(always)]
    pub fn types(&self) -> &TypeNames {
        &self.on_heap().types
    }
    /// How deep calls are nested.
    #[inline(always)]
    pub fn nesting(&self) -> Gc<Nesting> {
        *self.on_heap().nesting
    }
    /// Counts that many library functions more that have called Lua and cannot be left by a yield.
    pub fn bar(&self, rt: &Rt, more: i64) {
        let barred = &self.nesting().barred;
        barred.set(&rt.heap, barred.get(&rt.heap) + more);
    }
    /// An interned string.
    pub fn short(&self, rt: &Rt, s: &str) -> Gc<Str> {
        self.strings().intern(&rt.heap, s.as_bytes())
    }
    /// The table of globals.
    pub fn globals(&self) -> Gc<Table> {
        **self.on_heap().globals.get().expect("Lua::start comes first")
    }
    /// A table for the library's own use, not seen by programs.
    pub fn registry(&self) -> Gc<Table> {
        **self.on_heap().registry.get().expect("Lua::start comes first")
    }
    /// The metatable that all values of a value's type have, if they have none of their own.
    pub fn type_meta(&self, v: Val) -> Option<Gc<Table>> {
        self.type_metas[type_number(value::<Lua>(v.into()))].peek(|t| *t)
    }
    /// The same as a trace sees it: a constant, as hardly a program changes it.
    pub fn assumed_type_meta<M: Machine<L = Lua>>(&self, m: &M, v: Value<M::V>) -> Option<Gc<Table>> {
        assume(m, &self.type_metas[type_number(v)], |t| *t)
    }
    /// Sets it: at the start, or by `debug.setmetatable`.
    pub fn set_type_meta(&self, v: Val, t: Option<Gc<Table>>) {
        self.type_metas[type_number(value::<Lua>(v.into()))].set(t);
    }
    /// Compiled function number `id`.
    #[inline(always)]
    pub fn code(&self, id: u32) -> &'static Code {
        self.codes.get(id)
    }
    /// Library function number `id`.
    #[inline]
    pub fn native(&self, id: u32) -> &'static Native {
        self.natives.borrow()[id as usize]
    }
    /// The functions that go through tables and lists by which `pairs` and `ipairs` do it, whatever the program makes of its globals.
    pub fn walkers(&self) -> [Gc<NativeFn>; 2] {
        *self.walkers.get().expect("the library is open")
    }
    /// Sets them, once.
    pub fn set_walkers(&self, next: Gc<NativeFn>, step: Gc<NativeFn>) {
        self.walkers.get_or_init(|| [next, step]);
    }
    /// Makes a library function.
    pub fn make_native(&self, rt: &Rt, name: &'static str, body: Body, special: Special) -> Gc<NativeFn> {
        let mut list = self.natives.borrow_mut();
        let library = self.opening.get();
        let reads = crate::native::reads(library, name);
        list.push(Box::leak(Box::new(Native { name, library, body, special, reads })));
        rt.heap.alloc(NativeFn::new(list.len() as u32 - 1))
    }
    /// Puts library functions into a table.
    pub fn register(&self, rt: &Rt, table: Gc<Table>, list: &[(&'static str, Body)]) {
        for &(name, body) in list {
            self.register_special(rt, table, name, body, Special::None);
        }
    }
    /// Puts a library function into a table that the interpreter knows.
    pub fn register_special(
        &self,
        rt: &Rt,
        table: Gc<Table>,
        name: &'static str,
        body: Body,
        special: Special,
    ) {
        let f = self.make_native(rt, name, body, special);
        if table.set_name(rt, name, Val::Native(f)).is_err() {
            unreachable!("memory for the library");
        }
    }
    /// Marks what the language holds.
    pub fn mark(&self, m: &mut Marker<'_>) {
        self.codes.mark(m);
        self.args.borrow().iter().for_each(|&s| m.mark_slot(s));
        self.trace.mark(m);
        self.stack.mark(m);
        self.finalizers.mark(m);
        self.hooks.mark(m);
        self.look.mark(m);
        self.waits.mark(m);
        for (slot, id) in self.lib.upvalue_ids.borrow().values() {
            m.mark_slot(*slot);
            m.mark_gc(*id);
        }
        self.type_metas.iter().filter_map(|t| t.peek(|t| *t)).for_each(|t| m.mark_gc(t));
        self.walkers.get().into_iter().flatten().for_each(|&f| m.mark_gc(f));
        if let Some(h) = self.heap.get() {
            h.events.mark(m);
            h.types.mark(m);
        }
    }
}
