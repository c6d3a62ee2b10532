//! The language with a program in it: from text to code, to what of it is on the heap, to a run.
//!
//! **Problem.** Code is plain Rust and is there before a run time is. Constants that are objects (strings, lists, symbols), globals and maps need a heap. So there are two
//! steps: [`Program::new`] compiles, on any thread; [`Lisp::link`] makes the objects, once the run time exists.
//!
//! **Invariants.** [`Linked`] does not change, so what interpreter code takes from it is green. [`Language::mark`](holloway::machine::Language::mark) marks all of it, or it would dangle.
//!
//! **Not promised.** A program is one text; there is no `eval`.
//!
//! **Example.** `Lisp::run_text("(display (+ 1 2))", ..)` prints `3`.

use crate::code::{Code, PRIMS};
use crate::compile::Compiler;
use crate::data;
use crate::expand::Expander;
use crate::helpers::fail;
use crate::natives::{Entry, LIBRARY};
use crate::read::{read, Datum, Node, Wrong};
use crate::value::{self, cons, Map, Plain, Record, Str, Symbol, Value};
use holloway::heap::{Gc, Marker, Mutator, RawSlot};
use holloway::machine::*;
use holloway::Runtime;
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// What is known of a global.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known {
    /// It has no value yet.
    Unset,
    /// It has been set once. The value is alive, as its cell has it, too.
    Once(RawSlot),
    /// Its cell has the value.
    Changing,
}

/// A global.
pub(crate) struct Global {
    pub name: String,
    pub known: Quasi<Known>,
}

/// What of a program is on the heap.
pub(crate) struct Linked {
    /// The constants.
    pub pool: Vec<RawSlot>,
    /// The globals' values.
    pub cells: Vec<Gc<value::Cell>>,
    /// Names of fields and symbols: one object each, so that names are compared by address.
    pub names: Vec<Gc<Symbol>>,
    /// Hidden classes; the first is that of errors.
    pub maps: Vec<Gc<Map>>,
    /// Errors that must be there when nothing more can be made.
    pub no_memory: RawSlot,
    pub too_deep: RawSlot,
    pub interrupted: RawSlot,
}

impl Linked {
    /// Makes the objects of a program. Nothing collects meanwhile: only running code does.
    fn new(heap: &Mutator, program: &Program) -> Option<Linked> {
        let names: Vec<_> = program.names.iter().map(|n| Symbol::new(heap, n)).collect::<Option<_>>()?;
        let named = |m: &Vec<u32>| m.iter().map(|n| names[*n as usize]).collect::<Vec<_>>();
        let maps: Vec<_> = program.maps.iter().map(|m| Map::new(heap, &named(m))).collect::<Option<_>>()?;
        let mut symbols = names.clone();
        let pool = program.consts.iter().map(|d| object(heap, d, &mut symbols)).collect::<Option<_>>()?;
        let unset = Plain::to_raw(Value::Unset);
        let cells = program.globals.iter().map(|_| value::cell(heap, unset)).collect();
        let error = |message: &str| {
            let fields =
                [Plain::to_raw(Value::Str(Ref::new(Str::new(heap, message)?))), Plain::to_raw(Value::Nil)];
            Some(Plain::to_raw(Value::Record(Ref::new(Record::new(heap, maps[0], &fields)?))))
        };
        let (no_memory, too_deep) = (error("the memory is used up")?, error("the recursion is too deep")?);
        let interrupted = error("interrupted")?;
        // Symbols that only constants have are alive by those.
        Some(Linked { pool, cells, names, maps, no_memory, too_deep, interrupted })
    }
}

/// A compiled program. It can be sent to the thread that runs it.
pub struct Program {
    codes: Vec<Code>,
    consts: Vec<Datum>,
    globals: Vec<String>,
    names: Vec<Arc<str>>,
    maps: Vec<Vec<u32>>,
    natives: Vec<Entry>,
    /// The procedures that run the library's text and the program's.
    mains: [usize; 2],
    file: String,
}

/// The language, with a program.
pub struct Lisp {
    pub(crate) codes: Vec<Code>,
    pub(crate) globals: Vec<Global>,
    pub(crate) natives: Vec<Entry>,
    /// The first code that is not the library's.
    pub(crate) own: u32,
    /// Where the error that is being raised comes from: code and instruction.
    pub(crate) place: Cell<Option<(u32, u32)>>,
    pub(crate) arguments: Vec<String>,
    pub(crate) started: Instant,
    /// Where the random numbers are, once there was one.
    pub(crate) random: Cell<Option<u64>>,
    pub(crate) linked: Linked,
    program: Program,
    output: RefCell<Vec<u8>>,
}

/// Library functions in the language itself.
const PRELUDE: &str = include_str!("prelude.scm");

/// Bytes of output that are kept together.
const BUFFER: usize = 1 << 14;

impl Program {
    /// Compiles a text that may call these natives beside the library's. The file's name is for messages.
    ///
    /// # Errors
    /// What is wrong with it: `file:line: message`.
    pub fn new(file: &str, text: &str, natives: &[Entry]) -> Result<Program, String> {
        let natives = [LIBRARY, natives].concat();
        let names: Vec<&str> = natives.iter().map(|n| n.0).collect();
        let mut e = Expander::new(&names);
        // Errors of the language are records of this map.
        let fields = ["message", "irritants"].map(|n| e.name(&n.into()));
        e.maps.push(fields.to_vec());
        let mut c = Compiler::default();
        let mut compile = |name: &str, text: &str| -> Result<usize, Wrong> {
            let exprs = e.program(&read(text)?)?;
            c.program(name, &exprs)
        };
        let library =
            compile("library", PRELUDE).map_err(|(line, what)| format!("prelude:{line}: {what}"))?;
        let main = compile("program", text).map_err(|(line, what)| format!("{file}:{line}: {what}"))?;
        let (globals, names, maps) = (e.global_names, e.names, e.maps);
        let mains = [library, main];
        Ok(Program {
            codes: c.codes,
            consts: c.consts,
            globals,
            names,
            maps,
            natives,
            mains,
            file: file.into(),
        })
    }
}

impl Lisp {
    /// The language with a program, which gets these arguments. What of the program are objects is made on the heap.
    ///
    /// # Errors
    /// When they do not fit into it.
    pub fn new(heap: &Mutator, mut program: Program, arguments: Vec<String>) -> Result<Lisp, String> {
        let linked = Linked::new(heap, &program).ok_or("not enough memory for the program's constants")?;
        let globals = std::mem::take(&mut program.globals);
        Ok(Lisp {
            codes: std::mem::take(&mut program.codes),
            globals: globals
                .into_iter()
                .map(|name| Global { name, known: Quasi::new(Known::Unset) })
                .collect(),
            natives: std::mem::take(&mut program.natives),
            own: program.mains[0] as u32 + 1,
            place: Cell::new(None),
            arguments,
            started: Instant::now(),
            random: Cell::new(None),
            linked,
            program,
            output: RefCell::default(),
        })
    }
    pub(crate) fn mark_all(&self, mark: &mut Marker<'_>) {
        let l = &self.linked;
        l.pool.iter().for_each(|v| mark.mark_slot(*v));
        l.cells.iter().for_each(|c| mark.mark_gc(*c));
        l.names.iter().for_each(|n| mark.mark_gc(*n));
        l.maps.iter().for_each(|k| mark.mark_gc(*k));
        [l.no_memory, l.too_deep, l.interrupted].into_iter().for_each(|v| mark.mark_slot(v));
    }
    /// Calls a procedure with values, from the host: on a state of its own.
    ///
    /// # Errors
    /// If it raises; the value is in `rt.error`.
    pub fn apply(rt: &Runtime<Lisp>, f: RawSlot, args: &[RawSlot]) -> Result<RawSlot, Raised> {
        let Value::Closure(c) = Plain::from_raw(f) else {
            return fail(rt, "not a procedure of the program's");
        };
        let k = c.gc().code as usize;
        let (code, mut registers) = (&rt.lang.codes[k], [&[f], args].concat());
        let params = code.params as usize;
        match (code.rest, args.len()) {
            (false, n) if n == params => {}
            (true, n) if n >= params => {
                let nil = Plain::to_raw(Value::Nil);
                let more = args[params..].iter().rev().fold(nil, |rest, v| cons(&rt.heap, *v, rest));
                registers.truncate(1 + params);
                registers.push(more);
            }
            (_, n) => return fail(rt, &code.wrong_count(n)),
        }
        // The native stack is what bounds procedures that call natives that call procedures.
        if rt.native_stack_left() < 64 << 10 {
            rt.error.set(rt.lang.linked.too_deep);
            return Err(Raised);
        }
        rt.with_segment(|s| {
            if s.push(rt.lang.activation(k), 0, 0).is_err() {
                rt.error.set(rt.lang.linked.too_deep);
                return Err(Raised);
            }
            for (slot, v) in s.stack.slots().iter_mut().zip(registers) {
                *slot = Slot(v);
            }
            Ok(rt.run_segment(s)?[0])
        })
    }
    /// The file that a code is from: the library's is none, and comes before the program's.
    pub(crate) fn file_of(&self, code: u32) -> Option<&str> {
        (code as usize > self.program.mains[0]).then_some(&*self.program.file)
    }
    /// The value of a global, by its name.
    pub fn global(rt: &Runtime<Lisp>, name: &str) -> Option<RawSlot> {
        let at = rt.lang.globals.iter().rposition(|g| g.name == name)?;
        Some(rt.lang.linked.cells[at].value.get(&rt.heap))
    }
    /// Runs the program; its output is written when it ends.
    ///
    /// # Errors
    /// What it raised and did not catch: `file:line: in procedure: message`.
    pub fn run(rt: &Runtime<Lisp>) -> Result<(), String> {
        let result = rt.lang.program.mains.iter().try_for_each(|main| {
            rt.with_segment(|s| match s.push(rt.lang.activation(*main), 0, 0) {
                Ok(()) => rt.run_segment(s).map(|_| ()),
                Err(_) => fail(rt, "no stack"),
            })
        });
        let flushed = rt.lang.flush();
        result.map_err(|Raised| Lisp::message(rt))?;
        flushed.map_err(|e| format!("the output: {e}"))
    }
    /// The message for the error that has just been raised out of [`Lisp::apply`].
    pub fn message(rt: &Runtime<Lisp>) -> String {
        let text = rt.lang.report(rt);
        rt.lang.place.set(None);
        text
    }
    /// The message for an error that nobody caught.
    fn report(&self, rt: &Runtime<Lisp>) -> String {
        let mut what = String::new();
        let fields = match Plain::from_raw(rt.error.get()) {
            Value::Record(r) if r.gc().map == self.linked.maps[0] => {
                [0, 1].map(|i| r.gc().field(&rt.heap, i).unwrap_or_default())
            }
            _ => [value::void(), rt.error.get()],
        };
        match Plain::from_raw(fields[0]) {
            Value::Void => what.push_str("raised:"),
            _ => data::write(&rt.heap, &mut what, fields[0], false),
        }
        if !matches!(Plain::from_raw(fields[1]), Value::Nil) {
            what.push(' ');
            what.push_str(&data::brief(&rt.heap, fields[1]));
        }
        let Some((code, pc)) = self.place.get() else { return format!("{}: {what}", self.program.file) };
        let code = &self.codes[code as usize];
        format!("{}:{}: in {}: {what}", self.program.file, code.lines[pc as usize], code.name)
    }
    /// Writes text to standard output, many pieces at once.
    pub(crate) fn print(&self, text: &str) -> std::io::Result<()> {
        let mut output = self.output.borrow_mut();
        output.extend_from_slice(text.as_bytes());
        if output.len() < BUFFER {
            return Ok(());
        }
        let all = std::mem::take(&mut *output);
        std::io::stdout().write_all(&all)
    }
    fn flush(&self) -> std::io::Result<()> {
        let mut out = std::io::stdout();
        out.write_all(&std::mem::take(&mut *self.output.borrow_mut()))?;
        out.flush()
    }
}

/// A datum as an object. Symbols are shared.
fn object(heap: &Mutator, datum: &Datum, symbols: &mut Vec<Gc<Symbol>>) -> Option<RawSlot> {
    let list = |items: &[Node], last: RawSlot, symbols: &mut Vec<Gc<Symbol>>| {
        items.iter().rev().try_fold(last, |rest, n| Some(cons(heap, object(heap, &n.datum, symbols)?, rest)))
    };
    Some(match datum {
        Datum::Bool(b) => value::boolean(*b),
        Datum::Int(n) => value::int(*n),
        Datum::Float(x) => value::float(*x),
        Datum::Text(s) => Plain::to_raw(Value::Str(Ref::new(Str::new(heap, s)?))),
        Datum::Symbol(name) => {
            let known = symbols.iter().find(|s| s.name().text() == &**name).copied();
            let symbol = known.or_else(|| {
                symbols.push(Symbol::new(heap, name)?);
                symbols.last().copied()
            })?;
            Plain::to_raw(Value::Symbol(Ref::new(symbol)))
        }
        Datum::List(items) => list(items, Plain::to_raw(Value::Nil), symbols)?,
        Datum::Dotted(items, last) => {
            let last = object(heap, &last.datum, symbols)?;
            list(items, last, symbols)?
        }
        Datum::Builtin(n) => {
            debug_assert!((*n as usize) < PRIMS.len() + u16::MAX as usize);
            Plain::to_raw(Value::Builtin(Int::new((*n).into())))
        }
    })
}
