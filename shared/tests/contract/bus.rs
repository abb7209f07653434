//! Live messages: to everybody who listens now, with a gap reported where some may be lost.

use std::time::Duration;

use serde_json::{Value, json};
use shared::{
    bus::{Bus, CONTROL, Received, SYSTEM, Subscription, user_topic, workspace_topic},
    domain::{
        new_id,
        run::{Progress, RunKind},
    },
    events,
    store::event::{self, Audience, NewEvent},
};
use tokio::time::timeout;

use crate::{
    proxy::Proxy,
    support::within,
    world::{World, buses, on_each_database, redis},
};

/// Long enough for a busy machine.
const SOON: Duration = Duration::from_secs(10);

#[tokio::test]
async fn messages_reach_listeners_of_the_topic_and_nobody_else() {
    for (name, here, there) in buses() {
        let (topic, other) = (format!("user:{}", new_id()), format!("user:{}", new_id()));
        let mut listener = there.subscribe(&topic);
        let mut stranger = there.subscribe(&other);
        // Redis' subscription takes a moment; a message before it is lost, as everywhere on a bus.
        for n in 0..50 {
            here.publish(&topic, format!("{n}").into());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut last = None;
        while let Ok(received) = timeout(Duration::from_millis(300), listener.receive()).await {
            if let Received::Message(message) = received {
                last = Some(message.to_string());
            }
        }
        assert_eq!(last.as_deref(), Some("49"), "{name}");
        let heard = timeout(Duration::from_millis(100), stranger.receive()).await;
        assert!(!matches!(heard, Ok(Received::Message(_))), "{name}: a stranger hears nothing");
        assert!(here.ping().await.is_ok(), "{name}");
    }
}

#[tokio::test]
async fn listener_that_is_too_slow_receives_a_gap() {
    for (name, here, _) in buses() {
        if name != "local" {
            continue;
        }
        let mut listener = here.subscribe("topic");
        for n in 0..10_000 {
            here.publish("topic", format!("{n}").into());
        }
        assert_eq!(listener.receive().await, Received::Gap, "{name}");
        assert!(matches!(listener.receive().await, Received::Message(_)), "{name}");
    }
}

/// The next message, past gaps; `None` when there is none in time.
async fn heard(listener: &mut Subscription, within: Duration) -> Option<String> {
    let next = async {
        loop {
            if let Received::Message(message) = listener.receive().await {
                return message.to_string();
            }
        }
    };
    timeout(within, next).await.ok()
}

/// Publishes until the listener hears it: from then on its subscription is in place.
async fn connect(bus: &Bus, topic: &str, listener: &mut Subscription) {
    for n in 0..100 {
        let greeting = format!("hello {n}");
        bus.publish(topic, greeting.clone().into());
        let Some(mut last) = heard(listener, Duration::from_millis(100)).await else { continue };
        while last != greeting {
            last = heard(listener, SOON).await.expect("the latest greeting");
        }
        return;
    }
    panic!("the listener hears nothing");
}

#[tokio::test]
async fn messages_arrive_in_order_at_every_listener_of_a_topic() {
    for (name, here, there) in buses() {
        let topic = workspace_topic(new_id());
        let mut listeners = [there.subscribe(&topic), there.subscribe(&topic), here.subscribe(&topic)];
        for listener in &mut listeners {
            connect(&here, &topic, listener).await;
        }
        let sent: Vec<String> = (0..100).map(|n| format!("{n}: Zoë 🦀 {}", "x".repeat(n * 10))).collect();
        for text in &sent {
            here.publish(&topic, text.as_str().into());
        }
        for listener in &mut listeners {
            let mut came = Vec::new();
            while came.len() < sent.len() {
                let text = heard(listener, SOON).await.unwrap_or_else(|| panic!("{name}: one is lost"));
                came.extend((!text.starts_with("hello")).then_some(text));
            }
            assert_eq!(came, sent, "{name}");
        }
    }
}

#[tokio::test]
async fn listener_that_leaves_leaves_the_others_listening() {
    for (name, here, there) in buses() {
        let topic = user_topic(new_id());
        let (mut stays, leaves) = (there.subscribe(&topic), there.subscribe(&topic));
        connect(&here, &topic, &mut stays).await;
        drop(leaves);
        here.publish(&topic, "still here".into());
        assert_eq!(heard(&mut stays, SOON).await.as_deref(), Some("still here"), "{name}");
        drop(stays);
        here.publish(&topic, "to nobody".into());
        let mut again = there.subscribe(&topic);
        connect(&here, &topic, &mut again).await;
        here.publish(&topic, "back".into());
        assert_eq!(heard(&mut again, SOON).await.as_deref(), Some("back"), "{name}");
    }
}

#[tokio::test]
async fn receive_that_is_dropped_while_it_waits_loses_no_message() {
    for (name, here, there) in buses() {
        let topic = user_topic(new_id());
        let mut listener = there.subscribe(&topic);
        connect(&here, &topic, &mut listener).await;
        for _ in 0..3 {
            assert_eq!(heard(&mut listener, Duration::from_millis(20)).await, None, "{name}");
        }
        for n in 0..5 {
            here.publish(&topic, n.to_string().into());
            assert_eq!(heard(&mut listener, SOON).await, Some(n.to_string()), "{name}");
        }
    }
}

#[tokio::test]
async fn bus_on_redis_reports_a_gap_after_its_connection_broke_and_goes_on() {
    let Some(server) = redis() else { return };
    let (proxy, namespace) = (Proxy::start(&server).await, format!("test:{}", new_id()));
    let listening = Bus::redis_named(&proxy.url, &namespace).expect("an address");
    let sending = Bus::redis_named(&server, &namespace).expect("an address");
    let topic = user_topic(new_id());
    let mut listener = listening.subscribe(&topic);
    connect(&sending, &topic, &mut listener).await;
    assert!(proxy.cut() > 0);
    let next = timeout(SOON, listener.receive()).await.expect("it is notified");
    assert_eq!(next, Received::Gap, "whoever needs what was lost reads the database");
    connect(&sending, &topic, &mut listener).await;
    sending.publish(&topic, "after".into());
    assert_eq!(heard(&mut listener, SOON).await.as_deref(), Some("after"));
    listening.publish(&topic, "from the other end".into());
    assert_eq!(heard(&mut listener, SOON).await.as_deref(), Some("from the other end"));
}

#[tokio::test]
async fn buses_of_two_installations_do_not_hear_each_other() {
    let Some(server) = redis() else { return };
    let named = || Bus::redis_named(&server, &format!("test:{}", new_id())).expect("an address");
    let (one, other) = (named(), named());
    let (mut own, mut foreign) = (one.subscribe(SYSTEM), other.subscribe(SYSTEM));
    connect(&one, SYSTEM, &mut own).await;
    connect(&other, SYSTEM, &mut foreign).await;
    one.publish(SYSTEM, "own".into());
    assert_eq!(heard(&mut own, SOON).await.as_deref(), Some("own"));
    assert_eq!(heard(&mut foreign, Duration::from_millis(200)).await, None);
    for wrong in ["", "127.0.0.1", "http://127.0.0.1/"] {
        assert!(Bus::redis(wrong).is_err(), "{wrong}");
    }
}

async fn json_of(listener: &mut Subscription) -> Value {
    let text = heard(listener, SOON).await.expect("a message");
    serde_json::from_str(&text).expect("JSON")
}

async fn append(world: &World) -> Vec<event::StoredEvent> {
    let new = NewEvent {
        audience: Audience::Workspace(world.workspace_id),
        r#type: "run:finished",
        payload: json!({"status": "succeeded", "text": "Zoë"}),
    };
    within(&world.db, async |tx| event::append(tx, &[new], shared::domain::now()).await).await
}

#[tokio::test]
async fn live_events_go_to_the_topics_of_their_audience() {
    on_each_database(|world| async {
        let bus = Bus::local();
        let mut user = bus.subscribe(&user_topic(world.user_id));
        let mut workspace = bus.subscribe(&workspace_topic(world.workspace_id));
        let mut control = bus.subscribe(CONTROL);
        let stored = append(&world).await;
        let (id, timestamp) = (stored[0].id, stored[0].created_at);
        events::publish_stored(&bus, stored);
        let expected = json!({
            "id": id, "timestamp": timestamp, "type": "run:finished", "payload": {"status": "succeeded", "text": "Zoë"},
        });
        assert_eq!(json_of(&mut user).await, expected, "{}", world.name);
        let run = world.stored().await;
        let progress = Progress { percent: 7, stage: "reading".to_owned(), message: String::new() };
        events::publish_progress(&bus, &run, &progress);
        let live = json_of(&mut workspace).await;
        assert_eq!((&live["type"], live.get("id")), (&json!("run:progress"), None), "nobody keeps it");
        assert_eq!((&live["payload"]["runId"], &live["payload"]["percent"]), (&json!(run.id), &json!(7)));
        assert_eq!(live["payload"]["kind"], RunKind::Probe.as_str());
        events::publish_cancel(&bus, run.id);
        assert_eq!(json_of(&mut control).await, json!({"type": "cancel", "id": run.id}));
        let session = new_id();
        events::publish_session_ended(&bus, world.user_id, session);
        let ended = json_of(&mut user).await;
        assert_eq!((&ended["type"], &ended["payload"]), (&json!("session:ended"), &json!({"sessionId": session})));
        assert_eq!(heard(&mut workspace, Duration::from_millis(20)).await, None);
        world
    })
    .await;
}
