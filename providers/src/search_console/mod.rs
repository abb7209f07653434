//! Google Search Console: sites and search analytics.

#[cfg(test)]
mod cases;
mod client;
mod plan;
mod provider;
mod query;
#[cfg(test)]
mod tests;

pub use self::{
    client::{Page, Row, SearchConsole, Site, Totals},
    plan::{DayRange, DayState, day_state, plan, today},
    query::{Aggregation, AnalyticsQuery, DataState, Dimension, Filter, FilterOperator, SearchType},
};
