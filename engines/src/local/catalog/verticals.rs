//! Verticals with their figures.

use serde::{Deserialize, Serialize};

use super::figure::Known;
use crate::common::{Day, EngineError};
use crate::local::input::Overrides;
use crate::local::params::Checked;
use crate::local::reference::rate::{ALL, Rate};
use crate::local::reference::source::sources;
use crate::local::reference::vertical::{Season, Vertical};
use crate::local::reference::{Grade, Source, Urgency};
use crate::local::world::World;

/// A vertical with its figures; `None` where no figure is published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KnownVertical {
    /// Slug.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Category, such as `home_emergency`.
    pub category: String,
    /// Type of schema.org.
    pub schema_type: String,
    /// Urgency for the customers.
    pub urgency: Urgency,
    /// Typical queries.
    pub seed_keywords: Vec<String>,
    /// Kind of regulation of lead sales; empty if none is known.
    pub regulated: String,
    /// Payout per lead or call, in cents.
    pub payout: Option<Known>,
    /// Unit of the payout: `lead` or `call`, as published.
    pub payout_unit: String,
    /// Published payouts, one for each source.
    pub rates: Vec<KnownRate>,
    /// CPC, in cents.
    pub cpc: Option<Known>,
    /// Monthly search volume per 100,000 people.
    pub searches: Option<Known>,
    /// Needs per year.
    pub needs: Option<Needs>,
    /// Months.
    pub season: Option<KnownSeason>,
    /// Average job value, in cents.
    pub ticket: Option<Known>,
    /// Percentage of leads that become jobs.
    pub close_pct: Option<Known>,
    /// Expected monthly profit from which a market is tier 1, in cents.
    pub tier1_cents: f64,
    /// Expected monthly profit from which a market is tier 2, in cents.
    pub tier2_cents: f64,
}

/// A published payout, in cents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KnownRate {
    /// `lead`, `call`, `appointment` or `job`.
    pub unit: String,
    /// `exclusive`, `shared`, `mixed` or `unknown`.
    pub exclusivity: String,
    /// Low end of the range.
    pub low: Option<f64>,
    /// Typical value.
    pub typical: Option<f64>,
    /// High end of the range.
    pub high: Option<f64>,
    /// Duration from which a call is paid.
    pub qualifying_seconds: Option<f64>,
    /// Source.
    pub source: Option<Source>,
    /// Grade.
    pub grade: Option<Grade>,
    /// Year.
    pub year: Option<u32>,
    /// Remark.
    pub note: String,
}

/// Needs per year per 100,000 of a base: not queries, not paid jobs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Needs {
    /// Figure.
    pub figure: Known,
    /// `population`, `households`, `owner_households` or `adults`.
    pub base: String,
    /// Definition of a need.
    pub definition: String,
}

/// Monthly indices, mean 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KnownSeason {
    /// January to December.
    pub months: Vec<f64>,
    /// Part of the vertical to which they apply, such as `heating`; empty for all of it.
    pub component: String,
    /// Grade.
    pub grade: Option<Grade>,
    /// Sources.
    pub sources: Vec<Source>,
    /// Remark.
    pub note: String,
}

/// Returns all verticals in table order, own ones last.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] or [`EngineError::TooLarge`] for the overrides.
pub fn verticals(
    overrides: &Overrides, as_of: Option<Day>, currency: Option<&str>, params: &Checked,
) -> Result<Vec<KnownVertical>, EngineError> {
    let world = World::new(overrides, as_of, currency, params)?;
    Ok((0..world.verticals.len()).map(|at| vertical(&world, at)).collect())
}

fn vertical(world: &World<'_>, at: usize) -> KnownVertical {
    let (known, model): (&Vertical, _) = (&world.verticals[at], &world.models[at]);
    let in_dollars = world.currency == "USD";
    KnownVertical {
        slug: known.slug.clone(),
        name: known.name.clone(),
        category: known.category.clone(),
        schema_type: known.schema_type.clone(),
        urgency: known.urgency,
        seed_keywords: known.seed_keywords.clone(),
        regulated: known.regulated.clone(),
        payout: model.value.as_ref().filter(|value| value.cents > 0.0).map(Known::payout),
        payout_unit: unit(model.value.as_ref().map_or(known.payout_type.as_str(), |value| value.unit.as_str())),
        rates: ALL.iter().filter(|rate| in_dollars && rate.vertical == known.slug).map(rate).collect(),
        cpc: known.cpc.as_ref().map(|cpc| Known::new(cpc, 100.0)),
        searches: known.searches.as_ref().map(|searches| Known::new(searches, 1.0)),
        needs: known.events.as_ref().map(|events| Needs {
            figure: Known::new(&events.figure, 1.0),
            base: events.base.clone(),
            definition: events.definition.clone(),
        }),
        season: known.season.as_ref().map(season),
        ticket: known.ticket.as_ref().map(|ticket| Known::new(ticket, 100.0)),
        close_pct: known.close_pct.as_ref().map(|close| Known::new(close, 1.0)),
        tier1_cents: model.tiers.0,
        tier2_cents: model.tiers.1,
    }
}

/// Removes the prefix of a unit: `per_lead` becomes `lead`.
pub(super) fn unit(word: &str) -> String {
    word.trim_start_matches("per_").to_owned()
}

fn rate(rate: &Rate) -> KnownRate {
    let cents = |dollars: f64| dollars * 100.0;
    KnownRate {
        unit: rate.unit.clone(),
        exclusivity: rate.exclusivity.clone(),
        low: rate.low.map(cents),
        typical: rate.typical.map(cents),
        high: rate.high.map(cents),
        qualifying_seconds: rate.qualifying_seconds,
        source: sources(std::slice::from_ref(&rate.source)).pop(),
        grade: rate.grade,
        year: rate.year,
        note: rate.note.clone(),
    }
}

fn season(season: &Season) -> KnownSeason {
    KnownSeason {
        months: season.months.to_vec(),
        component: season.component.clone(),
        grade: season.grade,
        sources: sources(std::slice::from_ref(&season.source)),
        note: season.note.clone(),
    }
}
