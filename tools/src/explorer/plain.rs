//! What is hot and still interpreted, and the reason.
//!
//! **Problem.** The census says where plain execution was found. Why there is no native code for it, the rest of the log knows: a recording came to nothing, a tree
//! rests, an exit is taken often, or nothing ever began there.
//!
//! **Invariants.** Each place has one reason, the first that fits in the order of [`reason`]: what failed, before what is left, before what never began.
//!
//! **Not promised.** A place is a line. Where it has several loops or calls, the reason may be another one's.

use super::data::{Data, Plain};
use crate::log::{Event, Log};

/// Adds [`Data::plain`].
pub(super) fn explain(data: &mut Data, log: &Log) {
    let off = !log.events.iter().any(|e| matches!(e, Event::Start(_)));
    let mut hot: Vec<usize> = (0..data.spots.len()).filter(|&n| data.spots[n].plain > 0).collect();
    hot.sort_by_key(|&n| std::cmp::Reverse(data.spots[n].plain));
    data.plain = hot
        .into_iter()
        .map(|n| {
            let (why, advice) = reason(data, n as i64, off);
            Plain { spot: n as i64, samples: data.spots[n].plain, why, advice }
        })
        .collect();
}

/// Why plain execution was found in a line, and what to do.
fn reason(data: &Data, spot: i64, off: bool) -> (String, String) {
    if off {
        return (
            "nothing was recorded in this run".into(),
            "is HOLLOWAY_JIT off, or the program short?".into(),
        );
    }
    if let Some(a) = data.aborts.iter().filter(|a| a.spot == spot).max_by_key(|a| a.count) {
        let times = if a.count > 1 { format!(", {} times", a.count) } else { String::new() };
        return (format!("a recording that began here came to nothing: {}{times}", a.text), a.advice.clone());
    }
    if let Some((what, _)) = data.troubles.iter().find(|t| t.1 == spot) {
        return (what.clone(), "look at its tree: what its guards ask for takes too many ways".into());
    }
    let s = &data.spots[spot as usize];
    if s.counts[3] > 0 {
        let times = s.counts[3];
        return (
            format!("native code is left here: exits of this line were taken {times} times, and each has its step done plainly"),
            "look at the exits of its traces".into(),
        );
    }
    if let Some(&n) = s.traces.first() {
        let name = &data.traces[n as usize].name;
        return (
            format!("it has native code ({name}), and was found before that was made or between an exit and the next entry"),
            String::new(),
        );
    }
    (
        "no trace comes by here: it was not hot for long enough, or it is what a helper runs".into(),
        "if it stays hot, look at who calls it: a helper that runs the guest is a call that no trace looks into".into(),
    )
}

#[cfg(test)]
mod tests {
    use crate::explorer::prepare::prepare;
    use crate::log::Log;

    #[test]
    fn the_reason_is_what_failed_before_what_never_began() {
        let lines = [
            r#"{"v":2,"event":"start","recording":1,"kind":"loop","place":"f:2 X","from":null}"#,
            r#"{"v":2,"event":"abort","recording":1,"kind":"loop","reason":"X","text":"too long","detail":"","advice":"make it short"}"#,
            r#"{"v":2,"event":"census","sites":[],"phases":{"plain":4},"plain":[{"place":"g:9","samples":1},{"place":"f:2 Y","samples":3}]}"#,
        ];
        let data = prepare(&Log::parse(&lines.join("\n")).expect("a log"), "x", Vec::new());
        let [failed, never] = &data.plain[..] else { panic!("two places") };
        assert!(failed.samples == 3 && failed.why.contains("too long") && failed.advice == "make it short");
        assert!(never.why.starts_with("no trace comes by"), "{never:?}");
    }
}
