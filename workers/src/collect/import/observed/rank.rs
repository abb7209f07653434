//! Ranks.

use shared::domain::observation::Rank;

use super::super::layout::Field;
use super::super::limits;
use super::super::record::{Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::cells::Cells;

/// Reads the rank of a site for a keyword on a day.
pub(super) fn read(cells: &Cells<'_>, row: &Row<'_>) -> Result<ObservedRow, RowError> {
    let keyword = cells.needed(row, Field::Keyword, limits::QUERY_BYTES)?;
    let day = cells.day(row, Field::Date)?.or_else(|| cells.day_of_file(Field::Date)).ok_or(RowError::Empty("date"))?;
    let (position, seen_to) = place(cells, row)?;
    let depth = cells.count(row, Field::Depth)?.and_then(|depth| u32::try_from(depth).ok()).filter(|depth| *depth > 0);
    let rank = Rank {
        keyword,
        date: day.to_string(),
        position,
        url: cells.address(row, Field::Page)?,
        location: cells.text(row, Field::Location, limits::QUERY_BYTES)?,
        device: cells.device(row)?,
        depth: depth.or(seen_to),
        source: cells.text(row, Field::Source, limits::QUERY_BYTES)?,
    };
    Ok(cells.row(row, Some(day), Observed::Rank(rank)))
}

/// Parses the position, and the depth if the cell has it. Empty, 0, words such as “not found”, `>50` and values above
/// 100 mean: not found within the depth.
fn place(cells: &Cells<'_>, row: &Row<'_>) -> Result<(Option<f64>, Option<u32>), RowError> {
    let Some((_, cell)) = cells.bytes(row, Field::Position) else { return Ok((None, None)) };
    let word = String::from_utf8_lossy(cell).to_lowercase();
    if word.starts_with("not ") || word.starts_with(['>', '≥']) || word.ends_with('+') {
        return Ok((None, depth_in(&word)));
    }
    let Some(number) = cells.number(row, Field::Position)? else { return Ok((None, None)) };
    if number < 0.0 || (number > 0.0 && number < 1.0) {
        return Err(RowError::not_a_number("position", cell));
    }
    Ok((Some(number).filter(|place| (1.0..=limits::RANKS).contains(place)), None))
}

/// Returns the number in `>50`, `100+` and `not in top 100`.
fn depth_in(word: &str) -> Option<u32> {
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|depth| *depth > 0)
}
