//! Workspaces, who is a member, and invitations.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use shared::{
    domain::{
        new_id,
        notification::{NewNotification, NotificationKind},
        now,
        run::RunStatus,
        workspace::MemberRole,
    },
    store::{
        Db, Result,
        import::{self, NewImport},
        member::{self, NewInvite},
        notification, opportunity, run, task,
        webhook::{self, NewWebhook},
        workspace,
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, at, count, hard_texts, hash, is_conflict, literal, other_user, try_within, within},
    world::{World, on_each_database},
};

async fn join(db: &Db, workspace_id: Uuid, user_id: Uuid, role: MemberRole, moment: &str) -> Result<()> {
    let moment = at(moment);
    try_within(db, async |tx| workspace::insert_member(tx, workspace_id, user_id, role, moment).await).await
}

async fn names(db: &Db, user_id: Uuid) -> Vec<(String, bool)> {
    let all = workspace::list(db, user_id).await.expect("workspaces");
    all.into_iter().map(|one| (one.name, one.personal)).collect()
}

fn pair(name: &str, personal: bool) -> (String, bool) {
    (name.to_owned(), personal)
}

#[tokio::test]
async fn list_puts_the_own_personal_workspace_first_and_calls_no_other_personal() {
    on_each_database(|world| async {
        let db = &world.db;
        let (bob, bobs) = other_user(&world, "bob@example.com").await;
        within(db, async |tx| workspace::insert(tx, "Team", false, world.user_id, now()).await).await;
        within(db, async |tx| workspace::set_name(tx, bobs, "Bob's own").await).await;
        join(db, bobs, world.user_id, MemberRole::Editor, "2031-01-01T00:00:00Z").await.expect("a member");
        let expected = [pair("Personal", true), pair("Bob's own", false), pair("Team", false)];
        assert_eq!(names(db, world.user_id).await, expected, "{}", world.name);
        assert_eq!(names(db, bob).await, [pair("Bob's own", true)]);
        let personal = workspace::find_personal(db, world.user_id).await.expect("find").expect("it");
        assert_eq!(personal.id, world.workspace_id);
        assert_eq!(workspace::find_personal(db, new_id()).await.expect("find").map(|one| one.id), None);
        world
    })
    .await;
}

#[tokio::test]
async fn find_returns_a_workspace_to_its_members_only() {
    on_each_database(|world| async {
        let db = &world.db;
        let (bob, bobs) = other_user(&world, "bob@example.com").await;
        let find = async |user, id| workspace::find(db, user, id).await.expect("find").map(|one| one.role);
        assert_eq!(find(world.user_id, bobs).await, None, "{}: not a member", world.name);
        assert_eq!(find(bob, bobs).await, Some(MemberRole::Owner));
        join(db, bobs, world.user_id, MemberRole::Viewer, "2031-01-01T00:00:00Z").await.expect("a member");
        assert_eq!(find(world.user_id, bobs).await, Some(MemberRole::Viewer));
        let twice = join(db, bobs, world.user_id, MemberRole::Owner, "2031-01-02T00:00:00Z").await;
        assert!(is_conflict(&twice));
        assert_eq!(find(world.user_id, bobs).await, Some(MemberRole::Viewer), "the first role stays");
        for name in hard_texts() {
            within(db, async |tx| workspace::set_name(tx, bobs, &name).await).await;
            let found = workspace::find(db, bob, bobs).await.expect("find").expect("it");
            assert_eq!(found.name, name);
        }
        assert_eq!(names(db, world.user_id).await[0], pair("Personal", true), "another one's name stays");
        world
    })
    .await;
}

#[tokio::test]
async fn members_are_listed_in_the_order_of_joining_with_the_founder_marked() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let (eve, _) = other_user(&world, "eve@example.com").await;
        join(db, ws, eve, MemberRole::Editor, "2031-01-01T00:00:00Z").await.expect("a member");
        join(db, ws, bob, MemberRole::Owner, "2031-01-02T00:00:00Z").await.expect("a member");
        let shown = member::list(db, ws).await.expect("list");
        let rows: Vec<_> = shown.iter().map(|one| (one.user_id, one.role, one.is_founder)).collect();
        let ada = (world.user_id, MemberRole::Owner, true);
        assert_eq!(rows, [ada, (eve, MemberRole::Editor, false), (bob, MemberRole::Owner, false)], "{}", world.name);
        let counts = async || {
            within(db, async |tx| Ok((member::count(tx, ws).await?, member::count_owners(tx, ws).await?))).await
        };
        assert_eq!(counts().await, (3, 2));
        within(db, async |tx| member::set_role(tx, ws, bob, MemberRole::Viewer).await).await;
        within(db, async |tx| member::delete(tx, ws, eve).await).await;
        within(db, async |tx| member::delete(tx, ws, new_id()).await).await;
        assert_eq!(counts().await, (2, 1));
        let find = async |workspace, user| {
            within(db, async |tx| member::find_locked(tx, workspace, user).await).await.map(|one| one.role)
        };
        assert_eq!(find(ws, bob).await, Some(MemberRole::Viewer));
        assert_eq!((find(ws, eve).await, find(new_id(), bob).await), (None, None));
        assert!(member::list(db, new_id()).await.expect("list").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn two_owners_who_leave_at_the_same_time_leave_one_owner() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        join(db, ws, bob, MemberRole::Owner, "2031-01-01T00:00:00Z").await.expect("a member");
        let leave = async |user| {
            within(db, async |tx| {
                let found = member::find_locked(tx, ws, user).await?;
                assert!(found.is_some());
                if member::count_owners(tx, ws).await? > 1 {
                    member::delete(tx, ws, user).await?;
                }
                Ok(())
            })
            .await;
        };
        tokio::join!(leave(world.user_id), leave(bob));
        let left = member::list(db, ws).await.expect("list");
        assert_eq!(left.len(), 1, "{}: the lock makes the second see the first's leaving", world.name);
        world
    })
    .await;
}

struct Inviting<'a> {
    world: &'a World,
    workspace_id: Uuid,
    end: DateTime<Utc>,
}

impl Inviting<'_> {
    async fn send(&self, email: &str, byte: u8, role: MemberRole) -> Result<Uuid> {
        let (id, token_hash) = (new_id(), hash(byte));
        let new = NewInvite {
            id,
            workspace_id: self.workspace_id,
            email,
            role,
            token_hash: &token_hash,
            invited_by: self.world.user_id,
            expires_at: self.end,
        };
        let sent = self.end - Duration::days(7);
        try_within(&self.world.db, async |tx| member::insert_invite(tx, &new, sent).await).await?;
        Ok(id)
    }

    async fn shown(&self, now: DateTime<Utc>) -> Vec<Uuid> {
        let all = member::list_invites(&self.world.db, self.workspace_id, now).await.expect("list");
        all.into_iter().map(|one| one.id).collect()
    }

    async fn take(&self, byte: u8, now: DateTime<Utc>) -> Option<Uuid> {
        within(&self.world.db, async |tx| member::take_invite(tx, &hash(byte), now).await).await.map(|one| one.id)
    }
}

#[tokio::test]
async fn invitation_replaces_an_earlier_one_to_the_same_address() {
    on_each_database(|world| async {
        let end = at("2026-05-08T00:00:00Z");
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let ours = Inviting { world: &world, workspace_id: world.workspace_id, end };
        let theirs = Inviting { world: &world, workspace_id: bobs, end };
        let before = end - Duration::microseconds(1);
        ours.send("eve@example.com", 1, MemberRole::Viewer).await.expect("sent");
        let second = ours.send("eve@example.com", 2, MemberRole::Editor).await.expect("sent again");
        let other = ours.send("zoë@exämple.com", 3, MemberRole::Owner).await.expect("sent");
        let foreign = theirs.send("eve@example.com", 4, MemberRole::Viewer).await.expect("sent");
        assert_eq!(ours.shown(before).await, [other, second], "{}: newest first", world.name);
        assert_eq!(theirs.shown(before).await, [foreign]);
        assert!(ours.shown(end).await.is_empty(), "at the end none holds");
        assert_eq!(ours.take(1, before).await, None, "the replaced link is void");
        let taken_hash = ours.send("new@example.com", 4, MemberRole::Viewer).await;
        assert!(is_conflict(&taken_hash));
        let delete = async |ws, id| within(&world.db, async |tx| member::delete_invite(tx, ws, id).await).await;
        assert!(!delete(world.workspace_id, foreign).await, "another workspace's");
        assert!(delete(bobs, foreign).await);
        assert!(!delete(bobs, foreign).await, "once");
        world
    })
    .await;
}

#[tokio::test]
async fn invitation_is_taken_by_one_of_two_and_not_at_its_end() {
    on_each_database(|world| async {
        let end = at("2026-05-08T00:00:00Z");
        let ours = Inviting { world: &world, workspace_id: world.workspace_id, end };
        let before = end - Duration::microseconds(1);
        let first = ours.send("eve@example.com", 1, MemberRole::Viewer).await.expect("sent");
        assert_eq!(ours.take(1, end).await, None, "{}: at its end", world.name);
        let (a, b) = tokio::join!(ours.take(1, before), ours.take(1, before));
        assert_eq!(a.or(b), Some(first));
        assert!(a.is_none() || b.is_none(), "one of two");
        ours.send("eve@example.com", 2, MemberRole::Viewer).await.expect("sent");
        let forget = async |now| member::delete_ended_invites(&world.db, now).await.expect("delete");
        assert_eq!((forget(end).await, forget(end + Duration::microseconds(1)).await), (0, 1));
        world
    })
    .await;
}

/// Gives a workspace a row of everything that goes with it; returns a run that waits and one that is at work.
async fn fill(world: &World, workspace_id: Uuid, user_id: Uuid) -> (Uuid, Uuid) {
    let db = &world.db;
    let site = add_website(db, workspace_id, "site.example").await;
    let new = NewImport { id: new_id(), workspace_id, website_id: Some(site), user_id, file_name: "a.csv".to_owned() };
    import::insert(db, &new, now()).await.expect("import");
    let hook = NewWebhook {
        id: new_id(),
        workspace_id,
        user_id,
        url: "https://example.com/".to_owned(),
        sealed_url: None,
        description: String::new(),
        events: Vec::new(),
        nonce: hash(1),
    };
    webhook::insert(db, &hook, now()).await.expect("webhook");
    let notice = NewNotification::new(NotificationKind::Notice, "info", "title", "message").within(workspace_id);
    let done = task::Task { website_id: Some(site), title: "Done".to_owned(), detail: String::new() };
    within(db, async |tx| {
        notification::insert(tx, user_id, &notice, now()).await?;
        task::insert(tx, workspace_id, user_id, new_id(), &done, now()).await?;
        opportunity::insert(tx, workspace_id, Some(site), &crate::support::opportunity("Do it", 5.0), now()).await
    })
    .await;
    let mut runs = [world.probe(), world.probe()];
    for run in &mut runs {
        (run.workspace_id, run.user_id, run.payload) = (workspace_id, user_id, json!({}));
    }
    run::insert_many(db, &runs).await.expect("runs");
    assert_eq!(world.claim(&[runs[1].id], 10).await.runs.len(), 1);
    (runs[0].id, runs[1].id)
}

#[tokio::test]
async fn delete_takes_everything_of_the_workspace_and_cancels_what_is_at_work() {
    on_each_database(|world| async {
        let db = &world.db;
        let (bob, bobs) = other_user(&world, "bob@example.com").await;
        let (waits, works) = fill(&world, world.workspace_id, world.user_id).await;
        let (waits_too, works_too) = fill(&world, bobs, bob).await;
        let uploads = within(db, async |tx| workspace::delete(tx, world.workspace_id).await).await;
        assert_eq!(uploads.len(), 1, "{}: its upload is named", world.name);
        let (gone, stays) = (literal(db, world.workspace_id), literal(db, bobs));
        for table in ["websites", "imports", "webhooks", "notifications", "tasks", "opportunities", "members"] {
            assert_eq!(count(db, table, &format!("workspace_id = {gone}")).await, 0, "{table}");
            assert_eq!(count(db, table, &format!("workspace_id = {stays}")).await, 1, "{table} of another one");
        }
        assert!(run::find_any(db, waits).await.expect("find").is_none());
        let held = run::find_any(db, works).await.expect("find").expect("its worker still counts it");
        assert!(held.cancel_requested && held.status == RunStatus::Running);
        assert!(run::find_any(db, waits_too).await.expect("find").is_some());
        let untouched = run::find_any(db, works_too).await.expect("find").expect("it");
        assert!(!untouched.cancel_requested);
        assert!(workspace::list(db, world.user_id).await.expect("list").is_empty());
        world
    })
    .await;
}
