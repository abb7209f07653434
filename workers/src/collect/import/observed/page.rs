//! Pages, from a table or from a crawl.

use shared::domain::observation::SeenPage;

use super::super::layout::Field;
use super::super::limits;
use super::super::name::shortened;
use super::super::record::{Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::cells::{Cells, host};

/// Reads a page; a line about an image, a script or the like is rejected.
pub(super) fn read(cells: &Cells<'_>, row: &Row<'_>) -> Result<ObservedRow, RowError> {
    check_page(cells, row)?;
    let field = if cells.layout.column(Field::Page).is_some() { Field::Page } else { Field::Url };
    let url = cells.needed(row, field, limits::URL_BYTES)?;
    let (text, counted) = text(cells, row)?;
    let observed_at = cells.observed_at(row)?;
    let (day, observed_at) = observed_at.unzip();
    let page = SeenPage {
        host: host(&url)?,
        url,
        title: cells.line(row, Field::Title)?,
        description: cells.line(row, Field::Description)?,
        h1: cells.line(row, Field::H1)?,
        headings: headings(cells, row)?,
        text,
        words: cells.count(row, Field::Words)?.or(counted),
        status: status(cells, row)?,
        canonical: cells.address(row, Field::Canonical)?,
        query: cells.text(row, Field::Query, limits::QUERY_BYTES)?,
        links: cells.addresses(row, Field::Links, &[' ', '\n', '\r', '\t', '|'])?,
        observed_at,
    };
    Ok(cells.row(row, day, Observed::Page(Box::new(page))))
}

fn check_page(cells: &Cells<'_>, row: &Row<'_>) -> Result<(), RowError> {
    let Some((_, cell)) = cells.bytes(row, Field::ContentType) else { return Ok(()) };
    let kind = cell.to_ascii_lowercase();
    let is_page = kind.windows(4).any(|part| part == b"html");
    if is_page { Ok(()) } else { Err(RowError::NotAPage(shortened(&String::from_utf8_lossy(&kind)))) }
}

/// Returns the truncated text, and the number of words of the whole text.
fn text(cells: &Cells<'_>, row: &Row<'_>) -> Result<(Option<String>, Option<u64>), RowError> {
    let whole = cells.text(row, Field::Text, usize::MAX)?;
    let words = whole.as_deref().map(|text| text.split_whitespace().count() as u64);
    Ok((whole.map(|text| cells.cut(text, limits::PAGE_TEXT_BYTES)), words))
}

/// Returns the headings of a list, or those with their own columns.
fn headings(cells: &Cells<'_>, row: &Row<'_>) -> Result<Vec<String>, RowError> {
    let mut headings = cells.list(row, Field::Headings, &['\n', '|'], limits::HEADINGS)?;
    for (_, field) in cells.layout.fields().filter(|(_, field)| matches!(field, Field::Heading(_))) {
        headings.extend(cells.line(row, field)?);
    }
    Ok(headings)
}

/// Parses an HTTP status; `None` if there was no response, which crawlers write as 0.
fn status(cells: &Cells<'_>, row: &Row<'_>) -> Result<Option<u16>, RowError> {
    let Some(number) = cells.count(row, Field::Status)?.filter(|number| *number != 0) else { return Ok(None) };
    let status = u16::try_from(number).ok().filter(|status| (100..=599).contains(status));
    status.map(Some).ok_or_else(|| RowError::not_a_number("status", number.to_string().as_bytes()))
}
