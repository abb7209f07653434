//! Returns the demonstration.

use std::sync::LazyLock;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::view::Answer;
use crate::{error::Result, extract::RequestContext, layer::guard, state::AppState};

/// Output of `motherlode simulate demo`. The engines are deterministic, so it is computed in advance.
const ANSWER: &str = concat!("{\"success\":true,\"demo\":", include_str!("../../../data/demo.json"), "}");

/// Caching policy: the content changes only with the version.
const CACHE: &str = "public, max-age=3600";

static TAG: LazyLock<String> = LazyLock::new(|| format!("\"{}\"", HEXLOWER.encode(&Sha256::digest(ANSWER)[..8])));

/// Get the demo data.
///
/// Results of the engines on a simulated market, compared with the planted effects. No account is needed.
#[utoipa::path(
    get, path = "/api/demo", tag = "demo", security(()),
    params(("If-None-Match" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 304, description = "It is the one that the caller has."))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap,
) -> Result<Response> {
    guard::count(&state, guard::DEMO, &context.network()).await?;
    let fixed = [(header::CACHE_CONTROL, CACHE), (header::ETAG, TAG.as_str())];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // A compressing proxy makes the tag weak.
    if known.is_some_and(|known| known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == *TAG)) {
        return Ok((StatusCode::NOT_MODIFIED, fixed).into_response());
    }
    Ok((fixed, [(header::CONTENT_TYPE, "application/json")], ANSWER).into_response())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_is_served_is_what_the_description_says() {
        let read: Answer = serde_json::from_str(ANSWER).expect("it holds what is described and nothing else");
        let served: Value = serde_json::from_str(ANSWER).expect("JSON");
        assert_eq!(serde_json::to_value(&read).expect("JSON"), served);
        assert_eq!((&served["success"], &served["demo"]["simulated"]), (&json!(true), &json!(true)));
        let insight = serde_json::to_value(crate::openapi::document()).expect("JSON");
        let described = insight["components"]["schemas"]["Insight"]["properties"].as_object().expect("fields").clone();
        for told in served["demo"]["insights"].as_array().expect("a list") {
            let fields: Vec<&String> = told.as_object().expect("an insight").keys().collect();
            // The demonstration has no outcomes, so it has no calibrated confidence next to the stated one.
            let mut names = described.keys().filter(|name| *name != "statedConfidence");
            assert!(names.all(|name| told.get(name).is_some()), "{fields:?}");
        }
    }
}
