//! Objects, host side.
//!
//! ```text
//! str    strings        list   lists         dict   dictionaries and tables; set  sets
//! class  classes, maps  number integers      iter   built-in iterators
//! bytes  bytes, arrays of them, views        complex  complex numbers
//! ops    what all objects can do: equality, hash, truth, operators, attributes, items
//! types  the built-in classes                    namespace  `__dict__`     view  items of views
//! ```

pub mod attr;
pub mod bytes;
pub mod choices;
pub mod class;
pub mod complex;
pub mod dict;
pub mod item;
pub mod iter;
pub mod list;
pub mod namespace;
pub mod number;
pub mod ops;
pub mod queue;
pub mod relays;
pub mod set;
pub mod str;
pub mod types;
pub mod view;
