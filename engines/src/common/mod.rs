//! Types shared by all engines: ids, insights, forecasts, control and errors.

mod control;
mod count;
mod day;
mod error;
mod finding;
mod forecast;
mod hash;
mod id;
mod insight;
mod money;
mod range;
mod thousands;
mod update;

pub use control::{Control, Unattended, checkpoint};
pub(crate) use count::{count, sentence_start};
pub use day::Day;
pub use error::EngineError;
pub(crate) use finding::{Finding, Signature, three_digits};
pub use forecast::{Forecast, Metric, MonthTotal, Top10};
pub(crate) use hash::NumberMap;
pub use id::{EngineId, UnknownEngine};
pub use insight::{Action, Evidence, Insight, Nature, Severity};
pub use money::{Interval, Money};
pub(crate) use money::{exact_money, whole_money};
pub(crate) use range::within;
pub(crate) use thousands::thousands;
pub use update::Update;
pub(crate) use update::overlapping;
