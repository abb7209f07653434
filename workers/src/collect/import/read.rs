//! Reads all records of an upload and counts its rows.

use std::io::{Read, Seek};

use chrono::NaiveDate;

use super::container::Container;
use super::error::{ImportError, Stop};
use super::inspect::{Inspection, Style, Verdict, open};
use super::layout::Layout;
use super::mapping::Options;
use super::market;
use super::name::shown_name;
use super::reading::Reading;
use super::record::{FileKind, Record};
use super::rows::Rows;
use super::summary::{FileSummary, Progress, Summary};
use super::survey::{kind, survey};
use super::table::Meter;
use super::watch::{Watch, Watched};
use super::{access_log, keyword, observed, search};

pub(super) fn read<R: Read + Seek>(
    source: R, file_name: &str, options: &Options, watch: &Watch, sink: &mut dyn FnMut(Record<'_>) -> Result<(), Stop>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Summary, ImportError> {
    let mut container = Container::open(Watched::new(source, watch), file_name, watch)?;
    let mut survey = survey(&mut container, file_name, options)?;
    survey.refuse_unknown(container.kind(), file_name)?;
    let known = || survey.inspections.iter().filter(|inspection| kind(inspection) != FileKind::Unknown);
    let is_metered = !matches!(container, Container::Xlsx(_));
    let mut reading = Reading::new(container.progress_meter(), sink, progress);
    reading.latest_day = options.latest_day;
    reading.total = if is_metered { known().map(|inspection| inspection.bytes).sum() } else { 0 };
    for inspection in &survey.inspections {
        read_table(&mut reading, &mut container, inspection)?;
    }
    for (table, error) in &survey.failures {
        reading.summary.files.push(unread(&table.name, error.to_string()));
    }
    let mut summary = reading.conclude();
    summary.state_periods(&options.options);
    if summary.rows == 0 && summary.files.iter().any(|file| file.kind == FileKind::AccessLog) {
        return Err(ImportError::NoCrawlers { file: shown_name(file_name) });
    }
    if summary.rows == 0 && summary.rejected == 0 && summary.market.is_none() {
        return Err(ImportError::NoRows { file: shown_name(file_name) });
    }
    Ok(summary)
}

/// Reads the rows of one table and drops its records: what an import of it would accept and reject.
pub(super) fn check(
    rows: &mut dyn Rows, inspection: &Inspection, (layout, style): (&Layout, Style), latest_day: Option<NaiveDate>,
) -> Result<Summary, ImportError> {
    let mut sink = |_: Record<'_>| Ok(());
    let mut progress = |_: Progress<'_>| {};
    let mut reading = Reading::new(Meter::default(), &mut sink, &mut progress);
    reading.latest_day = latest_day;
    read_rows(&mut reading, rows, inspection, layout, style)?;
    Ok(reading.conclude())
}

fn unread(name: &str, warning: String) -> FileSummary {
    FileSummary { name: name.to_owned(), kind: FileKind::Unknown, rows: 0, rejected: 0, warnings: vec![warning] }
}

/// Reads one table, or notes why it is not read.
fn read_table<R: Read + Seek>(
    reading: &mut Reading<'_>, container: &mut Container<R>, inspection: &Inspection,
) -> Result<(), ImportError> {
    match &inspection.verdict {
        Verdict::Known { layout, style } => {
            let mut rows = open(container, inspection)?;
            read_rows(reading, rows.as_mut(), inspection, layout, *style)
        }
        Verdict::Unknown { reason, .. } => {
            reading.summary.files.push(unread(&inspection.name, reason.clone()));
            Ok(())
        }
    }
}

/// Reads the rows of one table.
fn read_rows(
    reading: &mut Reading<'_>, rows: &mut dyn Rows, inspection: &Inspection, layout: &Layout, style: Style,
) -> Result<(), ImportError> {
    let before = (reading.seen(), reading.summary.rejected);
    reading.begin(&inspection.name);
    if layout.kind == FileKind::GscFilters {
        reading.summary.market = Some(market::read(rows, layout, inspection.skipped_rows)?);
    } else {
        skip(rows, inspection.skipped_rows)?;
        match layout.kind {
            FileKind::KeywordPlanner
            | FileKind::AhrefsKeywords
            | FileKind::AhrefsOrganic
            | FileKind::SemrushPositions
            | FileKind::SemrushMagic
            | FileKind::KeywordList => keyword::read(rows, layout, style, &inspection.hints, reading)?,
            FileKind::SerpResults
            | FileKind::Pages
            | FileKind::ScreamingFrog
            | FileKind::RankHistory
            | FileKind::Payouts
            | FileKind::AhrefsBacklinks
            | FileKind::SemrushBacklinks
            | FileKind::MajesticBacklinks
            | FileKind::Backlinks
            | FileKind::Ga4Sessions
            | FileKind::Leads
            | FileKind::Revenue => observed::read(rows, layout, style, &inspection.hints, reading)?,
            FileKind::AccessLog => access_log::read(rows, reading)?,
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
            | FileKind::Unknown => search::read(rows, layout, style, reading)?,
        }
    }
    if let (FileKind::Ga4Sessions, Some(period)) = (layout.kind, inspection.hints.period) {
        reading.summary.market.get_or_insert_default().add_days(Some(period));
    }
    if layout.is_comparison() {
        reading.summary.compare(layout.periods.current, layout.periods.previous);
    }
    let rejected = reading.summary.rejected - before.1;
    let mut warnings = inspection.warnings.clone();
    warnings.extend(reading.warnings());
    let rows = reading.seen() - before.0 - rejected;
    reading.summary.files.push(FileSummary {
        name: inspection.name.clone(),
        kind: layout.kind,
        rows,
        rejected,
        warnings,
    });
    Ok(())
}

/// Skips the preamble and the header.
pub(super) fn skip(rows: &mut dyn Rows, count: usize) -> Result<(), ImportError> {
    for _ in 0..count {
        if rows.next()?.is_none() {
            break;
        }
    }
    Ok(())
}
