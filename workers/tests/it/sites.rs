//! Sites: built, checked, approved and deployed by runs; once, also if a worker dies.

use std::{collections::BTreeMap, path::PathBuf};

use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, OutsideSettings, SiteSettings, WorkspaceLimits},
    domain::{
        lead::consent_version,
        new_id, now,
        release::FullRelease,
        run::{Lane, Run, RunStatus},
        site::{Site, SiteKind, SitePlace, SiteStatus},
        site_operator::SiteOperator,
    },
    store::{
        document,
        release::{self, Approval},
        run,
        site::{self, NewForm, NewSite, SiteBody, Started},
        site_operator,
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode};

pub(crate) const NO_LIMITS: WorkspaceLimits =
    WorkspaceLimits { storage_bytes: None, runs_per_day: None, emails_per_day: None, crawl_urls: None };

/// Answers like the lead form of a server: it refuses an empty form and names its fields.
async fn form_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut request = vec![0; 4_096];
                let length = stream.read(&mut request).await.unwrap_or(0);
                let is_form = request[..length].starts_with(b"POST /f/");
                let (status, body) = if is_form {
                    ("422 Unprocessable Content", r#"{"errors":[{"pointer":"/email"},{"pointer":"/consent"}]}"#)
                } else {
                    ("404 Not Found", "{}")
                };
                let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
                let _ = stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).await;
                let _ = stream.shutdown().await;
            });
        }
    });
    url
}

/// Folder that folder targets may use.
pub(crate) fn folder(at: &Installation) -> PathBuf {
    at.uploads.with_extension("sites")
}

pub(crate) async fn settings(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    std::fs::create_dir_all(folder(at)).expect("a folder");
    let sites = SiteSettings {
        public_url: Some(form_server().await),
        deploy_folders: vec![folder(at)],
        new_sites_per_day: 100,
        ..SiteSettings::default()
    };
    let outside = OutsideSettings { fetches_pages: true, guard, browser: None };
    FleetSettings { outside, sites, ..at.settings() }
}

pub(crate) async fn operator(at: &Installation) {
    let operator = SiteOperator {
        legal_name: "Prairie Referral LLC".to_owned(),
        brand_name: "Prairie Home Guides".to_owned(),
        email: "hello@prairie-guides.example".to_owned(),
        phone: "+19185550100".to_owned(),
        postal_address: "100 Main St\nTulsa, OK 74103".to_owned(),
        state: "OK".to_owned(),
        country: "US".to_owned(),
        privacy_email: "privacy@prairie-guides.example".to_owned(),
        ..SiteOperator::default()
    };
    site_operator::put(&at.world.db, at.world.workspace_id, at.world.user_id, &operator, now()).await.expect("put");
}

pub(crate) fn new_site(slug: &str, place: (&str, &str)) -> NewSite {
    NewSite {
        id: new_id(),
        name: format!("{} Plumbing Guide", place.1.split(',').next().unwrap_or_default()),
        url: format!("http://{slug}.sites.localhost/"),
        host: format!("{slug}.sites.localhost"),
        slug: slug.to_owned(),
        kind: SiteKind::Goldmine,
        vertical: "plumbing".to_owned(),
        vertical_name: "Plumbing".to_owned(),
        places: vec![SitePlace { id: place.0.to_owned(), name: place.1.to_owned() }],
        theme: "harbor".to_owned(),
        seed: 7,
        phone: Some("+19185550123".to_owned()),
        phone_is_owned: true,
        target_id: None,
        deployment_id: None,
        form: Some(NewForm {
            id: new_id(),
            key: new_id().simple().to_string(),
            consent_text: "I agree that Prairie Home Guides and one business may contact me about this request by \
                           telephone, text message or email, also with automated technology. My consent is not a \
                           condition of a purchase."
                .to_owned(),
        }),
    }
}

pub(crate) const TULSA: (&str, &str) = ("4553433", "Tulsa, OK");

pub(crate) async fn stored(at: &Installation, new: &NewSite) {
    let mut tx = at.world.db.begin().await.expect("begin");
    let (ws, user) = (at.world.workspace_id, at.world.user_id);
    site::insert(&mut tx, ws, user, std::slice::from_ref(new), now()).await.expect("insert");
    tx.commit().await.expect("commit");
}

pub(crate) async fn found(at: &Installation, id: Uuid) -> Site {
    site::find(&at.world.db, at.world.workspace_id, id).await.expect("find").expect("the site")
}

/// Stores a build and delivers its run; returns its id.
async fn start(at: &Installation, id: Uuid, rewrite: &[String]) -> Uuid {
    let mut tx = at.world.db.begin().await.expect("begin");
    let key = (at.world.workspace_id, id);
    let started = site::start_build(&mut tx, NO_LIMITS, key, at.world.user_id, rewrite, now()).await.expect("start");
    tx.commit().await.expect("commit");
    delivered(at, started).await
}

pub(crate) async fn start_deploy(at: &Installation, id: Uuid, release_id: Option<Uuid>) -> Uuid {
    let mut tx = at.world.db.begin().await.expect("begin");
    let key = (at.world.workspace_id, id);
    let user = at.world.user_id;
    let started = site::start_deploy(&mut tx, NO_LIMITS, key, user, release_id, now()).await.expect("start");
    tx.commit().await.expect("commit");
    delivered(at, started).await
}

pub(crate) async fn delivered(at: &Installation, started: Started) -> Uuid {
    let Started::Run(run, _) = started else { panic!("{}: {started:?}", at.world.name) };
    at.backends.queue.deliver(run.lane, &[run.delivery()]).await.expect("deliver");
    run.id
}

pub(crate) async fn ended(at: &Installation, id: Uuid) -> Run {
    at.ended(id).await
}

/// Builds a site; the run must succeed.
pub(crate) async fn build(at: &Installation, id: Uuid) -> Site {
    let run = ended(at, start(at, id, &[]).await).await;
    assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
    found(at, id).await
}

pub(crate) async fn latest(at: &Installation, id: Uuid) -> FullRelease {
    let release_id = found(at, id).await.latest_release_id.expect("a release");
    release::find_full(&at.world.db, at.world.workspace_id, release_id).await.expect("find").expect("it")
}

pub(crate) async fn approve(at: &Installation, release_id: Uuid) {
    let mut tx = at.world.db.begin().await.expect("begin");
    let (ws, user) = (at.world.workspace_id, at.world.user_id);
    let approval = release::approve(&mut tx, (ws, release_id), user, None, now()).await.expect("approve");
    assert!(matches!(approval, Approval::Approved(..)), "{}: {approval:?}", at.world.name);
    tx.commit().await.expect("commit");
}

/// Blocking findings of a release, for messages of tests.
pub(crate) fn blocking(release: &FullRelease) -> Vec<String> {
    let findings = release.gate.0["findings"].as_array().cloned().unwrap_or_default();
    findings.iter().filter(|finding| finding["level"] == "block").map(Value::to_string).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn site_is_built_approved_and_deployed_to_built_in_hosting() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        operator(&at).await;
        let new = new_site("tulsa-plumbing", TULSA);
        stored(&at, &new).await;
        let built = build(&at, new.id).await;
        let release = latest(&at, new.id).await;
        assert_eq!((built.status, blocking(&release)), (SiteStatus::Waiting, Vec::new()), "{}", at.world.name);
        let paths: Vec<&str> = release.manifest.iter().map(|file| file.path.as_str()).collect();
        for wanted in ["index.html", "404.html", "robots.txt", "sitemap.xml", "privacy/index.html"] {
            assert!(paths.contains(&wanted), "{}: {wanted} of {paths:?}", at.world.name);
        }
        let checks = release.gate.0["checks"].as_array().map(Vec::len);
        assert_eq!((checks, release.gate.0["passes"].clone()), (Some(24), json!(true)), "{}", at.world.name);
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        let pages = site::pages(db, ws, new.id).await.expect("pages");
        assert!(pages.len() >= 6 && pages[0].path == "/", "{}: {pages:?}", at.world.name);
        let home = document::find(db, ws, pages[0].document_id).await.expect("find").expect("the document");
        assert_eq!((home.website_id, home.version, home.place.as_deref()), (Some(new.id), 1, Some("Tulsa, OK")));
        // The second build finds everything as it is: no page is written, and no release is added.
        let again = build(&at, new.id).await;
        assert_eq!((again.latest_number, again.status), (Some(1), SiteStatus::Waiting), "{}", at.world.name);
        let unchanged = document::find(db, ws, pages[0].document_id).await.expect("find").expect("the document");
        assert_eq!(unchanged.version, 1, "{}", at.world.name);
        approve(&at, release.release.id).await;
        let run = ended(&at, start_deploy(&at, new.id, None).await).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        let live = found(&at, new.id).await;
        assert_eq!((live.status, live.live_number), (SiteStatus::Live, Some(1)), "{}", at.world.name);
        let port = live.live_url.clone().expect("an address");
        assert!(port.starts_with("http://tulsa-plumbing.sites.localhost:"), "{}: {port}", at.world.name);
        assert!(site::live_by_slug(db, "tulsa-plumbing").await.expect("find").is_some(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_is_rewritten_alone_and_edits_of_people_reach_the_release() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        operator(&at).await;
        let new = new_site("tulsa-rewrite", TULSA);
        stored(&at, &new).await;
        build(&at, new.id).await;
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        let versions = async || -> BTreeMap<String, i32> {
            let pages = site::page_texts(db, ws, new.id).await.expect("texts");
            pages.into_iter().map(|page| (page.path, page.version)).collect()
        };
        let path = versions().await.keys().find(|path| path.as_str() == "/cost/").cloned().expect("a page about costs");
        let run = ended(&at, start(&at, new.id, std::slice::from_ref(&path)).await).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        let after = versions().await;
        let changed: Vec<&str> = after.iter().filter(|(_, no)| **no > 1).map(|(path, _)| path.as_str()).collect();
        assert!(changed.is_empty() || changed == [path.as_str()], "{}: {after:?}", at.world.name);
        let before = found(&at, new.id).await.latest_number;
        // A person changes the title of a page.
        let page = site::page_texts(db, ws, new.id).await.expect("texts").remove(0);
        let mut draft = page.draft.0.clone();
        draft["title"]["text"] = json!("Plumbers in Tulsa, asked the right questions");
        let current = document::version(db, ws, page.document_id, page.version).await.expect("find").expect("it");
        let edited = document::NewVersion {
            base: page.version,
            origin: shared::domain::document::VersionOrigin::Edited,
            draft,
            cited: current.cited.0,
            score: None,
            words: 100,
            run_id: None,
            user_id: at.world.user_id,
            prompts: None,
            model: None,
            cost_micros: 0,
            note: String::new(),
        };
        let mut tx = db.begin().await.expect("begin");
        document::append(&mut tx, ws, page.document_id, Some(page.version), &edited, now()).await.expect("append");
        tx.commit().await.expect("commit");
        record_calls(&at, new.id).await;
        let site = build(&at, new.id).await;
        assert_eq!(site.latest_number, before.map(|no| no + 1), "{}", at.world.name);
        let home = served(&at, new.id, "index.html").await;
        assert!(home.contains("asked the right questions"), "{}", at.world.name);
        let version = consent_version(&new.form.as_ref().expect("a form").consent_text);
        assert!(home.contains(&format!("value=\"{version}\" required")), "{}: {home}", at.world.name);
        let privacy = served(&at, new.id, "privacy/index.html").await;
        assert!(privacy.contains("Calls are recorded"), "{}: {privacy}", at.world.name);
        let unknown = ended(&at, start(&at, new.id, &["/none/".to_owned()]).await).await;
        assert_eq!(unknown.error.map(|error| error.0.r#type), Some("unknown-page".to_owned()), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// States that calls to the number of a site are recorded.
async fn record_calls(at: &Installation, id: Uuid) {
    let site = found(at, id).await;
    let body = SiteBody {
        name: site.name,
        theme: site.theme,
        phone: site.phone,
        phone_is_owned: site.phone_is_owned,
        phone_is_recorded: true,
        target_id: site.target_id,
        tenant: None,
    };
    let mut tx = at.world.db.begin().await.expect("begin");
    assert!(site::update(&mut tx, at.world.workspace_id, id, &body, now()).await.expect("update"));
    tx.commit().await.expect("commit");
}

/// Returns a file of the latest release of a site.
pub(crate) async fn served(at: &Installation, id: Uuid, path: &str) -> String {
    use std::io::Read;
    let release = latest(at, id).await;
    let file = release.manifest.iter().find(|file| file.path == path).expect("the file").clone();
    let blob = release::blob(&at.world.db, release.release.id, &file.sha256).await.expect("blob").expect("it");
    let mut text = String::new();
    flate2::read::GzDecoder::new(blob.bytes.as_slice()).read_to_string(&mut text).expect("gzip of text");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn build_of_a_dead_worker_leaves_one_release() {
    in_each_mode(|at| async {
        operator(&at).await;
        let new = new_site("tulsa-killed", TULSA);
        stored(&at, &new).await;
        let id = start(&at, new.id, &[]).await;
        // A worker that claims the run, takes the site and sends no heartbeat.
        let lease = now() + chrono::Duration::seconds(1);
        let claim = run::claim(&at.world.db, Lane::Interactive, &[id], new_id(), 10, now(), lease).await;
        let dead = claim.expect("claim").runs.remove(0);
        site::take(&at.world.db, &dead, new.id, SiteStatus::Building, now()).await.expect("take");
        let worker = at.worker_with(settings(&at).await);
        let run = ended(&at, id).await;
        assert_eq!((run.status, run.attempt), (RunStatus::Succeeded, 2), "{}: {:?}", at.world.name, run.error);
        // It wakes up and delivers its outcome, which does not count.
        let first = latest(&at, new.id).await;
        let late = site::SiteBuilt {
            site_id: new.id,
            name: Some("Late".to_owned()),
            pages: Vec::new(),
            release: release::NewRelease {
                id: new_id(),
                digest: "late".to_owned(),
                files: Vec::new(),
                gate: json!({}),
                is_blocked: false,
                needs_review: false,
                rental_id: None,
                preview_key: "late".to_owned(),
                pages: (0, 0),
                blobs: Vec::new(),
            },
            sketches: Vec::new(),
            blocked_by: None,
        };
        let outcome = run::Outcome::Succeeded(Value::Null);
        let done = run::Finish { run: dead, outcome, effects: vec![late.into()] };
        let finished = run::finish(&at.world.db, &[done], now()).await.expect("finish");
        assert!(finished.accepted.is_empty(), "{}", at.world.name);
        let site = found(&at, new.id).await;
        assert_eq!(
            (site.latest_number, site.latest_release_id),
            (Some(1), Some(first.release.id)),
            "{}",
            at.world.name
        );
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn site_without_operator_fails_with_advice_and_can_be_built_later() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let new = new_site("tulsa-nobody", TULSA);
        stored(&at, &new).await;
        let run = ended(&at, start(&at, new.id, &[]).await).await;
        assert_eq!(run.error.map(|error| error.0.r#type), Some("no-operator".to_owned()), "{}", at.world.name);
        let failed = found(&at, new.id).await;
        assert_eq!(failed.status, SiteStatus::Failed, "{}", at.world.name);
        assert!(failed.last_error.is_some_and(|error| error.contains("Enter who runs")), "{}", at.world.name);
        operator(&at).await;
        assert_eq!(build(&at, new.id).await.latest_number, Some(1), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn form_that_does_not_answer_blocks_the_release() {
    in_each_mode(|at| async {
        let nobody = TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
        let settings = settings(&at).await;
        let sites = SiteSettings { public_url: Some(format!("http://{nobody}")), ..settings.sites.clone() };
        let worker = at.worker_with(FleetSettings { sites, ..settings });
        operator(&at).await;
        let new = new_site("tulsa-mute", TULSA);
        stored(&at, &new).await;
        let site = build(&at, new.id).await;
        assert_eq!(site.status, SiteStatus::Blocked, "{}", at.world.name);
        let blocking = blocking(&latest(&at, new.id).await);
        assert!(
            blocking.iter().any(|finding| finding.contains("cannot be reached")),
            "{}: {blocking:?}",
            at.world.name
        );
        worker.stop().await;
        at
    })
    .await;
}
