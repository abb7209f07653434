//! Rate limits.

use axum::http::StatusCode;
use serde_json::json;
use shared::config::{ApiSettings, ClientLimits};

use crate::world::{PASSWORD, Reply, World, on_each, on_each_with, settings};

/// Sends requests until the rate limit applies; returns the number of accepted ones.
async fn exhaust(world: &World, body: &serde_json::Value, path: &str, most: usize) -> usize {
    for taken in 0..=most {
        let reply = world.post(path, body).send().await;
        if reply.status == StatusCode::TOO_MANY_REQUESTS {
            reply.problem(429, "rate-limited", &[]);
            let after: u64 = reply.header("retry-after").parse().expect("seconds");
            assert!((1..=600).contains(&after), "{after}");
            return taken;
        }
    }
    panic!("more than {most} were taken");
}

#[tokio::test]
async fn repeated_wrong_passwords_are_rate_limited() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        let guess = json!({"email": "ada@example.com", "password": "wrong"});
        let taken = exhaust(&world, &guess, "/api/auth/login", 40).await;
        assert_eq!(taken, 20);
        world.login("ADA@example.com", crate::world::PASSWORD).await.problem(429, "rate-limited", &[]);
        // Other addresses and accounts are not limited.
        world.login("nobody@example.com", "wrong").await.problem(401, "invalid-credentials", &[]);
        let elsewhere = json!({"email": "ada@example.com", "password": crate::world::PASSWORD});
        let other = format!("127.{}.1.1", uuid::Uuid::new_v4().into_bytes()[0]);
        world.post("/api/auth/login", &elsewhere).by_peer(&other).send().await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn token_refresh_is_rate_limited_by_address() {
    on_each(async |world| {
        let taken = exhaust(&world, &json!({"refreshToken": "x"}), "/api/auth/refresh", 601).await;
        assert_eq!(taken, 300);
    })
    .await;
}

#[tokio::test]
async fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
    on_each(async |world| {
        let guess = json!({"email": "ada@example.com", "password": "wrong"});
        for n in 0..41 {
            let call = world.post("/api/auth/login", &guess).header("x-forwarded-for", &format!("203.0.113.{n}"));
            if call.send().await.status == StatusCode::TOO_MANY_REQUESTS {
                return;
            }
        }
        panic!("a made-up address gets around the limit");
    })
    .await;
}

#[tokio::test]
async fn limits_count_an_ipv6_network_as_one_address() {
    on_each(async |world| {
        let guess = json!({"email": "ada@example.com", "password": "wrong"});
        for n in 1..42 {
            let call = world.post("/api/auth/login", &guess).by_peer(&format!("2a00:1:2:3:{n:x}::{n:x}"));
            if call.send().await.status == StatusCode::TOO_MANY_REQUESTS {
                let other = world.post("/api/auth/login", &guess).by_peer("2a00:1:2:4::1");
                other.send().await.problem(401, "invalid-credentials", &[]);
                return;
            }
        }
        panic!("another address of the same network gets around the limit");
    })
    .await;
}

async fn sign_in(world: &World, peer: &str, password: &str, cookie: &str) -> Reply {
    let body = json!({"email": "ada@example.com", "password": password});
    world.post("/api/auth/login", &body).by_peer(peer).cookie(cookie).send().await
}

/// Signs in with wrong passwords from many addresses until the account is throttled.
async fn attack(world: &World) {
    for network in 0..40 {
        for _ in 0..10 {
            let reply = sign_in(world, &format!("203.0.113.{network}"), "wrong", "").await;
            if reply.status == StatusCode::TOO_MANY_REQUESTS {
                return;
            }
        }
    }
    panic!("the account is not throttled");
}

#[tokio::test]
async fn right_password_from_a_known_device_or_address_gets_in_during_an_attack() {
    on_each(async |world| {
        let ada = world.post("/api/auth/register", &World::form("ada@example.com")).send().await;
        ada.success(StatusCode::CREATED);
        let cookies = ada.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
        let mut cookies = cookies.filter_map(|cookie| cookie.split(';').next());
        let device = cookies.find(|cookie| cookie.starts_with("motherlode-device=")).expect("a device").to_owned();
        attack(&world).await;
        // A stranger is refused even with the right password, so guessing does not pay.
        sign_in(&world, "198.51.100.1", PASSWORD, "").await.problem(429, "rate-limited", &[]);
        let forged = format!("{}x", &device[..device.len() - 1]);
        sign_in(&world, "198.51.100.1", PASSWORD, &forged).await.problem(429, "rate-limited", &[]);
        sign_in(&world, "198.51.100.1", PASSWORD, &device).await.success(StatusCode::OK);
        sign_in(&world, "203.0.113.0", PASSWORD, &device).await.success(StatusCode::OK);
        sign_in(&world, &world.address.to_string(), PASSWORD, "").await.success(StatusCode::OK);
        // The mark of a browser is worth nothing for another account.
        world.register("bob@example.com").await;
        let bob = json!({"email": "bob@example.com", "password": "wrong"});
        for n in 0..=20 {
            let reply = world.post("/api/auth/login", &bob).by_peer("198.51.100.7").cookie(&device).send().await;
            let expected = if n < 20 { StatusCode::UNAUTHORIZED } else { StatusCode::TOO_MANY_REQUESTS };
            assert_eq!(reply.status, expected, "{n}");
        }
    })
    .await;
}

#[tokio::test]
async fn guesses_from_a_known_device_are_limited() {
    on_each(async |world| {
        let ada = world.post("/api/auth/register", &World::form("ada@example.com")).send().await;
        let mut cookies = ada.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
        let device = cookies.next_back().and_then(|cookie| cookie.split(';').next()).expect("a device").to_owned();
        for n in 0..41 {
            let reply = sign_in(&world, &format!("203.0.113.{n}"), "wrong", &device).await;
            if reply.status == StatusCode::TOO_MANY_REQUESTS {
                return;
            }
        }
        panic!("a known device guesses without a limit");
    })
    .await;
}

#[tokio::test]
async fn limits_of_requests_follow_the_settings() {
    let limits = ClientLimits { requests_per_address: 8, requests_per_user: 3, ..ClientLimits::default() };
    on_each_with(ApiSettings { limits, ..settings() }, async |world| {
        let ada = world.register("ada@example.com").await;
        let me = async |peer: &str| world.get("/api/auth/me").bearer(&ada.token).by_peer(peer).send().await.status;
        let mut refused = 0;
        for n in 0..7 {
            refused += usize::from(me(&format!("203.0.113.{n}")).await == StatusCode::TOO_MANY_REQUESTS);
        }
        assert!(refused >= 1, "the user is limited to 3 a minute");
        let anonymous = async || world.get("/api/auth/session").by_peer("198.51.100.1").send().await.status;
        let mut refused = 0;
        for _ in 0..17 {
            refused += usize::from(anonymous().await == StatusCode::TOO_MANY_REQUESTS);
        }
        assert!(refused >= 1, "the address is limited to 8 a minute");
    })
    .await;
}

#[tokio::test]
async fn limits_of_sign_ins_and_emails_follow_the_settings() {
    let limits = ClientLimits { sign_ins_per_browser: 60, emails_per_recipient: 1, ..ClientLimits::default() };
    on_each_with(ApiSettings { limits, ..settings() }, async |world| {
        world.register("ada@example.com").await;
        for n in 0..22 {
            let reply = world.login("ada@example.com", "a wrong password").await;
            reply.problem(401, "invalid-credentials", &[]);
            assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "attempt {n}: the default is 20");
        }
        let mut refused = 0;
        for _ in 0..4 {
            let reply = world.post("/api/auth/forgot-password", &json!({"email": "ada@example.com"})).send().await;
            refused += usize::from(reply.status == StatusCode::TOO_MANY_REQUESTS);
        }
        assert!(refused >= 2, "one email per recipient, in at most two windows");
    })
    .await;
}
