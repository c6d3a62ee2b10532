//! What became of the loops that might run on a device: the table that `HOLLOWAY_LOG=gpu` ends with, from a log.

use crate::log::{Event, Log};

/// The page for a log.
///
/// # Errors
/// When no loop was explored.
pub fn page(log: &Log) -> Result<String, String> {
    let lines = log.events.iter().filter_map(|e| match e {
        Event::NoDevice { why } => Some(format!("no device: {why}\n")),
        Event::Regions { table, .. } => Some(format!("{table}\n")),
        _ => None,
    });
    let page: String = lines.collect();
    match page.is_empty() {
        true => Err("no loop was explored: was HOLLOWAY_GPU set?".into()),
        false => Ok(page),
    }
}

#[cfg(test)]
mod tests {
    use super::page;
    use crate::log::Log;

    #[test]
    fn the_table_is_the_runs_own() {
        let log = Log::parse(
            "{\"v\":2,\"event\":\"no_device\",\"why\":\"no library\"}\n{\"v\":2,\"event\":\"regions\",\"regions\":[],\"table\":\"f:2: 1 run\\n  f:2\"}\n",
        );
        let log = log.expect("a log");
        assert_eq!(page(&log).as_deref(), Ok("no device: no library\nf:2: 1 run\n  f:2\n"));
        let none = Log::parse(r#"{"v":2,"event":"evict","traces":1}"#).expect("a log");
        assert!(page(&none).is_err_and(|e| e.contains("HOLLOWAY_GPU")));
    }
}
