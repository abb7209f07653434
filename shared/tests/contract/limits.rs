//! Rate limits: in the process and on Redis.

use std::time::Duration;

use shared::{
    domain::new_id,
    limit::{Allowed, Limit, Limiter},
};

use crate::world::redis;

const MINUTE: Limit = Limit { name: "sign-in", times: 3, window: Duration::from_secs(60) };
/// The beginning of a window.
const START: u64 = 1_800_000_000_000;

fn limiters() -> Vec<(&'static str, Limiter)> {
    let mut all = vec![("local", Limiter::local())];
    if let Some(url) = redis() {
        all.push(("redis", Limiter::redis_named(&url, &format!("test:{}", new_id())).expect("an address")));
    }
    all
}

async fn allowed(limiter: &Limiter, limit: Limit, key: &str, times: usize) -> usize {
    let mut allowed = 0;
    for _ in 0..times {
        allowed += usize::from(limiter.count(limit, key, START).await == Allowed::Yes);
    }
    allowed
}

#[tokio::test]
async fn limit_allows_its_number_in_a_window_and_names_the_wait() {
    for (name, limiter) in limiters() {
        for n in 0..3 {
            assert_eq!(limiter.count(MINUTE, "ada", START + n).await, Allowed::Yes, "{name}: {n}");
        }
        let wait = async |now| limiter.count(MINUTE, "ada", now).await;
        assert_eq!(wait(START + 10).await, Allowed::After(Duration::from_millis(59_990)), "{name}");
        assert_eq!(wait(START + 59_999).await, Allowed::After(Duration::from_millis(1)), "{name}");
        assert_eq!(wait(START + 60_000).await, Allowed::Yes, "{name}: the next window");
        assert_eq!(wait(START + 60_001).await, Allowed::Yes, "{name}");
    }
}

#[tokio::test]
async fn limits_count_each_name_and_each_key_apart() {
    for (name, limiter) in limiters() {
        let other = Limit { name: "mail", ..MINUTE };
        assert_eq!(allowed(&limiter, MINUTE, "ada", 5).await, 3, "{name}");
        assert_eq!(allowed(&limiter, MINUTE, "bob", 5).await, 3, "{name}: another key");
        assert_eq!(allowed(&limiter, other, "ada", 5).await, 3, "{name}: another limit");
        assert_eq!(allowed(&limiter, MINUTE, "zoë 🦀 \r\n*", 5).await, 3, "{name}: any text is a key");
        assert_eq!(allowed(&limiter, MINUTE, &"x".repeat(10_000), 4).await, 3, "{name}");
    }
}

#[tokio::test]
async fn limit_of_none_allows_none_and_a_window_of_nothing_still_counts() {
    for (name, limiter) in limiters() {
        assert_eq!(allowed(&limiter, Limit { times: 0, ..MINUTE }, "a", 3).await, 0, "{name}");
        let moment = Limit { name: "moment", times: 1, window: Duration::ZERO };
        assert_eq!(limiter.count(moment, "a", START).await, Allowed::Yes, "{name}");
        assert_eq!(limiter.count(moment, "a", START).await, Allowed::After(Duration::from_millis(1)), "{name}");
        assert_eq!(limiter.count(moment, "a", START + 1).await, Allowed::Yes, "{name}");
    }
}

#[tokio::test]
async fn limit_holds_for_calls_at_the_same_time() {
    for (name, limiter) in limiters() {
        let limit = Limit { times: 10, ..MINUTE };
        let calls = (0..50).map(|_| limiter.count(limit, "burst", START));
        let allowed = futures::future::join_all(calls).await.into_iter().filter(|one| *one == Allowed::Yes).count();
        assert_eq!(allowed, 10, "{name}");
    }
}

#[tokio::test]
async fn limit_in_the_process_forgets_old_windows_only() {
    let limiter = Limiter::local();
    for n in 0..10_001 {
        limiter.count(MINUTE, &n.to_string(), START - 60_000).await;
    }
    assert_eq!(allowed(&limiter, MINUTE, "ada", 2).await, 2, "this sweeps the old ones out");
    assert_eq!(size(&limiter), 1);
    assert_eq!(allowed(&limiter, MINUTE, "ada", 5).await, 1, "the present window goes on");
}

#[tokio::test]
async fn limit_keeps_nothing_of_a_long_key() {
    let limiter = Limiter::local();
    limiter.count(MINUTE, &"x".repeat(1_000_000), START).await;
    assert!(format!("{limiter:?}").len() < 1_000);
}

fn size(limiter: &Limiter) -> usize {
    let Limiter::Local(local) = limiter else { panic!("a local limiter") };
    local.size()
}

#[tokio::test]
async fn a_flood_of_a_short_limit_does_not_free_a_key_throttled_by_a_long_one() {
    for (name, limiter) in limiters() {
        let long = Limit { name: "account", times: 3, window: Duration::from_mins(15) };
        assert_eq!(allowed(&limiter, long, "ada", 5).await, 3, "{name}");
        for n in 0..10_300 {
            limiter.count(MINUTE, &n.to_string(), START + 1).await;
        }
        assert_eq!(allowed(&limiter, long, "ada", 2).await, 0, "{name}: still throttled");
    }
}

#[tokio::test]
async fn a_flood_of_keys_is_bounded_and_frees_no_throttled_one() {
    let limiter = Limiter::local();
    assert_eq!(allowed(&limiter, MINUTE, "ada", 5).await, 3);
    for n in 0..450_000 {
        limiter.count(MINUTE, &n.to_string(), START).await;
    }
    assert!(size(&limiter) <= 400_002, "{}", size(&limiter));
    assert_eq!(allowed(&limiter, MINUTE, "ada", 2).await, 0, "still throttled");
}

#[tokio::test]
async fn limits_of_two_replicas_count_together_and_a_lost_server_stops_nobody() {
    let Some(url) = redis() else { return };
    let namespace = format!("test:{}", new_id());
    let replica = || Limiter::redis_named(&url, &namespace).expect("an address");
    assert_eq!(allowed(&replica(), MINUTE, "ada", 2).await, 2);
    assert_eq!(allowed(&replica(), MINUTE, "ada", 2).await, 1, "over all replicas");
    let foreign = Limiter::redis_named(&url, &format!("test:{}", new_id())).expect("an address");
    assert_eq!(allowed(&foreign, MINUTE, "ada", 4).await, 3, "another installation");
    let down = Limiter::redis("redis://127.0.0.1:1/").expect("an address");
    assert_eq!(allowed(&down, MINUTE, "ada", 5).await, 5);
    assert!(Limiter::redis("127.0.0.1").is_err());
}
