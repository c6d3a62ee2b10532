//! Tells the command what its compiler is, so that code which another one has kept is not taken for its own: see `modules/kept.rs`.

use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

fn add(hash: &mut DefaultHasher, path: &Path) {
    if path.is_dir() {
        let files = std::fs::read_dir(path).expect("a folder of sources").map(|f| f.expect("a file").path());
        let mut files: Vec<_> = files.collect();
        files.sort();
        files.iter().for_each(|f| add(hash, f));
    } else {
        hash.write(path.to_string_lossy().as_bytes());
        hash.write(&std::fs::read(path).expect("a source"));
    }
}

fn main() {
    let mut hash = DefaultHasher::new();
    // The manifest says which parser.
    for path in ["src", "Cargo.toml"] {
        println!("cargo:rerun-if-changed={path}");
        add(&mut hash, Path::new(path));
    }
    println!("cargo:rustc-env=COMPILER={:016x}", hash.finish());
}
