//! Batches of sites: every site is built and deployed once although workers die in the middle of their work, and sites of one
//! trade differ from each other.

use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, SiteSettings},
    domain::{
        deployment::{Deployment, DeploymentKind, DeploymentStatus},
        new_id, now,
        run::{Lane, Run, RunKind, RunStatus},
        site::{SiteKind, SitePlace, SiteStatus},
    },
    store::{
        deployment::{self, Acted, NewDeployment},
        run,
        site::{self, NewSite, PageSketch},
    },
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode},
    sites::{NO_LIMITS, blocking, build, found, latest, new_site, operator, settings, stored},
};

/// Sites of the batch in each mode. A build takes about half a second of a core without optimisation.
const SITES: usize = 24;
/// Runs that each dead worker holds.
const HELD: usize = 4;

/// Cities of different metropolitan areas.
const CITIES: [&str; 20] = [
    "Tulsa, OK",
    "Boise, ID",
    "Tampa, FL",
    "Boston, MA",
    "Denver, CO",
    "Spokane, WA",
    "Buffalo, NY",
    "Mobile, AL",
    "Fresno, CA",
    "El Paso, TX",
    "Fargo, ND",
    "Savannah, GA",
    "Omaha, NE",
    "Reno, NV",
    "Tucson, AZ",
    "Toledo, OH",
    "Wichita, KS",
    "Knoxville, TN",
    "Richmond, VA",
    "Portland, ME",
];
const TRADES: [(&str, &str); 3] = [("plumbing", "Plumbing"), ("roofing", "Roofing"), ("termite", "Termite control")];

fn site_of(no: usize) -> NewSite {
    let (vertical, vertical_name) = TRADES[no / CITIES.len() % TRADES.len()];
    let city = CITIES[no % CITIES.len()];
    let name = city.split(',').next().unwrap_or_default();
    NewSite {
        name: format!("{name} {vertical_name} Guide"),
        vertical: vertical.to_owned(),
        vertical_name: vertical_name.to_owned(),
        seed: i64::try_from(no).expect("small"),
        ..new_site(&format!("many-{no}"), (city, city))
    }
}

async fn started(at: &Installation, sites: &[NewSite]) -> (Uuid, Vec<Uuid>) {
    let new = NewDeployment {
        id: new_id(),
        workspace_id: at.world.workspace_id,
        user_id: at.world.user_id,
        name: "Many cities".to_owned(),
        kind: DeploymentKind::Goldmines,
        plan: json!({}),
    };
    let mut tx = at.world.db.begin().await.expect("begin");
    let (_, due, _) = deployment::insert(&mut tx, NO_LIMITS, &new, sites, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    at.backends.queue.deliver(Lane::Batch, &due).await.expect("deliver");
    (new.id, due.into_iter().map(|run| run.id).collect())
}

/// A worker that claims some of these runs, begins to work on them and dies: it took the site, claimed texts or the place of a
/// day, and is never heard of again.
async fn die(at: &Installation, ids: &[Uuid]) -> usize {
    let mut queued = Vec::new();
    for id in ids {
        if queued.len() < HELD && at.world.run(*id).await.status == RunStatus::Queued {
            queued.push(*id);
        }
    }
    let lease = now() + chrono::Duration::seconds(1);
    let claim = run::claim(&at.world.db, Lane::Batch, &queued, new_id(), 1_000, now(), lease).await.expect("claim");
    for run in &claim.runs {
        begin(at, run).await;
    }
    claim.runs.len()
}

async fn begin(at: &Installation, run: &Run) {
    let (db, id) = (&at.world.db, run.website_id.expect("a site"));
    match run.kind {
        RunKind::SiteBuild => {
            site::take(db, run, id, SiteStatus::Building, now()).await.expect("take");
            let page = PageSketch { path: "/".to_owned(), sketch: vec![0; 1_024], shingles: Vec::new() };
            let since = site::latest_claim(db, run.workspace_id).await.expect("number");
            site::claim_sketches(db, run, id, since, &[page]).await.expect("claim");
        }
        _ => {
            site::take(db, run, id, SiteStatus::Deploying, now()).await.expect("take");
            site::take_launch(db, run, id, 100_000, now()).await.expect("take");
        }
    }
}

/// Waits until nothing is being done for a deployment; workers die meanwhile.
async fn settled(at: &Installation, id: Uuid, runs: &[Uuid], wanted: &[DeploymentStatus]) -> Deployment {
    let mut last = None;
    for round in 0_usize..6_000 {
        let found = deployment::find(&at.world.db, at.world.workspace_id, id).await.expect("find").expect("it");
        if wanted.contains(&found.status) {
            return found;
        }
        // Three further workers die, one after the other.
        if round % 40 == 20 && round < 120 {
            die(at, runs).await;
        }
        last = Some(found);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{}: it stays as it is: {last:?}", at.world.name);
}

#[tokio::test(flavor = "multi_thread")]
async fn batch_with_dying_workers_deploys_every_site_once() {
    in_each_mode(|at| async {
        operator(&at).await;
        let sites: Vec<NewSite> = (0..SITES).map(site_of).collect();
        let plain = settings(&at).await;
        let many = SiteSettings { new_sites_per_day: 100_000, ..plain.sites.clone() };
        let settings = FleetSettings { sites: many, ..plain };
        let (id, runs) = started(&at, &sites).await;
        assert_eq!(die(&at, &runs).await, HELD, "{}", at.world.name);
        let (first, second) = (at.worker_with(settings.clone()), at.worker_with(settings.clone()));
        let built = settled(&at, id, &runs, &[DeploymentStatus::Waiting, DeploymentStatus::Failed]).await;
        assert_eq!(built.counts.built, i64::try_from(SITES).expect("small"), "{}: {built:?}", at.world.name);
        first.stop().await;
        let (ws, user) = (at.world.workspace_id, at.world.user_id);
        let acted = deployment::approve(&at.world.db, (NO_LIMITS, 100_000), (ws, id), user, None, now()).await;
        let Acted::Done(begun) = acted.expect("approve") else { panic!("{}: nothing passes", at.world.name) };
        let deploys: Vec<Uuid> = begun.due.iter().map(|run| run.id).collect();
        die(&at, &deploys).await;
        at.backends.queue.deliver(Lane::Batch, &begun.due).await.expect("deliver");
        let third = at.worker_with(settings);
        let ended = settled(&at, id, &deploys, &[DeploymentStatus::Succeeded, DeploymentStatus::Failed]).await;
        second.stop().await;
        third.stop().await;
        let counts = ended.counts;
        assert_eq!(counts.deployed + counts.errors, i64::from(ended.sites_planned), "{}: {counts:?}", at.world.name);
        let errors = deployment::errors(&at.world.db, ws, id, 10).await.expect("errors");
        assert_eq!(counts.errors, 0, "{}: {errors:?}", at.world.name);
        once(&at, &sites).await;
        at
    })
    .await;
}

/// Checks that nothing of these sites is there twice.
async fn once(at: &Installation, sites: &[NewSite]) {
    let (db, ws) = (&at.world.db, at.world.workspace_id);
    let all = site::list(db, ws, &site::SiteFilter::default(), 5_000).await.expect("list").items;
    assert_eq!(all.len(), sites.len(), "{}", at.world.name);
    let filter = shared::store::annotation::Filter::default();
    let notes = shared::store::annotation::list(db, ws, &filter, 5_000).await.expect("annotations").items;
    let mut deployed: BTreeMap<Uuid, usize> = BTreeMap::new();
    for note in &notes {
        *deployed.entry(note.website_id.expect("a site")).or_default() += 1;
    }
    for site in all {
        assert_eq!((site.status, site.latest_number, site.live_number), (SiteStatus::Live, Some(1), Some(1)));
        assert_eq!(deployed.get(&site.id), Some(&1), "{}: deployed once", at.world.name);
        let pages = site::pages(db, ws, site.id).await.expect("pages");
        let filter = shared::store::document::DocumentFilter { website_id: Some(site.id), ..Default::default() };
        let documents = shared::store::document::list(db, ws, &filter, 1_000).await.expect("documents").items;
        assert_eq!(documents.len(), pages.len(), "{}: each page has one document", at.world.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_of_one_trade_that_are_built_together_pass_and_are_not_refused_later() {
    in_each_mode(|at| async {
        operator(&at).await;
        // The same seed: without a comparison they would say the same.
        let sites: Vec<NewSite> = (0..4).map(|no| NewSite { seed: 7, ..site_of(no) }).collect();
        let settings = settings(&at).await;
        let (first, second) = (at.worker_with(settings.clone()), at.worker_with(settings));
        let (id, _) = started(&at, &sites).await;
        let built = settled(&at, id, &[], &[DeploymentStatus::Waiting, DeploymentStatus::Failed]).await;
        let errors = deployment::errors(&at.world.db, at.world.workspace_id, id, 10).await.expect("errors");
        assert_eq!((built.counts.built, built.counts.errors), (4, 0), "{}: {errors:?}", at.world.name);
        let (ws, user) = (at.world.workspace_id, at.world.user_id);
        let acted = deployment::approve(&at.world.db, (NO_LIMITS, 100), (ws, id), user, None, now()).await;
        let Acted::Done(begun) = acted.expect("approve") else { panic!("{}: nothing passes", at.world.name) };
        at.backends.queue.deliver(Lane::Batch, &begun.due).await.expect("deliver");
        let ended = settled(&at, id, &[], &[DeploymentStatus::Succeeded, DeploymentStatus::Failed]).await;
        assert_eq!((ended.counts.deployed, ended.counts.errors), (4, 0), "{}: {ended:?}", at.world.name);
        first.stop().await;
        second.stop().await;
        at
    })
    .await;
}

/// Places of Oklahoma.
const OKLAHOMA: [&str; 30] = [
    "Tulsa",
    "Oklahoma City",
    "Norman",
    "Broken Arrow",
    "Edmond",
    "Lawton",
    "Moore",
    "Midwest City",
    "Enid",
    "Stillwater",
    "Owasso",
    "Bartlesville",
    "Muskogee",
    "Shawnee",
    "Bixby",
    "Jenks",
    "Ardmore",
    "Ponca City",
    "Yukon",
    "Duncan",
    "Sapulpa",
    "Durant",
    "Mustang",
    "McAlester",
    "Claremore",
    "Altus",
    "El Reno",
    "Ada",
    "Chickasha",
    "Tahlequah",
];

#[tokio::test(flavor = "multi_thread")]
async fn site_of_a_region_has_a_page_for_each_place_with_enough_facts() {
    in_each_mode(|at| async {
        operator(&at).await;
        let worker = at.worker_with(settings(&at).await);
        let name = |city: &&str| format!("{city}, OK");
        let places = OKLAHOMA.iter().map(|city| SitePlace { id: name(city), name: name(city) }).collect();
        let new = NewSite {
            kind: SiteKind::Dominator,
            vertical: "roofing".to_owned(),
            vertical_name: "Roofing".to_owned(),
            name: "Oklahoma Roofing Guide".to_owned(),
            places,
            ..new_site("oklahoma", ("", ""))
        };
        stored(&at, &new).await;
        let site = build(&at, new.id).await;
        assert_eq!(site.status, SiteStatus::Waiting, "{}: {:?}", at.world.name, blocking(&latest(&at, new.id).await));
        let pages = site::pages(&at.world.db, at.world.workspace_id, new.id).await.expect("pages");
        let areas: Vec<&str> =
            pages.iter().filter_map(|page| page.place.as_deref().filter(|_| page.path != "/")).collect();
        let run = at.world.run(found(&at, new.id).await.run_id.expect("a run")).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}", at.world.name);
        let result = run::result(&at.world.db, at.world.workspace_id, run.id).await.expect("find").expect("a result");
        let out = result["leftOut"].as_array().cloned().unwrap_or_default();
        let out: Vec<&Value> =
            out.iter().filter(|page| page["path"].as_str().is_some_and(|path| path.starts_with("/areas/"))).collect();
        assert!(areas.len() >= 24, "{}: {areas:?}, {out:?}", at.world.name);
        for city in OKLAHOMA {
            let has_page = areas.iter().any(|place| place.starts_with(city));
            let reason = out.iter().find(|page| page["label"] == city).and_then(|page| page["reason"].as_str());
            assert!(has_page != reason.is_some_and(|reason| !reason.is_empty()), "{}: {city}", at.world.name);
        }
        worker.stop().await;
        at
    })
    .await;
}
