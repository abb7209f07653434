//! Puts the tables of a run together: reference data, then the user's rows.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::input::{Overrides, OwnPlace, OwnVertical};
use super::outcomes::Learned;
use super::params::Checked;
use super::reference::place::{self, Place, PlaceMatch};
use super::reference::vertical::{self, Figure, Vertical};
use super::rivals::Rivals;
use super::world::World;
use super::{model, override_rows};
use crate::common::{Day, EngineError};

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
            rivals: Rivals::default(),
            special: BTreeMap::new(),
            rejected: Vec::new(),
            learned: Learned::default(),
        };
        world.models = model::vertical_models(&world.verticals, params, as_of);
        world.rivals = Rivals::new(&world.verticals, &world.places);
        override_rows::apply(&mut world, overrides);
        Ok(world)
    }
}

fn checked_currency(currency: Option<&str>) -> Result<String, EngineError> {
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

pub(super) fn places(own: &[OwnPlace]) -> Result<Cow<'static, [Place]>, EngineError> {
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
        country: Cow::Owned(row.country.clone().unwrap_or_default().to_uppercase()),
        matched: PlaceMatch::Own,
    }
}
