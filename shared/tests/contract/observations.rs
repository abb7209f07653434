//! Observations count and go with their imports; days come from one source.

use serde_json::json;
use shared::{
    domain::{
        daily::DailySource,
        forecast::{ForecastKind, NewForecast, Quantiles, TOP10, top10_subject},
        import::ImportStatus,
        new_id, now,
        observation::{ObservationKind, Rank},
        run::{NewRun, RunKind},
        website::WebsiteKind,
    },
    store::{
        daily,
        forecast::{self, Filter, NewForecasts},
        import::{self, ImportEnd, ImportUndone, NewImport},
        market,
        run::{self, Effect, Finish, Outcome},
        website::{self, NewWebsite},
        workspace,
    },
};
use uuid::Uuid;

use crate::{
    lines,
    world::{World, on_each_database},
};

async fn website(world: &World) -> Uuid {
    website_of(world, WebsiteKind::Own).await
}

async fn website_of(world: &World, kind: WebsiteKind) -> Uuid {
    let mut tx = world.db.begin().await.expect("a transaction");
    let new =
        NewWebsite { name: "Example".into(), url: "https://example.com/".into(), host: "example.com".into(), kind };
    let id = website::insert(&mut tx, world.workspace_id, &new, now()).await.expect("website");
    tx.commit().await.expect("commit");
    id
}

/// Creates an import with a running run, and its batch.
struct Open {
    id: Uuid,
    batch: i64,
    run: run::Claim,
}

async fn begin(world: &World, site: Uuid) -> Open {
    let id = new_id();
    let new = NewImport {
        id,
        workspace_id: world.workspace_id,
        website_id: None,
        user_id: world.user_id,
        file_name: "ranks.csv".into(),
    };
    import::insert(&world.db, &new, now()).await.expect("import");
    let new = NewRun {
        website_id: Some(site),
        ..NewRun::new(world.workspace_id, world.user_id, RunKind::Import, json!({"importId": id}))
    };
    let mut tx = world.db.begin().await.expect("a transaction");
    let begun = import::begin(&mut tx, world.workspace_id, id, site, new.id).await.expect("begin").expect("it");
    assert_eq!(begun.status, ImportStatus::Importing);
    run::insert(&mut tx, &new).await.expect("run");
    tx.commit().await.expect("commit");
    let run = world.claim(&[new.id], 10).await;
    let batch = import::begin_batch(&world.db, id, site, run.runs[0].attempt, now()).await.expect("batch");
    Open { id, batch, run }
}

async fn end(world: &World, mut open: Open) -> run::Finished {
    let end = ImportEnd {
        import_id: open.id,
        batch_id: open.batch,
        rows: 2,
        rejected: 0,
        kinds: vec!["gsc_queries".to_owned()],
        rejects: json!([]),
        totals: (0, 0, 0),
        observed: (None, None),
    };
    let effects = vec![end.into()];
    let finish = Finish { run: open.run.runs.remove(0), outcome: Outcome::Succeeded(json!({})), effects };
    run::finish(&world.db, &[finish], now()).await.expect("finish")
}

/// An import that is read, but for its end.
async fn read(world: &World, site: Uuid, searches: &str) -> Open {
    let open = begin(world, site).await;
    lines::insert(&world.db, open.batch, 0, searches).await;
    import::insert_search_days(&world.db, open.batch, &lines::days(searches)).await.expect("days");
    open
}

async fn imported(world: &World, site: Uuid, searches: &str) -> Uuid {
    let open = read(world, site, searches).await;
    let id = open.id;
    end(world, open).await;
    id
}

/// Keeps forecasts of sums of clicks, each with its 80 % interval.
async fn foretell(world: &World, site: Uuid, sums: &[(&str, f64, f64)]) {
    let foretold = |&(subject, p10, p90): &(&str, f64, f64)| NewForecast {
        identity: subject.to_owned(),
        kind: ForecastKind::Quantity,
        subject: subject.to_owned(),
        statement: format!("{p10} to {p90} clicks"),
        probability: None,
        quantiles: Some(Quantiles { mean: p10, p10, p50: p10, p90 }),
        naive: None,
        model: "m".to_owned(),
        version: "prior".to_owned(),
        due_at: now(),
    };
    keep(world, site, sums.iter().map(foretold).collect()).await;
}

async fn keep(world: &World, site: Uuid, forecasts: Vec<NewForecast>) {
    finish(world, site, Effect::from(NewForecasts { engine_id: "predictive".to_owned(), forecasts })).await;
}

/// A run about a website that leaves something behind.
async fn finish(world: &World, site: Uuid, effect: Effect) {
    let new =
        NewRun { website_id: Some(site), ..NewRun::new(world.workspace_id, world.user_id, RunKind::Probe, json!({})) };
    run::insert(&world.db, &new).await.expect("run");
    let run = world.claim(&[new.id], 10).await.runs.remove(0);
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: vec![effect] };
    run::finish(&world.db, &[finish], now()).await.expect("finish");
}

#[tokio::test]
async fn an_import_settles_the_forecasts_whose_days_it_brings() {
    const DAYS: &str = r#"[["date","current",null,null,"2026-08-02",null,8,80,4.0],["date","current",null,null,"2026-08-03",null,1,9,2.0]]"#;
    on_each_database(|world| async {
        let (site, other) = (website(&world).await, new_id());
        let near = ("clicks:2026-08-02:2026-08-02", 6.0, 9.0);
        let far = ("clicks:2026-08-02:2026-08-03", 20.0, 30.0);
        let open = ("clicks:2026-08-03:2026-08-04", 20.0, 30.0);
        foretell(&world, site, &[near, far, open]).await;
        foretell(&world, other, &[("clicks:2026-08-02:2026-08-02 ", 6.0, 9.0)]).await;
        let ready = read(&world, site, DAYS).await;
        let told = end(&world, ready).await.events;
        let alerts: Vec<_> = told.iter().filter(|event| event.r#type == "performance:alert").collect();
        assert_eq!(alerts.len(), 1, "{}", world.name);
        assert_eq!((&alerts[0].payload["subject"], &alerts[0].payload["outcome"]), (&json!(far.0), &json!(9.0)));
        let kept = forecast::list(&world.db, world.workspace_id, &Filter::default(), 10).await.expect("forecasts");
        let mut outcomes: Vec<_> = kept.items.iter().map(|one| (one.subject.trim(), one.outcome)).collect();
        outcomes.sort_by_key(|(subject, outcome)| (*subject, outcome.is_some()));
        let expected = [(near.0, None), (near.0, Some(8.0)), (far.0, Some(9.0)), (open.0, None)];
        assert_eq!(outcomes, expected, "{}: of this website, and with all of their days", world.name);
        world
    })
    .await;
}

/// Ranks of the first and the last day of August, found and not found.
const CHECKS: &str = r#"[["rank","roof","2026-08-01",{"keyword":"roof","date":"2026-08-01","position":4.5}],
    ["rank","roof","2026-08-31",{"keyword":"roof","date":"2026-08-31","position":14.0}]]"#;

#[tokio::test]
async fn checks_of_ranks_settle_what_was_claimed_and_their_undoing_opens_it_again() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let claims: Vec<_> = ["2026-08-02", "2026-08-15", "2026-08-30"]
            .map(|day| top10_subject(day.parse().expect("a day"), "roof"))
            .map(|subject| NewForecast {
                identity: subject.clone(),
                kind: ForecastKind::Claim,
                subject,
                statement: "“roof” is among the first ten".to_owned(),
                probability: Some(0.6),
                quantiles: None,
                naive: None,
                model: "m".to_owned(),
                version: "prior".to_owned(),
                due_at: now(),
            })
            .into();
        keep(&world, site, claims).await;
        let ready = begin(&world, site).await;
        import::insert_observations(&world.db, ready.batch, 0, CHECKS).await.expect("rows");
        let import_id = ready.id;
        end(&world, ready).await;
        let outcomes = async || {
            let kept = forecast::list(&world.db, world.workspace_id, &Filter::default(), 10).await.expect("forecasts");
            let mut outcomes: Vec<_> = kept.items.into_iter().map(|one| (one.subject, one.outcome)).collect();
            outcomes.sort_by(|a, b| a.0.cmp(&b.0));
            outcomes.into_iter().map(|(_, outcome)| outcome).collect::<Vec<_>>()
        };
        assert_eq!(outcomes().await, [Some(1.0), None, Some(0.0)], "{}", world.name);
        let count = async |filter: Filter| {
            forecast::list(&world.db, world.workspace_id, &filter, 10).await.expect("forecasts").items.len()
        };
        let named = || Some(TOP10.to_owned());
        assert_eq!(count(Filter { subject: named(), ..Filter::default() }).await, 3, "{}", world.name);
        assert_eq!(count(Filter { without: named(), ..Filter::default() }).await, 0, "{}", world.name);
        finish(&world, site, Effect::from(ImportUndone { import_id })).await;
        assert_eq!(outcomes().await, [None, None, None], "{}: nothing tells of them any more", world.name);
        world
    })
    .await;
}

const RANKS: &str = r#"[["rank","roof \"repair\" é","2026-08-01",{"keyword":"roof \"repair\" é","date":"2026-08-01","position":4.5}],
    ["rank","gutter","2026-08-01",{"keyword":"gutter","date":"2026-08-01","position":null,"depth":100}]]"#;
const PAYOUT: &str = r#"[["payout","plumbing",null,{"vertical":"plumbing","unit":"lead","amountCents":0}]]"#;

#[tokio::test]
async fn observations_count_with_their_batch_and_go_with_it() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (db, ws) = (&world.db, world.workspace_id);
        let open = begin(&world, site).await;
        import::insert_observations(db, open.batch, 0, RANKS).await.expect("rows");
        import::insert_observations(db, open.batch, 2, PAYOUT).await.expect("rows");
        let seen = import::observations(db, ws, site, ObservationKind::Rank).await.expect("rows");
        assert!(seen.is_empty(), "{}: nothing counts before the end", world.name);
        assert!(import::observation_counts(db, ws, site).await.expect("counts").is_empty());
        let (first, batch) = (open.id, open.batch);
        end(&world, open).await;
        let second = begin(&world, site).await;
        import::insert_observations(db, second.batch, 0, RANKS).await.expect("rows");
        let newer = second.batch;
        end(&world, second).await;

        let seen = import::observations(db, ws, site, ObservationKind::Rank).await.expect("rows");
        let found: Vec<_> = seen.iter().map(|row| (row.batch_id, row.no, row.day)).collect();
        let day = "2026-08-01".parse().ok();
        assert_eq!(found, [(batch, 0, day), (batch, 1, day), (newer, 0, day), (newer, 1, day)], "newest batch last");
        let rank: Rank = serde_json::from_value(seen[0].body.0.clone()).expect("a rank");
        assert_eq!((rank.keyword.as_str(), rank.position, rank.depth), ("roof \"repair\" é", Some(4.5), None));
        let piece = import::observation_rows(db, batch, ObservationKind::Rank, 1, 1).await.expect("rows");
        assert_eq!((piece.len(), piece[0].subject.as_str()), (1, "gutter"));
        let counts = import::observation_counts(db, ws, site).await.expect("counts");
        let found: Vec<_> = counts.iter().map(|one| (one.kind, one.rows)).collect();
        assert_eq!(found, [(ObservationKind::Payout, 1), (ObservationKind::Rank, 4)]);
        assert!(counts.iter().all(|one| one.imported_at.is_some()));
        let other = new_id();
        assert!(import::observations(db, other, site, ObservationKind::Rank).await.expect("rows").is_empty());
        assert!(import::observation_counts(db, other, site).await.expect("counts").is_empty(), "nobody else's");

        import::hide(db, first).await.expect("hide");
        import::delete_batch(db, first, None).await.expect("delete");
        assert!(import::observation_rows(db, batch, ObservationKind::Rank, 0, 9).await.expect("rows").is_empty());
        let counts = import::observation_counts(db, ws, site).await.expect("counts");
        assert_eq!((counts.len(), counts[0].kind, counts[0].rows), (1, ObservationKind::Rank, 2));
        world
    })
    .await;
}

#[tokio::test]
async fn rates_are_of_all_websites_but_samples() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        for (kind, cents) in [(WebsiteKind::Own, 1), (WebsiteKind::Own, 2), (WebsiteKind::Sample, 3)] {
            let site = website_of(&world, kind).await;
            let open = begin(&world, site).await;
            let row = PAYOUT.replace("\"amountCents\":0", &format!("\"amountCents\":{cents}"));
            import::insert_observations(db, open.batch, 0, &row).await.expect("rows");
            end(&world, open).await;
        }
        let cents = async |workspace| {
            let rates = market::rates(db, workspace).await.expect("rates");
            rates.iter().filter_map(|rate| rate["amountCents"].as_i64()).collect::<Vec<_>>()
        };
        assert_eq!(cents(ws).await, [1, 2], "{}: the sample is not data", world.name);
        assert!(cents(new_id()).await.is_empty(), "nobody else's");
        assert!(!market::version(db, ws).await.expect("version").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn all_of_an_import_goes_with_its_workspace() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let db = &world.db;
        let open = begin(&world, site).await;
        let batch = open.batch;
        lines::insert(db, batch, 0, DETAIL).await;
        import::insert_search_days(db, batch, &lines::days(DETAIL)).await.expect("days");
        import::insert_observations(db, batch, 0, RANKS).await.expect("rows");
        end(&world, open).await;
        assert_eq!(import::count_search_rows(db, batch).await.expect("count"), 7);
        let mut tx = db.begin().await.expect("a transaction");
        workspace::delete(&mut tx, world.workspace_id).await.expect("delete");
        tx.commit().await.expect("commit");
        assert_eq!(import::count_search_rows(db, batch).await.expect("count"), 0, "{}", world.name);
        let left = import::observation_rows(db, batch, ObservationKind::Rank, 0, 9).await.expect("rows");
        assert!(left.is_empty(), "{}", world.name);
        // A batch of that number may have its days again.
        import::insert_search_days(db, batch, &lines::days(DETAIL)).await.expect("no day is left");
        world
    })
    .await;
}

#[tokio::test]
async fn a_line_that_no_export_can_hold_loses_no_import() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let huge = r#"[["date","current",null,null,"2026-08-02",null,9223372036854775807,9223372036854775807,1e308],
            ["date","current",null,null,"2026-08-02",null,9223372036854775807,1,2.0]]"#;
        imported(&world, site, huge).await;
        let days = daily::daily(&world.db, world.workspace_id, site).await.expect("days");
        assert_eq!((days.len(), days[0].figures.clicks, days[0].figures.position), (1, i64::MAX, Some(2.0)));
        world
    })
    .await;
}

/// Two days of detail by page, one of them by site too.
const DETAIL: &str = r#"[["detail","current","a","https://example.com/a","2026-08-01",null,1,10,2.0],
    ["detail","current","b","https://example.com/b","2026-08-01",null,2,30,6.0],
    ["detail","current",null,"https://example.com/a","2026-08-01",null,1,10,null],
    ["detail","current","a","https://example.com/a","2026-08-02",null,0,5,3.0],
    ["detail","current","a",null,"2026-08-02",null,7,70,1.0],
    ["detail","previous","a",null,"2026-08-03",null,7,70,1.0],
    ["detail","current","a","https://example.com/a",null,null,9,90,1.0]]"#;

#[tokio::test]
async fn days_are_the_exports_own_or_else_sums_of_dated_lines() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (db, ws) = (&world.db, world.workspace_id);
        assert!(daily::daily(db, ws, site).await.expect("days").is_empty());
        imported(&world, site, DETAIL).await;
        let days = daily::daily(db, ws, site).await.expect("days");
        let found = |days: &[shared::domain::daily::SiteDay]| -> Vec<(String, i64, i64, Option<f64>, DailySource)> {
            let row = |one: &shared::domain::daily::SiteDay| {
                (one.day.clone(), one.figures.clicks, one.figures.impressions, one.figures.position, one.source)
            };
            days.iter().map(row).collect()
        };
        let detail = DailySource::Detail;
        assert_eq!(
            found(&days),
            [("2026-08-01".into(), 4, 50, Some(5.0), detail), ("2026-08-02".into(), 7, 70, Some(1.0), detail)],
            "{}",
            world.name
        );

        let dates = r#"[["date","current",null,null,"2026-08-02",null,8,80,4.0],["date","current",null,null,"2026-08-03",null,0,0,null]]"#;
        imported(&world, site, dates).await;
        let newer = r#"[["date","current",null,null,"2026-08-03",null,3,30,5.0]]"#;
        let newest = imported(&world, site, newer).await;
        let own = DailySource::Days;
        let days = daily::daily(db, ws, site).await.expect("days");
        let (second, third) = (("2026-08-02".to_owned(), 8, 80, Some(4.0), own), "2026-08-03".to_owned());
        assert_eq!(found(&days), [second.clone(), (third.clone(), 3, 30, Some(5.0), own)], "no source is mixed in");
        import::hide(db, newest).await.expect("hide");
        let days = daily::daily(db, ws, site).await.expect("days");
        assert_eq!(found(&days), [second, (third, 0, 0, None, own)]);
        assert!(daily::daily(db, new_id(), site).await.expect("days").is_empty(), "nobody else's");
        world
    })
    .await;
}

#[tokio::test]
async fn days_of_pages_are_the_newest_imports() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (db, ws) = (&world.db, world.workspace_id);
        imported(&world, site, DETAIL).await;
        let newer = r#"[["detail","current","a","https://example.com/a","2026-08-02",null,5,50,9.0]]"#;
        imported(&world, site, newer).await;
        let days = daily::daily_pages(db, ws, site, 10).await.expect("days");
        let found: Vec<_> = days
            .iter()
            .map(|one| (one.page.trim_start_matches("https://example.com"), one.day.as_str(), one.figures.clicks))
            .collect();
        assert_eq!(found, [("/a", "2026-08-01", 2), ("/a", "2026-08-02", 5), ("/b", "2026-08-01", 2)]);
        assert_eq!((days[0].figures.impressions, days[0].figures.position), (20, Some(2.0)));
        let first = daily::daily_pages(db, ws, site, 1).await.expect("days");
        assert!(first.len() == 2 && first.iter().all(|one| one.page.ends_with("/a")), "{}: the largest", world.name);
        assert!(daily::daily_pages(db, new_id(), site, 10).await.expect("days").is_empty(), "nobody else's");
        world
    })
    .await;
}

const PAGES: &str = r#"[["page","https://example.com/a",null,{"url":"https://example.com/a","host":"example.com","text":"A Roof 100%_sure \\ stays dry."}],
    ["page","https://example.com/b",null,{"url":"https://example.com/b","host":"example.com","text":"A roof 100 percent sure."}],
    ["serp_result","Roof Repair","2026-08-01",{"query":"Roof Repair","position":2,"url":"https://b.example/","domain":"b.example","observedAt":"2026-08-01"}],
    ["serp_result","roof repair","2026-08-02",{"query":"roof repair","position":1,"url":"https://a.example/","domain":"a.example","observedAt":"2026-08-02"}]]"#;

#[tokio::test]
async fn pages_are_found_by_their_text_and_results_by_their_query() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (db, ws) = (&world.db, world.workspace_id);
        let open = begin(&world, site).await;
        import::insert_observations(db, open.batch, 0, PAGES).await.expect("rows");
        end(&world, open).await;
        let pages = async |text: &str, most: i64| {
            let found = import::pages_with_text(db, ws, site, text, most).await.expect("pages");
            found.into_iter().map(|page| page.url).collect::<Vec<_>>()
        };
        assert_eq!(pages("ROOF 100", 10).await, ["https://example.com/a", "https://example.com/b"], "{}", world.name);
        assert_eq!(pages("100%_sure \\", 10).await, ["https://example.com/a"], "{}: no wildcard", world.name);
        assert_eq!(pages("roof", 1).await.len(), 1);
        let results = import::results_of_query(db, ws, site, "ROOF repair", 10).await.expect("results");
        let days: Vec<_> = results.iter().map(|one| (one.observed_at.as_str(), one.position)).collect();
        assert_eq!(days, [("2026-08-02", 1), ("2026-08-01", 2)], "{}: the latest first", world.name);
        let other = import::results_of_query(db, new_id(), site, "roof repair", 10).await.expect("results");
        assert!(other.is_empty(), "{}: of another workspace", world.name);
        world
    })
    .await;
}

/// Pages that count for `roof`, and pages that do not: of the website itself, broken, without text, without a query, seen twice.
const RANKING: &str = r#"[
    ["page","https://a.example/","2026-08-01",{"url":"https://a.example/","host":"a.example","text":"Roofs","query":"Roof"}],
    ["page","https://b.example/","2026-08-01",{"url":"https://b.example/","host":"b.example","text":"Roofs","query":"roof","status":200}],
    ["page","https://b.example/","2026-08-01",{"url":"https://b.example/","host":"b.example","text":"Roofs","query":"roof"}],
    ["page","https://example.com/","2026-08-01",{"url":"https://example.com/","host":"example.com","text":"Roofs","query":"roof"}],
    ["page","https://c.example/","2026-08-01",{"url":"https://c.example/","host":"c.example","text":"Gone","query":"roof","status":404}],
    ["page","https://d.example/","2026-08-01",{"url":"https://d.example/","host":"d.example","query":"roof"}],
    ["page","https://e.example/","2026-08-01",{"url":"https://e.example/","host":"e.example","text":"Roofs"}],
    ["page","https://f.example/","2026-08-01",{"url":"https://f.example/","host":"f.example","text":"Gutters","query":"gutter"}]]"#;

#[tokio::test]
async fn pages_of_a_query_are_those_of_other_hosts_with_text() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let ready = begin(&world, site).await;
        import::insert_observations(&world.db, ready.batch, 0, RANKING).await.expect("rows");
        let most = async |website: Option<Uuid>| {
            import::most_pages_of_a_query(&world.db, world.workspace_id, website).await.expect("a number")
        };
        assert_eq!(most(None).await, 0, "{}: the import has not ended", world.name);
        end(&world, ready).await;
        assert_eq!((most(None).await, most(Some(site)).await), (2, 2), "{}: of roof", world.name);
        assert_eq!(most(Some(new_id())).await, 0, "{}: of another website", world.name);
        world
    })
    .await;
}
