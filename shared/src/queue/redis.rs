//! Lanes on a Redis server: the ids of each user in a sorted set, and the turns of the users in another.
//!
//! Every change is a script, so ids, turns and limits always agree.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use redis::{Client, aio::MultiplexedConnection};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::{QueueError, Taken, Want};
use crate::domain::run::{Delivery, Lane};

macro_rules! script {
    ($name:literal) => {
        concat!(include_str!("scripts/common.lua"), include_str!(concat!("scripts/", $name, ".lua")))
    };
}

const DELIVER: &str = script!("deliver");
const TAKE: &str = script!("take");
const PARK: &str = script!("park");
const UNPARK: &str = script!("unpark");
const UNPARK_SINCE: &str = script!("unpark_since");

/// Maximum time of a wait; a new one detects dead connections.
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

    /// Returns the prefix of a lane's keys.
    fn prefix(&self, lane: Lane) -> String {
        format!("{}:queue:{lane}", self.namespace)
    }

    fn script(&self, text: &str, lane: Lane) -> redis::Cmd {
        redis::cmd("EVAL").arg(text).arg(0).arg(self.prefix(lane)).to_owned()
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

    pub(super) async fn deliver(&self, lane: Lane, runs: &[Delivery]) -> Result<(), QueueError> {
        self.run(&with_runs(&self.script(DELIVER, lane), runs)).await
    }

    pub(super) async fn take(&self, lane: Lane, want: Want) -> Taken {
        let command = self.script(TAKE, lane).arg(want.total).arg(want.long).to_owned();
        let (short, long): (Vec<Vec<u8>>, Vec<Vec<u8>>) = until_answered(lane, || self.run(&command)).await;
        let ids = |ids: Vec<Vec<u8>>| ids.iter().filter_map(|id| Uuid::from_slice(id).ok()).collect();
        Taken { short: ids(short), long: ids(long) }
    }

    /// Waits for the bell of a class. The ids stay in their sets, so a lost bell delays them by one wait only.
    pub(super) async fn wait(&self, lane: Lane, with_long: bool) {
        let _: Option<(String, String)> = until_answered(lane, || self.wait_once(lane, with_long)).await;
    }

    /// A wait occupies its connection, so each lane has a separate one.
    const fn blocking(&self, lane: Lane) -> &Arc<Mutex<Option<MultiplexedConnection>>> {
        match lane {
            Lane::Interactive => &self.interactive,
            Lane::Batch => &self.batch,
        }
    }

    async fn wait_once(&self, lane: Lane, with_long: bool) -> Result<Option<(String, String)>, QueueError> {
        let mut slot = self.blocking(lane).lock().await;
        // Taken out during the wait: a wait that is dropped must also drop its connection, whose next answer would be
        // that of the wait.
        let mut connection = match slot.take() {
            Some(open) => open,
            None => connect(&self.client, Duration::from_secs(10)).await?,
        };
        let prefix = self.prefix(lane);
        let mut command = redis::cmd("BLPOP");
        command.arg(format!("{prefix}:bell:s"));
        if with_long {
            command.arg(format!("{prefix}:bell:l"));
        }
        let answer = command.arg(HOLD_SECONDS).query_async(&mut connection).await?;
        *slot = Some(connection);
        Ok(answer)
    }

    pub(super) async fn park(&self, lane: Lane, runs: &[Delivery]) -> Result<(), QueueError> {
        self.run(&with_runs(&self.script(PARK, lane), runs)).await
    }

    pub(super) async fn unpark(&self, lane: Lane, user_id: Uuid) -> Result<(), QueueError> {
        self.run(self.script(UNPARK, lane).arg(user_id.simple().to_string())).await
    }

    pub(super) async fn unpark_since(&self, lane: Lane, age: Duration) -> Result<(), QueueError> {
        let age = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        self.run(self.script(UNPARK_SINCE, lane).arg(age)).await
    }

    pub(super) async fn depth(&self, lane: Lane) -> Result<usize, QueueError> {
        let depth: Option<usize> = self.run(redis::cmd("GET").arg(format!("{}:depth", self.prefix(lane)))).await?;
        Ok(depth.unwrap_or(0))
    }

    pub(super) async fn was_intact(&self) -> Result<bool, QueueError> {
        let before: Option<String> =
            self.run(redis::cmd("SET").arg(format!("{}:queue:filled", self.namespace)).arg("1").arg("GET")).await?;
        Ok(before.is_some())
    }
}

/// Appends runs to the arguments of a script: groups of user, class, number of ids, ids.
fn with_runs(command: &redis::Cmd, runs: &[Delivery]) -> redis::Cmd {
    let mut groups: BTreeMap<(Uuid, bool), Vec<&[u8]>> = BTreeMap::new();
    for run in runs {
        groups.entry((run.user_id, run.is_short)).or_default().push(run.id.as_bytes());
    }
    let mut command = command.to_owned();
    for ((user, is_short), ids) in groups {
        command.arg(user.simple().to_string()).arg(if is_short { "s" } else { "l" }).arg(ids.len()).arg(ids);
    }
    command
}

/// Repeats a command until the server answers.
async fn until_answered<T, F: Future<Output = Result<T, QueueError>>>(lane: Lane, ask: impl Fn() -> F) -> T {
    let mut pause = RETRY_AFTER;
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(error) => {
                tracing::warn!(%error, queue.lane = %lane, "the queue does not answer; asking again");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(RETRY_AT_MOST_AFTER);
            }
        }
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
