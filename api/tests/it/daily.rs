//! A website's days over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::store::{
    Db,
    import::{self, DatedLine, SearchDays, SearchLine, SearchRows},
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, World, on_each},
};

const fn line(
    query: Option<&'static str>, page: Option<&'static str>, figures: (i64, i64, Option<f64>),
) -> SearchLine<'static> {
    let (clicks, impressions, position) = figures;
    let dimension = if page.is_some() { "detail" } else { "date" };
    SearchLine { dimension, period: "current", query, page, date: None, facet: None, clicks, impressions, position }
}

/// Stores rows with their days, numbered from `first_no`, and their daily totals.
async fn insert(db: &Db, batch_id: i64, first_no: i64, lines: &[(&str, SearchLine<'_>)]) {
    let mut rows = SearchRows::new(db, batch_id, first_no);
    let mut days = SearchDays::default();
    for (day, line) in lines {
        let day = day.parse().expect("a day");
        rows.push(&SearchLine { date: Some(day), ..*line }).expect("a line");
        let SearchLine { dimension, clicks, impressions, position, .. } = *line;
        days.add(DatedLine { dimension, is_of_page: line.page.is_some(), day, clicks, impressions, position });
    }
    rows.insert().await.expect("the store");
    import::insert_search_days(db, batch_id, &days).await.expect("the store");
}

#[tokio::test]
async fn daily_rows_name_their_source() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let site = fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let path = format!("/api/websites/{site}/daily");
        let get = async |path: String| world.get(&path).bearer(&ada.token).send().await;
        let empty = get(path.clone()).await.success(StatusCode::OK);
        assert_eq!((&empty["source"], &empty["days"]), (&json!(null), &json!([])));
        let batch = import::batches(&world.state.db, ada.workspace_id, site).await.expect("the store")[0].id;
        let (a, b) = (Some("https://example.com/a"), Some("https://example.com/b"));
        let detail = [
            ("2026-08-01", line(Some("a"), a, (1, 10, Some(2.0)))),
            ("2026-08-01", line(Some("b"), b, (2, 30, Some(6.0)))),
            ("2026-08-02", line(Some("a"), a, (0, 5, None))),
        ];
        insert(&world.state.db, batch, 0, &detail).await;
        let days = get(path.clone()).await.success(StatusCode::OK);
        assert_eq!(days["source"], json!("detail"));
        let first = json!({"day": "2026-08-01", "clicks": 3, "impressions": 40, "position": 5.0});
        let second = json!({"day": "2026-08-02", "clicks": 0, "impressions": 5, "position": null});
        assert_eq!(days["days"], json!([first, second]));
        let days = get(format!("{path}?from=2026-08-02&to=2026-08-02")).await.success(StatusCode::OK);
        assert_eq!(days["days"], json!([second]));

        let pages = get(format!("{path}/pages?limit=1")).await.success(StatusCode::OK);
        let b = json!({"day": "2026-08-01", "clicks": 2, "impressions": 30, "position": 6.0});
        assert_eq!(pages["pages"], json!([{"page": "https://example.com/b", "days": [b]}]), "the most impressions");
        let pages = get(format!("{path}/pages?from=2026-08-02")).await.success(StatusCode::OK);
        assert_eq!(pages["pages"], json!([{"page": "https://example.com/a", "days": [second]}]));

        insert(&world.state.db, batch, 3, &[("2026-08-02", line(None, None, (8, 80, Some(4.5))))]).await;
        let days = get(path.clone()).await.success(StatusCode::OK);
        let own = json!([{"day": "2026-08-02", "clicks": 8, "impressions": 80, "position": 4.5}]);
        assert_eq!((&days["source"], &days["days"]), (&json!("days"), &own));

        for path in [path.clone(), format!("{path}/pages")] {
            get(format!("{path}?from=2026-08-02&to=2026-08-01")).await.problem(422, "invalid-request", &["/to"]);
            get(format!("{path}?from=yesterday")).await.problem(422, "invalid-request", &["/from"]);
            world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
            world.get(&path).send().await.problem(401, "not-authenticated", &[]);
        }
    })
    .await;
}

/// Stores rows by query, page and day in two imports, of which the newer one has a day of the older one as well.
async fn with_rows(world: &World, by: &Account) -> Uuid {
    let site = fleet::website(&world.state, by, "example.com").await;
    let older = fleet::import_into(&world.state, by, site, &["gsc_bulk_url"]).await;
    let newer = fleet::import_into(&world.state, by, site, &["gsc_bulk_url"]).await;
    let (a, b) = (Some("https://example.com/a"), Some("https://example.com/b"));
    let first = [
        ("2026-06-01", line(Some("old"), a, (9, 90, Some(1.0)))),
        ("2026-08-01", line(Some("drain"), a, (1, 10, Some(2.0)))),
        ("2026-08-02", line(Some("replaced"), a, (7, 70, Some(3.0)))),
    ];
    insert(&world.state.db, older, 0, &first).await;
    let second = [
        ("2026-08-02", line(Some("Drain 50%"), b, (2, 30, Some(6.0)))),
        ("2026-08-02", line(None, b, (0, 5, None))),
        ("2026-08-03", line(Some("=roof"), a, (5, 8, Some(1.5)))),
    ];
    insert(&world.state.db, newer, 0, &second).await;
    site
}

fn queries(found: &Value) -> Vec<&str> {
    let rows = found["rows"].as_array().expect("rows").iter();
    rows.map(|row| row["query"].as_str().unwrap_or("-")).collect()
}

#[tokio::test]
async fn search_performance_is_filtered_sorted_and_paged() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let empty = world.get("/api/search-performance").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&empty["websiteId"], &empty["rows"]), (&json!(null), &json!([])));
        let path = format!("/api/search-performance?websiteId={}", with_rows(&world, &ada).await);
        let get = async |filter: &str| world.get(&format!("{path}{filter}")).bearer(&ada.token).send().await;
        let shown = get("").await.success(StatusCode::OK);
        assert_eq!(queries(&shown), ["=roof", "Drain 50%", "-", "drain"], "28 days, each from its newest import");
        assert_eq!((&shown["firstDay"], &shown["lastDay"]), (&json!("2026-08-01"), &json!("2026-08-03")));
        for (filter, expected) in [
            ("&from=2026-01-01&sort=clicks", vec!["old", "=roof", "Drain 50%", "drain", "-"]),
            ("&sort=impressions&order=asc", vec!["-", "=roof", "drain", "Drain 50%"]),
            ("&sort=position", vec!["=roof", "drain", "Drain 50%", "-"]),
            ("&query=DRAIN", vec!["Drain 50%", "drain"]),
            ("&query=50%25", vec!["Drain 50%"]),
            ("&page=/A", vec!["=roof", "drain"]),
            ("&to=2026-08-01", vec!["drain"]),
            ("&from=2026-08-02&to=2026-08-02", vec!["Drain 50%", "-"]),
            ("&from=2027-01-01", vec![]),
        ] {
            assert_eq!(queries(&get(filter).await.success(StatusCode::OK)), expected, "{filter}");
        }
        let page = get("&sort=clicks&limit=3").await.success(StatusCode::OK);
        let cursor = page["nextCursor"].as_str().expect("a cursor");
        let rest = get(&format!("&sort=clicks&limit=3&cursor={cursor}")).await.success(StatusCode::OK);
        assert_eq!((queries(&page), queries(&rest)), (vec!["=roof", "Drain 50%", "drain"], vec!["-"]));
        get("&order=up").await.problem(422, "invalid-request", &["/order"]);
    })
    .await;
}

#[tokio::test]
async fn search_performance_is_exported_and_summarised_for_its_workspace_alone() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let site = with_rows(&world, &ada).await;
        let file = format!("/api/search-performance/export?websiteId={site}");
        let csv = world.get(&file).bearer(&ada.token).send().await.text();
        assert_eq!(csv.lines().count(), 5, "{csv}");
        assert!(csv.contains("'=roof") && !csv.contains("replaced") && csv.contains(",62.5,"), "{csv}");
        let found = format!("{file}&format=json&query=drain&from=2026-01-01");
        let found = world.get(&found).bearer(&ada.token).send().await;
        let found: Value = serde_json::from_str(&found.text()).expect("a list");
        assert_eq!(found.as_array().map(Vec::len), Some(2), "{found}");

        let summary = format!("/api/search-performance/summary?websiteId={site}");
        let sources = world.get(&summary).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&sources["firstDay"], &sources["lastDay"]), (&json!("2026-06-01"), &json!("2026-08-03")));
        let days = |at: usize| sources["sources"][at]["days"].clone();
        assert_eq!((days(0), days(1)), (json!(2), json!(2)));
        for path in [format!("/api/search-performance?websiteId={site}"), file, summary] {
            world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
    })
    .await;
}
