//! Guesses what the columns of an unknown table are: by the words of their headers and the types of their values.

use super::super::dates::{self, Order};
use super::super::number::{self, Decimal};
use super::super::words::folded;
use super::mapped::{MappedField, TARGETS, Target};
use super::{Field, bare};

/// Maximum number of columns that are guessed.
const MOST_COLUMNS: usize = 256;
/// Similarity below which a header is no guess.
const LEAST: f64 = 0.5;

/// Type of the values of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Empty,
    Address,
    Day,
    Number,
    Text,
}

/// Returns the target that fits a table best, and the field of each column; `None` if no target has its required fields.
pub(in super::super) fn guess(headers: &[String], rows: &[Vec<String>]) -> Option<(&'static str, Vec<Option<String>>)> {
    if headers.len() > MOST_COLUMNS {
        return None;
    }
    let names: Vec<String> = headers.iter().map(|header| folded(header)).collect();
    let types: Vec<Type> = (0..headers.len()).map(|column| type_of(column, rows)).collect();
    let fits = TARGETS.iter().filter_map(|target| fit(target, &names, &types));
    let (_, target, columns) = fits.max_by(|one, other| one.0.total_cmp(&other.0))?;
    Some((target.name, columns))
}

/// Score of a target, the target, and the field of each column.
type Fit = (f64, &'static Target, Vec<Option<String>>);

/// Assigns the most similar pairs of column and field first.
fn fit(target: &'static Target, names: &[String], types: &[Type]) -> Option<Fit> {
    let mut pairs: Vec<(f64, usize, &'static MappedField)> = Vec::new();
    for (column, name) in names.iter().enumerate() {
        for field in target.fields {
            let score = similarity(name, field);
            if score >= LEAST && is_possible(field.field, types[column]) {
                pairs.push((score, column, field));
            }
        }
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut columns: Vec<Option<String>> = vec![None; names.len()];
    let mut total = 0.0;
    for (score, column, field) in pairs {
        let name = Some(field.name().to_owned());
        if columns[column].is_none() && !columns.contains(&name) {
            columns[column] = name;
            total += score;
        }
    }
    let has = |field: &&MappedField| columns.iter().flatten().any(|name| name == field.name());
    let missing = target.fields.iter().filter(|field| field.required && !has(field)).count();
    #[expect(clippy::cast_precision_loss, reason = "a few fields")]
    let score = total - missing as f64;
    (score > 0.0 && missing <= 1).then_some((score, target, columns))
}

/// Similarity of a header and a field, 0 to 1.
fn similarity(header: &str, field: &MappedField) -> f64 {
    let bare_header = bare(header);
    let words = |text: &str| -> Vec<String> {
        let split = text.split(|letter: char| !letter.is_alphanumeric());
        split.filter(|word| word.len() > 1).map(str::to_lowercase).collect()
    };
    let header_words = words(header);
    let of = |name: &str| {
        if bare(&name.to_lowercase()) == bare_header {
            return 1.0;
        }
        let name_words = words(name);
        let common = name_words.iter().filter(|word| header_words.contains(word)).count();
        let all = name_words.len() + header_words.len() - common;
        #[expect(clippy::cast_precision_loss, reason = "a few words")]
        let share = if all == 0 { 0.0 } else { common as f64 / all as f64 };
        share
    };
    let label = field.label.split(" (").next().unwrap_or(field.label);
    let names = [field.name(), label].into_iter().chain(others(field.field).iter().copied());
    names.map(of).fold(0.0, f64::max)
}

/// Further words for a field in the headers of other tools.
const fn others(field: Field) -> &'static [&'static str] {
    match field {
        Field::Query | Field::Keyword => &["keyword", "query", "search term", "phrase", "term"],
        Field::Page => &["page", "url", "landing page", "address"],
        Field::Url => &["url", "page", "address", "link"],
        Field::Date | Field::ObservedAt => &["date", "day", "created", "created at", "time", "timestamp"],
        Field::Position => &["position", "rank", "pos", "ranking"],
        Field::Volume => &["volume", "searches", "search volume", "monthly searches"],
        Field::Difficulty => &["difficulty", "kd", "competition"],
        Field::Amount => &["amount", "value", "price", "revenue", "total", "sum", "payout"],
        Field::Stage => &["status", "stage", "state", "outcome"],
        Field::ExternalId => &["id", "number", "reference", "lead id", "invoice"],
        Field::Source => &["source", "channel", "origin", "campaign", "referrer"],
        Field::SourceUrl => &["source", "from", "referring page", "linking page", "from url", "link from"],
        Field::TargetUrl => &["target", "to", "linked page", "to url", "link to"],
        Field::Authority => &["authority", "domain authority", "da", "dr", "rating", "score"],
        Field::Place => &["place", "city", "location", "region"],
        Field::Vertical => &["vertical", "trade", "industry", "niche"],
        Field::Purpose => &["kind", "type", "category"],
        Field::KeyEvents => &["key events", "conversions", "goals"],
        Field::Impressions => &["impressions", "views"],
        _ => &[],
    }
}

fn is_possible(field: Field, found: Type) -> bool {
    match field {
        _ if found == Type::Empty => true,
        Field::SourceUrl | Field::TargetUrl | Field::Url | Field::Page | Field::Canonical => found == Type::Address,
        Field::Date
        | Field::ObservedAt
        | Field::FirstSeen
        | Field::LastSeen
        | Field::LostOn
        | Field::ValidFrom
        | Field::ValidTo => found == Type::Day,
        field if field.class().is_some() => found == Type::Number,
        Field::ExternalId => found != Type::Address && found != Type::Day,
        Field::Keyword | Field::Query | Field::Anchor | Field::Vertical => matches!(found, Type::Text | Type::Number),
        _ => found != Type::Day,
    }
}

/// Type of most values of a column.
fn type_of(column: usize, rows: &[Vec<String>]) -> Type {
    let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.trim());
    let mut counts = [(Type::Address, 0), (Type::Day, 0), (Type::Number, 0), (Type::Text, 0)];
    for cell in cells.filter(|cell| !cell.is_empty()) {
        let found = type_of_cell(cell);
        for (kind, count) in &mut counts {
            *count += usize::from(*kind == found);
        }
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.filter(|(_, count)| *count > 0).map_or(Type::Empty, |(kind, _)| kind)
}

fn type_of_cell(cell: &str) -> Type {
    let is_address = cell.contains("://") || cell.starts_with('/') || cell.starts_with("www.");
    if is_address {
        return Type::Address;
    }
    if cell.contains(['-', '/', '.', ' ']) && dates::day(cell.as_bytes(), None, Order::MonthFirst).is_some() {
        return Type::Day;
    }
    let is_number = |decimal| number::decimal_number(cell.as_bytes(), decimal).is_ok_and(|number| number.is_some());
    if is_number(Decimal::Point) || is_number(Decimal::Comma) { Type::Number } else { Type::Text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(header: &str, row: &str) -> Option<(&'static str, Vec<Option<String>>)> {
        let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
        guess(&cells(header), &[cells(row)])
    }

    fn names(columns: &[Option<String>]) -> Vec<&str> {
        columns.iter().map(|name| name.as_deref().unwrap_or("-")).collect()
    }

    #[test]
    fn headers_and_values_decide_the_target() {
        let (target, columns) = guessed(
            "Lead No,Created,Form URL,Phrase,Outcome,Deal value",
            "7,2026-08-01,https://a.example/x,drain,won,90.5",
        )
        .expect("a guess");
        assert_eq!(target, "leads");
        assert_eq!(names(&columns)[1..], ["date", "page", "keyword", "stage", "amount"]);
        let (target, _) = guessed("Term,Ranking,Day", "drain,4,2026-08-01").expect("a guess");
        assert_eq!(target, "ranks");
    }

    #[test]
    fn values_of_another_type_exclude_a_field() {
        let (_, columns) = guessed("Keyword,Volume,KD", "drain,many,12").expect("a guess");
        assert_eq!(names(&columns), ["keyword", "-", "difficulty"]);
    }

    #[test]
    fn columns_of_nothing_known_have_no_guess() {
        assert_eq!(guessed("alpha,beta", "1,2"), None);
    }
}
