//! Limited places, per address and in all.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use dashmap::DashMap;
use shared::addresses::network;

use super::hub::{add, subtract};

/// Places for clients.
#[derive(Debug, Clone)]
pub(super) struct Places(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    most_per_address: usize,
    /// Addresses that stand for many clients.
    proxies: Vec<IpAddr>,
    addresses: DashMap<IpAddr, usize>,
    total: AtomicUsize,
}

/// A place, released when dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Places,
    address: IpAddr,
}

impl Places {
    pub(super) fn new(most: usize, most_per_address: usize, proxies: Vec<IpAddr>) -> Self {
        let (addresses, total) = (DashMap::new(), AtomicUsize::new(0));
        Self(Arc::new(Inner { most, most_per_address, proxies, addresses, total }))
    }

    /// Takes a place for a client; `None` if all are taken. Loopback and proxies may take half of all places, because an
    /// undeclared proxy makes all clients look local.
    pub(super) fn take(&self, address: IpAddr) -> Option<Place> {
        let inner = &self.0;
        let is_shared = address.to_canonical().is_loopback() || inner.proxies.contains(&address);
        let most_per_address = if is_shared { inner.most.div_ceil(2) } else { inner.most_per_address };
        let address = network(address);
        let all = inner.total.fetch_add(1, Ordering::Relaxed) + 1;
        let from_address = add(&inner.addresses, address);
        // Dropping the place reverts the counts.
        let place = Place { places: self.clone(), address };
        (all <= inner.most && from_address <= most_per_address).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.0.total.fetch_sub(1, Ordering::Relaxed);
        subtract(&self.places.0.addresses, &self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_per_network_and_in_all() {
        let places = Places::new(4, 1, Vec::new());
        let take = |text: &str| places.take(text.parse().unwrap());
        let held = [take("203.0.113.1"), take("2a00::1"), take("127.0.0.1"), take("127.0.0.1")];
        assert!(held.iter().all(Option::is_some));
        assert!(take("203.0.113.2").is_none(), "in all");
        drop(held);
        let _one = take("2a00::1");
        assert!(take("2a00::2").is_none(), "the same network");
        assert!(take("2a00:0:0:1::2").is_some());
    }
}
