//! Rank tracking over HTTP. The checks themselves are tested with the workers.

use axum::http::{Method, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shared::{
    domain::{
        connection::Budget,
        new_id, now,
        rank::{CheckedResult, OverviewState},
    },
    store::{
        connection::{self, NewConnection},
        rank::{self, NewRankCheck},
    },
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, Reply, World, on_each},
};

async fn add(world: &World, account: &Account, body: Value) -> Reply {
    world.post("/api/ranks/keywords", &body).bearer(&account.token).send().await
}

async fn get(world: &World, account: &Account, path: &str) -> Value {
    world.get(path).bearer(&account.token).send().await.success(StatusCode::OK)
}

/// Tracks two keywords; returns the id of the first one.
pub(crate) async fn tracked(world: &World, account: &Account, website_id: &str) -> String {
    let body = json!({"websiteId": website_id, "keywords": ["plumber waco", "drain cleaning"], "tags": ["core"]});
    add(world, account, body).await.success(StatusCode::CREATED);
    let list =
        get(world, account, &format!("/api/ranks/keywords?websiteId={website_id}&sort=keyword&order=desc")).await;
    list["keywords"][0]["id"].as_str().expect("an id").to_owned()
}

/// Tracks keywords; returns the id of the first one.
pub(crate) async fn tracked_as(world: &World, account: &Account, website_id: &str, keywords: &[&str]) -> Uuid {
    let body = json!({"websiteId": website_id, "keywords": keywords});
    add(world, account, body).await.success(StatusCode::CREATED);
    let list = get(world, account, &format!("/api/ranks/keywords?websiteId={website_id}")).await;
    let all = list["keywords"].as_array().expect("keywords");
    let first = all.iter().find(|row| row["keyword"] == json!(keywords[0])).expect("the first keyword");
    first["id"].as_str().and_then(|id| id.parse().ok()).expect("an id")
}

async fn connect(world: &World, account: &Account) -> Uuid {
    let new = NewConnection {
        id: new_id(),
        workspace_id: account.workspace_id,
        provider: "serper".to_owned(),
        name: "Serper".to_owned(),
        credentials: None,
        base_url: None,
        settings: json!({}),
        budget: Budget::default(),
    };
    connection::insert(&world.state.db, &new, now()).await.expect("a connection");
    new.id
}

fn check(keyword_id: Uuid, rank: Option<i32>, at: DateTime<Utc>) -> NewRankCheck {
    NewRankCheck {
        keyword_id,
        run_id: new_id(),
        checked_at: at,
        rank,
        absolute_rank: rank.map(|rank| rank + 1),
        depth: 20,
        url: rank.map(|_| "https://example.com/page".to_owned()),
        other_urls: Vec::new(),
        features: vec!["local_pack".to_owned()],
        owned_features: Vec::new(),
        ai_overview: OverviewState::Present,
        ai_urls: vec!["https://example.com/page".to_owned()],
        is_cited: true,
        questions: Vec::new(),
        results: vec![CheckedResult {
            position: 1,
            url: "https://rival.test/".to_owned(),
            host: "rival.test".to_owned(),
            title: "Rival".to_owned(),
        }],
        provider: "serper".to_owned(),
        cost_micros: 1_000,
        volatility: 0.2,
        alerts: Vec::new(),
        old_rank: None,
    }
}

#[tokio::test]
async fn keywords_are_added_listed_tagged_exported_and_removed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let body = json!({
            "websiteId": site, "keywords": ["Plumber  Waco", "drain cleaning", "=cmd()"], "devices": ["mobile", "desktop"],
            "place": "Waco,Texas,United States", "tags": ["b", "a", "a"], "targetUrl": "https://www.example.com/x",
        });
        let added = add(&world, &ada, body.clone()).await.success(StatusCode::CREATED);
        assert_eq!((&added["added"], &added["existing"], &added["total"]), (&json!(6), &json!(0), &json!(6)));
        assert_eq!(added["ids"].as_array().map(Vec::len), Some(6));
        let again = add(&world, &ada, body).await.success(StatusCode::CREATED);
        assert_eq!((&again["added"], &again["existing"]), (&json!(0), &json!(6)));
        assert_eq!(again["ids"], json!([]), "nothing of it is to be undone");

        let list = format!("/api/ranks/keywords?websiteId={site}");
        let first = get(&world, &ada, &format!("{list}&sort=keyword&limit=4")).await;
        assert_eq!((&first["total"], &first["keywords"][0]["keyword"]), (&json!(6), &json!("=cmd()")));
        assert_eq!(first["keywords"][0]["tags"], json!(["a", "b"]));
        let cursor = first["nextCursor"].as_str().expect("a cursor");
        let rest = get(&world, &ada, &format!("{list}&sort=keyword&limit=4&cursor={cursor}")).await;
        let last = rest["keywords"].as_array().expect("keywords");
        assert_eq!((last.len(), &last[1]["keyword"]), (2, &json!("Plumber Waco")));
        for (filter, expected) in
            [("q=PLUMBER", 2), ("device=mobile", 3), ("tag=a", 6), ("tag=c", 0), ("q=%25", 0), ("ranks=1-3", 0)]
        {
            assert_eq!(get(&world, &ada, &format!("{list}&{filter}")).await["total"], expected, "{filter}");
        }

        let id = last[1]["id"].as_str().expect("an id");
        let change = json!({"websiteId": site, "ids": [id], "tags": ["core"], "targetUrl": ""});
        let changed = world.patch("/api/ranks/keywords", &change).bearer(&ada.token).send().await;
        assert_eq!(changed.success(StatusCode::OK)["changed"], 1);
        let one = get(&world, &ada, &format!("/api/ranks/keywords/{id}")).await;
        assert_eq!((&one["keyword"]["tags"], &one["keyword"]["targetUrl"]), (&json!(["core"]), &json!(null)));

        let export = async |filter: &str| {
            world.get(&format!("/api/ranks/export?websiteId={site}{filter}")).bearer(&ada.token).send().await
        };
        let csv = export("").await.text();
        assert!(csv.lines().count() == 7 && csv.contains("'=cmd()"), "{csv}");
        for (filter, expected) in [("q=PLUMBER", 2), ("device=mobile", 3), ("tag=core", 1), ("ranks=1-3", 0)] {
            let csv = export(&format!("&{filter}")).await.text();
            assert_eq!(csv.lines().count(), 1 + expected, "{filter}: {csv}");
        }
        export("&ranks=best").await.problem(422, "invalid-request", &["/ranks"]);
        let gone = world.post("/api/ranks/keywords/remove", &json!({"websiteId": site, "ids": [id]}));
        assert_eq!(gone.bearer(&ada.token).send().await.success(StatusCode::OK)["removed"], 1);
        assert_eq!(get(&world, &ada, &list).await["total"], 5);
        let undo = world.post("/api/ranks/keywords/remove", &json!({"websiteId": site, "ids": added["ids"]}));
        assert_eq!(undo.bearer(&ada.token).send().await.success(StatusCode::OK)["removed"], 5);
        assert_eq!(get(&world, &ada, &list).await["total"], 0);
    })
    .await;
}

#[tokio::test]
async fn wrong_keywords_and_settings_name_their_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        for (body, pointer) in [
            (json!({"keywords": []}), "/keywords"),
            (json!({"keywords": vec!["a"; 1_001]}), "/keywords"),
            (json!({"keywords": ["a", " "]}), "/keywords/1"),
            (json!({"keywords": ["x".repeat(201)]}), "/keywords/0"),
            (json!({"keywords": ["a"], "country": "atlantis"}), "/country"),
            (json!({"keywords": ["a"], "language": "english"}), "/language"),
            (json!({"keywords": ["a"], "tags": vec!["t".repeat(41)]}), "/tags"),
            (json!({"keywords": ["a"], "targetUrl": "https://other.test/"}), "/targetUrl"),
            (json!({"keywords": ["a"], "devices": ["toaster"]}), "/devices/0"),
        ] {
            let mut body = body;
            body["websiteId"] = json!(site);
            add(&world, &ada, body).await.problem(422, "invalid-request", &[pointer]);
        }
        for (body, pointer) in [
            (json!({"depth": 9}), "/depth"),
            (json!({"depth": 101}), "/depth"),
            (json!({"monthBudgetMicros": -1}), "/monthBudgetMicros"),
            (json!({"connectionId": new_id()}), "/connectionId"),
        ] {
            let mut body = body;
            body["websiteId"] = json!(site);
            let call = world.call(Method::PUT, "/api/ranks/settings").json(&body).bearer(&ada.token);
            call.send().await.problem(422, "invalid-request", &[pointer]);
        }
        let none = world.post("/api/ranks/checks", &json!({"websiteId": site})).bearer(&ada.token).send().await;
        none.problem(409, "conflict", &["/connectionId"]);
    })
    .await;
}

#[tokio::test]
async fn settings_plan_checks_within_the_budget_and_start_them_daily() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        tracked(&world, &ada, &site.to_string()).await;
        let estimate = format!("/api/ranks/estimate?websiteId={site}");
        let without = get(&world, &ada, &estimate).await["estimate"].clone();
        assert_eq!((&without["connection"], &without["checkMicros"]), (&json!(null), &json!(null)));
        connect(&world, &ada).await;
        let with = get(&world, &ada, &estimate).await["estimate"].clone();
        assert_eq!((&with["checkMicros"], &with["due"], &with["runMicros"]), (&json!(2_000), &json!(2), &json!(4_000)));
        assert_eq!(with["daily"], 2);
        let tight = get(&world, &ada, &format!("{estimate}&monthBudgetMicros=2100&depth=10")).await["estimate"].clone();
        assert_eq!(
            (&tight["monthly"], &tight["uncovered"], &tight["checkMicros"]),
            (&json!(2), &json!(0), &json!(1_000))
        );
        let more = get(&world, &ada, &format!("{estimate}&more=5000")).await["estimate"].clone();
        assert!(more["monthMicros"].as_u64() <= Some(5_000_000) && more["uncovered"].as_u64() > Some(0), "{more}");

        let put = async |body: Value| {
            world.call(Method::PUT, "/api/ranks/settings").json(&body).bearer(&ada.token).send().await
        };
        let body = json!({"websiteId": site, "depth": 10, "monthBudgetMicros": 9_000, "isDaily": true});
        let stored = put(body).await.success(StatusCode::OK);
        assert_eq!((&stored["isDaily"], &stored["connections"][0]["hasMobile"]), (&json!(true), &json!(false)));
        let schedules = get(&world, &ada, "/api/schedules").await;
        assert_eq!(
            (&schedules["schedules"][0]["name"], &schedules["schedules"][0]["cron"]),
            (&json!("Check ranks"), &json!("0 5 * * *"))
        );
        let id = schedules["schedules"][0]["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/schedules/{id}");
        let engine = world.patch(&path, &json!({"engineId": "keyword"})).bearer(&ada.token).send().await;
        engine.problem(422, "invalid-request", &["/engineId"]);
        world.patch(&path, &json!({"paused": true})).bearer(&ada.token).send().await.success(StatusCode::OK);
        let settings = format!("/api/ranks/settings?websiteId={site}");
        assert_eq!(get(&world, &ada, &settings).await["isDaily"], false);
        put(json!({"websiteId": site, "isDaily": true})).await.success(StatusCode::OK);
        put(json!({"websiteId": site, "isDaily": false})).await.success(StatusCode::OK);
        assert_eq!(get(&world, &ada, "/api/schedules").await["schedules"], json!([]));

        let started = world.post("/api/ranks/checks", &json!({"websiteId": site})).bearer(&ada.token).send().await;
        assert_eq!(started.success(StatusCode::ACCEPTED)["run"]["kind"], "rank_check");
    })
    .await;
}

#[tokio::test]
async fn summary_measures_share_distribution_and_movers() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let first: Uuid = tracked(&world, &ada, &site.to_string()).await.parse().expect("an id");
        let (db, ws) = (&world.state.db, ada.workspace_id);
        let other = rank::all(db, ws, site).await.expect("keywords").into_iter().find(|one| one.id != first);
        let other = other.expect("the other keyword").id;
        for (id, rank, days) in [(first, Some(12), 10), (first, Some(2), 0), (other, None, 0)] {
            let at = now() - TimeDelta::days(days);
            assert!(rank::store_check(db, ws, site, &check(id, rank, at)).await.expect("a check"));
        }
        let summary = get(&world, &ada, &format!("/api/ranks/summary?websiteId={site}&days=30")).await;
        assert_eq!((&summary["keywords"], &summary["checked"], &summary["cited"]), (&json!(2), &json!(2), &json!(2)));
        assert_eq!((&summary["distribution"]["top3"], &summary["distribution"]["beyond"]), (&json!(1), &json!(1)));
        let share = &summary["shareOfVoice"];
        assert!(share["low"].as_f64() < share["mid"].as_f64() && share["mid"].as_f64() < share["high"].as_f64());
        assert_eq!(share["weighted"], 0, "no volume is known");
        let days = summary["days"].as_array().expect("days");
        assert!((10..=12).contains(&days.len()) && days[0]["share"].as_f64() < days[days.len() - 1]["share"].as_f64());
        assert_eq!((&summary["moversUp"][0]["change"], &summary["moversUp"][0]["from"]), (&json!(10), &json!(12)));
        assert_eq!(summary["features"][0], json!({"feature": "local_pack", "keywords": 2, "owned": 0}));
        assert_eq!((&summary["tags"][0]["name"], &summary["tags"][0]["top10"]), (&json!("core"), &json!(1)));
        let one = get(&world, &ada, &format!("/api/ranks/keywords/{first}")).await;
        assert_eq!(
            (one["checks"].as_array().map(Vec::len), &one["checks"][0]["results"][0]["host"]),
            (Some(2), &json!("rival.test"))
        );
        assert_eq!((&one["keyword"]["change"], &one["keyword"]["bestRank"]), (&json!(10), &json!(2)));
        let beyond = get(&world, &ada, &format!("/api/ranks/keywords?websiteId={site}&ranks=beyond")).await;
        assert_eq!((&beyond["total"], &beyond["keywords"][0]["depth"]), (&json!(1), &json!(20)));
    })
    .await;
}

/// Tracks two keywords with three checks on two days.
async fn with_history(world: &World, by: &Account, site: Uuid) {
    let plumber = tracked_as(world, by, &site.to_string(), &["=plumber"]).await;
    let drain = tracked_as(world, by, &site.to_string(), &["drain"]).await;
    let at = |day: i64| DateTime::from_timestamp(1_790_000_000, 0).expect("a time") + TimeDelta::days(day);
    for (keyword, day, rank, overview) in [
        (plumber, 0, Some(4), OverviewState::Present),
        (drain, 0, None, OverviewState::Absent),
        (plumber, 1, Some(2), OverviewState::Absent),
    ] {
        let is_cited = overview == OverviewState::Present;
        let provider = "serpapi".to_owned();
        let new = NewRankCheck { ai_overview: overview, is_cited, provider, ..check(keyword, rank, at(day)) };
        assert!(rank::store_check(&world.state.db, by.workspace_id, site, &new).await.expect("a check"));
    }
}

#[tokio::test]
async fn history_lists_filters_pages_and_exports_the_checks_of_all_keywords() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        with_history(&world, &ada, site).await;
        let path = format!("/api/ranks/history?websiteId={site}");
        let ranks = async |filter: &str| {
            let found = get(&world, &ada, &format!("{path}{filter}")).await;
            found["checks"].as_array().expect("checks").iter().map(|one| one["rank"].as_i64()).collect::<Vec<_>>()
        };
        let all = ranks("").await;
        assert_eq!((all.len(), all[0]), (3, Some(2)), "the latest first");
        for (filter, expected) in [
            ("&sort=rank", vec![Some(2), Some(4), None]),
            ("&sort=keyword", vec![Some(2), Some(4), None]),
            ("&q=PLUMB", vec![Some(2), Some(4)]),
            ("&q=rival.test&sort=rank", vec![Some(2), Some(4), None]),
            ("&overview=present", vec![Some(4)]),
            ("&cited=true", vec![Some(4)]),
            ("&device=mobile&country=de", vec![]),
            ("&feature=local_pack&from=2026-09-22", vec![Some(2)]),
            ("&feature=paid", vec![]),
            ("&to=2026-09-21&sort=rank", vec![Some(4), None]),
        ] {
            assert_eq!(ranks(filter).await, expected, "{filter}");
        }
        for sort in ["time", "rank"] {
            let mut seen = Vec::new();
            let mut cursor = String::new();
            loop {
                let found = get(&world, &ada, &format!("{path}&sort={sort}&limit=1{cursor}")).await;
                seen.push(found["checks"][0]["rank"].as_i64());
                let Some(next) = found["nextCursor"].as_str() else { break };
                cursor = format!("&cursor={next}");
            }
            seen.sort_unstable();
            assert_eq!(seen, [None, Some(2), Some(4)], "{sort}: each check once");
        }
        let first = get(&world, &ada, &format!("{path}&cited=true")).await;
        assert_eq!(first["checks"][0]["topHosts"], json!(["rival.test"]));
        assert!(first["lastAt"].as_str().is_some_and(|time| time.starts_with("2026-09-22")), "{first}");
        let wrong = world.get(&format!("{path}&cursor=x")).bearer(&ada.token).send().await;
        wrong.problem(422, "invalid-request", &["/cursor"]);

        let file = format!("/api/ranks/history/export?websiteId={site}");
        let csv = world.get(&file).bearer(&ada.token).send().await.text();
        assert!(csv.lines().count() == 4 && csv.contains("'=plumber"), "{csv}");
        for path in [&path, &file] {
            world.get(path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
    })
    .await;
}
