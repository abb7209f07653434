//! Rate limits: fixed windows, counted in Redis if replicas share them, otherwise in the process.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use redis::{Client, aio::MultiplexedConnection};

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
    Local(Arc<Mutex<HashMap<String, (u64, u32)>>>),
    /// Over all replicas.
    Redis(RedisLimiter),
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
        Self::Local(Arc::default())
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
    pub async fn count(&self, limit: Limit, key: &str, now_ms: u64) -> Allowed {
        let window_ms = u64::try_from(limit.window.as_millis()).unwrap_or(u64::MAX).max(1);
        let window = now_ms / window_ms;
        let key = format!("limit:{}:{key}", limit.name);
        let count = match self {
            Self::Local(counts) => count_locally(counts, key, window),
            Self::Redis(limiter) => limiter.count(&format!("{}:{key}:{window}", limiter.namespace), window_ms).await,
        };
        if count <= limit.times {
            return Allowed::Yes;
        }
        Allowed::After(Duration::from_millis(window_ms - now_ms % window_ms))
    }
}

/// Number of counters at which old ones are removed.
const SWEEP_AT: usize = 10_000;

fn count_locally(counts: &Mutex<HashMap<String, (u64, u32)>>, key: String, window: u64) -> u32 {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    if counts.len() > SWEEP_AT {
        counts.retain(|_, (seen, _)| *seen >= window);
    }
    let entry = counts.entry(key).or_insert((window, 0));
    if entry.0 != window {
        *entry = (window, 0);
    }
    entry.1 += 1;
    entry.1
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
            .arg(window_ms * 2)
            .ignore()
            .query_async(&mut connection)
            .await?;
        Ok(count)
    }
}
