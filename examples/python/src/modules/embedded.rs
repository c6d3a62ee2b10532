//! Library modules written in Python: part of the command, compiled when they are first imported. Traces go into them as into the program.

/// File names and texts, by module.
const MODULES: &[(&str, &str, &str)] = &[
    ("__future__", "<library>/__future__.py", include_str!("../library/__future__.py")),
    ("abc", "<library>/abc.py", include_str!("../library/abc.py")),
    ("argparse", "<library>/argparse.py", include_str!("../library/argparse.py")),
    ("array", "<library>/array.py", include_str!("../library/array.py")),
    ("atexit", "<library>/atexit.py", include_str!("../library/atexit.py")),
    ("bisect", "<library>/bisect.py", include_str!("../library/bisect.py")),
    ("cmath", "<library>/cmath.py", include_str!("../library/cmath.py")),
    ("collections", "<library>/collections/__init__.py", include_str!("../library/collections/__init__.py")),
    ("collections.abc", "<library>/collections/abc.py", include_str!("../library/collections/abc.py")),
    ("contextlib", "<library>/contextlib.py", include_str!("../library/contextlib.py")),
    ("copy", "<library>/copy.py", include_str!("../library/copy.py")),
    ("dataclasses", "<library>/dataclasses.py", include_str!("../library/dataclasses.py")),
    ("enum", "<library>/enum.py", include_str!("../library/enum.py")),
    ("fractions", "<library>/fractions.py", include_str!("../library/fractions.py")),
    ("functools", "<library>/functools.py", include_str!("../library/functools.py")),
    ("heapq", "<library>/heapq.py", include_str!("../library/heapq.py")),
    ("importlib", "<library>/importlib/__init__.py", include_str!("../library/importlib/__init__.py")),
    ("io", "<library>/io.py", include_str!("../library/io.py")),
    ("itertools", "<library>/itertools.py", include_str!("../library/itertools.py")),
    ("json", "<library>/json.py", include_str!("../library/json.py")),
    ("operator", "<library>/operator.py", include_str!("../library/operator.py")),
    ("os", "<library>/os/__init__.py", include_str!("../library/os/__init__.py")),
    ("os.path", "<library>/os/path.py", include_str!("../library/os/path.py")),
    ("random", "<library>/random.py", include_str!("../library/random.py")),
    ("re", "<library>/re.py", include_str!("../library/re.py")),
    ("statistics", "<library>/statistics.py", include_str!("../library/statistics.py")),
    ("string", "<library>/string.py", include_str!("../library/string.py")),
    ("struct", "<library>/struct.py", include_str!("../library/struct.py")),
    ("textwrap", "<library>/textwrap.py", include_str!("../library/textwrap.py")),
    ("timeit", "<library>/timeit.py", include_str!("../library/timeit.py")),
    ("traceback", "<library>/traceback.py", include_str!("../library/traceback.py")),
    ("types", "<library>/types.py", include_str!("../library/types.py")),
    ("typing", "<library>/typing.py", include_str!("../library/typing.py")),
    ("warnings", "<library>/warnings.py", include_str!("../library/warnings.py")),
];

/// The file name and text of a module.
pub fn find(name: &str) -> Option<(&'static str, &'static str)> {
    MODULES.iter().find(|m| m.0 == name).map(|m| (m.1, m.2))
}
