//! Receives calls that `CallRail` and Twilio report.

use std::collections::BTreeMap;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha1::{Digest, Sha1};
use shared::{
    domain::lead::{LeadSource, LeadSourceKind, phone_key},
    store::lead::NewLead,
};
use url::form_urlencoded;

use super::{form, route};
use crate::{
    error::{ApiError, Result},
    extract::{Path, json},
    layer::guard,
    state::AppState,
};

/// Field of the key in its sealed text.
pub(super) const SECRET: &str = "key";
const TEXT_CHARS: usize = 500;

/// Report a call.
///
/// For the webhooks of call tracking: `CallRail`'s post-call webhook (`provider` is `callrail`, JSON, signed in the header
/// `Signature`) and Twilio's status callback (`twilio`, a form, signed in `X-Twilio-Signature` over the public address of
/// this call). A call without a valid signature is refused; a repeated one adds nothing. Calls of at least the source's
/// length are qualified leads.
#[utoipa::path(
    post, path = "/hooks/{provider}/{key}", tag = "leads", security(()),
    params(("provider" = LeadSourceKind, Path), ("key" = String, Path)),
    request_body(content((Value = "application/json"), (String = "application/x-www-form-urlencoded"))),
    responses((status = 204))
)]
pub(super) async fn handler(
    State(state): State<AppState>, Path((provider, key)): Path<(LeadSourceKind, String)>, request: Request,
) -> Result<StatusCode> {
    if provider == LeadSourceKind::Form {
        return Err(ApiError::NotFound("source of leads"));
    }
    let source = form::find(&state, &key, provider).await?;
    guard::count(&state, guard::LEAD_SOURCE, &source.id.to_string()).await?;
    let headers = request.headers().clone();
    let body = json::read(request, &state).await?;
    let secret = secret(&state, &source)?;
    let new = match provider {
        LeadSourceKind::CallRail => callrail(&secret, &headers, &body)?,
        _ => twilio(&secret, &headers, &body, &address(&state, &source))?,
    };
    if let Some(new) = new {
        route::receive(&state, &source, &new).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the public address that the provider calls.
pub(super) fn address(state: &AppState, source: &LeadSource) -> String {
    format!("{}/hooks/{}/{}", state.settings.public_url.trim_end_matches('/'), source.kind, source.key)
}

fn secret(state: &AppState, source: &LeadSource) -> Result<String> {
    let sealed = source.sealed_secret.as_ref().ok_or(ApiError::NotFound("source of leads"))?;
    let fields = state.vault.open(source.workspace_id, source.id, sealed).map_err(ApiError::unexpected)?;
    let secret = fields.get(SECRET).map(|secret| secret.reveal().to_owned());
    secret.ok_or_else(|| ApiError::unexpected("the sealed text has no key"))
}

/// Checks a signature, in constant time.
fn verify(secret: &str, message: &[u8], headers: &HeaderMap, name: &str) -> Result<()> {
    let refused = || ApiError::Forbidden("The signature of the call is missing or invalid.");
    let given = headers.get(name).and_then(|value| value.to_str().ok()).ok_or_else(refused)?;
    let given = BASE64_STANDARD.decode(given.trim()).map_err(|_| refused())?;
    let mut mac = keyed(secret.as_bytes());
    mac.update(message);
    mac.verify_slice(&given).map_err(|_| refused())
}

/// An HMAC-SHA1. A key that is longer than a block (64 bytes) is hashed first (RFC 2104).
fn keyed(key: &[u8]) -> Hmac<Sha1> {
    if key.len() > 64 {
        return keyed(&Sha1::digest(key));
    }
    let mut block = [0; 64];
    for (place, byte) in block.iter_mut().zip(key) {
        *place = *byte;
    }
    Hmac::new(&block.into())
}

/// Reads `CallRail`'s post-call webhook; `None` for a call without a number.
fn callrail(secret: &str, headers: &HeaderMap, body: &[u8]) -> Result<Option<NewLead>> {
    verify(secret, body, headers, "signature")?;
    let call: Value = serde_json::from_slice(body).map_err(ApiError::MalformedJson)?;
    let text = |names: &[&str]| {
        let found = names.iter().find_map(|name| call[*name].as_str().filter(|text| !text.trim().is_empty()));
        found.map(clean)
    };
    let id =
        text(&["resource_id", "id"]).ok_or_else(|| ApiError::invalid("/resource_id", "must be the id of the call"))?;
    let seconds = match &call["duration"] {
        Value::String(text) => text.trim().parse::<i64>().ok(),
        other => other.as_i64(),
    };
    Ok(of_call(Call {
        id,
        phone: text(&["customer_phone_number", "callernum"]),
        name: text(&["customer_name", "callername"]),
        seconds: seconds.unwrap_or(0),
        page: text(&["landing_page_url", "landingpage"]),
        keyword: text(&["keywords", "utm_term"]),
    }))
}

/// Reads Twilio's status callback; `None` unless the call has ended and has a number.
fn twilio(secret: &str, headers: &HeaderMap, body: &[u8], address: &str) -> Result<Option<NewLead>> {
    let mut pairs: Vec<(String, String)> =
        form_urlencoded::parse(body).map(|(name, text)| (name.into(), text.into())).collect();
    pairs.sort();
    let signed = pairs.iter().fold(address.to_owned(), |signed, (name, text)| signed + name + text);
    verify(secret, signed.as_bytes(), headers, "x-twilio-signature")?;
    let fields: BTreeMap<String, String> = pairs.into_iter().collect();
    let text = |name: &str| fields.get(name).filter(|text| !text.trim().is_empty()).map(|text| clean(text));
    let id = text("CallSid").ok_or_else(|| ApiError::invalid("/CallSid", "must be the id of the call"))?;
    if text("CallStatus").as_deref() != Some("completed") {
        return Ok(None);
    }
    let seconds = text("CallDuration").and_then(|text| text.parse().ok()).unwrap_or(0);
    let (phone, name) = (text("From"), text("CallerName"));
    Ok(of_call(Call { id, phone, name, seconds, page: None, keyword: None }))
}

struct Call {
    id: String,
    phone: Option<String>,
    name: Option<String>,
    seconds: i64,
    page: Option<String>,
    keyword: Option<String>,
}

fn of_call(call: Call) -> Option<NewLead> {
    let phone = call.phone.filter(|text| phone_key(text).is_some())?;
    let seconds = i32::try_from(call.seconds.clamp(0, i64::from(i32::MAX))).unwrap_or(0);
    Some(NewLead {
        external_id: Some(call.id),
        name: call.name.unwrap_or_default(),
        phone: Some(phone),
        call_seconds: Some(seconds),
        page: call.page,
        keyword: call.keyword,
        ..NewLead::default()
    })
}

fn clean(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(TEXT_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Twilio's documentation of request validation.
    #[test]
    fn twilios_example_is_verified() {
        let address = "https://example.com/myapp.php?foo=1&bar=2";
        let body = "CallSid=CA1234567890ABCDE&Caller=%2B14158675310&Digits=1234&From=%2B14158675310&To=%2B18005551212";
        let headers = |signature: &'static str| {
            HeaderMap::from_iter([(
                axum::http::HeaderName::from_static("x-twilio-signature"),
                axum::http::HeaderValue::from_static(signature),
            )])
        };
        let read = |secret, signature, address| twilio(secret, &headers(signature), body.as_bytes(), address);
        let signature = "L/OH5YylLD5NRKLltdqwSvS0BnU=";
        assert!(read("12345", signature, address).is_ok());
        assert!(read("12346", signature, address).is_err());
        assert!(read("12345", signature, "https://example.com/other").is_err());
        assert!(read("12345", "", address).is_err());
    }
}
