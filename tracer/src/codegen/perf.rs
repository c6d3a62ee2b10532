//! The map that `perf` reads to name JIT-compiled code: one line `start size name` per piece, in hexadecimal.

use super::backend::CompiledTrace;
use std::io::Write;

/// Appends a trace to this process's perf map (`/tmp/perf-PID.map`).
///
/// Later lines win where ranges overlap, so freed and reused ranges need no removal.
pub fn append(trace: &CompiledTrace) -> std::io::Result<()> {
    let path = format!("/tmp/perf-{}.map", std::process::id());
    let mut file = std::fs::File::options().append(true).create(true).open(path)?;
    file.write_all(line(trace).as_bytes())
}

fn line(trace: &CompiledTrace) -> String {
    let name: String = trace.name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{:x} {:x} {}\n", trace.code.addr, trace.code.len, name)
}
