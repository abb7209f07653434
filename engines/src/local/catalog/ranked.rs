//! Markets in order, described one at a time: a caller that chooses a few of thousands pays for these only.

use super::markets::MarketQuery;
use super::order::{Ranked, Words, matching, order};
use crate::common::{Control, EngineError};
use crate::local::columns;
use crate::local::input::Overrides;
use crate::local::market::market;
use crate::local::output::Market;
use crate::local::params::Checked;
use crate::local::scan::{check_filters, check_names};
use crate::local::world::World;

/// The best markets with a score, the best first.
#[derive(Debug)]
pub struct RankedMarkets<'a> {
    world: World<'a>,
    ranked: Vec<Ranked>,
}

/// Names of a market.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarketNames<'a> {
    /// Slug of the vertical.
    pub vertical: &'a str,
    /// Id of the place.
    pub place_id: &'a str,
    /// State code.
    pub state: &'a str,
}

impl RankedMarkets<'_> {
    /// Returns the names of the markets, in order.
    pub fn names(&self) -> impl Iterator<Item = MarketNames<'_>> {
        self.ranked.iter().map(|one| {
            let place = &self.world.places[one.place as usize];
            MarketNames {
                vertical: &self.world.verticals[one.vertical as usize].slug,
                place_id: &place.id,
                state: &place.state,
            }
        })
    }

    /// Returns the market at a position with its figures; `None` beyond the last.
    #[must_use]
    pub fn market(&self, at: usize) -> Option<Market> {
        self.ranked.get(at).map(|one| market(&self.world, one.vertical, one.place).0)
    }
}

/// Ranks the markets with a score by the expected profit of twelve months, and keeps the first `limit` of the filters. Other fields
/// of the query than its day, currency and filters are ignored.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`] or [`EngineError::Cancelled`].
pub fn rank_markets<'a>(
    overrides: &Overrides, query: &MarketQuery, params: &'a Checked, control: &dyn Control,
) -> Result<RankedMarkets<'a>, EngineError> {
    check_filters(&query.filters)?;
    let world = World::new(overrides, query.as_of, query.currency.as_deref(), params)?;
    check_names(&world, &query.filters)?;
    let columns = columns::price(&world, &query.filters, control)?;
    let mut ranked = matching(&world, &columns, &Words::new(&world, ""), None, query.sort);
    order(&mut ranked, query.filters.limit as usize);
    Ok(RankedMarkets { world, ranked })
}
