//! Handling of messages from clients.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use uuid::Uuid;

use super::incoming::Incoming;
use crate::{
    error::ApiError,
    extract::control,
    live::{authenticate, caller, channel::Channel, close::Close, hub::Connection, outlet::PlainWire, reply},
    routes::{engines, opportunities},
    state::AppState,
};

/// Response to a message.
pub(super) enum Answer {
    /// Sends this frame.
    Say(&'static str, Value),
    /// Ends the connection.
    End(Close),
}

/// Handles the messages of one connection.
pub(super) struct Desk {
    state: AppState,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Start {
    engine_id: String,
    #[serde(flatten)]
    input: engines::execute::Input,
    workspace_id: Option<Uuid>,
    idempotency_key: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Implement {
    #[serde(alias = "id")]
    opportunity_id: Uuid,
    workspace_id: Option<Uuid>,
}

impl Answer {
    /// Adds a member to the payload that identifies the client's message; null adds nothing.
    fn with(mut self, member: &str, value: Value) -> Self {
        if let Self::Say(_, payload) = &mut self
            && !value.is_null()
        {
            payload[member] = value;
        }
        self
    }
}

impl Desk {
    pub(super) const fn new(state: AppState) -> Self {
        Self { state }
    }

    /// Handles a message.
    pub(super) async fn obey(&self, connection: &Connection, incoming: Incoming) -> Answer {
        match incoming {
            Incoming::Ping(payload) => {
                let mut pong = if payload.is_object() { payload } else { json!({"echo": payload}) };
                pong["serverTime"] = json!(shared::domain::now());
                Answer::Say("pong", pong)
            }
            Incoming::Subscribe(channels) => subscribe(connection, &channels),
            Incoming::Unsubscribe(channels) => unsubscribe(connection, &channels),
            Incoming::Auth(token) => self.renew(connection, &token).await,
            Incoming::StartAnalysis(payload) => {
                let key = payload["idempotencyKey"].clone();
                let answer = said("analysis:started", "start_analysis", self.start(connection, payload).await);
                answer.with("idempotencyKey", key)
            }
            Incoming::ImplementOpportunity(payload) => {
                said("opportunity:implementing", "implement_opportunity", self.implement(connection, payload).await)
            }
        }
    }

    async fn renew(&self, connection: &Connection, token: &str) -> Answer {
        let renewed = match authenticate::admit(&self.state, token).await {
            Ok(pass) => connection.renew(pass).map(|()| pass),
            Err(close) => Err(close),
        };
        match renewed {
            Ok(pass) => Answer::Say("authenticated", json!({"expiresAt": pass.expires_at})),
            Err(close) => Answer::End(close),
        }
    }

    async fn start(&self, connection: &Connection, payload: Value) -> Result<Value, ApiError> {
        let start: Start = read(payload)?;
        let member = caller::changes(&self.state, connection, start.workspace_id).await?;
        let run =
            engines::execute::start(&self.state, &member, &start.engine_id, start.input, start.idempotency_key).await?;
        let engine = engines::view::of_run(&self.state.db, &run).await?;
        Ok(json!({"engine": engine, "run": crate::routes::runs::view::RunView::from(run)}))
    }

    async fn implement(&self, connection: &Connection, payload: Value) -> Result<Value, ApiError> {
        let implement: Implement = read(payload)?;
        let member = caller::changes(&self.state, connection, implement.workspace_id).await?;
        let opportunity = opportunities::implement::begin(&self.state, &member, implement.opportunity_id).await?;
        Ok(json!({"opportunityId": opportunity.id, "status": opportunity.status, "opportunity": opportunity}))
    }
}

fn read<T: DeserializeOwned>(payload: Value) -> Result<T, ApiError> {
    control::check_value(&payload)?;
    serde_json::from_value(payload).map_err(|error| ApiError::invalid("/payload", error.to_string()))
}

fn said(event_type: &'static str, of: &'static str, done: Result<Value, ApiError>) -> Answer {
    match done {
        Ok(payload) => Answer::Say(event_type, payload),
        Err(error) => {
            let mut payload = reply::problem(&error);
            payload["of"] = json!(of);
            Answer::Say("error", payload)
        }
    }
}

fn subscribe(connection: &Connection, channels: &[Channel]) -> Answer {
    if let Some(wire) = connection.outlet.plain() {
        for channel in channels {
            wire.subscribe(*channel);
        }
    }
    Answer::Say("subscribed", subscriptions(connection, channels))
}

fn unsubscribe(connection: &Connection, channels: &[Channel]) -> Answer {
    if let Some(wire) = connection.outlet.plain() {
        for channel in channels {
            wire.unsubscribe(*channel);
        }
    }
    Answer::Say("unsubscribed", subscriptions(connection, channels))
}

/// Returns the requested channel, and all current subscriptions.
fn subscriptions(connection: &Connection, channels: &[Channel]) -> Value {
    let all = connection.outlet.plain().map(PlainWire::subscribed).unwrap_or_default();
    json!({"channel": channels.first(), "channels": all})
}
