//! Inspection of a table: its format, header, and the notation of numbers and dates.

use std::io::{Cursor, Read, Seek};

use super::access_log::{self, LogRows};
use super::container::{Container, refuse_known_bytes};
use super::dates::{self, Order, OrderEvidence};
use super::error::ImportError;
use super::json::{self, JsonRows};
use super::layout::{self, Field, Layout, Recognition};
use super::limits;
use super::mapping::{self, Options};
use super::name::shortened;
use super::number::{self, Decimal, Evidence};
use super::read_error::read_error;
use super::record::FileKind;
use super::rows::{DelimitedRows, Row, Rows};
use super::table::Table;
use super::text::{self, Detected, Encoding};

/// Storage format of a table's rows.
#[derive(Debug, Clone)]
pub(super) enum Form {
    Delimited { detected: Detected, delimiter: u8 },
    Json { detected: Detected, columns: Vec<String> },
    Log { detected: Detected },
    Sheet,
}

/// Notation of numbers and dates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) decimal: Decimal,
    pub(super) order: Order,
    /// True if every volume is one of the rounded figures that represent a range.
    pub(super) is_bucketed: bool,
}

/// Result of recognising a table.
#[derive(Debug, Clone)]
pub(super) enum Verdict {
    Known {
        layout: Box<Layout>,
        style: Style,
    },
    /// Unknown, with the reason.
    Unknown {
        kind: FileKind,
        missing: Vec<&'static str>,
        reason: String,
    },
}

/// An inspected table.
#[derive(Debug, Clone)]
pub(super) struct Inspection {
    pub(super) table: usize,
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) form: Form,
    /// Number of rows up to and including the header.
    pub(super) skipped_rows: usize,
    pub(super) headers: Vec<String>,
    pub(super) verdict: Verdict,
    pub(super) shown_rows: Vec<Vec<String>>,
    pub(super) warnings: Vec<String>,
    pub(super) hints: Hints,
    /// Hosts in the first rows, with their frequency.
    pub(super) sites: Vec<(String, u64)>,
}

/// Information from the file name and the lines before the header.
#[derive(Debug, Clone, Default)]
pub(super) struct Hints {
    pub(super) country: Option<String>,
    pub(super) observed_at: Option<chrono::NaiveDate>,
    /// Period of the whole table.
    pub(super) period: Option<(chrono::NaiveDate, chrono::NaiveDate)>,
}

/// Inspects a table. Errors of the table itself (not of the container) do not affect the other tables.
pub(super) fn inspect<R: Read + Seek>(
    container: &mut Container<R>, index: usize, table: &Table, file_name: &str, options: &Options,
) -> Result<Inspection, ImportError> {
    let look = match container.head(index)? {
        Some(head) => look_at_text(&table.name, &head)?,
        None => look_at_sheet(container, index)?,
    };
    let recognition = match mapping::assigned(options, &look.headers) {
        Some(assigned) => layout::recognise_assigned(&look.headers, assigned),
        None => look.recognition,
    };
    let mut inspection = Inspection {
        table: index,
        name: table.name.clone(),
        bytes: table.bytes,
        hints: hints(&[&table.name, file_name], &look.preamble),
        form: look.form,
        skipped_rows: look.skipped_rows,
        headers: look.headers,
        verdict: verdict(recognition),
        shown_rows: Vec::new(),
        warnings: Vec::new(),
        sites: Vec::new(),
    };
    if inspection.hints.period.is_none() {
        inspection.hints.period = options.options.period.map(|days| (days.from, days.to));
    }
    inspection.ask_for_day();
    let mut rows: Box<dyn Rows + '_> = match look.head {
        Some(head) => rows_of(&inspection.form, &table.name, Box::new(Cursor::new(head)))?,
        None => container.sheet(index)?.unwrap_or_else(|| Box::new(Nothing)),
    };
    sample(&mut inspection, rows.as_mut(), look.is_cut)?;
    Ok(inspection)
}

impl Inspection {
    /// Ranks and SERPs need a day, from a column or from the file name.
    fn ask_for_day(&mut self) {
        let Verdict::Known { layout, .. } = &self.verdict else { return };
        let column = match layout.kind {
            FileKind::SerpResults => Field::ObservedAt,
            FileKind::RankHistory => Field::Date,
            _ => return,
        };
        if layout.column(column).is_none() && self.hints.observed_at.is_none() {
            let missing = if column == Field::Date { "date" } else { "observed_at" };
            let missing = vec![missing, "a day in the file's name in its place"];
            self.verdict = verdict(Recognition::Partial { kind: layout.kind, missing });
        }
    }
}

/// Opens the rows of an inspected table, from its first line.
pub(super) fn open<'a, R: Read + Seek>(
    container: &'a mut Container<R>, inspection: &Inspection,
) -> Result<Box<dyn Rows + 'a>, ImportError> {
    if matches!(inspection.form, Form::Sheet) {
        return Ok(container.sheet(inspection.table)?.unwrap_or_else(|| Box::new(Nothing)));
    }
    match container.bytes(inspection.table)? {
        Some(source) => rows_of(&inspection.form, &inspection.name, source),
        None => Ok(Box::new(Nothing)),
    }
}

struct Nothing;

impl Rows for Nothing {
    fn next(&mut self) -> Result<Option<Row<'_>>, ImportError> {
        Ok(None)
    }
}

fn rows_of<'a>(form: &Form, name: &str, source: Box<dyn Read + 'a>) -> Result<Box<dyn Rows + 'a>, ImportError> {
    let utf8 = |detected| text::as_utf8(source, detected).map_err(|error| read_error(name, error));
    Ok(match form {
        Form::Delimited { detected, delimiter } => Box::new(DelimitedRows::new(name, utf8(*detected)?, *delimiter)),
        Form::Json { detected, columns } => Box::new(JsonRows::new(name, utf8(*detected)?, columns.clone())),
        Form::Log { detected } => Box::new(LogRows::new(name, utf8(*detected)?)),
        Form::Sheet => Box::new(Nothing),
    })
}

/// Result of reading the first lines.
struct Look {
    form: Form,
    recognition: Recognition,
    headers: Vec<String>,
    skipped_rows: usize,
    preamble: Vec<String>,
    head: Option<Vec<u8>>,
    /// True if the table continues after the head, so that its last row may be incomplete.
    is_cut: bool,
}

fn look_at_text(name: &str, head: &[u8]) -> Result<Look, ImportError> {
    if head.iter().all(u8::is_ascii_whitespace) {
        return Err(ImportError::Empty { file: name.to_owned() });
    }
    refuse_known_bytes(head, name)?;
    let is_cut = head.len() >= limits::HEAD_BYTES;
    let Some(detected) = text::detect(head, !is_cut) else {
        return Err(ImportError::NotText { file: name.to_owned() });
    };
    let is_log = access_log::is_access_log(&head[detected.mark_bytes..], is_cut);
    let mut look = if is_log && matches!(detected.encoding, Encoding::Utf8 | Encoding::Windows1252) {
        look_at_log(detected)
    } else if is_json(&head[detected.mark_bytes..]) {
        look_at_json(name, head, detected, !is_cut)?
    } else {
        look_at_delimited(name, head, detected, is_cut)?
    };
    look.head = Some(head.to_vec());
    look.is_cut = is_cut;
    Ok(look)
}

/// A log has no header: its rows are what is kept of its lines.
fn look_at_log(detected: Detected) -> Look {
    let recognition = Recognition::Known(Box::new(access_log::layout()));
    let (form, headers) = (Form::Log { detected }, access_log::HEADERS.map(str::to_owned).to_vec());
    let (skipped_rows, preamble, head, is_cut) = (0, Vec::new(), None, false);
    Look { form, recognition, headers, skipped_rows, preamble, head, is_cut }
}

/// Returns true if a text begins with an object or a list of objects.
fn is_json(text: &[u8]) -> bool {
    let mut letters = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    match letters.next() {
        Some(b'{') => true,
        Some(b'[') => letters.next() == Some(&b'{'),
        _ => false,
    }
}

fn look_at_json(name: &str, head: &[u8], detected: Detected, is_whole: bool) -> Result<Look, ImportError> {
    let columns = json::columns(name, &head[detected.mark_bytes..], is_whole)?;
    Ok(Look {
        recognition: layout::recognise(&columns),
        headers: columns.clone(),
        form: Form::Json { detected, columns },
        skipped_rows: 0,
        preamble: Vec::new(),
        head: None,
        is_cut: !is_whole,
    })
}

/// Tries every delimiter; the header with the most recognised columns wins.
fn look_at_delimited(name: &str, head: &[u8], detected: Detected, is_cut: bool) -> Result<Look, ImportError> {
    let mut best: Option<(usize, Look)> = None;
    let mut failure = None;
    // If nothing is recognised, the delimiter that splits the first line most is shown in the error.
    let rank = |score: usize, look: &Look| (score, if score == 0 { look.headers.len() } else { 0 });
    for delimiter in [b'\t', b';', b','] {
        let form = Form::Delimited { detected, delimiter };
        let mut rows = rows_of(&form, name, Box::new(Cursor::new(head)))?;
        let (score, look) = match find_header(rows.as_mut(), form.clone()) {
            Ok(found) => found,
            Err(error) => {
                failure = Some(error);
                continue;
            }
        };
        if best.as_ref().is_none_or(|(most, other)| rank(score, &look) > rank(*most, other)) {
            best = Some((score, look));
        }
    }
    match (best, failure) {
        (Some((score, look)), None) if score > 0 || !is_cut || look.headers.len() > 1 => Ok(look),
        (Some((score, look)), Some(_)) if score > 1 => Ok(look),
        (_, Some(error)) => Err(error),
        (Some((_, look)), None) if memchr::memchr(b'\n', head).is_some() => Ok(look),
        _ => Err(ImportError::RecordTooLong { file: name.to_owned(), line: 1, limit: limits::RECORD_BYTES }),
    }
}

fn look_at_sheet<R: Read + Seek>(container: &mut Container<R>, index: usize) -> Result<Look, ImportError> {
    let mut rows = container.sheet(index)?.unwrap_or_else(|| Box::new(Nothing));
    find_header(rows.as_mut(), Form::Sheet).map(|(_, look)| look)
}

/// Returns the best header among the first rows, and its number of recognised columns.
fn find_header(rows: &mut dyn Rows, form: Form) -> Result<(usize, Look), ImportError> {
    let mut seen: Vec<String> = Vec::new();
    let mut best = Look {
        form,
        recognition: Recognition::Unknown,
        headers: Vec::new(),
        skipped_rows: 1,
        preamble: Vec::new(),
        head: None,
        is_cut: false,
    };
    let mut most = 0;
    let mut most_rows = limits::PREAMBLE_ROWS;
    for index in 0..limits::COMMENTED_ROWS {
        if index >= most_rows {
            break;
        }
        let Some(row) = rows.next()? else { break };
        let cells = row.to_strings();
        if index == 0 && cells.first().is_some_and(|cell| cell.starts_with('#')) {
            most_rows = limits::COMMENTED_ROWS;
        }
        let recognition = layout::recognise(&cells);
        let score = score(&recognition);
        if score > most || index == 0 || (score == most && most == 0 && is_header_after(&best.headers, &cells, index)) {
            most = score;
            best.recognition = recognition;
            best.headers.clone_from(&cells);
            best.skipped_rows = index + 1;
            best.preamble.clone_from(&seen);
        }
        if matches!(best.recognition, Recognition::Known(_)) {
            break;
        }
        seen.push(shortened(&cells.join(" ")));
    }
    Ok((most, best))
}

/// Returns true if a line looks more like the header of an unknown table than a title before it.
fn is_header_after(title: &[String], cells: &[String], index: usize) -> bool {
    let named = |cells: &[String]| cells.iter().filter(|cell| !cell.is_empty()).count();
    index < 10 && named(title) <= 2 && named(cells) > named(title) + 1
}

/// Prefers known headers to incomplete ones.
fn score(recognition: &Recognition) -> usize {
    match recognition {
        Recognition::Known(layout) => 10 + layout.read_columns(),
        Recognition::Partial { .. } => 3,
        Recognition::Unknown => 0,
    }
}

fn verdict(recognition: Recognition) -> Verdict {
    let unknown = |kind, missing, reason| Verdict::Unknown { kind, missing, reason };
    match recognition {
        Recognition::Known(layout) => {
            let style = Style { decimal: Decimal::Point, order: Order::MonthFirst, is_bucketed: false };
            Verdict::Known { layout, style }
        }
        Recognition::Partial { kind, missing } => {
            let reason = format!("looks like {} but lacks {}", kind.label(), missing.join(" and "));
            unknown(kind, missing, reason)
        }
        Recognition::Unknown => unknown(FileKind::Unknown, Vec::new(), "no known header in its first lines".to_owned()),
    }
}

/// Reads the first rows for number and date notation, sample rows and hosts.
fn sample(inspection: &mut Inspection, rows: &mut dyn Rows, is_cut: bool) -> Result<(), ImportError> {
    let fields: Vec<(usize, Field)> = match &inspection.verdict {
        Verdict::Known { layout, .. } => layout.fields().collect(),
        Verdict::Unknown { .. } => Vec::new(),
    };
    let mut seen = Seen::default();
    for index in 0..limits::SAMPLE_ROWS + inspection.skipped_rows {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => break,
            // The head may end within a record; reading the table itself detects real errors.
            Err(_) if is_cut => break,
            Err(error) => return Err(error),
        };
        if index < inspection.skipped_rows || row.is_blank() {
            continue;
        }
        if inspection.shown_rows.len() < limits::SHOWN_ROWS {
            let cells = row.to_strings().iter().take(64).map(|cell| shortened(cell)).collect();
            inspection.shown_rows.push(cells);
        }
        seen.add(&row, &fields);
    }
    seen.conclude(inspection);
    Ok(())
}

/// Results of the sampled rows.
#[derive(Default)]
struct Seen {
    numbers: Evidence,
    order: OrderEvidence,
    volumes: u32,
    odd_volumes: u32,
    months: u32,
    sites: Vec<(String, u64)>,
}

impl Seen {
    fn add(&mut self, row: &Row<'_>, fields: &[(usize, Field)]) {
        for (column, field) in fields {
            let cell = row.cell(*column);
            if let (Some(class), None) = (field.class(), row.native(*column)) {
                self.numbers.add(cell, class);
            }
            match field {
                Field::Date
                | Field::ObservedAt
                | Field::PreviousDate
                | Field::ValidFrom
                | Field::ValidTo
                | Field::FirstSeen
                | Field::LastSeen
                | Field::LostOn => self.order.add(cell),
                Field::Volume if !cell.is_empty() => {
                    self.volumes += 1;
                    self.odd_volumes += u32::from(!number::is_bucket(cell));
                }
                Field::Month(_) => self.months += u32::from(!cell.is_empty()),
                // Paths, as in Google Analytics, name no site.
                Field::Page | Field::SiteUrl | Field::TargetUrl if !cell.starts_with(b"/") => self.add_site(cell),
                _ => {}
            }
        }
    }

    fn add_site(&mut self, cell: &[u8]) {
        let Some(site) = std::str::from_utf8(cell).ok().and_then(site_of) else { return };
        if let Some((_, count)) = self.sites.iter_mut().find(|(known, _)| *known == site) {
            *count += 1;
        } else if self.sites.len() < 64 {
            self.sites.push((site, 1));
        }
    }

    fn conclude(self, inspection: &mut Inspection) {
        let delimiter = match inspection.form {
            Form::Delimited { delimiter, .. } => delimiter,
            Form::Json { .. } | Form::Log { .. } | Form::Sheet => b',',
        };
        let Verdict::Known { layout, style } = &mut inspection.verdict else { return };
        let (decimal, warning) = self.numbers.decide(layout.usual_decimal, delimiter);
        let (order, is_open) = self.order.decide(matches!(layout.language, None | Some("en")));
        let is_planner = layout.kind == FileKind::KeywordPlanner;
        let is_bucketed = is_planner && self.volumes > 0 && self.odd_volumes == 0 && self.months == 0;
        *style = Style { decimal, order, is_bucketed };
        inspection.warnings.extend(warning);
        if is_open {
            let first = if order == Order::DayFirst { "day" } else { "month" };
            inspection.warnings.push(format!("Dates such as 1/2/2026 are ambiguous; the {first} is read first."));
        }
        if is_bucketed {
            inspection.warnings.push("Volumes are ranges (10 to 100, 100 to 1,000 …): this advertising account spends too little for exact figures.".to_owned());
        }
        inspection.sites = self.sites;
    }
}

/// Returns the site of a page, or of a bulk export.
fn site_of(address: &str) -> Option<String> {
    if let Some(domain) = address.strip_prefix("sc-domain:") {
        return url::Url::parse(&format!("https://{domain}/")).ok().map(String::from);
    }
    let address = if address.contains("://") { address.to_owned() } else { format!("https://{address}") };
    let page = url::Url::parse(&address).ok()?;
    let host = page.host_str().filter(|host| host.contains('.'))?;
    let is_page = matches!(page.scheme(), "http" | "https") && page.username().is_empty();
    is_page.then(|| match page.port() {
        Some(port) => format!("{}://{host}:{port}/", page.scheme()),
        None => format!("{}://{host}/", page.scheme()),
    })
}

/// Parses market and day from names such as `google_us_plumber_matching-terms_2026-08-01_10-11-12.csv`.
fn hints(names: &[&str], preamble: &[String]) -> Hints {
    let preamble_day = preamble.iter().find_map(|line| dates::day_in_name(line));
    let observed_at = preamble_day.or_else(|| names.iter().find_map(|name| dates::day_in_name(name)));
    let period = period_in(preamble);
    Hints { country: names.iter().find_map(|name| country_in_name(name)), observed_at, period }
}

/// Finds the period of Google Analytics: `# Start date: 20260501` and `# End date: 20260531`.
fn period_in(preamble: &[String]) -> Option<(chrono::NaiveDate, chrono::NaiveDate)> {
    let day = |word: &str| {
        let is_it = |line: &&String| line.starts_with('#') && line.to_lowercase().contains(word);
        preamble.iter().rev().find(is_it).and_then(|line| dates::day_in_name(line))
    };
    day("start date").zip(day("end date")).filter(|(from, to)| from <= to)
}

fn country_in_name(name: &str) -> Option<String> {
    let last = name.rsplit('/').next().unwrap_or(name);
    let parts: Vec<&str> = last.split(['_', '-']).collect();
    let code = match parts.as_slice() {
        ["google", code, ..] => code,
        _ if last.contains("organic.Positions-") => last.split("organic.Positions-").nth(1)?.split('-').next()?,
        _ if last.contains("match_") => parts.iter().skip_while(|part| **part != "match").nth(1)?,
        _ => return None,
    };
    (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase())).then(|| (*code).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_market_from_the_names_tools_give() {
        assert_eq!(country_in_name("google_us_plumber_matching-terms_2026-08-01_10-11-12.csv").as_deref(), Some("us"));
        assert_eq!(country_in_name("sample.example-organic.Positions-gb-20260802-2026.csv").as_deref(), Some("gb"));
        assert_eq!(country_in_name("plumber_broad-match_us_2026-08-01.xlsx").as_deref(), Some("us"));
        assert_eq!(country_in_name("Queries.csv"), None);
    }

    #[test]
    fn names_the_site_of_a_page() {
        assert_eq!(site_of("https://www.sample.example/a?b").as_deref(), Some("https://www.sample.example/"));
        assert_eq!(site_of("sc-domain:sample.example").as_deref(), Some("https://sample.example/"));
        assert_eq!(site_of("mailto:a@b.example"), None);
        assert_eq!(site_of("not a page"), None);
    }
}
