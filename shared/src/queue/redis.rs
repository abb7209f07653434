//! Lanes on a Redis server: one list per lane, and one per user with parked runs.

use std::{sync::Arc, time::Duration};

use redis::{Client, aio::MultiplexedConnection};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::QueueError;
use crate::domain::run::Lane;

/// Maximum time of a blocking fetch; a new one detects dead connections.
const HOLD_SECONDS: f64 = 5.0;
const RETRY_AFTER: Duration = Duration::from_millis(100);
const RETRY_AT_MOST_AFTER: Duration = Duration::from_secs(2);

/// A queue on a Redis server.
#[derive(Debug, Clone)]
pub struct RedisQueue {
    client: Client,
    namespace: Arc<str>,
    shared: Arc<Mutex<Option<MultiplexedConnection>>>,
    interactive: Arc<Mutex<Option<MultiplexedConnection>>>,
    batch: Arc<Mutex<Option<MultiplexedConnection>>>,
}

fn bytes(ids: &[Uuid]) -> Vec<&[u8]> {
    ids.iter().map(|id| id.as_bytes().as_slice()).collect()
}

impl RedisQueue {
    pub(super) fn new(url: &str, namespace: &str) -> Result<Self, QueueError> {
        let none = || Arc::new(Mutex::new(None));
        Ok(Self {
            client: Client::open(url)?,
            namespace: namespace.into(),
            shared: none(),
            interactive: none(),
            batch: none(),
        })
    }

    fn lane_key(&self, lane: Lane) -> String {
        format!("{}:lane:{lane}", self.namespace)
    }

    fn parked_key(&self, lane: Lane, user_id: Uuid) -> String {
        format!("{}:parked:{lane}:{}", self.namespace, user_id.simple())
    }

    /// Runs a non-blocking command on the shared connection. A broken connection is reopened and the command repeated; a
    /// repeated delivery is harmless.
    async fn run<T: redis::FromRedisValue>(&self, command: &redis::Cmd) -> Result<T, QueueError> {
        match self.run_once(command).await {
            Err(QueueError::Redis(error)) if is_broken(&error) => {
                *self.shared.lock().await = None;
                self.run_once(command).await
            }
            answer => answer,
        }
    }

    async fn run_once<T: redis::FromRedisValue>(&self, command: &redis::Cmd) -> Result<T, QueueError> {
        let mut connection = self.shared_connection().await?;
        Ok(command.query_async(&mut connection).await?)
    }

    async fn shared_connection(&self) -> Result<MultiplexedConnection, QueueError> {
        let mut slot = self.shared.lock().await;
        if let Some(open) = slot.as_ref() {
            return Ok(open.clone());
        }
        let open = connect(&self.client, Duration::from_secs(5)).await?;
        *slot = Some(open.clone());
        Ok(open)
    }

    pub(super) async fn deliver(&self, lane: Lane, ids: &[Uuid]) -> Result<(), QueueError> {
        let command = redis::cmd("RPUSH").arg(self.lane_key(lane)).arg(bytes(ids)).to_owned();
        self.run::<i64>(&command).await.map(|_| ())
    }

    pub(super) async fn fetch(&self, lane: Lane, at_most: usize) -> Vec<Uuid> {
        let mut pause = RETRY_AFTER;
        loop {
            match self.fetch_once(lane, at_most).await {
                Ok(ids) if ids.is_empty() => pause = RETRY_AFTER,
                Ok(ids) => return ids,
                Err(error) => {
                    tracing::warn!(%error, queue.lane = %lane, "the queue does not answer; asking again");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(RETRY_AT_MOST_AFTER);
                }
            }
        }
    }

    /// A fetch occupies its connection, so each lane has a separate one.
    const fn blocking(&self, lane: Lane) -> &Arc<Mutex<Option<MultiplexedConnection>>> {
        match lane {
            Lane::Interactive => &self.interactive,
            Lane::Batch => &self.batch,
        }
    }

    async fn fetch_once(&self, lane: Lane, at_most: usize) -> Result<Vec<Uuid>, QueueError> {
        let mut slot = self.blocking(lane).lock().await;
        // Taken out during a blocking fetch: a cancelled fetch must also drop its connection, because otherwise the
        // server's answer, and the ids in it, would be lost.
        let mut connection = match slot.take() {
            Some(open) => open,
            None => connect(&self.client, Duration::from_secs(10)).await?,
        };
        let mut command = redis::cmd("BLMPOP");
        command.arg(HOLD_SECONDS).arg(1).arg(self.lane_key(lane)).arg("LEFT").arg("COUNT").arg(at_most);
        let answer: Option<(String, Vec<Vec<u8>>)> = command.query_async(&mut connection).await?;
        *slot = Some(connection);
        let ids = answer.map(|(_, ids)| ids).unwrap_or_default();
        Ok(ids.iter().filter_map(|id| Uuid::from_slice(id).ok()).collect())
    }

    pub(super) async fn park(&self, lane: Lane, user_id: Uuid, ids: &[Uuid]) -> Result<(), QueueError> {
        let command = redis::cmd("RPUSH").arg(self.parked_key(lane, user_id)).arg(bytes(ids)).to_owned();
        self.run::<i64>(&command).await.map(|_| ())
    }

    pub(super) async fn unpark(&self, lane: Lane, user_id: Uuid, n: usize) -> Result<(), QueueError> {
        let pop = redis::cmd("LPOP").arg(self.parked_key(lane, user_id)).arg(n).to_owned();
        let parked: Option<Vec<Vec<u8>>> = self.run(&pop).await?;
        let ids: Vec<Uuid> = parked.unwrap_or_default().iter().filter_map(|id| Uuid::from_slice(id).ok()).collect();
        if ids.is_empty() { Ok(()) } else { self.deliver(lane, &ids).await }
    }

    pub(super) async fn depth(&self, lane: Lane) -> Result<usize, QueueError> {
        self.run(redis::cmd("LLEN").arg(self.lane_key(lane))).await
    }

    pub(super) async fn was_intact(&self) -> Result<bool, QueueError> {
        let before: Option<String> =
            self.run(redis::cmd("SET").arg(format!("{}:filled", self.namespace)).arg("1").arg("GET")).await?;
        Ok(before.is_some())
    }
}

fn is_broken(error: &redis::RedisError) -> bool {
    error.is_io_error() || error.is_connection_dropped() || error.is_timeout() || error.is_unrecoverable_error()
}

async fn connect(client: &Client, answer_within: Duration) -> Result<MultiplexedConnection, redis::RedisError> {
    let config = redis::AsyncConnectionConfig::new()
        .set_connection_timeout(Some(Duration::from_secs(5)))
        .set_response_timeout(Some(answer_within));
    client.get_multiplexed_async_connection_with_config(&config).await
}
