//! The feeds of connected users, one for each user.

use std::sync::Arc;

use dashmap::DashMap;
use shared::{bus::Bus, store::Db};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::outlet::Outlet;

/// A command to a user's feed.
#[derive(Debug)]
pub(super) enum Command {
    /// A new connection, which requests the events after `since`.
    Attach { outlet: Arc<Outlet>, since: Option<i64> },
    /// A closed connection.
    Detach(u64),
    /// A connection's token was renewed, so deadlines have changed.
    Renewed,
}

/// All feeds and their sources.
#[derive(Debug)]
pub(super) struct Feeds {
    pub(super) db: Db,
    pub(super) bus: Bus,
    pub(super) stop: CancellationToken,
    senders: DashMap<Uuid, mpsc::UnboundedSender<Command>>,
}

impl Feeds {
    pub(super) fn new(db: Db, bus: Bus, stop: CancellationToken) -> Self {
        Self { db, bus, stop, senders: DashMap::new() }
    }

    /// Attaches a connection to its user's feed, which `start` creates for the first connection. The lock of the map is
    /// held meanwhile, so a feed that retires has received every command.
    pub(super) fn attach(
        &self, user_id: Uuid, outlet: Arc<Outlet>, since: Option<i64>,
        start: impl FnOnce() -> mpsc::UnboundedSender<Command>,
    ) {
        let feed = self.senders.entry(user_id).or_insert_with(start);
        // The receiver lives until the feed has removed itself from the map.
        let _ = feed.send(Command::Attach { outlet, since });
    }

    /// Sends a command to a user's feed, if there is one.
    pub(super) fn tell(&self, user_id: Uuid, command: Command) {
        if let Some(feed) = self.senders.get(&user_id) {
            let _ = feed.send(command);
        }
    }

    /// Removes a feed without connections from the map; false when a command has come in the meantime.
    pub(super) fn retire(&self, user_id: Uuid, commands: &mpsc::UnboundedReceiver<Command>) -> bool {
        self.senders.remove_if(&user_id, |_, _| commands.is_empty()).is_some()
    }
}
