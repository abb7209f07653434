//! Preview of an upload before it is imported.

use std::io::{Read, Seek};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::container::{Container, ContainerKind};
use super::error::ImportError;
use super::inspect::{Form, Inspection, Style, Verdict, open};
use super::layout::{Field, Layout, Role};
use super::limits;
use super::mapping::{self, MappingOffer, Options, TargetView};
use super::market::Market;
use super::read;
use super::record::{FileKind, Period};
use super::summary::{Reject, RejectReason, Summary};
use super::survey::{is_of_table, kind, survey};
use super::watch::{Watch, Watched};

/// Preview of an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// Container.
    pub container: ContainerKind,
    /// Tables in reading order.
    pub files: Vec<FilePreview>,
    /// Market, if the export has filters or days.
    pub market: Option<Market>,
    /// Most frequent site of its pages, as `https://host/`.
    pub suggested_url: Option<String>,
    /// Warnings before importing.
    pub warnings: Vec<String>,
    /// The first 100 rows that an import would reject, as far as the rows were read.
    pub rejects: Vec<Reject>,
    /// Every reason for which rows would be rejected, most rows first.
    pub reject_reasons: Vec<RejectReason>,
    /// What the rows of a table with a `mapping` can be; empty without one.
    pub targets: Vec<TargetView>,
}

/// Preview of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FilePreview {
    /// Name: of the file, the entry or the sheet.
    pub name: String,
    /// Kind of file.
    pub kind: FileKind,
    /// Encoding; `None` for a sheet.
    pub encoding: Option<String>,
    /// `,`, `;` or a tab; `None` for a sheet and for JSON.
    pub delimiter: Option<String>,
    /// Language of its headers, if the export has several.
    pub locale: Option<String>,
    /// Rows under its header; 0 for the filters of an export. None where reading them would take too long.
    pub rows: Option<u64>,
    /// How many of the rows an import would accept.
    pub accepted: Option<u64>,
    /// How many of the rows an import would reject.
    pub rejected: Option<u64>,
    /// Columns that are read, with their fields.
    pub recognised: Vec<RecognisedColumn>,
    /// Ignored columns with reasons.
    pub ignored: Vec<IgnoredColumn>,
    /// First rows, with long cells shortened.
    pub sample: Vec<Vec<String>>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Assignment of its columns; `None` where it cannot be changed, as in reports of Search Console.
    pub mapping: Option<MappingOffer>,
}

/// A column that is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecognisedColumn {
    /// As exported.
    pub header: String,
    /// Field; `previous` is added for the previous period of a comparison.
    pub field: String,
}

/// An ignored column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgnoredColumn {
    /// As exported.
    pub header: String,
    /// Reason.
    pub reason: String,
}

/// Maximum number of rows per table in Search Console exports.
const SEARCH_CONSOLE_ROWS: u64 = 1_000;

pub(super) fn preview<R: Read + Seek>(
    source: R, file_name: &str, options: &Options, watch: &Watch,
) -> Result<Preview, ImportError> {
    let mut container = Container::open(Watched::new(source, watch), file_name, watch)?;
    let mut survey = survey(&mut container, file_name, options)?;
    if !survey.is_assignable() {
        survey.refuse_unknown(container.kind(), file_name)?;
    }
    let mut preview = Preview {
        container: container.kind(),
        files: Vec::new(),
        market: None,
        suggested_url: suggested_url(&survey.inspections),
        warnings: Vec::new(),
        rejects: Vec::new(),
        reject_reasons: Vec::new(),
        targets: Vec::new(),
    };
    for inspection in &survey.inspections {
        container.meter().check()?;
        preview.add(&mut container, inspection, options)?;
    }
    for (table, error) in &survey.failures {
        preview.files.push(unknown(&table.name, error.to_string()));
    }
    preview.state_periods(options);
    preview.warn();
    if preview.files.iter().any(|file| file.mapping.is_some()) {
        preview.targets = mapping::targets();
    }
    Ok(preview)
}

impl Preview {
    fn add<R: Read + Seek>(
        &mut self, container: &mut Container<R>, inspection: &Inspection, options: &Options,
    ) -> Result<(), ImportError> {
        let mut file = described(inspection);
        file.mapping = mapping::offer(inspection, options);
        if let Verdict::Known { layout, style } = &inspection.verdict {
            match check(container, inspection, (layout, *style), options.latest_day) {
                Ok(checked) => self.add_checked(&mut file, layout.kind, checked),
                Err(error) if is_of_table(&error) => file.warnings.push(format!("The import would stop here: {error}")),
                Err(error) => return Err(error),
            }
        }
        self.files.push(file);
        Ok(())
    }

    /// Adds what reading a table showed; nothing for a table that is too large to be read twice.
    fn add_checked(&mut self, file: &mut FilePreview, kind: FileKind, checked: Option<Summary>) {
        let Some(summary) = checked else { return };
        file.rows = Some(summary.rows + summary.rejected);
        (file.accepted, file.rejected) = (Some(summary.rows), Some(summary.rejected));
        let found = summary.files.into_iter().flat_map(|read| read.warnings);
        file.warnings.extend(found.skip(file.warnings.len()));
        file.warnings.extend(row_warning(kind, summary.rows + summary.rejected));
        let room = limits::REJECTS.saturating_sub(self.rejects.len());
        self.rejects.extend(summary.rejects.into_iter().take(room));
        self.reject_reasons.extend(summary.reasons);
        match (&mut self.market, summary.market) {
            (Some(market), Some(found)) if kind != FileKind::GscFilters => market.add_comparison(&found),
            (market, Some(found)) => *market = Some(found),
            (_, None) => {}
        }
        self.add_days(kind, summary.from.zip(summary.to));
    }

    /// Adds the periods that the user stated.
    fn state_periods(&mut self, options: &Options) {
        let mut summary = Summary { market: self.market.take(), ..Summary::default() };
        summary.state_periods(&options.options);
        self.market = summary.market;
    }

    fn add_days(&mut self, kind: FileKind, days: Option<(NaiveDate, NaiveDate)>) {
        let is_dated = matches!(kind, FileKind::GscDates | FileKind::GscBulkSite | FileKind::GscBulkUrl);
        if is_dated && days.is_some() {
            self.market.get_or_insert_default().add_days(days);
        }
    }

    fn warn(&mut self) {
        self.reject_reasons.sort_by_key(|group| std::cmp::Reverse(group.rows));
        let market = self.market.clone().unwrap_or_default();
        if market.is_comparison && (market.from.is_none() || market.previous_from.is_none()) {
            self.warnings.push(
                "The export compares two periods but does not have the days of both. Enter them before you import."
                    .to_owned(),
            );
        }
        for (name, filter) in [("page", market.page), ("query", market.query)] {
            if let Some(filter) = filter {
                self.warnings.push(format!(
                    "The export is filtered by {name} ({filter}): its data cover only a part of the site."
                ));
            }
        }
        for kind in
            [FileKind::GscDates, FileKind::GscQueries, FileKind::GscPages, FileKind::GscCountries, FileKind::GscDevices]
        {
            let names: Vec<&str> =
                self.files.iter().filter(|file| file.kind == kind).map(|file| file.name.as_str()).collect();
            if names.len() > 1 {
                self.warnings.push(format!(
                    "Several tables are {}: {}. All are imported.",
                    kind.label(),
                    names.join(", ")
                ));
            }
        }
    }
}

fn unknown(name: &str, warning: String) -> FilePreview {
    FilePreview {
        name: name.to_owned(),
        kind: FileKind::Unknown,
        encoding: None,
        delimiter: None,
        locale: None,
        rows: None,
        accepted: None,
        rejected: None,
        recognised: Vec::new(),
        ignored: Vec::new(),
        sample: Vec::new(),
        warnings: vec![warning],
        mapping: None,
    }
}

/// Converts an inspection to a preview.
fn described(inspection: &Inspection) -> FilePreview {
    let mut file = unknown(&inspection.name, String::new());
    file.warnings.clone_from(&inspection.warnings);
    file.sample.clone_from(&inspection.shown_rows);
    file.kind = kind(inspection);
    match &inspection.form {
        Form::Delimited { detected, delimiter } => {
            file.encoding = Some(detected.encoding.label().to_owned());
            file.delimiter = Some(char::from(*delimiter).to_string());
        }
        Form::Json { detected, .. } | Form::Log { detected } => {
            file.encoding = Some(detected.encoding.label().to_owned());
        }
        Form::Sheet => {}
    }
    match &inspection.verdict {
        Verdict::Known { layout, .. } => {
            file.locale = layout.language.map(str::to_owned);
            describe_columns(&mut file, layout);
        }
        Verdict::Unknown { reason, .. } => file.warnings.push(format!("Not imported: {reason}.")),
    }
    file
}

fn describe_columns(file: &mut FilePreview, layout: &Layout) {
    let has_clicks = layout.column(Field::Clicks).is_some();
    for column in &layout.columns {
        let header = column.header.trim().to_owned();
        match &column.role {
            // CTR is read only if clicks are missing.
            Role::Read(Field::Ctr, _) if has_clicks => {
                let reason = "follows from clicks and impressions".to_owned();
                file.ignored.push(IgnoredColumn { header, reason });
            }
            Role::Read(field, period) => {
                let suffix = if *period == Period::Previous { " (previous)" } else { "" };
                file.recognised.push(RecognisedColumn { header, field: format!("{}{suffix}", field.name()) });
            }
            Role::Ignored(reason) => file.ignored.push(IgnoredColumn { header, reason: reason.clone() }),
        }
    }
}

/// What the number of rows in a table of a kind means.
fn row_warning(kind: FileKind, rows: u64) -> Option<String> {
    match (rows, kind) {
        (0, FileKind::GscAppearance | FileKind::GscFilters) => None,
        (0, FileKind::AccessLog) => {
            Some("The log has no request of a known crawler. It must name user agents.".to_owned())
        }
        (0, _) => Some("There are no rows below the header.".to_owned()),
        (SEARCH_CONSOLE_ROWS, FileKind::GscQueries | FileKind::GscPages) => {
            Some("Search Console exports at most 1,000 rows per table: the rest is missing.".to_owned())
        }
        _ => None,
    }
}

/// Reads the rows of a table as an import would, if it is small enough; None where it is not.
fn check<R: Read + Seek>(
    container: &mut Container<R>, inspection: &Inspection, of: (&Layout, Style), latest_day: Option<NaiveDate>,
) -> Result<Option<Summary>, ImportError> {
    let most = if matches!(inspection.form, Form::Sheet) { limits::COUNTED_SHEET_BYTES } else { limits::COUNTED_BYTES };
    check_within(container, inspection, of, latest_day, most)
}

/// Reads the rows of a table of so many bytes at most; None where it has more. A size that an archive declares may be too
/// small, and a gzip file declares none, so the bytes are counted as they are read. A sheet was measured when it was opened.
fn check_within<R: Read + Seek>(
    container: &mut Container<R>, inspection: &Inspection, of: (&Layout, Style), latest_day: Option<NaiveDate>,
    most: u64,
) -> Result<Option<Summary>, ImportError> {
    if inspection.bytes > most {
        return Ok(None);
    }
    let meter = container.meter();
    meter.limit(most);
    let rows = open(container, inspection);
    let checked = rows.and_then(|mut rows| read::check(rows.as_mut(), inspection, of, latest_day));
    if meter.end_limit() {
        return meter.check().map(|()| None);
    }
    checked.map(Some)
}

/// Returns the most frequent site of the listed pages; search reports before keyword tools.
fn suggested_url(inspections: &[Inspection]) -> Option<String> {
    let of_search = |inspection: &&Inspection| kind(inspection) <= FileKind::GscBulkUrl;
    let own: Vec<&Inspection> = inspections.iter().filter(of_search).collect();
    let best = |list: &[&Inspection]| {
        let mut sites: Vec<(String, u64)> = Vec::new();
        for (site, count) in list.iter().flat_map(|inspection| &inspection.sites) {
            match sites.iter_mut().find(|(known, _)| known == site) {
                Some((_, total)) => *total += count,
                None => sites.push((site.clone(), *count)),
            }
        }
        sites.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        sites.into_iter().next().map(|(site, _)| site)
    };
    best(&own).or_else(|| best(&inspections.iter().collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    const REQUEST: &str = "203.0.113.7 - - [20/Nov/2026:10:00:00 +0000] \"GET /a/b HTTP/1.1\" 200 5 \"-\" \"GPTBot\"\n";

    /// Returns the rows of an upload with one table if they have `most` bytes at most, and the bytes that were read for it.
    fn rows_within(bytes: &[u8], most: u64) -> (Option<u64>, u64) {
        let watch = Watch::default();
        let mut container = Container::open(Cursor::new(bytes), "access.log", &watch).unwrap();
        let survey = survey(&mut container, "access.log", &Options::default()).unwrap();
        let inspection = &survey.inspections[0];
        let Verdict::Known { layout, style } = &inspection.verdict else { panic!("a log") };
        let before = container.meter().get();
        let checked = check_within(&mut container, inspection, (layout, *style), None, most).unwrap();
        (checked.map(|summary| summary.rows), container.meter().get() - before)
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn bytes_of_the_source_count_and_not_what_is_kept_of_them() {
        let blank = format!("{}{}", REQUEST.repeat(100), "\n".repeat(1 << 20));
        let visitors = format!("{}{}", REQUEST, REQUEST.replace("GPTBot", &"x".repeat(4_000)).repeat(260));
        for (text, rows) in [(blank, 100), (visitors, 1)] {
            let two = [packed(text.as_bytes()), packed(REQUEST.as_bytes())].concat();
            for (bytes, rows) in [(text.as_bytes().to_vec(), rows), (packed(text.as_bytes()), rows), (two, rows + 1)] {
                let (found, read) = rows_within(&bytes, 300_000);
                assert_eq!(found, None, "{rows} rows in more bytes");
                assert!(read <= 300_000 + (1 << 16), "{read} bytes");
                assert_eq!(rows_within(&bytes, 2 << 20).0, Some(rows), "within the limit");
            }
        }
    }
}
