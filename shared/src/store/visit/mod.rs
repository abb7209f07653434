//! Visits of websites.

mod record;
mod summary;

pub use record::{Batch, PageViews, Started, key_of, open, record};
pub use summary::{
    Breakdown, Days, Group, LandingDay, PageCounts, bots, conversions, counting_since, days, delete_older, groups,
    landing_days, last_event, pages, totals,
};
