//! The interface by which gdb (and lldb) learn of code made at run time.
//!
//! **Problem.** A debugger that stops the process reads a list of object files, and has a breakpoint in a function that is called whenever the list changes. Both
//! are found by their names, which are part of the interface and so the only ones in this project that are not mangled.
//!
//! **Invariants.**
//! 1. The list, the descriptor and the call belong together: all three are used under one lock, for there is one list in the process.
//! 2. An entry is in the list from its making to its dropping, and its object file lives as long.
//!
//! **Not promised.** A program that is linked statically with another library that has this interface does not link.
//!
//! **Example.** `let entry = Entry::new(object);` and gdb knows the code, until `drop(entry)`.

use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

const REGISTER: u32 = 1;
const UNREGISTER: u32 = 2;

/// An object file in the list.
#[repr(C)]
#[derive(Debug)]
struct Node {
    next: *mut Node,
    prev: *mut Node,
    object: *const u8,
    bytes: u64,
}

/// What the debugger reads.
#[repr(C)]
struct Descriptor {
    version: u32,
    action: u32,
    relevant: *mut Node,
    first: *mut Node,
}

/// A place that is used under [`LIST`] only, and by a debugger while the process stands.
#[repr(transparent)]
struct Locked(UnsafeCell<Descriptor>);

// SAFETY: see the type: who has the lock is alone with it.
unsafe impl Sync for Locked {}

#[unsafe(no_mangle)]
#[used]
static __jit_debug_descriptor: Locked =
    Locked(UnsafeCell::new(Descriptor { version: 1, action: 0, relevant: null_mut(), first: null_mut() }));

/// The debugger stops here; the call must not be optimized away.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn __jit_debug_register_code() {
    std::hint::black_box(__jit_debug_descriptor.0.get());
}

static LIST: Mutex<()> = Mutex::new(());

/// A piece of code that debuggers know.
#[derive(Debug)]
pub struct Entry {
    node: Box<UnsafeCell<Node>>,
    _object: Vec<u8>,
}

impl Entry {
    /// Tells of a piece of code, by an object file.
    pub fn new(object: Vec<u8>) -> Entry {
        let node =
            Node { next: null_mut(), prev: null_mut(), object: object.as_ptr(), bytes: object.len() as u64 };
        let entry = Entry { node: Box::new(UnsafeCell::new(node)), _object: object };
        let node = entry.node.get();
        let _lock = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the lock is held, so nobody else has the descriptor or a node; nodes in the list are alive (`Drop` takes them out), and this one is boxed.
        unsafe {
            let list = &mut *__jit_debug_descriptor.0.get();
            (*node).next = list.first;
            if !list.first.is_null() {
                (*list.first).prev = node;
            }
            (list.first, list.relevant, list.action) = (node, node, REGISTER);
        }
        __jit_debug_register_code();
        entry
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let node = self.node.get();
        let _lock = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: as in `new`; this node is in the list, since `new` put it there.
        unsafe {
            let list = &mut *__jit_debug_descriptor.0.get();
            let (next, prev) = ((*node).next, (*node).prev);
            match prev.is_null() {
                true => list.first = next,
                false => (*prev).next = next,
            }
            if !next.is_null() {
                (*next).prev = prev;
            }
            (list.relevant, list.action) = (node, UNREGISTER);
        }
        __jit_debug_register_code();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The objects' addresses, as a debugger reads them.
    fn listed() -> Vec<usize> {
        let _lock = LIST.lock().unwrap();
        let mut out = Vec::new();
        // SAFETY: the lock is held, and nodes in the list are alive.
        unsafe {
            let mut node = (*__jit_debug_descriptor.0.get()).first;
            while !node.is_null() {
                out.push((*node).object as usize);
                node = (*node).next;
            }
        }
        out
    }

    #[test]
    fn entries_are_listed_from_their_making_to_their_dropping() {
        let mut entries: Vec<Entry> = (0..3).map(|n| Entry::new(vec![n; 8])).collect();
        let addresses: Vec<usize> = entries.iter().map(|e| e._object.as_ptr() as usize).collect();
        let seen = |wanted: &[usize]| addresses.iter().filter(|a| wanted.contains(a)).count();
        assert_eq!(seen(&listed()), 3);
        // From the middle, the front and the end.
        for (k, left) in [(1, 2), (1, 1), (0, 0)] {
            drop(entries.remove(k));
            assert_eq!(seen(&listed()), left);
        }
        let threads: Vec<_> = (0..4)
            .map(|_| std::thread::spawn(|| (0..200).for_each(|n| drop(Entry::new(vec![n as u8; 16])))))
            .collect();
        threads.into_iter().for_each(|t| t.join().unwrap());
        assert_eq!(seen(&listed()), 0);
    }
}
