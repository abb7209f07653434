//! The demonstration.

use axum::http::StatusCode;
use serde_json::json;

use crate::world::on_each;

#[tokio::test]
async fn demo_is_public_and_marked_as_simulated() {
    on_each(async |world| {
        let reply = world.get("/api/demo").send().await;
        assert!(reply.header("cache-control").starts_with("public"));
        let tag = reply.header("etag").to_owned();
        let demo = reply.success(StatusCode::OK)["demo"].clone();
        assert_eq!(demo["simulated"], json!(true));
        let list = |name: &str| demo[name].as_array().expect("a list").clone();
        assert_eq!(list("engines").len(), 11);
        assert!(!list("keywords").is_empty() && !list("insights").is_empty());
        // Each true effect has its estimate, including null effects.
        assert!(list("changes").iter().any(|change| change["planted"] == "none"));
        assert!(list("changes").iter().any(|change| change["outcome"] == "found"));
        let again = world.get("/api/demo").header("if-none-match", &tag).send().await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        world.post("/api/demo", &json!({})).send().await.problem(405, "method-not-allowed", &[]);
    })
    .await;
}
