//! Your own search data of queries.

use std::collections::BTreeMap;

use super::input::{MAX_VOLUMES, OwnQuery};
use crate::common::EngineError;
use crate::text::fold;

/// Your own measured data of a query.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Own {
    /// Mean position of the page with the most clicks.
    pub(super) position: Option<f64>,
    /// Clicks a month of all pages.
    pub(super) clicks: Option<f64>,
    /// The page with the most clicks.
    pub(super) page: Option<String>,
}

/// Returns the data by query, folded.
///
/// # Errors
/// Returns [`EngineError::TooLarge`], or [`EngineError::InvalidInput`] with the row.
pub(super) fn read(rows: &[OwnQuery]) -> Result<BTreeMap<String, Own>, EngineError> {
    EngineError::check_sizes(&[("`ownQueries`", rows.len(), MAX_VOLUMES)])?;
    let mut groups: BTreeMap<String, Vec<&OwnQuery>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        check(at, row)?;
        groups.entry(fold(&row.query)).or_default().push(row);
    }
    Ok(groups.into_iter().map(|(query, rows)| (query, together(rows))).collect())
}

fn check(at: usize, row: &OwnQuery) -> Result<(), EngineError> {
    if row.position.is_some_and(|position| !(1.0..=1e4).contains(&position)) {
        return Err(EngineError::input(format!("ownQueries[{at}].position"), "must be 1 to 10,000"));
    }
    if row.clicks.is_some_and(|clicks| !(0.0..=1e12).contains(&clicks)) {
        return Err(EngineError::input(format!("ownQueries[{at}].clicks"), "must be 0 to 1e12"));
    }
    Ok(())
}

fn together(mut rows: Vec<&OwnQuery>) -> Own {
    let clicks = |row: &OwnQuery| row.clicks.unwrap_or(0.0);
    let position = |row: &OwnQuery| row.position.unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| {
        clicks(b).total_cmp(&clicks(a)).then(position(a).total_cmp(&position(b))).then_with(|| a.page.cmp(&b.page))
    });
    let page = rows.iter().find_map(|row| page_of(row).map(str::to_owned));
    // A row without a page counts all pages together, so the rows of pages must not be added to it.
    if let Some(all) = rows.iter().find(|row| page_of(row).is_none()) {
        return Own { position: all.position, clicks: all.clicks, page };
    }
    let known: Vec<f64> = rows.iter().filter_map(|row| row.clicks).collect();
    Own {
        position: rows.iter().find_map(|row| row.position),
        clicks: (!known.is_empty()).then(|| known.iter().sum()),
        page,
    }
}

fn page_of(row: &OwnQuery) -> Option<&str> {
    row.page.as_deref().filter(|page| !page.trim().is_empty())
}
