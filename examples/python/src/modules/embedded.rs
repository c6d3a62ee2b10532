//! Library modules written in Python: part of the command, compiled when they are first imported. Traces go into them as into the program.

/// File names and texts, by module.
const MODULES: &[(&str, &str, &str)] = &[
    ("abc", "lib/abc.py", include_str!("../lib/abc.py")),
    ("bisect", "lib/bisect.py", include_str!("../lib/bisect.py")),
    ("collections", "lib/collections/__init__.py", include_str!("../lib/collections/__init__.py")),
    ("collections.abc", "lib/collections/abc.py", include_str!("../lib/collections/abc.py")),
    ("contextlib", "lib/contextlib.py", include_str!("../lib/contextlib.py")),
    ("copy", "lib/copy.py", include_str!("../lib/copy.py")),
    ("dataclasses", "lib/dataclasses.py", include_str!("../lib/dataclasses.py")),
    ("enum", "lib/enum.py", include_str!("../lib/enum.py")),
    ("functools", "lib/functools.py", include_str!("../lib/functools.py")),
    ("heapq", "lib/heapq.py", include_str!("../lib/heapq.py")),
    ("itertools", "lib/itertools.py", include_str!("../lib/itertools.py")),
    ("operator", "lib/operator.py", include_str!("../lib/operator.py")),
    ("random", "lib/random.py", include_str!("../lib/random.py")),
    ("string", "lib/string.py", include_str!("../lib/string.py")),
    ("types", "lib/types.py", include_str!("../lib/types.py")),
];

/// The file name and text of a module.
pub fn find(name: &str) -> Option<(&'static str, &'static str)> {
    MODULES.iter().find(|m| m.0 == name).map(|m| (m.1, m.2))
}
