//! Posts a transaction by hand: rent, a payment, or a cost.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use chrono::{DateTime, Days, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        ledger::{LedgerError, LedgerReason, LedgerSubject, LedgerTransaction, Transaction},
        new_id, now,
    },
    events,
    store::{
        audit::Action,
        buyer, event, lead_settings,
        ledger::{self, Posted},
        website,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, RequestContext, Success},
    state::AppState,
};

const NOTE_CHARS: usize = 1_000;
const TEXT_CHARS: usize = 100;

/// A transaction to post.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLedgerTransaction)]
pub(super) struct Input {
    /// `rent`, `payment`, `domain`, `hosting` or `other_cost`. The others follow from leads.
    reason: LedgerReason,
    /// Amount in cents.
    #[schema(examples(90_000), minimum = 1)]
    amount_cents: i64,
    /// Three capital letters. Default: `USD`.
    #[serde(default)]
    currency: Option<String>,
    /// Time at which it happened; its day in the ledger is the day in UTC. Default: now, on the local day of the workspace.
    #[serde(default)]
    occurred_at: Option<DateTime<Utc>>,
    /// Website.
    #[serde(default)]
    website_id: Option<Uuid>,
    /// Buyer.
    #[serde(default)]
    buyer_id: Option<Uuid>,
    /// Slug of the vertical.
    #[serde(default)]
    vertical: Option<String>,
    /// Place.
    #[serde(default)]
    place: Option<String>,
    /// At most 1,000 characters.
    #[serde(default)]
    note: String,
}

/// Response with a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OneLedgerTransaction)]
pub(super) struct Answer {
    success: Success,
    /// Whether it was posted now; `false` if one with the idempotency key was there.
    is_new: bool,
    transaction: LedgerTransaction,
}

impl Answer {
    /// Returns the response with a posted transaction.
    pub(super) async fn of(state: &AppState, workspace_id: Uuid, posted: Posted) -> Result<(StatusCode, Json<Self>)> {
        let found = ledger::find(&state.db, workspace_id, posted.id).await?;
        let transaction = found.ok_or(ApiError::NotFound("transaction"))?;
        let status = if posted.is_new { StatusCode::CREATED } else { StatusCode::OK };
        Ok((status, Json(Self { success: Success, is_new: posted.is_new, transaction })))
    }
}

/// Post a transaction.
///
/// Rent, a payment, or a cost. Requires an editor. It cannot be changed or deleted, only reversed. With the header `Idempotency-Key`, a
/// repeated request returns the first transaction; another request with the key is refused.
#[utoipa::path(
    post, path = "/api/ledger", tag = "leads", request_body = Input,
    params(("Idempotency-Key" = Option<String>, Header, description = "At most 190 characters.")),
    responses((status = 201, body = Answer), (status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, headers: HeaderMap,
    Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let is_dated = input.occurred_at.is_some();
    let transaction = checked(&state, workspace_id, input, &key(&headers)?).await?;
    let mut tx = state.db.begin().await?;
    let posted = ledger::post(&mut tx, workspace_id, &transaction, Some(user_id), now()).await?;
    let mut stored = Vec::new();
    if posted.is_new {
        let tick = ledger::tick(&mut tx, workspace_id, posted, &transaction).await?;
        stored = event::append(&mut tx, &[tick], now()).await?;
        let detail = json!({
            "workspaceId": workspace_id, "transactionId": posted.id, "reason": transaction.reason(),
            "amountCents": transaction.cents(), "currency": transaction.currency(),
        });
        session::note(&mut tx, Some(user_id), Action::LedgerPosted, &context, detail).await?;
    }
    tx.commit().await?;
    events::publish_stored(&state.bus, stored);
    let (status, answer) = Answer::of(&state, workspace_id, posted).await?;
    if !is_same(&answer.0.transaction, &transaction, is_dated) {
        let detail = "This key was already used for another transaction. Use a new key.";
        return Err(ApiError::Conflict(FieldError::new("/idempotency-key", detail)));
    }
    Ok((status, answer))
}

/// Returns true if the stored transaction is what the request asks for. A request without a time is at any time.
fn is_same(stored: &LedgerTransaction, asked: &Transaction, is_dated: bool) -> bool {
    let subject = LedgerSubject {
        lead_id: stored.lead_id,
        buyer_id: stored.buyer_id,
        website_id: stored.website_id,
        vertical: stored.vertical.clone(),
        place: stored.place.clone(),
    };
    let is_then = stored.occurred_at.timestamp_millis() == asked.occurred_at.timestamp_millis();
    (stored.reason, stored.amount_cents, stored.currency.as_str(), stored.note.as_str())
        == (asked.reason(), asked.cents(), asked.currency(), asked.note.as_str())
        && subject == asked.subject
        && (is_then || !is_dated)
}

/// Returns the key of the request, which no lead has.
fn key(headers: &HeaderMap) -> Result<String> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(format!("request:{}", new_id())) };
    let text = value.to_str().ok().map(str::trim).filter(|text| (1..=190).contains(&text.len()));
    let text = text.ok_or_else(|| ApiError::invalid("/idempotency-key", "must have 1 to 190 printable characters"))?;
    Ok(format!("client:{text}"))
}

async fn checked(state: &AppState, workspace_id: Uuid, input: Input, key: &str) -> Result<Transaction> {
    let mut errors = Vec::new();
    let is_text = |text: &Option<String>| {
        text.as_deref().is_none_or(|text| (1..=TEXT_CHARS).contains(&text.trim().chars().count()))
    };
    if !LedgerReason::BY_HAND.contains(&input.reason) {
        let detail = "must be rent, payment, domain, hosting or other_cost; the others follow from leads";
        errors.push(FieldError::new("/reason", detail));
    }
    for (pointer, text) in [("/vertical", &input.vertical), ("/place", &input.place)] {
        if !is_text(text) {
            errors.push(FieldError::new(pointer, "must have 1 to 100 characters, or be null"));
        }
    }
    if input.note.chars().count() > NOTE_CHARS {
        errors.push(FieldError::new("/note", "must have at most 1,000 characters"));
    }
    let occurred_at = match input.occurred_at {
        Some(at) => at,
        None => lead_settings::find(&state.db, workspace_id).await?.ledger_time(now()),
    };
    let latest = now().checked_add_days(Days::new(1)).unwrap_or_default();
    if occurred_at > latest || occurred_at.timestamp() < 0 {
        errors.push(FieldError::new("/occurredAt", "must be a time from 1970 to now"));
    }
    let currency = input.currency.as_deref().unwrap_or("USD");
    let created = Transaction::of(input.reason, key, currency, input.amount_cents, occurred_at);
    let created = created.map_err(|error| errors.push(FieldError::new(pointer_of(error), error.to_string())));
    let Ok(transaction) = created else { return Err(ApiError::Invalid(errors)) };
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    if let Some(id) = input.website_id
        && !website::exists(&state.db, workspace_id, id).await?
    {
        return Err(ApiError::NotFound("website"));
    }
    if let Some(id) = input.buyer_id {
        buyer::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("buyer"))?;
    }
    let trimmed = |text: Option<String>| text.map(|text| text.trim().to_owned());
    let subject = LedgerSubject {
        lead_id: None,
        buyer_id: input.buyer_id,
        website_id: input.website_id,
        vertical: trimmed(input.vertical),
        place: trimmed(input.place),
    };
    Ok(transaction.about(subject).noted(input.note.trim()))
}

const fn pointer_of(error: LedgerError) -> &'static str {
    match error {
        LedgerError::Currency => "/currency",
        LedgerError::Key => "/idempotency-key",
        LedgerError::Amount | LedgerError::Unbalanced { .. } => "/amountCents",
    }
}
