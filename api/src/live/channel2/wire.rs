//! The hub's side of a Socket.IO connection.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use serde::Serialize;
use serde_json::{Value, json};
use socketioxide::{SendError, SocketError, extract::SocketRef};
use uuid::Uuid;

use crate::live::{
    channel::Route,
    close::Close,
    limits::{PATIENCE, ROOMS},
    offer::Offer,
    relayed::{About, Relayed},
};

/// Subscriptions of a connection of channel 2.
#[derive(Debug, Default)]
pub(crate) struct Topics {
    pub(crate) dashboard: bool,
    pub(crate) notification: bool,
    pub(crate) system: bool,
    /// Projects by id, with their workspace.
    pub(crate) projects: HashMap<Uuid, Uuid>,
    /// Rooms by id, with their workspace.
    pub(crate) rooms: HashMap<Uuid, Uuid>,
}

/// A connection of channel 2.
#[derive(Debug)]
pub(crate) struct SocketWire {
    socket: SocketRef,
    topics: Mutex<Topics>,
}

/// Interval of retries while the outbox is full.
const TRY_EVERY: Duration = Duration::from_millis(10);

impl SocketWire {
    pub(crate) fn new(socket: SocketRef) -> Self {
        Self { socket, topics: Mutex::default() }
    }

    /// Returns its subscriptions.
    pub(crate) fn topics(&self) -> MutexGuard<'_, Topics> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Emits an event; returns false if the client reads too slowly.
    pub(crate) fn emit<T: Serialize + ?Sized>(&self, event: &str, data: &T) -> bool {
        !matches!(self.socket.emit(event, data), Err(SendError::Socket(SocketError::InternalChannelFull)))
    }

    /// Sends the reason and ends the connection.
    pub(crate) fn close(&self, close: Close) {
        self.emit("error", &json!({"code": close.code(), "message": close.reason()}));
        // It may already be closed.
        let _ = self.socket.clone().disconnect();
    }

    pub(in crate::live) fn wants_engines(&self) -> bool {
        let topics = self.topics();
        topics.dashboard || !topics.projects.is_empty()
    }

    pub(in crate::live) fn keep_workspaces(&self, workspaces: &[Uuid]) {
        let mut topics = self.topics();
        topics.projects.retain(|_, owner| workspaces.contains(owner));
        topics.rooms.retain(|_, owner| workspaces.contains(owner));
    }

    pub(in crate::live) async fn offer(&self, relayed: &Relayed, offer: Offer) -> bool {
        let about = relayed.about();
        for name in self.names(relayed, &about, offer) {
            if !self.emit_patiently(relayed, &about, &name).await {
                return false;
            }
        }
        true
    }

    /// Emits an event under a name, waiting for a full outbox; returns false if the client does not read.
    async fn emit_patiently(&self, relayed: &Relayed, about: &About, name: &Name) -> bool {
        let until = Instant::now() + PATIENCE;
        while !self.emit_as(relayed, about, name) {
            if Instant::now() >= until {
                return false;
            }
            tokio::time::sleep(TRY_EVERY).await;
        }
        true
    }

    fn emit_as(&self, relayed: &Relayed, about: &About, name: &Name) -> bool {
        match name {
            Name::Own => self.emit(&relayed.event.r#type, &(relayed.payload(), meta(relayed))),
            Name::Notification => self.emit("notification", &(relayed.payload(), meta(relayed))),
            Name::Dashboard => self.emit("dashboard:update", &(change(relayed, about), meta(relayed))),
            Name::Project(id) => {
                let mut data = change(relayed, about);
                data["projectId"] = json!(id);
                self.emit("project:update", &(data, meta(relayed)))
            }
        }
    }

    /// Returns the names under which the client receives the event.
    fn names(&self, relayed: &Relayed, about: &About, offer: Offer) -> Vec<Name> {
        let topics = self.topics();
        let event = relayed.event.r#type.as_str();
        let replay = offer == Offer::Replay;
        let mut names = Vec::new();
        match relayed.route {
            Route::User if topics.notification || replay => {
                names.push(Name::Own);
                if event == "user:notification" {
                    names.push(Name::Notification);
                }
            }
            Route::Channel(_) => {
                let project = about.website_id.filter(|id| topics.projects.contains_key(id));
                if topics.dashboard || project.is_some() || replay {
                    names.push(Name::Own);
                }
                if is_change(event, about) {
                    names.extend((topics.dashboard || replay).then_some(Name::Dashboard));
                    names.extend(project.map(Name::Project));
                }
            }
            Route::Room if about.room_id.is_some_and(|id| topics.rooms.contains_key(&id)) => names.push(Name::Own),
            Route::User | Route::Room | Route::Hub => {}
        }
        names
    }
}

enum Name {
    Own,
    Notification,
    Dashboard,
    Project(Uuid),
}

/// Whether a dashboard is outdated after the event. Results of a run arrive with its end, and a child's end with its
/// parent's, so they are sent once.
fn is_change(event: &str, about: &About) -> bool {
    match event {
        "run:finished" => about.parent_id.is_none(),
        "opportunity:discovered" => about.engine_id.is_none(),
        "opportunity:updated" | "opportunity:implemented" => true,
        _ => false,
    }
}

/// Second argument of every relayed event: the value for `since`, and the time of the event.
fn meta(relayed: &Relayed) -> Value {
    json!({"id": relayed.event.id, "timestamp": relayed.event.timestamp})
}

/// Announces a change without its content, which the client reloads.
fn change(relayed: &Relayed, about: &About) -> Value {
    json!({
        "reason": relayed.event.r#type, "runId": about.run_id, "engineId": about.engine_id,
        "websiteId": about.website_id,
    })
}

impl Topics {
    /// Returns true if another project or room can be joined.
    pub(crate) fn has_room(&self) -> bool {
        self.projects.len() + self.rooms.len() < ROOMS
    }
}
