//! Names of the imported files that figures come from.

use chrono::{DateTime, Utc};

/// Files that are named; the others are counted.
const MOST: usize = 2;

/// Returns the names of files with the days of their imports: `jobs.csv (imported 2026-11-20)`. A file is named once.
pub(super) fn names<'a>(files: impl Iterator<Item = (&'a str, Option<DateTime<Utc>>)>) -> String {
    let mut all: Vec<String> = Vec::new();
    for (name, at) in files {
        let text = at.map_or_else(|| name.to_owned(), |at| format!("{name} (imported {})", at.date_naive()));
        if !all.contains(&text) {
            all.push(text);
        }
    }
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    let named = all.join(" and ");
    if more == 0 { named } else { format!("{named} and {more} more imports") }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn files_are_named_once_and_further_ones_are_counted() {
        let at = "2026-11-20T10:00:00Z".parse().ok();
        let files = [("a.csv", at), ("a.csv", at), ("b.csv", None), ("c.csv", None)];
        assert_eq!(names(files.into_iter()), "a.csv (imported 2026-11-20) and b.csv and 1 more imports");
        assert_eq!(names(files.into_iter().take(2)), "a.csv (imported 2026-11-20)");
    }
}
