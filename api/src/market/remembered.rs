//! Results of the last look-ups.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use engines::local::catalog::FoundMarkets;

/// Maximum number of results.
const MOST: usize = 32;

/// Results of the last look-ups by query and version of the data, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Remembered(Mutex<VecDeque<(String, Arc<FoundMarkets>)>>);

impl Remembered {
    pub(super) fn get(&self, key: &str) -> Option<Arc<FoundMarkets>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|(of, _)| of == key).map(|(_, found)| Arc::clone(found))
    }

    pub(super) fn insert(&self, key: String, found: &Arc<FoundMarkets>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.pop_front();
        }
        all.push_back((key, Arc::clone(found)));
    }
}
