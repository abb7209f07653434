//! Receives a form of a website.

use std::collections::BTreeMap;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::{Map, Value};
use shared::{
    domain::lead::{LeadSource, LeadSourceKind, consent_version, phone_problem},
    store::lead::{self, NewLead},
};
use url::form_urlencoded;
use utoipa::ToSchema;

use super::{page, route};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Path, RequestContext, Success, control, json},
    layer::guard,
    routes::{auth::check, beacon::for_all_origins},
    state::AppState,
};

/// A field that people do not see and programs fill.
const TRAP: &str = "company_url";
const CONSENT: &str = "consent";
/// Digits of the version of a text of consent.
const VERSION_DIGITS: usize = 16;
const KEY_CHARS: usize = 64;
/// Maximum number of fields, of other fields, and their sizes in characters.
const MOST_FIELDS: usize = 40;
const MOST_OTHERS: usize = 20;
const OTHER_NAME_CHARS: usize = 60;
const OTHER_CHARS: usize = 1_000;

/// Known fields and their maximum number of characters.
const KNOWN: [(&str, usize); 6] =
    [("name", 200), ("email", 254), ("phone", 40), ("message", 5_000), ("page", 500), ("keyword", 200)];

/// Response to a form that was sent by a script.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormReceived)]
pub(super) struct Answer {
    success: Success,
}

/// Send a lead form.
///
/// For the pages of a website, without an account and without script: `<form method="post" action="https://…/f/{key}">`. A form
/// (`application/x-www-form-urlencoded`) is answered by a page, also if it is refused, or by a redirect to the page that the
/// source names; JSON by JSON. Fields: `name`, `email`, `phone`, `message`, `page`, `keyword`, `consent`, and up to 20 others.
/// A lead needs `email` or `phone`, and `consent`: the box next to the source's text, unticked at first. Its value may be
/// the version of the text that the page shows; otherwise the visitor agrees to the present text. The field `company_url` must
/// be hidden and empty.
#[utoipa::path(
    post, path = "/f/{key}", tag = "leads", security(()), params(("key" = String, Path)),
    request_body(content((Value = "application/json"), (String = "application/x-www-form-urlencoded"))),
    responses((status = 200, body = Answer), (status = 303, description = "The page that the source names."))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, Path(key): Path<String>, request: Request,
) -> Result<Response> {
    let is_page = is_form(request.headers()) || is_visitor(request.headers());
    match take(&state, &context, &key, request).await {
        Err(error) if is_page => {
            let email = lead::fallback_email(&state.db, &key).await.ok().flatten();
            Ok(for_all_origins(page::failure(&error, email.as_deref())))
        }
        received => received.map(for_all_origins),
    }
}

async fn take(state: &AppState, context: &RequestContext, key: &str, request: Request) -> Result<Response> {
    guard::count(state, guard::FORM, &format!("{key} {}", context.network())).await?;
    let source = find(state, key, LeadSourceKind::Form).await?;
    let headers = request.headers().clone();
    let is_page = is_form(&headers);
    let fields = json::read(request, state).await.and_then(|body| fields(&body, is_page));
    let new = match fields {
        Ok(fields) => read(state, &source, &headers, fields).await,
        Err(error) => Err(error),
    };
    // What reaches no buyer is counted apart, so that programs do not keep people out.
    let is_lead = new.as_ref().is_ok_and(|new| !new.is_spam);
    let counted = if is_lead { source.id.to_string() } else { format!("{} refused", source.id) };
    guard::count(state, guard::LEAD_SOURCE, &counted).await?;
    let new = NewLead { address_hash: Some(address_hash(state, context)), ..new? };
    route::receive(state, &source, &new).await?;
    Ok(answer(&source, is_page))
}

/// Returns the enabled source with this key.
pub(super) async fn find(state: &AppState, key: &str, kind: LeadSourceKind) -> Result<LeadSource> {
    if key.len() > KEY_CHARS {
        return Err(ApiError::NotFound("form"));
    }
    let found = lead::find_by_key(&state.db, key).await?;
    found.filter(|source| source.kind == kind).ok_or(ApiError::NotFound("form"))
}

fn address_hash(state: &AppState, context: &RequestContext) -> Vec<u8> {
    state.keys.derive("lead address", context.address.to_string().as_bytes()).to_vec()
}

fn answer(source: &LeadSource, is_page: bool) -> Response {
    let target = source.thanks_url.as_deref().and_then(|url| HeaderValue::from_str(url).ok());
    match target {
        Some(url) if is_page => (StatusCode::SEE_OTHER, [(header::LOCATION, url)]).into_response(),
        _ if is_page => page::thanks(),
        _ => axum::Json(Answer { success: Success }).into_response(),
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.trim().to_ascii_lowercase().starts_with("application/x-www-form-urlencoded")
}

/// Returns true for a browser that shows the answer, also if the form was sent in another way, such as with `multipart/form-data`.
fn is_visitor(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.to_ascii_lowercase().contains("text/html")
}

/// Returns the fields by name; of a repeated one the first.
fn fields(body: &[u8], is_form: bool) -> Result<BTreeMap<String, String>> {
    let pairs: Vec<(String, String)> = if is_form {
        form_urlencoded::parse(body).take(MOST_FIELDS + 1).map(|(name, text)| (name.into(), text.into())).collect()
    } else {
        let object: Map<String, Value> = serde_json::from_slice(body).map_err(ApiError::MalformedJson)?;
        object.into_iter().take(MOST_FIELDS + 1).filter_map(|(name, value)| Some((name, text(value)?))).collect()
    };
    if pairs.len() > MOST_FIELDS {
        return Err(ApiError::invalid("", "A form has at most 40 fields."));
    }
    let mut fields = BTreeMap::new();
    for (name, text) in pairs {
        fields.entry(name).or_insert(text);
    }
    Ok(fields)
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Bool(true) => Some("true".to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(false) | Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

async fn read(
    state: &AppState, source: &LeadSource, headers: &HeaderMap, fields: BTreeMap<String, String>,
) -> Result<NewLead> {
    let consent = consent(state, source, fields.get(CONSENT).map(String::as_str)).await?;
    lead_of(fields, headers, consent).map_err(ApiError::Invalid)
}

/// Returns the text that a visitor agreed to; `None` without consent.
async fn consent(state: &AppState, source: &LeadSource, ticked: Option<&str>) -> Result<Option<String>> {
    let Some(value) = ticked.map(str::trim).filter(|text| is_ticked(text)) else { return Ok(None) };
    let is_version = value.len() == VERSION_DIGITS && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_version || value == consent_version(&source.consent_text) {
        return Ok(Some(source.consent_text.clone()));
    }
    let earlier = lead::earlier_consent(&state.db, source.id, value).await?;
    earlier
        .map(Some)
        .ok_or_else(|| ApiError::invalid("/consent", "Load the page again: its text of consent is unknown."))
}

/// Returns the lead, or every field at fault.
fn lead_of(
    mut fields: BTreeMap<String, String>, headers: &HeaderMap, consent: Option<String>,
) -> std::result::Result<NewLead, Vec<FieldError>> {
    let mut errors = Vec::new();
    let is_spam = fields.remove(TRAP).is_some_and(|text| !text.trim().is_empty());
    fields.remove(CONSENT);
    let [name, email, phone, message, page, keyword] =
        KNOWN.map(|(field, most)| known(fields.remove(field), field, most, &mut errors));
    let email = email.map(|text| check::email(&text, &mut errors));
    if let Some(problem) = phone.as_deref().and_then(phone_problem) {
        errors.push(FieldError::new("/phone", problem));
    }
    if email.is_none() && phone.is_none() {
        errors.push(FieldError::new("/email", "Enter an email address or a phone number."));
    }
    if consent.is_none() {
        errors.push(FieldError::new("/consent", "Tick the box that you agree."));
    }
    check_others(&fields, &mut errors);
    // A program that fills the hidden field is answered like a person.
    if !errors.is_empty() && !is_spam {
        return Err(errors);
    }
    if is_spam {
        fields.clear();
    }
    let page = page.or_else(|| referrer(headers));
    let consent_text = consent.filter(|_| !is_spam);
    let (name, message) = (name.unwrap_or_default(), message.unwrap_or_default());
    Ok(NewLead { name, email, phone, message, fields, page, keyword, consent_text, is_spam, ..NewLead::default() })
}

fn is_ticked(text: &str) -> bool {
    !matches!(text.trim().to_ascii_lowercase().as_str(), "" | "false" | "no" | "0" | "off")
}

/// Returns a field without spaces around it; `None` if it is empty or at fault.
fn known(text: Option<String>, field: &str, most: usize, errors: &mut Vec<FieldError>) -> Option<String> {
    let text: String = text?.chars().filter(|c| !turns_text(*c)).collect();
    let text = Some(text.trim().to_owned()).filter(|text| !text.is_empty())?;
    let pointer = format!("/{field}");
    if text.chars().count() > most {
        errors.push(FieldError::new(pointer, format!("must have at most {most} characters")));
        return None;
    }
    if control::has_control(&text) {
        errors.push(FieldError::new(pointer, "Remove the control characters."));
        return None;
    }
    // A name of two lines could pass for another line of the buyer's email.
    let is_line = field != "message";
    Some(if is_line { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { text })
}

/// Returns true for a character that shows the text after it in another direction, so that a name reads as another one.
const fn turns_text(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn check_others(fields: &BTreeMap<String, String>, errors: &mut Vec<FieldError>) {
    if fields.len() > MOST_OTHERS {
        errors.push(FieldError::new("", "A form has at most 20 fields of its own."));
    }
    for (name, text) in fields.iter().take(MOST_OTHERS) {
        let is_long = name.chars().count() > OTHER_NAME_CHARS || text.chars().count() > OTHER_CHARS;
        if is_long || control::has_control(name) || control::has_control(text) {
            let shown: String = name.chars().filter(|c| !c.is_control()).take(OTHER_NAME_CHARS).collect();
            let detail =
                "must have a name of at most 60 characters, and at most 1,000 characters without control characters";
            errors.push(FieldError::new(format!("/{}", shown.replace('~', "~0").replace('/', "~1")), detail));
        }
    }
}

fn referrer(headers: &HeaderMap) -> Option<String> {
    let page = headers.get(header::REFERER)?.to_str().ok()?;
    Some(page.chars().take(500).collect())
}
