//! Limited slots, per address and in all.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use dashmap::DashMap;
use net::addresses::network;

use super::hub::{add, subtract};

/// Slots for clients.
#[derive(Debug, Clone)]
pub(super) struct Slots(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    most_per_address: usize,
    /// Addresses that stand for many clients.
    proxies: Vec<IpAddr>,
    addresses: DashMap<IpAddr, usize>,
    total: AtomicUsize,
}

/// A slot, released when dropped.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Slots,
    address: IpAddr,
}

impl Slots {
    pub(super) fn new(most: usize, most_per_address: usize, proxies: Vec<IpAddr>) -> Self {
        let (addresses, total) = (DashMap::new(), AtomicUsize::new(0));
        Self(Arc::new(Inner { most, most_per_address, proxies, addresses, total }))
    }

    /// Takes a slot for a client; `None` if all are taken. Loopback and proxies may take half of all slots, because an
    /// undeclared proxy makes all clients look local.
    pub(super) fn take(&self, address: IpAddr) -> Option<Slot> {
        let inner = &self.0;
        let is_loopback = address.to_canonical().is_loopback();
        let is_shared = is_loopback || inner.proxies.contains(&address);
        let most_per_address = if is_shared { inner.most.div_ceil(2) } else { inner.most_per_address };
        // All loopback addresses are one: a client of this machine chooses among millions.
        let address = if is_loopback { Ipv4Addr::LOCALHOST.into() } else { network(address) };
        let all = inner.total.fetch_add(1, Ordering::Relaxed) + 1;
        let from_address = add(&inner.addresses, address);
        // Dropping the slot reverts the counts.
        let slot = Slot { slots: self.clone(), address };
        (all <= inner.most && from_address <= most_per_address).then_some(slot)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.0.total.fetch_sub(1, Ordering::Relaxed);
        subtract(&self.slots.0.addresses, &self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_limited_per_network_and_in_all() {
        let slots = Slots::new(4, 1, Vec::new());
        let take = |text: &str| slots.take(text.parse().unwrap());
        let held = [take("203.0.113.1"), take("2a00::1"), take("127.0.0.1"), take("127.9.9.9")];
        assert!(held.iter().all(Option::is_some));
        assert!(take("203.0.113.2").is_none(), "in all");
        assert!(take("::1").is_none(), "loopback has half");
        drop(held);
        let _one = take("2a00::1");
        assert!(take("2a00::2").is_none(), "the same network");
        assert!(take("2a00:0:0:1::2").is_some());
    }
}
