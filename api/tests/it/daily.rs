//! A website's days over HTTP.

use axum::http::StatusCode;
use serde_json::json;
use shared::store::{
    Db,
    import::{self, DatedLine, SearchDays, SearchLine, SearchRows},
};

use crate::{fleet, world::on_each};

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
