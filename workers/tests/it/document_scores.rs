//! Scores of documents: compared with other documents and with pages that rank, without a trace for unsaved texts.

use documents::{Brief, CitedFact, all_facts};
use serde_json::{Value, json};
use shared::{
    domain::run::{RunKind, RunStatus},
    store::{document, insight},
};
use uuid::Uuid;

use crate::{
    documents::{composed, found, page, stored_with},
    engine::{ask, run_import, upload, website},
    installation::{Installation, in_each_mode},
};

/// Pages that were fetched for the document's query: one of a rival, one of the website, and one that is gone.
fn pages() -> String {
    let page = |url: &str, query: &str, status: u16| {
        json!({"url": url, "title": "Roofs", "text": "What a roof costs and how long it lasts.", "query": query,
               "status": status, "observedAt": "2026-09-02"})
        .to_string()
    };
    [
        page("https://rival.example/", "Roof repair Tulsa", 200),
        page("https://sample.example/roofs", "roof repair tulsa", 200),
        page("https://gone.example/", "roof repair tulsa", 404),
        page("https://other.example/", "plumber tulsa", 200),
    ]
    .join("\n")
}

/// Returns the payload that the API sends for a text of the document.
async fn payload(at: &Installation, id: Uuid, is_preview: bool, change: impl FnOnce(&mut Value)) -> Value {
    let version = document::version(&at.backends.db, at.world.workspace_id, id, 1).await.expect("find").expect("it");
    let brief: Brief = serde_json::from_value(found(at, id).await.brief.0).expect("a brief");
    let known: Vec<CitedFact> = serde_json::from_value(version.cited.0).expect("facts");
    let mut draft = version.draft.0;
    change(&mut draft);
    let input = json!({
        "query": "roof repair tulsa", "intent": "local", "draft": draft, "facts": all_facts(&brief.facts, &known),
        "questions": ["What does a leak cost?"],
    });
    json!({"parameters": {}, "input": input, "documentId": id, "isPreview": is_preview})
}

async fn insights(at: &Installation, site: Uuid) -> usize {
    let (db, ws) = (&at.backends.db, at.world.workspace_id);
    insight::list(db, ws, Some("content"), Some(site), None, 100).await.expect("insights").items.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn document_is_scored_within_its_website_and_drafts_leave_no_insight() {
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker();
        let site = website(&at).await;
        let upload = upload(&at, "pages.jsonl", pages().as_bytes()).await;
        let imported = run_import(&at, upload, RunKind::Import, Some(site)).await;
        assert_eq!(imported.status, RunStatus::Succeeded, "{name}: {:?}", imported.error);
        let (id, other) =
            (stored_with(&at, Some(site), Vec::new()).await, stored_with(&at, Some(site), Vec::new()).await);
        for document in [id, other] {
            assert_eq!(composed(&at, page(document, 0, 7)).await.status, RunStatus::Succeeded, "{name}");
        }

        let (ended, score) = ask(&at, site, "content", "score", payload(&at, id, false, |_| {}).await).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let checks: Vec<_> = score["findings"].as_array().expect("findings").iter().map(|one| &one["check"]).collect();
        assert!(!checks.contains(&&json!("unique_facts")), "{name}: facts of the place stay ones: {checks:?}");
        assert!(
            score["measures"]["similarity"].as_f64().is_some_and(|share| share > 0.0),
            "{name}: with the other document"
        );
        assert!(score["measures"]["informationGain"].as_f64().is_some(), "{name}: over the rival's page");
        assert!(score["questions"][0]["block"].is_u64(), "{name}: {}", score["questions"]);
        let before = insights(&at, site).await;

        let boast = |draft: &mut Value| {
            draft["blocks"][1]["sentences"][0]["text"] = json!("We are the best roofers, with 4,711 awards.");
        };
        let (_, score) = ask(&at, site, "content", "score", payload(&at, id, true, boast).await).await;
        assert_eq!(score["passes"], json!(false), "{name}: {score}");
        assert_eq!(insights(&at, site).await, before, "{name}: a draft leaves no insight");
        ask(&at, site, "content", "score", payload(&at, id, false, boast).await).await;
        assert_eq!(insights(&at, site).await, before + 1, "{name}: a version leaves one");
        worker.stop().await;
        at
    })
    .await;
}
