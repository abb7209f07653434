//! Converts rows of SERPs, pages, ranks, payouts, backlinks, sessions, leads and revenue to records.

use chrono::NaiveDate;

use super::cell::checked_width;
use super::error::ImportError;
use super::inspect::{Hints, Style};
use super::layout::Layout;
use super::reading::Reading;
use super::record::{FileKind, Observed, ObservedRow, Record};
use super::row_error::RowError;
use super::rows::{Row, Rows};

mod amount;
mod backlink;
mod cells;
mod lead;
mod page;
mod payout;
mod rank;
mod revenue;
mod serp;
mod sessions;

use cells::Cells;

/// What a line holds: one observation, or several for a whole result page.
type Found = Vec<Result<ObservedRow, RowError>>;

/// Reads all rows that follow the header into the sink.
pub(super) fn read(
    rows: &mut dyn Rows, layout: &Layout, style: Style, hints: &Hints, reading: &mut Reading<'_>,
) -> Result<(), ImportError> {
    let cells = Cells::new(layout, style, hints);
    let mut found = Found::new();
    while let Some(row) = rows.next()? {
        if row.is_blank() || is_comment(&cells, &row) {
            continue;
        }
        match checked_width(&row, layout.columns.len()) {
            Ok(()) => observe(&cells, &row, &mut found),
            Err(bad) => found.push(Err(bad)),
        }
        tell(&cells, reading);
        for one in found.drain(..) {
            match one.and_then(|observed| reading.check_day(measured_on(&observed)).map(|()| observed)) {
                Ok(observed) => deliver(observed, reading)?,
                Err(bad) => reading.reject(row.line, &bad),
            }
            reading.counted_row();
        }
    }
    Ok(())
}

/// Returns the day on which a row was measured: the first one of a period, which may last on. A payout is valid from a day,
/// which may come.
fn measured_on(row: &ObservedRow) -> Option<NaiveDate> {
    match &row.observed {
        Observed::Sessions(sessions) => sessions.first_day,
        Observed::Payout(_) => None,
        _ => row.day,
    }
}

/// Google Analytics separates its tables by lines that begin with `#`.
fn is_comment(cells: &Cells<'_>, row: &Row<'_>) -> bool {
    cells.layout.kind == FileKind::Ga4Sessions && row.cell(0).starts_with(b"#")
}

fn observe(cells: &Cells<'_>, row: &Row<'_>, found: &mut Found) {
    let observed = match cells.layout.kind {
        FileKind::SerpResults => return serp::read(cells, row, found),
        FileKind::RankHistory => rank::read(cells, row),
        FileKind::Payouts => payout::read(cells, row),
        FileKind::Pages | FileKind::ScreamingFrog => page::read(cells, row),
        FileKind::AhrefsBacklinks | FileKind::SemrushBacklinks | FileKind::MajesticBacklinks | FileKind::Backlinks => {
            backlink::read(cells, row)
        }
        FileKind::Ga4Sessions => sessions::read(cells, row),
        FileKind::Leads => lead::read(cells, row),
        FileKind::Revenue => revenue::read(cells, row),
        // These kinds have other readers.
        FileKind::GscFilters
        | FileKind::GscDates
        | FileKind::GscQueries
        | FileKind::GscPages
        | FileKind::GscQueryPages
        | FileKind::GscCountries
        | FileKind::GscDevices
        | FileKind::GscAppearance
        | FileKind::GscBulkSite
        | FileKind::GscBulkUrl
        | FileKind::BingQueries
        | FileKind::BingPages
        | FileKind::KeywordList
        | FileKind::KeywordPlanner
        | FileKind::AhrefsKeywords
        | FileKind::AhrefsOrganic
        | FileKind::SemrushPositions
        | FileKind::SemrushMagic
        | FileKind::AccessLog
        | FileKind::Unknown => return,
    };
    found.push(observed);
}

/// Records warnings about the cells of the row.
fn tell(cells: &Cells<'_>, reading: &mut Reading<'_>) {
    if cells.had_foreign() {
        reading.saw_foreign_cell();
    }
    if cells.had_cut() {
        reading.saw_cut_text();
    }
}

fn deliver(observed: ObservedRow, reading: &mut Reading<'_>) -> Result<(), ImportError> {
    // A payout is valid from a day, which is not a day of observation.
    if let Some(day) = observed.day.filter(|_| observed.kind != FileKind::Payouts) {
        reading.saw_observation(day);
    }
    reading.deliver(Record::Observed(observed))
}
