//! Cells of a row as text, and as addresses.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use super::name::shortened;
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

/// Address in a cell; `None` if it is empty. Addresses that a browser would run as a script are rejected.
#[inline]
pub(super) fn address<'a>(
    row: &Row<'a>, column: usize, name: &'static str, most: usize,
) -> Result<Option<Cow<'a, str>>, RowError> {
    let found = text(row, column, name, most)?;
    match &found {
        Some(address) if is_script(address) => Err(RowError::NotAnAddress(shortened(address))),
        _ => Ok(found),
    }
}

/// Returns true for `javascript:`, `data:` and `vbscript:`, as browsers read them: in any case, and with white space and
/// control characters before or in the scheme.
pub(super) fn is_script(address: &str) -> bool {
    let Some((scheme, _)) = address.split_once(':') else { return false };
    let is_letter = |c: &char| !c.is_whitespace() && !c.is_control();
    let scheme: String = scheme.chars().filter(is_letter).map(|c| c.to_ascii_lowercase()).collect();
    matches!(scheme.as_str(), "javascript" | "data" | "vbscript")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_script_reads_a_scheme_as_browsers_do() {
        for script in ["javascript:alert(1)", " JavaScript:x", "java\nscript:x", "\u{1}data:text/html,x", "vbscript:x"]
        {
            assert!(is_script(script), "{script:?}");
        }
        for page in ["https://a.example/javascript:x", "/data", "sc-domain:a.example", "data.example/a", ""] {
            assert!(!is_script(page), "{page:?}");
        }
    }
}
