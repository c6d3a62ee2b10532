//! What the optimizer may do, and why it may refuse.

use super::PASSES;
use crate::ir::IrRef;

/// Switches and limits. [`OptConfig::default`] has every pass on.
#[derive(Clone, Debug, PartialEq)]
pub struct OptConfig {
    /// One switch per row of [`PASSES`].
    on: Vec<bool>,
    /// Loops with more recorded ops are compiled without a preamble.
    pub max_peel_ops: usize,
    /// Arrays of at most this constant length may be virtual.
    pub max_virtual_array: u64,
    /// Once a snapshot describes more virtuals than that, further allocations happen.
    pub max_virtuals: usize,
    /// Bit `t` set: the payload of a slot with tag `t` is a reference. `None`: any may be, and so may those of tags above 63.
    pub ref_tags: Option<u64>,
    /// How often the loop body is fed with better assumptions before the safe ones are taken.
    pub max_attempts: u32,
}

impl Default for OptConfig {
    fn default() -> OptConfig {
        OptConfig {
            on: vec![true; PASSES.len()],
            max_peel_ops: 20_000,
            max_virtual_array: 32,
            max_virtuals: 64,
            ref_tags: None,
            max_attempts: 5,
        }
    }
}

impl OptConfig {
    /// Reads a list of switches, applied from the left: `-fold` turns a pass off, `fold` or `+fold` on, `none` and
    /// `all` every pass. The error is the word that names no pass.
    pub fn from_list(list: &str) -> Result<OptConfig, String> {
        let mut config = OptConfig::default();
        for word in list.split([',', ' ']).filter(|w| !w.is_empty()) {
            let (on, name) = match word.strip_prefix('-') {
                Some(name) => (false, name),
                None => (true, word.strip_prefix('+').unwrap_or(word)),
            };
            match name {
                "none" => config.on.fill(!on),
                "all" => config.on.fill(on),
                _ => config.set(name, on).map_err(|_| word.to_string())?,
            }
        }
        Ok(config)
    }
    /// Turns one pass on or off; the error is an unknown name.
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), String> {
        let i = PASSES.iter().position(|p| p.name == name).ok_or_else(|| name.to_string())?;
        self.on[i] = on;
        Ok(())
    }
    /// Whether a slot with this tag may refer to an object.
    pub fn may_refer(&self, tag: u64) -> bool {
        self.ref_tags.is_none_or(|tags| tag >= 64 || tags >> tag & 1 != 0)
    }
    /// Whether a pass is on.
    pub fn has(&self, name: &str) -> bool {
        PASSES.iter().zip(&self.on).any(|(p, on)| *on && p.name == name)
    }
}

/// Why a trace was not optimized. The trace should not be compiled either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptAbort {
    /// The recorded guard fails whenever it is reached: the recording contradicts itself.
    AlwaysFails(IrRef),
    /// The recorded guard fails in every second iteration: what the loop carries changed its type or shape during the
    /// first one. Recording again later may give a stable loop.
    Unstable(IrRef),
    /// The trace is not of the form the optimizer expects.
    Malformed(&'static str),
}

impl std::fmt::Display for OptAbort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptAbort::AlwaysFails(r) => write!(f, "guard {r:?} always fails"),
            OptAbort::Unstable(r) => {
                write!(f, "guard {r:?} fails in the second iteration: the loop is not type stable")
            }
            OptAbort::Malformed(what) => write!(f, "malformed recorded trace: {what}"),
        }
    }
}

impl std::error::Error for OptAbort {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_switches() {
        let c = OptConfig::from_list("-virtuals,-peel").unwrap();
        assert!(c.has("fold") && !c.has("virtuals") && !c.has("peel"));
        let c = OptConfig::from_list("none,cse").unwrap();
        assert!(c.has("cse") && !c.has("fold"));
        assert_eq!(OptConfig::from_list("-fald"), Err("-fald".into()));
    }
}
