//! Checks of own values.

use shared::domain::market::MarketKind;

use super::input::{Fault, Input};

const TEXT_CHARS: usize = 200;
/// Largest payout and CPC, in cents; largest number of searches.
const MOST: f64 = 1e7;

/// Returns every field at fault.
pub(super) fn faults(value: &Input) -> Vec<Fault> {
    let mut faults = Vec::new();
    texts(value, &mut faults);
    match value.kind {
        MarketKind::Payout | MarketKind::Cpc | MarketKind::Demand => figure(value, &mut faults),
        MarketKind::Tiers => tiers(value, &mut faults),
        MarketKind::Place => place(value, &mut faults),
    }
    faults
}

fn demand(faults: &mut Vec<Fault>, is_right: bool, field: &'static str, detail: &str) {
    if !is_right {
        faults.push((field, detail.to_owned()));
    }
}

fn texts(value: &Input, faults: &mut Vec<Fault>) {
    let texts = [
        ("vertical", &value.vertical),
        ("state", &value.state),
        ("place", &value.place),
        ("source", &value.source),
        ("name", &value.name),
    ];
    for (field, text) in texts {
        let length = text.as_ref().map_or(1, |text| text.trim().chars().count());
        demand(faults, (1..=TEXT_CHARS).contains(&length), field, "must have 1 to 200 characters");
    }
    let is_code = |code: &String| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    demand(
        faults,
        value.currency.as_ref().is_none_or(is_code),
        "currency",
        "must be three capital letters, such as USD",
    );
    let is_year = value.year.is_none_or(|year| (1990..=2100).contains(&year));
    demand(faults, is_year, "year", "must be a year from 1990 to 2100");
    let is_forward = value.valid_from.zip(value.valid_to).is_none_or(|(from, to)| from <= to);
    demand(faults, is_forward, "validTo", "must not be before validFrom");
}

fn figure(value: &Input, faults: &mut Vec<Fault>) {
    demand(faults, value.vertical.is_some(), "vertical", "must be the slug of a vertical, such as plumbing");
    let typical = value.typical.unwrap_or(f64::NAN);
    demand(faults, typical > 0.0 && typical <= MOST, "typical", "must be more than 0 and at most 10,000,000");
    let low = value.low.is_none_or(|low| low >= 0.0 && low <= typical);
    demand(faults, low, "low", "must be from 0 to the typical value");
    let high = value.high.is_none_or(|high| high >= typical && high <= MOST);
    demand(faults, high, "high", "must be from the typical value to 10,000,000");
    let has_range = value.low.is_some() || value.high.is_some();
    let can_have = value.kind != MarketKind::Cpc && !(value.kind == MarketKind::Demand && value.place.is_some());
    demand(faults, !has_range || can_have, "low", "is used for payouts and for the demand of a vertical only");
    let is_placed = value.place.is_some() || value.state.is_some();
    let can_be = value.kind != MarketKind::Cpc;
    demand(faults, !is_placed || can_be, "place", "is not used: a CPC is that of a vertical");
    let is_state_only = value.kind == MarketKind::Demand && value.state.is_some() && value.place.is_none();
    demand(
        faults,
        !is_state_only,
        "place",
        "must be given with a state, because a demand is that of a place or of all",
    );
}

fn tiers(value: &Input, faults: &mut Vec<Fault>) {
    let (tier1, tier2) = (value.tier1_cents.unwrap_or(f64::NAN), value.tier2_cents.unwrap_or(f64::NAN));
    demand(faults, (1.0..=1e9).contains(&tier1), "tier1Cents", "must be from 1 to 1,000,000,000");
    demand(faults, tier2 >= 1.0 && tier2 <= tier1, "tier2Cents", "must be from 1 to tier1Cents");
}

fn place(value: &Input, faults: &mut Vec<Fault>) {
    demand(faults, value.name.is_some(), "name", "must be given");
    let is_country = |code: &String| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    demand(
        faults,
        value.country.as_ref().is_some_and(is_country),
        "country",
        "must be a code of two letters, such as CA",
    );
    let people = value.population.unwrap_or(f64::NAN);
    demand(faults, (1.0..=1e9).contains(&people), "population", "must be from 1 to 1,000,000,000");
    let households = value.households.is_none_or(|number| number >= 0.0 && number <= people);
    demand(faults, households, "households", "must be from 0 to the population");
    let latitude = value.latitude.is_none_or(|degrees| (-90.0..=90.0).contains(&degrees));
    demand(faults, latitude, "latitude", "must be from -90 to 90");
    let longitude = value.longitude.is_none_or(|degrees| (-180.0..=180.0).contains(&degrees));
    demand(faults, longitude, "longitude", "must be from -180 to 180");
}
