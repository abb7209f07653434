//! Data sources over HTTP. What a sync fetches is tested with the workers.

use axum::http::{Method, StatusCode};
use chrono::NaiveDate;
use serde_json::json;
use shared::{
    domain::{
        analytics::{SessionRow, Vitals, VitalsDevice},
        connection::Budget,
        new_id, now,
        speed::SpeedTest,
        sync::Span,
    },
    store::{
        analytics,
        connection::{self, NewConnection},
        run::{Effect, Outcome},
        speed,
        sync::{self, SyncEnd, Target},
        vitals,
    },
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, World, on_each},
};

const ORIGIN: &str = "https://example.com";

/// Stores a connection that fetches the data of a website; returns its id.
pub(crate) async fn stored(world: &World, account: &Account, website_id: Uuid, provider: &str) -> Uuid {
    let new = NewConnection {
        id: new_id(),
        workspace_id: account.workspace_id,
        provider: provider.to_owned(),
        name: "Mine".to_owned(),
        credentials: None,
        base_url: None,
        settings: json!({"property": "sc-domain:example.com", "websiteId": website_id}),
        budget: Budget::default(),
    };
    connection::insert(&world.state.db, &new, now()).await.expect("the store");
    new.id
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn target(account: &Account, website_id: Uuid, connection_id: Uuid) -> Target {
    Target {
        workspace_id: account.workspace_id,
        connection_id,
        website_id,
        property: "sc-domain:example.com".to_owned(),
    }
}

#[tokio::test]
async fn source_shows_its_sync_and_refuses_a_second_one() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let other = fleet::website(&world.state, &ada, "example.org").await;
        let id = stored(&world, &ada, website, "search_console").await;
        stored(&world, &ada, other, "search_console").await;
        stored(&world, &ada, website, "serper").await;
        let list = format!("/api/websites/{website}/sources");
        let body = world.get(&list).bearer(&ada.token).send().await.success(StatusCode::OK);
        let sources = body["sources"].as_array().expect("a list");
        assert_eq!(sources.len(), 1, "connections of the website that fetch: {body}");
        assert_eq!((&sources[0]["connectionId"], &sources[0]["rows"]), (&json!(id), &json!(0)));
        assert_eq!((&sources[0]["providerName"], &sources[0]["run"]), (&json!("Google Search Console"), &json!(null)));

        let start = format!("{list}/{id}/sync");
        let started = world.post(&start, &json!({})).bearer(&ada.token).send().await.success(StatusCode::ACCEPTED);
        assert_eq!(started["run"]["kind"], "sync");
        world.post(&start, &json!({})).bearer(&ada.token).send().await.problem(409, "conflict", &[""]);
        let run =
            fleet::claim(&world.state, started["run"]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id"))
                .await;
        let effect =
            Effect::from(SyncEnd { connection_id: id, website_id: website, report: None, has_new_days: false });
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![effect]).await;
        let body = world.get(&list).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(body["sources"][0]["run"]["status"], "succeeded", "{body}");
        assert!(body["sources"][0]["syncedAt"].is_string(), "{body}");
        assert_eq!(body["sources"][0]["status"], "connected", "{body}");
        world.post(&start, &json!({})).bearer(&ada.token).send().await.success(StatusCode::ACCEPTED);

        let eve = world.register("eve@example.com").await;
        assert_eq!(world.get(&list).bearer(&eve.token).send().await.status, StatusCode::NOT_FOUND);
        assert_eq!(world.post(&start, &json!({})).bearer(&eve.token).send().await.status, StatusCode::NOT_FOUND);
    })
    .await;
}

#[tokio::test]
async fn schedule_of_a_source_is_listed_and_can_be_paused() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let id = stored(&world, &ada, website, "search_console").await;
        let mut tx = world.state.db.begin().await.expect("the store");
        let name = "Search Console";
        let made =
            sync::schedule(&mut tx, ada.workspace_id, ada.id, website, id, name, now()).await.expect("a schedule");
        tx.commit().await.expect("the store");
        let list = format!("/api/websites/{website}/sources");
        let body = world.get(&list).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert!(body["sources"][0]["nextAt"].is_string(), "{body}");
        let path = format!("/api/schedules/{made}");
        let changed =
            world.patch(&path, &json!({"paused": true})).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&changed["schedule"]["kind"], &changed["schedule"]["paused"]), (&json!("sync"), &json!(true)));
        let body = world.get(&list).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(body["sources"][0]["nextAt"], json!(null), "{body}");
        let engine = json!({"engineId": "keyword", "action": "analyse"});
        world.patch(&path, &engine).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/engineId"]);
    })
    .await;
}

/// Starts a sync and takes it up, like a worker; returns the run with its attempt.
async fn held(world: &World, account: &Account, website: Uuid, id: Uuid) -> (Uuid, i32) {
    let start = format!("/api/websites/{website}/sources/{id}/sync");
    let started = world.post(&start, &json!({})).bearer(&account.token).send().await.success(StatusCode::ACCEPTED);
    let run = started["run"]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
    let run = fleet::claim(&world.state, run).await;
    (run.id, run.attempt)
}

fn sessions(date: &str, page: &str, source: &str, sessions: i64) -> SessionRow {
    SessionRow {
        day: day(date),
        page: page.to_owned(),
        source: source.to_owned(),
        medium: "organic".to_owned(),
        sessions,
        engaged_sessions: sessions / 2,
        key_events: 0.5,
    }
}

#[tokio::test]
async fn sessions_are_replaced_filtered_and_exported() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let id = stored(&world, &ada, website, "google_analytics").await;
        let run = held(&world, &ada, website, id).await;
        let (db, target) = (&world.state.db, target(&ada, website, id));
        let rows = [sessions("2026-11-01", "/a", "google", 10), sessions("2026-11-02", "/b_", "bing", 4)];
        let (span, last_final) = (Span { from: day("2026-11-01"), to: day("2026-11-03") }, day("2026-11-02"));
        for _ in 0..2 {
            let is_stored = analytics::replace_days(db, &target, run, span, last_final, &rows).await;
            assert!(is_stored.expect("the store"), "replaced, not added");
        }
        let lost = (run.0, run.1 + 1);
        assert!(!analytics::replace_days(db, &target, lost, span, last_final, &[]).await.expect("the store"));
        let path = format!("/api/websites/{website}/sessions?from=2026-11-01&to=2026-11-03");
        let body = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(
            (&body["totals"]["sessions"], &body["totals"]["engagedSessions"]),
            (&json!(14), &json!(7)),
            "{body}"
        );
        assert_eq!((&body["pages"][0]["name"], &body["sources"][1]["name"]), (&json!("/a"), &json!("bing / organic")));
        let found = world.get(&format!("{path}&page=_")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(found["totals"]["sessions"], 4, "an underscore is no wildcard: {found}");
        let csv = path.replace("sessions?", "sessions/export?");
        let text = world.get(&csv).bearer(&ada.token).send().await.text();
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.contains("2026-11-01,/a,google,organic,10,5,0.5"), "{text}");
        let wrong = path.replace("from=2026-11-01", "from=2026-12-01");
        world.get(&wrong).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/from"]);
    })
    .await;
}

fn vital(connection_id: Uuid, date: &str, lcp: f64) -> Vitals {
    Vitals {
        connection_id,
        url: ORIGIN.to_owned(),
        is_origin: true,
        device: VitalsDevice::Phone,
        first_day: day("2026-10-01"),
        day: day(date),
        lcp: Some(lcp),
        inp: None,
        cls: Some(0.05),
        fcp: None,
        ttfb: None,
    }
}

#[tokio::test]
async fn speed_has_medians_of_the_latest_tests_of_each_page() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let id = stored(&world, &ada, website, "page_speed").await;
        let run = held(&world, &ada, website, id).await;
        let (db, target) = (&world.state.db, target(&ada, website, id));
        for (date, score) in [("2026-11-01", 0.6), ("2026-11-02", 0.9), ("2026-11-03", 0.7), ("2026-11-03", 0.8)] {
            let test = SpeedTest {
                connection_id: id,
                url: ORIGIN.to_owned(),
                device: VitalsDevice::Phone,
                day: day(date),
                performance: Some(score),
                lcp: Some(score * 1_000.0),
                cls: None,
                tbt: None,
                response: None,
                lighthouse: None,
            };
            assert!(speed::replace(db, &target, run, &test).await.expect("the store"));
            assert!(!speed::replace(db, &target, (run.0, run.1 + 1), &test).await.expect("the store"), "run lost");
        }
        let path = format!("/api/websites/{website}/speed");
        let body = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        let page = &body["pages"][0];
        assert_eq!((&page["tests"], &page["performance"], &page["lowest"]), (&json!(3), &json!(0.8), &json!(0.6)));
        assert_eq!((&page["day"], &page["lcp"], &page["cls"]), (&json!("2026-11-03"), &json!(800.0), &json!(null)));
        let other = world.get(&format!("{path}?device=desktop")).bearer(&ada.token).send().await;
        assert_eq!(other.success(StatusCode::OK)["pages"], json!([]));
        let text = world.get(&format!("{path}/export")).bearer(&ada.token).send().await.text();
        assert_eq!(text.lines().count(), 4, "{text}");
    })
    .await;
}

#[tokio::test]
async fn vitals_have_the_latest_figures_and_their_history() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let id = stored(&world, &ada, website, "chrome_ux_report").await;
        let run = held(&world, &ada, website, id).await;
        let (db, target, phone) = (&world.state.db, target(&ada, website, id), VitalsDevice::Phone);
        let weeks = [vital(id, "2026-10-25", 2_600.0), vital(id, "2026-11-01", 2_400.0)];
        assert!(vitals::replace(db, &target, run, ORIGIN, phone, &weeks).await.expect("the store"));
        let later = [vital(id, "2026-11-01", 2_300.0)];
        assert!(vitals::replace(db, &target, run, ORIGIN, phone, &later).await.expect("the store"));
        let path = format!("/api/websites/{website}/vitals");
        let body = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&body["latest"][0]["lcp"], &body["latest"][0]["inp"]), (&json!(2_300.0), &json!(null)), "{body}");
        assert_eq!(body["history"].as_array().map(Vec::len), Some(2), "{body}");
        let other = world.get(&format!("{path}?device=desktop")).bearer(&ada.token).send().await;
        assert_eq!(other.success(StatusCode::OK)["latest"], json!([]));
        let text = world.get(&format!("{path}/export")).bearer(&ada.token).send().await.text();
        assert_eq!(text.lines().count(), 3, "{text}");
        let eve = world.register("eve@example.com").await;
        for path in ["sessions", "vitals", "speed", "sessions/export", "vitals/export", "speed/export"] {
            let path = format!("/api/websites/{website}/{path}");
            let refused = world.call(Method::GET, &path).bearer(&eve.token).send().await;
            assert_eq!(refused.status, StatusCode::NOT_FOUND, "{path}");
        }
    })
    .await;
}
