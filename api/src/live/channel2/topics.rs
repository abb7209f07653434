//! Subscriptions to topics and projects.

use serde_json::json;
use shared::store;
use uuid::Uuid;

use super::{
    args::Args,
    requests::{Obeyed, Requests, failed, refused},
    wire::Topics,
};
use crate::live::authenticate;

impl Requests {
    pub(super) fn topic(&self, change: impl FnOnce(&mut Topics)) -> Obeyed {
        if let Some(wire) = self.wire() {
            change(&mut wire.topics());
        }
        Ok(json!({}))
    }

    /// System metrics are for administrators.
    pub(super) async fn watch_system(&self) -> Obeyed {
        let session_id = self.connection.outlet.pass().session_id;
        if !authenticate::is_admin(&self.context.state.db, session_id).await.map_err(failed)? {
            return Err(refused("forbidden", "Only an administrator may subscribe to system monitoring."));
        }
        let subscribed = self.topic(|topics| topics.system = true);
        self.context.system.watch(&self.context.state, &self.connection.outlet);
        subscribed
    }

    /// A project is a website in one of the user's workspaces; any other is not found.
    pub(super) async fn join_project(&self, args: &Args) -> Obeyed {
        let (id, workspace_id) = self.project(args).await?;
        self.admit(|topics| topics.projects.insert(id, workspace_id))?;
        Ok(json!({"projectId": id}))
    }

    pub(super) fn leave_project(&self, args: &Args) -> Obeyed {
        let id = project_id(args)?;
        self.topic(|topics| {
            topics.projects.remove(&id);
        })
    }

    /// Returns the project in the first argument, with its workspace.
    pub(super) async fn project(&self, args: &Args) -> Result<(Uuid, Uuid), serde_json::Value> {
        let id = project_id(args)?;
        let found = store::chat::workspace_of(&self.context.state.db, self.user_id(), id).await.map_err(failed)?;
        found.map(|workspace_id| (id, workspace_id)).ok_or_else(|| refused("not-found", "There is no such project."))
    }

    /// Changes the subscriptions unless the connection has too many rooms.
    pub(super) fn admit<T>(&self, change: impl FnOnce(&mut Topics) -> T) -> Result<(), serde_json::Value> {
        let Some(wire) = self.wire() else { return Ok(()) };
        let mut topics = wire.topics();
        if !topics.has_room() {
            return Err(refused("too-many-rooms", "Leave a project or a room before you join another."));
        }
        change(&mut topics);
        Ok(())
    }
}

/// Returns the id in the first argument.
pub(super) fn project_id(args: &Args) -> Result<Uuid, serde_json::Value> {
    args.id(&["projectId", "roomId", "id"]).ok_or_else(|| refused("not-found", "There is no such project."))
}
