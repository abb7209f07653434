//! Failures: workers that crash or stop, a queue that loses ids, results that cannot be stored.

use std::time::Duration;

use serde_json::json;
use shared::{
    domain::{
        new_id, now,
        run::{Lane, NewRun, RunStatus},
    },
    store::{Db, StoreError, Tx, run},
};

use crate::{
    installation::{Installation, flush, in_each_mode, nothing},
    world::redis,
};

#[tokio::test(flavor = "multi_thread")]
async fn runs_of_a_dead_worker_are_taken_over() {
    in_each_mode(|at| async {
        let id = at.start(nothing()).await;
        // A worker that claims runs and sends no heartbeat.
        let lease = now() + chrono::Duration::seconds(1);
        let claim = run::claim(&at.backends.db, Lane::Interactive, &[id], new_id(), 10, now(), lease).await;
        assert_eq!(claim.expect("claim").runs.len(), 1, "{}", at.world.name);
        let worker = at.worker();
        let ended = at.ended(id).await;
        assert_eq!((ended.status, ended.attempt), (RunStatus::Succeeded, 2), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_worker_releases_unfinished_runs() {
    in_each_mode(|at| async {
        let first = at.worker();
        let id = at.start(json!({"sleepMs": 2_000})).await;
        at.at_work(id).await;
        first.stop().await;
        let back = at.world.run(id).await;
        assert_eq!((back.status, back.attempt), (RunStatus::Queued, 1), "{}", at.world.name);
        let second = at.worker();
        let ended = at.ended(id).await;
        assert_eq!((ended.status, ended.attempt), (RunStatus::Succeeded, 2), "{}", at.world.name);
        second.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undelivered_run_is_redelivered() {
    in_each_mode(|at| async {
        let worker = at.worker();
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let new = at.probe(nothing());
        run::insert(&at.backends.db, &new).await.expect("insert");
        assert_eq!(at.ended(new.id).await.status, RunStatus::Succeeded, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emptied_queue_loses_no_run() {
    in_each_mode(|at| async {
        let Some(url) = redis().filter(|_| at.world.name == "postgres") else { return at };
        let many: Vec<NewRun> = (0..200).map(|_| at.probe(json!({"sleepMs": 10}))).collect();
        at.enqueue(&many).await;
        let worker = at.worker();
        tokio::time::sleep(Duration::from_millis(200)).await;
        flush(&url, &at.namespace).await;
        for run in &many {
            assert_eq!(at.ended(run.id).await.status, RunStatus::Succeeded);
        }
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_rejected_by_a_database_fails_its_batch_or_is_harmless() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let poison = json!({"echo": "a\u{0}b"});
        let many: Vec<NewRun> = (0..20).map(|n| at.probe(if n == 10 { poison.clone() } else { nothing() })).collect();
        let stored = run::insert_many(&at.backends.db, &many).await;
        // SQLite accepts NUL in JSON, PostgreSQL rejects it.
        assert_eq!(stored.is_ok(), at.world.name == "sqlite", "{}", at.world.name);
        if stored.is_err() {
            let page = run::list(&at.backends.db, at.world.workspace_id, &run::Filter::default(), 50).await;
            assert!(page.expect("list").items.is_empty(), "nothing of the batch is stored");
        } else {
            for run in &many {
                at.backends.queue.deliver(run.lane, &[run.delivery()]).await.expect("deliver");
            }
            for run in &many {
                assert_eq!(at.ended(run.id).await.status, RunStatus::Succeeded, "{}", at.world.name);
            }
        }
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn result_rejected_by_a_database_fails_only_its_run() {
    in_each_mode(|at| async {
        refuse_results_with_poison(&at.world.db).await;
        let echo = |n| json!({"echo": if n == 10 { "poison" } else { "wholesome" }, "sleepMs": 5});
        let many: Vec<NewRun> = (0..20).map(|n| at.probe(echo(n))).collect();
        let ids = at.enqueue(&many).await;
        let worker = at.worker();
        for (n, id) in ids.into_iter().enumerate() {
            let run = at.ended(id).await;
            let expected = if n == 10 { RunStatus::Failed } else { RunStatus::Succeeded };
            assert_eq!((n, run.status), (n, expected), "{}", at.world.name);
            if n == 10 {
                let detail = run.error.map(|error| error.0.detail.clone()).unwrap_or_default();
                assert!(detail.contains("could not be stored"), "{detail}");
            }
        }
        assert_eq!(at.world.running().await, 0, "{}: every slot is free again", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// Makes the database reject each result with this word.
async fn refuse_results_with_poison(db: &Db) {
    const POSTGRES: &str = "ALTER TABLE runs ADD CONSTRAINT refused CHECK (result::text NOT LIKE '%poison%')";
    const SQLITE: &str = "CREATE TRIGGER refused BEFORE UPDATE OF result ON runs WHEN NEW.result LIKE '%poison%'
      BEGIN SELECT RAISE(ABORT, 'refused'); END";
    let mut tx = db.begin().await.expect("a transaction");
    match &mut tx {
        Tx::Postgres(tx) => sqlx::query(POSTGRES).execute(&mut **tx).await.map(drop),
        Tx::Sqlite(tx) => sqlx::query(SQLITE).execute(&mut **tx).await.map(drop),
    }
    .expect("the rule");
    tx.commit().await.expect("commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_delays_runs_and_loses_none() {
    in_each_mode(|at| async {
        // PostgreSQL has no limit that a test can set.
        if at.world.name != "sqlite" {
            return at;
        }
        let long = "x".repeat(100_000);
        let ids = at.enqueue(&thirty(&at, &long)).await;
        allow_pages(&at.world.db, 1).await;
        let refused = run::insert_many(&at.backends.db, &thirty(&at, &long)).await;
        assert!(matches!(refused, Err(StoreError::DiskFull(_))), "{refused:?}");
        let worker = at.worker();
        tokio::time::sleep(Duration::from_secs(2)).await;
        for id in &ids {
            assert!(!at.world.run(*id).await.status.is_final(), "there is no room for its result");
        }
        allow_pages(&at.world.db, 1_000_000).await;
        for id in ids {
            let ended = at.ended(id).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{:?}", ended.error);
        }
        assert_eq!(at.world.running().await, 0, "every slot is free again");
        worker.stop().await;
        at
    })
    .await;
}

fn thirty(at: &Installation, echo: &str) -> Vec<NewRun> {
    (0..30).map(|_| at.probe(json!({"echo": echo}))).collect()
}

/// Limits the pages of the database's file, to no fewer than it has.
async fn allow_pages(db: &Db, pages: u32) {
    let mut tx = db.begin().await.expect("a transaction");
    if let Tx::Sqlite(tx) = &mut tx {
        let sql = format!("PRAGMA max_page_count = {pages}");
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut **tx).await.expect("the limit");
    }
    tx.commit().await.expect("commit");
}
