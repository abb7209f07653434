//! Accounts: what is unique, what is found, who administers, and what a deletion takes along.

use serde_json::{Map, Value, json};
use shared::{
    domain::{
        Page, new_id, now,
        user::{Role, User},
    },
    store::{
        Db, Result, api_key, avatar, contact, identity,
        mail::{self},
        user::{self, NewUser, ProfileChange},
        workspace,
    },
};
use uuid::Uuid;

use crate::{
    support::{at, count, execute, hard_texts, hash, ids_of_pages, is_conflict, literal, try_within, within},
    world::{add_user, on_each_database},
};

fn new_user(email: &str, first_name: &str, last_name: &str) -> NewUser {
    NewUser {
        id: new_id(),
        email: email.to_owned(),
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        company: Some("Example GmbH".to_owned()),
        role: Role::Free,
        password_hash: Some("$argon2id$v=19$x".to_owned()),
    }
}

async fn insert(db: &Db, new: &NewUser) -> Result<()> {
    try_within(db, async |tx| user::insert(tx, new, now()).await.map(drop)).await
}

async fn find(db: &Db, id: Uuid) -> User {
    user::find(db, id).await.expect("find").expect("the account")
}

async fn emails(db: &Db, search: &str) -> Vec<String> {
    let page: Page<User> = user::page(db, Some(search), None, 100).await.expect("page");
    page.items.into_iter().map(|user| user.email).collect()
}

#[tokio::test]
async fn insert_creates_an_account_on_trial_with_a_personal_workspace() {
    on_each_database(|world| async {
        let created_at = at("2026-02-27T12:00:00.000001Z");
        let new = new_user("grace@example.com", "Grace", "Hopper");
        let events = within(&world.db, async |tx| user::insert(tx, &new, created_at).await).await;
        let types: Vec<&str> = events.iter().map(|event| event.r#type.as_str()).collect();
        assert_eq!(types, ["user:subscription"], "{}", world.name);
        assert_eq!(events[0].payload.0["change"], "trial_started");
        let stored = find(&world.db, new.id).await;
        assert_eq!((stored.name.as_str(), stored.plan.as_str()), ("Grace Hopper", user::TRIAL_PLAN));
        assert_eq!(stored.created_at, created_at, "to the microsecond");
        assert_eq!(stored.trial_ends_at, Some(created_at + user::TRIAL));
        assert_eq!((stored.company.as_deref(), stored.role), (Some("Example GmbH"), Role::Free));
        assert_eq!((stored.email_verified_at, stored.onboarded_at, stored.disabled_at), (None, None, None));
        assert_eq!(stored.preferences.0, json!({}));
        let workspaces = workspace::list(&world.db, new.id).await.expect("workspaces");
        assert_eq!((workspaces.len(), workspaces[0].personal, workspaces[0].name.as_str()), (1, true, "Personal"));
        world
    })
    .await;
}

#[tokio::test]
async fn insert_with_a_taken_address_is_a_conflict_and_leaves_nothing_behind() {
    on_each_database(|world| async {
        let workspaces = count(&world.db, "workspaces", "TRUE").await;
        let twin = new_user("ada@example.com", "Ada", "Two");
        assert!(is_conflict(&insert(&world.db, &twin).await), "{}", world.name);
        assert_eq!(count(&world.db, "workspaces", "TRUE").await, workspaces);
        assert!(user::find(&world.db, twin.id).await.expect("find").is_none());
        let (a, b) = (new_user("race@example.com", "A", ""), new_user("race@example.com", "B", ""));
        let (a, b) = tokio::join!(insert(&world.db, &a), insert(&world.db, &b));
        assert_eq!([&a, &b].iter().filter(|one| one.is_ok()).count(), 1, "one of two wins");
        assert!(is_conflict(&a) || is_conflict(&b), "{}: {a:?} {b:?}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn find_by_email_matches_the_whole_address_only() {
    on_each_database(|world| async {
        let found = user::find_by_email(&world.db, "ada@example.com").await.expect("find").expect("Ada");
        assert_eq!(found.id, world.user_id, "{}", world.name);
        for other in ["", "ada", "ADA@EXAMPLE.COM", "ada@example.co", "%@example.com", "ada@example.com "] {
            assert!(user::find_by_email(&world.db, other).await.expect("find").is_none(), "{other}");
        }
        assert!(user::find(&world.db, new_id()).await.expect("find").is_none());
        world
    })
    .await;
}

#[tokio::test]
async fn profile_keeps_texts_of_every_script_and_length() {
    on_each_database(|world| async {
        for text in hard_texts() {
            let change = ProfileChange { name: Some(text.clone()), last_name: Some(text.clone()), first_name: None };
            user::update_profile(&world.db, world.user_id, &change).await.expect("update");
            let stored = find(&world.db, world.user_id).await;
            assert_eq!((&stored.name, &stored.last_name), (&text, &text), "{}", world.name);
            assert_eq!(stored.first_name, "Ada", "what is not named stays");
        }
        let nobody = ProfileChange { name: Some("Nobody".to_owned()), ..ProfileChange::default() };
        user::update_profile(&world.db, new_id(), &nobody).await.expect("no row");
        assert_eq!(count(&world.db, "users", "name = 'Nobody'").await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn page_searches_addresses_and_names_and_takes_wildcards_literally() {
    on_each_database(|world| async {
        for (email, first) in [
            ("a_b@example.com", "Under"),
            ("axb@example.com", "Plain"),
            ("100%@example.com", "Percent"),
            ("back\\slash@example.com", "Slash"),
            ("zoe@example.com", "MIXED Case"),
        ] {
            insert(&world.db, &new_user(email, first, "")).await.expect("insert");
        }
        assert_eq!(emails(&world.db, "a_b").await, ["a_b@example.com"], "{}", world.name);
        assert_eq!(emails(&world.db, "%").await, ["100%@example.com"]);
        assert_eq!(emails(&world.db, "\\").await, ["back\\slash@example.com"]);
        assert_eq!(emails(&world.db, "mixed c").await, ["zoe@example.com"], "names in any case");
        assert_eq!(emails(&world.db, "example.com").await.len(), 6);
        assert!(emails(&world.db, "' OR 1=1 --").await.is_empty());
        assert_eq!(emails(&world.db, "").await.len(), 6, "an empty search finds all");
        world
    })
    .await;
}

#[tokio::test]
async fn page_shows_every_account_once_while_others_sign_up() {
    on_each_database(|world| async {
        let mut expected = vec![world.user_id];
        for n in 0..6 {
            expected.push(add_user(&world.db, &format!("user{n}@example.com")).await);
        }
        expected.reverse();
        let mut joined = 0;
        let seen = ids_of_pages(
            async |before| {
                let page = user::page(&world.db, None, before, 3).await.expect("page");
                joined += 1;
                add_user(&world.db, &format!("late{joined}@example.com")).await;
                page
            },
            |user| user.id,
        )
        .await;
        assert_eq!(seen, expected, "{}", world.name);
        let all = user::list(&world.db).await.expect("list");
        assert_eq!(all.len(), expected.len() + joined);
        assert!(all.windows(2).all(|pair| pair[0].id < pair[1].id), "oldest first");
        world
    })
    .await;
}

fn set(key: &'static str, value: Value) -> impl FnOnce(Map<String, Value>) -> Option<Map<String, Value>> + Send {
    move |mut preferences| {
        preferences.insert(key.to_owned(), value);
        Some(preferences)
    }
}

#[tokio::test]
async fn preferences_changed_at_the_same_time_are_all_kept() {
    on_each_database(|world| async {
        let (db, id) = (&world.db, world.user_id);
        let keys = ["a", "b", "c", "d", "e"];
        let writes = keys.map(|key| user::update_preferences(db, id, set(key, json!({"is": [1, null, "ü"]}))));
        for written in futures::future::join_all(writes).await {
            assert!(written.expect("update").is_some(), "{}", world.name);
        }
        let stored = find(db, id).await.preferences.0;
        let names: Vec<&String> = stored.as_object().expect("an object").keys().collect();
        assert_eq!(names, keys, "{}: no write is lost", world.name);
        let refused = user::update_preferences(db, id, |_| None).await.expect("update");
        assert_eq!(refused, None);
        assert_eq!(find(db, id).await.preferences.0, stored, "a refused change changes nothing");
        let nobody = user::update_preferences(db, new_id(), set("a", json!(1))).await.expect("update");
        assert_eq!(nobody, None);
        world
    })
    .await;
}

#[tokio::test]
async fn verify_email_counts_once_and_for_the_current_address_only() {
    on_each_database(|world| async {
        let (db, id) = (&world.db, world.user_id);
        let first = at("2026-05-01T10:00:00Z");
        let verify = async |email: &str, now| within(db, async |tx| user::verify_email(tx, id, email, now).await).await;
        assert!(!verify("old@example.com", first).await, "{}: another address", world.name);
        assert!(verify("ada@example.com", first).await);
        assert!(!verify("ada@example.com", now()).await, "proved before");
        assert_eq!(find(db, id).await.email_verified_at, Some(first));
        add_user(db, "bob@example.com").await;
        let taken = try_within(db, async |tx| user::set_email(tx, id, "bob@example.com", now()).await).await;
        assert!(is_conflict(&taken));
        assert_eq!(find(db, id).await.email, "ada@example.com");
        let second = at("2026-05-02T10:00:00Z");
        within(db, async |tx| user::set_email(tx, id, "countess@example.com", second).await).await;
        let stored = find(db, id).await;
        assert_eq!((stored.email.as_str(), stored.email_verified_at), ("countess@example.com", Some(second)));
        world
    })
    .await;
}

#[tokio::test]
async fn onboarding_ends_once_and_passwords_are_set_and_cleared() {
    on_each_database(|world| async {
        let (db, id) = (&world.db, world.user_id);
        let first = at("2026-05-01T10:00:00Z");
        user::complete_onboarding(db, id, first).await.expect("onboarding");
        user::complete_onboarding(db, id, now()).await.expect("onboarding");
        assert_eq!(find(db, id).await.onboarded_at, Some(first), "{}", world.name);
        let other = add_user(db, "bob@example.com").await;
        within(db, async |tx| user::set_password(tx, id, "$argon2id$new").await).await;
        assert_eq!(find(db, id).await.password_hash.as_deref(), Some("$argon2id$new"));
        assert_eq!(find(db, other).await.password_hash, None, "another account's stays");
        within(db, async |tx| user::clear_password(tx, id).await).await;
        assert_eq!(find(db, id).await.password_hash, None);
        world
    })
    .await;
}

#[tokio::test]
async fn administrators_are_counted_without_the_disabled_and_without_oneself() {
    on_each_database(|world| async {
        let (db, ada) = (&world.db, world.user_id);
        let would_be_nobody = async |id| within(db, async |tx| user::would_leave_nobody_in_charge(tx, id).await).await;
        assert!(!would_be_nobody(ada).await, "{}: nobody else is there", world.name);
        let bob = add_user(db, "bob@example.com").await;
        within(db, async |tx| user::set_role(tx, ada, Role::Admin).await).await;
        assert!(would_be_nobody(ada).await, "Bob administers nothing");
        within(db, async |tx| user::set_role(tx, bob, Role::Admin).await).await;
        assert!(!would_be_nobody(ada).await);
        assert_eq!(within(db, async |tx| user::count_other_administrators(tx, ada).await).await, 1);
        assert_eq!(contact::administrators(db).await.expect("list"), ["ada@example.com", "bob@example.com"]);
        within(db, async |tx| user::set_disabled(tx, bob, Some(now())).await).await;
        assert!(would_be_nobody(ada).await, "Bob cannot sign in");
        assert_eq!(contact::administrators(db).await.expect("list"), ["ada@example.com"]);
        within(db, async |tx| user::set_disabled(tx, bob, None).await).await;
        assert_eq!(find(db, bob).await.disabled_at, None);
        assert!(!would_be_nobody(ada).await);
        world
    })
    .await;
}

#[tokio::test]
async fn none_yet_locked_lets_only_the_first_of_two_accounts_in() {
    on_each_database(|world| async {
        let db = &world.db;
        assert!(!user::none_yet(db).await.expect("none yet"), "{}: Ada is there", world.name);
        within(db, async |tx| user::delete(tx, world.user_id).await).await;
        assert!(user::none_yet(db).await.expect("none yet"));
        let sign_up = async |email: &str| {
            within(db, async |tx| {
                let is_first = user::none_yet_locked(tx).await?;
                user::insert(tx, &new_user(email, "", ""), now()).await?;
                Ok(is_first)
            })
            .await
        };
        let (a, b) = tokio::join!(sign_up("a@example.com"), sign_up("b@example.com"));
        assert!(a != b, "{}: one of two is the first, not {a} and {b}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn delete_takes_what_is_the_users_own_and_leaves_others_alone() {
    on_each_database(|world| async {
        let (db, ada) = (&world.db, world.user_id);
        let bob = add_user(db, "bob@example.com").await;
        for (id, byte) in [(ada, 1_u8), (bob, 2)] {
            let (hash, email) = (hash(byte), format!("{byte}@idp.example"));
            let key = api_key::NewApiKey {
                id: new_id(),
                user_id: id,
                name: "key",
                prefix: "ml_",
                hash: &hash,
                scopes: shared::domain::api_key::Scopes::ALL,
                expires_at: None,
            };
            within(db, async |tx| api_key::insert(tx, &key, now()).await).await;
            within(db, async |tx| identity::insert(tx, "https://idp", &email, id, &email, now()).await).await;
            within(db, async |tx| avatar::set(tx, id, &email, "/avatar", b"png").await).await;
        }
        for email in ["ada@example.com", "bob@example.com"] {
            let letter = shared::mail::Letter::about("Hello").say("Hello.").to(email);
            within(db, async |tx| mail::insert(tx, &letter, now()).await).await;
        }
        within(db, async |tx| user::delete(tx, ada).await).await;
        assert!(user::find(db, ada).await.expect("find").is_none(), "{}", world.name);
        for table in ["api_keys", "identities", "avatars", "members", "events", "event_counters"] {
            let (gone, stays) = (literal(db, ada), literal(db, bob));
            assert_eq!(count(db, table, &format!("user_id = {gone}")).await, 0, "{table}");
            assert!(count(db, table, &format!("user_id = {stays}")).await > 0, "{table} of another account");
        }
        let mails = mail::list(db, None, 10).await.expect("mails").items;
        assert_eq!(mails.iter().map(|mail| mail.recipient.as_str()).collect::<Vec<_>>(), ["bob@example.com"]);
        world
    })
    .await;
}

#[tokio::test]
async fn count_possessions_leaves_out_samples_archives_and_foreign_workspaces() {
    on_each_database(|world| async {
        let db = &world.db;
        let count =
            async |user| user::count_possessions(db, user).await.map(|own| (own.sites, own.insights)).expect("count");
        assert_eq!(count(world.user_id).await, (0, 0), "{}", world.name);
        let own = crate::support::add_website(db, world.workspace_id, "own.example").await;
        let archived = crate::support::add_website(db, world.workspace_id, "old.example").await;
        let sample = crate::support::add_website(db, world.workspace_id, "sample.example").await;
        let (_, foreign) = crate::support::other_user(&world, "bob@example.com").await;
        crate::support::add_website(db, foreign, "foreign.example").await;
        execute(db, &format!("UPDATE websites SET kind = 'sample' WHERE id = {}", literal(db, sample))).await;
        execute(db, &format!("UPDATE websites SET archived_at = created_at WHERE id = {}", literal(db, archived)))
            .await;
        assert_eq!(count(world.user_id).await, (1, 0), "{own}");
        assert_eq!(count(new_id()).await, (0, 0));
        world
    })
    .await;
}
