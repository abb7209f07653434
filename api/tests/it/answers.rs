//! AI answers over HTTP. What a check asks is tested with the workers.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{
        answer::{AnswerFinish, AnswerSurface, NewAnswer, ReadCitation, ReadMention, Reading},
        connection::Budget,
        new_id, now,
        run::RunStatus,
    },
    store::{
        answer::{self, AnswersCounted},
        connection::{self, NewConnection},
        run::Outcome,
    },
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, World, on_each},
};

fn new(account: &Account, website_id: Uuid, text: &str) -> NewAnswer {
    NewAnswer {
        workspace_id: account.workspace_id,
        website_id,
        prompt_id: None,
        prompt_text: "Who is the best?".to_owned(),
        run_id: new_id(),
        slot: new_id().to_string(),
        engine: "open_ai:m:api".to_owned(),
        provider: "open_ai".to_owned(),
        model: "m".to_owned(),
        model_version: "m-1".to_owned(),
        surface: AnswerSurface::Api,
        country: None,
        city: None,
        language: None,
        asked_at: now(),
        parameters: json!({}),
        cost_micros: 600,
        finish: AnswerFinish::Complete,
        text: text.to_owned(),
        raw: vec![1],
        raw_sha256: vec![2],
    }
}

/// Stores an answer; returns its id.
pub(crate) async fn stored(world: &World, account: &Account, website_id: Uuid) -> String {
    let mut tx = world.state.db.begin().await.expect("the store");
    let cited = |host: &str| ReadCitation {
        url: Some(format!("https://{host}/a")),
        host: host.to_owned(),
        domain: "example.com".to_owned(),
        title: Some("=A title".to_owned()),
        count: 1,
    };
    let mention = ReadMention { host: "example.com".to_owned(), term: "Acme".to_owned(), first: 0, past: 4 };
    let reading = Reading {
        citations: vec![cited("blog.example.com"), cited("other.test")],
        mentions: vec![mention],
        ..Reading::default()
    };
    let new = new(account, website_id, "Acme <script>alert(1)</script>");
    let id = answer::insert(&mut tx, &new, &reading, now()).await.expect("an answer").expect("a new answer");
    let again = answer::insert(&mut tx, &new, &reading, now()).await.expect("no answer");
    assert_eq!(again, None, "a slot is asked once");
    tx.commit().await.expect("the store");
    id.to_string()
}

async fn connected(world: &World, account: &Account, provider: &str) -> Uuid {
    let id = new_id();
    let new = NewConnection {
        id,
        workspace_id: account.workspace_id,
        provider: provider.to_owned(),
        name: provider.to_owned(),
        credentials: None,
        base_url: None,
        settings: json!({}),
        budget: Budget::default(),
    };
    connection::insert(&world.state.db, &new, now()).await.expect("a connection");
    id
}

async fn put(world: &World, account: &Account, body: Value) -> crate::world::Reply {
    world.call(Method::PUT, "/api/answers/settings").json(&body).bearer(&account.token).send().await
}

#[tokio::test]
async fn prompts_are_added_once_changed_and_removed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let lines = json!([{"text": "  Who is\n the best? ", "topic": "t", "country": "us"}, {"text": "Who is the best?", "country": "US"}, {"text": "Where?"}]);
        let body = json!({"websiteId": site, "prompts": lines});
        let added = world.post("/api/answers/prompts", &body).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        assert_eq!((&added["added"], &added["prompts"][0]["text"]), (&json!(2), &json!("Who is the best?")));
        assert_eq!(added["prompts"][0]["country"], "US");
        let again = world.post("/api/answers/prompts", &body).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        assert_eq!(again["added"], 0);
        let wrong = json!({"websiteId": site, "prompts": [{"text": "Fine?"}, {"text": "Wrong?", "country": "USA"}]});
        let reply = world.post("/api/answers/prompts", &wrong).bearer(&ada.token).send().await;
        reply.problem(422, "invalid-request", &["/prompts/1/country"]);
        let path = format!("/api/answers/prompts/{}", added["prompts"][0]["id"].as_str().expect("an id"));
        let change = json!({"paused": true, "valueCents": 500});
        let changed = world.call(Method::PATCH, &path).json(&change).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&changed["prompt"]["paused"], &changed["prompt"]["valueCents"]), (&json!(true), &json!(500)));
        world.call(Method::DELETE, &path).json(&json!({})).bearer(&ada.token).send().await.success(StatusCode::OK);
        let list = world.get(&format!("/api/answers/prompts?websiteId={site}")).bearer(&ada.token).send().await;
        assert_eq!(list.success(StatusCode::OK)["prompts"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn settings_are_checked_and_their_schedule_is_stored_once() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let model = connected(&world, &ada, "open_ai").await;
        let serp = connected(&world, &ada, "serper").await;
        let with = |settings: Value| json!({"websiteId": site, "settings": settings, "cron": "weekly"});
        let engine = |id: Uuid| json!([{"connectionId": id, "model": "gpt-4o-mini"}]);
        put(&world, &ada, with(json!({"halfWidth": 0.01, "mostAnswers": 3}))).await.problem(
            422,
            "invalid-request",
            &["/settings/halfWidth", "/settings/mostAnswers"],
        );
        put(&world, &ada, with(json!({"engines": engine(serp)}))).await.problem(
            422,
            "invalid-request",
            &["/settings/engines/0/connectionId"],
        );
        let mode = |id: Uuid| json!([{"connectionId": id, "aiMode": true, "inputMicros": 5}]);
        for lacking in [serp, model] {
            let refused = put(&world, &ada, with(json!({"engines": mode(lacking)}))).await;
            refused.problem(422, "invalid-request", &["/settings/engines/0/connectionId"]);
        }
        let google = connected(&world, &ada, "data_for_seo").await;
        put(&world, &ada, with(json!({"engines": engine(google)}))).await.problem(
            422,
            "invalid-request",
            &["/settings/engines/0/connectionId"],
        );
        let saved = put(&world, &ada, with(json!({"engines": mode(google)}))).await.success(StatusCode::OK);
        let stored = &saved["settings"]["engines"][0];
        assert_eq!((&stored["aiMode"], &stored["model"]), (&json!(true), &json!("")), "{stored}");
        assert_eq!(stored["inputMicros"], json!(null), "tokens have no price: {stored}");
        put(&world, &ada, with(json!({"rivals": [{"host": "example.com"}]}))).await.problem(
            422,
            "invalid-request",
            &["/settings/rivals/0/host"],
        );
        let fine = json!({"engines": engine(model), "terms": [" Acme ", "", "Acme"], "rivals": [{"host": "https://www.Rival.test/x"}]});
        for _ in 0..2 {
            let saved = put(&world, &ada, with(fine.clone())).await.success(StatusCode::OK);
            assert_eq!((&saved["cron"], &saved["settings"]["terms"]), (&json!("0 6 * * 1"), &json!(["Acme"])));
            assert_eq!(saved["settings"]["rivals"][0]["host"], "rival.test");
        }
        let schedules = world.get("/api/schedules").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(schedules["schedules"].as_array().map(Vec::len), Some(1), "{schedules}");
        put(&world, &ada, json!({"websiteId": site, "settings": fine})).await.success(StatusCode::OK);
        let schedules = world.get("/api/schedules").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(schedules["schedules"].as_array().map(Vec::len), Some(0), "{schedules}");
    })
    .await;
}

#[tokio::test]
async fn check_shows_its_cost_first_and_its_report_afterwards() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let get = async |path: &str| {
            let path = format!("{path}?websiteId={site}");
            world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK)
        };
        let check = json!({"websiteId": site});
        let start = async || world.post("/api/answers/check", &check).bearer(&ada.token).send().await;
        assert_eq!(get("/api/answers/report").await["connections"], json!([]));
        start().await.problem(409, "conflict", &["/websiteId"]);
        let model = connected(&world, &ada, "open_ai").await;
        let engines = json!([
            {"connectionId": model, "model": "own", "webSearch": false, "inputMicros": 0, "outputMicros": 1_000_000},
            {"connectionId": model, "model": "unheard-of", "webSearch": false},
        ]);
        put(&world, &ada, json!({"websiteId": site, "settings": {"engines": engines}})).await.success(StatusCode::OK);
        start().await.problem(409, "conflict", &["/websiteId"]);
        let prompts = json!({"websiteId": site, "prompts": [{"text": "One?"}, {"text": "Two?"}]});
        world.post("/api/answers/prompts", &prompts).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let cost = get("/api/answers/estimate").await;
        // 2,048 tokens at a dollar a million, two prompts, five answers.
        assert_eq!((&cost["firstMicros"], &cost["mostMicros"]), (&json!(20_480), &json!(40_960)), "{cost}");
        // Up to a token for each of 4 bytes and 64 more, at no cost, and the whole answer.
        assert_eq!(cost["engines"][0]["mostMicros"], json!(2_048), "{cost}");
        assert_eq!(cost["engines"][1]["firstMicros"], json!(null));
        assert!(cost["engines"][1]["problem"].as_str().is_some_and(|text| text.contains("price")), "{cost}");
        assert_eq!(cost["engines"][0]["price"], json!(null), "{cost}");
        let serp_api = connected(&world, &ada, "serp_api").await;
        let ai_mode = json!([{"connectionId": serp_api, "model": "", "webSearch": true, "aiMode": true}]);
        put(&world, &ada, json!({"websiteId": site, "settings": {"engines": ai_mode}})).await.success(StatusCode::OK);
        let price = get("/api/answers/estimate").await["engines"][0]["price"].clone();
        assert_eq!((&price["micros"], &price["isOwn"], &price["isConfirmed"]), (&json!(15_000), &json!(false), &json!(false)));
        assert_eq!((&price["sourceUrl"], &price["notedOn"]), (&json!("https://serpapi.com/pricing"), &json!("2026-11-23")));
        let searching = json!([{"connectionId": model, "model": "gpt-4o", "webSearch": true}]);
        put(&world, &ada, json!({"websiteId": site, "settings": {"engines": searching}})).await.success(StatusCode::OK);
        let cost = get("/api/answers/estimate").await;
        let micros = |value: &Value| value.as_i64().expect("an amount");
        let (first, most) = (micros(&cost["firstMicros"]), micros(&cost["engines"][0]["mostMicros"]));
        // The window of 128,000 tokens four times, four answers and three searches.
        assert_eq!(most, 4 * 320_000 + 4 * 20_480 + 30_000, "{cost}");
        assert!(first > 0 && first < 10 * most / 5, "{cost}: ten answers are expected to cost far less");
        let started = start().await.success(StatusCode::ACCEPTED);
        start().await.problem(409, "conflict", &["/websiteId"]);
        let run: Uuid = started["run"]["id"].as_str().expect("an id").parse().expect("an id");
        let claimed = fleet::claim(&world.state, run).await;
        let report = engines::answers::Report { window_days: 7, ..Default::default() };
        let report = json!({"report": report, "check": {"answers": 3, "spentMicros": 5, "isOutOfBudget": false, "failures": []}});
        let counted = AnswersCounted { website_id: site, report };
        fleet::finish(&world.state, claimed, Outcome::Succeeded(json!({})), vec![counted.into()]).await;
        let found = get("/api/answers/report").await;
        assert_eq!((&found["report"]["windowDays"], &found["check"]["answers"]), (&json!(7), &json!(3)), "{found}");
        assert_eq!(found["latest"]["status"], json!(RunStatus::Succeeded));
    })
    .await;
}

#[tokio::test]
async fn answers_are_read_exported_and_never_changed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let id = stored(&world, &ada, site).await;
        let list = world.get(&format!("/api/answers?websiteId={site}")).bearer(&ada.token).send().await;
        assert_eq!(list.success(StatusCode::OK)["answers"][0]["id"], json!(id));
        let cited = |host: &str| format!("/api/answers?websiteId={site}&citedHost={host}");
        let none = world.get(&cited("unknown.test")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(none["answers"], json!([]));
        let one = world.get(&format!("/api/answers/{id}")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&one["citations"][0]["own"], &one["citations"][1]["own"]), (&json!(true), &json!(false)));
        assert_eq!(one["answer"]["text"], "Acme <script>alert(1)</script>");
        let file = world.get(&format!("/api/answers/export?websiteId={site}")).bearer(&ada.token).send().await;
        let text = file.text();
        assert!(text.contains("https://blog.example.com/a https://other.test/a"), "{text}");
        assert!(text.contains("Acme <script>"), "{text}");
        let listed = |filter: &str| format!("/api/answers?websiteId={site}&{filter}");
        let exported = |filter: &str| format!("/api/answers/export?websiteId={site}&{filter}");
        for (filter, expected) in [
            ("q=ACME%20%3Cscript", 1),
            ("q=%25", 0),
            ("from=2000-01-01&to=2999-01-01", 1),
            ("from=2999-01-01", 0),
            ("to=2000-01-01&from=1999-01-01", 0),
            ("engine=unknown", 0),
        ] {
            let found = world.get(&listed(filter)).bearer(&ada.token).send().await.success(StatusCode::OK);
            assert_eq!(found["answers"].as_array().map(Vec::len), Some(expected), "{filter}");
            let file = world.get(&format!("{}&format=ndjson", exported(filter))).bearer(&ada.token).send().await;
            assert_eq!(file.text().lines().count(), expected, "{filter}");
        }
        let wrong = world.get(&format!("/api/answers/export?websiteId={site}&days=0")).bearer(&ada.token).send().await;
        wrong.problem(422, "invalid-request", &["/days"]);
    })
    .await;
}
