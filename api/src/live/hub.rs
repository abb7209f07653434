//! The hub: registers connections and limits their number.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use dashmap::DashMap;
use net::addresses::network;
use shared::{bus::Bus, store::Db};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    close::Close,
    feed,
    feeds::{Command, Feeds},
    limits::{IN_ALL, PER_ADDRESS, PER_USER},
    outlet::{Outlet, Wire},
    token_claims::TokenClaims,
};

/// Relays events to connected users.
#[derive(Debug, Clone)]
pub(crate) struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    feeds: Arc<Feeds>,
    users: DashMap<Uuid, usize>,
    addresses: DashMap<IpAddr, usize>,
    total: AtomicUsize,
    next_id: AtomicU64,
}

/// Which of the two channels a connection is of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// The plain WebSocket.
    Plain,
    /// Socket.IO.
    Socket,
}

impl Kind {
    const fn label(self) -> &'static str {
        match self {
            Self::Plain => "1",
            Self::Socket => "2",
        }
    }
}

/// A seat among the connections, released when dropped.
#[derive(Debug)]
pub(crate) struct Seat {
    hub: Hub,
    user_id: Uuid,
    address: Option<IpAddr>,
    kind: Kind,
}

/// A registered connection; dropping it unregisters it.
#[derive(Debug)]
pub(crate) struct Connection {
    /// The hub's side of it.
    pub(crate) outlet: Arc<Outlet>,
    seat: Arc<Seat>,
}

impl Hub {
    pub(crate) fn new(db: Db, bus: Bus, stop: CancellationToken) -> Self {
        Self(Arc::new(Inner {
            feeds: Arc::new(Feeds::new(db, bus, stop)),
            users: DashMap::new(),
            addresses: DashMap::new(),
            total: AtomicUsize::new(0),
            next_id: AtomicU64::new(1),
        }))
    }

    /// Reserves a seat for a connection of the user from `address`. Local connections are not limited by address,
    /// because an undeclared proxy makes all connections look local.
    pub(crate) fn seat(&self, user_id: Uuid, address: IpAddr, kind: Kind) -> Result<Seat, Close> {
        let inner = &self.0;
        let address = Some(network(address)).filter(|address| !address.is_loopback());
        metrics::gauge!("motherlode_live_connections", "channel" => kind.label()).increment(1.0);
        let all = inner.total.fetch_add(1, Ordering::Relaxed) + 1;
        let of_user = add(&inner.users, user_id);
        let from_address = address.map_or(0, |address| add(&inner.addresses, address));
        // Dropping the seat reverts the counts.
        let seat = Seat { hub: self.clone(), user_id, address, kind };
        if of_user > PER_USER || from_address > PER_ADDRESS {
            return Err(Close::TooManyConnections);
        }
        if all > IN_ALL { Err(Close::TryAgainLater) } else { Ok(seat) }
    }

    /// Begins to relay the user's events to a connection; first those after `since`, if given.
    pub(crate) fn connect(
        &self, seat: impl Into<Arc<Seat>>, pass: TokenClaims, wire: Wire, since: Option<i64>,
    ) -> Connection {
        let seat = seat.into();
        let id = self.0.next_id.fetch_add(1, Ordering::Relaxed);
        let outlet = Arc::new(Outlet::new(id, pass, wire));
        let feeds = &self.0.feeds;
        feeds.attach(seat.user_id, outlet.clone(), since, || feed::spawn(feeds.clone(), seat.user_id));
        Connection { outlet, seat }
    }
}

pub(super) fn add<K: std::hash::Hash + Eq>(counts: &DashMap<K, usize>, key: K) -> usize {
    let mut count = counts.entry(key).or_insert(0);
    *count += 1;
    *count
}

pub(super) fn subtract<K: std::hash::Hash + Eq>(counts: &DashMap<K, usize>, key: &K) {
    counts.remove_if_mut(key, |_, count| {
        *count = count.saturating_sub(1);
        *count == 0
    });
}

impl Drop for Seat {
    fn drop(&mut self) {
        let inner = &self.hub.0;
        metrics::gauge!("motherlode_live_connections", "channel" => self.kind.label()).decrement(1.0);
        inner.total.fetch_sub(1, Ordering::Relaxed);
        subtract(&inner.users, &self.user_id);
        if let Some(address) = &self.address {
            subtract(&inner.addresses, address);
        }
    }
}

impl Connection {
    /// User of the connection.
    pub(crate) fn user_id(&self) -> Uuid {
        self.seat.user_id
    }

    /// Puts another token in the place of the first.
    pub(crate) fn renew(&self, pass: TokenClaims) -> Result<(), Close> {
        self.outlet.renew(pass)?;
        self.seat.hub.0.feeds.tell(self.seat.user_id, Command::Renewed);
        Ok(())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.seat.hub.0.feeds.tell(self.seat.user_id, Command::Detach(self.outlet.id));
    }
}
