//! Why recordings end without a trace, and what their author can do about it.

/// Why a recording ended without a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Abort {
    /// A step that was being replayed needs more of the state than the window.
    WholeState,
    /// More ops than the limit.
    TooLong,
    /// A step's log grew past its cap.
    LogTooLong,
    /// A root trace met another loop, or left its own.
    InnerLoop,
    /// A root trace returned from its loop's function before it came round.
    Left,
    /// An inlined callee looped.
    CalleeLoops,
    /// The window grew too deep.
    TooDeep,
    /// The optimizer found a guard that always fails (types changed within the first iteration).
    Unstable,
    /// The backend refused.
    Codegen,
    /// The budget of native code is used up.
    CodeBudget,
    /// A value the trace cannot carry (too many results, too many values in a snapshot).
    TooManyValues,
    /// An assumption cell it depends on was written meanwhile.
    Invalidated,
    /// A re-run answered differently from the recording: the interpreter broke a rule.
    Nondeterministic,
}

/// The table of abort reasons: name for logs, advice for the author.
pub const ABORTS: &[(Abort, &str, &str)] = &[
    (Abort::WholeState, "a step needs the whole state", "nothing to do: it is done plainly"),
    (
        Abort::TooLong,
        "trace too long",
        "shorten handlers, or mark big helpers #[residual]; the largest callee is not inlined next time",
    ),
    (
        Abort::LogTooLong,
        "too many answers in one step",
        "put effects last in the handler, or move its loop into a helper",
    ),
    (Abort::InnerLoop, "met another loop first", "nothing to do: the inner loop is compiled first"),
    (
        Abort::Left,
        "the loop was left in the iteration that was recorded",
        "nothing to do: it is recorded again when it goes round",
    ),
    (Abort::CalleeLoops, "an inlined callee loops", "nothing to do: the callee gets a trace of its own"),
    (Abort::TooDeep, "too many inlined activations", "nothing to do: deeper calls get traces of their own"),
    (
        Abort::Unstable,
        "types change within the loop's first iteration",
        "nothing to do: it is recorded again with the new types",
    ),
    (Abort::Codegen, "code generation refused", "report it: the log says what was refused"),
    (
        Abort::CodeBudget,
        "no room for native code",
        "nothing to do: all traces are thrown away and what is hot comes back; or raise HOLLOWAY_CODE_MAX",
    ),
    (Abort::TooManyValues, "more values than an exit can carry", "use fewer registers or results at once"),
    (
        Abort::Invalidated,
        "an assumption was written while recording",
        "a cell that is written often should not be assumed",
    ),
    (
        Abort::Nondeterministic,
        "a re-run step answered differently",
        "a handler has a side effect outside the machine and the state",
    ),
];

impl Abort {
    /// Its row in [`ABORTS`].
    pub fn text(self) -> (&'static str, &'static str) {
        ABORTS.iter().find(|r| r.0 == self).map_or(("unknown", ""), |r| (r.1, r.2))
    }
}
