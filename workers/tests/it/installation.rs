//! An installation with any number of workers.

use std::time::Duration;

use serde_json::{Value, json};
use shared::{
    bus::Bus,
    config::{Backends, FleetSettings},
    domain::{
        new_id, now,
        run::{NewRun, Run, RunKind, RunStatus},
    },
    limit::Limiter,
    queue::Queue,
    store::run,
};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::world::{World, on_each_database, redis};

pub(crate) struct Installation {
    pub(crate) world: World,
    pub(crate) backends: Backends,
    pub(crate) uploads: std::path::PathBuf,
    pub(crate) namespace: String,
}

/// A worker in this process.
pub(crate) struct Worker {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

/// Runs a case in each mode, with a separate namespace on Redis.
pub(crate) async fn in_each_mode<F, Fut>(case: F)
where
    F: Fn(Installation) -> Fut,
    Fut: Future<Output = Installation>,
{
    on_each_database(|world| async {
        let namespace = format!("test:{}", new_id());
        let (queue, bus) = match (world.name, redis()) {
            ("postgres", Some(url)) => {
                let queue = Queue::redis_named(&url, &namespace).expect("queue");
                (queue, Bus::redis_named(&url, &namespace).expect("bus"))
            }
            _ => (Queue::memory(), Bus::local()),
        };
        let backends = Backends { db: world.db.clone(), queue, bus, limiter: Limiter::local(), limiter_clock: now };
        let uploads = std::env::temp_dir().join(format!("motherlode-uploads-{}", new_id()));
        case(Installation { world, backends, uploads, namespace }).await.world
    })
    .await;
}

/// Deletes all keys of the case on Redis, like a flush.
pub(crate) async fn flush(url: &str, namespace: &str) {
    let client = ::redis::Client::open(url).expect("an address");
    let mut connection = client.get_multiplexed_async_connection().await.expect("Redis answers");
    let keys: Vec<String> =
        ::redis::cmd("KEYS").arg(format!("{namespace}:*")).query_async(&mut connection).await.expect("keys");
    for key in keys {
        let _: () = ::redis::cmd("DEL").arg(key).query_async(&mut connection).await.expect("delete");
    }
}

impl Installation {
    pub(crate) fn settings(&self) -> FleetSettings {
        FleetSettings {
            lease: Duration::from_secs(3),
            grace: Duration::from_millis(300),
            per_user: 100,
            upload_dir: Some(self.uploads.clone()),
            ..FleetSettings::default()
        }
    }

    pub(crate) fn worker(&self) -> Worker {
        self.worker_with(self.settings())
    }

    pub(crate) fn worker_with(&self, settings: FleetSettings) -> Worker {
        let stop = CancellationToken::new();
        Worker { task: tokio::spawn(workers::run(settings, self.backends.clone(), stop.clone())), stop }
    }

    pub(crate) fn probe(&self, payload: Value) -> NewRun {
        NewRun::new(self.world.workspace_id, self.world.user_id, RunKind::Probe, payload)
    }

    /// Stores and delivers runs, as the API does.
    pub(crate) async fn enqueue(&self, runs: &[NewRun]) -> Vec<Uuid> {
        let stored = run::insert_many(&self.backends.db, runs).await.expect("insert");
        for (new, run) in runs.iter().zip(&stored) {
            self.backends.queue.deliver(new.lane, &[*run]).await.expect("deliver");
        }
        stored.into_iter().map(|run| run.id).collect()
    }

    pub(crate) async fn start(&self, payload: Value) -> Uuid {
        self.enqueue(&[self.probe(payload)]).await[0]
    }

    /// Waits for the run until `reached` returns true.
    pub(crate) async fn until(&self, id: Uuid, reached: impl Fn(&Run) -> bool) -> Run {
        for _ in 0..600 {
            let run = self.world.run(id).await;
            if reached(&run) {
                return run;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{}: the run stays as it is: {:?}", self.world.name, self.world.run(id).await);
    }

    pub(crate) async fn ended(&self, id: Uuid) -> Run {
        self.until(id, |run| run.status.is_final()).await
    }

    pub(crate) async fn at_work(&self, id: Uuid) -> Run {
        self.until(id, |run| run.status == RunStatus::Running).await
    }
}

impl Worker {
    pub(crate) async fn stop(self) {
        self.stop.cancel();
        self.task.await.expect("the worker ends well");
    }
}

pub(crate) fn nothing() -> Value {
    json!({})
}
