//! Pages and rates of imports over HTTP: filters, pages, freshness and exports.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::{
    domain::{
        keyword::{ToolKeyword, ToolVolume, VolumeBasis},
        now,
    },
    store::{self, import::ImportEnd, run::Outcome},
};
use uuid::Uuid;

use crate::{
    fleet, imports,
    world::{Account, World, on_each},
};

fn rate(unit: &str, city: Option<&str>, cents: i64, day: Option<&str>) -> Value {
    let body = json!({
        "vertical": "plumbing", "state": "TX", "city": city, "unit": unit, "amountCents": cents, "currency": "USD",
        "source": "=Buyer", "validFrom": day,
    });
    json!(["payout", "plumbing", day, body])
}

fn page(path: &str, status: Option<u16>, day: &str) -> Value {
    let url = format!("https://example.com{path}");
    let body = json!({"url": url, "host": "example.com", "title": "A page", "text": "words", "status": status});
    json!(["page", url, day, body])
}

fn rows() -> Value {
    json!([
        rate("lead", None, 4_500, Some("2026-01-01")),
        rate("call", Some("Waco"), 6_000, Some("2026-06-01")),
        rate("call", Some("100%_Waco"), 6_100, None),
        page("/", Some(200), "2026-08-01"),
        page("/old", Some(301), "2026-08-01"),
        page("/gone", Some(404), "2026-08-02"),
        page("/unknown", None, "2026-08-02"),
    ])
}

/// Imports observations as the worker does. Returns the website.
async fn bring(world: &World, by: &Account) -> Uuid {
    let preview = json!({"container": "text", "files": [], "warnings": []});
    let id = imports::uploaded(world, by, preview).await;
    let body = json!({"url": "example.com"});
    let begun = world.post(&format!("/api/imports/{id}/commit"), &body).bearer(&by.token).send().await;
    let begun = begun.success(StatusCode::ACCEPTED);
    let id = |pointer: &str| begun.pointer(pointer).and_then(Value::as_str).expect(pointer).parse::<Uuid>().unwrap();
    let (import_id, website_id) = (id("/import/id"), id("/website/id"));
    let run = fleet::claim(&world.state, id("/run/id")).await;
    let db = &world.state.db;
    let batch_id = store::import::begin_batch(db, import_id, website_id, run.attempt, now()).await.unwrap();
    store::import::insert_observations(db, batch_id, 0, &rows().to_string()).await.unwrap();
    let figures = |source: &str, cents: u64, day: Option<&str>| ToolKeyword {
        source: source.to_owned(),
        volume: Some(ToolVolume { low: 320, high: 320, basis: VolumeBasis::Exact }),
        cpc_cents: Some(cents),
        observed_at: day.map(|day| day.parse().expect("a day")),
        ..ToolKeyword::default()
    };
    let keywords = [
        ("Plumber Waco".to_owned(), figures("data_for_seo", 2_287, Some("2026-08-01"))),
        ("=drains".to_owned(), figures("keyword_planner", 90, None)),
    ];
    store::import::insert_keyword_rows(db, batch_id, 0, &keywords).await.unwrap();
    let end = ImportEnd {
        import_id,
        batch_id,
        rows: 7,
        rejected: 0,
        kinds: vec!["payouts".to_owned(), "pages".to_owned()],
        rejects: json!([]),
        totals: (0, 0, 0),
        observed: (None, None),
    };
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
    website_id
}

fn subjects(list: &Value, field: &str) -> Vec<Value> {
    let all = list["observations"].as_array().expect("a list");
    all.iter().map(|one| one["seen"][field].clone()).collect()
}

#[tokio::test]
async fn rates_are_filtered_by_unit_place_and_day_and_paged() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let get = async |query: &str| {
            let path = format!("/api/payout-rates{query}");
            world.get(&path).bearer(&ada.token).send().await
        };
        assert_eq!(get("").await.success(StatusCode::OK)["websiteId"], json!(null), "without a website");
        bring(&world, &ada).await;
        let of = async |query: &str| subjects(&get(query).await.success(StatusCode::OK), "amountCents");
        assert_eq!(of("?q=PLUMB").await, [4_500, 6_000, 6_100]);
        assert_eq!(of("?unit=call&place=waco,%20tx").await, [6_000, 6_100]);
        assert_eq!(of("?place=%25_").await, [6_100], "wildcards are text");
        assert_eq!(of("?from=2026-02-01&to=2026-12-31").await, [6_000], "of the rates with a day");
        let first = get("?limit=2").await.success(StatusCode::OK);
        assert_eq!(subjects(&first, "amountCents"), [4_500, 6_000]);
        let cursor = first["nextCursor"].as_str().expect("a cursor");
        let second = get(&format!("?limit=2&cursor={cursor}")).await.success(StatusCode::OK);
        assert_eq!((subjects(&second, "amountCents"), &second["nextCursor"]), (vec![json!(6_100)], &json!(null)));
        get("?unit=click").await.problem(422, "invalid-request", &["/unit"]);
        get("?status=found").await.problem(422, "invalid-request", &["/status"]);
        get("?from=2026-11-02&to=2026-11-01").await.problem(422, "invalid-request", &["/from"]);
    })
    .await;
}

#[tokio::test]
async fn pages_are_filtered_by_address_and_class_of_status() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        bring(&world, &ada).await;
        let of = async |query: &str| {
            let reply = world.get(&format!("/api/pages{query}")).bearer(&ada.token).send().await;
            subjects(&reply.success(StatusCode::OK), "status")
        };
        assert_eq!(of("").await, [json!(200), json!(301), json!(404), json!(null)]);
        for (class, status) in [("found", 200), ("redirect", 301), ("client_error", 404)] {
            assert_eq!(of(&format!("?status={class}")).await, [status], "{class}");
        }
        assert!(of("?status=server_error").await.is_empty());
        assert_eq!(of("?q=/GONE&from=2026-08-02").await, [404]);
    })
    .await;
}

#[tokio::test]
async fn tables_of_observations_are_counted_and_exported_with_their_filters() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let eve = world.register("eve@example.com").await;
        let site = bring(&world, &ada).await;
        let get = async |path: &str| world.get(&format!("/api/observations/{path}")).bearer(&ada.token).send().await;
        let summary = get("summary").await.success(StatusCode::OK);
        let counts = summary["tables"].as_array().expect("tables").iter();
        let counts: Vec<_> = counts.map(|one| (one["table"].as_str(), one["rows"].as_i64())).collect();
        assert_eq!(counts, [(Some("pages"), Some(4)), (Some("rates"), Some(3)), (Some("keywords"), Some(2))]);
        assert!(summary["tables"][0]["importedAt"].is_string(), "{summary}");
        let csv = get("export?table=rates&unit=call&place=waco").await.text();
        assert!(csv.starts_with("Vertical,Service,City,State,Unit,Amount,Currency,Source,"), "{csv}");
        assert_eq!(csv.lines().count(), 3, "{csv}");
        assert!(csv.contains("plumbing,,Waco,TX,call,60.00,USD,'=Buyer,2026-06-01,"), "a formula is text: {csv}");
        let pages = get("export?table=pages&status=client_error&format=json").await.text();
        let pages: Value = serde_json::from_str(&pages).expect("JSON");
        assert_eq!((pages.as_array().map(Vec::len), &pages[0]["status"]), (Some(1), &json!(404)), "{pages}");
        for (query, pointer) in [
            ("table=pages&unit=call", "/unit"),
            ("table=serps&place=waco", "/place"),
            ("table=rates&status=found", "/status"),
        ] {
            get(&format!("export?{query}")).await.problem(422, "invalid-request", &[pointer]);
        }
        for path in ["summary", "export?table=rates"] {
            let mark = if path.contains('?') { '&' } else { '?' };
            let theirs = world.get(&format!("/api/observations/{path}{mark}websiteId={site}"));
            theirs.bearer(&eve.token).send().await.problem(404, "not-found", &[]);
        }
    })
    .await;
}

#[tokio::test]
async fn figures_of_keyword_tools_are_filtered_paged_and_exported() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let eve = world.register("eve@example.com").await;
        let get = async |query: &str| {
            let path = format!("/api/keyword-data{query}");
            world.get(&path).bearer(&ada.token).send().await
        };
        assert_eq!(get("").await.success(StatusCode::OK)["websiteId"], json!(null), "without a website");
        let site = bring(&world, &ada).await;
        let of = async |query: &str| subjects(&get(query).await.success(StatusCode::OK), "cpcCents");
        assert_eq!(of("").await, [2_287, 90]);
        assert_eq!(of("?q=waco").await, [2_287]);
        assert_eq!(of("?source=keyword_planner").await, [90]);
        assert_eq!(of("?from=2026-08-01&to=2026-08-01").await, [2_287], "of the figures with a day");
        assert!(of("?from=2026-08-02").await.is_empty());
        let first = get("?limit=1").await.success(StatusCode::OK);
        assert_eq!(first["observations"][0]["day"], "2026-08-01");
        let cursor = first["nextCursor"].as_str().expect("a cursor");
        assert_eq!(of(&format!("?limit=1&cursor={cursor}")).await, [90]);
        let csv = get("/export").await.text();
        assert!(csv.starts_with("Keyword,Source,\"Volume a month, lowest\","), "{csv}");
        assert!(csv.contains("\nPlumber Waco,data_for_seo,320,320,,22.87,"), "{csv}");
        assert!(csv.contains("\n'=drains,keyword_planner,"), "a formula is text: {csv}");
        get("?from=2026-11-02&to=2026-11-01").await.problem(422, "invalid-request", &["/from"]);
        for path in ["", "/export"] {
            let theirs = world.get(&format!("/api/keyword-data{path}?websiteId={site}"));
            theirs.bearer(&eve.token).send().await.problem(404, "not-found", &[]);
        }
    })
    .await;
}
