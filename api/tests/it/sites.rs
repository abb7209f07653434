//! Sites over HTTP: from a market to a live site. Workers are played by hand.

use std::io::Write;

use axum::http::{Method, StatusCode};
use data_encoding::HEXLOWER;
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shared::{
    domain::{
        document::{DocumentStatus, VersionOrigin},
        new_id,
        release::{Blob, ReleaseFile},
        site::SitePageKind,
    },
    store::{
        document::{DocumentBody, NewVersion},
        release::NewRelease,
        run::Outcome,
        site::{BuiltPage, PageText, SiteBuilt, SiteDeployed},
    },
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, Reply, World, on_each},
};

/// Oklahoma City.
pub(crate) const PLACE: &str = "4544349";
const TULSA: &str = "4553433";

/// Files of a small site.
pub(crate) const FILES: [(&str, &str, &str); 5] = [
    ("404.html", "text/html; charset=utf-8", "<!doctype html><title>Not here</title>"),
    (
        "_headers",
        "text/plain",
        "/*\n  X-Frame-Options: DENY\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n",
    ),
    ("assets/site.css", "text/css; charset=utf-8", "body { color: #123 }"),
    ("cost/index.html", "text/html; charset=utf-8", "<!doctype html><title>Cost</title>"),
    ("index.html", "text/html; charset=utf-8", "<!doctype html><title>Home</title>"),
];

/// Enters who runs the sites.
pub(crate) async fn operator(world: &World, by: &Account) {
    let body = json!({
        "legalName": "Lovelace Media LLC", "email": "hello@lovelace.example",
        "postalAddress": "1 Main Street\nTulsa, OK 74103",
    });
    let call = world.call(Method::PUT, "/api/site-operator").json(&body).bearer(&by.token);
    assert_eq!(call.send().await.success(StatusCode::OK)["missing"], json!([]));
}

pub(crate) async fn get(world: &World, by: &Account, path: &str) -> Value {
    world.get(path).bearer(&by.token).send().await.success(StatusCode::OK)
}

pub(crate) async fn post(world: &World, by: &Account, path: &str, body: Value) -> Reply {
    world.post(path, &body).bearer(&by.token).header("prefer", "wait=0").send().await
}

pub(crate) fn id(value: &Value) -> Uuid {
    value.as_str().and_then(|text| text.parse().ok()).expect("an id")
}

/// Creates a goldmine site; returns it and the run that builds it.
pub(crate) async fn created(world: &World, by: &Account, vertical: &str, place: &str) -> (Value, Uuid) {
    let body = json!({"kind": "goldmine", "vertical": vertical, "places": [place]});
    let made = post(world, by, "/api/sites", body).await.success(StatusCode::CREATED);
    (made["site"].clone(), id(&made["runId"]))
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

pub(crate) fn release(files: &[(&str, &str, &str)], is_blocked: bool) -> NewRelease {
    let sha256 = |text: &str| HEXLOWER.encode(&Sha256::digest(text.as_bytes()));
    let size = |text: &str| i64::try_from(text.len()).expect("a size");
    let listed = |(path, kind, text): &(&str, &str, &str)| ReleaseFile {
        path: (*path).to_owned(),
        sha256: sha256(text),
        size: size(text),
        content_type: (*kind).to_owned(),
    };
    let blob = |(_, _, text): &(&str, &str, &str)| Blob { sha256: sha256(text), bytes: packed(text), size: size(text) };
    let list: Vec<ReleaseFile> = files.iter().map(listed).collect();
    let finding = json!({"check": "G07", "level": "block", "page": "/", "detail": "It is thin.", "fix": "Write more."});
    let status = if is_blocked { "blocked" } else { "passed" };
    let check =
        json!({"id": "G07", "name": "thin", "title": "Thin pages", "level": "block", "status": status, "measured": ""});
    let findings = if is_blocked { vec![finding] } else { Vec::new() };
    NewRelease {
        id: new_id(),
        digest: sha256(&serde_json::to_string(&list).expect("JSON")),
        files: list,
        gate: json!({"passes": !is_blocked, "checks": [check], "findings": findings}),
        is_blocked,
        needs_review: false,
        rental_id: None,
        preview_key: new_id().simple().to_string(),
        pages: (2, 2),
        blobs: files.iter().map(blob).collect(),
    }
}

pub(crate) fn home(by: &Account, site_id: Uuid) -> BuiltPage {
    let body = DocumentBody {
        website_id: Some(site_id),
        title: "Home".to_owned(),
        query: "plumber".to_owned(),
        vertical: None,
        place: None,
        geoname_id: None,
        intent: None,
        brief: json!({}),
        status: DocumentStatus::Draft,
        archived_at: None,
    };
    let version = NewVersion {
        base: 0,
        origin: VersionOrigin::Composed,
        draft: json!({"blocks": []}),
        cited: json!([]),
        score: None,
        words: 12,
        run_id: None,
        user_id: by.id,
        prompts: None,
        model: None,
        cost_micros: 0,
        note: String::new(),
    };
    BuiltPage {
        path: "/".to_owned(),
        kind: SitePageKind::Home,
        label: "Home".to_owned(),
        place: None,
        names: Vec::new(),
        facts: json!([]),
        text: PageText::New(new_id(), Box::new((body, version))),
    }
}

/// Ends the run that builds a site, like a worker; returns the id of the release.
pub(crate) async fn build(
    world: &World, by: &Account, (site, run): (Uuid, Uuid), files: &[(&str, &str, &str)], is_blocked: bool,
) -> Uuid {
    let release = release(files, is_blocked);
    let release_id = release.id;
    let end = SiteBuilt {
        site_id: site,
        name: Some("Plumbing guide".to_owned()),
        pages: vec![home(by, site)],
        release,
        sketches: Vec::new(),
        blocked_by: is_blocked.then(|| "It is thin. Write more.".to_owned()),
    };
    let run = fleet::claim(&world.state, run).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
    release_id
}

/// Ends the run that deploys a site to built-in hosting, like a worker.
pub(crate) async fn deploy(world: &World, (site, run): (Uuid, Uuid), release: Uuid) {
    let end = SiteDeployed { site_id: site, release_id: release, remote: None, url: None };
    let run = fleet::claim(&world.state, run).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
    shared::events::publish_site_changed(&world.state.bus, site);
    // The bus reports it to hosting on another task.
    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
}

/// A live site with these files; returns its id, its slug and its release.
pub(crate) async fn live_with(
    world: &World, by: &Account, vertical: &str, files: &[(&str, &str, &str)],
) -> (Uuid, String, Uuid) {
    let (site, run) = created(world, by, vertical, PLACE).await;
    let (site_id, slug) = (id(&site["id"]), site["slug"].as_str().expect("a slug").to_owned());
    let release = build(world, by, (site_id, run), files, false).await;
    post(world, by, &format!("/api/releases/{release}/approve"), json!({})).await.success(StatusCode::OK);
    let path = format!("/api/sites/{site_id}/deploy");
    let begun = post(world, by, &path, json!({})).await.success(StatusCode::ACCEPTED);
    deploy(world, (site_id, id(&begun["run"]["id"])), release).await;
    (site_id, slug, release)
}

/// A live site of the account's, whose operator is entered.
pub(crate) async fn live(world: &World, by: &Account) -> (Uuid, String, Uuid) {
    operator(world, by).await;
    live_with(world, by, "plumbing", &FILES).await
}

pub(crate) async fn status(world: &World, by: &Account, site: Uuid) -> Value {
    get(world, by, &format!("/api/sites/{site}")).await["site"]["status"].clone()
}

#[tokio::test]
async fn site_needs_an_operator() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({"kind": "goldmine", "vertical": "plumbing", "places": [PLACE]});
        let refused = post(&world, &ada, "/api/sites", body).await.problem(409, "conflict", &["/operator"]);
        let detail = refused["detail"].as_str().expect("a text");
        for part in [
            "the legal name",
            "the email address",
            "the postal address",
            "Dominator Pipeline, Operator",
            "/api/site-operator",
        ] {
            assert!(detail.contains(part), "{part}: {detail}");
        }
        let none = get(&world, &ada, "/api/site-operator").await;
        assert_eq!(none["missing"], json!(["legalName", "email", "postalAddress"]));
        let wrong = json!({"legalName": "x".repeat(201), "email": "nobody", "phone": "12", "country": "USA"});
        let call = world.call(Method::PUT, "/api/site-operator").json(&wrong).bearer(&ada.token);
        call.send().await.problem(422, "invalid-request", &["/legalName", "/country", "/phone", "/email"]);
        operator(&world, &ada).await;
        assert_eq!(get(&world, &ada, "/api/sites").await["sites"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn site_goes_from_a_market_to_a_served_page() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        operator(&world, &ada).await;
        let (site, run) = created(&world, &ada, "plumbing", PLACE).await;
        let site_id = id(&site["id"]);
        assert_eq!((&site["status"], &site["runId"]), (&json!("building"), &json!(run)));
        assert_eq!(site["places"], json!([{"id": PLACE, "name": "Oklahoma City, OK"}]));
        assert_eq!((&site["hasForm"], &site["previewUrl"]), (&json!(true), &Value::Null));
        assert_eq!(site["slug"], "plumbing-oklahoma-city-ok");
        let stages = get(&world, &ada, "/api/dominator-pipeline/pipeline/status").await["stages"].clone();
        assert_eq!((&stages["build"], &stages["score"]), (&json!(1), &json!(0)));
        let sources = get(&world, &ada, "/api/lead-sources").await;
        assert!(
            sources["sources"][0]["address"].as_str().is_some_and(|url| url.starts_with("http://127.0.0.1:3000/f/"))
        );
        assert!(sources["sources"][0]["consentText"].as_str().is_some_and(|text| text.contains("Lovelace Media LLC")));

        let release = build(&world, &ada, (site_id, run), &FILES, false).await;
        let built = get(&world, &ada, &format!("/api/sites/{site_id}")).await;
        assert_eq!((&built["site"]["status"], &built["site"]["runId"]), (&json!("waiting"), &Value::Null));
        assert_eq!((&built["pages"][0]["path"], &built["pages"][0]["words"]), (&json!("/"), &json!(12)));
        assert_eq!((&built["releases"][0]["id"], &built["releases"][0]["number"]), (&json!(release), &json!(1)));
        let path = format!("/api/sites/{site_id}/deploy");
        post(&world, &ada, &path, json!({})).await.problem(409, "conflict", &["/approvedAt"]);

        let approve = format!("/api/releases/{release}/approve");
        let approved = post(&world, &ada, &approve, json!({})).await.success(StatusCode::OK);
        assert_eq!(approved["release"]["approvedBy"], json!(ada.id));
        assert_eq!(approved["release"]["gate"]["passes"], json!(true));
        assert_eq!(status(&world, &ada, site_id).await, "approved");
        let begun = post(&world, &ada, &path, json!({})).await.success(StatusCode::ACCEPTED);
        assert_eq!((&begun["run"]["kind"], &begun["site"]["status"]), (&json!("site_deploy"), &json!("deploying")));
        post(&world, &ada, &path, json!({})).await.problem(409, "conflict", &["/runId"]);
        deploy(&world, (site_id, id(&begun["run"]["id"])), release).await;

        let page = world.get("/cost/").host("plumbing-oklahoma-city-ok.sites.localhost:3000").send().await;
        assert_eq!((page.status, page.text().contains("<title>Cost")), (StatusCode::OK, true), "{}", page.text());
        let listed = get(&world, &ada, "/api/websites?type=goldmine").await;
        let one = &listed["websites"][0];
        assert_eq!(
            (&one["id"], &one["status"], &one["currentRevenue"]),
            (&json!(site_id), &json!("live"), &json!(0.0))
        );
        assert!(one["deployedAt"].is_string() && one["name"].is_string(), "{one}");
        assert_eq!(get(&world, &ada, "/api/websites?type=dominator").await["websites"], json!([]));
        let stages = get(&world, &ada, "/api/dominator-pipeline/pipeline/status").await["stages"].clone();
        assert_eq!((&stages["revenue"], &stages["build"]), (&json!(1), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn invalid_sites_are_refused_and_nothing_is_stored() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        operator(&world, &ada).await;
        let with = |field: &str, value: Value| {
            let mut body = json!({"kind": "goldmine", "vertical": "plumbing", "places": [PLACE]});
            body[field] = value;
            body
        };
        for (body, pointer) in [
            (with("places", json!([])), "/places"),
            (with("places", json!([PLACE, TULSA])), "/places"),
            (with("places", json!(["nowhere'; --"])), "/places/0"),
            (with("places", json!(["Tulsa"])), "/places/0"),
            (with("vertical", json!("windmills")), "/vertical"),
            (with("theme", json!("neon")), "/theme"),
            (with("phone", json!("12")), "/phone"),
            (with("name", json!("x".repeat(101))), "/name"),
            (with("kind", json!("own")), "/kind"),
            (with("slug", json!("mine")), "/slug"),
        ] {
            post(&world, &ada, "/api/sites", body).await.problem(422, "invalid-request", &[pointer]);
        }
        let missing = with("targetId", json!(new_id()));
        post(&world, &ada, "/api/sites", missing).await.problem(404, "not-found", &[]);
        assert_eq!(get(&world, &ada, "/api/sites").await["sites"], json!([]));
        created(&world, &ada, "plumbing", PLACE).await;
        let twice = with("name", json!("Another"));
        post(&world, &ada, "/api/sites", twice).await.problem(409, "conflict", &["/places/0"]);
        let dominator = json!({"kind": "dominator", "vertical": "plumbing", "places": [TULSA, PLACE]});
        post(&world, &ada, "/api/sites", dominator).await.problem(409, "conflict", &["/places/1"]);
        let wide = json!({"kind": "dominator", "vertical": "roofing", "places": [TULSA, PLACE], "theme": "clinic"});
        let made = post(&world, &ada, "/api/sites", wide).await.success(StatusCode::CREATED);
        assert_eq!((&made["site"]["kind"], &made["site"]["theme"]), (&json!("dominator"), &json!("clinic")));
        let found = get(&world, &ada, "/api/sites?kind=dominator&text=tulsa&status=building").await;
        assert_eq!(found["sites"].as_array().map(Vec::len), Some(1));
        let first = get(&world, &ada, "/api/sites?limit=1").await;
        let next = format!("/api/sites?limit=1&cursor={}", first["nextCursor"].as_str().expect("a cursor"));
        assert_eq!(get(&world, &ada, &next).await["sites"][0]["kind"], "goldmine");
    })
    .await;
}

#[tokio::test]
async fn slug_of_another_workspace_gets_a_suffix() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        operator(&world, &ada).await;
        operator(&world, &bob).await;
        let (mine, _) = created(&world, &ada, "plumbing", PLACE).await;
        let (theirs, _) = created(&world, &bob, "plumbing", PLACE).await;
        let (mine, theirs) = (mine["slug"].as_str().expect("a slug"), theirs["slug"].as_str().expect("a slug"));
        assert!(theirs.starts_with(&format!("{mine}-")) && theirs.len() == mine.len() + 5, "{theirs}");
    })
    .await;
}

#[tokio::test]
async fn site_is_changed_taken_offline_and_deleted() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let (site_id, slug, release) = live(&world, &ada).await;
        let path = format!("/api/sites/{site_id}");
        let change = async |body: Value| world.patch(&path, &body).bearer(&ada.token).send().await;
        let changed =
            change(json!({"phone": "918-555-0123", "phoneIsOwned": true, "phoneIsRecorded": true, "theme": "gazette", "name": "A"})).await;
        let site = changed.success(StatusCode::OK)["site"].clone();
        assert_eq!((&site["phone"], &site["phoneIsOwned"]), (&json!("+19185550123"), &json!(true)));
        let other = change(json!({"phone": "918-555-0124"})).await.success(StatusCode::OK);
        assert_eq!(site["phoneIsRecorded"], json!(true));
        assert_eq!(other["site"]["phoneIsRecorded"], json!(false));
        assert_eq!(other["site"]["phoneIsOwned"], json!(false), "the statement was about another number");
        let folder = json!({"kind": "netlify", "name": "N", "settings": {}, "secrets": {"token": "t0ken-of-netlify"}});
        let target = post(&world, &ada, "/api/deploy-targets", folder).await.success(StatusCode::CREATED);
        change(json!({"targetId": target["target"]["id"]})).await.problem(409, "conflict", &["/targetId"]);
        for (domains, pointers) in [
            (json!(["https://a.example"]), &["/domains/0"][..]),
            (json!(["a.example", "b", "10.0.0.1", "a b.example"]), &["/domains/1", "/domains/2", "/domains/3"]),
            (
                json!([format!("{slug}.sites.localhost"), "sites.localhost", "localhost"]),
                &["/domains/0", "/domains/1", "/domains/2"],
            ),
            (json!(vec!["a.example"; 21]), &["/domains"]),
        ] {
            change(json!({"domains": domains})).await.problem(422, "invalid-request", pointers);
        }
        let own = change(json!({"domains": ["Bücher.example.", "www.a.example", "WWW.a.example"]})).await;
        assert_eq!(own.success(StatusCode::OK)["site"]["domains"], json!(["www.a.example", "xn--bcher-kva.example"]));
        operator(&world, &bob).await;
        let (theirs, _) = created(&world, &bob, "plumbing", PLACE).await;
        let claim = world.patch(
            &format!("/api/sites/{}", theirs["id"].as_str().expect("an id")),
            &json!({"domains": ["www.a.example"]}),
        );
        claim.bearer(&bob.token).send().await.problem(409, "conflict", &["/domains"]);

        let off = post(&world, &ada, &format!("{path}/offline"), json!({})).await.success(StatusCode::OK);
        assert_eq!((&off["site"]["status"], &off["runId"]), (&json!("offline"), &Value::Null));
        post(&world, &ada, &format!("{path}/offline"), json!({})).await.problem(409, "conflict", &["/status"]);
        let back = post(&world, &ada, &format!("{path}/deploy"), json!({"releaseId": release})).await;
        let run = id(&back.success(StatusCode::ACCEPTED)["run"]["id"]);
        let busy = world.call(Method::DELETE, &path).bearer(&ada.token).send().await;
        busy.problem(409, "conflict", &["/runId"]);
        deploy(&world, (site_id, run), release).await;
        world.call(Method::DELETE, &path).bearer(&ada.token).send().await.success(StatusCode::OK);
        world.get(&path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
        world.get("/").host(&format!("{slug}.sites.localhost")).send().await.problem(421, "unknown-host", &[]);
        let log = get(&world, &ada, "/api/user/audit-log").await.to_string();
        for action in ["site.deployed", "site.taken_offline", "site.deleted"] {
            assert!(log.contains(action), "{action}");
        }
        let again = created(&world, &ada, "plumbing", PLACE).await;
        assert_ne!(again.0["slug"], json!(slug), "the slug of a deleted site is not given away");
    })
    .await;
}
