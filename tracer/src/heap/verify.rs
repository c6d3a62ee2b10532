//! Verification: looks at every object of a heap and says which word of which is not what it must be.
//!
//! **Problem.** A reference that outlives its object, or a store to the wrong place, is noticed by marking long afterwards, when it is noticed at all: by
//! then the memory holds another object of the same type more often than not. In stress mode the run time calls this at each poll that collects, so that
//! at most one step of the program lies between a bad store and the report.
//!
//! **Invariants.** Between collections every cell whose header is not zero holds an object of a registered type that ends within its cell, and each of
//! its references is null or the address of such an object. Dead objects are no exception: what they refer to is freed with them, never before.
//!
//! **Not promised.** Rust values that objects own are not looked at, nor whether a reference is to an object of the right type.
//!
//! **Example.** `element 1 (of 15) of the SlotArray at 0x7f..40 refers to 0x7f..a0, where there is no object`.

use super::field::{FieldGc, RawSlot};
use super::mutator::Mutator;
use super::object::{all_types, Header, TypeInfo, FREED};

/// Looks at every object.
pub(super) fn verify(mutator: &Mutator) -> Result<(), String> {
    let (types, mut found) = (all_types(), Ok(()));
    mutator.space.borrow().for_each_cell(|at, room| {
        if found.is_ok() {
            // SAFETY: cells that may hold an object begin with zeroed memory or a header, and stay mapped while the heap lives.
            found = unsafe { object(mutator, &types, at, room) };
        }
    });
    found
}

/// Looks at what is in a cell.
///
/// # Safety
/// At `at` are `room` bytes of mapped memory that belong to one cell.
unsafe fn object(
    mutator: &Mutator,
    types: &[&'static TypeInfo],
    at: usize,
    room: usize,
) -> Result<(), String> {
    // SAFETY: a cell has room for a header.
    let number = unsafe { &*(at as *const Header) }.type_number();
    if number == 0 || number == FREED {
        return Ok(());
    }
    let Some(info) = types.get(number as usize - 1) else {
        return Err(format!("the header of the object at {at:#x} says type {number}, which no type has"));
    };
    let mut bytes = info.size as usize;
    let mut len = 0;
    if let Some(t) = info.elements {
        if t.elems_offset as usize > room {
            return Err(format!("the {} at {at:#x} does not fit into its {room} bytes", info.name));
        }
        // SAFETY: the length stands before the elements, which begin within the cell.
        len = unsafe { *((at + t.len_offset as usize) as *const u64) } as usize;
        bytes = len.saturating_mul(t.stride as usize).saturating_add(t.elems_offset as usize);
    }
    if bytes > room {
        return Err(format!(
            "the {} at {at:#x} has length {len} and takes {bytes} bytes, but there are {room}",
            info.name
        ));
    }
    let check = |offset: usize, what: &dyn Fn() -> String, slot: bool| {
        // SAFETY: the offset is of a word, or of a slot, within the object, which ends within its cell.
        let word = unsafe {
            if slot {
                mutator.slot_ref(*((at + offset) as *const RawSlot)).unwrap_or(0)
            } else {
                *((at + offset) as *const usize)
            }
        };
        if word == 0 || mutator.object_at(word) == Some(word) {
            return Ok(());
        }
        let what = what();
        Err(format!("{what} of the {} at {at:#x} refers to {word:#x}, where there is no object", info.name))
    };
    let field = |offset: u32| {
        let named = info.fields.iter().find(|f| f.offset == offset);
        move || named.map_or(format!("the field at offset {offset}"), |f| format!("the field `{}`", f.name))
    };
    for &offset in &info.refs {
        check(offset as usize, &field(offset), false)?;
    }
    for &offset in &info.slots {
        check(offset as usize, &field(offset), true)?;
    }
    if let Some(t) = info.tail {
        let slot = matches!(t.gc, FieldGc::Slot);
        if slot || matches!(t.gc, FieldGc::Ref) {
            for i in 0..len {
                let offset = t.elems_offset as usize + i * t.stride as usize;
                check(offset, &|| format!("element {i} (of {len})"), slot)?;
            }
        }
    }
    Ok(())
}
