//! Own values in requests: from forms and files.

use engines::{
    common::Day,
    local::{
        Bound, MeasuredVolume, OwnPayout, OwnPlace, OwnTiers, OwnVertical, PayoutUnit,
        catalog::{Named, OwnRow},
    },
};
use serde::Deserialize;
use shared::domain::market::{MarketKind, MarketRow};
use utoipa::ToSchema;

use crate::error::{ApiError, FieldError, Result};

/// A field at fault, and the requirement.
pub(super) type Fault = (&'static str, String);

/// Unit of a payout.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = OwnPayoutUnit)]
pub(super) enum Unit {
    #[default]
    Lead,
    Call,
}

/// Kind of bound of a demand figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OwnBound)]
pub(super) enum BoundWord {
    Lower,
    Upper,
    TwoSided,
}

/// An own value. Which fields are needed depends on `kind`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewMarketValue)]
pub(super) struct Input {
    /// `payout`, `cpc`, `demand`, `tiers` or `place`.
    pub(super) kind: MarketKind,
    /// Slug of a vertical; for `tiers` omitted means all verticals.
    #[serde(default)]
    pub(super) vertical: Option<String>,
    /// State code: of a payout, of the place named in `place`, or of a new place.
    #[serde(default)]
    pub(super) state: Option<String>,
    /// Id or name of a place: of a payout or a demand.
    #[serde(default)]
    pub(super) place: Option<String>,
    /// Unit of a payout. Default: `lead`.
    #[serde(default)]
    pub(super) unit: Unit,
    /// Payout and CPC in cents; demand in monthly search volume, per 100,000 people or, with a place, in the place.
    #[serde(default)]
    pub(super) typical: Option<f64>,
    /// Low end of the range.
    #[serde(default)]
    pub(super) low: Option<f64>,
    /// High end of the range.
    #[serde(default)]
    pub(super) high: Option<f64>,
    /// What a demand figure means for the true one. Default: `two_sided`.
    #[serde(default)]
    pub(super) bound: Option<BoundWord>,
    /// Expected monthly profit from which a market is tier 1, in cents.
    #[serde(default)]
    pub(super) tier1_cents: Option<f64>,
    /// Expected monthly profit from which a market is tier 2, in cents.
    #[serde(default)]
    pub(super) tier2_cents: Option<f64>,
    /// ISO 4217 code of a payout. Default: `USD`.
    #[serde(default)]
    pub(super) currency: Option<String>,
    /// Source of the value, such as `Contract with Buyer A`.
    #[serde(default)]
    pub(super) source: Option<String>,
    /// Year of the value.
    #[serde(default)]
    pub(super) year: Option<u32>,
    /// First day of validity of a payout.
    #[serde(default)]
    pub(super) valid_from: Option<chrono::NaiveDate>,
    /// Last day of validity of a payout.
    #[serde(default)]
    pub(super) valid_to: Option<chrono::NaiveDate>,
    /// Name of a new place.
    #[serde(default)]
    pub(super) name: Option<String>,
    /// ISO 3166-1 code of the country of a new place, such as `CA`.
    #[serde(default)]
    pub(super) country: Option<String>,
    /// Population of a new place.
    #[serde(default)]
    pub(super) population: Option<f64>,
    /// Households of a new place.
    #[serde(default)]
    pub(super) households: Option<f64>,
    /// Degrees north.
    #[serde(default)]
    pub(super) latitude: Option<f64>,
    /// Degrees east.
    #[serde(default)]
    pub(super) longitude: Option<f64>,
}

impl Input {
    /// Returns the names to look up.
    pub(super) fn named(&self) -> Named {
        if self.kind == MarketKind::Place {
            return Named::default();
        }
        Named { vertical: self.vertical.clone(), place: self.place.clone(), state: self.state.clone() }
    }

    /// Converts the value to a row; `place_id` is the id of the place that it names.
    pub(super) fn row(self, place_id: Option<String>) -> std::result::Result<MarketRow, Vec<Fault>> {
        let mut faults = super::check::faults(&self);
        let kind = self.kind;
        let made = match kind {
            MarketKind::Payout => self.payout(place_id),
            MarketKind::Cpc => self.cpc(),
            MarketKind::Demand => self.demand(place_id),
            MarketKind::Tiers => self.tiers(),
            MarketKind::Place => self.new_place(),
        };
        match made {
            Some((key, row)) if faults.is_empty() => match serde_json::to_value(row) {
                Ok(body) => Ok(MarketRow { kind, key, body }),
                Err(error) => Err(vec![("typical", error.to_string())]),
            },
            _ => {
                if faults.is_empty() {
                    faults.push(("kind", "lacks a value".to_owned()));
                }
                Err(faults)
            }
        }
    }

    fn payout(self, place_id: Option<String>) -> Option<(String, OwnRow)> {
        let vertical = self.vertical?;
        let state = if place_id.is_some() { None } else { self.state.map(|state| state.to_uppercase()) };
        let key = key(&[&vertical, state.as_deref().unwrap_or_default(), place_id.as_deref().unwrap_or_default()]);
        let day = |day: Option<chrono::NaiveDate>| day.and_then(|day| Day::parse(&day.to_string()));
        let row = OwnPayout {
            vertical,
            state,
            city: place_id,
            unit: match self.unit {
                Unit::Lead => PayoutUnit::Lead,
                Unit::Call => PayoutUnit::Call,
            },
            amount_cents: self.typical?,
            low_cents: self.low,
            high_cents: self.high,
            currency: Some(self.currency.unwrap_or_else(|| "USD".to_owned())),
            source: self.source,
            valid_from: day(self.valid_from),
            valid_to: day(self.valid_to),
        };
        Some((key, OwnRow::Payout(row)))
    }

    fn cpc(self) -> Option<(String, OwnRow)> {
        let (slug, cpc_cents) = (self.vertical?, self.typical);
        let row = OwnVertical {
            slug: slug.clone(),
            cpc_cents,
            source: self.source,
            year: self.year,
            ..OwnVertical::default()
        };
        Some((slug, OwnRow::Vertical(row)))
    }

    fn demand(self, place_id: Option<String>) -> Option<(String, OwnRow)> {
        let vertical = self.vertical?;
        let key = key(&[&vertical, place_id.as_deref().unwrap_or_default()]);
        let Some(place) = place_id else {
            let bound = self.bound.map(|word| match word {
                BoundWord::Lower => Bound::Lower,
                BoundWord::Upper => Bound::Upper,
                BoundWord::TwoSided => Bound::TwoSided,
            });
            let row = OwnVertical {
                slug: vertical,
                searches_per_100k_month: self.typical,
                searches_low: self.low,
                searches_high: self.high,
                bound,
                source: self.source,
                year: self.year,
                ..OwnVertical::default()
            };
            return Some((key, OwnRow::Vertical(row)));
        };
        let row = MeasuredVolume {
            vertical,
            place,
            searches: self.typical?,
            exact: true,
            source: self.source,
            ..MeasuredVolume::default()
        };
        Some((key, OwnRow::Volume(row)))
    }

    fn tiers(self) -> Option<(String, OwnRow)> {
        let key = self.vertical.clone().unwrap_or_else(|| "*".to_owned());
        let row = OwnTiers { vertical: self.vertical, tier1_cents: self.tier1_cents?, tier2_cents: self.tier2_cents? };
        Some((key, OwnRow::Tiers(row)))
    }

    fn new_place(self) -> Option<(String, OwnRow)> {
        let (name, country) = (self.name?, self.country?.to_uppercase());
        let state = self.state.unwrap_or_default().to_uppercase();
        let id = place_id(&[&country, &state, &name]);
        let row = OwnPlace {
            id: id.clone(),
            name,
            state,
            latitude: self.latitude,
            longitude: self.longitude,
            population: self.population?,
            households: self.households,
            country: Some(country),
        };
        Some((id, OwnRow::Place(row)))
    }
}

fn key(parts: &[&str]) -> String {
    parts.join("|")
}

/// Returns the id of an own place, such as `ca-on-toronto`. It begins with letters, ids of GeoNames are digits.
fn place_id(parts: &[&str]) -> String {
    let joined =
        parts.iter().filter(|part| !part.is_empty()).map(|part| part.to_lowercase()).collect::<Vec<_>>().join("-");
    joined.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Returns an error that names the fields of the value at this index.
pub(super) fn invalid(index: usize, faults: Vec<Fault>) -> ApiError {
    let field = |(name, detail): Fault| FieldError::new(format!("/values/{index}/{name}"), detail);
    ApiError::Invalid(faults.into_iter().map(field).collect())
}

/// Looks up the names of all values, then converts them; each result is in the order of the values.
pub(super) fn rows(
    own: &engines::local::Overrides, values: Vec<Input>,
) -> Result<Vec<std::result::Result<MarketRow, Vec<Fault>>>> {
    let named: Vec<Named> = values.iter().map(Input::named).collect();
    let found = engines::local::catalog::resolve(own, &named).map_err(ApiError::unexpected)?;
    let convert = |(value, found): (Input, std::result::Result<Option<String>, Fault>)| match found {
        Ok(place_id) => value.row(place_id),
        Err(fault) => Err(vec![fault]),
    };
    Ok(values.into_iter().zip(found).map(convert).collect())
}
