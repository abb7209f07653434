//! Cells of a row as text.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use super::row_error::RowError;
use super::rows::Row;

/// A row may lack cells only of optional columns, and may have more only if they are empty.
#[inline]
pub(super) fn checked_width(row: &Row<'_>, expected: usize) -> Result<(), RowError> {
    let found = row.len();
    if found > expected && (expected..found).any(|column| !row.cell(column).is_empty()) {
        return Err(RowError::Columns { found, expected });
    }
    if found < expected && found < 2 { Err(RowError::Columns { found, expected }) } else { Ok(()) }
}

/// Text of a cell; `None` if it is empty. Bytes that are not UTF-8 are decoded as windows-1252, in which every byte is
/// valid.
#[inline]
pub(super) fn text<'a>(
    row: &Row<'a>, column: usize, name: &'static str, most: usize,
) -> Result<Option<Cow<'a, str>>, RowError> {
    let cell = row.cell(column);
    if cell.is_empty() {
        return Ok(None);
    }
    if cell.len() > most {
        return Err(RowError::TooLong(name, most));
    }
    if memchr::memchr(0, cell).is_some() {
        return Err(RowError::ZeroByte(name));
    }
    let text = match std::str::from_utf8(cell) {
        Ok(text) => Cow::Borrowed(text.trim()),
        Err(_) => Cow::Owned(WINDOWS_1252.decode_without_bom_handling(cell).0.trim().to_owned()),
    };
    Ok(Some(text).filter(|text| !text.is_empty()))
}
