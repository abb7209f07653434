//! Handling of messages from clients of channel 2.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Context, args::Args, wire::SocketWire};
use crate::live::{authenticate, close::Close, hub::Connection, reply};

/// Reserved names of the library, which clients cannot emit.
const RESERVED: [&str; 6] =
    ["connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"];

/// Obeys the messages of one connection.
pub(super) struct Requests {
    pub(super) context: Context,
    pub(super) connection: Connection,
    /// Name of the user, once loaded.
    pub(super) name: Option<String>,
}

/// Result of a message: the acknowledgement's fields besides `success`, or the error.
pub(super) type Obeyed = Result<Value, Value>;

/// Creates an error with its reason.
pub(super) fn refused(code: &str, message: impl Into<String>) -> Value {
    json!({"code": code, "message": message.into()})
}

impl Requests {
    pub(super) const fn new(context: Context, connection: Connection) -> Self {
        Self { context, connection, name: None }
    }

    /// The hub's side of this connection; always of channel 2.
    pub(super) fn wire(&self) -> Option<&SocketWire> {
        self.connection.outlet.socket()
    }

    pub(super) fn user_id(&self) -> Uuid {
        self.connection.user_id()
    }

    pub(super) fn close(&self, close: Close) {
        self.connection.outlet.close(close);
    }

    /// Handles a message; returns the acknowledgement.
    pub(super) async fn obey(&mut self, event: &str, args: Option<Args>) -> Value {
        let obeyed = match args {
            Some(args) => self.dispatch(event, &args).await,
            None => Err(refused("malformed-message", "The arguments are not JSON.")),
        };
        match obeyed {
            Ok(mut answer) => {
                answer["success"] = json!(true);
                answer
            }
            Err(mut answer) => {
                answer["success"] = json!(false);
                answer
            }
        }
    }

    async fn dispatch(&mut self, event: &str, args: &Args) -> Obeyed {
        match event {
            "ping" => Ok(json!({"timestamp": args.at(0), "serverTime": shared::domain::now()})),
            "auth" => self.renew(args).await,
            "dashboard:subscribe" => self.topic(|topics| topics.dashboard = true),
            "dashboard:unsubscribe" => self.topic(|topics| topics.dashboard = false),
            "notification:subscribe" => self.topic(|topics| topics.notification = true),
            "notification:unsubscribe" => self.topic(|topics| topics.notification = false),
            "system:subscribe" => self.watch_system().await,
            "system:unsubscribe" => self.topic(|topics| topics.system = false),
            "project:join" => self.join_project(args).await,
            "project:leave" => self.leave_project(args),
            "chat:join" => self.join_room(args).await,
            "chat:leave" => self.leave_room(args),
            "chat:message" => self.message(args).await,
            "chat:typing" => self.typing(args).await,
            reserved if RESERVED.contains(&reserved) => {
                Err(refused("reserved-event", format!("The event name '{reserved}' is reserved.")))
            }
            other => self.unknown(other),
        }
    }

    fn unknown(&self, event: &str) -> Obeyed {
        let name: String = event.chars().take(80).collect();
        let refusal = refused("unknown-event", format!("There is no event '{name}'."));
        if let Some(wire) = self.wire() {
            wire.emit("error", &refusal);
        }
        Err(refusal)
    }

    async fn renew(&self, args: &Args) -> Obeyed {
        let token = args.at(0).as_str().or_else(|| args.at(0).get("token").and_then(Value::as_str)).unwrap_or_default();
        let renewed = match authenticate::admit(&self.context.state, token).await {
            Ok(pass) => self.connection.renew(pass).map(|()| pass),
            Err(close) => Err(close),
        };
        match renewed {
            Ok(pass) => Ok(json!({"expiresAt": pass.expires_at})),
            Err(close) => {
                self.close(close);
                Err(refused("not-authenticated", close.reason()))
            }
        }
    }
}

/// Formats a failure of the store for clients.
pub(super) fn failed(error: shared::store::StoreError) -> Value {
    reply::problem(&error.into())
}
