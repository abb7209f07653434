//! Visits of websites.

mod record;
mod summary;

pub use record::{Batch, PageViews, Started, key_of, open, record};
pub use summary::{
    Breakdown, Days, Group, PageCounts, bots, conversions, days, delete_older, groups, last_event, pages, totals,
};
