//! Stored live events.

use serde_json::Value;
use uuid::Uuid;

/// An event to be stored for every member of a workspace, or for one user.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// Recipients of the event.
    pub audience: Audience,
    /// Type of the event in messages.
    pub r#type: &'static str,
    /// Payload of the event.
    pub payload: Value,
}

/// Recipients of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Audience {
    /// All members of this workspace.
    Workspace(Uuid),
    /// Only this user.
    User(Uuid),
}
