//! The ways a language made with Holloway can be run, each a name and the environment variables that select it.
//!
//! | mode | what it finds |
//! |---|---|
//! | `plain` | nothing is recorded: what the other modes are held to |
//! | `jit` | as users run it |
//! | `eager` | everything is compiled at once |
//! | `chaos`, `dense` | guards fail though their facts hold, on a schedule that the seed decides: what is wrong about leaving compiled code |
//! | `gc`, `minor` | collections at every poll: references that nobody marks, and marks that claim too much |
//! | `audit` | each recorded step runs twice: handlers that break a rule |
//! | `concurrent` | all is compiled while the program goes on |
//! | `no-..` | a pass of the optimizer left out |
//! | `gpu-..` | loops that run on accelerators, or as if they did: [`DEVICE_MODES`] |

/// One way to run an interpreter.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// What `--modes` calls it.
    pub name: &'static str,
    /// Environment variables set for the process; `SEED` in a value is replaced by the run's seed.
    pub env: &'static [(&'static str, &'static str)],
}

/// What keeps all loops on the processor.
pub const NO_DEVICE: (&str, &str) = ("HOLLOWAY_GPU", "off");

/// All modes. A mode that a peer does not know is harmless there: it ignores the variables.
pub const MODES: &[Mode] = &[
    Mode { name: "plain", env: &[("HOLLOWAY_JIT", "off")] },
    Mode { name: "jit", env: &[] },
    Mode { name: "eager", env: &[("HOLLOWAY_THRESHOLD", "1")] },
    Mode { name: "chaos", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_CHAOS", "SEED")] },
    Mode { name: "gc", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_GC", "stress")] },
    Mode { name: "minor", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_GC", "minor")] },
    // Every recorded step runs twice; the log tells how many did (see `proven`).
    Mode {
        name: "audit",
        env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_AUDIT", "1"), ("HOLLOWAY_LOG", "stats")],
    },
    // Nothing is quickened; nothing is remembered of look-ups, and each instruction done by itself.
    Mode { name: "no-derivatives", env: &[("HOLLOWAY_JIT", "off"), ("HOLLOWAY_DERIVATIVES", "off")] },
    Mode {
        name: "no-sites",
        env: &[("HOLLOWAY_THRESHOLD", "3"), ("HOLLOWAY_SITES", "off"), ("HOLLOWAY_FUSED", "off")],
    },
    // All is compiled on another thread, however short.
    Mode { name: "concurrent", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_CONCURRENT", "on")] },
    // Dense chaos, and each optimizer pass switched off.
    Mode { name: "dense", env: &[("HOLLOWAY_THRESHOLD", "3"), ("HOLLOWAY_CHAOS", "SEED:4")] },
    Mode { name: "no-passes", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "none")] },
    Mode { name: "no-fold", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-fold")] },
    Mode { name: "no-guards", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-guards")] },
    Mode { name: "no-virtuals", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-virtuals")] },
    Mode { name: "no-cse", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-cse")] },
    Mode { name: "no-order", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-order")] },
    Mode { name: "no-heap", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-heap")] },
    Mode { name: "no-peel", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-peel")] },
    Mode { name: "no-carry", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-carry")] },
    Mode { name: "no-dce", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_OPT", "-dce")] },
];

/// Modes for loops on accelerators. They are run where they are named, and are not among `all`: most need a device.
pub const DEVICE_MODES: &[Mode] = &[
    Mode { name: "gpu-check", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_GPU", "check")] },
    // What would be kernels runs on the processor, its iterations in another order.
    Mode { name: "gpu-shuffle", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_GPU", "shuffle")] },
    Mode { name: "gpu-force", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_GPU", "force")] },
    Mode { name: "gpu-copy", env: &[("HOLLOWAY_THRESHOLD", "1"), ("HOLLOWAY_GPU", "copy")] },
    // As users run it, to be measured.
    Mode { name: "gpu-off", env: &[("HOLLOWAY_GPU", "off")] },
    Mode { name: "gpu-auto", env: &[("HOLLOWAY_GPU", "auto")] },
    Mode { name: "gpu-always", env: &[("HOLLOWAY_GPU", "force")] },
];

/// Whether what a run wrote to standard error shows that its mode did its work: where auditing was asked for, the steps recorded were audited.
#[must_use]
pub fn proven(env: &[(String, String)], stderr: &[u8]) -> bool {
    let text = String::from_utf8_lossy(stderr);
    let audits = env.iter().any(|(name, value)| name == "HOLLOWAY_AUDIT" && value == "1");
    !audits || text.contains("[holloway] audited: ") || text.contains("[holloway] ops: 0 recorded")
}

/// The modes named, or the first two when none is; `all` names all of [`MODES`].
///
/// # Errors
/// The first name that there is not.
pub fn select(names: Option<Vec<&str>>) -> Result<Vec<Mode>, String> {
    let Some(names) = names else { return Ok(MODES[..2].to_vec()) };
    let known = || MODES.iter().chain(DEVICE_MODES);
    let mut named = Vec::new();
    for name in names {
        match known().find(|m| m.name == name) {
            Some(mode) => named.push(*mode),
            None if name == "all" => named.extend(MODES),
            None => {
                let known: Vec<&str> = known().map(|m| m.name).collect();
                return Err(format!("no mode '{name}'; there are: {}, all", known.join(", ")));
            }
        }
    }
    Ok(named)
}

/// What modes are alike in: what goes wrong in one of them mostly does in the others, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alike {
    /// They leave out a pass of the optimizer.
    Passes,
    /// They collect all the time.
    Collections,
    /// They run loops elsewhere, whatever that costs.
    Devices,
}

impl Mode {
    /// What it is alike to others in, if there are such.
    #[must_use]
    pub fn alike(&self) -> Option<Alike> {
        self.env.iter().find_map(|setting| match *setting {
            ("HOLLOWAY_OPT", _) => Some(Alike::Passes),
            ("HOLLOWAY_GC", _) => Some(Alike::Collections),
            ("HOLLOWAY_GPU", "shuffle" | "force" | "copy") => Some(Alike::Devices),
            _ => None,
        })
    }

    /// The environment for a run with this seed. Modes that do not name a device have none, or what is compiled would depend on time.
    #[must_use]
    pub fn environment(&self, seed: u64) -> Vec<(String, String)> {
        let device = self.env.iter().any(|(k, _)| *k == NO_DEVICE.0);
        let env = self.env.iter().chain(Some(&NO_DEVICE).filter(|_| !device));
        env.map(|(k, v)| (k.to_string(), v.replace("SEED", &seed.to_string()))).collect()
    }
}

/// The variables that modes and drawn settings set, and one that would have all runs recorded into one file. An engine in a mode is told of each: what is not set in the mode is set to nothing.
pub const VARIABLES: &[&str] = &[
    "HOLLOWAY_JIT",
    "HOLLOWAY_THRESHOLD",
    "HOLLOWAY_FUNCTION_THRESHOLD",
    "HOLLOWAY_BRIDGE_THRESHOLD",
    "HOLLOWAY_OPT",
    "HOLLOWAY_CHAOS",
    "HOLLOWAY_CONCURRENT",
    "HOLLOWAY_AUDIT",
    "HOLLOWAY_SITES",
    "HOLLOWAY_DERIVATIVES",
    "HOLLOWAY_FUSED",
    "HOLLOWAY_LOG",
    "HOLLOWAY_GC",
    "HOLLOWAY_GPU",
    "HOLLOWAY_REPLAY",
];

/// Settings as one would type them before a command.
#[must_use]
pub fn written(env: &[(String, String)]) -> String {
    let set = env.iter().filter(|(_, value)| !value.is_empty());
    set.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One that is not would be whatever the caller has set it to in all other modes.
    #[test]
    fn what_modes_and_draws_set_is_among_the_variables() {
        let modes = MODES.iter().chain(DEVICE_MODES).flat_map(|m| m.environment(1));
        let drawn = (0..1000).flat_map(crate::settings::draw);
        for (name, _) in modes.chain(drawn) {
            assert!(VARIABLES.contains(&&name[..]), "{name}");
        }
    }

    #[test]
    fn all_modes_and_others_can_be_named_together() {
        let named = select(Some(vec!["all", "gpu-check"])).unwrap();
        assert_eq!((named.len(), named[MODES.len()].name), (MODES.len() + 1, "gpu-check"));
        assert!(select(Some(vec!["all", "gpu"])).unwrap_err().contains("no mode 'gpu'"));
    }

    #[test]
    fn auditing_nothing_is_no_proof() {
        let audit = select(Some(vec!["audit"])).unwrap()[0].environment(1);
        assert!(proven(&audit, b"[holloway] audited: 5 steps, 0 calls"));
        assert!(proven(&audit, b"[holloway] ops: 0 recorded, 0 after optimization"));
        assert!(!proven(&audit, b"[holloway] ops: 9 recorded, 9 after optimization"));
        assert!(!proven(&audit, b""));
        assert!(proven(&select(None).unwrap()[0].environment(1), b""));
    }
}
