//! Files that were ended, cut and damaged.

use holloway_replay::{Entry, Reader, Run, Writer, DESK};
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn run() -> Run {
    Run { program: "lisp".into(), arguments: vec!["a.scm".into()], ..Run::default() }
}

/// All entries, as texts.
fn entries(path: &Path) -> Result<Vec<String>, String> {
    let mut reader = Reader::open(path)?;
    assert_eq!(*reader.run(), run());
    let mut all = Vec::new();
    while let Some(entry) = reader.next()? {
        all.push(match entry {
            Entry::Ask { what, answer } => format!("{what} {} {:?}", answer.len(), answer.first()),
            Entry::Exit { number, forced, told } => format!("exit {number} {forced} {told}"),
            Entry::Trace(told) => told.to_string(),
            Entry::Interrupt => "interrupt".into(),
            Entry::End => "end".into(),
        });
    }
    Ok(all)
}

/// Writes some of everything, enough for the desk to be filled several times; what should be read.
fn write(path: &Path) -> Vec<String> {
    let mut writer = Writer::create(path, &run()).unwrap();
    let mut all = Vec::new();
    for k in 0..40_000u64 {
        let exit = k % 300;
        let told = format!("loop-0 exit {exit}");
        writer.exit(exit, k % 2 == 1, (k < 300).then_some(&told[..])).unwrap();
        all.push(format!("exit {exit} {} {told}", k % 2 == 1));
        if k % 1000 == 7 {
            // Now and then one that is larger than the desk.
            let answer = vec![k as u8; if k % 5000 == 7 { DESK + 5 } else { 70 }];
            writer.ask(["clock", "line"][k as usize / 1000 % 2], &answer).unwrap();
            let name = ["clock", "line"][k as usize / 1000 % 2];
            all.push(format!("{name} {} {:?}", answer.len(), answer.first()));
            writer.trace("loop-0: 3 ops").unwrap();
            all.push("loop-0: 3 ops".into());
        }
    }
    writer.interrupt().unwrap();
    writer.end().unwrap();
    all.extend(["interrupt".to_string(), "end".to_string()]);
    all
}

#[test]
fn what_was_written_is_read() {
    let path = path("whole.replay");
    assert_eq!(write(&path), entries(&path).unwrap());
}

#[test]
fn a_cut_file_is_read_up_to_its_end() {
    let (path, cut) = (path("long.replay"), path("cut.replay"));
    let all = write(&path);
    let bytes = std::fs::read(&path).unwrap();
    let mut lengths: Vec<usize> = (0..60).map(|k| bytes.len() * k / 60).collect();
    lengths.extend([7, 8, 31, 32, 40, DESK - 1, DESK, DESK + 1, DESK + 2, DESK + 3]);
    for n in lengths {
        std::fs::write(&cut, &bytes[..n]).unwrap();
        match entries(&cut) {
            Ok(some) => assert!(all.starts_with(&some), "{n} bytes of {}", bytes.len()),
            Err(e) => assert!(n <= DESK + 100, "{n} bytes: {e}"),
        }
    }
}

#[test]
fn what_is_moved_when_the_writer_is_ended_is_read_once() {
    let path = path("moved.replay");
    let mut writer = Writer::create(&path, &run()).unwrap();
    (0..100).for_each(|_| writer.ask("clock", &[1, 2, 3]).unwrap());
    let bytes = std::fs::read(&path).unwrap();
    let filled = u64::from_le_bytes(bytes[24..32].try_into().unwrap()) as usize;
    for moved in [0, 1, 200, filled] {
        let half = [&bytes[..], &bytes[32..32 + moved]].concat();
        std::fs::write(&path, half).unwrap();
        assert_eq!(entries(&path).unwrap(), vec!["clock 3 Some(1)"; 100], "{moved} of {filled}");
    }
}

#[test]
fn what_is_no_recording_is_refused() {
    let path = path("other.replay");
    let said = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        entries(&path).unwrap_err()
    };
    assert!(said(b"").ends_with("not a recording"));
    assert!(said(b"(display 1)").ends_with("not a recording"));
    let mut writer = Writer::create(&path, &run()).unwrap();
    writer.ask("clock", &[]).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let filled = bytes[24] as usize;
    // The head of the ask: a name that is not there, and a kind that has no meaning.
    bytes[32 + filled - 2] = 9 << 3 | 2;
    assert!(said(&bytes).contains("a name that is not there"));
    bytes[32 + filled - 2] = 0;
    assert!(said(&bytes).contains("no meaning"));
    bytes[8] = 9;
    assert!(said(&bytes).contains("version 9"));
    assert!(entries(Path::new("/no/such")).is_err());
}
