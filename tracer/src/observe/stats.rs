//! Counters of a run.

/// How far forced exits covered the guards of the traces that were compiled.
#[derive(Default, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guards {
    /// Guards in native code.
    pub sites: u64,
    /// Those that were executed.
    pub reached: u64,
    /// Those that were made to fail.
    pub forced: u64,
}

/// Counters, readable by API.
#[derive(Default, Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// Root traces compiled.
    pub roots: u64,
    /// Function traces compiled.
    pub functions: u64,
    /// Bridges compiled.
    pub bridges: u64,
    /// Traces common to several ways compiled.
    pub joins: u64,
    /// Recordings that ended without a trace.
    pub aborts: u64,
    /// Ops recorded.
    pub recorded_ops: u64,
    /// Ops that would have been, had the trace not said already what they would.
    pub known_ops: u64,
    /// Ops left after optimization.
    pub optimized_ops: u64,
    /// Bytes of native code.
    pub code_bytes: u64,
    /// Times all traces were thrown away for lack of code space.
    pub evictions: u64,
    /// Traces taken out of use because what they refer to is garbage, or because they inline what they had better call.
    pub retired: u64,
    /// Entries from plain execution into native code.
    pub entries: u64,
    /// Exits handled by the run time.
    pub exits: u64,
    /// Exits forced by chaos.
    pub forced_exits: u64,
    /// Steps that ran twice in audit mode.
    pub audited_steps: u64,
    /// Runs of such steps later on.
    pub audited_later: u64,
    /// Calls of `#[elidable]` helpers that were made twice in audit mode.
    pub audited_calls: u64,
    /// Under chaos: what happened to the guards of all traces.
    pub guards: Guards,
    /// Loops explored for regions, and those that have one.
    pub regions: [u64; 2],
    /// Regions that were compared with plain execution, and that could not be, as an assumption failed or they ran too long.
    pub checked: [u64; 2],
    /// Runs of regions elsewhere, and those that came to nothing.
    pub offloaded: u64,
    /// See there.
    pub discarded: u64,
    /// Nanoseconds spent recording, optimizing, assembling; the last two may be another thread's.
    pub nanos: [u64; 3],
    /// Nanoseconds for which the program has waited for that thread.
    pub waited: u64,
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let s = self;
        writeln!(
            f,
            "traces: {} roots, {} functions, {} bridges, {} joins; {} aborts, {} retired, {} evictions",
            s.roots, s.functions, s.bridges, s.joins, s.aborts, s.retired, s.evictions
        )?;
        writeln!(
            f,
            "ops: {} recorded, {} after optimization; {} bytes of code",
            s.recorded_ops, s.optimized_ops, s.code_bytes
        )?;
        let per_op = |ns: u64| ns / s.recorded_ops.max(1);
        let [r, o, a] = s.nanos.map(per_op);
        let w = per_op(s.waited);
        writeln!(
            f,
            "ns per recorded op: {r} recording, {o} optimizing, {a} assembling; {w} waiting for these"
        )?;
        write!(f, "entries: {}; exits: {} ({} forced)", s.entries, s.exits, s.forced_exits)?;
        if s.audited_steps + s.audited_calls > 0 {
            let (steps, calls, later) = (s.audited_steps, s.audited_calls, s.audited_later);
            write!(
                f,
                "\naudited: {steps} steps, {calls} calls of elidable helpers, {later} runs of steps later on"
            )?;
        }
        if s.regions[0] > 0 {
            let ([explored, found], [checked, not]) = (s.regions, s.checked);
            write!(f, "\nregions: {explored} loops explored, {found} found; {checked} checks, {not} left")?;
            write!(f, "; {} runs elsewhere, {} came to nothing", s.offloaded, s.discarded)?;
        }
        match s.guards {
            Guards { sites: 0, .. } => Ok(()),
            g => write!(f, "\nguards: {} sites, {} reached, {} forced", g.sites, g.reached, g.forced),
        }
    }
}
