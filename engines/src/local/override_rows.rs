//! Validation and application of the user's rows.

use super::input::{Overrides, OwnPayout, OwnTiers, PayoutUnit, SerpSnapshot};
use super::model::{Difficulty, OWN_SPREAD, Value};
use super::reference::vertical::Z90;
use super::world::{Finder, MAX_OVERRIDES, World};
use super::{demand, outcomes, weakness};
use crate::common::EngineError;

/// Rejects figures that cannot be figures, by name.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the path of the field; [`EngineError::TooLarge`].
pub(super) fn check(rows: &Overrides) -> Result<(), EngineError> {
    let sizes = [
        (rows.verticals.len(), 10_000, "own verticals"),
        (rows.payouts.len(), MAX_OVERRIDES, "payouts"),
        (rows.places.len(), 200_000, "own places"),
        (rows.serps.len(), MAX_OVERRIDES, "result pages"),
        (rows.volumes.len(), MAX_OVERRIDES, "measured volumes"),
        (rows.outcomes.len(), MAX_OVERRIDES, "outcomes"),
        (rows.difficulties.len(), MAX_OVERRIDES, "difficulties"),
        (rows.tiers.len(), 10_000, "tiers"),
    ];
    let results = |row: &SerpSnapshot| row.organic.len() + row.pack.as_ref().map_or(0, Vec::len);
    let nested = [
        (rows.serps.iter().map(results).sum(), 10 * MAX_OVERRIDES, "results of `serps`"),
        (rows.verticals.iter().map(|row| row.seed_keywords.len()).sum(), MAX_OVERRIDES, "seed keywords"),
    ];
    for (got, limit, what) in sizes.into_iter().chain(nested) {
        if got > limit {
            return Err(EngineError::TooLarge { what, got, limit });
        }
    }
    check_verticals(rows)?;
    check_places(rows)?;
    check_markets(rows)
}

fn check_verticals(rows: &Overrides) -> Result<(), EngineError> {
    for (at, row) in rows.verticals.iter().enumerate() {
        let path = |field: &str| format!("overrides.verticals[{at}].{field}");
        if row.slug.trim().is_empty() {
            return Err(EngineError::input(path("slug"), "must not be empty"));
        }
        optional(&path("searchesPer100kMonth"), row.searches_per_100k_month, 0.0, 1e7)?;
        optional(&path("searchesLow"), row.searches_low, 0.0, 1e7)?;
        optional(&path("searchesHigh"), row.searches_high, 0.0, 1e7)?;
        optional(&path("cpcCents"), row.cpc_cents, 0.0, 1e8)?;
    }
    for (at, row) in rows.payouts.iter().enumerate() {
        let path = |field: &str| format!("overrides.payouts[{at}].{field}");
        number(&path("amountCents"), row.amount_cents, 0.0, 1e9)?;
        optional(&path("lowCents"), row.low_cents, 0.0, row.amount_cents)?;
        optional(&path("highCents"), row.high_cents, row.amount_cents, 1e9)?;
    }
    check_tiers(rows)
}

fn check_tiers(rows: &Overrides) -> Result<(), EngineError> {
    for (at, row) in rows.tiers.iter().enumerate() {
        number(&format!("overrides.tiers[{at}].tier1Cents"), row.tier1_cents, 1.0, 1e9)?;
        number(&format!("overrides.tiers[{at}].tier2Cents"), row.tier2_cents, 1.0, row.tier1_cents)?;
    }
    Ok(())
}

fn check_places(rows: &Overrides) -> Result<(), EngineError> {
    for (at, row) in rows.places.iter().enumerate() {
        let path = |field: &str| format!("overrides.places[{at}].{field}");
        if row.id.trim().is_empty() || row.name.trim().is_empty() {
            return Err(EngineError::input(path("id"), "and `name` must not be empty"));
        }
        number(&path("population"), row.population, 1.0, 1e9)?;
        optional(&path("households"), row.households, 0.0, 1e9)?;
        optional(&path("latitude"), row.latitude, -90.0, 90.0)?;
        optional(&path("longitude"), row.longitude, -180.0, 180.0)?;
    }
    Ok(())
}

fn check_markets(rows: &Overrides) -> Result<(), EngineError> {
    for (at, row) in rows.volumes.iter().enumerate() {
        number(&format!("overrides.volumes[{at}].searches"), row.searches, 0.0, 1e9)?;
        optional(&format!("overrides.volumes[{at}].months"), row.months, 0.1, 1_200.0)?;
    }
    for (at, row) in rows.outcomes.iter().enumerate() {
        let path = |field: &str| format!("overrides.outcomes[{at}].{field}");
        number(&path("months"), row.months, 0.0, 1_200.0)?;
        optional(&path("rankedAfter"), row.ranked_after, 0.0, 1_200.0)?;
        optional(&path("visits"), row.visits, 0.0, 1e12)?;
        optional(&path("searchVisits"), row.search_visits, 0.0, 1e12)?;
        optional(&path("leads"), row.leads, 0.0, 1e12)?;
        optional(&path("acceptedLeads"), row.accepted_leads, 0.0, 1e12)?;
        optional(&path("revenueCents"), row.revenue_cents, 0.0, 1e15)?;
        if let (Some(visits), Some(leads)) = (row.visits, row.leads)
            && leads > visits
        {
            return Err(EngineError::input(path("leads"), "must not exceed `visits`"));
        }
    }
    for (at, row) in rows.difficulties.iter().enumerate() {
        number(&format!("overrides.difficulties[{at}].difficulty"), row.difficulty, 0.0, 100.0)?;
    }
    for (at, row) in rows.serps.iter().enumerate() {
        for (place, result) in row.organic.iter().enumerate() {
            let path = format!("overrides.serps[{at}].organic[{place}]");
            optional(&format!("{path}.position"), result.position, 1.0, 1_000.0)?;
            optional(&format!("{path}.referringDomains"), result.referring_domains, 0.0, 1e9)?;
        }
        for (place, entry) in row.pack.iter().flatten().enumerate() {
            check_pack_entry(&format!("overrides.serps[{at}].pack[{place}]"), entry)?;
        }
    }
    Ok(())
}

/// Rejects a business with invalid figures.
pub(super) fn check_pack_entry(path: &str, entry: &super::input::PackEntry) -> Result<(), EngineError> {
    optional(&format!("{path}.position"), entry.position, 1.0, 10_000.0)?;
    optional(&format!("{path}.rating"), entry.rating, 0.0, 5.0)?;
    optional(&format!("{path}.votes"), entry.votes, 0.0, 1e9)?;
    optional(&format!("{path}.latitude"), entry.latitude, -90.0, 90.0)?;
    optional(&format!("{path}.longitude"), entry.longitude, -180.0, 180.0)
}

pub(super) fn optional(field: &str, value: Option<f64>, least: f64, most: f64) -> Result<(), EngineError> {
    value.map_or(Ok(()), |value| number(field, value, least, most))
}

pub(super) fn number(field: &str, value: f64, least: f64, most: f64) -> Result<(), EngineError> {
    if value >= least && value <= most {
        return Ok(());
    }
    Err(EngineError::input(field, format!("must be a number from {least} to {most}")))
}

/// Applies every row; unknown names are listed as rejected.
pub(super) fn apply(world: &mut World<'_>, rows: &Overrides) {
    let is_empty = rows.payouts.is_empty()
        && rows.serps.is_empty()
        && rows.volumes.is_empty()
        && rows.outcomes.is_empty()
        && rows.difficulties.is_empty()
        && rows.tiers.is_empty();
    if is_empty {
        return;
    }
    let places = world.places.clone();
    let finder = Finder::new(&places);
    apply_payouts(world, &rows.payouts, &finder);
    apply_tiers(world, &rows.tiers);
    for (at, row) in rows.serps.iter().enumerate() {
        if let Some(key) = world.locate_row(&finder, ("serps", at), &row.vertical, &row.place, row.state.as_deref()) {
            let seen = weakness::read(row, &world.verticals[key.0 as usize], &places[key.1 as usize]);
            world.special_mut(key).serp = Some(seen);
        }
    }
    for (at, row) in rows.difficulties.iter().enumerate() {
        let Some(place) = &row.place else {
            match world.vertical(&row.vertical) {
                Some(vertical) => world.models[vertical as usize].difficulty = Some(Difficulty::given(row.difficulty)),
                None => world.reject(("difficulties", at), format!("there is no vertical `{}`", row.vertical)),
            }
            continue;
        };
        if let Some(key) = world.locate_row(&finder, ("difficulties", at), &row.vertical, place, row.state.as_deref()) {
            world.special_mut(key).difficulty = Some(Difficulty::given(row.difficulty));
        }
    }
    demand::apply(world, &rows.volumes, &finder);
    outcomes::apply(world, &rows.outcomes, &finder);
}

/// Applies thresholds for all verticals, then those of single ones.
fn apply_tiers(world: &mut World<'_>, rows: &[OwnTiers]) {
    for row in rows.iter().filter(|row| row.vertical.is_none()) {
        world.models.iter_mut().for_each(|model| model.tiers = (row.tier1_cents, row.tier2_cents));
    }
    for (at, row) in rows.iter().enumerate() {
        let Some(slug) = &row.vertical else { continue };
        match world.vertical(slug) {
            Some(vertical) => world.models[vertical as usize].tiers = (row.tier1_cents, row.tier2_cents),
            None => world.reject(("tiers", at), format!("there is no vertical `{slug}`")),
        }
    }
}

fn apply_payouts(world: &mut World<'_>, rows: &[OwnPayout], finder: &Finder<'_>) {
    for (at, row) in rows.iter().enumerate() {
        let row_name = ("payouts", at);
        let Some(vertical) = world.vertical(&row.vertical) else {
            world.reject(row_name, format!("there is no vertical `{}`", row.vertical));
            continue;
        };
        if let Some(reason) = unusable(world, row) {
            world.reject(row_name, reason);
            continue;
        }
        let value = own_value(row);
        match (&row.city, &row.state) {
            (Some(city), state) => match finder.find(city, state.as_deref()) {
                Ok(place) => world.special_mut((vertical, place)).value = Some(value),
                Err(reason) => world.reject(row_name, reason),
            },
            (None, Some(state)) => {
                world.models[vertical as usize].value_by_state.insert(state.to_uppercase(), value);
            }
            (None, None) => world.models[vertical as usize].value = Some(value),
        }
    }
}

/// Reason why a line of a rate card does not apply today.
fn unusable(world: &World<'_>, row: &OwnPayout) -> Option<String> {
    let currency = row.currency.as_deref().unwrap_or(&world.currency);
    if currency != world.currency {
        return Some(format!("its currency is {currency}, the run's is {}", world.currency));
    }
    let today = world.as_of?;
    if row.valid_from.is_some_and(|from| from > today) {
        return Some("it is not valid yet".to_owned());
    }
    row.valid_to.is_some_and(|to| to < today).then(|| "it is no longer valid".to_owned())
}

/// Standard deviation of the logarithm: from the range as 10 and 90 % quantiles, at least that of an exact amount.
fn own_spread(row: &OwnPayout) -> f64 {
    match (row.low_cents, row.high_cents) {
        (Some(low), Some(high)) if low > 0.0 && high > low => ((high / low).ln() / (2.0 * Z90)).max(OWN_SPREAD),
        _ => OWN_SPREAD,
    }
}

fn own_value(row: &OwnPayout) -> Value {
    Value {
        cents: row.amount_cents,
        ends: (row.low_cents, row.high_cents),
        spread: own_spread(row),
        evidence: "own".into(),
        grade: None,
        year: None,
        sources: row.source.iter().cloned().collect(),
        unit: if row.unit == PayoutUnit::Call { "per_call" } else { "per_lead" }.into(),
        learned_from: 0.0,
    }
}
