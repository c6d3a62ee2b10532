//! Parts of the object model switched off, to measure what they are worth (built with the feature `ablation`; otherwise all is on and nothing is tested).
//!
//! `PYTHON_WITHOUT` is a list of: `maps` (attributes of instances are looked up by a helper each time), `versions` (attributes of classes, methods and
//! special methods are), `globals` (module globals are read from their cells). What programs do is the same; only what traces may assume is less.
//!
//! **Example.** `PYTHON_WITHOUT=maps,versions` is one of the bars of `cargo xtask ablation`.

use std::cell::Cell;

/// What is switched off.
#[derive(Default)]
pub struct Without {
    parts: Cell<u8>,
}

const PARTS: [(&str, u8); 3] = [("maps", 1), ("versions", 2), ("globals", 4)];

impl Without {
    /// Reads the environment's list.
    ///
    /// # Errors
    /// If it names what there is not, or nothing can be switched off in this build.
    pub fn from_env() -> Result<u8, String> {
        let Some(list) =
            holloway::world::ask("variable PYTHON_WITHOUT", || std::env::var("PYTHON_WITHOUT").ok())
        else {
            return Ok(0);
        };
        if !cfg!(feature = "ablation") {
            return Err("PYTHON_WITHOUT: this is not a build with the feature `ablation`".to_string());
        }
        list.split(',').filter(|w| !w.is_empty()).try_fold(0, |parts, word| {
            let found = PARTS.iter().find(|p| p.0 == word);
            let found = found.ok_or_else(|| {
                format!("PYTHON_WITHOUT: no part '{word}'; there are: maps, versions, globals")
            })?;
            Ok(parts | found.1)
        })
    }
    /// Switches these off.
    pub fn set(&self, parts: u8) {
        self.parts.set(parts);
    }
    #[inline(always)]
    fn has(&self, part: u8) -> bool {
        cfg!(feature = "ablation") && self.parts.get() & part != 0
    }
    /// No maps.
    #[inline(always)]
    pub fn maps(&self) -> bool {
        self.has(1)
    }
    /// No versions of classes.
    #[inline(always)]
    pub fn versions(&self) -> bool {
        self.has(2)
    }
    /// No versioned globals.
    #[inline(always)]
    pub fn globals(&self) -> bool {
        self.has(4)
    }
}
