//! Words and patterns of the checks, for English and the United States.

pub(crate) mod claim;
pub(crate) mod having;
pub(crate) mod phone;
pub(crate) mod place;
pub(crate) mod street;
pub(crate) mod table;
pub(crate) mod trade;

use std::sync::LazyLock;

use regex::Regex;

/// Declares patterns that are compiled at their first use. One that does not compile never matches: the tests compile all.
macro_rules! patterns {
    ($($(#[$note:meta])* $name:ident = $source:expr;)*) => {
        $($(#[$note])* pub(crate) static $name: $crate::words::Pattern =
            std::sync::LazyLock::new(|| regex::Regex::new($source).ok());)*

        #[cfg(test)]
        mod patterns_compile {
            #[test]
            fn all_patterns_compile() {
                $(assert!(super::$name.is_some(), stringify!($name));)*
            }
        }
    };
}
pub(crate) use patterns;

/// Pattern that is compiled at its first use.
pub(crate) type Pattern = LazyLock<Option<Regex>>;

/// Returns true if a pattern matches.
pub(crate) fn matches(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// Returns the matches of a pattern.
pub(crate) fn all<'t>(pattern: &'static Pattern, text: &'t str) -> impl Iterator<Item = &'t str> {
    pattern.iter().flat_map(move |pattern| pattern.find_iter(text)).map(|found| found.as_str())
}

/// Returns true if a text has at least this many bytes that digits may have: a quick test before a pattern that needs digits.
pub(crate) fn may_have_digits(text: &str, least: usize) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || !byte.is_ascii();
    text.as_bytes().iter().filter(|byte| is_digit(byte)).count() >= least
}

/// Shortens a text for a finding.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 140;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let cut: String = text.chars().take(LONGEST).collect();
    format!("{}…", cut.trim_end())
}

/// Returns `1 page` or `3 pages`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
