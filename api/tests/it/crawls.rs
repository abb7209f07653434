//! Crawls over HTTP. What a crawl finds is tested with the workers.

use axum::http::{Method, StatusCode};
use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{ApiSettings, BrowserSettings, OutsideSettings, WorkspaceLimits},
    domain::{
        crawl::{
            AiAgent, AiDirectories, AiDirectory, AiUsable, CrawlFinding, CrawlPage, CrawlReport, IssueCount, PageChange,
        },
        new_id, now,
        run::RunStatus,
    },
    store::{
        crawl::{self, CrawlEnd, NewCrawl},
        import::{self, ImportEnd},
        run::Outcome,
    },
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, Reply, World, on_each_with, settings},
};

fn outside() -> ApiSettings {
    let outside = OutsideSettings { fetches_pages: true, guard: AddressGuard::default(), browser: None };
    ApiSettings { outside, ..settings() }
}

async fn start(world: &World, account: &Account, body: Value) -> Reply {
    world.post("/api/crawls", &body).bearer(&account.token).send().await
}

fn page(no: i64, issues: &[&str]) -> CrawlPage {
    CrawlPage {
        no,
        url: format!("https://example.com/{no}"),
        status: Some(if no == 3 { 404 } else { 200 }),
        title: Some(format!("Page {no} of 100%")),
        depth: 1,
        inlinks: no,
        page_rank: 0.1 * f64::from(i32::try_from(no).expect("a small number")),
        words: Some(300),
        response_ms: 100 - no,
        bytes: 1_000,
        is_indexable: no != 3,
        score: Some(90),
        content_hash: -no,
        issues: issues.iter().map(|issue| (*issue).to_owned()).collect::<Vec<_>>().into(),
        fixed_before: Vec::new().into(),
        change: PageChange::Same,
        facts: json!({"canonical": null, "robots": "allowed", "redirectChain": [], "headings": [{"level": 1, "text": "H"}]}).into(),
    }
}

/// Stores a crawl with three pages, of a run that is no longer kept; returns its id.
pub(crate) async fn stored(world: &World, account: &Account, website_id: Uuid) -> String {
    let db = &world.state.db;
    let crawl = NewCrawl {
        id: new_id(),
        workspace_id: account.workspace_id,
        website_id,
        user_id: account.id,
        run_id: new_id(),
        import_id: new_id(),
        url: "https://example.com/".to_owned(),
        settings: json!({}),
    };
    let mut tx = db.begin().await.expect("the store");
    crawl::insert(&mut tx, &crawl, now()).await.expect("a crawl");
    tx.commit().await.expect("the store");
    crawl::insert_pages(db, crawl.id, &[page(1, &[]), page(2, &[]), page(3, &[])]).await.expect("pages");
    crawl.id.to_string()
}

/// Two directories and two crawlers; a name is a formula for spreadsheets.
fn directories() -> AiDirectories {
    let agent = |name: &str, purpose: &str| AiAgent {
        name: name.to_owned(),
        purpose: purpose.to_owned(),
        is_unbound: purpose == "userRequest",
    };
    let row = |path: Option<&str>, pages: i64| AiDirectory {
        path: path.map(str::to_owned),
        pages,
        in_html: pages - 1,
        agents: vec![
            AiUsable { allowed: 0, permitted: pages, ready: 0 },
            AiUsable { allowed: pages, permitted: pages, ready: pages - 1 },
        ],
    };
    AiDirectories {
        agents: vec![agent("GPTBot", "training"), agent("Perplexity-User", "userRequest")],
        directories: vec![row(Some("=1+1/"), 2), row(None, 1)],
        other_hosts: 4,
    }
}

/// Plays the worker: three pages, of which one lacks a title.
async fn finish(world: &World, account: &Account, started: &Value) {
    let id = |pointer: &str| -> Uuid {
        started.pointer(pointer).and_then(Value::as_str).expect(pointer).parse().expect("an id")
    };
    let (crawl_id, import_id, run_id) = (id("/crawl/id"), id("/crawl/importId"), id("/run/id"));
    let db = &world.state.db;
    let claimed = fleet::claim(&world.state, run_id).await;
    crawl::insert_pages(db, crawl_id, &[page(1, &[]), page(2, &["title-missing"]), page(3, &[])]).await.expect("pages");
    let evidence = vec!["<title>".to_owned()].into();
    let finding = CrawlFinding { issue: "title-missing".to_owned(), page_no: 2, count: 1, is_new: true, evidence };
    crawl::insert_findings(db, crawl_id, &[finding]).await.expect("findings");
    let website_id = claimed.website_id.expect("a website");
    let batch_id = import::begin_batch(db, import_id, website_id, claimed.attempt, now()).await.expect("a batch");
    let counted = IssueCount { issue: "title-missing".to_owned(), pages: 1, new: 0, fixed: 0, regressed: 0 };
    let report = CrawlReport { pages: 3, bytes: 3_000, issues: vec![counted], ..CrawlReport::default() };
    let import = ImportEnd {
        import_id,
        batch_id,
        rows: 3,
        rejected: 0,
        kinds: vec!["pages".to_owned()],
        rejects: json!({"rows": [], "reasons": []}),
        totals: (0, 0, 0),
        observed: (None, None),
    };
    let end = CrawlEnd { crawl_id, report, ai: directories(), import };
    assert_eq!(account.workspace_id, claimed.workspace_id);
    fleet::finish(&world.state, claimed, Outcome::Succeeded(json!({})), vec![end.into()]).await;
}

#[tokio::test]
async fn readiness_by_directory_is_filtered_paged_and_exported() {
    on_each_with(outside(), async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let started = start(&world, &ada, json!({"websiteId": site})).await.success(StatusCode::ACCEPTED);
        let path = format!("/api/crawls/{}/ai-access", started["crawl"]["id"].as_str().expect("an id"));
        let get = async |query: &str| {
            world.get(&format!("{path}{query}")).bearer(&ada.token).send().await.success(StatusCode::OK)
        };
        assert_eq!((&get("").await["isKnown"], &get("").await["rows"]), (&json!(false), &json!([])));
        finish(&world, &ada, &started).await;
        let all = get("").await;
        assert_eq!((all["rows"].as_array().map(Vec::len), &all["otherHosts"]), (Some(4), &json!(4)), "{all}");
        let first = json!({
            "directory": "=1+1/", "agent": "GPTBot", "purpose": "training", "isUnbound": false,
            "pages": 2, "allowed": 0, "permitted": 2, "inHtml": 1, "ready": 0,
        });
        assert_eq!(all["rows"][0], first);
        assert_eq!(all["agents"][1]["name"], "Perplexity-User", "{all}");
        let of = get("?purpose=userRequest&limit=1").await;
        assert_eq!((&of["rows"][0]["agent"], &of["rows"][0]["ready"]), (&json!("Perplexity-User"), &json!(1)), "{of}");
        let next =
            get(&format!("?purpose=userRequest&limit=1&cursor={}", of["nextCursor"].as_str().expect("more"))).await;
        assert_eq!((&next["rows"][0]["directory"], &next["nextCursor"]), (&json!(null), &json!(null)), "{next}");
        assert_eq!(get("?agent=GPTBot").await["rows"].as_array().map(Vec::len), Some(2));
        assert_eq!(get("?agent=GPTBot&purpose=userRequest").await["rows"], json!([]));
        let file = world.get(&format!("{path}/export?agent=GPTBot")).bearer(&ada.token).send().await.text();
        assert!(file.starts_with("Directory,Crawler,Purpose,"), "{file}");
        assert!(file.contains("\n'=1+1/,GPTBot,training,2,0,2,1,0"), "no formula: {file}");
        assert!(file.contains("\nAll other directories,GPTBot,training,1,"), "{file}");
    })
    .await;
}

#[tokio::test]
async fn crawl_is_started_listed_read_exported_and_deleted() {
    on_each_with(outside(), async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let started =
            start(&world, &ada, json!({"websiteId": site, "maxPages": 3})).await.success(StatusCode::ACCEPTED);
        assert_eq!((&started["crawl"]["status"], &started["crawl"]["report"]), (&json!("queued"), &json!(null)));
        assert_eq!(started["crawl"]["settings"]["maxPages"], 3);
        let path = format!("/api/crawls/{}", started["crawl"]["id"].as_str().expect("an id"));
        let delete = async || world.call(Method::DELETE, &path).json(&json!({})).bearer(&ada.token).send().await;
        delete().await.problem(409, "conflict", &["/status"]);
        finish(&world, &ada, &started).await;

        let get = async |path: String| world.get(&path).bearer(&ada.token).send().await;
        let found = get(path.clone()).await.success(StatusCode::OK)["crawl"].clone();
        assert_eq!((&found["status"], &found["report"]["pages"]), (&json!(RunStatus::Succeeded), &json!(3)));
        let listed = get(format!("/api/crawls?websiteId={site}")).await.success(StatusCode::OK);
        assert_eq!(listed["crawls"][0]["id"], found["id"]);
        for (query, expected) in [
            ("", vec![3, 2, 1]),
            ("?sort=discovery", vec![1, 2, 3]),
            ("?sort=responseTime", vec![1, 2, 3]),
            ("?issue=title-missing", vec![2]),
            ("?statusClass=4", vec![3]),
            ("?indexable=true&sort=url", vec![1, 2]),
            ("?q=PAGE%202", vec![2]),
            ("?q=100%25", vec![3, 2, 1]),
            ("?q=_", vec![]),
            ("?change=added", vec![]),
        ] {
            let pages = get(format!("{path}/pages{query}")).await.success(StatusCode::OK);
            let numbers: Vec<i64> = pages["pages"]
                .as_array()
                .expect("pages")
                .iter()
                .map(|page| page["no"].as_i64().expect("a number"))
                .collect();
            assert_eq!(numbers, expected, "{query}");
        }
        let first = get(format!("{path}/pages?limit=2")).await.success(StatusCode::OK);
        let cursor = first["nextCursor"].as_str().expect("a cursor");
        let rest = get(format!("{path}/pages?limit=2&cursor={cursor}")).await.success(StatusCode::OK);
        assert_eq!((rest["pages"][0]["no"].as_i64(), &rest["nextCursor"]), (Some(1), &json!(null)));
        let one = get(format!("{path}/pages/2")).await.success(StatusCode::OK);
        assert_eq!(
            (&one["findings"][0]["issue"], &one["facts"]["headings"][0]["text"]),
            (&json!("title-missing"), &json!("H"))
        );
        let csv = get(format!("{path}/export?issue=title-missing")).await.text();
        assert!(csv.lines().count() == 2 && csv.contains("https://example.com/2"), "{csv}");
        export_follows_the_list(&world, &ada, &path).await;
        let issues = get("/api/crawls/issues".to_owned()).await.success(StatusCode::OK);
        assert!(issues["issues"].as_array().expect("issues").iter().any(|issue| issue["key"] == "title-missing"));

        let imports = get("/api/imports".to_owned()).await.success(StatusCode::OK);
        assert_eq!(imports["imports"][0]["fileName"], "Crawl of example.com");
        delete().await.success(StatusCode::OK);
        get(path.clone()).await.problem(404, "not-found", &[]);
        let imports = get("/api/imports".to_owned()).await.success(StatusCode::OK);
        assert_eq!(imports["imports"][0]["status"], "undone");
    })
    .await;
}

/// Expects an export to have the filters and the order of the list of pages.
async fn export_follows_the_list(world: &World, account: &Account, path: &str) {
    let text = world.get(&format!("{path}/pages?q=page&limit=2")).bearer(&account.token).send().await;
    let text = text.success(StatusCode::OK);
    assert_eq!((&text["nextCursor"], &text["searched"]), (&json!("2"), &json!(null)), "full at once");
    for (query, expected) in [
        ("", vec![1, 2, 3]),
        ("?statusClass=2&sort=pageRank", vec![2, 1]),
        ("?indexable=false", vec![3]),
        ("?q=PAGE%202&change=same", vec![2]),
        ("?change=added", vec![]),
    ] {
        let csv = world.get(&format!("{path}/export{query}")).bearer(&account.token).send().await.text();
        let expected: Vec<String> = expected.iter().map(|no| format!("https://example.com/{no}")).collect();
        let urls: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        assert_eq!(urls, expected, "{query}: the filters and the order of the list");
    }
}

#[tokio::test]
async fn export_of_many_pages_has_each_page_once_in_every_format() {
    on_each_with(outside(), async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let id = stored(&world, &ada, site).await;
        let pages: Vec<CrawlPage> = (4..=4_500).map(|no| page(no, &[])).collect();
        crawl::insert_pages(&world.state.db, id.parse().expect("an id"), &pages).await.expect("pages");
        let get = async |query: &str| {
            world.get(&format!("/api/crawls/{id}/export?{query}")).bearer(&ada.token).send().await.text()
        };
        for sort in ["discovery", "pageRank", "responseTime", "score", "words", "url"] {
            let csv = get(&format!("sort={sort}")).await;
            let mut urls: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
            assert_eq!(urls.len(), 4_500, "{sort}");
            urls.sort_unstable();
            urls.dedup();
            assert_eq!(urls.len(), 4_500, "{sort}: each once");
        }
        let listed: Value = serde_json::from_str(&get("format=json").await).expect("a list");
        assert_eq!(listed.as_array().map(Vec::len), Some(4_500));
        assert_eq!(get("format=ndjson").await.lines().count(), 4_500);
    })
    .await;
}

#[tokio::test]
async fn crawl_over_the_stored_urls_of_the_workspace_is_refused_with_the_limit() {
    let workspace = WorkspaceLimits { crawl_urls: Some(1_000_000), ..WorkspaceLimits::default() };
    on_each_with(ApiSettings { workspace, ..outside() }, async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        start(&world, &ada, json!({"websiteId": site, "maxPages": 600_000})).await.success(StatusCode::ACCEPTED);
        let refused = start(&world, &ada, json!({"websiteId": site, "maxPages": 500_000})).await;
        let problem = refused.problem(413, "crawls-limit", &[]);
        assert_eq!((&problem["limit"]["name"], &problem["limit"]["used"]), (&json!("crawls"), &json!(600_000)));
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(detail.contains("600000 of 1000000 URLs") && detail.contains("500000"), "{detail}");
        let usage = world.get(&format!("/api/workspaces/{}/usage", ada.workspace_id)).bearer(&ada.token).send().await;
        let usage = usage.success(StatusCode::OK)["usage"].clone();
        assert_eq!((&usage["crawlUrls"], &usage["mostCrawlUrls"]), (&json!(600_000), &json!(1_000_000)));
        start(&world, &ada, json!({"websiteId": site, "maxPages": 400_000})).await.success(StatusCode::ACCEPTED);
    })
    .await;
}

#[tokio::test]
async fn settings_of_a_crawl_are_checked() {
    on_each_with(outside(), async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        for (body, pointer) in [
            (json!({"websiteId": site, "url": "https://other.example/"}), "/url"),
            (json!({"websiteId": site, "url": "ftp://example.com/"}), "/url"),
            (json!({"websiteId": site, "url": "http://127.0.0.1/"}), "/url"),
            (json!({"websiteId": site, "maxPages": 0}), "/maxPages"),
            (json!({"websiteId": site, "maxPages": 1_000_001}), "/maxPages"),
            (json!({"websiteId": site, "maxDepth": 10_001}), "/maxDepth"),
            (json!({"websiteId": site, "maxSeconds": 72_001}), "/maxSeconds"),
            (json!({"websiteId": site, "maxBytes": 100_000_000_001_u64}), "/maxBytes"),
            (json!({"websiteId": site, "maxBytes": 0}), "/maxBytes"),
            (json!({"websiteId": site, "delayMs": 60_001}), "/delayMs"),
            (json!({"websiteId": site, "include": ["("]}), "/include"),
            (json!({"websiteId": site, "exclude": vec!["a"; 101]}), "/exclude"),
            (json!({"websiteId": site, "color": "red"}), "/color"),
        ] {
            start(&world, &ada, body).await.problem(422, "invalid-request", &[pointer]);
        }
        start(&world, &ada, json!({"websiteId": Uuid::now_v7()})).await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn crawls_of_another_workspace_are_out_of_reach() {
    on_each_with(outside(), async |world| {
        let (ada, eve) = (world.register("ada@example.com").await, world.register("eve@example.com").await);
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let started = start(&world, &ada, json!({"websiteId": site})).await.success(StatusCode::ACCEPTED);
        finish(&world, &ada, &started).await;
        let path = format!("/api/crawls/{}", started["crawl"]["id"].as_str().expect("an id"));
        for path in [path.clone(), format!("{path}/pages"), format!("{path}/pages/1"), format!("{path}/export")] {
            world.get(&path).bearer(&eve.token).send().await.problem(404, "not-found", &[]);
        }
        let call = world.call(Method::DELETE, &path).json(&json!({})).bearer(&eve.token);
        call.send().await.problem(404, "not-found", &[]);
        start(&world, &eve, json!({"websiteId": site})).await.problem(404, "not-found", &[]);
        assert_eq!(world.get("/api/crawls").bearer(&eve.token).send().await.json()["crawls"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn crawls_can_be_switched_off() {
    let outside = OutsideSettings { fetches_pages: false, guard: AddressGuard::default(), browser: None };
    on_each_with(ApiSettings { outside, ..settings() }, async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        start(&world, &ada, json!({"websiteId": site})).await.problem(501, "switched-off", &[]);
    })
    .await;
}

#[tokio::test]
async fn rendering_needs_a_browser_of_the_installation() {
    let browser = BrowserSettings { path: "/usr/bin/chromium".into(), has_sandbox: true };
    for browser in [None, Some(browser)] {
        let outside = OutsideSettings { fetches_pages: true, guard: AddressGuard::default(), browser };
        let has_browser = outside.browser.is_some();
        on_each_with(ApiSettings { outside, ..settings() }, async |world| {
            let ada = world.register("ada@example.com").await;
            let site = fleet::website(&world.state, &ada, "example.com").await;
            let get = world.get("/api/crawls/rendering").bearer(&ada.token).send().await.success(StatusCode::OK);
            assert_eq!((&get["isAvailable"], get["reason"].is_null()), (&json!(has_browser), has_browser));
            let sample = json!({"websiteId": site, "render": "sample", "renderPages": 20});
            let reply = start(&world, &ada, sample).await;
            if !has_browser {
                reply.problem(422, "invalid-request", &["/render"]);
                return;
            }
            let settings = reply.success(StatusCode::ACCEPTED)["crawl"]["settings"].clone();
            assert_eq!((&settings["render"], &settings["renderPages"]), (&json!("sample"), &json!(20)));
            for pages in [0, 10_001] {
                let input = json!({"websiteId": site, "render": "all", "renderPages": pages});
                start(&world, &ada, input).await.problem(422, "invalid-request", &["/renderPages"]);
            }
        })
        .await;
    }
}

#[tokio::test]
async fn schedule_of_crawls_is_stored_changed_and_deleted() {
    on_each_with(outside(), async |world| {
        let (ada, eve) = (world.register("ada@example.com").await, world.register("eve@example.com").await);
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let path = "/api/crawls/schedule";
        let put = async |body: Value| world.call(Method::PUT, path).json(&body).bearer(&ada.token).send().await;
        let of_site = format!("{path}?websiteId={site}");
        let get = async |account: &Account| world.get(&of_site).bearer(&account.token).send().await;
        assert_eq!(get(&ada).await.success(StatusCode::OK)["schedule"], json!(null));

        let crawl = json!({"websiteId": site, "maxPages": 50});
        let weekly = json!({"crawl": crawl, "cron": "weekly", "timeZone": "Europe/Berlin"});
        let stored = put(weekly).await.success(StatusCode::OK)["schedule"].clone();
        assert_eq!((&stored["cron"], &stored["settings"]["maxPages"]), (&json!("0 6 * * 1"), &json!(50)));
        assert!(stored["nextRunAt"].is_string() && stored["url"] == "https://example.com/", "{stored}");
        assert_eq!(get(&ada).await.success(StatusCode::OK)["schedule"], stored);
        let listed = world.get("/api/schedules").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&listed["schedules"][0]["kind"], &listed["schedules"][0]["id"]), (&json!("crawl"), &stored["id"]));

        let changed = put(json!({"crawl": {"websiteId": site}, "cron": "daily"})).await.success(StatusCode::OK);
        assert_eq!((&changed["schedule"]["id"], &changed["schedule"]["cron"]), (&stored["id"], &json!("0 6 * * *")));
        assert_eq!(
            (&changed["schedule"]["timeZone"], &changed["schedule"]["settings"]["maxPages"]),
            (&json!("UTC"), &json!(1_000))
        );

        let often = json!({"crawl": {"websiteId": site}, "cron": "* * * * *"});
        put(often).await.problem(422, "invalid-request", &["/cron"]);
        put(json!({"crawl": {"websiteId": site, "maxPages": 0}, "cron": "daily"})).await.problem(
            422,
            "invalid-request",
            &["/crawl/maxPages"],
        );
        get(&eve).await.problem(404, "not-found", &[]);
        let theirs = world.call(Method::PUT, path).json(&json!({"crawl": {"websiteId": site}, "cron": null}));
        theirs.bearer(&eve.token).send().await.problem(404, "not-found", &[]);

        let deleted = put(json!({"crawl": {"websiteId": site}, "cron": null})).await.success(StatusCode::OK);
        assert_eq!(deleted["schedule"], json!(null));
        assert_eq!(get(&ada).await.success(StatusCode::OK)["schedule"], json!(null));
    })
    .await;
}
