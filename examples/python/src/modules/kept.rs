//! Compiled modules kept in files, so that the next process need not compile them: what CPython's `__pycache__` is.
//!
//! **Where.** Beside a module's file, in the folder `__pycache__`; of the library's modules, which have no file, in `holloway-python` in the user's folder for such things. `PYTHONPYCACHEPREFIX`
//! names another folder for all. The program itself is not kept.
//!
//! **Invariants.**
//! 1. What is kept says which compiler made it ([`COMPILER`], a hash of this command's sources) and of which text (by a hash of 128 bits). It is used for no other.
//! 2. It has a hash of itself. Whatever is wrong with a file, the module is compiled, as if there were none.
//! 3. A file is written under another name and then renamed, so that nobody reads a part of one.
//! 4. A run that is recorded or replayed (`HOLLOWAY_REPLAY`) has nothing to do with such files: what they are like is no part of the recording.
//! 5. Failing to write is no error. Nothing is written with `-B` or `PYTHONDONTWRITEBYTECODE`.
//!
//! **Not promised.** That files of former builds are removed: they are written over.
//!
//! **Example.** `import enum` of a module `enum.py` reads `__pycache__/enum.holloway`, or compiles `enum.py` and writes it.

use crate::bytecode::Proto;
use crate::compile::{self, SyntaxError};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_128;

/// What files begin with: the format, and the compiler.
const COMPILER: &str = concat!("holloway-python ", env!("COMPILER"), "\n");
/// Bytes of a hash.
const HASH: usize = 16;

/// A module, kept or compiled.
///
/// # Errors
/// As for [`compile::module`].
pub fn module(source: &str, file: &str, name: &str, writes: bool) -> Result<Rc<Proto>, SyntaxError> {
    let replays = std::env::var_os("HOLLOWAY_REPLAY").is_some();
    let Some(path) = place(file).filter(|_| name != "__main__" && !replays) else {
        return compile::module(source, file, name);
    };
    let of = xxh3_128(source.as_bytes()).to_le_bytes();
    if let Some(proto) = std::fs::read(&path).ok().and_then(|bytes| read(&bytes, of)) {
        if proto.name == name {
            return Ok(proto.of_file(&Rc::from(file)));
        }
    }
    let proto = compile::module(source, file, name)?;
    if writes {
        // Whoever cannot write here compiles again the next time.
        let _ = write(&path, &proto, of);
    }
    Ok(proto)
}

/// Where a module of this file is kept.
fn place(file: &str) -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let prefix = variable("PYTHONPYCACHEPREFIX");
    if let Some(module) = file.strip_prefix("<library>/") {
        let user = || variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
        return Some(prefix.or_else(user)?.join("holloway-python").join(module).with_extension("holloway"));
    }
    if file.starts_with('<') {
        return None;
    }
    let file = std::path::absolute(file).ok()?;
    let (folder, name) = (file.parent()?, Path::new(file.file_name()?).with_extension("holloway"));
    Some(match prefix {
        Some(prefix) => prefix.join(folder.components().skip(1).collect::<PathBuf>()).join(name),
        None => folder.join("__pycache__").join(name),
    })
}

/// What is kept, if it is whole, this compiler's, and of that text.
fn read(bytes: &[u8], of: [u8; HASH]) -> Option<Proto> {
    let (text, bytes) = bytes.strip_prefix(COMPILER.as_bytes())?.split_first_chunk::<HASH>()?;
    let (itself, bytes) = bytes.split_first_chunk::<HASH>()?;
    if *text != of || *itself != xxh3_128(bytes).to_le_bytes() {
        return None;
    }
    postcard::from_bytes(bytes).ok()
}

fn write(path: &Path, proto: &Proto, of: [u8; HASH]) -> std::io::Result<()> {
    let code = postcard::to_stdvec(proto).map_err(std::io::Error::other)?;
    let itself = xxh3_128(&code).to_le_bytes();
    let bytes = [COMPILER.as_bytes(), &of, &itself, &code].concat();
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    let part = path.with_extension(format!("holloway.{}", std::process::id()));
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "def f(x, *a, k=1.5, **n):\n    'text'\n    try:\n        return [y * 2 ** 70 for y in x if y]\n    except (OSError, 'é', b'b', 2j, ..., None, True) as e:\n        raise\n";

    fn kept() -> (Rc<Proto>, Vec<u8>) {
        let proto = compile::module(SOURCE, "/a/m.py", "m").expect("it compiles");
        let folder = std::env::temp_dir().join(format!("kept-{}", std::process::id()));
        let path = folder.join("deeper/m.holloway");
        write(&path, &proto, [1; HASH]).expect("room");
        let bytes = std::fs::read(&path).expect("it was written");
        std::fs::remove_dir_all(folder).expect("it is there");
        (proto, bytes)
    }

    #[test]
    fn what_is_kept_is_what_was_compiled() {
        let (proto, bytes) = kept();
        let again = read(&bytes, [1; HASH]).expect("it is whole").of_file(&Rc::from("/a/m.py"));
        assert_eq!(format!("{again:?}"), format!("{proto:?}"));
    }

    #[test]
    fn what_is_kept_of_another_text_or_by_another_compiler_is_not_read() {
        let (_, mut bytes) = kept();
        assert!(read(&bytes, [2; HASH]).is_none());
        bytes[COMPILER.len() - 2] ^= 1;
        assert!(read(&bytes, [1; HASH]).is_none());
    }

    #[test]
    fn what_is_damaged_is_not_read() {
        let (_, bytes) = kept();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(read(&damaged, [1; HASH]).is_none(), "byte {at}");
            assert!(read(&bytes[..at], [1; HASH]).is_none(), "{at} bytes");
        }
    }
}
