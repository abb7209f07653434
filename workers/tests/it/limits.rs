//! Limits of the operator for each workspace, in imports and schedules.

use serde_json::json;
use shared::{
    config::{FleetSettings, WorkspaceLimits},
    domain::{
        now,
        run::{RunKind, RunStatus},
    },
    store::{
        import, run,
        schedule::{self, NewSchedule},
        usage,
    },
};

use crate::{
    engine::{SAMPLE, run_import, upload, website},
    installation::{Installation, in_each_mode},
};

fn limited(at: &Installation, workspace: WorkspaceLimits) -> FleetSettings {
    FleetSettings { workspace, ..at.settings() }
}

#[tokio::test(flavor = "multi_thread")]
async fn import_over_the_storage_limit_fails_with_advice_and_leaves_no_rows() {
    in_each_mode(|at| async {
        let limits = WorkspaceLimits { storage_bytes: Some(100_000), ..WorkspaceLimits::default() };
        let worker = at.worker_with(limited(&at, limits));
        let (id, website_id) = (upload(&at, "sample-site.zip", SAMPLE).await, website(&at).await);
        let ended = run_import(&at, id, RunKind::Import, Some(website_id)).await;
        assert_eq!(ended.status, RunStatus::Failed, "{}", at.world.name);
        let error = ended.error.expect("an error").0;
        assert_eq!(error.r#type, "storage-limit", "{}", at.world.name);
        assert!(error.detail.contains("Undo imports"), "{}", error.detail);
        let used = usage::find(&at.backends.db, at.world.workspace_id, now()).await.expect("usage");
        assert_eq!(used.storage_bytes, 0, "{}: the rows that were read are gone", at.world.name);
        worker.stop().await;

        let enough = WorkspaceLimits { storage_bytes: Some(100 << 20), ..limits };
        let worker = at.worker_with(limited(&at, enough));
        let ended = run_import(&at, id, RunKind::Import, Some(website_id)).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let stored = import::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("the import");
        let used = usage::find(&at.backends.db, at.world.workspace_id, now()).await.expect("usage").storage_bytes;
        assert!(used >= stored.rows * usage::BYTES_PER_ROW, "{}: {used} bytes, {} rows", at.world.name, stored.rows);
        run_import(&at, id, RunKind::ImportUndo, None).await;
        let used = usage::find(&at.backends.db, at.world.workspace_id, now()).await.expect("usage").storage_bytes;
        assert_eq!(used, 0, "{}: undoing the import frees its rows", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn schedule_of_a_workspace_at_its_limit_starts_no_run_and_states_why() {
    in_each_mode(|at| async {
        let (db, workspace_id) = (&at.backends.db, at.world.workspace_id);
        let tick = now() - chrono::Duration::hours(5);
        let new = NewSchedule {
            workspace_id,
            user_id: at.world.user_id,
            website_id: None,
            kind: RunKind::Probe,
            engine_id: None,
            action: None,
            payload: json!({}),
            name: "Hourly".to_owned(),
            cron: "0 * * * *".to_owned(),
            time_zone: "UTC".to_owned(),
            next_at: tick,
        };
        let limits = WorkspaceLimits { runs_per_day: Some(1), ..WorkspaceLimits::default() };
        let mut tx = db.begin().await.expect("a transaction");
        run::insert_counted(&mut tx, limits, &at.probe(json!({}))).await.expect("the one run");
        tx.commit().await.expect("commit");
        let id = schedule::insert(db, &new, now()).await.expect("schedule");
        let worker = at.worker_with(limited(&at, limits));
        let skipped = loop {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            let found = schedule::find(db, workspace_id, id).await.expect("find").expect("the schedule");
            if found.skipped_at.is_some() {
                break found;
            }
        };
        let reason = skipped.skipped_reason.expect("a reason");
        assert!(reason.contains("1 of 1 runs today"), "{reason}");
        assert!(skipped.next_at.is_some_and(|next| next > now()), "{}: missed times do not pile up", at.world.name);
        assert_eq!(skipped.last_run_id, None, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
