//! From an upload to keyword opportunities.

use std::{fmt::Write, time::Duration};

use serde_json::{Value, json};
use shared::{
    domain::{
        daily::DailySource,
        forecast::ForecastKind,
        import::ImportStatus,
        new_id, now,
        observation::{Observation, ObservationKind, Rank},
        run::{NewRun, RunKind, RunStatus},
        visit::{Channel, Counts, Device, Origin},
        website::WebsiteKind,
        website_settings::WebsiteSettings,
    },
    store::{
        achievement, daily, forecast,
        import::{self, NewImport},
        insight, keyword, opportunity, run, visit,
        website::{self, NewWebsite},
    },
    uploads::Uploads,
};
use uuid::Uuid;

use crate::{
    capsules::assert_same_bytes,
    installation::{Installation, in_each_mode},
};

pub(crate) const SAMPLE: &[u8] = include_bytes!("../../data/test-site.zip");

pub(crate) async fn upload(at: &Installation, name: &str, bytes: &[u8]) -> Uuid {
    let id = new_id();
    let new = NewImport {
        id,
        workspace_id: at.world.workspace_id,
        website_id: None,
        user_id: at.world.user_id,
        file_name: name.to_owned(),
    };
    import::insert(&at.backends.db, &new, now()).await.expect("import");
    let uploads = Uploads::new(Some(at.uploads.clone()), &at.backends.db);
    let mut writer = uploads.writer(id).await.expect("writer");
    writer.append(bytes).await.expect("append");
    writer.finish().await.expect("finish");
    id
}

pub(crate) async fn run_import(
    at: &Installation, id: Uuid, kind: RunKind, website_id: Option<Uuid>,
) -> shared::domain::run::Run {
    let new =
        NewRun { website_id, ..NewRun::new(at.world.workspace_id, at.world.user_id, kind, json!({"importId": id})) };
    if let Some(website_id) = website_id.filter(|_| kind == RunKind::Import) {
        let mut tx = at.backends.db.begin().await.expect("a transaction");
        let begun = import::begin(&mut tx, at.world.workspace_id, id, website_id, new.id).await.expect("begin");
        assert!(begun.is_some());
        tx.commit().await.expect("commit");
    }
    at.enqueue(std::slice::from_ref(&new)).await;
    at.ended(new.id).await
}

pub(crate) async fn website(at: &Installation) -> Uuid {
    website_of(at, WebsiteKind::Sample).await
}

async fn website_of(at: &Installation, kind: WebsiteKind) -> Uuid {
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    let new = NewWebsite {
        name: "Sample".into(),
        url: "https://sample.example/".into(),
        host: "sample.example".into(),
        kind,
    };
    let id = website::insert(&mut tx, at.world.workspace_id, &new, now()).await.expect("website");
    tx.commit().await.expect("commit");
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn import_and_analysis_store_findings_and_undo_removes_them() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let id = upload(&at, "sample-site.zip", SAMPLE).await;
        assert_eq!(run_import(&at, id, RunKind::ImportPreview, None).await.status, RunStatus::Succeeded);
        let previewed = import::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        assert!(previewed.preview["files"].as_array().is_some_and(|files| files.len() >= 5), "{}", previewed.preview.0);
        let site = website(&at).await;
        let ended = run_import(&at, id, RunKind::Import, Some(site)).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let imported = import::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        assert_eq!((imported.status, imported.rejected), (ImportStatus::Imported, 0));
        assert!(imported.rows > 300);
        let counts = import::observation_counts(&at.backends.db, at.world.workspace_id, site).await.expect("counts");
        let counts: Vec<_> = counts.iter().map(|one| (one.kind, one.rows)).collect();
        let (page, payout) = (ObservationKind::Page, ObservationKind::Payout);
        let (rank, result) = (ObservationKind::Rank, ObservationKind::SerpResult);
        assert_eq!(counts, [(page, 200), (payout, 150), (rank, 3_600), (result, 800)], "{}", at.world.name);
        let ranks = import::observations(&at.backends.db, at.world.workspace_id, site, rank).await.expect("ranks");
        let read = |row: &Observation| serde_json::from_value::<Rank>(row.body.0.clone()).expect("a rank");
        let unranked = ranks.iter().filter(|row| read(row).position.is_none()).count();
        assert_eq!((ranks.len(), unranked, ranks[0].day), (3_600, 450, "2026-08-03".parse().ok()));
        let days = daily::daily(&at.backends.db, at.world.workspace_id, site).await.expect("days");
        assert_eq!((days.len(), days[0].source), (90, DailySource::Days));

        let analyse = NewRun {
            website_id: Some(site),
            engine_id: Some("keyword".into()),
            action: Some("analyse".into()),
            ..NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::Engine, json!({"parameters": {}}))
        };
        at.enqueue(std::slice::from_ref(&analyse)).await;
        let ended = at.ended(analyse.id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let filter = filter(site);
        assert!(keyword::count(&at.backends.db, at.world.workspace_id, &filter).await.expect("count") > 200);
        let found = insight::list(&at.backends.db, at.world.workspace_id, None, None, None, 50).await.expect("list");
        assert!(!found.items.is_empty() && found.items.iter().all(|i| !i.body.falsifier.is_empty()));
        let wins = opportunity::list(&at.backends.db, at.world.workspace_id, Some(site), 50).await.expect("list");
        assert!(!wins.is_empty());
        let result: Value =
            run::result(&at.backends.db, at.world.workspace_id, analyse.id).await.expect("result").expect("one");
        assert!(result["totals"]["queries"].as_u64().is_some_and(|n| n > 200), "{}", result["totals"]);

        let undone = run_import(&at, id, RunKind::ImportUndo, Some(site)).await;
        assert_eq!(undone.status, RunStatus::Succeeded, "{:?}", undone.error);
        assert!(import::batches(&at.backends.db, at.world.workspace_id, site).await.expect("batches").is_empty());
        assert!(
            import::observation_counts(&at.backends.db, at.world.workspace_id, site).await.expect("counts").is_empty()
        );
        assert!(daily::daily(&at.backends.db, at.world.workspace_id, site).await.expect("days").is_empty());
        worker.stop().await;
        at
    })
    .await;
}

pub(crate) async fn ask(
    at: &Installation, site: Uuid, engine: &str, action: &str, payload: Value,
) -> (shared::domain::run::Run, Value) {
    let new = NewRun {
        website_id: Some(site),
        engine_id: Some(engine.into()),
        action: Some(action.into()),
        ..NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::Engine, payload)
    };
    at.enqueue(std::slice::from_ref(&new)).await;
    let ended = at.ended(new.id).await;
    let result = run::result(&at.backends.db, at.world.workspace_id, new.id).await.expect("result");
    (ended, result.unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn engine_runs_start_from_the_settings_of_their_website() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let site = website(&at).await;
        let id = upload(&at, "sample-site.zip", SAMPLE).await;
        assert_eq!(run_import(&at, id, RunKind::ImportPreview, None).await.status, RunStatus::Succeeded);
        assert_eq!(run_import(&at, id, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);
        let settings = WebsiteSettings { value_per_lead_cents: Some(22_000), ..WebsiteSettings::default() };
        let mut tx = at.backends.db.begin().await.expect("a transaction");
        assert!(website::update(&mut tx, at.world.workspace_id, site, "Sample", &settings).await.expect("update"));
        tx.commit().await.expect("commit");
        for (engine, action) in [("predictive", "scenarios"), ("keyword", "analyse")] {
            let mut values = Vec::new();
            for parameters in [json!({}), json!({"valuePerLeadCents": 22_000}), json!({"valuePerLeadCents": 100})] {
                let (ended, result) = ask(&at, site, engine, action, json!({"parameters": parameters})).await;
                assert_eq!(ended.status, RunStatus::Succeeded, "{engine}: {:?}", ended.error);
                let found =
                    opportunity::list(&at.backends.db, at.world.workspace_id, Some(site), 500).await.expect("list");
                let cents: i64 = found.iter().filter_map(|one| one.body.impact.as_ref()).map(|one| one.mid_cents).sum();
                values.push(json!([result["realistic"], result["totals"]["value"], cents]));
            }
            assert_eq!(values[0], values[1], "{engine}: the stored value is the one that counts");
            assert_ne!(values[0], values[2], "{engine}: a value given with the run overrides it");
        }
        worker.stop().await;
        at
    })
    .await;
}

/// 25 leads in ten weeks with payments of 2,000 USD for six of them, a rent, and visits with conversions.
pub(crate) async fn bring_leads(at: &Installation, site: Uuid) {
    let ago = |days: u64| now().date_naive() - chrono::Days::new(days);
    let mut leads = "lead id,date,lead status,lead source\n".to_owned();
    let mut revenue = "id,date,amount (USD),kind\n".to_owned();
    for no in 0..25_u64 {
        writeln!(leads, "L-{no},{},won,google", ago(80 - 3 * no)).expect("text");
        if no % 5 == 0 || no == 24 {
            let amount = if no == 24 { 500 } else { 300 };
            writeln!(revenue, "R-{no},{},{amount},lead", ago(80 - 3 * no)).expect("text");
        }
    }
    writeln!(revenue, "R-rent,{},9000,rent", ago(40)).expect("text");
    for (name, text) in [("leads.csv", leads), ("revenue.csv", revenue)] {
        let id = upload(at, name, text.as_bytes()).await;
        assert_eq!(run_import(at, id, RunKind::ImportPreview, None).await.status, RunStatus::Succeeded, "{name}");
        let ended = run_import(at, id, RunKind::Import, Some(site)).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
    }
    let origin = Origin {
        page: "/".to_owned(),
        channel: Channel::Search,
        source: "google.com".to_owned(),
        device: Device::Mobile,
    };
    let counts = Counts { visits: 2_000, views: 2_000, engaged: 2_000, contacts: 40, conversions: 30, value_cents: 0 };
    let started = vec![visit::Started { website_id: site, day: ago(10), origin, counts }];
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    visit::record(&mut tx, &visit::Batch { started, ..visit::Batch::default() }).await.expect("record");
    tx.commit().await.expect("commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn measured_conversions_and_revenue_value_the_visits() {
    in_each_mode(|at| async {
        let (worker, name) = (at.worker(), at.world.name);
        let site = website(&at).await;
        let id = upload(&at, "sample-site.zip", SAMPLE).await;
        assert_eq!(run_import(&at, id, RunKind::ImportPreview, None).await.status, RunStatus::Succeeded);
        assert_eq!(run_import(&at, id, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);
        bring_leads(&at, site).await;
        let (ended, result) = ask(&at, site, "predictive", "scenarios", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let assumptions = result["assumptions"].to_string();
        for part in [
            "The conversion rate of 1.50 % is measured by the beacon: 30 conversions of 2000 visits from search",
            "The value per lead of $80 is measured by your imports: revenue of $2,000 of 25 leads",
        ] {
            assert!(assumptions.contains(part), "{name}: {assumptions}");
        }
        let given =
            json!({"parameters": {"conversionRate": 0.015, "conversionVisits": 2_000, "valuePerLeadCents": 8_000}});
        let (_, same) = ask(&at, site, "predictive", "scenarios", given).await;
        let factor = |result: &Value| {
            let all = result["factors"].as_array().expect("factors").iter();
            all.filter(|one| one["name"] == "conversionRate").cloned().collect::<Vec<_>>()
        };
        assert_eq!(factor(&result), factor(&same), "{name}: as if the rate had been given");
        assert_eq!(factor(&result)[0]["isAssumption"], false, "{name}");
        let stated = same["assumptions"].to_string();
        assert!(!stated.contains("is measured by"), "{name}: given values override measured ones: {stated}");
        worker.stop().await;
        at
    })
    .await;
}

/// One title to be set on a site of one page.
fn plan() -> Value {
    let page = "<!doctype html><html><head><title>Old</title></head><body></body></html>";
    json!({
        "planId": "p",
        "requests": [{"id": "r1", "action": {"kind": "add_title", "site": "s", "path": "index.html", "title": "New"}}],
        "sites": {"s": {"files": {"index.html": page}}},
    })
}

/// What the sample alone lets each engine do, with what the caller has to add and a field that the answer must have.
fn asked() -> Vec<(&'static str, &'static str, Value, &'static str)> {
    let none = || json!({});
    let fact = |id: &str, kind: &str, value: &str| json!({"id": id, "kind": kind, "value": value, "source": "owner"});
    let facts = json!([
        fact("f1", "business", "Sample Siding"),
        fact("f2", "service", "siding repair"),
        fact("f3", "place", "Austin")
    ]);
    vec![
        ("keyword", "analyse", json!({"parameters": {"valuePerLeadCents": 15_000.0}}), "/totals"),
        ("competitive", "discover", none(), "/method"),
        ("competitive", "gap", none(), "/method"),
        ("competitive", "share", none(), "/method"),
        ("competitive", "explain", none(), "/method"),
        ("semantic", "coverage", none(), "/method"),
        ("semantic", "overlap", none(), "/method"),
        ("semantic", "links", none(), "/method"),
        ("semantic", "brief", none(), "/method"),
        ("causal", "power", none(), "/mde_relative"),
        ("causal", "impact", json!({"input": {"change": "2026-09-20", "label": "new titles"}}), "/verdict"),
        ("pattern", "change-points", none(), "/method"),
        ("pattern", "decompose", none(), "/trend"),
        ("pattern", "anomalies", none(), "/anomalies"),
        ("pattern", "anomalies", none(), "/given/firstDay"),
        ("pattern", "attribute", none(), "/explanations"),
        ("pattern", "rules", none(), "/rules"),
        ("keyword", "expand", json!({"input": {"seeds": ["siding repair"]}}), "/candidates/0/query"),
        ("keyword", "keyphrases", json!({"input": {"text": "Solar panels on flat roofs."}}), "/keys/0"),
        ("keyword", "cluster", none(), "/groups/0/texts/1"),
        ("keyword", "cluster", json!({"input": {"texts": ["roof repair", "roof repairs"]}}), "/clusters/1"),
        ("learning", "bandit", json!({"input": {"x": [1.0], "n_actions": 3}}), "/action"),
        ("semantic", "similarity", json!({"input": {"a": "roof repair", "b": "repair of roofs"}}), "/score"),
        ("strategic", "portfolio", json!({"parameters": {"hours": 20.0}}), "/method"),
        ("strategic", "roadmap", json!({"parameters": {"hours": 20.0}}), "/method"),
        ("content", "brief", json!({"input": {"query": "siding repair austin", "facts": facts}}), "/method"),
        ("predictive", "forecast", none(), "/clicks/fan/0/p50"),
        ("predictive", "ranking", none(), "/method"),
        ("predictive", "scenarios", none(), "/realistic/clicks"),
        ("learning", "report", none(), "/method"),
        ("execution", "plan", json!({"input": plan()}), "/steps/0/preview/added"),
        ("local", "scan", none(), "/markets"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_engine_runs_on_the_sample() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let id = upload(&at, "sample-site.zip", SAMPLE).await;
        let site = website(&at).await;
        assert_eq!(run_import(&at, id, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);
        for (engine, action, payload, field) in asked() {
            let (ended, result) = ask(&at, site, engine, action, payload).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{} {engine} {action}: {:?}", at.world.name, ended.error);
            assert!(result.pointer(field).is_some(), "{engine} {action}: {result}");
            assert_same_bytes(&at, ended.id).await;
        }
        let open = opportunity::list(&at.backends.db, at.world.workspace_id, Some(site), 200).await.expect("list");
        let by_plans = open.iter().filter(|one| one.body.engine_id.as_deref() == Some("strategic")).count();
        assert!(open.len() > 10 && by_plans == 0, "a plan of opportunities is none: {by_plans} of {}", open.len());
        let foretold = forecast::list(&at.backends.db, at.world.workspace_id, &forecast::Filter::default(), 200).await;
        let foretold = foretold.expect("forecasts").items;
        assert!(foretold.iter().any(|one| one.kind == ForecastKind::Quantity && one.quantiles.is_some()));
        assert!(foretold.iter().any(|one| one.kind == ForecastKind::Claim && one.probability.is_some()));
        let earned = achievement::list(&at.backends.db, at.world.user_id).await.expect("achievements");
        assert!(earned.iter().any(|goal| goal.id == "all-engines" && goal.earned_at.is_some()), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engine_without_usable_input_fails_with_advice() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let site = website(&at).await;
        for (engine, action, payload, word) in [
            ("predictive", "forecast", json!({}), "day"),
            ("pattern", "change-points", json!({}), "day"),
            ("causal", "impact", json!({"input": {"y": [1.0, 2.0], "pre": [0, 0], "post": [1, 1]}}), "pre"),
            ("strategic", "portfolio", json!({"parameters": {"hours": 5.0}}), "opportunit"),
            ("semantic", "dance", json!({}), "dance"),
        ] {
            let (ended, _) = ask(&at, site, engine, action, payload).await;
            assert_eq!(ended.status, RunStatus::Failed, "{engine} {action}");
            let detail = ended.error.expect("an error").0.detail.to_lowercase();
            assert!(detail.contains(word), "{engine} {action}: {detail}");
        }
        worker.stop().await;
        at
    })
    .await;
}

const QUERIES: &[u8] = b"Top queries,Clicks,Impressions,CTR,Position
emergency plumber tulsa ok,12,900,1.33%,8.2
24 hour plumber tulsa ok,4,400,1%,9.1
";

/// Five results that two searches share, seen on two days, the later without a map.
fn result_pages() -> String {
    let page = |query: &str, day: &str| {
        let result = |n: i32| json!({"position": n, "url": format!("https://rival-{n}.example/"), "title": "Plumbers"});
        let results: Vec<Value> = (1..=5).map(result).collect();
        json!({"query": query, "observedAt": day, "features": ["people_also_ask"], "results": results}).to_string()
    };
    [page("Emergency plumber Tulsa OK", "2026-09-01"), page("24 hour plumber tulsa ok", "2026-09-02")].join("\n")
}

/// Two pages of rivals, looked at for one search.
fn rivals() -> String {
    let page = |n: i32| {
        let text = "What an emergency plumber costs at night, and what he does first when a pipe has burst.";
        let url = format!("https://rival-{n}.example/");
        json!({"url": url, "title": "Plumber", "h1": "Emergency plumber", "headings": ["What it costs"], "text": text,
               "query": "emergency plumber tulsa ok", "status": 200, "observedAt": "2026-09-02"})
        .to_string()
    };
    [page(1), page(2)].join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_serps_reach_every_engine_that_reads_them() {
    in_each_mode(|at| async {
        let worker = at.worker();
        // SERPs of a sample are no data of markets.
        let site = website_of(&at, WebsiteKind::Own).await;
        let (results, rivals) = (result_pages(), rivals());
        for (name, bytes) in
            [("Queries.csv", QUERIES), ("serps.jsonl", results.as_bytes()), ("pages.jsonl", rivals.as_bytes())]
        {
            let id = upload(&at, name, bytes).await;
            let ended = run_import(&at, id, RunKind::Import, Some(site)).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{} {name}: {:?}", at.world.name, ended.error);
        }
        let (_, found) = ask(&at, site, "keyword", "analyse", json!({})).await;
        assert_eq!(found["totals"]["queries"], json!(2), "{found}");
        let (db, workspace_id) = (&at.backends.db, at.world.workspace_id);
        let clusters = keyword::clusters(db, workspace_id, site, 0, 10).await.expect("clusters");
        let evidence = clusters.items[0]["detail"]["evidence"].to_string();
        assert!(evidence.contains("serpOverlap"), "{}: {evidence}", at.world.name);

        let (_, curves) = ask(&at, site, "learning", "curves", json!({})).await;
        assert_eq!(curves["clicks"][0]["points"][7]["clicks"], json!(12.0), "{curves}");

        let market = json!({"input": {"vertical": "emergency-plumbing", "place": "Tulsa", "state": "OK"}});
        let (_, market) = ask(&at, site, "local", "explain", market).await;
        assert_eq!(market["serp"]["observedAt"].as_str().map(|at| &at[..10]), Some("2026-09-02"), "{}", market["serp"]);

        let facts = json!([{"id": "f1", "kind": "business", "value": "Sample", "source": "owner"}]);
        let brief = json!({"input": {"query": "emergency plumber tulsa ok", "facts": facts}});
        let (_, brief) = ask(&at, site, "content", "brief", brief).await;
        assert!(brief["winners"].is_object(), "{brief}");
        worker.stop().await;
        at
    })
    .await;
}

/// A Keyword Planner export: a keyword with a year of months, bids and no average.
pub(crate) const PLANNER: &[u8] = b"Keyword Stats 2026-06-09 at 21_25_18
\"May 1, 2025 - April 30, 2026\"
Keyword\tCurrency\tAvg. monthly searches\tCompetition\tCompetition (indexed value)\tTop of page bid (low range)\tTop of page bid (high range)\tSearches: May 2025\tSearches: Jun 2025\tSearches: Jul 2025\tSearches: Aug 2025\tSearches: Sep 2025\tSearches: Oct 2025\tSearches: Nov 2025\tSearches: Dec 2025\tSearches: Jan 2026\tSearches: Feb 2026\tSearches: Mar 2026\tSearches: Apr 2026
emergency plumber tulsa ok\tUSD\t\tMedium\t54\t8.00\t32.00\t10000\t10000\t10000\t10000\t10000\t10000\t10000\t50000\t50000\t10000\t10000\t10000
";

#[tokio::test(flavor = "multi_thread")]
async fn figures_of_a_keyword_tool_reach_the_keywords() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let site = website(&at).await;
        for (name, bytes) in [("Queries.csv", QUERIES), ("Keyword Stats 2026-06-09.csv", PLANNER)] {
            let id = upload(&at, name, bytes).await;
            let ended = run_import(&at, id, RunKind::Import, Some(site)).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{} {name}: {:?}", at.world.name, ended.error);
        }
        ask(&at, site, "keyword", "analyse", json!({})).await;
        let page = keyword::list(&at.backends.db, at.world.workspace_id, &filter(site), 10).await.expect("keywords");
        let found = page.items.iter().find(|one| one.body.query == "emergency plumber tulsa ok").expect("the keyword");
        assert_eq!(found.body.cpc_cents, Some(1_600), "{}: geometric mean of the bids", at.world.name);
        let market = found.body.market.clone().expect("figures of the tool");
        assert_eq!((market.bid_low_cents, market.bid_high_cents), (Some(800), Some(3_200)));
        assert_eq!(market.monthly.len(), 12);
        assert_eq!(market.seasonality.map(|year| (year[0], year[4])), Some((3.0, 0.6)), "January and May");
        assert_eq!((found.body.volume_source.as_deref(), found.body.volume), (Some("estimate"), Some(16_666.0)));
        worker.stop().await;
        at
    })
    .await;
}

fn filter(website_id: Uuid) -> keyword::Filter {
    keyword::Filter {
        website_id,
        contains: None,
        intent: None,
        cluster_no: None,
        win: None,
        min_impressions: None,
        sort: keyword::Sort::Value,
        descending: true,
        offset: 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn import_of_an_unknown_file_fails_with_advice() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let picture = upload(&at, "Queries.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").await;
        let failed = run_import(&at, picture, RunKind::ImportPreview, None).await;
        assert_eq!(failed.status, RunStatus::Failed, "{}", at.world.name);
        assert!(failed.error.expect("an error").detail.len() > 20);
        let site = website(&at).await;
        let empty = upload(&at, "Queries.csv", b"Top queries,Clicks,Impressions,CTR,Position\n").await;
        let failed = run_import(&at, empty, RunKind::Import, Some(site)).await;
        assert_eq!(failed.status, RunStatus::Failed);
        let import = import::find(&at.backends.db, at.world.workspace_id, empty).await.expect("find").expect("it");
        assert_eq!(import.status, ImportStatus::Failed);
        assert!(import.error.is_some());
        tokio::time::sleep(Duration::from_millis(10)).await;
        worker.stop().await;
        at
    })
    .await;
}
