//! Documents that a language model writes and reads again, against a model on this machine.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use engines::content::{Draft, Sentence};
use serde_json::{Value, json};
use shared::{
    bus::{Received, workspace_topic},
    domain::{
        document::DocumentVersion,
        run::{NewRun, Run, RunKind, RunStatus},
    },
    store::document,
};
use tokio::{io::AsyncWriteExt, net::TcpListener};
use uuid::Uuid;

use crate::{
    answers::{KEY, connect_at, read_request, settings},
    drafts::{composed_document, edited, event},
    installation::{Installation, in_each_mode},
};

/// What the model answers when it reads its text again.
#[derive(Debug, Clone, Copy)]
enum Second {
    Says(&'static str),
    /// What it answers first, and what it answers when it is asked once more.
    SaysTwice(&'static str, &'static str),
    /// An answer that reaches its maximum length.
    IsCut(&'static str),
    /// No text at all, and no end.
    Stalls,
}

/// The rules support three lines and leave two to the second reading; the figure of the last needs a calculation.
const SECTION: &str = "A visit costs $90. [visit]\nRepairing a leak costs $350 to $900. [leak]\n\
                       A garden hose shows them where the water gets in. [visit]\n\
                       The price of a visit is $90. [visit]\nA visit costs $45 today. [visit]\n";
const PARAPHRASE: &str = "A garden hose shows them where the water gets in.";
const WRONG: &str = "A visit costs $45 today.";
/// The calculation of the last line is wrong.
const AGREES: &str = "1 | visit\n2 | leak\n3 | find\n4 | visit\n5 | visit | $45 = {visit: $90} / 1";

struct Model {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Model {
    /// Starts a model that writes `text` and reads it again.
    async fn start(text: &'static str, second: Second) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let noted = asked.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let noted = noted.clone();
                tokio::spawn(async move {
                    let request = read_request(&mut stream).await;
                    let is_second = request.contains("You are a strict fact checker");
                    let is_again = request.contains("could not be verified. Answer again");
                    noted.lock().expect("a lock").push(request);
                    let (text, reason) = match second {
                        _ if !is_second => (text, "stop"),
                        Second::SaysTwice(_, again) if is_again => (again, "stop"),
                        Second::Says(answer) | Second::SaysTwice(answer, _) => (answer, "stop"),
                        Second::IsCut(answer) => (answer, "length"),
                        Second::Stalls => {
                            tokio::time::sleep(Duration::from_secs(60)).await;
                            return;
                        }
                    };
                    let end = json!({
                        "choices": [{"delta": {}, "finish_reason": reason}],
                        "usage": {"prompt_tokens": 400, "completion_tokens": 400},
                    });
                    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
                    let answer = format!("{head}{}data: {end}\n\ndata: [DONE]\n\n", event(text));
                    let _ = stream.write_all(answer.as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { address, asked }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("a lock").clone()
    }
}

/// A run that has ended, with the version that it added.
struct Written {
    run: Run,
    version: Option<DocumentVersion>,
}

impl Written {
    fn draft(&self) -> Draft {
        serde_json::from_value(self.version.as_ref().expect("a version").draft.0.clone()).expect("a draft")
    }

    fn sentences(&self) -> Vec<Sentence> {
        self.draft().body().cloned().collect()
    }

    fn find(&self, text: &str) -> Option<Sentence> {
        self.sentences().into_iter().find(|one| one.text == text)
    }

    fn note(&self) -> &str {
        &self.version.as_ref().expect("a version").info.note
    }

    fn prompts(&self) -> Value {
        self.version.as_ref().and_then(|version| version.prompts.clone()).expect("prompts").0
    }
}

/// Writes the section of a document again, with a second reading.
async fn written(at: &Installation, model: &Model, more: Value) -> Written {
    let id = composed_document(at, Vec::new()).await;
    edited(at, id).await;
    let mut payload = json!({
        "documentId": id, "baseVersion": 2, "connectionId": connect_at(at, model.address, "open_ai", KEY).await,
        "model": "local", "inputMicros": 1_000_000, "outputMicros": 10_000_000, "budgetMicros": 10_000_000,
        "scope": "section", "blocks": {"from": 0, "to": 2}, "secondReading": true,
    });
    payload.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let new = NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::DocumentDraft, payload);
    at.enqueue(std::slice::from_ref(&new)).await;
    let run = at.ended(new.id).await;
    let version = version(at, id).await;
    Written { run, version }
}

async fn version(at: &Installation, id: Uuid) -> Option<DocumentVersion> {
    document::version(&at.backends.db, at.world.workspace_id, id, 3).await.expect("find")
}

/// Checks that the rules alone decided about the section, and that the note says why.
fn assert_rules_decided(name: &str, written: &Written, reason: &str) {
    assert_eq!(written.run.status, RunStatus::Succeeded, "{name}: {:?}", written.run.error);
    let note = written.note();
    assert!(note.contains("The second reading of “Prices” failed: ") && note.contains(reason), "{name}: {note}");
    assert!(written.find(PARAPHRASE).is_none() && written.find(WRONG).is_none(), "{name}");
    assert!(written.find("Repairing a leak costs $350 to $900.").is_some(), "{name}: {:?}", written.sentences());
    assert!(written.sentences().iter().all(|one| !one.is_second_reading), "{name}");
    assert_eq!(written.prompts()["secondReading"]["failed"][0]["heading"], json!("Prices"), "{name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn second_reading_keeps_other_words_with_their_facts_and_no_wrong_figure() {
    let model = Model::start(SECTION, Second::Says(AGREES)).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let written = written(&at, &model, json!({})).await;
        assert_eq!(written.run.status, RunStatus::Succeeded, "{name}: {:?}", written.run.error);
        let kept = written.find(PARAPHRASE).expect("the paraphrase");
        assert_eq!((kept.fact_ids, kept.is_second_reading), (vec!["find".to_owned()], true), "{name}");
        let plain = written.find("A visit costs $90.").expect("the price");
        assert_eq!((plain.fact_ids, plain.is_second_reading), (vec!["visit".to_owned()], false), "{name}");
        assert!(written.find(WRONG).is_none(), "{name}");
        let note = written.note();
        assert!(note.ends_with("1 sentence was kept by the second reading."), "{name}: {note}");
        let prompts = written.prompts();
        let sent = prompts["sent"].as_array().expect("prompts");
        assert_eq!(sent.len(), 3, "{name}: the figure whose calculation is wrong is asked about once more: {sent:?}");
        let again = sent[2]["user"].as_str().expect("a prompt");
        assert!(again.contains(WRONG) && !again.contains(PARAPHRASE), "{name}: {again}");
        assert!(
            again.contains("<open>\n1 | state the calculation or supposition for “$45”\n</open>"),
            "{name}: {again}"
        );
        let costs: i64 = sent.iter().map(|one| one["costMicros"].as_i64().expect("a cost")).sum();
        assert_eq!(written.version.as_ref().expect("a version").info.cost_micros, costs, "{name}");
        let second = sent[1]["user"].as_str().expect("a prompt");
        assert!(second.contains(PARAPHRASE) && second.contains("[find] "), "{name}: {second}");
        assert!(second.contains(WRONG), "{name}: a figure may follow from facts");
        assert_eq!(prompts["secondReading"]["kept"][0]["text"], json!(PARAPHRASE), "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn figure_that_follows_from_a_fact_is_kept_with_its_verified_calculation() {
    const TWO: &str = "A visit costs $90. [visit]\nTwo visits come to $180. [visit]\n";
    let model = Model::start(TWO, Second::Says("1 | visit\n2 | visit | $180 = {two} * {visit: $90}")).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let written = written(&at, &model, json!({})).await;
        assert_eq!(written.run.status, RunStatus::Succeeded, "{name}: {:?}", written.run.error);
        let kept = written.find("Two visits come to $180.").expect("the sum");
        assert_eq!((kept.fact_ids, kept.is_second_reading), (vec!["visit".to_owned()], true), "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn figure_without_a_calculation_is_asked_about_once_more() {
    const TWO: &str = "A visit costs $90. [visit]\nTwo visits come to $180. [visit]\n";
    let right = Second::SaysTwice("1 | visit\n2 | visit", "1 | visit | $180 = {two} * {visit: $90}");
    let wrong = Second::SaysTwice("1 | visit\n2 | visit", "1 | visit | $180 = {visit: $90}");
    let denied = Second::SaysTwice("1 | visit\n2 | visit", "1 | no | $180");
    let mute = Second::SaysTwice("1 | visit\n2 | visit", "All of it is fine.");
    let mut models = Vec::new();
    for (second, is_kept) in [(right, true), (wrong, false), (denied, false), (mute, false)] {
        models.push((Model::start(TWO, second).await, is_kept));
    }
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        for (model, is_kept) in &models {
            let written = written(&at, model, json!({})).await;
            assert_eq!(written.find("Two visits come to $180.").is_some(), *is_kept, "{name}");
            assert!(written.find("A visit costs $90.").is_some(), "{name}");
            let prompts = written.prompts();
            let sent = prompts["sent"].as_array().expect("prompts");
            let again = |one: &&Value| one["user"].as_str().is_some_and(|user| user.contains("<open>"));
            let writes = sent
                .iter()
                .filter(|one| !one["system"].as_str().is_some_and(|text| text.contains("strict fact checker")));
            assert_eq!(sent.iter().filter(again).count(), writes.count(), "{name}: once for each attempt");
            let costs: i64 = sent.iter().map(|one| one["costMicros"].as_i64().expect("a cost")).sum();
            assert_eq!(written.version.as_ref().expect("a version").info.cost_micros, costs, "{name}");
        }
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn line_that_waits_for_the_second_reading_is_shown_as_being_checked_until_it_is_kept() {
    let model = Model::start(SECTION, Second::Says(AGREES)).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let mut events = at.backends.bus.subscribe(&workspace_topic(at.world.workspace_id));
        while at.backends.bus.ping().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let worker = at.worker_with(settings(&at));
        written(&at, &model, json!({})).await;
        let (mut was_checked, mut is_kept) = (false, false);
        while !is_kept {
            let received = tokio::time::timeout(Duration::from_secs(20), events.receive()).await.expect("an event");
            let Received::Message(message) = received else { continue };
            let event: Value = serde_json::from_str(&message).expect("JSON");
            let lines = event["payload"]["lines"].as_array().cloned().unwrap_or_default();
            let Some(line) = lines.into_iter().find(|line| line["text"] == json!(PARAPHRASE)) else { continue };
            was_checked |= line["isBeingChecked"] == json!(true);
            is_kept = event["payload"]["isComplete"] == json!(true);
            assert_eq!(line["isSecondReading"] == json!(true), is_kept, "{name}: {event}");
        }
        assert!(was_checked, "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_reading_removes_what_it_denies_with_the_words() {
    const DENIES: &str =
        "1 | visit\n2 | no | Repairing\n3 | no | garden\n4 | no | the roof of the neighbor\n5 | no | $45";
    let model = Model::start(SECTION, Second::Says(DENIES)).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let written = written(&at, &model, json!({})).await;
        assert_eq!(written.run.status, RunStatus::Succeeded, "{name}: {:?}", written.run.error);
        assert!(written.find(PARAPHRASE).is_none(), "{name}");
        assert!(written.find("Repairing a leak costs $350 to $900.").is_none(), "{name}");
        assert!(written.find("The price of a visit is $90.").is_some(), "{name}: words that are not in the line");
        let removed = written.prompts()["removed"].to_string();
        for words in ["no fact says “Repairing”", "no fact says “garden”"] {
            assert!(removed.contains(words), "{name}: {words} in {removed}");
        }
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answer_that_does_not_count_leaves_the_decision_to_the_rules() {
    let answers = [
        (Second::Says("All of these lines are fine."), "it has no verdict about line 1"),
        (Second::Says("1 | visit\n2 | leak\n3 | warranty\n4 | visit"), "“warranty”, which is no fact"),
        (Second::Says("1 | visit\n2 | leak\n3 | find\n4 | visit\n5 | no\n6 | visit"), "names line 6"),
        (Second::IsCut(AGREES), "the answer was cut off"),
    ];
    let mut models = Vec::new();
    for (second, reason) in answers {
        models.push((Model::start(SECTION, second).await, reason));
    }
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        for (model, reason) in &models {
            assert_rules_decided(at.world.name, &written(&at, model, json!({})).await, reason);
        }
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_reading_that_stalls_is_given_up() {
    let model = Model::start(SECTION, Second::Stalls).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let written = written(&at, &model, json!({"secondSeconds": 1})).await;
        assert_rules_decided(name, &written, "the model did not answer within 1 seconds");
        let cost = written.version.as_ref().expect("a version").info.cost_micros;
        assert!(cost > 4_400, "{name}: {cost}, with the request that was given up");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_reading_beyond_the_budget_is_not_sent() {
    let model = Model::start(SECTION, Second::Says(AGREES)).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        // The section can cost about 6,500 millionths and costs 4,400; its second reading can cost about 5,000.
        let written = written(&at, &model, json!({"budgetMicros": 8_000})).await;
        assert_rules_decided(name, &written, "the budget of $0.01 does not cover the next request");
        worker.stop().await;
        at
    })
    .await;
    assert!(model.asked().iter().all(|request| !request.contains("strict fact checker")));
}

#[tokio::test(flavor = "multi_thread")]
async fn draft_without_a_second_reading_is_decided_by_the_rules() {
    let model = Model::start(SECTION, Second::Says(AGREES)).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let written = written(&at, &model, json!({"secondReading": false})).await;
        assert!(written.find(PARAPHRASE).is_none(), "{name}");
        assert!(!written.note().contains("second reading"), "{name}: {}", written.note());
        assert_eq!(written.prompts()["secondReading"], Value::Null, "{name}");
        worker.stop().await;
        at
    })
    .await;
    assert!(model.asked().iter().all(|request| !request.contains("strict fact checker")));
}

#[tokio::test(flavor = "multi_thread")]
async fn sentence_in_other_words_is_kept_by_the_second_reading() {
    let model =
        Model::start("A garden hose shows them where the water gets in. [visit]", Second::Says("1 | find")).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let part = json!({"scope": "sentence", "sentence": {"block": 1, "sentence": 1}});
        let written = written(&at, &model, part).await;
        assert_eq!(written.run.status, RunStatus::Succeeded, "{name}: {:?}", written.run.error);
        assert!(written.find(PARAPHRASE).is_some_and(|kept| kept.is_second_reading), "{name}");
        worker.stop().await;
        at
    })
    .await;
}
