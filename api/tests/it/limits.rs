//! Rate limits.

use axum::http::StatusCode;
use serde_json::json;

use crate::world::{World, on_each};

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
        // The window is fixed: if a new one started meanwhile, up to twice as many are accepted.
        assert!((20..=40).contains(&taken), "{taken}");
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
        assert!((300..=600).contains(&taken), "{taken}");
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
