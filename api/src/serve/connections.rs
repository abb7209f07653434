//! Registry of open connections: limits them per address and in all.
//!
//! If all slots are taken, the connection that has waited longest for a request is closed: a half-sent or idle one.
//! So clients that open connections and send nothing do not shut out others, whose requests arrive at once.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use net::addresses::network;
use shared::config::ApiSettings;
use tokio_util::sync::CancellationToken;

/// All open connections of both ports.
#[derive(Debug, Clone)]
pub(super) struct Connections(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    most_per_address: usize,
    trusted: Vec<IpAddr>,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
    /// Connections without a request, in the order in which they began to wait.
    waiting: BTreeMap<u64, CancellationToken>,
    last_turn: u64,
}

/// Reason for refusing a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// The address has too many connections.
    Address,
    /// There are too many connections, and all of them are busy.
    All,
}

/// A slot of an open connection, released when dropped.
#[derive(Debug)]
pub(super) struct Slot {
    connections: Connections,
    address: Option<IpAddr>,
    /// Its key among the waiting connections; 0 while it serves a request.
    turn: AtomicU64,
    evicted: CancellationToken,
}

impl Connections {
    pub(super) fn new(settings: &ApiSettings) -> Self {
        let (limits, trusted) = (&settings.limits, settings.trusted_proxies.clone());
        let (most, most_per_address) = (limits.connections.max(1), limits.connections_per_address.max(1));
        Self(Arc::new(Inner { most, most_per_address, trusted, table: Mutex::default() }))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for a connection of `peer`. Loopback and trusted proxies have no limit of their own, because a
    /// proxy stands for all its clients.
    pub(super) fn take(&self, peer: IpAddr) -> Result<Slot, Full> {
        let peer = peer.to_canonical();
        let address = Some(network(peer)).filter(|_| !peer.is_loopback() && !self.0.trusted.contains(&peer));
        let mut table = self.table();
        let held = address.and_then(|address| table.by_address.get(&address)).copied().unwrap_or(0);
        if held >= self.0.most_per_address {
            return Err(Full::Address);
        }
        if table.total >= self.0.most {
            let (_, oldest) = table.waiting.pop_first().ok_or(Full::All)?;
            oldest.cancel();
        }
        table.total += 1;
        if let Some(address) = address {
            *table.by_address.entry(address).or_default() += 1;
        }
        drop(table);
        let slot =
            Slot { connections: self.clone(), address, turn: AtomicU64::new(0), evicted: CancellationToken::new() };
        slot.wait();
        Ok(slot)
    }
}

impl Slot {
    /// Marks the connection as waiting for a request.
    pub(super) fn wait(&self) {
        let mut table = self.connections.table();
        table.last_turn += 1;
        let turn = table.last_turn;
        let previous = self.turn.swap(turn, Ordering::Relaxed);
        table.waiting.remove(&previous);
        table.waiting.insert(turn, self.evicted.clone());
    }

    /// Marks the connection as busy with a request.
    pub(super) fn serve(&self) {
        let mut table = self.connections.table();
        table.waiting.remove(&self.turn.swap(0, Ordering::Relaxed));
    }

    /// Completes when the connection has to make room for another one.
    pub(super) async fn evicted(&self) {
        self.evicted.cancelled().await;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut table = self.connections.table();
        table.total = table.total.saturating_sub(1);
        table.waiting.remove(&self.turn.load(Ordering::Relaxed));
        if let Some(address) = self.address
            && let Some(count) = table.by_address.get_mut(&address)
        {
            *count = count.saturating_sub(1);
            if *count == 0 {
                table.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(most: usize, most_per_address: usize) -> Connections {
        let trusted = vec!["10.0.0.1".parse().unwrap()];
        Connections(Arc::new(Inner { most, most_per_address, trusted, table: Mutex::default() }))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_has_its_limit_and_proxies_do_not() {
        let all = connections(100, 2);
        let held: Vec<_> = (0..2).map(|_| all.take(address("203.0.113.9")).unwrap()).collect();
        assert_eq!(all.take(address("203.0.113.9")).err(), Some(Full::Address));
        assert_eq!(all.take(address("::ffff:203.0.113.9")).err(), Some(Full::Address), "the same address");
        assert!(all.take(address("203.0.113.10")).is_ok());
        let _network: Vec<_> = ["2a00::1", "2a00::2"].iter().map(|text| all.take(address(text)).unwrap()).collect();
        assert_eq!(all.take(address("2a00::3")).err(), Some(Full::Address), "the same /64");
        for proxy in ["127.0.0.1", "::1", "10.0.0.1"] {
            let many: Vec<_> = (0..20).map(|_| all.take(address(proxy))).collect();
            assert!(many.iter().all(Result::is_ok), "{proxy}");
        }
        drop(held);
        assert!(all.take(address("203.0.113.9")).is_ok(), "released");
    }

    #[test]
    fn the_longest_waiting_connection_makes_room_and_busy_ones_stay() {
        let all = connections(3, 9);
        let slots: Vec<_> = (1..=3).map(|n| all.take(IpAddr::from([203, 0, 113, n])).unwrap()).collect();
        slots[0].serve();
        let fourth = all.take(address("198.51.100.1")).unwrap();
        let evicted: Vec<bool> = slots.iter().map(|slot| slot.evicted.is_cancelled()).collect();
        assert_eq!(evicted, [false, true, false], "the first is busy");
        slots[0].wait();
        let fifth = all.take(address("198.51.100.2")).unwrap();
        assert!(slots[2].evicted.is_cancelled() && !slots[0].evicted.is_cancelled(), "the first waits since later");
        for slot in [&slots[0], &fourth, &fifth] {
            slot.serve();
        }
        assert_eq!(all.take(address("198.51.100.3")).err(), Some(Full::All));
    }

    #[test]
    fn dropped_connections_leave_nothing_behind() {
        let all = connections(9, 9);
        let slot = all.take(address("203.0.113.9")).unwrap();
        slot.serve();
        slot.wait();
        drop(slot);
        let table = all.table();
        assert!(table.total == 0 && table.by_address.is_empty() && table.waiting.is_empty(), "{table:?}");
    }
}
