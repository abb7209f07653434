//! JSON of providers: numbers may be integers, decimals, texts or null; lists may be null.

use chrono::NaiveDate;
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

/// Reads an optional field; another shape counts as absent.
pub(crate) fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(from)?).ok())
}

/// Reads a list; null is an empty list, and entries of another shape are left out.
pub(crate) fn entries<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let Value::Array(items) = Value::deserialize(from)? else { return Ok(Vec::new()) };
    Ok(items.into_iter().filter_map(|item| serde_json::from_value(item).ok()).collect())
}

/// Reads a list whose entries all matter; null is an empty list.
pub(crate) fn list<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let items = Option::<Vec<T>>::deserialize(from)?;
    Ok(items.unwrap_or_default())
}

/// Reads a finite number, also of a text.
pub(crate) fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    Ok(to_number(&Value::deserialize(from)?))
}

/// Reads a count: a number from 0, rounded.
pub(crate) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Ok(to_number(&Value::deserialize(from)?).and_then(to_count))
}

/// Reads a count that must be there.
pub(crate) fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let value = to_number(&Value::deserialize(from)?).and_then(to_count);
    value.ok_or_else(|| serde::de::Error::custom("not a count"))
}

/// Reads a text, also of a number.
pub(crate) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) if !text.is_empty() => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Converts a JSON number, or a text that is one.
pub(crate) fn to_number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

/// Converts a number from 0 to a count.
pub(crate) fn to_count(number: f64) -> Option<u64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked: 0 to 9e15")]
    (0.0..=9e15).contains(&number).then_some(number.round() as u64)
}

/// Parses a day, as `2026-11-23` or `20261123`; a time after it is ignored.
pub(crate) fn to_day(text: &str) -> Option<NaiveDate> {
    let day = text.get(..10).unwrap_or(text);
    NaiveDate::parse_from_str(day, "%Y-%m-%d").or_else(|_| NaiveDate::parse_from_str(text, "%Y%m%d")).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn number_of_any_shape_is_finite_or_absent() {
        assert_eq!(to_number(&json!("12.5")), Some(12.5));
        assert_eq!(to_number(&json!(3)), Some(3.0));
        for absent in [json!(null), json!("NaN"), json!("inf"), json!([1]), json!("x")] {
            assert_eq!(to_number(&absent), None, "{absent}");
        }
        assert_eq!(to_count(-1.0), None);
        assert_eq!(to_count(2.6), Some(3));
        assert_eq!(to_count(1e300), None);
    }

    #[test]
    fn day_is_read_in_both_forms() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 23);
        assert_eq!(to_day("2026-11-23"), day);
        assert_eq!(to_day("20261123"), day);
        assert_eq!(to_day("2026-11-23 10:00:00 +00:00"), day);
        assert_eq!(to_day("éééééééééé"), None);
        assert_eq!(to_day(""), None);
    }
}
