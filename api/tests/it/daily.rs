//! A website's days over HTTP.

use axum::http::StatusCode;
use serde_json::json;
use shared::store::import::{self, DatedLine, SearchDays};

use crate::{fleet, world::on_each};

const DETAIL: &str = r#"[["detail","current","a","https://example.com/a","2026-08-01",null,1,10,2.0],
    ["detail","current","b","https://example.com/b","2026-08-01",null,2,30,6.0],
    ["detail","current","a","https://example.com/a","2026-08-02",null,0,5,null]]"#;
const DATES: &str = r#"[["date","current",null,null,"2026-08-02",null,8,80,4.5]]"#;

#[tokio::test]
async fn days_name_their_source() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let site = fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let path = format!("/api/websites/{site}/daily");
        let get = async |path: String| world.get(&path).bearer(&ada.token).send().await;
        let empty = get(path.clone()).await.success(StatusCode::OK);
        assert_eq!((&empty["source"], &empty["days"]), (&json!(null), &json!([])));
        let batch = import::batches(&world.state.db, ada.workspace_id, site).await.expect("the store")[0].id;
        import::insert_search_rows(&world.state.db, batch, 0, DETAIL).await.expect("the store");
        let line = |day: &str, clicks, impressions, position| DatedLine {
            dimension: "detail",
            is_of_page: true,
            day: day.parse().expect("a day"),
            clicks,
            impressions,
            position,
        };
        let mut sums = SearchDays::default();
        sums.add(line("2026-08-01", 1, 10, Some(2.0)));
        sums.add(line("2026-08-01", 2, 30, Some(6.0)));
        sums.add(line("2026-08-02", 0, 5, None));
        import::insert_search_days(&world.state.db, batch, &sums).await.expect("the store");
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

        import::insert_search_rows(&world.state.db, batch, 3, DATES).await.expect("the store");
        let mut sums = SearchDays::default();
        let total = DatedLine { dimension: "date", is_of_page: false, ..line("2026-08-02", 8, 80, Some(4.5)) };
        sums.add(total);
        import::insert_search_days(&world.state.db, batch, &sums).await.expect("the store");
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
