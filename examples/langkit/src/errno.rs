//! Errors of the system, told by C's numbers and words.
//!
//! **Problem.** Programs of languages that grew up beside C compare the numbers of errors and print their words, and both are Unix's. Windows has numbers and words
//! of its own; there a program that waits for 2, "No such file or directory", would see 3, "Path not found.", for some of what it means.
//!
//! **Invariants.** A number has the same words and the same meaning on Linux and on Windows: Linux'.
//!
//! **Not promised.** That every error of Windows has a number of its own: the rest is an invalid argument, in the system's words.
//!
//! **Example.**
//! ```
//! use langkit::errno::{made, told, IS_FOLDER};
//! assert_eq!(told(&made(IS_FOLDER)), (21, "Is a directory".to_string()));
//! ```

use std::io::Error;

/// The file is not open for that.
pub const BAD_FILE: i32 = 9;
/// A folder is no file.
pub const IS_FOLDER: i32 = 21;
/// What was asked for makes no sense.
pub const INVALID: i32 = 22;
/// There are no positions to go to.
pub const NO_POSITIONS: i32 = 29;

/// An error's number, 0 if it is not the system's, and its words, without the number that Rust adds.
#[must_use]
pub fn told(e: &Error) -> (i32, String) {
    let text = e.to_string();
    let own = || text.split(" (os error").next().unwrap_or_default().to_string();
    match e.raw_os_error() {
        None => (0, text),
        Some(code) if cfg!(windows) => match WINDOWS.iter().find(|row| row.2.contains(&code)) {
            Some((number, words, _)) => (*number, (*words).to_string()),
            None => (INVALID, own()),
        },
        Some(number) => (number, own()),
    }
}

/// The error of a number.
#[must_use]
pub fn made(number: i32) -> Error {
    let code = |row: &Row| if cfg!(windows) { row.2[0] } else { number };
    Error::from_raw_os_error(WINDOWS.iter().find(|row| row.0 == number).map_or(number, code))
}

/// A number, its words, and what Windows has for it, first the nearest.
type Row = (i32, &'static str, &'static [i32]);

/// Windows' errors by number.
const WINDOWS: &[Row] = &[
    (2, "No such file or directory", &[2, 3, 15, 18, 53, 67, 161, 206]),
    (7, "Argument list too long", &[10]),
    (8, "Exec format error", &[193, 11]),
    (BAD_FILE, "Bad file descriptor", &[6, 114, 130]),
    (10, "No child processes", &[128]),
    (11, "Resource temporarily unavailable", &[89, 164, 215]),
    (12, "Cannot allocate memory", &[8, 7, 9, 14]),
    (13, "Permission denied", &[5, 16, 32, 33, 65, 82, 83, 108, 158, 167]),
    (17, "File exists", &[80, 183]),
    (18, "Invalid cross-device link", &[17]),
    (20, "Not a directory", &[267]),
    (IS_FOLDER, "Is a directory", &[336]),
    (INVALID, "Invalid argument", &[87, 1, 12, 13, 123, 131]),
    (24, "Too many open files", &[4]),
    (28, "No space left on device", &[112, 39]),
    (NO_POSITIONS, "Illegal seek", &[132]),
    (30, "Read-only file system", &[19]),
    (32, "Broken pipe", &[109, 232]),
    (39, "Directory not empty", &[145]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn what_is_made_is_told_by_the_words_of_the_table() {
        let same = |number| cfg!(windows) || cfg!(target_os = "linux") || number < 35;
        for (number, words, _) in WINDOWS.iter().filter(|row| same(row.0)) {
            assert_eq!(told(&made(*number)), (*number, (*words).to_string()));
        }
        assert_eq!(told(&Error::other("no more tape")), (0, "no more tape".to_string()));
    }

    #[test]
    fn each_error_has_one_number() {
        let mut seen = HashSet::new();
        assert!(WINDOWS.iter().flat_map(|row| row.2).all(|code| seen.insert(code)));
    }

    #[test]
    fn what_is_not_there_is_not_there_on_every_system() {
        for path in ["no such file", "no such folder/file"] {
            let e = std::fs::File::open(path).unwrap_err();
            assert_eq!(told(&e), (2, "No such file or directory".to_string()));
        }
    }
}
