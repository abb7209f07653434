//! Deployments of sites: to a folder, only of approved releases, and of several sites although workers die.

use std::time::Duration;

use serde_json::json;
use shared::{
    domain::{
        deploy_target::{DeployTarget, TargetKind},
        deployment::{DeploymentKind, DeploymentStatus},
        new_id, now,
        run::{Lane, RunStatus},
        site::SiteStatus,
    },
    store::{
        Tx, deploy_target,
        deployment::{self, Acted, NewDeployment},
        kill_switch, run,
        site::{self, NewSite, SiteBody},
    },
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode},
    sites::{
        NO_LIMITS, TULSA, approve, blocking, build, delivered, ended, folder, found, latest, new_site, operator,
        settings, start_deploy, stored,
    },
};

async fn folder_target(at: &Installation, path: &str) -> Uuid {
    let target = DeployTarget {
        id: new_id(),
        workspace_id: at.world.workspace_id,
        kind: TargetKind::Folder,
        name: "Web server".to_owned(),
        settings: json!({ "path": path }).into(),
        sealed_secret: None,
        created_at: now(),
        sites: 0,
    };
    deploy_target::insert(&at.world.db, &target).await.expect("insert");
    target.id
}

async fn use_target(at: &Installation, id: Uuid, target_id: Option<Uuid>) {
    let site = found(at, id).await;
    let body = SiteBody {
        name: site.name,
        theme: site.theme,
        phone: site.phone,
        phone_is_owned: site.phone_is_owned,
        phone_is_recorded: site.phone_is_recorded,
        target_id,
        tenant: None,
    };
    let mut tx = at.world.db.begin().await.expect("begin");
    assert!(site::update(&mut tx, at.world.workspace_id, id, &body, now()).await.expect("update"));
    tx.commit().await.expect("commit");
}

fn is_about_the_address(finding: &serde_json::Value) -> bool {
    let fix = finding["fix"].as_str().unwrap_or_default();
    finding["check"] == "G14" && finding["level"] == "warn" && fix.contains("public address")
}

#[tokio::test(flavor = "multi_thread")]
async fn folder_gets_the_files_and_a_failure_leaves_the_old_release() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        operator(&at).await;
        let place = folder(&at).join("{site}");
        let target = folder_target(&at, &place.to_string_lossy()).await;
        let new = NewSite { target_id: Some(target), ..new_site("tulsa-folder", TULSA) };
        stored(&at, &new).await;
        build(&at, new.id).await;
        let first = latest(&at, new.id).await;
        assert_eq!(blocking(&first), Vec::<String>::new(), "{}", at.world.name);
        // Neither the target nor the site says where visitors find it.
        let findings = first.gate.0["findings"].as_array().expect("findings");
        assert!(findings.iter().any(is_about_the_address), "{}: {findings:?}", at.world.name);
        approve(&at, first.release.id).await;
        let run = ended(&at, start_deploy(&at, new.id, None).await).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        let current = folder(&at).join("tulsa-folder").join("current");
        let home = std::fs::read_to_string(current.join("index.html")).expect("the home page");
        assert!(home.contains("Tulsa"), "{}", at.world.name);
        let live = found(&at, new.id).await;
        assert_eq!((live.status, live.live_number), (SiteStatus::Live, Some(1)), "{}", at.world.name);
        // The next deployment goes to a folder that the operator does not allow.
        let forbidden = folder_target(&at, "/nowhere/{site}").await;
        use_target(&at, new.id, Some(forbidden)).await;
        let run = ended(&at, start_deploy(&at, new.id, None).await).await;
        assert_eq!(run.status, RunStatus::Failed, "{}", at.world.name);
        let failed = found(&at, new.id).await;
        assert_eq!((failed.status, failed.live_number), (SiteStatus::Failed, Some(1)), "{}", at.world.name);
        assert!(failed.last_error.is_some(), "{}", at.world.name);
        assert_eq!(std::fs::read_to_string(current.join("index.html")).expect("the home page"), home);
        use_target(&at, new.id, Some(target)).await;
        let mut tx = at.world.db.begin().await.expect("begin");
        let key = (at.world.workspace_id, new.id);
        let started = site::start_offline(&mut tx, NO_LIMITS, key, at.world.user_id, now()).await.expect("start");
        tx.commit().await.expect("commit");
        let run = ended(&at, delivered(&at, started).await).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        assert!(!current.join("index.html").exists(), "{}", at.world.name);
        assert_eq!(found(&at, new.id).await.status, SiteStatus::Offline, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn release_that_nobody_approved_is_not_deployed() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        operator(&at).await;
        let new = new_site("tulsa-bypass", TULSA);
        stored(&at, &new).await;
        build(&at, new.id).await;
        let release = latest(&at, new.id).await;
        // A run that was stored without the API.
        let payload = json!({"siteId": new.id, "releaseId": release.release.id});
        let (ws, user) = (at.world.workspace_id, at.world.user_id);
        let sneaked = shared::domain::run::NewRun {
            website_id: Some(new.id),
            ..shared::domain::run::NewRun::new(ws, user, shared::domain::run::RunKind::SiteDeploy, payload)
        };
        at.enqueue(std::slice::from_ref(&sneaked)).await;
        let run = ended(&at, sneaked.id).await;
        assert_eq!(run.error.map(|error| error.0.r#type), Some("not-approved".to_owned()), "{}", at.world.name);
        assert_eq!(found(&at, new.id).await.live_release_id, None, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

async fn switch(at: &Installation, is_on: bool) {
    let mut tx = at.world.db.begin().await.expect("begin");
    let scope = kill_switch::Scope::Workspace(at.world.workspace_id);
    kill_switch::set(&mut tx, scope, is_on, "", Some(at.world.user_id), now()).await.expect("set");
    tx.commit().await.expect("commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_switch_holds_back_deployments_that_were_started_before() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        operator(&at).await;
        let place = folder(&at).join("{site}");
        let target = folder_target(&at, &place.to_string_lossy()).await;
        let sites = [
            new_site("held-hosted", TULSA),
            NewSite { target_id: Some(target), ..new_site("held-folder", ("5586437", "Boise, ID")) },
        ];
        let mut runs = Vec::new();
        for new in &sites {
            stored(&at, new).await;
            build(&at, new.id).await;
            approve(&at, latest(&at, new.id).await.release.id).await;
        }
        switch(&at, true).await;
        for new in &sites {
            runs.push(start_deploy(&at, new.id, None).await);
        }
        let is_held = |run: &shared::domain::run::Run| {
            run.status == RunStatus::Queued && run.error.as_ref().is_some_and(|error| error.0.r#type == "kill-switch")
        };
        for (new, run) in sites.iter().zip(&runs) {
            at.until(*run, is_held).await;
            let held = found(&at, new.id).await;
            assert_eq!((held.status, held.live_release_id), (SiteStatus::Deploying, None), "{}", at.world.name);
        }
        assert!(!folder(&at).join("held-folder").join("current").exists(), "{}", at.world.name);
        switch(&at, false).await;
        for (new, run) in sites.iter().zip(&runs) {
            // The pause of five minutes is over.
            wake(&at, *run).await;
            let run = ended(&at, *run).await;
            assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
            assert_eq!(found(&at, new.id).await.status, SiteStatus::Live, "{}", at.world.name);
        }
        assert!(folder(&at).join("held-folder").join("current").join("index.html").exists(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// Makes a run due that waits for its time.
async fn wake(at: &Installation, id: Uuid) {
    let sql = "UPDATE runs SET run_at = created_at, wake_at = created_at WHERE id = $1";
    let mut tx = at.world.db.begin().await.expect("begin");
    match &mut tx {
        Tx::Postgres(tx) => sqlx::query(sql).bind(id).execute(&mut **tx).await.map(drop),
        Tx::Sqlite(tx) => sqlx::query(sql).bind(id).execute(&mut **tx).await.map(drop),
    }
    .expect("a statement");
    tx.commit().await.expect("commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn deployment_survives_dead_workers_and_counts_every_site() {
    in_each_mode(|at| async {
        operator(&at).await;
        let places = [TULSA, ("5586437", "Boise, ID"), ("4174757", "Tampa, FL"), ("4930956", "Boston, MA")];
        let sites: Vec<NewSite> =
            places.iter().enumerate().map(|(no, place)| new_site(&format!("batch-{no}"), *place)).collect();
        let (ws, user) = (at.world.workspace_id, at.world.user_id);
        let new = NewDeployment {
            id: new_id(),
            workspace_id: ws,
            user_id: user,
            name: "Four cities".to_owned(),
            kind: DeploymentKind::Goldmines,
            plan: json!({}),
        };
        let mut tx = at.world.db.begin().await.expect("begin");
        let (_, due, _) = deployment::insert(&mut tx, NO_LIMITS, &new, &sites, now()).await.expect("insert");
        tx.commit().await.expect("commit");
        at.backends.queue.deliver(Lane::Batch, &due).await.expect("deliver");
        die(&at, &[due[0].id]).await;
        let settings = settings(&at).await;
        let worker = at.worker_with(settings.clone());
        let reached = |wanted: &'static [DeploymentStatus]| settled(&at, new.id, wanted);
        let waiting = reached(&[DeploymentStatus::Waiting, DeploymentStatus::Failed]).await;
        assert_eq!(waiting.counts.built, 4, "{}: {waiting:?}", at.world.name);
        worker.stop().await;
        let acted = deployment::approve(&at.world.db, (NO_LIMITS, 100), (ws, new.id), user, None, now()).await;
        let Acted::Done(started) = acted.expect("approve") else { panic!("{}: nothing passes", at.world.name) };
        die(&at, &[started.due[0].id]).await;
        at.backends.queue.deliver(Lane::Batch, &started.due).await.expect("deliver");
        let worker = at.worker_with(settings);
        let ended = reached(&[DeploymentStatus::Succeeded, DeploymentStatus::Failed]).await;
        let counts = ended.counts;
        assert_eq!((counts.deployed, counts.errors), (4, 0), "{}: {counts:?}", at.world.name);
        for site in &sites {
            let site = found(&at, site.id).await;
            assert_eq!(site.latest_number, Some(1), "{}: one release each", at.world.name);
            assert_eq!((site.status, site.last_error), (SiteStatus::Live, None), "{}", at.world.name);
        }
        worker.stop().await;
        at
    })
    .await;
}

/// A worker that claims runs and dies.
async fn die(at: &Installation, ids: &[Uuid]) {
    let lease = now() + chrono::Duration::seconds(1);
    let claim = run::claim(&at.world.db, Lane::Batch, ids, new_id(), 10, now(), lease).await.expect("claim");
    assert_eq!(claim.runs.len(), ids.len(), "{}", at.world.name);
}

async fn settled(at: &Installation, id: Uuid, wanted: &[DeploymentStatus]) -> shared::domain::deployment::Deployment {
    let mut last = None;
    for _ in 0..1_200 {
        let found = deployment::find(&at.world.db, at.world.workspace_id, id).await.expect("find").expect("it");
        if wanted.contains(&found.status) {
            return found;
        }
        last = Some(found);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{}: it stays as it is: {last:?}", at.world.name);
}
