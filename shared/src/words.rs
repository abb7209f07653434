//! Words of texts for people.

use std::fmt::Display;

/// Returns a number with its noun: `1 page`, `2 pages`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noun_is_singular_for_one_only() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "page", "pages")), ["0 pages", "1 page", "2 pages"]);
        assert_eq!(
            (counted(1_usize, "row", "rows"), counted(-1_i64, "row", "rows")),
            ("1 row".into(), "-1 rows".into())
        );
    }
}
