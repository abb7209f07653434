//! Leads.

use shared::domain::imported::Lead;

use super::super::layout::Field;
use super::super::limits;
use super::super::record::{Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::amount;
use super::cells::Cells;

/// Reads a lead.
pub(super) fn read(cells: &Cells<'_>, row: &Row<'_>) -> Result<ObservedRow, RowError> {
    let day = cells.day(row, Field::Date)?.ok_or(RowError::Empty("date"))?;
    let text = |field| cells.text(row, field, limits::QUERY_BYTES);
    let value_cents = amount::cents(cells, row)?;
    if value_cents.is_some_and(|cents| cents < 0) {
        return Err(RowError::Negative("value"));
    }
    let currency = amount::currency(cells, row)?;
    if value_cents.is_some() && currency.is_none() {
        return Err(RowError::Empty("currency"));
    }
    let lead = Lead {
        external_id: text(Field::ExternalId)?,
        day,
        page: cells.address(row, Field::Page)?,
        keyword: text(Field::Keyword)?,
        source: text(Field::Source)?,
        status: text(Field::Stage)?,
        currency: currency.filter(|_| value_cents.is_some()),
        value_cents,
    };
    Ok(cells.row(row, Some(day), Observed::Lead(lead)))
}
