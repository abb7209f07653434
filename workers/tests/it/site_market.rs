//! What a build knows of its market: competitors from SERPs and pages, and questions from SERPs of tracked keywords.

use engines::local::Market;
use serde_json::{Value, json};
use shared::{
    domain::{
        new_id, now,
        rank::{NewTrackedKeyword, RankDevice},
        run::{NewRun, RunKind},
        site::SiteStatus,
    },
    store::{
        import::{self, ImportEnd, NewImport},
        rank, related_question,
        run::{self, Finish, Outcome},
    },
};

use crate::{
    installation::{Installation, in_each_mode},
    sites::{TULSA, blocking, build, found, latest, new_site, operator, settings, stored},
};

/// Imports observations, a JSON list of `[kind, subject, day, body]`, for a website of the workspace.
async fn observed(at: &Installation, website_id: uuid::Uuid, rows: &Value) {
    let (db, ws, user) = (&at.world.db, at.world.workspace_id, at.world.user_id);
    let id = new_id();
    let file_name = "serps.csv".to_owned();
    let new = NewImport { id, workspace_id: ws, website_id: None, user_id: user, file_name };
    import::insert(db, &new, now()).await.expect("import");
    let new =
        NewRun { website_id: Some(website_id), ..NewRun::new(ws, user, RunKind::Import, json!({"importId": id})) };
    let mut tx = db.begin().await.expect("begin");
    import::begin(&mut tx, ws, id, website_id, new.id).await.expect("begin").expect("it");
    run::insert(&mut tx, &new).await.expect("run");
    tx.commit().await.expect("commit");
    let run = at.world.claim(&[new.id], 100).await.runs.remove(0);
    let batch_id = import::begin_batch(db, id, website_id, run.attempt, now()).await.expect("batch");
    import::insert_observations(db, batch_id, 0, &rows.to_string()).await.expect("rows");
    let end = ImportEnd {
        import_id: id,
        batch_id,
        rows: 2,
        rejected: 0,
        kinds: vec!["serp_results".to_owned()],
        rejects: json!([]),
        totals: (0, 0, 0),
        observed: (None, None),
    };
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: vec![end.into()] };
    run::finish(db, &[finish], now()).await.expect("finish");
}

async fn asked(at: &Installation, website_id: uuid::Uuid, question: &str) {
    let (db, ws, user) = (&at.world.db, at.world.workspace_id, at.world.user_id);
    let new = NewTrackedKeyword {
        keyword: "plumbing tulsa".to_owned(),
        country: "us".to_owned(),
        place: String::new(),
        place_code: None,
        device: RankDevice::Desktop,
        language: "en".to_owned(),
        tags: Vec::new(),
        target_url: None,
    };
    let mut tx = db.begin().await.expect("begin");
    rank::insert_many(&mut tx, ws, website_id, user, std::slice::from_ref(&new), now()).await.expect("insert");
    tx.commit().await.expect("commit");
    let keyword = rank::all(db, ws, website_id).await.expect("keywords")[0].id;
    let mut tx = db.begin().await.expect("begin");
    related_question::record(&mut tx, ws, keyword, "serper", &[question.to_owned()], now()).await.expect("record");
    tx.commit().await.expect("commit");
}

/// Plumbing in Tulsa with the own data of the workspace.
async fn plumbing_in_tulsa(at: &Installation) -> Market {
    let own = markets::own(&at.world.db, at.world.workspace_id).await.expect("own data");
    let keys = [markets::Key { vertical: "plumbing".to_owned(), place: TULSA.0.to_owned() }];
    let params = engines::local::Parameters::default().check().expect("defaults");
    let day = markets::day(now().date_naive());
    let found = markets::find(&own, &keys, day, &params).expect("computed").expect("it");
    found.into_iter().next().expect("a market").market
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_serps_of_a_website_change_the_score_of_their_market_in_the_pipeline() {
    in_each_mode(|at| async {
        let site = new_site("tulsa-serps", TULSA);
        stored(&at, &site).await;
        let before = plumbing_in_tulsa(&at).await;
        let result = |position: u32| {
            let url = format!("http://www.yelp.com/{position}");
            json!(["serp_result", "plumber tulsa ok", "2026-11-20", {
                "query": "plumber tulsa ok", "position": position, "url": url, "domain": "yelp.com",
                "title": "The best of the best", "features": ["local_pack"], "observedAt": "2026-11-20",
            }])
        };
        let rows: Value = (1..=10).map(result).collect();
        observed(&at, site.id, &rows).await;
        let after = plumbing_in_tulsa(&at).await;
        assert!(after.difficulty < before.difficulty, "{}: {after:?}", at.world.name);
        let profit = |market: &Market| market.profit_month.map(|profit| profit.mean_cents);
        assert!(profit(&after) > profit(&before), "{}: weak results are easier to beat", at.world.name);
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn number_of_a_competitor_blocks_and_questions_of_the_market_reach_the_plan() {
    in_each_mode(|at| async {
        operator(&at).await;
        let new = new_site("tulsa-market", TULSA);
        let other = new_site("boise-market", ("5586437", "Boise, ID"));
        stored(&at, &new).await;
        stored(&at, &other).await;
        let result = json!({
            "query": "plumbing tulsa", "position": 1, "url": "https://acmeplumbing.example/", "domain": "acmeplumbing.example",
            "title": "Plumber in Tulsa | Acme Plumbing", "features": [], "observedAt": "2026-11-20",
        });
        let page = json!({
            "url": "https://acmeplumbing.example/", "host": "acmeplumbing.example", "text": "Call us: (918) 555-0123, day and night",
        });
        let rows = json!([
            ["serp_result", "plumbing tulsa", "2026-11-20", result],
            ["page", "https://acmeplumbing.example/", "2026-11-20", page],
        ]);
        observed(&at, other.id, &rows).await;
        asked(&at, other.id, "Does plumbing in Tulsa need a quantum flux license?").await;
        let worker = at.worker_with(settings(&at).await);
        let site = build(&at, new.id).await;
        let found_blocking = blocking(&latest(&at, new.id).await);
        assert_eq!(site.status, SiteStatus::Blocked, "{}: {found_blocking:?}", at.world.name);
        let is_copied = |finding: &String| finding.contains("G21") && finding.contains("Acme Plumbing");
        assert!(found_blocking.iter().any(is_copied), "{}: {found_blocking:?}", at.world.name);
        let run_id = found(&at, new.id).await.run_id.expect("a run");
        let result = run::result(&at.world.db, at.world.workspace_id, run_id).await.expect("find").expect("a result");
        assert!(result["notes"].to_string().contains("quantum flux"), "{}: {}", at.world.name, result["notes"]);
        // The market of the other site has no such competitor.
        let elsewhere = build(&at, other.id).await;
        assert_eq!(elsewhere.status, SiteStatus::Waiting, "{}: {:?}", at.world.name, elsewhere.last_error);
        worker.stop().await;
        at
    })
    .await;
}
