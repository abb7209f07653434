//! Scripts and style sheets of a crawl, which most of its pages share.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::{answer::Loaded, limits};

#[derive(Default)]
struct Kept {
    files: HashMap<String, Arc<Loaded>>,
    bytes: usize,
}

/// Files that are kept until the crawl ends. Once it is full, further files are loaded again by each page.
#[derive(Default)]
pub(super) struct Cache(Mutex<Kept>);

impl Cache {
    pub(super) fn get(&self, key: &str) -> Option<Arc<Loaded>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).files.get(key).cloned()
    }

    pub(super) fn put(&self, key: String, file: &Arc<Loaded>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = key.len() + file.body.len();
        if kept.bytes + bytes <= limits::CACHE && !kept.files.contains_key(&key) {
            kept.bytes += bytes;
            kept.files.insert(key, Arc::clone(file));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_cache_keeps_what_it_has() {
        let cache = Cache::default();
        let file = |bytes: usize| Arc::new(Loaded { status: 200, headers: Vec::new(), body: vec![0; bytes] });
        cache.put("a".to_owned(), &file(limits::CACHE - 10));
        cache.put("b".to_owned(), &file(10));
        assert!(cache.get("a").is_some() && cache.get("b").is_none());
        cache.put("c".to_owned(), &file(2));
        assert!(cache.get("c").is_some());
    }
}
