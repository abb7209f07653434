//! Engines over HTTP.

use axum::http::{Method, StatusCode};
use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    domain::{
        engine_version::PRIOR,
        insight::{Nature, NewInsight, Severity},
        money::MoneyRange,
        now,
        run::RunError,
    },
    store::{
        insight::NewInsights,
        run::{Effect, Outcome},
    },
};

use crate::{
    fleet,
    world::{Account, World, on_each},
};

async fn status(world: &World, account: &Account, query: &str) -> Value {
    let path = format!("/api/intelligence-engines/status{query}");
    world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK)
}

async fn execute(world: &World, account: &Account, engine: &str, body: Value) -> crate::world::Reply {
    let path = format!("/api/intelligence-engines/{engine}/execute");
    world.post(&path, &body).bearer(&account.token).header("prefer", "wait=0").send().await
}

pub(crate) fn insight(title: &str) -> NewInsight {
    NewInsight {
        key: format!("ctr_gap:{title}"),
        title: title.to_owned(),
        kind: "ctr_gap".to_owned(),
        severity: Severity::Opportunity,
        nature: Nature::Claim,
        confidence: 0.8,
        impact: Some(MoneyRange { low_cents: 1, mid_cents: 2, high_cents: 3, currency: "USD".to_owned() }),
        effort_minutes: Some(30),
        evidence: json!([]),
        method: "m".to_owned(),
        method_version: "1".to_owned(),
        assumptions: Vec::new(),
        action: None,
        falsifier: "f".to_owned(),
        expires_at: now() + Duration::days(30),
    }
}

#[tokio::test]
async fn status_lists_all_engines_with_missing_data() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let all = status(&world, &ada, "?colour=red").await;
        let ids: Vec<&str> = all["engines"].as_array().unwrap().iter().filter_map(|e| e["id"].as_str()).collect();
        assert_eq!(
            ids,
            [
                "keyword",
                "competitive",
                "semantic",
                "causal",
                "pattern",
                "strategic",
                "content",
                "predictive",
                "learning",
                "execution",
                "local"
            ]
        );
        for engine in all["engines"].as_array().unwrap() {
            // The reference data of markets is built in, and a brief is the caller's to give.
            if ["local", "content"].iter().any(|ready| engine["id"] == *ready) {
                assert_eq!((&engine["status"], &engine["needs"]), (&json!("idle"), &json!([])));
                continue;
            }
            assert_eq!(engine["status"], json!("needs_data"));
            let need = &engine["needs"][0];
            assert!(need["label"].is_string() && need["route"].as_str().is_some_and(|route| route.starts_with('/')));
        }
        let health = &all["systemHealth"];
        // Nothing waits and nothing failed: only slow answers of a busy machine may take of it, 25 at most.
        assert!((75..=100).contains(&health["overall"].as_i64().unwrap()), "{health}");
        assert_eq!((&health["processingQueue"], &health["dataIngestion"]), (&json!(0), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn execute_without_data_names_the_required_data() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        execute(&world, &ada, "keyword", json!({"action": "analyse"})).await.problem(
            409,
            "engine-needs-data",
            &["/needs/search_queries"],
        );
        let empty = fleet::website(&world.state, &ada, "empty.com").await;
        let body = json!({"action": "analyse", "websiteId": empty});
        execute(&world, &ada, "keyword", body).await.problem(409, "engine-needs-data", &["/needs/search_queries"]);
        execute(&world, &ada, "causal", json!({"action": "impact"})).await.problem(
            409,
            "engine-needs-data",
            &["/needs/daily_series", "/needs/change_log"],
        );
        execute(&world, &ada, "none", json!({})).await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn engine_run_reaches_its_result() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let idle = status(&world, &ada, "").await;
        assert_eq!((&idle["engines"][0]["status"], &idle["engines"][0]["needs"]), (&json!("idle"), &json!([])));
        let begun = execute(&world, &ada, "keyword", json!({})).await.success(StatusCode::ACCEPTED);
        assert_eq!(begun["engine"]["status"], json!("queued"));
        assert_eq!((&begun["run"]["action"], &begun["run"]["websiteId"]), (&json!("analyse"), &json!(website)));
        let id = begun["run"]["id"].as_str().unwrap().parse().unwrap();
        let run = fleet::claim(&world.state, id).await;
        assert_eq!(run.payload.0, json!({"parameters": {}, "input": {}}));
        assert_eq!(status(&world, &ada, "").await["engines"][0]["status"], json!("running"));
        let found = Effect::from(NewInsights {
            engine_id: "keyword".to_owned(),
            version: PRIOR.into(),
            insights: vec![insight("One"), insight("Two")],
        });
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({"totals": 3})), vec![found]).await;
        let path = format!("?websiteId={website}");
        let engine = status(&world, &ada, &path).await["engines"][0].clone();
        assert_eq!((&engine["status"], &engine["runs"], &engine["insights"]), (&json!("idle"), &json!(1), &json!(2)));
        assert_eq!(engine["freshness"]["isStale"], json!(false));
        let ms = |field: &str| engine[field].as_i64().unwrap();
        // The only run is the one in the middle; one of both may be rounded.
        assert!((ms("medianDurationMs") - ms("lastDurationMs")).abs() <= 1, "{engine}");
        let result = world.get("/api/intelligence-engines/keyword/result").bearer(&ada.token).send().await;
        assert_eq!(result.success(StatusCode::OK)["result"], json!({"totals": 3}));
        let of = async |action: &str| {
            let path = format!("/api/intelligence-engines/keyword/result?action={action}");
            world.get(&path).bearer(&ada.token).send().await
        };
        assert_eq!(of("analyse").await.success(StatusCode::OK)["result"], json!({"totals": 3}));
        assert_eq!(of("cluster").await.success(StatusCode::OK)["result"], Value::Null);
        of("guess").await.problem(422, "invalid-request", &["/action"]);
        let history = world.get("/api/intelligence-engines/keyword/history").bearer(&ada.token).send().await;
        assert_eq!(history.success(StatusCode::OK)["runs"][0]["id"], begun["run"]["id"]);
        let detail =
            world.get("/api/intelligence-engines/keyword").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(detail["latest"]["status"], json!("succeeded"));
    })
    .await;
}

#[tokio::test]
async fn status_includes_the_error_of_a_failed_latest_run() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let error = async || status(&world, &ada, "").await["engines"][0]["error"].clone();
        assert_eq!(error().await, Value::Null);
        let begun = execute(&world, &ada, "keyword", json!({"action": "expand"})).await.success(StatusCode::ACCEPTED);
        assert_eq!(begun["engine"]["error"], Value::Null);
        let run = fleet::claim(&world.state, begun["run"]["id"].as_str().unwrap().parse().unwrap()).await;
        let failed = Outcome::Failed(RunError::new("no-input", "No seeds given."));
        fleet::finish(&world.state, run, failed, Vec::new()).await;
        assert_eq!(error().await, json!({"type": "no-input", "detail": "No seeds given."}));
        // A run that is under way has not failed.
        execute(&world, &ada, "keyword", json!({})).await.success(StatusCode::ACCEPTED);
        assert_eq!(error().await, Value::Null);
    })
    .await;
}

#[tokio::test]
async fn insights_are_listed_newest_first_within_the_workspace() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let begun = execute(&world, &ada, "keyword", json!({})).await.success(StatusCode::ACCEPTED);
        let run = fleet::claim(&world.state, begun["run"]["id"].as_str().unwrap().parse().unwrap()).await;
        let found = Effect::from(NewInsights {
            engine_id: "keyword".to_owned(),
            version: PRIOR.into(),
            insights: vec![insight("One"), insight("Two")],
        });
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![found]).await;
        let list = async |account: &Account, query: &str| {
            let path = format!("/api/intelligence-engines/insights{query}");
            world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK)["insights"].clone()
        };
        let all = list(&ada, "?engineId=keyword").await;
        assert_eq!((&all[0]["title"], &all[1]["title"]), (&json!("Two"), &json!("One")));
        assert_eq!(all[0]["impact"], json!({"lowCents": 1, "midCents": 2, "highCents": 3, "currency": "USD"}));
        assert_eq!(all[0]["severity"], json!("opportunity"));
        assert_eq!(list(&ada, "?limit=1").await.as_array().unwrap().len(), 1);
        assert_eq!(list(&ada, "?engineId=causal").await, json!([]));
        assert_eq!(list(&bob, "").await, json!([]));
    })
    .await;
}

#[tokio::test]
async fn execute_rejects_invalid_parameters() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let cases = [
            (json!({"action": "dance"}), "/action"),
            (json!({"parameters": {"targetPosition": 99}}), "/parameters/targetPosition"),
            (json!({"parameters": {"draws": "many"}}), "/parameters/draws"),
            (json!({"parameters": 7}), "/parameters"),
            (json!({"websiteId": "x"}), "/websiteId"),
            // It works on what was imported.
            (json!({"input": {"queries": []}}), "/input/queries"),
            (json!({"action": "expand", "input": {"sedes": ["roof"]}}), "/input/sedes"),
        ];
        for (body, pointer) in cases {
            execute(&world, &ada, "keyword", body).await.problem(422, "invalid-request", &[pointer]);
        }
        let schema = world.get("/api/intelligence-engines/keyword/parameters").bearer(&ada.token).send().await;
        let schema = schema.success(StatusCode::OK)["schema"].clone();
        assert!(schema["properties"]["targetPosition"]["title"].is_string(), "{schema}");
        let path = "/api/intelligence-engines/predictive/parameters?action=scenarios";
        let scenarios = world.get(path).bearer(&ada.token).send().await.success(StatusCode::OK)["schema"].clone();
        assert_eq!(scenarios["properties"]["months"]["maximum"], json!(12));
        let path = "/api/intelligence-engines/predictive/parameters?action=dance";
        world.get(path).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/action"]);
        let body = json!({"action": "scan", "parameters": {"noSuchThing": 1}});
        execute(&world, &ada, "local", body).await.problem(422, "invalid-request", &["/parameters/noSuchThing"]);
    })
    .await;
}

#[tokio::test]
async fn execute_rejects_websites_of_other_workspaces() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let website = fleet::website_with_searches(&world.state, &ada, "example.com").await;
        execute(&world, &bob, "keyword", json!({"websiteId": website})).await.problem(404, "not-found", &[]);
        let theirs = status(&world, &bob, &format!("?websiteId={website}")).await;
        assert_eq!(theirs["engines"][0]["status"], json!("needs_data"));
        let result = format!("/api/intelligence-engines/keyword/result?websiteId={website}");
        assert_eq!(world.get(&result).bearer(&bob.token).send().await.success(StatusCode::OK)["run"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn verdict_resolves_the_claim() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let begun = execute(&world, &ada, "keyword", json!({})).await.success(StatusCode::ACCEPTED);
        let run = fleet::claim(&world.state, begun["run"]["id"].as_str().unwrap().parse().unwrap()).await;
        let fact = NewInsight { nature: Nature::Fact, ..insight("Two of three trades have no payout") };
        let found = Effect::from(NewInsights {
            engine_id: "keyword".to_owned(),
            version: PRIOR.into(),
            insights: vec![insight("One"), fact],
        });
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![found]).await;
        let forecasts = async |query: &str| {
            let path = format!("/api/forecasts{query}");
            world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK)["forecasts"].clone()
        };
        let claimed = forecasts("").await;
        assert_eq!(claimed.as_array().map(Vec::len), Some(1), "a fact is no forecast");
        assert_eq!((&claimed[0]["kind"], &claimed[0]["probability"]), (&json!("claim"), &json!(0.8)));
        assert_eq!(claimed[0]["outcome"], json!(null));
        let subject = claimed[0]["subject"].as_str().unwrap();
        let path = format!("/api/intelligence-engines/insights/{}", subject.strip_prefix("insight:").unwrap());
        let judge = async |account: &Account, verdict: &str| {
            world.patch(&path, &json!({"verdict": verdict})).bearer(&account.token).send().await
        };
        judge(&bob, "confirmed").await.problem(404, "not-found", &[]);
        judge(&ada, "expired").await.problem(422, "invalid-request", &["/verdict"]);
        assert_eq!(judge(&ada, "confirmed").await.success(StatusCode::OK)["insight"]["verdict"], json!("confirmed"));
        assert_eq!(forecasts("?settled=true").await[0]["outcome"], json!(1.0));
        assert_eq!(forecasts("?settled=false").await, json!([]));
        judge(&ada, "open").await.success(StatusCode::OK);
        assert_eq!(forecasts("?settled=false").await[0]["outcome"], json!(null), "the question is open again");
        judge(&ada, "confirmed").await.success(StatusCode::OK);
        let record = world.get("/api/calibration").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(record["calibration"][0], json!({"engineId": "keyword", "claimed": 0.8, "observed": 1.0, "n": 1}));
        assert_eq!(status(&world, &ada, "").await["engines"][0]["calibration"]["n"], json!(1));
        let told = world.get("/api/intelligence-engines/insights").bearer(&ada.token).send().await;
        let told = told.success(StatusCode::OK)["insights"].clone();
        let fact = told.as_array().unwrap().iter().find(|one| one["nature"] == "fact").expect("the fact is kept");
        let path = format!("/api/intelligence-engines/insights/{}", fact["id"].as_str().unwrap());
        let judged = world.patch(&path, &json!({"verdict": "confirmed"})).bearer(&ada.token).send().await;
        judged.problem(422, "invalid-request", &["/verdict"]);
    })
    .await;
}

#[tokio::test]
async fn confidence_is_calibrated_with_known_outcomes() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let begun = execute(&world, &ada, "keyword", json!({})).await.success(StatusCode::ACCEPTED);
        let run = fleet::claim(&world.state, begun["run"]["id"].as_str().unwrap().parse().unwrap()).await;
        let claims = (0..25).map(|n| insight(&format!("Claim {n}")));
        let fact = NewInsight { nature: Nature::Fact, ..insight("Two of three trades have no payout") };
        let found = Effect::from(NewInsights {
            engine_id: "keyword".to_owned(),
            version: PRIOR.into(),
            insights: claims.chain([fact]).collect(),
        });
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![found]).await;
        let shown = async || {
            let path = "/api/intelligence-engines/insights?engineId=keyword";
            let body = world.get(path).bearer(&ada.token).send().await.success(StatusCode::OK);
            body["insights"].as_array().unwrap().clone()
        };
        let (claims, facts): (Vec<_>, Vec<_>) = shown().await.into_iter().partition(|one| one["nature"] == "claim");
        assert!(claims.iter().all(|one| one["confidence"] == 0.8 && one["statedConfidence"].is_null()));
        for (n, claim) in claims.iter().take(20).enumerate() {
            let path = format!("/api/intelligence-engines/insights/{}", claim["id"].as_str().unwrap());
            let body = json!({"verdict": if n % 4 == 0 { "confirmed" } else { "refuted" }});
            world.patch(&path, &body).bearer(&ada.token).send().await.success(StatusCode::OK);
        }
        let now = shown().await;
        let open = now.iter().find(|one| one["verdict"] == "open" && one["nature"] == "claim").expect("an open claim");
        let confidence = open["confidence"].as_f64().expect("a number");
        assert!((0.1..0.5).contains(&confidence), "one in four came true, {confidence} is shown");
        assert_eq!(open["statedConfidence"], 0.8);
        let fact = now.iter().find(|one| one["nature"] == "fact").expect("the fact");
        assert_eq!(fact["confidence"], facts[0]["confidence"], "a fact is not weighed");
    })
    .await;
}

#[tokio::test]
async fn challenger_is_promoted_rolled_back_and_retired() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        const PATH: &str = "/api/intelligence-engines/predictive/versions";
        let list = async |who: &Account| world.get(PATH).bearer(&who.token).send().await.success(StatusCode::OK);
        let store = async |name: &str, parameters: Value| {
            let body = json!({"name": name, "parameters": parameters, "note": "wider"});
            world.post(PATH, &body).bearer(&ada.token).send().await
        };
        let act = async |who: &Account, path: String| world.post(&path, &json!({})).bearer(&who.token).send().await;
        let first = list(&ada).await;
        let roles = |of: &Value| -> Vec<Value> {
            of["versions"].as_array().unwrap().iter().map(|one| one["role"].clone()).collect()
        };
        assert_eq!(roles(&first), ["champion"]);
        store("Wide Ones", json!({"intervalWidth": 1.5})).await.problem(422, "invalid-request", &["/name"]);
        store("prior", json!({"intervalWidth": 1.5})).await.problem(422, "invalid-request", &["/name"]);
        store("wide", json!({})).await.problem(422, "invalid-request", &["/parameters"]);
        store("wide", json!({"intervalWidth": 99})).await.problem(
            422,
            "invalid-request",
            &["/parameters/intervalWidth"],
        );
        let stored = store("wide", json!({"intervalWidth": 1.5})).await.success(StatusCode::CREATED);
        let id = stored["versions"][1]["id"].as_str().unwrap().to_owned();
        store("wide", json!({"intervalWidth": 2})).await.problem(409, "conflict", &["/name"]);
        act(&bob, format!("{PATH}/{id}/promote")).await.problem(404, "not-found", &[]);
        let promoted = act(&ada, format!("{PATH}/{id}/promote")).await.success(StatusCode::OK);
        assert_eq!(roles(&promoted), ["challenger", "champion"]);
        assert_eq!(roles(&list(&bob).await), ["champion"], "another workspace has versions of its own");
        let form = world.get("/api/intelligence-engines/predictive/parameters").bearer(&ada.token).send().await;
        let form = form.success(StatusCode::OK);
        assert_eq!(form["schema"]["properties"]["intervalWidth"]["default"], json!(1.5));
        let back = act(&ada, format!("{PATH}/rollback")).await.success(StatusCode::OK);
        assert_eq!(roles(&back), ["champion", "retired"]);
        act(&ada, format!("{PATH}/rollback")).await.problem(409, "conflict", &[""]);
        assert_eq!(roles(&act(&ada, format!("{PATH}/reset")).await.success(StatusCode::OK)), ["champion", "retired"]);
        let other = store("narrow", json!({"intervalWidth": 0.8})).await.success(StatusCode::CREATED);
        let other = other["versions"][2]["id"].as_str().unwrap().to_owned();
        let retired = world
            .call(Method::DELETE, &format!("{PATH}/{other}"))
            .bearer(&ada.token)
            .send()
            .await
            .success(StatusCode::OK);
        assert_eq!(retired["versions"][2]["role"], json!("retired"));
        let log = world.get("/api/user/audit-log").bearer(&ada.token).send().await.success(StatusCode::OK);
        let log = log.to_string();
        for action in ["stored", "promoted", "rolled_back", "retired"] {
            assert!(log.contains(&format!("engine_version.{action}")), "{action}: {log}");
        }
    })
    .await;
}
