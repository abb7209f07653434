//! Names of verticals and places in own data.

use crate::common::EngineError;
use crate::local::input::Overrides;
use crate::local::reference::vertical;
use crate::local::tables;
use crate::local::world::Finder;

/// Names to find: the slug of a vertical, and a place by id or by name and state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Named {
    /// Slug of a vertical.
    pub vertical: Option<String>,
    /// Id or name of a place.
    pub place: Option<String>,
    /// State of the place.
    pub state: Option<String>,
}

/// A name that was not found: its field and the reason.
pub type Unknown = (&'static str, String);

/// Returns for each row the id of its place, if it names one, or the name that was not found.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for the own places.
pub fn resolve(overrides: &Overrides, rows: &[Named]) -> Result<Vec<Result<Option<String>, Unknown>>, EngineError> {
    let all = tables::places(&overrides.places)?;
    let finder = Finder::new(&all);
    let find = |row: &Named| {
        if let Some(slug) = row.vertical.as_ref().filter(|slug| !is_vertical(slug)) {
            return Err(("vertical", format!("there is no vertical `{slug}`")));
        }
        let Some(place) = &row.place else { return Ok(None) };
        let at = finder.find(place, row.state.as_deref()).map_err(|reason| ("place", reason))?;
        Ok(Some(all[at as usize].id.to_string()))
    };
    Ok(rows.iter().map(find).collect())
}

fn is_vertical(slug: &str) -> bool {
    vertical::BUILT_IN.iter().any(|vertical| vertical.slug == slug)
}
