//! Runs a recorded run again, or says what is in its recording.
//!
//! **Problem.** A recording (`HOLLOWAY_REPLAY=FILE`) knows the command, the settings and the folder of its run. A person wants to run that again, up to the exit in question, in a debugger, or with
//! less optimization.
//!
//! **Invariants.** With settings that change what is compiled, the answers of the world are played and exits are not compared; it is said so.
//!
//! **Not promised.** That the program is the one that was recorded: if it does something else, the run departs and says where.
//!
//! **Example.** `holloway-tools replay run.replay --stop-before 17 --gdb`

use holloway_replay::{decides, Entry, Reader};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// How a run is run again.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// The exit to stop before.
    pub stop_before: Option<u64>,
    /// Passes of the optimizer to be left out; `all` are all.
    pub without: Vec<String>,
    /// Settings that are others now.
    pub set: Vec<(String, String)>,
    /// In gdb, which gets these words more.
    pub gdb: Option<Vec<String>>,
}

impl How {
    /// Whether exits may be others than were recorded.
    #[must_use]
    pub fn plays_answers_alone(&self) -> bool {
        !self.without.is_empty() || self.set.iter().any(|(name, _)| decides(name))
    }
}

/// The command that runs it again.
///
/// # Errors
/// What is wrong with the file.
pub fn command(file: &Path, how: &How) -> Result<Command, String> {
    let reader = Reader::open(file)?;
    let run = reader.run();
    let full = std::fs::canonicalize(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut settings = run.settings.clone();
    let mut set = |name: &str, value: String| {
        settings.retain(|s| s.0 != name);
        settings.push((name.into(), value));
    };
    how.set.iter().for_each(|(name, value)| set(name, value.clone()));
    if !how.without.is_empty() {
        let before = how.set.iter().chain(&run.settings).find(|s| s.0 == "HOLLOWAY_OPT" && !s.1.is_empty());
        let off = |pass: &String| if pass == "all" { "none".to_string() } else { format!("-{pass}") };
        let words: Vec<String> =
            before.map(|s| s.1.clone()).into_iter().chain(how.without.iter().map(off)).collect();
        set("HOLLOWAY_OPT", words.join(","));
    }
    let mut play = format!("play={}", full.display());
    if let Some(exit) = how.stop_before {
        let _ = write!(play, ",before={exit}");
    }
    if how.plays_answers_alone() {
        play.push_str(",answers");
    }
    set("HOLLOWAY_REPLAY", play);
    let mut command = match &how.gdb {
        None => Command::new(&run.program),
        Some(words) => {
            set("HOLLOWAY_GDB", "1".into());
            let mut gdb = Command::new("gdb");
            gdb.args(["-q", "-ex", "run"]).args(words).arg("--args").arg(&run.program);
            gdb
        }
    };
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("HOLLOWAY_")) {
        command.env_remove(name);
    }
    command.args(&run.arguments).current_dir(&run.folder).envs(settings);
    Ok(command)
}

/// Runs it again, to its end: its status.
///
/// # Errors
/// It cannot be run, or a signal has ended it.
pub fn play(file: &Path, how: &How) -> Result<u8, String> {
    if how.plays_answers_alone() {
        eprintln!("holloway-tools: answers are played, exits are not compared");
    }
    let mut command = command(file, how)?;
    let status = command.status().map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    match status.code() {
        Some(code) => Ok(code as u8),
        None => Err(format!("it was ended: {status}")),
    }
}

/// Most bytes of an answer that are shown.
const SHOWN: usize = 40;

/// What is in a recording, a line for each entry.
///
/// # Errors
/// What is wrong with the file.
pub fn list(file: &Path) -> Result<String, String> {
    let mut reader = Reader::open(file)?;
    let mut page = format!("run     {}\n", reader.run());
    if !reader.run().same_addresses {
        page.push_str("        the system may give it other addresses each time\n");
    }
    let (mut asks, mut exits, mut ended) = (0u64, 0u64, false);
    while let Some(entry) = reader.next().map_err(|e| format!("{}: {e}", file.display()))? {
        ended = entry == Entry::End;
        let _ = match entry {
            Entry::Ask { what, answer } => {
                asks += 1;
                let more = if answer.len() > SHOWN { ".." } else { "" };
                let shown = answer[..answer.len().min(SHOWN)].escape_ascii();
                writeln!(page, "ask {asks:<4}{what}: {} bytes, {shown}{more}", answer.len())
            }
            Entry::Exit { told, forced, .. } => {
                exits += 1;
                writeln!(page, "exit {exits:<3}{told}{}", if forced { ", forced" } else { "" })
            }
            Entry::Trace(told) => writeln!(page, "trace   {told}"),
            Entry::Interrupt => writeln!(page, "        interrupted"),
            Entry::End => writeln!(page, "        ended"),
        };
    }
    if !ended {
        page.push_str("        here it was ended by force or has crashed\n");
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use holloway_replay::{Run, Writer};

    #[test]
    fn settings_are_those_of_the_run_and_what_is_said() {
        let file = std::env::temp_dir().join(format!("tools-{}.replay", std::process::id()));
        let settings =
            [("HOLLOWAY_OPT", "-peel"), ("HOLLOWAY_CHAOS", "7")].map(|(n, v)| (n.into(), v.into()));
        let run =
            Run { program: "lisp".into(), settings: settings.into(), folder: "/".into(), ..Run::default() };
        let mut writer = Writer::create(&file, &run).unwrap();
        writer.ask("clock", b"\x01noon").unwrap();
        writer.exit(4, true, Some("loop-0 exit 4")).unwrap();
        let all = |how: &How| {
            let command = command(&file, how).unwrap();
            let set = command
                .get_envs()
                .filter_map(|(n, v)| Some((n.to_str()?.to_string(), v?.to_str()?.to_string())));
            set.filter(|s| s.0.starts_with("HOLLOWAY_")).map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>()
        };
        let full = std::fs::canonicalize(&file).unwrap().display().to_string();
        let play = format!("HOLLOWAY_REPLAY=play={full}");
        let plain = all(&How::default());
        assert_eq!(plain, ["HOLLOWAY_CHAOS=7", "HOLLOWAY_OPT=-peel", &play]);
        let less = How { without: vec!["fold".into()], stop_before: Some(3), ..How::default() };
        assert_eq!(
            all(&less),
            ["HOLLOWAY_CHAOS=7", "HOLLOWAY_OPT=-peel,-fold", &format!("{play},before=3,answers")]
        );
        let logged = How { set: vec![("HOLLOWAY_LOG".into(), "ops".into())], ..How::default() };
        assert_eq!(all(&logged)[3], play);
        let shown = list(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        let wanted = [
            "cd /; HOLLOWAY_OPT=-peel HOLLOWAY_CHAOS=7 lisp",
            "ask 1   clock: 5 bytes, \\x01noon",
            "exit 1  loop-0 exit 4, forced",
            "by force",
        ];
        assert!(wanted.iter().all(|w| shown.contains(w)), "{shown}");
    }
}
