//! Webhooks and deliveries, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::domain::webhook::{Delivery, DeliveryStatus, Webhook, WebhookEvent};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::Success;

/// A webhook. Its secret is shown once, at creation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub(super) struct WebhookView {
    id: Uuid,
    /// Host of the URL and its last four characters: the rest may be a token, which nobody can read.
    #[schema(examples("https://example.com/…lode"))]
    url: String,
    /// Optional; may be empty.
    description: String,
    /// Events.
    #[schema(examples(json!(["run:finished", "performance:alert"])))]
    events: Vec<WebhookEvent>,
    enabled: bool,
    /// Reason why the server disabled it.
    disabled_reason: Option<String>,
    /// Failed attempts since the last success; after 40 it is disabled.
    failures: i32,
    created_at: DateTime<Utc>,
}

/// Response with a webhook.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneWebhook)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) webhook: WebhookView,
}

/// A delivery in a webhook's log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub(super) struct DeliveryView {
    /// The message id in the header `Motherlode-Id`; the same in every attempt.
    id: Uuid,
    /// The event, or `webhook:test`.
    #[schema(examples("run:finished"))]
    event: String,
    /// The JSON body of the request.
    body: String,
    /// Status.
    status: DeliveryStatus,
    attempts: i32,
    /// HTTP status of the last response.
    response_code: Option<i32>,
    /// Error of the last attempt.
    error: Option<String>,
    /// Duration of the last attempt, in milliseconds.
    duration_ms: Option<i64>,
    /// Time of the next attempt.
    next_attempt_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
}

/// Response with a delivery.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneWebhookDelivery)]
pub(super) struct DeliveryAnswer {
    pub(super) success: Success,
    pub(super) delivery: DeliveryView,
}

impl From<Webhook> for WebhookView {
    fn from(stored: Webhook) -> Self {
        Self {
            id: stored.id,
            url: stored.shown_url(),
            description: stored.description,
            events: stored.events.0,
            enabled: stored.enabled,
            disabled_reason: stored.disabled_reason,
            failures: stored.failures,
            created_at: stored.created_at,
        }
    }
}

impl From<Webhook> for Answer {
    fn from(stored: Webhook) -> Self {
        Self { success: Success, webhook: stored.into() }
    }
}

impl From<Delivery> for DeliveryView {
    fn from(stored: Delivery) -> Self {
        Self {
            id: stored.id,
            event: stored.event,
            body: stored.body,
            status: stored.status,
            attempts: stored.attempts,
            response_code: stored.response_code,
            error: stored.error,
            duration_ms: stored.duration_ms,
            next_attempt_at: stored.next_at,
            created_at: stored.created_at,
            finished_at: stored.finished_at,
        }
    }
}
