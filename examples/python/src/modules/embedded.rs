//! Library modules written in Python: part of the command, compiled when they are first imported. Traces go into them as into the program.

/// File names and texts, by module.
const MODULES: &[(&str, &str, &str)] = &[
    ("abc", "<library>/abc.py", include_str!("../library/abc.py")),
    ("bisect", "<library>/bisect.py", include_str!("../library/bisect.py")),
    ("collections", "<library>/collections/__init__.py", include_str!("../library/collections/__init__.py")),
    ("collections.abc", "<library>/collections/abc.py", include_str!("../library/collections/abc.py")),
    ("contextlib", "<library>/contextlib.py", include_str!("../library/contextlib.py")),
    ("copy", "<library>/copy.py", include_str!("../library/copy.py")),
    ("dataclasses", "<library>/dataclasses.py", include_str!("../library/dataclasses.py")),
    ("enum", "<library>/enum.py", include_str!("../library/enum.py")),
    ("functools", "<library>/functools.py", include_str!("../library/functools.py")),
    ("heapq", "<library>/heapq.py", include_str!("../library/heapq.py")),
    ("itertools", "<library>/itertools.py", include_str!("../library/itertools.py")),
    ("json", "<library>/json.py", include_str!("../library/json.py")),
    ("operator", "<library>/operator.py", include_str!("../library/operator.py")),
    ("random", "<library>/random.py", include_str!("../library/random.py")),
    ("re", "<library>/re.py", include_str!("../library/re.py")),
    ("string", "<library>/string.py", include_str!("../library/string.py")),
    ("types", "<library>/types.py", include_str!("../library/types.py")),
    ("typing", "<library>/typing.py", include_str!("../library/typing.py")),
];

/// The file name and text of a module.
pub fn find(name: &str) -> Option<(&'static str, &'static str)> {
    MODULES.iter().find(|m| m.0 == name).map(|m| (m.1, m.2))
}
