//! robots.txt, as RFC 9309 and Google's parser read it.
//!
//! [`Robots`] holds the rules of one file that apply to one agent. [`decide`] answers a single question.

mod check;
mod lines;
mod path;
mod pattern;
mod rules;
#[cfg(test)]
mod tests;

pub use check::{Answer, CheckError, Question, answer, answer_all};
pub use path::path_of;
pub use rules::{Robots, Verdict, decide};

/// Bytes of a robots.txt that are read; the rest is ignored. RFC 9309 demands at least 500 KiB.
pub const MAX_BYTES: usize = 500 << 10;

/// How percent-encoded characters of a rule are compared with those of a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escapes {
    /// As written, with upper-case hexadecimal digits: `%62` is not `b`. Google's parser does this.
    AsWritten,
    /// Unreserved characters are decoded, for URLs that are normalised: `%62` is `b`. RFC 9309 does this.
    Decoded,
}
