//! Texts of documents on pages of sites, over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{document::VersionOrigin, new_id, now, workspace::MemberRole},
    store::document::{self, NewVersion},
};
use uuid::Uuid;

use crate::{
    sites::{get, id, live, post},
    world::{Account, World, on_each},
};

fn draft(text: &str) -> Value {
    let block = |kind: &str, level: u8, text: &str| json!({"kind": kind, "level": level, "sentences": [{"text": text, "factIds": ["price"]}]});
    json!({"title": {"text": "Costs"}, "blocks": [block("heading", 1, "Costs"), block("paragraph", 0, text)]})
}

/// A document of the account with a text that cites a fact of its brief.
async fn written(world: &World, by: &Account) -> Uuid {
    let price = json!({"id": "price", "kind": "price", "value": "$350", "source": "https://example.com/prices"});
    let body = json!({"title": "What it costs", "brief": {"facts": [price]}, "draft": draft("Plan on $350.")});
    id(&post(world, by, "/api/documents", body).await.success(StatusCode::CREATED)["document"]["id"])
}

async fn page_of(world: &World, by: &Account, site: Uuid) -> Uuid {
    id(&get(world, by, &format!("/api/sites/{site}")).await["pages"][0]["documentId"])
}

#[tokio::test]
async fn text_reaches_the_page_as_a_version_and_the_site_with_its_next_release_only() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, _, release) = live(&world, &ada).await;
        let source = written(&world, &ada).await;
        let path = format!("/api/sites/{site}/page-text");
        let body = json!({"path": "/", "documentId": source, "version": 1, "baseVersion": 1});
        let put = post(&world, &ada, &path, body.clone()).await.success(StatusCode::CREATED);
        let version = &put["version"];
        assert_eq!(
            (&put["isNew"], &version["number"], &version["origin"]),
            (&json!(true), &json!(2), &json!("edited"))
        );
        assert_eq!(version["note"], json!("Text of “What it costs”, version 1"));
        let page = get(&world, &ada, &format!("/api/documents/{}", page_of(&world, &ada, site).await)).await;
        assert_eq!(page["version"]["draft"]["blocks"][1]["sentences"][0]["text"], json!("Plan on $350."));
        assert_eq!(page["version"]["cited"][0]["source"]["url"], json!("https://example.com/prices"));
        assert_eq!(page["document"]["title"], json!("Home"), "the page keeps its own subject");
        let seen = get(&world, &ada, &format!("/api/sites/{site}")).await["site"].clone();
        let releases = (&seen["liveRelease"]["id"], &seen["latestRelease"]["id"], &seen["runId"]);
        assert_eq!(releases, (&json!(release), &json!(release), &Value::Null), "nothing is published");

        let stale = post(&world, &ada, &path, body).await;
        assert_eq!(stale.problem(409, "stale", &["/baseVersion"])["current"], json!(2));
        let again = json!({"path": "/", "documentId": source});
        let same = post(&world, &ada, &path, again).await.success(StatusCode::OK);
        assert_eq!((&same["isNew"], &same["version"]["number"]), (&json!(false), &json!(2)));
    })
    .await;
}

#[tokio::test]
async fn text_of_a_model_stays_labeled_on_the_page() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, ..) = live(&world, &ada).await;
        let source = written(&world, &ada).await;
        let add = async |base: i32, origin: VersionOrigin, text: &str| {
            let model = (origin == VersionOrigin::Generated).then(|| "small-1".to_owned());
            let new = NewVersion {
                base,
                origin,
                draft: draft(text),
                cited: json!([]),
                score: None,
                words: 4,
                run_id: None,
                user_id: ada.id,
                prompts: None,
                model,
                cost_micros: 7,
                note: String::new(),
            };
            let mut tx = world.state.db.begin().await.expect("the store");
            document::append(&mut tx, ada.workspace_id, source, Some(base), &new, now()).await.expect("a version");
            tx.commit().await.expect("the store");
        };
        add(1, VersionOrigin::Generated, "A model says $350.").await;
        add(2, VersionOrigin::Edited, "A person says $350.").await;
        let path = format!("/api/sites/{site}/page-text");
        let put = async |version: i32| {
            let body = json!({"path": "/", "documentId": source, "version": version});
            post(&world, &ada, &path, body).await.success(StatusCode::CREATED)["version"].clone()
        };
        assert_eq!(put(1).await["origin"], json!("edited"));
        let by_model = put(2).await;
        assert_eq!((&by_model["origin"], &by_model["model"]), (&json!("generated"), &json!("small-1")));
        assert_eq!(by_model["costMicros"], json!(0), "its cost is counted once");
        assert_eq!(put(3).await["origin"], json!("generated"), "an edit of it is still a model's");
    })
    .await;
}

#[tokio::test]
async fn facts_about_trust_name_what_they_are_on_the_page() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, ..) = live(&world, &ada).await;
        let fact = |id: &str, kind: &str, value: &str, is_owners: bool| {
            json!({"id": id, "kind": kind, "value": value, "source": "the owner", "isOwnerSupplied": is_owners})
        };
        let facts = [
            fact("a", "guarantee", "five years on labor", true),
            fact("b", "insurance", "no insurance", true),
            fact("c", "rating", "4.9 stars", false),
            fact("d", "rating", "4.8 stars", true),
            fact("e", "price", "$350", true),
        ];
        let ids: Vec<&str> = facts.iter().filter_map(|fact| fact["id"].as_str()).collect();
        let block = json!({"kind": "paragraph", "sentences": [{"text": "All of it.", "factIds": ids}]});
        let body = json!({"title": "Trust", "brief": {"facts": facts}, "draft": {"blocks": [block]}});
        let source = post(&world, &ada, "/api/documents", body).await.success(StatusCode::CREATED);
        let body = json!({"path": "/", "documentId": source["document"]["id"]});
        let path = format!("/api/sites/{site}/page-text");
        let put = post(&world, &ada, &path, body).await.success(StatusCode::CREATED);
        let texts: Vec<&Value> = put["version"]["cited"].as_array().expect("facts").iter().map(|one| &one["text"]).collect();
        let wanted = [
            "Guarantee (guarantees): five years on labor",
            "no insurance",
            "4.9 stars",
            "Rating (rated): 4.8 stars",
            "$350",
        ];
        assert_eq!(texts, wanted);
    })
    .await;
}

#[tokio::test]
async fn invalid_page_texts_are_refused_and_change_nothing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, ..) = live(&world, &ada).await;
        let source = written(&world, &ada).await;
        let page = page_of(&world, &ada, site).await;
        let empty = post(&world, &ada, "/api/documents", json!({"title": "Empty"})).await.success(StatusCode::CREATED);
        let path = format!("/api/sites/{site}/page-text");
        let put = async |body: Value| post(&world, &ada, &path, body).await;
        put(json!({"documentId": source})).await.problem(422, "invalid-request", &["/path"]);
        put(json!({"path": "/"})).await.problem(422, "invalid-request", &["/documentId"]);
        put(json!({"path": "/gone/", "documentId": source})).await.problem(422, "invalid-request", &["/path"]);
        put(json!({"path": "/", "documentId": page})).await.problem(409, "conflict", &["/documentId"]);
        put(json!({"path": "/", "documentId": empty["document"]["id"]})).await.problem(409, "conflict", &["/version"]);
        put(json!({"path": "/", "documentId": source, "version": 9})).await.problem(404, "not-found", &[]);
        put(json!({"path": "/", "documentId": new_id()})).await.problem(404, "not-found", &[]);

        let bob = world.register("bob@example.com").await;
        let theirs = written(&world, &bob).await;
        put(json!({"path": "/", "documentId": theirs})).await.problem(404, "not-found", &[]);
        let foreign = json!({"path": "/", "documentId": theirs});
        post(&world, &bob, &path, foreign).await.problem(404, "not-found", &[]);
        let mut tx = world.state.db.begin().await.expect("the store");
        shared::store::workspace::insert_member(&mut tx, ada.workspace_id, bob.id, MemberRole::Viewer, now())
            .await
            .expect("a member");
        tx.commit().await.expect("the store");
        let call = world.post(&path, &json!({"path": "/", "documentId": source})).bearer(&bob.token);
        let call = call.header("x-workspace-id", &ada.workspace_id.to_string());
        call.send().await.problem(403, "forbidden", &[]);
        let seen = get(&world, &ada, &format!("/api/documents/{page}")).await;
        assert_eq!(seen["document"]["version"], json!(1));
    })
    .await;
}

#[tokio::test]
async fn page_of_a_person_is_added_with_a_document_of_its_own_and_removed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, ..) = live(&world, &ada).await;
        let source = written(&world, &ada).await;
        let path = format!("/api/sites/{site}/pages");
        let body = json!({"label": "Permits in Tulsa", "documentId": source});
        let page = post(&world, &ada, &path, body.clone()).await.success(StatusCode::CREATED)["page"].clone();
        let seen = (&page["path"], &page["kind"], &page["label"], &page["isOwn"], &page["title"]);
        let title = json!("What it costs");
        let wanted =
            (&json!("/permits-in-tulsa/"), &json!("article"), &json!("Permits in Tulsa"), &json!(true), &title);
        assert_eq!(seen, wanted);
        assert_ne!(page["documentId"], json!(source), "later edits of the source change nothing");
        let own = format!("/api/documents/{}", page["documentId"].as_str().expect("an id"));
        let own = get(&world, &ada, &own).await;
        assert_eq!(own["version"]["draft"]["blocks"][1]["sentences"][0]["text"], json!("Plan on $350."));
        assert_eq!((&own["document"]["websiteId"], &own["document"]["version"]), (&json!(site), &json!(1)));
        post(&world, &ada, &path, body).await.problem(409, "conflict", &["/path"]);

        let rewrite = json!({"rewrite": ["/permits-in-tulsa/"]});
        let refused = post(&world, &ada, &format!("/api/sites/{site}/build"), rewrite).await;
        refused.problem(422, "invalid-request", &["/rewrite/0"]);
        let remove = async |at: &str| {
            let call = world.call(Method::DELETE, &path).json(&json!({"path": at}));
            call.bearer(&ada.token).send().await
        };
        remove("/").await.problem(409, "conflict", &["/path"]);
        remove("/permits-in-tulsa/").await.success(StatusCode::OK);
        remove("/permits-in-tulsa/").await.problem(404, "not-found", &[]);
        let pages = get(&world, &ada, &format!("/api/sites/{site}")).await["pages"].clone();
        assert_eq!(pages.as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn added_page_is_about_the_place_that_its_title_names_and_keeps_whose_words_its_facts_are() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, ..) = live(&world, &ada).await;
        let place = json!({"id": "place", "kind": "place", "value": "Tulsa, OK", "source": "owner"});
        let price =
            json!({"id": "price", "kind": "price", "value": "$350", "source": "owner", "isOwnerSupplied": true});
        for (title, expected) in [("Costs in Tulsa", json!("Tulsa, OK")), ("Costs", Value::Null)] {
            let mut draft = draft("Plan on $350.");
            draft["title"]["text"] = json!(title);
            let body = json!({"title": title, "brief": {"facts": [place, price]}, "draft": draft});
            let source =
                post(&world, &ada, "/api/documents", body).await.success(StatusCode::CREATED)["document"]["id"].clone();
            let body = json!({"label": title, "documentId": source});
            let added = post(&world, &ada, &format!("/api/sites/{site}/pages"), body).await;
            let page = added.success(StatusCode::CREATED)["page"].clone();
            assert_eq!(page["place"], expected, "{title}");
            let own = format!("/api/documents/{}", page["documentId"].as_str().expect("an id"));
            let cited = get(&world, &ada, &own).await["version"]["cited"].clone();
            assert_eq!((&cited[0]["id"], &cited[0]["isOwnerSupplied"]), (&json!("price"), &json!(true)), "{title}");
        }
    })
    .await;
}

#[tokio::test]
async fn invalid_pages_are_refused_and_add_nothing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, ..) = live(&world, &ada).await;
        let source = written(&world, &ada).await;
        let path = format!("/api/sites/{site}/pages");
        let put = async |label: &str, at: Option<&str>| {
            post(&world, &ada, &path, json!({"label": label, "path": at, "documentId": source})).await
        };
        put(" ", None).await.problem(422, "invalid-request", &["/label"]);
        put(&"a".repeat(41), None).await.problem(422, "invalid-request", &["/label"]);
        put("東京", None).await.problem(422, "invalid-request", &["/label"]);
        for at in ["/", "permits/x", "/Permits/", "/areas/", "/assets/", "/a/b/", "//", "/../"] {
            let reply = put("Permits", Some(at)).await;
            match at {
                // Words, which become a path.
                "permits/x" => assert_eq!(reply.success(StatusCode::CREATED)["page"]["path"], json!("/permits-x/")),
                _ => drop(reply.problem(422, "invalid-request", &["/path"])),
            }
        }
        put("東京", Some("/tokyo/")).await.success(StatusCode::CREATED);
        let bob = world.register("bob@example.com").await;
        let theirs = written(&world, &bob).await;
        let body = json!({"label": "Theirs", "documentId": theirs});
        post(&world, &ada, &path, body).await.problem(404, "not-found", &[]);
        let documents = get(&world, &ada, "/api/documents").await["documents"].clone();
        assert_eq!(documents.as_array().map(Vec::len), Some(4), "home, its source, and two added pages");
    })
    .await;
}
