//! What proves who somebody is: single-use tokens, API keys, identity providers, second factors, pictures.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use shared::{
    domain::{
        account_token::TokenPurpose,
        api_key::{Scope, Scopes},
        new_id, now,
        user::Role,
    },
    store::{
        Db, Result,
        account_token::{self, NewToken},
        api_key::{self, NewApiKey},
        avatar, identity, two_factor, user,
    },
};
use uuid::Uuid;

use crate::{
    support::{at, count, hard_texts, hash, is_conflict, other_user, try_within, within},
    world::on_each_database,
};

const END: &str = "2026-04-02T08:00:00Z";

async fn insert_token(db: &Db, user_id: Uuid, byte: u8, purpose: TokenPurpose, end: DateTime<Utc>) {
    let hash = hash(byte);
    let detail = json!({"to": "neu@example.com", "n": byte});
    let new = NewToken { hash: &hash, user_id, purpose, detail, expires_at: end };
    within(db, async |tx| account_token::insert(tx, &new, end - Duration::hours(1)).await).await;
}

async fn take(db: &Db, byte: u8, purpose: TokenPurpose, now: DateTime<Utc>) -> Option<Uuid> {
    within(db, async |tx| account_token::take(tx, &hash(byte), purpose, now).await).await.map(|token| token.user_id)
}

#[tokio::test]
async fn token_is_taken_once_for_its_purpose_before_its_end() {
    on_each_database(|world| async {
        let (db, end) = (&world.db, at(END));
        let just_before = end - Duration::microseconds(1);
        for (n, purpose) in (1_u8..).zip(TokenPurpose::ALL.iter().copied()) {
            insert_token(db, world.user_id, n, purpose, end).await;
            for other in TokenPurpose::ALL.iter().copied().filter(|other| *other != purpose) {
                assert_eq!(take(db, n, other, just_before).await, None, "{}: {purpose} as {other}", world.name);
            }
            assert_eq!(take(db, n, purpose, end).await, None, "at its end");
            let found = account_token::find(db, &hash(n), purpose, just_before).await.expect("find").expect("it");
            assert_eq!(found.detail.0, json!({"to": "neu@example.com", "n": n}));
            assert!(account_token::find(db, &hash(n), purpose, end).await.expect("find").is_none());
            assert_eq!(take(db, n, purpose, just_before).await, Some(world.user_id));
            assert_eq!(take(db, n, purpose, just_before).await, None, "used up");
        }
        world
    })
    .await;
}

#[tokio::test]
async fn token_taken_by_two_callers_goes_to_one_and_comes_back_on_rollback() {
    on_each_database(|world| async {
        let (db, end, purpose) = (&world.db, at(END), TokenPurpose::ResetPassword);
        let before = end - Duration::minutes(1);
        insert_token(db, world.user_id, 1, purpose, end).await;
        let (a, b) = tokio::join!(take(db, 1, purpose, before), take(db, 1, purpose, before));
        assert_eq!(u8::from(a.is_some()) + u8::from(b.is_some()), 1, "{}", world.name);
        insert_token(db, world.user_id, 2, purpose, end).await;
        let mut tx = db.begin().await.expect("a transaction");
        assert!(account_token::take(&mut tx, &hash(2), purpose, before).await.expect("take").is_some());
        drop(tx);
        assert_eq!(take(db, 2, purpose, before).await, Some(world.user_id), "not used up without a commit");
        world
    })
    .await;
}

#[tokio::test]
async fn delete_all_voids_the_tokens_of_one_user_and_purpose() {
    on_each_database(|world| async {
        let (db, end) = (&world.db, at(END));
        let (bob, _) = other_user(&world, "bob@example.com").await;
        insert_token(db, world.user_id, 1, TokenPurpose::ResetPassword, end).await;
        insert_token(db, world.user_id, 2, TokenPurpose::ResetPassword, end + Duration::days(1)).await;
        insert_token(db, world.user_id, 3, TokenPurpose::VerifyEmail, end).await;
        insert_token(db, bob, 4, TokenPurpose::ResetPassword, end).await;
        let purpose = TokenPurpose::ResetPassword;
        within(db, async |tx| account_token::delete_all(tx, world.user_id, purpose).await).await;
        assert_eq!(count(db, "account_tokens", "TRUE").await, 2, "{}", world.name);
        assert_eq!(account_token::delete_ended(db, end).await.expect("delete"), 0, "not yet at its end");
        let later = end + Duration::microseconds(1);
        assert_eq!(account_token::delete_ended(db, later).await.expect("delete"), 2);
        let (twin, user_id) = (hash(9), world.user_id);
        insert_token(db, user_id, 9, purpose, end).await;
        let new = NewToken { hash: &twin, user_id, purpose, detail: json!({}), expires_at: end };
        assert!(is_conflict(&try_within(db, async |tx| account_token::insert(tx, &new, end).await).await));
        world
    })
    .await;
}

async fn insert_key(db: &Db, user_id: Uuid, byte: u8, name: &str, end: Option<DateTime<Utc>>) -> Result<Uuid> {
    let (id, hash) = (new_id(), hash(byte));
    let scopes = [Scope::Write].into_iter().collect::<Scopes>();
    let new = NewApiKey { id, user_id, name, prefix: "ml_1234", hash: &hash, scopes, expires_at: end };
    try_within(db, async |tx| api_key::insert(tx, &new, at("2026-01-01T00:00:00Z")).await).await?;
    Ok(id)
}

#[tokio::test]
async fn api_key_lives_until_its_end_and_while_its_user_may_sign_in() {
    on_each_database(|world| async {
        let (db, end) = (&world.db, at(END));
        let id = insert_key(db, world.user_id, 1, "CI", Some(end)).await.expect("a key");
        let forever = insert_key(db, world.user_id, 2, "ever", None).await.expect("a key");
        let live = async |byte, now| api_key::find_live(db, &hash(byte), now).await.expect("find");
        let found = live(1, end - Duration::microseconds(1)).await.expect("it lives");
        assert_eq!((found.id, found.user_id, found.role), (id, world.user_id, Role::Free), "{}", world.name);
        assert_eq!(found.scopes, [Scope::Read, Scope::Write]);
        assert!(live(1, end).await.is_none(), "at its end");
        assert_eq!(live(2, at("2999-01-01T00:00:00Z")).await.map(|key| key.id), Some(forever));
        assert!(live(3, end).await.is_none());
        within(db, async |tx| user::set_disabled(tx, world.user_id, Some(end)).await).await;
        assert!(live(2, end).await.is_none(), "its user is shut out");
        let taken = insert_key(db, world.user_id, 2, "twin", None).await;
        assert!(is_conflict(&taken), "a hash is unique");
        world
    })
    .await;
}

#[tokio::test]
async fn api_keys_are_listed_touched_and_deleted_by_their_user() {
    on_each_database(|world| async {
        let db = &world.db;
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let mut expected = Vec::new();
        for (n, name) in (1_u8..).zip(hard_texts()) {
            expected.insert(0, (insert_key(db, world.user_id, n, &name, None).await.expect("a key"), name));
        }
        let theirs = insert_key(db, bob, 99, "Bob's", None).await.expect("a key");
        let shown = api_key::list(db, world.user_id).await.expect("list");
        let names: Vec<_> = shown.into_iter().map(|key| (key.id, key.name)).collect();
        assert_eq!(names, expected, "{}: newest first", world.name);
        let moment = at("2026-03-04T05:06:07Z");
        api_key::touch(db, theirs, moment).await.expect("touch");
        let used = api_key::list(db, bob).await.expect("list").remove(0);
        assert_eq!((used.last_used_at, used.prefix.as_str()), (Some(moment), "ml_1234"));
        let delete = async |user, id| within(db, async |tx| api_key::delete(tx, user, id).await).await;
        assert!(!delete(world.user_id, theirs).await, "another user's");
        assert!(delete(bob, theirs).await);
        assert!(!delete(bob, theirs).await, "once");
        assert!(api_key::list(db, bob).await.expect("list").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn identity_belongs_to_one_account_at_each_provider() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let insert = async |issuer: &str, subject: &str, user, moment: &str| {
            let moment = at(moment);
            try_within(db, async |tx| identity::insert(tx, issuer, subject, user, "x@example.com", moment).await).await
        };
        insert("https://b.example", "sub", user, "2026-02-02T00:00:00Z").await.expect("a link");
        insert("https://a.example", "sub", user, "2026-02-02T00:00:00Z").await.expect("another provider");
        insert("https://z.example", "ß-42", user, "2026-02-01T00:00:00Z").await.expect("an older one");
        let taken = insert("https://a.example", "sub", bob, "2026-02-03T00:00:00Z").await;
        assert!(is_conflict(&taken), "{}: {taken:?}", world.name);
        let find =
            async |issuer: &str, subject: &str| within(db, async |tx| identity::find(tx, issuer, subject).await).await;
        assert_eq!(find("https://a.example", "sub").await, Some(user), "the first keeps it");
        assert_eq!(find("https://z.example", "ß-42").await, Some(user));
        assert_eq!(find("https://a.example", "SUB").await, None);
        assert_eq!(find("https://c.example", "sub").await, None);
        let shown = identity::list(db, user).await.expect("list");
        let issuers: Vec<&str> = shown.iter().map(|one| one.issuer.as_str()).collect();
        assert_eq!(issuers, ["https://z.example", "https://a.example", "https://b.example"], "oldest first");
        assert!(identity::list(db, bob).await.expect("list").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn second_factor_setup_can_begin_again_until_it_is_confirmed() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        let moment = at(END);
        assert!(two_factor::find(db, user).await.expect("find").is_none(), "{}", world.name);
        assert!(!within(db, async |tx| two_factor::confirm(tx, user, moment).await).await, "there is none");
        assert!(two_factor::begin(db, user, &hash(1), moment).await.expect("begin"));
        assert!(within(db, async |tx| two_factor::use_step(tx, user, 500).await).await);
        assert!(two_factor::begin(db, user, &hash(2), moment).await.expect("begin"), "again");
        let begun = two_factor::find(db, user).await.expect("find").expect("it");
        assert_eq!((begun.nonce, begun.confirmed_at), (hash(2), None));
        assert!(within(db, async |tx| two_factor::use_step(tx, user, 1).await).await, "steps begin again too");
        let confirm = async || within(db, async |tx| two_factor::confirm(tx, user, moment).await).await;
        let (a, b) = tokio::join!(confirm(), confirm());
        assert!(a != b, "{}: {a} and {b}", world.name);
        assert!(!two_factor::begin(db, user, &hash(3), moment).await.expect("begin"), "it is in use");
        let kept = two_factor::find(db, user).await.expect("find").expect("it");
        assert_eq!((kept.nonce, kept.confirmed_at), (hash(2), Some(moment)));
        world
    })
    .await;
}

#[tokio::test]
async fn time_step_is_used_once_and_never_backwards() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        two_factor::begin(db, user, &hash(1), now()).await.expect("begin");
        let step = async |n| within(db, async |tx| two_factor::use_step(tx, user, n).await).await;
        assert!(step(59_000_000).await, "{}", world.name);
        assert!(!step(59_000_000).await, "the same code");
        assert!(!step(58_999_999).await, "an older code");
        let (a, b) = tokio::join!(step(59_000_001), step(59_000_001));
        assert!(a != b, "{}: {a} and {b}", world.name);
        assert!(!within(db, async |tx| two_factor::use_step(tx, new_id(), 1).await).await);
        world
    })
    .await;
}

#[tokio::test]
async fn recovery_codes_are_used_once_replaced_together_and_deleted_with_the_factor() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        two_factor::begin(db, user, &hash(0), now()).await.expect("begin");
        let set = async |user, codes: &[Vec<u8>]| {
            try_within(db, async |tx| two_factor::set_recovery_codes(tx, user, codes).await).await
        };
        let spend = async |user, code: u8| {
            within(db, async |tx| two_factor::use_recovery_code(tx, user, &hash(code)).await).await
        };
        let left = async |user| two_factor::count_recovery_codes(db, user).await.expect("count");
        set(user, &[hash(1), hash(2), hash(3)]).await.expect("codes");
        set(bob, &[hash(1)]).await.expect("codes: each user has codes of their own");
        let (a, b) = tokio::join!(spend(user, 1), spend(user, 1));
        assert!(a != b, "{}: {a} and {b}", world.name);
        assert_eq!((left(user).await, left(bob).await), (2, 1));
        assert!(!spend(bob, 2).await, "another user's");
        let twice = set(user, &[hash(5), hash(5)]).await;
        assert!(is_conflict(&twice));
        assert!(spend(user, 2).await, "the old ones stay when new ones are refused");
        set(user, &[hash(8)]).await.expect("codes");
        assert!(!spend(user, 3).await, "replaced");
        assert!(within(db, async |tx| two_factor::delete(tx, user).await).await);
        assert!(!within(db, async |tx| two_factor::delete(tx, user).await).await, "once");
        assert_eq!((left(user).await, left(bob).await), (0, 1));
        set(bob, &[]).await.expect("no codes");
        assert_eq!(left(bob).await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn picture_replaces_the_previous_one_and_its_name_is_unique() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let bytes: Vec<u8> = (0..=255).cycle().take(200_000).collect();
        let set = async |user, name: &str, bytes: &[u8]| {
            let url = format!("/avatars/{name}");
            try_within(db, async |tx| avatar::set(tx, user, name, &url, bytes).await).await
        };
        set(user, "first.png", b"1").await.expect("a picture");
        set(user, "second.png", &bytes).await.expect("a picture");
        assert_eq!(avatar::find(db, "first.png").await.expect("find"), None, "{}", world.name);
        assert_eq!(avatar::find(db, "second.png").await.expect("find"), Some(bytes));
        let url = async |user| user::find(db, user).await.expect("find").expect("the account").avatar;
        assert_eq!(url(user).await.as_deref(), Some("/avatars/second.png"));
        let taken = set(bob, "second.png", b"2").await;
        assert!(is_conflict(&taken), "{taken:?}");
        assert_eq!(url(bob).await, None, "refused as a whole");
        within(db, async |tx| avatar::delete(tx, user).await).await;
        within(db, async |tx| avatar::delete(tx, user).await).await;
        assert_eq!((avatar::find(db, "second.png").await.expect("find"), url(user).await), (None, None));
        world
    })
    .await;
}
