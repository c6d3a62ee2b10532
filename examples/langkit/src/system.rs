//! What languages ask of the system, and systems answer differently.
//!
//! **Problem.** Some languages have texts of bytes and take them for names of files and of variables, run commands, and tell what a file is in numbers. Elsewhere than on
//! Unix such names are Unicode, commands are for another shell, and most of the numbers do not exist.
//!
//! **Invariants.** On Unix, bytes come and go as they are. A number that the system does not have is 0.
//!
//! Paths as text have `/` between their parts.
//!
//! **Not promised.** On Windows, bytes that are no UTF-8 do not come back as they were.
//!
//! **Example.**
//! ```
//! use langkit::system::{bytes, name};
//! assert_eq!(bytes(name(b"a.txt").into_owned()), b"a.txt");
//! ```

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::Metadata;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// What a file is, in numbers: times in nanoseconds since 1970.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Numbers {
    pub mode: u32,
    pub inode: u64,
    pub device: u64,
    pub links: u64,
    pub user: u32,
    pub group: u32,
    pub bytes: u64,
    pub accessed: i64,
    pub modified: i64,
    pub changed: i64,
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::ExitStatusExt;

    /// A name as the system has it.
    pub fn name(bytes: &[u8]) -> Cow<'_, OsStr> {
        Cow::Borrowed(OsStr::from_bytes(bytes))
    }
    /// A name of the system's.
    pub fn bytes(name: OsString) -> Vec<u8> {
        name.into_vec()
    }
    /// The shell, asked to run what comes as the next argument.
    pub fn shell() -> Command {
        let mut shell = Command::new("/bin/sh");
        shell.arg("-c");
        shell
    }
    /// A path as programs see it.
    pub fn text(path: &Path) -> String {
        path.to_string_lossy().into_owned()
    }
    /// The signal that has ended a process.
    pub fn signal(status: ExitStatus) -> Option<i32> {
        status.signal()
    }
    /// What a file is.
    pub fn numbers(m: &Metadata) -> Numbers {
        let time = |s: i64, n: i64| s * 1_000_000_000 + n;
        Numbers {
            mode: m.mode(),
            inode: m.ino(),
            device: m.dev(),
            links: m.nlink(),
            user: m.uid(),
            group: m.gid(),
            bytes: m.size(),
            accessed: time(m.atime(), m.atime_nsec()),
            modified: time(m.mtime(), m.mtime_nsec()),
            changed: time(m.ctime(), m.ctime_nsec()),
        }
    }
}
#[cfg(unix)]
pub use unix::*;

#[cfg(windows)]
mod windows {
    use super::*;
    use std::time::{SystemTime, UNIX_EPOCH};

    /// A name as the system has it.
    pub fn name(bytes: &[u8]) -> Cow<'_, OsStr> {
        match String::from_utf8_lossy(bytes) {
            Cow::Borrowed(text) => Cow::Borrowed(OsStr::new(text)),
            Cow::Owned(text) => Cow::Owned(text.into()),
        }
    }
    /// A name of the system's.
    pub fn bytes(name: OsString) -> Vec<u8> {
        name.to_string_lossy().into_owned().into_bytes()
    }
    /// The shell, asked to run what comes as the next argument.
    pub fn shell() -> Command {
        let mut shell = Command::new("cmd");
        shell.arg("/C");
        shell
    }
    /// A path as programs see it. What comes first where the system has resolved a path says that it is to be taken literally.
    pub fn text(path: &Path) -> String {
        let text = path.to_string_lossy();
        text.strip_prefix(r"\\?\").unwrap_or(&text).replace('\\', "/")
    }
    /// The signal that has ended a process: there are none.
    pub fn signal(_: ExitStatus) -> Option<i32> {
        None
    }
    /// What a file is. Its mode says what is nearest: a folder or a file, which may be read, and perhaps written.
    pub fn numbers(m: &Metadata) -> Numbers {
        let kind = if m.is_dir() { 0o040_111 } else { 0o100_000 };
        let rights = if m.permissions().readonly() { 0o444 } else { 0o666 };
        let time = |t: std::io::Result<SystemTime>| {
            t.ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok()).map_or(0, |d| d.as_nanos() as i64)
        };
        Numbers {
            mode: kind | rights,
            links: 1,
            bytes: m.len(),
            accessed: time(m.accessed()),
            modified: time(m.modified()),
            changed: time(m.created()),
            ..Numbers::default()
        }
    }
}
#[cfg(windows)]
pub use windows::*;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_says_how_a_command_ends() {
        let status = shell().arg("exit 3").status().unwrap();
        assert_eq!((status.code(), signal(status)), (Some(3), None));
    }

    #[test]
    fn paths_have_slashes_between_their_parts() {
        let here = std::fs::canonicalize(".").unwrap();
        let (all, parts) = (text(&here), here.components().count());
        assert!(all.split('/').count() >= parts - 1 && !all.contains('\\'), "{all}");
        assert_eq!(text(&here.join("a")), all + "/a");
    }

    #[test]
    fn a_file_has_numbers() {
        let m = std::fs::metadata(std::env::current_exe().unwrap()).unwrap();
        let n = numbers(&m);
        assert_eq!((n.mode & 0o170_000, n.bytes), (0o100_000, m.len()));
        assert!(n.links > 0 && n.modified > 1_000_000_000_000_000_000);
    }
}
