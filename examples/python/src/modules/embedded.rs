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
    "binascii" "binascii.py"
    "bisect" "bisect.py"
    "calendar" "calendar.py"
    "cmath" "cmath.py"
    "collections" "collections/__init__.py"
    "collections.abc" "collections/abc.py"
    "contextlib" "contextlib.py"
    "copy" "copy.py"
    "csv" "csv.py"
    "dataclasses" "dataclasses.py"
    "datetime" "datetime.py"
    "decimal" "decimal.py"
    "difflib" "difflib.py"
    "enum" "enum.py"
    "errno" "errno.py"
    "fnmatch" "fnmatch.py"
    "fractions" "fractions.py"
    "functools" "functools.py"
    "gc" "gc.py"
    "getpass" "getpass.py"
    "glob" "glob.py"
    "graphlib" "graphlib.py"
    "hashlib" "hashlib.py"
    "heapq" "heapq.py"
    "hmac" "hmac.py"
    "html" "html.py"
    "importlib" "importlib/__init__.py"
    "inspect" "inspect.py"
    "io" "io.py"
    "itertools" "itertools.py"
    "json" "json.py"
    "keyword" "keyword.py"
    "linecache" "linecache.py"
    "logging" "logging.py"
    "numbers" "numbers.py"
    "operator" "operator.py"
    "os" "os/__init__.py"
    "os.path" "os/path.py"
    "pathlib" "pathlib.py"
    "platform" "platform.py"
    "pprint" "pprint.py"
    "queue" "queue.py"
    "random" "random.py"
    "re" "re.py"
    "reprlib" "reprlib.py"
    "secrets" "secrets.py"
    "shlex" "shlex.py"
    "shutil" "shutil.py"
    "stat" "stat.py"
    "statistics" "statistics.py"
    "string" "string.py"
    "struct" "struct.py"
    "tempfile" "tempfile.py"
    "textwrap" "textwrap.py"
    "time" "time.py"
    "timeit" "timeit.py"
    "traceback" "traceback.py"
    "types" "types.py"
    "typing" "typing.py"
    "unittest" "unittest.py"
    "uuid" "uuid.py"
    "warnings" "warnings.py"
    "weakref" "weakref.py"
    "zlib" "zlib.py"
};

/// The file name and text of a module.
pub fn find(name: &str) -> Option<(&'static str, &'static str)> {
    MODULES.iter().find(|m| m.0 == name).map(|m| (m.1, m.2))
}
