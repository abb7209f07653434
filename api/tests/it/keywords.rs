//! Keywords over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::{
    domain::{
        keyword::{KeywordDetail, NewCluster, NewKeyword},
        money::MoneyRange,
        run::{NewRun, RunKind},
    },
    store::{
        keyword::KeywordTables,
        run::{self, Effect, Outcome},
    },
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, World, on_each},
};

/// Returns a keyword with this many clicks, and ten times as many impressions.
pub(crate) fn keyword(query: &str, clicks: i64, mid_cents: Option<i64>) -> NewKeyword {
    NewKeyword {
        query: query.to_owned(),
        normalised: query.to_owned(),
        intent: (clicks > 5).then(|| "local".to_owned()),
        intent_confidence: 0.9,
        cluster_no: Some(clicks % 2),
        cluster_head: Some("head".to_owned()),
        clicks,
        impressions: clicks * 10,
        ctr: Some(0.1),
        position: Some(4.5),
        expected_ctr: None,
        volume: None,
        volume_source: None,
        cpc_cents: None,
        market: None,
        page: Some("https://example.com/a,b".to_owned()),
        wins: json!([{"kind": "ctr_gap", "detail": "d", "impact": null, "effortMinutes": 30}]),
        win_kinds: if clicks > 7 { vec!["ctr_gap".to_owned()] } else { Vec::new() },
        value: mid_cents.map(|mid_cents| MoneyRange {
            low_cents: 1,
            mid_cents,
            high_cents: 9,
            currency: "USD".to_owned(),
        }),
        source: "search_console".to_owned(),
        observed_from: None,
        observed_to: None,
        detail: KeywordDetail { is_brand: Some(false), ..KeywordDetail::default() },
    }
}

/// Plays the keyword engine on a website.
pub(crate) async fn analysed(world: &World, account: &Account, keywords: Vec<NewKeyword>) -> Uuid {
    let website_id = fleet::website(&world.state, account, "example.com").await;
    let new = NewRun {
        website_id: Some(website_id),
        engine_id: Some("keyword".to_owned()),
        action: Some("analyse".to_owned()),
        ..NewRun::new(account.workspace_id, account.id, RunKind::Engine, json!({}))
    };
    let id = run::insert(&world.state.db, &new).await.unwrap().run.id;
    let run = fleet::claim(&world.state, id).await;
    let cluster = NewCluster {
        no: 1,
        head: "head".to_owned(),
        size: 2,
        detail: json!({"intent": "local", "volume": 10.5, "clicks": 7.0, "value": null, "evidence": {"kind": "lexical", "minSimilarity": 0.5, "detail": "d"}}),
        value_mid_cents: None,
        impressions: 70,
    };
    let effect = Effect::from(KeywordTables { website_id, keywords, clusters: vec![cluster] });
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![effect]).await;
    website_id
}

async fn list(world: &World, account: &Account, query: &str) -> Value {
    let path = format!("/api/keywords{query}");
    world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK)
}

fn queries(page: &Value) -> Vec<&str> {
    page["keywords"].as_array().unwrap().iter().filter_map(|row| row["query"].as_str()).collect()
}

#[tokio::test]
async fn keywords_are_filtered_sorted_and_paged() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        assert_eq!(list(&world, &ada, "").await["keywords"], json!([]));
        let rows = vec![
            keyword("Plumber Austin", 3, Some(50)),
            keyword("100% free_plan", 9, None),
            keyword("drain", 8, Some(70)),
        ];
        analysed(&world, &ada, rows).await;
        let all = list(&world, &ada, "").await;
        assert_eq!((queries(&all), &all["total"]), (vec!["drain", "Plumber Austin", "100% free_plan"], &json!(3)));
        let first = &all["keywords"][0];
        assert_eq!(
            (&first["clusterId"], &first["isBrand"], &first["value"]["midCents"]),
            (&json!("0"), &json!(false), &json!(70))
        );
        for (query, expected) in [
            ("?q=AUSTIN", vec!["Plumber Austin"]),
            ("?q=%25", vec!["100% free_plan"]),
            ("?q=_", vec!["100% free_plan"]),
            ("?intent=local&sort=clicks", vec!["100% free_plan", "drain"]),
            ("?win=ctr_gap&sort=clicks&order=asc", vec!["drain", "100% free_plan"]),
            ("?cluster=1&sort=query", vec!["100% free_plan", "Plumber Austin"]),
            ("?minImpressions=81", vec!["100% free_plan"]),
        ] {
            assert_eq!(queries(&list(&world, &ada, query).await), expected, "{query}");
        }
        let page = list(&world, &ada, "?limit=2").await;
        let cursor = page["nextCursor"].as_str().unwrap();
        assert_eq!(queries(&list(&world, &ada, &format!("?limit=2&cursor={cursor}")).await), ["100% free_plan"]);
        for (query, pointer) in [
            ("sort=x", "/sort"),
            ("cluster=x", "/cluster"),
            ("cursor=-1", "/cursor"),
            ("limit=0", "/limit"),
            ("colour=1", "/colour"),
        ] {
            let reply = world.get(&format!("/api/keywords?{query}")).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
    })
    .await;
}

#[tokio::test]
async fn clusters_are_listed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        analysed(&world, &ada, vec![keyword("a", 1, None)]).await;
        let body = world.get("/api/keywords/clusters").bearer(&ada.token).send().await.success(StatusCode::OK);
        let cluster = &body["clusters"][0];
        assert_eq!((&cluster["id"], &cluster["members"], &cluster["clicks"]), (&json!("1"), &json!(2), &json!(7)));
        assert_eq!((&cluster["intent"], &cluster["evidence"]["kind"]), (&json!("local"), &json!("lexical")));
    })
    .await;
}

#[tokio::test]
async fn keyword_export_is_complete_rounded_and_free_of_formulas() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let mut rows: Vec<NewKeyword> = (0..2_300).map(|n| keyword(&format!("q{n}"), n, None)).collect();
        let precise = keyword("=cmd|'/c calc'!A1", 9_999, None);
        rows.push(NewKeyword { ctr: Some(0.123_456), position: Some(4.567), ..precise });
        analysed(&world, &ada, rows).await;
        let reply = world.get("/api/keywords/export?sort=clicks").bearer(&ada.token).send().await;
        assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(reply.header("content-disposition"), "attachment; filename=\"keywords.csv\"");
        let text = reply.text();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines.len(), 1 + 2_301 + 1, "header, rows, and nothing after the last line's end");
        assert!(
            lines[0]
                .starts_with("Query,Intent,Intent confidence (%),Cluster,Clicks,Impressions,CTR (%),Average position")
        );
        assert!(lines[1].starts_with("'=cmd|'/c calc'!A1,local,"), "{}", lines[1]);
        assert!(lines[2].contains("\"https://example.com/a,b\""));
        let cells: Vec<&str> = lines[1].split(',').collect();
        assert_eq!((cells[6], cells[7]), ("12.35", "4.6"), "a percentage and a position, rounded: {}", lines[1]);
        let reply = world.get("/api/keywords/export?format=json&minImpressions=22980").bearer(&ada.token).send().await;
        let rows = reply.json();
        assert_eq!(rows.as_array().unwrap().len(), 3);
        let none = world.register("bob@example.com").await;
        let empty = world.get("/api/keywords/export?format=json").bearer(&none.token).send().await.json();
        assert_eq!(empty, json!([]));
    })
    .await;
}

#[tokio::test]
async fn keywords_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let website = analysed(&world, &ada, vec![keyword("secret", 1, None)]).await;
        for path in ["", "/clusters", "/export"] {
            let path = format!("/api/keywords{path}?websiteId={website}");
            world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
    })
    .await;
}
