//! Documents that runs write: the page, a section, a sentence; once, also if a worker dies.

use documents::Brief;
use engines::content::{Draft, Fact, FactKind};
use serde_json::{Value, json};
use shared::{
    domain::{
        document::{Document, DocumentStatus, VersionOrigin},
        new_id, now,
        run::{Lane, NewRun, Run, RunKind, RunStatus},
    },
    store::{
        document::{self, DocumentBody},
        run,
    },
};
use uuid::Uuid;

use crate::{
    engine::website,
    installation::{Installation, in_each_mode},
};

fn facts() -> Vec<Fact> {
    let fact = |id: &str, kind: FactKind, value: &str, detail: Option<&str>| Fact {
        id: id.to_owned(),
        kind,
        value: value.to_owned(),
        detail: detail.map(str::to_owned),
        source: "the owner".to_owned(),
        is_owner_supplied: true,
        ..Fact::default()
    };
    vec![
        fact("acme", FactKind::Business, "Acme Roofing", None),
        fact("repair", FactKind::Service, "roof repair", None),
        fact("tulsa", FactKind::Place, "Tulsa, OK", None),
        fact("leak", FactKind::Price, "$350 to $900", Some("a leak")),
        fact("visit", FactKind::Price, "$90", Some("a visit")),
        fact("hours", FactKind::Hours, "around the clock", None),
        fact("phone", FactKind::Phone, "918-555-0100", None),
        fact("find", FactKind::Process, "The crew finds the leak with a hose before anything is opened", None),
    ]
}

async fn stored(at: &Installation, website_id: Option<Uuid>) -> Uuid {
    stored_with(at, website_id, Vec::new()).await
}

/// Stores a document with the facts and more of them.
pub(crate) async fn stored_with(at: &Installation, website_id: Option<Uuid>, more: Vec<Fact>) -> Uuid {
    let (db, ws, id) = (&at.backends.db, at.world.workspace_id, new_id());
    let brief = Brief { facts: facts().into_iter().chain(more).collect(), ..Brief::default() };
    let body = DocumentBody {
        website_id,
        title: "Roof repair in Tulsa".to_owned(),
        query: "roof repair tulsa".to_owned(),
        vertical: Some("roofing".to_owned()),
        place: Some("Tulsa, OK".to_owned()),
        geoname_id: None,
        intent: Some("local".to_owned()),
        brief: serde_json::to_value(&brief).expect("JSON"),
        status: DocumentStatus::Draft,
        archived_at: None,
    };
    let mut tx = db.begin().await.expect("begin");
    document::insert(&mut tx, ws, at.world.user_id, id, &body, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    id
}

fn new_run(at: &Installation, payload: Value) -> NewRun {
    NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::DocumentCompose, payload)
}

pub(crate) fn page(id: Uuid, base: i32, seed: u64) -> Value {
    json!({"documentId": id, "baseVersion": base, "scope": "page", "seed": seed})
}

pub(crate) async fn composed(at: &Installation, payload: Value) -> Run {
    let new = new_run(at, payload);
    at.enqueue(std::slice::from_ref(&new)).await;
    at.ended(new.id).await
}

pub(crate) async fn found(at: &Installation, id: Uuid) -> Document {
    document::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("the document")
}

async fn draft(at: &Installation, id: Uuid, number: i32) -> Draft {
    let version = document::version(&at.backends.db, at.world.workspace_id, id, number).await.expect("find");
    serde_json::from_value(version.expect("the version").draft.0).expect("a draft")
}

#[tokio::test(flavor = "multi_thread")]
async fn document_is_composed_with_score_and_sources() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let site = website(&at).await;
        let (id, other) = (stored(&at, Some(site)).await, stored(&at, Some(site)).await);
        let ended = composed(&at, page(id, 0, 7)).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let version = document::version(&at.backends.db, at.world.workspace_id, id, 1).await.expect("find");
        let version = version.expect("the version");
        let info = &version.info;
        assert_eq!((info.origin, info.run_id, info.base), (VersionOrigin::Composed, Some(ended.id), 0));
        assert_eq!(info.note, "Composed the page (seed 7)", "{}", at.world.name);
        assert!(info.words > 20, "{}", info.words);
        let ids: Vec<&str> =
            version.cited.0.as_array().expect("facts").iter().filter_map(|fact| fact["id"].as_str()).collect();
        assert!(ids.contains(&"leak") && ids.contains(&"acme"), "{ids:?}");
        let score = info.score.as_ref().expect("a score").0.clone();
        let stored = run::result(&at.backends.db, at.world.workspace_id, ended.id).await.expect("result").expect("it");
        assert_eq!((&stored["score"]["score"], &stored["changed"]), (&json!(score.score), &json!(true)));
        // The second page of the website says something else.
        let ended = composed(&at, page(other, 0, 7)).await;
        let stored = run::result(&at.backends.db, at.world.workspace_id, ended.id).await.expect("result").expect("it");
        let similarity = &stored["score"]["measures"]["similarity"];
        assert!(similarity.as_f64().is_some_and(|share| share < 0.35), "{}: {similarity}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// Asserts that a sentence of the editorial pack, which no other seed gives, is refused with what to do instead.
async fn assert_pack_has_one_wording(at: &Installation, id: Uuid, draft: &Draft) {
    let places = draft.blocks.iter().enumerate().flat_map(|(block, one)| {
        one.sentences.iter().enumerate().map(move |(at, sentence)| (block, at, &sentence.fact_ids))
    });
    let of_pack = places.filter(|(_, _, ids)| !ids.is_empty() && ids.iter().all(|id| id.starts_with("pack.")));
    for (block, sentence, _) in of_pack {
        let ended = composed(
            at,
            json!({
                "documentId": id, "baseVersion": 3, "scope": "sentence", "seed": 1,
                "sentence": {"block": block, "sentence": sentence},
            }),
        )
        .await;
        let Some(error) = ended.error else { continue };
        assert_eq!(error.0.r#type, "no-other-wording", "{}", at.world.name);
        assert!(error.0.detail.contains("Rewrite its section"), "{}: {:?}", at.world.name, error.0.detail);
        return;
    }
    panic!("{}: all sentences of the pack have other wordings", at.world.name);
}

#[tokio::test(flavor = "multi_thread")]
async fn part_is_composed_again_and_the_rest_is_kept() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let id = stored(&at, None).await;
        assert_eq!(composed(&at, page(id, 0, 7)).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let first = draft(&at, id, 1).await;
        // A section with one wording only is left as it is, and the run adds no version.
        let mut changed = None;
        for range in documents::sections(&first).into_iter().skip(1) {
            let section = json!({
                "documentId": id, "baseVersion": 1, "scope": "section", "seed": 1,
                "blocks": {"from": range.start, "to": range.end},
            });
            composed(&at, section.clone()).await;
            if found(&at, id).await.version == 2 {
                changed = Some((range, section));
                break;
            }
        }
        let (range, section) = changed.expect("a section with another wording");
        let second = draft(&at, id, 2).await;
        assert_eq!(first.blocks[..range.start], second.blocks[..range.start], "{}", at.world.name);
        let after = first.blocks.len() - range.end;
        assert_eq!(first.blocks[range.end..], second.blocks[second.blocks.len() - after..], "{}", at.world.name);
        // The first sentence of the page names the business and its service, for which there are several wordings.
        let sentence = json!({
            "documentId": id, "baseVersion": 2, "scope": "sentence", "seed": 1, "sentence": {"block": 1, "sentence": 0},
        });
        let ended = composed(&at, sentence).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let third = draft(&at, id, 3).await;
        let (old, new) = (&second.blocks[1].sentences, &third.blocks[1].sentences);
        assert_eq!(old[1..], new[1..], "{}", at.world.name);
        assert_ne!(old[0].text, new[0].text, "{}", at.world.name);
        assert_pack_has_one_wording(&at, id, &third).await;
        let late = composed(&at, section).await;
        assert_eq!(late.error.map(|error| error.0.r#type), Some("document-changed".to_owned()), "{}", at.world.name);
        assert_eq!(found(&at, id).await.version, 3, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn version_of_a_run_is_added_once_although_its_worker_dies() {
    in_each_mode(|at| async {
        let id = stored(&at, None).await;
        let new = new_run(&at, page(id, 0, 7));
        let mut tx = at.backends.db.begin().await.expect("begin");
        document::begin(&mut tx, at.world.workspace_id, id, new.id).await.expect("begin");
        tx.commit().await.expect("commit");
        at.enqueue(std::slice::from_ref(&new)).await;
        // A worker that claims the run, sends no heartbeat, and delivers its outcome after another has finished the run.
        let lease = now() + chrono::Duration::seconds(1);
        let claim = run::claim(&at.backends.db, Lane::Interactive, &[new.id], new_id(), 10, now(), lease).await;
        let dead = claim.expect("claim").runs.remove(0);
        assert!(found(&at, id).await.is_being_written(), "{}", at.world.name);
        let worker = at.worker();
        let ended = at.ended(new.id).await;
        assert_eq!((ended.status, ended.attempt), (RunStatus::Succeeded, 2), "{}: {:?}", at.world.name, ended.error);
        assert_eq!(found(&at, id).await.version, 1, "{}", at.world.name);
        let first = document::version(&at.backends.db, at.world.workspace_id, id, 1).await.expect("find").expect("it");
        let late = document::DocumentWritten {
            document_id: id,
            expected: None,
            version: document::NewVersion {
                base: 0,
                origin: VersionOrigin::Composed,
                draft: json!({"title": {"text": "Late"}}),
                cited: first.cited.0,
                score: None,
                words: 1,
                run_id: Some(new.id),
                user_id: at.world.user_id,
                prompts: None,
                model: None,
                cost_micros: 0,
                note: String::new(),
            },
        };
        let outcome = run::Outcome::Succeeded(Value::Null);
        let done = run::Finish { run: dead, outcome, effects: vec![late.into()] };
        let finished = run::finish(&at.backends.db, &[done], now()).await.expect("finish");
        assert!(finished.accepted.is_empty(), "{}", at.world.name);
        let row = found(&at, id).await;
        assert_eq!((row.version, row.is_being_written()), (1, false), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn run_without_enough_facts_or_document_fails_with_advice() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let gone = composed(&at, page(new_id(), 0, 1)).await;
        let error = |run: Run| run.error.map(|error| error.0).expect("an error");
        assert_eq!(error(gone).r#type, "document-gone", "{}", at.world.name);
        let id = stored(&at, None).await;
        let row = found(&at, id).await;
        let empty = DocumentBody {
            website_id: None,
            title: row.title,
            query: row.query,
            vertical: None,
            place: None,
            geoname_id: None,
            intent: None,
            brief: json!({}),
            status: row.status,
            archived_at: None,
        };
        let ws = at.world.workspace_id;
        assert!(document::update(&at.backends.db, ws, (id, 1), &empty, now()).await.expect("update"));
        let failed = error(composed(&at, page(id, 0, 1)).await);
        assert!(failed.detail.contains("at least two more facts"), "{}: {failed:?}", at.world.name);
        let unnamed = composed(&at, json!({"documentId": id, "baseVersion": 0, "scope": "section", "seed": 1})).await;
        assert_eq!(error(unnamed).r#type, "bad-parameters", "{}", at.world.name);
        assert_eq!(found(&at, id).await.version, 0, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
