//! Growth of a site: after its launch, the planned pages are built, checked and released on later days, in the number of a day.

use std::time::Duration;

use chrono::Days;
use serde_json::Value;
use shared::{
    config::{FleetSettings, SiteSettings},
    domain::{
        now,
        release::FullRelease,
        site::{Site, SiteKind, SitePlace, SiteStatus},
        site_growth::SiteGrowth,
    },
    store::{
        annotation, release,
        run::{self, Finish, Outcome},
        site::{self, NewSite, SiteDeployed, Started},
    },
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode},
    sites::{NO_LIMITS, TULSA, approve, blocking, build, found, latest, new_site, operator, settings, stored},
};

/// Pages of the launch, and new pages of a day.
const AT_LAUNCH: u32 = 13;
const PER_DAY: u32 = 2;
/// Cities of Oklahoma with enough published figures.
const PLACES: [&str; 6] = ["Tulsa, OK", "Oklahoma City, OK", "Norman, OK", "Edmond, OK", "Lawton, OK", "Enid, OK"];

fn region() -> NewSite {
    let places = PLACES.iter().map(|name| SitePlace { id: (*name).to_owned(), name: (*name).to_owned() });
    NewSite {
        name: "Oklahoma Plumbing Guide".to_owned(),
        kind: SiteKind::Dominator,
        places: places.collect(),
        ..new_site("oklahoma-plumbing", TULSA)
    }
}

async fn growth(at: &Installation, id: Uuid) -> SiteGrowth {
    let found = site::growth(&at.world.db, at.world.workspace_id, &[id]).await.expect("growth");
    found.into_iter().next().unwrap_or_else(|| panic!("{}: the launch has room for all pages", at.world.name))
}

/// Approves the latest release of a site and deploys it, two days ago.
async fn launch(at: &Installation, id: Uuid) {
    let release_id = found(at, id).await.latest_release_id.expect("a release");
    approve(at, release_id).await;
    let mut tx = at.world.db.begin().await.expect("begin");
    let key = (at.world.workspace_id, id);
    let started = site::start_deploy(&mut tx, NO_LIMITS, key, at.world.user_id, None, now()).await.expect("start");
    tx.commit().await.expect("commit");
    let Started::Run(run, _) = started else { panic!("{}: {started:?}", at.world.name) };
    let run = at.world.claim(&[run.id], 100).await.runs.remove(0);
    let end = SiteDeployed { site_id: id, release_id, remote: None, url: Some("http://live.example/".to_owned()) };
    let done = Finish { run, outcome: Outcome::Succeeded(Value::Null), effects: vec![end.into()] };
    run::finish(&at.world.db, &[done], now() - Days::new(2)).await.expect("finish");
}

/// Waits until nothing works on a site whose latest release is live.
async fn rested(at: &Installation, id: Uuid, number: i32) -> Site {
    for _ in 0..1_200 {
        let site = found(at, id).await;
        assert!(
            !matches!(site.status, SiteStatus::Failed | SiteStatus::Blocked),
            "{}: {:?}",
            at.world.name,
            site.last_error
        );
        if site.live_number >= Some(number) && site.run_at_work().is_none() {
            return site;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{}: it stays as it is: {:?}", at.world.name, found(at, id).await);
}

/// Number of pages of a release.
fn pages(release: &FullRelease) -> usize {
    release.manifest.iter().filter(|file| file.path.ends_with("index.html")).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn planned_pages_are_released_on_later_days_until_all_are_live() {
    in_each_mode(|at| async {
        let settings = settings(&at).await;
        let sites = SiteSettings { pages_at_launch: AT_LAUNCH, new_pages_per_day: PER_DAY, ..settings.sites.clone() };
        let settings = FleetSettings { sites, ..settings };
        operator(&at).await;
        let new = region();
        stored(&at, &new).await;
        let worker = at.worker_with(settings.clone());
        build(&at, new.id).await;
        worker.stop().await;
        let first = latest(&at, new.id).await;
        assert_eq!(blocking(&first), Vec::<String>::new(), "{}", at.world.name);
        let planned = growth(&at, new.id).await;
        let all = pages(&first) + usize::try_from(planned.later).expect("few");
        assert!((3..=4).contains(&planned.later), "{}: {planned:?}", at.world.name);
        let coming = site::coming_pages(&at.world.db, at.world.workspace_id, new.id).await.expect("list");
        assert_eq!(coming.len(), all - pages(&first), "{}: {coming:?}", at.world.name);
        assert!(coming.iter().all(|page| page.path.starts_with("/areas/")), "{}: {coming:?}", at.world.name);
        launch(&at, new.id).await;

        // The worker finds that the time of the second day has passed, and adds the pages of one day.
        let worker = at.worker_with(settings);
        let site = rested(&at, new.id, 2).await;
        let second = latest(&at, new.id).await;
        assert_eq!((site.live_number, pages(&second)), (Some(2), pages(&first) + 2), "{}", at.world.name);
        assert_eq!(
            second.release.approved_by,
            first.release.approved_by.or(Some(at.world.user_id)),
            "{}",
            at.world.name
        );
        assert!(growth(&at, new.id).await.next_at.is_some_and(|next| next > now()), "{}", at.world.name);

        // On a later day, the others follow.
        let key = (at.world.workspace_id, new.id);
        let later = now() + Days::new(2);
        let begun = site::start_growth(&at.world.db, NO_LIMITS, PER_DAY, key, later).await.expect("start");
        let (run, _) = begun.unwrap_or_else(|| panic!("{}: nothing starts", at.world.name));
        at.backends.queue.deliver(run.lane, &[run.delivery()]).await.expect("deliver");
        rested(&at, new.id, 3).await;
        let third = latest(&at, new.id).await;
        let end = growth(&at, new.id).await;
        assert_eq!((pages(&third), end.later, end.next_at), (all, 0, None), "{}: {end:?}", at.world.name);
        let index = third.manifest.iter().find(|file| file.path == "areas/index.html").expect("the index");
        let blob = release::blob(&at.world.db, third.release.id, &index.sha256).await.expect("find").expect("it");
        let mut html = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(blob.bytes.as_slice()), &mut html)
            .expect("a page");
        for place in PLACES {
            assert!(html.contains(place), "{}: {place} is not in the table of the areas", at.world.name);
        }
        let notes = annotation::list(&at.world.db, at.world.workspace_id, &annotation::Filter::default(), 9).await;
        let titles: Vec<String> = notes.expect("annotations").items.into_iter().map(|note| note.title).collect();
        assert!(titles.iter().any(|title| title == "Added 2 planned pages"), "{}: {titles:?}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
