//! Syncs of a connection to Search Console on this machine.

use std::time::Duration;

use chrono::NaiveDate;
use net::addresses::AddressGuard;
use serde_json::json;
use shared::{
    config::{FleetSettings, OutsideSettings, Secret},
    domain::{
        connection::{Budget, Connection, ConnectionStatus},
        new_id, now,
        run::{NewRun, Run, RunKind, RunStatus},
        sync::SyncSource,
        website::WebsiteKind,
    },
    store::{
        connection::{self, NewConnection},
        daily,
        import::{self, DatedLine, ImportEnd, SearchDays, SearchLine, SearchRows},
        notification::{self, Filter},
        run::{self, Finish, Outcome},
        sync,
        website::{self, NewWebsite},
    },
    vault::{Credentials, Vault},
};
use uuid::Uuid;

use crate::{
    google::{Asked, Fault, Google, ago},
    installation::{Installation, in_each_mode},
};

pub(crate) const SECRET: &str = "the installation's secret";
const PROPERTY: &str = "sc-domain:example.com";

pub(crate) fn settings(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    let outside = OutsideSettings { fetches_pages: true, guard, browser: None };
    FleetSettings { outside, secret: Some(Secret::new(SECRET.to_owned())), ..at.settings() }
}

/// A website with a connection.
struct Site<'a> {
    at: &'a Installation,
    website_id: Uuid,
    connection_id: Uuid,
}

impl<'a> Site<'a> {
    async fn new(at: &'a Installation, google: &Google) -> Self {
        let new = NewWebsite {
            name: "Site".to_owned(),
            url: "https://example.com/".to_owned(),
            host: "example.com".to_owned(),
            kind: WebsiteKind::Own,
        };
        let mut tx = at.world.db.begin().await.expect("a transaction");
        let website_id = website::insert(&mut tx, at.world.workspace_id, &new, now()).await.expect("a website");
        tx.commit().await.expect("a commit");
        let connection_id = connect(at, google, website_id).await;
        Self { at, website_id, connection_id }
    }

    fn run(&self) -> NewRun {
        let payload = json!({"connectionId": self.connection_id});
        let new = NewRun::new(self.at.world.workspace_id, self.at.world.user_id, RunKind::Sync, payload);
        NewRun { website_id: Some(self.website_id), ..new }
    }

    async fn start(&self) -> Uuid {
        self.at.enqueue(&[self.run()]).await[0]
    }

    async fn synced(&self) -> Run {
        let ended = self.at.ended(self.start().await).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", self.at.world.name, ended.error);
        ended
    }

    async fn days(&self) -> Vec<(NaiveDate, i64)> {
        let days = daily::daily(&self.at.world.db, self.at.world.workspace_id, self.website_id).await.expect("days");
        days.iter().map(|day| (day.day.parse().expect("a day"), day.figures.clicks)).collect()
    }

    async fn preliminary(&self) -> Vec<(NaiveDate, i64)> {
        let (db, ws) = (&self.at.world.db, self.at.world.workspace_id);
        let days = daily::preliminary(db, ws, self.website_id).await.expect("days");
        days.iter().map(|day| (day.day.parse().expect("a day"), day.figures.clicks)).collect()
    }

    async fn source(&self) -> SyncSource {
        let (db, ws) = (&self.at.world.db, self.at.world.workspace_id);
        sync::source(db, ws, self.website_id, self.connection_id).await.expect("a query").expect("the source")
    }

    async fn connection(&self) -> Connection {
        let (db, ws) = (&self.at.world.db, self.at.world.workspace_id);
        connection::find(db, ws, self.connection_id).await.expect("a query").expect("the connection")
    }

    /// Titles of the user's notifications about the connection.
    async fn notified(&self) -> Vec<String> {
        let (db, user) = (&self.at.world.db, self.at.world.user_id);
        let all = notification::list(db, user, Filter::default(), None, 50).await.expect("notifications").items;
        all.into_iter().filter(|one| one.object_type.as_deref() == Some("connection")).map(|one| one.title).collect()
    }

    /// Clicks of all stored rows of a dimension that count.
    async fn clicks_of_rows(&self, dimension: &str) -> i64 {
        let (db, ws) = (&self.at.world.db, self.at.world.workspace_id);
        let mut sum = 0;
        for batch in import::batches(db, ws, self.website_id).await.expect("batches") {
            let piece = import::search_rows(db, batch.id, 0..1_000_000).await.expect("rows");
            let rows = piece.rows().expect("rows");
            sum += rows.iter().filter(|row| &*row.dimension == dimension).map(|row| row.clicks).sum::<i64>();
        }
        sum
    }
}

async fn connect(at: &Installation, google: &Google, website_id: Uuid) -> Uuid {
    let (id, workspace_id) = (new_id(), at.world.workspace_id);
    let vault = Vault::new(&Secret::new(SECRET.to_owned()));
    let mut nonce = [0; 24];
    nonce[..16].copy_from_slice(Uuid::new_v4().as_bytes());
    let base = format!("http://{}", google.address);
    let fields = Credentials::from_fields([
        ("client_id", "client".to_owned()),
        ("client_secret", "client-secret-0123".to_owned()),
        ("token_url", base.clone()),
        ("refresh_token", "refresh-0123456789".to_owned()),
    ]);
    let new = NewConnection {
        id,
        workspace_id,
        provider: "search_console".to_owned(),
        name: "Search Console".to_owned(),
        credentials: Some(vault.seal(workspace_id, id, &fields, nonce).expect("sealed")),
        base_url: Some(base),
        settings: json!({"property": PROPERTY, "websiteId": website_id}),
        budget: Budget::default(),
    };
    connection::insert(&at.world.db, &new, now()).await.expect("insert");
    id
}

fn windows(log: &[Asked]) -> Vec<(NaiveDate, NaiveDate)> {
    log.iter().filter(|asked| asked.dimensions == "date,query,page").map(|asked| (asked.from, asked.to)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn first_sync_stores_final_days_and_marks_preliminary_ones() {
    in_each_mode(|at| async {
        let google = Google::start(20).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        site.synced().await;
        let days = site.days().await;
        assert_eq!((days.len(), days[0], days[17]), (18, (ago(20), 6), (ago(3), 6)), "{}", at.world.name);
        assert_eq!(site.preliminary().await, [(ago(2), 60), (ago(1), 60)], "{}", at.world.name);
        assert_eq!(site.clicks_of_rows("detail").await, 18 * 4, "{}", at.world.name);
        let pages = daily::daily_pages(&at.world.db, at.world.workspace_id, site.website_id, 9).await.expect("pages");
        assert_eq!((pages.len(), pages[0].figures.clicks), (36, 4), "{}: totals with rare queries", at.world.name);
        let source = site.source().await;
        assert_eq!((source.first_day, source.last_final_day), (Some(ago(20)), Some(ago(3))), "{}", at.world.name);
        assert_eq!((source.last_day, source.error.as_deref()), (Some(ago(1)), None), "{}", at.world.name);
        assert!(source.synced_at.is_some() && source.rows > 100, "{}: {source:?}", at.world.name);
        assert_eq!(site.connection().await.status, ConnectionStatus::Connected, "{}", at.world.name);
        let sites = website::list(&at.world.db, at.world.workspace_id, None).await.expect("websites");
        let totals = sites.iter().find(|one| one.id == site.website_id).map(|one| (one.queries, one.clicks));
        assert_eq!(totals, Some((Some(2), Some(18 * 6))), "{}: the report of 90 days", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn next_sync_replaces_preliminary_days_and_fetches_no_final_day_again() {
    in_each_mode(|at| async {
        let google = Google::start(20).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        site.synced().await;
        google.take_log();
        google.finish_days();
        site.synced().await;
        assert_eq!(windows(&google.take_log()), [(ago(2), ago(1))], "{}", at.world.name);
        let days = site.days().await;
        assert_eq!((days.len(), days.iter().map(|day| day.1).sum::<i64>()), (20, 120), "{}", at.world.name);
        assert_eq!(site.preliminary().await, [], "{}", at.world.name);
        assert_eq!(site.clicks_of_rows("detail").await, 20 * 4, "{}: nothing counts twice", at.world.name);
        site.synced().await;
        assert_eq!(windows(&google.take_log()), [], "{}: everything is final", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sync_of_an_interrupted_worker_resumes_and_stores_nothing_twice() {
    in_each_mode(|at| async {
        let google = Google::start(40).await;
        let site = Site::new(&at, &google).await;
        google.fail_at(9, Fault::Silence);
        let interrupted = at.worker_with(settings(&at));
        let id = site.start().await;
        for _ in 0..400 {
            if google.asked() > 9 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        interrupted.stop().await;
        let before = windows(&google.take_log());
        let worker = at.worker_with(settings(&at));
        let ended = at.ended(id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let after = windows(&google.take_log());
        // Preliminary days are fetched again by every attempt.
        let finals = before.iter().filter(|window| window.1 < ago(2));
        let twice = finals.filter(|window| after.contains(window)).count();
        assert!(before.len() >= 3 && twice <= 1, "{}: {before:?}, then {after:?}", at.world.name);
        let days = site.days().await;
        assert_eq!((days.len(), days.iter().map(|day| day.1).sum::<i64>()), (38, 38 * 6), "{}", at.world.name);
        assert_eq!(site.clicks_of_rows("detail").await, 38 * 4, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn day_with_more_rows_than_a_page_is_stored_whole() {
    in_each_mode(|at| async {
        let google = Google::start(3).await;
        google.set_more_queries(25_010);
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        site.synced().await;
        let log = google.take_log();
        let of_day: Vec<u64> = log
            .iter()
            .filter(|asked| asked.from == ago(3) && asked.dimensions == "date,query,page")
            .map(|asked| asked.start_row)
            .collect();
        assert_eq!(of_day, [0, 25_000], "{}", at.world.name);
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        let batches = import::batches(db, ws, site.website_id).await.expect("batches");
        let days =
            batches.iter().find(|batch| batch.observed_to == Some(ago(3)) && batch.queries == 0).expect("a batch");
        assert_eq!(import::count_search_rows(db, days.id).await.expect("rows"), 25_012 + 3, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn day_of_a_connection_counts_instead_of_an_imported_one() {
    in_each_mode(|at| async {
        let google = Google::start(10).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        site.synced().await;
        import_days(&site, &[ago(15), ago(5)]).await;
        let days = site.days().await;
        assert_eq!(days.len(), 9, "{}: {days:?}", at.world.name);
        assert_eq!((days[0], days.iter().find(|day| day.0 == ago(5))), ((ago(15), 100), Some(&(ago(5), 6))));
        let undone = site.source().await.import_id.expect("an import");
        let mut tx = at.world.db.begin().await.expect("a transaction");
        import::withdraw(&mut tx, undone).await.expect("withdrawn");
        tx.commit().await.expect("a commit");
        assert_eq!(site.days().await, [(ago(15), 100), (ago(5), 100)], "{}", at.world.name);
        site.synced().await;
        assert_eq!(site.days().await.len(), 9, "{}: everything is fetched again", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// Stores an import with 100 clicks on each day, as the reader of a file does.
async fn import_days(site: &Site<'_>, days: &[NaiveDate]) {
    let (db, ws, user_id) = (&site.at.world.db, site.at.world.workspace_id, site.at.world.user_id);
    let (import_id, website_id) = (new_id(), Some(site.website_id));
    let new = import::NewImport { id: import_id, workspace_id: ws, website_id, user_id, file_name: "a.csv".to_owned() };
    let reads = NewRun { website_id, ..NewRun::new(ws, user_id, RunKind::Import, json!({"importId": import_id})) };
    let mut tx = db.begin().await.expect("a transaction");
    import::insert(&mut tx, &new, now()).await.expect("an import");
    import::begin(&mut tx, ws, import_id, site.website_id, reads.id).await.expect("a start").expect("the import");
    run::insert(&mut tx, &reads).await.expect("a run");
    tx.commit().await.expect("a commit");
    let mut claim = site.at.world.claim(&[reads.id], 10).await;
    let run = claim.runs.remove(0);
    let batch_id = import::begin_batch(db, import_id, site.website_id, run.attempt, now()).await.expect("a batch");
    let (mut rows, mut sums) = (SearchRows::new(db, batch_id, 0), SearchDays::default());
    for day in days {
        let line = SearchLine {
            dimension: "date",
            period: "current",
            date: Some(*day),
            clicks: 100,
            impressions: 1_000,
            ..SearchLine::default()
        };
        rows.push(&line).expect("a row");
        let (dimension, is_of_page, position) = ("date", false, None);
        sums.add(DatedLine { dimension, is_of_page, day: *day, clicks: 100, impressions: 1_000, position });
    }
    rows.insert().await.expect("rows");
    import::insert_search_days(db, batch_id, &sums).await.expect("days");
    let end = ImportEnd {
        import_id,
        batch_id,
        rows: 2,
        rejected: 0,
        kinds: vec!["gsc_dates".to_owned()],
        rejects: json!({}),
        totals: (0, 0, 0),
        observed: (days.first().copied(), days.last().copied()),
    };
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: vec![end.into()] };
    run::finish(db, &[finish], now()).await.expect("finished");
}

#[tokio::test(flavor = "multi_thread")]
async fn passing_faults_are_retried_and_lose_nothing() {
    in_each_mode(|at| async {
        let google = Google::start(10).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        google.fail_at(1, Fault::Answer("429 Too Many Requests", "retry-after: 1\r\n", r#"{"error":{"code":429}}"#));
        google.fail_at(3, Fault::Answer("503 Service Unavailable", "", "{}"));
        google.fail_at(6, Fault::Truncated);
        site.synced().await;
        let days = site.days().await;
        assert_eq!((days.len(), days.iter().map(|day| day.1).sum::<i64>()), (8, 48), "{}", at.world.name);
        assert_eq!(site.clicks_of_rows("detail").await, 8 * 4, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_token_is_renewed_during_a_sync() {
    in_each_mode(|at| async {
        let google = Google::start(10).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        google.fail_at(2, Fault::Answer("401 Unauthorized", "", r#"{"error":{"code":401}}"#));
        site.synced().await;
        assert_eq!((site.days().await.len(), google.tokens()), (8, 2), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn withdrawn_permission_changes_the_status_and_notifies_once() {
    in_each_mode(|at| async {
        let google = Google::start(10).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        site.synced().await;
        let first = site.notified().await;
        assert_eq!(first, ["Google Search Console is synced"], "{}", at.world.name);
        google.revoke();
        for _ in 0..2 {
            let ended = at.ended(site.start().await).await;
            assert_eq!(ended.status, RunStatus::Failed, "{}", at.world.name);
            assert_eq!(ended.attempt, 1, "{}: no attempt can succeed", at.world.name);
        }
        let lost = site.connection().await;
        assert_eq!(lost.status, ConnectionStatus::Expired, "{}: {:?}", at.world.name, lost.message);
        assert_eq!(site.notified().await.len(), 2, "{}: {:?}", at.world.name, site.notified().await);
        assert!(site.source().await.error.is_some_and(|error| error.contains("connect the account again")));
        assert_eq!(site.days().await.len(), 8, "{}: what was fetched is kept", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn used_up_quota_ends_the_sync_without_another_call() {
    in_each_mode(|at| async {
        let google = Google::start(10).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        let quota = r#"{"error":{"code":403,"errors":[{"reason":"quotaExceeded"}]}}"#;
        google.fail_at(3, Fault::Answer("403 Forbidden", "", quota));
        let ended = at.ended(site.start().await).await;
        assert_eq!(ended.error.expect("an error").r#type, "quota", "{}", at.world.name);
        assert_eq!(google.asked(), 4, "{}: no call after the refusal", at.world.name);
        site.synced().await;
        assert_eq!(site.days().await.len(), 8, "{}: the next sync continues", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn property_without_data_is_synced_with_no_days() {
    in_each_mode(|at| async {
        let google = Google::start(0).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        site.synced().await;
        assert_eq!((site.days().await.len(), google.asked()), (0, 1), "{}", at.world.name);
        let source = site.source().await;
        assert_eq!((source.rows, source.first_day), (0, None), "{}", at.world.name);
        assert!(source.synced_at.is_some(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_sync_of_a_connection_is_refused_while_one_runs() {
    in_each_mode(|at| async {
        let google = Google::start(10).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        google.fail_at(2, Fault::Silence);
        let first = site.start().await;
        for _ in 0..400 {
            if google.asked() > 2 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let second = at.ended(site.start().await).await;
        assert_eq!(second.error.expect("an error").r#type, "already-syncing", "{}", at.world.name);
        run::cancel(&at.world.db, at.world.workspace_id, first, now()).await.expect("cancelled");
        at.ended(first).await;
        site.synced().await;
        assert_eq!(site.days().await.len(), 8, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sync_of_a_removed_connection_deletes_its_schedule() {
    in_each_mode(|at| async {
        let google = Google::start(10).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &google).await;
        let (db, ws, user) = (&at.world.db, at.world.workspace_id, at.world.user_id);
        let mut tx = db.begin().await.expect("a transaction");
        let (of, to) = (site.connection_id, site.website_id);
        let made = sync::schedule(&mut tx, ws, user, to, of, "Search Console", now()).await.expect("a schedule");
        let again = sync::schedule(&mut tx, ws, user, to, of, "Search Console", now()).await.expect("a schedule");
        tx.commit().await.expect("a commit");
        assert_eq!(made, again, "{}: one schedule", at.world.name);
        let found = sync::schedules(db, ws).await.expect("schedules");
        assert_eq!(found.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [site.connection_id], "{}", at.world.name);
        assert!(found[0].1.next_at.is_some_and(|at| at > now()), "{}", at.world.name);
        connection::disconnect(db, ws, site.connection_id, now()).await.expect("removed");
        let ended = at.ended(site.start().await).await;
        assert_eq!(ended.error.expect("an error").r#type, "disconnected", "{}", at.world.name);
        assert_eq!(sync::schedules(db, ws).await.expect("schedules").len(), 0, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
