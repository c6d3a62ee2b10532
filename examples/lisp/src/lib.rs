//! A Lisp: the second lesson, beside `examples/tla`. Its instructions work on a stack, its procedures are closures with proper tail calls, its records have hidden classes.
//!
//! ```scheme
//! (define (count n acc) (if (= n 0) acc (count (- n 1) (+ acc n))))   ; a loop: tail calls
//! (define p (record (x 1) (y 2)))                                     ; a record
//! (put! p x (+ (get p x) (get p y)))
//! (guard (e (#t (display (get e message)))) (car 5))                  ; an error, caught
//! (define g (make-generator (lambda () (yield 1) 2)))                 ; a generator
//! (display (list (next g) (next g)))
//! (define t (make-hash-table))                                        ; a hash table, in order of insertion, by `equal?` (names as in SRFI 69)
//! (hash-table-update!/default t (list 1 "a") (lambda (n) (+ n 1)) 0)
//! (define v (flexvector 1 2))                                         ; a vector that grows (names as in SRFI 214)
//! (flexvector-add-back! v 3)
//! ```
//!
//! **Not promised.** It is no Scheme: there are no macros, no continuations, no characters, no `eval`; pairs and strings do not change; a `define` stands first in a body or at the
//! top, not in a `begin`; `apply` calls, and does not replace its caller; most procedures of the library take exactly the values that their text in `prelude.scm` names.
//!
//! | read | what is there |
//! |---|---|
//! | [`value`] | values and objects: which fields change, and why it matters |
//! | [`containers`] | hash tables and growable vectors: the framework's, with this language's equality |
//! | [`data`] | what is equal, and how values are written |
//! | [`code`] | instructions, and the table of primitives |
//! | `interp` | the interpreter |
//! | `calls` | calls, tail calls, errors |
//! | `prims` | what instructions do with values |
//! | [`helpers`], [`natives`] | what traces call and do not look into; what embedders add |
//! | `lisp` | constants and globals, runs, embedding |
//! | [`read`], [`forms`], [`expand`], [`expr`], [`compile`] | from text to instructions; nothing there knows of the JIT |
#![forbid(unsafe_code)]

mod calls;
pub mod code;
pub mod compile;
pub mod containers;
pub mod data;
pub mod expand;
pub mod expr;
pub mod forms;
pub mod helpers;
mod interp;
mod lisp;
pub mod natives;
mod prims;
pub mod read;
pub mod value;

pub use interp::Activation;
pub use lisp::{Lisp, Program};
