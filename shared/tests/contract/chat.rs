//! Chat: messages stay in their room, and rooms in their workspace.

use shared::{
    domain::{chat::ChatMessage, new_id, now, website::WebsiteKind, workspace::MemberRole},
    store::{
        chat,
        website::{self, NewWebsite},
        workspace,
    },
};
use uuid::Uuid;

use crate::world::{World, add_user, on_each_database};

async fn room(world: &World, workspace_id: Uuid, host: &str) -> Uuid {
    let mut tx = world.db.begin().await.expect("a transaction");
    let new =
        NewWebsite { name: host.into(), url: format!("https://{host}/"), host: host.into(), kind: WebsiteKind::Own };
    let id = website::insert(&mut tx, workspace_id, &new, now()).await.expect("website");
    tx.commit().await.expect("commit");
    id
}

fn message(world: &World, room_id: Uuid, text: &str) -> ChatMessage {
    ChatMessage { id: new_id(), room_id, user_id: world.user_id, message: text.into(), created_at: now() }
}

#[tokio::test]
async fn messages_come_oldest_first_and_by_page() {
    on_each_database(async |world| {
        let room_id = room(&world, world.workspace_id, "example.com").await;
        let other = room(&world, world.workspace_id, "other.com").await;
        for text in ["one", "two", "three"] {
            assert!(chat::insert(&world.db, world.workspace_id, &message(&world, room_id, text)).await.expect("kept"));
        }
        assert!(chat::insert(&world.db, world.workspace_id, &message(&world, other, "elsewhere")).await.expect("kept"));
        let last = chat::list(&world.db, world.workspace_id, room_id, None, 2).await.expect("messages");
        let texts: Vec<&str> = last.iter().map(|message| message.message.as_str()).collect();
        assert_eq!(texts, ["two", "three"], "{}", world.name);
        assert_eq!(last[0].user_name.as_deref(), Some("Ada Example"));
        let before = chat::list(&world.db, world.workspace_id, room_id, Some(last[0].id), 2).await.expect("messages");
        assert_eq!(before.len(), 1);
        assert_eq!(before[0].message, "one");
        world
    })
    .await;
}

#[tokio::test]
async fn a_room_of_another_workspace_takes_and_gives_nothing() {
    on_each_database(async |world| {
        let stranger = add_user(&world.db, "bob@example.com").await;
        let theirs = workspace::list(&world.db, stranger).await.expect("workspaces")[0].id;
        let room_id = room(&world, world.workspace_id, "example.com").await;
        assert!(!chat::insert(&world.db, theirs, &message(&world, room_id, "x")).await.expect("an answer"));
        assert!(chat::insert(&world.db, world.workspace_id, &message(&world, room_id, "y")).await.expect("kept"));
        assert!(chat::list(&world.db, theirs, room_id, None, 9).await.expect("messages").is_empty());
        assert_eq!(chat::workspace_of(&world.db, stranger, room_id).await.expect("an answer"), None);
        let mut tx = world.db.begin().await.expect("a transaction");
        workspace::insert_member(&mut tx, world.workspace_id, stranger, MemberRole::Viewer, now())
            .await
            .expect("member");
        tx.commit().await.expect("commit");
        let found = chat::workspace_of(&world.db, stranger, room_id).await.expect("an answer");
        assert_eq!(found, Some(world.workspace_id));
        world
    })
    .await;
}
