//! Payouts.

use chrono::NaiveDate;
use shared::domain::observation::{Payout, PayoutUnit};

use super::super::layout::Field;
use super::super::limits;
use super::super::name::shortened;
use super::super::record::{Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
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
        currency: currency(cells, row)?,
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

#[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
fn cents(cells: &Cells<'_>, row: &Row<'_>) -> Result<i64, RowError> {
    let cents = match cells.number(row, Field::AmountCents)? {
        Some(cents) => cents,
        None => (cells.number(row, Field::Amount)?.ok_or(RowError::Empty("amount"))? * 100.0).round(),
    };
    match cents {
        _ if cents < 0.0 => Err(RowError::Negative("amount")),
        _ if cents.fract() == 0.0 && cents <= 1e14 => Ok(cents as i64),
        _ => Err(RowError::not_a_number("amount", cents.to_string().as_bytes())),
    }
}

/// Returns the currency: three letters in the row or the header, or an unambiguous sign.
fn currency(cells: &Cells<'_>, row: &Row<'_>) -> Result<String, RowError> {
    if let Some(code) = cells.text(row, Field::Currency, limits::QUERY_BYTES)? {
        let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
        let wrong = || RowError::NotOneOf("currency", shortened(&code), "a code of three letters such as USD");
        return if is_code { Ok(code.to_ascii_uppercase()) } else { Err(wrong()) };
    }
    let amount = cells.bytes(row, Field::Amount).map(|(_, cell)| String::from_utf8_lossy(cell)).unwrap_or_default();
    let by_sign = [('€', "EUR"), ('£', "GBP")].into_iter().find(|(sign, _)| amount.contains(*sign));
    let code = by_sign.map(|(_, code)| code.to_owned()).or_else(|| cells.layout.currency.clone());
    code.ok_or(RowError::Empty("currency"))
}
