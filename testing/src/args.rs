//! `--name value` options of a command, and the words beside them.
//!
//! Every option takes a value; `--name=value` is the same as `--name value`. Options that a command's usage
//! line does not mention are errors, so a misspelt option never passes for its default.

use std::collections::BTreeMap;

/// The options and words given to a command.
pub struct Args {
    values: BTreeMap<String, String>,
    words: Vec<String>,
}

/// Whether the words only ask what the options are: then the usage is what to print.
#[must_use]
pub fn asks_for_usage(words: &[String]) -> bool {
    words.iter().any(|word| word == "--help" || word == "-h")
}

impl Args {
    /// Reads options from the words after the command's name.
    pub fn parse(words: impl Iterator<Item = String>) -> Result<Args, String> {
        let mut values = BTreeMap::new();
        let mut others = Vec::new();
        let mut words = words;
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix("--") else {
                others.push(word);
                continue;
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name.to_string(), value.to_string()),
                None => match words.next() {
                    Some(value) => (option.to_string(), value),
                    None => return Err(format!("--{option} needs a value")),
                },
            };
            values.insert(name, value);
        }
        Ok(Args { values, words: others })
    }

    /// The words that are not options.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Fails on the first option that `usage` does not mention, and on words if it does not begin with one in capitals.
    pub fn check_known(&self, usage: &str) -> Result<(), String> {
        let known = |name: &str| {
            usage
                .split(|c: char| c.is_whitespace() || "[]()=".contains(c))
                .any(|w| w.strip_prefix("--") == Some(name))
        };
        if let Some(name) = self.values.keys().find(|name| !known(name)) {
            return Err(format!("unknown option --{name}; usage: {usage}"));
        }
        match self.words.first() {
            Some(word) if !usage.starts_with(char::is_uppercase) => Err(format!("'{word}' is not an option")),
            _ => Ok(()),
        }
    }

    /// The value of an option as text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The value of an option as a number.
    pub fn number(&self, name: &str, default: u64) -> Result<u64, String> {
        match self.text(name) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| format!("--{name}: '{text}' is not a number")),
        }
    }

    /// The comma-separated words of an option; none when it is absent.
    pub fn list(&self, name: &str) -> Option<Vec<&str>> {
        self.text(name).map(|text| text.split(',').filter(|word| !word.is_empty()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Args, String> {
        Args::parse(words.iter().map(|w| w.to_string()))
    }

    #[test]
    fn both_spellings_and_lists() {
        let args = parse(&["--count=3", "--modes", "plain,jit"]).unwrap();
        assert_eq!(args.number("count", 1), Ok(3));
        assert_eq!(args.number("seed", 9), Ok(9));
        assert_eq!(args.list("modes"), Some(vec!["plain", "jit"]));
    }

    #[test]
    fn help_needs_no_value() {
        let asks = |words: &[&str]| asks_for_usage(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>());
        assert!(asks(&["--help"]) && asks(&["--count", "3", "-h"]) && !asks(&["--count", "help"]));
    }

    #[test]
    fn mistakes_are_errors() {
        assert!(parse(&["stray"]).unwrap().check_known("[--count N]").is_err());
        assert!(parse(&["stray"]).unwrap().check_known("FILE").is_ok());
        assert!(parse(&["--count"]).is_err());
        let args = parse(&["--count", "x", "--cuont", "3"]).unwrap();
        assert!(args.number("count", 1).is_err());
        assert!(args.check_known("[--count N]").is_err());
        assert!(args.check_known("[--count N] [--cuont N]").is_ok());
    }
}
