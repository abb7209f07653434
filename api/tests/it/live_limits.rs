//! Limits of live connections: before authentication, and when rights end.

use std::time::{Duration, Instant};

use axum::http::{Method, StatusCode};
use serde_json::json;
use shared::{
    config::{ApiSettings, ClientLimits},
    domain::{now, workspace::MemberRole},
    store,
};

use crate::{
    fleet,
    live_client::{Io, Plain, Socket, listen},
    world::{Account, World, on_each, on_each_with, settings},
};

const POLLING: &str = "/socket.io/?EIO=4&transport=polling";
const WEBSOCKET: &str = "/socket.io/?EIO=4&transport=websocket";

fn with(limits: ClientLimits) -> ApiSettings {
    ApiSettings { limits, ..settings() }
}

#[tokio::test]
async fn handshakes_without_a_token_are_limited_per_address_until_their_time_ends() {
    let authenticate = Duration::from_millis(600);
    let limits = ClientLimits { unauthenticated_per_address: 5, authenticate, ..ClientLimits::default() };
    on_each_with(with(limits), async |world| {
        let shake = async |peer: &str| world.get(POLLING).by_peer(peer).send().await;
        for _ in 0..5 {
            assert_eq!(shake("203.0.113.7").await.status, StatusCode::OK);
        }
        let refused = shake("203.0.113.7").await;
        refused.problem(429, "rate-limited", &[]);
        assert_ne!(refused.header("retry-after"), "");
        assert_eq!(shake("203.0.113.8").await.status, StatusCode::OK, "another address");
        tokio::time::sleep(authenticate * 2).await;
        assert_eq!(shake("203.0.113.7").await.status, StatusCode::OK, "the first ones have ended");
    })
    .await;
}

#[tokio::test]
async fn handshakes_without_a_token_are_limited_in_all_and_on_both_channels() {
    let limits = ClientLimits { unauthenticated: 6, ..ClientLimits::default() };
    on_each_with(with(limits), async |world| {
        let ada = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        // Loopback, which may be a proxy, has half of the places.
        for n in 0..3 {
            assert_eq!(world.get(POLLING).send().await.status, StatusCode::OK, "{n}");
        }
        world.get(POLLING).send().await.problem(429, "rate-limited", &[]);
        for path in ["/ws?token=junk", WEBSOCKET] {
            assert!(Socket::try_open(address, path).await.is_err(), "{path}");
        }
        for n in 0..3 {
            assert_eq!(
                world.get(POLLING).by_peer(&format!("203.0.113.{n}")).send().await.status,
                StatusCode::OK,
                "{n}"
            );
        }
        world.get(POLLING).by_peer("203.0.113.99").send().await.problem(429, "rate-limited", &[]);
        world.get("/api/auth/me").bearer(&ada.token).send().await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn authenticated_connections_take_no_place_of_others() {
    let limits = ClientLimits { unauthenticated: 2, ..ClientLimits::default() };
    on_each_with(with(limits), async |world| {
        let ada = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        let mut clients = Vec::new();
        for _ in 0..5 {
            clients.push(Io::connect(address, &ada.token).await);
        }
        let mut others = Vec::new();
        for _ in 0..5 {
            others.push(Plain::connect(address, &ada.token).await);
        }
        for client in &mut clients {
            assert_eq!(client.ask("ping", &[json!(1)]).await["success"], json!(true));
        }
        for client in &mut others {
            client.expect_nothing().await;
        }
    })
    .await;
}

#[tokio::test]
async fn socket_that_does_not_authenticate_is_closed_in_time() {
    let limits = ClientLimits { authenticate: Duration::from_millis(500), ..ClientLimits::default() };
    on_each_with(with(limits), async |world| {
        let address = listen(&world.main).await;
        let started = Instant::now();
        let mut silent = Socket::open(address, WEBSOCKET).await;
        let mut wrong = Socket::open(address, WEBSOCKET).await;
        wrong.text(r#"40{"token":"junk"}"#).await;
        for socket in [&mut silent, &mut wrong] {
            while socket.next_text().await.is_ok() {}
        }
        assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    })
    .await;
}

async fn join(world: &World, owner: &Account, member: &Account, role: MemberRole) {
    let mut tx = world.state.db.begin().await.expect("a transaction");
    store::workspace::insert_member(&mut tx, owner.workspace_id, member.id, role, now()).await.expect("a member");
    tx.commit().await.expect("a commit");
}

#[tokio::test]
async fn live_connections_of_a_removed_member_end_within_two_seconds() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let room = json!(fleet::website(&world.state, &ada, "example.com").await);
        join(&world, &ada, &bob, MemberRole::Editor).await;
        let address = listen(&world.main).await;
        let mut plain = Plain::connect(address, &bob.token).await;
        let mut socket = Io::connect(address, &bob.token).await;
        socket.ask("chat:join", std::slice::from_ref(&room)).await;
        let mut other = Plain::connect(address, &ada.token).await;
        // A subscription reaches the bus with a short delay.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let removed = Instant::now();
        let path = format!("/api/workspaces/{}/members/{}", ada.workspace_id, bob.id);
        world.call(Method::DELETE, &path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(plain.ended().await.map(|(code, _)| code), Some(4403));
        assert_eq!(socket.event("error").await[0]["code"], json!(4403));
        assert_eq!(socket.socket.next_text().await.as_deref(), Ok("41"));
        assert!(removed.elapsed() < Duration::from_secs(2), "{:?}", removed.elapsed());
        other.expect_nothing().await;
        let mut again = Io::connect(address, &bob.token).await;
        assert_eq!(again.ask("chat:join", &[room]).await["success"], json!(false));
    })
    .await;
}

#[tokio::test]
async fn viewer_reads_a_room_and_cannot_write_there() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let room = json!(fleet::website(&world.state, &ada, "example.com").await);
        join(&world, &ada, &bob, MemberRole::Viewer).await;
        let address = listen(&world.main).await;
        let mut owner = Io::connect(address, &ada.token).await;
        let mut viewer = Io::connect(address, &bob.token).await;
        owner.ask("chat:join", std::slice::from_ref(&room)).await;
        viewer.ask("chat:join", std::slice::from_ref(&room)).await;
        for (event, argument) in [("chat:message", json!({"message": "Hello"})), ("chat:typing", json!(true))] {
            let ack = viewer.ask(event, &[room.clone(), argument]).await;
            assert_eq!((&ack["success"], &ack["code"]), (&json!(false), &json!("forbidden")), "{event}");
        }
        owner.ask("chat:message", &[room.clone(), json!({"message": "Hi"})]).await;
        assert_eq!(viewer.event("chat:message").await[0]["message"], json!("Hi"));
        assert_eq!(owner.others().await, ["chat:message"], "only its own");
    })
    .await;
}
