//! Rate limits: fixed windows, counted in Redis if replicas share them, otherwise in the process.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use data_encoding::HEXLOWER;
use redis::{Client, aio::MultiplexedConnection};
use sha2::{Digest, Sha256};

use crate::config::NAMESPACE;

/// A rate limit.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Name of the limit, part of the counter's key.
    pub name: &'static str,
    /// Maximum number per window.
    pub times: u32,
    /// Length of the window.
    pub window: Duration,
}

/// Result of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// Allowed.
    Yes,
    /// Refused for this long.
    After(Duration),
}

/// Rate limiter.
#[derive(Debug, Clone)]
pub enum Limiter {
    /// In this process.
    Local(LocalLimiter),
    /// Over all replicas.
    Redis(RedisLimiter),
}

/// Counters in this process.
#[derive(Debug, Clone, Default)]
pub struct LocalLimiter(Arc<Mutex<Counters>>);

/// Counters by key. The hash bounds a key, which may be a text of a client.
#[derive(Debug)]
struct Counters {
    counters: HashMap<Key, Counter>,
    /// Number of counters at which ended ones are removed.
    sweep_at: usize,
}

type Key = [u8; 16];

#[derive(Debug)]
struct Counter {
    /// End of its window.
    ends_at_ms: u64,
    count: u32,
    is_over: bool,
}

/// Counters on a Redis server.
#[derive(Debug, Clone)]
pub struct RedisLimiter {
    client: Client,
    connection: Arc<tokio::sync::Mutex<Option<MultiplexedConnection>>>,
    namespace: String,
}

impl Limiter {
    /// Creates a limiter in this process.
    #[must_use]
    pub fn local() -> Self {
        Self::Local(LocalLimiter::default())
    }

    /// Creates a limiter on the Redis server at `url`.
    ///
    /// # Errors
    /// Returns an error if the URL is malformed.
    pub fn redis(url: &str) -> Result<Self, redis::RedisError> {
        Self::redis_named(url, NAMESPACE)
    }

    /// Like [`Self::redis`], with a namespace that separates installations on the same server.
    ///
    /// # Errors
    /// Returns an error if the URL is malformed.
    pub fn redis_named(url: &str, namespace: &str) -> Result<Self, redis::RedisError> {
        let namespace = namespace.to_owned();
        Ok(Self::Redis(RedisLimiter { client: Client::open(url)?, connection: Arc::default(), namespace }))
    }

    /// Counts a request for `key` at `now_ms` (milliseconds since 1970). If the counter does not respond, the request is
    /// allowed, so that a limit never causes an outage.
    ///
    /// The key may be of any length: only its hash is stored.
    pub async fn count(&self, limit: Limit, key: &str, now_ms: u64) -> Allowed {
        let window_ms = u64::try_from(limit.window.as_millis()).unwrap_or(u64::MAX).max(1);
        let window = now_ms / window_ms;
        let key = hash(limit.name, key);
        let count = match self {
            Self::Local(limiter) => limiter.count(key, limit.times, (window + 1) * window_ms, now_ms),
            Self::Redis(limiter) => {
                let key = HEXLOWER.encode(&key);
                limiter.count(&format!("{}:limit:{}:{key}:{window}", limiter.namespace, limit.name), window_ms).await
            }
        };
        if count <= limit.times {
            return Allowed::Yes;
        }
        Allowed::After(Duration::from_millis(window_ms - now_ms % window_ms))
    }
}

fn hash(name: &str, key: &str) -> Key {
    let digest = Sha256::new().chain_update(name).chain_update([0]).chain_update(key).finalize();
    let mut short = Key::default();
    short.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
    short
}

/// Shortest life of a counter on the server. The caller's clock ends a window; the server only forgets it afterwards, and
/// must not do so between two requests of one moment.
const SHORTEST_LIFE_MS: u64 = 10_000;

/// Number of counters at which ended ones are removed for the first time.
const SWEEP_AT: usize = 10_000;
/// Maximum number of counters that are not over their limit.
const MOST: usize = 200_000;

impl Default for Counters {
    fn default() -> Self {
        Self { counters: HashMap::new(), sweep_at: SWEEP_AT }
    }
}

impl LocalLimiter {
    /// Returns the number of counters in memory.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).counters.len()
    }

    fn count(&self, key: Key, times: u32, ends_at_ms: u64, now_ms: u64) -> u32 {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.counters.len() > all.sweep_at {
            all.sweep(now_ms);
        }
        let counter = all.counters.entry(key).or_insert(Counter { ends_at_ms, count: 0, is_over: false });
        if counter.ends_at_ms != ends_at_ms {
            *counter = Counter { ends_at_ms, count: 0, is_over: false };
        }
        counter.count = counter.count.saturating_add(1);
        counter.is_over = counter.count > times;
        counter.count
    }
}

impl Counters {
    /// Removes ended counters. If too many remain, removes the lowest, but none over its limit: many keys must not
    /// free a throttled one. The next sweep comes after as many new keys again, so its cost is shared.
    fn sweep(&mut self, now_ms: u64) {
        self.counters.retain(|_, counter| counter.ends_at_ms > now_ms);
        let mut lowest = 1;
        while self.counters.len() > MOST && lowest < u32::MAX / 2 {
            self.counters.retain(|_, counter| counter.is_over || counter.count > lowest);
            lowest *= 2;
        }
        self.sweep_at = (2 * self.counters.len()).max(SWEEP_AT);
    }
}

impl RedisLimiter {
    async fn count(&self, key: &str, window_ms: u64) -> u32 {
        match self.try_count(key, window_ms).await {
            Ok(count) => count,
            Err(error) => {
                tracing::warn!(%error, "rate limits cannot be counted");
                *self.connection.lock().await = None;
                0
            }
        }
    }

    async fn try_count(&self, key: &str, window_ms: u64) -> Result<u32, redis::RedisError> {
        let mut slot = self.connection.lock().await;
        if slot.is_none() {
            let config = redis::AsyncConnectionConfig::new()
                .set_connection_timeout(Some(Duration::from_secs(2)))
                .set_response_timeout(Some(Duration::from_secs(2)));
            *slot = Some(self.client.get_multiplexed_async_connection_with_config(&config).await?);
        }
        let Some(connection) = slot.clone() else { return Ok(0) };
        drop(slot);
        let mut connection = connection;
        let (count,): (u32,) = redis::pipe()
            .cmd("INCR")
            .arg(key)
            .cmd("PEXPIRE")
            .arg(key)
            .arg(window_ms.saturating_mul(2).max(SHORTEST_LIFE_MS))
            .ignore()
            .query_async(&mut connection)
            .await?;
        Ok(count)
    }
}
