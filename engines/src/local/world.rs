//! Data of a run: reference data overridden by the user's data.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::model::{Special, VerticalModel};
use super::outcomes::Learned;
use super::output::Rejected;
use super::params::Checked;
use super::reference::place::Place;
use super::reference::vertical::Vertical;
use super::rivals::Rivals;
use crate::common::{Day, EngineError};

/// Rejected rows that are listed.
const MOST_REJECTED: usize = 100;
/// Maximum number of rows in a table of overrides.
pub const MAX_OVERRIDES: usize = 1_000_000;

/// All data of a run.
#[derive(Debug)]
pub(crate) struct World<'a> {
    pub(crate) params: &'a Checked,
    pub(crate) as_of: Option<Day>,
    pub(crate) currency: String,
    pub(crate) verticals: Cow<'static, [Vertical]>,
    pub(crate) places: Cow<'static, [Place]>,
    pub(crate) models: Vec<VerticalModel>,
    pub(crate) rivals: Rivals,
    /// Data of single markets, by (vertical, place).
    pub(crate) special: BTreeMap<(u32, u32), Special>,
    pub(crate) rejected: Vec<Rejected>,
    /// What own sites say.
    pub(crate) learned: Learned,
}

impl<'a> World<'a> {
    /// Returns the index of a vertical by its slug.
    pub(crate) fn vertical(&self, slug: &str) -> Option<u32> {
        self.verticals.iter().position(|vertical| vertical.slug == slug).map(|at| at as u32)
    }

    /// Returns what is known of one market, to be changed.
    pub(super) fn special_mut(&mut self, key: (u32, u32)) -> &mut Special {
        self.special.entry(key).or_default()
    }

    /// Finds the vertical and place that a row names; lists the row as rejected where there is no such market.
    pub(super) fn locate_row(
        &mut self, finder: &Finder<'_>, row: (&str, usize), vertical: &str, place: &str, state: Option<&str>,
    ) -> Option<(u32, u32)> {
        let Some(vertical_at) = self.vertical(vertical) else {
            self.reject(row, format!("there is no vertical `{vertical}`"));
            return None;
        };
        match finder.find(place, state) {
            Ok(place) => Some((vertical_at, place)),
            Err(reason) => {
                self.reject(row, reason);
                None
            }
        }
    }

    /// Lists a row of the overrides as rejected.
    pub(super) fn reject(&mut self, (table, at): (&str, usize), reason: String) {
        if self.rejected.len() < MOST_REJECTED {
            self.rejected.push(Rejected { row: format!("overrides.{table}[{at}]"), reason });
        }
    }

    /// Finds the vertical and place that the input of a single market names.
    ///
    /// # Errors
    /// [`EngineError::InvalidInput`] naming the field.
    pub(super) fn find_market(
        &self, vertical: &str, place: &str, state: Option<&str>,
    ) -> Result<(u32, u32), EngineError> {
        for (field, given, example) in
            [("vertical", vertical, "plumbing"), ("place", place, "Tulsa, with its state OK")]
        {
            if given.trim().is_empty() {
                return Err(EngineError::input(field, format!("must be given, such as {example}")));
            }
        }
        let found = self.vertical(vertical);
        let vertical =
            found.ok_or_else(|| EngineError::input("vertical", format!("`{vertical}` is not a vertical")))?;
        let place = Finder::new(&self.places)
            .find(place, state)
            .map_err(|reason| EngineError::input("place", format!("is not known: {reason}")))?;
        Ok((vertical, place))
    }
}

/// Finds places by id, or by name and state.
pub(crate) struct Finder<'a> {
    places: &'a [Place],
    by_id: BTreeMap<&'a str, u32>,
    by_name: BTreeMap<String, Vec<u32>>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(places: &'a [Place]) -> Self {
        let mut by_name: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (at, place) in places.iter().enumerate() {
            by_name.entry(place.name.to_lowercase()).or_default().push(at as u32);
        }
        let by_id = places.iter().enumerate().map(|(at, place)| (place.id.as_ref(), at as u32)).collect();
        Self { places, by_id, by_name }
    }

    /// Finds a unique place. An ambiguous name requires a state, or the id if two places in one state have the name.
    pub(crate) fn find(&self, place: &str, state: Option<&str>) -> Result<u32, String> {
        if let Some(at) = self.by_id.get(place) {
            return Ok(*at);
        }
        let (name, named_state) = match (state, place.rsplit_once(',')) {
            (None, Some((name, state))) => (name.trim(), Some(state.trim())),
            _ => (place.trim(), state),
        };
        let all = self.by_name.get(&name.to_lowercase()).map_or(&[][..], Vec::as_slice);
        let in_state = |at: &&u32| {
            named_state.is_none_or(|state| self.places[**at as usize].state.eq_ignore_ascii_case(state.trim()))
        };
        let found: Vec<u32> = all.iter().filter(in_state).copied().collect();
        match found[..] {
            [] => Err(format!("there is no place `{place}`{}", in_words(named_state))),
            [only] => Ok(only),
            _ => Err(format!("`{place}` is {} places; name one by its id: {}", found.len(), self.list(&found))),
        }
    }

    fn list(&self, found: &[u32]) -> String {
        let one = |at: &u32| {
            let place = &self.places[*at as usize];
            let county = place.county().map_or("", |county| county.name.as_ref());
            format!("{} ({} {county})", place.id, place.label())
        };
        found.iter().take(6).map(one).collect::<Vec<_>>().join(", ")
    }
}

fn in_words(state: Option<&str>) -> String {
    state.map_or_else(String::new, |state| format!(" in `{state}`"))
}
