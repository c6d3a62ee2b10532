//! What can go wrong between us and a device.
//!
//! **Problem.** Drivers report some eighty numbers. A caller only wants to know whether to try again later, on less, or never, and a reader of the log
//! wants to see what the driver said.
//!
//! **Invariants.** Every error is a reason to stay on the processor, and none is fatal. Each carries the driver's own text where it gave one.

use opencl3::error_codes::ClError;

/// Why a device cannot do something.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// There is no OpenCL library on this machine.
    NoLibrary(String),
    /// A library is there, and cannot be loaded.
    BadLibrary(String),
    /// There is no device, or none that was asked for.
    NoDevice(String),
    /// The devices (these are their names) compute in single precision only.
    NoDouble(String),
    /// A program does not compile: the compiler's log.
    Build(String),
    /// There is not enough memory.
    Memory(String),
    /// The device is gone. Nothing more can be done with it.
    Lost(String),
    /// The driver refuses a call.
    Driver(String),
}

/// One of the errors with a text.
type Make = fn(String) -> Error;

/// Numbers that mean more than that a call was refused. The last two are what NVIDIA's driver says after a kernel has accessed what it must not.
const MEANINGS: &[(i32, Make)] = &[
    (-1, Error::NoDevice),      // device not found
    (-1001, Error::NoDevice),   // platform not found
    (-4, Error::Memory),        // memory object allocation failure
    (-5, Error::Memory),        // out of resources
    (-6, Error::Memory),        // out of host memory
    (-61, Error::Memory),       // invalid buffer size
    (-2, Error::Lost),          // device not available
    (-14, Error::Lost),         // an awaited command failed
    (-2000, Error::BadLibrary), // cannot be loaded
    (-2001, Error::BadLibrary), // lacks a function
    (-36, Error::Lost),         // invalid command queue
    (-9999, Error::Lost),       // illegal access
];

impl From<ClError> for Error {
    fn from(e: ClError) -> Error {
        let make = MEANINGS.iter().find(|m| m.0 == e.0).map_or(Error::Driver as Make, |m| m.1);
        make(format!("{e} ({})", e.0))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (what, text) = match self {
            Error::NoLibrary(t) => ("there is no OpenCL library", t),
            Error::BadLibrary(t) => ("the OpenCL library cannot be loaded", t),
            Error::NoDevice(t) => ("there is no device", t),
            Error::NoDouble(t) => ("the device has no double precision", t),
            Error::Build(t) => ("the driver's compiler refuses the kernel", t),
            Error::Memory(t) => ("the device's memory does not suffice", t),
            Error::Lost(t) => ("the device is lost", t),
            Error::Driver(t) => ("the driver refuses", t),
        };
        write!(f, "{what}: {text}")
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_get_their_meaning_and_keep_the_drivers_text() {
        assert_eq!(
            Error::from(ClError(-4)),
            Error::Memory("CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)".to_string())
        );
        assert!(matches!(Error::from(ClError(-36)), Error::Lost(_)));
        assert_eq!(Error::from(ClError(-52)).to_string(), "the driver refuses: CL_INVALID_KERNEL_ARGS (-52)");
    }
}
