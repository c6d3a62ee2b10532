//! The built-in classes.

use super::class::{linearize, ClassInfo, Layout, Names};
use super::iter;
use super::str;
use crate::value::{misc, Tag, Val};
use crate::Rt;
use std::cell::RefCell;
use std::collections::HashMap;

macro_rules! types {
    ($($id:ident $name:literal [$($base:ident)*] $layout:ident;)*) => {
        /// The built-in classes.
        #[allow(missing_docs)]
        pub struct Types {
            $(pub $id: &'static ClassInfo,)*
            iterators: Vec<&'static ClassInfo>,
            /// Classes of generators, by the number of the code, where it is not `generator`.
            generators: RefCell<HashMap<u32, &'static ClassInfo>>,
            /// Classes of iterators of `itertools`, by kind.
            relays: RefCell<HashMap<u32, &'static ClassInfo>>,
        }
        impl Types {
            /// Makes them.
            pub fn new(rt: &Rt) -> Types {
                $(
                    let bases: Vec<&'static ClassInfo> = vec![$($base),*];
                    let after = linearize(&bases, ClassInfo::mro).unwrap_or_default();
                    let $id = rt.lang.classes.make(rt, $name, bases, after, Layout::$layout, Names::default(), "builtins", $name);
                )*
                let object = rt.lang.classes.get(0);
                let named = |name: &&str| {
                    let after = object.mro().to_vec();
                    rt.lang.classes.make(rt, name, vec![object], after, Layout::Builtin, Names::default(), "builtins", name)
                };
                let iterators = iter::NAMES.iter().map(named).collect();
                Types { $($id,)* iterators, generators: RefCell::default(), relays: RefCell::default() }
            }
            /// All with names that programs see.
            pub fn all(&self) -> Vec<&'static ClassInfo> {
                vec![$(self.$id),*]
            }
        }
    };
}
types! {
    object "object" [] Object;
    type_ "type" [object] Builtin;
    none_type "NoneType" [object] Builtin;
    int "int" [object] Builtin;
    bool "bool" [int] Builtin;
    float "float" [object] Builtin;
    str "str" [object] Builtin;
    tuple "tuple" [object] Builtin;
    list "list" [object] Builtin;
    dict "dict" [object] Builtin;
    set "set" [object] Builtin;
    frozenset "frozenset" [object] Builtin;
    bytes "bytes" [object] Builtin;
    bytearray "bytearray" [object] Builtin;
    memoryview "memoryview" [object] Builtin;
    complex "complex" [object] Builtin;
    range "range" [object] Builtin;
    slice "slice" [object] Builtin;
    function "function" [object] Builtin;
    builtin "builtin_function_or_method" [object] Builtin;
    method "method" [object] Builtin;
    method_descriptor "method_descriptor" [object] Builtin;
    wrapper_descriptor "wrapper_descriptor" [object] Builtin;
    method_wrapper "method-wrapper" [object] Builtin;
    generator "generator" [object] Builtin;
    cell "cell" [object] Builtin;
    ellipsis "ellipsis" [object] Builtin;
    not_implemented "NotImplementedType" [object] Builtin;
    module "module" [object] Builtin;
    property "property" [object] Builtin;
    staticmethod "staticmethod" [object] Builtin;
    classmethod "classmethod" [object] Builtin;
    super_ "super" [object] Builtin;
    dict_keys "dict_keys" [object] Builtin;
    dict_values "dict_values" [object] Builtin;
    dict_items "dict_items" [object] Builtin;
    traceback "traceback" [object] Builtin;
    code "code" [object] Builtin;
    getset "getset_descriptor" [object] Builtin;
    member "member_descriptor" [object] Builtin;
    base_exception "BaseException" [object] Exception;
    exception "Exception" [base_exception] Exception;
    base_exception_group "BaseExceptionGroup" [base_exception] Exception;
    exception_group "ExceptionGroup" [base_exception_group exception] Exception;
    system_exit "SystemExit" [base_exception] Exception;
    keyboard_interrupt "KeyboardInterrupt" [base_exception] Exception;
    generator_exit "GeneratorExit" [base_exception] Exception;
    stop_iteration "StopIteration" [exception] Exception;
    arithmetic_error "ArithmeticError" [exception] Exception;
    zero_division_error "ZeroDivisionError" [arithmetic_error] Exception;
    overflow_error "OverflowError" [arithmetic_error] Exception;
    floating_point_error "FloatingPointError" [arithmetic_error] Exception;
    lookup_error "LookupError" [exception] Exception;
    index_error "IndexError" [lookup_error] Exception;
    key_error "KeyError" [lookup_error] Exception;
    type_error "TypeError" [exception] Exception;
    value_error "ValueError" [exception] Exception;
    unicode_error "UnicodeError" [value_error] Exception;
    unicode_decode_error "UnicodeDecodeError" [unicode_error] Exception;
    unicode_encode_error "UnicodeEncodeError" [unicode_error] Exception;
    unicode_translate_error "UnicodeTranslateError" [unicode_error] Exception;
    attribute_error "AttributeError" [exception] Exception;
    name_error "NameError" [exception] Exception;
    unbound_local_error "UnboundLocalError" [name_error] Exception;
    runtime_error "RuntimeError" [exception] Exception;
    not_implemented_error "NotImplementedError" [runtime_error] Exception;
    recursion_error "RecursionError" [runtime_error] Exception;
    memory_error "MemoryError" [exception] Exception;
    assertion_error "AssertionError" [exception] Exception;
    import_error "ImportError" [exception] Exception;
    module_not_found_error "ModuleNotFoundError" [import_error] Exception;
    os_error "OSError" [exception] Exception;
    file_not_found_error "FileNotFoundError" [os_error] Exception;
    file_exists_error "FileExistsError" [os_error] Exception;
    is_a_directory_error "IsADirectoryError" [os_error] Exception;
    not_a_directory_error "NotADirectoryError" [os_error] Exception;
    permission_error "PermissionError" [os_error] Exception;
    timeout_error "TimeoutError" [os_error] Exception;
    interrupted_error "InterruptedError" [os_error] Exception;
    blocking_io_error "BlockingIOError" [os_error] Exception;
    child_process_error "ChildProcessError" [os_error] Exception;
    process_lookup_error "ProcessLookupError" [os_error] Exception;
    connection_error "ConnectionError" [os_error] Exception;
    broken_pipe_error "BrokenPipeError" [connection_error] Exception;
    connection_aborted_error "ConnectionAbortedError" [connection_error] Exception;
    connection_refused_error "ConnectionRefusedError" [connection_error] Exception;
    connection_reset_error "ConnectionResetError" [connection_error] Exception;
    buffer_error "BufferError" [exception] Exception;
    reference_error "ReferenceError" [exception] Exception;
    system_error "SystemError" [exception] Exception;
    stop_async_iteration "StopAsyncIteration" [exception] Exception;
    eof_error "EOFError" [exception] Exception;
    syntax_error "SyntaxError" [exception] Exception;
    indentation_error "IndentationError" [syntax_error] Exception;
    tab_error "TabError" [indentation_error] Exception;
    warning "Warning" [exception] Exception;
    deprecation_warning "DeprecationWarning" [warning] Exception;
    user_warning "UserWarning" [warning] Exception;
    bytes_warning "BytesWarning" [warning] Exception;
    encoding_warning "EncodingWarning" [warning] Exception;
    future_warning "FutureWarning" [warning] Exception;
    import_warning "ImportWarning" [warning] Exception;
    pending_deprecation_warning "PendingDeprecationWarning" [warning] Exception;
    resource_warning "ResourceWarning" [warning] Exception;
    runtime_warning "RuntimeWarning" [warning] Exception;
    syntax_warning "SyntaxWarning" [warning] Exception;
    unicode_warning "UnicodeWarning" [warning] Exception;
}

impl Types {
    /// The class of a value that is no instance and no class.
    pub fn of_tag(&self, v: Val) -> &'static ClassInfo {
        match v {
            Val::Unbound | Val::None => self.none_type,
            Val::False | Val::True => self.bool,
            Val::Int(_) | Val::Big(_) => self.int,
            Val::Float(_) => self.float,
            Val::Str(_) => self.str,
            Val::Tuple(_) => self.tuple,
            Val::List(_) => self.list,
            Val::Dict(_) => self.dict,
            Val::Set(s) if s.frozen => self.frozenset,
            Val::Set(_) => self.set,
            Val::Bytes(b) if b.mutable => self.bytearray,
            Val::Bytes(_) => self.bytes,
            Val::Complex(_) => self.complex,
            Val::Func(_) => self.function,
            Val::Native(_) => self.builtin,
            Val::Method(_) => self.method,
            Val::Cell(_) => self.cell,
            Val::Gen(g) => self.generators.borrow().get(&g.code).copied().unwrap_or(self.generator),
            Val::Range(_) => self.range,
            Val::Slice(_) => self.slice,
            Val::Iter(i) => match self.iterators.get(i.kind as usize) {
                Some(c) => c,
                None => self.relays.borrow().get(&i.kind).copied().unwrap_or(self.object),
            },
            Val::Inst(_) => self.object,
            Val::Class(_) => self.type_,
            Val::Misc(m) => match m.kind {
                misc::ELLIPSIS => self.ellipsis,
                misc::NOT_IMPLEMENTED => self.not_implemented,
                misc::MODULE => self.module,
                misc::PROPERTY => self.property,
                misc::STATIC => self.staticmethod,
                misc::CLASS => self.classmethod,
                misc::SUPER => self.super_,
                misc::KEYS => self.dict_keys,
                misc::VALUES => self.dict_values,
                misc::ITEMS => self.dict_items,
                misc::VIEW => self.memoryview,
                misc::NAMESPACE => self.dict,
                misc::CODE => self.code,
                misc::MEMBER if m.id == 1 => self.member,
                misc::MEMBER => self.getset,
                _ => self.traceback,
            },
        }
    }
    /// The class of all values with a tag, for tags where there is one.
    pub fn of_tag_number(&self, tag: u64) -> Option<&'static ClassInfo> {
        Some(match tag {
            Tag::Str => self.str,
            Tag::List => self.list,
            Tag::Dict => self.dict,
            Tag::Tuple => self.tuple,
            Tag::Int => self.int,
            Tag::Float => self.float,
            Tag::Gen => self.generator,
            _ => return None,
        })
    }
    /// Classes of built-in iterators.
    pub fn iterators(&self) -> &[&'static ClassInfo] {
        &self.iterators
    }
    /// Makes a class that of the generators of a function.
    pub fn set_generator_class(&self, code: u32, c: &'static ClassInfo) {
        self.generators.borrow_mut().insert(code, c);
    }
    /// Whether a function's generators stand for built-in iterators, which a `StopIteration` of what they call ends.
    pub fn is_iterators_generator(&self, code: u32) -> bool {
        self.generators.borrow().contains_key(&code)
    }
    /// Makes a class that of the iterators of a kind of `objects::relays`.
    pub fn set_relay_class(&self, kind: u32, c: &'static ClassInfo) {
        self.relays.borrow_mut().insert(kind, c);
    }
    /// Whether it is one of them.
    pub fn has(&self, c: &ClassInfo) -> bool {
        self.iterators.last().is_some_and(|last| c.id <= last.id)
    }
    /// Whether instances of classes derived from this one wrap a value of it.
    pub fn wraps(&self, c: &ClassInfo) -> bool {
        [self.int, self.float, self.str, self.tuple, self.list, self.dict, self.set, self.frozenset]
            .iter()
            .chain(&[self.bytes, self.bytearray, self.complex])
            .chain(&[self.property, self.staticmethod, self.classmethod])
            .any(|t| t.id == c.id)
    }
    /// Puts methods into a class.
    pub fn fill(rt: &Rt, c: &'static ClassInfo, list: &[(&'static str, crate::native::Body)]) {
        for &(name, body) in list {
            let f = rt.lang.make_native(rt, name, body, None);
            // What makes a value is given a class.
            if let (Val::Native(n), false) = (f, name.starts_with('%') || name == "__new__") {
                rt.lang.native(n.id).class.set(Some(c));
            }
            c.attrs.borrow_mut().set(str::intern(rt, name), f.into());
        }
    }
}
