//! Object types: the header word, the shape a derive writes down, and the process-wide registry of type numbers.
//!
//! Picture of every object:
//! ```text
//! offset 0   header: bits 0..32 type number, bit 32 that a store into the object has to be logged; zero at birth above the number
//! offset 8.. fields, as `repr(C)` lays them out
//! at the end optionally a tail: length (64 bits), then the elements
//! ```
//! A type gets its number when it is first used, never 0 (free memory) and never [`FREED`]. Numbers are the same for every heap of the
//! process but not from run to run.

use super::field::FieldGc;
use super::own::OwnVtable;
use holloway_compiler::abi::LOGGING;
use holloway_compiler::ir::TypeDescr;
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Mutex;

/// Type number of cells that were swept in stress mode, and of the object that dead registers refer to then.
pub const FREED: u32 = u32::MAX;

/// What fills the rest of such a cell: a value of every type that a field may have, and nothing useful. As an address it is mapped nowhere (its high
/// bits are not copies of bit 47), as a length it is out of all bounds, as a boolean it is true.
pub(super) const POISON: u64 = 0x0101_0101_0101_0101;

/// The first field of every object: its type, and bits for the collector.
///
/// It is neither `Clone` nor `Copy`, so an object can't be duplicated by a derive.
#[repr(transparent)]
#[derive(Default)]
pub struct Header(Cell<u64>);

impl Header {
    /// What a struct literal gives; allocation puts the type number in.
    #[allow(clippy::declare_interior_mutable_const)] // a new one each time is what is wanted
    pub const NEW: Header = Header(Cell::new(0));

    /// The type number.
    #[inline(always)]
    pub fn type_number(&self) -> u32 {
        self.0.get() as u32
    }
    #[inline(always)]
    pub(crate) fn set(&self, word: u64) {
        self.0.set(word)
    }
    /// Whether the object is old and no store into it has been logged since the last collection.
    #[inline(always)]
    pub(crate) fn is_logging(&self) -> bool {
        self.0.get() & LOGGING != 0
    }
    /// Has the next store of a reference logged: the object is old, and all that it refers to is.
    #[inline(always)]
    pub(crate) fn start_logging(&self) {
        self.0.set(self.0.get() | LOGGING)
    }
    /// Notes that a store was logged.
    #[inline(always)]
    pub(crate) fn stop_logging(&self) {
        self.0.set(self.0.get() & !LOGGING)
    }
}

/// One field of an object type, as the derive lists it.
#[derive(Clone, Copy)]
pub struct FieldShape {
    /// The field's name.
    pub name: &'static str,
    /// Byte offset in the object.
    pub offset: u32,
    /// Its size.
    pub bytes: u32,
    /// Whoever reads it does the same in the end whatever it holds (`#[object(hint)]`), so helpers that claim only to read may write it.
    pub hint: bool,
    /// What the collector does with it.
    pub gc: FieldGc,
}

/// The inline elements at the end of an object.
#[derive(Clone, Copy)]
pub struct TailShape {
    /// Offset of the 64-bit length.
    pub len_offset: u32,
    /// Offset of element 0.
    pub elems_offset: u32,
    /// Bytes from element to element.
    pub stride: u32,
    /// What the collector does with each element.
    pub gc: FieldGc,
}

/// What the derive knows of an object type.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The struct's name.
    pub name: &'static str,
    /// Bytes before any elements, header included.
    pub size: u32,
    /// Every field but header and tail.
    pub fields: &'static [FieldShape],
    /// The elements, for array objects.
    pub tail: Option<TailShape>,
}

impl Shape {
    /// Whether objects of the type may own Rust values.
    pub const fn has_owned(&self) -> bool {
        let mut i = 0;
        while i < self.fields.len() {
            if matches!(self.fields[i].gc, FieldGc::Own(_)) {
                return true;
            }
            i += 1;
        }
        false
    }
    /// Offsets of the fields that hold owned values.
    pub(crate) fn owned(&self) -> impl Iterator<Item = usize> {
        self.fields.iter().filter(|f| matches!(f.gc, FieldGc::Own(_))).map(|f| f.offset as usize)
    }
}

/// A type whose values live in the heap; implemented by `#[derive(Object)]` only.
///
/// # Safety
/// `SHAPE` describes the `repr(C)` layout exactly, the header is at offset 0, and `type_cell` always answers the same cell, which no other
/// type answers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a heap object",
    note = "put `#[derive(Object)] #[repr(C)]` on the struct and make `header: Header` its first field"
)]
pub unsafe trait Object: Sized + 'static {
    /// The layout.
    const SHAPE: Shape;
    /// Where the type's number is kept.
    fn type_cell() -> &'static TypeCell;

    /// The type's number.
    #[inline(always)]
    fn type_number() -> u32 {
        Self::type_cell().number()
    }
    /// What a trace needs to allocate the type.
    fn type_descr() -> TypeDescr {
        let s = Self::SHAPE;
        TypeDescr {
            name: Cow::Borrowed(s.name),
            header: Self::type_number() as u64,
            size: s.size,
            stride: s.tail.map_or(0, |t| t.stride),
            len_offset: s.tail.map_or(0, |t| t.len_offset),
        }
    }
}

/// An object type of which arrays of references can be made; every derived type is one.
///
/// # Safety
/// `ref_array_cell` always answers the same cell, which no other type answers.
pub unsafe trait RefElement: Object {
    /// Where the number of `RefArray<Self>` is kept.
    fn ref_array_cell() -> &'static TypeCell;
}

/// The place of a type's number: one static per type.
pub struct TypeCell {
    number: AtomicU32,
    shape: Shape,
}

impl TypeCell {
    /// A cell for a type not yet numbered.
    pub const fn new(shape: Shape) -> TypeCell {
        TypeCell { number: AtomicU32::new(0), shape }
    }
    /// The number, assigned at the first call.
    #[inline(always)]
    pub fn number(&'static self) -> u32 {
        match self.number.load(Ordering::Relaxed) {
            0 => self.register(),
            n => n,
        }
    }
    #[cold]
    fn register(&'static self) -> u32 {
        let mut types = REGISTRY.lock().unwrap_or_else(|e| e.into_inner());
        // Another thread may have come first.
        match self.number.load(Ordering::Relaxed) {
            0 => {}
            n => return n,
        }
        types.push(Box::leak(Box::new(TypeInfo::new(&self.shape))));
        let n = types.len() as u32;
        assert!(n < FREED, "too many object types");
        self.number.store(n, Ordering::Relaxed);
        n
    }
}

static REGISTRY: Mutex<Vec<&'static TypeInfo>> = Mutex::new(Vec::new());

/// Every type numbered so far; number `n` is at index `n - 1`.
pub(crate) fn all_types() -> Vec<&'static TypeInfo> {
    REGISTRY.lock().unwrap_or_else(|e| e.into_inner()).clone()
}

/// The name of a numbered type.
pub fn type_name(number: u32) -> Option<&'static str> {
    let i = (number as usize).checked_sub(1)?;
    REGISTRY.lock().unwrap_or_else(|e| e.into_inner()).get(i).map(|t| t.name)
}

/// What is known of a numbered type.
pub(crate) fn type_info(number: u32) -> Option<&'static TypeInfo> {
    let i = (number as usize).checked_sub(1)?;
    REGISTRY.lock().unwrap_or_else(|e| e.into_inner()).get(i).copied()
}

/// A shape sorted for the collector: offsets only, no dispatch on fields.
pub(crate) struct TypeInfo {
    pub name: &'static str,
    /// All fields.
    pub fields: &'static [FieldShape],
    pub refs: Box<[u32]>,
    pub slots: Box<[u32]>,
    pub owned: Box<[(u32, &'static OwnVtable)]>,
    /// Elements that hold references.
    pub tail: Option<TailShape>,
    /// Bytes before any elements, header included.
    pub size: u32,
    /// Elements of any kind.
    pub elements: Option<TailShape>,
}

impl TypeInfo {
    fn new(s: &Shape) -> TypeInfo {
        let offsets = |want: fn(&FieldGc) -> bool| {
            s.fields.iter().filter(|f| want(&f.gc)).map(|f| f.offset).collect::<Box<[u32]>>()
        };
        TypeInfo {
            name: s.name,
            fields: s.fields,
            refs: offsets(|g| matches!(g, FieldGc::Ref)),
            slots: offsets(|g| matches!(g, FieldGc::Slot)),
            owned: s
                .fields
                .iter()
                .filter_map(|f| match f.gc {
                    FieldGc::Own(v) => Some((f.offset, v)),
                    _ => None,
                })
                .collect(),
            tail: s.tail.filter(|t| !matches!(t.gc, FieldGc::None)),
            size: s.size,
            elements: s.tail,
        }
    }
}
