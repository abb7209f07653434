//! Engines that read stored AI answers.

use chrono::{Duration, NaiveDate};
use serde_json::{Value, json};
use shared::{
    domain::{
        annotation::AnnotationKind,
        answer::{AnswerFinish, AnswerSettings, AnswerSurface, NewAnswer, ReadCitation, ReadMention, Reading, Rival},
        new_id, now,
        run::{NewRun, RunKind, RunStatus},
        website::WebsiteKind,
    },
    store::{
        annotation::{self, AnnotationBody},
        answer::{self, NewPrompt},
        website::{self, NewWebsite},
    },
};
use uuid::Uuid;

use crate::{
    engine::{PLANNER, ask, run_import, upload},
    installation::{Installation, in_each_mode},
};

const LEAK: &str = "Who repairs a burst pipe at night?";
const HEATER: &str = "How expensive is a tankless heater?";
/// Days with answers before the day of the run.
const DAYS: i64 = 27;
/// Days from the change on.
const AFTER: i64 = 7;

fn day(ago: i64) -> NaiveDate {
    (now() - Duration::days(ago)).date_naive()
}

async fn site_with_prompts(at: &Installation) -> (Uuid, Vec<Uuid>) {
    let (ws, host) = (at.world.workspace_id, "acme.test".to_owned());
    let new =
        NewWebsite { name: "Acme".to_owned(), url: "https://acme.test/".to_owned(), host, kind: WebsiteKind::Own };
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    let site = website::insert(&mut tx, ws, &new, now()).await.expect("a website");
    let prompt = |text: &str| NewPrompt { text: text.to_owned(), topic: "plumbing".to_owned(), ..NewPrompt::default() };
    let prompts = answer::insert_prompts(&mut tx, ws, site, &[prompt(LEAK), prompt(HEATER)], now()).await;
    let rival = Rival { host: "rival.test".to_owned(), terms: vec!["Rival".to_owned()] };
    let settings = AnswerSettings { rivals: vec![rival], ..AnswerSettings::default() };
    answer::save_settings(&mut tx, ws, site, &settings, now()).await.expect("settings");
    tx.commit().await.expect("a commit");
    (site, prompts.expect("prompts"))
}

/// Stores an answer that cites a guide, and the site or its rival, and mentions the rival.
async fn store(at: &Installation, site: Uuid, prompt: (Uuid, &str), ago: i64, number: i64, is_own: bool) {
    let cite = |url: &str, host: &str| ReadCitation {
        url: Some(url.to_owned()),
        host: host.to_owned(),
        domain: host.to_owned(),
        title: None,
        count: 1,
    };
    let second = if is_own { ("https://acme.test/leaks", "acme.test") } else { ("https://rival.test/", "rival.test") };
    let mention = ReadMention { host: "rival.test".to_owned(), term: "Rival".to_owned(), first: 0, past: 5 };
    let reading = Reading {
        parser: 1,
        revision: 1,
        citations: vec![cite("https://guide.test/pipes", "guide.test"), cite(second.0, second.1)],
        mentions: vec![mention],
    };
    let new = NewAnswer {
        workspace_id: at.world.workspace_id,
        website_id: site,
        prompt_id: Some(prompt.0),
        prompt_text: prompt.1.to_owned(),
        run_id: new_id(),
        slot: format!("{}:{ago}:{number}", prompt.0),
        engine: "open_ai:m:api_web_search".to_owned(),
        provider: "open_ai".to_owned(),
        model: "m".to_owned(),
        model_version: "m-1".to_owned(),
        surface: AnswerSurface::ApiWebSearch,
        country: None,
        city: None,
        language: None,
        asked_at: now() - Duration::days(ago),
        parameters: json!({}),
        cost_micros: 0,
        finish: AnswerFinish::Complete,
        text: "Rival".to_owned(),
        raw: Vec::new(),
        raw_sha256: vec![0; 32],
    };
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    assert!(answer::insert(&mut tx, &new, &reading, now()).await.expect("insert").is_some());
    tx.commit().await.expect("a commit");
}

/// Four answers a day to each prompt: before the change one in four cites the site, from it on three in four.
async fn store_answers(at: &Installation, site: Uuid, prompts: &[Uuid]) {
    for ago in 0..DAYS {
        for (place, (prompt, text)) in prompts.iter().zip([LEAK, HEATER]).enumerate() {
            for number in 0..4 {
                let is_chosen = (number + ago + place as i64) % 4 == 0 && (ago * 7 + place as i64) % 5 != 0;
                let is_own = if ago < AFTER { !is_chosen } else { is_chosen };
                store(at, site, (*prompt, text), ago, number, is_own).await;
            }
        }
    }
}

/// Search results that list the site and its rival, a page of the site, and a recorded change.
async fn store_rest(at: &Installation, site: Uuid) {
    let result = |(n, host): (usize, &str)| json!({"position": n + 1, "url": format!("https://{host}/"), "title": "P"});
    let results: Vec<Value> = ["rival.test", "acme.test"].into_iter().enumerate().map(result).collect();
    let serps = json!({"query": "burst pipe", "observedAt": day(1).to_string(), "results": results}).to_string();
    let text = "We repair a burst pipe at night, within the hour, and what it costs stands here.";
    let page = json!({"url": "https://acme.test/leaks", "title": "Burst pipes", "h1": "Repairs", "headings": [],
        "text": text, "status": 200, "observedAt": day(1).to_string()})
    .to_string();
    for (name, text) in [("serps.jsonl", serps), ("pages.jsonl", page)] {
        let id = upload(at, name, text.as_bytes()).await;
        let ended = run_import(at, id, RunKind::Import, Some(site)).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{} {name}: {:?}", at.world.name, ended.error);
    }
    let body = AnnotationBody {
        website_id: Some(site),
        day: day(AFTER - 1),
        at: None,
        kind: AnnotationKind::Edit,
        title: "New guide".to_owned(),
        detail: String::new(),
        pages: Vec::new(),
    };
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    annotation::insert(&mut tx, at.world.workspace_id, at.world.user_id, &body, now()).await.expect("a change");
    tx.commit().await.expect("a commit");
}

fn check_sites(found: &Value) {
    let site = |domain: &str| {
        let sites = found["sites"].as_array().cloned().unwrap_or_default();
        sites.into_iter().find(|site| site["domain"] == domain).unwrap_or_default()
    };
    let (own, rival, guide) = (site("acme.test"), site("rival.test"), site("guide.test"));
    assert_eq!(own["isOwn"], true, "{found}");
    assert!(rival["organicShare"].as_f64() > own["organicShare"].as_f64(), "{found}");
    assert!(rival["mentioned"]["low"].as_f64() > Some(0.9), "{rival}");
    assert_eq!((&guide["onlyInAnswers"], &guide["citationShare"]), (&json!(true), &json!(0.5)), "{guide}");
    assert!(guide["citationLow"].as_f64() <= Some(0.5) && guide["citationHigh"].as_f64() >= Some(0.5), "{guide}");
    assert!(own["citationLow"].as_f64() < own["citationShare"].as_f64(), "{own}");
    assert_eq!(guide["mentioned"], Value::Null, "{guide}");
    assert_eq!(found["engines"][0]["answers"], json!(8 * DAYS), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_ai_answers_reach_the_engines_that_read_them() {
    in_each_mode(|at| async {
        let (name, worker) = (at.world.name, at.worker());
        let (site, prompts) = site_with_prompts(&at).await;

        let (ended, _) = ask(&at, site, "competitive", "answers", json!({})).await;
        let detail = ended.error.expect("an error").0.detail;
        assert!(detail.contains("AI answers"), "{name}: {detail}");

        store_answers(&at, site, &prompts).await;
        store_rest(&at, site).await;
        let volumes = json!({"input": {"volumes": [{"query": "burst pipe", "volume": 1_000.0}]}});
        let (ended, found) = ask(&at, site, "competitive", "answers", volumes).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        check_sites(&found);

        let (ended, found) = ask(&at, site, "semantic", "prompts", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let (first, second) = (&found["prompts"][0], &found["prompts"][1]);
        assert_eq!((&first["prompt"], &first["isCovered"]), (&json!(HEATER), &json!(false)), "{name}: {found}");
        assert_eq!((&second["prompt"], &second["isCovered"]), (&json!(LEAK), &json!(true)), "{name}: {found}");
        assert_eq!(second["ownPages"][0]["page"], "https://acme.test/leaks", "{name}: {found}");
        assert_eq!(found["topics"][0]["covered"], 1, "{name}: {found}");

        let (ended, found) = ask(&at, site, "causal", "citations", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        assert_eq!((&found["verdict"], &found["places"]), (&json!("likely"), &json!(2)), "{name}: {found}");
        let bounds = (found["lo"].as_f64(), found["hi"].as_f64());
        assert!(bounds.0 > Some(0.3) && bounds.1 < Some(0.9), "{name}: {bounds:?}");
        assert_eq!(found["days"].as_array().map(Vec::len), usize::try_from(DAYS).ok(), "{name}");
        worker.stop().await;
        at
    })
    .await;
}

/// Stores an AI overview of a keyword: absent, or with two sources.
async fn store_overview(at: &Installation, site: Uuid, number: usize, hosts: &[&str]) {
    let cite = |host: &&str| ReadCitation {
        url: None,
        host: (*host).to_owned(),
        domain: (*host).to_owned(),
        title: None,
        count: 1,
    };
    let reading = Reading { parser: 1, revision: 1, citations: hosts.iter().map(cite).collect(), mentions: Vec::new() };
    let new = NewAnswer {
        workspace_id: at.world.workspace_id,
        website_id: site,
        prompt_id: None,
        prompt_text: "Emergency plumber Tulsa OK".to_owned(),
        run_id: new_id(),
        slot: format!("overview:{number}"),
        engine: "google::google_ai_overview".to_owned(),
        provider: "serp_api".to_owned(),
        model: String::new(),
        model_version: String::new(),
        surface: AnswerSurface::GoogleAiOverview,
        country: None,
        city: None,
        language: None,
        asked_at: now() - Duration::hours(1),
        parameters: json!({}),
        cost_micros: 0,
        finish: if hosts.is_empty() { AnswerFinish::Absent } else { AnswerFinish::Complete },
        text: String::new(),
        raw: Vec::new(),
        raw_sha256: vec![0; 32],
    };
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    assert!(answer::insert(&mut tx, &new, &reading, now()).await.expect("insert").is_some());
    tx.commit().await.expect("a commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_citations_of_a_keyword_have_an_estimate_in_the_report() {
    in_each_mode(|at| async {
        let (name, worker) = (at.world.name, at.worker());
        let (site, _) = site_with_prompts(&at).await;
        for (number, hosts) in
            [&["a.test", "b.test"][..], &["a.test", "acme.test"], &["a.test", "b.test"], &[]].into_iter().enumerate()
        {
            store_overview(&at, site, number, hosts).await;
        }
        let check = || NewRun {
            website_id: Some(site),
            ..NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::AnswerCheck, json!({"onlyRead": true}))
        };
        let missing = async |new: NewRun| {
            at.enqueue(std::slice::from_ref(&new)).await;
            let ended = at.ended(new.id).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
            let found = answer::report(&at.backends.db, at.world.workspace_id, site).await.expect("a report");
            found.expect("a report").report.0["report"]["missing"].clone()
        };
        let before = missing(check()).await;
        assert_eq!((&before["withoutVolume"], &before["value"]), (&json!(1), &Value::Null), "{name}: {before}");

        let id = upload(&at, "Keyword Stats.csv", PLANNER).await;
        let ended = run_import(&at, id, RunKind::Import, Some(site)).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let (ended, _) = ask(&at, site, "keyword", "analyse", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let after = missing(check()).await;
        let one = &after["prompts"][0];
        assert!(one["volume"].as_f64() > Some(9_000.0), "{name}: {after}");
        assert_eq!((&one["shown"]["count"], &one["shown"]["answers"]), (&json!(3), &json!(4)), "{name}: {after}");
        assert_eq!((&one["cited"]["count"], &one["sources"]), (&json!(1), &json!(2.0)), "{name}: {after}");
        let value = &one["value"];
        let (low, mid, high) = (value["lowCents"].as_i64(), value["midCents"].as_i64(), value["highCents"].as_i64());
        assert!(low > Some(0) && low < mid && mid < high, "{name}: {value}");
        worker.stop().await;
        at
    })
    .await;
}
