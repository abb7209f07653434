//! A cache with a bound of bytes.
//!
//! Entries are in two generations: what was used lately and what was used before. When the first is full, it becomes the
//! second, and the entries that nobody asked for since then are dropped. A look-up takes a shared lock only.

use std::{
    borrow::Borrow,
    collections::HashMap,
    hash::Hash,
    sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

/// A cache whose entries have at most `bytes` bytes in all.
#[derive(Debug)]
pub(super) struct Bounded<K, V> {
    half: usize,
    generations: RwLock<Generations<K, V>>,
}

#[derive(Debug)]
struct Generations<K, V> {
    recent: HashMap<K, Entry<V>>,
    recent_bytes: usize,
    older: HashMap<K, Entry<V>>,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    bytes: usize,
}

impl<K: Eq + Hash, V: Clone> Bounded<K, V> {
    /// Creates a cache of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let generations = Generations { recent: HashMap::new(), recent_bytes: 0, older: HashMap::new() };
        Self { half: bytes / 2, generations: RwLock::new(generations) }
    }

    fn read(&self) -> RwLockReadGuard<'_, Generations<K, V>> {
        self.generations.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Generations<K, V>> {
        self.generations.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of a key.
    pub(super) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let all = self.read();
        if let Some(entry) = all.recent.get(key) {
            return Some(entry.value.clone());
        }
        let is_older = all.older.contains_key(key);
        drop(all);
        if !is_older {
            return None;
        }
        let mut all = self.write();
        let (key, entry) = all.older.remove_entry(key)?;
        let value = entry.value.clone();
        self.store(&mut all, key, entry);
        Some(value)
    }

    /// Stores a value of `bytes` bytes. One that is larger than half of the cache is not stored.
    pub(super) fn insert(&self, key: K, value: V, bytes: usize) {
        if bytes <= self.half {
            let mut all = self.write();
            all.older.remove(&key);
            self.store(&mut all, key, Entry { value, bytes });
        }
    }

    fn store(&self, all: &mut Generations<K, V>, key: K, entry: Entry<V>) {
        if let Some(replaced) = all.recent.remove(&key) {
            all.recent_bytes -= replaced.bytes;
        }
        if all.recent_bytes + entry.bytes > self.half {
            all.older = std::mem::take(&mut all.recent);
            all.recent_bytes = 0;
        }
        all.recent_bytes += entry.bytes;
        all.recent.insert(key, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(cache: &Bounded<u32, u32>) -> usize {
        let all = cache.read();
        all.recent.values().chain(all.older.values()).map(|entry| entry.bytes).sum()
    }

    #[test]
    fn entries_never_exceed_the_bound() {
        let cache = Bounded::new(100);
        for key in 0..1_000 {
            cache.insert(key % 37, key, 7);
            cache.get(&(key % 5));
            assert!(bytes(&cache) <= 100, "{key}");
        }
        cache.insert(1_000, 0, 51);
        assert_eq!(cache.get(&1_000), None, "larger than half");
        assert!(cache.get(&36).is_some() || cache.get(&35).is_some());
    }

    #[test]
    fn entries_in_use_stay() {
        let cache = Bounded::new(100);
        cache.insert(0, 7, 10);
        for key in 1..100 {
            assert_eq!(cache.get(&0), Some(7), "{key}");
            cache.insert(key, key, 10);
        }
        assert_eq!(cache.get(&1), None, "nobody asked for it");
    }

    #[test]
    fn replaced_entries_free_their_bytes() {
        let cache = Bounded::new(100);
        for value in 0..50 {
            cache.insert(1, value, 40);
        }
        assert_eq!((cache.get(&1), bytes(&cache)), (Some(49), 40));
    }
}
