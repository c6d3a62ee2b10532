//! What differs from the references by design, with reasons.
//!
//! An entry with an empty text means all of a function's calls, which are not made then; others excuse the lines that contain the text.

use super::Known;

/// Lua.
pub const LUA: &[Known] = &[
    ("debug.upvaluejoin", "", "not there"),
    ("debug.getlocal", "", "the reference's C functions have temporaries"),
    ("debug.setlocal", "", "the reference's C functions have temporaries"),
    ("debug.traceback", "", "the levels of other coroutines are not known"),
    ("debug.getinfo", "", "the levels of other coroutines are not known"),
    ("debug.getuservalue", "", "files have no user values"),
    ("debug.setuservalue", "", "files have no user values"),
    ("debug.getregistry", "", "its content"),
    ("package.loadlib", "", "C modules are refused"),
    ("next", "", "the order of keys"),
];

/// Python.
pub const PYTHON: &[Known] = &[];
