//! Rows of imported rate cards.

use serde::{Deserialize, Serialize};

use crate::common::Day;
use crate::local::input::{OwnPayout, PayoutUnit};

/// A row of an imported rate card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnRate {
    /// Slug of the vertical.
    pub vertical: String,
    /// State code.
    #[serde(default)]
    pub state: Option<String>,
    /// Name of the city or id of the place.
    #[serde(default)]
    pub city: Option<String>,
    /// `lead`, `call`, `rent` or `job`.
    pub unit: String,
    /// Amount per unit, in cents.
    pub amount_cents: f64,
    /// ISO 4217 code.
    #[serde(default)]
    pub currency: Option<String>,
    /// Source.
    #[serde(default)]
    pub source: Option<String>,
    /// First day of validity.
    #[serde(default)]
    pub valid_from: Option<String>,
    /// Last day of validity.
    #[serde(default)]
    pub valid_to: Option<String>,
}

/// Largest amount of a payout, in cents.
const MOST_CENTS: f64 = 1e9;

/// Converts a row of a rate card to a payout; `None` for rents and jobs, which are not prices of a lead, and for amounts
/// of more than ten million.
pub fn own_rate(rate: OwnRate) -> Option<OwnPayout> {
    let unit = match rate.unit.as_str() {
        "lead" => PayoutUnit::Lead,
        "call" => PayoutUnit::Call,
        _ => return None,
    };
    if rate.amount_cents > MOST_CENTS {
        return None;
    }
    Some(OwnPayout {
        vertical: rate.vertical,
        state: rate.state,
        city: rate.city,
        unit,
        amount_cents: rate.amount_cents,
        low_cents: None,
        high_cents: None,
        currency: rate.currency,
        source: rate.source,
        valid_from: rate.valid_from.as_deref().and_then(Day::parse),
        valid_to: rate.valid_to.as_deref().and_then(Day::parse),
    })
}
