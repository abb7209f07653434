//! Establishments of the trade in the county of a place.

use super::Competitors;
use crate::local::Fit;
use crate::local::catalog::competition;
use crate::local::reference::place::Place;

/// Returns the establishments of a trade; `None` if a count is withheld or no code covers the trade. A withheld count is not 0.
pub(super) fn competitors(vertical: &str, place: &Place) -> Option<Competitors> {
    let found = competition(vertical, place)?;
    let is_exact = found.codes.iter().filter(|code| code.fit != Fit::Partial).all(|code| code.fit == Fit::Exact);
    Some(Competitors {
        count: found.total?,
        county: found.county,
        fit: if is_exact { "exact" } else { "broader" }.to_owned(),
        source: format!("County Business Patterns {}, US Census Bureau", found.year),
        year: u16::try_from(found.year).ok()?,
    })
}
