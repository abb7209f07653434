//! A user's own data as stored.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::rate_card::{OwnRate, own_rate};
use crate::local::input::{MeasuredVolume, Overrides, OwnPayout, OwnPlace, OwnTiers, OwnVertical};

/// An own value, as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "camelCase")]
pub enum OwnRow {
    /// Payout.
    Payout(OwnPayout),
    /// CPC or demand of a vertical.
    Vertical(OwnVertical),
    /// Demand of a vertical in a place.
    Volume(MeasuredVolume),
    /// Tier thresholds.
    Tiers(OwnTiers),
    /// A place.
    Place(OwnPlace),
}

/// A user's own data.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OwnData {
    /// Data that override the reference data.
    pub overrides: Overrides,
    /// Verticals and units of the rate cards, rents and jobs included.
    pub units: Vec<(String, String)>,
}

/// Combines rows of rate cards (the latest last) with own values, which win over them.
///
/// # Errors
/// Returns an error if a row has another form.
pub fn own_data(rates: Vec<Value>, rows: Vec<Value>) -> Result<OwnData, serde_json::Error> {
    let rates: Vec<OwnRate> = rates.into_iter().map(serde_json::from_value).collect::<Result<_, _>>()?;
    let units: BTreeSet<_> = rates.iter().map(|rate| (rate.vertical.clone(), rate.unit.clone())).collect();
    let payouts = rates.into_iter().filter_map(own_rate).collect();
    let mut overrides = Overrides { payouts, ..Overrides::default() };
    for row in rows {
        match serde_json::from_value(row)? {
            OwnRow::Payout(payout) => overrides.payouts.push(payout),
            OwnRow::Vertical(vertical) => overrides.verticals.push(vertical),
            OwnRow::Volume(volume) => overrides.volumes.push(volume),
            OwnRow::Tiers(tiers) => overrides.tiers.push(tiers),
            OwnRow::Place(place) => overrides.places.push(place),
        }
    }
    Ok(OwnData { overrides, units: units.into_iter().collect() })
}
