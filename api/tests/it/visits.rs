//! The beacon, and the visits that it reports.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    config::{ApiSettings, ClientLimits},
    domain::now,
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, Reply, World, on_each, on_each_with, settings},
};

const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

/// Sends a report as a browser does: as text, from a page of another origin.
async fn report(world: &World, peer: &str, agent: &str, body: Value) -> Reply {
    let call = world.call(Method::POST, "/t").by_peer(peer).header("user-agent", agent);
    call.header("origin", "https://www.example.com").raw("text/plain;charset=UTF-8", body.to_string()).send().await
}

async fn seen(world: &World, peer: &str, agent: &str, body: Value) {
    let reply = report(world, peer, agent, body).await;
    assert_eq!(reply.status, StatusCode::NO_CONTENT, "{}", reply.text());
    assert_eq!(reply.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!(reply.header("set-cookie"), "", "no cookie");
}

fn view(site: Uuid, url: &str, referrer: &str) -> Value {
    json!({"site": site, "event": "view", "url": url, "referrer": referrer})
}

async fn visits(world: &World, account: &Account, site: Uuid) -> Value {
    let path = format!("/api/websites/{site}/visits");
    world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK)
}

fn names(report: &Value, list: &str) -> Vec<(String, i64)> {
    let row =
        |row: &Value| (row["name"].as_str().expect("a name").to_owned(), row["visits"].as_i64().expect("a count"));
    report[list].as_array().expect("a list").iter().map(row).collect()
}

#[tokio::test]
async fn reports_become_visits_with_their_sources_and_steps() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let home = "https://www.example.com/?utm_campaign=x#top";
        seen(&world, "198.51.100.1", CHROME, view(site, home, "https://chatgpt.com/")).await;
        seen(&world, "198.51.100.1", CHROME, view(site, "https://www.example.com/form", "")).await;
        let form = json!({"site": site, "event": "convert", "url": "https://www.example.com/form", "name": "Quote", "value": 120.5});
        seen(&world, "198.51.100.1", CHROME, form).await;
        seen(&world, "198.51.100.1", IPHONE, view(site, home, "https://www.google.com/")).await;
        seen(&world, "2001:db8::1", CHROME, view(site, "https://example.com/form", "")).await;
        seen(&world, "2001:db8::2", CHROME, view(site, "https://example.com/form", "")).await;

        let found = visits(&world, &ada, site).await;
        let expected = json!({
            "visits": 3, "views": 5, "engaged": 2, "contacts": 1, "conversions": 1, "valueCents": 12_050,
        });
        assert_eq!(found["totals"], expected, "the two addresses of one IPv6 network are one visitor");
        assert_eq!(found["previous"]["visits"], 0);
        let rate = &found["conversionRate"];
        assert!((rate["value"].as_f64().expect("a rate") - 1.0 / 3.0).abs() < 1e-9, "{rate}");
        let all = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), 1)).collect::<Vec<_>>();
        assert_eq!(names(&found, "channels"), all(&["ai", "direct", "search"]));
        assert_eq!(names(&found, "sources"), all(&["", "chatgpt.com", "google.com"]));
        assert_eq!(names(&found, "entryPages"), [("/".to_owned(), 2), ("/form".to_owned(), 1)]);
        assert_eq!(names(&found, "devices"), [("desktop".to_owned(), 2), ("mobile".to_owned(), 1)]);
        assert_eq!(found["pages"][0], json!({"page": "/form", "views": 3, "conversions": 1}));
        assert_eq!(found["days"].as_array().expect("days").len(), 1);
        assert!(found["lastEventAt"].is_string());

        let path = format!("/api/websites/{site}/conversions");
        let listed = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        let one = &listed["conversions"][0];
        assert_eq!((&one["name"], &one["valueCents"], &one["channel"]), (&json!("Quote"), &json!(12_050), &json!("ai")));
        assert_eq!((&one["page"], &one["entryPage"]), (&json!("/form"), &json!("/")));
        for (filter, expected) in [
            ("q=QUO", 1),
            ("q=chatgpt", 1),
            ("q=%25", 0),
            ("channel=ai&device=desktop", 1),
            ("channel=email", 0),
            ("device=tablet", 0),
            ("from=2999-01-01", 0),
            ("to=2999-01-01", 1),
        ] {
            let found = world.get(&format!("{path}?{filter}")).bearer(&ada.token).send().await.success(StatusCode::OK);
            assert_eq!(found["conversions"].as_array().map(Vec::len), Some(expected), "{filter}");
        }
        let csv = world.get(&format!("{path}/export?channel=ai")).bearer(&ada.token).send().await.text();
        assert!(csv.lines().count() == 2 && csv.contains(",Quote,/form,/,ai,chatgpt.com,desktop,120.50,USD"), "{csv}");
    })
    .await;
}

#[tokio::test]
async fn reports_of_programs_are_counted_apart() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        for agent in ["curl/8.5.0", "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"] {
            seen(&world, "198.51.100.1", agent, view(site, "https://example.com/", "")).await;
        }
        let found = visits(&world, &ada, site).await;
        assert_eq!((&found["bots"], &found["totals"]["visits"]), (&json!(2), &json!(0)));
        assert_eq!(found["countingSince"], json!(now().date_naive()), "their reports arrive, so visits are counted");
    })
    .await;
}

#[tokio::test]
async fn report_that_is_not_of_a_page_of_the_website_is_refused() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let page = "https://example.com/";
        let refused = async |body: Value, status, slug, pointers: &[&str]| {
            report(&world, "198.51.100.1", CHROME, body).await.problem(status, slug, pointers);
        };
        refused(view(Uuid::now_v7(), page, ""), 404, "not-found", &[]).await;
        for url in ["https://evil.example/", "https://notexample.com/", "https://example.com.evil.example/"] {
            refused(view(site, url, ""), 422, "invalid-request", &["/url"]).await;
        }
        for url in ["", "javascript:alert(1)", "/path", &format!("{page}{}", "x".repeat(2_001))] {
            refused(view(site, url, ""), 422, "invalid-request", &["/url"]).await;
        }
        refused(json!({"site": site, "event": "buy", "url": page}), 422, "invalid-request", &["/event"]).await;
        refused(json!({"site": "x", "event": "view", "url": page}), 422, "invalid-request", &["/site"]).await;
        for value in [-1.0, 1e12] {
            let body = json!({"site": site, "event": "convert", "url": page, "value": value});
            refused(body, 422, "invalid-request", &["/value"]).await;
        }
        refused(
            json!({"site": site, "event": "view", "url": "https://example.com/\u{0}"}),
            422,
            "invalid-request",
            &["/url"],
        )
        .await;
        let call = world.call(Method::POST, "/t").header("origin", "https://evil.example").header("user-agent", CHROME);
        call.raw("text/plain", view(site, page, "").to_string()).send().await.problem(
            422,
            "invalid-request",
            &["/url"],
        );
        let call = world.call(Method::POST, "/t").raw("text/plain", vec![b' '; 5_000]);
        assert_eq!(call.send().await.status, StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(visits(&world, &ada, site).await["totals"]["views"], 0);
    })
    .await;
}

#[tokio::test]
async fn visits_of_another_workspace_are_out_of_reach_and_go_with_the_website() {
    on_each(async |world| {
        let (ada, eve) = (world.register("ada@example.com").await, world.register("eve@example.com").await);
        let site = fleet::website(&world.state, &ada, "example.com").await;
        seen(&world, "198.51.100.1", CHROME, view(site, "https://example.com/", "")).await;
        for path in [format!("/api/websites/{site}/visits"), format!("/api/websites/{site}/conversions")] {
            world.get(&path).bearer(&eve.token).send().await.problem(404, "not-found", &[]);
        }
        let since = async |workspace_id| {
            let since = shared::store::visit::counting_since(&world.state.db, workspace_id, site).await;
            since.expect("a query")
        };
        assert!(since(ada.workspace_id).await.is_some());
        assert_eq!(since(eve.workspace_id).await, None, "of the own workspace only");
        let path = format!("/api/websites/{site}");
        let gone =
            world.call(Method::DELETE, &path).json(&json!({"host": "example.com"})).bearer(&ada.token).send().await;
        assert!(gone.status.is_success(), "{}", gone.text());
        // The id may be remembered for a minute; nothing is stored for it, and others' reports go on.
        let other = fleet::website(&world.state, &ada, "other.example").await;
        let body = view(other, "https://other.example/", "");
        let call = world.call(Method::POST, "/t").header("user-agent", CHROME).raw("text/plain", body.to_string());
        let stale = view(site, "https://example.com/", "");
        let late = report(&world, "198.51.100.1", CHROME, stale);
        let (late, reply) = tokio::join!(late, call.send());
        assert_eq!(reply.status, StatusCode::NO_CONTENT, "{}", reply.text());
        assert!(late.status == StatusCode::NO_CONTENT || late.status == StatusCode::NOT_FOUND);
        assert_eq!(visits(&world, &ada, other).await["totals"]["visits"], 1);
    })
    .await;
}

#[tokio::test]
async fn many_reports_at_once_are_all_stored() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let reports = (0..400).map(|n| {
            let (world, page) = (&world, format!("https://example.com/{}", n % 7));
            async move {
                let peer = format!("203.0.{}.{}", 113 + n / 200, 1 + n % 200);
                seen(world, &peer, CHROME, view(site, &page, "https://www.bing.com/")).await;
            }
        });
        futures::future::join_all(reports).await;
        let found = visits(&world, &ada, site).await;
        assert_eq!((&found["totals"]["visits"], &found["totals"]["views"]), (&json!(400), &json!(400)));
        assert_eq!(found["pages"].as_array().expect("pages").len(), 7);
    })
    .await;
}

#[tokio::test]
async fn reports_of_one_address_are_limited_by_their_own_setting() {
    let limits = ClientLimits { beacons_per_address: 3, ..ClientLimits::default() };
    on_each_with(ApiSettings { limits, ..settings() }, async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        for _ in 0..3 {
            seen(&world, "198.51.100.1", CHROME, view(site, "https://example.com/", "")).await;
        }
        let reply = report(&world, "198.51.100.1", CHROME, view(site, "https://example.com/", "")).await;
        reply.problem(429, "rate-limited", &[]);
        seen(&world, "198.51.100.2", CHROME, view(site, "https://example.com/", "")).await;
    })
    .await;
}

#[tokio::test]
async fn picture_counts_a_view_of_its_page() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let path = format!("/t?site={site}");
        let call = world.get(&path).header("user-agent", CHROME).header("referer", "https://example.com/plain");
        let reply = call.send().await;
        assert_eq!((reply.status, reply.header("content-type")), (StatusCode::OK, "image/gif"));
        assert_eq!(reply.header("cache-control"), "no-store");
        world.get(&path).header("user-agent", CHROME).send().await.problem(422, "invalid-request", &["/referer"]);
        assert_eq!(visits(&world, &ada, site).await["pages"][0]["page"], "/plain");
    })
    .await;
}

#[tokio::test]
async fn script_is_small_and_for_pages_of_all_origins() {
    on_each(async |world| {
        let reply = world.get("/t.js").send().await;
        assert_eq!(reply.status, StatusCode::OK);
        assert!(reply.bytes.len() <= 1_024, "{} bytes", reply.bytes.len());
        assert!(reply.header("content-type").starts_with("text/javascript"));
        assert_eq!(reply.header("cross-origin-resource-policy"), "cross-origin");
        assert!(reply.header("cache-control").contains("max-age"));
    })
    .await;
}

#[tokio::test]
async fn period_of_visits_is_checked() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        for query in ["from=2026-02-02&to=2026-02-01", "from=2020-01-01&to=2026-01-01"] {
            let path = format!("/api/websites/{site}/visits?{query}");
            world.get(&path).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/from"]);
        }
        let path = format!("/api/websites/{site}/visits?from=2026-02-01&to=2026-02-28");
        let found = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&found["totals"]["visits"], &found["from"]), (&json!(0), &json!("2026-02-01")));
        assert_eq!(found["countingSince"], json!(null), "nothing was counted yet");
    })
    .await;
}
