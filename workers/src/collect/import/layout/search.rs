//! Headers of Search Console: its tables in any language, comparisons of two periods, and the bulk export.

use super::super::dates::{self, Order};
use super::super::record::{FileKind, Period};
use super::super::words::{self, DIFFERENCE, PREVIOUS, Word};
use super::{Column, Field, Layout, Periods, Recognition, Role, UNKNOWN_COLUMN, ignored, without_repeats};

/// Recognises the headers of Search Console.
pub(super) fn recognise(headers: &[String], folded: &[String]) -> Recognition {
    if let Some(layout) = bulk(headers, folded) {
        return Recognition::Known(Box::new(layout));
    }
    let found: Vec<Found> = folded.iter().map(|header| find(header)).collect();
    let has_key = found.iter().any(|column| matches!(column, Found::Plain(word, _) if is_key(*word)));
    let roles = if has_key { compared(&found) } else { plain(&found) };
    let masks = found.iter().filter_map(Found::mask);
    let language = words::language_of(masks);
    let mut columns: Vec<Column> =
        headers.iter().zip(roles).map(|(header, role)| Column { header: header.clone(), role }).collect();
    without_repeats(&mut columns);
    let mut layout = Layout {
        kind: FileKind::Unknown,
        language: language.map(|language| language.code),
        usual_decimal: language.map(|language| language.decimal),
        columns,
        currency: None,
        periods: Periods::default(),
    };
    let Some(kind) = kind_of(&layout) else { return Recognition::Unknown };
    layout.kind = kind;
    layout.periods = periods(&layout, folded);
    let missing = missing(&layout);
    if missing.is_empty() { Recognition::Known(Box::new(layout)) } else { partial(&layout, missing) }
}

/// A key alone may be anything; together with a figure it is an export with missing columns.
fn partial(layout: &Layout, missing: Vec<&'static str>) -> Recognition {
    if layout.read_columns() >= 2 { Recognition::Partial { kind: layout.kind, missing } } else { Recognition::Unknown }
}

/// Returns the table by its keys.
pub(super) fn kind_of(layout: &Layout) -> Option<FileKind> {
    let has = |field| layout.column(field).is_some();
    Some(match () {
        () if has(Field::FilterName) && has(Field::FilterValue) => FileKind::GscFilters,
        () if has(Field::Query) && has(Field::Page) => FileKind::GscQueryPages,
        () if has(Field::Query) => FileKind::GscQueries,
        () if has(Field::Page) => FileKind::GscPages,
        () if has(Field::Appearance) => FileKind::GscAppearance,
        () if has(Field::Date) => FileKind::GscDates,
        () if has(Field::Country) => FileKind::GscCountries,
        () if has(Field::Device) => FileKind::GscDevices,
        () => return None,
    })
}

/// Finds the periods of a comparison of two custom ranges, which its headers contain.
fn periods(layout: &Layout, folded: &[String]) -> Periods {
    if !layout.is_comparison() {
        return Periods::default();
    }
    let order = if layout.language == Some("en") { Order::MonthFirst } else { Order::DayFirst };
    let of = |wanted: Period| {
        let mut columns = layout.columns.iter().zip(folded);
        columns.find_map(|(column, header)| match column.role {
            Role::Read(_, period) if period == wanted => words::figures()
                .iter()
                .find_map(|(form, ..)| around(header, form))
                .and_then(|rest| dates::period(rest.trim_matches(['(', ')', ' ', ':']), order)),
            _ => None,
        })
    };
    Periods { current: of(Period::Current), previous: of(Period::Previous) }
}

/// Requires impressions, and clicks or CTR.
fn missing(layout: &Layout) -> Vec<&'static str> {
    let lacks = |field| layout.column(field).is_none();
    let mut missing = Vec::new();
    if layout.kind != FileKind::GscFilters {
        if lacks(Field::Clicks) && lacks(Field::Ctr) {
            missing.push("Clicks");
        }
        if lacks(Field::Impressions) {
            missing.push("Impressions");
        }
    }
    missing
}

/// Recognised meaning of a header.
enum Found {
    Plain(Word, u32),
    /// A figure of a period in the header; whether it is marked as the previous one.
    Of {
        word: Word,
        mask: u32,
        is_previous: bool,
    },
    Difference,
    Nothing,
}

impl Found {
    fn mask(&self) -> Option<u32> {
        match self {
            Self::Plain(_, mask) | Self::Of { mask, .. } => Some(*mask),
            Self::Difference | Self::Nothing => None,
        }
    }

    fn figure(&self) -> Option<Word> {
        match self {
            Self::Plain(word, _) if !is_key(*word) => Some(*word),
            Self::Of { word, .. } => Some(*word),
            _ => None,
        }
    }

    fn is_previous(&self) -> bool {
        matches!(self, Self::Of { is_previous: true, .. })
    }
}

fn is_key(word: Word) -> bool {
    !matches!(word, Word::Clicks | Word::Impressions | Word::Ctr | Word::Position | Word::Filter | Word::Value)
}

fn find(header: &str) -> Found {
    if let Some((word, mask)) = words::lookup(header) {
        return Found::Plain(word, mask);
    }
    let Some((word, mask, rest)) =
        words::figures().iter().find_map(|(form, word, mask)| around(header, form).map(|rest| (*word, *mask, rest)))
    else {
        return Found::Nothing;
    };
    if DIFFERENCE.iter().any(|part| rest.contains(part)) {
        return Found::Difference;
    }
    let is_previous = PREVIOUS.iter().any(|part| rest.contains(part));
    let names_period = is_previous || rest.chars().any(|letter| letter.is_ascii_digit());
    if names_period { Found::Of { word, mask, is_previous } } else { Found::Nothing }
}

/// Returns the text before or after a word in a header; `None` if it is not at either end, or only part of a longer
/// word.
fn around<'a>(header: &'a str, word: &str) -> Option<&'a str> {
    let before = header.strip_suffix(word).filter(|rest| rest.chars().next_back().is_some_and(ends_word));
    let after = header.strip_prefix(word).filter(|rest| rest.chars().next().is_some_and(ends_word));
    before.or(after).map(str::trim).filter(|rest| !rest.is_empty())
}

/// In scripts without spaces, words can end anywhere.
fn ends_word(letter: char) -> bool {
    !letter.is_alphanumeric() || letter >= '\u{2E80}'
}

fn field_of(word: Word) -> Field {
    match word {
        Word::Query => Field::Query,
        Word::Page => Field::Page,
        Word::Date => Field::Date,
        Word::Country => Field::Country,
        Word::Device => Field::Device,
        Word::Appearance => Field::Appearance,
        Word::SearchType => Field::SearchType,
        Word::Clicks => Field::Clicks,
        Word::Impressions => Field::Impressions,
        Word::Ctr => Field::Ctr,
        Word::Position => Field::Position,
        Word::Filter => Field::FilterName,
        Word::Value => Field::FilterValue,
    }
}

fn plain(found: &[Found]) -> Vec<Role> {
    let role = |column: &Found| match column {
        Found::Plain(word, _) => Role::Read(field_of(*word), Period::Current),
        _ => ignored(UNKNOWN_COLUMN),
    };
    found.iter().map(role).collect()
}

/// The first of two columns of a figure is the current period, unless the headers state otherwise.
fn compared(found: &[Found]) -> Vec<Role> {
    let mut seen: Vec<(Word, Period)> = Vec::new();
    found
        .iter()
        .map(|column| {
            let Some(word) = column.figure() else {
                return match column {
                    Found::Plain(word, _) => Role::Read(field_of(*word), Period::Current),
                    Found::Difference => ignored("the difference of two periods, which follows from both"),
                    _ => ignored(UNKNOWN_COLUMN),
                };
            };
            let is_second = seen.contains(&(word, Period::Current)) && matches!(column, Found::Of { .. });
            let period = if column.is_previous() || is_second { Period::Previous } else { Period::Current };
            if seen.contains(&(word, period)) {
                return ignored("repeats an earlier column");
            }
            seen.push((word, period));
            Role::Read(field_of(word), period)
        })
        .collect()
}

/// Recognises the tables of the bulk export by the names of their schema.
fn bulk(headers: &[String], folded: &[String]) -> Option<Layout> {
    let has = |name: &str| folded.iter().any(|header| header == name);
    if !(has("data_date") && has("impressions") && has("clicks")) {
        return None;
    }
    let kind = if has("url") || has("sum_position") {
        FileKind::GscBulkUrl
    } else if has("sum_top_position") || has("query") {
        FileKind::GscBulkSite
    } else {
        return None;
    };
    let roles = folded.iter().map(|header| bulk_role(header));
    let mut columns: Vec<Column> =
        headers.iter().zip(roles).map(|(header, role)| Column { header: header.clone(), role }).collect();
    without_repeats(&mut columns);
    let usual_decimal = Some(super::super::number::Decimal::Point);
    Some(Layout { kind, language: None, usual_decimal, columns, currency: None, periods: Periods::default() })
}

fn bulk_role(header: &str) -> Role {
    let field = match header {
        "data_date" => Field::Date,
        "site_url" => Field::SiteUrl,
        "url" => Field::Page,
        "query" => Field::Query,
        "is_anonymized_query" => Field::IsAnonymised,
        "country" => Field::Country,
        "search_type" => Field::SearchType,
        "device" => Field::Device,
        "impressions" => Field::Impressions,
        "clicks" => Field::Clicks,
        "sum_top_position" | "sum_position" => Field::SumPosition,
        _ if header.starts_with("is_") => return ignored("a flag of one search appearance, not read yet"),
        _ => return ignored(UNKNOWN_COLUMN),
    };
    Role::Read(field, Period::Current)
}

#[cfg(test)]
mod tests {
    use super::super::super::words::folded;
    use super::*;

    fn known(header: &str) -> Option<Layout> {
        let headers: Vec<String> = header.split(',').map(str::to_owned).collect();
        let names: Vec<String> = headers.iter().map(|name| folded(name)).collect();
        match recognise(&headers, &names) {
            Recognition::Known(layout) => Some(*layout),
            _ => None,
        }
    }

    #[test]
    fn tells_the_periods_of_a_comparison_in_several_languages() {
        for header in [
            "Top queries,Last 3 months Clicks,Previous 3 months Clicks,Last 3 months Impressions,Previous 3 months Impressions",
            "Requêtes les plus fréquentes,3 derniers mois Clics,3 mois précédents Clics,3 derniers mois Impressions,3 mois précédents Impressions",
            "Häufigste Suchanfragen,Klicks (letzte 3 Monate),Klicks (vorherige 3 Monate),Impressionen (letzte 3 Monate),Impressionen (vorherige 3 Monate)",
            "上位のクエリ,過去 3 か月間 クリック数,前の 3 か月間 クリック数,過去 3 か月間 表示回数,前の 3 か月間 表示回数",
            "Top queries,2026-01-01 - 2026-01-28 Clicks,2025-12-04 - 2025-12-31 Clicks,2026-01-01 - 2026-01-28 Impressions,2025-12-04 - 2025-12-31 Impressions",
        ] {
            let layout = known(header);
            let column = |field, period| layout.as_ref().and_then(|layout| layout.column_of(field, period));
            assert_eq!(column(Field::Clicks, Period::Current), Some(1), "{header}");
            assert_eq!(column(Field::Clicks, Period::Previous), Some(2), "{header}");
            assert_eq!(column(Field::Impressions, Period::Current), Some(3), "{header}");
            assert_eq!(column(Field::Impressions, Period::Previous), Some(4), "{header}");
        }
    }

    #[test]
    fn a_difference_is_not_a_period() {
        let layout = known("Top pages,Clicks,Same period last year Clicks,Clicks Difference,Impressions");
        let previous = layout.as_ref().and_then(|layout| layout.column_of(Field::Clicks, Period::Previous));
        assert_eq!(previous, Some(2));
        assert!(layout.is_some_and(|layout| matches!(layout.columns[3].role, Role::Ignored(_))));
    }

    #[test]
    fn a_draw_of_languages_is_settled_by_the_rest_of_the_header() {
        assert_eq!(known("Page,Clics,Impressions,CTR,Position").and_then(|layout| layout.language), Some("fr"));
        assert_eq!(known("Page,Clicks,Impressions,CTR,Position").and_then(|layout| layout.language), Some("en"));
    }
}
