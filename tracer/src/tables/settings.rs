//! The names of all settings in the environment.
//!
//! **Problem.** A variable with a misspelt name changes nothing, and looks as if it had. So every variable of the framework's prefix is a setting of this table, or an
//! error, as a value without meaning is.
//!
//! **Invariants.** What is read anywhere is in the table, and the guide's table has the same names (`tests/guide.rs`). Tests and tools of this repository have no variables
//! of that prefix for themselves. An empty variable is as if it was not set, whatever its name.
//!
//! **Not promised.** That a setting is read: the heap's are not by who makes its own [`crate::heap::HeapConfig`].
//!
//! **Example.** `HOLLOWAY_TRESHOLD=1` is refused: "there is no such setting".

use std::ffi::OsString;

/// What all names of settings begin with.
const PREFIX: &str = "HOLLOWAY_";

/// All settings. [`super::Params::from_env`] and [`crate::heap::HeapConfig::from_env`] read them.
pub const SETTINGS: &[&str] = &[
    "HOLLOWAY_JIT",
    "HOLLOWAY_THRESHOLD",
    "HOLLOWAY_FUNCTION_THRESHOLD",
    "HOLLOWAY_BRIDGE_THRESHOLD",
    "HOLLOWAY_OPT",
    "HOLLOWAY_CHAOS",
    "HOLLOWAY_CONCURRENT",
    "HOLLOWAY_AUDIT",
    "HOLLOWAY_SITES",
    "HOLLOWAY_DERIVATIVES",
    "HOLLOWAY_FUSED",
    "HOLLOWAY_LOG",
    "HOLLOWAY_CODE_MAX",
    "HOLLOWAY_COROUTINE_STACKS",
    "HOLLOWAY_GPU",
    "HOLLOWAY_GPU_DEVICE",
    "HOLLOWAY_REPLAY",
    "HOLLOWAY_PERF",
    "HOLLOWAY_GDB",
    "HOLLOWAY_GC",
    "HOLLOWAY_YOUNG",
    "HOLLOWAY_NURSERY",
    "HOLLOWAY_PAGES",
    "HOLLOWAY_HEAP_MAX",
];

/// That each variable of the prefix is a setting, unless it is empty.
pub(super) fn check_names(variables: impl Iterator<Item = (OsString, OsString)>) -> Result<(), String> {
    let set = variables.filter(|(_, value)| !value.is_empty());
    let names = set.map(|(name, _)| name.to_string_lossy().into_owned());
    let mut unknown = names.filter(|name| name.starts_with(PREFIX) && !SETTINGS.contains(&name.as_str()));
    match unknown.next() {
        None => Ok(()),
        Some(name) => Err(format!("{name}: there is no such setting; there are {}", SETTINGS.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_an_error() {
        let check = |name: &str, value: &str| check_names([(name.into(), value.into())].into_iter());
        assert!(SETTINGS.iter().all(|name| check(name, "1").is_ok()));
        let message = check("HOLLOWAY_TRESHOLD", "1").unwrap_err();
        assert!(message.starts_with("HOLLOWAY_TRESHOLD: ") && message.contains("HOLLOWAY_THRESHOLD"));
        assert_eq!((check("HOLLOWAY_TRESHOLD", ""), check("HOLLOW", "1")), (Ok(()), Ok(())));
    }
}
