//! Makes a program in parentheses smaller: what is tried is always one whose parentheses match.
//!
//! **Method.** The text becomes a tree. Runs of items of a list are dropped, longer ones first, a list is replaced by one of its items or by a small constant, and numbers become
//! smaller; all of it again until nothing goes.
//!
//! **Not promised.** Comments and the layout of lines: the result has a line for each form, or for each of its items where it is long.

use std::collections::HashSet;

/// A piece of a program: a word, or a list with what stands before its items.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Node {
    Word(String),
    List(String, Vec<Node>),
}

/// Widest line of a form.
const WIDTH: usize = 100;

impl Node {
    fn text(&self) -> String {
        match self {
            Node::Word(word) => word.clone(),
            Node::List(open, items) => {
                format!("{open}{})", items.iter().map(Node::text).collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The text, in several lines where it is long.
    fn laid_out(&self, indent: usize) -> String {
        let text = self.text();
        match self {
            Node::List(open, items) if text.len() + indent > WIDTH => {
                let items: Vec<String> = items.iter().map(|i| i.laid_out(indent + 2)).collect();
                format!("{open}{})", items.join(&format!("\n{:1$}", "", indent + 2)))
            }
            _ => text,
        }
    }

    fn items(&mut self) -> Option<&mut Vec<Node>> {
        match self {
            Node::Word(_) => None,
            Node::List(_, items) => Some(items),
        }
    }
}

/// The forms of a text. What is not closed is closed at the end, and what closes nothing is passed over.
fn read(text: &str, comment: &str) -> Vec<Node> {
    let mut open: Vec<(String, Vec<Node>)> = vec![(String::new(), Vec::new())];
    let (mut rest, mut prefix) = (text, String::new());
    while let Some(c) = rest.chars().next() {
        if !comment.is_empty() && rest.starts_with(comment) {
            rest = rest.find('\n').map_or("", |at| &rest[at..]);
            continue;
        }
        let length = match c {
            '"' => end_of_string(rest),
            '\'' | '`' | ',' | '(' | ')' => 1,
            c if c.is_whitespace() => c.len_utf8(),
            _ => rest.find(|c: char| c.is_whitespace() || "()\"'".contains(c)).unwrap_or(rest.len()),
        };
        let (word, behind) = rest.split_at(length);
        // What stands before a parenthesis without a blank belongs to it, such as `#` of a vector.
        let joined = behind.starts_with('(') && !word.ends_with(['(', ')', '"']) && !c.is_whitespace();
        match c {
            '(' => open.push((std::mem::take(&mut prefix) + "(", Vec::new())),
            ')' => close(&mut open),
            c if c.is_whitespace() => {}
            _ if joined || ['\'', '`', ','].contains(&c) => prefix.push_str(word),
            _ => add(&mut open, Node::Word(std::mem::take(&mut prefix) + word)),
        }
        rest = behind;
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().map_or(Vec::new(), |o| o.1)
}

fn add(open: &mut [(String, Vec<Node>)], node: Node) {
    if let Some(list) = open.last_mut() {
        list.1.push(node);
    }
}

fn close(open: &mut Vec<(String, Vec<Node>)>) {
    if open.len() > 1 {
        let list = open.pop().map(|(before, items)| Node::List(before, items));
        list.into_iter().for_each(|list| add(open, list));
    }
}

/// How long the string is that a text begins with, quotes included.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

struct Shrinker<'a> {
    holds: &'a mut dyn FnMut(&str) -> Result<bool, String>,
    tries: u32,
    seen: HashSet<String>,
    forms: Vec<Node>,
}

fn written(forms: &[Node]) -> String {
    forms.iter().map(|form| form.laid_out(0) + "\n").collect()
}

/// The node at a path, where there is one.
fn at<'a>(forms: &'a mut [Node], path: &[usize]) -> Option<&'a mut Node> {
    let (first, rest) = path.split_first()?;
    let node = forms.get_mut(*first)?;
    match rest {
        [] => Some(node),
        rest => at(node.items()?, rest),
    }
}

/// The path of the node that comes next in the text, lists before their items.
fn next(forms: &mut [Node], path: &[usize]) -> Option<Vec<usize>> {
    let inside = match at(forms, path) {
        Some(Node::List(_, items)) => !items.is_empty(),
        _ => false,
    };
    let mut path = path.to_vec();
    if inside {
        path.push(0);
        return Some(path);
    }
    while let Some(last) = path.pop() {
        path.push(last + 1);
        if at(forms, &path).is_some() {
            return Some(path);
        }
        path.pop();
    }
    None
}

impl Shrinker<'_> {
    /// Takes other forms if what should stay true does; each text is tried once.
    fn accept(&mut self, fewer: Vec<Node>) -> Result<bool, String> {
        let text = written(&fewer);
        if self.tries == 0 || fewer == self.forms || !self.seen.insert(text.clone()) {
            return Ok(false);
        }
        self.tries -= 1;
        let good = (self.holds)(&text)?;
        if good {
            self.forms = fewer;
        }
        Ok(good)
    }

    /// Changes the node at a path.
    fn with(&self, path: &[usize], change: impl FnOnce(&mut Node)) -> Vec<Node> {
        let mut forms = self.forms.clone();
        if let Some(node) = at(&mut forms, path) {
            change(node);
        }
        forms
    }

    /// Drops runs of forms, from the end: what is used there keeps what defines it.
    fn drop_forms(&mut self) -> Result<(), String> {
        let mut run = self.forms.len().div_ceil(2);
        while run >= 1 {
            let mut end = self.forms.len();
            while end > 0 {
                let start = end.saturating_sub(run);
                let mut fewer = self.forms.clone();
                fewer.drain(start..end);
                self.accept(fewer)?;
                end = start.min(self.forms.len());
            }
            run /= 2;
        }
        Ok(())
    }

    /// Tries all that makes the node at a path smaller; whether something did.
    fn smaller(&mut self, path: &[usize]) -> Result<bool, String> {
        let Some(node) = at(&mut self.forms, path).cloned() else { return Ok(false) };
        let mut instead: Vec<Node> = Vec::new();
        match &node {
            Node::Word(word) => {
                let number: Option<i64> = word.parse().ok();
                let smaller = number
                    .into_iter()
                    .flat_map(|n| [0, 1, n / 2])
                    .filter(|s| Some(s.abs()) < number.map(i64::abs));
                instead.extend(smaller.map(|s| Node::Word(s.to_string())));
            }
            Node::List(_, items) => {
                instead.extend(items.iter().cloned());
                instead.extend(["0", "#f", "'()"].map(|word| Node::Word(word.to_string())));
            }
        }
        for other in instead {
            if self.accept(self.with(path, |node| *node = other))? {
                return Ok(true);
            }
        }
        let Node::List(_, items) = node else { return Ok(false) };
        let mut run = items.len().div_ceil(2);
        while run >= 1 {
            for start in (0..items.len()).rev().step_by(run) {
                let end = (start + run).min(items.len());
                let fewer = self.with(path, |node| {
                    node.items().into_iter().for_each(|items| drop(items.drain(start..end)));
                });
                if self.accept(fewer)? {
                    return Ok(true);
                }
            }
            run /= 2;
        }
        Ok(false)
    }
}

/// Shrinks a program in parentheses, of which `holds` is true, with at most so many calls of it; `comment` begins a comment.
///
/// # Errors
/// Those of `holds`.
pub fn shrink(
    text: &str,
    comment: &str,
    tries: u32,
    mut holds: impl FnMut(&str) -> Result<bool, String>,
) -> Result<String, String> {
    let forms = read(text, comment);
    let mut shrinker = Shrinker { holds: &mut holds, tries, seen: HashSet::new(), forms };
    // What it is read as might be something else to the language.
    if !(shrinker.holds)(&written(&shrinker.forms))? {
        return Ok(text.to_string());
    }
    loop {
        let before = shrinker.forms.clone();
        shrinker.drop_forms()?;
        let mut path = Some(vec![0]);
        while let Some(here) = path {
            path = match shrinker.smaller(&here)? {
                true => Some(here),
                false => next(&mut shrinker.forms, &here),
            };
        }
        if shrinker.forms == before || shrinker.tries == 0 {
            return Ok(written(&shrinker.forms));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written() {
        let text = "(define (f x) (if (= x '(1 . 2)) \"a ) b\\\"\" #(1 'two)))\n'sym\n";
        assert_eq!(written(&read(&format!("; a comment (\n{text}"), ";")), text);
        assert_eq!(written(&read("(a (b\n", ";")), "(a (b))\n");
        let long = format!("(define x (list {}))", "123456789 ".repeat(12).trim_end());
        let laid_out = written(&read(&long, ";"));
        assert!(laid_out.lines().all(|l| l.len() <= WIDTH) && laid_out.lines().count() > 10, "{laid_out}");
        assert_eq!(read(&laid_out, ";"), read(&long, ";"));
    }

    #[test]
    fn every_try_has_matching_parentheses_and_what_matters_stays() {
        let text = "(define (f x) (+ x 1))\n(define l '(1 2 3))\n(print (f (car l)) (let ((y 12)) (g (bad y) 40)))\n";
        let short = shrink(text, ";", 2000, |t| {
            let depth = |t: &str| t.chars().fold(0, |d: i32, c| d + (c == '(') as i32 - (c == ')') as i32);
            assert_eq!(depth(t), 0, "{t}");
            Ok(t.contains("(bad"))
        });
        assert_eq!(short.unwrap(), "(bad)\n");
    }

    #[test]
    fn no_more_tries_than_allowed() {
        let mut count = 0;
        let tried = shrink("(a b)\n(c d)\n", ";", 3, |_| {
            count += 1;
            Ok(count == 1)
        });
        assert_eq!((tried.unwrap().as_str(), count), ("(a b)\n(c d)\n", 4));
    }
}
