//! The published payouts of each vertical, one row for each source.

use std::sync::LazyLock;

use super::csv::{Row, Table};
use super::source::Grade;

static PAYOUTS: &str = include_str!("../../../data/reference/payouts.csv");

/// A published payout, in dollars.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rate {
    pub(crate) vertical: String,
    /// `lead`, `call`, `appointment` or `job`.
    pub(crate) unit: String,
    /// `exclusive`, `shared`, `mixed` or `unknown`.
    pub(crate) exclusivity: String,
    pub(crate) low: Option<f64>,
    pub(crate) typical: Option<f64>,
    pub(crate) high: Option<f64>,
    /// Duration from which a call is paid.
    pub(crate) qualifying_seconds: Option<f64>,
    pub(crate) source: String,
    pub(crate) grade: Option<Grade>,
    pub(crate) year: Option<u32>,
    pub(crate) note: String,
}

/// All payouts, in the order of the table.
pub(crate) static ALL: LazyLock<Vec<Rate>> = LazyLock::new(|| Table::read(PAYOUTS).rows().map(rate).collect());

fn rate(row: Row<'_>) -> Rate {
    Rate {
        vertical: row.text("vertical").to_owned(),
        unit: row.text("payout_type").trim_start_matches("per_").to_owned(),
        exclusivity: row.text("exclusivity").to_owned(),
        low: row.number("low_usd"),
        typical: row.number("typical_usd"),
        high: row.number("high_usd"),
        qualifying_seconds: row.number("qualifying_seconds"),
        source: row.text("source_id").to_owned(),
        grade: Grade::parse(row.text("source_grade")),
        year: row.text("year").parse().ok(),
        note: row.text("note").to_owned(),
    }
}
