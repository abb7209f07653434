//! Numbers in the formats of exports: grouped as in many countries, with percent signs, bounds and dashes.
//!
//! The decimal mark is determined once per file, from its columns and its language: a single `1.234` is ambiguous, a
//! column of clicks is not.

use std::str;

use shared::words::counted;

/// Kind of numbers in a column, which distinguishes decimal marks from grouping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Whole numbers.
    Count,
    /// Below a thousand: positions, percentages, scores.
    Small,
    /// Any number.
    Free,
}

/// The decimal mark of a file; the other mark groups thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decimal {
    Point,
    Comma,
}

impl Decimal {
    pub(super) fn byte(self) -> u8 {
        match self {
            Self::Point => b'.',
            Self::Comma => b',',
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }
}

/// A number, and whether it is a bound (`<10`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Number {
    pub(super) value: f64,
    pub(super) is_upper_bound: bool,
}

/// Error for a cell that is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotANumber;

/// Parses a non-negative integer; returns `None` for an empty cell or a dash.
#[inline]
pub(super) fn count(cell: &[u8], decimal: Decimal) -> Result<Option<u64>, NotANumber> {
    if !cell.is_empty() && cell.len() <= 18 && cell.iter().all(u8::is_ascii_digit) {
        return Ok(Some(cell.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'))));
    }
    slow_count(cell, decimal)
}

#[cold]
fn slow_count(cell: &[u8], decimal: Decimal) -> Result<Option<u64>, NotANumber> {
    parse(cell, decimal)?.map_or(Ok(None), |number| whole(number.value).map(Some))
}

/// Converts an integral float.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
pub(super) fn whole(value: f64) -> Result<u64, NotANumber> {
    if (0.0..=1e15).contains(&value) && value.fract().abs() < 1e-9 { Ok(value.round() as u64) } else { Err(NotANumber) }
}

/// Parses a number; returns `None` for an empty cell or a dash. A percent sign is ignored.
#[inline]
pub(super) fn decimal_number(cell: &[u8], decimal: Decimal) -> Result<Option<f64>, NotANumber> {
    match plain(cell, decimal.byte()) {
        Some(value) => Ok(Some(value)),
        None => Ok(parse(cell, decimal)?.map(|number| number.value)),
    }
}

const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Parses digits with at most one decimal mark and 15 digits, which is exact in a double.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "15 digits fit a double exactly")]
fn plain(cell: &[u8], mark: u8) -> Option<f64> {
    if cell.is_empty() || cell.len() > 16 {
        return None;
    }
    let (mut digits, mut decimals, mut is_fraction) = (0_u64, 0, false);
    for byte in cell {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + u64::from(byte - b'0');
                decimals += usize::from(is_fraction);
            }
            _ if *byte == mark && !is_fraction => is_fraction = true,
            _ => return None,
        }
    }
    let written = cell.len() - usize::from(is_fraction);
    (written > 0 && written <= 15).then(|| digits as f64 / POWERS[decimals])
}

/// Parses a number in any format; returns `None` for an empty cell or a dash.
pub(super) fn parse(cell: &[u8], decimal: Decimal) -> Result<Option<Number>, NotANumber> {
    let Some(stripped) = strip(cell)? else { return Ok(None) };
    let mut written = String::with_capacity(stripped.digits.len());
    let (whole_part, fraction) = split(&stripped.digits, decimal.byte())?;
    check_groups(whole_part, decimal.other().byte())?;
    written.extend(whole_part.chars().filter(char::is_ascii_digit));
    if let Some(fraction) = fraction {
        written.push('.');
        written.push_str(fraction);
    }
    let value: f64 = written.parse().map_err(|_| NotANumber)?;
    let value = value * stripped.factor * if stripped.is_negative { -1.0 } else { 1.0 };
    Ok(Some(Number { value, is_upper_bound: stripped.is_upper_bound }))
}

/// Splits into the integer part and the fraction, which has only digits.
fn split(digits: &str, mark: u8) -> Result<(&str, Option<&str>), NotANumber> {
    match digits.split_once(char::from(mark)) {
        None => Ok((digits, None)),
        Some((whole, fraction)) if fraction.bytes().all(|byte| byte.is_ascii_digit()) => {
            if whole.is_empty() && fraction.is_empty() { Err(NotANumber) } else { Ok((whole, Some(fraction))) }
        }
        Some(_) => Err(NotANumber),
    }
}

/// Checks groups of three after the first, or Indian groups of two before the last three.
fn check_groups(whole: &str, mark: u8) -> Result<(), NotANumber> {
    let groups: Vec<&str> = whole.split(char::from(mark)).collect();
    if !groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_digit())) {
        return Err(NotANumber);
    }
    let Some(([first, middle @ ..], last)) = groups.split_last().map(|(last, rest)| (rest, last)) else {
        return Ok(());
    };
    let is_grouped = (1..=3).contains(&first.len())
        && last.len() == 3
        && (middle.iter().all(|group| group.len() == 3) || middle.iter().all(|group| group.len() == 2));
    if is_grouped { Ok(()) } else { Err(NotANumber) }
}

struct Stripped {
    digits: String,
    factor: f64,
    is_negative: bool,
    is_upper_bound: bool,
}

/// Extracts the digits and marks of a cell and interprets the rest; returns `None` for an empty cell or a dash.
fn strip(cell: &[u8]) -> Result<Option<Stripped>, NotANumber> {
    let text = str::from_utf8(cell).map_err(|_| NotANumber)?.trim();
    if text.is_empty() || is_none(text) {
        return Ok(None);
    }
    if text.len() > 64 || (text.contains(char::is_whitespace) && !are_groups(text)) {
        return Err(NotANumber);
    }
    let mut found =
        Stripped { digits: String::with_capacity(text.len()), factor: 1.0, is_negative: false, is_upper_bound: false };
    for (index, letter) in text.char_indices() {
        match letter {
            '0'..='9' | '.' | ',' => found.digits.push(letter),
            '٬' | '\'' | '’' | '%' | '％' | '٪' | '$' | '€' | '£' | '¥' => {}
            _ if letter.is_whitespace() || matches!(letter, '\u{200E}' | '\u{200F}') => {}
            '<' | '≤' if found.digits.is_empty() => found.is_upper_bound = true,
            '>' | '≥' | '~' | '≈' | '+' if found.digits.is_empty() => {}
            '-' | '−' if found.digits.is_empty() => found.is_negative = true,
            'k' | 'K' | 'm' | 'M' if !found.digits.is_empty() && index + letter.len_utf8() == text.len() => {
                found.factor = if letter.eq_ignore_ascii_case(&'k') { 1e3 } else { 1e6 };
            }
            _ => return Err(NotANumber),
        }
    }
    if found.digits.bytes().any(|byte| byte.is_ascii_digit()) { Ok(Some(found)) } else { Err(NotANumber) }
}

/// Returns true if every space between digits groups thousands: it is followed by three digits and not preceded by a mark.
/// Groups of two are Indian. `1.200 50` is no number.
fn are_groups(text: &str) -> bool {
    let core = text.trim_matches(|letter: char| !letter.is_ascii_digit());
    let parts: Vec<&str> = core.split(char::is_whitespace).filter(|part| !part.is_empty()).collect();
    let Some((last, [first, middle @ ..])) = parts.split_last() else { return true };
    let is_digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let whole = last.split(['.', ',']).next().unwrap_or_default();
    is_digits(first)
        && (1..=3).contains(&first.len())
        && middle.iter().all(|part| is_digits(part) && (2..=3).contains(&part.len()))
        && whole.len() == 3
        && is_digits(&whole)
}

/// Returns true if the decimal mark of a number may also group thousands: `1.200` in a file with decimal points.
pub(super) fn is_ambiguous(cell: &[u8], decimal: Decimal) -> bool {
    let Ok(Some(stripped)) = strip(cell) else { return false };
    let is_open = matches!(mark_of(&stripped.digits, Class::Free), Some(Err(NotANumber)));
    is_open && stripped.digits.contains(char::from(decimal.byte()))
}

/// Returns true for texts that mean no value.
fn is_none(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "−" | "--" | "---" | "…" | "?" | "(not set)")
        || ["n/a", "na", "nan", "null", "none"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Returns true if a volume is a written range or one of the rounded figures that represent a range.
pub(super) fn is_bucket(cell: &[u8]) -> bool {
    let digits: Vec<u8> = cell.iter().copied().filter(u8::is_ascii_digit).collect();
    matches!(digits.as_slice(), b"0" | [b'5', ..])
        && digits.iter().skip(1).all(|digit| *digit == b'0')
        && digits != b"5"
        || range(cell).is_some()
}

/// Parses a range: `10K – 100K`, `100 - 1K`.
pub(super) fn range(cell: &[u8]) -> Option<(u64, u64)> {
    let text = str::from_utf8(cell).ok()?;
    let (low, high) = text.split_once(['–', '—', '-'])?;
    let side = |part: &str| whole(parse(part.trim().as_bytes(), Decimal::Point).ok()??.value).ok();
    let (low, high) = (side(low)?, side(high)?);
    (low < high).then_some((low, high))
}

/// Evidence for the decimal mark of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Evidence {
    pub(super) point: u32,
    pub(super) comma: u32,
    /// Number of cells with an ambiguous mark.
    pub(super) open: u32,
}

impl Evidence {
    /// Adds the evidence of a cell.
    pub(super) fn add(&mut self, cell: &[u8], class: Class) {
        let Ok(Some(stripped)) = strip(cell) else { return };
        match mark_of(&stripped.digits, class) {
            Some(Ok(Decimal::Point)) => self.point += 1,
            Some(Ok(Decimal::Comma)) => self.comma += 1,
            Some(Err(NotANumber)) => self.open += 1,
            None => {}
        }
    }

    /// Returns the decimal mark and a warning. `usual` is the mark of the file's language, if known.
    pub(super) fn decide(self, usual: Option<Decimal>, delimiter: u8) -> (Decimal, Option<String>) {
        let (point, comma) = (self.point, self.comma);
        if point != comma {
            let (mark, name, against) =
                if point > comma { (Decimal::Point, "point", comma) } else { (Decimal::Comma, "comma", point) };
            let warning = (against > 0).then(|| {
                format!(
                    "Numbers have two formats; read with a decimal {name}, which {} differently. Check the values.",
                    counted(against, "cell reads", "cells read")
                )
            });
            return (mark, warning);
        }
        let mark = usual.unwrap_or(if delimiter == b';' { Decimal::Comma } else { Decimal::Point });
        let name = if mark == Decimal::Point { "point" } else { "comma" };
        let is_open = point > 0 || self.open > 0;
        let warning = is_open
            .then(|| format!("Numbers such as 1.234 are ambiguous; read with a decimal {name}. Check the values."));
        (mark, warning)
    }
}

/// Returns the decimal mark that a number implies; an error if the mark is ambiguous.
fn mark_of(digits: &str, class: Class) -> Option<Result<Decimal, NotANumber>> {
    let points = digits.matches('.').count();
    let commas = digits.matches(',').count();
    let (last, mark) = match (digits.rfind('.'), digits.rfind(',')) {
        (None, None) => return None,
        (Some(point), Some(comma)) => {
            return Some(Ok(if point > comma { Decimal::Point } else { Decimal::Comma }));
        }
        (Some(point), None) => (point, Decimal::Point),
        (None, Some(comma)) => (comma, Decimal::Comma),
    };
    if points + commas > 1 {
        return Some(Ok(mark.other()));
    }
    let (whole, fraction) = (&digits[..last], &digits[last + 1..]);
    if fraction.len() != 3 || whole.len() > 3 || whole.is_empty() || whole.starts_with('0') {
        return Some(Ok(mark));
    }
    Some(match class {
        Class::Count => Ok(mark.other()),
        Class::Small => Ok(mark),
        Class::Free => Err(NotANumber),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, decimal: Decimal) -> Option<f64> {
        parse(text.as_bytes(), decimal).ok().flatten().map(|number| number.value)
    }

    #[test]
    fn reads_the_grouping_of_many_countries() {
        for (text, decimal, expected) in [
            ("1,234", Decimal::Point, 1_234.0),
            ("1.234", Decimal::Comma, 1_234.0),
            ("1\u{a0}234", Decimal::Comma, 1_234.0),
            ("1\u{202f}234,5", Decimal::Comma, 1_234.5),
            ("1’234.50", Decimal::Point, 1_234.5),
            ("$ 1 234.50", Decimal::Point, 1_234.5),
            ("12 34 567 €", Decimal::Point, 1_234_567.0),
            ("12,34,567", Decimal::Point, 1_234_567.0),
            ("1.234.567,89", Decimal::Comma, 1_234_567.89),
            ("12,3 %", Decimal::Comma, 12.3),
            ("%4", Decimal::Point, 4.0),
            ("−2,5", Decimal::Comma, -2.5),
            ("<0.1", Decimal::Point, 0.1),
            ("10K", Decimal::Point, 10_000.0),
            ("1,5M", Decimal::Comma, 1_500_000.0),
        ] {
            assert_eq!(value(text, decimal), Some(expected), "{text}");
        }
    }

    #[test]
    fn refuses_what_only_looks_like_a_number() {
        for text in [
            "1.200 50", "1 200 50", "12 34", "1,23", "1.2.3", "12a", "1,2345", "..", "%", "0x1F", "1e5", "=1+1",
            "#N/A", "1234,567",
        ] {
            assert_eq!(parse(text.as_bytes(), Decimal::Point), Err(NotANumber), "{text}");
        }
    }

    #[test]
    fn dashes_and_words_for_nothing_are_nothing() {
        for text in ["", "  ", "-", "–", "—", "--", "n/a", "N/A", "null"] {
            assert_eq!(parse(text.as_bytes(), Decimal::Point), Ok(None), "{text}");
        }
    }

    #[test]
    fn the_quick_way_gives_what_the_careful_way_gives() {
        for text in ["0", "7", "15.15", "0.6234", "99999999999.9999", "5.22", "1.1", "123456789012345"] {
            assert_eq!(decimal_number(text.as_bytes(), Decimal::Point), Ok(text.parse().ok()), "{text}");
        }
    }

    #[test]
    fn clicks_are_whole_and_not_negative() {
        assert_eq!(count(b"1,234", Decimal::Point), Ok(Some(1_234)));
        assert_eq!(count(b"3.0", Decimal::Point), Ok(Some(3)));
        assert_eq!(count(b"3.5", Decimal::Point), Err(NotANumber));
        assert_eq!(count(b"-3", Decimal::Point), Err(NotANumber));
        assert_eq!(count(b"99999999999999999999", Decimal::Point), Err(NotANumber));
    }

    #[test]
    fn a_column_decides_where_a_cell_cannot() {
        let mut evidence = Evidence::default();
        evidence.add(b"1.234", Class::Count);
        assert_eq!(evidence.decide(None, b',').0, Decimal::Comma);
        let mut evidence = Evidence::default();
        evidence.add(b"1.234", Class::Small);
        assert_eq!(evidence.decide(Some(Decimal::Comma), b';').0, Decimal::Point);
    }

    #[test]
    fn the_language_decides_where_no_column_can_and_a_warning_says_so() {
        let mut evidence = Evidence::default();
        evidence.add(b"1.234", Class::Free);
        let (mark, warning) = evidence.decide(Some(Decimal::Comma), b',');
        assert_eq!(mark, Decimal::Comma);
        assert!(warning.is_some_and(|text| text.contains("decimal comma")));
        assert_eq!(Evidence::default().decide(None, b';'), (Decimal::Comma, None));
    }
}
