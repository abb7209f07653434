//! Own editorial packs: the latest change counts, removed ones can be restored, changes are only added.

use shared::{
    domain::{new_id, now, pack::PackAction},
    store::{
        StoreError, Tx,
        pack::{self, KEPT_CHANGES, PackAuthor, PackBody, PackKey},
        usage,
    },
};

use crate::{
    support::{try_within, within},
    world::{World, on_each_database},
};

fn key(vertical: &str) -> PackKey {
    PackKey { language: "en".to_owned(), vertical: vertical.to_owned() }
}

fn body(text: &str) -> PackBody {
    PackBody {
        text: text.to_owned(),
        title: "Roofing".to_owned(),
        updated: "2026-11-01".parse().expect("a day"),
        review: Some("an attorney".to_owned()),
        words: 2_600,
        questions: 25,
        warnings: 2,
    }
}

async fn put(world: &World, vertical: &str, text: &str, action: PackAction) -> bool {
    let author = PackAuthor { user_id: world.user_id, action, note: "why".to_owned() };
    let (ws, key, body) = (world.workspace_id, key(vertical), body(text));
    within(&world.db, async |tx| pack::put(tx, ws, &key, &body, &author, now()).await).await
}

#[tokio::test]
async fn latest_text_counts_and_a_removed_pack_can_be_restored() {
    on_each_database(async |world| {
        let (db, ws, roofing) = (&world.db, world.workspace_id, key("roofing"));
        assert!(put(&world, "roofing", "one", PackAction::Edited).await, "{}", world.name);
        assert!(!put(&world, "roofing", "one", PackAction::Edited).await, "{}: the text is the same", world.name);
        assert!(put(&world, "roofing", "two", PackAction::Imported).await);
        assert_eq!(pack::text(db, ws, &roofing).await.expect("text").as_deref(), Some("two"), "{}", world.name);
        let own = pack::find(db, ws, &roofing).await.expect("find").expect("it");
        assert_eq!((own.revision, own.is_active, own.words, own.warnings), (2, true, 2_600, 2), "{}", world.name);
        assert_eq!((own.updated.to_string().as_str(), own.review.as_deref()), ("2026-11-01", Some("an attorney")));
        let remove = async |tx: &mut Tx| pack::remove(tx, ws, &roofing, world.user_id, now()).await;
        assert!(within(db, remove).await && !within(db, remove).await, "{}", world.name);
        assert_eq!(pack::text(db, ws, &roofing).await.expect("text"), None, "{}", world.name);
        let changes = pack::changes(db, ws, Some(&roofing), None, 10).await.expect("changes").items;
        let actions: Vec<_> = changes.iter().map(|change| change.action).collect();
        assert_eq!(actions, [PackAction::Removed, PackAction::Imported, PackAction::Edited], "{}", world.name);
        assert!(changes[0].user_name.is_some());
        let first = pack::text_of_change(db, ws, &roofing, changes[2].id).await.expect("text");
        assert_eq!(first.as_deref(), Some("one"), "{}", world.name);
        assert!(put(&world, "roofing", "one", PackAction::Restored).await);
        let own = pack::find(db, ws, &roofing).await.expect("find").expect("it");
        assert_eq!((own.revision, own.is_active), (4, true), "{}", world.name);
        assert_eq!(pack::text_of_change(db, new_id(), &roofing, changes[2].id).await.expect("text"), None);
        assert_eq!(pack::text_of_change(db, ws, &key("hvac"), changes[2].id).await.expect("text"), None);
        assert_eq!(pack::list(db, new_id(), None).await.expect("list").len(), 0, "another workspace");
        world
    })
    .await;
}

#[tokio::test]
async fn changes_refuse_changes_and_the_oldest_are_dropped() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        for at in 0..KEPT_CHANGES + 3 {
            put(&world, "roofing", &format!("text {at:03}"), PackAction::Edited).await;
        }
        put(&world, "hvac", "other", PackAction::Edited).await;
        let kept = pack::changes(db, ws, Some(&key("roofing")), None, 500).await.expect("changes").items;
        assert_eq!(kept.len() as i64, KEPT_CHANGES, "{}", world.name);
        let oldest = kept.last().map(|change| change.id).expect("a change");
        let text = pack::text_of_change(db, ws, &key("roofing"), oldest).await.expect("text");
        assert_eq!(text.as_deref(), Some("text 003"), "{}", world.name);
        let all = pack::changes(db, ws, None, None, 500).await.expect("changes").items;
        assert_eq!(all.len() as i64, KEPT_CHANGES + 1, "{}: of all packs", world.name);
        let used = usage::storage(db, ws, now()).await.expect("storage");
        assert_eq!(used, KEPT_CHANGES * 8 + 5, "{}", world.name);
        let changed = try_within(db, async |tx| {
            let sql = "UPDATE pack_changes SET note = 'x'";
            let done = match tx {
                Tx::Postgres(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
                Tx::Sqlite(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
            };
            done.map_err(StoreError::from)
        });
        let error = format!("{:?}", changed.await.expect_err("a refusal"));
        assert!(error.contains("append-only"), "{}: {error}", world.name);
        world
    })
    .await;
}
