//! Lists that are data.

/// Brands that own their names.
static BRANDS: &str = include_str!("../../data/brands.tsv");
/// Trades that are often abused, with the reason.
static ABUSED: &str = include_str!("../../data/high_abuse_trades.tsv");

/// Iterates over the rows of a table, without its comments.
fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Iterates over brands: the name, and true if it is also an everyday word that counts only as a whole label of a domain.
pub(crate) fn brands() -> impl Iterator<Item = (&'static str, bool)> {
    rows(BRANDS).map(|row| match row.split_once('\t') {
        Some((name, mark)) => (name, mark == "word"),
        None => (row, false),
    })
}

/// A trade that is often abused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Abused {
    /// Words of its slug or name.
    pub(crate) words: &'static str,
    pub(crate) reason: &'static str,
    /// True if a person must review its pages.
    pub(crate) needs_review: bool,
}

/// Iterates over trades that are often abused.
pub(crate) fn abused_trades() -> impl Iterator<Item = Abused> {
    rows(ABUSED).filter_map(|row| {
        let mut fields = row.split('\t');
        let (words, reason) = (fields.next()?, fields.next()?);
        Some(Abused { words, reason, needs_review: fields.next() == Some("review") })
    })
}
