//! What engines leave: keywords, clusters, insights, opportunities, schedules, leases.

use chrono::Duration;
use serde_json::json;
use shared::{
    domain::{
        engine_version::PRIOR,
        forecast::{ForecastKind, NewForecast, Quantiles},
        insight::{Nature, NewInsight, Severity},
        keyword::{KeywordDetail, NewCluster, NewKeyword},
        money::MoneyRange,
        new_id, now,
        opportunity::OpportunityBody,
        run::RunKind,
    },
    store::{
        forecast::{self, NewForecasts, Outcomes},
        insight::{self, NewInsights},
        keyword::{self, KeywordTables},
        lease,
        opportunity::{self, NewOpportunities},
        run::{self, Effect, Finish, Outcome},
        schedule::{self, NewSchedule},
    },
};
use uuid::Uuid;

use crate::world::{World, on_each_database};

fn keyword(query: &str, clicks: i64, mid: Option<i64>) -> NewKeyword {
    let money = |mid_cents| MoneyRange { low_cents: 1, mid_cents, high_cents: 900, currency: "USD".into() };
    NewKeyword {
        query: query.into(),
        normalised: query.into(),
        intent: Some("local".into()),
        intent_confidence: 0.9,
        cluster_no: Some(0),
        cluster_head: Some("roof".into()),
        clicks,
        impressions: clicks * 10,
        ctr: Some(0.1),
        position: Some(5.0),
        expected_ctr: None,
        volume: None,
        volume_source: None,
        cpc_cents: None,
        market: None,
        page: None,
        wins: json!([]),
        win_kinds: if clicks > 5 { vec!["ctr_gap".into()] } else { Vec::new() },
        value: mid.map(money),
        source: "search_console".into(),
        observed_from: None,
        observed_to: None,
        detail: KeywordDetail { is_brand: Some(false), ..KeywordDetail::default() },
    }
}

async fn finish_with(world: &World, effects: Vec<Effect>) -> run::Finished {
    let id = world.stored().await.id;
    let run = world.claim(&[id], 10).await.runs.remove(0);
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects };
    run::finish(&world.db, &[finish], now()).await.expect("finish")
}

#[tokio::test]
async fn keywords_are_replaced_filtered_sorted_and_paged() {
    on_each_database(|world| async {
        let website_id = new_id();
        for _ in 0..2 {
            let keywords = vec![
                keyword("roof repair", 9, Some(500)),
                keyword("roof_100% \"leak\"", 7, None),
                keyword("gutter", 1, Some(700)),
            ];
            let clusters = vec![NewCluster {
                no: 0,
                head: "roof".into(),
                size: 3,
                detail: json!({"intent": "local"}),
                value_mid_cents: Some(5),
                impressions: 170,
            }];
            finish_with(&world, vec![Effect::from(KeywordTables { website_id, keywords, clusters })]).await;
        }
        let all = filter(website_id);
        let page = keyword::list(&world.db, world.workspace_id, &all, 2).await.expect("list");
        let found: Vec<_> = page.items.iter().map(|row| row.body.query.as_str()).collect();
        assert_eq!(found, ["gutter", "roof repair"], "{}: by value, unknown last", world.name);
        let rest = keyword::Filter { offset: 2, ..all.clone() };
        let page = keyword::list(&world.db, world.workspace_id, &rest, 2).await.expect("list");
        assert_eq!((page.items.len(), page.next_cursor), (1, None));
        let special = keyword::Filter { contains: Some("_100%".into()), ..all.clone() };
        assert_eq!(keyword::count(&world.db, world.workspace_id, &special).await.expect("count"), 1);
        let win = keyword::Filter { win: Some("ctr_gap".into()), ..all.clone() };
        assert_eq!(keyword::count(&world.db, world.workspace_id, &win).await.expect("count"), 2);
        assert_eq!(keyword::count(&world.db, new_id(), &all).await.expect("count"), 0, "nobody else's");
        let clusters = keyword::clusters(&world.db, world.workspace_id, website_id, 0, 10).await.expect("clusters");
        assert_eq!(clusters.items.len(), 1);
        world
    })
    .await;
}

fn told(finished: &run::Finished, r#type: &str) -> Vec<serde_json::Value> {
    let events = finished.events.iter().filter(|stored| stored.r#type == r#type);
    events.map(|stored| stored.payload.0.clone()).collect()
}

#[tokio::test]
async fn searches_that_have_moved_are_told_those_most_seen_first() {
    on_each_database(|world| async {
        let website_id = new_id();
        let at = |position: f64| {
            let named = |name: &str, impressions: i64, position: Option<f64>| NewKeyword {
                impressions,
                position,
                ..keyword(name, 1, None)
            };
            let mut all =
                vec![named("roof", 500, Some(position)), named("new", 9, None), named("still", 900, Some(4.0))];
            all.extend((0..20).map(|n| named(&format!("search {n}"), 100 + n, Some(position + 10.0))));
            Effect::from(KeywordTables { website_id, keywords: all, clusters: Vec::new() })
        };
        let first = finish_with(&world, vec![at(9.0)]).await;
        assert!(told(&first, "performance:ranking").is_empty(), "{}: nothing stood anywhere before", world.name);
        let little = finish_with(&world, vec![at(7.5)]).await;
        assert!(told(&little, "performance:ranking").is_empty(), "{}: positions wander", world.name);
        let moved = told(&finish_with(&world, vec![at(4.0)]).await, "performance:ranking");
        assert_eq!(moved.len(), 10, "{}", world.name);
        let roof = json!({"websiteId": website_id, "keyword": "roof", "oldPosition": 7.5, "newPosition": 4.0});
        assert_eq!((&moved[0], &moved[1]["keyword"]), (&roof, &json!("search 19")), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn a_figure_that_has_left_its_bounds_is_told_once() {
    on_each_database(|world| async {
        let quantity = |n: usize, subject: &str| NewForecast {
            identity: format!("{n}"),
            kind: ForecastKind::Quantity,
            subject: subject.into(),
            statement: "100 clicks in 2026-10, in 8 of 10 cases 90 to 110".into(),
            probability: None,
            quantiles: Some(Quantiles { mean: 100.0, p10: 90.0, p50: 100.0, p90: 110.0 }),
            naive: None,
            model: "m".into(),
            version: "prior".into(),
            due_at: now(),
        };
        let forecasts = vec![quantity(0, "clicks:a"), quantity(1, "clicks:a"), quantity(2, "clicks:b")];
        let made = Effect::from(NewForecasts { engine_id: "predictive".into(), forecasts });
        assert!(told(&finish_with(&world, vec![made]).await, "performance:alert").is_empty());
        let due = forecast::due(&world.db, world.workspace_id, None, now()).await.expect("forecasts");
        let outcome = |subject: &str| if subject == "clicks:a" { 79.0 } else { 81.0 };
        let outcomes: Vec<_> = due.iter().map(|one| (one.id, outcome(&one.subject))).collect();
        assert_eq!(outcomes.len(), 3, "{}", world.name);
        let alerts =
            told(&finish_with(&world, vec![Effect::from(Outcomes(outcomes.clone()))]).await, "performance:alert");
        assert_eq!(alerts.len(), 1, "{}: {alerts:?}", world.name);
        assert_eq!((&alerts[0]["severity"], &alerts[0]["outcome"]), (&json!("critical"), &json!(79.0)));
        assert!(
            alerts[0]["message"].as_str().is_some_and(|said| said.starts_with("It came to 79. Forecast: 100 clicks"))
        );
        let again = finish_with(&world, vec![Effect::from(Outcomes(outcomes))]).await;
        assert!(told(&again, "performance:alert").is_empty(), "{}: an outcome is known once", world.name);
        world
    })
    .await;
}

fn filter(website_id: Uuid) -> keyword::Filter {
    keyword::Filter {
        website_id,
        contains: None,
        intent: None,
        cluster_no: None,
        win: None,
        min_impressions: None,
        sort: keyword::Sort::Value,
        descending: true,
        offset: 0,
    }
}

#[tokio::test]
async fn insights_come_newest_first_with_their_events() {
    on_each_database(|world| async {
        let new = |title: &str| NewInsight {
            key: format!("striking_distance:{title}"),
            title: title.into(),
            kind: "striking_distance".into(),
            severity: Severity::Opportunity,
            nature: Nature::Claim,
            confidence: 0.7,
            impact: None,
            effort_minutes: Some(30),
            evidence: json!([{"type": "query", "ref": "roof repair", "value": 4.5}]),
            method: "m".into(),
            method_version: "1".into(),
            assumptions: vec!["a".into()],
            action: None,
            falsifier: "f".into(),
            expires_at: now() + Duration::days(28),
        };
        let insights = vec![new("first"), new("second")];
        let effects = vec![Effect::from(NewInsights { engine_id: "keyword".into(), version: PRIOR.into(), insights })];
        let finished = finish_with(&world, effects.clone()).await;
        let again = finish_with(&world, effects).await;
        assert!(again.events.iter().all(|event| event.r#type != "engine:insight"), "found again is not new");
        assert_eq!(
            finished.events.iter().filter(|event| event.r#type == "engine:insight").count(),
            2,
            "{}",
            world.name
        );
        let page = insight::list(&world.db, world.workspace_id, Some("keyword"), None, None, 1).await.expect("list");
        assert_eq!(page.items[0].body.title, "second");
        let before = page.next_cursor.expect("more").parse().expect("an id");
        let page = insight::list(&world.db, world.workspace_id, None, None, Some(before), 5).await.expect("list");
        assert_eq!((page.items.len(), page.items[0].body.title.as_str()), (1, "first"));
        assert!(insight::list(&world.db, new_id(), None, None, None, 5).await.expect("list").items.is_empty());
        assert_eq!(insight::counts(&world.db, world.workspace_id).await.expect("counts"), [("keyword".to_owned(), 2)]);
        world
    })
    .await;
}

#[tokio::test]
async fn insight_of_a_known_key_is_updated_and_not_doubled() {
    on_each_database(|world| async {
        let found = |keys: &[&str], title: &str| {
            let insights = keys.iter().map(|key| NewInsight { key: (*key).to_owned(), ..insight_of(title) }).collect();
            vec![Effect::from(NewInsights { engine_id: "semantic".into(), version: PRIOR.into(), insights })]
        };
        finish_with(&world, found(&["similar_pages:/a|/b"], "/a and /b share 61 % of their text")).await;
        let key = "similar_pages:/a|/b";
        let again = finish_with(&world, found(&[key, key], "/a and /b share 63 % of their text")).await;
        assert!(again.events.iter().all(|event| event.r#type != "engine:insight"), "{}", world.name);
        let page = insight::list(&world.db, world.workspace_id, Some("semantic"), None, None, 5).await.expect("list");
        let titles: Vec<&str> = page.items.iter().map(|one| one.body.title.as_str()).collect();
        assert_eq!(titles, ["/a and /b share 63 % of their text"], "{}", world.name);
        let ledger =
            forecast::list(&world.db, world.workspace_id, &forecast::Filter::default(), 5).await.expect("list");
        assert_eq!(ledger.items.len(), 1, "one claim in the ledger");
        world
    })
    .await;
}

fn insight_of(title: &str) -> NewInsight {
    NewInsight {
        key: String::new(),
        title: title.into(),
        kind: "similar_pages".into(),
        severity: Severity::Info,
        nature: Nature::Claim,
        confidence: 0.7,
        impact: None,
        effort_minutes: None,
        evidence: json!([]),
        method: "m".into(),
        method_version: "1".into(),
        assumptions: Vec::new(),
        action: None,
        falsifier: "f".into(),
        expires_at: now() + Duration::days(28),
    }
}

#[tokio::test]
async fn a_known_opportunity_is_brought_up_to_date_and_keeps_its_status() {
    on_each_database(|world| async {
        let body = |score| OpportunityBody {
            title: "Move up".into(),
            category: "striking_distance".into(),
            difficulty: None,
            score,
            engine_id: Some("keyword".into()),
            keyword: Some("roof repair".into()),
            impact: None,
            effort_minutes: Some(60),
            quick_win: true,
            automated: false,
            edited: false,
            evidence: json!({}),
        };
        let found = |score| vec![Effect::from(NewOpportunities(vec![("k:roof".to_owned(), body(score))]))];
        let first = finish_with(&world, found(50.0)).await;
        assert!(first.events.iter().any(|event| event.r#type == "opportunity:discovered"), "{}", world.name);
        let known = opportunity::list(&world.db, world.workspace_id, None, 10).await.expect("list").remove(0);
        let mut tx = world.db.begin().await.expect("a transaction");
        let status = shared::domain::opportunity::OpportunityStatus::Implementing;
        opportunity::update(&mut tx, world.workspace_id, known.id, status, &known.body, now()).await.expect("update");
        let foreign =
            opportunity::update(&mut tx, new_id(), known.id, status, &known.body, now()).await.expect("update");
        assert!(foreign.is_none());
        tx.commit().await.expect("commit");
        let again = finish_with(&world, found(80.0)).await;
        assert!(!again.events.iter().any(|event| event.r#type == "opportunity:discovered"));
        let now_known = opportunity::list(&world.db, world.workspace_id, None, 10).await.expect("list");
        assert_eq!((now_known.len(), now_known[0].status, now_known[0].body.score), (1, status, 80.0));
        world
    })
    .await;
}

#[tokio::test]
async fn a_tick_is_advanced_by_one_alone() {
    on_each_database(|world| async {
        let tick = now() - Duration::seconds(1);
        let new = NewSchedule {
            workspace_id: world.workspace_id,
            user_id: world.user_id,
            website_id: None,
            kind: RunKind::Probe,
            engine_id: None,
            action: None,
            payload: json!({}),
            cron: "* * * * *".into(),
            name: String::new(),
            time_zone: "UTC".to_owned(),
            next_at: tick,
        };
        let id = schedule::insert(&world.db, &new, now()).await.expect("insert");
        assert_eq!(schedule::due(&world.db, now()).await.expect("due").len(), 1, "{}", world.name);
        for expected in [true, false] {
            let mut tx = world.db.begin().await.expect("a transaction");
            let next = Some(tick + Duration::minutes(1));
            assert_eq!(schedule::advance(&mut tx, id, tick, next).await.expect("advance"), expected);
            tx.commit().await.expect("commit");
        }
        assert!(schedule::due(&world.db, now()).await.expect("due").is_empty());
        assert!(!schedule::delete(&world.db, new_id(), id).await.expect("delete"), "nobody else's");
        assert!(schedule::delete(&world.db, world.workspace_id, id).await.expect("delete"));
        world
    })
    .await;
}

#[tokio::test]
async fn a_lease_has_one_holder_until_it_ends() {
    on_each_database(|world| async {
        let (a, b) = (new_id(), new_id());
        let at = now();
        let until = at + Duration::seconds(5);
        assert!(lease::hold(&world.db, "x", a, at, until).await.expect("hold"), "{}", world.name);
        assert!(!lease::hold(&world.db, "x", b, at, until).await.expect("hold"));
        assert!(lease::hold(&world.db, "x", a, at, until).await.expect("its holder extends it"));
        let later = until + Duration::seconds(1);
        assert!(lease::hold(&world.db, "x", b, later, later).await.expect("hold"));
        lease::release(&world.db, "x", b).await.expect("release");
        assert!(lease::hold(&world.db, "x", a, at, until).await.expect("hold"));
        world
    })
    .await;
}
