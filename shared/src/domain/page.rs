//! Keyset pagination.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// One page of a list, and the cursor of the next.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// Rows of this page, in the list's order.
    pub items: Vec<T>,
    /// `cursor` of the next page; `None` at the end.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// Creates a page from `limit + 1` fetched rows; the extra row indicates a next page.
    pub fn from_rows(mut items: Vec<T>, limit: usize, cursor_of: impl Fn(&T) -> String) -> Self {
        let more = items.len() > limit;
        items.truncate(limit);
        let next_cursor = if more { items.last().map(cursor_of) } else { None };
        Self { items, next_cursor }
    }
}

/// Number of rows to read for a page of `limit` rows: one more, which indicates a next page.
#[must_use]
pub fn fetched(limit: usize) -> i64 {
    i64::try_from(limit).map_or(i64::MAX, |limit| limit.saturating_add(1))
}

/// Cursor of a list that is ordered by two columns, written as `first.second`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair<A, B>(pub A, pub B);

impl<A, B> Pair<A, B> {
    /// Splits a cursor into its columns, for statements that take them separately.
    pub fn unzip(cursor: Option<Self>) -> (Option<A>, Option<B>) {
        cursor.map(|Self(first, second)| (first, second)).unzip()
    }
}

impl<A: fmt::Display, B: fmt::Display> fmt::Display for Pair<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl<A: FromStr, B: FromStr> FromStr for Pair<A, B> {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, NotACursor> {
        let parts = text.split_once('.').and_then(|(a, b)| Some(Self(a.parse().ok()?, b.parse().ok()?)));
        parts.ok_or(NotACursor)
    }
}

impl<'de, A: FromStr, B: FromStr> Deserialize<'de> for Pair<A, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Error for a text that is not a cursor of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Send the nextCursor of the previous page.")]
pub struct NotACursor;

#[cfg(test)]
mod tests {
    use super::*;

    fn cursor(row: &i32) -> String {
        row.to_string()
    }

    #[test]
    fn page_with_a_row_more_than_its_limit_has_a_next_one() {
        let page = Page::from_rows(vec![5, 4, 3], 2, cursor);
        assert_eq!((page.items, page.next_cursor.as_deref()), (vec![5, 4], Some("4")));
        let page = Page::from_rows(vec![5, 4], 2, cursor);
        assert_eq!((page.items, page.next_cursor), (vec![5, 4], None));
        let page = Page::from_rows(Vec::new(), 2, cursor);
        assert_eq!((page.items.len(), page.next_cursor), (0, None));
    }

    #[test]
    fn fetched_is_one_more_than_the_limit_and_never_overflows() {
        assert_eq!((fetched(0), fetched(50), fetched(usize::MAX)), (1, 51, i64::MAX));
    }

    #[test]
    fn pair_is_read_as_it_is_written() {
        let day: chrono::NaiveDate = "2026-02-03".parse().expect("a day");
        let pair = Pair(day, -7_i64);
        assert_eq!(pair.to_string(), "2026-02-03.-7");
        assert_eq!("2026-02-03.-7".parse(), Ok(pair));
        assert_eq!(serde_json::from_str::<Pair<chrono::NaiveDate, i64>>("\"2026-02-03.-7\"").ok(), Some(pair));
        for text in ["", ".", "2026-02-03", "2026-02-30.1", "2026-02-03.x", "1.2026-02-03"] {
            assert_eq!(text.parse::<Pair<chrono::NaiveDate, i64>>(), Err(NotACursor), "{text}");
        }
    }
}
