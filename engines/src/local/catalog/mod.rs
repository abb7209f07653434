//! Look-ups of the reference data, overridden by the user's data: verticals, places, markets, competitors, sources.
//!
//! Each is a pure function of tables that are read once. The largest, [`find_markets`], prices all markets in closed form in
//! well under a second.

mod competition;
mod figure;
mod markets;
mod names;
mod order;
mod own_data;
mod places;
mod ranked;
mod rate_card;
mod vertical_names;
mod verticals;

pub(crate) use competition::competition;
pub use competition::{Competition, CompetitorCode};
pub use figure::Known;
pub use markets::{FoundMarket, FoundMarkets, MarketQuery, Sort, find_markets};
pub use names::{Named, Unknown, resolve};
pub use own_data::{OwnData, OwnRow, own_data};
pub use places::{KnownPlace, PlaceFilter, PlacePage, StateCount, metro_of, places, states};
pub use ranked::{MarketNames, RankedMarkets, rank_markets};
pub use rate_card::{OwnRate, own_rate};
pub use vertical_names::{VerticalName, schema_type, vertical_names};
pub use verticals::{KnownRate, KnownSeason, KnownVertical, Needs, verticals};

use super::reference::source::Source;

/// Returns all sources of the built-in figures, by id.
pub fn sources() -> Vec<Source> {
    super::reference::source::all().cloned().collect()
}
