//! What operators and the fleet need: switches, leases, workers, tasks, messages, mails, the audit log, copies.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use shared::{
    domain::{mail::MailStatus, new_id, now, run::Lane},
    mail::Letter,
    store::{
        Db,
        audit::{self, Action, NewAudit},
        contact::{self, NewMessage},
        kill_switch::{self, Scope},
        lease, mail,
        task::{self, Task},
        upkeep,
        worker::{self, WorkerRow},
    },
};
use uuid::Uuid;

use crate::{
    support::{at, count, hard_texts, ids_of_pages, is_conflict, other_user, try_within, within},
    world::on_each_database,
};

async fn throw(db: &Db, scope: Scope, is_on: bool, reason: &str) {
    within(db, async |tx| kill_switch::set(tx, scope, is_on, reason, None, at("2026-05-01T00:00:00Z")).await).await;
}

async fn is_stopped(db: &Db, ws: Uuid) -> bool {
    within(db, async |tx| kill_switch::is_stopped(tx, ws, now()).await).await
}

#[tokio::test]
async fn kill_switch_stops_its_workspace_and_the_operators_stops_all() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let own = Scope::Workspace(ws);
        assert!(kill_switch::find(db, own).await.expect("find").is_none(), "{}: never thrown", world.name);
        assert!(!kill_switch::find(db, Scope::Operator).await.expect("find").expect("always there").is_on);
        assert!(!is_stopped(db, ws).await);
        assert!(!kill_switch::find(db, own).await.expect("find").expect("asked for").is_on);
        for reason in hard_texts() {
            throw(db, own, true, &reason).await;
            let stored = kill_switch::find(db, own).await.expect("find").expect("it");
            assert_eq!((stored.is_on, stored.reason, stored.changed_by), (true, reason, None));
            assert_eq!(stored.changed_at, at("2026-05-01T00:00:00Z"));
        }
        assert_eq!((is_stopped(db, ws).await, is_stopped(db, bobs).await), (true, false));
        throw(db, Scope::Operator, true, "maintenance").await;
        throw(db, own, false, "").await;
        assert_eq!((is_stopped(db, ws).await, is_stopped(db, bobs).await), (true, true), "the operator's holds");
        throw(db, Scope::Operator, false, "").await;
        assert_eq!((is_stopped(db, ws).await, is_stopped(db, bobs).await), (false, false));
        world
    })
    .await;
}

#[tokio::test]
async fn kill_switch_waits_for_the_step_that_is_being_written() {
    on_each_database(|world| async {
        for scope in [Scope::Workspace(world.workspace_id), Scope::Operator] {
            let mut step = world.db.begin().await.expect("a transaction");
            assert!(!kill_switch::is_stopped(&mut step, world.workspace_id, now()).await.expect("asked"));
            let db = world.db.clone();
            let thrown = tokio::spawn(async move { throw(&db, scope, true, "stop").await });
            tokio::time::sleep(std::time::Duration::from_millis(150)).await;
            assert!(!thrown.is_finished(), "{}: {scope:?}", world.name);
            step.commit().await.expect("the step");
            thrown.await.expect("then it is thrown");
            assert!(is_stopped(&world.db, world.workspace_id).await);
            throw(&world.db, scope, false, "").await;
        }
        world
    })
    .await;
}

#[tokio::test]
async fn lease_has_one_holder_until_it_is_over_or_given_back() {
    on_each_database(|world| async {
        let (db, start) = (&world.db, at("2026-05-01T00:00:00Z"));
        let (a, b) = (new_id(), new_id());
        let end = start + Duration::seconds(10);
        let hold =
            async |name: &str, holder, now, until| lease::hold(db, name, holder, now, until).await.expect("hold");
        let (first, second) = tokio::join!(hold("x", a, start, end), hold("x", b, start, end));
        assert!(first != second, "{}: one of two", world.name);
        let (holder, other) = if first { (a, b) } else { (b, a) };
        assert!(hold("y", other, start, end).await, "another lease");
        assert!(!hold("x", other, end, end + Duration::seconds(10)).await, "at its end it still holds");
        let longer = end + Duration::seconds(10);
        assert!(hold("x", holder, end, longer).await, "extended");
        assert!(!hold("x", other, longer, longer + Duration::seconds(10)).await);
        assert!(hold("x", other, longer + Duration::microseconds(1), longer + Duration::seconds(10)).await, "over");
        assert!(!hold("x", holder, longer + Duration::seconds(1), longer + Duration::seconds(10)).await, "lost");
        lease::release(db, "x", holder).await.expect("release");
        assert!(!hold("x", holder, longer + Duration::seconds(1), longer + Duration::seconds(10)).await, "not its own");
        lease::release(db, "x", other).await.expect("release");
        assert!(hold("x", holder, start, end).await, "given back");
        world
    })
    .await;
}

#[tokio::test]
async fn workers_are_listed_while_they_are_heard_of() {
    on_each_database(|world| async {
        let (db, start) = (&world.db, at("2026-05-01T00:00:00Z"));
        let row = |host: &str, heard| WorkerRow {
            id: new_id(),
            host: host.to_owned(),
            pid: i64::from(u32::MAX),
            lanes: vec![Lane::Interactive, Lane::Batch],
            slots: 8,
            busy: 0,
            started_at: start,
            heartbeat_at: heard,
        };
        let old = row("höst-1", start);
        let young = WorkerRow { started_at: start + Duration::seconds(1), lanes: Vec::new(), ..row("host-2", start) };
        for worker in [&young, &old] {
            worker::heartbeat(db, worker).await.expect("heartbeat");
        }
        let heard = start + Duration::seconds(5);
        let beat = WorkerRow { busy: 3, slots: 99, heartbeat_at: heard, ..old.clone() };
        worker::heartbeat(db, &beat).await.expect("heartbeat");
        let listed = async |since| worker::list(db, since).await.expect("list");
        let hosts: Vec<String> = listed(start).await.into_iter().map(|one| one.host).collect();
        assert_eq!(hosts, ["höst-1", "host-2"], "{}: oldest first", world.name);
        let alive = listed(heard).await;
        assert_eq!((alive.len(), alive[0].busy, alive[0].slots), (1, 3, 8), "only what changes is changed");
        assert_eq!(
            (alive[0].lanes.as_slice(), alive[0].pid),
            (&[Lane::Interactive, Lane::Batch][..], i64::from(u32::MAX))
        );
        assert!(listed(heard + Duration::microseconds(1)).await.is_empty());
        worker::forget(db, new_id(), start).await.expect("forget");
        assert_eq!(listed(start).await.len(), 2, "none is older than the moment");
        worker::forget(db, old.id, start + Duration::microseconds(1)).await.expect("forget");
        assert!(listed(start).await.is_empty(), "the one that stopped and the one that fell silent");
        world
    })
    .await;
}

#[tokio::test]
async fn tasks_are_found_and_deleted_by_their_workspace_only() {
    on_each_database(|world| async {
        let (db, ws, user) = (&world.db, world.workspace_id, world.user_id);
        for text in hard_texts() {
            let (id, site) = (new_id(), new_id());
            let done = Task { website_id: Some(site), title: text.clone(), detail: text.clone() };
            let insert = async || try_within(db, async |tx| task::insert(tx, ws, user, id, &done, now()).await).await;
            insert().await.expect("a task");
            assert!(is_conflict(&insert().await), "{}: done once", world.name);
            let find = async |ws| task::find(db, ws, id).await.expect("find");
            let stored = find(ws).await.expect("it");
            assert_eq!((stored.title, stored.detail, stored.website_id), (text.clone(), text, Some(site)));
            assert!(find(new_id()).await.is_none());
            within(db, async |tx| task::delete(tx, new_id(), id).await).await;
            assert!(find(ws).await.is_some(), "another workspace deletes nothing");
            within(db, async |tx| task::delete(tx, ws, id).await).await;
            assert!(find(ws).await.is_none());
        }
        world
    })
    .await;
}

#[tokio::test]
async fn mails_are_sent_in_order_claimed_by_one_and_emptied_once_sent() {
    on_each_database(|world| async {
        let (db, start) = (&world.db, at("2026-05-01T00:00:00Z"));
        for n in [2, 0, 1] {
            let letter = Letter::about(format!("{n}")).say("Secret link").to("zoë@example.com");
            let written = start + Duration::milliseconds(n);
            within(db, async |tx| mail::insert(tx, &letter, written).await).await;
        }
        let due = async |now, limit| mail::due(db, now, limit).await.expect("due");
        let subjects = async |now| due(now, 10).await.into_iter().map(|mail| mail.subject).collect::<Vec<_>>();
        assert_eq!(subjects(start).await, ["0"], "{}", world.name);
        let now = start + Duration::seconds(1);
        assert_eq!(subjects(now).await, ["0", "1", "2"], "longest waiting first");
        assert_eq!(due(now, 1).await.len(), 1);
        let first = due(now, 1).await.remove(0).id;
        let until = now + Duration::minutes(5);
        let claim = async |now| mail::claim(db, first, now, until).await.expect("claim");
        let (a, b) = tokio::join!(claim(now), claim(now));
        assert!(a != b, "{}: one of two", world.name);
        assert_eq!(subjects(until - Duration::microseconds(1)).await, ["1", "2"]);
        assert!(claim(until).await, "its postman has died");
        mail::mark_failed(db, first, "greylisted", Some(until)).await.expect("failed");
        let all = mail::list(db, None, 10).await.expect("list").items;
        let tried = all.iter().find(|mail| mail.id == first).expect("it");
        assert_eq!(
            (tried.status, tried.attempts, tried.error.as_deref()),
            (MailStatus::Waiting, 2, Some("greylisted"))
        );
        mail::mark_sent(db, first, until).await.expect("sent");
        let [second, third] = [all[1].id, all[0].id].map(|id| if id == first { all[2].id } else { id });
        mail::mark_kept(db, second).await.expect("kept");
        mail::mark_failed(db, third, "no such box", None).await.expect("failed");
        assert!(subjects(at("2999-01-01T00:00:00Z")).await.is_empty());
        for kept in mail::list(db, None, 10).await.expect("list").items {
            let is_sent = kept.id == first;
            assert_eq!(
                kept.body_text.is_empty() && kept.body_html.is_empty(),
                is_sent,
                "{}: links are secrets",
                world.name
            );
            assert_eq!((kept.sent_at.is_some(), kept.status == MailStatus::Sent), (is_sent, is_sent));
        }
        world
    })
    .await;
}

#[tokio::test]
async fn mails_are_listed_once_each_and_deleted_when_they_are_done_with() {
    on_each_database(|world| async {
        let (db, cut) = (&world.db, at("2026-05-01T00:00:00Z"));
        let write = async |written: DateTime<Utc>| {
            let letter = Letter::about("Hello").say("Hello").to("ada@example.com");
            within(db, async |tx| mail::insert(tx, &letter, written).await).await;
        };
        for micros in [-2, -1, 0, 1, 2] {
            write(cut + Duration::microseconds(micros)).await;
        }
        let expected: Vec<Uuid> =
            mail::list(db, None, 10).await.expect("list").items.iter().map(|one| one.id).collect();
        let shown = ids_of_pages(
            async |before| {
                let page = mail::list(db, before, 2).await.expect("list");
                write(now()).await;
                page
            },
            |mail| mail.id,
        )
        .await;
        assert_eq!(shown, expected, "{}: newest first", world.name);
        assert_eq!(mail::delete_older(db, cut).await.expect("delete"), 0, "all wait");
        for id in &expected {
            mail::mark_kept(db, *id).await.expect("kept");
        }
        assert_eq!(mail::delete_older(db, cut).await.expect("delete"), 2);
        world
    })
    .await;
}

async fn log(db: &Db, user_id: Option<Uuid>, action: Action, moment: &str) {
    let line = NewAudit { user_id, action, address: "192.0.2.1", user_agent: "curl/8", detail: json!({"n": 1}) };
    within(db, async |tx| audit::insert(tx, &line, at(moment)).await).await;
}

#[tokio::test]
async fn audit_log_shows_lines_of_one_user_or_of_all_once_each() {
    on_each_database(|world| async {
        let (db, ada) = (&world.db, world.user_id);
        for (n, text) in hard_texts().into_iter().enumerate() {
            let user_id = (n % 2 == 0).then_some(ada);
            let detail = json!({"text": text});
            let line = NewAudit { user_id, action: Action::SignInRefused, address: &text, user_agent: &text, detail };
            within(db, async |tx| audit::insert(tx, &line, at("2026-05-01T00:00:00.5Z")).await).await;
        }
        let all = audit::list(db, None, None, 10).await.expect("list").items;
        let texts: Vec<String> = all.iter().rev().map(|line| line.user_agent.clone()).collect();
        assert_eq!(texts, hard_texts(), "{}: newest first", world.name);
        assert!(all.iter().all(|line| line.detail.0["text"] == line.address && line.action == "session.refused"));
        assert_eq!(all[0].at, at("2026-05-01T00:00:00.5Z"));
        let mine = ids_of_pages(
            async |before| {
                let page = audit::list(db, Some(ada), before, 1).await.expect("list");
                log(db, Some(ada), Action::SignedIn, "2026-05-02T00:00:00Z").await;
                page
            },
            |line| line.id,
        )
        .await;
        let expected: Vec<Uuid> = all.iter().filter(|line| line.user_id == Some(ada)).map(|line| line.id).collect();
        assert_eq!(mine, expected);
        assert!(audit::list(db, Some(new_id()), None, 10).await.expect("list").items.is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn days_seen_are_days_of_utc_on_which_the_user_came() {
    on_each_database(|world| async {
        let (db, ada) = (&world.db, world.user_id);
        for (action, moment) in [
            (Action::Registered, "2026-01-01T00:00:00Z"),
            (Action::Seen, "2026-01-31T23:59:59.999999Z"),
            (Action::SignedIn, "2026-02-01T00:00:00Z"),
            (Action::Seen, "2026-02-01T12:00:00.1Z"),
            (Action::SignInRefused, "2026-03-01T00:00:00Z"),
            (Action::SignedOut, "2026-03-02T00:00:00Z"),
            (Action::Seen, "2024-02-29T05:00:00Z"),
        ] {
            log(db, Some(ada), action, moment).await;
        }
        log(db, None, Action::Seen, "2026-04-01T00:00:00Z").await;
        let days = audit::days_seen(db, ada).await.expect("days");
        let days: Vec<String> = days.iter().map(ToString::to_string).collect();
        assert_eq!(days, ["2026-02-01", "2026-01-31", "2026-01-01", "2024-02-29"], "{}: newest first", world.name);
        assert!(audit::days_seen(db, new_id()).await.expect("days").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn messages_of_visitors_are_stored_as_they_were_written() {
    on_each_database(|world| async {
        let db = &world.db;
        for text in hard_texts() {
            let message = NewMessage { name: &text, email: &text, message: &text, address: "2001:db8::1" };
            within(db, async |tx| contact::insert(tx, &message, now()).await).await;
        }
        assert_eq!(count(db, "contact_messages", "LENGTH(message) = 100000").await, 1, "{}", world.name);
        assert_eq!(count(db, "contact_messages", "name LIKE '%DROP TABLE%' AND address = '2001:db8::1'").await, 1);
        let page = contact::list(db, None, 2).await.expect("messages");
        let next = page.next_cursor.as_deref().and_then(|cursor| cursor.parse().ok());
        let rest = contact::list(db, next, 100).await.expect("messages");
        assert_eq!((page.items.len(), rest.items.len()), (2, hard_texts().len() - 2), "{}", world.name);
        let (newest, kept) = (&page.items[0], &page.items[1]);
        assert_eq!(newest.message, hard_texts().last().expect("a text").clone());
        assert!(contact::delete(db, newest.id).await.expect("deleted"));
        assert!(!contact::delete(db, newest.id).await.expect("gone"));
        assert_eq!(contact::list(db, None, 1).await.expect("messages").items[0].id, kept.id);
        assert!(contact::administrators(db).await.expect("list").is_empty(), "nobody administers it yet");
        world
    })
    .await;
}

#[tokio::test]
async fn database_reports_its_kind_its_schema_and_its_damages() {
    on_each_database(|world| async {
        let db = &world.db;
        db.ping().await.expect("it answers");
        let (known, applied) = db.schema_versions().await.expect("versions");
        assert_eq!(applied, Some(known), "{}: up to date", world.name);
        assert!(!upkeep::is_empty(db).await.expect("asked"));
        let facts = upkeep::postgres_facts(db).await.expect("asked");
        let Db::Sqlite(sqlite) = db else {
            let facts = facts.expect("PostgreSQL");
            assert!(facts.version >= 130_000 && facts.max_connections > 0, "{facts:?}");
            assert!((facts.clock - now()).abs() < Duration::minutes(1), "the same machine's clock");
            return world;
        };
        assert!(facts.is_none());
        assert_eq!(sqlite.damages().await.expect("a look at the file"), Vec::<String>::new());
        let copy = std::env::temp_dir().join(format!("motherlode-copy-{}.db", new_id()));
        sqlite.copy_into(&copy).await.expect("a copy");
        assert!(sqlite.copy_into(&copy).await.is_err(), "a file that exists is not overwritten");
        let opened = Db::open_sqlite(&copy, shared::store::Durability::ProcessEnd).await.expect("the copy opens");
        let found = shared::store::user::find(&opened, world.user_id).await.expect("find");
        assert_eq!(found.map(|user| user.email).as_deref(), Some("ada@example.com"));
        opened.close().await;
        std::fs::remove_file(copy).expect("the copy goes");
        world
    })
    .await;
}
