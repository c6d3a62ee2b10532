//! `exec`, `eval`, `compile`, `globals`, `locals`: source text that is run by a program.
//!
//! **Globals.** Code belongs to a module, whose variables are cells. Run with the namespace of a module it is that module's. Run with a plain dictionary,
//! code without functions inside looks names up in the dictionary itself; code with functions gets a module of its own that stands for the dictionary: its
//! variables are the entries before each run, and the entries are its variables after it.
//!
//! **Not promised.** A function made by `exec` with a dictionary does not see what is put into the dictionary later, until the next `exec` with it. Code,
//! and the modules that stand for dictionaries, are never freed; the same text run again is compiled once.

use crate::bytecode::Proto;
use crate::compile::{self, Mode};
use crate::interp::call::call;
use crate::native::{Args, Body};
use crate::objects::{dict, iter, namespace, ops, str};
use crate::py::Module;
use crate::value::{misc, Dict, Function, Misc, Val, NONE};
use crate::{code, errors, modules, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Text to be run: its file's name and mode.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Snippet {
    source: Rc<str>,
    file: Rc<str>,
    mode: Mode,
}

/// A dictionary, the module that stands for it, and the entries when they were last the same.
type StandIn = (Gc<Dict>, u32, Gc<Dict>);

/// What is known of snippets.
#[derive(Default)]
pub struct Snippets {
    /// Of code objects, by number.
    all: RefCell<Vec<Snippet>>,
    /// Compiled, by whether their names are in a dictionary.
    protos: RefCell<HashMap<(Snippet, bool), Rc<Proto>>>,
    /// Ready to run, by module.
    codes: RefCell<HashMap<(Snippet, bool, u32), u32>>,
    /// Code of functions given to functions of another module, by its number and that module.
    moved: RefCell<HashMap<(u32, u32), u32>>,
    /// Modules that stand for dictionaries.
    modules: RefCell<Vec<StandIn>>,
    /// The module of code whose names are all in dictionaries.
    none: std::cell::Cell<Option<u32>>,
    /// What `_` was made at the prompt; kept alive by being it.
    shown: std::cell::Cell<Option<RawSlot>>,
}

impl Snippets {
    /// Marks the dictionaries.
    pub fn mark(&self, m: &mut holloway::heap::Marker<'_>) {
        for (d, _, same) in self.modules.borrow().iter() {
            m.mark_gc(*d);
            m.mark_gc(*same);
        }
    }
}

/// Most texts remembered.
const REMEMBERED: usize = 2000;

impl Snippet {
    /// Text of a file.
    pub fn new(source: &str, file: &str, mode: Mode) -> Snippet {
        let source = if mode == Mode::Eval { source.trim_start_matches([' ', '\t']) } else { source };
        Snippet { source: source.into(), file: file.into(), mode }
    }
    fn proto(&self, rt: &Rt, in_dict: bool) -> Result<Rc<Proto>, Raised> {
        let known = rt.lang.snippets.protos.borrow().get(&(self.clone(), in_dict)).cloned();
        if let Some(p) = known {
            return Ok(p);
        }
        let p = compile::snippet(&self.source, &self.file, self.mode, in_dict)
            .map_err(|e| modules::syntax_error(rt, &self.file, &self.source, &e))?;
        let mut all = rt.lang.snippets.protos.borrow_mut();
        if all.len() > REMEMBERED {
            all.clear();
        }
        all.insert((self.clone(), in_dict), p.clone());
        Ok(p)
    }
    fn code(&self, rt: &Rt, in_dict: bool, module: u32) -> Result<u32, Raised> {
        let key = (self.clone(), in_dict, module);
        let known = rt.lang.snippets.codes.borrow().get(&key).copied();
        if let Some(id) = known {
            return Ok(id);
        }
        let p = self.proto(rt, in_dict)?;
        let id = code::add(rt, &p, module, true)?.id;
        let mut all = rt.lang.snippets.codes.borrow_mut();
        if all.len() > REMEMBERED {
            all.clear();
        }
        all.insert(key, id);
        Ok(id)
    }
    /// Runs it in a module; `names` is where its names are, if not there.
    fn run_in(&self, rt: &Rt, module: u32, names: Option<Val>) -> Result<Val, Raised> {
        let id = self.code(rt, names.is_some(), module)?;
        let f = rt.heap.alloc_with(Function::new(id), &[]);
        let f = f.map_err(|_| errors::memory(rt))?;
        let args: Vec<_> = names.into_iter().map(Into::into).collect();
        call(rt, Val::Func(f), &args)
    }
    /// Runs it with the globals and locals of a program.
    fn run(&self, rt: &Rt, globals: Val, locals: Val) -> Result<Val, Raised> {
        let owner = namespace_owner(rt, locals);
        let same = locals.same(globals) || owner.is_some() && owner == namespace_owner(rt, globals);
        let apart = !locals.is_none() && !same;
        let names = apart.then_some(locals);
        if let Some(id) = namespace_owner(rt, globals) {
            return self.run_in(rt, id, names);
        }
        let Val::Dict(d) = ops::unwrapped(rt, globals) else {
            let got = ops::type_name(rt, globals);
            let text = match self.mode {
                Mode::Eval => "globals must be a dict".to_string(),
                _ => format!("exec() globals must be a dict, not {got}"),
            };
            return Err(errors::type_(rt, &text));
        };
        if d.get_name(rt, "__builtins__")?.is_none() {
            d.set_name(rt, "__builtins__", Val::Misc(rt.lang.builtins_module().object).into())?;
        }
        let stands = rt.lang.snippets.modules.borrow().iter().any(|m| m.0 == d);
        if names.is_none() && !stands && self.proto(rt, true)?.children.is_empty() {
            let none = rt.lang.snippets.none.get().unwrap_or_else(|| {
                let id = rt.lang.add_module(rt, "builtins").object.id;
                rt.lang.snippets.none.set(Some(id));
                id
            });
            return self.run_in(rt, none, Some(globals));
        }
        let (module, same) = module_for(rt, d)?;
        for (k, v) in d.items(rt) {
            if let Some(k) = crate::interp::call::name_of(rt, k.into()) {
                // What the dictionary has got since goes before what functions have done to the variables.
                if dict::get(rt, same.table(), Val::Str(k).into())? != Some(v) {
                    module.set(rt, k, v.into());
                }
            }
        }
        for (k, _) in same.items(rt) {
            if let (None, Some(k)) =
                (dict::get(rt, d.table(), k)?, crate::interp::call::name_of(rt, k.into()))
            {
                module.remove(rt, k);
            }
        }
        let done = self.run_in(rt, module.object.id, names);
        let error = rt.error.get();
        for (k, _) in d.items(rt) {
            let gone =
                crate::interp::call::name_of(rt, k.into()).is_some_and(|k| module.get(rt, k).is_none());
            if gone {
                dict::remove(rt, d.table(), k)?;
            }
        }
        for (k, v) in module.all(rt) {
            dict::set(rt, d.table(), Val::Str(k).into(), v.into())?;
        }
        dict::clear(rt, same.table());
        for (k, v) in d.items(rt) {
            dict::set(rt, same.table(), k, v)?;
        }
        if done.is_err() {
            rt.error.set(error);
        }
        done
    }
}

/// The number of the module whose namespace this is.
fn namespace_owner(rt: &Rt, v: Val) -> Option<u32> {
    match namespace::known(v).map(|n| Val::from(n.a.get(&rt.heap))) {
        Some(Val::Misc(m)) => Some(m.id),
        _ => None,
    }
}

fn module_for(rt: &Rt, d: Gc<Dict>) -> Result<(&'static Module, Gc<Dict>), Raised> {
    let known = rt.lang.snippets.modules.borrow().iter().find(|m| m.0 == d).map(|m| (m.1, m.2));
    if let Some((id, same)) = known {
        return Ok((rt.lang.module(id), same));
    }
    let name = match d.get_name(rt, "__name__")?.map(Val::from) {
        Some(Val::Str(s)) => s.text().to_string(),
        _ => "builtins".to_string(),
    };
    let m = rt.lang.add_module(rt, &name);
    let same = dict::new(rt);
    rt.lang.snippets.modules.borrow_mut().push((d, m.object.id, same));
    Ok((m, same))
}

/// A code object of a snippet.
fn code_object(rt: &Rt, s: Snippet) -> Val {
    let mut all = rt.lang.snippets.all.borrow_mut();
    all.push(s);
    let id = all.len() as u32 - 1;
    Val::Misc(rt.heap.alloc(Misc::new(misc::CODE, id, NONE, NONE, NONE)))
}

fn text(a: &Args<'_>, v: Val, what: &str) -> Result<String, Raised> {
    if let Some(b) = crate::objects::bytes::of(a.rt, v) {
        let s = crate::text::codec::decode(a.rt, &b, "utf-8", "strict")?;
        return ops::str(a.rt, s);
    }
    match ops::unwrapped(a.rt, v) {
        Val::Str(s) => Ok(s.text().to_string()),
        _ => {
            let text = format!("{what} must be a string, bytes or code object");
            Err(errors::type_(a.rt, &text))
        }
    }
}

fn run(a: &Args<'_>, mode: Mode, what: &str) -> Result<Val, Raised> {
    a.count(1, 3)?;
    let rt = a.rt;
    let snippet = match a.val(0) {
        Val::Misc(m) if m.kind == misc::CODE && !matches!(Val::from(m.c.get(&rt.heap)), Val::Int(_)) => {
            rt.lang.snippets.all.borrow()[m.id as usize].clone()
        }
        Val::Misc(m) if m.kind == misc::CODE => {
            return Err(errors::type_(rt, "the code of a function cannot be run by itself"))
        }
        v => Snippet::new(&text(a, v, what)?, "<string>", mode),
    };
    let globals = match a.opt(1, "globals", Val::None) {
        Val::None => main_globals(rt),
        g => g,
    };
    let v = snippet.run(rt, globals, a.opt(2, "locals", Val::None))?;
    Ok(if snippet.mode == Mode::Eval { v } else { Val::None })
}
fn exec(a: &mut Args<'_>) -> Result<Val, Raised> {
    run(a, Mode::Exec, "exec() arg 1")
}
fn eval(a: &mut Args<'_>) -> Result<Val, Raised> {
    run(a, Mode::Eval, "eval() arg 1")
}
fn compile_(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let source = text(a, a.opt(0, "source", Val::None), "compile() arg 1")?;
    let file = ops::str(rt, a.opt(1, "filename", Val::None))?;
    let mode = match ops::str(rt, a.opt(2, "mode", Val::None))?.as_str() {
        "exec" => Mode::Exec,
        "eval" => Mode::Eval,
        "single" => Mode::Single,
        _ => return Err(errors::value(rt, "compile() mode must be 'exec', 'eval' or 'single'")),
    };
    let s = Snippet::new(&source, &file, mode);
    s.proto(rt, false)?;
    Ok(code_object(rt, s))
}

/// Runs what was typed at a prompt.
///
/// # Errors
/// What it raises.
pub fn typed(rt: &Rt, text: &str) -> Result<(), Raised> {
    let Val::Misc(main) = modules::empty_main(rt)? else { return Ok(()) };
    Snippet::new(text, "<stdin>", Mode::Single).run_in(rt, main.id, None)?;
    Ok(())
}

/// The main module's names.
pub fn main_globals(rt: &Rt) -> Val {
    let main = rt.lang.imported.borrow().get("__main__").map(|&v| Val::from(v));
    main.map_or(Val::None, |m| namespace::new(rt, m))
}

/// `globals()` called in another way than by its name, so that who asks is not known: the main module's.
fn globals(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, 0)?;
    Ok(main_globals(a.rt))
}

/// `__import__(name, globals, locals, fromlist, level)`. Relative names are for `importlib`.
fn import(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("__import__", 0, 1, 5, &["name", "globals", "locals", "fromlist", "level"])?;
    let rt = a.rt;
    let Val::Str(name) = ops::unwrapped(rt, a.opt(0, "name", Val::None)) else {
        return Err(errors::type_(rt, "__import__() argument 1 must be str"));
    };
    if !matches!(a.opt(4, "level", Val::Int(0)), Val::Int(0)) {
        return Err(errors::value(rt, "level must be 0"));
    }
    let first = modules::import_absolute(rt, name.text())?;
    if !ops::truth(rt, a.opt(3, "fromlist", Val::None))? {
        return Ok(first);
    }
    let mut m = first;
    for part in name.text().split('.').skip(1) {
        m = crate::objects::attr::get(rt, m, str::intern(rt, part))?;
    }
    Ok(m)
}

/// Raises the error for what is no context manager, if it is none.
fn no_context(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, v) = (a.rt, a.val(0));
    let missing = |name| ops::class_of(rt, v).lookup_name(rt, name).is_none();
    let missed = match (missing("__enter__"), missing("__exit__")) {
        (true, _) => "",
        (_, true) => " (missed __exit__ method)",
        _ => return a.none(),
    };
    let name = ops::type_name(rt, v);
    Err(errors::type_(rt, &format!("'{name}' object does not support the context manager protocol{missed}")))
}

/// Shows the value of an expression statement typed at a prompt, and keeps it as `_`.
fn display(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, v) = (a.rt, a.val(0));
    if !v.is_none() {
        let text = ops::repr(rt, v)?;
        modules::sys::write_out(rt, &format!("{text}\n"))?;
        if let Val::Misc(main) = modules::empty_main(rt)? {
            // The program's own variable `_` stays what it is.
            let (main, name) = (rt.lang.module(main.id), str::intern(rt, "_"));
            let own = main.get(rt, name).map(Into::into) != rt.lang.snippets.shown.get();
            if !own {
                main.set(rt, name, v);
                rt.lang.snippets.shown.set(Some(v.into()));
            }
        }
    }
    a.none()
}

/// Names of a dictionary, sorted, for `dir()` without argument.
fn names(a: &mut Args<'_>) -> Result<Val, Raised> {
    let mut all = iter::to_vec(a.rt, a.val(0))?;
    ops::sort(a.rt, &mut all, None, false)?;
    ops::list_val(a.rt, &all)
}

/// Adds the functions to the built-ins.
pub fn open(rt: &Rt, m: &Module) {
    let all: [(&'static str, Body); 9] = [
        ("%no_context", no_context),
        ("__import__", import),
        ("exec", exec),
        ("eval", eval),
        ("compile", compile_),
        ("globals", globals),
        ("locals", globals),
        ("%display", display),
        ("%names", names),
    ];
    for (name, body) in all {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, None));
    }
}

/// Number of a code object's code as it runs in a module.
///
/// # Errors
/// `SyntaxError` or `MemoryError`.
pub fn code_in(rt: &Rt, m: Gc<Misc>, module: u32) -> Result<u32, Raised> {
    let Val::Int(id) = Val::from(m.c.get(&rt.heap)) else {
        let s = rt.lang.snippets.all.borrow()[m.id as usize].clone();
        return s.code(rt, false, module);
    };
    let code = rt.lang.code(id as u32);
    if code.module == module {
        return Ok(code.id);
    }
    let known = rt.lang.snippets.moved.borrow().get(&(code.id, module)).copied();
    if let Some(id) = known {
        return Ok(id);
    }
    let made = code::add(rt, &code.proto, module, code.is_module)?.id;
    rt.lang.snippets.moved.borrow_mut().insert((code.id, module), made);
    Ok(made)
}

/// An attribute of a code object.
///
/// # Errors
/// `MemoryError`.
pub fn code_attr(rt: &Rt, m: Gc<Misc>, name: &str) -> Result<Option<Val>, Raised> {
    let Val::Int(id) = Val::from(m.c.get(&rt.heap)) else {
        let s = rt.lang.snippets.all.borrow()[m.id as usize].clone();
        return Ok(Some(match name {
            "co_filename" => str::val(rt, &s.file)?,
            "co_name" | "co_qualname" => str::val(rt, "<module>")?,
            "co_firstlineno" => Val::Int(1),
            _ => return Ok(None),
        }));
    };
    let code = rt.lang.code(id as u32);
    let p = &code.proto;
    let names = |all: Vec<&String>| {
        let all: Vec<RawSlot> = all.into_iter().map(|n| Val::Str(str::intern(rt, n)).into()).collect();
        ops::tuple_val(rt, &all)
    };
    Ok(Some(match name {
        "co_name" | "co_qualname" if code.is_module => str::val(rt, "<module>")?,
        "co_name" => str::val(rt, &p.name)?,
        "co_qualname" => str::val(rt, &p.qualname)?,
        "co_filename" => str::val(rt, &p.file)?,
        "co_firstlineno" => Val::Int(p.first_line.into()),
        "co_argcount" => Val::Int(p.npos.into()),
        "co_posonlyargcount" => Val::Int(p.nposonly.into()),
        "co_kwonlyargcount" => Val::Int(p.nkwonly.into()),
        "co_flags" => {
            Val::Int(3 | i64::from(p.varargs) << 2 | i64::from(p.varkw) << 3 | i64::from(p.is_generator) << 5)
        }
        "co_varnames" => {
            let others = p.locals.iter().filter(|n| !p.params.contains(n));
            names(p.params.iter().chain(others).collect())?
        }
        "co_nlocals" => {
            let others = p.locals.iter().filter(|n| !p.params.contains(n));
            Val::Int((p.params.len() + others.count()) as i64)
        }
        "co_cellvars" => names(p.cells.iter().collect())?,
        "co_freevars" => names(p.free_names.iter().collect())?,
        "co_names" => names(p.globals.iter().collect())?,
        "co_stacksize" => Val::Int(p.registers.into()),
        "co_consts" => {
            let doc = match &p.doc {
                Some(d) => str::val(rt, d)?,
                None => Val::None,
            };
            let all: Vec<_> = std::iter::once(doc.into()).chain(code.consts.iter().copied()).collect();
            ops::tuple_val(rt, &all)?
        }
        _ => return Ok(None),
    }))
}
