//! Rate limits of connected accounts within this process: all runs that use a connection share them. The ledger limits the
//! calls of all processes together; this smooths those of one.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use providers::{
    call::{Limiter, LocalLimiter},
    clock::SystemClock,
};
use uuid::Uuid;

/// Accounts whose limits are remembered; the others start with a full allowance.
const MOST: usize = 10_000;

static LIMITS: LazyLock<Mutex<HashMap<Uuid, Arc<LocalLimiter>>>> = LazyLock::new(Mutex::default);

/// Returns the limiter of a connection.
pub(super) fn of(connection_id: Uuid) -> Arc<dyn Limiter> {
    let mut limits = LIMITS.lock().unwrap_or_else(PoisonError::into_inner);
    if limits.len() >= MOST {
        limits.clear();
    }
    let new = || Arc::new(LocalLimiter::new(Arc::new(SystemClock::default())));
    limits.entry(connection_id).or_insert_with(new).clone()
}
