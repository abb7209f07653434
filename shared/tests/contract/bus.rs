//! Live messages.

use std::time::Duration;

use shared::{bus::Received, domain::new_id};

use crate::world::buses;

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
        while let Ok(received) = tokio::time::timeout(Duration::from_millis(300), listener.receive()).await {
            if let Received::Message(message) = received {
                last = Some(message.to_string());
            }
        }
        assert_eq!(last.as_deref(), Some("49"), "{name}");
        let heard = tokio::time::timeout(Duration::from_millis(100), stranger.receive()).await;
        assert!(!matches!(heard, Ok(Received::Message(_))), "{name}: a stranger hears nothing");
        assert!(here.ping().await.is_ok(), "{name}");
    }
}

#[tokio::test]
async fn a_listener_that_is_too_slow_is_told_of_a_gap() {
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
