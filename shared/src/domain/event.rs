//! Live events that matter afterwards.

use serde_json::Value;
use uuid::Uuid;

/// An event to be stored for every member of a workspace, or for one user.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// Who receives it.
    pub audience: Audience,
    /// Its name on the wire.
    pub r#type: &'static str,
    /// What happened.
    pub payload: Value,
}

/// Who receives an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Audience {
    /// Every member of this workspace.
    Workspace(Uuid),
    /// This user alone.
    User(Uuid),
}
