//! Data of a run: reference data overridden by the user's data.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::input::{Overrides, OwnPlace, OwnVertical};
use super::model::{Special, VerticalModel};
use super::output::Rejected;
use super::params::Checked;
use super::reference::place::{self, Place, PlaceMatch};
use super::reference::vertical::{self, Figure, Vertical};
use super::{model, override_rows};
use crate::common::{Day, EngineError};

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
    /// Data of single markets, by (vertical, place).
    pub(crate) special: BTreeMap<(u32, u32), Special>,
    pub(crate) rejected: Vec<Rejected>,
}

impl<'a> World<'a> {
    /// Combines the tables.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] for an invalid figure, [`EngineError::TooLarge`] for too many rows.
    pub(crate) fn new(
        overrides: &Overrides, as_of: Option<Day>, currency: Option<&str>, params: &'a Checked,
    ) -> Result<Self, EngineError> {
        override_rows::check(overrides)?;
        let currency = checked_currency(currency)?;
        let mut world = World {
            params,
            as_of,
            verticals: verticals(&overrides.verticals, &currency),
            places: places(&overrides.places)?,
            currency,
            models: Vec::new(),
            special: BTreeMap::new(),
            rejected: Vec::new(),
        };
        world.models = model::vertical_models(&world);
        override_rows::apply(&mut world, overrides);
        Ok(world)
    }

    /// Returns the index of a vertical by its slug.
    pub(crate) fn vertical(&self, slug: &str) -> Option<u32> {
        self.verticals.iter().position(|vertical| vertical.slug == slug).map(|at| at as u32)
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

pub(crate) fn checked_currency(currency: Option<&str>) -> Result<String, EngineError> {
    let code = currency.unwrap_or("USD");
    if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Ok(code.to_owned());
    }
    Err(EngineError::input("currency", "must be three capital letters, such as USD"))
}

/// Combines the built-in verticals with the user's; dollar amounts are left out for another currency.
fn verticals(own: &[OwnVertical], currency: &str) -> Cow<'static, [Vertical]> {
    if own.is_empty() && currency == "USD" {
        return Cow::Borrowed(vertical::BUILT_IN.as_slice());
    }
    let mut all = vertical::BUILT_IN.clone();
    if currency != "USD" {
        all.iter_mut().for_each(|vertical| (vertical.payout, vertical.cpc, vertical.ticket) = (None, None, None));
    }
    for row in own {
        match all.iter_mut().find(|vertical| vertical.slug == row.slug) {
            Some(known) => change(known, row),
            None => {
                let mut new = Vertical { slug: row.slug.clone(), name: row.slug.clone(), ..Vertical::default() };
                new.category = "own".to_owned();
                change(&mut new, row);
                all.push(new);
            }
        }
    }
    Cow::Owned(all)
}

fn change(vertical: &mut Vertical, own: &OwnVertical) {
    if let Some(name) = &own.name {
        vertical.name.clone_from(name);
    }
    vertical.urgency = own.urgency.unwrap_or(vertical.urgency);
    if !own.seed_keywords.is_empty() {
        vertical.seed_keywords.clone_from(&own.seed_keywords);
    }
    let figure = |typical: f64| Figure {
        typical,
        evidence: Cow::Borrowed("own"),
        grade: Some(super::reference::Grade::B),
        sources: own.source.iter().cloned().collect(),
        year: own.year,
        ..Figure::default()
    };
    if let Some(rate) = own.searches_per_100k_month.filter(|rate| *rate > 0.0) {
        let bound = own.bound.unwrap_or(super::reference::Bound::TwoSided);
        vertical.searches = Some(Figure { low: own.searches_low, high: own.searches_high, bound, ..figure(rate) });
    }
    if let Some(cents) = own.cpc_cents.filter(|cents| *cents > 0.0) {
        vertical.cpc = Some(figure(cents / 100.0));
    }
}

fn places(own: &[OwnPlace]) -> Result<Cow<'static, [Place]>, EngineError> {
    if own.is_empty() {
        return Ok(Cow::Borrowed(place::BUILT_IN.as_slice()));
    }
    let mut all = place::BUILT_IN.clone();
    let mut ids: std::collections::BTreeSet<Cow<'static, str>> = all.iter().map(|place| place.id.clone()).collect();
    for (at, row) in own.iter().enumerate() {
        if !ids.insert(Cow::Owned(row.id.clone())) {
            let problem = format!("`{}` is the id of another place", row.id);
            return Err(EngineError::input(format!("overrides.places[{at}].id"), problem));
        }
        all.push(own_place(row));
    }
    Ok(Cow::Owned(all))
}

fn own_place(row: &OwnPlace) -> Place {
    Place {
        id: Cow::Owned(row.id.clone()),
        name: Cow::Owned(row.name.clone()),
        state: Cow::Owned(row.state.clone()),
        county_fips: Cow::Borrowed(""),
        latitude: row.latitude,
        longitude: row.longitude,
        population: row.population,
        households: row.households,
        matched: PlaceMatch::Own,
    }
}
