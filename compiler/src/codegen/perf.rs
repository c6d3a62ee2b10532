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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::arena::Code;
    use crate::codegen::backend::StartInfo;

    #[test]
    fn lines_name_the_range() {
        let trace = CompiledTrace {
            name: "loop\nat fib.lua:3".into(),
            code: Code { addr: 0x7f00_1000, len: 0x2c },
            outer: 0,
            start: StartInfo::default(),
            body: None,
            frame: 16,
            exits: Vec::new(),
            records: Box::new([]),
            descrs: Box::new([]),
            exit_routine: 0,
            parts: Vec::new(),
            steps: 0,
            moves: 0,
        };
        assert_eq!(line(&trace), "7f001000 2c loop at fib.lua:3\n");
    }
}
