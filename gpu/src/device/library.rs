//! Finding the OpenCL library.
//!
//! **Problem.** The library is opened at run time, since most machines have none. The crate that opens it says only that it did not succeed, and
//! silently takes the system's library where `OPENCL_DYLIB_PATH` names one that does not load. Users want to know which it was.
//!
//! **How.** The same names are tried here first, and kept open: what follows opens the same library again.

use super::Error;
use dlopen2::raw::Library;
use std::sync::OnceLock;

/// The system's library.
const NAME: &str = if cfg!(target_os = "macos") {
    "/System/Library/Frameworks/OpenCL.framework/OpenCL"
} else if cfg!(windows) {
    "OpenCL.dll"
} else {
    "libOpenCL.so.1"
};

/// Opens the library, once for the process.
pub(super) fn open() -> Result<(), Error> {
    static OPEN: OnceLock<Result<Library, Error>> = OnceLock::new();
    OPEN.get_or_init(|| match std::env::var("OPENCL_DYLIB_PATH") {
        Ok(paths) => first(&paths.split(';').collect::<Vec<_>>()),
        Err(_) => first(&[NAME]),
    })
    .as_ref()
    .map(|_| ())
    .map_err(Clone::clone)
}

/// The first of these libraries that opens, or why none does.
fn first(names: &[&str]) -> Result<Library, Error> {
    let mut reasons = Vec::new();
    for name in names {
        match Library::open(name) {
            Ok(library) => return Ok(library),
            Err(e) => reasons.push(format!("{name}: {e}")),
        }
    }
    let text = reasons.join("; ");
    let absent = reasons.iter().all(|r| r.contains("No such file") || r.contains("cannot find"));
    Err(if absent { Error::NoLibrary(text) } else { Error::BadLibrary(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_and_what_does_not_load_are_told_apart() {
        let text = first(&["/nowhere/libOpenCL.so.1"]).map(|_| ()).unwrap_err();
        assert!(matches!(&text, Error::NoLibrary(t) if t.contains("/nowhere/libOpenCL.so.1")), "{text}");
        let text = first(&["/nowhere/x.so", env!("CARGO_MANIFEST_PATH")]).map(|_| ()).unwrap_err();
        assert!(matches!(&text, Error::BadLibrary(t) if t.contains("Cargo.toml")), "{text}");
    }
}
