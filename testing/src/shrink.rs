//! Makes a program smaller while something stays true of it.
//!
//! **Method.** Of programs in parentheses: [`lists`]. Of others runs of lines are dropped, then lines with what is indented below them, then headers with what is below them moved out, then
//! within lines pieces between brackets, and runs of words; all of it again until nothing goes. What a try makes of the program need not be a
//! program: `holds` says no to it.
//!
//! **Not promised.** The smallest program; and only so many tries are made.
//!
//! **Example.** `shrink("a\nb\n", 100, |t| Ok(t.contains('b')))` is `"b\n"`.

mod lists;

pub use lists::shrink as lists;

use std::collections::HashSet;

struct Shrinker<'a> {
    holds: &'a mut dyn FnMut(&str) -> Result<bool, String>,
    tries: u32,
    seen: HashSet<String>,
}

/// Shrinks `text`, of which `holds` is true, with at most so many calls of it.
///
/// # Errors
/// Those of `holds`.
pub fn shrink(
    text: &str,
    tries: u32,
    mut holds: impl FnMut(&str) -> Result<bool, String>,
) -> Result<String, String> {
    let mut shrinker = Shrinker { holds: &mut holds, tries, seen: HashSet::new() };
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    loop {
        let before = lines.clone();
        shrinker.chunks(&mut lines)?;
        shrinker.blocks(&mut lines)?;
        shrinker.words(&mut lines)?;
        if lines == before || shrinker.tries == 0 {
            return Ok(joined(&lines));
        }
    }
}

fn joined(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

impl Shrinker<'_> {
    /// Takes other lines if what should stay true does; each text is tried once.
    fn accept(&mut self, lines: &mut Vec<String>, fewer: Vec<String>) -> Result<bool, String> {
        let text = joined(&fewer);
        if self.tries == 0 || !self.seen.insert(text.clone()) {
            return Ok(false);
        }
        self.tries -= 1;
        let good = (self.holds)(&text)?;
        if good {
            *lines = fewer;
        }
        Ok(good)
    }

    fn chunks(&mut self, lines: &mut Vec<String>) -> Result<(), String> {
        let mut chunk = lines.len().div_ceil(2);
        while chunk >= 1 {
            // From the end: what is used there keeps what defines it.
            let mut end = lines.len();
            while end > 0 {
                let start = end.saturating_sub(chunk);
                let mut fewer = lines.clone();
                fewer.drain(start..end);
                self.accept(lines, fewer)?;
                end = start;
            }
            chunk /= 2;
        }
        Ok(())
    }

    fn blocks(&mut self, lines: &mut Vec<String>) -> Result<(), String> {
        let mut at = 0;
        while at < lines.len() {
            let depth = indentation(&lines[at]);
            let below = |l: &&String| l.trim().is_empty() || indentation(l) > depth;
            let length = lines[at + 1..].iter().take_while(below).count();
            if length > 0 {
                let mut without = lines.clone();
                without.drain(at..=at + length);
                if self.accept(lines, without)? {
                    continue;
                }
                let mut moved = lines.clone();
                let step = indentation(&lines[at + 1]).saturating_sub(depth);
                for line in &mut moved[at + 1..=at + length] {
                    line.drain(..step.min(indentation(line)));
                }
                moved.remove(at);
                if self.accept(lines, moved)? {
                    continue;
                }
            }
            at += 1;
        }
        Ok(())
    }

    fn words(&mut self, lines: &mut Vec<String>) -> Result<(), String> {
        for at in 0..lines.len() {
            let mut chunk = 16;
            while chunk >= 1 {
                let mut from = 0;
                loop {
                    let Some(line) = lines.get(at).cloned() else { return Ok(()) };
                    let words = words(&line);
                    if from >= words.len() {
                        break;
                    }
                    let end = (from + chunk).min(words.len());
                    let mut changed = false;
                    let without = format!("{}{}", words[..from].concat(), words[end..].concat());
                    let mut tries = vec![without];
                    if chunk == 1 {
                        tries.extend(brackets(&words, from));
                    }
                    for shorter in tries {
                        let mut fewer = lines.clone();
                        fewer[at] = shorter;
                        if self.accept(lines, fewer)? {
                            changed = true;
                            break;
                        }
                    }
                    if !changed {
                        from += chunk.div_ceil(2);
                    }
                }
                chunk /= 2;
            }
        }
        Ok(())
    }
}

/// What a line becomes without the brackets that open at a word: with what is inside, with nothing, with empty brackets, with a number.
fn brackets(words: &[String], from: usize) -> Vec<String> {
    if !["(", "[", "{"].contains(&words[from].as_str()) {
        return Vec::new();
    }
    let mut depth = 0;
    let end = words[from..].iter().position(|w| {
        depth += ["(", "[", "{"].contains(&w.as_str()) as i32;
        depth -= [")", "]", "}"].contains(&w.as_str()) as i32;
        depth == 0
    });
    let Some(end) = end.map(|e| from + e) else { return Vec::new() };
    let (before, after) = (words[..from].concat(), words[end + 1..].concat());
    let inside = words[from + 1..end].concat();
    let empty = format!("{}{}", words[from], words[end]);
    let mut tries = vec![String::new(), "0".to_string(), empty, inside];
    tries.retain(|t| t.len() < words[from..=end].concat().len());
    // A call with its function goes, too.
    if let Some((_, before)) = words[..from].split_last() {
        let call = format!("{}0{after}", before.concat());
        return tries
            .into_iter()
            .map(|t| format!("{}{t}{after}", words[..from].concat()))
            .chain([call])
            .collect();
    }
    tries.into_iter().map(|t| format!("{before}{t}{after}")).collect()
}

/// The words of a line, blanks included: names and numbers, texts in quotes, and single characters.
fn words(line: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut quote: Option<char> = None;
    for c in line.chars() {
        let word = c.is_alphanumeric() || c == '_';
        let last = out.last_mut();
        match (quote, last) {
            (Some(q), Some(last)) => {
                last.push(c);
                if c == q && !last.ends_with(&format!("\\{q}")) {
                    quote = None;
                }
            }
            (_, Some(last)) if word && last.ends_with(|p: char| p.is_alphanumeric() || p == '_') => {
                last.push(c)
            }
            (_, Some(last)) if c == ' ' && last.trim().is_empty() => last.push(c),
            _ => {
                if c == '"' || c == '\'' {
                    quote = Some(c);
                }
                out.push(c.to_string());
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_stays() {
        let text = "x = 1\nif y:\n    while z:\n        f(g(1, 2), [3, bad])\n    h()\n";
        let short = shrink(text, 1000, |t| Ok(t.contains("bad"))).unwrap();
        assert_eq!(short, "bad\n");
    }

    #[test]
    fn no_more_tries_than_allowed() {
        let mut count = 0;
        let tried = shrink("a\nb\nc\nd\n", 3, |_| {
            count += 1;
            Ok(false)
        });
        assert_eq!((tried.unwrap().as_str(), count), ("a\nb\nc\nd\n", 3));
    }

    #[test]
    fn words_join_to_the_line() {
        let line = "  x = f('a b', y[1:2]) + \"it's\"";
        assert_eq!(words(line).concat(), line);
        assert!(words(line).contains(&"'a b'".to_string()));
    }
}
