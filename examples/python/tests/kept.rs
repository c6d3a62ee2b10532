//! Compiled modules in files: where they are, when they are used, and that nothing else can tell.

#[path = "../../langkit/testing/start.rs"]
mod start;

use start::start;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const PYTHON: &str = env!("CARGO_BIN_EXE_holloway-python");

const MODULE: &str =
    "import sys\nX = [n * n for n in range(4)]\n\ndef fails(n):\n    return [1 // k for k in (1, n)]\n";
const PROGRAM: &str = "import m, traceback\nprint(m.X, m.__name__)\ntry:\n    m.fails(0)\nexcept ZeroDivisionError:\n    print(traceback.format_exc())\n";

/// A folder with a module.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kept-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        std::fs::write(path.join("m.py"), MODULE).expect("room");
        Folder(path.canonicalize().expect("it is there"))
    }
    fn kept(&self) -> PathBuf {
        self.0.join("__pycache__/m.holloway")
    }
    /// What the program prints with these options and variables.
    fn run(&self, options: &[&str], variables: &[(&str, &Path)]) -> String {
        let mut command = start(PYTHON);
        command.args(options).args(["-c", PROGRAM]).current_dir(&self.0).stdin(Stdio::null());
        command.env_remove("PYTHONDONTWRITEBYTECODE").env_remove("PYTHONPYCACHEPREFIX");
        command.env("PYTHONPATH", &self.0).env("XDG_CACHE_HOME", self.0.join("user"));
        let out = command.envs(variables.iter().copied()).output().expect("it starts");
        assert!(out.status.success() && out.stderr.is_empty(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).expect("text")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_module_is_compiled_once() {
    let folder = Folder::new("once");
    let first = folder.run(&[], &[]);
    assert!(first.starts_with("[0, 1, 4, 9] m\n") && first.contains("line 5, in <listcomp>"), "{first}");
    let kept = std::fs::read(folder.kept()).expect("it was kept");
    let written = |path: &Path| path.metadata().and_then(|m| m.modified()).expect("it is there");
    let (when, library) = (written(&folder.kept()), folder.0.join("user/holloway-python/traceback.holloway"));
    let library_when = written(&library);
    assert_eq!(folder.run(&[], &[]), first);
    assert_eq!(
        (written(&folder.kept()), written(&library)),
        (when, library_when),
        "nothing is written again"
    );
    assert_eq!(std::fs::read(folder.kept()).expect("it is there"), kept);
}

#[test]
fn another_text_is_compiled_anew() {
    let folder = Folder::new("text");
    folder.run(&[], &[]);
    // As long as before, and at the same moment as far as clocks can tell.
    std::fs::write(folder.0.join("m.py"), MODULE.replace("n * n", "n + n")).expect("room");
    assert!(folder.run(&[], &[]).starts_with("[0, 2, 4, 6] m\n"));
    assert!(folder.run(&[], &[]).starts_with("[0, 2, 4, 6] m\n"));
}

#[test]
fn what_is_damaged_is_compiled_anew_and_mended() {
    let folder = Folder::new("damaged");
    let first = folder.run(&[], &[]);
    let whole = std::fs::read(folder.kept()).expect("it was kept");
    let (last, short) = (whole.len() - 1, &whole[..60]);
    let flipped = [&whole[..last], &[whole[last] ^ 1]].concat();
    for bytes in [short, &[], &flipped, &[&whole[..], &[0; 9]].concat()] {
        std::fs::write(folder.kept(), bytes).expect("room");
        assert_eq!(folder.run(&[], &[]), first);
        assert_eq!(std::fs::read(folder.kept()).expect("it is there"), whole, "it is mended");
    }
}

#[test]
fn nothing_is_written_where_that_is_not_wanted_or_not_possible() {
    let folder = Folder::new("unwanted");
    let first = folder.run(&["-B"], &[]);
    assert_eq!(folder.run(&[], &[("PYTHONDONTWRITEBYTECODE", Path::new("x"))]), first);
    assert!(!folder.0.join("__pycache__").exists() && !folder.0.join("user").exists());
    // A file in the place of the folder.
    std::fs::write(folder.0.join("__pycache__"), "").expect("room");
    assert_eq!(folder.run(&[], &[]), first);
}

#[test]
fn a_prefix_is_for_all() {
    let folder = Folder::new("prefix");
    let prefix = folder.0.join("elsewhere");
    let first = folder.run(&[], &[("PYTHONPYCACHEPREFIX", &prefix)]);
    assert!(!folder.0.join("__pycache__").exists() && !folder.0.join("user").exists());
    let inside = folder.0.components().skip(1).collect::<PathBuf>();
    assert!(prefix.join(inside).join("m.holloway").exists());
    assert!(prefix.join("holloway-python/traceback.holloway").exists());
    assert_eq!(folder.run(&[], &[("PYTHONPYCACHEPREFIX", &prefix)]), first);
}

#[test]
fn a_module_under_another_name_is_compiled_anew() {
    let folder = Folder::new("name");
    let first = folder.run(&[], &[]);
    let pack = folder.0.join("pack");
    std::fs::create_dir_all(&pack).expect("room");
    std::fs::rename(folder.0.join("m.py"), pack.join("m.py")).expect("the same file system");
    std::fs::rename(folder.0.join("__pycache__"), pack.join("__pycache__")).expect("the same file system");
    // The file is at hand, but of the module `m`, and at another place.
    std::fs::write(
        folder.0.join("m.py"),
        "from pack.m import *\nfrom pack.m import X, fails\nimport pack.m\n__name__ = pack.m.__name__\n",
    )
    .expect("room");
    let second = folder.run(&[], &[]);
    assert!(second.starts_with("[0, 1, 4, 9] pack.m\n"), "{second}");
    assert_eq!(
        second.replace("pack/m.py", "m.py").lines().skip(1).collect::<Vec<_>>(),
        first.lines().skip(1).collect::<Vec<_>>()
    );
}
