//! Messages of clients on channel 1.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::live::channel::Channel;

/// The parser limits the depth of a message (128).
#[derive(Debug, Deserialize)]
struct Envelope {
    r#type: String,
    #[serde(default)]
    payload: Value,
    #[serde(default)]
    channel: Option<String>,
}

/// A parsed message.
#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    /// Subscribes to channels.
    Subscribe(Vec<Channel>),
    /// Unsubscribes from channels.
    Unsubscribe(Vec<Channel>),
    /// Requests an immediate response.
    Ping(Value),
    /// Renews the token.
    Auth(String),
    /// Starts an engine.
    StartAnalysis(Value),
    /// Starts implementing an opportunity.
    ImplementOpportunity(Value),
}

/// Known types, for the error message.
const TYPES: &str = "subscribe, unsubscribe, ping, auth, start_analysis, implement_opportunity";

impl Incoming {
    /// Parses a message; `Err` is the payload of the `error` event.
    pub(super) fn read(text: &str) -> Result<Self, Value> {
        let envelope: Envelope = serde_json::from_str(text).map_err(|error| {
            json!({"code": "malformed-message", "message": format!("Send JSON {{\"type\", \"payload\"}}: {error}")})
        })?;
        match envelope.r#type.as_str() {
            "subscribe" => channels(&envelope).map(Self::Subscribe),
            "unsubscribe" => channels(&envelope).map(Self::Unsubscribe),
            "ping" => Ok(Self::Ping(envelope.payload)),
            "auth" => token(&envelope.payload).map(Self::Auth),
            "start_analysis" => Ok(Self::StartAnalysis(envelope.payload)),
            "implement_opportunity" => Ok(Self::ImplementOpportunity(envelope.payload)),
            other => {
                let name: String = other.chars().take(80).collect();
                let message = format!("'{name}' is none of: {TYPES}.");
                Err(json!({"code": "unknown-type", "of": name, "message": message}))
            }
        }
    }
}

/// Returns the channels in a message: the payload as a text, `channel` or `channels` in it, or next to the type.
fn channels(envelope: &Envelope) -> Result<Vec<Channel>, Value> {
    let payload = &envelope.payload;
    let one = payload.as_str().or_else(|| payload.get("channel").and_then(Value::as_str));
    let one = one.or(envelope.channel.as_deref());
    let many = payload.get("channels").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let names: Vec<&str> = one.into_iter().chain(many).take(Channel::ALL.len() * 2).collect();
    let unknown = names.iter().find(|name| Channel::parse(name).is_none());
    if names.is_empty() || unknown.is_some() {
        let known = Channel::ALL.map(Channel::as_str).join(", ");
        let name: String = unknown.map_or_else(String::new, |name| name.chars().take(80).collect());
        let message = format!("There is no channel '{name}'. The channels are: {known}.");
        return Err(json!({"code": "unknown-channel", "of": envelope.r#type, "channel": name, "message": message}));
    }
    Ok(names.into_iter().filter_map(Channel::parse).collect())
}

fn token(payload: &Value) -> Result<String, Value> {
    let token = payload.get("token").and_then(Value::as_str);
    token
        .map(str::to_owned)
        .ok_or_else(|| json!({"code": "malformed-message", "of": "auth", "message": "Send payload.token."}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_is_found_wherever_clients_put_it() {
        let wanted = Ok(Incoming::Subscribe(vec![Channel::Engines]));
        assert_eq!(Incoming::read(r#"{"type":"subscribe","payload":{"channel":"engines"}}"#), wanted);
        assert_eq!(Incoming::read(r#"{"type":"subscribe","payload":"engines"}"#), wanted);
        assert_eq!(Incoming::read(r#"{"type":"subscribe","channel":"engines"}"#), wanted);
        assert_eq!(Incoming::read(r#"{"type":"subscribe","payload":{"channels":["engines"]}}"#), wanted);
    }

    #[test]
    fn says_what_is_wrong() {
        let code = |text: &str| Incoming::read(text).unwrap_err()["code"].as_str().unwrap_or_default().to_owned();
        assert_eq!(code("{"), "malformed-message");
        assert_eq!(code("[]"), "malformed-message");
        assert_eq!(code(r#"{"type":"dance"}"#), "unknown-type");
        assert_eq!(code(r#"{"type":"subscribe","payload":{"channel":"secrets"}}"#), "unknown-channel");
        assert_eq!(code(r#"{"type":"subscribe"}"#), "unknown-channel");
        assert_eq!(code(r#"{"type":"auth","payload":{}}"#), "malformed-message");
    }
}
