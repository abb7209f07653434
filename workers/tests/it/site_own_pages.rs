//! Pages that a person adds to a site.

use serde_json::json;
use shared::{
    domain::{
        document::{DocumentStatus, VersionOrigin},
        new_id, now,
    },
    store::{
        document::{self, DocumentBody, NewVersion},
        site::{self, Added, OwnPage},
    },
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode},
    sites::{TULSA, build, latest, new_site, operator, served, settings, stored},
};

const TEXT: &str = "Tulsa asks for a permit before a water heater is replaced.";

/// Stores a document with one heading and one sentence.
async fn document(at: &Installation, site_id: Uuid) -> Uuid {
    let (id, ws, user_id) = (new_id(), at.world.workspace_id, at.world.user_id);
    let body = DocumentBody {
        website_id: Some(site_id),
        title: "Permits".to_owned(),
        query: "plumbing permit tulsa".to_owned(),
        vertical: None,
        place: None,
        geoname_id: None,
        intent: None,
        brief: json!({}),
        status: DocumentStatus::Ready,
        archived_at: None,
    };
    let block = |kind: &str, level: u8, text: &str| json!({"kind": kind, "level": level, "sentences": [{"text": text, "factIds": ["permit"]}]});
    let version = NewVersion {
        base: 0,
        origin: VersionOrigin::Edited,
        draft: json!({"title": {"text": "Permits"}, "blocks": [block("heading", 1, "Permits"), block("paragraph", 0, TEXT)]}),
        cited: json!([{"id": "permit", "text": TEXT, "source": {"title": "A call with the owner"}, "isOwnerSupplied": true}]),
        score: None,
        words: 11,
        run_id: None,
        user_id,
        prompts: None,
        model: None,
        cost_micros: 0,
        note: String::new(),
    };
    let mut tx = at.world.db.begin().await.expect("begin");
    document::insert(&mut tx, ws, user_id, id, &body, now()).await.expect("insert");
    document::append(&mut tx, ws, id, Some(0), &version, now()).await.expect("append");
    tx.commit().await.expect("commit");
    id
}

async fn add(at: &Installation, site_id: Uuid, document_id: Uuid) -> Added {
    let page = OwnPage { path: "/permits/".to_owned(), label: "Permits".to_owned(), document_id, place: None };
    let mut tx = at.world.db.begin().await.expect("begin");
    let added = site::add_page(&mut tx, site_id, &page, now()).await.expect("add");
    tx.commit().await.expect("commit");
    added
}

#[tokio::test(flavor = "multi_thread")]
async fn added_page_is_in_every_release_until_it_is_removed() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        operator(&at).await;
        let new = new_site("tulsa-own", TULSA);
        stored(&at, &new).await;
        let own = document(&at, new.id).await;
        assert_eq!(add(&at, new.id, own).await, Added::Unbuilt);
        build(&at, new.id).await;
        assert_eq!(add(&at, new.id, own).await, Added::Done);
        assert_eq!(add(&at, new.id, own).await, Added::Taken);
        for _ in 0..2 {
            build(&at, new.id).await;
            let page = served(&at, new.id, "permits/index.html").await;
            assert!(page.contains(TEXT) && page.contains("href=\"../cost/\""), "{}: {page}", at.world.name);
            assert!(
                !page.contains("A call with the owner"),
                "{}: words of the owner are no publication",
                at.world.name
            );
            assert!(served(&at, new.id, "index.html").await.contains("permits/\">Permits</a>"), "{}", at.world.name);
            assert!(served(&at, new.id, "sitemap.xml").await.contains("/permits/"), "{}", at.world.name);
        }
        let mut tx = at.world.db.begin().await.expect("begin");
        assert!(!site::remove_page(&mut tx, new.id, "/cost/").await.expect("remove"), "a build writes it");
        assert!(site::remove_page(&mut tx, new.id, "/permits/").await.expect("remove"));
        tx.commit().await.expect("commit");
        build(&at, new.id).await;
        let manifest = latest(&at, new.id).await.manifest;
        assert!(manifest.iter().all(|file| !file.path.contains("permits")), "{}", at.world.name);
        assert!(document::find(&at.world.db, at.world.workspace_id, own).await.expect("find").is_some());
        worker.stop().await;
        at
    })
    .await;
}
