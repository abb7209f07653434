//! Units and number words.

/// Kind of a quantity. Values of one kind can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Money,
    Percent,
    /// Minutes.
    Time,
    /// Days without weekends.
    WorkingTime,
    /// Inches.
    Length,
    /// Square feet.
    Area,
    /// Pounds.
    Weight,
    /// Gallons.
    Volume,
    /// Degrees.
    Degrees,
    /// Minutes of the day.
    Clock,
    Year,
    Ordinal,
    /// A telephone number, a licence, a date in digits.
    Code,
    /// Things.
    Count,
}

const DAY: f64 = 1_440.0;
const YEAR: f64 = 365.25 * DAY;

/// Adverbs and adjectives of units of charge, with the stem of the unit.
const RATES: &[(&str, &str)] = &[
    ("hourly", "hour"),
    ("daily", "day"),
    ("nightly", "night"),
    ("weekly", "week"),
    ("monthly", "month"),
    ("yearly", "year"),
    ("annual", "year"),
    ("annually", "year"),
];

/// Returns the stem of the unit that `hourly` or `annual` charges by; `None` for other words.
pub(super) fn charged_by(word: &str) -> Option<&'static str> {
    RATES.iter().find(|(adverb, _)| *adverb == word).map(|(_, unit)| *unit)
}

/// Returns the unit of a word, and how many base units it is.
pub(super) fn unit_of(word: &str, next: &str) -> Option<(Unit, f64)> {
    if matches!(word, "business" | "working") && next.starts_with("day") {
        return Some((Unit::WorkingTime, DAY));
    }
    let singular = word.strip_suffix('s').filter(|word| word.len() > 2).unwrap_or(word);
    Some(match singular {
        "%" | "percent" | "pct" => (Unit::Percent, 1.0),
        "second" | "sec" => (Unit::Time, 1.0 / 60.0),
        "minute" | "min" => (Unit::Time, 1.0),
        "hour" | "hr" | "h" => (Unit::Time, 60.0),
        "day" => (Unit::Time, DAY),
        "week" => (Unit::Time, 7.0 * DAY),
        "month" => (Unit::Time, YEAR / 12.0),
        "year" | "yr" => (Unit::Time, YEAR),
        "decade" => (Unit::Time, 10.0 * YEAR),
        "inch" | "inche" | "\"" => (Unit::Length, 1.0),
        "foot" | "feet" | "ft" => (Unit::Length, 12.0),
        "yard" => (Unit::Length, 36.0),
        "mile" => (Unit::Length, 63_360.0),
        // `Forty miles an hour` is compared by its miles.
        "mph" => (Unit::Length, 63_360.0),
        "kilometer" | "km" => (Unit::Length, 39_370.1),
        "centimeter" | "cm" => (Unit::Length, 0.393_701),
        "meter" | "metre" => (Unit::Length, 39.370_1),
        "square" | "sq" if matches!(next, "feet" | "foot" | "ft") => (Unit::Area, 1.0),
        "sqft" => (Unit::Area, 1.0),
        "acre" => (Unit::Area, 43_560.0),
        "pound" | "lb" => (Unit::Weight, 1.0),
        "ounce" | "oz" => (Unit::Weight, 0.062_5),
        "kilogram" | "kg" => (Unit::Weight, 2.204_62),
        "ton" => (Unit::Weight, 2_000.0),
        "gallon" => (Unit::Volume, 1.0),
        "quart" => (Unit::Volume, 0.25),
        "degree" | "°" | "°f" | "°c" => (Unit::Degrees, 1.0),
        _ => return None,
    })
}

/// Returns true for words of money after a value.
pub(super) fn money_word(word: &str) -> bool {
    matches!(word, "dollar" | "dollars" | "usd" | "bucks" | "euro" | "euros" | "eur" | "gbp")
}

/// Returns the factor of a word of magnitude; single letters only after money.
pub(super) fn scale(word: &str, is_money: bool) -> Option<f64> {
    Some(match word {
        "hundred" => 100.0,
        "thousand" => 1e3,
        "k" => 1e3,
        "million" | "mm" => 1e6,
        "m" | "mil" if is_money => 1e6,
        "billion" => 1e9,
        "bn" if is_money => 1e9,
        "dozen" => 12.0,
        _ => return None,
    })
}

/// Returns the value of a number word.
pub(super) fn number_word(word: &str) -> Option<f64> {
    const WORDS: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    if let Some(at) = WORDS.iter().position(|known| *known == word) {
        return Some(at as f64);
    }
    if let Some(at) = TENS.iter().position(|known| *known == word) {
        return Some(10.0 * (at as f64 + 2.0));
    }
    Some(match word {
        "dozen" => 12.0,
        "hundred" => 100.0,
        "thousand" => 1e3,
        "million" => 1e6,
        _ => return None,
    })
}
