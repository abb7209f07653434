//! Updates the caller's preferences with a JSON merge patch (RFC 7396).

use axum::extract::State;
use serde_json::{Map, Value};
use shared::store::user;

use super::preferences_get::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Caller, Json, Success},
    state::AppState,
};

/// Maximum size of the stored preferences, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// Update preferences.
///
/// Takes a JSON merge patch (RFC 7396).
#[utoipa::path(
    patch, path = "/api/user/preferences", tag = "user",
    request_body(content = Object, description = "What changes; null takes a member away."),
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, caller: Caller, Json(patch): Json<Map<String, Value>>,
) -> Result<Json<Answer>> {
    let change = |mut preferences: Map<String, Value>| {
        merge(&mut preferences, patch);
        let size = serde_json::to_string(&preferences).map_or(usize::MAX, |text| text.len());
        (size <= MOST_BYTES).then_some(preferences)
    };
    let changed = user::update_preferences(&state.db, caller.user_id, change).await?;
    let preferences = changed.ok_or_else(|| ApiError::invalid("", "Preferences are limited to 64 KiB."))?;
    Ok(Json(Answer { success: Success, preferences }))
}

fn merge(target: &mut Map<String, Value>, patch: Map<String, Value>) {
    for (name, value) in patch {
        match value {
            Value::Null => {
                target.remove(&name);
            }
            Value::Object(inner) => {
                let slot = target.entry(name).or_insert(Value::Null);
                if !slot.is_object() {
                    *slot = Value::Object(Map::new());
                }
                if let Value::Object(slot) = slot {
                    merge(slot, inner);
                }
            }
            other => {
                target.insert(name, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Object cases of RFC 7396, appendix A.
    #[test]
    fn merges_as_the_standard_says() {
        for (original, patch, result) in [
            (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
            (json!({"a": "b"}), json!({"a": null}), json!({})),
            (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
            (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
            (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
            (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
            (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
            (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
        ] {
            let (Value::Object(mut target), Value::Object(change)) = (original, patch.clone()) else { unreachable!() };
            merge(&mut target, change);
            assert_eq!(Value::Object(target), result, "{patch}");
        }
    }
}
