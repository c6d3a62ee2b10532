//! The heap's settings, by API or from the environment.

use crate::world::ask;
use holloway_compiler::platform;

/// Settings of a heap.
#[derive(Clone, Debug)]
pub struct HeapConfig {
    /// Bytes the heap may occupy; past them an out-of-memory error is due at the next poll, and large allocations fail at once.
    pub limit: usize,
    /// Least number of bytes allocated between two collections.
    pub min_trigger: usize,
    /// A collection is due when the bytes allocated since the last exceed this multiple of what lived then (small heaps wait longer).
    pub growth: f64,
    /// Ask for a collection at every poll, and overwrite what is freed so that a stale access is found.
    pub stress: bool,
    /// Under stress: the use of what was collected ends the process with a report of what it was and who used it, also in release builds, on systems that can do that
    /// (Linux). See `heap/fence.rs`.
    pub fences: bool,
    /// Whether collections between full ones look at young objects only. Under stress this makes all but one in eight minor ones, so that a store which the
    /// log of stores misses is found.
    pub minor: bool,
    /// Bytes allocated between a collection and a minor one, while most of what is young dies. 0: all are minor ones, whatever they bring, until what lives has
    /// grown by as much again.
    pub young: usize,
    /// Bytes allocated between two collections while little of what is young lives, so that memory is used again while it is in the cache; 0: there are no such
    /// collections. See `heap/policy.rs`.
    pub nursery: usize,
    /// Whether the system is asked to back the heap by large pages (of 2 MB, on Linux) from its fifth megabyte on, as long as it makes them fast. See `heap/pages.rs`.
    pub large_pages: bool,
    /// Bit `t` set: payloads of slots with tag `t` are references. `None`: payloads are treated like words of the native stack.
    pub ref_tags: Option<u64>,
}

impl Default for HeapConfig {
    fn default() -> Self {
        HeapConfig {
            limit: default_limit(),
            min_trigger: 4 << 20,
            growth: 1.0,
            stress: false,
            fences: false,
            minor: true,
            young: 32 << 20,
            nursery: 2 << 20,
            large_pages: true,
            ref_tags: None,
        }
    }
}

impl HeapConfig {
    /// The defaults, changed by `HOLLOWAY_HEAP_MAX` (bytes, or a number with K, M or G) and `HOLLOWAY_GC`: `stress` (a full collection at every poll), `minor`
    /// (minor ones, a full one each eighth time) or `full` (no minor collections). `HOLLOWAY_YOUNG` is the size of [`HeapConfig::young`], `HOLLOWAY_NURSERY` that of [`HeapConfig::nursery`];
    /// `HOLLOWAY_PAGES` is `large` or `small`.
    ///
    /// # Errors
    /// A message naming the variable, if one has no meaning.
    pub fn from_env() -> Result<HeapConfig, String> {
        let var = |name| std::env::var(name).ok().filter(|v| !v.is_empty());
        let mut c = HeapConfig::default();
        for (name, to) in [
            ("HOLLOWAY_HEAP_MAX", &mut c.limit),
            ("HOLLOWAY_YOUNG", &mut c.young),
            ("HOLLOWAY_NURSERY", &mut c.nursery),
        ] {
            if let Some(v) = var(name) {
                *to = parse_size(&v).ok_or(format!(
                    "{name}={v}: expected a number of bytes, such as 500000000, 512M or 2G"
                ))?;
            }
        }
        match var("HOLLOWAY_GC").as_deref() {
            None | Some("normal") => {}
            Some("stress") => (c.stress, c.fences, c.minor) = (true, true, false),
            Some("minor") => (c.stress, c.fences) = (true, true),
            Some("full") => c.minor = false,
            Some(v) => {
                return Err(format!("HOLLOWAY_GC={v}: expected `normal`, `stress`, `minor` or `full`"))
            }
        }
        match var("HOLLOWAY_PAGES").as_deref() {
            None | Some("large") => {}
            Some("small") => c.large_pages = false,
            Some(v) => return Err(format!("HOLLOWAY_PAGES={v}: expected `large` or `small`")),
        }
        Ok(c)
    }
}

fn parse_size(s: &str) -> Option<usize> {
    let (digits, unit) = match s.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => (&s[..s.len() - 1], 1usize << 10),
        b'M' => (&s[..s.len() - 1], 1 << 20),
        b'G' => (&s[..s.len() - 1], 1 << 30),
        _ => (s, 1),
    };
    digits.parse::<usize>().ok()?.checked_mul(unit)
}

/// 8 GiB, or three quarters of the machine's memory if that is less and known.
fn default_limit() -> usize {
    let most = 8usize << 30;
    ask("memory of the machine", platform::total_memory).map_or(most, |t| most.min(t / 4 * 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed() {
        let cases = [
            ("0", Some(0)),
            ("12", Some(12)),
            ("3k", Some(3072)),
            ("2G", Some(2 << 30)),
            ("", None),
            ("M", None),
            ("x", None),
        ];
        for (s, want) in cases {
            assert_eq!(parse_size(s), want, "{s:?}");
        }
        assert_eq!(parse_size("99999999999999999G"), None);
    }
}
