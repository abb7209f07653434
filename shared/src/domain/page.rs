//! Keyset pages.

use serde::Serialize;

/// One page of a list, and where the next begins.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows of this page, in the list's order.
    pub items: Vec<T>,
    /// What to pass as `cursor` for the rows after these; `None` at the end.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// A page from `limit + 1` fetched rows: the extra row only tells that there is more.
    pub fn from_rows(mut items: Vec<T>, limit: usize, cursor_of: impl Fn(&T) -> String) -> Self {
        let more = items.len() > limit;
        items.truncate(limit);
        let next_cursor = if more { items.last().map(cursor_of) } else { None };
        Self { items, next_cursor }
    }
}
