//! References: [`Gc`], [`OptGc`], and the object of unknown type.
//!
//! A `Gc` is a plain pointer that safe code may copy and dereference at will, so it is right only while its object lives: on the native
//! stack, in an object, or in a root ([`super::Root`], [`super::Rooted`]) at every poll. Rust collections that survive a poll must be rooted.
//! Stress mode finds references that outlived their object ([`super::fence`]).

use super::object::{Header, Object, Shape, TypeCell, FREED};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

/// A reference to a heap object: one word, never null, neither `Send` nor `Sync`.
#[repr(transparent)]
pub struct Gc<T: Object>(NonNull<T>);

impl<T: Object> Clone for Gc<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Object> Copy for Gc<T> {}

impl<T: Object> Gc<T> {
    /// The address, as machine code and slots hold it.
    #[inline(always)]
    pub fn to_bits(self) -> u64 {
        self.0.as_ptr() as u64
    }
    /// The reference with this address.
    ///
    /// # Safety
    /// `bits` came from `to_bits` of a reference whose object lives and is a `T`.
    #[inline(always)]
    pub unsafe fn from_bits(bits: u64) -> Self {
        // SAFETY: an address of an object is not null.
        Gc(unsafe { NonNull::new_unchecked(bits as usize as *mut T) })
    }
    /// Address of the object.
    #[inline(always)]
    pub fn as_ptr(self) -> *mut T {
        self.0.as_ptr()
    }
    /// The same object, its type forgotten.
    #[inline(always)]
    pub fn erase(self) -> Gc<AnyObject> {
        Gc(self.0.cast())
    }
    /// The type number in the header.
    #[inline(always)]
    pub fn type_number(self) -> u32 {
        // SAFETY: every object begins with its header.
        unsafe { self.0.cast::<Header>().as_ref() }.type_number()
    }
    /// Whether the object is a `U`.
    #[inline(always)]
    pub fn is<U: Object>(self) -> bool {
        self.type_number() == U::type_number()
    }
    /// The object as a `U`, if it is one.
    #[inline(always)]
    pub fn cast<U: Object>(self) -> Option<Gc<U>> {
        self.is::<U>().then(|| Gc(self.0.cast()))
    }
}

impl<T: Object> Deref for Gc<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        debug_assert!(
            self.type_number() != FREED,
            "use of a heap object that was collected: it was not rooted"
        );
        // SAFETY: the object lives (module header) and only shared references to objects exist.
        unsafe { self.0.as_ref() }
    }
}

impl<T: Object> PartialEq for Gc<T> {
    #[inline(always)]
    fn eq(&self, o: &Self) -> bool {
        self.0 == o.0
    }
}
impl<T: Object> Eq for Gc<T> {}
/// By identity. Addresses differ from run to run: don't let the order of a map decide anything.
impl<T: Object> Hash for Gc<T> {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.0.hash(h)
    }
}
impl<T: Object> fmt::Debug for Gc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gc<{}>", T::SHAPE.name)
    }
}

/// A reference or null: one word, 0 for null.
#[repr(transparent)]
pub struct OptGc<T: Object>(Option<NonNull<T>>);

impl<T: Object> Clone for OptGc<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Object> Copy for OptGc<T> {}

impl<T: Object> OptGc<T> {
    /// No object.
    pub const NULL: OptGc<T> = OptGc(None);

    /// As an `Option`.
    #[inline(always)]
    pub fn get(self) -> Option<Gc<T>> {
        self.0.map(Gc)
    }
    /// The object, borrowed for as long as this reference is.
    #[inline(always)]
    pub fn as_ref(&self) -> Option<&T> {
        // SAFETY: as for `Gc`'s `Deref`: the object lives while a reference to it is in use.
        self.0.as_ref().map(|p| unsafe { p.as_ref() })
    }
    /// Whether there is no object.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.0.is_none()
    }
    /// The address, 0 for null.
    #[inline(always)]
    pub fn to_bits(self) -> u64 {
        self.0.map_or(0, |p| p.as_ptr() as u64)
    }
    /// The reference with this address, 0 for null.
    ///
    /// # Safety
    /// As for [`Gc::from_bits`], unless 0.
    #[inline(always)]
    pub unsafe fn from_bits(bits: u64) -> Self {
        OptGc(NonNull::new(bits as usize as *mut T))
    }
}

impl<T: Object> Default for OptGc<T> {
    fn default() -> Self {
        OptGc::NULL
    }
}
impl<T: Object> From<Gc<T>> for OptGc<T> {
    #[inline(always)]
    fn from(g: Gc<T>) -> Self {
        OptGc(Some(g.0))
    }
}
impl<T: Object> From<Option<Gc<T>>> for OptGc<T> {
    #[inline(always)]
    fn from(g: Option<Gc<T>>) -> Self {
        OptGc(g.map(|g| g.0))
    }
}
impl<T: Object> PartialEq for OptGc<T> {
    #[inline(always)]
    fn eq(&self, o: &Self) -> bool {
        self.0 == o.0
    }
}
impl<T: Object> Eq for OptGc<T> {}
impl<T: Object> fmt::Debug for OptGc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}<{}>", if self.is_null() { "Null" } else { "Gc" }, T::SHAPE.name)
    }
}

/// Stands for an object of any type: `Gc<AnyObject>` can be asked for its type and cast. None is ever allocated.
#[repr(C)]
pub struct AnyObject {
    header: Header,
    never: PhantomData<*mut ()>,
}

// SAFETY: the layout is the header alone, and the cell is this type's.
unsafe impl Object for AnyObject {
    const SHAPE: Shape = Shape { name: "AnyObject", size: 8, fields: &[], tail: None };
    fn type_cell() -> &'static TypeCell {
        static CELL: TypeCell = TypeCell::new(AnyObject::SHAPE);
        &CELL
    }
}

// SAFETY: the cell is this type's.
unsafe impl super::object::RefElement for AnyObject {
    fn ref_array_cell() -> &'static TypeCell {
        static CELL: TypeCell = TypeCell::new(<super::RefArray<AnyObject> as Object>::SHAPE);
        &CELL
    }
}
