//! Data on keywords over HTTP. The runs themselves are tested with the workers.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{connection::Budget, new_id, now},
    store::connection::{self, NewConnection},
};
use uuid::Uuid;

use crate::{
    fleet, ranks,
    world::{Account, Reply, World, on_each},
};

async fn start(world: &World, account: &Account, body: &Value) -> Reply {
    world.post("/api/keyword-data", body).bearer(&account.token).send().await
}

async fn estimate(world: &World, account: &Account, query: &str) -> Reply {
    world.get(&format!("/api/keyword-data/estimate?{query}")).bearer(&account.token).send().await
}

async fn connect(world: &World, account: &Account, provider: &str) -> Uuid {
    let new = NewConnection {
        id: new_id(),
        workspace_id: account.workspace_id,
        provider: provider.to_owned(),
        name: provider.to_owned(),
        credentials: None,
        base_url: None,
        settings: json!({}),
        budget: Budget::default(),
    };
    connection::insert(&world.state.db, &new, now()).await.expect("a connection");
    new.id
}

#[tokio::test]
async fn wrong_order_names_its_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let serper = connect(&world, &ada, "serper").await;
        for (body, pointer) in [
            (json!({}), "/keywords"),
            (json!({"keywords": vec!["a"; 1_001]}), "/keywords"),
            (json!({"keywords": ["a", "what, now?"]}), "/keywords/1"),
            (json!({"keywords": ["x".repeat(81)]}), "/keywords/0"),
            (json!({"seeds": vec!["a"; 21]}), "/seeds"),
            (json!({"seeds": [" "]}), "/seeds/0"),
            (json!({"seeds": ["a"], "ideas": 0}), "/ideas"),
            (json!({"seeds": ["a"], "ideas": 1_001}), "/ideas"),
            (json!({"domain": "nonsense"}), "/domain"),
            (json!({"domain": "rival.test", "ranked": 0}), "/ranked"),
            (json!({"links": 1_001}), "/links"),
            (json!({"keywords": ["a"], "country": "atlantis"}), "/country"),
            (json!({"keywords": ["a"], "language": "english"}), "/language"),
            (json!({"keywords": ["a"], "budgetMicros": 0}), "/budgetMicros"),
            (json!({"keywords": ["a"], "connectionId": serper}), "/connectionId"),
            (json!({"tracked": true}), "/keywords"),
        ] {
            let mut body = body;
            body["websiteId"] = json!(site);
            start(&world, &ada, &body).await.problem(422, "invalid-request", &[pointer]);
        }
        let none = start(&world, &ada, &json!({"websiteId": site, "keywords": ["plumber"]})).await;
        none.problem(409, "conflict", &["/connectionId"]);
    })
    .await;
}

#[tokio::test]
async fn estimate_is_the_most_that_the_run_may_cost() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await.to_string();
        let nothing = estimate(&world, &ada, &format!("websiteId={site}")).await.success(StatusCode::OK);
        assert_eq!((&nothing["costMicros"], &nothing["connection"]), (&json!(0), &json!(null)));
        let connection = connect(&world, &ada, "data_for_seo").await;
        ranks::tracked(&world, &ada, &site).await;
        let query = format!("websiteId={site}&given=1&tracked=true&difficulty=true&seeds=2&ideas=100&links=10");
        let all = estimate(&world, &ada, &query).await.success(StatusCode::OK);
        assert_eq!((&all["keywords"], &all["connection"]), (&json!(3), &json!("data_for_seo")));
        assert_eq!(all["costMicros"], 75_000 + 20_300 + 60_200 + 20_300);
        assert_eq!(all["connections"][0]["id"], json!(connection));
        let body = json!({
            "websiteId": site, "keywords": ["Roof  repair"], "tracked": true, "difficulty": true,
            "seeds": ["plumber", "roofer"], "links": 10,
        });
        let started = start(&world, &ada, &body).await.success(StatusCode::ACCEPTED);
        assert_eq!((&started["run"]["kind"], &started["costMicros"]), (&json!("keyword_data"), &all["costMicros"]));
        for (query, pointer) in [("given=1001", "/given"), ("seeds=21", "/seeds"), ("ideas=0", "/ideas")] {
            let refused = estimate(&world, &ada, &format!("websiteId={site}&{query}")).await;
            refused.problem(422, "invalid-request", &[pointer]);
        }
    })
    .await;
}

#[tokio::test]
async fn website_of_another_workspace_is_not_found() {
    on_each(async |world| {
        let (ada, eve) = (world.register("ada@example.com").await, world.register("eve@example.com").await);
        let site = fleet::website(&world.state, &ada, "example.com").await;
        connect(&world, &eve, "data_for_seo").await;
        let body = json!({"websiteId": site, "keywords": ["plumber"]});
        start(&world, &eve, &body).await.problem(404, "not-found", &[]);
        estimate(&world, &eve, &format!("websiteId={site}")).await.problem(404, "not-found", &[]);
        // Another workspace's connection is like a missing one.
        let own = fleet::website(&world.state, &eve, "example.org").await;
        let theirs = connect(&world, &ada, "data_for_seo").await;
        let body = json!({"websiteId": own, "keywords": ["plumber"], "connectionId": theirs});
        start(&world, &eve, &body).await.problem(422, "invalid-request", &["/connectionId"]);
    })
    .await;
}

const SCHEDULE: &str = "/api/keyword-data/schedule";

async fn schedule(world: &World, account: &Account, body: &Value) -> Reply {
    world.call(Method::PUT, SCHEDULE).json(body).bearer(&account.token).send().await
}

async fn stored(world: &World, account: &Account, site: Uuid) -> Reply {
    world.get(&format!("{SCHEDULE}?websiteId={site}")).bearer(&account.token).send().await
}

#[tokio::test]
async fn schedule_is_off_until_stored_and_has_its_budget_and_its_cost() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        connect(&world, &ada, "data_for_seo").await;
        ranks::tracked(&world, &ada, &site.to_string()).await;
        assert_eq!(stored(&world, &ada, site).await.success(StatusCode::OK)["schedule"], json!(null), "off by default");

        let order = json!({"websiteId": site, "tracked": true, "budgetMicros": 200_000});
        let body = json!({"order": order, "cron": "weekly"});
        let weekly = schedule(&world, &ada, &body).await.success(StatusCode::OK)["schedule"].clone();
        assert_eq!((&weekly["cron"], &weekly["timeZone"]), (&json!("0 6 * * 1"), &json!("UTC")));
        assert_eq!((&weekly["order"]["budgetMicros"], &weekly["costMicros"]), (&json!(200_000), &json!(75_000)));
        assert_eq!((&weekly["order"]["tracked"], &weekly["order"]["connectionId"]), (&json!(true), &json!(null)));
        assert!(weekly["nextRunAt"].is_string() && weekly["lastRunAt"].is_null(), "{weekly}");
        assert_eq!(stored(&world, &ada, site).await.success(StatusCode::OK)["schedule"], weekly);
        let listed = world.get("/api/schedules").bearer(&ada.token).send().await.success(StatusCode::OK);
        let first = &listed["schedules"][0];
        assert_eq!((&first["kind"], &first["id"]), (&json!("keyword_data"), &weekly["id"]));

        let order = json!({"websiteId": site, "tracked": true});
        let monthly = json!({"order": order, "cron": "monthly", "timeZone": "Europe/Berlin"});
        let monthly = schedule(&world, &ada, &monthly).await.success(StatusCode::OK)["schedule"].clone();
        assert_eq!((&monthly["id"], &monthly["cron"]), (&weekly["id"], &json!("0 6 1 * *")), "one of a website");
        assert_eq!(monthly["order"]["budgetMicros"], json!(75_000), "the estimate");

        let off = json!({"order": {"websiteId": site}, "cron": null});
        assert_eq!(schedule(&world, &ada, &off).await.success(StatusCode::OK)["schedule"], json!(null));
        assert_eq!(stored(&world, &ada, site).await.success(StatusCode::OK)["schedule"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn wrong_schedule_names_its_field() {
    on_each(async |world| {
        let (ada, eve) = (world.register("ada@example.com").await, world.register("eve@example.com").await);
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let body = |order: Value, cron: &str| {
            let mut order = order;
            order["websiteId"] = json!(site);
            json!({"order": order, "cron": cron})
        };
        let none = schedule(&world, &ada, &body(json!({"known": true, "budgetMicros": 1}), "weekly")).await;
        none.problem(409, "conflict", &["/order/connectionId"]);
        connect(&world, &ada, "data_for_seo").await;
        for (order, cron, pointer) in [
            (json!({}), "weekly", "/order/keywords"),
            (json!({"known": true}), "weekly", "/order/budgetMicros"),
            (json!({"known": true, "budgetMicros": 0}), "weekly", "/order/budgetMicros"),
            (json!({"seeds": [" "]}), "weekly", "/order/seeds/0"),
            (json!({"links": 10}), "daily", "/cron"),
            (json!({"links": 10}), "0 6 * * 1,4", "/cron"),
            (json!({"links": 10}), "sometimes", "/cron"),
        ] {
            schedule(&world, &ada, &body(order, cron)).await.problem(422, "invalid-request", &[pointer]);
        }
        schedule(&world, &eve, &body(json!({"links": 10}), "weekly")).await.problem(404, "not-found", &[]);
        stored(&world, &eve, site).await.problem(404, "not-found", &[]);
        let weekly = schedule(&world, &ada, &body(json!({"links": 10}), "weekly")).await.success(StatusCode::OK);
        let path = format!("/api/schedules/{}", weekly["schedule"]["id"].as_str().expect("an id"));
        let often = world.call(Method::PATCH, &path).json(&json!({"cron": "hourly"})).bearer(&ada.token).send().await;
        often.problem(422, "invalid-request", &["/cron"]);
    })
    .await;
}
