//! Channel 2 over real sockets and by polling.

use std::net::SocketAddr;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{
        notification::{NewNotification, NotificationKind},
        now,
        run::RunKind,
        workspace::MemberRole,
    },
    events,
    store::{self, event},
};

use crate::{
    fleet,
    live_client::{Io, Socket, listen, replica},
    world::{Account, World, on_each},
};

/// Adds a user to another user's workspace.
async fn join(world: &World, workspace: &Account, member: &Account) {
    let mut tx = world.state.db.begin().await.unwrap();
    let role = MemberRole::Editor;
    store::workspace::insert_member(&mut tx, workspace.workspace_id, member.id, role, now()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn two(world: &World) -> (Account, Account, SocketAddr) {
    let ada = world.register("ada@example.com").await;
    let bob = world.register("bob@example.com").await;
    (ada, bob, listen(&world.main).await)
}

#[tokio::test]
async fn every_event_is_acknowledged() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        for router in [&world.main, &world.live] {
            let mut client = Io::connect(listen(router).await, &ada.token).await;
            let pong = client.ask("ping", &[json!(123)]).await;
            assert_eq!((&pong["success"], &pong["timestamp"]), (&json!(true), &json!(123)));
            for topic in ["dashboard", "notification", "system"] {
                for verb in ["subscribe", "unsubscribe"] {
                    let ack = client.ask(&format!("{topic}:{verb}"), &[]).await;
                    assert_eq!(ack, json!({"success": true}), "{topic}:{verb}");
                }
            }
            for (event, code) in
                [("dance", "unknown-event"), ("disconnect", "reserved-event"), ("connect", "reserved-event")]
            {
                let ack = client.ask(event, &[json!({})]).await;
                assert_eq!((&ack["success"], &ack["code"]), (&json!(false), &json!(code)));
            }
            let ack = client.ask("auth", &[json!({"token": ada.token})]).await;
            assert_eq!(ack["success"], json!(true));
        }
    })
    .await;
}

#[tokio::test]
async fn invalid_token_is_rejected_with_the_reason() {
    on_each(async |world| {
        let address = listen(&world.main).await;
        for auth in [json!({}), json!({"token": "junk"}), json!({"token": 7}), json!([])] {
            let refusal = Io::try_connect(address, &auth).await.err().expect("a refusal");
            assert!(refusal.starts_with("Authentication failed"), "{auth}: {refusal}");
        }
    })
    .await;
}

#[tokio::test]
async fn renewal_with_a_foreign_token_ends_the_connection() {
    on_each(async |world| {
        let (ada, bob, address) = two(&world).await;
        let mut client = Io::connect(address, &ada.token).await;
        client.send("auth", &[json!(bob.token)], None).await;
        let error = client.event("error").await;
        assert_eq!(error[0]["code"], json!(4401));
        let disconnected = client.socket.next_text().await;
        assert!(disconnected.as_deref() == Ok("41"), "{disconnected:?}");
    })
    .await;
}

#[tokio::test]
async fn topics_deliver_their_events() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let mut client = Io::connect(listen(&world.main).await, &ada.token).await;
        let run = fleet::queued(&world.state, &ada, RunKind::Probe).await;
        fleet::succeed(&world.state, run, json!({})).await;
        assert_eq!(client.others().await, Vec::<String>::new());
        client.ask("dashboard:subscribe", &[]).await;
        client.ask("notification:subscribe", &[]).await;
        let run = fleet::queued(&world.state, &ada, RunKind::Probe).await;
        fleet::succeed(&world.state, run, json!({})).await;
        let finished = client.event("run:finished").await;
        assert_eq!(finished[0]["runId"], json!(run));
        assert!(finished[1]["id"].is_i64() && finished[1]["timestamp"].is_string());
        let update = client.event("dashboard:update").await;
        assert_eq!((&update[0]["reason"], &update[0]["runId"]), (&json!("run:finished"), &json!(run)));
        notify(&world, &ada, "Hello").await;
        assert_eq!(client.event("notification").await[0]["title"], json!("Hello"));
        assert_eq!(client.event("user:notification").await[0]["title"], json!("Hello"));
    })
    .await;
}

async fn notify(world: &World, account: &Account, title: &str) {
    let mut tx = world.state.db.begin().await.unwrap();
    let new = NewNotification::new(NotificationKind::Notice, "info", title, "There");
    let told = store::notification::insert(&mut tx, account.id, &new, now()).await.unwrap();
    let kept = event::append(&mut tx, &[told], now()).await.unwrap();
    tx.commit().await.unwrap();
    events::publish_stored(&world.state.bus, kept);
}

#[tokio::test]
async fn reconnecting_client_receives_missed_events() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        let seen = store::event::last_id(&world.state.db, ada.id).await.unwrap();
        notify(&world, &ada, "First").await;
        notify(&world, &ada, "Second").await;
        let mut client = Io::try_connect(address, &json!({"token": ada.token, "since": seen})).await.unwrap();
        assert_eq!(client.event("notification").await[0]["title"], json!("First"));
        assert_eq!(client.event("notification").await[0]["title"], json!("Second"));
        let replayed = client.event("replayed").await;
        assert_eq!(replayed[0], json!({"count": 2, "complete": true, "lastEventId": seen + 2}));
    })
    .await;
}

#[tokio::test]
async fn members_chat_in_the_rooms_of_their_projects() {
    on_each(async |world| {
        let (ada, bob, address) = two(&world).await;
        let room = json!(fleet::website(&world.state, &ada, "example.com").await);
        join(&world, &ada, &bob).await;
        let mut first = Io::connect(address, &ada.token).await;
        let mut second = Io::connect(address, &bob.token).await;
        assert_eq!(
            first.ask("chat:message", &[room.clone(), json!({"message": "x"})]).await["code"],
            json!("not-joined")
        );
        assert_eq!(first.ask("chat:join", std::slice::from_ref(&room)).await["messages"], json!([]));
        second.ask("chat:join", std::slice::from_ref(&room)).await;
        let sent = json!({"message": " Hello ", "timestamp": "2026-11-21T05:00:00Z"});
        let ack = first.ask("chat:message", &[room.clone(), sent]).await;
        assert_eq!(ack["success"], json!(true), "{ack}");
        for client in [&mut first, &mut second] {
            let message = client.event("chat:message").await;
            assert_eq!(message[0]["id"], ack["id"]);
            assert_eq!(message[0]["message"], json!("Hello"));
            assert_eq!(message[0]["user"], json!({"id": ada.id, "name": "Ada Lovelace"}));
            assert_eq!(message[0]["roomId"], room);
        }
        second.ask("chat:typing", &[room.clone(), json!(true)]).await;
        let typing = first.event("chat:typing").await;
        assert_eq!((&typing[0]["typing"], &typing[0]["user"]["id"]), (&json!(true), &json!(bob.id)));
        let history = second.ask("chat:join", std::slice::from_ref(&room)).await;
        assert_eq!(history["messages"][0]["message"], json!("Hello"));
        second.ask("chat:leave", std::slice::from_ref(&room)).await;
        first.ask("chat:message", &[room, json!("Alone")]).await;
        assert_eq!(second.others().await, ["chat:typing"]);
    })
    .await;
}

#[tokio::test]
async fn messages_are_handled_in_order() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let room = json!(fleet::website(&world.state, &ada, "example.com").await);
        let mut client = Io::connect(listen(&world.main).await, &ada.token).await;
        client.send("chat:join", std::slice::from_ref(&room), None).await;
        for n in 0..20 {
            client.send("chat:message", &[room.clone(), json!({"message": n.to_string()})], None).await;
        }
        for n in 0..20 {
            assert_eq!(client.event("chat:message").await[0]["message"], json!(n.to_string()));
        }
    })
    .await;
}

#[tokio::test]
async fn projects_and_rooms_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let (ada, bob, address) = two(&world).await;
        let room = json!(fleet::website(&world.state, &ada, "example.com").await);
        let mut client = Io::connect(address, &bob.token).await;
        for event in ["project:join", "chat:join"] {
            for id in [&room, &json!("x"), &json!(null), &json!({"a": 1})] {
                let ack = client.ask(event, std::slice::from_ref(id)).await;
                assert_eq!((&ack["success"], &ack["code"]), (&json!(false), &json!("not-found")), "{event} {id}");
            }
        }
        let ack = client.ask("chat:message", &[room.clone(), json!({"message": "x"})]).await;
        assert_eq!(ack["success"], json!(false));
        let kept =
            store::chat::list(&world.state.db, ada.workspace_id, room.as_str().unwrap().parse().unwrap(), None, 9);
        assert!(kept.await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn invalid_chat_messages_are_rejected() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let room = json!(fleet::website(&world.state, &ada, "example.com").await);
        let mut client = Io::connect(listen(&world.main).await, &ada.token).await;
        client.ask("chat:join", std::slice::from_ref(&room)).await;
        for text in [
            json!({"message": "  "}),
            json!({}),
            json!(7),
            json!({"message": "x".repeat(4_001)}),
            json!({"message": "a\0b"}),
        ] {
            let ack = client.ask("chat:message", &[room.clone(), text]).await;
            assert_eq!((&ack["success"], &ack["code"]), (&json!(false), &json!("invalid-request")));
        }
    })
    .await;
}

#[tokio::test]
async fn project_topic_delivers_only_its_project() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let mut client = Io::connect(listen(&world.main).await, &ada.token).await;
        assert_eq!(client.ask("project:join", &[json!(website)]).await["success"], json!(true));
        let other = fleet::website_with_searches(&world.state, &ada, "other.com").await;
        assert_eq!(client.others().await, Vec::<String>::new(), "{other} was not joined");
        let made = json!({"title": "Write a page", "websiteId": website});
        world.post("/api/opportunities", &made).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let update = client.event("project:update").await;
        assert_eq!(
            (&update[0]["projectId"], &update[0]["reason"]),
            (&json!(website), &json!("opportunity:discovered"))
        );
        client.ask("project:leave", &[json!(website)]).await;
        world.post("/api/opportunities", &made).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        assert_eq!(client.others().await, ["opportunity:discovered"], "only what came before leaving");
    })
    .await;
}

#[tokio::test]
async fn system_topic_requires_an_administrator() {
    on_each(async |world| {
        // The first account is an administrator.
        let (ada, bob, address) = two(&world).await;
        let mut admin = Io::connect(address, &ada.token).await;
        assert_eq!(admin.ask("system:subscribe", &[]).await, json!({"success": true}));
        let figures = admin.event("system:update").await;
        assert_eq!(figures[0]["queueDepth"], json!(0));
        assert!(figures[0]["workers"].is_array() && figures[0]["latency"]["p95Ms"].is_number());
        fleet::queued(&world.state, &ada, RunKind::Probe).await;
        admin.event("system:update").await;
        assert_eq!(admin.event("system:update").await[0]["queueDepth"], json!(1));
        let mut other = Io::connect(address, &bob.token).await;
        let ack = other.ask("system:subscribe", &[]).await;
        assert_eq!(ack["success"], json!(false));
        assert!(ack["message"].as_str().is_some_and(|text| text.contains("administrator")));
        tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
        assert_eq!(other.others().await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn message_flood_ends_the_connection() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let mut client = Io::connect(listen(&world.main).await, &ada.token).await;
        for _ in 0..200 {
            let sent = futures::SinkExt::send(
                &mut client.socket.0,
                tokio_tungstenite::tungstenite::Message::text("42[\"ping\",1]"),
            );
            if sent.await.is_err() {
                break;
            }
        }
        assert_eq!(client.event("error").await[0]["code"], json!(4429));
    })
    .await;
}

#[tokio::test]
async fn signing_out_ends_the_connection() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let mut client = Io::connect(listen(&world.main).await, &ada.token).await;
        world.post("/api/auth/logout", &json!({})).bearer(&ada.token).send().await.success(StatusCode::OK);
        let error = client.event("error").await;
        assert_eq!(error[0]["code"], json!(4401));
    })
    .await;
}

#[tokio::test]
async fn client_can_start_with_polling() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let open = world.get("/socket.io/?EIO=4&transport=polling").send().await;
        assert_eq!(open.status, StatusCode::OK, "{}", open.text());
        let session: Value = serde_json::from_str(&open.text()[1..]).unwrap();
        assert_eq!(session["upgrades"], json!(["websocket"]));
        let path = format!("/socket.io/?EIO=4&transport=polling&sid={}", session["sid"].as_str().unwrap());
        let say = async |packet: String| {
            let sent = world.call(Method::POST, &path).raw("text/plain", packet).send().await;
            assert_eq!((sent.status, sent.text().as_str()), (StatusCode::OK, "ok"));
        };
        say(format!("40{}", json!({"token": ada.token}))).await;
        let mut heard = String::new();
        while !heard.contains("connected") {
            heard.push_str(&world.get(&path).send().await.text());
        }
        assert!(heard.contains("40{"), "{heard}");
        say("427[\"ping\",5]".to_owned()).await;
        let mut answer = String::new();
        while !answer.contains("437[{") {
            answer.push_str(&world.get(&path).send().await.text());
        }
        assert!(answer.contains("\"success\":true"), "{answer}");
    })
    .await;
}

#[tokio::test]
async fn long_url_is_rejected() {
    on_each(async |world| {
        let path = format!("/socket.io/?EIO=4&transport=polling&x={}", "x".repeat(8_000));
        world.get(&path).send().await.problem(414, "uri-too-long", &[]);
        let address = listen(&world.main).await;
        let path = format!("/socket.io/?EIO=4&transport=websocket&x={}", "x".repeat(8_000));
        assert!(Socket::try_open(address, &path).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn chat_room_spans_replicas() {
    on_each(async |world| {
        let (ada, bob, here) = two(&world).await;
        let (there, _replica) = replica(&world).await;
        let room = json!(fleet::website(&world.state, &ada, "example.com").await);
        join(&world, &ada, &bob).await;
        let mut first = Io::connect(here, &ada.token).await;
        let mut second = Io::connect(there, &bob.token).await;
        first.ask("chat:join", std::slice::from_ref(&room)).await;
        second.ask("chat:join", std::slice::from_ref(&room)).await;
        // A subscription reaches the other server with a short delay.
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        first.ask("chat:message", &[room.clone(), json!({"message": "Hello"})]).await;
        assert_eq!(second.event("chat:message").await[0]["message"], json!("Hello"));
        second.ask("chat:message", &[room, json!({"message": "Hello you"})]).await;
        assert_eq!(first.event("chat:message").await[0]["message"], json!("Hello"));
        assert_eq!(first.event("chat:message").await[0]["message"], json!("Hello you"));
    })
    .await;
}

/// Maximum number of clients per user.
const CLIENTS_PER_USER: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn subscribing_right_after_the_connect_acknowledgement_is_never_lost() {
    on_each(async |world| {
        let address = listen(&world.main).await;
        let mut clients = tokio::task::JoinSet::new();
        for n in 0..6 {
            let account = world.register(&format!("user-{n}@example.com")).await;
            for _ in 0..CLIENTS_PER_USER {
                let token = account.token.clone();
                clients.spawn(async move { Io::subscribe_at_once(address, &token).await });
            }
        }
        let obeyed = clients.join_all().await;
        let lost = obeyed.iter().filter(|obeyed| !**obeyed).count();
        assert_eq!(lost, 0, "of {} clients", obeyed.len());
    })
    .await;
}
