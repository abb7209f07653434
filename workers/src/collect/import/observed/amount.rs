//! Amounts of money and their currencies.

use super::super::layout::Field;
use super::super::limits;
use super::super::name::shortened;
use super::super::number;
use super::super::record::FileKind;
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::cells::Cells;

/// Highest amount in cents, either way: above every genuine one, and the sum of millions of them can be stored.
const MOST_CENTS: f64 = 1e12;

/// Returns an amount in cents; `None` if it is empty.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
pub(super) fn cents(cells: &Cells<'_>, row: &Row<'_>) -> Result<Option<i64>, RowError> {
    let cents = match cells.number(row, Field::AmountCents)? {
        Some(cents) => cents,
        None => match decimal(cells, row)? {
            Some(amount) => (amount * 100.0).round(),
            None => return Ok(None),
        },
    };
    if cents.fract() == 0.0 && cents.abs() <= MOST_CENTS {
        Ok(Some(cents as i64))
    } else {
        Err(RowError::not_a_number("amount", cents.to_string().as_bytes()))
    }
}

/// Returns an amount in units. Nobody writes money with three decimals, so that in a list of payments `1.200` may be a
/// thousand as well; figures of Google Analytics are computed and have any number of decimals.
fn decimal(cells: &Cells<'_>, row: &Row<'_>) -> Result<Option<f64>, RowError> {
    let is_typed = matches!(cells.layout.kind, FileKind::Leads | FileKind::Revenue);
    if let Some((column, cell)) = cells.bytes(row, Field::Amount).filter(|_| is_typed)
        && row.native(column).is_none()
        && number::is_ambiguous(cell, cells.style.decimal)
    {
        return Err(RowError::Ambiguous(Field::Amount.name(), shortened(&String::from_utf8_lossy(cell))));
    }
    cells.number(row, Field::Amount)
}

/// Returns the currency: three letters in the row or the header, or an unambiguous sign; `None` if there is neither.
pub(super) fn currency(cells: &Cells<'_>, row: &Row<'_>) -> Result<Option<String>, RowError> {
    if let Some(code) = cells.text(row, Field::Currency, limits::QUERY_BYTES)? {
        let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
        let wrong = || RowError::NotOneOf("currency", shortened(&code), "a code of three letters such as USD");
        return if is_code { Ok(Some(code.to_ascii_uppercase())) } else { Err(wrong()) };
    }
    let amount = cells.bytes(row, Field::Amount).map(|(_, cell)| String::from_utf8_lossy(cell)).unwrap_or_default();
    let by_sign = [('€', "EUR"), ('£', "GBP")].into_iter().find(|(sign, _)| amount.contains(*sign));
    Ok(by_sign.map(|(_, code)| code.to_owned()).or_else(|| cells.layout.currency.clone()))
}
