//! Large deployments create their sites some hundreds at a time: none twice, and the sum of the numbers is always right.

use std::{collections::BTreeSet, time::Duration};

use serde_json::json;
use shared::{
    domain::{
        deployment::{Deployment, DeploymentKind, DeploymentStatus},
        new_id, now,
        run::{Run, RunStatus},
    },
    store::{
        deployment::{self, Acted, CANCELLED_AT_ONCE, CREATED_AT_ONCE, NewDeployment},
        run,
        site::{self, NewSite, SiteFilter},
    },
};
use uuid::Uuid;

use crate::{
    sites::{NO_LIMITS, new_site},
    support::{execute, within},
    world::{World, on_each_database},
};

/// Sites beyond the two first transactions.
const REST: usize = 20;
const SITES: usize = 2 * CREATED_AT_ONCE + REST;

/// Starts a deployment of [`SITES`] sites; returns it with its sites.
async fn started(world: &World) -> (Uuid, Vec<NewSite>) {
    let new = NewDeployment {
        id: new_id(),
        workspace_id: world.workspace_id,
        user_id: world.user_id,
        name: "Large".to_owned(),
        kind: DeploymentKind::Batch,
        plan: json!({}),
    };
    let sites: Vec<NewSite> = (0..SITES).map(|no| new_site(&format!("p{no}"))).collect();
    let (stored, due, _) =
        within(&world.db, async |tx| deployment::insert(tx, NO_LIMITS, &new, &sites, now()).await).await;
    assert_eq!(due.len(), CREATED_AT_ONCE, "{}", world.name);
    assert_eq!(usize::try_from(stored.sites_planned).expect("small"), SITES, "{}: from the start", world.name);
    (new.id, sites)
}

/// Returns the deployment, after a check that its numbers add up.
async fn found(world: &World, id: Uuid) -> Deployment {
    let found = deployment::find(&world.db, world.workspace_id, id).await.expect("find").expect("it");
    let counts = found.counts;
    let all = counts.deployed + counts.errors + counts.waiting + counts.building + counts.deploying;
    assert_eq!(all, i64::from(found.sites_planned), "{}: {counts:?}", world.name);
    found
}

fn number(count: usize) -> i64 {
    i64::try_from(count).expect("small")
}

async fn create(world: &World, id: Uuid) -> usize {
    deployment::create_planned(&world.db, (world.workspace_id, id), now()).await.expect("create").due.len()
}

async fn slugs(world: &World) -> Vec<String> {
    let all = site::list(&world.db, world.workspace_id, &SiteFilter::default(), 5_000).await.expect("list").items;
    all.into_iter().map(|site| site.slug).collect()
}

#[tokio::test]
async fn large_deployment_creates_each_site_once_although_two_processes_work_on_it() {
    on_each_database(async |world| {
        let (id, sites) = started(&world).await;
        assert_eq!(slugs(&world).await.len(), CREATED_AT_ONCE, "{}", world.name);
        let first = found(&world, id).await;
        assert_eq!((first.counts.building, first.counts.errors), (number(SITES), 0), "{}", world.name);
        let (one, two) = tokio::join!(create(&world, id), create(&world, id));
        assert_eq!((one.min(two), one.max(two)), (REST, CREATED_AT_ONCE), "{}", world.name);
        assert_eq!(create(&world, id).await, 0, "{}: none is left", world.name);
        assert_eq!(deployment::with_planned(&world.db, 9).await.expect("due"), [], "{}", world.name);
        let all = slugs(&world).await;
        let wanted: BTreeSet<&str> = sites.iter().map(|site| site.slug.as_str()).collect();
        assert_eq!((all.len(), all.iter().map(String::as_str).collect()), (SITES, wanted), "{}", world.name);
        let ended = found(&world, id).await;
        assert_eq!(ended.status, DeploymentStatus::Building, "{}", world.name);
        let parent_id = ended.run_id.expect("a run");
        let parent = world.run(parent_id).await;
        assert_eq!(
            (parent.status, i64::from(parent.children_total)),
            (RunStatus::Running, number(SITES)),
            "{}",
            world.name
        );
        let children = run::children(&world.db, world.workspace_id, parent_id, None, 5_000).await.expect("list").items;
        let of: BTreeSet<_> = children.iter().filter_map(|child| child.website_id).collect();
        assert_eq!((children.len(), of.len()), (SITES, SITES), "{}: a run for each site", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn next_sites_are_due_once_most_runs_of_the_earlier_ones_have_ended() {
    on_each_database(async |world| {
        let (id, _) = started(&world).await;
        assert_eq!(deployment::with_planned(&world.db, 9).await.expect("due"), [], "{}: not yet", world.name);
        // Workers would end them one by one.
        let ended = CREATED_AT_ONCE * 3 / 5;
        let sql = format!(
            "UPDATE runs SET status = 'succeeded', finished_at = created_at WHERE id IN
               (SELECT id FROM runs WHERE parent_id IS NOT NULL ORDER BY id LIMIT {ended})"
        );
        assert_eq!(execute(&world.db, &sql).await, ended as u64, "{}", world.name);
        let due = deployment::with_planned(&world.db, 9).await.expect("due");
        assert_eq!(due, [(world.workspace_id, id)], "{}", world.name);
        assert_eq!(create(&world, id).await, CREATED_AT_ONCE, "{}", world.name);
        assert_eq!(deployment::with_planned(&world.db, 9).await.expect("due"), [], "{}: not yet", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn chunk_of_a_process_that_ends_is_created_by_the_next_one() {
    on_each_database(async |world| {
        let (id, _) = started(&world).await;
        // The process ends before the transaction does.
        for millis in [1, 3, 9] {
            let call = deployment::create_planned(&world.db, (world.workspace_id, id), now());
            tokio::time::timeout(Duration::from_millis(millis), call).await.map(drop).unwrap_or_default();
            found(&world, id).await;
        }
        while create(&world, id).await > 0 {
            found(&world, id).await;
        }
        assert_eq!(slugs(&world).await.len(), SITES, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn cancelling_between_chunks_creates_no_more_sites_and_counts_them_as_errors() {
    on_each_database(async |world| {
        let (id, sites) = started(&world).await;
        assert_eq!(create(&world, id).await, CREATED_AT_ONCE, "{}", world.name);
        let cancelled = deployment::cancel(&world.db, world.workspace_id, id, now()).await.expect("cancel");
        assert!(matches!(cancelled, Acted::Done(_)), "{}", world.name);
        assert_eq!(create(&world, id).await, 0, "{}", world.name);
        let ended = found(&world, id).await;
        assert_eq!((ended.status, ended.counts.errors), (DeploymentStatus::Cancelled, number(SITES)), "{}", world.name);
        assert_eq!(slugs(&world).await.len(), 2 * CREATED_AT_ONCE, "{}", world.name);
        let run_id = ended.run_id.expect("a run");
        let parent = world.run(run_id).await;
        let ended = [parent.children_done, parent.children_failed].map(i64::from);
        assert_eq!((parent.status, ended), (RunStatus::Cancelled, [number(SITES); 2]), "{}", world.name);
        // Their names and places are free again; a retry starts the sites that exist.
        let last = sites.last().expect("a site").slug.clone();
        assert_eq!(site::taken_slugs(&world.db, &[last]).await.expect("slugs"), [""; 0], "{}", world.name);
        let (limits, key) = ((NO_LIMITS, 1_000), (world.workspace_id, id));
        let again = deployment::retry(&world.db, limits, key, world.user_id, now()).await.expect("retry");
        let Acted::Done(again) = again else { panic!("{}: nothing to retry", world.name) };
        assert_eq!(again.due.len(), 2 * CREATED_AT_ONCE, "{}", world.name);
        let counts = found(&world, id).await.counts;
        assert_eq!((counts.building, counts.errors), (number(2 * CREATED_AT_ONCE), number(REST)), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn deployment_is_cancelling_until_its_last_piece_which_any_process_may_do() {
    on_each_database(async |world| {
        let (id, _) = started(&world).await;
        assert_eq!(create(&world, id).await, CREATED_AT_ONCE, "{}", world.name);
        let key = (world.workspace_id, id);
        let begun = deployment::cancel_within(&world.db, key, Duration::ZERO, now()).await.expect("cancel");
        let Acted::Done((begun, ..)) = begun else { panic!("{}: it was not cancelled", world.name) };
        assert_eq!(
            (begun.status, begun.counts.errors),
            (DeploymentStatus::Cancelling, number(SITES)),
            "{}",
            world.name
        );
        let parent_id = begun.run_id.expect("a run");
        let parent = world.run(parent_id).await;
        assert_eq!(parent.status, RunStatus::Cancelled, "{}: at once", world.name);
        let first = CANCELLED_AT_ONCE + number(REST);
        assert_eq!(i64::from(parent.children_failed), first, "{}: one piece of runs, all planned sites", world.name);
        assert_eq!(deployment::being_cancelled(&world.db, 9).await.expect("list"), [key], "{}", world.name);
        // Nothing starts meanwhile.
        assert_eq!(create(&world, id).await, 0, "{}", world.name);
        let again = deployment::retry(&world.db, (NO_LIMITS, 1_000), key, world.user_id, now()).await.expect("retry");
        assert!(matches!(again, Acted::Nothing), "{}: {again:?}", world.name);
        // The process ends before the transaction does.
        for millis in [1, 3, 9] {
            let call = deployment::cancel_piece(&world.db, key, now());
            tokio::time::timeout(Duration::from_millis(millis), call).await.map(drop).unwrap_or_default();
            found(&world, id).await;
        }
        while !deployment::cancel_piece(&world.db, key, now()).await.expect("a piece").is_done {
            found(&world, id).await;
        }
        let ended = found(&world, id).await;
        assert_eq!((ended.status, ended.counts.errors), (DeploymentStatus::Cancelled, number(SITES)), "{}", world.name);
        assert!(ended.finished_at.is_some(), "{}", world.name);
        let parent = world.run(parent_id).await;
        let counted = [parent.children_done, parent.children_failed].map(i64::from);
        assert_eq!(counted, [number(SITES); 2], "{}: each once", world.name);
        let children = run::children(&world.db, world.workspace_id, parent_id, None, 5_000).await.expect("list").items;
        let is_cancelled = |child: &Run| child.status == RunStatus::Cancelled;
        assert!(children.len() == 2 * CREATED_AT_ONCE && children.iter().all(is_cancelled), "{}", world.name);
        assert_eq!(deployment::being_cancelled(&world.db, 9).await.expect("list"), [], "{}", world.name);
        let done = deployment::cancel_piece(&world.db, key, now()).await.expect("a piece");
        assert!(done.is_done && done.events.is_empty(), "{}: nothing is left", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn paused_deployment_creates_no_sites_until_it_is_resumed() {
    on_each_database(async |world| {
        let (id, _) = started(&world).await;
        deployment::pause(&world.db, world.workspace_id, id, now()).await.expect("pause");
        assert_eq!(create(&world, id).await, 0, "{}", world.name);
        assert_eq!(deployment::with_planned(&world.db, 9).await.expect("due"), [], "{}", world.name);
        assert_eq!(found(&world, id).await.status, DeploymentStatus::Paused, "{}", world.name);
        deployment::resume(&world.db, world.workspace_id, id, now()).await.expect("resume");
        assert_eq!(create(&world, id).await, CREATED_AT_ONCE, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn planned_sites_hold_their_names_and_markets_and_count_as_sites() {
    on_each_database(async |world| {
        let (id, sites) = started(&world).await;
        let last = sites.last().expect("a site");
        let taken = site::taken_slugs(&world.db, std::slice::from_ref(&last.slug)).await.expect("slugs");
        assert_eq!(taken, std::slice::from_ref(&last.slug), "{}", world.name);
        let count = site::count(&world.db, world.workspace_id).await.expect("count");
        assert_eq!(count, number(SITES), "{}", world.name);
        let markets = site::market_times(&world.db, world.workspace_id).await.expect("markets");
        assert_eq!(markets.len(), sites.iter().map(|site| site.places.len()).sum::<usize>(), "{}", world.name);
        assert_eq!(create(&world, id).await, CREATED_AT_ONCE, "{}", world.name);
        assert_eq!(site::count(&world.db, world.workspace_id).await.expect("count"), count, "{}", world.name);
        world
    })
    .await;
}
