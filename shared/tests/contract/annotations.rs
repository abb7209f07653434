//! Annotations: creation, filters, pages, updates, deletion.

use shared::{
    domain::{annotation::AnnotationKind, new_id, now},
    store::annotation::{self, AnnotationBody, Filter},
};

use crate::world::on_each_database;

fn body(day: &str, kind: AnnotationKind, website_id: Option<uuid::Uuid>) -> AnnotationBody {
    AnnotationBody {
        website_id,
        day: day.parse().expect("a day"),
        at: None,
        kind,
        title: format!("On {day}"),
        detail: String::new(),
        pages: vec!["https://example.com/a".into()],
    }
}

#[tokio::test]
async fn annotations_are_listed_by_day_filtered_and_paged() {
    on_each_database(|world| async {
        let (db, ws, site) = (&world.db, world.workspace_id, new_id());
        let notes = [
            body("2026-08-02", AnnotationKind::Deploy, Some(site)),
            body("2026-08-03", AnnotationKind::Title, Some(new_id())),
            body("2026-08-01", AnnotationKind::GoogleUpdate, None),
            body("2026-08-02", AnnotationKind::Edit, Some(site)),
        ];
        let mut ids = Vec::new();
        for note in &notes {
            ids.push(annotation::insert(db, ws, world.user_id, note, now()).await.expect("insert"));
        }
        let list = async |filter: Filter, limit| {
            let page = annotation::list(db, ws, &filter, limit).await.expect("list");
            let found: Vec<_> = page.items.iter().map(|one| one.id).collect();
            (found, page.next_cursor)
        };
        let (found, cursor) = list(Filter::default(), 2).await;
        assert_eq!(found, [ids[1], ids[3]], "{}", world.name);
        assert_eq!(cursor.clone(), Some(format!("2026-08-02.{}", ids[3])));
        let after = cursor.map(|text| text.parse().expect("the cursor of the page before"));
        assert_eq!(list(Filter { after, ..Filter::default() }, 2).await, (vec![ids[0], ids[2]], None));
        let own = Filter { website_id: Some(site), ..Filter::default() };
        assert_eq!(list(own, 9).await.0, [ids[3], ids[0], ids[2]], "with those of all websites");
        let days = Filter { from: "2026-08-02".parse().ok(), to: "2026-08-02".parse().ok(), ..Filter::default() };
        assert_eq!(list(days, 9).await.0, [ids[3], ids[0]]);
        let kind = Filter { kind: Some(AnnotationKind::GoogleUpdate), ..Filter::default() };
        assert_eq!(list(kind, 9).await.0, [ids[2]]);
        let page = annotation::list(db, new_id(), &Filter::default(), 9).await.expect("list");
        assert!(page.items.is_empty(), "nobody else's");
        world
    })
    .await;
}

#[tokio::test]
async fn annotations_are_changed_and_deleted_by_their_workspace_alone() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let note = body("2026-08-02", AnnotationKind::Deploy, None);
        let id = annotation::insert(db, ws, world.user_id, &note, now()).await.expect("insert");
        let at = Some(now());
        let changed = AnnotationBody { at, title: "é \"new\"".into(), pages: Vec::new(), ..note };
        assert!(!annotation::update(db, new_id(), id, &changed).await.expect("update"), "nobody else's");
        assert!(annotation::update(db, ws, id, &changed).await.expect("update"));
        let found = annotation::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((found.title.as_str(), found.at, found.pages.0.len()), ("é \"new\"", at, 0), "{}", world.name);
        assert_eq!((found.created_by, found.kind), (world.user_id, AnnotationKind::Deploy));
        assert!(annotation::find(db, new_id(), id).await.expect("find").is_none());
        assert!(!annotation::delete(db, new_id(), id).await.expect("delete"), "nobody else's");
        assert!(annotation::delete(db, ws, id).await.expect("delete"));
        assert!(annotation::find(db, ws, id).await.expect("find").is_none());
        world
    })
    .await;
}
