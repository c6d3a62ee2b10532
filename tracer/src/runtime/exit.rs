//! The end of the process, from within a guest.
//!
//! **Problem.** A run time that is dropped waits for the threads on which a driver compiles kernels: no driver survives the process ending under its compiler. A program
//! that is done has nothing to wait for.
//!
//! **Invariants.** What the log says at the end it has said, and standard output is written.
//!
//! **Not promised.** Nothing else happens: no value of the guest is dropped, no destructor of the process runs.
//!
//! **Example.** `holloway::run(|_| Tla::new(..), |rt| match Tla::run(rt) { Ok(_) => rt.exit(0), .. })`.

use super::Runtime;
use crate::machine::Language;
use holloway_compiler::platform;
use std::io::Write;

impl<L: Language> Runtime<L> {
    /// Ends the process with `code`, of which the system keeps the lowest eight bits. The log is ended and standard output flushed; then nothing is waited for, dropped or called,
    /// neither destructors nor what was registered to run at exit. Files that the guest has open are the language's to flush before.
    pub fn exit(&self, code: i32) -> ! {
        self.end_audit();
        self.land_for_log();
        self.driver.end();
        // Nobody is left to be told if it is closed.
        let _ = std::io::stdout().flush();
        platform::exit_now(code)
    }
}
