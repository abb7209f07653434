//! What the evidence of an opportunity says about its monthly value.

use serde_json::Value;

use super::ValueBasis;

/// Name of the statement in evidence.
const VALUE_BASIS: &str = "valueBasis";

/// Returns the basis of a monthly value from the evidence that is stored with it; `None` if that does not state it.
///
/// Evidence is the list of an insight, with an item of type `valueBasis`, or the object of a quick win, with the field
/// `valueBasis`. Both have the word of the engine that found it: `leadValue` is income, `replacementCost` is what the
/// clicks would cost as ads. Another word is no statement.
pub fn basis_of(evidence: &Value) -> Option<ValueBasis> {
    let stated = match evidence {
        Value::Array(items) => &items.iter().find(|item| item["type"] == VALUE_BASIS)?["value"],
        one => &one[VALUE_BASIS],
    };
    match stated.as_str()? {
        "leadValue" | "income" => Some(ValueBasis::Income),
        "replacementCost" => Some(ValueBasis::ReplacementCost),
        _ => None,
    }
}
