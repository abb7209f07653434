//! Search of markets: verticals in places, with their figures and scores.

use serde::{Deserialize, Serialize};

use super::competition::{Competition, competition};
use super::figure::Known;
use super::order::{Ranked, Sort as Order, Words, matching, order, unpriced};
use super::places::{KnownPlace, known};
use super::verticals::unit;
use crate::common::{Control, Day, EngineError};
use crate::local::columns::{self, Columns};
use crate::local::input::{Filters, Overrides};
use crate::local::market::market;
use crate::local::model::Measured;
use crate::local::output::{Market, Rejected, Tier};
use crate::local::params::Checked;
use crate::local::reference::rate::ALL;
use crate::local::reference::source::sources;
use crate::local::reference::{Bound, Grade};
use crate::local::scan::{check_filters, check_names};
use crate::local::world::World;

pub use super::order::Sort;

/// Query of markets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MarketQuery {
    /// The day: validity of rates and months start here.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts; default `USD`.
    pub currency: Option<String>,
    /// Filters; `limit` is the size of the page.
    pub filters: Filters,
    /// Words in the name of the vertical or of the place.
    pub text: String,
    /// Only verticals with a rate of this unit: `lead`, `call`, `rent`, `job`, `appointment`.
    pub unit: Option<String>,
    /// Only verticals with a rate of this exclusivity: `exclusive`, `shared`, `mixed`, `unknown`.
    pub exclusivity: Option<String>,
    /// Verticals and units of own rates, for `unit`.
    pub own_units: Vec<(String, String)>,
    /// Only this tier.
    pub tier: Option<Tier>,
    /// Whether to list only markets with a score.
    pub only_scored: bool,
    /// Order.
    pub sort: Order,
    /// Number of markets before the page.
    pub offset: usize,
}

/// A page of markets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMarkets {
    /// Number of markets that match.
    pub total: usize,
    /// Number of these with a score.
    pub scored: usize,
    /// The markets.
    pub markets: Vec<FoundMarket>,
    /// True if the page contains demand values with different bounds, which are only partly comparable.
    pub mixed_bounds: bool,
    /// Rejected rows of the own data, the first hundred.
    pub rejected: Vec<Rejected>,
}

/// A market with the figures behind its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMarket {
    /// The scored market.
    pub market: Market,
    /// The place.
    pub place: KnownPlace,
    /// Payout per lead or call, in cents.
    pub payout: Option<Known>,
    /// Unit of the payout.
    pub payout_unit: String,
    /// CPC of the vertical, in cents.
    pub cpc: Option<Known>,
    /// Monthly search volume of the vertical per 100,000 people.
    pub searches: Option<Known>,
    /// Monthly search volume measured in the place.
    pub measured: Option<Known>,
    /// Establishments in the county.
    pub competition: Option<Competition>,
}

/// Finds markets.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`] or [`EngineError::Cancelled`].
pub fn find_markets(
    overrides: &Overrides, query: &MarketQuery, params: &Checked, control: &dyn Control,
) -> Result<FoundMarkets, EngineError> {
    check_filters(&query.filters)?;
    let world = World::new(overrides, query.as_of, query.currency.as_deref(), params)?;
    check_names(&world, &query.filters)?;
    let Some(filters) = with_units(&world, query) else { return Ok(empty(&world)) };
    let columns = columns::price(&world, &filters, control)?;
    let words = Words::new(&world, &query.text);
    let mut found = matching(&world, &columns, &words, query.tier, query.sort);
    let (scored, last) = (found.len(), query.offset.saturating_add(filters.limit as usize));
    order(&mut found, last);
    let unknown = if has_unknown(query) { rest(&world, &columns, &words, last - found.len()) } else { (0, Vec::new()) };
    found.extend(unknown.1);
    let page = found.iter().skip(query.offset);
    let markets: Vec<FoundMarket> = page.map(|one| describe(&world, one.vertical, one.place)).collect();
    let mut bounds = markets.iter().filter(|one| one.market.demand.is_some()).map(|one| one.market.demand_bound);
    let first = bounds.next();
    let mixed_bounds = bounds.any(|bound| Some(bound) != first);
    Ok(FoundMarkets { total: scored + unknown.0, scored, markets, mixed_bounds, rejected: world.rejected })
}

/// Returns true if markets without a score match the query.
fn has_unknown(query: &MarketQuery) -> bool {
    let filters = &query.filters;
    !query.only_scored && query.tier.is_none() && filters.min_payout_cents.is_none() && filters.bounds.is_empty()
}

/// Counts the markets without a score and returns the first of them in order.
fn rest(world: &World<'_>, columns: &Columns, words: &Words, limit: usize) -> (usize, Vec<Ranked>) {
    let mut missing = unpriced(world, columns, words);
    let total = missing.len();
    order(&mut missing, limit);
    (total, missing)
}

/// Restricts the filters to verticals with a rate of the unit and exclusivity; `None` if there is none.
fn with_units(world: &World<'_>, query: &MarketQuery) -> Option<Filters> {
    let mut filters = query.filters.clone();
    if query.unit.is_none() && query.exclusivity.is_none() {
        return Some(filters);
    }
    let is_wanted = |slug: &str| {
        let published = ALL.iter().filter(|rate| rate.vertical == slug).any(|rate| {
            query.unit.as_ref().is_none_or(|unit| rate.unit == *unit)
                && query.exclusivity.as_ref().is_none_or(|exclusivity| rate.exclusivity == *exclusivity)
        });
        // A rate card does not state whether leads are exclusive.
        let own = query.exclusivity.is_none()
            && query.own_units.iter().any(|(of, unit)| of == slug && query.unit.as_ref() == Some(unit));
        published || own
    };
    let slugs = world.verticals.iter().map(|vertical| &vertical.slug);
    let in_filter = |slug: &&String| filters.verticals.is_empty() || filters.verticals.contains(slug);
    let kept: Vec<String> = slugs.filter(in_filter).filter(|slug| is_wanted(slug)).cloned().collect();
    filters.verticals = kept;
    (!filters.verticals.is_empty()).then_some(filters)
}

fn empty(world: &World<'_>) -> FoundMarkets {
    FoundMarkets { total: 0, scored: 0, markets: Vec::new(), mixed_bounds: false, rejected: world.rejected.clone() }
}

fn describe(world: &World<'_>, vertical: u32, place: u32) -> FoundMarket {
    let (of_vertical, of_place) = (&world.verticals[vertical as usize], &world.places[place as usize]);
    let value = world.value(vertical, place);
    let measured = world.special.get(&(vertical, place)).and_then(|special| special.measured.as_ref());
    FoundMarket {
        market: market(world, vertical, place).0,
        place: known(of_place),
        payout: value.map(Known::payout),
        payout_unit: unit(value.map_or(of_vertical.payout_type.as_str(), |value| value.unit.as_str())),
        cpc: of_vertical.cpc.as_ref().map(|cpc| Known::new(cpc, 100.0)),
        searches: of_vertical.searches.as_ref().map(|searches| Known::new(searches, 1.0)),
        measured: measured.map(of_measured),
        competition: competition(&of_vertical.slug, of_place),
    }
}

fn of_measured(measured: &Measured) -> Known {
    Known {
        low: None,
        typical: measured.raw,
        high: None,
        evidence: "own".to_owned(),
        grade: None::<Grade>,
        year: measured.observed_at.as_deref().and_then(|day| day.get(..4)?.parse().ok()),
        bound: Bound::TwoSided,
        sources: sources(measured.source.as_slice()),
    }
}
