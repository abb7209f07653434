//! Syncs of Bing Webmaster Tools, Google Analytics, PageSpeed Insights and the Chrome UX Report on this machine.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use chrono::NaiveDate;
use serde_json::{Value, json};
use shared::{
    config::Secret,
    domain::{
        analytics::{SessionRow, VitalsDevice},
        connection::{Budget, ConnectionStatus},
        new_id, now,
        run::{NewRun, RunKind, RunStatus},
        sync::{Span, SyncSource},
        website::WebsiteKind,
    },
    store::{
        analytics::{self, SessionFilter, SessionsBy},
        connection::{self, NewConnection},
        daily, keyword, measured, opportunity,
        run::{self, Finish, Outcome},
        speed,
        sync::{self, Target},
        vitals,
        website::{self, NewWebsite},
    },
    vault::{Credentials, Vault},
};
use tokio::{io::AsyncWriteExt, net::TcpListener};
use uuid::Uuid;

use crate::{
    engine::{ask, run_import, upload},
    google::{ago, read},
    installation::{Installation, in_each_mode},
    sync::{SECRET, settings},
};

type Answer = (&'static str, Value);

/// A service that answers by a function of head and body, and counts requests.
#[derive(Clone)]
struct Service {
    address: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
}

impl Service {
    async fn start(answer: fn(&str, &str) -> Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let service = Self { address: listener.local_addr().expect("an address"), log: Arc::default() };
        let log = service.log.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let log = log.clone();
                tokio::spawn(async move {
                    let Some((head, body)) = read(&mut stream).await else { return };
                    let (status, answer) = answer(&head, &body);
                    log.lock().expect("the log").push(format!("{} {body}", head.lines().next().unwrap_or_default()));
                    let text = answer.to_string();
                    let length = text.len();
                    let reply =
                        format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{text}");
                    let _ = stream.write_all(reply.as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        service
    }

    fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut *self.log.lock().expect("the log"))
    }
}

/// A website with a connection.
struct Site<'a> {
    at: &'a Installation,
    website_id: Uuid,
    connection_id: Uuid,
}

impl<'a> Site<'a> {
    async fn new(at: &'a Installation, service: &Service, provider: &str, mut choices: Value) -> Self {
        let new = NewWebsite {
            name: "Site".to_owned(),
            url: "https://example.com/".to_owned(),
            host: "example.com".to_owned(),
            kind: WebsiteKind::Own,
        };
        let (db, workspace_id) = (&at.world.db, at.world.workspace_id);
        let mut tx = db.begin().await.expect("a transaction");
        let website_id = website::insert(&mut tx, workspace_id, &new, now()).await.expect("a website");
        tx.commit().await.expect("a commit");
        let id = new_id();
        let base = format!("http://{}", service.address);
        let fields = Credentials::from_fields([
            ("key", "good-key-0123456789".to_owned()),
            ("client_id", "client".to_owned()),
            ("client_secret", "client-secret-0123".to_owned()),
            ("token_url", base.clone()),
            ("refresh_token", "refresh-0123456789".to_owned()),
        ]);
        let mut nonce = [0; 24];
        nonce[..16].copy_from_slice(Uuid::new_v4().as_bytes());
        let vault = Vault::new(&Secret::new(SECRET.to_owned()));
        choices["websiteId"] = json!(website_id);
        let new = NewConnection {
            id,
            workspace_id,
            provider: provider.to_owned(),
            name: provider.to_owned(),
            credentials: Some(vault.seal(workspace_id, id, &fields, nonce).expect("sealed")),
            base_url: Some(base),
            settings: choices,
            budget: Budget::default(),
        };
        connection::insert(db, &new, now()).await.expect("insert");
        Self { at, website_id, connection_id: id }
    }

    async fn synced(&self) -> SyncSource {
        let (db, workspace_id) = (&self.at.world.db, self.at.world.workspace_id);
        let payload = json!({"connectionId": self.connection_id});
        let new = NewRun::new(workspace_id, self.at.world.user_id, RunKind::Sync, payload);
        let new = NewRun { website_id: Some(self.website_id), ..new };
        let ended = self.at.ended(self.at.enqueue(&[new]).await[0]).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", self.at.world.name, ended.error);
        let found = sync::source(db, workspace_id, self.website_id, self.connection_id).await;
        found.expect("a query").expect("the source")
    }
}

/// Two weeks of Bing: the Fridays of four weeks ago and of this week.
fn bing(head: &str, _: &str) -> Answer {
    assert!(head.contains("apikey=good-key-0123456789"), "{head}");
    let at = |day: NaiveDate| {
        let time = day.and_hms_opt(0, 0, 0).expect("midnight").and_utc().timestamp_millis();
        format!("/Date({time})/")
    };
    let stats = |subject: &str, day: NaiveDate| {
        json!({"Query": subject, "Date": at(day), "Clicks": 3, "Impressions": 50, "AvgImpressionPosition": 6.0,
            "AvgClickPosition": -1})
    };
    let (old, new) = (ago(28), ago(1));
    let rows = match () {
        () if head.contains("GetRankAndTrafficStats") => json!([
            {"Date": at(old), "Clicks": 5, "Impressions": 80}, {"Date": at(new), "Clicks": 7, "Impressions": 90}]),
        () if head.contains("GetQueryStats") => json!([stats("roof repair", old), stats("roof repair", new)]),
        () => json!([stats("https://example.com/a", old)]),
    };
    ("200 OK", json!({"d": rows}))
}

#[tokio::test(flavor = "multi_thread")]
async fn bing_is_stored_by_week_and_analysed_apart_from_google() {
    in_each_mode(|at| async {
        let service = Service::start(bing).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &service, "bing_webmaster", json!({"site": "https://example.com/"})).await;
        let source = site.synced().await;
        assert_eq!((source.rows, service.take_log().len()), (5, 3), "{}: {source:?}", at.world.name);
        let monday = ago(28).week(chrono::Weekday::Mon).first_day();
        assert_eq!(source.first_day, Some(monday), "{}", at.world.name);
        assert_eq!(source.last_final_day, Some(monday + chrono::Days::new(6)), "{}", at.world.name);
        let sunday = ago(1).week(chrono::Weekday::Mon).last_day();
        let yesterday = now().date_naive().pred_opt().expect("a day");
        assert_eq!(source.last_day, Some(sunday.min(yesterday)), "{}: no day to come", at.world.name);
        let again = site.synced().await;
        assert_eq!(again.rows, 5, "{}: the last weeks are replaced", at.world.name);
        assert_eq!((again.first_day, again.last_day), (source.first_day, source.last_day), "{}", at.world.name);
        let days = daily::daily(&at.world.db, at.world.workspace_id, site.website_id).await.expect("days");
        assert_eq!(days, [], "{}: figures of Google only", at.world.name);
        check_analyses_with_bing(&at, site.website_id).await;
        worker.stop().await;
        at
    })
    .await;
}

/// Expects the queries of Bing to be analysed while there are none of Google, and to stay apart from those of Google later.
async fn check_analyses_with_bing(at: &Installation, site: Uuid) {
    let (db, workspace_id, name) = (&at.world.db, at.world.workspace_id, at.world.name);
    let stored = async || {
        let found = keyword::find(db, workspace_id, site, "roof repair").await.expect("a query").expect("the keyword");
        (found.body.0.clicks, found.body.0.source)
    };
    let (ended, found) = ask(at, site, "keyword", "analyse", json!({})).await;
    assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
    assert!(found["notes"].to_string().contains("1 query is of Bing Webmaster Tools"), "{name}: {}", found["notes"]);
    assert_eq!(stored().await, (3, "bing_webmaster".to_owned()), "{name}");
    let pages = &found["bingPages"];
    assert_eq!(
        (&pages["pages"], &pages["onlyInBing"]),
        (&json!(1), &json!(null)),
        "{name}: no page of Google is known"
    );
    let monday = ago(28).week(chrono::Weekday::Mon).first_day().to_string();
    assert_eq!((&pages["rows"][0]["bingClicks"], &pages["from"]), (&json!(3.0), &json!(monday)), "{name}: {pages}");
    assert!(keyword::clicks(db, workspace_id, site).await.expect("clicks").is_empty(), "{name}: no CTR of Google");
    assert!(
        keyword::volumes(db, workspace_id, site).await.expect("volumes").is_empty(),
        "{name}: no searches in Google"
    );

    let csv = "Top queries,Clicks,Impressions,CTR,Position\nroof repair,20,400,5%,3.2\n";
    let id = upload(at, "Queries.csv", csv.as_bytes()).await;
    let ended = run_import(at, id, RunKind::Import, Some(site)).await;
    assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
    let (ended, found) = ask(at, site, "keyword", "analyse", json!({})).await;
    assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
    let row = &found["bing"]["rows"][0];
    assert_eq!((&row["bingClicks"], &row["googleClicks"]), (&json!(3.0), &json!(20.0)), "{name}: {}", found["bing"]);
    assert_eq!(found["totals"]["clicks"], 20.0, "{name}");
    assert_eq!(found["bingPages"]["rows"][0]["page"], "https://example.com/a", "{name}");
    assert_eq!(stored().await, (20, "search_console".to_owned()), "{name}");
}

/// One visit on each day, in two pages of a report.
fn google_analytics(head: &str, body: &str) -> Answer {
    if head.starts_with("POST /token") {
        return ("200 OK", json!({"access_token": "access-1", "expires_in": 3_600}));
    }
    let body: Value = serde_json::from_str(body).expect("a report");
    let day = |name: &str| body["dateRanges"][0][name].as_str().and_then(|text| text.parse::<NaiveDate>().ok());
    let (from, to) = (day("startDate").expect("a day"), day("endDate").expect("a day"));
    let rows: Vec<Value> = from
        .iter_days()
        .take_while(|day| *day <= to)
        .map(|day| {
            let value = |text: &str| json!({"value": text});
            let date = day.format("%Y%m%d").to_string();
            json!({"dimensionValues": [value(&date), value("/roofs"), value("chatgpt.com"), value("referral")],
                "metricValues": [value("10"), value("0.5"), value("7")]})
        })
        .collect();
    let total = rows.len();
    let offset = body["offset"].as_str().and_then(|text| text.parse::<usize>().ok()).expect("an offset");
    let page: Vec<Value> = rows.into_iter().skip(offset).take(4).collect();
    ("200 OK", json!({"rows": page, "rowCount": total}))
}

#[tokio::test(flavor = "multi_thread")]
async fn analytics_are_stored_once_for_each_day() {
    in_each_mode(|at| async {
        let service = Service::start(google_analytics).await;
        let site = Site::new(&at, &service, "google_analytics", json!({"property": "properties/11"})).await;
        let (db, workspace_id) = (&at.world.db, at.world.workspace_id);
        // All but the last months are stored already, so that the test is short.
        let holder = at.world.stored().await;
        let run = at.world.claim(&[holder.id], 10).await.runs.remove(0);
        let target = Target {
            workspace_id,
            connection_id: site.connection_id,
            website_id: site.website_id,
            property: "properties/11".to_owned(),
        };
        let mut tx = db.begin().await.expect("a transaction");
        sync::claim(&mut tx, &target, run.id).await.expect("claimed");
        tx.commit().await.expect("a commit");
        let span = Span { from: ago(600), to: ago(20) };
        let held = (run.id, run.attempt);
        let organic = |source: &str, sessions: i64, key_events: f64| SessionRow {
            day: ago(30),
            page: "/roofs".to_owned(),
            source: source.to_owned(),
            medium: "organic".to_owned(),
            sessions,
            engaged_sessions: sessions,
            key_events,
        };
        let rows = [organic("google", 1_000, 20.0), organic("bing", 200, 4.0)];
        assert!(analytics::replace_days(db, &target, held, span, ago(3), &rows).await.expect("stored"));
        let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: Vec::new() };
        run::finish(db, &[finish], now()).await.expect("finished");

        let worker = at.worker_with(settings(&at));
        let source = site.synced().await;
        assert_eq!((source.last_day, source.last_final_day), (Some(ago(0)), Some(ago(3))), "{}", at.world.name);
        assert_eq!(source.rows, 22, "{}", at.world.name);
        service.take_log();
        let again = site.synced().await;
        assert_eq!(again.rows, 22, "{}: the last days are replaced", at.world.name);
        let log = service.take_log();
        assert_eq!(log.iter().filter(|line| line.contains("runReport")).count(), 1, "{}: {log:?}", at.world.name);
        let filter = SessionFilter { from: Some(ago(20)), ..SessionFilter::default() };
        let sums =
            analytics::groups(db, workspace_id, site.website_id, &filter, SessionsBy::Source, 9).await.expect("sums");
        assert_eq!((sums.len(), sums[0].name.as_str()), (1, "chatgpt.com / referral"), "{}", at.world.name);
        assert_eq!((sums[0].sessions, sums[0].engaged_sessions, sums[0].key_events), (200, 140, 10.0));
        let found = measured::analytics_conversions(db, workspace_id, site.website_id, (ago(90), ago(0))).await;
        let found = found.expect("a query").expect("organic sessions");
        assert_eq!((found.visits, found.conversions), (1_200, 24.0), "{}: without referrals", at.world.name);
        assert_eq!((found.first_day, found.last_day), (ago(30), ago(30)), "{}", at.world.name);
        let later = measured::analytics_conversions(db, workspace_id, site.website_id, (ago(29), ago(0))).await;
        assert_eq!(later.expect("a query"), None, "{}: no organic sessions in the period", at.world.name);
        let has = async |since| measured::has_conversions(db, workspace_id, None, since).await.expect("a query");
        assert_eq!((has(ago(30)).await, has(ago(29)).await), (true, false), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// Two periods of the origin on phones; nothing else has enough visitors.
fn crux(head: &str, body: &str) -> Answer {
    assert!(head.contains("key=good-key-0123456789"), "{head}");
    let asked: Value = serde_json::from_str(body).expect("a request");
    if asked["origin"] != "https://example.com" || asked["formFactor"] != "PHONE" {
        return ("404 Not Found", json!({"error": {"code": 404, "message": "chrome ux report data not found"}}));
    }
    let day = |day: u32| json!({"year": 2026, "month": 11, "day": day});
    let period = |first: u32, last: u32| json!({"firstDate": day(first), "lastDate": day(last)});
    let series = json!({"percentilesTimeseries": {"p75s": [2600, 2400]}});
    let shift = json!({"percentilesTimeseries": {"p75s": ["0.12", null]}});
    let metrics = json!({"largest_contentful_paint": series, "cumulative_layout_shift": shift});
    ("200 OK", json!({"record": {"collectionPeriods": [period(1, 14), period(8, 21)], "metrics": metrics}}))
}

/// A test of the start page on phones; the page cannot be loaded on computers.
fn page_speed(head: &str, _body: &str) -> Answer {
    assert!(head.contains("key=good-key-0123456789") && head.contains("url=https%3A%2F%2Fexample.com%2F"), "{head}");
    if head.contains("strategy=desktop") {
        let error = json!({"code": "ERRORED_DOCUMENT_REQUEST", "message": "Lighthouse could not load the page."});
        return ("200 OK", json!({"lighthouseResult": {"runtimeError": error}}));
    }
    let audit = |value: f64| json!({"numericValue": value});
    let audits = json!({
        "largest-contentful-paint": audit(2_345.6), "cumulative-layout-shift": audit(0.02),
        "total-blocking-time": audit(150.0), "server-response-time": audit(90.0),
    });
    let categories = json!({"performance": {"score": 0.87}});
    let result = json!({"lighthouseVersion": "12.6.0", "audits": audits, "categories": categories});
    ("200 OK", json!({"id": "https://example.com/", "lighthouseResult": result}))
}

#[tokio::test(flavor = "multi_thread")]
async fn speed_of_the_start_page_is_stored_although_one_device_fails() {
    in_each_mode(|at| async {
        let service = Service::start(page_speed).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &service, "page_speed", json!({})).await;
        let source = site.synced().await;
        assert_eq!((source.rows, service.take_log().len()), (1, 2), "{}: {source:?}", at.world.name);
        let (db, workspace_id) = (&at.world.db, at.world.workspace_id);
        let tests = speed::history(db, workspace_id, site.website_id, None, 9).await.expect("tests");
        assert_eq!(
            (tests.len(), tests[0].performance, tests[0].tbt),
            (1, Some(0.87), Some(150.0)),
            "{}",
            at.world.name
        );
        assert_eq!(tests[0].lighthouse.as_deref(), Some("12.6.0"), "{}", at.world.name);
        let again = site.synced().await;
        assert_eq!(again.rows, 1, "{}: a day has one test of a page", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vitals_of_the_origin_are_stored_with_their_history() {
    in_each_mode(|at| async {
        let service = Service::start(crux).await;
        let worker = at.worker_with(settings(&at));
        let site = Site::new(&at, &service, "chrome_ux_report", json!({})).await;
        let source = site.synced().await;
        assert_eq!((source.rows, service.take_log().len()), (2, 2), "{}: {source:?}", at.world.name);
        let (db, workspace_id) = (&at.world.db, at.world.workspace_id);
        let latest = vitals::latest(db, workspace_id, site.website_id, VitalsDevice::Phone).await.expect("vitals");
        assert_eq!((latest.len(), latest[0].lcp, latest[0].cls), (1, Some(2_400.0), None), "{}", at.world.name);
        assert!(latest[0].is_origin, "{}", at.world.name);
        let found = connection::find(db, workspace_id, site.connection_id).await.expect("a query").expect("it");
        assert_eq!(found.status, ConnectionStatus::Connected, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// Slow pages of the origin on phones, as visitors had them.
fn slow_crux(head: &str, body: &str) -> Answer {
    let (status, mut answer) = crux(head, body);
    if let Some(record) = answer.get_mut("record") {
        record["metrics"]["largest_contentful_paint"] = json!({"percentilesTimeseries": {"p75s": [2600, 4321]}});
    }
    (status, answer)
}

/// A slow test of the start page on phones.
fn slow_page_speed(head: &str, body: &str) -> Answer {
    let (status, mut answer) = page_speed(head, body);
    if let Some(audits) = answer["lighthouseResult"].get_mut("audits") {
        audits["largest-contentful-paint"] = json!({"numericValue": 5_000.0});
    }
    (status, answer)
}

/// Imports the start page, and audits the content.
async fn audited(at: &Installation, site: Uuid) -> Value {
    let page = json!({"url": "https://example.com/", "title": "Roofs", "h1": "Roofs", "headings": [], "links": [],
        "text": "We repair roofs.", "status": 200, "observedAt": "2026-11-20"});
    let id = upload(at, "pages.jsonl", page.to_string().as_bytes()).await;
    let ended = run_import(at, id, RunKind::Import, Some(site)).await;
    assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
    let (ended, found) = ask(at, site, "content", "audit", json!({})).await;
    assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn field_data_of_the_origin_reach_the_content_audit() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        let service = Service::start(slow_crux).await;
        let site = Site::new(&at, &service, "chrome_ux_report", json!({})).await;
        let (db, workspace_id, name) = (&at.world.db, at.world.workspace_id, at.world.name);
        assert!(!vitals::any(db, workspace_id, None).await.expect("a query"), "{name}");
        site.synced().await;
        assert!(vitals::any(db, workspace_id, Some(site.website_id)).await.expect("a query"), "{name}");
        let found = audited(&at, site.website_id).await;
        let slow = &found["slowPages"][0];
        let expected = (&json!(true), &json!("field"), &json!("phone"));
        assert_eq!((&slow["isOrigin"], &slow["basis"], &slow["device"]), expected, "{name}: {found}");
        assert_eq!((&slow["failed"][0]["metric"], &slow["failed"][0]["value"]), (&json!("lcp"), &json!(4_321.0)));
        assert_eq!((&slow["source"], &slow["to"]), (&json!("Chrome UX Report"), &json!("2026-11-21")), "{slow}");
        assert_eq!(slow["clicks"], Value::Null, "{name}: no queries are known");
        let open = opportunity::list(db, workspace_id, Some(site.website_id), 9).await.expect("list");
        assert!(open.iter().any(|one| one.body.category == "core_web_vitals"), "{name}: {open:?}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lab_tests_reach_the_content_audit_as_lab_data() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        let service = Service::start(slow_page_speed).await;
        let site = Site::new(&at, &service, "page_speed", json!({})).await;
        site.synced().await;
        let found = audited(&at, site.website_id).await;
        let slow = &found["slowPages"][0];
        let (url, basis) = (json!("https://example.com/"), json!("lab"));
        assert_eq!((&slow["url"], &slow["basis"]), (&url, &basis), "{}: {found}", at.world.name);
        let source = "PageSpeed Insights, 1 lab test, Lighthouse 12.6.0";
        assert_eq!(slow["source"], source, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
