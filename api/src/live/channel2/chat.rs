//! Project chat: messages are stored and sent to the whole room on any replica; typing is only sent.

use serde_json::{Value, json};
use shared::{
    domain::chat::{ChatMessage, SignedMessage},
    events, store,
};
use uuid::Uuid;

use super::{
    args::Args,
    requests::{Obeyed, Requests, failed, refused},
    topics::project_id,
};
use crate::{
    extract::control::has_control,
    live::{caller, reply},
};

/// Maximum characters of a message.
const MESSAGE_CHARS: usize = 4_000;
/// Messages that a client receives when it joins.
const HISTORY: i64 = 50;

impl Requests {
    /// Joins a room; the acknowledgement brings its last messages.
    pub(super) async fn join_room(&self, args: &Args) -> Obeyed {
        let (id, workspace_id) = self.project(args).await?;
        self.admit(|topics| topics.rooms.insert(id, workspace_id))?;
        let messages = store::chat::list(&self.context.state.db, workspace_id, id, None, HISTORY).await;
        let messages: Vec<Value> = messages.map_err(failed)?.iter().map(signed).collect();
        Ok(json!({"roomId": id, "messages": messages}))
    }

    pub(super) fn leave_room(&self, args: &Args) -> Obeyed {
        let id = project_id(args)?;
        self.topic(|topics| {
            topics.rooms.remove(&id);
        })
    }

    /// Stores a message and sends it to the room.
    pub(super) async fn message(&mut self, args: &Args) -> Obeyed {
        let (room_id, workspace_id) = self.writable(args).await?;
        let text =
            args.at(1).as_str().or_else(|| args.at(1).get("message").and_then(Value::as_str)).unwrap_or_default();
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MESSAGE_CHARS || has_control(text) {
            let message = format!("A message has 1 to {MESSAGE_CHARS} characters and no control characters.");
            return Err(refused("invalid-request", message));
        }
        let new = ChatMessage {
            id: shared::domain::new_id(),
            room_id,
            user_id: self.user_id(),
            message: text.to_owned(),
            created_at: shared::domain::now(),
        };
        if !store::chat::insert(&self.context.state.db, workspace_id, &new).await.map_err(failed)? {
            return Err(refused("not-found", "There is no such project."));
        }
        let (id, timestamp) = (new.id, new.created_at);
        let payload = signed(&SignedMessage {
            id,
            room_id,
            user_id: new.user_id,
            user_name: Some(self.name().await?),
            message: new.message,
            created_at: timestamp,
        });
        events::publish(&self.context.state.bus, workspace_id, "chat:message", payload);
        Ok(json!({"id": id, "timestamp": timestamp}))
    }

    /// Notifies the room that the user is typing, or has stopped.
    pub(super) async fn typing(&mut self, args: &Args) -> Obeyed {
        let (room_id, workspace_id) = self.writable(args).await?;
        let flag = args.at(1).as_bool().or_else(|| args.at(1).get("typing").and_then(Value::as_bool)).unwrap_or(true);
        let user = json!({"id": self.user_id(), "name": self.name().await?});
        let payload = json!({"roomId": room_id, "user": user, "typing": flag});
        events::publish(&self.context.state.bus, workspace_id, "chat:typing", payload);
        Ok(json!({}))
    }

    /// Returns the room in the first argument, which the connection must have joined.
    fn joined(&self, args: &Args) -> Result<(Uuid, Uuid), Value> {
        let id = project_id(args)?;
        let workspace_id = self.wire().and_then(|wire| wire.topics().rooms.get(&id).copied());
        workspace_id.map(|workspace_id| (id, workspace_id)).ok_or_else(|| refused("not-joined", "Join the room first."))
    }

    /// Returns the joined room in the first argument, if the user's role allows to write there.
    async fn writable(&self, args: &Args) -> Result<(Uuid, Uuid), Value> {
        let (room_id, workspace_id) = self.joined(args)?;
        let admitted = caller::changes(&self.context.state, &self.connection, Some(workspace_id)).await;
        admitted.map(|_| (room_id, workspace_id)).map_err(|error| reply::problem(&error))
    }

    async fn name(&mut self) -> Result<String, Value> {
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        let user = store::user::find(&self.context.state.db, self.user_id()).await.map_err(failed)?;
        let name = user.map(|user| user.name).ok_or_else(|| refused("not-authenticated", "The account is gone."))?;
        self.name = Some(name.clone());
        Ok(name)
    }
}

/// Formats a message for the web client.
fn signed(message: &SignedMessage) -> Value {
    json!({
        "id": message.id, "roomId": message.room_id,
        "user": {"id": message.user_id, "name": message.user_name},
        "message": message.message, "timestamp": message.created_at,
    })
}
