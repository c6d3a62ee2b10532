//! Run-time parameters, by API and from the environment.
//!
//! | variable | meaning | default |
//! |---|---|---|
//! | `HOLLOWAY_JIT` | `off`: never record | on |
//! | `HOLLOWAY_THRESHOLD` | loop iterations before recording (also scales the two below when set to 1) | 400 |
//! | `HOLLOWAY_FUNCTION_THRESHOLD` | calls before a function gets a trace of its own | 2000 |
//! | `HOLLOWAY_BRIDGE_THRESHOLD` | failures of a guard before a bridge | 8 |
//! | `HOLLOWAY_OPT` | passes switched off, e.g. `-virtuals,-peel` | all on |
//! | `HOLLOWAY_CHAOS` | `SEED` or `SEED:PERIOD`: force guards to fail on a seeded schedule; `@FILE`: each guard once, see [`super::coverage`] | off |
//! | `HOLLOWAY_AUDIT` | `1`: run every recorded step twice, and many again later; check what helpers claim, and that frames are published (see the guide) | off |
//! | `HOLLOWAY_SITES` | `off`: plain execution remembers no look-ups, see [`crate::machine::site`] | on |
//! | `HOLLOWAY_DERIVATIVES` | `off`: plain execution runs instructions as they are, see [`crate::machine::quick`] | on |
//! | `HOLLOWAY_FUSED` | `off`: plain execution runs each instruction by itself | on |
//! | `HOLLOWAY_CONCURRENT` | `off`: recordings are compiled while the program waits | on; off where `HOLLOWAY_THRESHOLD` is 1 or 2 |
//! | `HOLLOWAY_LOG` | comma list of `summary`, `ops`, `snaps`, `asm`, `stats`, `census`, `gpu`, `json=FILE`, `times` | nothing |
//! | `HOLLOWAY_CODE_MAX` | bytes of native code | 64 MiB |
//! | `HOLLOWAY_COROUTINE_STACKS` | native stacks made before suspended coroutines share them | 2048 |
//! | `HOLLOWAY_GPU` | `off`; `auto`: run loops on a device where that was measured to be faster; `force`: run loops on a device where that is possible; `copy`: the same, as if the device had memory of its own; `check`: compare the region of each hot loop with what plain execution does; `shuffle`: run what would be kernels on the processor, each iteration by itself, in an order drawn at random | `auto`; `off` where `HOLLOWAY_CHAOS`, `HOLLOWAY_AUDIT`, `HOLLOWAY_GC` or `HOLLOWAY_REPLAY` is set, as runs under `auto` depend on time |
//! | `HOLLOWAY_GPU_DEVICE` | the device: its number, or part of its name | the first that is no processor |
//! | `HOLLOWAY_REPLAY` | `FILE`: record into it what the run asks and which exits it takes; `play=FILE`: run the recorded run again; behind it `,before=K`: only up to its K-th exit, `,answers`: whatever the exits. See [`crate::world`] | off |
//! | `HOLLOWAY_PERF` | `1`: write `jit-PID.dump` for `perf` into the current folder; `FOLDER`: into that one | off |
//! | `HOLLOWAY_GDB` | `1`: tell gdb of native code, and have backtraces of Rust code walk through it | off |

use super::coverage::Schedule;
use super::regions::{self, GpuMode};
use super::settings;
use crate::policy::Kind;
use crate::world;
use holloway_compiler::codegen::Chaos;
use holloway_compiler::opt::OptConfig;

/// See the module header.
#[derive(Clone, Debug)]
pub struct Params {
    /// Whether to record at all.
    pub jit: bool,
    /// Loop iterations before recording.
    pub threshold: u32,
    /// Calls before a function is recorded.
    pub function_threshold: u32,
    /// Guard failures before a bridge is recorded.
    pub bridge_threshold: u32,
    /// Optimizer passes.
    pub opt: OptConfig,
    /// The schedule of forced exits.
    pub chaos: Option<Schedule>,
    /// Whether recorded steps run twice, and more, and claims of helpers are checked.
    pub audit: bool,
    /// Whether plain execution remembers look-ups at sites.
    pub sites: bool,
    /// Whether plain execution quickens instructions.
    pub derivatives: bool,
    /// Whether it fuses those that are listed; not without `derivatives`.
    pub fused: bool,
    /// Whether recordings are compiled while the program goes on. Off by default here, for tests; [`Params::from_env`] has it on. Never with chaos, audit or a census.
    pub concurrent: bool,
    /// Lines per trace on standard error.
    pub log_summary: bool,
    /// IR before and after optimization on standard error.
    pub log_ops: bool,
    /// Snapshots too.
    pub log_snaps: bool,
    /// Disassembly in the JSON lines, or on standard error where there are none.
    pub log_asm: bool,
    /// Counters on standard error when the run time ends.
    pub log_stats: bool,
    /// Where time goes and which helpers traces call, on standard error when the run time ends.
    pub log_census: bool,
    /// What became of loops that might run elsewhere, on standard error.
    pub log_gpu: bool,
    /// JSON lines into this file.
    pub log_json: Option<std::path::PathBuf>,
    /// Times and addresses in the JSON lines too.
    pub log_times: bool,
    /// Whether to note guest places while recording.
    pub log_places: bool,
    /// Most bytes of native code.
    pub code_max: usize,
    /// Native stacks made before suspended coroutines share them.
    pub coroutine_stacks: u32,
    /// Write what `perf` wants to know into this folder.
    pub perf: Option<std::path::PathBuf>,
    /// Tell gdb of native code, and the unwinder of backtraces.
    pub gdb: bool,
    /// What is done with loops that have a region. Off by default here, for tests; [`Params::from_env`] has it [`GpuMode::Auto`].
    pub gpu: GpuMode,
    /// The device: its number, or part of its name.
    pub gpu_device: Option<String>,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            jit: true,
            threshold: 400,
            function_threshold: 2000,
            bridge_threshold: 8,
            opt: OptConfig::default(),
            chaos: None,
            audit: false,
            sites: true,
            derivatives: true,
            fused: true,
            concurrent: false,
            log_summary: false,
            log_ops: false,
            log_snaps: false,
            log_asm: false,
            log_stats: false,
            log_census: false,
            log_gpu: false,
            log_json: None,
            log_times: false,
            log_places: false,
            code_max: 64 << 20,
            coroutine_stacks: 2048,
            perf: None,
            gdb: false,
            gpu: GpuMode::Off,
            gpu_device: None,
        }
    }
}

fn number<T: std::str::FromStr>(name: &str, v: &str) -> Result<T, String> {
    v.parse().map_err(|_| format!("{name}={v}: expected a number"))
}

fn on_or_off(name: &str, v: &str) -> Result<bool, String> {
    match v {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("{name}={v}: expected `on` or `off`")),
    }
}

fn at_least_1(name: &str, v: &str) -> Result<u32, String> {
    let n: u32 = number(name, v)?;
    Some(n).filter(|n| *n >= 1).ok_or_else(|| format!("{name}={v}: expected at least 1"))
}

/// `SEED`, `SEED:PERIOD` or `@FILE`.
fn chaos(v: &str) -> Result<Schedule, String> {
    if let Some(file) = v.strip_prefix('@') {
        return Schedule::once(file).map_err(|e| format!("HOLLOWAY_CHAOS={v}: {e}"));
    }
    let wrong =
        || format!("HOLLOWAY_CHAOS={v}: expected @FILE, SEED or SEED:PERIOD, numbers, the period at least 1");
    let (seed, period) = v.split_once(':').unwrap_or((v, "50"));
    let seed = seed.parse().map_err(|_| wrong())?;
    let period = period.parse().ok().filter(|p| *p >= 1).ok_or_else(wrong)?;
    Ok(Schedule::Seeded(Chaos { seed, period }))
}

impl Params {
    /// Visits of a place, or failures of a guard, before something of this kind is recorded.
    pub(crate) fn threshold_of(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Root => self.threshold,
            Kind::Function => self.function_threshold,
            Kind::Bridge | Kind::Join => self.bridge_threshold,
        }
    }
    /// The defaults, changed by the environment.
    ///
    /// # Errors
    /// A message naming the variable, if one has no meaning or there is no setting of its name.
    pub fn from_env() -> Result<Params, String> {
        settings::check_names(std::env::vars_os())?;
        let mut p = Params::default();
        let var = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
        if let Some(v) = var("HOLLOWAY_JIT") {
            p.jit = on_or_off("HOLLOWAY_JIT", &v)?;
        }
        if let Some(v) = var("HOLLOWAY_THRESHOLD") {
            p.threshold = at_least_1("HOLLOWAY_THRESHOLD", &v)?;
            if p.threshold <= 2 {
                (p.function_threshold, p.bridge_threshold) = (2, 1);
            }
        }
        if let Some(v) = var("HOLLOWAY_FUNCTION_THRESHOLD") {
            p.function_threshold = at_least_1("HOLLOWAY_FUNCTION_THRESHOLD", &v)?;
        }
        if let Some(v) = var("HOLLOWAY_BRIDGE_THRESHOLD") {
            p.bridge_threshold = at_least_1("HOLLOWAY_BRIDGE_THRESHOLD", &v)?;
        }
        if let Some(v) = var("HOLLOWAY_OPT") {
            p.opt = OptConfig::from_list(&v).map_err(|e| format!("HOLLOWAY_OPT={v}: {e}"))?;
        }
        if let Some(v) = var("HOLLOWAY_CHAOS") {
            p.chaos = Some(chaos(&v)?);
        }
        p.audit = match var("HOLLOWAY_AUDIT").as_deref() {
            None | Some("0") => false,
            Some("1") if p.jit => true,
            Some("1") => return Err("HOLLOWAY_AUDIT=1: nothing is recorded with HOLLOWAY_JIT=off".into()),
            Some(v) => return Err(format!("HOLLOWAY_AUDIT={v}: expected `0` or `1`")),
        };
        if let Some(v) = var("HOLLOWAY_SITES") {
            p.sites = on_or_off("HOLLOWAY_SITES", &v)?;
        }
        if let Some(v) = var("HOLLOWAY_DERIVATIVES") {
            p.derivatives = on_or_off("HOLLOWAY_DERIVATIVES", &v)?;
        }
        if let Some(v) = var("HOLLOWAY_FUSED") {
            p.fused = on_or_off("HOLLOWAY_FUSED", &v)?;
        }
        p.concurrent = match var("HOLLOWAY_CONCURRENT") {
            Some(v) => on_or_off("HOLLOWAY_CONCURRENT", &v)?,
            None => p.threshold > 2,
        };
        for part in var("HOLLOWAY_LOG").iter().flat_map(|v| v.split(',')) {
            match part {
                "summary" => p.log_summary = true,
                "ops" => p.log_ops = true,
                "snaps" => p.log_snaps = true,
                "asm" => p.log_asm = true,
                "stats" => p.log_stats = true,
                "census" => p.log_census = true,
                "gpu" => p.log_gpu = true,
                "times" => p.log_times = true,
                _ => match part.split_once('=') {
                    Some(("json", f)) => p.log_json = Some(f.into()),
                    _ => {
                        return Err(format!(
                            "HOLLOWAY_LOG={part}: expected summary, ops, snaps, asm, stats, census, gpu, json=FILE or times"
                        ))
                    }
                },
            }
        }
        if let Some(v) = var("HOLLOWAY_CODE_MAX") {
            p.code_max = number("HOLLOWAY_CODE_MAX", &v)?;
        }
        if let Some(v) = var("HOLLOWAY_COROUTINE_STACKS") {
            p.coroutine_stacks = at_least_1("HOLLOWAY_COROUTINE_STACKS", &v)?;
        }
        p.perf = match var("HOLLOWAY_PERF").as_deref() {
            None | Some("0") => None,
            Some("1") => Some(".".into()),
            Some(v) if std::path::Path::new(v).is_dir() => Some(v.into()),
            Some(v) => return Err(format!("HOLLOWAY_PERF={v}: expected `0`, `1` or a folder")),
        };
        p.gdb = match var("HOLLOWAY_GDB").as_deref() {
            None | Some("0") => false,
            Some("1") => true,
            Some(v) => return Err(format!("HOLLOWAY_GDB={v}: expected `0` or `1`")),
        };
        let replays = world::begin()?;
        if replays && p.log_census {
            return Err("HOLLOWAY_LOG=census: a clock asks, which no replay repeats (HOLLOWAY_REPLAY)".into());
        }
        p.log_places = replays
            || p.log_summary
            || p.log_ops
            || p.log_census
            || p.log_json.is_some()
            || p.perf.is_some()
            || p.gdb;
        p.gpu_device = var("HOLLOWAY_GPU_DEVICE");
        let to_be_repeated = replays || p.chaos.is_some() || p.audit || var("HOLLOWAY_GC").is_some();
        p.gpu = match var("HOLLOWAY_GPU") {
            Some(v) => {
                regions::mode(&v).ok_or_else(|| format!("HOLLOWAY_GPU={v}: expected {}", regions::words()))?
            }
            None if to_be_repeated || !p.jit => GpuMode::Off,
            None => GpuMode::Auto,
        };
        if replays && p.gpu == GpuMode::Auto {
            return Err("HOLLOWAY_GPU=auto: time decides, which no replay repeats (HOLLOWAY_REPLAY)".into());
        }
        Ok(p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_parsed_or_refused() {
        let parsed = |v: &str| match chaos(v) {
            Ok(Schedule::Seeded(c)) => Some((c.seed, c.period)),
            _ => None,
        };
        assert_eq!(parsed("7"), Some((7, 50)));
        assert_eq!(parsed("7:4"), Some((7, 4)));
        for v in ["", "x", "1:", "1:0", "1:x", "1:2:3", "-1", "1:-1", ":5", "@", "@/"] {
            assert!(chaos(v).is_err(), "{v:?}");
        }
    }
}
