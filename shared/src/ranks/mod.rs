//! Formulas of rank tracking: volatility of a keyword, frequency of its checks, and shares of the clicks.
//!
//! Nothing here reads the store or a clock.

mod alerts;
mod digest;
mod digest_text;
mod frequency;
mod measures;
mod plan;
mod updates;
mod volatility;

pub use alerts::{AlertRules, Earlier, FoundAlert, NewStanding, alerts};
pub use digest::{Costs, Digest, DigestInput, Move, Unchecked, UncheckedReason, digest};
pub use digest_text::DigestText;
pub use frequency::{LONGEST_DAYS, Need, SHORTEST_DAYS, due, interval_counts, intervals, month_cost};
pub use measures::{Bucket, Distribution, Share, Standing, buckets, ctr, share_of_voice, visibility};
pub use plan::{Planned, SERP_PROVIDERS, choose, choose_of, need, plan};
pub use updates::{SearchUpdate, UPDATES};
pub use volatility::{PRIOR, Seen, volatility};
