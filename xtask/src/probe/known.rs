//! What differs from the references by design, with reasons.
//!
//! An entry with an empty text means all of a function's calls, which are not made then; others excuse the lines that contain the text.

use super::Known;

/// Lua.
pub const LUA: &[Known] = &[
    ("debug.upvaluejoin", "", "works for functions of chunks that name it"),
    ("debug.getlocal", "", "the reference's C functions have temporaries"),
    ("debug.setlocal", "", "the reference's C functions have temporaries"),
    ("debug.traceback", "", "the host is shown also from levels on that are beyond it"),
    ("debug.getinfo", "", "the functions of the library's levels are not known"),
    ("debug.getuservalue", "", "files have no user values"),
    ("debug.setuservalue", "", "files have no user values"),
    ("debug.getregistry", "", "its content"),
    ("package.loadlib", "", "C modules are refused"),
    ("next", "", "the order of keys"),
];

/// Python.
pub const PYTHON: &[Known] = &[
    ("mappingproxy.*", "", "what a class has is shown as a plain dictionary"),
    ("memoryview.*", "", "views are of single bytes, and the size of what they show may change"),
    ("array.array.*", "", "written in Python, where a value is checked in another order"),
    ("difflib.*", "", "there are no `Differ`, `ndiff` and what belongs to them"),
    ("set.pop", "", "sets are in order of insertion"),
    ("set.__repr__", "", "sets are in order of insertion"),
    ("set.__iter__", "", "sets are in order of insertion"),
    ("set.remove", "KeyError: {", "sets are in order of insertion"),
    ("frozenset.__repr__", "", "sets are in order of insertion"),
    ("frozenset.__iter__", "", "sets are in order of insertion"),
    ("*", "range range(", "a range beyond machine words is of a class of its own, written in Python"),
    (
        "range.__reversed__",
        "longrange_iterator",
        "a range beyond machine words is of a class of its own, written in Python",
    ),
    (
        "range.__iter__",
        "longrange_iterator",
        "a range beyond machine words is of a class of its own, written in Python",
    ),
    ("iter", "str_ascii_iterator", "iterators over strings are of one class"),
    ("str.__iter__", "str_ascii_iterator", "iterators over strings are of one class"),
    ("getattr", "'__doc__'", "what is built in has no text of its own"),
    ("object.__getattribute__", "'__doc__'", "what is built in has no text of its own"),
    ("getattr", "'__dict__'", "what a class has is shown as a plain dictionary"),
    ("object.__getattribute__", "'__dict__'", "what a class has is shown as a plain dictionary"),
    ("bytearray.join", "Changer", "an array may change its size while it is read"),
    ("super", "super(): no arguments", "which function calls it by way of another one is not known"),
    ("chr", "\\ud8", "strings have no surrogates"),
    ("math.gamma", "", "last digits"),
    ("math.lgamma", "", "last digits"),
    ("math.erf", "", "last digits"),
    ("math.erfc", "", "last digits"),
    ("math.acosh", "", "last digits"),
    ("collections.Counter.elements", "-> chain", "what goes through it is a generator"),
    ("collections.OrderedDict.*", "-> odict_", "views and iterators are those of dictionaries"),
    ("itertools.groupby", "_grouper", "the items of a group are a generator's"),
    ("re.finditer", "-> callable_iterator", "what goes through the matches is another iterator"),
    ("re.Pattern.finditer", "-> callable_iterator", "what goes through the matches is another iterator"),
    ("datetime.*", "-> builtin_function_or_method", "the library's methods are written in Python"),
    ("collections.*", "-> builtin_function_or_method", "the library's methods are written in Python"),
    ("operator +=", "set(", "sets are in order of insertion"),
    ("cmath.*", "1.56679923697241", "last digits"),
    ("math.cbrt", "", "last digits"),
    (
        "collections.OrderedDict.pop",
        "",
        "the reference is ended by a signal where a key changes the dictionary",
    ),
    (
        "collections.OrderedDict.move_to_end",
        "now (",
        "the reference keeps the order beside the dictionary, which is what is shown",
    ),
    ("collections.deque.*", "OverflowError: cannot fit", "operators and methods are told apart only in C"),
    ("collections.*", "'collections.d", "the library's classes have no modules in their names"),
    ("struct.Struct.*", "'_struct.Struct' object", "the library's classes have no modules in their names"),
    ("pprint.*", "<Recursion on", "addresses"),
    ("reprlib.repr", "...x7f", "addresses"),
    ("datetime.*", ", key=", "names of arguments are looked at before values"),
    ("datetime.*", ", self=", "names of arguments are looked at before values"),
    ("datetime.*", ", x=", "names of arguments are looked at before values"),
    ("datetime.*", ", b=", "names of arguments are looked at before values"),
    ("functools.*", "_lru_cache_wrapper", "what remembers results is a function"),
    (
        "functools.partial.*",
        "'functools.partial' object",
        "the library's classes have no modules in their names",
    ),
    ("datetime.*", "'datetime.", "the library's classes have no modules in their names"),
    ("urllib.parse.urlencode", "+at+0x", "addresses"),
    (
        "classmethod.__get__",
        "-> builtin_function_or_method",
        "a built-in function that is bound to a class is shown as one",
    ),
    ("setattr", "(generator, '__name__'", "a generator has the names of its function"),
    ("setattr", "(generator, '__qualname__'", "a generator has the names of its function"),
    ("setattr", "(builtin_function_or_method", "what is built in has no attributes of the program's"),
    ("delattr", "(generator, '__name__'", "a generator has the names of its function"),
    ("delattr", "(generator, '__qualname__'", "a generator has the names of its function"),
    ("statement f(**a)", "keywords must be strings", "keywords are looked at before what is called"),
    ("struct.*", "memoryview(", "the reference's table of formats takes a view for equal bytes"),
    ("json.*", "sort_keys=Changer", "how often a setting is asked for its truth"),
    ("copy.deepcopy", " now (", "addresses in the table of what was copied"),
    ("math.dist", "Changer", "how many values an iterable may have is not asked for"),
    ("unicodedata.UCD", "", "there is one version of the table"),
    ("functools.cmp_to_key", "KeyWrapper", "the class is written in Python and has another name"),
];

/// Functions of Python in which differences have been seen that nobody has mended or judged yet, a name on each line. They are called only when `--only` names
/// them; a name goes from the list when its differences are mended.
pub const PYTHON_OPEN: &str = include_str!("open_python.txt");
