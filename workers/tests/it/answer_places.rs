//! Prompts that Google AI mode does not answer: of countries and languages that it refuses, or without an answer.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};
use shared::{
    domain::{
        answer::{AnswerFinish, AnswerSettings},
        now,
        run::RunStatus,
        website::WebsiteKind,
    },
    store::{
        answer::{self, NewPrompt},
        website::{self, NewWebsite},
    },
};
use tokio::{io::AsyncWriteExt, net::TcpListener};
use uuid::Uuid;

use crate::{
    answers::{KEY, ai_mode, answers, checked, connect_at, read_request, report, settings},
    installation::{Installation, in_each_mode},
};

const ANSWER: &str = include_str!("../../../providers/fixtures/data_for_seo_ai_mode.json");
const LEAK: &str = "Who repairs a leak?";
/// A prompt to which the provider has no answer.
const SILENT: &str = "Who repairs a submarine?";

fn task(code: i64, message: &str) -> String {
    let task = json!({ "status_code": code, "status_message": message, "cost": 0, "result": null });
    json!({ "status_code": 20_000, "status_message": "Ok.", "cost": 0, "tasks": [task] }).to_string()
}

/// The provider on this machine. Returns its address and the requests.
async fn provider() -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let noted = asked.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let noted = noted.clone();
            tokio::spawn(async move {
                let request = read_request(&mut stream).await;
                let body = match () {
                    () if request.contains(r#""language_code":"xx""#) => {
                        task(40_501, "Invalid Field: 'language_code'.")
                    }
                    () if request.contains(SILENT) => task(40_102, "No Search Results."),
                    () => ANSWER.to_owned(),
                };
                noted.lock().expect("a lock").push(request);
                let head = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
                let _ = stream.shutdown().await;
            });
        }
    });
    (address, asked)
}

fn prompt(text: &str, country: Option<&str>, language: Option<&str>) -> NewPrompt {
    let (country, language) = (country.map(str::to_owned), language.map(str::to_owned));
    NewPrompt { text: text.to_owned(), country, language, ..NewPrompt::default() }
}

/// A website that asks AI mode these prompts.
async fn website_with(at: &Installation, provider: SocketAddr, prompts: &[NewPrompt]) -> (Uuid, Vec<Uuid>) {
    let (db, ws) = (&at.backends.db, at.world.workspace_id);
    let host = "acme.test".to_owned();
    let new =
        NewWebsite { name: "Acme".to_owned(), url: "https://acme.test/".to_owned(), host, kind: WebsiteKind::Own };
    let engines = vec![ai_mode(connect_at(at, provider, "data_for_seo", KEY).await)];
    let wanted = AnswerSettings { engines, half_width: 0.3, ..AnswerSettings::default() };
    let mut tx = db.begin().await.expect("a transaction");
    let id = website::insert(&mut tx, ws, &new, now()).await.expect("a website");
    let prompts = answer::insert_prompts(&mut tx, ws, id, prompts, now()).await.expect("prompts");
    answer::save_settings(&mut tx, ws, id, &wanted, now()).await.expect("settings");
    tx.commit().await.expect("a commit");
    (id, prompts)
}

/// Returns the message of the only failure of the last check.
async fn only_failure(at: &Installation, site: Uuid) -> String {
    let check = report(at, site).await["check"].clone();
    let failures = check["failures"].as_array().cloned().unwrap_or_default();
    assert_eq!(failures.len(), 1, "{}: {check}", at.world.name);
    failures[0]["message"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn check_with_nothing_due_succeeds_although_a_country_is_refused() {
    let (address, asked) = provider().await;
    let count = || asked.lock().expect("a lock").len();
    in_each_mode(|at| async {
        let (name, before) = (at.world.name, count());
        let worker = at.worker_with(settings(&at));
        let prompts = [prompt(LEAK, None, None), prompt("Who mends it?", Some("RU"), None)];
        let (site, ids) = website_with(&at, address, &prompts).await;
        let small = checked(&at, site, json!({"budgetMicros": 1_000})).await.error.expect("an error").0;
        assert_eq!(small.r#type, "budget", "{name}: {}", small.detail);
        for answers in [5, 0] {
            let ended = checked(&at, site, json!({})).await;
            assert_eq!((ended.status, count() - before), (RunStatus::Succeeded, 5), "{name}: {:?}", ended.error);
            assert_eq!(report(&at, site).await["check"]["answers"], answers, "{name}");
            let message = only_failure(&at, site).await;
            assert!(
                message.starts_with("prompts left out: 1; the first is “Who mends it?” (RU, en)"),
                "{name}: {message}"
            );
        }
        let alone = checked(&at, site, json!({"promptIds": [ids[1]]})).await.error.expect("an error").0;
        assert_eq!((alone.r#type.as_str(), count() - before), ("no-answer", 5), "{name}: {}", alone.detail);
        let due = checked(&at, site, json!({"promptIds": [ids[0]], "askAll": true})).await;
        assert_eq!((due.status, count() - before), (RunStatus::Succeeded, 10), "{name}: {:?}", due.error);
        assert_eq!(report(&at, site).await["check"]["failures"], json!([]), "{name}: of the prompts of this check");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_language_closes_its_prompt_only_and_a_silent_prompt_is_asked_five_times() {
    let (address, asked) = provider().await;
    in_each_mode(|at| async {
        let name = at.world.name;
        asked.lock().expect("a lock").clear();
        let worker = at.worker_with(settings(&at));
        let first = NewPrompt { value_cents: Some(100_000), ..prompt("Wer hilft?", Some("DE"), Some("xx")) };
        let prompts = [prompt(LEAK, None, None), first, prompt(SILENT, None, Some("en"))];
        let (site, _) = website_with(&at, address, &prompts).await;
        let ended = checked(&at, site, json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let stored = answers(&at, site).await;
        let finished = |text: &str| {
            let of_prompt = stored.iter().filter(|one| one.prompt_text == text);
            of_prompt.map(|one| one.finish).collect::<Vec<_>>()
        };
        assert_eq!(finished(LEAK), [AnswerFinish::Complete; 5], "{name}");
        assert_eq!(finished(SILENT), [AnswerFinish::Absent; 5], "{name}: more answers would be as silent");
        assert_eq!(stored.len(), 10, "{name}");
        let requests: Vec<Value> = {
            let asked = asked.lock().expect("a lock");
            let body = |request: &String| serde_json::from_str(request.split_once("\r\n\r\n")?.1).ok();
            asked.iter().filter_map(body).collect()
        };
        assert_eq!(requests[0][0]["language_code"], "xx", "{name}: the most valuable prompt comes first");
        let refused = requests.iter().filter(|body| body[0]["language_code"] == "xx").count();
        assert!((1..=4).contains(&refused), "{name}: {refused} questions at the same time");
        let message = only_failure(&at, site).await;
        assert!(message.starts_with("prompts left out: 1; the first is “Wer hilft?” (DE, xx): "), "{name}: {message}");
        assert!(message.contains("language_code"), "{name}: {message}");
        worker.stop().await;
        at
    })
    .await;
}
