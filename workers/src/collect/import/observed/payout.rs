//! Payouts.

use chrono::NaiveDate;
use shared::domain::observation::{Payout, PayoutUnit};

use super::super::layout::Field;
use super::super::limits;
use super::super::name::shortened;
use super::super::record::{Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::amount;
use super::cells::Cells;

/// Reads a payout.
pub(super) fn read(cells: &Cells<'_>, row: &Row<'_>) -> Result<ObservedRow, RowError> {
    let (from, to) = (cells.day(row, Field::ValidFrom)?, cells.day(row, Field::ValidTo)?);
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(RowError::Backwards);
    }
    let text = |field| cells.text(row, field, limits::QUERY_BYTES);
    let iso = |day: Option<NaiveDate>| day.map(|day| day.to_string());
    let payout = Payout {
        vertical: cells.needed(row, Field::Vertical, limits::QUERY_BYTES)?,
        service: text(Field::Service)?,
        state: text(Field::State)?,
        city: text(Field::City)?,
        unit: unit(&cells.needed(row, Field::Unit, limits::QUERY_BYTES)?)?,
        amount_cents: cents(cells, row)?,
        currency: amount::currency(cells, row)?.ok_or(RowError::Empty("currency"))?,
        source: text(Field::Source)?,
        valid_from: iso(from),
        valid_to: iso(to),
        notes: cells.line(row, Field::Notes)?,
    };
    Ok(cells.row(row, from, Observed::Payout(payout)))
}

/// Parses a unit: `lead`, `Leads`, `per lead`.
fn unit(word: &str) -> Result<PayoutUnit, RowError> {
    let lower = word.to_lowercase();
    let bare = lower.strip_prefix("per ").unwrap_or(&lower).trim_end_matches('s');
    bare.parse().map_err(|_| RowError::NotOneOf("unit", shortened(word), "lead, call, rent or job"))
}

fn cents(cells: &Cells<'_>, row: &Row<'_>) -> Result<i64, RowError> {
    match amount::cents(cells, row)?.ok_or(RowError::Empty("amount"))? {
        cents if cents < 0 => Err(RowError::Negative("amount")),
        cents => Ok(cents),
    }
}
