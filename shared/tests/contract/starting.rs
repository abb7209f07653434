//! Large deployments are approved, retried and resumed in parts: each site is started once, and the numbers always add up.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    config::WorkspaceLimits,
    domain::{
        deployment::{Deployment, DeploymentKind, DeploymentStatus},
        new_id, now,
        pipeline::PipelineStage,
        run::{Lane, NewRun, RunKind, RunStatus},
        site::SiteStatus,
    },
    store::{
        StoreError,
        deployment::{self, Acted, Batched, CREATED_AT_ONCE, NewBatch, NewDeployment, STARTED_AT_ONCE},
        pipeline,
        run::{self, Effect, Finish, Outcome},
        site::{self, NewSite, Started},
    },
};
use uuid::Uuid;

use crate::{
    pipeline::{add as add_market, market},
    sites::{self, NO_LIMITS, build_of, found, new_site, start_build},
    support::{count, within},
    world::{World, on_each_database},
};

/// Sites of the second part.
const REST: usize = 10;
const SITES: usize = STARTED_AT_ONCE + REST;
const ALL: i64 = SITES as i64;

/// Starts a deployment of [`SITES`] sites, all of which exist; returns it with its sites.
async fn created(world: &World) -> (Uuid, Vec<Uuid>) {
    let (id, sites) = planned(world, "s", SITES).await;
    create_all(world, id, SITES).await;
    (id, sites)
}

/// Starts a deployment; returns it with its sites, of which only the first exist.
async fn planned(world: &World, slug: &str, count: usize) -> (Uuid, Vec<Uuid>) {
    let new = NewDeployment {
        id: new_id(),
        workspace_id: world.workspace_id,
        user_id: world.user_id,
        name: "Large".to_owned(),
        kind: DeploymentKind::Batch,
        plan: json!({}),
    };
    let sites: Vec<NewSite> = (0..count).map(|no| new_site(&format!("{slug}{no}"))).collect();
    let batch = NewBatch::new(new.id, &sites);
    within(&world.db, async |tx| deployment::insert_batch(tx, NO_LIMITS, &new, &batch, now()).await).await;
    (new.id, sites.iter().map(|site| site.id).collect())
}

async fn create_all(world: &World, id: Uuid, count: usize) {
    for _ in 0..count.div_ceil(CREATED_AT_ONCE) {
        deployment::create_planned(&world.db, (world.workspace_id, id), now()).await.expect("create");
    }
}

/// Builds sites; their releases wait for approval.
async fn build(world: &World, sites: &[Uuid]) {
    let mut ids = Vec::new();
    for site in sites {
        ids.push(found(world, *site).await.run_id.expect("a run"));
    }
    let at = now();
    let claimed = run::claim(&world.db, Lane::Batch, &ids, new_id(), 10_000, at, at + Duration::seconds(60)).await;
    let built = claimed.expect("claim").runs.into_iter().map(|run| {
        let effects: Vec<Effect> = vec![build_of(world, run.website_id.expect("a site"), &["one"], false).into()];
        Finish { run, outcome: Outcome::Succeeded(Value::Null), effects }
    });
    let built: Vec<Finish> = built.collect();
    assert_eq!(built.len(), sites.len(), "{}", world.name);
    run::finish(&world.db, &built, now()).await.expect("finish");
}

/// Returns the deployment, after a check that its numbers add up.
async fn now_of(world: &World, id: Uuid) -> Deployment {
    let found = deployment::find(&world.db, world.workspace_id, id).await.expect("find").expect("it");
    let counts = found.counts;
    let all = counts.deployed + counts.errors + counts.waiting + counts.building + counts.deploying;
    assert_eq!(all, i64::from(found.sites_planned), "{}: {counts:?}", world.name);
    found
}

async fn approve(world: &World, id: Uuid) -> Acted<Batched> {
    let key = (world.workspace_id, id);
    deployment::approve(&world.db, (NO_LIMITS, 100_000), key, world.user_id, None, now()).await.expect("approve")
}

fn started(acted: &Acted<Batched>) -> usize {
    match acted {
        Acted::Done(done) => done.due.len(),
        _ => 0,
    }
}

async fn children(world: &World, condition: &str) -> i64 {
    count(&world.db, "runs", &format!("parent_id IS NOT NULL AND {condition}")).await
}

#[tokio::test]
async fn two_approvals_at_the_same_time_start_each_site_once() {
    on_each_database(async |world| {
        let (id, sites) = created(&world).await;
        build(&world, &sites).await;
        assert_eq!(now_of(&world, id).await.counts.waiting, ALL, "{}", world.name);
        let (one, two) = tokio::join!(approve(&world, id), approve(&world, id));
        assert_eq!(started(&one) + started(&two), SITES, "{}", world.name);
        assert_eq!(children(&world, "kind = 'site_deploy'").await, ALL, "{}: a run for each site", world.name);
        let after = now_of(&world, id).await;
        assert_eq!((after.counts.deploying, after.counts.waiting), (ALL, 0), "{}", world.name);
        let parent = world.run(after.run_id.expect("a run")).await;
        assert_eq!(i64::from(parent.children_total), 2 * ALL, "{}: builds and deployments", world.name);
        assert!(matches!(approve(&world, id).await, Acted::Nothing), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn approval_that_is_cancelled_meanwhile_leaves_no_run_and_no_site_without_a_number() {
    on_each_database(async |world| {
        let (id, sites) = created(&world).await;
        build(&world, &sites).await;
        let cancel = deployment::cancel(&world.db, world.workspace_id, id, now());
        let (_, cancelled) = tokio::join!(approve(&world, id), cancel);
        assert!(matches!(cancelled.expect("cancel"), Acted::Done(_)), "{}", world.name);
        let after = now_of(&world, id).await;
        assert_eq!((after.status, after.counts.errors), (DeploymentStatus::Cancelled, ALL), "{}", world.name);
        assert_eq!(children(&world, "finished_at IS NULL").await, 0, "{}: nothing waits", world.name);
        assert_eq!(count(&world.db, "sites", "status = 'deploying'").await, 0, "{}", world.name);
        assert!(matches!(approve(&world, id).await, Acted::Nothing), "{}: it is cancelled", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn approval_over_the_limit_of_runs_approves_nothing() {
    on_each_database(async |world| {
        let (id, sites) = created(&world).await;
        build(&world, &sites).await;
        let limits =
            WorkspaceLimits { runs_per_day: Some(i64::try_from(STARTED_AT_ONCE).expect("small")), ..NO_LIMITS };
        let key = (world.workspace_id, id);
        let refused = deployment::approve(&world.db, (limits, 10_000), key, world.user_id, None, now()).await;
        assert!(matches!(refused, Err(StoreError::OverLimit(_))), "{}", world.name);
        assert_eq!(count(&world.db, "releases", "approved_at IS NOT NULL").await, 0, "{}", world.name);
        assert_eq!(now_of(&world, id).await.counts.waiting, ALL, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn cancelled_deployment_is_retried_whole() {
    on_each_database(async |world| {
        let (id, sites) = created(&world).await;
        build(&world, &sites[..REST]).await;
        deployment::cancel(&world.db, world.workspace_id, id, now()).await.expect("cancel");
        let key = (world.workspace_id, id);
        let retry = || deployment::retry(&world.db, (NO_LIMITS, 10_000), key, world.user_id, now());
        let (one, two) = tokio::join!(retry(), retry());
        let all = started(&one.expect("retry")) + started(&two.expect("retry"));
        assert_eq!(all, STARTED_AT_ONCE, "{}: those that were built wait", world.name);
        let after = now_of(&world, id).await;
        let counts = (after.counts.building, after.counts.waiting, after.counts.errors);
        assert_eq!(counts, (i64::try_from(STARTED_AT_ONCE).expect("small"), 10, 0), "{}", world.name);
        assert_eq!(after.status, DeploymentStatus::Building, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn deployment_that_was_cancelled_after_its_builds_goes_on_where_it_was() {
    on_each_database(async |world| {
        let (id, sites) = planned(&world, "w", 2).await;
        build(&world, &sites).await;
        let key = (world.workspace_id, id);
        let cancel = async || deployment::cancel(&world.db, key.0, id, now()).await.expect("cancel");
        let retry =
            async || deployment::retry(&world.db, (NO_LIMITS, 10), key, world.user_id, now()).await.expect("retry");
        assert!(matches!(cancel().await, Acted::Done(_)), "{}", world.name);
        let again = retry().await;
        assert!(matches!(&again, Acted::Done(done) if done.due.is_empty()), "{}: it waits for approval", world.name);
        assert_eq!(now_of(&world, id).await.status, DeploymentStatus::Waiting, "{}", world.name);
        assert_eq!(started(&approve(&world, id).await), 2, "{}", world.name);
        assert!(matches!(cancel().await, Acted::Done(_)), "{}", world.name);
        assert_eq!(started(&retry().await), 2, "{}: it was approved", world.name);
        let after = now_of(&world, id).await;
        assert_eq!((after.status, after.counts.deploying), (DeploymentStatus::Deploying, 2), "{}", world.name);
        world
    })
    .await;
}

/// Returns the stage of the market of all these sites.
async fn stage(world: &World) -> PipelineStage {
    let found = pipeline::find_market(&world.db, world.workspace_id, "plumbing", "4553433").await.expect("find");
    found.expect("the market").stage
}

#[tokio::test]
async fn markets_of_a_cancelled_deployment_are_back_at_the_score_and_a_retry_moves_them_forwards() {
    on_each_database(async |world| {
        add_market(&world, &market("plumbing", Some(50.0), 4_000)).await;
        let (id, sites) = planned(&world, "m", CREATED_AT_ONCE + 2).await;
        let key = (world.workspace_id, id);
        assert_eq!(stage(&world).await, PipelineStage::Build, "{}", world.name);
        let retry =
            async || deployment::retry(&world.db, (NO_LIMITS, 900), key, world.user_id, now()).await.expect("retry");
        // The process ends in the middle: the reconciler goes on.
        deployment::cancel_within(&world.db, key, std::time::Duration::ZERO, now()).await.expect("cancel");
        assert_eq!(stage(&world).await, PipelineStage::Build, "{}: more pieces follow", world.name);
        let mut events = Vec::new();
        loop {
            let piece = deployment::cancel_piece(&world.db, key, now()).await.expect("a piece");
            events.extend(piece.events);
            if piece.is_done {
                break;
            }
        }
        let moves = events.iter().filter(|event| event.r#type == "pipeline:stages").count();
        assert_eq!((stage(&world).await, moves), (PipelineStage::Score, 1), "{}: once", world.name);
        assert!(matches!(retry().await, Acted::Done(_)), "{}", world.name);
        assert_eq!(stage(&world).await, PipelineStage::Build, "{}", world.name);
        build(&world, &sites[..1]).await;
        assert!(matches!(deployment::cancel(&world.db, key.0, id, now()).await.expect("cancel"), Acted::Done(_)));
        assert_eq!(stage(&world).await, PipelineStage::Score, "{}: none is live", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn markets_of_waiting_sites_go_on_with_their_deployment() {
    on_each_database(async |world| {
        add_market(&world, &market("plumbing", Some(50.0), 4_000)).await;
        let (id, sites) = planned(&world, "w", 1).await;
        build(&world, &sites).await;
        let key = (world.workspace_id, id);
        let cancel = async || deployment::cancel(&world.db, key.0, id, now()).await.expect("cancel");
        let retry =
            async || deployment::retry(&world.db, (NO_LIMITS, 10), key, world.user_id, now()).await.expect("retry");
        assert!(matches!(cancel().await, Acted::Done(_)), "{}", world.name);
        assert_eq!(stage(&world).await, PipelineStage::Score, "{}", world.name);
        assert!(matches!(retry().await, Acted::Done(_)), "{}", world.name);
        assert_eq!(stage(&world).await, PipelineStage::Build, "{}: it waits for approval", world.name);
        assert_eq!(started(&approve(&world, id).await), 1, "{}", world.name);
        assert_eq!(stage(&world).await, PipelineStage::Deploy, "{}", world.name);
        assert!(matches!(cancel().await, Acted::Done(_)), "{}", world.name);
        assert_eq!(stage(&world).await, PipelineStage::Score, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn market_of_a_single_cancelled_build_is_back_at_the_score_until_it_is_retried() {
    on_each_database(async |world| {
        add_market(&world, &market("plumbing", Some(50.0), 4_000)).await;
        let id = sites::add(&world, "alone").await;
        let Started::Run(run, _) = start_build(&world, id).await else { panic!("{}: no run", world.name) };
        assert_eq!(stage(&world).await, PipelineStage::Build, "{}", world.name);
        run::cancel(&world.db, world.workspace_id, run.id, now()).await.expect("cancel");
        assert_eq!(stage(&world).await, PipelineStage::Score, "{}", world.name);
        run::retry(&world.db, NO_LIMITS, world.workspace_id, run.id, now()).await.expect("retry").expect("it");
        let run = world.claim(&[run.id], 10).await.runs.remove(0);
        site::take(&world.db, &run, id, SiteStatus::Building, now()).await.expect("take");
        assert_eq!(stage(&world).await, PipelineStage::Build, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn resumed_parent_delivers_each_of_its_children_once() {
    on_each_database(async |world| {
        let parent = NewRun::new(world.workspace_id, world.user_id, RunKind::Batch, json!({}));
        let children: Vec<NewRun> =
            (0..2_000).map(|_| NewRun { parent_id: Some(parent.id), ..world.probe() }).collect();
        run::insert_parent(&world.db, NO_LIMITS, &parent, &children).await.expect("insert");
        let ws = world.workspace_id;
        run::pause(&world.db, ws, parent.id, now()).await.expect("pause").expect("a parent");
        let (resumed, due) = run::resume(&world.db, ws, parent.id, now()).await.expect("resume").expect("it");
        let ids: BTreeSet<Uuid> = due.iter().map(|run| run.id).collect();
        assert_eq!((resumed.status, due.len(), ids.len()), (RunStatus::Running, 2_000, 2_000), "{}", world.name);
        assert!(run::resume(&world.db, ws, parent.id, now()).await.expect("resume").is_none(), "{}", world.name);
        world
    })
    .await;
}
