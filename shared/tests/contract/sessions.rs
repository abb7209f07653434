//! Sessions and the families of their refresh tokens.

use chrono::{DateTime, Duration, Utc};
use shared::{
    domain::{new_id, user::Role},
    store::{
        Db,
        session::{self, NewSession},
        user,
    },
};
use uuid::Uuid;

use crate::{
    support::{at, count, hash, ids, is_conflict, other_user, try_within, within},
    world::on_each_database,
};

const START: &str = "2026-04-01T08:00:00Z";

fn new_session(user_id: Uuid, cookie: u8, expires_at: DateTime<Utc>) -> NewSession {
    NewSession {
        id: new_id(),
        user_id,
        cookie_hash: hash(cookie),
        user_agent: "Mozilla/5.0 (Zoë's 📱)".to_owned(),
        address: "2001:db8::1".to_owned(),
        expires_at,
    }
}

async fn insert(db: &Db, new: &NewSession) -> Uuid {
    within(db, async |tx| session::insert(tx, new, at(START)).await).await;
    new.id
}

async fn is_live(db: &Db, id: Uuid, now: DateTime<Utc>) -> bool {
    session::find_live(db, id, now).await.expect("find").is_some()
}

#[tokio::test]
async fn session_lives_until_the_moment_of_its_expiry() {
    on_each_database(|world| async {
        // Fractions of every length: texts must compare as times do.
        for (n, end) in (1_u8..).zip([
            "2026-04-02T08:00:00Z",
            "2026-04-02T08:00:00.100Z",
            "2026-04-02T08:00:00.100001Z",
            "2026-04-02T08:00:00.999999Z",
        ]) {
            let end = at(end);
            let id = insert(&world.db, &new_session(world.user_id, n, end)).await;
            let before = end - Duration::microseconds(1);
            assert!(is_live(&world.db, id, before).await, "{}: {before}", world.name);
            assert!(!is_live(&world.db, id, end).await, "{}: {end}", world.name);
            let by_cookie = async |now| session::find_by_cookie(&world.db, &hash(n), now).await.expect("find");
            assert_eq!(by_cookie(before).await.map(|live| live.id), Some(id));
            assert!(by_cookie(end).await.is_none());
            assert!(by_cookie(end + Duration::milliseconds(1)).await.is_none());
        }
        assert!(session::find_by_cookie(&world.db, &hash(99), at(START)).await.expect("find").is_none());
        assert!(session::find_by_cookie(&world.db, b"", at(START)).await.expect("find").is_none());
        world
    })
    .await;
}

#[tokio::test]
async fn live_session_carries_the_users_present_role_and_ends_with_a_disabled_account() {
    on_each_database(|world| async {
        let (db, now) = (&world.db, at(START));
        let id = insert(db, &new_session(world.user_id, 1, now + Duration::days(1))).await;
        let role = async || session::find_live(db, id, now).await.expect("find").map(|live| live.role);
        assert_eq!(role().await, Some(Role::Free), "{}", world.name);
        within(db, async |tx| user::set_role(tx, world.user_id, Role::Admin).await).await;
        assert_eq!(role().await, Some(Role::Admin));
        within(db, async |tx| user::set_disabled(tx, world.user_id, Some(now)).await).await;
        assert_eq!(role().await, None, "shut out");
        within(db, async |tx| user::set_disabled(tx, world.user_id, None).await).await;
        assert_eq!(role().await, Some(Role::Admin), "let in again");
        world
    })
    .await;
}

#[tokio::test]
async fn touch_moves_the_expiry_of_a_session_that_was_not_revoked() {
    on_each_database(|world| async {
        let (db, start) = (&world.db, at(START));
        let id = insert(db, &new_session(world.user_id, 1, start + Duration::hours(1))).await;
        let later = start + Duration::minutes(30);
        within(db, async |tx| session::touch(tx, id, later, later + Duration::hours(1)).await).await;
        let live = session::find_live(db, id, start + Duration::minutes(70)).await.expect("find").expect("it lives");
        assert_eq!(live.last_seen_at, later, "{}", world.name);
        assert!(within(db, async |tx| session::revoke(tx, world.user_id, id, later).await).await);
        within(db, async |tx| session::touch(tx, id, later, later + Duration::days(9)).await).await;
        assert!(!is_live(db, id, later).await, "a touch revives nothing");
        world
    })
    .await;
}

#[tokio::test]
async fn revoke_ends_a_session_of_its_user_once() {
    on_each_database(|world| async {
        let (db, now) = (&world.db, at(START));
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let id = insert(db, &new_session(world.user_id, 1, now + Duration::days(1))).await;
        let revoke = async |user, id| within(db, async |tx| session::revoke(tx, user, id, now).await).await;
        assert!(!revoke(bob, id).await, "{}: another user's", world.name);
        assert!(!revoke(world.user_id, new_id()).await);
        assert!(is_live(db, id, now).await);
        assert!(revoke(world.user_id, id).await);
        assert!(!revoke(world.user_id, id).await, "once");
        assert!(!is_live(db, id, now).await);
        assert!(session::list(db, world.user_id, now).await.expect("list").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn list_shows_the_users_live_sessions_newest_first() {
    on_each_database(|world| async {
        let (db, now) = (&world.db, at(START));
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let mut expected = Vec::new();
        for n in 1..=3 {
            expected.insert(0, insert(db, &new_session(world.user_id, n, now + Duration::hours(i64::from(n)))).await);
        }
        insert(db, &new_session(bob, 9, now + Duration::days(1))).await;
        let shown = session::list(db, world.user_id, now).await.expect("list");
        assert_eq!(shown.iter().map(|one| one.id).collect::<Vec<_>>(), expected, "{}", world.name);
        assert_eq!(shown[0].user_agent, "Mozilla/5.0 (Zoë's 📱)");
        assert_eq!((shown[0].created_at, shown[0].last_seen_at), (now, now));
        let later = session::list(db, world.user_id, now + Duration::hours(2)).await.expect("list");
        assert_eq!(later.iter().map(|one| one.id).collect::<Vec<_>>(), expected[..1], "two have ended");
        assert!(session::list(db, new_id(), now).await.expect("list").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn revoke_others_keeps_one_or_none() {
    on_each_database(|world| async {
        let (db, now) = (&world.db, at(START));
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let mut mine = Vec::new();
        for n in 1..=3 {
            mine.push(insert(db, &new_session(world.user_id, n, now + Duration::days(1))).await);
        }
        let theirs = insert(db, &new_session(bob, 9, now + Duration::days(1))).await;
        let others = async |keep| {
            let mut ended = within(db, async |tx| session::revoke_others(tx, world.user_id, keep, now).await).await;
            ended.sort_unstable();
            ended
        };
        assert_eq!(others(Some(mine[1])).await, [mine[0], mine[2]], "{}", world.name);
        assert!(others(Some(mine[1])).await.is_empty(), "they have ended");
        assert!(is_live(db, mine[1], now).await && is_live(db, theirs, now).await);
        assert_eq!(others(None).await, [mine[1]]);
        let all = async |user| within(db, async |tx| session::revoke_others(tx, user, None, now).await).await.len();
        assert_eq!((all(world.user_id).await, all(bob).await, all(bob).await), (0, 1, 0));
        world
    })
    .await;
}

#[tokio::test]
async fn cookie_of_two_sessions_is_a_conflict() {
    on_each_database(|world| async {
        let (db, end) = (&world.db, at(START) + Duration::days(1));
        insert(db, &new_session(world.user_id, 1, end)).await;
        let twin = new_session(world.user_id, 1, end);
        let refused = try_within(db, async |tx| session::insert(tx, &twin, at(START)).await).await;
        assert!(is_conflict(&refused), "{}: {refused:?}", world.name);
        assert_eq!(session::list(db, world.user_id, at(START)).await.expect("list").len(), 1);
        world
    })
    .await;
}

#[tokio::test]
async fn refresh_token_is_exchanged_by_one_of_two_callers() {
    on_each_database(|world| async {
        let (db, now) = (&world.db, at(START));
        let id = insert(db, &new_session(world.user_id, 1, now + Duration::days(1))).await;
        let (token, end) = (hash(7), now + Duration::days(30));
        within(db, async |tx| session::insert_refresh(tx, id, &token, now, end).await).await;
        let fresh = within(db, async |tx| session::find_refresh(tx, &token).await).await.expect("the token");
        assert_eq!((fresh.session_id, fresh.expires_at, fresh.used_at), (id, end, None), "{}", world.name);
        let exchange = async |successor: u8| {
            within(db, async |tx| session::use_refresh(tx, &token, &hash(successor), now).await).await
        };
        let (a, b) = tokio::join!(exchange(8), exchange(9));
        assert!(a != b, "{}: {a} and {b}", world.name);
        let used = within(db, async |tx| session::find_refresh(tx, &token).await).await.expect("the token");
        assert_eq!(used.used_at, Some(now));
        assert_eq!(used.successor_hash, Some(hash(if a { 8 } else { 9 })), "the winner's");
        assert!(within(db, async |tx| session::find_refresh(tx, &hash(42)).await).await.is_none());
        assert!(!within(db, async |tx| session::use_refresh(tx, &hash(42), &hash(43), now).await).await);
        world
    })
    .await;
}

#[tokio::test]
async fn forget_refresh_removes_old_tokens_of_one_session() {
    on_each_database(|world| async {
        let (db, now) = (&world.db, at(START));
        let mut sessions = Vec::new();
        for n in [1, 2] {
            sessions.push(insert(db, &new_session(world.user_id, n, now + Duration::days(9))).await);
        }
        let edge = now + Duration::hours(5);
        let plans = [(10, edge - Duration::seconds(1)), (11, edge), (12, edge + Duration::seconds(1))];
        for (place, session_id) in (0_u8..).zip(&sessions) {
            for (byte, end) in plans {
                let token = hash(byte + 10 * place);
                within(db, async |tx| session::insert_refresh(tx, *session_id, &token, now, end).await).await;
            }
        }
        let forget = async |before| within(db, async |tx| session::forget_refresh(tx, sessions[0], before).await).await;
        assert_eq!(forget(edge).await, 1, "{}: only what ended before the moment", world.name);
        within(db, async |tx| session::use_refresh(tx, &hash(12), &hash(99), now).await).await;
        assert_eq!(forget(now).await, 0, "exchanged at the moment, not before");
        assert_eq!(forget(now + Duration::microseconds(1)).await, 1);
        assert_eq!(count(db, "refresh_tokens", "TRUE").await, 4, "the other session keeps its own");
        world
    })
    .await;
}

#[tokio::test]
async fn delete_ended_takes_old_sessions_with_their_refresh_tokens() {
    on_each_database(|world| async {
        let (db, start) = (&world.db, at(START));
        let cut = start + Duration::days(1);
        let ends = [cut - Duration::microseconds(1), cut, cut + Duration::days(1), cut + Duration::days(1)];
        let mut all = ids(0);
        for (n, end) in (1_u8..).zip(ends) {
            let id = insert(db, &new_session(world.user_id, n, end)).await;
            within(db, async |tx| session::insert_refresh(tx, id, &hash(100 + n), start, end).await).await;
            all.push(id);
        }
        within(db, async |tx| session::revoke(tx, world.user_id, all[3], start).await).await;
        assert_eq!(session::delete_ended(db, cut).await.expect("delete"), 2, "{}", world.name);
        assert_eq!(count(db, "sessions", "TRUE").await, 2, "that of the exact moment stays");
        assert_eq!(count(db, "refresh_tokens", "TRUE").await, 2);
        assert!(is_live(db, all[2], start).await);
        assert_eq!(session::delete_ended(db, cut).await.expect("delete"), 0);
        world
    })
    .await;
}
