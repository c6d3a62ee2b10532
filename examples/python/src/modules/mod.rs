//! Modules: those of the library, and files beside the script.
//!
//! A library module is a function that fills a [`Module`]; add it to [`LIBRARY`]. Or it is written in Python: add it to the list in [`embedded`].

mod choices;
mod coded;
mod csv;
pub mod dates;
pub mod decimals;
mod digests;
mod embedded;
pub mod files;
mod floats;
mod json;
mod kept;
pub mod math;
mod pickles;
pub mod re;
pub mod source;
mod structs;
pub mod sys;
mod time;
pub mod twister;
mod unicode;
pub mod weak;

use crate::compile;
use crate::native::Suits;
use crate::objects::iter::kinds;
use crate::objects::str;
use crate::py::Module;
use crate::value::{misc, Str, Val};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;
use std::path::{Path, PathBuf};

/// Fills a module.
type Open = fn(&Rt, &Module);

/// Modules of the library.
const LIBRARY: &[(&str, Open)] = &[
    ("sys", sys::open),
    ("_time", time::open),
    ("math", math::open),
    ("_prelude", crate::builtins::open_prelude),
    ("_re", re::open),
    ("_files", files::open),
    ("_floats", floats::open),
    ("_choices", choices::open),
    ("_coded", coded::open),
    ("_csv", csv::open),
    ("_dates", dates::open),
    ("_decimal", decimals::open),
    ("_json", json::open),
    ("_pickles", pickles::open),
    ("_structs", structs::open),
    ("_digests", digests::open),
    ("_twister", twister::open),
    ("_unicode", unicode::open),
    ("_weak", weak::open),
];

fn module_of(rt: &Rt, v: Val) -> Option<&'static Module> {
    match v {
        Val::Misc(m) if m.kind == misc::MODULE => Some(rt.lang.module(m.id)),
        _ => None,
    }
}

/// The package that relative names in a module are relative to.
fn package_of(rt: &Rt, m: &Module) -> Option<String> {
    let text = |name: &str| match m.get(rt, str::intern(rt, name)) {
        Some(Val::Str(s)) => Some(s.text().to_string()),
        _ => None,
    };
    text("__package__").or_else(|| {
        let name = text("__name__")?;
        let is_package = m.existing(str::intern(rt, "__path__")).is_some();
        Some(if is_package { name } else { name.rsplit_once('.').map_or("", |p| p.0).to_string() })
    })
}

/// What a name with dots in front means in a module.
fn absolute(rt: &Rt, name: &str, from: &Module) -> Result<String, Raised> {
    let rest = name.trim_start_matches('.');
    let level = name.len() - rest.len();
    let package = package_of(rt, from).unwrap_or_default();
    if package.is_empty() {
        return Err(errors::import(rt, "attempted relative import with no known parent package"));
    }
    let mut parts: Vec<&str> = package.split('.').collect();
    if level > parts.len() {
        return Err(errors::import(rt, "attempted relative import beyond top-level package"));
    }
    parts.truncate(parts.len() + 1 - level);
    parts.extend(Some(rest).filter(|r| !r.is_empty()));
    Ok(parts.join("."))
}

/// `import a.b` in module number `from`: answers `a`. A relative name (`..b`), or one after `=`, answers the module it names.
///
/// # Errors
/// `ModuleNotFoundError`, or what the module raises.
pub fn import(rt: &Rt, name: &str, from: u32) -> Result<Val, Raised> {
    if name.starts_with('.') {
        let full = absolute(rt, name, rt.lang.module(from))?;
        import_absolute(rt, &full)?;
        return load(rt, &full);
    }
    match name.strip_prefix('=') {
        Some(full) => {
            import_absolute(rt, full)?;
            load(rt, full)
        }
        None => import_absolute(rt, name),
    }
}

/// `import a.b`: answers `a`.
///
/// # Errors
/// As for [`import`].
pub fn import_absolute(rt: &Rt, name: &str) -> Result<Val, Raised> {
    let mut full = String::new();
    let mut first = None;
    let mut parent: Option<Val> = None;
    for part in name.split('.') {
        if !full.is_empty() {
            full.push('.');
        }
        full.push_str(part);
        let m = load(rt, &full)?;
        if let Some(p) = parent.and_then(|p| module_of(rt, p)) {
            // Also of one that is still being imported.
            if p.get(rt, str::intern(rt, part)).is_none() {
                p.set_name(rt, part, m);
            }
        }
        first = first.or(Some(m));
        parent = Some(m);
    }
    first.ok_or_else(|| errors::import(rt, "empty module name"))
}

/// The module that a name means already: what the program has put into `sys.modules`, or what was imported.
fn known(rt: &Rt, name: &str) -> Option<Val> {
    let imported = rt.lang.imported.borrow().get(name).copied().map(Val::from);
    let Some(Val::Dict(listed)) = own_modules(rt) else { return imported };
    let key = str::val(rt, name).ok()?;
    match crate::objects::dict::get(rt, listed.table(), key.into()) {
        Ok(Some(v)) => Some(v.into()),
        _ => imported,
    }
}

/// `sys.modules`, if `sys` has been imported.
fn own_modules(rt: &Rt) -> Option<Val> {
    let sys = rt.lang.imported.borrow().get("sys").copied();
    module_of(rt, sys?.into())?.get(rt, str::intern(rt, "modules"))
}

/// Imports a module whose package has been imported, and sets its name in the package.
fn load(rt: &Rt, name: &str) -> Result<Val, Raised> {
    if let Some(m) = known(rt, name) {
        return Ok(m);
    }
    let made = load_new(rt, name)?;
    let m = known(rt, name).unwrap_or(made);
    if let Some((package, last)) = name.rsplit_once('.') {
        if let Some(p) = known(rt, package) {
            crate::objects::attr::set(rt, p, str::intern(rt, last), m.into())?;
        }
    }
    Ok(m)
}

fn load_new(rt: &Rt, name: &str) -> Result<Val, Raised> {
    if let Some((_, open)) = LIBRARY.iter().find(|l| l.0 == name) {
        let m = rt.lang.add_module(rt, name);
        let v = Val::Misc(m.object);
        note(rt, name, v)?;
        m.set_name(rt, "__name__", str::val(rt, name)?);
        open(rt, m);
        return Ok(v);
    }
    if let Some(found) = find(rt, name) {
        return run_file(rt, name, &found.0, &found.1?);
    }
    if let Some(dir) = directory(rt, name) {
        return namespace_package(rt, name, &dir);
    }
    if has_finders(rt) {
        let found = call_library(rt, "importlib", "_ask_finders", &[str::val(rt, name)?.into()])?;
        if !found.is_none() {
            note(rt, name, found)?;
            return Ok(found);
        }
    }
    Err(errors::module_not_found(rt, name))
}

/// Whether the program has put something into `sys.meta_path`.
fn has_finders(rt: &Rt) -> bool {
    let sys = rt.lang.imported.borrow().get("sys").copied();
    let listed = sys.and_then(|s| module_of(rt, s.into())?.get(rt, str::intern(rt, "meta_path")));
    matches!(listed, Some(Val::List(l)) if l.len(rt) > 0)
}

/// Directories in which modules are looked for: those of `sys.path`, which the program may have changed.
fn search_path(rt: &Rt) -> Vec<PathBuf> {
    let sys = rt.lang.imported.borrow().get("sys").copied();
    let listed = sys.and_then(|s| module_of(rt, s.into())?.get(rt, str::intern(rt, "path")));
    match listed {
        Some(Val::List(l)) => {
            let text = |v: Val| match v {
                Val::Str(s) => Some(PathBuf::from(s.text())),
                _ => None,
            };
            (0..l.len(rt)).filter_map(|i| text(l.get(rt, i).into())).collect()
        }
        _ => rt.lang.path.borrow().clone(),
    }
}

/// The file of a module that is not written in Rust: its name and its text.
pub fn find(rt: &Rt, name: &str) -> Option<(String, Result<String, Raised>)> {
    let relative = name.replace('.', "/");
    for dir in search_path(rt) {
        let base = dir.join(&relative);
        for path in [base.with_file_name(format!("{}.py", last_part(&relative))), base.join("__init__.py")] {
            if let Ok(bytes) = holloway::world::read(&path) {
                let file = langkit::system::text(&path);
                let text = source::decode(bytes).map_err(|e| e.raise(rt, &file));
                return Some((file, text));
            }
        }
    }
    embedded::find(name).map(|(file, text)| (file.to_string(), Ok(text.to_string())))
}

/// Whether a module is one of the library's that are written in Python.
pub fn in_library(name: &str) -> bool {
    embedded::find(name).is_some()
}

/// The directory of a package that has no file of its own.
pub fn directory(rt: &Rt, name: &str) -> Option<PathBuf> {
    let relative = name.replace('.', "/");
    search_path(rt).into_iter().map(|dir| dir.join(&relative)).find(|dir| {
        holloway::world::ask(format_args!("whether {} is a folder", dir.display()), || dir.is_dir())
    })
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A directory without `__init__.py`: a module with nothing in it but a place to look for others.
fn namespace_package(rt: &Rt, name: &str, dir: &Path) -> Result<Val, Raised> {
    let m = rt.lang.add_module(rt, name);
    let v = Val::Misc(m.object);
    note(rt, name, v)?;
    let place = str::val(rt, &langkit::system::text(dir))?;
    m.set_name(rt, "__name__", str::val(rt, name)?);
    m.set_name(rt, "__package__", str::val(rt, name)?);
    m.set_name(rt, "__path__", crate::objects::ops::list_val(rt, &[place.into()])?);
    Ok(v)
}

/// Runs a module as the program: its name is `__main__`, and it belongs to its package, which is imported before. Answers the file's name by `told`.
///
/// # Errors
/// `ImportError` if it cannot be run, or what it raises.
pub fn run_module(rt: &Rt, name: &str, told: impl FnOnce(&str)) -> Result<Option<Val>, Raised> {
    let package = name.rsplit_once('.').map_or("", |p| p.0);
    if !package.is_empty() {
        match import_absolute(rt, package) {
            Err(Raised) if errors::caught(rt, rt.lang.types().module_not_found_error).is_some() => {
                return Ok(None)
            }
            other => other?,
        };
    }
    let Some((file, source)) = find(rt, name) else { return Ok(None) };
    let source = source?;
    told(&file);
    run_as(rt, "__main__", Some(package), &file, &source).map(Some)
}

/// The module in which a session without a script runs.
///
/// # Errors
/// `MemoryError`.
pub fn empty_main(rt: &Rt) -> Result<Val, Raised> {
    let known = rt.lang.imported.borrow().get("__main__").copied();
    match known {
        Some(m) => Ok(m.into()),
        None => run_file(rt, "__main__", "<stdin>", ""),
    }
}

/// Calls what the module `atexit` was told to, if it has been imported.
///
/// # Errors
/// What the last that failed raises.
pub fn at_exit(rt: &Rt) -> Result<(), Raised> {
    let known = rt.lang.imported.borrow().contains_key("atexit");
    if known {
        call_library(rt, "atexit", "_run_exitfuncs", &[])?;
    }
    Ok(())
}

/// Runs the prelude: its functions do library functions' work where that calls the program. `str_join` is the method `join` of `str`.
///
/// # Errors
/// `MemoryError`.
pub fn open_prelude(rt: &Rt) -> Result<(), Raised> {
    let Val::Misc(m) = run_file(rt, "%prelude", PRELUDE, include_str!("../prelude.py"))? else {
        return Ok(());
    };
    let iterators = rt.lang.types().iterators();
    for (name, v) in rt.lang.module(m.id).all(rt) {
        let Val::Func(f) = v else { continue };
        rt.lang.note_guest(name.text(), f);
        match name.text() {
            "enumerate_steps" => {
                rt.lang.types().set_generator_class(f.code, iterators[kinds::ENUMERATE as usize])
            }
            "by_index" => rt.lang.types().set_generator_class(f.code, iterators[kinds::GETITEM as usize]),
            "zip_steps" => rt.lang.types().set_generator_class(f.code, iterators[kinds::ZIP as usize]),
            _ => {}
        }
        match rt.lang.builtin(name) {
            Some(Val::Native(n)) => rt.lang.set_guest(n.id, f, Suits::of(name.text())),
            Some(Val::Class(c)) => rt.lang.makers.borrow_mut().push((c.id, f, Suits::of(name.text()))),
            _ => {
                let Some((class, method)) = name.text().split_once('_') else { continue };
                let t = rt.lang.types();
                let class = [t.list, t.str, t.dict, t.set].into_iter().find(|c| c.name == class);
                if let Some(Val::Native(n)) = class.and_then(|c| c.lookup(rt, str::intern(rt, method))) {
                    rt.lang.set_guest(n.id, f, Suits::of(name.text()));
                }
            }
        }
    }
    Ok(())
}

/// The prelude's file name, left out of tracebacks.
pub const PRELUDE: &str = "<prelude>";

/// Runs a file as a module.
///
/// # Errors
/// `SyntaxError`, or what it raises.
pub fn run_file(rt: &Rt, name: &str, file: &str, source: &str) -> Result<Val, Raised> {
    run_as(rt, name, None, file, source)
}

/// [`run_file`], in a package if the name does not say which.
///
/// # Errors
/// As for [`run_file`].
pub fn run_as(
    rt: &Rt,
    name: &str,
    in_package: Option<&str>,
    file: &str,
    source: &str,
) -> Result<Val, Raised> {
    // What was not read from a file has no lines to show.
    if !matches!(file, "<stdin>" | "<string>") {
        rt.lang.keep_source(file, source);
    }
    let writes = rt.lang.keeps_code.get();
    let proto = kept::module(source, file, name, writes).map_err(|e| syntax_error(rt, file, source, &e))?;
    let m = rt.lang.add_module(rt, name);
    let v = Val::Misc(m.object);
    note(rt, name, v)?;
    m.set_name(rt, "__name__", str::val(rt, name)?);
    if !matches!(file, "<stdin>" | "<string>") {
        m.set_name(rt, "__file__", str::val(rt, file)?);
    }
    m.set_name(rt, "__spec__", Val::None);
    m.set_name(rt, "__loader__", Val::None);
    if proto.doc.is_none() {
        m.set_name(rt, "__doc__", Val::None);
    }
    let is_package = file.ends_with("__init__.py");
    let package = if is_package { name } else { name.rsplit_once('.').map_or("", |p| p.0) };
    let package = match in_package {
        None if name == "__main__" => Val::None,
        given => str::val(rt, given.unwrap_or(package))?,
    };
    m.set_name(rt, "__package__", package);
    if is_package {
        let dir = std::path::Path::new(file).parent().map(langkit::system::text);
        let dir = str::val(rt, &dir.unwrap_or_default())?;
        m.set_name(rt, "__path__", crate::objects::ops::list_val(rt, &[dir.into()])?);
    }
    let id = m.object.id;
    let code = crate::code::add(rt, &proto, id, true)?;
    let f = rt.heap.alloc_with(crate::value::Function::new(code.id), &[]);
    let f = f.map_err(|_| errors::memory(rt))?;
    match crate::interp::call::call(rt, Val::Func(f), &[]) {
        Ok(_) => Ok(v),
        Err(Raised) => {
            if name != "__main__" {
                rt.lang.imported.borrow_mut().remove(name);
            }
            Err(Raised)
        }
    }
}

/// Raises `SyntaxError`, whose arguments are the message and (file, line, offset, text, end line, end offset).
pub fn syntax_error(rt: &Rt, file: &str, source: &str, e: &compile::SyntaxError) -> Raised {
    use crate::objects::ops;
    let lines = compile::Lines::of(source);
    // Line and number of the character, from 1.
    let place = |at: usize| {
        let at = at.min(source.len());
        let line = lines.line(at as u32);
        let before = source.get(lines.start(line)..at).map_or(0, |t| t.chars().count());
        (line, before + 1)
    };
    let ((line, column), (end_line, end_column)) = (place(e.at), place(e.end));
    let text = source.lines().nth(line as usize - 1).unwrap_or("");
    let made = || -> Result<Val, Raised> {
        let int = |n: usize| crate::value::Val::Int(n as i64);
        let (file, text) = (str::val(rt, file)?, str::val(rt, &format!("{text}\n"))?);
        let all = [file, int(line as usize), int(column), text, int(end_line as usize), int(end_column)];
        let place = ops::tuple_val(rt, &all.map(Into::into))?;
        let message = str::val(rt, &e.message)?;
        let t = rt.lang.types();
        let class = match e.kind {
            compile::ErrorKind::Indentation => t.indentation_error,
            _ => t.syntax_error,
        };
        Ok(Val::Inst(errors::make(rt, class, &[message.into(), place.into()])))
    };
    match made() {
        Ok(v) => errors::throw(rt, v),
        Err(Raised) => Raised,
    }
}

/// `from module import name`.
///
/// # Errors
/// `ImportError`.
pub fn import_from(rt: &Rt, module: Val, name: Gc<Str>) -> Result<Val, Raised> {
    let Some(m) = module_of(rt, module) else {
        // What the program has put into `sys.modules`.
        return match crate::objects::attr::get(rt, module, name) {
            Err(Raised) if errors::caught(rt, rt.lang.types().attribute_error).is_some() => {
                Err(errors::import(rt, &format!("cannot import name '{}'", name.text())))
            }
            done => done,
        };
    };
    if let Some(v) = m.get(rt, name) {
        return Ok(v);
    }
    if let Some(v) = sys::later(rt, m, name.text())? {
        return Ok(v);
    }
    if let Some(f) = m.get(rt, str::intern(rt, "__getattr__")) {
        match crate::interp::call::call(rt, f, &[Val::Str(name).into()]) {
            Err(Raised) if errors::caught(rt, rt.lang.types().attribute_error).is_some() => {}
            done => return done,
        }
    }
    let inner = format!("{}.{}", m.name, name.text());
    match load(rt, &inner) {
        Ok(v) => Ok(v),
        // What the inner module itself did not find is another error.
        Err(Raised) if errors::names_module(rt, &inner) => {
            let place = match m.get(rt, str::intern(rt, "__file__")) {
                Some(Val::Str(f)) => f.text().to_string(),
                _ => "unknown location".to_string(),
            };
            let text = format!("cannot import name '{}' from '{}' ({place})", name.text(), m.name);
            Err(errors::import(rt, &text))
        }
        Err(Raised) => Err(Raised),
    }
}

/// `from module import *` into module number `into`.
///
/// # Errors
/// What reading `__all__` raises.
pub fn import_star(rt: &Rt, into: u32, module: Val) -> Result<(), Raised> {
    let Some(m) = module_of(rt, module) else { return Ok(()) };
    let target = rt.lang.module(into);
    let listed = m.get(rt, str::intern(rt, "__all__"));
    for (k, v) in m.all(rt) {
        let public = match listed {
            Some(l) => crate::objects::item::contains(rt, l, Val::Str(k))?,
            None => !k.text().starts_with('_'),
        };
        if public {
            target.set(rt, k, v);
        }
    }
    Ok(())
}

/// Calls a function of a library module.
///
/// # Errors
/// What it raises.
pub fn call_library(
    rt: &Rt,
    module: &str,
    name: &str,
    args: &[holloway::heap::RawSlot],
) -> Result<Val, Raised> {
    let f = library(rt, module, name)?;
    crate::interp::call::call(rt, f, args)
}

/// A function of a library module.
///
/// # Errors
/// What importing the module raises.
pub fn library(rt: &Rt, module: &str, name: &str) -> Result<Val, Raised> {
    let m = load(rt, module)?;
    crate::objects::attr::get(rt, m, str::intern(rt, name))
}

/// Notes that a module has been imported: also in `sys.modules`.
fn note(rt: &Rt, name: &str, m: Val) -> Result<(), Raised> {
    rt.lang.imported.borrow_mut().insert(name.to_string(), m.into());
    let sys = rt.lang.imported.borrow().get("sys").copied();
    let known = sys.and_then(|s| module_of(rt, s.into())).and_then(|s| s.get(rt, str::intern(rt, "modules")));
    if let Some(Val::Dict(d)) = known {
        crate::objects::dict::set(rt, d.table(), str::val(rt, name)?.into(), m.into())?;
    }
    Ok(())
}

/// Puts functions into a module.
pub fn fill(rt: &Rt, m: &Module, list: &[(&'static str, crate::native::Body)]) {
    for &(name, body) in list {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, None));
    }
}
