//! Events of one user: read from the bus once and passed to all connections of the user.
//!
//! Ids of stored events increase by one, so the feed detects a missing one, reads it from the store and continues.
//! Duplicates are dropped. Events that are not stored are passed on as they arrive.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use shared::{
    bus::{Received, Subscription, user_topic, workspace_topic},
    domain::now,
    events::{LiveEvent, MEMBERSHIP_ENDED},
    store::{self, StoreError},
};
use tokio::{sync::mpsc, time::Instant};
use uuid::Uuid;

use super::{
    authenticate,
    channel::Route,
    close::Close,
    feeds::{Command, Feeds},
    limits::{REFRESH, REPLAY},
    offer::Offer,
    outlet::Outlet,
    relayed::Relayed,
    reply,
    status::{ENGINE_STATUS, Statuses},
};

/// Maximum number of missed events read; screens read older ones from the tables.
const CATCH_UP: i64 = 500;
/// Time after a new subscription at which the store is read once more, because the bus may have started in between.
const SETTLE: Duration = Duration::from_millis(700);
/// Time after a failed read at which the store is read again.
const RETRY: Duration = Duration::from_secs(1);

/// Starts the feed of a user; returns its command channel.
pub(super) fn spawn(feeds: Arc<Feeds>, user_id: Uuid) -> mpsc::UnboundedSender<Command> {
    let (sender, commands) = mpsc::unbounded_channel();
    tokio::spawn(Feed::new(feeds, user_id, commands).run());
    sender
}

struct Feed {
    feeds: Arc<Feeds>,
    user_id: Uuid,
    commands: mpsc::UnboundedReceiver<Command>,
    events: Subscription,
    workspaces: Vec<(Uuid, Subscription)>,
    outlets: HashMap<u64, Arc<Outlet>>,
    /// Last event passed on; `None` until the store was read.
    last_id: Option<i64>,
    /// Time of the next read of the store.
    catch_up_at: Option<Instant>,
    refresh_at: Instant,
    statuses: Statuses,
}

enum Happening {
    Command(Option<Command>),
    Event(Received),
    Workspace(Received),
    Deadline,
    Stop,
}

impl Feed {
    fn new(feeds: Arc<Feeds>, user_id: Uuid, commands: mpsc::UnboundedReceiver<Command>) -> Self {
        let events = feeds.bus.subscribe(&user_topic(user_id));
        Self {
            feeds,
            user_id,
            commands,
            events,
            workspaces: Vec::new(),
            outlets: HashMap::new(),
            last_id: None,
            catch_up_at: Some(Instant::now() + SETTLE),
            refresh_at: Instant::now(),
            statuses: Statuses::default(),
        }
    }

    async fn run(mut self) {
        self.begin().await;
        loop {
            match self.next().await {
                Happening::Command(Some(command)) => self.obey(command).await,
                Happening::Command(None) => return,
                Happening::Event(received) => self.take(received).await,
                Happening::Workspace(Received::Message(text)) => self.give_on(&text).await,
                // Events that are not stored cannot be read again; screens read the tables.
                Happening::Workspace(Received::Gap) => {}
                Happening::Deadline => self.meet_deadlines().await,
                Happening::Stop => return self.close_all(Close::GoingAway),
            }
            if self.outlets.is_empty() && self.feeds.retire(self.user_id, &self.commands) {
                return;
            }
        }
    }

    async fn begin(&mut self) {
        match store::event::last_id(&self.feeds.db, self.user_id).await {
            Ok(id) => self.last_id = Some(id),
            Err(error) => self.missed(&error),
        }
        self.refresh().await;
    }

    /// Waits for the next action. Commands come first, so that a new connection misses nothing; then due work, so that
    /// a stream of events cannot delay it.
    async fn next(&mut self) -> Happening {
        let deadline = self.deadline();
        tokio::select! {
            biased;
            () = self.feeds.stop.cancelled() => Happening::Stop,
            command = self.commands.recv() => Happening::Command(command),
            () = tokio::time::sleep_until(deadline) => Happening::Deadline,
            received = self.events.receive() => Happening::Event(received),
            received = next_of(&mut self.workspaces) => Happening::Workspace(received),
        }
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Attach { outlet, since } => {
                self.catch_up().await;
                reply::connected(&outlet, self.last_id);
                if let Some(since) = since {
                    self.replay(&outlet, since).await;
                }
                self.outlets.insert(outlet.id, outlet);
            }
            Command::Detach(id) => {
                self.outlets.remove(&id);
            }
            // Recomputes the deadline before each wait.
            Command::Renewed => {}
        }
    }

    /// Sends a new connection the last events after `since`.
    async fn replay(&mut self, outlet: &Outlet, since: i64) {
        let Some(last_id) = self.last_id else { return outlet.close(Close::TryAgainLater) };
        match store::event::since(&self.feeds.db, self.user_id, since, REPLAY).await {
            Ok(missed) => {
                let missed: Vec<_> = missed.into_iter().filter(|event| event.id <= last_id).collect();
                let is_complete = since <= last_id && missed.first().map_or(since, |event| event.id - 1) == since;
                let count = missed.len();
                for event in missed.into_iter().filter_map(Relayed::from_stored) {
                    outlet.offer(&event, Offer::Replay).await;
                }
                reply::replayed(outlet, count, is_complete, last_id);
            }
            Err(error) => {
                tracing::warn!(%error, "missed events could not be read");
                outlet.close(Close::TryAgainLater);
            }
        }
    }

    /// Handles a message on the user's own topic.
    async fn take(&mut self, received: Received) {
        let Received::Message(text) = received else { return self.catch_up().await };
        let Some(relayed) = Relayed::from_message(&text) else { return };
        let Some(id) = relayed.event.id else { return self.dispatch(&relayed).await };
        match self.last_id {
            Some(last) if id <= last => {}
            Some(last) if id == last + 1 => {
                self.last_id = Some(id);
                self.dispatch(&relayed).await;
            }
            _ => self.catch_up().await,
        }
    }

    /// Reads missed events from the store and passes them on.
    async fn catch_up(&mut self) {
        let Some(last_id) = self.last_id else { return self.begin_late().await };
        match store::event::since(&self.feeds.db, self.user_id, last_id, CATCH_UP).await {
            Ok(missed) => {
                for stored in missed {
                    self.last_id = Some(stored.id);
                    if let Some(relayed) = Relayed::from_stored(stored) {
                        self.dispatch(&relayed).await;
                    }
                }
            }
            Err(error) => self.missed(&error),
        }
    }

    async fn begin_late(&mut self) {
        match store::event::last_id(&self.feeds.db, self.user_id).await {
            Ok(id) => self.last_id = Some(id),
            Err(error) => self.missed(&error),
        }
    }

    fn missed(&mut self, error: &StoreError) {
        tracing::warn!(%error, "live events cannot be read from the store; trying again");
        self.catch_up_at = Some(Instant::now() + RETRY);
    }

    async fn give_on(&mut self, text: &str) {
        if let Some(relayed) = Relayed::from_message(text) {
            self.dispatch(&relayed).await;
        }
    }

    async fn dispatch(&mut self, relayed: &Relayed) {
        if relayed.route == Route::Hub {
            return self.end(relayed).await;
        }
        let event = relayed.event.r#type.as_str();
        if matches!(event, ENGINE_STATUS | "run:finished") && self.outlets.values().any(|outlet| outlet.wants_engines())
        {
            self.statuses.note(relayed);
        }
        if event != ENGINE_STATUS {
            self.offer(relayed).await;
        }
    }

    async fn offer(&self, relayed: &Relayed) {
        for outlet in self.outlets.values() {
            outlet.offer(relayed, Offer::Live).await;
        }
    }

    async fn end(&mut self, relayed: &Relayed) {
        if relayed.event.r#type == MEMBERSHIP_ENDED {
            self.close_all(Close::MembershipEnded);
            self.refresh().await;
        } else {
            self.end_session(relayed);
        }
    }

    /// Closes the connections of an ended session.
    fn end_session(&self, relayed: &Relayed) {
        let ended = relayed.about().session_id;
        for outlet in self.outlets.values() {
            if ended.is_none_or(|id| id == outlet.pass().session_id) {
                outlet.close(Close::SessionEnded);
            }
        }
    }

    fn close_all(&self, close: Close) {
        for outlet in self.outlets.values() {
            outlet.close(close);
        }
    }

    /// Time of the next due work: refresh of memberships, end of a token, read of the store, status of an engine.
    fn deadline(&self) -> Instant {
        let expires = self.outlets.values().map(|outlet| outlet.pass().expires_at).min();
        let expires = expires.map(|at| Instant::now() + (at - now()).to_std().unwrap_or_default());
        [Some(self.refresh_at), self.catch_up_at, self.statuses.due(), expires]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(self.refresh_at)
    }

    async fn meet_deadlines(&mut self) {
        let (at, clock) = (Instant::now(), now());
        for outlet in self.outlets.values().filter(|outlet| outlet.is_expired(clock)) {
            outlet.close(Close::TokenExpired);
        }
        self.outlets.retain(|_, outlet| !outlet.is_expired(clock));
        if self.catch_up_at.is_some_and(|due| due <= at) {
            self.catch_up_at = None;
            self.catch_up().await;
        }
        if self.statuses.due().is_some_and(|due| due <= at) {
            self.tell_statuses().await;
        }
        if self.refresh_at <= at {
            self.catch_up().await;
            self.refresh().await;
        }
    }

    async fn tell_statuses(&mut self) {
        let workspaces: Vec<Uuid> = self.workspaces.iter().map(|(id, _)| *id).collect();
        for payload in self.statuses.read(&self.feeds.db, &workspaces).await {
            let event = LiveEvent { id: None, timestamp: now(), r#type: ENGINE_STATUS.to_owned(), payload };
            if let Some(relayed) = Relayed::from_event(event) {
                self.offer(&relayed).await;
            }
        }
    }

    /// Refreshes the user's memberships and sessions.
    async fn refresh(&mut self) {
        self.refresh_at = Instant::now() + REFRESH.mul_f64(1.0 - rand::random::<f64>() / 3.0);
        let db = &self.feeds.db;
        match store::workspace::list(db, self.user_id).await {
            Ok(memberships) => self.listen_to(memberships.into_iter().map(|membership| membership.id).collect()),
            Err(error) => tracing::warn!(%error, "memberships could not be read; the last known ones stand"),
        }
        self.end_revoked().await;
    }

    fn listen_to(&mut self, ids: Vec<Uuid>) {
        self.workspaces.retain(|(id, _)| ids.contains(id));
        for outlet in self.outlets.values() {
            outlet.keep_workspaces(&ids);
        }
        for id in ids {
            if self.workspaces.iter().all(|(held, _)| *held != id) {
                let subscription = self.feeds.bus.subscribe(&workspace_topic(id));
                self.workspaces.push((id, subscription));
            }
        }
    }

    async fn end_revoked(&self) {
        let sessions: HashSet<Uuid> = self.outlets.values().map(|outlet| outlet.pass().session_id).collect();
        for id in sessions {
            match authenticate::is_live(&self.feeds.db, id).await {
                Ok(true) => {}
                Ok(false) => {
                    let of_session = self.outlets.values().filter(|outlet| outlet.pass().session_id == id);
                    of_session.for_each(|outlet| outlet.close(Close::SessionEnded));
                }
                Err(error) => tracing::warn!(%error, "a session could not be looked at"),
            }
        }
    }
}

/// Waits for the next message of any workspace; for ever if there is none.
async fn next_of(workspaces: &mut [(Uuid, Subscription)]) -> Received {
    if workspaces.is_empty() {
        return std::future::pending().await;
    }
    let waits = workspaces.iter_mut().map(|(_, subscription)| Box::pin(subscription.receive()));
    futures::future::select_all(waits).await.0
}
