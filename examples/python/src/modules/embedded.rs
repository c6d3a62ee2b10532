//! Library modules written in Python: part of the command, compiled when they are first imported. Traces go into them as into the program.

/// Modules and their files: names and texts.
macro_rules! files {
    ($($module:literal $file:literal)*) => {
        &[$(($module, concat!("<library>/", $file), include_str!(concat!("../library/", $file)))),*]
    };
}

/// File names and texts, by module.
const MODULES: &[(&str, &str, &str)] = files! {
    "__future__" "__future__.py"
    "_groups" "_groups.py"
    "_ranges" "_ranges.py"
    "abc" "abc.py"
    "argparse" "argparse.py"
    "array" "array.py"
    "atexit" "atexit.py"
    "base64" "base64.py"
    "bisect" "bisect.py"
    "cmath" "cmath.py"
    "collections" "collections/__init__.py"
    "collections.abc" "collections/abc.py"
    "contextlib" "contextlib.py"
    "copy" "copy.py"
    "csv" "csv.py"
    "dataclasses" "dataclasses.py"
    "datetime" "datetime.py"
    "decimal" "decimal.py"
    "enum" "enum.py"
    "fnmatch" "fnmatch.py"
    "fractions" "fractions.py"
    "functools" "functools.py"
    "glob" "glob.py"
    "heapq" "heapq.py"
    "importlib" "importlib/__init__.py"
    "io" "io.py"
    "itertools" "itertools.py"
    "json" "json.py"
    "logging" "logging.py"
    "numbers" "numbers.py"
    "operator" "operator.py"
    "os" "os/__init__.py"
    "os.path" "os/path.py"
    "pathlib" "pathlib.py"
    "pprint" "pprint.py"
    "queue" "queue.py"
    "random" "random.py"
    "re" "re.py"
    "shlex" "shlex.py"
    "statistics" "statistics.py"
    "string" "string.py"
    "struct" "struct.py"
    "textwrap" "textwrap.py"
    "time" "time.py"
    "timeit" "timeit.py"
    "traceback" "traceback.py"
    "types" "types.py"
    "typing" "typing.py"
    "unittest" "unittest.py"
    "warnings" "warnings.py"
};

/// The file name and text of a module.
pub fn find(name: &str) -> Option<(&'static str, &'static str)> {
    MODULES.iter().find(|m| m.0 == name).map(|m| (m.1, m.2))
}
