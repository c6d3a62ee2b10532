//! The library `package`, and `require`.
//!
//! **Invariants.** `require` looks into `package.loaded` and `package.preload` as they were made, whatever the fields are later set to, as the reference does.
//!
//! **Not promised.** Libraries in C: they are looked for, and one that is found is refused by name; `loadlib` says that it cannot.
//!
//! **Example.** `package.preload.x = function(name, from) return {} end; require("x")`.

use super::{access, chunk};
use crate::native::{Call, Special};
use crate::table::Table;
use crate::value::{Val, NIL};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use holloway::world::ask;

type Done = Result<(), Raised>;

const FUNCTIONS: super::Functions = &[("loadlib", loadlib), ("searchpath", searchpath)];

/// Names in the registry.
const LOADED: &str = "_LOADED";
const PRELOAD: &str = "_PRELOAD";
const PACKAGE: &str = "package";

const PATH: &str = "/usr/local/share/lua/5.4/?.lua;/usr/local/share/lua/5.4/?/init.lua;\
    /usr/local/lib/lua/5.4/?.lua;/usr/local/lib/lua/5.4/?/init.lua;./?.lua;./?/init.lua";
const CPATH: &str = "/usr/local/lib/lua/5.4/?.so;/usr/local/lib/lua/5.4/loadall.so;./?.so";
/// What the reference says where it cannot load such libraries.
const NO_LIBRARIES: &str = "dynamic libraries not enabled; check your Lua installation";
const CONFIG: &str = "/\n;\n?\n!\n-\n";

/// The table `package.loaded`.
///
/// # Errors
/// "not enough memory".
pub fn loaded(rt: &Rt) -> Result<Gc<Table>, Raised> {
    match rt.lang.registry().get_name(rt, LOADED) {
        Val::Table(t) => Ok(t),
        _ => {
            let t = crate::table::new(rt);
            rt.lang.registry().set_name(rt, LOADED, Val::Table(t))?;
            Ok(t)
        }
    }
}

/// Notes a library as loaded.
///
/// # Errors
/// "not enough memory".
pub fn set_loaded(rt: &Rt, name: &str, library: Gc<Table>) -> Done {
    loaded(rt)?.set_name(rt, name, Val::Table(library))
}

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    let registry = rt.lang.registry();
    rt.lang.register(rt, t, FUNCTIONS);
    let preload = crate::table::new(rt);
    registry.set_name(rt, PRELOAD, Val::Table(preload))?;
    registry.set_name(rt, PACKAGE, Val::Table(t))?;
    t.set_name(rt, "preload", Val::Table(preload))?;
    t.set_name(rt, "loaded", Val::Table(loaded(rt)?))?;
    let text = |s: &str| crate::string::make(rt, s.as_bytes()).map(Val::Str);
    t.set_name(rt, "path", text(&path_setting(rt, "LUA_PATH", PATH))?)?;
    t.set_name(rt, "cpath", text(&path_setting(rt, "LUA_CPATH", CPATH))?)?;
    t.set_name(rt, "config", text(CONFIG)?)?;
    let searchers = crate::table::new(rt);
    for (i, body) in [search_preload, search_path, search_library, search_root].into_iter().enumerate() {
        let f = rt.lang.make_native(rt, "searcher", body, Special::None);
        searchers.set_int(rt, i as i64 + 1, Val::Native(f))?;
    }
    t.set_name(rt, "searchers", Val::Table(searchers))?;
    let require = super::make_basic(rt, "require", require);
    rt.lang.globals().set_name(rt, "require", Val::Native(require))
}

/// A path from the environment, where the first `;;` stands for the default, or the default.
fn path_setting(rt: &Rt, name: &str, default: &str) -> String {
    let names = [format!("{name}_5_4"), name.to_string()];
    let found = names.iter().find_map(|n| super::variable(n)).filter(|_| !rt.lang.lib.no_environment.get());
    match found {
        None => default.to_string(),
        Some(path) => match path.split_once(";;") {
            None => path,
            Some((before, after)) => {
                let parts = [before, default, after];
                parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(";")
            }
        },
    }
}

fn loadlib(c: &mut Call<'_>) -> Done {
    c.check_str(1)?;
    c.check_str(2)?;
    c.push(Val::Nil);
    c.push_str(NO_LIBRARIES)?;
    c.push_str("absent")
}

/// All bytes `from` replaced.
fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = memchr::memmem::find(rest, from).filter(|_| !from.is_empty()) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}

/// The first readable file for a name among the templates of a path, or what was tried.
fn find(name: &[u8], path: &[u8], separator: &[u8], to: &[u8]) -> Result<Vec<u8>, Vec<u8>> {
    let path = replaced(path, b"?", &replaced(name, separator, to));
    let mut files = path.split(|&b| b == b';').filter(|_| !path.is_empty());
    let is_there = |file: &&[u8]| {
        let path = super::path(file);
        ask(format_args!("whether {} can be read", path.display()), || std::fs::File::open(&path).is_ok())
    };
    match files.find(is_there) {
        Some(file) => Ok(file.to_vec()),
        None => Err([b"no file '", &replaced(&path, b";", b"'\n\tno file '")[..], b"'"].concat()),
    }
}

fn searchpath(c: &mut Call<'_>) -> Done {
    // The reference looks at the last one first.
    let (to, separator) = (c.opt_str(4)?, c.opt_str(3)?);
    let (path, name) = (c.check_str(2)?, c.check_str(1)?);
    let separator = separator.as_ref().map_or(&b"."[..], |s| s.bytes());
    let to = to.as_ref().map_or(&b"/"[..], |s| s.bytes());
    match find(name.bytes(), path.bytes(), separator, to) {
        Ok(file) => c.push_str(file),
        Err(tried) => {
            c.push(Val::Nil);
            c.push_str(tried)
        }
    }
}

fn search_preload(c: &mut Call<'_>) -> Done {
    let name = c.check_str(1)?;
    let found = match c.rt.lang.registry().get_name(c.rt, PRELOAD) {
        Val::Table(t) => access::index(c, Val::Table(t), Val::Str(name))?,
        _ => NIL,
    };
    if found == NIL {
        return c.push_str([b"no field package.preload['", name.bytes(), b"']"].concat());
    }
    c.push(found);
    c.push_str(":preload:")
}

fn search_path(c: &mut Call<'_>) -> Done {
    let name = c.check_str(1)?;
    let file = match find_by(c, name.bytes(), "path")? {
        Ok(file) => file,
        Err(tried) => return c.push_str(tried),
    };
    let env = Val::Table(c.rt.lang.globals()).into();
    let shown = String::from_utf8_lossy(&file).into_owned();
    let loaded = match chunk::read(Some(&shown)) {
        Ok((source, chunk_name)) => chunk::compile(c.rt, &source, &chunk_name, env)?,
        Err(message) => Err(message.into_bytes()),
    };
    match loaded {
        Ok(f) => {
            c.push(f);
            c.push_str(file)
        }
        Err(why) => Err(load_error(c, name.bytes(), &file, &why)),
    }
}

/// The file for a name by `package.path` or `package.cpath`.
fn find_by(c: &Call<'_>, name: &[u8], field: &str) -> Result<Result<Vec<u8>, Vec<u8>>, Raised> {
    let path = match c.rt.lang.registry().get_name(c.rt, PACKAGE) {
        Val::Table(t) => t.get_name(c.rt, field),
        _ => Val::Nil,
    };
    match path {
        Val::Str(path) => Ok(find(name, path.bytes(), b".", b"/")),
        _ => Err(c.error(format!("'package.{field}' must be a string"))),
    }
}

fn load_error(c: &Call<'_>, name: &[u8], file: &[u8], why: &[u8]) -> Raised {
    c.error([&b"error loading module '"[..], name, b"' from file '", file, b"':\n\t", why].concat())
}

/// Libraries in C by the module's name: they are found, and refused.
fn search_library(c: &mut Call<'_>) -> Done {
    let name = c.check_str(1)?;
    match find_by(c, name.bytes(), "cpath")? {
        Ok(file) => Err(load_error(c, name.bytes(), &file, NO_LIBRARIES.as_bytes())),
        Err(tried) => c.push_str(tried),
    }
}

/// Libraries in C that have several modules, by what the module's name begins with.
fn search_root(c: &mut Call<'_>) -> Done {
    let name = c.check_str(1)?;
    let Some(dot) = name.bytes().iter().position(|&b| b == b'.') else { return Ok(()) };
    match find_by(c, &name.bytes()[..dot], "cpath")? {
        Ok(file) => Err(load_error(c, name.bytes(), &file, NO_LIBRARIES.as_bytes())),
        Err(tried) => c.push_str(tried),
    }
}

/// The loader of a module and what it is to be given.
fn loader(c: &Call<'_>, name: RawSlot) -> Result<[RawSlot; 2], Raised> {
    let searchers = match c.rt.lang.registry().get_name(c.rt, PACKAGE) {
        Val::Table(t) => t.get_name(c.rt, "searchers"),
        _ => Val::Nil,
    };
    let Val::Table(searchers) = searchers else {
        return Err(c.error("'package.searchers' must be a table"));
    };
    let mut tried = Vec::new();
    for i in 1.. {
        let searcher = searchers.get_int(c.rt, i);
        if searcher == NIL {
            break;
        }
        let found = c.call(searcher, &[name])?;
        let get = |i: usize| found.get(i).copied().unwrap_or(NIL);
        match get(0).into() {
            Val::Function(_) | Val::Native(_) => return Ok([get(0), get(1)]),
            why @ (Val::Str(_) | Val::Int(_) | Val::Float(_)) => {
                tried.extend_from_slice(&[b"\n\t", &crate::native::plain_text(c.rt, why)[..]].concat());
            }
            _ => {}
        }
    }
    let name = match name.into() {
        Val::Str(s) => s.bytes().to_vec(),
        _ => Vec::new(),
    };
    Err(c.error([b"module '", &name[..], b"' not found:", &tried].concat()))
}

fn require(c: &mut Call<'_>) -> Done {
    let name = Val::Str(c.check_str(1)?);
    let modules = loaded(c.rt)?;
    let present = modules.get(c.rt, name);
    if Val::from(present).truthy() {
        c.push(present);
        return Ok(());
    }
    let found = loader(c, name.into())?;
    let results = c.call(found[0], &[name.into(), found[1]])?;
    let result = results.first().copied().unwrap_or(NIL);
    if result != NIL {
        modules.set(c.rt, name, result)?;
    } else if modules.get(c.rt, name) == NIL {
        modules.set(c.rt, name, Val::True)?;
    }
    c.push(modules.get(c.rt, name));
    c.push(found[1]);
    Ok(())
}
