//! Revenue.

use shared::domain::imported::Revenue;

use super::super::layout::Field;
use super::super::limits;
use super::super::record::{Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::amount;
use super::cells::Cells;

/// Reads an amount received, or refunded if it is negative.
pub(super) fn read(cells: &Cells<'_>, row: &Row<'_>) -> Result<ObservedRow, RowError> {
    let day = cells.day(row, Field::Date)?.ok_or(RowError::Empty("date"))?;
    let text = |field| cells.text(row, field, limits::QUERY_BYTES);
    let revenue = Revenue {
        external_id: text(Field::ExternalId)?,
        day,
        amount_cents: amount::cents(cells, row)?.ok_or(RowError::Empty("amount"))?,
        currency: amount::currency(cells, row)?.ok_or(RowError::Empty("currency"))?,
        kind: text(Field::Purpose)?,
        page: cells.address(row, Field::Page)?,
        source: text(Field::Source)?,
        vertical: text(Field::Vertical)?,
        place: text(Field::Place)?,
    };
    Ok(cells.row(row, Some(day), Observed::Revenue(revenue)))
}
