//! Backlinks.

use shared::domain::imported::Backlink;

use super::super::layout::Field;
use super::super::limits;
use super::super::name::shortened;
use super::super::record::{FileKind, Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::cells::{Cells, host};

/// Reads a link of another website.
pub(super) fn read(cells: &Cells<'_>, row: &Row<'_>) -> Result<ObservedRow, RowError> {
    let source_url = cells.address(row, Field::SourceUrl)?.ok_or(RowError::Empty("source URL"))?;
    let target_url = cells.address(row, Field::TargetUrl)?.ok_or(RowError::Empty("target URL"))?;
    let source_host = host(&source_url)?;
    host(&target_url)?;
    let rel = cells.text(row, Field::Rel, limits::QUERY_BYTES)?.map(|rel| rel.to_lowercase());
    let lost_on = cells.day(row, Field::LostOn)?;
    let authority = authority(cells, row)?;
    let first_seen = cells.day(row, Field::FirstSeen)?;
    let provider = provider(cells, row)?;
    let backlink = Backlink {
        authority_name: authority.map(|_| authority_name(cells.layout.kind, &provider)),
        provider,
        source_url,
        source_host,
        target_url,
        anchor: cells.line(row, Field::Anchor)?,
        is_nofollow: relation(cells, row, Field::Nofollow, "nofollow", rel.as_deref())?,
        is_ugc: relation(cells, row, Field::Ugc, "ugc", rel.as_deref())?,
        is_sponsored: relation(cells, row, Field::Sponsored, "sponsored", rel.as_deref())?,
        first_seen,
        last_seen: cells.day(row, Field::LastSeen)?,
        is_lost: lost_on.is_some() || is_lost(cells, row)?,
        lost_on,
        authority,
    };
    Ok(cells.row(row, first_seen, Observed::Backlink(Box::new(backlink))))
}

/// Returns the provider by the format, otherwise by the file's own word.
fn provider(cells: &Cells<'_>, row: &Row<'_>) -> Result<String, RowError> {
    Ok(match cells.layout.kind {
        FileKind::AhrefsBacklinks => "ahrefs".to_owned(),
        FileKind::SemrushBacklinks => "semrush".to_owned(),
        FileKind::MajesticBacklinks => "majestic".to_owned(),
        _ => cells.text(row, Field::Source, 64)?.map_or_else(|| "other".to_owned(), |word| word.to_lowercase()),
    })
}

fn authority_name(kind: FileKind, provider: &str) -> String {
    match kind {
        FileKind::AhrefsBacklinks => "Ahrefs domain rating".to_owned(),
        FileKind::SemrushBacklinks => "Semrush page authority score".to_owned(),
        FileKind::MajesticBacklinks => "Majestic source trust flow".to_owned(),
        _ => format!("Authority ({provider})"),
    }
}

fn authority(cells: &Cells<'_>, row: &Row<'_>) -> Result<Option<f64>, RowError> {
    let Some(number) = cells.number(row, Field::Authority)? else { return Ok(None) };
    let is_valid = (0.0..=100.0).contains(&number);
    if is_valid { Ok(Some(number)) } else { Err(RowError::not_a_number("authority", number.to_string().as_bytes())) }
}

/// Returns whether a link has a relation: by its flag, otherwise by the cell of relations. `None` if the file does not
/// state it.
fn relation(
    cells: &Cells<'_>, row: &Row<'_>, field: Field, word: &'static str, rel: Option<&str>,
) -> Result<Option<bool>, RowError> {
    if let Some(flag) = flag(cells, row, field, word)? {
        return Ok(Some(flag));
    }
    let is_stated = |rel: &&str| ["follow", "ugc", "sponsored"].iter().any(|known| rel.contains(known));
    Ok(rel.filter(is_stated).map(|rel| rel.contains(word)))
}

/// Parses a flag; `None` if it is empty.
fn flag(cells: &Cells<'_>, row: &Row<'_>, field: Field, name: &'static str) -> Result<Option<bool>, RowError> {
    let Some(word) = cells.text(row, field, limits::QUERY_BYTES)? else { return Ok(None) };
    match word.to_lowercase().as_str() {
        "true" | "1" | "yes" | "y" | "x" | "+" => Ok(Some(true)),
        "false" | "0" | "no" | "n" | "-" => Ok(Some(false)),
        // Earlier exports of Majestic have `NoFollow` and nothing.
        other if other == name => Ok(Some(true)),
        _ => Err(RowError::NotOneOf(name, shortened(&word), "true or false")),
    }
}

/// Returns whether a cell reports the link as lost: a flag, or a word such as `Lost` or `Removed`.
fn is_lost(cells: &Cells<'_>, row: &Row<'_>) -> Result<bool, RowError> {
    let Some(word) = cells.text(row, Field::Lost, limits::QUERY_BYTES)? else { return Ok(false) };
    Ok(!matches!(word.to_lowercase().as_str(), "false" | "0" | "no" | "n" | "-" | "live" | "active" | "new" | "found"))
}
